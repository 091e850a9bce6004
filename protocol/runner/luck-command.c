// SPDX-License-Identifier: GPL-3.0-or-later
// Has judges look at one game after the other, several at once, and prints the games in order.
#include "protocol/runner/commands.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "protocol/files/output-file.h"
#include "protocol/match/entrant.h"
#include "protocol/text/keywords.h"
#include "protocol/report/luck-report.h"
#include "protocol/report/progress.h"
#include "protocol/runner/match-output.h"
#include "protocol/game/record-text.h"

#define GIVE_UP_AFTER 3 /* games in a row that could not be judged */
#define TELL_US 5000000 /* between two lines of progress where none can be redrawn */
#define NO_COLUMNS 1000 /* of such a line */

static const char summary[] =
    "Tells how lucky the players of recorded games were, throw by throw, and what the score is\n"
    "without luck.";

static const char description[] =
    "The judge is an engine, written as for tab-match --engine: cmd=… or conf=…, option.NAME=…,\n"
    "depth=…, nodes=…, movetime=…; without a limit depth=1,nodes=10000.\n"
    "\n"
    "Luck of a throw is the judge's win chance after it, less the mean over all throws that\n"
    "could have fallen, in points (1 is a game). Whatever the judge believes it is zero on\n"
    "average. So the result less White's luck, the adjusted result, is as fair as the result\n"
    "itself, and chance has moved it less.\n"
    "\n"
    "Standard output has for each game, in points,\n"
    "  game <n>: <White> - <Black> <result> (<how>, <turns> turns) luck <White's, all in all>:\n"
    "      white <of its throws> black <of its throws> opening <White's>, adjusted <result>\n"
    "  best <throw> and worst <throw> of White, then of Black; <throw> being\n"
    "      <turn>. <w|b> <thrown before> <throw> <win chance before> <after> <luck>\n"
    "and at the end score and adjusted score with their 95 % intervals, for the White of the\n"
    "first game if he plays in all of them. Games that follow each other with the same seed and\n"
    "the same players in exchanged seats count as pairs too. Each game is printed as soon as it\n"
    "and those before it are judged; standard error tells how many are, and the time left.\n"
    "\n"
    "Exit status: 0; 1 wrong usage, a file that cannot be read, a judge that failed in a game.\n"
    "\n"
    "Example:\n"
    "  tab-match luck --judge cmd=tab-engine games.tab";

/* What the command line says. */
typedef struct {
    char *judge;
    char **files;
    gint64 depth, nodes;
    int movetime, concurrency, ahead;
    double patience;
    gboolean throws, losses, quiet;
} Arguments;

static void clear_arguments(Arguments *arguments)
{
    g_free(arguments->judge);
    g_strfreev(arguments->files);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Arguments, clear_arguments)

/* A game, from its reading until it is printed. */
typedef struct {
    guint number;
    TabRecord *record; /* NULL when it has been looked at */
    GString *text;     /* NULL before that */
    gboolean judged;
    TabLuckRow row;
} Job;

typedef struct _Command Command;

typedef struct {
    Command *command;
    TabClient *client;
    Job *job;    /* NULL: idle */
    double part; /* of its game that is judged, 0–1 */
} Worker;

struct _Command {
    const Arguments *arguments;
    TabEntrant *judge;
    TabAnalysisSetup setup;
    TabLuckSections sections;
    Worker *workers;
    guint n_workers, busy;
    GMainLoop *loop;

    char **next_file;
    char *text; /* of the file being read */
    TabRecordReader *reader;
    guint games;     /* read so far */
    GQueue jobs;     /* of Job: not printed yet, in order */
    GArray *rows;    /* of TabLuckRow */
    guint failed;    /* games that could not be judged */
    guint in_turn;   /* of these, the last ones in a row */
    gboolean broken; /* nothing more is begun */
    int status;

    TabProgress *progress; /* NULL: no terminal, or nobody wants it */
    guint total;           /* games in all files; 0: not known */
    guint done;            /* games that were looked at */
    gint64 begun, told;    /* monotonic times, µs: when it began, and told progress last */
};

static void clear_progress(Command *command)
{
    if (command->progress)
        tab_progress_clear(command->progress);
}

static void complain(Command *command, const char *where, GError *error)
{
    clear_progress(command);
    fprintf(stderr, "tab-match luck: %s%s%s\n", where, *where ? ": " : "", error->message);
    g_error_free(error);
    command->status = EXIT_FAILURE;
}

/* Games, one by one. */

/* The next game of the files; NULL when there is none, or after an error. */
static TabRecord *next_game(Command *command)
{
    GError *error = NULL;
    while (!command->broken) {
        TabRecord *record =
            command->reader ? tab_record_reader_next(command->reader, &error) : NULL;
        if (record)
            return record;
        if (error) {
            complain(command, command->next_file[-1], error);
            command->broken = TRUE;
        }
        g_clear_pointer(&command->reader, tab_record_reader_free);
        g_clear_pointer(&command->text, g_free);
        gsize length;
        if (command->broken || !*command->next_file)
            return NULL;
        if (!g_access(*command->next_file, R_OK) &&
            g_file_get_contents(*command->next_file, &command->text, &length, &error)) {
            command->reader = tab_record_reader_new(command->text, length);
            command->next_file++;
        } else {
            if (!error)
                tab_output_file_fail("read", *command->next_file, &error);
            complain(command, "", error);
            command->broken = TRUE;
        }
    }
    return NULL;
}

static void free_job(gpointer data)
{
    Job *job = data;
    tab_record_free(job->record);
    if (job->text)
        g_string_free(job->text, TRUE);
    g_free(job);
}

/* Progress. */

/* The games of all files, as far as they can be read; 0 if one is a pipe, which can be read once
 * only. */
static guint count_games(char **files)
{
    guint games = 0;
    GError *fault = NULL;
    for (char **file = files; *file && !fault; file++) {
        g_autofree char *text = NULL;
        gsize length;
        if (g_file_test(*file, G_FILE_TEST_EXISTS) && !g_file_test(*file, G_FILE_TEST_IS_REGULAR))
            return 0;
        if (!g_file_get_contents(*file, &text, &length, &fault))
            break;
        g_autoptr(TabRecordReader) reader = tab_record_reader_new(text, length);
        for (TabRecord *record; (record = tab_record_reader_next(reader, &fault)); games++)
            tab_record_free(record);
    }
    g_clear_error(&fault); /* it is told when it is met */
    return games;
}

/* Draws the line where it can be redrawn, else prints it now and then, if it is due. */
static void show_progress(Command *command)
{
    gint64 now = g_get_monotonic_time();
    if (command->arguments->quiet ||
        (command->progress ? !tab_progress_is_due(command->progress, now)
                           : now - command->told < TELL_US))
        return;
    double done = command->done;
    for (guint i = 0; i < command->n_workers; i++)
        done += command->workers[i].part;
    g_autofree char *line = tab_progress_count_line(
        command->done, command->total, done, (double)(now - command->begun) / 1e6,
        command->progress ? tab_progress_columns(stderr) : NO_COLUMNS);
    if (command->progress)
        tab_progress_draw(command->progress, line, now);
    else
        fprintf(stderr, "%s\n", line);
    command->told = now;
}

static void on_turn_judged(const TabAnalysis *so_far, guint turns, guint of, gpointer data)
{
    Worker *worker = data;
    worker->part = of ? (double)turns / of : 0;
    show_progress(worker->command);
}

/* Judges. */

static void next_job(Worker *worker);

/* Ends a worker's part when there is nothing left for it to do. */
static void rest(gpointer data)
{
    Worker *worker = data;
    if (--worker->command->busy == 0)
        g_main_loop_quit(worker->command->loop);
}

static void prefix_judge(const Worker *worker, GError **error)
{
    g_prefix_error(error, "judge %s: ", tab_client_get_label(worker->client));
}

/* Without analysis and error nobody has looked at the game. */
static void end_job(Worker *worker, TabAnalysis *analysis, GError *error)
{
    Command *command = worker->command;
    Job *job = g_steal_pointer(&worker->job);
    job->text = g_string_new(NULL);
    job->judged = analysis != NULL;
    if (analysis) {
        tab_luck_append_game(job->text, job->number, job->record, analysis, command->sections);
        job->row = tab_luck_row_new(job->record, analysis);
        command->in_turn = 0;
    } else if (error) {
        g_autofree char *where = g_strdup_printf("game %u", job->number);
        if (error->domain == TAB_CLIENT_ERROR)
            prefix_judge(worker, &error);
        complain(command, where, error);
        command->failed++;
        command->broken |= ++command->in_turn == GIVE_UP_AFTER;
    }
    g_clear_pointer(&job->record, tab_record_free);
    worker->part = 0;
    command->done++;
    clear_progress(command);
    while ((job = g_queue_peek_head(&command->jobs)) && job->text) { /* the games that are due */
        if (!command->arguments->quiet)
            fputs(job->text->str, stdout);
        if (job->judged)
            g_array_append_val(command->rows, job->row);
        free_job(g_queue_pop_head(&command->jobs));
    }
    fflush(stdout);
    show_progress(command);
    next_job(worker);
}

static void on_luck_known(GObject *source, GAsyncResult *result, gpointer data)
{
    GError *error = NULL;
    g_autoptr(TabAnalysis) analysis = tab_analysis_run_finish(result, &error);
    end_job(data, analysis, error);
}

/* A judge that cannot be told of the sticks is a worse one, but a fair one. */
static void analyse_game(Worker *worker)
{
    TabAnalysisSetup setup = worker->command->setup;
    setup.progress = on_turn_judged;
    setup.progress_data = worker;
    tab_analysis_run_async(worker->job->record, worker->client, &setup, NULL, on_luck_known,
                           worker);
}

/* What keeps a judge from starting has nothing to do with the games, and is told once. */
static void on_judge_ready(GObject *source, GAsyncResult *result, gpointer data)
{
    Worker *worker = data;
    GError *error = NULL;
    if (tab_client_start_finish(TAB_CLIENT(source), result, &error)) {
        analyse_game(worker);
        return;
    }
    prefix_judge(worker, &error);
    if (!worker->command->broken)
        complain(worker->command, "", g_steal_pointer(&error));
    g_clear_error(&error);
    worker->command->broken = TRUE;
    end_job(worker, NULL, NULL);
}

static void next_job(Worker *worker)
{
    Command *command = worker->command;
    TabRecord *record = next_game(command);
    if (!record) {
        rest(worker);
        return;
    }
    Job *job = worker->job = g_new0(Job, 1);
    job->number = ++command->games;
    job->record = record;
    g_queue_push_tail(&command->jobs, job);
    if (tab_client_get_state(worker->client) == TAB_CLIENT_READY)
        analyse_game(worker);
    else
        tab_client_start_async(worker->client, NULL, on_judge_ready, worker);
}

static void judge_games(Command *command)
{
    command->loop = g_main_loop_new(NULL, FALSE);
    command->rows = g_array_new(FALSE, FALSE, sizeof(TabLuckRow));
    command->workers = g_new0(Worker, command->n_workers);
    command->busy = command->n_workers;
    if (!command->arguments->quiet) {
        command->total = count_games(command->arguments->files);
        command->progress = tab_progress_can_redraw(stderr) ? tab_progress_new(stderr) : NULL;
    }
    command->begun = command->told = g_get_monotonic_time();
    for (guint i = 0; i < command->n_workers; i++) {
        command->workers[i].command = command;
        command->workers[i].client = tab_client_new(command->judge->config);
    }
    for (guint i = 0; i < command->n_workers; i++)
        next_job(&command->workers[i]);
    if (command->busy)
        g_main_loop_run(command->loop);
    g_clear_pointer(&command->progress, tab_progress_free);
    command->busy = command->n_workers;
    for (guint i = 0; i < command->n_workers; i++)
        tab_client_quit_then(command->workers[i].client, rest, &command->workers[i]);
    if (command->busy)
        g_main_loop_run(command->loop);
    for (guint i = 0; i < command->n_workers; i++)
        g_object_unref(command->workers[i].client);
    g_clear_pointer(&command->reader, tab_record_reader_free);
    g_free(command->text);
    g_free(command->workers);
    g_main_loop_unref(command->loop);
}

/* The command line. */

static gboolean parse_arguments(Arguments *arguments, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"judge", 'j', 0, G_OPTION_ARG_STRING, &arguments->judge, "Engine that judges, needed",
         "SPEC"},
        {"depth", 0, 0, G_OPTION_ARG_INT64, &arguments->depth,
         "Depth for each value (1, and 10000 nodes)", "N"},
        {"nodes", 0, 0, G_OPTION_ARG_INT64, &arguments->nodes, "Positions for each value", "N"},
        {"movetime", 0, 0, G_OPTION_ARG_INT, &arguments->movetime, "Time for each value", "MS"},
        {"ahead", 0, 0, G_OPTION_ARG_INT, &arguments->ahead,
         "Value a hand to which more will fall as the mean over so many more throws of 1, 4 and "
         "6; 0: ask the judge (2)",
         "N"},
        {"patience", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->patience,
         "The longest wait for a value (60)", "SECONDS"},
        {"concurrency", 'c', 0, G_OPTION_ARG_INT, &arguments->concurrency,
         "Games judged at once (1)", "N"},
        {"throws", 't', 0, G_OPTION_ARG_NONE, &arguments->throws, "A line for each throw", NULL},
        {"losses", 'l', 0, G_OPTION_ARG_NONE, &arguments->losses,
         "Also what the players lost by their turns", NULL},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &arguments->quiet, "Only what all games say", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments->files, NULL,
         "FILE.tab…"},
        {0},
    };
    g_auto(GStrv) words = g_strdupv(argv);
    return tab_match_read_options(&words, entries, summary, description, error);
}

static gboolean check_arguments(const Arguments *arguments, GError **error)
{
    if (!arguments->judge)
        return tab_keywords_refuse_value(error,
                                         "--judge is needed (tab-match luck --help says more)");
    if (!arguments->files)
        return tab_keywords_refuse_value(
            error, "a game record is needed (tab-match luck --help says more)");
    if (arguments->depth < 0 || arguments->nodes < 0 || arguments->movetime < 0)
        return tab_keywords_refuse_value(error, "--depth, --nodes and --movetime are 0 or more");
    if (arguments->movetime > 86400000)
        return tab_keywords_refuse_value(error, "--movetime is at most 86400000");
    if (arguments->concurrency < 1 || arguments->concurrency > 1024)
        return tab_keywords_refuse_value(error, "--concurrency is from 1 to 1024");
    if (arguments->ahead < 0 || arguments->ahead > TAB_ANALYSIS_MAX_AHEAD)
        return tab_keywords_refuse_value(error, "--ahead is from 0 to %d", TAB_ANALYSIS_MAX_AHEAD);
    if (!(arguments->patience >= 0.001 && arguments->patience <= 86400))
        return tab_keywords_refuse_value(error, "--patience is from 0.001 to 86400");
    return TRUE;
}

/* The judge of the command line, which may be one of the user's stored engines. */
static TabEntrant *read_judge(const char *text, GError **error)
{
    gboolean stored = tab_entrant_is_stored(text);
    g_autofree char *path = tab_engine_config_user_file();
    g_autoptr(GPtrArray) store = stored ? tab_engine_config_load(path, error) : NULL;
    TabEntrant *judge = store || !stored ? tab_entrant_parse(text, NULL, store, error) : NULL;
    if (judge && (judge->control.base_ms || judge->ponder)) {
        tab_keywords_refuse_value(error, "--judge has no clock (tc) and does not ponder");
        g_clear_pointer(&judge, tab_entrant_free);
    }
    return judge;
}

int tab_luck_main(int argc, char **argv)
{
    g_auto(Arguments) arguments = {.concurrency = 1, .ahead = TAB_ANALYSIS_AHEAD, .patience = 60};
    Command command = {.jobs = G_QUEUE_INIT};
    GError *error = NULL;
    if (!parse_arguments(&arguments, argv, &error) || !check_arguments(&arguments, &error) ||
        !(command.judge = read_judge(arguments.judge, &error))) {
        complain(&command, "", error);
        return EXIT_FAILURE;
    }
    command.arguments = &arguments;
    command.n_workers = (guint)arguments.concurrency;
    command.next_file = arguments.files;
    command.sections =
        (arguments.throws ? TAB_LUCK_THROWS : 0) | (arguments.losses ? TAB_LUCK_LOSSES : 0);
    command.setup = (TabAnalysisSetup)TAB_ANALYSIS_SETUP_INIT;
    command.setup.ahead = (guint)arguments.ahead;
    command.setup.losses = arguments.losses;
    command.setup.patience_ms = (gint64)(arguments.patience * 1000);
    /* the limits of the command line go before those of the engine's own words */
    const TabTimeControl *control = &command.judge->control;
    const struct {
        gint64 *limit, first, second;
    } limits[] = {
        {&command.setup.limits.depth, arguments.depth, control->depth},
        {&command.setup.limits.nodes, arguments.nodes, control->nodes},
        {&command.setup.limits.movetime, arguments.movetime, control->movetime_ms},
    };
    for (guint i = 0; i < G_N_ELEMENTS(limits); i++)
        if (limits[i].first || limits[i].second)
            *limits[i].limit = limits[i].first ? limits[i].first : limits[i].second;
    judge_games(&command);

    if (command.rows->len || !command.status) { /* after errors alone there is nothing to tell */
        g_autoptr(GString) text = g_string_new(NULL);
        TabLuckSummary all = tab_luck_summarise(command.rows);
        tab_luck_append_summary(text, &all, command.sections);
        fputs(text->str, stdout);
    }
    if (command.failed)
        fprintf(stderr, "tab-match luck: %u of %u games could not be judged\n", command.failed,
                command.games);
    g_array_unref(command.rows);
    g_queue_clear_full(&command.jobs, free_job);
    tab_entrant_free(command.judge);
    return fflush(stdout) ? EXIT_FAILURE : command.status;
}
