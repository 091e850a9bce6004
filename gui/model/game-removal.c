// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a game out of a database, in a thread, if it is still the one that a person has seen.
#include "gui/model/game-removal.h"

#include <glib/gi18n-lib.h>

#include "protocol/database/import.h"

/* In the thread. */
static gpointer take_out(TabDatabase *database, gpointer input, GError **error)
{
    GError *cause = NULL;
    if (tab_database_remove_known(database, input, &cause))
        return NULL;
    if (g_error_matches(cause, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED)) {
        g_clear_error(&cause);
        cause = g_error_new_literal(TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED,
                                    _("The game is not in the list any more."));
    }
    g_propagate_error(error, cause);
    return NULL;
}

void tab_game_removal_run(TabStoredGame *game, const char *path, TabLibraryDone done,
                          GObject *owner)
{
    g_autoptr(TabGameLibrary) library = tab_game_library_new(path, TAB_DATABASE_WRITE);
    const TabLibraryQuestion ask = {.answer = take_out,
                                    .input = game,
                                    .free_input = (GDestroyNotify)tab_stored_game_free,
                                    .done = done,
                                    .owner = owner};
    tab_game_library_ask(library, &ask);
}
