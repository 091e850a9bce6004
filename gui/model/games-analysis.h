// SPDX-License-Identifier: GPL-3.0-or-later
// Games of a folder or of the database that are analysed one after the other: luck, loss, marks and
// levels of their players.
#pragma once

#include "gui/model/games-analysis-run.h"

/* Signal: "changed" (), how far it is, or what is known. Nothing here waits: engines and files are
 * a thread's. What was analysed by an engine is in a journal of this place and that engine, so
 * that the next time goes on where the last one ended, however that was. */
#define TAB_TYPE_GAMES_ANALYSIS (tab_games_analysis_get_type())
G_DECLARE_FINAL_TYPE(TabGamesAnalysis, tab_games_analysis, TAB, GAMES_ANALYSIS, GObject)

/* Read freely; change through the functions only. */
struct _TabGamesAnalysis {
    GObject parent;
    char *folder;      /* NULL: games of the database */
    GArray *numbers;   /* of gint64: these; NULL */
    char *database;    /* path */
    char *engine;      /* that judges, or has judged; NULL: it has never begun */
    GListStore *games; /* of TabGamesAnalysisItem, as they come out */
    TabGamesAnalysisState state;
    TabGamesAnalysisRun *run; /* NULL: it rests, */
    gboolean stopping;        /* or is about to */
};

/* What comes of it besides what is shown. */
typedef struct {
    gboolean keep;  /* luck and loss, with the same games of the database */
    gboolean write; /* the games with notes, beside the files of the folder */
    gboolean rate;  /* levels of the players, too */
} TabGamesAnalysisWishes;

TabGamesAnalysis *tab_games_analysis_new_folder(const char *folder, const char *database);
/* `numbers` is copied. */
TabGamesAnalysis *tab_games_analysis_new_stored(const char *database, const GArray *numbers);

/* Begins, or goes on where it ended. */
void tab_games_analysis_begin(TabGamesAnalysis *self, const TabEngineConfig *engine,
                              const TabGamesAnalysisWishes *wishes);
/* Ends its engines; it rests when they are gone. */
void tab_games_analysis_stop(TabGamesAnalysis *self);

/* The files that writing games with notes would write over: names for people, NULL-terminated; free
 * with g_strfreev. */
GStrv tab_games_analysis_list_overwritten(const TabGamesAnalysis *self);

/* How much of it is done, 0–1. */
double tab_games_analysis_get_part(const TabGamesAnalysis *self);
/* What it does, how it ended and what was left out, in words; "" if it was never begun. Free with
 * g_free. */
char *tab_games_analysis_describe(const TabGamesAnalysis *self);
/* The level of a player, a line for each of the rules; "" if it is not known. Free with g_free. */
char *tab_games_analysis_describe_level(const TabGamesAnalysis *self, const char *player);
