// SPDX-License-Identifier: GPL-3.0-or-later
// The luck of a recorded game, throw by throw, and the loss of its turns, as a judge engine sees
// them.
#pragma once

#include "protocol/client/client.h"
#include "protocol/game/record.h"
#include "protocol/rules/cast.h"

/* Luck. Let a side have thrown h in a position (h may be empty), and let more be due to fall. For
 * each throw t that can come next, with chance p(t), let V(t) be the judge's value once t has
 * fallen. The luck of the throw that did fall is
 *
 *   luck(t) = V(t) - sum over all u of p(u) V(u),
 *
 * in points of the game (0–1), for the side that threw. All the V(u) are asked for in the same
 * order whichever throw fell, from a judge that knows only the game up to then. So luck is zero on
 * average, whatever the judge believes and however deep it looks: a bad judge takes less chance out
 * of a result, but favours nobody. The result less White's luck has the same expectation as the
 * result.
 *
 * V is for the side that threw its chance to win, a draw counting one half. If h and t are a whole
 * hand it is what the judge says to
 *
 *   setpos <position>   throw <h> <t>   go
 *
 * the last `win` that its `info` lines tell of the best turn (multipv 1). If more will fall, it is
 * the mean of the values of the whole hands that can come of it, in which at most `ahead` throws,
 * t among them, earn another one: longer hands count as if the next throw were known to end them.
 * (With ahead 0 it is the judge's own word on `throw <h> <t> +`. That asks less often, but engines
 * take long over it, having all those hands to look through for one number.)
 *
 * What can fall follows from the rules, as in the match runner: every throw of a turn counts, those
 * of throws=at-once too, and those to which no turn was played any more. Throws that the position
 * came with (the tâb of the opening, saved tâbs) were not thrown then.
 *
 * The luck of the opening is the value of having the first turn. With V(w), V(b) White's chance to
 * win at the start that White and that Black begins, before the first throw (a mean as above), and
 * p the exact chance that White wins the opening (tab_analysis_white_begins), it is for White
 *
 *   V(side that won it) - p V(w) - (1 - p) V(b).
 *
 * A game without a decided opening in its record has none: one that begins from a position, or with
 * White by agreement.
 *
 * Loss. Where another turn than the judge's was played, the loss is what the side gave away by
 * that, V(after the judge's turn) - V(after the turn played), both before the next throw; 0 if that
 * is negative.
 *
 * Drift. A judge that does not know the game exactly changes its mind when a turn is over: what it
 * says before the next throw, or the result, is not what it has said of the hand, less the loss.
 * Drift is the sum of these changes, for White; if losses were not asked for they are part of it.
 * So everything adds up,
 *
 *   first + luck - loss of White + loss of Black + drift = last,
 *
 * `first` being White's chance before the opening or the first throw, and `last` the last thing
 * known: of a game that was played out, its result. */

/* The chance that White wins the opening, 0–1, exactly: with `alternate` 1 / (2 - p(1)), with
 * `first` 1, with `highest` ½. NAN if no opening would ever end with these sticks. */
double tab_analysis_white_begins(const TabRules *rules, const TabSticks *sticks);

/* One throw that fell. */
typedef struct {
    const TabRecordNode *node; /* its turn, of the record */
    TabSide side;              /* that threw */
    guint place;               /* among the throws of the turn, from 0 */
    int kind;                  /* of throw */
    double before;             /* chance of `side` to win before it fell: the mean, 0–1 */
    double after;              /* and after, 0–1 */
    double luck;               /* after - before, for `side` */
} TabThrowLuck;

/* One turn that was played. */
typedef struct {
    const TabRecordNode *node;
    TabSide side;
    double win;      /* chance of `side` to win with the throws at hand, before the turn, 0–1 */
    double loss;     /* 0–1 */
    char *best_turn; /* the judge's */
} TabTurnLoss;

/* What was found out about a game. The record must outlive it. */
typedef struct {
    double luck_white; /* all luck, the opening's too: White's less Black's, in points */
    double luck[2];    /* of the throws of each side (TabSide), in points */
    guint throws;      /* that could have fallen otherwise: the length of of_throws */
    GArray *of_throws; /* of TabThrowLuck, in their order */
    gboolean has_opening;
    double opening_before, opening; /* White's chance before the opening; its luck for White */
    double first, last, drift;      /* White's, see above; NAN, NAN, 0 if nothing happens */
    double loss[2];                 /* sums of the sides; 0 if losses were not asked for */
    GArray *of_turns;               /* of TabTurnLoss; NULL if they were not asked for */
    guint turns;                    /* completed, as limits count them (ending.h) */
    guint calls;                    /* of the judge */
} TabAnalysis;

/* One in which nothing is found yet. */
TabAnalysis *tab_analysis_new(gboolean losses);
void tab_analysis_free(TabAnalysis *analysis);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabAnalysis, tab_analysis_free)

/* What is known after `turns` of `of` turns. */
typedef void (*TabAnalysisFunc)(const TabAnalysis *so_far, guint turns, guint of, gpointer data);

#define TAB_ANALYSIS_AHEAD 2
#define TAB_ANALYSIS_MAX_AHEAD 6 /* some 170 hands a throw */

/* How to analyse. Borrowed during tab_analysis_run_async() only. */
typedef struct {
    const TabSticks *sticks;   /* NULL: those of the tag [Sticks], fair without it */
    const TabRecordNode *last; /* of the line to be analysed; NULL: the main line */
    TabLimits limits;          /* of each call of the judge; none of depth, nodes and movetime:
                                  depth 1, nodes 10000. Must end, without searchturns */
    guint ahead;               /* 0 … TAB_ANALYSIS_MAX_AHEAD, see above */
    gboolean losses;           /* of turns too */
    gint64 patience_ms;        /* for a call, besides its movetime; 0: one minute */
    TabAnalysisFunc progress;  /* after each turn; NULL: none */
    gpointer progress_data;
} TabAnalysisSetup;
#define TAB_ANALYSIS_SETUP_INIT                                                                    \
    {                                                                                              \
        .limits = TAB_LIMITS_INIT, .ahead = TAB_ANALYSIS_AHEAD                                     \
    }

/* Walks through a game, finished or not, on the thread's default main context. The judge must be
 * started and play the rules. It is told `newgame` first, so that it knows nothing of other games,
 * and the sticks of the record's tag, if it has the option. Hands that occur
 * again in the same position are not asked for again. `record` must not change until the end.
 *
 * Fails if the judge does (TAB_CLIENT_ERROR: it crashed, was silent, refused, gave no win chance or
 * an illegal turn), with the judge and the turn named; with TAB_RULES_ERROR_STICKS if a throw of
 * the record cannot fall with the sticks; or with G_IO_ERROR_CANCELLED. No luck is known then. */
void tab_analysis_run_async(const TabRecord *record, TabClient *judge,
                            const TabAnalysisSetup *setup, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data);
TabAnalysis *tab_analysis_run_finish(GAsyncResult *result, GError **error);
