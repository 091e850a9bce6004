// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a game out of a database, in a thread, if it is still the one that a person has seen.
#include "gui/model/game-removal.h"

#include <glib/gi18n-lib.h>

#include "protocol/database/import.h"

struct _TabGameRemoval {
    gint64 number;
    GVariant *known;
};

/* What tells a game from any other one that may come to its number. */
static GVariant *describe(const TabStoredGame *game)
{
    return g_variant_ref_sink(g_variant_new(
        "(msmsmsmsmssiumsu)", game->white, game->black, game->event, game->round, game->date,
        game->rules, (int)game->result, game->turns, game->source, game->line));
}

TabGameRemoval *tab_game_removal_new(const TabStoredGame *game)
{
    TabGameRemoval *removal = g_new0(TabGameRemoval, 1);
    removal->number = game->number;
    removal->known = describe(game);
    return removal;
}

void tab_game_removal_free(TabGameRemoval *removal)
{
    if (!removal)
        return;
    g_variant_unref(removal->known);
    g_free(removal);
}

/* In the thread. */
static gpointer take_out(TabDatabase *database, gpointer input, GError **error)
{
    const TabGameRemoval *removal = input;
    const TabGameFilter filter = TAB_GAME_FILTER_INIT;
    g_autoptr(GPtrArray) rows =
        tab_database_get_games(database, &filter, &removal->number, 1, error);
    if (!rows)
        return NULL;
    const TabStoredGame *game = g_ptr_array_index(rows, 0);
    g_autoptr(GVariant) is = game ? describe(game) : NULL;
    if (is && g_variant_equal(is, removal->known))
        tab_database_remove_games(database, &removal->number, 1, error);
    else
        g_set_error_literal(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED,
                            _("The game is not in the list any more."));
    return NULL;
}

void tab_game_removal_run(TabGameRemoval *removal, const char *path, TabLibraryDone done,
                          GObject *owner)
{
    g_autoptr(TabGameLibrary) library = tab_game_library_new(path, TAB_DATABASE_WRITE);
    const TabLibraryQuestion ask = {.answer = take_out,
                                    .input = removal,
                                    .free_input = (GDestroyNotify)tab_game_removal_free,
                                    .done = done,
                                    .owner = owner};
    tab_game_library_ask(library, &ask);
}
