// SPDX-License-Identifier: GPL-3.0-or-later
// What a match has shown so far: the one place from which score, progress, JSON and report are
// made.
#pragma once

#include "protocol/match/game-result.h"
#include "protocol/match/settings.h"
#include "protocol/statistics/accumulators.h"
#include "protocol/statistics/ratings.h"
#include "protocol/statistics/sprt.h"
#include "protocol/statistics/score.h"

/* What the results need to know of the match; copied. */
typedef struct {
    guint engines;            /* two at least */
    const char *const *names; /* of the engines; what is no text becomes replacement characters */
    const char *const *rules;
    guint n_rules;
    gboolean pairs;      /* games with the same number of their set share their sticks */
    guint total_games;   /* planned, all shards */
    const TabSprt *sprt; /* or NULL; two engines only */
} TabResultsSetup;

/* All games together. Draws by termination are in `draws`, everything else of `ends` was won.
 * Layers of the histograms are games won, drawn and lost by the first engine of two, by White if
 * there are more; undecided games are nowhere but in `games` and `undecided`. */
typedef struct {
    guint games, undecided; /* added; without a result */
    TabTally white;         /* White's points */
    TabTally first;         /* points of who had the first turn */
    TabMoments turns;       /* of a game */
    guint shortest, longest;
    TabHistogram lengths; /* turns of a game */
    guint ends[TAB_N_RECORD_TERMINATIONS], draws[TAB_N_RECORD_TERMINATIONS];
    /* Of games with luck; points a game, White's luck or that of the first engine of two. */
    TabHistogram luck;
    TabMoments2 luck_by_game; /* White's points and luck */
    TabMoments white_luck;    /* of a pair (its mean) with pairs, else of a game */
} TabMatchFigures;

/* One engine's. */
typedef struct {
    TabTally tally;
    TabScore seat[2]; /* by TabSide: its games as White, as Black */
    guint lost_by[TAB_N_RECORD_TERMINATIONS];
    guint64 turns; /* that it answered; over all games, as in TabSeatUse */
    gint64 time_us, longest_us, depth_sum, nodes_sum;
    guint64 depth_turns, node_turns;
    TabMoments2 luck; /* points and luck a game of a pair with pairs, else of a game */
} TabEngineFigures;

/* What is remembered of a game until its pair is complete. */
typedef struct {
    guint set, engine[2], rules;
    TabSide first;
    double points; /* White's */
    gboolean has_luck;
    double luck; /* White's */
} TabResultsGame;

/* Read freely; tab_results_add() alone changes it. */
typedef struct {
    guint engines, n_rules;
    char **names, **rules; /* as plain text */
    gboolean pairs, has_sprt;
    guint total_games;
    TabMatchFigures match;
    TabEngineFigures *engine; /* [engines] */
    /* [engines]: how the engine's score went; with two engines that of the first in more points,
     * and with the log likelihood ratio */
    TabSeries *series;
    TabTally *encounters; /* of each two: tab_results_get_encounter() */
    TabTally *by_rules;   /* [n_rules][engines] */
    TabSprt sprt;
    TabSprtVerdict verdict;
    guint verdict_games;
    gboolean has_waiting;
    TabResultsGame waiting; /* for the second game of its set */
} TabResults;

TabResults *tab_results_new(const TabResultsSetup *setup);
/* Empty results of what is planned, which must outlive them. */
TabResults *tab_results_new_for_plan(const TabMatchPlan *plan);
void tab_results_free(TabResults *results);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabResults, tab_results_free)

/* Adds a game; games come in the order of their numbers, gaps allowed (a shard). `set` is the
 * number of its set, the same for both games of a pair and for no others. The game is borrowed.
 * Everything depends on nothing but the games added and their order; memory grows with the square
 * of the engines and with the rulesets, not with the games. Returns the verdict of the SPRT: one
 * that was reached stays, whatever is added later. With pairs it is reached at complete pairs only.
 */
TabSprtVerdict tab_results_add(TabResults *results, const TabGameResult *game, guint set);

/* Games it lost by a fault: time, crash, silence, illegal turn, flood. */
guint tab_engine_figures_faults(const TabEngineFigures *figures);
/* Games that any engine lost so. */
guint tab_results_count_faults(const TabResults *results);

/* The games of two different engines, seen from the first one named. */
TabTally tab_results_get_encounter(const TabResults *results, guint engine, guint other);
/* The games of an engine under a ruleset. */
const TabTally *tab_results_get_rules_tally(const TabResults *results, guint rules, guint engine);

/* The test, as far as it went. `games` and `verdict`: what was decided first and after how many
 * games, 0 if undecided; `llr`: after all games, where complete pairs count if there are pairs. */
typedef struct {
    TabSprt sprt;
    double llr, lower, upper;
    TabSprtVerdict verdict;
    guint games;
} TabSprtState;

/* FALSE if the match has no SPRT. */
gboolean tab_results_get_sprt(const TabResults *results, TabSprtState *state);

/* Points a game less luck a game, of pairs or games with luck for all throws (`samples`).
 * plain_half_width: of its 95 % interval, as of any score (score.h). ratio: standard error of
 * `adjusted` to that of `plain`, NAN if undefined. correlation: of luck and result over single
 * games, NAN if undefined. `luck` is about 0 if the judge is consistent. */
typedef struct {
    guint64 samples;
    TabEstimate plain, luck, adjusted;
    double plain_half_width, ratio, correlation;
} TabLuckFigures;

/* FALSE with fewer than two samples. */
gboolean tab_results_get_luck(const TabResults *results, guint engine, TabLuckFigures *figures);
/* Whether there are such figures of any engine. */
gboolean tab_results_has_luck(const TabResults *results);

/* Fills ratings[engines] and order[engines], the engines from the best to the last. Takes time in
 * proportion to the games. */
void tab_results_get_ratings(const TabResults *results, TabRating *ratings, guint *order);
