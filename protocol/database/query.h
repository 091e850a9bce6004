// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to a database of games: which games, in which order, and their records.
#pragma once

#include "protocol/database/database.h"
#include "protocol/database/game-filter.h"
#include "protocol/game/record.h"

/* The name of a column: "number", "date" … */
const char *tab_game_column_name(TabGameColumn column);

/* A game of a list. NULL is what the record does not say. */
typedef struct {
    gint64 number;
    char *white, *black, *event, *round, *date;
    char *rules; /* canonical */
    TabRecordResult result;
    TabRecordTermination termination;
    TabSide begins;
    guint turns;
    char *source;
    guint line; /* of the source */
    int at; /* turns before the position of the filter stood there first; -1: none was asked for, or
               the place is not known */
} TabStoredGame;

TabStoredGame *tab_stored_game_copy(const TabStoredGame *row);
void tab_stored_game_free(TabStoredGame *row);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabStoredGame, tab_stored_game_free)

/* Games that the filter lets through, a GPtrArray of TabStoredGame, which owns them. Each game with
 * the position is played up to it, so ask for some at a time. Errors: TAB_DATABASE_ERROR, also
 * TAB_DATABASE_ERROR_ASKED, and TAB_RULES_ERROR for rules and positions. */
GPtrArray *tab_database_list_games(TabDatabase *database, const TabGameFilter *filter,
                                   GError **error);

/* How many games there are, whatever limit and offset. With a position by its key alone, which may
 * be that of another one (see game-entry.h). -1 after an error. */
gint64 tab_database_count_games(TabDatabase *database, const TabGameFilter *filter, GError **error);

/* The numbers (gint64) of all games that the filter lets through, in its order, whatever limit and
 * offset: 100,000 of them take less than a megabyte. With a position by its key alone. Free with
 * g_array_unref; NULL after an error. */
GArray *tab_database_list_numbers(TabDatabase *database, const TabGameFilter *filter,
                                  GError **error);
/* The games with these numbers, a GPtrArray of TabStoredGame in their order, which owns them; NULL
 * in the place of one that is gone. `at` is that of the filter's position, -1 in a game whose
 * record is damaged; all else of the filter does not matter. NULL after an error. */
GPtrArray *tab_database_get_games(TabDatabase *database, const TabGameFilter *filter,
                                  const gint64 *numbers, guint n, GError **error);

/* Calls `visit` with each game and the text of its record, as tab_record_write() wrote it; goes on
 * while that returns TRUE. The database must not be written meanwhile by the same connection. Its
 * error is passed on. */
typedef gboolean (*TabGameVisit)(const TabStoredGame *row, const char *record, gsize length,
                                 gpointer data, GError **error);
gboolean tab_database_visit_games(TabDatabase *database, const TabGameFilter *filter,
                                  TabGameVisit visit, gpointer data, GError **error);

/* The text of one record; NULL and TAB_DATABASE_ERROR_ASKED if there is no such game. Free with
 * g_free. */
char *tab_database_get_record(TabDatabase *database, gint64 number, gsize *length, GError **error);
