// SPDX-License-Identifier: GPL-3.0-or-later
// tab-train: trains a network for any rules by self-play.
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/data-folder.h"
#include "engine/lab/training/checkpoint.h"
#include "engine/lab/training/curve.h"
#include "engine/lab/training/shards.h"
#include "protocol/files/output-file.h"
#include "protocol/plot/plot-file.h"
#include "protocol/game/named-rules.h"
#include "protocol/text/keywords.h"
#include "protocol/text/plain-text.h"

#define EVALUATE_PAIRS 400
#define FINAL_PAIRS 1000
#define MAX_THREADS 256
#define MAX_ROUND 32768 /* the positions of one have to lie in one array */
#define NOT_GIVEN G_MININT
#define STATUS_DONE 3 /* there is no round left to play a shard of */

typedef struct {
    TabTrainingPlan plan;
    int threads, hidden, round;
    int64_t games;
    char *seed, *rules, *columns, *held_out, *rulesets, *without, *from, *tables, *output,
        *checkpoint, *csv, *plot, *shard, *positions;
    char **merge;
    unsigned shard_number, shards; /* from 0; no shards: all */
    double every;                  /* seconds of training between two points of the curve */
    gboolean resume, version;
} Options;

/* Set by Ctrl+C: the round is finished, everything is written. */
static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    interrupted = 1;
}

static bool refuse_option(GError **error, const char *option, const char *fault)
{
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s: %s", option, fault);
    return false;
}

/* The bits of TAB_INPUT_… (features.h) in a list such as "hits,ways". */
static bool read_kinds(const char *list, unsigned *kinds)
{
    g_auto(GStrv) names = g_strsplit(list, ",", -1);
    *kinds = 0;
    for (char **name = names; *name; name++) {
        unsigned kind = 0;
        while (kind < TAB_N_INPUT_KINDS && strcmp(*name, tab_input_kind_name(kind)))
            kind++;
        if (kind == TAB_N_INPUT_KINDS)
            return false;
        *kinds |= 1u << kind;
    }
    return *kinds != 0;
}

/* The least and the most of several widths, "5-15". */
static bool read_columns(const char *text, unsigned columns[2])
{
    g_auto(GStrv) parts = g_strsplit(text, "-", 3);
    if (g_strv_length(parts) != 2)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        guint64 width;
        if (!g_ascii_string_to_unsigned(parts[i], 10, 1, G_MAXUINT, &width, NULL))
            return false;
        columns[i] = (unsigned)width;
    }
    return true;
}

/* A round that is divided among processes: all of them know it by the checkpoint. */
static bool read_shard(Options *options, GError **error)
{
    if (options->positions && !options->shard)
        return refuse_option(error, "--positions", "goes with --shard, whose positions it takes");
    if (!options->shard && !options->merge)
        return true;
    if (options->shard && options->merge)
        return refuse_option(error, "--shard", "plays a part of a round, which --merge ends");
    const char *name = options->shard ? "--shard" : "--merge";
    if (!options->games)
        return refuse_option(error, name, "needs --games, as time is not the same everywhere");
    if (!options->checkpoint)
        return refuse_option(error, name, "needs --checkpoint");
    if (options->merge)
        return true;
    guint shard, shards;
    if (!tab_keywords_read_shard(options->shard, TAB_MAX_SHARDS, &shard, &shards, error))
        return false;
    if (!options->positions)
        return refuse_option(error, "--shard", "needs --positions: where to write them");
    options->shard_number = shard - 1;
    options->shards = shards;
    return true;
}

/* A rules string, the name of rules that the user has saved in the window, "any" or "any:pieces=N".
 */
static bool read_rules(Options *options, const char *text, GError **error)
{
    g_autofree char *own = tab_named_rules_user_file();
    TabRuleset set;
    if (tab_net_any_pieces(text)) {
        options->rules = g_strdup(text);
    } else {
        if (!tab_named_rules_parse(own, text, &set, error))
            return false;
        options->rules = tab_ruleset_to_string(&set);
        if (options->columns &&
            (strstr(options->rules, "columns=") || (strchr(text, ':') && strstr(text, "columns="))))
            return refuse_option(error, "--columns", "the rules say how many columns there are");
    }
    options->plan.rules = options->rules;
    return true;
}

/* The file as it is named, or else the network of this name that came with the program. */
static void find_from(Options *options)
{
    if (!options->from || g_file_test(options->from, G_FILE_TEST_EXISTS))
        return;
    g_autofree char *folder = tab_data_folder("nets");
    g_autofree char *path = folder ? g_build_filename(folder, options->from, NULL) : NULL;
    if (path && g_file_test(path, G_FILE_TEST_EXISTS)) {
        g_free(options->from);
        options->from = g_steal_pointer(&path);
    }
}

/* What a training began with has to be there as it was for as long as it goes on. */
static bool check_from(const Options *options, const char *named, GError **error)
{
    if (!options->from || !options->output ||
        !(tab_output_file_same(options->from, options->output) ||
          tab_output_file_same(named, options->output)))
        return true;
    return refuse_option(error, "--output", "is the network of --from, which must stay as it is");
}

/* Each file that is written has a name and a place, and none takes that of another one. */
static bool check_outputs(const Options *options, GError **error)
{
    const struct {
        const char *option, *path;
    } files[] = {{"--output", options->output},
                 {"--checkpoint", options->checkpoint},
                 {"--csv", options->csv},
                 {"--plot", options->plot},
                 {"--positions", options->positions}};
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        if (files[i].path && !*files[i].path)
            return refuse_option(error, files[i].option, "needs the name of a file");
        if (files[i].path && !tab_output_file_check(files[i].path, FALSE, error))
            return false;
        for (guint j = 0; j < i; j++)
            if (files[i].path && files[j].path &&
                tab_output_file_same(files[i].path, files[j].path)) {
                g_autofree char *fault =
                    g_strdup_printf("is the file of %s, %s", files[j].option, files[j].path);
                return refuse_option(error, files[i].option, fault);
            }
    }
    return true;
}

/* Moves what the options say into the plan; what they say wrongly is an error. */
static bool fill_plan(Options *options, GError **error)
{
    TabTrainingPlan *plan = &options->plan;
    if (options->games < 0)
        return refuse_option(error, "--games", "must not be negative");
    if (!(plan->minutes >= 0))
        return refuse_option(error, "--minutes", "must not be negative");
    if (!options->games && !(plan->minutes > 0))
        return refuse_option(error, "--games or --minutes", "one is needed");
    if (options->threads < 1 || options->threads > MAX_THREADS)
        return refuse_option(error, "--threads", "must be from 1 to 256");
    if (options->hidden < TAB_KERNEL_LANES || options->hidden > TAB_MAX_HIDDEN ||
        options->hidden % TAB_KERNEL_LANES)
        return refuse_option(error, "--hidden", "must be 32, 64, 96 or 128");
    if (!(plan->lambda >= 0 && plan->lambda <= 1))
        return refuse_option(error, "--lambda", "must be from 0 to 1");
    if (!(plan->study >= 0 && plan->study <= 1))
        return refuse_option(error, "--study", "must be from 0 to 1");
    if (options->round != NOT_GIVEN && (options->round < 1 || options->round > MAX_ROUND))
        return refuse_option(error, "--round", "must be from 1 to 32768");
    if (!(options->every > 0))
        return refuse_option(error, "--every", "must be more than 0 seconds");
    if (!read_shard(options, error))
        return false;
    if (!options->output && !options->shard)
        return refuse_option(error, "--output", "is needed: where to write the network");
    if (options->resume && !options->checkpoint)
        return refuse_option(error, "--resume", "needs --checkpoint");
    if (options->columns && !read_columns(options->columns, plan->columns))
        return refuse_option(error, "--columns", "must be like 5-15");
    if (options->without && !read_kinds(options->without, &plan->without))
        return refuse_option(error, "--without",
                             "must be some of piles,hits,terms,counts,ways,lasting,king");
    plan->held_out = options->held_out;
    plan->rulesets = options->rulesets;
    g_autofree char *named = g_strdup(options->from);
    find_from(options);
    if (!check_from(options, named, error) || !check_outputs(options, error) ||
        (options->plot && !tab_plot_check_path(options->plot, error)))
        return false;
    plan->from = options->from;
    plan->tables = options->tables;
    plan->games = (uint64_t)options->games;
    plan->hidden = (unsigned)options->hidden;
    plan->round = options->round == NOT_GIVEN ? 0 : (unsigned)options->round;
    return tab_keywords_read_seed(options->seed, &plan->seed, error);
}

static bool parse_command_line(Options *options, int *argc, char ***argv, GError **error)
{
    TabTrainingPlan *plan = &options->plan;
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output, "Write the network to FILE",
         "FILE"},
        {"games", 'n', 0, G_OPTION_ARG_INT64, &options->games, "Train by N games in all", "N"},
        {"minutes", 'm', 0, G_OPTION_ARG_DOUBLE, &plan->minutes, "Train for M minutes at most",
         "M"},
        {"threads", 't', 0, G_OPTION_ARG_INT, &options->threads, "Use N threads (1)", "N"},
        {"seed", 's', 0, G_OPTION_ARG_FILENAME, &options->seed, "Seed of sticks and weights (1)",
         "N"},
        {"hidden", 'H', 0, G_OPTION_ARG_INT, &options->hidden,
         "Units of the hidden layer: 32, 64, 96 or 128 (128)", "N"},
        {"lambda", 'l', 0, G_OPTION_ARG_DOUBLE, &plan->lambda,
         "Weight of later values in the target, 0-1 (0.7)", "L"},
        {"study", 0, 0, G_OPTION_ARG_DOUBLE, &plan->study,
         "Share of the games whose turns are studied, 0-1 (0.35)", "S"},
        {"columns", 'c', 0, G_OPTION_ARG_STRING, &options->columns,
         "Train one network for boards of A to B columns", "A-B"},
        {"held-out", 0, 0, G_OPTION_ARG_FILENAME, &options->held_out,
         "With RULES any, never train on the rulesets listed in FILE", "FILE"},
        {"rulesets", 0, 0, G_OPTION_ARG_FILENAME, &options->rulesets,
         "With RULES any, train on the rulesets listed in FILE alone", "FILE"},
        {"from", 0, 0, G_OPTION_ARG_FILENAME, &options->from,
         "Begin with the network in FILE, or the one of this name that came with the engine",
         "FILE"},
        {"tables", 0, 0, G_OPTION_ARG_FILENAME, &options->tables,
         "Learn the exact values of endgame tables: files and folders with : between them", "PATH"},
        {"without", 0, 0, G_OPTION_ARG_STRING, &options->without,
         "Leave out inputs: piles, hits, terms, counts, ways, lasting, king", "KINDS"},
        {"checkpoint", 'k', 0, G_OPTION_ARG_FILENAME, &options->checkpoint,
         "Save the state to FILE every minute and at the end", "FILE"},
        {"every", 0, 0, G_OPTION_ARG_DOUBLE, &options->every,
         "Save, and play for the learning curve, every S seconds (60)", "S"},
        {"resume", 'r', 0, G_OPTION_ARG_NONE, &options->resume,
         "Go on from the checkpoint, if there is one", NULL},
        {"round", 0, 0, G_OPTION_ARG_INT, &options->round,
         "Games between two versions of the network (1024; 512 with RULES any)", "N"},
        {"shard", 0, 0, G_OPTION_ARG_STRING, &options->shard,
         "Play only shard I of N of the checkpoint's next round", "I/N"},
        {"positions", 0, 0, G_OPTION_ARG_FILENAME, &options->positions,
         "Write the positions of a shard to FILE", "FILE"},
        {"merge", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->merge,
         "End the round with a shard's positions; given again for each shard", "FILE"},
        {"csv", 0, 0, G_OPTION_ARG_FILENAME, &options->csv, "Write the learning curve to FILE",
         "FILE"},
        {"plot", 0, 0, G_OPTION_ARG_FILENAME, &options->plot,
         "Draw the learning curve to FILE, .svg, .pdf or .png", "FILE"},
        {"version", 'V', 0, G_OPTION_ARG_NONE, &options->version, "Print the version", NULL},
        {NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("RULES");
    g_option_context_set_summary(
        context, "Trains a network for the rules by self-play and writes it to a file.");
    g_option_context_set_description(
        context,
        "RULES are a preset, a rules string, the name of rules that were saved in the window,\n"
        "any (a network for all rules), or any:pieces=N (for those of at most N pieces a side).\n\n"
        "Example: tab-train walker:columns=11 -o walker11.net --minutes 20 --threads 2 "
        "--csv walker11.csv --plot walker11.svg");
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, argc, argv, error))
        return tab_keywords_refuse_words(*argv, error);
    if (options->version)
        return true;
    if (*argc != 2)
        return refuse_option(error, "RULES", "one rules string is needed, like walker:columns=11");
    return read_rules(options, (*argv)[1], error) && fill_plan(options, error);
}

static void options_clear(Options *options)
{
    g_free(options->seed);
    g_free(options->rules);
    g_free(options->columns);
    g_free(options->held_out);
    g_free(options->rulesets);
    g_free(options->without);
    g_free(options->from);
    g_free(options->tables);
    g_free(options->output);
    g_free(options->checkpoint);
    g_free(options->shard);
    g_free(options->positions);
    g_strfreev(options->merge);
    g_free(options->csv);
    g_free(options->plot);
}

/* Everything that is kept on disk. */
static bool write_files(const Options *options, const TabTraining *training, GError **error)
{
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    g_autofree char *title =
        g_strdup_printf("%s: %u hidden units", training->plan.rules, training->plan.hidden);
    return tab_net_weights_save(weights, options->output, error) &&
           (!options->checkpoint || tab_checkpoint_save(training, options->checkpoint, error)) &&
           (!options->csv || tab_curve_write_csv(training->curve, options->csv, error)) &&
           (!options->plot || tab_curve_draw(training->curve, title, options->plot, error));
}

/* One line that is written over: how far it is, and when it will be done. */
static void show_bar(const TabTraining *training, double progress_before, int64_t start)
{
    double done = tab_training_progress(training);
    double elapsed = (double)(g_get_monotonic_time() - start) * 1e-6;
    double left = done > progress_before ? elapsed * (1 - done) / (done - progress_before) : 0;
    char bar[25];
    for (int i = 0; i < 24; i++)
        bar[i] = i < (int)(done * 24) ? '#' : '.';
    bar[24] = 0;
    fprintf(stderr, "\r\033[K[%s] %3.0f %%  %" G_GUINT64_FORMAT " games  loss %.4f  %d:%02d left",
            bar, 100 * done, training->count.games, training->loss, (int)left / 60, (int)left % 60);
    fflush(stderr);
}

/* Adds a point to the curve and shows it. */
static void evaluate_training(TabTraining *training, unsigned pairs, bool terminal)
{
    const TabCurvePoint *point = tab_training_evaluate(training, pairs);
    fprintf(stderr,
            "%s%9" G_GUINT64_FORMAT
            " games %6.0f s  loss %.4f  greedy %.1f ± %.1f %%  hand %.1f ± %.1f %%\n",
            terminal ? "\r\033[K" : "", point->games, point->seconds, point->loss,
            100 * point->greedy.score, 100 * point->greedy.half_width, 100 * point->hand.score,
            100 * point->hand.half_width);
}

static bool train_to_end(const Options *options, TabTraining *training, GError **error)
{
    bool terminal = isatty(STDERR_FILENO);
    int64_t start = g_get_monotonic_time();
    double progress = tab_training_progress(training), next = training->seconds + options->every;
    while (!interrupted && tab_training_progress(training) < 1) {
        tab_training_round(training);
        if (terminal)
            show_bar(training, progress, start);
        if (training->seconds < next || tab_training_progress(training) >= 1)
            continue;
        next = training->seconds + options->every;
        if (!write_files(options, training, error))
            return false;
        evaluate_training(training, EVALUATE_PAIRS, terminal);
    }
    guint n = training->curve->len;
    if (interrupted && !training->count.games) {
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INTR,
                            "stopped before the first round: nothing was learned or written");
        return false;
    }
    if (interrupted)
        fprintf(stderr, "%sstopped\n", terminal ? "\r\033[K" : "");
    else if (!n ||
             g_array_index(training->curve, TabCurvePoint, n - 1).games < training->count.games)
        evaluate_training(training, FINAL_PAIRS, terminal); /* unless it had ended before */
    return write_files(options, training, error);
}

/* Learns from the shards of a round. */
static bool merge_round(const Options *options, TabTraining *training, GError **error)
{
    double before = training->seconds;
    if (!tab_shards_take(training, options->merge, error))
        return false;
    tab_training_learn_round(training);
    bool end = tab_training_progress(training) >= 1;
    if (end || floor(before / options->every) < floor(training->seconds / options->every))
        evaluate_training(training, end ? FINAL_PAIRS : EVALUATE_PAIRS, false);
    return write_files(options, training, error);
}

static bool run_training(const Options *options, int *status, GError **error)
{
    bool divided = options->shard || options->merge;
    g_autoptr(TabTraining) training =
        tab_training_new(&options->plan, (unsigned)options->threads, error);
    if (!training)
        return false;
    if ((options->resume || divided) && g_file_test(options->checkpoint, G_FILE_TEST_EXISTS) &&
        !tab_checkpoint_load(training, options->checkpoint, error))
        return false;
    if (divided && tab_training_progress(training) >= 1) {
        fprintf(stderr, "tab-train: all %" G_GUINT64_FORMAT " games are played\n",
                training->count.games);
        *status = STATUS_DONE;
        return true;
    }
    if (options->shard)
        return tab_shards_play(training, options->shard_number, options->shards, options->positions,
                               error);
    if (options->merge)
        return merge_round(options, training, error);
    if (!train_to_end(options, training, error))
        return false;
    const TabSelfPlayCount *count = &training->count;
    fprintf(stderr, "%.0f games a second; a game has %.1f turns and %.0f outcomes\n",
            (double)count->games / MAX(training->seconds, 1e-9),
            (double)count->turns / (double)MAX(count->games, 1),
            (double)count->outcomes / (double)MAX(count->games, 1));
    return true;
}

int main(int argc, char **argv)
{
    tab_keywords_set_locale();
    g_autoptr(GError) error = NULL;
    Options options = {.threads = 1, .round = NOT_GIVEN, .every = 60};
    tab_training_plan_init(&options.plan);
    options.hidden = (int)options.plan.hidden;
    signal(SIGINT, on_signal);
    signal(SIGXFSZ, SIG_IGN); /* a limit of the size of files is an error like a full disk */
    tab_output_file_hold_standard();
    tab_output_file_watch_help();
    signal(SIGTERM, on_signal);
    bool good = parse_command_line(&options, &argc, &argv, &error);
    int status = 0;
    if (good && options.version)
        puts("tab-train " TAB_VERSION);
    else if (good)
        good = run_training(&options, &status, &error);
    good = good && tab_output_file_flush_standard(&error);
    if (!good) {
        g_autofree char *shown = tab_plain_text_lines(error->message); /* it may quote any bytes */
        fprintf(stderr, "tab-train: %s\n", shown);
    }
    options_clear(&options);
    return good ? status : 1;
}
