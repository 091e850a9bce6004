// SPDX-License-Identifier: GPL-3.0-or-later
// Words about the luck of games: their lines, and what all of them together say.
#pragma once

#include "protocol/study/analysis.h"
#include "protocol/statistics/score.h"

typedef enum {
    TAB_LUCK_THROWS = 1 << 0, /* a line for each throw */
    TAB_LUCK_LOSSES = 1 << 1, /* what the players lost by their turns */
} TabLuckSections;

/* What is kept of a game for the summary. A plain value; names are interned. */
typedef struct {
    const char *name[2]; /* by TabSide */
    gboolean has_seed;
    guint64 seed;   /* tag [Seed] */
    double points;  /* White's: 0, ½, 1; NAN if the game is not decided */
    double luck;    /* White's, in points */
    double loss[2]; /* by TabSide */
    guint turns[2]; /* of those losses, as limits count them (ending.h) */
} TabLuckRow;

TabLuckRow tab_luck_row_new(const TabRecord *record, const TabAnalysis *analysis);

/* Appends the lines of one game. A throw is `<turn>. <side> <throws before it> <throw> <win chance
 * before> <and after> <luck>`, for the side that threw, win chances and luck in points. */
void tab_luck_append_game(GString *text, guint number, const TabRecord *record,
                          const TabAnalysis *analysis, TabLuckSections sections);

/* The plain and the adjusted score of games, from one side. Error bars are standard errors from
 * unbiased variances; pairs are games that follow each other with the same players in exchanged
 * seats and the same seed. Half widths are of 95 % intervals, as of any score (score.h). */
typedef struct {
    guint games, pairs;
    TabEstimate plain, adjusted;             /* points a game, games taken as independent */
    TabEstimate plain_pairs, adjusted_pairs; /* points a game, of the games in pairs */
    double plain_half_width, plain_pairs_half_width;
    const char *player; /* who plays in all games: the White of the first; else NULL: White */
    double loss;        /* mean loss a turn of that side; NAN without turns */
    double loss_others; /* and of the other */
} TabLuckSummary;

/* `rows` of TabLuckRow; games that are not decided do not count. */
TabLuckSummary tab_luck_summarise(const GArray *rows);
/* Appends what the summary says, with 95 % intervals. */
void tab_luck_append_summary(GString *text, const TabLuckSummary *summary,
                             TabLuckSections sections);
