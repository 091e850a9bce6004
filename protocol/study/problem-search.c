// SPDX-License-Identifier: GPL-3.0-or-later
// Asks one question after the other: searches of all decisions, rollouts of those that may be
// problems, and levels.
#include "protocol/study/problem-search.h"

#include <math.h>
#include <string.h>

#include "protocol/rules/notation.h"
#include "protocol/study/problem-decision.h"

#define MOST_LINES 64 /* of MultiPV that are listened to */
#define LEVELS 10     /* 0 … 9, */
#define TIMES 3       /* each asked so often */

/* The last word on one line of MultiPV. */
typedef struct {
    gboolean told;
    double win, se;
    char *turn;
} Told;

typedef struct _Run Run;

struct _Run {
    const TabRecord *record;
    const TabProblemSetup *setup;
    TabClient *engine, *levels;
    GPtrArray *decisions; /* of TabProblemDecision */
    guint at;             /* the one that is asked about */
    guint tried;
    guint asked, missed; /* of the levels */
    gboolean rollouts;   /* only lines of rollouts count */
    Told told[MOST_LINES];
    void (*answered)(GTask *task, const char *turn); /* what the answer is for */
    GPtrArray *problems;
};

static void forget_told(Run *run)
{
    for (guint i = 0; i < MOST_LINES; i++) {
        g_free(run->told[i].turn);
        run->told[i] = (Told){0};
    }
}

static void free_run(gpointer data)
{
    Run *run = data;
    forget_told(run);
    g_ptr_array_unref(run->decisions);
    g_clear_pointer(&run->problems, g_ptr_array_unref);
    g_free(run);
}

/* --- questions --- */

static void fail(GTask *task, GError *error)
{
    Run *run = g_task_get_task_data(task);
    if (run->at < run->decisions->len) {
        const TabProblemDecision *decision = run->decisions->pdata[run->at];
        g_prefix_error(&error, "turn %u: ", decision->node->number);
    }
    g_task_return_error(task, error);
    g_object_unref(task);
}

static void fail_with(GTask *task, const char *what)
{
    fail(task, g_error_new_literal(TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN, what));
}

static void take_info(TabClient *client, const TabInfo *info, gpointer data)
{
    Run *run = g_task_get_task_data(data);
    gint64 rank = info->fields & TAB_INFO_MULTIPV ? info->multipv : 1;
    gboolean known = (info->fields & TAB_INFO_LEVEL) && info->level <= TAB_INFO_TABLE;
    if (!(info->fields & TAB_INFO_WIN) || !(info->fields & TAB_INFO_PV) || rank > MOST_LINES)
        return;
    if (run->rollouts && !known &&
        (!(info->fields & TAB_INFO_LEVEL) || info->level != TAB_INFO_ROLLOUT ||
         !(info->fields & TAB_INFO_SE)))
        return;
    Told *told = &run->told[rank - 1];
    g_free(told->turn);
    *told = (Told){.told = TRUE,
                   .win = info->win,
                   .se = info->fields & TAB_INFO_SE ? info->se : 0,
                   .turn = g_strndup(info->pv, strcspn(info->pv, " "))};
}

static void on_answer(GObject *source, GAsyncResult *result, gpointer data)
{
    Run *run = g_task_get_task_data(data);
    GError *error = NULL;
    g_autofree char *turn = tab_client_go_finish(TAB_CLIENT(source), result, NULL, &error);
    if (turn)
        run->answered(data, turn);
    else
        fail(data, error);
}

/* Asks about the decision; `limits` are copied. */
static void ask(GTask *task, TabClient *client, const TabLimits *limits,
                void (*answered)(GTask *task, const char *turn))
{
    Run *run = g_task_get_task_data(task);
    const TabProblemDecision *decision = run->decisions->pdata[run->at];
    const TabRules *rules = run->record->rules;
    g_autofree char *setpos = tab_notation_position_to_string(rules, &decision->situation.position);
    g_autofree char *throws = tab_notation_throws_to_words(rules, &decision->situation.throws);
    guint deadline = tab_limits_deadline(limits, run->setup->patience_ms);
    run->answered = answered;
    run->rollouts = limits->rollouts > 0;
    forget_told(run);
    tab_client_go_async(client, setpos, throws, limits, deadline, g_task_get_cancellable(task),
                        take_info, on_answer, task);
}

static void set_seed(TabClient *client, guint64 seed)
{
    tab_client_set_number(client, "Seed", (gint64)MIN(seed, (guint64)G_MAXINT64));
}

/* --- searches --- */

static void search_next(GTask *task);
static void prove_next(GTask *task);

/* FALSE if a turn is none. */
static gboolean read_turn(const Run *run, const TabProblemDecision *decision, const char *text,
                          TabPosition *after, GError **error)
{
    TabTurn turn;
    if (tab_notation_parse_turn(run->record->rules, &decision->situation, text, &turn, after,
                                error))
        return TRUE;
    if (error) {
        g_prefix_error(error, "turn %.200s: ", text);
        (*error)->domain = TAB_CLIENT_ERROR;
        (*error)->code = TAB_CLIENT_ERROR_BROKEN;
    }
    return FALSE;
}

static gboolean take_lines(Run *run, TabProblemDecision *decision, GError **error)
{
    for (guint i = 0; i < MOST_LINES && run->told[i].told; i++) {
        TabProblemLine line = {.win = run->told[i].win, .value = NAN, .error = NAN};
        if (!read_turn(run, decision, run->told[i].turn, &line.after, error))
            return FALSE;
        if (tab_problem_decision_find(decision, &line.after) >= 0)
            continue;
        line.text = g_strdup(run->told[i].turn);
        g_array_append_val(decision->lines, line);
    }
    return TRUE;
}

static void on_searched(GTask *task, const char *turn)
{
    Run *run = g_task_get_task_data(task);
    TabProblemDecision *decision = run->decisions->pdata[run->at];
    GError *error = NULL;
    if (!take_lines(run, decision, &error)) {
        fail(task, error);
        return;
    }
    if (tab_problem_decision_choose(decision, run->setup))
        run->at++;
    else
        g_ptr_array_remove_index(run->decisions, run->at);
    search_next(task);
}

static void search_next(GTask *task)
{
    Run *run = g_task_get_task_data(task);
    if (run->at < run->decisions->len) {
        ask(task, run->engine, &run->setup->search, on_searched);
        return;
    }
    g_ptr_array_sort(run->decisions, tab_problem_decision_compare);
    run->at = 0;
    prove_next(task);
}

/* --- rollouts --- */

/* The values of all lines that were chosen. */
static gboolean take_values(Run *run, TabProblemDecision *decision, GError **error)
{
    for (guint i = 0; i < decision->lines->len; i++)
        tab_problem_decision_line(decision, i)->value = NAN;
    for (guint i = 0; i < MOST_LINES && run->told[i].told; i++) {
        TabPosition after;
        if (!read_turn(run, decision, run->told[i].turn, &after, error))
            return FALSE;
        int place = tab_problem_decision_find(decision, &after);
        if (place < 0)
            continue;
        tab_problem_decision_line(decision, (guint)place)->value = run->told[i].win;
        tab_problem_decision_line(decision, (guint)place)->error = run->told[i].se;
    }
    for (guint i = 0; i < decision->lines->len; i++)
        if (isnan(tab_problem_decision_line(decision, i)->value)) {
            g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN,
                        "plays no rollouts of the turn %s",
                        tab_problem_decision_line(decision, i)->text);
            return FALSE;
        }
    return TRUE;
}

static void ask_levels(GTask *task);
static void add_problem(GTask *task);

static void leave_decision(GTask *task)
{
    Run *run = g_task_get_task_data(task);
    run->at++;
    prove_next(task);
}

static void on_rolled_out(GTask *task, const char *turn)
{
    Run *run = g_task_get_task_data(task);
    TabProblemDecision *decision = run->decisions->pdata[run->at];
    GError *error = NULL;
    if (!take_values(run, decision, &error)) {
        fail(task, error);
    } else if (!tab_problem_decision_is_proven(decision, run->setup)) {
        leave_decision(task);
    } else {
        run->asked = run->missed = 0;
        ask_levels(task);
    }
}

static void roll_out(GTask *task)
{
    Run *run = g_task_get_task_data(task);
    const TabProblemDecision *decision = run->decisions->pdata[run->at];
    g_auto(TabLimits) limits;
    tab_limits_copy(&limits, &run->setup->rollouts);
    g_strfreev(limits.searchturns);
    limits.searchturns = g_new0(char *, decision->lines->len + 1);
    for (guint i = 0; i < decision->lines->len; i++)
        limits.searchturns[i] = g_strdup(tab_problem_decision_line(decision, i)->text);
    ask(task, run->engine, &limits, on_rolled_out);
}

static void prove_next(GTask *task)
{
    Run *run = g_task_get_task_data(task);
    if (run->at == run->decisions->len || run->problems->len == run->setup->most ||
        run->tried == run->setup->tries) {
        g_task_return_pointer(task, g_steal_pointer(&run->problems),
                              (GDestroyNotify)g_ptr_array_unref);
        g_object_unref(task);
        return;
    }
    run->tried++;
    roll_out(task);
}

/* --- levels --- */

static void on_level_chose(GTask *task, const char *turn)
{
    Run *run = g_task_get_task_data(task);
    const TabProblemDecision *decision = run->decisions->pdata[run->at];
    GError *error = NULL;
    TabPosition after;
    if (!read_turn(run, decision, turn, &after, &error)) {
        fail(task, error);
        return;
    }
    run->missed +=
        tab_problem_decision_find(decision, &after) != (int)tab_problem_decision_best(decision);
    run->asked++;
    ask_levels(task);
}

/* Levels change from one question to the next, so that an engine forgets what the last one saw. */
static void ask_levels(GTask *task)
{
    Run *run = g_task_get_task_data(task);
    const TabOption *option = tab_client_find_option(run->levels, "Level");
    if (!option || option->type != TAB_OPTION_SPIN || run->asked == LEVELS * TIMES) {
        add_problem(task);
        return;
    }
    tab_client_set_number(run->levels, "Level", run->asked % LEVELS);
    set_seed(run->levels, run->setup->seed + run->asked / LEVELS);
    ask(task, run->levels, &run->setup->search, on_level_chose);
}

static void add_problem(GTask *task)
{
    Run *run = g_task_get_task_data(task);
    double difficulty = run->asked ? (double)run->missed / run->asked : NAN;
    g_ptr_array_add(run->problems, tab_problem_decision_to_record(
                                       run->decisions->pdata[run->at], run->record, run->setup,
                                       tab_client_get_name(run->engine), difficulty));
    leave_decision(task);
}

/* --- the whole --- */

static void on_levels_ready(GObject *source, GAsyncResult *result, gpointer data)
{
    Run *run = g_task_get_task_data(data);
    GError *error = NULL;
    if (!tab_client_new_game_finish(TAB_CLIENT(source), result, &error)) {
        fail(data, error);
        return;
    }
    run->at = 0;
    search_next(data);
}

static void on_engine_ready(GObject *source, GAsyncResult *result, gpointer data)
{
    Run *run = g_task_get_task_data(data);
    GError *error = NULL;
    if (!tab_client_new_game_finish(TAB_CLIENT(source), result, &error)) {
        fail(data, error);
        return;
    }
    g_autofree char *rules = tab_ruleset_to_string(&run->record->rules->set);
    tab_client_new_game_async(run->levels, rules, g_task_get_cancellable(data), on_levels_ready,
                              data);
}

void tab_problem_search_async(const TabRecord *record, TabClient *engine, TabClient *levels,
                              const TabProblemSetup *setup, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = g_task_new(NULL, cancellable, callback, user_data);
    Run *run = g_new0(Run, 1);
    g_autofree char *rules = tab_ruleset_to_string(&record->rules->set);
    g_task_set_check_cancellable(task, FALSE);
    run->record = record;
    run->setup = setup;
    run->engine = engine;
    run->levels = levels;
    run->at = G_MAXUINT; /* nothing is asked about yet */
    run->decisions = tab_problem_list_decisions(record, setup);
    run->problems = g_ptr_array_new_with_free_func((GDestroyNotify)tab_record_free);
    g_task_set_task_data(task, run, free_run);
    const TabOption *option = tab_client_find_option(engine, "MultiPV");
    if (!option || option->type != TAB_OPTION_SPIN) {
        fail_with(task, "has no option MultiPV");
        return;
    }
    tab_client_set_number(engine, "MultiPV", MOST_LINES);
    set_seed(engine, setup->seed);
    tab_client_new_game_async(engine, rules, cancellable, on_engine_ready, task);
}

GPtrArray *tab_problem_search_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_pointer(G_TASK(result), error);
}
