// SPDX-License-Identifier: GPL-3.0-or-later
// Takes decisions from games, has them asked for by several workers, and rates the players.
#include "protocol/runner/commands.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/files/output-file.h"
#include "protocol/report/progress.h"
#include "protocol/report/rating-report.h"
#include "protocol/runner/game-files.h"
#include "protocol/runner/judge-options.h"
#include "protocol/runner/match-output.h"
#include "protocol/text/keywords.h"

#define LEVELS "0,2,4,6,8,10"
#define MOST_LEVELS 32
#define MOST_LEVEL 1000
#define LEVEL_NODES 2000
#define DECISIONS 200
#define MOST_DECISIONS 1000000
#define GIVE_UP_AFTER 3 /* decisions in a row at which an engine failed */

static const char summary[] =
    "Tells at which level of an engine the players of recorded games play.";

static const char description[] =
    "Of each player under each rules some decisions are taken by chance: turns with more than one\n"
    "outcome. The engine is asked for its turn in each of them at several of its levels (its\n"
    "option Level), and judges what these turns and the one that was played lose: its win chance\n"
    "after its own turn, less that after the other, both before the next throw. The player's "
    "level\n"
    "is the one that loses as much in the same decisions, between two of them by interpolation;\n"
    "<0 and >10 stand for less and more than all that were asked. Its 95 % interval is of these\n"
    "decisions. Some hundred tell a level to one or two; small boards, where luck leaves little "
    "to\n"
    "choose, tell less. The sticks are taken as fair.\n"
    "\n"
    "The engine is written as for tab-match --engine: cmd=… or conf=…, option.NAME=…, depth=…,\n"
    "nodes=…, movetime=…; without a limit depth=1,nodes=10000. That is how it judges. At its "
    "levels\n"
    "it has --level-nodes. It needs the options Level and, for the same result again, Seed.\n"
    "\n"
    "A decision at which an engine fails is told on standard error and left out.\n"
    "Exit status: 0; 1 if one was left out, for wrong usage and for files that fail.\n"
    "\n"
    "Example:\n"
    "  tab-match rate --engine cmd=tab-engine games.tab";

/* What the command line says. */
typedef struct {
    TabJudgeOptions judge;
    char *levels, *format, *output;
    gint64 level_nodes, seed;
    int decisions;
    char **files;
    gboolean quiet;
} Arguments;

static void clear_arguments(Arguments *arguments)
{
    g_free(arguments->judge.engine);
    g_free(arguments->levels);
    g_free(arguments->format);
    g_free(arguments->output);
    g_strfreev(arguments->files);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Arguments, clear_arguments)

/* A decision that is to be asked for, and what came of it. */
typedef struct {
    const TabRatedPlayer *player;
    const TabRatedDecision *decision;
    TabDecisionLosses *losses; /* NULL: not yet, or failed */
} Job;

typedef struct _Command Command;

typedef struct {
    Command *command;
    TabClient *judge, **level; /* one client a level */
    guint started;             /* of the levels and, after them, the judge */
    Job *job;                  /* NULL: idle */
} Worker;

struct _Command {
    const Arguments *arguments;
    TabEntrant *engine;
    TabEvaluationSetup setup;
    TabLimits level_limits;
    TabEvaluationFormat format;
    guint level[MOST_LEVELS], levels;
    TabRatingSample *sample;
    GArray *jobs; /* of Job */
    guint next;   /* of them to be begun */
    guint done, failed;
    guint in_turn; /* of the failed ones, the last in a row */
    Worker *workers;
    guint n_workers, busy;
    gboolean broken;   /* nothing more is begun … */
    GCancellable *end; /* … and what is under way ends */
    GMainLoop *loop;
    gint64 begun;
    TabProgress *progress; /* NULL: no terminal, or nobody wants it */
    int status;
};

static void complain(Command *command, GError *error)
{
    if (command->progress)
        tab_progress_clear(command->progress);
    fprintf(stderr, "tab-match rate: %s\n", error->message);
    g_error_free(error);
    command->status = EXIT_FAILURE;
}

/* --- the decisions --- */

static gboolean take_games(Command *command, GError **error)
{
    g_autoptr(TabGameFiles) files = tab_game_files_new(command->arguments->files);
    GError *fault = NULL;
    guint games = 0;
    command->sample = tab_rating_sample_new((guint)command->arguments->decisions,
                                            (guint64)command->arguments->seed);
    for (TabRecord *record; (record = tab_game_files_next(files, &fault)); tab_record_free(record))
        tab_rating_sample_add(command->sample, record, ++games);
    if (fault) {
        g_propagate_error(error, fault);
        return FALSE;
    }
    const GPtrArray *players = tab_rating_sample_players(command->sample);
    command->jobs = g_array_new(FALSE, TRUE, sizeof(Job));
    for (guint i = 0; i < players->len; i++) {
        const TabRatedPlayer *player = players->pdata[i];
        for (guint k = 0; k < player->chosen->len; k++) {
            Job job = {.player = player, .decision = player->chosen->pdata[k]};
            g_array_append_val(command->jobs, job);
        }
    }
    return TRUE;
}

/* --- the engines --- */

static void next_job(Worker *worker);

static void stop(Command *command)
{
    command->broken = TRUE;
    g_cancellable_cancel(command->end);
}

static void show_progress(Command *command)
{
    gint64 now = g_get_monotonic_time();
    if (!command->progress || !tab_progress_is_due(command->progress, now))
        return;
    double seconds = (double)(now - command->begun) / 1e6;
    double left =
        command->done ? seconds * (command->jobs->len - command->done) / command->done : 0;
    g_autofree char *line =
        g_strdup_printf("%u/%u decisions  %.0f s left", command->done, command->jobs->len, left);
    tab_progress_draw(command->progress, line, now);
}

static void on_asked(GObject *source, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    Command *command = worker->command;
    Job *job = g_steal_pointer(&worker->job);
    GError *error = NULL;
    job->losses = tab_rating_ask_finish(result, &error);
    command->done++;
    if (!error) {
        command->in_turn = 0;
    } else if (command->broken) {
        g_clear_error(&error);
    } else {
        g_prefix_error(&error, "game %u, turn %u: ", job->decision->game,
                       job->decision->line->situation.position.number);
        complain(command, error);
        command->failed++;
        if (++command->in_turn == GIVE_UP_AFTER) {
            fputs("tab-match rate: the engine is given up\n", stderr);
            stop(command);
        }
    }
    show_progress(command);
    next_job(worker);
}

static void start_next(Worker *worker);

/* A level is set when its client starts, the seed afterwards: not every engine has one. */
static void set_seed(const Command *command, TabClient *client)
{
    const TabOption *option = tab_client_find_option(client, "Seed");
    if (!option || option->type != TAB_OPTION_SPIN)
        return;
    g_autofree char *seed = g_strdup_printf(
        "%" G_GINT64_FORMAT, CLAMP(command->arguments->seed, option->min, option->max));
    tab_client_set_option(client, "Seed", seed);
}

/* What keeps an engine from starting has nothing to do with the decisions, and is told once. */
static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    Command *command = worker->command;
    GError *error = NULL;
    if (tab_client_start_finish(TAB_CLIENT(source), result, &error)) {
        if (worker->started < command->levels)
            set_seed(command, TAB_CLIENT(source));
        worker->started++;
        start_next(worker);
        return;
    }
    g_prefix_error(&error, "engine %s: ", tab_client_get_label(TAB_CLIENT(source)));
    if (!command->broken)
        complain(command, g_steal_pointer(&error));
    g_clear_error(&error);
    worker->job = NULL;
    stop(command);
    next_job(worker);
}

/* Starts what has not been started or has ended since, and then asks. */
static void start_next(Worker *worker)
{
    Command *command = worker->command;
    for (; worker->started <= command->levels; worker->started++) {
        TabClient *client =
            worker->started < command->levels ? worker->level[worker->started] : worker->judge;
        if (tab_client_get_state(client) == TAB_CLIENT_READY)
            continue;
        tab_client_start_async(client, command->end, on_started, worker);
        return;
    }
    tab_rating_ask_async(worker->job->decision, worker->level, command->levels,
                         &command->level_limits, worker->judge, &command->setup, command->end,
                         on_asked, worker);
}

static void next_job(Worker *worker)
{
    Command *command = worker->command;
    if (command->broken || command->next == command->jobs->len) {
        if (--command->busy == 0)
            g_main_loop_quit(command->loop);
        return;
    }
    worker->job = &g_array_index(command->jobs, Job, command->next++);
    worker->started = 0;
    start_next(worker);
}

static gboolean begin(gpointer data)
{
    Command *command = data;
    for (guint i = 0; i < command->n_workers; i++)
        next_job(&command->workers[i]);
    return G_SOURCE_REMOVE;
}

static void on_gone(gpointer data)
{
    Command *command = data;
    if (--command->busy == 0)
        g_main_loop_quit(command->loop);
}

static TabClient *new_level_client(const Command *command, guint level)
{
    g_autoptr(TabEngineConfig) config = tab_engine_config_copy(command->engine->config);
    g_autofree char *number = g_strdup_printf("%u", level);
    tab_engine_config_set_option(config, "Level", number);
    return tab_client_new(config);
}

static void ask_all(Command *command)
{
    command->loop = g_main_loop_new(NULL, FALSE);
    command->end = g_cancellable_new();
    command->begun = g_get_monotonic_time();
    command->n_workers = command->busy =
        MIN((guint)command->arguments->judge.concurrency, command->jobs->len);
    command->workers = g_new0(Worker, command->n_workers);
    for (guint i = 0; i < command->n_workers; i++) {
        Worker *worker = &command->workers[i];
        worker->command = command;
        worker->judge = tab_client_new(command->engine->config);
        worker->level = g_new0(TabClient *, command->levels);
        for (guint k = 0; k < command->levels; k++)
            worker->level[k] = new_level_client(command, command->level[k]);
    }
    if (command->n_workers) {
        g_idle_add(begin, command);
        g_main_loop_run(command->loop);
        command->busy = command->n_workers * (command->levels + 1);
        for (guint i = 0; i < command->n_workers; i++) {
            for (guint k = 0; k < command->levels; k++)
                tab_client_quit_then(command->workers[i].level[k], on_gone, command);
            tab_client_quit_then(command->workers[i].judge, on_gone, command);
        }
        if (command->busy)
            g_main_loop_run(command->loop);
    }
    for (guint i = 0; i < command->n_workers; i++) {
        for (guint k = 0; k < command->levels; k++)
            g_object_unref(command->workers[i].level[k]);
        g_free(command->workers[i].level);
        g_object_unref(command->workers[i].judge);
    }
    g_free(command->workers);
    g_object_unref(command->end);
    g_main_loop_unref(command->loop);
}

/* --- what came of it --- */

/* All losses of one player. Moments are added in the order of the jobs, whoever was first. */
static TabRatingRow make_row(const Command *command, const TabRatedPlayer *player)
{
    TabMoments *level = g_new0(TabMoments, command->levels);
    TabMoments *excess = g_new0(TabMoments, command->levels);
    TabRatingRow row = {.player = player, .level = level, .excess = excess};
    double number[MOST_LEVELS];
    TabEstimate estimate[MOST_LEVELS];
    for (guint i = 0; i < command->jobs->len; i++) {
        const Job *job = &g_array_index(command->jobs, Job, i);
        if (job->player != player || !job->losses)
            continue;
        tab_moments_add(&row.played, job->losses->played);
        for (guint k = 0; k < command->levels; k++) {
            tab_moments_add(&level[k], job->losses->level[k]);
            tab_moments_add(&excess[k], job->losses->level[k] - job->losses->played);
        }
    }
    for (guint k = 0; k < command->levels; k++) {
        number[k] = command->level[k];
        estimate[k] = tab_moments_estimate(&excess[k]);
    }
    row.rating = tab_level_rating_find(number, estimate, row.played.n ? command->levels : 0);
    return row;
}

static gboolean write_rows(const Command *command, GError **error)
{
    const GPtrArray *players = tab_rating_sample_players(command->sample);
    g_autofree TabRatingRow *rows = g_new0(TabRatingRow, players->len);
    g_autofree char *judging = tab_judge_limits_to_string(&command->setup.limits);
    g_autofree char *judge_limits =
        g_strdup_printf("%s, %u throws ahead", *judging ? judging + 2 : "depth 1, nodes 10000",
                        command->setup.ahead);
    g_autofree char *level_limits =
        g_strdup_printf("nodes %" G_GINT64_FORMAT, command->level_limits.nodes);
    TabRatingMethod method = {.judge = command->arguments->judge.engine,
                              .judge_limits = judge_limits,
                              .level_limits = level_limits,
                              .level = command->level,
                              .levels = command->levels,
                              .seed = (guint64)command->arguments->seed};
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < players->len; i++)
        rows[i] = make_row(command, players->pdata[i]);
    tab_rating_append(text, command->format, &method, rows, players->len);
    for (guint i = 0; i < players->len; i++) {
        g_free((gpointer)rows[i].level);
        g_free((gpointer)rows[i].excess);
    }
    if (command->arguments->output)
        return tab_output_file_replace(command->arguments->output, text->str, (gssize)text->len,
                                       error);
    if (fwrite(text->str, 1, text->len, stdout) != text->len || fflush(stdout))
        return tab_output_file_fail("write", "standard output", error);
    return TRUE;
}

/* --- the command line --- */

static gboolean parse_arguments(Arguments *arguments, char **argv, GError **error)
{
    TabJudgeOptions *judge = &arguments->judge;
    const GOptionEntry entries[] = {
        {"engine", 'e', 0, G_OPTION_ARG_STRING, &judge->engine,
         "Engine that judges and plays at its levels, needed", "SPEC"},
        {"levels", 0, 0, G_OPTION_ARG_STRING, &arguments->levels,
         "Levels that are asked, rising (" LEVELS ")", "N,…"},
        {"level-nodes", 0, 0, G_OPTION_ARG_INT64, &arguments->level_nodes,
         "Positions for each turn at a level (2000)", "N"},
        {"decisions", 'n', 0, G_OPTION_ARG_INT, &arguments->decisions,
         "Decisions of each player under each rules, at most (200)", "N"},
        {"seed", 's', 0, G_OPTION_ARG_INT64, &arguments->seed,
         "Seed of their choice and of the levels (1)", "N"},
        TAB_JUDGE_OPTION_ENTRIES(judge, "engine"),
        {"concurrency", 'c', 0, G_OPTION_ARG_INT, &judge->concurrency,
         "Decisions asked for at once (1)", "N"},
        {"format", 'f', 0, G_OPTION_ARG_STRING, &arguments->format, "text, csv or json (text)",
         "FORMAT"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &arguments->output,
         "Write to FILE, whole or not at all", "FILE"},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &arguments->quiet, "No progress", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments->files, NULL,
         "FILE.tab…"},
        {0},
    };
    g_auto(GStrv) words = g_strdupv(argv);
    return tab_match_read_options(&words, entries, summary, description, error);
}

static gboolean take_levels(Command *command, const char *text, GError **error)
{
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    for (char **word = words; *word; word++) {
        guint64 number;
        if (!g_ascii_string_to_unsigned(*word, 10, 0, MOST_LEVEL, &number, NULL))
            return tab_keywords_refuse_value(error, "--levels: '%s' is no level", *word);
        if (command->levels && number <= command->level[command->levels - 1])
            return tab_keywords_refuse_value(error, "--levels: they do not rise at %s", *word);
        if (command->levels == MOST_LEVELS)
            return tab_keywords_refuse_value(error, "--levels: more than %d", MOST_LEVELS);
        command->level[command->levels++] = (guint)number;
    }
    return command->levels > 1 ||
           tab_keywords_refuse_value(error, "--levels: at least two are needed");
}

static gboolean check_arguments(const Arguments *arguments, GError **error)
{
    if (!tab_judge_options_check(&arguments->judge, "--engine", error))
        return FALSE;
    if (arguments->decisions < 1 || arguments->decisions > MOST_DECISIONS)
        return tab_keywords_refuse_value(error, "--decisions is from 1 to %d", MOST_DECISIONS);
    if (arguments->level_nodes < 1)
        return tab_keywords_refuse_value(error, "--level-nodes is 1 or more");
    if (arguments->seed < 0)
        return tab_keywords_refuse_value(error, "--seed is 0 or more");
    if (!arguments->files)
        return tab_keywords_refuse_value(error, "files of games are needed (--help says more)");
    return TRUE;
}

static gboolean prepare(Command *command, Arguments *arguments, char **argv, GError **error)
{
    if (!parse_arguments(arguments, argv, error) || !check_arguments(arguments, error) ||
        !take_levels(command, arguments->levels ? arguments->levels : LEVELS, error))
        return FALSE;
    command->format = TAB_EVALUATION_TEXT;
    if (arguments->format && !tab_evaluation_format_find(arguments->format, &command->format))
        return tab_keywords_refuse_value(error, "--format is text, csv or json, not %s",
                                         arguments->format);
    command->engine = tab_judge_options_read_engine(&arguments->judge, "--engine", error);
    if (!command->engine)
        return FALSE;
    command->setup.limits = tab_judge_options_limits(&arguments->judge, command->engine);
    command->setup.ahead = (guint)arguments->judge.ahead;
    command->setup.patience_ms = (gint64)(arguments->judge.patience * 1000);
    command->level_limits = (TabLimits)TAB_LIMITS_INIT;
    command->level_limits.nodes = arguments->level_nodes;
    return take_games(command, error);
}

static void clear_command(Command *command)
{
    for (guint i = 0; command->jobs && i < command->jobs->len; i++)
        tab_decision_losses_free(g_array_index(command->jobs, Job, i).losses);
    g_clear_pointer(&command->jobs, g_array_unref);
    tab_rating_sample_free(command->sample);
    g_clear_pointer(&command->engine, tab_entrant_free);
}

int tab_rate_main(int argc, char **argv)
{
    g_auto(Arguments) arguments = {.judge = TAB_JUDGE_OPTIONS_INIT,
                                   .level_nodes = LEVEL_NODES,
                                   .decisions = DECISIONS,
                                   .seed = 1};
    Command command = {.arguments = &arguments};
    GError *error = NULL;
    if (prepare(&command, &arguments, argv, &error)) {
        if (!arguments.quiet && tab_progress_can_redraw(stderr))
            command.progress = tab_progress_new(stderr);
        ask_all(&command);
        g_clear_pointer(&command.progress, tab_progress_free);
        if (command.failed)
            fprintf(stderr, "tab-match rate: %u of %u decisions could not be asked for\n",
                    command.failed, command.jobs->len);
        if (!command.broken)
            write_rows(&command, &error);
    }
    if (error)
        complain(&command, error);
    clear_command(&command);
    return command.status;
}
