// SPDX-License-Identifier: GPL-3.0-or-later
// Has judges look at one game after the other, several at once, and prints the games in order.
#include "protocol/runner/commands.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "protocol/database/analyses.h"
#include "protocol/database/import.h"
#include "protocol/files/growing-file.h"
#include "protocol/files/output-file.h"
#include "protocol/game/game-files.h"
#include "protocol/game/record-text.h"
#include "protocol/report/analysis-report.h"
#include "protocol/report/luck-report.h"
#include "protocol/report/progress.h"
#include "protocol/runner/judge-options.h"
#include "protocol/runner/match-output.h"
#include "protocol/runner/rating-run.h"
#include "protocol/study/analysis-journal.h"
#include "protocol/study/turn-comments.h"
#include "protocol/text/keywords.h"
#include "protocol/text/plain-text.h"

#define MAX_SHARDS 1000000
#define WORST 10 /* turns with a board on the page */

static const char luck_summary[] =
    "Tells how lucky the players of recorded games were, throw by throw, and what the score is\n"
    "without luck.";

static const char analyse_summary[] =
    "Tells of recorded games how lucky the players were, throw by throw, what their turns gave\n"
    "away, and who plays how well.";

#define JUDGE_TEXT                                                                                       \
    "The judge is an engine, written as for tab-match --engine: cmd=… or conf=…, option.NAME=…,\n" \
    "depth=…, nodes=…, movetime=…; without a limit depth=1,nodes=10000.\n"                         \
    "\n"                                                                                                 \
    "Luck of a throw is the judge's win chance after it, less the mean over all throws that\n"           \
    "could have fallen, in points (1 is a game). Whatever the judge believes it is zero on\n"            \
    "average. So the result less White's luck, the adjusted result, is as fair as the result\n"          \
    "itself, and chance has moved it less.\n"                                                            \
    "\n"

#define GAME_TEXT                                                                                  \
    "Standard output has for each game, in points,\n"                                              \
    "  game <n>: <White> - <Black> <result> (<how>, <turns> turns) luck <White's, all in all>:\n"  \
    "      white <of its throws> black <of its throws> opening <White's>, adjusted <result>\n"     \
    "  best <throw> and worst <throw> of White, then of Black; <throw> being\n"                    \
    "      <turn>. <w|b> <thrown before> <throw> <win chance before> <after> <luck>\n"

#define END_TEXT                                                                                   \
    "and at the end score and adjusted score with their 95 % intervals, for the White of the\n"    \
    "first game if he plays in all of them. Games that follow each other with the same seed and\n" \
    "the same players in exchanged seats count as pairs too. Each game is printed as soon as it\n" \
    "and those before it are judged; standard error tells how many are, and the time left.\n"      \
    "\n"                                                                                           \
    "Exit status: 0; 1 wrong usage, a file that cannot be read or written, a judge that failed\n"  \
    "in a game.\n"                                                                                 \
    "\n"

static const char luck_description[] =
    JUDGE_TEXT GAME_TEXT END_TEXT "tab-match analyse tells more.\n"
                                  "\n"
                                  "Example:\n"
                                  "  tab-match luck --judge cmd=tab-engine games.tab";

static const char analyse_description[] = JUDGE_TEXT
    "Loss is what a turn gave away: the judge's win chance after its own turn, less that after\n"
    "the one played, both before the next throw.\n"
    "\n" GAME_TEXT
    "  loss of White and of Black, and of each turn that is doubtful (?!), a mistake (?) or a\n"
    "      blunder (?"
    "?): <sign> <turn>. <w|b> <throws> <turn played>, best <turn>, loss <points>\n" END_TEXT
    "--csv has a line for each turn, --json (JSON Lines) an object for each game and one of the\n"
    "players, --html a page with boards at the worst turns, --record the games with what was\n"
    "found as notes. A journal keeps each game that is analysed: the same command goes on where\n"
    "it ended, and --join takes the journals of other shards in.\n"
    "\n"
    "Example:\n"
    "  tab-match analyse --engine cmd=tab-engine --csv turns.csv --html games.html games.tab";

/* What the command line says. */
typedef struct {
    TabJudgeOptions judge;
    char **files, **join;
    char *csv, *json, *html, *record, *journal, *shard, *db;
    int worst;
    double doubtful, mistake, blunder;
    gboolean throws, losses, comments, rate, quiet;
} Arguments;

static void clear_arguments(Arguments *arguments)
{
    g_free(arguments->judge.engine);
    g_strfreev(arguments->files);
    g_strfreev(arguments->join);
    g_free(arguments->csv);
    g_free(arguments->json);
    g_free(arguments->html);
    g_free(arguments->record);
    g_free(arguments->journal);
    g_free(arguments->shard);
    g_free(arguments->db);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Arguments, clear_arguments)

/* A file that has something for each game. */
typedef enum { OUTPUT_CSV, OUTPUT_JSON, OUTPUT_RECORD, N_OUTPUTS } Output;

typedef struct {
    const char *name; /* of the command, in messages */
    const Arguments *arguments;
    TabEntrant *judge;
    TabLimits limits;
    TabLuckSections sections;
    GMainLoop *loop;
    guint shard, shards;

    TabGameFiles *input;
    guint games;     /* read so far */
    guint taken;     /* of our shard */
    gboolean broken; /* a file that cannot be read, a judge that was given up, nobody who listens */
    gboolean mute;   /* standard output cannot be written */
    GArray *rows;    /* of TabLuckRow */
    guint failed;    /* games that could not be judged */
    int status;

    TabGradeLimits grades;
    TabAnalysisReport *report;
    TabGameJournal *journal;
    TabGrowingFile *output[N_OUTPUTS]; /* NULL: not wanted, or given up */
    TabDatabase *database;             /* likewise */
    char *judging;                     /* what it is told of the limits */
    guint strange;                     /* games that are not in it */
    TabRatingSample *sample;           /* of their players' decisions; NULL: nobody is rated */
    GString *levels;                   /* of these players, as lines of JSON; NULL: not known */

    TabCountProgress progress;
    guint total; /* games in all files; 0: not known */
    guint done;  /* games that were looked at */
} Command;

/* Frees the error. */
static void complain(Command *command, const char *where, GError *error)
{
    tab_count_progress_clear(&command->progress);
    if (*where)
        g_prefix_error(&error, "%s: ", where);
    command->status = tab_match_output_complain(error);
}

/* Games, one by one. */

/* The next game of the files; NULL when there is none, or after an error. */
static TabRecord *read_game(Command *command)
{
    GError *error = NULL;
    TabRecord *record = command->broken ? NULL : tab_game_files_next(command->input, &error);
    if (error) {
        complain(command, "", error);
        command->broken = TRUE;
    }
    return record;
}

/* The next one of our shard. */
static TabRecord *next_game(guint *number, gpointer data)
{
    Command *command = data;
    for (TabRecord *record; (record = read_game(command)); tab_record_free(record)) {
        *number = ++command->games;
        if (*number % command->shards != command->shard % command->shards)
            continue;
        command->taken++;
        return record;
    }
    return NULL;
}

/* Progress. */

static void show_progress(double games, gpointer data)
{
    Command *command = data;
    tab_count_progress_tell(&command->progress, command->done, command->total, games);
}

/* Games that are done. */

/* A file that cannot be written is told once; the others go on. */
static void add_to_output(Command *command, Output output, const char *text)
{
    GError *error = NULL;
    TabGrowingFile **file = &command->output[output];
    if (output == OUTPUT_RECORD ? tab_growing_file_add_apart(*file, text, &error)
                                : tab_growing_file_add(*file, text, &error))
        return;
    tab_growing_file_abandon(g_steal_pointer(file));
    complain(command, "", error);
}

static void write_game(Command *command, const TabAnalysedGame *game)
{
    static void (*const append[])(GString *, const TabAnalysedGame *, const TabGradeLimits *) = {
        [OUTPUT_CSV] = tab_analysis_append_csv, [OUTPUT_JSON] = tab_analysis_append_json};
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(append); i++) {
        if (!command->output[i])
            continue;
        g_string_truncate(text, 0);
        append[i](text, game, &command->grades);
        add_to_output(command, i, text->str);
    }
    if (!command->output[OUTPUT_RECORD])
        return;
    g_string_truncate(text, 0);
    tab_turn_note_all(game->record, game->analysis);
    if (command->arguments->comments)
        tab_turn_comment_all(game->record, game->analysis, &command->grades);
    tab_record_write(game->record, text);
    add_to_output(command, OUTPUT_RECORD, text->str);
}

/* The values of a game that the database has; one that it has not stays out. */
static void put_into_database(Command *command, const TabAnalysedGame *game)
{
    GError *error = NULL;
    const char *name = command->judge->config->name;
    gboolean kept;
    if (tab_database_keep_analysis(command->database, game->record, game->analysis,
                                   name ? name : command->arguments->judge.engine, command->judging,
                                   &kept, &error)) {
        command->strange += !kept;
        return;
    }
    g_clear_pointer(&command->database, tab_database_close);
    complain(command, "", error);
}

/* To standard output. When that cannot be written it is told once; where nothing else is kept of
 * the games there is nothing more to do. */
static void print(Command *command, const char *text)
{
    const Arguments *arguments = command->arguments;
    GError *error = NULL;
    if (command->mute || (fputs(text, stdout) != EOF && !fflush(stdout)))
        return;
    command->mute = TRUE;
    command->broken |= !arguments->csv && !arguments->json && !arguments->html &&
                       !arguments->record && !arguments->db && !arguments->journal;
    tab_output_file_fail(TAB_FILE_WRITE, "standard output", &error);
    complain(command, "", error);
}

static void print_game(Command *command, const TabAnalysedGame *game)
{
    g_autoptr(GString) text = g_string_new(NULL);
    tab_luck_append_game(text, game->number, game->record, game->analysis, command->sections);
    if (command->report)
        tab_analysis_append_marks(text, game, &command->grades);
    print(command, text->str);
}

static void on_done(const TabAnalysedGame *game, gpointer data)
{
    Command *command = data;
    command->done++;
    tab_count_progress_clear(&command->progress);
    if (game->error) {
        g_autofree char *where = g_strdup_printf("game %u", game->number);
        complain(command, where, g_error_copy(game->error));
        command->failed++;
    }
    if (!game->analysis)
        return;
    TabLuckRow row = tab_luck_row_new(game->record, game->analysis);
    g_array_append_val(command->rows, row);
    if (!command->arguments->quiet)
        print_game(command, game);
    if (command->report)
        tab_analysis_report_add(command->report, game);
    if (command->sample)
        tab_rating_sample_add(command->sample, game->record, game->number);
    write_game(command, game);
    if (command->database)
        put_into_database(command, game);
}

static TabAnalysis *look_up(const TabRecord *record, gpointer data)
{
    Command *command = data;
    return command->journal ? tab_analysis_journal_look_up(command->journal, record) : NULL;
}

static gboolean on_analysed(const TabAnalysedGame *game, gpointer data)
{
    Command *command = data;
    GError *error = NULL;
    if (!command->journal ||
        tab_analysis_journal_add(command->journal, game->record, game->analysis, &error))
        return TRUE;
    complain(command, "", error);
    command->broken = TRUE;
    return FALSE;
}

static void on_ended(gpointer data)
{
    g_main_loop_quit(((Command *)data)->loop);
}

static void judge_games(Command *command)
{
    const Arguments *arguments = command->arguments;
    TabAnalysisPoolSetup setup = {.judge = command->judge->config,
                                  .judges = (guint)arguments->judge.concurrency,
                                  .setup = TAB_ANALYSIS_SETUP_INIT,
                                  .next = next_game,
                                  .look_up = look_up,
                                  .analysed = on_analysed,
                                  .done = on_done,
                                  .progress = show_progress,
                                  .data = command};
    setup.setup.limits = command->limits;
    setup.setup.ahead = (guint)arguments->judge.ahead;
    setup.setup.losses = arguments->losses;
    setup.setup.patience_ms = (gint64)(arguments->judge.patience * 1000);
    command->loop = g_main_loop_new(NULL, FALSE);
    command->rows = g_array_new(FALSE, FALSE, sizeof(TabLuckRow));
    if (!arguments->quiet) {
        command->total = tab_game_files_count(arguments->files);
        command->total = (command->total + command->shards - command->shard) / command->shards;
    }
    command->progress = tab_count_progress_begin(!arguments->quiet);
    TabAnalysisPool *pool = tab_analysis_pool_new(&setup, on_ended);
    g_main_loop_run(command->loop);
    tab_count_progress_end(&command->progress);
    if (tab_analysis_pool_get_error(pool)) {
        complain(command, "", g_error_copy(tab_analysis_pool_get_error(pool)));
        command->broken = TRUE;
    }
    tab_analysis_pool_free(pool);
    g_main_loop_unref(command->loop);
}

/* Levels. */

static void rate_players(Command *command, GString *text)
{
    const Arguments *arguments = command->arguments;
    TabRatingRunSetup setup = {.command = command->name,
                               .sample = command->sample,
                               .engine = command->judge,
                               .spec = arguments->judge.engine,
                               .level = tab_rating_usual_levels,
                               .levels = TAB_RATING_USUAL_LEVELS,
                               .level_limits = TAB_LIMITS_INIT,
                               .setup = {.limits = command->limits,
                                         .ahead = (guint)arguments->judge.ahead,
                                         .patience_ms = (gint64)(arguments->judge.patience * 1000)},
                               .seed = TAB_RATING_USUAL_SEED,
                               .concurrency = (guint)arguments->judge.concurrency,
                               .journal = command->journal,
                               .quiet = arguments->quiet};
    setup.level_limits.nodes = TAB_RATING_USUAL_NODES;
    TabRatingRunResult result = tab_rating_run(&setup);
    if (result.broken || result.failed)
        command->status = EXIT_FAILURE;
    if (!result.broken) {
        tab_rating_run_append(&setup, &result, TAB_EVALUATION_TEXT, text);
        command->levels = g_string_new(NULL);
        tab_rating_run_append(&setup, &result, TAB_EVALUATION_JSON, command->levels);
        tab_analysis_report_take_levels(command->report, setup.level, setup.levels, result.rows,
                                        result.n);
    }
    tab_rating_run_result_clear(&result);
}

/* The command line. */

/* `analyse`: all of it; else what is left of it for `luck`. */
static gboolean parse_arguments(Arguments *arguments, gboolean analyse, char **argv, GError **error)
{
    const GOptionEntry common[] = {
        TAB_JUDGE_OPTION_ENTRIES(&arguments->judge, "judge"),
        {"concurrency", 'c', 0, G_OPTION_ARG_INT, &arguments->judge.concurrency,
         "Games judged at once (1)", "N"},
        {"throws", 't', 0, G_OPTION_ARG_NONE, &arguments->throws, "A line for each throw", NULL},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &arguments->quiet, "Only what all games say", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments->files, NULL,
         "FILE.tab…"},
    };
    const GOptionEntry of_luck[] = {
        {"judge", 'j', 0, G_OPTION_ARG_STRING, &arguments->judge.engine,
         "Engine that judges, needed", "SPEC"},
        {"losses", 'l', 0, G_OPTION_ARG_NONE, &arguments->losses,
         "Also what the players lost by their turns", NULL},
    };
    const GOptionEntry of_analyse[] = {
        {"engine", 'e', 0, G_OPTION_ARG_STRING, &arguments->judge.engine,
         "Engine that judges, needed", "SPEC"},
        {"csv", 0, 0, G_OPTION_ARG_FILENAME, &arguments->csv, "Write a line for each turn there",
         "FILE"},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &arguments->json,
         "Write a line of JSON for each game there", "FILE"},
        {"html", 0, 0, G_OPTION_ARG_FILENAME, &arguments->html, "Write a page there", "FILE"},
        {"record", 'o', 0, G_OPTION_ARG_FILENAME, &arguments->record,
         "Write the games with notes there", "FILE"},
        {"comments", 0, 0, G_OPTION_ARG_NONE, &arguments->comments,
         "In that file, say in words what luck brought and mistakes cost", NULL},
        {"rate", 0, 0, G_OPTION_ARG_NONE, &arguments->rate,
         "Also tell at which level of the engine each player plays", NULL},
        {"db", 0, 0, G_OPTION_ARG_FILENAME, &arguments->db,
         "Keep luck and loss with the same games in this database", "FILE"},
        {"journal", 0, 0, G_OPTION_ARG_FILENAME, &arguments->journal,
         "Keep what is analysed there, and go on from it", "FILE"},
        {"join", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments->join,
         "Take from this journal too (again for more)", "FILE"},
        {"shard", 0, 0, G_OPTION_ARG_STRING, &arguments->shard,
         "Only part I of N parts of the games", "I/N"},
        {"doubtful", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->doubtful,
         "A turn that loses so many points of a hundred is doubtful (2)", "POINTS"},
        {"mistake", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->mistake, "… is a mistake (5)", "POINTS"},
        {"blunder", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->blunder, "… is a blunder (15)",
         "POINTS"},
        {"worst", 'w', 0, G_OPTION_ARG_INT, &arguments->worst,
         "Show so many of the worst turns on the page (10)", "N"},
    };
    g_autoptr(GArray) entries = g_array_new(TRUE, FALSE, sizeof(GOptionEntry));
    if (analyse)
        g_array_append_vals(entries, of_analyse, G_N_ELEMENTS(of_analyse));
    else
        g_array_append_vals(entries, of_luck, G_N_ELEMENTS(of_luck));
    g_array_append_vals(entries, common, G_N_ELEMENTS(common));
    g_auto(GStrv) words = g_strdupv(argv);
    return tab_match_read_options(&words, (const GOptionEntry *)(const void *)entries->data,
                                  analyse ? analyse_summary : luck_summary,
                                  analyse ? analyse_description : luck_description, error);
}

static gboolean check_arguments(const Arguments *arguments, const char *name, const char *option,
                                GError **error)
{
    const TabMatchPath paths[] = {
        {"--record", arguments->record, .grows = TRUE}, {"--csv", arguments->csv, .grows = TRUE},
        {"--json", arguments->json, .grows = TRUE},     {"--html", arguments->html},
        {"--journal", arguments->journal, TRUE},        {"--db", arguments->db, TRUE}};
    if (!tab_judge_options_check(&arguments->judge, option, error))
        return FALSE;
    if (!arguments->files)
        return tab_keywords_refuse_value(error, "a game record is needed (%s --help says more)",
                                         name);
    if (!(arguments->doubtful > 0 && arguments->doubtful <= arguments->mistake &&
          arguments->mistake <= arguments->blunder && arguments->blunder <= 100))
        return tab_keywords_refuse_value(
            error, "--doubtful, --mistake and --blunder are above 0, in this order, and up to 100");
    if (arguments->worst < 0 || arguments->worst > 1000)
        return tab_keywords_refuse_value(error, "--worst is from 0 to 1000");
    if (arguments->comments && !arguments->record)
        return tab_keywords_refuse_value(error, "--comments needs a --record to stand in");
    if (arguments->join && !arguments->journal)
        return tab_keywords_refuse_value(error, "--join needs a --journal to join them into");
    if (arguments->shard && !arguments->journal)
        return tab_keywords_refuse_value(error, "--shard needs a --journal, which --join reads");
    guint kept = arguments->shard ? 0 : 1; /* the same games with notes may take their place */
    g_autofree char *part = arguments->record ? tab_growing_file_part(arguments->record) : NULL;
    const TabMatchPath grown = {"--record's new file", part};
    return tab_match_output_check_names(paths, G_N_ELEMENTS(paths), error) &&
           tab_match_output_check_inputs(&grown, 1, "a game record", arguments->files, error) &&
           tab_match_output_check_inputs(paths + kept, G_N_ELEMENTS(paths) - kept, "a game record",
                                         arguments->files, error) &&
           tab_match_output_check_inputs(paths, 4, "a --join", arguments->join, error) &&
           tab_match_output_check_writable(paths, G_N_ELEMENTS(paths), error);
}

/* Part I of N. */
static gboolean read_shard(Command *command, GError **error)
{
    const char *word = command->arguments->shard;
    command->shard = command->shards = 1;
    return !word ||
           tab_keywords_read_shard(word, MAX_SHARDS, &command->shard, &command->shards, error);
}

/* What decides the values, in words. Free with g_free. */
static char *describe_judging(const Command *command)
{
    g_autoptr(GString) text = g_string_new(command->arguments->judge.engine);
    g_autofree char *limits = tab_judge_limits_to_string(&command->limits);
    g_string_append(text, limits);
    g_string_append_printf(text, ", %d throws ahead", command->arguments->judge.ahead);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static gboolean open_journal(Command *command, GError **error)
{
    const Arguments *arguments = command->arguments;
    g_autofree char *settings = describe_judging(command);
    if (!arguments->journal)
        return TRUE;
    command->journal =
        tab_game_journal_open(arguments->journal, &tab_analysis_journal_kind, settings, error);
    for (char **join = arguments->join; command->journal && join && *join; join++)
        if (!tab_game_journal_join(command->journal, *join, error))
            return FALSE;
    return command->journal != NULL;
}

/* It has to be there: a new one has none of the games. */
static gboolean open_database(Command *command, GError **error)
{
    const char *path = command->arguments->db;
    if (!path)
        return TRUE;
    command->judging = describe_judging(command);
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        errno = ENOENT;
        return tab_output_file_fail(TAB_FILE_OPEN, path, error);
    }
    return (command->database = tab_database_open(path, TAB_DATABASE_WRITE, error)) != NULL;
}

static gboolean open_outputs(Command *command, GError **error)
{
    const Arguments *arguments = command->arguments;
    const char *const paths[] = {[OUTPUT_CSV] = arguments->csv,
                                 [OUTPUT_JSON] = arguments->json,
                                 [OUTPUT_RECORD] = arguments->record};
    for (guint i = 0; i < N_OUTPUTS; i++)
        if (paths[i] &&
            !(command->output[i] = tab_growing_file_open(paths[i], TAB_GROWING_WHOLE, error)))
            return FALSE;
    if (command->output[OUTPUT_CSV]) {
        g_autoptr(GString) head = g_string_new(NULL);
        tab_analysis_append_csv_head(head);
        add_to_output(command, OUTPUT_CSV, head->str);
    }
    return TRUE;
}

/* What was not gone through leaves no files: a part of the games would look like all of them. */
static void abandon_outputs(Command *command)
{
    for (guint i = 0; i < N_OUTPUTS; i++)
        if (command->output[i])
            tab_growing_file_abandon(command->output[i]);
}

/* Ends the files. */
static void close_outputs(Command *command)
{
    GError *error = NULL;
    if (command->output[OUTPUT_JSON]) {
        g_autoptr(GString) players = g_string_new(NULL);
        tab_analysis_report_append_json(command->report, players);
        if (command->levels)
            g_string_append_len(players, command->levels->str, (gssize)command->levels->len);
        add_to_output(command, OUTPUT_JSON, players->str);
    }
    for (guint i = 0; i < N_OUTPUTS; i++)
        if (command->output[i] && !tab_growing_file_close(command->output[i], &error))
            complain(command, "", g_steal_pointer(&error));
    if (command->arguments->html) {
        g_autofree char *judging = describe_judging(command);
        g_autofree char *page = tab_analysis_report_to_html(command->report, judging);
        if (!tab_output_file_replace(command->arguments->html, page, -1, &error))
            complain(command, "", error);
    }
}

/* What all games say. */
static void print_summary(Command *command)
{
    g_autoptr(GString) text = g_string_new(NULL);
    TabLuckSummary all = tab_luck_summarise(command->rows);
    tab_luck_append_summary(text, &all, command->sections);
    if (command->report && command->rows->len)
        tab_analysis_report_append_text(command->report, text);
    print(command, text->str); /* levels take longer */
    if (!command->sample || command->broken)
        return;
    g_string_truncate(text, 0);
    rate_players(command, text);
    print(command, text->str);
}

static gboolean prepare(Command *command, gboolean analyse, char **argv, Arguments *arguments,
                        GError **error)
{
    const char *option = analyse ? "--engine" : "--judge";
    if (!parse_arguments(arguments, analyse, argv, error) ||
        !check_arguments(arguments, command->name, option, error) ||
        !(command->judge = tab_judge_options_read_engine(&arguments->judge, option, error)))
        return FALSE;
    command->limits = tab_judge_options_limits(&arguments->judge, command->judge);
    command->input = tab_game_files_new(arguments->files);
    command->sections =
        (arguments->throws ? TAB_LUCK_THROWS : 0) | (arguments->losses ? TAB_LUCK_LOSSES : 0);
    command->grades = (TabGradeLimits){
        {0, arguments->doubtful / 100, arguments->mistake / 100, arguments->blunder / 100}};
    if (arguments->rate)
        command->sample = tab_rating_sample_new(TAB_RATING_USUAL_DECISIONS, TAB_RATING_USUAL_SEED);
    if (analyse)
        command->report = tab_analysis_report_new(&command->grades, (guint)arguments->worst);
    return read_shard(command, error) && open_journal(command, error) &&
           open_database(command, error) && open_outputs(command, error);
}

static int run_command(gboolean analyse, char **argv)
{
    g_auto(Arguments) arguments = {.judge = TAB_JUDGE_OPTIONS_INIT,
                                   .worst = analyse ? WORST : 0,
                                   .losses = analyse,
                                   .doubtful = TAB_DOUBTFUL_POINTS,
                                   .mistake = TAB_MISTAKE_POINTS,
                                   .blunder = TAB_BLUNDER_POINTS};
    Command command = {.name = argv[0], .arguments = &arguments};
    GError *error = NULL;
    if (prepare(&command, analyse, argv, &arguments, &error)) {
        judge_games(&command);
        if (command.rows->len || !command.status) /* after errors alone there is nothing to tell */
            print_summary(&command);
        if (command.failed)
            fprintf(stderr, "%s: %u of %u games could not be judged\n", command.name,
                    command.failed, command.taken);
        if (command.strange)
            fprintf(stderr, "%s: %u of %u games are not in %s\n", command.name, command.strange,
                    command.taken, arguments.db);
    } else {
        complain(&command, "", error);
        command.broken = TRUE;
    }
    if (command.broken)
        abandon_outputs(&command);
    else
        close_outputs(&command);
    g_clear_pointer(&command.rows, g_array_unref);
    tab_analysis_report_free(command.report);
    g_clear_pointer(&command.sample, tab_rating_sample_free);
    if (command.levels)
        g_string_free(command.levels, TRUE);
    tab_game_journal_free(command.journal);
    g_clear_pointer(&command.database, tab_database_close);
    g_free(command.judging);
    tab_entrant_free(command.judge);
    tab_game_files_free(command.input);
    return command.status;
}

int tab_luck_main(int argc, char **argv)
{
    return run_command(FALSE, argv);
}

int tab_analyse_main(int argc, char **argv)
{
    return run_command(TRUE, argv);
}
