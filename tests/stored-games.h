// SPDX-License-Identifier: GPL-3.0-or-later
// A few games of ludii in a database, and what is expected of it.
#pragma once

#include "database-place.h"
#include "protocol/database/import.h"
#include "protocol/database/query.h"

/* The same position after three turns, of which White's are exchanged; and a turn of its own. */
#define TURNS_ONE "1. w 2 2:a7b6\n2. b 2 2:d1c2\n3. w 2 2:a6b7\n4. b 3 3:d2c2\n"
#define TURNS_OTHER "1. w 2 2:a6b7\n2. b 2 2:d1c2\n3. w 2 2:a7b6\n"
#define TURNS_SHORT "1. w 3 3:a7b5\n"
#define MEETING "1mmmmmm/1m5/5MM/MMMMM2 b - - 4"

/* The tests fail if it cannot be opened. */
TabDatabase *open_place(const Place *place, TabDatabaseMode mode);
/* Does this behind the database's back. */
void change_file(const char *path, const char *sql);

/* A game by these players on this day: what White and Black throw and play. Free with g_free. */
char *game_text(const char *white, const char *black, const char *date, const char *result,
                const char *rules, const char *turns);
/* What is broken and what was known is appended to `heard` (NULL: nobody asks), a line each. */
TabImportCounts import_bytes(TabDatabase *database, const char *text, gsize length, GString *heard);
/* Games that are all good and new. */
void import_new(TabDatabase *database, const char *text, guint n);
/* Five games: three of Ada's, of which the first two meet in MEETING, one with strange names on a
 * longer board, and one of nobody from a position of its own. */
void fill(TabDatabase *database);

/* The numbers of the games that a filter lets through: "3 1 2". Free with g_free. */
char *find_games(TabDatabase *database, const TabGameFilter *filter);
void expect(TabDatabase *database, TabGameFilter filter, const char *numbers);
#define EXPECT(database, numbers, ...)                                                             \
    expect(database, (TabGameFilter){.result = -1, __VA_ARGS__}, numbers)
/* Turns before the position stood in each game: "1@3 2@3". */
void expect_position(TabDatabase *database, const char *position, const char *rules,
                     const char *expected);
/* The first turns, so many deep: "w 2 2:a6b7 2:1-0-1;" are games, won by White, by Black, drawn. */
void expect_tree(TabDatabase *database, TabGameFilter filter, guint depth, const char *expected);
/* For tab_database_visit_games(): `data` is a GString of the records, an empty line between them.
 */
gboolean append_record(const TabStoredGame *row, const char *record, gsize length, gpointer data,
                       GError **error);
