// SPDX-License-Identifier: GPL-3.0-or-later
// Goes on as far as the known values reach, has the judge asked for the next one, and goes on.
#include "protocol/study/evaluation.h"

#include "protocol/study/valuation.h"

typedef struct {
    const TabPositionLine *line;
    TabValuation values;
    TabEvaluation *evaluation;
    gboolean valued;   /* `win` is known */
    TabPosition best;  /* after the engine's turn */
    double value_best; /* of that; < 0: not known yet */
    guint turns;       /* of the line's that are valued */
} Run;

void tab_evaluation_free(TabEvaluation *evaluation)
{
    if (!evaluation)
        return;
    g_free(evaluation->best);
    g_free(evaluation->turns);
    g_free(evaluation);
}

static void free_run(gpointer data)
{
    Run *run = data;
    tab_valuation_clear(&run->values);
    tab_evaluation_free(run->evaluation);
    g_free(run);
}

/* FALSE if a value is missing, as in valuation.h. */
static gboolean value_position(Run *run)
{
    const TabSituation *situation = &run->line->situation;
    TabEvaluation *evaluation = run->evaluation;
    if (!tab_valuation_before(&run->values, &situation->position, &situation->throws,
                              run->values.ahead, &evaluation->win))
        return FALSE;
    if (tab_throws_complete(&situation->throws)) {
        const TabJudgement *judgement =
            tab_analysis_judge_look_up(run->values.judge, &situation->position, &situation->throws);
        TabTurn turn;
        evaluation->best = g_strdup(judgement->turn);
        if (!tab_notation_parse_turn(run->line->rules, situation, judgement->turn, &turn,
                                     &run->best, NULL))
            g_assert_not_reached(); /* the judge has checked it */
    }
    run->valued = TRUE;
    return TRUE;
}

static gboolean value_turns(Run *run)
{
    TabSide mover = run->line->situation.position.side;
    if (run->line->n_turns && run->value_best < 0 &&
        !tab_valuation_after(&run->values, &run->best, mover, &run->value_best))
        return FALSE;
    for (; run->turns < run->line->n_turns; run->turns++) {
        const TabPosition *after = &run->line->turns[run->turns].after;
        TabTurnValue *turn = &run->evaluation->turns[run->turns];
        if (tab_position_same(after, &run->best))
            turn->value = run->value_best;
        else if (!tab_valuation_after(&run->values, after, mover, &turn->value))
            return FALSE;
        turn->loss = MAX(run->value_best - turn->value, 0);
    }
    return TRUE;
}

static void go_on(GTask *task);

static void on_judged(GObject *source, GAsyncResult *result, gpointer data)
{
    Run *run = g_task_get_task_data(data);
    GError *error = NULL;
    if (tab_analysis_judge_ask_finish(run->values.judge, result, &error)) {
        go_on(data);
        return;
    }
    g_task_return_error(data, error);
    g_object_unref(data);
}

static void go_on(GTask *task)
{
    Run *run = g_task_get_task_data(task);
    if ((run->valued || value_position(run)) && value_turns(run)) {
        g_task_return_pointer(task, g_steal_pointer(&run->evaluation),
                              (GDestroyNotify)tab_evaluation_free);
        g_object_unref(task);
    } else {
        tab_analysis_judge_ask_async(run->values.judge, g_task_get_cancellable(task), on_judged,
                                     task);
    }
}

static void on_new_game(GObject *source, GAsyncResult *result, gpointer data)
{
    GError *error = NULL;
    if (tab_client_new_game_finish(TAB_CLIENT(source), result, &error)) {
        go_on(data);
        return;
    }
    g_task_return_error(data, error);
    g_object_unref(data);
}

void tab_evaluation_run_async(const TabPositionLine *line, TabClient *engine,
                              const TabEvaluationSetup *setup, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = g_task_new(NULL, cancellable, callback, user_data);
    g_task_set_check_cancellable(task, FALSE);
    Run *run = g_new0(Run, 1);
    const TabPosition *position = &line->situation.position;
    TabSticks fair = tab_sticks_fair(&line->rules->cast);
    run->line = line;
    run->value_best = -1;
    run->evaluation = g_new0(TabEvaluation, 1);
    run->evaluation->turns = g_new0(TabTurnValue, line->n_turns);
    tab_valuation_init(&run->values, engine, line->rules, &fair, setup->ahead, &setup->limits,
                       setup->patience_ms);
    g_task_set_task_data(task, run, free_run);
    if (tab_position_finished(line->rules, position)) {
        run->evaluation->win = tab_position_score(line->rules, position, (TabSide)position->side);
        g_task_return_pointer(task, g_steal_pointer(&run->evaluation),
                              (GDestroyNotify)tab_evaluation_free);
        g_object_unref(task);
        return;
    }
    g_autofree char *rules = tab_ruleset_to_string(&line->rules->set);
    tab_client_new_game_async(engine, rules, cancellable, on_new_game, task);
}

TabEvaluation *tab_evaluation_run_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_pointer(G_TASK(result), error);
}
