// SPDX-License-Identifier: GPL-3.0-or-later
// tab-gui: the window of the game.
#include <locale.h>

#include <glib/gi18n.h>

#include "gui/app/application.h"
#include "gui/app/surroundings.h"
#include "gui/widgets/program-folders.h"
#include "protocol/files/output-file.h"

int main(int argc, char *argv[])
{
    setlocale(LC_ALL, "");
    tab_output_file_hold_standard();
    tab_output_file_watch_help();
    tab_program_folders_use_schema();
    g_autofree char *translations = tab_program_folders_find_translations(TAB_LOCALE_DIR);
    bindtextdomain(GETTEXT_PACKAGE, translations);
    bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
    textdomain(GETTEXT_PACKAGE);
    g_autofree char *lacking = tab_surroundings_prepare();
    g_autoptr(TabApplication) application = tab_application_new(lacking);
    return g_application_run(G_APPLICATION(application), argc, argv);
}
