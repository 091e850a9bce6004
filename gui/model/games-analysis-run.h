// SPDX-License-Identifier: GPL-3.0-or-later
// Many games on their way through several engines, in a thread of their own: read, analysed,
// written, and their players rated.
#pragma once

#include "gui/model/games-analysis-item.h"
#include "protocol/client/engine-config.h"
#include "protocol/report/analysis-report.h"
#include "protocol/study/rating.h"

/* What is to be done. */
typedef struct {
    char *folder;             /* whose files are analysed; NULL: games of the database, */
    GArray *numbers;          /* of gint64: these */
    char *database;           /* path; NULL: none */
    gboolean keep;            /* luck and loss are kept with the same games of the database */
    gboolean write;           /* the games with notes are written beside the files of the folder */
    gboolean rate;            /* the players are rated, too */
    TabEngineConfig *engine;  /* that judges */
    char *engine_name;        /* what the database calls it */
    char *journal, *settings; /* what was analysed is kept there, by this */
    guint judges;             /* at once, 1 or more */
} TabGamesAnalysisPlan;

void tab_games_analysis_plan_free(TabGamesAnalysisPlan *plan);

/* The files of a folder that are analysed, in the order of their names: those that end in .tab,
 * without those that were written with notes. Paths; free with g_strfreev. NULL and an error of
 * G_FILE_ERROR if the folder cannot be read. */
GStrv tab_games_analysis_list_files(const char *folder, GError **error);
/* Where a file's games with notes are written: "games-analysed.tab" of "games.tab". Free with
 * g_free. */
char *tab_games_analysis_output(const char *path);

typedef enum {
    TAB_GAMES_ANALYSIS_READS, /* counts the games */
    TAB_GAMES_ANALYSIS_ANALYSES,
    TAB_GAMES_ANALYSIS_RATES,
    TAB_GAMES_ANALYSIS_ENDED,
} TabGamesAnalysisStage;

/* A player's level under some rules. */
typedef struct {
    char *player, *rules; /* canonical */
    TabLevelRating rating;
} TabGamesAnalysisRating;

/* What is known, for whoever looks at it. */
typedef struct {
    TabGamesAnalysisStage stage;
    double done;        /* games, a part of those under way; decisions of a rating */
    guint of;           /* of so many */
    guint games;        /* that have come out */
    guint failed;       /* of them, games and files that could not be analysed */
    guint foreign;      /* games that are not in the database */
    guint files;        /* that were written */
    gboolean stopped;   /* before its end, by a person or a fault */
    char *fault;        /* what went wrong with more than a game; NULL: nothing */
    GPtrArray *players; /* of TabAnalysedPlayer */
    GPtrArray *ratings; /* of TabGamesAnalysisRating; empty: not known */
} TabGamesAnalysisState;

void tab_games_analysis_state_clear(TabGamesAnalysisState *state);

typedef struct _TabGamesAnalysisRun TabGamesAnalysisRun;

/* Begins (takes over the plan). `tell` is called in the default main context whenever there is
 * news, with `data`, until it has ended or was forgotten. */
TabGamesAnalysisRun *tab_games_analysis_run_new(TabGamesAnalysisPlan *plan,
                                                void (*tell)(gpointer data), gpointer data);
/* What is new: the state into `state`, which is empty or was cleared, and the games that have come
 * out since, in their order. GPtrArray of TabGamesAnalysisItem. */
GPtrArray *tab_games_analysis_run_take(TabGamesAnalysisRun *run, TabGamesAnalysisState *state);
/* It ends soon: what is analysed is in the journal. */
void tab_games_analysis_run_stop(TabGamesAnalysisRun *run);
/* The same, and `tell` is not called any more; lets go of it. */
void tab_games_analysis_run_forget(TabGamesAnalysisRun *run);
