// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for a session bus and for letters, and tells where they are missing.
#include "gui/app/surroundings.h"

#include <glib/gi18n.h>

/* GIO takes dconf wherever that is installed. Without a session bus dconf reads, takes what is
 * written, and loses it with a warning: then settings are kept in a file below the user's
 * configuration. And GTK looks for screen readers by way of the X server as well, but GTK 4.8
 * cannot talk to them without a session bus: it complains for each widget, and may fall when the
 * window closes. */
static const struct {
    const char *variable, *value, *message; /* with a place for the file's name, or none */
} without_bus[] = {
    {"GSETTINGS_BACKEND", "keyfile",
     /* Translators: of the desktop; %s is a file. */
     N_("Without a session bus, settings are kept in %s.")},
    {"GTK_A11Y", "none", N_("Without a session bus, screen readers cannot read the window.")},
};

char *tab_surroundings_prepare(void)
{
    g_autoptr(GDBusConnection) bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    if (bus)
        return NULL;
    g_autofree char *file =
        g_build_filename(g_get_user_config_dir(), "glib-2.0", "settings", "keyfile", NULL);
    g_autofree char *name = g_filename_display_name(file);
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(without_bus); i++) {
        if (g_getenv(without_bus[i].variable))
            continue;
        g_setenv(without_bus[i].variable, without_bus[i].value, FALSE);
        g_auto(GStrv) parts = g_strsplit(_(without_bus[i].message), "%s", 2);
        g_autofree char *line = g_strjoinv(name, parts);
        g_string_append_printf(text, "tab-gui: %s\n", line);
    }
    return g_string_free(text, !text->len);
}

const TabSurroundingsFault *tab_surroundings_find_fault(GtkWidget *widget)
{
    static const TabSurroundingsFault no_letters = {
        "The letters of your language cannot be shown",
        "No font of this machine has them. Install one, like Debian’s fonts-noto-core, or begin "
        "with "
        "LANGUAGE=en tab-gui."};
    /* a sentence long enough to have most of them */
    const char *sentence = _("The old game of sticks and stones from Egypt and the Levant");
    g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(widget, sentence);
    return pango_layout_get_unknown_glyphs_count(layout) ? &no_letters : NULL;
}
