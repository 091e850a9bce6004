// SPDX-License-Identifier: GPL-3.0-or-later
// Walks through a record step by step; a step that lacks a value has the judge asked for it and is
// taken again.
#include "protocol/study/analysis.h"

#include <math.h>
#include <string.h>

#include "protocol/game/game.h"
#include "protocol/rules/opening.h"
#include "protocol/study/valuation.h"

typedef struct {
    const TabRecord *record;
    TabValuation values;
    TabAnalysisFunc progress;
    gpointer progress_data;
    TabAnalysis *analysis;

    gboolean opened;  /* the opening is weighed */
    GPtrArray *path;  /* nodes of the line */
    guint turn;       /* of the path: the one looked at */
    gboolean entered; /* `thrown` is its own */
    gboolean weighed; /* its loss is known */
    TabGame *game;    /* up to the throw of this turn that is looked at next */
    TabThrows thrown; /* all throws of the turn */
} Run;

typedef enum {
    STEP_TAKEN,
    STEP_ASK, /* a value is missing, and is the judge's next question */
    STEP_END,
    STEP_FAILED,
} Step;

static void clear_turn_loss(gpointer data)
{
    g_free(((TabTurnLoss *)data)->best_turn);
}

TabAnalysis *tab_analysis_new(gboolean losses)
{
    TabAnalysis *analysis = g_new0(TabAnalysis, 1);
    analysis->of_throws = g_array_new(FALSE, FALSE, sizeof(TabThrowLuck));
    analysis->first = analysis->last = NAN;
    if (losses) {
        analysis->of_turns = g_array_new(FALSE, FALSE, sizeof(TabTurnLoss));
        g_array_set_clear_func(analysis->of_turns, clear_turn_loss);
    }
    return analysis;
}

void tab_analysis_free(TabAnalysis *analysis)
{
    if (!analysis)
        return;
    g_array_unref(analysis->of_throws);
    g_clear_pointer(&analysis->of_turns, g_array_unref);
    g_free(analysis);
}

static void free_run(gpointer data)
{
    Run *run = data;
    tab_valuation_clear(&run->values);
    g_ptr_array_unref(run->path);
    tab_game_free(run->game);
    tab_analysis_free(run->analysis);
    g_free(run);
}

/* Steps. */

static Step refuse_record(GError **error, TabRulesError code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static Step refuse_record(GError **error, TabRulesError code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    *error = g_error_new_valist(TAB_RULES_ERROR, (gint)code, format, arguments);
    va_end(arguments);
    return STEP_FAILED;
}

/* The chance of `side` is `before`, and then `after`: what was said last has drifted to `before`.
 */
static void go_on(TabAnalysis *analysis, TabSide side, double before, double after)
{
    double white = side == TAB_WHITE ? before : 1 - before;
    if (isnan(analysis->first))
        analysis->first = white;
    else
        analysis->drift += white - analysis->last;
    analysis->last = side == TAB_WHITE ? after : 1 - after;
}

/* --- the opening --- */

/* Adds up the chances that the opening is decided before it is as at the start again, `p` being
 * that of `now`. Every opening is there again after at most two throws. */
static void play_round(const TabRules *rules, const TabSticks *sticks, const TabOpeningState *start,
                       const TabOpeningState *now, double p, double won[2])
{
    TAB_KINDS_FOREACH(&rules->cast, t) {
        TabOpeningState next = *now;
        if (sticks->p[t] <= 0)
            continue;
        if (tab_opening_add(rules, &next, t))
            won[next.winner] += p * sticks->p[t];
        else if (next.thrower != start->thrower || next.first_throw != start->first_throw)
            play_round(rules, sticks, start, &next, p * sticks->p[t], won);
    }
}

double tab_analysis_white_begins(const TabRules *rules, const TabSticks *sticks)
{
    TabOpeningState start = tab_opening_new(rules);
    double won[2] = {0, 0};
    if (start.decided)
        return start.winner == TAB_WHITE;
    play_round(rules, sticks, &start, &start, 1, won);
    /* rounds that decide nothing repeat, so they share their chance out as the others do */
    return won[TAB_WHITE] + won[TAB_BLACK] > 0 ? won[TAB_WHITE] / (won[TAB_WHITE] + won[TAB_BLACK])
                                               : NAN;
}

/* White's chance at the start that `side` begins. */
static gboolean value_of_start(Run *run, TabSide side, double *value)
{
    TabSituation start;
    tab_position_start(run->record->rules, side, &start);
    if (!tab_valuation_before(&run->values, &start.position, &start.throws, run->values.ahead,
                              value))
        return FALSE;
    if (side == TAB_BLACK)
        *value = 1 - *value;
    return TRUE;
}

static Step weigh_opening(Run *run, GError **error)
{
    TabAnalysis *analysis = run->analysis;
    double white = tab_analysis_white_begins(run->record->rules, &run->values.sticks);
    g_autoptr(GArray) opening = tab_record_list_opening(run->record);
    TabSide side;
    if (opening->len &&
        tab_record_opening(run->record->rules, (const TabRecordThrow *)(void *)opening->data,
                           opening->len, &side) == TAB_RECORD_OPENING_DECIDED) {
        int winner = run->record->start.position.side;
        double value[2];
        if (!((winner == TAB_WHITE ? white : 1 - white) > 0))
            return refuse_record(error, TAB_RULES_ERROR_STICKS,
                                 "the opening cannot end so with these sticks");
        if (!value_of_start(run, TAB_WHITE, &value[TAB_WHITE]) ||
            !value_of_start(run, TAB_BLACK, &value[TAB_BLACK]))
            return STEP_ASK;
        analysis->has_opening = TRUE;
        analysis->opening_before = white * value[TAB_WHITE] + (1 - white) * value[TAB_BLACK];
        analysis->opening = value[winner] - analysis->opening_before;
        analysis->luck_white += analysis->opening;
        go_on(analysis, TAB_WHITE, analysis->opening_before, value[winner]);
    }
    run->opened = TRUE;
    return STEP_TAKEN;
}

static const TabRecordNode *current(const Run *run)
{
    return g_ptr_array_index(run->path, run->turn);
}

/* Reads the throws of the turn. Those that the position came with have not fallen in it. */
static Step enter_turn(Run *run, GError **error)
{
    const TabThrows *held = &run->game->turn.situation.throws;
    if (!tab_notation_parse_throws(run->record->rules, current(run)->throws, &run->thrown, error))
        return STEP_FAILED;
    if (run->thrown.n < held->n || memcmp(run->thrown.kind, held->kind, held->n))
        return refuse_record(error, TAB_RULES_ERROR_RECORD,
                             "turn %u: other throws than the position holds", current(run)->number);
    run->entered = TRUE;
    run->weighed = FALSE;
    return STEP_TAKEN;
}

static void add_throw(Run *run, int thrown, double before, double after)
{
    TabAnalysis *analysis = run->analysis;
    TabThrowLuck luck = {.node = current(run),
                         .side = tab_game_side(run->game),
                         .place = run->game->turn.situation.throws.n,
                         .kind = thrown,
                         .before = before,
                         .after = after,
                         .luck = after - before};
    g_array_append_val(analysis->of_throws, luck);
    analysis->throws++;
    analysis->luck[luck.side] += luck.luck;
    analysis->luck_white += luck.side == TAB_WHITE ? luck.luck : -luck.luck;
    go_on(analysis, luck.side, before, after);
}

/* The next throw of the turn: all that could fall are valued, in one order whichever fell. */
static Step weigh_throw(Run *run, GError **error)
{
    const TabRules *rules = run->record->rules;
    const TabThrows *throws = &run->game->turn.situation.throws;
    int thrown = run->thrown.kind[throws->n];
    guint ahead = MAX(run->values.ahead, 1) - 1;
    TabSticks chances =
        tab_throws_chances(rules, throws, tab_game_side(run->game), &run->values.sticks);
    double mean = 0, value = 0;
    if (chances.p[thrown] <= 0)
        return refuse_record(error, TAB_RULES_ERROR_STICKS,
                             "turn %u: a throw of %s cannot fall with these sticks",
                             current(run)->number, rules->cast.kind[thrown].name);
    TAB_KINDS_FOREACH(&rules->cast, t) {
        double win;
        if (chances.p[t] <= 0)
            continue;
        TabThrows next = *throws;
        tab_throws_add(rules, &next, t);
        if (!tab_valuation_before(&run->values, &run->game->position, &next, ahead, &win))
            return STEP_ASK;
        mean += chances.p[t] * win;
        if (t == thrown)
            value = win;
    }
    add_throw(run, thrown, mean, value);
    tab_game_throw(run->game, thrown);
    return STEP_TAKEN;
}

/* What was given away by the turn that was played. */
static Step weigh_turn(Run *run, GError **error)
{
    const TabRecordNode *node = current(run);
    const TabSituation *situation = &run->game->turn.situation;
    TabSide mover = tab_game_side(run->game);
    TabTurn turn_best;
    TabPosition best, played;
    double value_best = 0, value_played = 0;
    const TabJudgement *judgement =
        tab_analysis_judge_look_up(run->values.judge, &situation->position, &situation->throws);
    if (!judgement)
        return STEP_ASK;
    if (!tab_notation_parse_turn(run->record->rules, situation, judgement->turn, &turn_best, &best,
                                 error) ||
        !tab_game_play_turn(run->game, node->turn, error))
        return STEP_FAILED;
    tab_game_next_position(run->game, &played);
    if (!tab_position_same(&best, &played) &&
        (!tab_valuation_after(&run->values, &best, mover, &value_best) ||
         !tab_valuation_after(&run->values, &played, mover, &value_played)))
        return STEP_ASK;
    TabTurnLoss turn = {.node = node,
                        .side = mover,
                        .win = judgement->win,
                        .loss = MAX(value_best - value_played, 0),
                        .best_turn = g_strdup(judgement->turn)};
    g_array_append_val(run->analysis->of_turns, turn);
    run->analysis->loss[mover] += turn.loss;
    go_on(run->analysis, mover, turn.win, turn.win - turn.loss);
    run->weighed = TRUE;
    return STEP_TAKEN;
}

/* Goes to the next turn of the line. */
static Step leave_turn(Run *run, GError **error)
{
    const TabRecordNode *node = current(run);
    if (node->turn && !tab_game_play_turn(run->game, node->turn, error))
        return STEP_FAILED;
    if (node->turn)
        tab_game_end_turn(run->game);
    run->turn++;
    run->entered = FALSE;
    if (run->progress)
        run->progress(run->analysis, run->turn, run->path->len, run->progress_data);
    return STEP_TAKEN;
}

static Step take_next_step(Run *run, GError **error)
{
    if (!run->opened)
        return weigh_opening(run, error);
    if (run->turn == run->path->len)
        return STEP_END;
    if (!run->entered)
        return enter_turn(run, error);
    if (run->game->turn.situation.throws.n < run->thrown.n)
        return weigh_throw(run, error);
    if (run->analysis->of_turns && !run->weighed && current(run)->turn)
        return weigh_turn(run, error);
    return leave_turn(run, error);
}

/* The chain of steps and questions. */

static void take_steps(GTask *task);

/* Ends in `error` (taken over); one of the judge's gets to know where that was. */
static void give_up(GTask *task, GError *error)
{
    Run *run = g_task_get_task_data(task);
    if (error->domain == TAB_CLIENT_ERROR && run->opened && run->turn < run->path->len)
        g_prefix_error(&error, "at turn %u: ", current(run)->number);
    g_task_return_error(task, error);
    g_object_unref(task);
}

static void on_judged(GObject *source, GAsyncResult *result, gpointer data)
{
    Run *run = g_task_get_task_data(data);
    GError *error = NULL;
    if (tab_analysis_judge_ask_finish(run->values.judge, result, &error))
        take_steps(data);
    else
        give_up(data, error);
}

/* Takes all steps up to the next question. */
static void take_steps(GTask *task)
{
    Run *run = g_task_get_task_data(task);
    GError *error = NULL;
    Step step = STEP_TAKEN;
    if (g_task_return_error_if_cancelled(task)) {
        g_object_unref(task);
        return;
    }
    while (step == STEP_TAKEN)
        step = take_next_step(run, &error);
    if (step == STEP_ASK) {
        tab_analysis_judge_ask_async(run->values.judge, g_task_get_cancellable(task), on_judged,
                                     task);
    } else if (step == STEP_FAILED) {
        give_up(task, error);
    } else {
        const TabPosition *end = &run->game->position;
        if (tab_position_finished(run->record->rules, end)) {
            double white = tab_position_score(run->record->rules, end, TAB_WHITE);
            go_on(run->analysis, TAB_WHITE, white, white);
        }
        run->analysis->turns = run->game->counts.ending.turns;
        run->analysis->calls = tab_analysis_judge_calls(run->values.judge);
        g_task_return_pointer(task, g_steal_pointer(&run->analysis),
                              (GDestroyNotify)tab_analysis_free);
        g_object_unref(task);
    }
}

static void on_new_game(GObject *source, GAsyncResult *result, gpointer data)
{
    GError *error = NULL;
    if (tab_client_new_game_finish(TAB_CLIENT(source), result, &error))
        take_steps(data);
    else
        give_up(data, error);
}

/* Doors. */

/* The turns from the root to `last`. */
static GPtrArray *path_to(const TabRecordNode *last)
{
    GPtrArray *path = g_ptr_array_new();
    guint length = 0;
    for (const TabRecordNode *node = last; node->parent; node = node->parent)
        length++;
    g_ptr_array_set_size(path, (gint)length);
    for (const TabRecordNode *node = last; node->parent; node = node->parent)
        path->pdata[--length] = (gpointer)node;
    return path;
}

void tab_analysis_run_async(const TabRecord *record, TabClient *judge,
                            const TabAnalysisSetup *setup, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
    g_return_if_fail(!tab_limits_endless(&setup->limits) && !setup->limits.searchturns);
    GTask *task = g_task_new(NULL, cancellable, callback, user_data);
    g_task_set_check_cancellable(task, FALSE);
    Run *run = g_new0(Run, 1);
    const TabCast *cast = &record->rules->cast;
    run->record = record;
    const char *sticks = tab_record_get_tag(record, "Sticks");
    TabSticks chances = setup->sticks ? *setup->sticks : tab_sticks_fair(cast);
    if (sticks && !setup->sticks)
        tab_sticks_parse(cast, sticks, &chances, NULL); /* the record holds no other */
    tab_valuation_init(&run->values, judge, record->rules, &chances, setup->ahead, &setup->limits,
                       setup->patience_ms);
    run->progress = setup->progress;
    run->progress_data = setup->progress_data;
    run->analysis = tab_analysis_new(setup->losses);
    run->path = path_to(setup->last ? setup->last : tab_record_last(record));
    run->game = tab_game_new_replay(record);
    g_task_set_task_data(task, run, free_run);
    g_autofree char *rules = tab_ruleset_to_string(&record->rules->set);
    tab_client_set_sticks(judge, sticks);
    tab_client_new_game_async(judge, rules, cancellable, on_new_game, task);
}

TabAnalysis *tab_analysis_run_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_pointer(G_TASK(result), error);
}
