// SPDX-License-Identifier: GPL-3.0-or-later
// Has engines look through games for problems, several at once, and writes a collection.
#include "protocol/runner/commands.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/files/output-file.h"
#include "protocol/game/game-files.h"
#include "protocol/game/record-text.h"
#include "protocol/report/progress.h"
#include "protocol/runner/judge-options.h"
#include "protocol/runner/match-output.h"
#include "protocol/study/engine-pool.h"
#include "protocol/study/problem.h"
#include "protocol/study/problem-journal.h"
#include "protocol/study/problem-search.h"
#include "protocol/text/keywords.h"

#define GIVE_UP_AFTER 3 /* games in a row at which an engine failed */
#define MOST_GAMES 1000000
#define MOST_CHOICES 100000
#define PATIENCE 600

static const char summary[] =
    "Makes problems of recorded games: a position with its throws, where one turn is clearly the\n"
    "best and what was played lost much.";

static const char description[] =
    "Each FILE holds games (- is standard input, for tab-match db export). The engine searches\n"
    "every turn with a choice; one that tab-match analyse has noted a smaller loss of is left "
    "out.\n"
    "What lost at least --loss is rolled out: from each turn that comes near the best one, and\n"
    "from the one that was played, the engine plays so many games. The turn makes a problem if\n"
    "the best one is ahead of each other by more than --margin and --errors standard errors. How\n"
    "difficult it is tells how often the engine's levels 0 to 9 miss the best turn.\n"
    "\n"
    "The collection is a game record of each problem: the best turn, the others as variations\n"
    "with what they lose, and in tags where it is from and how it was proven. Problems of a\n"
    "ruleset stand together, the easiest first. A position that comes again, or with the sides\n"
    "exchanged, is taken once. Games are looked at in their order until there are --number\n"
    "problems under each of their rules; how many at once makes no difference. Chances and losses\n"
    "are from 0 to 1, of fair sticks.\n"
    "\n"
    "The engine is written as for tab-match --engine: cmd=… or conf=…, option.NAME=…, depth=…,\n"
    "nodes=…, movetime=…; these are limits of the search, without one depth=1,nodes=10000. It\n"
    "needs the option MultiPV and must know go … rollouts.\n"
    "\n"
    "A journal keeps each game that was looked at: the same command goes on where it ended.\n"
    "Exit status: 0; 1 if an engine failed in a game, for wrong usage and for files that fail.\n"
    "\n"
    "Example:\n"
    "  tab-match problems --engine cmd=tab-engine --output problems.tab games.tab";

/* What the command line says. */
typedef struct {
    TabJudgeOptions judge;
    TabProblemSetup setup;
    gint64 seed;
    int candidates, min_choices, max_choices, per_game, tries, number;
    char *output, *journal;
    char **files;
    gboolean quiet;
} Arguments;

static void clear_arguments(Arguments *arguments)
{
    g_free(arguments->judge.engine);
    g_free(arguments->output);
    g_free(arguments->journal);
    g_strfreev(arguments->files);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Arguments, clear_arguments)

/* A game, from its reading until its problems are taken. */
typedef struct {
    TabRecord *record;
    char *source;
    GPtrArray *problems; /* of TabRecord; NULL: it failed, or was not looked at */
} Job;

/* What is wanted and there under one ruleset. */
typedef struct {
    guint place; /* of the rules, in the order in which they came */
    guint found;
} Wanted;

/* A problem that is taken. */
typedef struct {
    guint place; /* of its rules */
    TabProblem *problem;
} Taken;

typedef struct {
    const Arguments *arguments;
    TabProblemSetup setup;
    TabEntrant *engine;
    TabGameFiles *input;
    TabGameJournal *journal; /* NULL: none */
    TabEnginePool *pool;
    GMainLoop *loop;
    guint games, taken_games; /* read, and done with */
    GHashTable *wanted;       /* Wanted, by the rules string */
    GHashTable *keys;         /* of the problems that are taken */
    GArray *taken;            /* of Taken */
    TabCountProgress progress;
    int status;
} Command;

/* Frees the error. */
static void complain(Command *command, GError *error)
{
    tab_count_progress_clear(&command->progress);
    command->status = tab_match_output_complain(error);
}

static void free_job(gpointer data)
{
    Job *job = data;
    g_clear_pointer(&job->record, tab_record_free);
    g_clear_pointer(&job->problems, g_ptr_array_unref);
    g_free(job->source);
    g_free(job);
}

/* --- problems that are found --- */

static Wanted *find_wanted(Command *command, const TabRules *rules)
{
    char *text = tab_ruleset_to_string(&rules->set);
    Wanted *wanted = g_hash_table_lookup(command->wanted, text);
    if (wanted) {
        g_free(text);
        return wanted;
    }
    wanted = g_new0(Wanted, 1);
    wanted->place = g_hash_table_size(command->wanted);
    g_hash_table_insert(command->wanted, text, wanted);
    return wanted;
}

static gboolean has_enough(const Command *command, const Wanted *wanted)
{
    return command->arguments->number && wanted->found >= (guint)command->arguments->number;
}

/* Takes a problem over, unless it is there already or not wanted any more. */
static void take_problem(Command *command, Wanted *wanted, const char *source, TabRecord *record)
{
    GError *error = NULL;
    tab_record_set_tag(record, "Source", source);
    TabProblem *problem = tab_problem_new(record, &error);
    if (!problem) { /* of a journal that somebody has changed */
        g_prefix_error(&error, "%s: ", source);
        complain(command, error);
        return;
    }
    if (has_enough(command, wanted) || !g_hash_table_add(command->keys, g_strdup(problem->key))) {
        tab_problem_free(problem);
        return;
    }
    Taken taken = {wanted->place, problem};
    g_array_append_val(command->taken, taken);
    wanted->found++;
}

/* Takes a game's problems over, in the order of the games. */
static void take_game(gpointer data, const GError *error, gpointer user_data)
{
    Job *job = data;
    Command *command = user_data;
    command->taken_games++;
    tab_count_progress_tell(&command->progress, command->taken_games, 0, command->taken_games);
    if (error) {
        GError *named = g_error_copy(error);
        g_prefix_error(&named, "%s: engine ", job->source);
        complain(command, named);
        return;
    }
    Wanted *wanted = find_wanted(command, job->record->rules);
    for (guint i = 0; job->problems && i < job->problems->len; i++)
        take_problem(command, wanted, job->source, g_steal_pointer(&job->problems->pdata[i]));
}

/* --- the games on their way --- */

/* The next game, which nobody looks at if its rules have their problems or the journal has it. */
static gpointer next_game(gboolean *known, gpointer data)
{
    Command *command = data;
    GError *error = NULL;
    TabRecord *record = tab_game_files_next(command->input, &error);
    if (error) {
        complain(command, error);
        tab_engine_pool_stop(command->pool);
    }
    if (!record)
        return NULL;
    Job *job = g_new0(Job, 1);
    job->record = record;
    job->source = tab_game_files_describe_place(command->input);
    command->games++;
    *known = has_enough(command, find_wanted(command, record->rules));
    if (!*known && command->journal)
        *known = (job->problems = tab_problem_journal_look_up(command->journal, record)) != NULL;
    return job;
}

static void look_at_game(gpointer job, TabClient *const *engines, GCancellable *end,
                         GAsyncReadyCallback callback, gpointer user_data, gpointer data)
{
    tab_problem_search_async(((Job *)job)->record, engines[0], engines[1],
                             &((Command *)data)->setup, end, callback, user_data);
}

static gboolean take_problems(gpointer data, GAsyncResult *result, TabClient *const *engines,
                              gpointer user_data, GError **error)
{
    Job *job = data;
    Command *command = user_data;
    GError *fault = NULL;
    job->problems = tab_problem_search_finish(result, error);
    if (!job->problems) {
        g_prefix_error(error, "%s: ", tab_client_get_label(engines[0]));
        return FALSE;
    }
    if (!command->journal || tab_engine_pool_is_broken(command->pool) ||
        tab_problem_journal_add(command->journal, job->record, job->problems, &fault))
        return TRUE;
    complain(command, fault);
    tab_engine_pool_stop(command->pool);
    return TRUE;
}

static void on_ended(gpointer data)
{
    g_main_loop_quit(((Command *)data)->loop);
}

/* What is wrong with an engine that cannot be used. */
static void tell_fault(Command *command)
{
    const GError *error = tab_engine_pool_get_error(command->pool);
    if (error)
        complain(command, g_error_copy(error));
    if (tab_engine_pool_gave_up(command->pool))
        fputs("tab-match problems: the engine is given up\n", stderr);
}

static void look_at_games(Command *command)
{
    static const TabEnginePoolWork work = {.next = next_game,
                                           .ask = look_at_game,
                                           .answered = take_problems,
                                           .done = take_game,
                                           .ended = on_ended,
                                           .free_job = free_job};
    const TabEngineConfig *const both[] = {command->engine->config, command->engine->config};
    const TabEnginePoolSetup setup = {.work = &work,
                                      .data = command,
                                      .engines = both,
                                      .n_engines = G_N_ELEMENTS(both),
                                      .workers = (guint)command->arguments->judge.concurrency,
                                      .give_up = GIVE_UP_AFTER,
                                      .title = "engine"};
    g_autoptr(GMainLoop) loop = command->loop = g_main_loop_new(NULL, FALSE);
    command->progress = tab_count_progress_begin(!command->arguments->quiet);
    command->pool = tab_engine_pool_new(&setup);
    g_main_loop_run(loop);
    tab_count_progress_end(&command->progress);
    tell_fault(command);
}

/* --- the collection --- */

/* By rules, then the easiest first: of the same difficulty, or without any, that with the widest
 * gap. */
static int compare_taken(gconstpointer a, gconstpointer b)
{
    const Taken *one = a, *other = b;
    const TabProblem *first = one->problem, *second = other->problem;
    if (one->place != other->place)
        return one->place < other->place ? -1 : 1;
    if (!isnan(first->difficulty) && !isnan(second->difficulty) &&
        first->difficulty != second->difficulty)
        return first->difficulty < second->difficulty ? -1 : 1;
    if (first->gap != second->gap)
        return first->gap > second->gap ? -1 : 1;
    return strcmp(first->key, second->key);
}

static gboolean write_collection(Command *command, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_array_sort(command->taken, compare_taken);
    for (guint i = 0; i < command->taken->len; i++) {
        if (i)
            g_string_append_c(text, '\n');
        tab_record_write(g_array_index(command->taken, Taken, i).problem->record, text);
    }
    if (command->arguments->output)
        return tab_output_file_replace(command->arguments->output, text->str, (gssize)text->len,
                                       error);
    if (fwrite(text->str, 1, text->len, stdout) != text->len || fflush(stdout))
        return tab_output_file_fail(TAB_FILE_WRITE, "standard output", error);
    return TRUE;
}

/* What was found under each rules, in their order. */
static void tell_counts(Command *command)
{
    guint n = g_hash_table_size(command->wanted);
    g_autofree const char **rules = g_new0(const char *, n);
    g_autofree guint *found = g_new0(guint, n);
    GHashTableIter iter;
    gpointer key, value;
    g_hash_table_iter_init(&iter, command->wanted);
    while (g_hash_table_iter_next(&iter, &key, &value)) {
        rules[((Wanted *)value)->place] = key;
        found[((Wanted *)value)->place] = ((Wanted *)value)->found;
    }
    for (guint i = 0; i < n; i++)
        fprintf(stderr, "%s: %u problem%s\n", rules[i], found[i], found[i] == 1 ? "" : "s");
}

/* --- the command line --- */

static gboolean parse_arguments(Arguments *arguments, char **argv, GError **error)
{
    TabJudgeOptions *judge = &arguments->judge;
    TabProblemSetup *setup = &arguments->setup;
    const GOptionEntry entries[] = {
        {"engine", 'e', 0, G_OPTION_ARG_STRING, &judge->engine,
         "Engine that searches and plays, needed", "SPEC"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &arguments->output,
         "Write to FILE, whole or not at all", "FILE"},
        {"journal", 0, 0, G_OPTION_ARG_FILENAME, &arguments->journal,
         "Keep what was looked at there, and go on from it", "FILE"},
        {"number", 'n', 0, G_OPTION_ARG_INT, &arguments->number,
         "Problems under each rules; 0: all (0)", "N"},
        {"per-game", 0, 0, G_OPTION_ARG_INT, &arguments->per_game,
         "Problems of a game, at most (1)", "N"},
        {"tries", 0, 0, G_OPTION_ARG_INT, &arguments->tries,
         "Turns of a game that are rolled out, at most (4)", "N"},
        {"loss", 0, 0, G_OPTION_ARG_DOUBLE, &setup->loss,
         "What the turn that was played has lost, at least (0.05)", "P"},
        {"margin", 0, 0, G_OPTION_ARG_DOUBLE, &setup->margin,
         "How far ahead the best turn is (0.03) …", "P"},
        {"errors", 0, 0, G_OPTION_ARG_DOUBLE, &setup->errors, "… and so many standard errors (3)",
         "K"},
        {"rollouts", 0, 0, G_OPTION_ARG_INT64, &setup->rollouts.rollouts,
         "Games from each turn, at most (128)", "N"},
        {"truncate", 0, 0, G_OPTION_ARG_INT64, &setup->rollouts.truncate,
         "Turns after which a game is cut off; 0: none is (10)", "N"},
        {"se", 0, 0, G_OPTION_ARG_DOUBLE, &setup->rollouts.se,
         "Enough when each standard error is at most this (0.008)", "P"},
        {"candidates", 0, 0, G_OPTION_ARG_INT, &arguments->candidates,
         "Turns that are rolled out, at most (6) …", "N"},
        {"reach", 0, 0, G_OPTION_ARG_DOUBLE, &setup->reach,
         "… which the search sees no further behind the best (0.1)", "P"},
        {"min-choices", 0, 0, G_OPTION_ARG_INT, &arguments->min_choices,
         "Leave out turns with fewer outcomes (3)", "N"},
        {"max-choices", 0, 0, G_OPTION_ARG_INT, &arguments->max_choices,
         "Leave out turns with more outcomes (300)", "N"},
        {"depth", 0, 0, G_OPTION_ARG_INT64, &judge->depth,
         "Depth of each search (1, and 10000 nodes)", "N"},
        {"nodes", 0, 0, G_OPTION_ARG_INT64, &judge->nodes, "Positions for each search", "N"},
        {"movetime", 0, 0, G_OPTION_ARG_INT, &judge->movetime, "Time for each search", "MS"},
        {"patience", 0, 0, G_OPTION_ARG_DOUBLE, &judge->patience,
         "The longest wait for an answer (600)", "SECONDS"},
        {"seed", 's', 0, G_OPTION_ARG_INT64, &arguments->seed, "Seed of the engine (1)", "N"},
        {"concurrency", 'c', 0, G_OPTION_ARG_INT, &judge->concurrency,
         "Games looked at at once (1)", "N"},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &arguments->quiet, "No progress", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments->files, NULL,
         "FILE.tab…"},
        {0},
    };
    g_auto(GStrv) words = g_strdupv(argv);
    return tab_match_read_options(&words, entries, summary, description, error);
}

static gboolean check_arguments(const Arguments *arguments, GError **error)
{
    const TabProblemSetup *setup = &arguments->setup;
    const struct {
        const char *option;
        double value, least, most;
    } shares[] = {{"--loss", setup->loss, 0, 1},
                  {"--margin", setup->margin, 0, 1},
                  {"--errors", setup->errors, 0, 100},
                  {"--se", setup->rollouts.se, 0, 1},
                  {"--reach", setup->reach, 0, 1}};
    const struct {
        const char *option;
        gint64 value, least, most;
    } counts[] = {{"--number", arguments->number, 0, MOST_GAMES},
                  {"--per-game", arguments->per_game, 1, MOST_GAMES},
                  {"--tries", arguments->tries, 1, MOST_GAMES},
                  {"--rollouts", setup->rollouts.rollouts, 2, G_MAXINT32},
                  {"--truncate", setup->rollouts.truncate, 0, G_MAXINT32},
                  {"--candidates", arguments->candidates, 2, TAB_PROBLEM_MAX_CANDIDATES},
                  {"--min-choices", arguments->min_choices, 2, MOST_CHOICES},
                  {"--max-choices", arguments->max_choices, arguments->min_choices, MOST_CHOICES},
                  {"--seed", arguments->seed, 0, G_MAXINT64}};
    const TabMatchPath paths[] = {{"--output", arguments->output},
                                  {"--journal", arguments->journal, TRUE}};
    if (!tab_judge_options_check(&arguments->judge, "--engine", error))
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(shares); i++)
        if (!(shares[i].value >= shares[i].least && shares[i].value <= shares[i].most))
            return tab_keywords_refuse_value(error, "%s is from %g to %g", shares[i].option,
                                             shares[i].least, shares[i].most);
    for (guint i = 0; i < G_N_ELEMENTS(counts); i++)
        if (counts[i].value < counts[i].least || counts[i].value > counts[i].most)
            return tab_keywords_refuse_value(error,
                                             "%s is from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                                             counts[i].option, counts[i].least, counts[i].most);
    if (!arguments->files)
        return tab_keywords_refuse_value(error, "files of games are needed (--help says more)");
    return tab_match_output_check_names(paths, G_N_ELEMENTS(paths), error) &&
           tab_match_output_check_inputs(paths, G_N_ELEMENTS(paths), "a game record",
                                         arguments->files, error) &&
           tab_match_output_check_writable(paths, G_N_ELEMENTS(paths), error);
}

/* What decides which problems a game has, in words. Free with g_free. */
static char *describe_settings(const Command *command)
{
    const TabProblemSetup *setup = &command->setup;
    g_autofree char *proof = tab_problem_setup_describe(setup);
    const double shares[] = {setup->margin, setup->errors, setup->loss, setup->reach};
    const char *const names[] = {"margin", "errors", "loss", "reach"};
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    GString *text = g_string_new(command->arguments->judge.engine);
    g_string_append_printf(text, ", %s", proof);
    for (guint i = 0; i < G_N_ELEMENTS(shares); i++)
        g_string_append_printf(text, ", %s %s", names[i],
                               g_ascii_dtostr(number, sizeof number, shares[i]));
    g_string_append_printf(text, ", candidates %u, choices %u to %u, per-game %u, tries %u",
                           setup->candidates, setup->least_choices, setup->most_choices,
                           setup->most, setup->tries);
    return g_string_free(text, FALSE);
}

static gboolean open_journal(Command *command, GError **error)
{
    const char *path = command->arguments->journal;
    g_autofree char *settings = describe_settings(command);
    if (path)
        command->journal = tab_game_journal_open(path, &tab_problem_journal_kind, settings, error);
    return !path || command->journal;
}

static gboolean prepare(Command *command, Arguments *arguments, char **argv, GError **error)
{
    arguments->setup.rollouts.rollouts = TAB_PROBLEM_ROLLOUTS;
    arguments->setup.rollouts.se = TAB_PROBLEM_SE;
    arguments->setup.rollouts.truncate = TAB_PROBLEM_TRUNCATE;
    if (!parse_arguments(arguments, argv, error) || !check_arguments(arguments, error))
        return FALSE;
    command->engine = tab_judge_options_read_engine(&arguments->judge, "--engine", error);
    if (!command->engine)
        return FALSE;
    command->setup = arguments->setup;
    command->setup.search = tab_judge_options_limits(&arguments->judge, command->engine);
    command->setup.seed = (guint64)arguments->seed;
    command->setup.candidates = (guint)arguments->candidates;
    command->setup.least_choices = (guint)arguments->min_choices;
    command->setup.most_choices = (guint)arguments->max_choices;
    command->setup.most = (guint)arguments->per_game;
    command->setup.tries = (guint)arguments->tries;
    command->setup.patience_ms = (gint64)(arguments->judge.patience * 1000);
    tab_problem_setup_complete(&command->setup);
    command->input = tab_game_files_new(arguments->files);
    return open_journal(command, error);
}

static void clear_command(Command *command)
{
    for (guint i = 0; i < command->taken->len; i++)
        tab_problem_free(g_array_index(command->taken, Taken, i).problem);
    g_array_unref(command->taken);
    g_hash_table_unref(command->wanted);
    g_hash_table_unref(command->keys);
    tab_engine_pool_free(command->pool);
    g_clear_pointer(&command->engine, tab_entrant_free);
    tab_game_files_free(command->input);
    tab_game_journal_free(command->journal);
}

int tab_problems_main(int argc, char **argv)
{
    g_auto(Arguments)
        arguments = {.judge = TAB_JUDGE_OPTIONS_INIT, .setup = TAB_PROBLEM_SETUP_INIT, .seed = 1};
    Command command = {.arguments = &arguments,
                       .wanted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
                       .keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                       .taken = g_array_new(FALSE, FALSE, sizeof(Taken))};
    GError *error = NULL;
    arguments.candidates = (int)arguments.setup.candidates;
    arguments.min_choices = (int)arguments.setup.least_choices;
    arguments.max_choices = (int)arguments.setup.most_choices;
    arguments.per_game = (int)arguments.setup.most;
    arguments.tries = (int)arguments.setup.tries;
    arguments.judge.patience = PATIENCE;
    if (prepare(&command, &arguments, argv, &error)) {
        look_at_games(&command);
        guint failed = tab_engine_pool_count_failed(command.pool);
        gboolean whole = !tab_engine_pool_is_broken(command.pool);
        if (failed)
            fprintf(stderr, "tab-match problems: %u of %u games could not be looked at\n", failed,
                    command.games);
        if (whole && !arguments.quiet)
            tell_counts(&command);
        if (whole)
            write_collection(&command, &error);
    }
    if (error)
        complain(&command, error);
    clear_command(&command);
    return command.status;
}
