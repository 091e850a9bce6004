// SPDX-License-Identifier: GPL-3.0-or-later
// What engines said of the games of a database: luck and loss of both sides.
#pragma once

#include "protocol/database/database.h"
#include "protocol/study/analysis.h"

/* Sums over a game, in points (1 is a game), by TabSide. */
typedef struct {
    char *engine;       /* who judged; "" if that is not known, as of notes in a record */
    char *settings;     /* its limits; "" if not known */
    double luck[2];     /* of the throws; NAN: not known */
    double loss[2];     /* by the turns, 0 or more; NAN: not known */
    guint decisions[2]; /* turns whose loss is in it */
    char *details;      /* values of single turns, JSON; NULL: none */
} TabGameAnalysis;

/* Nothing is known yet. */
TabGameAnalysis *tab_game_analysis_new(const char *engine, const char *settings);
/* The sums of an analysis of the whole game. */
TabGameAnalysis *tab_game_analysis_sum_up(const TabAnalysis *analysis, const char *engine,
                                          const char *settings);
void tab_game_analysis_free(TabGameAnalysis *analysis);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGameAnalysis, tab_game_analysis_free)

/* Keeps the analysis of a game, in the place of one by the same engine with the same settings, or
 * only if there is none (`replace` FALSE). */
gboolean tab_database_put_analysis(TabDatabase *database, gint64 game,
                                   const TabGameAnalysis *analysis, gboolean replace,
                                   GError **error);

/* All analyses of a game: GPtrArray of TabGameAnalysis, which owns them. */
GPtrArray *tab_database_list_analyses(TabDatabase *database, gint64 game, GError **error);
