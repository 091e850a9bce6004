// SPDX-License-Identifier: GPL-3.0-or-later
// Dark or light, high contrast, no animations: as the desktop says; the first also as a person has
// chosen.
#include "gui/preferences/appearance.h"

#define PORTAL_NAMESPACE "org.freedesktop.appearance"
#define PREFER_DARK 1 /* the portal's number for it; 0: no preference, 2: light */

/* The numbers are those of the schema. */
typedef enum {
    SCHEME_DESKTOP,
    SCHEME_LIGHT,
    SCHEME_DARK,
} Scheme;

struct _TabAppearance {
    GSettings *settings;
    GDBusProxy *portal; /* NULL: there is none, or not yet */
    GCancellable *cancellable;
    gboolean known; /* whether the desktop has said anything */
    guint32 desktop;
};

static void apply_scheme(TabAppearance *self)
{
    Scheme scheme = (Scheme)g_settings_get_enum(self->settings, "color-scheme");
    GtkSettings *gtk_settings = gtk_settings_get_default();
    if (scheme != SCHEME_DESKTOP)
        g_object_set(gtk_settings, "gtk-application-prefer-dark-theme", scheme == SCHEME_DARK,
                     NULL);
    else if (self->known)
        g_object_set(gtk_settings, "gtk-application-prefer-dark-theme",
                     self->desktop == PREFER_DARK, NULL);
    else
        gtk_settings_reset_property(gtk_settings, "gtk-application-prefer-dark-theme");
}

static void take_scheme(TabAppearance *self, guint32 scheme)
{
    self->known = TRUE;
    self->desktop = scheme;
    apply_scheme(self);
}

static void take_contrast(TabAppearance *self, guint32 higher)
{
    if (higher)
        g_object_set(gtk_settings_get_default(), "gtk-theme-name", "HighContrast", NULL);
    else
        gtk_settings_reset_property(gtk_settings_get_default(), "gtk-theme-name");
}

static void take_motion(TabAppearance *self, guint32 reduced)
{
    if (reduced)
        g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
    else
        gtk_settings_reset_property(gtk_settings_get_default(), "gtk-enable-animations");
}

/* Takes a value of the portal, in however many variants it comes. */
static void take_value(TabAppearance *self, const char *key, GVariant *value)
{
    static const struct {
        const char *key;
        void (*take)(TabAppearance *self, guint32 value);
    } keys[] = {
        {"color-scheme", take_scheme},
        {"contrast", take_contrast},
        {"reduced-motion", take_motion},
    };
    g_autoptr(GVariant) inner = g_variant_ref(value);
    while (g_variant_is_of_type(inner, G_VARIANT_TYPE_VARIANT)) {
        GVariant *next = g_variant_get_variant(inner);
        g_variant_unref(inner);
        inner = next;
    }
    if (!g_variant_is_of_type(inner, G_VARIANT_TYPE_UINT32))
        return;
    for (guint i = 0; i < G_N_ELEMENTS(keys); i++)
        if (g_str_equal(key, keys[i].key))
            keys[i].take(self, g_variant_get_uint32(inner));
}

static void on_portal_signal(GDBusProxy *proxy, const char *sender, const char *signal,
                             GVariant *parameters, TabAppearance *self)
{
    const char *space, *key;
    g_autoptr(GVariant) value = NULL;
    if (!g_str_equal(signal, "SettingChanged") ||
        !g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ssv)")))
        return;
    g_variant_get(parameters, "(&s&s@v)", &space, &key, &value);
    if (g_str_equal(space, PORTAL_NAMESPACE))
        take_value(self, key, value);
}

static void on_read(GObject *source, GAsyncResult *result, gpointer user_data)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GVariant) answer = g_dbus_proxy_call_finish(G_DBUS_PROXY(source), result, &error);
    if (!answer || !g_variant_is_of_type(answer, G_VARIANT_TYPE("(a{sa{sv}})")))
        return; /* cancelled, or a desktop that has no such settings */
    g_autoptr(GVariant) spaces = g_variant_get_child_value(answer, 0);
    g_autoptr(GVariant) space =
        g_variant_lookup_value(spaces, PORTAL_NAMESPACE, G_VARIANT_TYPE_VARDICT);
    GVariantIter iter;
    const char *key;
    GVariant *value;
    if (!space)
        return;
    g_variant_iter_init(&iter, space);
    while (g_variant_iter_loop(&iter, "{&sv}", &key, &value))
        take_value(user_data, key, value);
}

static void on_portal(GObject *source, GAsyncResult *result, gpointer user_data)
{
    g_autoptr(GError) error = NULL;
    GDBusProxy *portal = g_dbus_proxy_new_for_bus_finish(result, &error);
    if (!portal)
        return; /* cancelled, or no bus */
    TabAppearance *self = user_data;
    self->portal = portal;
    g_signal_connect(portal, "g-signal", G_CALLBACK(on_portal_signal), self);
    const char *const spaces[] = {PORTAL_NAMESPACE, NULL};
    g_dbus_proxy_call(portal, "ReadAll", g_variant_new("(^as)", spaces), G_DBUS_CALL_FLAGS_NONE, -1,
                      self->cancellable, on_read, self);
}

TabAppearance *tab_appearance_new(GSettings *settings)
{
    TabAppearance *self = g_new0(TabAppearance, 1);
    self->settings = g_object_ref(settings);
    self->cancellable = g_cancellable_new();
    g_signal_connect_swapped(settings, "changed::color-scheme", G_CALLBACK(apply_scheme), self);
    if (g_settings_get_enum(settings, "color-scheme") != SCHEME_DESKTOP)
        apply_scheme(self);
    g_dbus_proxy_new_for_bus(G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES, NULL,
                             "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                             "org.freedesktop.portal.Settings", self->cancellable, on_portal, self);
    return self;
}

void tab_appearance_free(TabAppearance *self)
{
    g_cancellable_cancel(self->cancellable);
    g_object_unref(self->cancellable);
    if (self->portal)
        g_signal_handlers_disconnect_by_data(self->portal, self);
    g_clear_object(&self->portal);
    g_signal_handlers_disconnect_by_data(self->settings, self);
    g_object_unref(self->settings);
    g_free(self);
}
