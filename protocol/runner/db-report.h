// SPDX-License-Identifier: GPL-3.0-or-later
// What `tab-match db` prints: lists of games, tallies, the tree of openings.
#pragma once

#include "protocol/database/opening-tree.h"
#include "protocol/database/tally.h"

typedef enum { TAB_DB_TEXT, TAB_DB_CSV, TAB_DB_JSON, TAB_N_DB_FORMATS } TabDbFormat;

/* Each returns a text that ends with a newline, or "" where a table would have no row. Free with
 * g_free. */

/* A list of TabStoredGame, a row each, below the names of the columns; with `position` also `at`.
 */
char *tab_db_report_games(const GPtrArray *rows, TabDbFormat format, gboolean position);
/* Tables of TabRulesTally and of TabPlayerTally. */
char *tab_db_report_rules(const GPtrArray *tallies);
char *tab_db_report_players(const GPtrArray *tallies);

/* Appends lines for turns of the tree of openings, those with the same throws under one line for
 * all of them, indented by `level`. `follow` is called behind each turn. */
typedef gboolean (*TabDbFollow)(const TabOpeningLine *line, GString *text, gpointer data);
gboolean tab_db_report_openings(const GPtrArray *lines, guint level, GString *text,
                                TabDbFollow follow, gpointer data);
