// SPDX-License-Identifier: GPL-3.0-or-later
// Asks one question after the other: searches of all decisions, rollouts of those that may be
// problems, and levels.
#include "protocol/study/problem-search.h"

#include <math.h>
#include <string.h>

#include "protocol/game/game.h"
#include "protocol/rules/outcomes.h"
#include "protocol/study/turn-notes.h"

#define PATIENCE_MS 600000
#define NODES 10000
#define MOST_LINES 64 /* of MultiPV that are listened to */
#define MOST_STATES                                                                                \
    200000        /* positions inside a turn; with more of them it is no turn for people           \
                   */
#define AHEAD 1.5 /* times the margin, by the search */
#define LEVELS 10 /* 0 … 9, */
#define TIMES 3   /* each asked so often */

/* A turn that the engine has told of. */
typedef struct {
    char *text;
    TabPosition after;
    double win;   /* by the search */
    double value; /* by rollouts; NAN: none */
    double error;
} Line;

typedef struct {
    const TabRecordNode *node; /* of the game */
    TabSituation start;        /* before its throws, … */
    TabSituation situation;    /* … and with them */
    TabPosition after;         /* what was played */
    guint outcomes;
    GArray *lines; /* of Line, as they were told: best first */
    guint rolled;  /* of these, the first ones are rolled out */
    int played;    /* place in the lines; -1: it is not among them */
    double loss;   /* of what was played, by the search */
    double next; /* win of the best line that is not rolled out, by the search; 0: there is none */
} Decision;

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
    GPtrArray *decisions; /* of Decision */
    guint at;             /* the one that is asked about */
    guint tried;
    guint asked, missed; /* of the levels */
    gboolean rollouts;   /* only lines of rollouts count */
    Told told[MOST_LINES];
    void (*answered)(GTask *task, const char *turn); /* what the answer is for */
    GPtrArray *problems;
};

void tab_problem_setup_complete(TabProblemSetup *setup)
{
    TabLimits *search = &setup->search, *rollouts = &setup->rollouts;
    if (search->movetime < 0 && search->nodes < 0 && search->depth < 0) {
        search->depth = 1;
        search->nodes = NODES;
    }
    if (rollouts->rollouts < 0)
        rollouts->rollouts = TAB_PROBLEM_ROLLOUTS;
    if (rollouts->se <= 0)
        rollouts->se = TAB_PROBLEM_SE;
    if (rollouts->truncate < 0)
        rollouts->truncate = TAB_PROBLEM_TRUNCATE;
    if (!setup->patience_ms)
        setup->patience_ms = PATIENCE_MS;
}

char *tab_problem_setup_describe(const TabProblemSetup *setup)
{
    GString *text = g_string_new("search");
    char se[G_ASCII_DTOSTR_BUF_SIZE];
    tab_limits_write(&setup->search, text);
    g_ascii_formatd(se, sizeof se, "%g", setup->rollouts.se);
    g_string_append_printf(text,
                           ", rollouts %" G_GINT64_FORMAT " truncate %" G_GINT64_FORMAT
                           " se %s, seed %" G_GUINT64_FORMAT,
                           setup->rollouts.rollouts, setup->rollouts.truncate, se, setup->seed);
    return g_string_free(text, FALSE);
}

/* --- memory --- */

static void clear_line(gpointer data)
{
    g_free(((Line *)data)->text);
}

static void free_decision(gpointer data)
{
    Decision *decision = data;
    g_array_unref(decision->lines);
    g_free(decision);
}

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

static Line *nth_line(const Decision *decision, guint i)
{
    return &g_array_index(decision->lines, Line, i);
}

/* --- the decisions of a game --- */

static bool count_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                          unsigned n_plays, gpointer data)
{
    ++*(guint *)data;
    return true;
}

/* 0: too many to be counted. */
static guint count_outcomes(TabOutcomes *outcomes, const TabRules *rules,
                            const TabSituation *situation)
{
    TabHand hand = tab_situation_hand(rules, situation);
    guint n = 0;
    return tab_outcomes_visit(outcomes, rules, &situation->position, &hand, MOST_STATES,
                              count_outcome, NULL, &n) == TAB_OUTCOMES_ALL
               ? n
               : 0;
}

/* Those that are not known to have lost little. */
static void list_decisions(Run *run)
{
    const TabRecord *record = run->record;
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    g_autoptr(TabGame) walk = tab_game_new_from(record->rules, &record->start, G_MAXUINT);
    walk->limits.idle_turns = G_MAXUINT; /* the record's own end stands */
    for (const TabRecordNode *node = record->root->child; node && node->turn; node = node->child) {
        TabSituation start = walk->turn.situation;
        double noted = tab_turn_get_loss(node);
        tab_game_take_throws(walk, node);
        TabSituation situation = walk->turn.situation;
        if (!tab_game_play_turn(walk, node->turn, NULL))
            break; /* a record holds no such turn */
        guint n =
            noted < run->setup->loss ? 0 : count_outcomes(outcomes, record->rules, &situation);
        if (n >= run->setup->least_choices && n <= run->setup->most_choices) {
            Decision *decision = g_new0(Decision, 1);
            decision->node = node;
            decision->start = start;
            decision->situation = situation;
            decision->outcomes = n;
            decision->lines = g_array_new(FALSE, FALSE, sizeof(Line));
            g_array_set_clear_func(decision->lines, clear_line);
            tab_game_next_position(walk, &decision->after);
            g_ptr_array_add(run->decisions, decision);
        }
        tab_game_end_turn(walk);
    }
}

/* --- questions --- */

static void fail(GTask *task, GError *error)
{
    Run *run = g_task_get_task_data(task);
    if (run->at < run->decisions->len) {
        const Decision *decision = run->decisions->pdata[run->at];
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
    if (!(info->fields & TAB_INFO_WIN) || !(info->fields & TAB_INFO_PV) || rank < 1 ||
        rank > MOST_LINES)
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
    const Decision *decision = run->decisions->pdata[run->at];
    const TabRules *rules = run->record->rules;
    g_autofree char *setpos = tab_notation_position_to_string(rules, &decision->situation.position);
    g_autofree char *throws = tab_notation_throws_to_words(rules, &decision->situation.throws);
    guint deadline = (guint)CLAMP(run->setup->patience_ms + MAX(limits->movetime, 0), 1, G_MAXINT);
    run->answered = answered;
    run->rollouts = limits->rollouts > 0;
    forget_told(run);
    tab_client_go_async(client, setpos, throws, limits, deadline, g_task_get_cancellable(task),
                        take_info, on_answer, task);
}

/* Sets an option of whole numbers, if the engine has it. */
static void set_number(TabClient *client, const char *name, guint64 number)
{
    const TabOption *option = tab_client_find_option(client, name);
    if (!option || option->type != TAB_OPTION_SPIN)
        return;
    gint64 wanted = (gint64)MIN(number, G_MAXINT64);
    g_autofree char *text =
        g_strdup_printf("%" G_GINT64_FORMAT, CLAMP(wanted, option->min, option->max));
    tab_client_set_option(client, name, text);
}

/* --- searches --- */

static void search_next(GTask *task);
static void prove_next(GTask *task);

/* Where the line is that leads there; -1: none does. */
static int find_line(const Decision *decision, const TabPosition *after)
{
    for (guint i = 0; i < decision->lines->len; i++)
        if (tab_position_same(&nth_line(decision, i)->after, after))
            return (int)i;
    return -1;
}

/* FALSE if a turn is none. */
static gboolean read_turn(const Run *run, const Decision *decision, const char *text,
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

static gboolean take_lines(Run *run, Decision *decision, GError **error)
{
    for (guint i = 0; i < MOST_LINES && run->told[i].told; i++) {
        Line line = {.win = run->told[i].win, .value = NAN, .error = NAN};
        if (!read_turn(run, decision, run->told[i].turn, &line.after, error))
            return FALSE;
        if (find_line(decision, &line.after) >= 0)
            continue;
        line.text = g_strdup(run->told[i].turn);
        g_array_append_val(decision->lines, line);
    }
    return TRUE;
}

/* Puts what was played behind the lines that are rolled out, and drops the others. */
static void choose_lines(const Run *run, Decision *decision)
{
    GArray *lines = decision->lines;
    int played = find_line(decision, &decision->after);
    guint n = 0;
    while (n < lines->len && n < run->setup->candidates &&
           nth_line(decision, n)->win > nth_line(decision, 0)->win - run->setup->reach)
        n++;
    for (guint i = n; i < lines->len && decision->next <= 0; i++)
        if ((int)i != played)
            decision->next = nth_line(decision, i)->win;
    if (decision->next <= 0 && decision->outcomes > lines->len) /* those it has not told of */
        decision->next = nth_line(decision, lines->len - 1)->win;
    if (played < (int)n) {
        decision->played = played;
    } else {
        Line line = *nth_line(decision, (guint)played);
        line.text = g_strdup(line.text);
        g_array_insert_val(lines, n, line);
        decision->played = (int)n++;
    }
    g_array_set_size(lines, n);
}

/* Whether the search says that it may be a problem. */
static gboolean is_promising(const Run *run, Decision *decision)
{
    GArray *lines = decision->lines;
    const TabProblemSetup *setup = run->setup;
    if (lines->len < 2)
        return FALSE;
    double best = nth_line(decision, 0)->win, last = nth_line(decision, lines->len - 1)->win;
    if (find_line(decision, &decision->after) < 0) { /* it is behind all lines */
        Line line = {g_strdup(decision->node->turn), decision->after, last, NAN, NAN};
        g_array_append_val(lines, line);
    }
    decision->loss = best - nth_line(decision, (guint)find_line(decision, &decision->after))->win;
    if (decision->loss < setup->loss || best - nth_line(decision, 1)->win < AHEAD * setup->margin)
        return FALSE;
    choose_lines(run, decision);
    return TRUE;
}

static void on_searched(GTask *task, const char *turn)
{
    Run *run = g_task_get_task_data(task);
    Decision *decision = run->decisions->pdata[run->at];
    GError *error = NULL;
    if (!take_lines(run, decision, &error)) {
        fail(task, error);
        return;
    }
    if (is_promising(run, decision))
        run->at++;
    else
        g_ptr_array_remove_index(run->decisions, run->at);
    search_next(task);
}

/* Greatest losses first; else as they were played. */
static int compare_decisions(gconstpointer a, gconstpointer b)
{
    const Decision *one = *(const Decision *const *)a, *other = *(const Decision *const *)b;
    if (one->loss != other->loss)
        return one->loss > other->loss ? -1 : 1;
    return one->node->number < other->node->number ? -1 : one->node->number > other->node->number;
}

static void search_next(GTask *task)
{
    Run *run = g_task_get_task_data(task);
    if (run->at < run->decisions->len) {
        ask(task, run->engine, &run->setup->search, on_searched);
        return;
    }
    g_ptr_array_sort(run->decisions, compare_decisions);
    run->at = 0;
    prove_next(task);
}

/* --- rollouts --- */

/* The values of all lines that were chosen. */
static gboolean take_values(Run *run, Decision *decision, GError **error)
{
    for (guint i = 0; i < decision->lines->len; i++)
        nth_line(decision, i)->value = NAN;
    for (guint i = 0; i < MOST_LINES && run->told[i].told; i++) {
        TabPosition after;
        if (!read_turn(run, decision, run->told[i].turn, &after, error))
            return FALSE;
        int place = find_line(decision, &after);
        if (place < 0)
            continue;
        nth_line(decision, (guint)place)->value = CLAMP(run->told[i].win, 0, 1);
        nth_line(decision, (guint)place)->error = run->told[i].se;
    }
    for (guint i = 0; i < decision->lines->len; i++)
        if (isnan(nth_line(decision, i)->value)) {
            g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN,
                        "plays no rollouts of the turn %s", nth_line(decision, i)->text);
            return FALSE;
        }
    return TRUE;
}

static guint find_best(const Decision *decision)
{
    guint best = 0;
    for (guint i = 1; i < decision->lines->len; i++)
        if (nth_line(decision, i)->value > nth_line(decision, best)->value)
            best = i;
    return best;
}

/* As a record tells values. */
static double rounded(double value)
{
    return round(value * 1e4) / 1e4;
}

/* Whether the values make it a problem. */
static gboolean is_proven(const Run *run, const Decision *decision)
{
    const TabProblemSetup *setup = run->setup;
    guint best = find_best(decision);
    const Line *line = nth_line(decision, best);
    const Line *played = nth_line(decision, (guint)decision->played);
    if (line == played || rounded(line->value) - rounded(played->value) < setup->loss ||
        (decision->next > 0 && line->win - decision->next < setup->margin))
        return FALSE;
    for (guint i = 0; i < decision->lines->len; i++) {
        const Line *other = nth_line(decision, i);
        double error = hypot(rounded(line->error), rounded(other->error));
        double gap = rounded(line->value) - rounded(other->value);
        if (other != line && gap - setup->errors * error <= setup->margin)
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
    Decision *decision = run->decisions->pdata[run->at];
    GError *error = NULL;
    if (!take_values(run, decision, &error)) {
        fail(task, error);
    } else if (!is_proven(run, decision)) {
        leave_decision(task);
    } else {
        run->asked = run->missed = 0;
        ask_levels(task);
    }
}

static void roll_out(GTask *task)
{
    Run *run = g_task_get_task_data(task);
    const Decision *decision = run->decisions->pdata[run->at];
    g_auto(TabLimits) limits;
    tab_limits_copy(&limits, &run->setup->rollouts);
    g_strfreev(limits.searchturns);
    limits.searchturns = g_new0(char *, decision->lines->len + 1);
    for (guint i = 0; i < decision->lines->len; i++)
        limits.searchturns[i] = g_strdup(nth_line(decision, i)->text);
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
    const Decision *decision = run->decisions->pdata[run->at];
    GError *error = NULL;
    TabPosition after;
    if (!read_turn(run, decision, turn, &after, &error)) {
        fail(task, error);
        return;
    }
    run->missed += find_line(decision, &after) != (int)find_best(decision);
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
    set_number(run->levels, "Level", run->asked % LEVELS);
    set_number(run->levels, "Seed", run->setup->seed + run->asked / LEVELS);
    ask(task, run->levels, &run->setup->search, on_level_chose);
}

/* --- the record --- */

static void append_turn(TabRecord *record, const Decision *decision, guint i)
{
    const Line *best = nth_line(decision, find_best(decision)), *line = nth_line(decision, i);
    TabRecordNode *node = tab_record_append(record, record->root, &decision->situation, line->text);
    tab_problem_note(node, line->value, line->error, rounded(best->value) - rounded(line->value));
    if ((int)i == decision->played)
        tab_record_set_note(node, "played", "yes");
}

static int compare_lines(gconstpointer a, gconstpointer b, gpointer data)
{
    const Decision *decision = data;
    guint one = *(const guint *)a, other = *(const guint *)b;
    double difference = nth_line(decision, other)->value - nth_line(decision, one)->value;
    if (difference != 0)
        return difference > 0 ? 1 : -1;
    return one < other ? -1 : one > other;
}

static TabRecord *make_record(const Run *run, const Decision *decision)
{
    static const char *const kept[] = {"Event", "Round", "Date", "White", "Black"};
    const TabProblemSetup *setup = run->setup;
    TabRecord *record = tab_record_new_from(run->record->rules, &decision->start);
    char number[G_ASCII_DTOSTR_BUF_SIZE], margin[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree guint *order = g_new(guint, decision->lines->len);
    for (guint i = 0; i < G_N_ELEMENTS(kept); i++)
        if (tab_record_get_tag(run->record, kept[i]))
            tab_record_set_tag(record, kept[i], tab_record_get_tag(run->record, kept[i]));
    g_ascii_formatd(margin, sizeof margin, "%g", setup->margin);
    g_ascii_formatd(number, sizeof number, "%g", setup->errors);
    g_autofree char *tag = g_strdup_printf("margin=%s errors=%s", margin, number);
    g_autofree char *proof = tab_problem_setup_describe(setup);
    g_autofree char *outcomes = g_strdup_printf("%u", decision->outcomes);
    tab_record_set_tag(record, TAB_PROBLEM_TAG, tag);
    tab_record_set_tag(record, "Engine", tab_client_get_name(run->engine));
    tab_record_set_tag(record, "Proof", proof);
    if (run->asked) {
        g_ascii_formatd(number, sizeof number, "%.3f", (double)run->missed / run->asked);
        tab_record_set_tag(record, "Difficulty", number);
    }
    tab_record_set_tag(record, "Outcomes", outcomes);
    for (guint i = 0; i < decision->lines->len; i++)
        order[i] = i;
    g_qsort_with_data(order, (int)decision->lines->len, sizeof *order, compare_lines,
                      (gpointer)decision);
    for (guint i = 0; i < decision->lines->len; i++)
        append_turn(record, decision, order[i]);
    return record;
}

static void add_problem(GTask *task)
{
    Run *run = g_task_get_task_data(task);
    g_ptr_array_add(run->problems, make_record(run, run->decisions->pdata[run->at]));
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
    run->decisions = g_ptr_array_new_with_free_func(free_decision);
    run->problems = g_ptr_array_new_with_free_func((GDestroyNotify)tab_record_free);
    g_task_set_task_data(task, run, free_run);
    const TabOption *option = tab_client_find_option(engine, "MultiPV");
    if (!option || option->type != TAB_OPTION_SPIN) {
        fail_with(task, "has no option MultiPV");
        return;
    }
    set_number(engine, "MultiPV", MOST_LINES);
    set_number(engine, "Seed", setup->seed);
    list_decisions(run);
    tab_client_new_game_async(engine, rules, cancellable, on_engine_ready, task);
}

GPtrArray *tab_problem_search_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_pointer(G_TASK(result), error);
}
