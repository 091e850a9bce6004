// SPDX-License-Identifier: GPL-3.0-or-later
// Takes decisions from games and has the players rated by them.
#include "protocol/runner/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/files/output-file.h"
#include "protocol/game/game-files.h"
#include "protocol/runner/judge-options.h"
#include "protocol/runner/match-output.h"
#include "protocol/runner/rating-run.h"
#include "protocol/text/keywords.h"

#define MOST_LEVEL 1000
#define MOST_DECISIONS 1000000

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

typedef struct {
    const Arguments *arguments;
    TabEntrant *engine;
    TabEvaluationSetup setup;
    TabLimits level_limits;
    TabEvaluationFormat format;
    guint level[TAB_RATING_MOST_LEVELS], levels;
    TabRatingSample *sample;
    int status;
} Command;

static void complain(Command *command, GError *error)
{
    command->status = tab_match_output_complain(error);
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
    return TRUE;
}

/* --- what came of it --- */

static gboolean write_rows(const Command *command, const TabRatingRunSetup *setup,
                           const TabRatingRunResult *result, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    tab_rating_run_append(setup, result, command->format, text);
    if (command->arguments->output)
        return tab_output_file_replace(command->arguments->output, text->str, (gssize)text->len,
                                       error);
    if (fwrite(text->str, 1, text->len, stdout) != text->len || fflush(stdout))
        return tab_output_file_fail(TAB_FILE_WRITE, "standard output", error);
    return TRUE;
}

static void rate(Command *command, GError **error)
{
    const Arguments *arguments = command->arguments;
    const TabRatingRunSetup setup = {.command = "tab-match rate",
                                     .sample = command->sample,
                                     .engine = command->engine,
                                     .spec = arguments->judge.engine,
                                     .level = command->level,
                                     .levels = command->levels,
                                     .level_limits = command->level_limits,
                                     .setup = command->setup,
                                     .seed = (guint64)arguments->seed,
                                     .concurrency = (guint)arguments->judge.concurrency,
                                     .quiet = arguments->quiet};
    TabRatingRunResult result = tab_rating_run(&setup);
    if (result.broken || result.failed)
        command->status = EXIT_FAILURE;
    if (!result.broken)
        write_rows(command, &setup, &result, error);
    tab_rating_run_result_clear(&result);
}

/* --- the command line --- */

static gboolean parse_arguments(Arguments *arguments, char **argv, GError **error)
{
    TabJudgeOptions *judge = &arguments->judge;
    const GOptionEntry entries[] = {
        {"engine", 'e', 0, G_OPTION_ARG_STRING, &judge->engine,
         "Engine that judges and plays at its levels, needed", "SPEC"},
        {"levels", 0, 0, G_OPTION_ARG_STRING, &arguments->levels,
         "Levels that are asked, rising (0,2,4,6,8,10)", "N,…"},
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
        if (command->levels == TAB_RATING_MOST_LEVELS)
            return tab_keywords_refuse_value(error, "--levels: more than %d",
                                             TAB_RATING_MOST_LEVELS);
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
    if (!tab_keywords_check_not_negative("--seed", arguments->seed, error))
        return FALSE;
    if (!arguments->files)
        return tab_keywords_refuse_value(error, "files of games are needed (--help says more)");
    const TabMatchPath path = {"--output", arguments->output};
    return tab_match_output_check_names(&path, 1, error) &&
           tab_match_output_check_inputs(&path, 1, "a game record", arguments->files, error) &&
           tab_match_output_check_writable(&path, 1, error);
}

static gboolean prepare(Command *command, Arguments *arguments, char **argv, GError **error)
{
    if (!parse_arguments(arguments, argv, error) || !check_arguments(arguments, error) ||
        (arguments->levels && !take_levels(command, arguments->levels, error)))
        return FALSE;
    if (!arguments->levels) {
        command->levels = TAB_RATING_USUAL_LEVELS;
        memcpy(command->level, tab_rating_usual_levels,
               TAB_RATING_USUAL_LEVELS * sizeof *tab_rating_usual_levels);
    }
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
    tab_rating_sample_free(command->sample);
    g_clear_pointer(&command->engine, tab_entrant_free);
}

int tab_rate_main(int argc, char **argv)
{
    g_auto(Arguments) arguments = {.judge = TAB_JUDGE_OPTIONS_INIT,
                                   .level_nodes = TAB_RATING_USUAL_NODES,
                                   .decisions = TAB_RATING_USUAL_DECISIONS,
                                   .seed = TAB_RATING_USUAL_SEED};
    Command command = {.arguments = &arguments};
    GError *error = NULL;
    if (prepare(&command, &arguments, argv, &error))
        rate(&command, &error);
    if (error)
        complain(&command, error);
    clear_command(&command);
    return command.status;
}
