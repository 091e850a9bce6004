// SPDX-License-Identifier: GPL-3.0-or-later
// `tab-match openings`: has the first turns of games rolled out, hand by hand, and after them the
// second ones.
#include "protocol/runner/commands.h"

#include <stdio.h>
#include <stdlib.h>

#include "protocol/files/output-file.h"
#include "protocol/report/progress.h"
#include "protocol/runner/judge-options.h"
#include "protocol/runner/match-output.h"
#include "protocol/runner/vary-rules.h"
#include "protocol/study/engine-pool.h"
#include "protocol/study/opening-file.h"
#include "protocol/study/opening-hands.h"
#include "protocol/text/keywords.h"

#define SEED "Seed" /* the option of engines (PROTOCOL.md) */
#define MOST_ROLLOUTS 1000000000
#define MOST_TRUNCATE 1000000
#define MOST_LONGEST 8
#define MOST_SECOND 1000
#define MOST_RULES 1000

static const char summary[] =
    "Tells what the first turns of games are worth, for every hand, by an engine's rollouts.";

static const char description[] =
    "RULES are presets, rules strings, or names of your own rulesets; --presets are all presets.\n"
    "\n"
    "The hands are all those of up to --longest throws that the first turn can have, a tâb that "
    "has\n"
    "won the opening and counts among them; with dice what one cast gives. Then come the hands of\n"
    "the second turn, after the best first turn for each of the --second commonest hands; a "
    "position\n"
    "that is the start with the sides exchanged, or was met before, is left out.\n"
    "\n"
    "The engine is told `go rollouts` for each hand, and picks the turns that it rolls out. It\n"
    "ends with --rollouts games from each turn, or earlier when every standard error is at most\n"
    "--se. With --truncate games end after so many turns in the engine's evaluation: that is much\n"
    "faster, and as right as the evaluation is. Sticks are fair.\n"
    "\n"
    "The result is CSV, a line a turn, the best first: `value` is the chance of the side that\n"
    "plays it to win, `se` its standard error, both from 0 to 1 (0.002 are 0.2 points of 100).\n"
    "--output has each hand on the disk as soon as it is done; the same command goes on from\n"
    "there. The result follows from the seed, and is the same with any --concurrency.\n"
    "\n"
    "Exit status: 0; 1 wrong usage, a file that cannot be written or was made otherwise, an "
    "engine\n"
    "that failed or tells no rollouts. What was done before stays.\n"
    "\n"
    "Example:\n"
    "  tab-match openings --engine cmd=tab-engine --output openings.csv walker";

/* What the command line says. */
typedef struct {
    TabJudgeOptions judge;
    char **rules;
    char *seed, *output;
    gint64 rollouts, truncate;
    double se;
    int longest, second;
    gboolean presets, quiet;
} Arguments;

static void clear_arguments(Arguments *arguments)
{
    g_free(arguments->judge.engine);
    g_strfreev(arguments->rules);
    g_free(arguments->seed);
    g_free(arguments->output);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Arguments, clear_arguments)

typedef struct {
    const Arguments *arguments;
    TabRulesList *list;
    TabEntrant *engine;
    guint64 seed;
    TabLimits limits;
    guint deadline_ms;
    char *method;
    GPtrArray *rules;     /* of TabRules */
    TabOpeningFile *file; /* NULL: standard output */

    GPtrArray *openings; /* of TabOpeningHand, those that have not been asked for without turns */
    guint next, written; /* of them: to be asked for, and to be written next */
    guint turn;          /* of the game, whose hands are there so far */
    TabEnginePool *pool;
    gboolean probing; /* the first job has been handed out */
    GError *error;    /* why it was stopped */
    GMainLoop *loop;
    TabProgress *progress; /* NULL: no terminal, or nobody wants it */
} Command;

static void free_command(Command *command)
{
    tab_engine_pool_free(command->pool);
    g_clear_pointer(&command->list, tab_rules_list_free);
    g_clear_pointer(&command->engine, tab_entrant_free);
    g_clear_pointer(&command->rules, g_ptr_array_unref);
    g_clear_pointer(&command->openings, g_ptr_array_unref);
    g_clear_pointer(&command->file, tab_opening_file_free);
    g_clear_pointer(&command->loop, g_main_loop_unref);
    g_clear_error(&command->error);
    tab_limits_clear(&command->limits);
    g_free(command->method);
    g_free(command);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Command, free_command)

/* The first error is the one that is told. */
static void give_up(Command *command, GError *error)
{
    if (command->error)
        g_error_free(error);
    else
        command->error = error;
    tab_engine_pool_stop(command->pool);
}

/* --- what is asked for --- */

static void add_hands(Command *command, TabRules *rules, const TabSituation *situation,
                      guint number)
{
    TabSticks fair = tab_sticks_fair(&rules->cast);
    g_autoptr(GArray) hands =
        tab_opening_hands_list(rules, situation, &fair, (guint)command->arguments->longest);
    for (guint i = 0; i < hands->len; i++) {
        const TabThrownHand *hand = &g_array_index(hands, TabThrownHand, i);
        TabOpeningHand *opening = g_new0(TabOpeningHand, 1);
        opening->rules = tab_rules_ref(rules);
        opening->number = number;
        opening->situation = *situation;
        opening->situation.throws = hand->throws;
        opening->chance = hand->chance;
        opening->method = g_strdup(command->method);
        if (command->file)
            opening->turns = tab_opening_file_look_up(command->file, rules, &opening->situation);
        g_ptr_array_add(command->openings, opening);
    }
}

static void add_first_turns(Command *command)
{
    for (guint i = 0; i < command->rules->len; i++) {
        TabRules *rules = command->rules->pdata[i];
        TabSituation start;
        tab_position_start(rules, TAB_WHITE, &start);
        add_hands(command, rules, &start, 1);
    }
}

/* The position after the best turn. */
static void play_best(const TabOpeningHand *opening, TabPosition *after)
{
    TabTurn turn;
    const char *best = g_array_index(opening->turns, TabRolledTurn, 0).turn;
    if (!tab_notation_parse_turn(opening->rules, &opening->situation, best, &turn, after, NULL))
        g_assert_not_reached(); /* it has been checked */
}

static gboolean is_among(const GArray *keys, TabKey key)
{
    for (guint i = 0; i < keys->len; i++) {
        TabKey known = g_array_index(keys, TabKey, i);
        if (known.a == key.a && known.b == key.b)
            return TRUE;
    }
    return FALSE;
}

/* Those after the first turns of one ruleset, which come one after the other, the commonest first;
 * `first` and `end`: where they are. */
static void add_second_turns_of(Command *command, guint first, guint end)
{
    g_autoptr(GArray) met = g_array_new(FALSE, FALSE, sizeof(TabKey));
    guint left = (guint)command->arguments->second;
    for (guint i = first; i < end && left; i++) {
        const TabOpeningHand *opening = command->openings->pdata[i];
        TabSituation second = {.throws = {.n = 0}};
        if (i == first) {
            TabKey start = tab_opening_key(opening->rules, &opening->situation.position);
            g_array_append_val(met, start);
        }
        play_best(opening, &second.position);
        TabKey key = tab_opening_key(opening->rules, &second.position);
        if (tab_position_finished(opening->rules, &second.position) || is_among(met, key))
            continue;
        g_array_append_val(met, key);
        add_hands(command, opening->rules, &second, 2);
        left--;
    }
}

static void add_second_turns(Command *command)
{
    guint all = command->openings->len;
    for (guint first = 0, end; first < all; first = end) {
        const TabRules *rules = ((TabOpeningHand *)command->openings->pdata[first])->rules;
        for (end = first; end < all; end++)
            if (((TabOpeningHand *)command->openings->pdata[end])->rules != rules)
                break;
        add_second_turns_of(command, first, end);
    }
}

/* --- what comes out --- */

static gboolean write_opening(Command *command, const TabOpeningHand *opening, GError **error)
{
    if (command->file)
        return tab_opening_file_add(command->file, opening, error);
    g_autoptr(GString) text = g_string_new(NULL);
    tab_opening_hand_append_csv(opening, text);
    if (command->progress)
        tab_progress_clear(command->progress);
    if (fwrite(text->str, 1, text->len, stdout) != text->len || fflush(stdout))
        return tab_output_file_fail(TAB_FILE_WRITE, "standard output", error);
    return TRUE;
}

static void show_progress(Command *command)
{
    gint64 now = g_get_monotonic_time();
    if (!command->progress || !tab_progress_is_due(command->progress, now))
        return;
    g_autofree char *line =
        g_strdup_printf("%u/%u hands", command->written, command->openings->len);
    tab_progress_draw(command->progress, line, now);
}

/* --- the first job: whether the engine plays all the rules, the last of many too --- */

typedef struct {
    const TabRulesList *list;
    guint played; /* of them */
} Probe;

static void probe_next(GTask *task, TabClient *engine);

static void on_probed(GObject *source, GAsyncResult *result, gpointer task)
{
    GError *error = NULL;
    if (tab_client_new_game_finish(TAB_CLIENT(source), result, &error)) {
        ((Probe *)g_task_get_task_data(task))->played++;
        probe_next(task, TAB_CLIENT(source));
        return;
    }
    g_task_return_error(task, error);
    g_object_unref(task);
}

static void probe_next(GTask *task, TabClient *engine)
{
    const Probe *probe = g_task_get_task_data(task);
    if (probe->played < probe->list->rules->len) {
        tab_client_new_game_async(engine, probe->list->rules->pdata[probe->played],
                                  g_task_get_cancellable(task), on_probed, task);
        return;
    }
    g_task_return_boolean(task, TRUE);
    g_object_unref(task);
}

static void probe_rules(const TabRulesList *list, TabClient *engine, GCancellable *end,
                        GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = g_task_new(NULL, end, callback, user_data);
    Probe *probe = g_new0(Probe, 1);
    probe->list = list;
    g_task_set_task_data(task, probe, g_free);
    probe_next(task, engine);
}

/* Checks that the engine takes the seed, if it takes one, and notes how the openings are made. */
static gboolean take_method(Command *command, TabClient *engine, GError **error)
{
    const TabOption *option = tab_client_find_option(engine, SEED);
    gboolean takes = option && option->type == TAB_OPTION_SPIN;
    g_autofree char *seed = g_strdup_printf("%" G_GUINT64_FORMAT, command->seed);
    if (takes && (command->seed > G_MAXINT64 || (gint64)command->seed < option->min ||
                  (gint64)command->seed > option->max))
        return tab_keywords_refuse_value(
            error, "--seed: %s takes one from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ", not %s",
            tab_client_get_label(engine), option->min, option->max, seed);
    TabOpeningMethod method = {.limits = &command->limits,
                               .engine = tab_client_get_name(engine),
                               .spec = command->arguments->judge.engine,
                               .seed = takes ? seed : NULL};
    command->method = tab_opening_method_to_csv(&method);
    return TRUE;
}

static gboolean open_output(Command *command, GError **error)
{
    const char *path = command->arguments->output;
    if (path)
        return (command->file = tab_opening_file_open(path, command->method, error)) != NULL;
    if (fputs(TAB_OPENING_TABLE_HEAD, stdout) < 0 || fflush(stdout))
        return tab_output_file_fail(TAB_FILE_WRITE, "standard output", error);
    return TRUE;
}

/* --- the work of the engines --- */

static void set_seed(TabClient *engine, guint place, gpointer data)
{
    const Command *command = data;
    tab_client_set_number(engine, SEED, (gint64)MIN(command->seed, (guint64)G_MAXINT64));
}

/* First the command itself, which stands for the probe, and when that is out the hands. */
static gpointer next_job(gboolean *known, gpointer data)
{
    Command *command = data;
    if (!command->probing) {
        command->probing = TRUE;
        return command;
    }
    if (command->next == command->openings->len)
        return NULL;
    TabOpeningHand *opening = command->openings->pdata[command->next++];
    *known = opening->turns != NULL; /* the file had it */
    return opening;
}

static void ask(gpointer job, TabClient *const *engines, GCancellable *end,
                GAsyncReadyCallback callback, gpointer user_data, gpointer data)
{
    const Command *command = data;
    const TabOpeningHand *opening = job;
    if (job == command)
        probe_rules(command->list, engines[0], end, callback, user_data);
    else
        tab_opening_rollout_async(opening->rules, &opening->situation, engines[0], &command->limits,
                                  command->deadline_ms, end, callback, user_data);
}

static gboolean take_answer(gpointer job, GAsyncResult *result, TabClient *const *engines,
                            gpointer data, GError **error)
{
    TabOpeningHand *opening = job;
    const char *label = tab_client_get_label(engines[0]);
    if (job == data) {
        if (g_task_propagate_boolean(G_TASK(result), error))
            return take_method(data, engines[0], error);
        g_prefix_error(error, "engine %s: ", label);
        return FALSE;
    }
    opening->turns = tab_opening_rollout_finish(result, error);
    if (opening->turns)
        return TRUE;
    g_autofree char *rules = tab_ruleset_to_string(&opening->rules->set);
    g_prefix_error(error, "%s: engine %s: ", rules, label);
    return FALSE;
}

/* The hands of a turn are known when those of the turn before are all out. */
static void go_on(Command *command)
{
    while (command->written == command->openings->len && command->turn < 2)
        if (++command->turn == 1)
            add_first_turns(command);
        else
            add_second_turns(command);
    show_progress(command);
}

static void bring_out(gpointer job, const GError *error, gpointer data)
{
    Command *command = data;
    GError *fault = error ? g_error_copy(error) : NULL;
    if (!fault && job == command)
        open_output(command, &fault);
    else if (!fault && write_opening(command, job, &fault))
        command->written++;
    if (fault)
        give_up(command, fault);
    else
        go_on(command);
}

static void on_ended(gpointer data)
{
    g_main_loop_quit(((Command *)data)->loop);
}

/* --- the command line --- */

static gboolean parse_arguments(Arguments *arguments, char **argv, GError **error)
{
    TabJudgeOptions *judge = &arguments->judge;
    const GOptionEntry entries[] = {
        {"engine", 'e', 0, G_OPTION_ARG_STRING, &judge->engine, "Engine that is asked, needed",
         "SPEC"},
        {"presets", 'p', 0, G_OPTION_ARG_NONE, &arguments->presets, "All presets", NULL},
        {"longest", 0, 0, G_OPTION_ARG_INT, &arguments->longest, "Throws of the longest hand (3)",
         "N"},
        {"second", 0, 0, G_OPTION_ARG_INT, &arguments->second,
         "Also the second turn, after so many of the commonest hands (1)", "N"},
        {"rollouts", 0, 0, G_OPTION_ARG_INT64, &arguments->rollouts,
         "Games from each turn, at most (10000)", "N"},
        {"se", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->se,
         "Standard error that is enough; 0: play all games (0.002)", "P"},
        {"truncate", 0, 0, G_OPTION_ARG_INT64, &arguments->truncate,
         "Turns of a game; 0: to its end (0)", "N"},
        {"seed", 's', 0, G_OPTION_ARG_STRING, &arguments->seed, "Seed of the sticks (1)", "N"},
        {"patience", 0, 0, G_OPTION_ARG_DOUBLE, &judge->patience,
         "The longest wait for a hand (86400)", "SECONDS"},
        {"concurrency", 'c', 0, G_OPTION_ARG_INT, &judge->concurrency, "Hands at a time (1)", "N"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &arguments->output,
         "Write to FILE, and go on with what is there", "FILE"},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &arguments->quiet, "No progress", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &arguments->rules, NULL, "RULES…"},
        {0},
    };
    g_auto(GStrv) words = g_strdupv(argv);
    return tab_match_read_options(&words, entries, summary, description, error);
}

static gboolean check_numbers(Command *command, GError **error)
{
    const Arguments *arguments = command->arguments;
    if (arguments->longest < 1 || arguments->longest > MOST_LONGEST)
        return tab_keywords_refuse_value(error, "--longest is from 1 to %d", MOST_LONGEST);
    if (arguments->second < 0 || arguments->second > MOST_SECOND)
        return tab_keywords_refuse_value(error, "--second is from 0 to %d", MOST_SECOND);
    if (arguments->rollouts < 1 || arguments->rollouts > MOST_ROLLOUTS)
        return tab_keywords_refuse_value(error, "--rollouts is from 1 to %d", MOST_ROLLOUTS);
    if (arguments->truncate < 0 || arguments->truncate > MOST_TRUNCATE)
        return tab_keywords_refuse_value(error, "--truncate is from 0 to %d", MOST_TRUNCATE);
    if (!(arguments->se >= 0 && arguments->se <= 1))
        return tab_keywords_refuse_value(error, "--se is from 0 to 1");
    command->seed = 1;
    return tab_keywords_read_seed(arguments->seed, &command->seed, error);
}

static gboolean list_rules(Command *command, GError **error)
{
    const Arguments *arguments = command->arguments;
    command->list = tab_rules_list_new();
    command->rules = g_ptr_array_new_with_free_func((GDestroyNotify)tab_rules_unref);
    for (guint i = 0; arguments->presets && i < tab_ruleset_n_presets(); i++)
        if (!tab_rules_list_add(command->list, tab_ruleset_preset_name(i), error))
            return FALSE;
    for (GStrv text = arguments->rules; text && *text; text++)
        if (!tab_rules_list_add(command->list, *text, error))
            return FALSE;
    if (!command->list->rules->len)
        return tab_keywords_refuse_value(error, "rules are needed, or --presets (--help says "
                                                "more)");
    if (command->list->rules->len > MOST_RULES)
        return tab_keywords_refuse_value(error, "%u rulesets are too many; at most %d",
                                         command->list->rules->len, MOST_RULES);
    for (guint i = 0; i < command->list->rules->len; i++)
        g_ptr_array_add(command->rules, tab_rules_parse(command->list->rules->pdata[i], NULL));
    return TRUE;
}

static gboolean read_engine(Command *command, GError **error)
{
    const Arguments *arguments = command->arguments;
    command->engine = tab_judge_options_read_engine(&arguments->judge, "--engine", error);
    if (!command->engine)
        return FALSE;
    command->limits = tab_judge_options_limits(&arguments->judge, command->engine);
    command->limits.rollouts = arguments->rollouts;
    command->limits.se = arguments->se;
    if (arguments->truncate)
        command->limits.truncate = arguments->truncate;
    command->deadline_ms =
        tab_limits_deadline(&command->limits, (gint64)(arguments->judge.patience * 1000));
    return TRUE;
}

static gboolean study(Command *command, GError **error)
{
    static const TabEnginePoolWork work = {.next = next_job,
                                           .started = set_seed,
                                           .ask = ask,
                                           .answered = take_answer,
                                           .done = bring_out,
                                           .ended = on_ended};
    const TabEngineConfig *const engine = command->engine->config;
    const TabEnginePoolSetup setup = {.work = &work,
                                      .data = command,
                                      .engines = &engine,
                                      .n_engines = 1,
                                      .workers = (guint)command->arguments->judge.concurrency,
                                      .give_up = 1,
                                      .title = "engine"};
    command->openings = g_ptr_array_new_with_free_func((GDestroyNotify)tab_opening_hand_free);
    if (!command->arguments->quiet && tab_progress_can_redraw(stderr))
        command->progress = tab_progress_new(stderr);
    command->loop = g_main_loop_new(NULL, FALSE);
    command->pool = tab_engine_pool_new(&setup);
    g_main_loop_run(command->loop);
    g_clear_pointer(&command->progress, tab_progress_free);
    if (command->error)
        g_propagate_error(error, g_steal_pointer(&command->error));
    else if (tab_engine_pool_get_error(command->pool))
        g_propagate_error(error, g_error_copy(tab_engine_pool_get_error(command->pool)));
    return !tab_engine_pool_is_broken(command->pool);
}

static gboolean check_output(const Arguments *arguments, GError **error)
{
    const TabMatchPath path = {"--output", arguments->output, TRUE};
    return tab_match_output_check_names(&path, 1, error) &&
           tab_match_output_check_writable(&path, 1, error);
}

static gboolean run(Command *command, Arguments *arguments, char **argv, GError **error)
{
    if (!parse_arguments(arguments, argv, error) ||
        !tab_judge_options_check(&arguments->judge, "--engine", error) ||
        !check_output(arguments, error) || !check_numbers(command, error) ||
        !list_rules(command, error) || !read_engine(command, error))
        return FALSE;
    return study(command, error);
}

int tab_openings_main(int argc, char **argv)
{
    g_auto(Arguments) arguments = {
        .judge = TAB_JUDGE_OPTIONS_INIT, .rollouts = 10000, .se = 0.002, .longest = 3, .second = 1};
    g_autoptr(Command) command = g_new0(Command, 1);
    g_autoptr(GError) error = NULL;
    tab_limits_init(&command->limits);
    command->arguments = &arguments;
    arguments.judge.patience = 86400;
    if (run(command, &arguments, argv, &error))
        return EXIT_SUCCESS;
    return tab_match_output_complain(g_steal_pointer(&error));
}
