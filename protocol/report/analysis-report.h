// SPDX-License-Identifier: GPL-3.0-or-later
// What an analysis of many games says: a line for each decision, an object for each game, and all
// of them together by player, with the worst turns.
#pragma once

#include "protocol/report/rating-report.h"
#include "protocol/statistics/accumulators.h"
#include "protocol/study/analysis-pool.h"
#include "protocol/study/turn-notes.h"

/* One player in all the games. Names are interned. */
typedef struct {
    const char *name;
    guint games, decided;
    double points;       /* of the decided ones */
    TabMoments luck;     /* a game, in points; the opening's is that of both */
    TabMoments adjusted; /* points of a decided game less luck */
    double loss;         /* all of it */
    guint turns;         /* of that loss, as limits count them (ending.h) */
    TabMoments of_turns; /* loss of each weighed turn */
    guint grade[TAB_N_TURN_GRADES];
} TabAnalysedPlayer;

/* The level of a player under some rules, in words: "4.27", "<0"; "" where it is not known. */
typedef struct {
    char *player, *rules;
    guint64 asked; /* decisions */
    double loss;   /* in these, of a game */
    char *level, *low, *high;
} TabAnalysedLevel;

/* A turn that lost much. */
typedef struct {
    guint game; /* its number */
    const char *player;
    TabRules *rules;
    TabSituation situation;
    char *throws, *played, *best;
    double win, loss; /* 0–1 */
} TabWorstTurn;

typedef struct {
    TabGradeLimits limits;
    guint games;        /* added */
    GPtrArray *players; /* of TabAnalysedPlayer, as they came */
    GArray *worst;      /* of TabWorstTurn, the worst first */
    guint keep;         /* so many of them */
    GPtrArray *levels;  /* of TabAnalysedLevel; NULL: nobody was rated */
} TabAnalysisReport;

TabAnalysisReport *tab_analysis_report_new(const TabGradeLimits *limits, guint worst);
void tab_analysis_report_free(TabAnalysisReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabAnalysisReport, tab_analysis_report_free)
/* Adds a game that was analysed, losses too. */
void tab_analysis_report_add(TabAnalysisReport *report, const TabAnalysedGame *game);

/* The levels of `n` rated players, of which `level` has all that were asked; for the page. */
void tab_analysis_report_take_levels(TabAnalysisReport *report, const guint *level, guint levels,
                                     const TabRatingRow *rows, guint n);

/* A game alone. */
/* Its turns that are no sound ones, each `<sign> <turn>. <side> <throws> <turn played>, best
 * <turn>, loss <points>`. */
void tab_analysis_append_marks(GString *text, const TabAnalysedGame *game,
                               const TabGradeLimits *limits);
/* The names of the columns, then a line for each turn (RFC 4180, lines ended by LF): game, date,
 * white, black, rules, turn, side, player, position, throws, played, best, win, loss, grade, luck.
 * The last four are of the side that plays: its chance to win before the turn, with the throws;
 * what the turn gave away; its sign; the luck of its throws. Empty: not known. */
void tab_analysis_append_csv_head(GString *text);
void tab_analysis_append_csv(GString *text, const TabAnalysedGame *game,
                             const TabGradeLimits *limits);
/* A line of JSON, an object: game, event, date, white, black, rules, result, termination, turns,
 * first, last and drift (analysis.h), luck (white, black, opening, all_for_white), adjusted, loss
 * (white, black), and of_turns: turn, side, throws, luck (of each throw that fell), played, best,
 * win, loss, grade. */
void tab_analysis_append_json(GString *text, const TabAnalysedGame *game,
                              const TabGradeLimits *limits);

/* All games together: a table of players, a line of JSON {"players": […]}, and a page with boards
 * at the worst turns (HTML; nothing from elsewhere). `judge`: who has analysed them, and how. */
void tab_analysis_report_append_text(const TabAnalysisReport *report, GString *text);
void tab_analysis_report_append_json(const TabAnalysisReport *report, GString *text);
char *tab_analysis_report_to_html(const TabAnalysisReport *report, const char *judge);
