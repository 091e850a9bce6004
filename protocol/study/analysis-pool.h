// SPDX-License-Identifier: GPL-3.0-or-later
// Games on their way through several judges: each judge has one game at a time, and the games come
// out in their order.
#pragma once

#include "protocol/client/engine-config.h"
#include "protocol/study/analysis.h"

#define TAB_ANALYSIS_POOL_GIVE_UP 3 /* games in a row that could not be analysed: the end */

/* A game that has come out. */
typedef struct {
    guint number; /* that it came with */
    TabRecord *record;
    TabAnalysis *analysis; /* NULL: it failed */
    const GError *error;   /* … and why */
    gboolean known;        /* the analysis was there before */
} TabAnalysedGame;

typedef struct {
    const TabEngineConfig *judge;
    guint judges;           /* at once, 1 or more */
    TabAnalysisSetup setup; /* its progress is not used */
    /* The next game, given away, and its number; NULL: there is no other. */
    TabRecord *(*next)(guint *number, gpointer data);
    /* What is known of a game from before, given away, or NULL. May be NULL. */
    TabAnalysis *(*look_up)(const TabRecord *record, gpointer data);
    /* A game that has just been analysed, in whatever order; FALSE: that is the end. May be NULL.
     */
    gboolean (*analysed)(const TabAnalysedGame *game, gpointer data);
    /* A game, in the order in which they were begun; it is freed afterwards. */
    void (*done)(const TabAnalysedGame *game, gpointer data);
    /* So many games are done, in games, a part of those under way. May be NULL. */
    void (*progress)(double games, gpointer data);
    gpointer data;
} TabAnalysisPoolSetup;

typedef struct _TabAnalysisPool TabAnalysisPool;

/* Begins on the thread's default main context and calls back when all judges have quit. The games
 * are then all out, if it has not been stopped and there is no error. */
TabAnalysisPool *tab_analysis_pool_new(const TabAnalysisPoolSetup *setup,
                                       void (*ended)(gpointer data));
/* Not before it has ended. */
void tab_analysis_pool_free(TabAnalysisPool *pool);
/* Begins no more games, and drops those under way: it ends as soon as its judges have quit. */
void tab_analysis_pool_stop(TabAnalysisPool *pool);
/* Why it gave up: a judge that cannot be started, or too many games in a row that failed; NULL if
 * it did not. Messages name the judge. */
const GError *tab_analysis_pool_get_error(const TabAnalysisPool *pool);
