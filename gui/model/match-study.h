// SPDX-License-Identifier: GPL-3.0-or-later
// What the games of a match in the window were: luck and loss of both seats, as an engine sees
// them, and at which level of that engine each of them plays.
#pragma once

#include "gui/model/game-match.h"
#include "protocol/study/rating.h"

/* Luck and loss are those of `tab-match analyse`, ratings those of `tab-match rate`, each with the
 * limits that these have by themselves.
 *
 * Signal: "changed" (), the games, how far it is, or what is known. */
#define TAB_TYPE_MATCH_STUDY (tab_match_study_get_type())
G_DECLARE_FINAL_TYPE(TabMatchStudy, tab_match_study, TAB, MATCH_STUDY, GObject)

/* One game; all by seat. */
typedef struct {
    char *text;  /* of its record */
    guint round; /* its number in the match */
    TabRecordResult result;
    TabRecordTermination termination;
    guint turns;                   /* of both */
    guint played[TAB_MATCH_SEATS]; /* of them, by this seat */
    gboolean known;                /* it is analysed: */
    double luck[TAB_MATCH_SEATS];  /* shares of a game; one is what the other is not */
    double loss[TAB_MATCH_SEATS];
} TabStudiedGame;

typedef enum {
    TAB_STUDY_RESTS,    /* it was not asked for, or was stopped */
    TAB_STUDY_ANALYSES, /* games: `done` of `of` turns of number `place` */
    TAB_STUDY_RATES,    /* decisions: `done` of `of` */
    TAB_STUDY_IS_DONE,  /* as far as it could: see `fault` */
} TabStudyState;

/* Read freely; change through the functions only. */
struct _TabMatchStudy {
    GObject parent;
    GPtrArray *games; /* of TabStudiedGame, in their order; only those with a result */
    TabStudyState state;
    guint place, done, of;
    char *engine;   /* what it is called whose word all this is; NULL: it was not asked for */
    char *fault;    /* why something is not known; NULL: nothing went wrong */
    gboolean rated; /* the ratings are known */
    TabLevelRating rating[TAB_MATCH_SEATS];

    TabEngineConfig *config;     /* that is asked; NULL: none */
    struct _TabAnalysisJob *job; /* NULL: none goes on */
    struct _RatingRun *run;      /* NULL: none goes on */
};

TabMatchStudy *tab_match_study_new(void);
/* The games of the match by now, a game that is not over left out. What is known of those that were
 * there before stays; ratings are of all games and do not. Stops what goes on, if there are other
 * games. */
void tab_match_study_set_match(TabMatchStudy *self, TabGameMatch *match);
/* Has all games analysed that are not, and then both seats rated, by this engine (copied; NULL:
 * there is none). */
void tab_match_study_begin(TabMatchStudy *self, const TabEngineConfig *engine);
/* Ends the engines; what is known stays. */
void tab_match_study_stop(TabMatchStudy *self);

/* How many games are analysed; of them sums of luck, and of loss, of a seat, shares of a game; and
 * the turns of that seat. */
guint tab_match_study_sum(TabMatchStudy *self, guint seat, double *luck, double *loss,
                          guint *turns);

/* --- words; free with g_free --- */

/* How far it is, what went wrong, or whose word the figures are; "" if it was not asked for. */
char *tab_match_study_describe(TabMatchStudy *self);
/* "6.2 (4.1 to 8.0)"; with < or > before a level that is beyond all that were asked; "" if it is
 * not known. */
char *tab_match_study_describe_rating(TabMatchStudy *self, guint seat);
