// SPDX-License-Identifier: GPL-3.0-or-later
// What results are made of, for the files that fill them and read them off.
#pragma once

#include "protocol/match/results.h"

G_BEGIN_DECLS

/* What is remembered of a game until its pair is complete. */
typedef struct {
    guint set, engine[2], rules;
    TabSide first;
    double points; /* White's */
    gboolean has_luck;
    double luck; /* White's */
} TabResultsGame;

struct TabResults {
    guint engines, n_rules;
    char **names, **rules;
    gboolean pairs, has_sprt;
    guint total_games;
    TabSprt sprt;
    TabSprtVerdict verdict;
    guint verdict_games;
    gboolean has_waiting;
    TabResultsGame waiting; /* for the second game of its set */
    TabMatchFigures match;
    TabEngineFigures *engine; /* [engines] */
    TabSeries *series;        /* [engines] */
    TabTally *encounters;     /* of each two, see tab_results_find_encounter() */
    TabTally *by_rules;       /* [n_rules][engines] */
};

/* Of two engines, low < high. */
static inline TabTally *tab_results_find_encounter(const TabResults *results, guint low, guint high)
{
    return &results->encounters[(gsize)high * (high - 1) / 2 + low];
}

/* The log-likelihood ratio of a match with an SPRT. */
double tab_results_compute_llr(const TabResults *results);

G_END_DECLS
