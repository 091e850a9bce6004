// SPDX-License-Identifier: GPL-3.0-or-later
// How often each throw has fallen in a game, and whether that is what the sticks should give.
#pragma once

#include "gui/model/game-session.h"
#include "protocol/rules/cast.h"

/* Throws by side and kind. */
typedef struct {
    guint n[2][TAB_MAX_KINDS];
} TabStickCounts;

/* All throws of the line on which the game stands: of the opening, of its turns, and of the turn in
 * the making. Those that a position came with have not fallen. */
void tab_stick_counts_of_game(TabGameSession *session, TabStickCounts *counts);
/* The throws of one side, or (side -1) of both, by kind; returns how many there are. */
guint tab_stick_counts_sum(const TabStickCounts *counts, int side, guint n[TAB_MAX_KINDS]);

/* The throws of the sides whose sticks are real ones, or are not, by kind; returns whether
 * there is such a side. A side keeps its sticks for the whole game. */
gboolean tab_stick_counts_sum_kind(const TabStickCounts *counts, TabGameSession *session,
                                   gboolean real, guint n[TAB_MAX_KINDS]);

/* Pearson's test of the counts against the chances of the sticks: chi-square is the sum of (counted
 * - expected)² / expected over the throws that can fall. */
typedef struct {
    guint throws;                   /* in all */
    double expected[TAB_MAX_KINDS]; /* counts */
    double chi_square;
    guint freedom; /* degrees of freedom: throws that can fall, less one */
    double p; /* chance of a chi-square at least so large with sticks as they should be, 0–1; 1
                 without throws, 0 if a throw has fallen that cannot */
    gboolean firm; /* the approximation by the chi-square distribution is good: every expected count
                      is 5 or more (Cochran, "Some methods for strengthening the common χ² tests",
                      Biometrics 10, 1954) */
} TabStickTest;

void tab_stick_test(const guint n[TAB_MAX_KINDS], const TabSticks *sticks, TabStickTest *test);

/* The chance that a chi-square distributed number with so many degrees of freedom (1 … 20) is `x`
 * or larger: Q(freedom/2, x/2), the regularised upper incomplete gamma function, by its recurrence
 * (Abramowitz and Stegun, 26.4.4 and 26.4.5). */
double tab_stick_chi_square_tail(double x, guint freedom);
