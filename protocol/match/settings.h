// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that decides the games of a match, and its text, which stands in journals.
#pragma once

#include "protocol/client/client.h"
#include "protocol/match/adjudication.h"
#include "protocol/match/entrant.h"
#include "protocol/match/openings.h"
#include "protocol/match/schedule.h"
#include "protocol/statistics/sprt.h"
#include "protocol/match/stick-source.h"

#define TAB_MATCH_MARGIN_MS 200 /* an answer so much too late is forgiven */
#define TAB_MATCH_PATIENCE_MS 60000
#define TAB_MATCH_MAX_ENGINES 1000
#define TAB_MATCH_MAX_GAMES 10000000 /* of an encounter, and of a match */

/* A match or tournament. Owned by whoever made it with tab_match_settings_new(), and not changed
 * any more while games are played: all threads read it. */
typedef struct {
    GPtrArray *entrants;    /* of TabEntrant, two at least */
    TabEntrant *judge;      /* of luck and of exact positions; NULL: none */
    guint judge_ahead;      /* of TabAnalysisSetup */
    GPtrArray *rules;       /* of TabRules, one at least: tab_match_settings_add_rules() */
    GPtrArray *sticks;      /* of TabStickSource, one for each of these */
    TabOpenings *openings;  /* NULL: games begin at the start, thrown for */
    guint first_opening;    /* number of the position that is taken first */
    gboolean allow_unaware; /* engines without the option Sticks may play with sticks not fair */
    TabSchedule schedule;
    guint64 seed;
    TabAdjudicationRules adjudication;
    guint max_turns;          /* turns until a game is drawn */
    gint64 margin_ms;         /* for entrants without one of their own */
    gint64 patience_ms;       /* for a turn without a limit of time */
    TabClientPatience client; /* all other waits */
    gboolean error_stops;     /* the match ends after a game that an engine's fault ended */
    gboolean has_sprt;        /* two engines only */
    TabSprt sprt;
    gboolean pinned;    /* each game, engines and all, stays on one processor */
    gboolean times;     /* whether date and times are recorded */
    char *event, *date; /* tags; NULL: none */
} TabMatchSettings;

/* With the defaults of tab-match; no entrants and rules yet. */
TabMatchSettings *tab_match_settings_new(void);
void tab_match_settings_free(TabMatchSettings *settings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabMatchSettings, tab_match_settings_free)

/* Takes over a ruleset, and gives it fair sticks. */
void tab_match_settings_add_rules(TabMatchSettings *settings, TabRules *rules);
/* Reads the sticks of all rulesets added so far (stick-source.h): one text, and the cast of each.
 */
gboolean tab_match_settings_parse_sticks(TabMatchSettings *settings, const char *text,
                                         GError **error);

/* The number of the position that a game begins from, -1: from the start. */
gint tab_match_settings_opening(const TabMatchSettings *settings, const TabPairing *pairing);

/* All of it as a key file, `names` being how the engines are called in results: what journals
 * compare before a match goes on. Free with g_free. */
char *tab_match_settings_to_text(const TabMatchSettings *settings, const char *const *names);

/* The first difference between two of these texts, for people: "games: 100, was 50"; keys outside
 * the first group with it: "engine 2, option.Level: 5, was not set". NULL if there is none. Keys of
 * `ignore` ("group.key", NULL-terminated, or NULL) are left out, and so are comments and order.
 * Free with g_free. */
char *tab_match_settings_compare(const char *now, const char *then, const char *const *ignore);

/* What results are made from without playing: read back from a journal. */
typedef struct {
    GStrv names, rules;
    TabSchedule schedule;
    gboolean has_sprt;
    TabSprt sprt;
    gboolean times;
} TabMatchPlan;

/* Reads the text of settings; the error (G_KEY_FILE_ERROR, G_OPTION_ERROR) names group and key. */
TabMatchPlan *tab_match_plan_parse(const char *text, GError **error);
void tab_match_plan_free(TabMatchPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabMatchPlan, tab_match_plan_free)
