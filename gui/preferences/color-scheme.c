// SPDX-License-Identifier: GPL-3.0-or-later
// Dark or light: as the desktop says, or as a person has chosen.
#include "gui/preferences/color-scheme.h"

#define PORTAL_NAMESPACE "org.freedesktop.appearance"
#define PORTAL_KEY "color-scheme"
#define PREFER_DARK 1 /* the portal's number for it; 0: no preference, 2: light */

/* The numbers are those of the schema. */
typedef enum {
    SCHEME_DESKTOP,
    SCHEME_LIGHT,
    SCHEME_DARK,
} Scheme;

struct _TabColorScheme {
    GSettings *settings;
    GDBusProxy *portal; /* NULL: there is none, or not yet */
    GCancellable *cancellable;
    gboolean known; /* whether the desktop has said anything */
    guint32 desktop;
};

static void apply_scheme(TabColorScheme *self)
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

/* Takes a value of the portal, in however many variants it comes. */
static void take_value(TabColorScheme *self, GVariant *value)
{
    g_autoptr(GVariant) inner = g_variant_ref(value);
    while (g_variant_is_of_type(inner, G_VARIANT_TYPE_VARIANT)) {
        GVariant *next = g_variant_get_variant(inner);
        g_variant_unref(inner);
        inner = next;
    }
    if (!g_variant_is_of_type(inner, G_VARIANT_TYPE_UINT32))
        return;
    self->known = TRUE;
    self->desktop = g_variant_get_uint32(inner);
    apply_scheme(self);
}

static void on_portal_signal(GDBusProxy *proxy, const char *sender, const char *signal,
                             GVariant *parameters, TabColorScheme *self)
{
    const char *space, *key;
    g_autoptr(GVariant) value = NULL;
    if (!g_str_equal(signal, "SettingChanged") ||
        !g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ssv)")))
        return;
    g_variant_get(parameters, "(&s&s@v)", &space, &key, &value);
    if (g_str_equal(space, PORTAL_NAMESPACE) && g_str_equal(key, PORTAL_KEY))
        take_value(self, value);
}

static void on_read(GObject *source, GAsyncResult *result, gpointer user_data)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GVariant) answer = g_dbus_proxy_call_finish(G_DBUS_PROXY(source), result, &error);
    if (!answer || !g_variant_is_of_type(answer, G_VARIANT_TYPE("(v)")))
        return; /* cancelled, or a desktop that has no such setting */
    g_autoptr(GVariant) value = g_variant_get_child_value(answer, 0);
    take_value(user_data, value);
}

static void on_portal(GObject *source, GAsyncResult *result, gpointer user_data)
{
    g_autoptr(GError) error = NULL;
    GDBusProxy *portal = g_dbus_proxy_new_for_bus_finish(result, &error);
    if (!portal)
        return; /* cancelled, or no bus */
    TabColorScheme *self = user_data;
    self->portal = portal;
    g_signal_connect(portal, "g-signal", G_CALLBACK(on_portal_signal), self);
    g_dbus_proxy_call(portal, "Read", g_variant_new("(ss)", PORTAL_NAMESPACE, PORTAL_KEY),
                      G_DBUS_CALL_FLAGS_NONE, -1, self->cancellable, on_read, self);
}

TabColorScheme *tab_color_scheme_new(GSettings *settings)
{
    TabColorScheme *self = g_new0(TabColorScheme, 1);
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

void tab_color_scheme_free(TabColorScheme *self)
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
