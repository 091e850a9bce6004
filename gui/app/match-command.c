// SPDX-License-Identifier: GPL-3.0-or-later
// tab-gui --match: hands a match between two engines over to tab-match; no GTK, no display.
#include "gui/app/match-command.h"

#include <errno.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "gui/app/command-line.h"
#include "gui/model/match-arguments.h"

#define MAX_GAMES 1000000000

void tab_match_command_run(GVariantDict *options, const TabGameSetup *setup, GError **error)
{
    const char *text = tab_command_line_text(options, "match");
    guint64 games;
    if (!g_ascii_string_to_unsigned(text, 10, 1, MAX_GAMES, &games, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    /* Translators: an error on the command line. */
                    _("--match: a number of games is expected, not “%s”"), text);
        return;
    }
    g_autofree char *program = tab_engine_config_find_program("tab-match");
    if (!program || !setup->engine[TAB_WHITE] || !setup->engine[TAB_BLACK]) {
        g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT,
                    /* Translators: an error on the command line: the name of a program. */
                    _("the program %s is missing"), program ? "tab-engine" : "tab-match");
        return;
    }
    g_auto(GStrv) arguments =
        tab_match_arguments(setup, (guint)games, tab_command_line_text(options, "record"));
    execv(program, arguments);
    g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "%s: %s", program, g_strerror(errno));
}
