// SPDX-License-Identifier: GPL-3.0-or-later
// tab-gui: the window of the game.
#include <locale.h>

#include <glib/gi18n.h>

#include "gui/app/application.h"
#include "gui/widgets/program-folders.h"

/* GIO takes dconf wherever that is installed. Without a session bus dconf reads, takes what is
 * written, and loses it with a warning: then settings are kept in a file below the user's
 * configuration, glib-2.0/settings/keyfile, unless GSETTINGS_BACKEND says otherwise. Before any use
 * of GSettings, and while there are no threads. */
static void choose_settings_backend(void)
{
    if (g_getenv("GSETTINGS_BACKEND"))
        return;
    g_autoptr(GDBusConnection) bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    if (!bus)
        g_setenv("GSETTINGS_BACKEND", "keyfile", FALSE);
}

int main(int argc, char *argv[])
{
    setlocale(LC_ALL, "");
    tab_program_folders_use_schema();
    choose_settings_backend();
    g_autofree char *translations = tab_program_folders_find_translations(TAB_LOCALE_DIR);
    bindtextdomain(GETTEXT_PACKAGE, translations);
    bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
    textdomain(GETTEXT_PACKAGE);
    g_autoptr(TabApplication) application = tab_application_new();
    return g_application_run(G_APPLICATION(application), argc, argv);
}
