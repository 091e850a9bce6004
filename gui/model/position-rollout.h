// SPDX-License-Identifier: GPL-3.0-or-later
// What the games that an engine has played out from one position have come to, batch by batch, and
// how a game record keeps it (RULES.md 10.7).
#pragma once

#include "protocol/game/record.h"
#include "protocol/statistics/accumulators.h"

#define TAB_ROLLOUT_BATCH_GAMES 16 /* from each turn, between two questions to the engine */
#define TAB_ROLLOUT_MOST_TURNS 64  /* that are compared */
#define TAB_ROLLOUT_CLEAR 2.0 /* errors of the difference by which the best turn is clearly so */

/* A rollout goes on whenever somebody wishes, also with a later run of the program, because it is
 * made of batches. Each is a `go rollouts` of its own, whose sticks come from a seed of its own:
 * batch k (from 0) of a rollout with the seed S has the first number of stream k of S, shifted
 * right by 33 bits. So the batches are independent, and the rollout is the same wherever it was
 * paused. A batch that was cut short does not count, for nobody tells how many games it had; it is
 * played again.
 *
 * Estimates of n games each are joined by their numbers of games. The mean and the error of the
 * mean give back the sum and the sum of squares of a batch's results, and these are added. What
 * comes out is the mean and the error that one batch of all games would have had. Weights by the
 * inverse of the variance would be biased: the variance of a batch is only known by the spread of
 * its own few games, and where wins are rare it is small whenever the mean is.
 *
 * All turns of a batch are played with the same sticks, so the error of a difference is at most
 * about the root of the sum of both squares, by which a best turn is called clear. */

/* One turn and what it is worth to the side that plays it; or the position, before the throws are
 * complete. */
typedef struct {
    char *turn;       /* NULL: the position */
    TabMoments games; /* results that count, 0–1, a draw counting one half */
    double known;     /* its exact worth, 0–1; NAN: it is played out */
    gboolean resting; /* left out of the batches to come */
    /* What the first batch has told so far, while nothing counts yet: NAN at first. */
    double first_win, first_se;
} TabRolloutTurn;

/* Read freely; change through the functions only. */
typedef struct {
    char *position; /* five fields, with what is thrown */
    char *engine;   /* its name; another engine's games are another rollout */
    guint64 seed;
    guint truncate; /* turns after which a game is cut off and valued; 0: never */
    guint batches;  /* that count */
    GArray *turns;  /* of TabRolloutTurn, the best first */
} TabPositionRollout;

/* Without turns. Texts are copied. */
TabPositionRollout *tab_position_rollout_new(const char *position, const char *engine, guint64 seed,
                                             guint truncate);
void tab_position_rollout_free(TabPositionRollout *rollout);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabPositionRollout, tab_position_rollout_free)

/* Adds a turn (copied; NULL: the position) unless there are too many. */
void tab_position_rollout_add_turn(TabPositionRollout *rollout, const char *turn);
TabRolloutTurn *tab_position_rollout_nth(const TabPositionRollout *rollout, guint n);
/* The turn of this text; NULL: it is not there. */
TabRolloutTurn *tab_position_rollout_find(const TabPositionRollout *rollout, const char *turn);
/* The seed of the next batch, 0 … 2^31 - 1. */
gint64 tab_position_rollout_next_seed(const TabPositionRollout *rollout);
/* Adds `n` games of a batch to a turn, by their mean and its standard error. */
void tab_rollout_turn_add(TabRolloutTurn *turn, guint64 n, double win, double se);
/* Puts the best turn first; those of which nothing is known come last. */
void tab_position_rollout_sort(TabPositionRollout *rollout);

/* What is known of a turn: FALSE if nothing is. `se` is 0 for what is known exactly. */
gboolean tab_rollout_turn_value(const TabRolloutTurn *turn, double *win, double *se);
/* Games from the turn that was played out most. */
guint64 tab_position_rollout_games(const TabPositionRollout *rollout);
/* The largest error of those that go on; 0 if none does, NAN if one is not known. */
double tab_position_rollout_error(const TabPositionRollout *rollout);
/* Whether there is a turn that more games would tell more about. */
gboolean tab_position_rollout_goes_on(const TabPositionRollout *rollout);
/* By how much the best turn is ahead of the nearest of the others, measured in errors, and the
 * error of that difference; FALSE if fewer than two are known. */
gboolean tab_position_rollout_lead(const TabPositionRollout *rollout, double *lead, double *error);

/* --- in a record --- */

/* A line of text, to be the value of a tag `Rollout<n>`. Turns that would make it too long for a
 * tag are left out, the worst first. Free with g_free. */
char *tab_position_rollout_to_text(const TabPositionRollout *rollout);
/* The same back, under these rules. TAB_RULES_ERROR_RECORD says what is wrong. */
TabPositionRollout *tab_position_rollout_parse(const TabRules *rules, const char *text,
                                               GError **error);

/* The one that a record keeps of this position; NULL: none, or, with TAB_RULES_ERROR, one that
 * cannot be read, whose tag is named. */
TabPositionRollout *tab_position_rollout_load(const TabRecord *record, const char *position,
                                              GError **error);
/* Has the record keep it in place of the one of the same position, or take that out (`rollout`
 * NULL). FALSE, and nothing happens, if the record has no room for another one. */
gboolean tab_position_rollout_keep(TabRecord *record, const char *position,
                                   const TabPositionRollout *rollout);
/* The first tag of a record that should be a rollout and is none: its name and what is wrong, in
 * words for people; NULL: all are, as far as one sees without a look at their turns, which would
 * take long. Free with g_free. */
char *tab_position_rollout_find_fault(const TabRecord *record);
