// SPDX-License-Identifier: GPL-3.0-or-later
// `tab-match study-rules`: plays every ruleset, first between equals, then between levels, one
// tournament after the other, and tells what they show side by side.
#include "protocol/runner/commands.h"

#include <stdio.h>
#include <stdlib.h>

#include "protocol/files/output-file.h"
#include "protocol/match/probe.h"
#include "protocol/match/tournament.h"
#include "protocol/report/progress.h"
#include "protocol/report/rules-study-page.h"
#include "protocol/rules/ending.h"
#include "protocol/runner/judge-options.h"
#include "protocol/runner/match-output.h"
#include "protocol/runner/vary-rules.h"
#include "protocol/text/keywords.h"
#include "protocol/text/plain-text.h"

#define LEVEL "Level"     /* the option of engines (PROTOCOL.md) */
#define USUAL_NODES 10000 /* beside depth 1, where no limit is given */
#define MOST_GAMES 1000000
#define MOST_TURNS 1000000
#define MOST_RULES 1000

static const char summary[] =
    "Plays games under several rulesets and tells side by side how long they are, whether they\n"
    "end, what the first turn is worth, and what skill and luck decide.";

static const char description[] =
    "RULES are presets, rules strings, or names of your own rulesets; --presets are all presets.\n"
    "--vary SWITCH puts in the place of each ruleset those that differ from it in this switch\n"
    "alone, one for each of its values; values that make no valid rules are named and left out.\n"
    "\n"
    "Of each ruleset --games are played between equals: the engine as it is, each game with\n"
    "sticks of its own. They show the length of games, whether they end (not those that are\n"
    "drawn at --max-turns or because nothing moves any more), how often who begins wins, draws,\n"
    "and per game the pieces taken, those that arrived at the enemy's home row, and those that\n"
    "came home to their own.\n"
    "\n"
    "As many are played between each two --level, the better one first, in pairs with the same\n"
    "sticks and the seats exchanged: by default between the highest level of the engine and the\n"
    "one in the middle, and none if the engine has no option Level. Luck is judged by the engine\n"
    "as it is, as tab-match --judge does: score without luck, and the share of the variance of\n"
    "results that luck explains.\n"
    "\n"
    "All errors are 95 % intervals. The games of a ruleset follow from the seed and not from the\n"
    "others, so that every ruleset gets the same sticks; with limits that are no times the "
    "figures\n"
    "are the same on every machine and with any --concurrency.\n"
    "\n"
    "Exit status: 0; 1 wrong usage, a file that cannot be written, an engine that cannot be\n"
    "started or lost a game by a fault. Then nothing is written.\n"
    "\n"
    "Example:\n"
    "  tab-match study-rules --engine cmd=tab-engine --vary stack-return --html rules.html "
    "standard";

/* What the command line says. */
typedef struct {
    TabJudgeOptions judge;
    char **rules, **vary, **levels;
    char *seed, *csv, *json, *html;
    int games, max_turns;
    gboolean presets, no_luck, quiet;
} Arguments;

static void clear_arguments(Arguments *arguments)
{
    g_free(arguments->judge.engine);
    g_strfreev(arguments->rules);
    g_strfreev(arguments->vary);
    g_strfreev(arguments->levels);
    g_free(arguments->seed);
    g_free(arguments->csv);
    g_free(arguments->json);
    g_free(arguments->html);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Arguments, clear_arguments)

/* Two levels that meet. */
typedef struct {
    gint64 better, worse;
} Levels;

typedef struct {
    const Arguments *arguments;
    TabRulesList *list;
    TabEntrant *engine; /* as it is */
    GArray *levels;     /* of Levels */
    char *name;         /* of the engine: what it calls itself */
    guint64 seed;
    GPtrArray *studied; /* of TabStudiedRules */

    TabStudiedRules *now; /* that is played, and what its games are added to: */
    TabSkillStudy *skill; /* NULL: they are between equals */

    GMainLoop *loop;
    GError *error;     /* that a call-back left */
    gboolean gone;     /* the engine that was asked */
    guint done, total; /* games; the total is for progress alone */
    TabCountProgress progress;
} Command;

static void free_command(Command *command)
{
    g_clear_pointer(&command->list, tab_rules_list_free);
    g_clear_pointer(&command->engine, tab_entrant_free);
    g_clear_pointer(&command->levels, g_array_unref);
    g_clear_pointer(&command->studied, g_ptr_array_unref);
    g_clear_pointer(&command->loop, g_main_loop_unref);
    g_free(command->name);
    g_free(command);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Command, free_command)

/* Waits until a call-back ends the loop; FALSE if it left an error. */
static gboolean wait(Command *command, GError **error)
{
    g_main_loop_run(command->loop);
    if (command->error)
        g_propagate_error(error, g_steal_pointer(&command->error));
    return !(error && *error);
}

/* Players. */

static TabEntrant *copy_entrant(const TabEntrant *entrant)
{
    TabEntrant *copy = g_new0(TabEntrant, 1);
    *copy = *entrant;
    copy->config = tab_engine_config_copy(entrant->config);
    return copy;
}

static TabEntrant *with_level(const TabEntrant *entrant, gint64 level)
{
    TabEntrant *player = copy_entrant(entrant);
    g_autofree char *value = g_strdup_printf("%" G_GINT64_FORMAT, level);
    g_free(player->config->name);
    player->config->name = g_strdup_printf("level %" G_GINT64_FORMAT, level);
    tab_engine_config_set_option(player->config, LEVEL, value);
    return player;
}

/* What all games have in common. `levels` NULL: between equals. */
static TabMatchSettings *new_settings(const Command *command, const Levels *levels)
{
    const Arguments *arguments = command->arguments;
    TabMatchSettings *settings = tab_match_settings_new();
    const TabEntrant *engine = command->engine;
    g_ptr_array_add(settings->entrants,
                    levels ? with_level(engine, levels->better) : copy_entrant(engine));
    g_ptr_array_add(settings->entrants,
                    levels ? with_level(engine, levels->worse) : copy_entrant(engine));
    if (levels && !arguments->no_luck)
        settings->judge = copy_entrant(engine);
    settings->judge_ahead = (guint)arguments->judge.ahead;
    settings->schedule = (TabSchedule){.engines = 2,
                                       .games = (guint)arguments->games,
                                       .pairs = levels != NULL,
                                       .rules = 1,
                                       .shard = 1,
                                       .shards = 1};
    settings->max_turns = (guint)arguments->max_turns;
    settings->patience_ms = (gint64)(arguments->judge.patience * 1000);
    settings->error_stops = TRUE;
    settings->times = FALSE;
    return settings;
}

static void add_rules(TabMatchSettings *settings, const char *text)
{
    TabRuleset set;
    gboolean ok = tab_ruleset_parse(text, &set, NULL);
    g_assert(ok); /* it is canonical */
    tab_match_settings_add_rules(settings, tab_rules_new(&set));
}

/* Games. */

static void tell_trouble(Command *command, const TabGameResult *result)
{
    tab_count_progress_clear(&command->progress);
    fprintf(stderr, "tab-match study-rules: %s, game %u: %s\n", command->now->rules, result->number,
            result->trouble);
}

static gboolean on_report(TabTournament *tournament, const TabPairing *pairing,
                          const TabGameResult *result, gpointer data)
{
    Command *command = data;
    if (tab_game_result_at_fault(result) >= 0) {
        command->error = g_error_new(G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "%s, game %u: %s",
                                     command->now->rules, result->number,
                                     result->reason ? result->reason : "an engine's fault");
        return FALSE;
    }
    if (result->trouble)
        tell_trouble(command, result);
    if (command->skill)
        tab_skill_study_add(command->skill, result, pairing->set);
    else if (!tab_rules_study_add(command->now->study, result, &command->error))
        return FALSE;
    command->done++;
    tab_count_progress_tell(&command->progress, command->done, command->total, command->done);
    return TRUE;
}

static void on_ended(GObject *source, GAsyncResult *result, gpointer data)
{
    Command *command = data;
    tab_tournament_run_finish(result, command->error ? NULL : &command->error);
    g_main_loop_quit(command->loop);
}

/* Plays what is `now`. `part`: 0 between equals, then the levels; each has a seed of its own. */
static gboolean play(Command *command, guint part, GError **error)
{
    static const TabTournamentEvents events = {.report = on_report};
    const Levels *levels = part ? &g_array_index(command->levels, Levels, part - 1) : NULL;
    g_autoptr(TabMatchSettings) settings = new_settings(command, levels);
    settings->seed = tab_schedule_seed(command->seed, part);
    add_rules(settings, command->now->rules);
    g_autofree char *twin = g_strdup_printf("%s (2)", command->name);
    const char *names[] = {command->name, twin, NULL};
    for (guint i = 0; levels && i < settings->entrants->len; i++)
        names[i] = ((TabEntrant *)settings->entrants->pdata[i])->config->name;
    if (levels) {
        command->skill = tab_skill_study_new(names, settings->schedule.games);
        g_ptr_array_add(command->now->skills, command->skill);
    }
    TabTournament *tournament =
        tab_tournament_new(settings, names, (guint)command->arguments->judge.concurrency, NULL);
    tab_tournament_run_async(tournament, NULL, &events, command, on_ended, command);
    gboolean ok = wait(command, error);
    tab_tournament_free(tournament);
    command->skill = NULL;
    return ok;
}

static gboolean play_all(Command *command, GError **error)
{
    gboolean ok = TRUE;
    GPtrArray *rules = command->list->rules;
    guint parts = 1 + command->levels->len;
    command->total =
        (guint)MIN((guint64)rules->len * parts * (guint)command->arguments->games, G_MAXUINT);
    command->progress = tab_count_progress_begin(!command->arguments->quiet);
    for (guint i = 0; ok && i < rules->len; i++) {
        command->now = tab_studied_rules_new(g_strdup(rules->pdata[i]));
        g_ptr_array_add(command->studied, command->now);
        for (guint part = 0; ok && part < parts; part++)
            ok = play(command, part, error);
    }
    tab_count_progress_end(&command->progress);
    return ok;
}

/* The engine is asked who it is and which levels it has. */

static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    Command *command = data;
    if (!tab_client_start_finish(TAB_CLIENT(source), result, &command->error))
        g_prefix_error(&command->error, "engine %s: ", tab_client_get_label(TAB_CLIENT(source)));
    g_main_loop_quit(command->loop);
}

static void on_gone(gpointer data)
{
    Command *command = data;
    command->gone = TRUE;
    g_main_loop_quit(command->loop);
}

/* "BETTER:WORSE", two different numbers. */
static gboolean read_levels(GArray *list, const char *text, GError **error)
{
    Levels levels;
    if (g_str_equal(text, "none"))
        return tab_keywords_refuse_value(error, "--level none beside other levels");
    g_auto(GStrv) ends = g_strsplit(text, ":", -1);
    if (g_strv_length(ends) != 2 ||
        !g_ascii_string_to_signed(ends[0], 10, G_MININT32, G_MAXINT32, &levels.better, NULL) ||
        !g_ascii_string_to_signed(ends[1], 10, G_MININT32, G_MAXINT32, &levels.worse, NULL) ||
        levels.better == levels.worse)
        return tab_keywords_refuse_value(
            error, "--level is BETTER:WORSE, two different numbers, or none; not '%s'", text);
    g_array_append_val(list, levels);
    return TRUE;
}

/* Those of the command line, if they are within what the engine declares, or the usual two. */
static gboolean choose_levels(Command *command, const TabOption *option, GError **error)
{
    const GStrv given = command->arguments->levels;
    gboolean has = option && option->type == TAB_OPTION_SPIN && option->min < option->max;
    if (!given && has) {
        Levels levels = {option->max, option->min / 2 + option->max / 2};
        g_array_append_val(command->levels, levels);
    }
    for (guint i = 0; i < command->levels->len; i++) {
        const Levels *levels = &g_array_index(command->levels, Levels, i);
        if (!has)
            return tab_keywords_refuse_value(error, "--level: the engine %s has no option " LEVEL,
                                             command->name);
        if (MIN(levels->better, levels->worse) < option->min ||
            MAX(levels->better, levels->worse) > option->max)
            return tab_keywords_refuse_value(
                error,
                "--level: the levels of %s are from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                ", not %" G_GINT64_FORMAT ":%" G_GINT64_FORMAT,
                command->name, option->min, option->max, levels->better, levels->worse);
    }
    return TRUE;
}

static gboolean ask_engine(Command *command, GError **error)
{
    g_autoptr(TabClient) client = tab_client_new(command->engine->config);
    tab_client_start_async(client, NULL, on_started, command);
    if (!wait(command, error))
        return FALSE;
    command->name = tab_plain_text(tab_client_get_name(client));
    gboolean ok = choose_levels(command, tab_client_find_option(client, LEVEL), error);
    tab_client_quit_then(client, on_gone, command);
    if (!command->gone)
        g_main_loop_run(command->loop);
    return ok;
}

static void on_probed(GObject *source, GAsyncResult *result, gpointer data)
{
    Command *command = data;
    g_strfreev(tab_probe_finish(result, &command->error));
    g_main_loop_quit(command->loop);
}

/* Whether the engine plays all the rules. */
static gboolean probe_rules(Command *command, GError **error)
{
    g_autoptr(TabMatchSettings) settings = new_settings(command, NULL);
    for (guint i = 0; i < command->list->rules->len; i++)
        add_rules(settings, command->list->rules->pdata[i]);
    tab_probe_async(settings, NULL, NULL, on_probed, command);
    return wait(command, error);
}

/* The command line. */

static gboolean parse_arguments(Arguments *arguments, char **argv, GError **error)
{
    TabJudgeOptions *judge = &arguments->judge;
    const GOptionEntry entries[] = {
        {"engine", 'e', 0, G_OPTION_ARG_STRING, &judge->engine, "Engine that plays, needed",
         "SPEC"},
        {"presets", 'p', 0, G_OPTION_ARG_NONE, &arguments->presets, "All presets", NULL},
        {"vary", 0, 0, G_OPTION_ARG_STRING_ARRAY, &arguments->vary,
         "Each ruleset with every value of this switch; again for more", "SWITCH"},
        {"games", 'g', 0, G_OPTION_ARG_INT, &arguments->games,
         "Games of each ruleset between equals, and between two levels (100)", "N"},
        {"level", 0, 0, G_OPTION_ARG_STRING_ARRAY, &arguments->levels,
         "Levels that meet; again for more; none: no such games (highest and middle)",
         "BETTER:WORSE"},
        {"no-luck", 0, 0, G_OPTION_ARG_NONE, &arguments->no_luck,
         "Nobody judges luck, which takes most of the time", NULL},
        {"seed", 's', 0, G_OPTION_ARG_STRING, &arguments->seed,
         "Seed of the sticks, below 2^64 (1)", "N"},
        {"max-turns", 0, 0, G_OPTION_ARG_INT, &arguments->max_turns,
         "Turns until a game is cut off (1000)", "N"},
        {"depth", 0, 0, G_OPTION_ARG_INT64, &judge->depth,
         "Depth for each turn and value (1, and 10000 nodes)", "N"},
        {"nodes", 0, 0, G_OPTION_ARG_INT64, &judge->nodes, "Positions for each turn and value",
         "N"},
        {"movetime", 0, 0, G_OPTION_ARG_INT, &judge->movetime, "Time for each turn and value",
         "MS"},
        {"ahead", 0, 0, G_OPTION_ARG_INT, &judge->ahead,
         "For luck, value a hand to which more will fall as the mean over so many more throws; 0: "
         "ask the engine (2)",
         "N"},
        {"patience", 0, 0, G_OPTION_ARG_DOUBLE, &judge->patience,
         "The longest wait for a turn or value (60)", "SECONDS"},
        {"concurrency", 'c', 0, G_OPTION_ARG_INT, &judge->concurrency, "Games at a time (1)", "N"},
        {"csv", 0, 0, G_OPTION_ARG_FILENAME, &arguments->csv,
         "Write a line for each ruleset and two levels to FILE", "FILE"},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &arguments->json,
         "Write method and rulesets to FILE, one JSON object a line", "FILE"},
        {"html", 0, 0, G_OPTION_ARG_FILENAME, &arguments->html,
         "Write a page with tables and plots to FILE", "FILE"},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &arguments->quiet, "No progress", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &arguments->rules, NULL, "RULES…"},
        {0},
    };
    g_auto(GStrv) words = g_strdupv(argv);
    return tab_match_read_options(&words, entries, summary, description, error);
}

static gboolean list_rules(Command *command, GError **error)
{
    const Arguments *arguments = command->arguments;
    command->list = tab_rules_list_new();
    for (guint i = 0; arguments->presets && i < tab_ruleset_n_presets(); i++)
        if (!tab_rules_list_add(command->list, tab_ruleset_preset_name(i), error))
            return FALSE;
    for (GStrv text = arguments->rules; text && *text; text++)
        if (!tab_rules_list_add(command->list, *text, error))
            return FALSE;
    if (!command->list->rules->len)
        return tab_keywords_refuse_value(error, "rules are needed, or --presets (--help says "
                                                "more)");
    for (GStrv key = arguments->vary; key && *key; key++)
        if (!tab_rules_list_vary(command->list, *key, error))
            return FALSE;
    if (!command->list->rules->len)
        return tab_keywords_refuse_value(error, "--vary leaves nothing: %s",
                                         (char *)command->list->left_out->pdata[0]);
    return command->list->rules->len <= MOST_RULES ||
           tab_keywords_refuse_value(error, "%u rulesets are too many; at most %d",
                                     command->list->rules->len, MOST_RULES);
}

static gboolean check_numbers(Command *command, GError **error)
{
    const Arguments *arguments = command->arguments;
    if (arguments->games < 1 || arguments->games > MOST_GAMES)
        return tab_keywords_refuse_value(error, "--games is from 1 to %d", MOST_GAMES);
    if (arguments->max_turns < 1 || arguments->max_turns > MOST_TURNS)
        return tab_keywords_refuse_value(error, "--max-turns is from 1 to %d", MOST_TURNS);
    command->seed = 1;
    if (!tab_keywords_read_seed(arguments->seed, &command->seed, error))
        return FALSE;
    command->levels = g_array_new(FALSE, FALSE, sizeof(Levels));
    if (arguments->levels && !g_strcmp0(arguments->levels[0], "none") && !arguments->levels[1])
        return TRUE;
    for (GStrv text = arguments->levels; text && *text; text++)
        if (!read_levels(command->levels, *text, error))
            return FALSE;
    return TRUE;
}

static gboolean check_files(const Arguments *arguments, GError **error)
{
    const TabMatchPath paths[] = {
        {"--csv", arguments->csv}, {"--json", arguments->json}, {"--html", arguments->html}};
    return tab_match_output_check_names(paths, G_N_ELEMENTS(paths), error) &&
           tab_match_output_check_writable(paths, G_N_ELEMENTS(paths), error);
}

static gboolean read_engine(Command *command, GError **error)
{
    const TabJudgeOptions *judge = &command->arguments->judge;
    command->engine = tab_judge_options_read_engine(judge, "--engine", error);
    if (!command->engine)
        return FALSE;
    TabTimeControl *control = &command->engine->control;
    control->depth = judge->depth ? judge->depth : control->depth;
    control->nodes = judge->nodes ? judge->nodes : control->nodes;
    control->movetime_ms = judge->movetime ? judge->movetime : control->movetime_ms;
    if (!control->depth && !control->nodes && !control->movetime_ms) {
        control->depth = 1;
        control->nodes = USUAL_NODES;
    }
    return TRUE;
}

/* The files, each whole or not at all; all of them are tried. */
static gboolean write_files(const Arguments *arguments, const TabStudyReport *report,
                            GError **error)
{
    const struct {
        const char *path;
        char *(*make)(const TabStudyReport *report);
    } files[] = {{arguments->csv, tab_study_report_to_csv},
                 {arguments->json, tab_study_report_to_json},
                 {arguments->html, tab_study_report_to_html}};
    gboolean ok = TRUE;
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *text = files[i].path ? files[i].make(report) : NULL;
        ok &= !text || tab_output_file_replace(files[i].path, text, -1, ok ? error : NULL);
    }
    return ok;
}

static gboolean print_study(const Command *command, GError **error)
{
    const Arguments *arguments = command->arguments;
    g_autofree char *spec = tab_plain_text(arguments->judge.engine);
    g_autofree char *of_turns = tab_time_control_to_string(&command->engine->control);
    gboolean judged = command->levels->len && !arguments->no_luck;
    g_autofree char *limits = judged
                                  ? g_strdup_printf("%s ahead=%d", of_turns, arguments->judge.ahead)
                                  : g_strdup(of_turns);
    TabStudyReport report = {.method = {.engine = command->name,
                                        .spec = spec,
                                        .limits = limits,
                                        .judged = judged,
                                        .seed = command->seed,
                                        .games = (guint)arguments->games,
                                        .max_turns = (guint)arguments->max_turns},
                             .rules = command->studied,
                             .left_out = command->list->left_out};
    g_autofree char *text = tab_study_report_to_text(&report);
    gboolean printed = fputs(text, stdout) >= 0 && !fflush(stdout);
    if (!printed)
        tab_output_file_fail(TAB_FILE_WRITE, "standard output", error);
    return write_files(arguments, &report, printed ? error : NULL) && printed;
}

static gboolean study(Command *command, Arguments *arguments, char **argv, GError **error)
{
    if (!parse_arguments(arguments, argv, error) ||
        !tab_judge_options_check(&arguments->judge, "--engine", error) ||
        !check_numbers(command, error) || !list_rules(command, error) ||
        !check_files(arguments, error) || !read_engine(command, error))
        return FALSE;
    command->loop = g_main_loop_new(NULL, FALSE);
    command->studied = g_ptr_array_new_with_free_func((GDestroyNotify)tab_studied_rules_free);
    return ask_engine(command, error) && probe_rules(command, error) && play_all(command, error) &&
           print_study(command, error);
}

int tab_study_rules_main(int argc, char **argv)
{
    g_auto(Arguments)
        arguments = {.judge = TAB_JUDGE_OPTIONS_INIT, .games = 100, .max_turns = TAB_MAX_TURNS};
    g_autoptr(Command) command = g_new0(Command, 1);
    g_autoptr(GError) error = NULL;
    command->arguments = &arguments;
    if (study(command, &arguments, argv, &error))
        return EXIT_SUCCESS;
    return tab_match_output_complain(g_steal_pointer(&error));
}
