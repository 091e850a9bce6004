// SPDX-License-Identifier: GPL-3.0-or-later
// The luck of a recorded game, throw by throw, and the loss of its turns, as a judge engine sees
// them.
#pragma once

#include "protocol/client/client.h"
#include "protocol/rules/record.h"
#include "protocol/rules/sticks.h"

G_BEGIN_DECLS

/* Luck. Let a side have thrown h in a position (h may be empty), and let more be due to fall. For
 * each throw t that can come next, with chance p(t), V(t) is the judge's chance of that side to win
 * (0–1, a draw counting one half) once t has fallen:
 *
 *   h and t are the whole hand       setpos <position>   throw <h> <t>     go
 *   more will fall                   setpos <position>   throw <h> <t> +   go
 *
 * and the last `win` that the `info` lines of the best turn (multipv 1) tell. The luck of the throw
 * that did fall is
 *
 *   luck(t) = V(t) - sum over all u of p(u) V(u),
 *
 * in points of the game, for the side that threw. All five values are asked for before it matters
 * which throw fell, in the same order, from a judge that has been told only of the game up to then.
 * So luck is zero on average, whatever the judge believes and however deep it looks: a bad judge
 * takes less chance out of a result, but never favours a side. The result less the sum of the luck
 * has the same expectation as the result.
 *
 * What can fall follows from the rules, as in the match runner: every throw of a turn counts, those
 * with throws=at-once too, and those to which no turn was played any more. Throws that the position
 * came with (the tâb of the opening, saved tâbs) were not thrown then.
 *
 * The luck of the opening is the value of having the first turn: with V(w), V(b) the judge's chance
 * of White to win at the start that White and that Black begins, before the first throw, and p the
 * exact chance that White wins the opening (tab_luck_white_begins), it is for White
 *
 *   V(side that won it) - p V(w) - (1 - p) V(b).
 *
 * A game without a decided opening in the record has none: one that begins from a position, or with
 * White by agreement.
 *
 * Loss. In place of the judge's own turn another was played: the loss is what the side gave away by
 * that, V(after the judge's turn) - V(after the turn played), both valued before the next throw,
 * and 0 if that is negative or both lead to the same position. */

/* One throw that fell. */
typedef struct {
    const TabRecordNode *node; /* its turn, of the record */
    TabSide side;              /* that threw */
    guint place;               /* among the throws of the turn, from 0 */
    int throw_index;           /* 0–4 */
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

/* Times for a call; `record` must outlive it. */
typedef struct {
    double luck_white; /* all luck, the opening's too: White's less Black's, in points */
    double luck[2];    /* of the throws of each side (TabSide), in points */
    guint throws;      /* that could have fallen otherwise: the length of of_throws */
    GArray *of_throws; /* of TabThrowLuck, in their order */
    gboolean has_opening;
    double opening_before, opening; /* White's chance before the opening; its luck for White */
    double loss[2];                 /* sums of the sides; 0 if losses were not asked for */
    GArray *of_turns;               /* of TabTurnLoss; NULL if they were not asked for */
    guint calls;                    /* of the judge */
} TabAnalysis;

void tab_analysis_free(TabAnalysis *analysis);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabAnalysis, tab_analysis_free)

/* What is known after `turns` of `of` turns. */
typedef void (*TabAnalysisFunc)(const TabAnalysis *so_far, guint turns, guint of, gpointer data);

/* How to analyse. Borrowed during tab_analysis_run_async() only. */
typedef struct {
    const TabSticks *sticks;   /* NULL: those of the tag [Sticks], fair without it */
    const TabRecordNode *last; /* of the line to be analysed; NULL: the main line */
    TabLimits limits; /* of each call of the judge; none: depth 1. Must end, without searchturns */
    gboolean losses;  /* of turns too: at most two more calls a turn */
    gint64 patience_ms;       /* for a call, besides its movetime; 0: one minute */
    TabAnalysisFunc progress; /* after each turn; NULL: none */
    gpointer progress_data;
} TabAnalysisSetup;
#define TAB_ANALYSIS_SETUP_INIT                                                                    \
    {                                                                                              \
        .limits = TAB_LIMITS_INIT                                                                  \
    }

/* Walks through a game, finished or not, on the thread's default main context. The judge must be
 * started and play the rules; that it reckons with the right sticks (option Sticks) is the caller's
 * affair. It is told `newgame` first, so that it knows nothing of other games. Hands that occur
 * again in the same position are not asked for again. `record` must not change until the end.
 *
 * Fails if the judge does (TAB_CLIENT_ERROR: it crashed, was silent, refused, gave no win chance or
 * an illegal turn), with the judge and the turn named; with TAB_RULES_ERROR_STICKS if a throw of
 * the record cannot fall with the sticks; or with G_IO_ERROR_CANCELLED. No luck is known then. */
void tab_analysis_run_async(const TabRecord *record, TabClient *judge,
                            const TabAnalysisSetup *setup, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data);
TabAnalysis *tab_analysis_run_finish(GAsyncResult *result, GError **error);

G_END_DECLS
