// SPDX-License-Identifier: GPL-3.0-or-later
// What games show of a ruleset: how long they are and whether they end, what the first turn is
// worth, how much happens on the board, and what skill and luck decide.
#pragma once

#include "protocol/match/results.h"
#include "protocol/statistics/sample.h"

/* Games of one ruleset between equals, each with sticks of its own; all sums start empty. Read
 * freely; tab_rules_study_add() alone changes it. */
typedef struct {
    guint games;
    TabTally first;   /* points of who had the first turn */
    guint draws;      /* of any kind */
    guint cut_off;    /* drawn at the limit of turns */
    guint stalled;    /* drawn because nothing moved any more */
    TabMoments turns; /* of a game, as limits count them */
    GArray *lengths;  /* the same: double, as they came */
    TabMoments taken; /* pieces a game, both sides together (census.h) */
    TabMoments arrived, came_home;
} TabRulesStudy;

TabRulesStudy *tab_rules_study_new(void);
void tab_rules_study_free(TabRulesStudy *study);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabRulesStudy, tab_rules_study_free)

/* Adds a game that no engine's fault ended. FALSE, and nothing is added, if its record cannot be
 * read; the error (TAB_RULES_ERROR_RECORD) says why. */
gboolean tab_rules_study_add(TabRulesStudy *study, const TabGameResult *result, GError **error);

/* How many games ended as the rules want it. */
typedef enum {
    TAB_ENDS_ALWAYS,
    TAB_ENDS_MOSTLY, /* more than half */
    TAB_ENDS_SELDOM,
    TAB_ENDS_NEVER,
} TabRulesEnds;

/* Of one game at least: games that were cut off or stalled have not ended. */
TabRulesEnds tab_rules_study_ends(const TabRulesStudy *study);
/* "always", "mostly", "seldom", "never". */
const char *tab_rules_ends_text(TabRulesEnds ends);

/* Of so many of the games, the share and half of its 95 % interval, 0–1 (tab_score_half_width). */
typedef struct {
    double rate, half_width;
} TabShare;
TabShare tab_rules_study_share(const TabRulesStudy *study, guint games);

/* A quantile of the lengths, in turns. */
TabQuantile tab_rules_study_length(const TabRulesStudy *study, double share);

/* The longest game, in turns; 0 without games. */
guint tab_rules_study_longest(const TabRulesStudy *study);

/* Games in pairs of a better player, engine 0, against a worse one, engine 1. */
typedef struct {
    TabResults *results; /* score, and score without luck, of all of them */
    GArray *judged;      /* of TabLuckyGame: games that a judge of luck looked at, for engine 0 */
} TabSkillStudy;

/* `names` of the two; `games` that are planned. */
TabSkillStudy *tab_skill_study_new(const char *const *names, guint games);
void tab_skill_study_free(TabSkillStudy *study);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabSkillStudy, tab_skill_study_free)

/* Adds a game; games come in their order. `set`: of games with the same sticks, from 1. */
void tab_skill_study_add(TabSkillStudy *study, const TabGameResult *result, guint set);

/* The share of the variance of results that luck explains (sample.h). NAN where no judge looked. */
TabEstimate tab_skill_study_luck(const TabSkillStudy *study);
