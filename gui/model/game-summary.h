// SPDX-License-Identifier: GPL-3.0-or-later
// What a game came to, in sums and in its great moments: luck and loss of both sides, the luckiest
// throws, the costliest turns; and the sentences about them.
#pragma once

#include "gui/model/game-session.h"

#define TAB_SUMMARY_MOMENTS 3

/* A throw that fell, or a turn that was played. */
typedef struct {
    TabRecordNode *node; /* the turn, of the record */
    int kind;            /* of the throw; -1: it is about the turn */
    double share; /* of a game: what the throw brought its side, or the turn gave away, 0–1 */
} TabSummaryMoment;

/* What is noted in the record of the line on which the game stands (`luck`, `throw-luck`, `loss`).
 * Its nodes are those of the record, as long as they are in it. */
typedef struct {
    guint turns;    /* of the line */
    guint known;    /* of them, whose luck is noted */
    double luck[2]; /* of each side (TabSide), shares of a game */
    double loss[2];
    guint n_lucky, n_costly; /* the greatest first; nothing that would be told as 0.0 */
    TabSummaryMoment lucky[TAB_SUMMARY_MOMENTS], costly[TAB_SUMMARY_MOMENTS];
} TabGameSummary;

void tab_game_summary_fill(TabGameSummary *summary, TabGameSession *session);

/* All below: free with g_free. */
/* Three sentences in whole points, a hundred to a game, a line each: "The throws gave Black 31
 * points.", "You lost 8 points by turns.", …; NULL if nothing is known. */
char *tab_game_summary_sums(const TabGameSummary *summary, TabGameSession *session);
/* Two lines about a moment: whose it was and when, and what it meant: "White, turn 17" and "throw
 * of 6: +12.3 points". */
char *tab_summary_moment_title(const TabSummaryMoment *moment, TabGameSession *session);
char *tab_summary_moment_text(const TabSummaryMoment *moment, TabGameSession *session);
