// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the judge when it is needed, tells it of the game, asks.
#include "protocol/match/game-judge.h"

#include <math.h>

#include "protocol/study/analysis.h"

/* For each value that luck is reckoned from, if the judge has no limit. */
#define JUDGE_NODES 10000

struct _TabGameJudge {
    const TabMatchSettings *settings;
    const TabRules *rules;
    const TabStickSource *sticks;
    TabClient *client;
    gboolean told; /* of this game */
    /* the question in progress */
    char *setpos;            /* of a position to be valued */
    const TabRecord *record; /* of a game to be looked at instead; or NULL */
    double exact;            /* what the engine says, NAN: nothing exact */
    GCancellable *cancellable;
    TabGameJudgeFunc judged;
    gpointer data;
};

static void on_judge_info(TabClient *client, const TabInfo *info, gpointer data)
{
    TabGameJudge *judge = data;
    gboolean is_exact = info->fields & TAB_INFO_LEVEL && info->level <= TAB_INFO_TABLE;
    if (tab_info_has_best_win(info))
        judge->exact = is_exact ? info->win : NAN;
}

TabGameJudge *tab_game_judge_new(const TabMatchSettings *settings, const TabRules *rules,
                                 const TabStickSource *sticks, TabClient *client)
{
    TabGameJudge *judge = g_new0(TabGameJudge, 1);
    judge->settings = settings;
    judge->rules = rules;
    judge->sticks = sticks;
    judge->client = g_object_ref(client);
    return judge;
}

void tab_game_judge_free(TabGameJudge *judge)
{
    g_object_unref(judge->client);
    g_free(judge->setpos);
    g_free(judge);
}

const char *tab_game_judge_name(const TabGameJudge *judge)
{
    return tab_client_get_label(judge->client);
}

static void on_game_analysed(GObject *source, GAsyncResult *result, gpointer data)
{
    TabGameJudge *judge = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(TabAnalysis) analysis = tab_analysis_run_finish(result, &error);
    judge->judged(analysis ? analysis->luck_white : NAN, error, judge->data);
}

static void on_valued(TabClient *client, const char *turn, gint64 elapsed_us, const GError *error,
                      gpointer data)
{
    TabGameJudge *judge = data;
    judge->judged(error ? NAN : judge->exact, error, judge->data);
}

static void ask_value(TabGameJudge *judge)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    limits.depth = 1;
    judge->exact = NAN;
    tab_client_go(judge->client, judge->setpos, NULL, &limits, (guint)judge->settings->patience_ms,
                  judge->cancellable, on_judge_info, on_valued, judge);
}

static void on_told(GObject *source, GAsyncResult *result, gpointer data)
{
    TabGameJudge *judge = data;
    g_autoptr(GError) error = NULL;
    judge->told = tab_client_new_game_finish(TAB_CLIENT(source), result, &error);
    if (judge->told)
        ask_value(judge);
    else
        judge->judged(NAN, error, judge->data);
}

/* Asks the engine, which runs. */
static void ask_judge(TabGameJudge *judge)
{
    if (!judge->record && judge->told) {
        ask_value(judge);
        return;
    }
    if (!judge->record) {
        g_autofree char *rules = tab_ruleset_to_string(&judge->rules->set);
        tab_client_set_sticks(judge->client, tab_stick_source_text(judge->sticks));
        tab_client_new_game_async(judge->client, rules, judge->cancellable, on_told, judge);
        return;
    }
    const TabTimeControl *control = &judge->settings->judge->control;
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    setup.sticks = tab_stick_source_chances(judge->sticks);
    setup.ahead = judge->settings->judge_ahead;
    setup.patience_ms = judge->settings->patience_ms;
    setup.limits.movetime = control->movetime_ms ? control->movetime_ms : TAB_LIMIT_UNSET;
    if (control->nodes || control->depth) /* a depth alone may take minutes for a rare hand */
        setup.limits.nodes = control->nodes ? control->nodes : JUDGE_NODES;
    setup.limits.depth = control->depth ? control->depth : TAB_LIMIT_UNSET;
    judge->told = FALSE; /* the analysis tells it anew */
    tab_analysis_run_async(judge->record, judge->client, &setup, judge->cancellable,
                           on_game_analysed, judge);
}

static void on_judge_started(GObject *source, GAsyncResult *result, gpointer data)
{
    TabGameJudge *judge = data;
    g_autoptr(GError) error = NULL;
    if (!tab_client_start_finish(judge->client, result, &error)) {
        judge->judged(NAN, error, judge->data);
        return;
    }
    ask_judge(judge);
}

static void begin_judging(TabGameJudge *judge, GCancellable *cancellable, TabGameJudgeFunc judged,
                          gpointer data)
{
    judge->cancellable = cancellable;
    judge->judged = judged;
    judge->data = data;
    if (tab_client_get_state(judge->client) == TAB_CLIENT_READY) {
        ask_judge(judge);
        return;
    }
    judge->told = FALSE;
    tab_client_start_async(judge->client, cancellable, on_judge_started, judge);
}

void tab_game_judge_exact(TabGameJudge *judge, const TabSituation *situation,
                          GCancellable *cancellable, TabGameJudgeFunc judged, gpointer data)
{
    g_free(judge->setpos);
    judge->setpos = tab_notation_situation_to_string(judge->rules, situation);
    judge->record = NULL;
    begin_judging(judge, cancellable, judged, data);
}

void tab_game_judge_luck(TabGameJudge *judge, const TabRecord *record, GCancellable *cancellable,
                         TabGameJudgeFunc judged, gpointer data)
{
    judge->record = record;
    begin_judging(judge, cancellable, judged, data);
}
