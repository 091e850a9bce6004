// SPDX-License-Identifier: GPL-3.0-or-later
// Rated players as rows of CSV, as lines of JSON, and as a table for people.
#pragma once

#include "protocol/report/evaluation-report.h"
#include "protocol/study/rating.h"

/* How players were rated. */
typedef struct {
    const char *judge, *judge_limits; /* in words */
    const char *level_limits;
    const guint *level; /* `levels` of them, rising */
    guint levels;
    guint64 seed;
} TabRatingMethod;

/* One of them, and what was lost in the decisions that were asked for, in games. */
typedef struct {
    const TabRatedPlayer *player;
    TabMoments played;
    const TabMoments *level;  /* of each level, and … */
    const TabMoments *excess; /* … what it lost more than the player */
    TabLevelRating rating;
} TabRatingRow;

/* A level, or the bound that it lies beyond: "4.27", "<0", ">10"; NULL: not known. Free with
 * g_free. */
char *tab_rating_level_text(const TabRatingMethod *method, double level);

/* Appends all of them.
 *
 * Text: the method, and a table whose losses are in points, hundredths of a game, with half the
 * width of their 95 % intervals. CSV (RFC 4180, line ends LF): player, rules, games, decisions,
 * asked, loss, se, level, low, high, and loss_N and se_N of each level N. JSON: an object on one
 * line for each player with the same members, the levels as an array `levels` of {level, loss, se},
 * and `judge`, `judge_limits`, `level_limits` and `seed`. What is not known is empty, or null; of a
 * player below the lowest level or above the highest, too, and `level` is then that level's number
 * with < or > before it, in JSON as `bound`. Losses in both are in games, with six decimals. */
void tab_rating_append(GString *text, TabEvaluationFormat format, const TabRatingMethod *method,
                       const TabRatingRow *rows, guint n);
