// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the judge when it is needed, tells it of the game, asks.
#include "protocol/match/game-judge.h"

#include <math.h>

#include "protocol/study/analysis.h"

#define JUDGE_NODES                                                                                \
    10000 /* for each value that luck is reckoned from, if the judge has no limit                  \
           */

struct _TabGameJudge {
    const TabMatchSettings *settings;
    const TabRules *rules;
    const TabStickSource *sticks;
    TabClient *client;
    gulong info_handler;
    gboolean told; /* of this game */
    /* the question in progress */
    char *setpos;            /* of a position to be valued; else NULL */
    const TabRecord *record; /* of a game to be looked at; else NULL */
    double exact;            /* what the engine says, NAN: nothing exact */
};

static void take_info(TabClient *client, const TabInfo *info, TabGameJudge *judge)
{
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
    judge->info_handler = g_signal_connect(client, "info", G_CALLBACK(take_info), judge);
    return judge;
}

void tab_game_judge_free(TabGameJudge *judge)
{
    g_signal_handler_disconnect(judge->client, judge->info_handler);
    g_object_unref(judge->client);
    g_free(judge->setpos);
    g_free(judge);
}

static void return_error(GTask *task, GError *error)
{
    g_task_return_error(task, error);
    g_object_unref(task);
}

static void return_number(GTask *task, double number)
{
    g_task_return_pointer(task, g_memdup2(&number, sizeof number), g_free);
    g_object_unref(task);
}

/* Questions. */

static void on_analysed(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    GError *error = NULL;
    g_autoptr(TabAnalysis) analysis = tab_analysis_run_finish(result, &error);
    if (!analysis) {
        return_error(task, error);
        return;
    }
    return_number(task, analysis->luck_white);
}

static void analyse(GTask *task)
{
    TabGameJudge *judge = g_task_get_task_data(task);
    const TabTimeControl *control = &judge->settings->judge->control;
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    setup.sticks = tab_stick_source_chances(judge->sticks);
    setup.patience_ms = judge->settings->patience_ms;
    setup.limits.movetime = control->movetime_ms ? control->movetime_ms : TAB_LIMIT_UNSET;
    if (control->nodes || control->depth) /* a depth alone may take minutes for a rare hand */
        setup.limits.nodes = control->nodes ? control->nodes : JUDGE_NODES;
    setup.limits.depth = control->depth ? control->depth : TAB_LIMIT_UNSET;
    judge->told = FALSE; /* it is told anew by the analysis */
    tab_analysis_run_async(judge->record, judge->client, &setup, g_task_get_cancellable(task),
                           on_analysed, task);
}

static void on_valued(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    TabGameJudge *judge = g_task_get_task_data(task);
    GError *error = NULL;
    g_autofree char *answer = tab_client_go_finish(TAB_CLIENT(source), result, NULL, &error);
    if (!answer) {
        return_error(task, error);
        return;
    }
    return_number(task, judge->exact);
}

static void value(GTask *task)
{
    TabGameJudge *judge = g_task_get_task_data(task);
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    limits.depth = 1;
    judge->exact = NAN;
    tab_client_go_async(judge->client, judge->setpos, NULL, &limits,
                        (guint)judge->settings->patience_ms, g_task_get_cancellable(task),
                        on_valued, task);
}

/* Before a question: the engine runs, and knows of the game. */

static void on_told(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    TabGameJudge *judge = g_task_get_task_data(task);
    GError *error = NULL;
    judge->told = tab_client_new_game_finish(TAB_CLIENT(source), result, &error);
    if (judge->told)
        value(task);
    else
        return_error(task, error);
}

static void ask(GTask *task)
{
    TabGameJudge *judge = g_task_get_task_data(task);
    g_autofree char *rules = tab_ruleset_to_string(&judge->rules->set);
    if (judge->record)
        analyse(task);
    else if (judge->told)
        value(task);
    else
        tab_client_new_game_async(judge->client, rules, g_task_get_cancellable(task), on_told,
                                  task);
}

static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    TabGameJudge *judge = g_task_get_task_data(task);
    GError *error = NULL;
    if (!tab_client_start_finish(judge->client, result, &error)) {
        return_error(task, error);
        return;
    }
    /* the probe has let an engine without the option pass, or there is none */
    if (!tab_stick_source_is_fair(judge->sticks) && tab_client_find_option(judge->client, "Sticks"))
        tab_client_set_option(judge->client, "Sticks", tab_stick_source_text(judge->sticks));
    ask(task);
}

static void begin_judging(TabGameJudge *judge, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = g_task_new(NULL, cancellable, callback, user_data);
    g_task_set_task_data(task, judge, NULL);
    if (tab_client_get_state(judge->client) == TAB_CLIENT_READY) {
        ask(task);
        return;
    }
    judge->told = FALSE;
    tab_client_start_async(judge->client, cancellable, on_started, task);
}

void tab_game_judge_exact_async(TabGameJudge *judge, const TabSituation *situation,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data)
{
    g_free(judge->setpos);
    judge->setpos = tab_notation_situation_to_string(judge->rules, situation);
    judge->record = NULL;
    begin_judging(judge, cancellable, callback, user_data);
}

double tab_game_judge_exact_finish(GAsyncResult *result, GError **error)
{
    g_autofree double *win = g_task_propagate_pointer(G_TASK(result), error);
    return win ? *win : NAN;
}

void tab_game_judge_luck_async(TabGameJudge *judge, const TabRecord *record,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
    judge->record = record;
    begin_judging(judge, cancellable, callback, user_data);
}

gboolean tab_game_judge_luck_finish(GAsyncResult *result, double *luck, GError **error)
{
    g_autofree double *value = g_task_propagate_pointer(G_TASK(result), error);
    if (value)
        *luck = *value;
    return value != NULL;
}
