// SPDX-License-Identifier: GPL-3.0-or-later
// Reads positions as a stream, has engines value several at once, and writes them in order.
#include "protocol/runner/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/codec/splitter.h"
#include "protocol/files/output-file.h"
#include "protocol/files/growing-file.h"
#include "protocol/report/evaluation-report.h"
#include "protocol/report/progress.h"
#include "protocol/runner/judge-options.h"
#include "protocol/runner/match-output.h"
#include "protocol/text/keywords.h"

#define WINDOW 2048     /* positions that are held at most, turns counted too */
#define CHUNK 65536     /* bytes read at once */
#define GIVE_UP_AFTER 3 /* positions in a row at which an engine failed */

static const char summary[] =
    "Tells what an engine thinks of positions: chances to win, best turns, and what other turns\n"
    "lose.";

static const char description[] =
    "FILE (- is standard input) has a position a line, with semicolons between its fields:\n"
    "  RULES ; POSITION [; THROWS [; TURN …]]\n"
    "RULES is a rules string, POSITION the five fields that setpos takes, or start, start w,\n"
    "start b. THROWS (1,4,2) stand in place of those of the position; empty or -: as the position\n"
    "has them. What each TURN loses against the engine's is told, too. # begins a comment.\n"
    "\n"
    "With throws at hand `win` is what the engine tells of its best turn; before a throw it is\n"
    "the mean over what can fall. `value` is the chance to win after a turn, `loss` that after "
    "the\n"
    "engine's turn less `value`, both before the next throw. All are chances of the side to move,\n"
    "from 0 to 1. The engine gets a newgame for each position, so that none depends on others.\n"
    "\n"
    "The engine is written as for tab-match --engine: cmd=… or conf=…, option.NAME=…, depth=…,\n"
    "nodes=…, movetime=…; without a limit depth=1,nodes=10000.\n"
    "\n"
    "A line that is no good, or at which the engine fails, is told on standard error and left "
    "out.\n"
    "Exit status: 0; 1 if a line was left out, for wrong usage and for files that fail.\n"
    "\n"
    "Example:\n"
    "  tab-match evaluate --engine cmd=tab-engine positions.txt > values.csv";

/* What the command line says. */
typedef struct {
    TabJudgeOptions judge;
    char *format, *output;
    char **files;
    gboolean quiet;
} Arguments;

static void clear_arguments(Arguments *arguments)
{
    g_free(arguments->judge.engine);
    g_free(arguments->format);
    g_free(arguments->output);
    g_strfreev(arguments->files);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Arguments, clear_arguments)

/* A line, from its reading until it is written. */
typedef struct {
    guint64 number;
    TabPositionLine *line; /* NULL: it could not be read */
    gboolean taken, done;
    TabEvaluation *evaluation; /* of a line that is done: this or the error */
    GError *error;
    gboolean engine_failed;
} Job;

typedef struct _Command Command;

typedef struct {
    Command *command;
    TabClient *client;
    Job *job;        /* NULL: idle */
    TabRuleset last; /* the rules of the job before, */
    gboolean played; /* if there was one, and the engine has not failed since */
} Worker;

struct _Command {
    TabEntrant *engine;
    TabEvaluationSetup setup;
    TabEvaluationFormat format;
    Worker *workers;
    guint n_workers, busy;
    GMainLoop *loop;

    const char *name; /* of the file, for messages */
    GInputStream *input;
    TabSplitter *splitter;
    TabPositionReader *reader;
    gboolean reading, ended; /* bytes are on their way; there are no more */
    guint64 lines;           /* read so far */
    char buffer[CHUNK];

    GQueue jobs;        /* of Job: not written yet, in order */
    guint held;         /* positions of these jobs */
    GString *text;      /* that is to be written next */
    TabGrowingFile *to; /* NULL: standard output */
    guint64 done, failed;
    guint in_turn;     /* of these, the last ones in a row at which an engine failed */
    gboolean broken;   /* nothing more is begun or written … */
    GCancellable *end; /* … and what is under way ends */
    int status;
    TabProgress *progress; /* NULL: no terminal, or nobody wants it */
};

static void complain(Command *command, GError *error)
{
    if (command->progress)
        tab_progress_clear(command->progress);
    command->status = tab_match_output_complain(error);
}

static void free_job(gpointer data)
{
    Job *job = data;
    g_clear_pointer(&job->line, tab_position_line_free);
    tab_evaluation_free(job->evaluation);
    g_clear_error(&job->error);
    g_free(job);
}

static guint weight(const Job *job)
{
    return 1 + (job->line ? job->line->n_turns : 0);
}

/* Writing. */

static void write_text(Command *command)
{
    GError *error = NULL;
    if (command->progress && !command->to && command->text->len)
        tab_progress_clear(command->progress);
    if (!command->to &&
        (fwrite(command->text->str, 1, command->text->len, stdout) != command->text->len ||
         fflush(stdout)))
        tab_output_file_fail(TAB_FILE_WRITE, "standard output", &error);
    if (command->to)
        tab_growing_file_add(command->to, command->text->str, &error);
    g_string_truncate(command->text, 0);
    if (error) {
        complain(command, error);
        command->broken = TRUE;
    }
}

static void write_job(Command *command, Job *job)
{
    command->done++;
    if (job->evaluation) {
        tab_evaluation_append(command->text, command->format, job->number, job->line,
                              job->evaluation);
        command->in_turn = 0;
        return;
    }
    write_text(command); /* on a terminal both are read in their order */
    g_prefix_error(&job->error, "%s:%" G_GUINT64_FORMAT ": ", command->name, job->number);
    complain(command, g_steal_pointer(&job->error));
    command->failed++;
    if (job->engine_failed && ++command->in_turn == GIVE_UP_AFTER) {
        fputs("tab-match evaluate: the engine is given up\n", stderr);
        command->broken = TRUE;
    }
}

/* The jobs that are due. */
static void write_jobs(Command *command)
{
    for (Job *job; !command->broken && (job = g_queue_peek_head(&command->jobs)) && job->done;) {
        write_job(command, job);
        command->held -= weight(job);
        free_job(g_queue_pop_head(&command->jobs));
    }
    write_text(command);
    gint64 now = g_get_monotonic_time();
    if (command->progress && tab_progress_is_due(command->progress, now)) {
        g_autofree char *line = g_strdup_printf("%" G_GUINT64_FORMAT " positions", command->done);
        tab_progress_draw(command->progress, line, now);
    }
}

/* Engines. */

static void go_on(Command *command);

static void end_job(Worker *worker, TabEvaluation *evaluation, GError *error)
{
    Job *job = g_steal_pointer(&worker->job);
    job->done = TRUE;
    job->evaluation = evaluation;
    job->error = error;
    if (error) {
        job->engine_failed = !g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED);
        worker->played &= !job->engine_failed; /* it begins anew, with the first job there is */
        g_prefix_error(&job->error, "engine %s: ", tab_client_get_label(worker->client));
    }
    worker->command->busy--;
    go_on(worker->command);
}

static void on_evaluated(GObject *source, GAsyncResult *result, gpointer data)
{
    GError *error = NULL;
    TabEvaluation *evaluation = tab_evaluation_run_finish(result, &error);
    end_job(data, evaluation, error);
}

static void evaluate(Worker *worker)
{
    tab_evaluation_run_async(worker->job->line, worker->client, &worker->command->setup,
                             worker->command->end, on_evaluated, worker);
}

/* What keeps an engine from starting has nothing to do with the positions, and is told once. */
static void on_ready(GObject *source, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    Command *command = worker->command;
    GError *error = NULL;
    if (tab_client_start_finish(TAB_CLIENT(source), result, &error)) {
        evaluate(worker);
        return;
    }
    g_prefix_error(&error, "engine %s: ", tab_client_get_label(worker->client));
    if (!command->broken)
        complain(command, g_steal_pointer(&error));
    g_clear_error(&error);
    command->broken = TRUE;
    worker->job = NULL;
    command->busy--;
    go_on(command);
}

/* The next job for a worker: other rules cost an engine milliseconds, so the first one under the
 * rules that it has goes before the first one. Values do not depend on that. */
static Job *choose_job(const Worker *worker)
{
    Job *first = NULL;
    for (GList *link = worker->command->jobs.head; link; link = link->next) {
        Job *job = link->data;
        if (job->taken || job->done)
            continue;
        if (!worker->played || !memcmp(&worker->last, &job->line->rules->set, sizeof worker->last))
            return job;
        first = first ? first : job;
    }
    return first;
}

static void give_work(Command *command)
{
    for (guint i = 0; i < command->n_workers && !command->broken; i++) {
        Worker *worker = &command->workers[i];
        Job *job = worker->job ? NULL : choose_job(worker);
        if (!job)
            continue;
        job->taken = TRUE;
        worker->job = job;
        worker->last = job->line->rules->set;
        worker->played = TRUE;
        command->busy++;
        if (tab_client_get_state(worker->client) == TAB_CLIENT_READY)
            evaluate(worker);
        else
            tab_client_start_async(worker->client, command->end, on_ready, worker);
    }
}

/* Reading. */

static void take_line(Command *command, TabSplit split, const char *text, gsize length)
{
    g_autoptr(GError) error = NULL;
    TabPositionLine *line = NULL;
    command->lines++;
    if (split == TAB_SPLIT_TOO_LONG)
        tab_rules_refuse(&error, TAB_RULES_ERROR_POSITION, "the line is longer than %d bytes",
                         TAB_POSITION_LINE_MAX);
    else if (tab_position_reader_take(command->reader, text, length, &line, &error) && !line)
        return;
    Job *job = g_new0(Job, 1);
    job->number = command->lines;
    job->line = line;
    job->done = !line;
    job->error = g_steal_pointer(&error);
    command->held += weight(job);
    g_queue_push_tail(&command->jobs, job);
}

static void on_read(GObject *source, GAsyncResult *result, gpointer data)
{
    Command *command = data;
    GError *error = NULL;
    gssize length = g_input_stream_read_finish(G_INPUT_STREAM(source), result, &error);
    command->reading = FALSE;
    if (length > 0) {
        tab_splitter_feed(command->splitter, command->buffer, (gsize)length);
    } else {
        command->ended = TRUE;
        tab_splitter_end(command->splitter);
    }
    if (error && !command->broken) {
        g_prefix_error(&error, "cannot read %s: ", command->name);
        complain(command, g_steal_pointer(&error));
        command->broken = TRUE;
    }
    g_clear_error(&error);
    go_on(command);
}

/* Takes lines until enough are held, and asks for more bytes when they run out. */
static void take_lines(Command *command)
{
    while (command->held < WINDOW && !command->reading) {
        const char *text;
        gsize length;
        TabSplit split = tab_splitter_next(command->splitter, &text, &length);
        if (split != TAB_SPLIT_NONE) {
            take_line(command, split, text, length);
            continue;
        }
        if (command->ended)
            return;
        command->reading = TRUE;
        g_input_stream_read_async(command->input, command->buffer, sizeof command->buffer,
                                  G_PRIORITY_DEFAULT, command->end, on_read, command);
    }
}

/* Does all that can be done until an engine or the file has an answer. */
static void go_on(Command *command)
{
    const Job *first;
    do { /* lines that are no good are done at once */
        write_jobs(command);
        if (!command->broken)
            take_lines(command);
    } while (!command->broken && (first = g_queue_peek_head(&command->jobs)) && first->done);
    if (command->broken)
        g_cancellable_cancel(command->end);
    else
        give_work(command);
    if (!command->busy && !command->reading && (command->broken || !command->jobs.length))
        g_main_loop_quit(command->loop);
}

static gboolean begin(gpointer data)
{
    go_on(data);
    return G_SOURCE_REMOVE;
}

/* The command. */

static void on_gone(gpointer data)
{
    Worker *worker = data;
    if (--worker->command->busy == 0)
        g_main_loop_quit(worker->command->loop);
}

static void evaluate_file(Command *command)
{
    command->loop = g_main_loop_new(NULL, FALSE);
    command->end = g_cancellable_new();
    command->splitter = tab_splitter_new(TAB_POSITION_LINE_MAX);
    command->reader = tab_position_reader_new();
    command->text = g_string_new(NULL);
    command->workers = g_new0(Worker, command->n_workers);
    for (guint i = 0; i < command->n_workers; i++)
        command->workers[i] =
            (Worker){.command = command, .client = tab_client_new(command->engine->config)};
    tab_evaluation_append_head(command->text, command->format);
    write_text(command);
    g_idle_add(begin, command);
    g_main_loop_run(command->loop);

    command->busy = command->n_workers;
    for (guint i = 0; i < command->n_workers; i++)
        tab_client_quit_then(command->workers[i].client, on_gone, &command->workers[i]);
    if (command->busy)
        g_main_loop_run(command->loop);
    for (guint i = 0; i < command->n_workers; i++)
        g_object_unref(command->workers[i].client);
    g_free(command->workers);
    g_queue_clear_full(&command->jobs, free_job);
    g_string_free(command->text, TRUE);
    tab_position_reader_free(command->reader);
    tab_splitter_free(command->splitter);
    g_object_unref(command->end);
    g_main_loop_unref(command->loop);
}

static gboolean parse_arguments(Arguments *arguments, char **argv, GError **error)
{
    TabJudgeOptions *judge = &arguments->judge;
    const GOptionEntry entries[] = {
        {"engine", 'e', 0, G_OPTION_ARG_STRING, &judge->engine, "Engine that is asked, needed",
         "SPEC"},
        TAB_JUDGE_OPTION_ENTRIES(judge, "engine"),
        {"concurrency", 'c', 0, G_OPTION_ARG_INT, &judge->concurrency,
         "Positions evaluated at once (1)", "N"},
        {"format", 'f', 0, G_OPTION_ARG_STRING, &arguments->format, "csv, json or text (csv)",
         "FORMAT"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &arguments->output,
         "Write to FILE, whole or not at all", "FILE"},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &arguments->quiet, "No progress", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments->files, NULL, "FILE"},
        {0},
    };
    g_auto(GStrv) words = g_strdupv(argv);
    return tab_match_read_options(&words, entries, summary, description, error);
}

static gboolean open_input(Command *command, const char *path, GError **error)
{
    gboolean standard = !strcmp(path, "-");
    int fd = standard ? STDIN_FILENO : g_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0);
    struct stat info;
    if (fd < 0)
        return tab_output_file_fail(TAB_FILE_READ, path, error);
    if (!standard && !fstat(fd, &info) && S_ISDIR(info.st_mode)) { /* else told of the first read */
        close(fd);
        errno = EISDIR;
        return tab_output_file_fail(TAB_FILE_READ, path, error);
    }
    command->name = standard ? "standard input" : path;
    command->input = g_unix_input_stream_new(fd, !standard);
    return TRUE;
}

static gboolean prepare(Command *command, Arguments *arguments, char **argv, GError **error)
{
    if (!parse_arguments(arguments, argv, error) ||
        !tab_judge_options_check(&arguments->judge, "--engine", error))
        return FALSE;
    if (arguments->format && !tab_evaluation_format_find(arguments->format, &command->format))
        return tab_keywords_refuse_value(error, "--format is csv, json or text, not %s",
                                         arguments->format);
    if (!arguments->files || arguments->files[1])
        return tab_keywords_refuse_value(
            error, "one file of positions is needed (--help says more); - is standard input");
    const TabMatchPath path = {"--output", arguments->output, .grows = TRUE};
    if (!tab_match_output_check_names(&path, 1, error) ||
        !tab_match_output_check_inputs(&path, 1, "the positions", arguments->files, error))
        return FALSE;
    command->engine = tab_judge_options_read_engine(&arguments->judge, "--engine", error);
    if (!command->engine || !open_input(command, arguments->files[0], error))
        return FALSE;
    command->to = arguments->output
                      ? tab_growing_file_open(arguments->output, TAB_GROWING_WHOLE, error)
                      : NULL;
    command->setup.limits = tab_judge_options_limits(&arguments->judge, command->engine);
    command->setup.ahead = (guint)arguments->judge.ahead;
    command->setup.patience_ms = (gint64)(arguments->judge.patience * 1000);
    command->n_workers = (guint)arguments->judge.concurrency;
    return command->to || !arguments->output;
}

int tab_evaluate_main(int argc, char **argv)
{
    g_auto(Arguments) arguments = {.judge = TAB_JUDGE_OPTIONS_INIT};
    g_autofree Command *command = g_new0(Command, 1);
    GError *error = NULL;
    if (prepare(command, &arguments, argv, &error)) {
        if (!arguments.quiet && tab_progress_can_redraw(stderr))
            command->progress = tab_progress_new(stderr);
        evaluate_file(command);
        g_clear_pointer(&command->progress, tab_progress_free);
        if (command->to && command->broken)
            tab_growing_file_abandon(command->to);
        else if (command->to)
            tab_growing_file_close(command->to, &error);
    }
    if (error)
        complain(command, error);
    if (command->failed)
        fprintf(stderr,
                "tab-match evaluate: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                " positions could not be evaluated\n",
                command->failed, command->done);
    g_clear_object(&command->input);
    g_clear_pointer(&command->engine, tab_entrant_free);
    return command->status;
}
