// SPDX-License-Identifier: GPL-3.0-or-later
// tab-tables: builds, describes, verifies and probes exact endgame tables.
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "engine/lab/measuring/chase.h"
#include "engine/lab/measuring/regret-command.h"
#include "engine/lab/solving/build.h"
#include "engine/lab/solving/check.h"
#include "engine/lab/solving/probe-command.h"
#include "engine/lab/solving/table-writer.h"
#include "protocol/files/output-file.h"
#include "protocol/text/keywords.h"
#include "protocol/text/plain-text.h"

#define MOST_THREADS 256

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    interrupted = 1;
}

/* Parses the options of a command, which is the first of `words`; exactly `n` words must remain, or
 * at least one if n is 0. */
static bool parse_command(const char *words, const char *summary, const GOptionEntry *entries,
                          unsigned n, int *argc, char ***argv, GError **error)
{
    g_autoptr(GOptionContext) context = g_option_context_new(strchr(words, ' ') + 1);
    g_option_context_set_summary(context, summary);
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, argc, argv, error))
        return tab_keywords_refuse_words(*argv, error);
    unsigned left = (unsigned)*argc - 1;
    return (n ? left == n : left >= 1) ||
           tab_table_refuse(error, TAB_TABLE_ERROR_BUILD, "needed: %s", words);
}

static void show_bytes(const char *what, uint64_t bytes)
{
    g_autofree char *text = tab_bytes_to_string(bytes);
    printf("%s %s\n", what, text);
}

/* --- build --- */

typedef struct {
    int64_t start;
    double done_before; /* part that a checkpoint had done */
    bool terminal;
    unsigned solved; /* units told about */
    bool unsaved;    /* told that there is no checkpoint */
} Progress;

static void show_solved(const TabBuild *build, Progress *progress)
{
    if (progress->terminal && progress->solved < build->head.solved)
        fprintf(stderr, "\r\033[K");
    for (; progress->solved < build->head.solved; progress->solved++) {
        const TabUnit *unit = &build->layers.unit[progress->solved];
        const TabUnitReport *report = &build->head.unit[progress->solved];
        g_autofree char *bound = tab_bound_to_string(report->bound);
        printf("%u against %u: %" G_GUINT64_FORMAT
               " states, %.1f s, %u backups, residual %.2g, at most %.1f turns, bound %s\n",
               unit->more, unit->fewer, unit->size, report->seconds, report->backups,
               report->residual, report->longest, bound);
        fflush(stdout);
    }
}

static bool on_build(const TabBuild *build, const TabUnit *unit, const TabSolveState *state,
                     gpointer user_data)
{
    Progress *progress = user_data;
    show_solved(build, progress);
    if (build->unsaved && !progress->unsaved)
        fprintf(stderr, "%stab-tables: no checkpoint: %s\n", progress->terminal ? "\r\033[K" : "",
                build->unsaved);
    progress->unsaved = build->unsaved;
    double done = tab_build_done(build, unit, state);
    double elapsed = (double)(g_get_monotonic_time() - progress->start) * 1e-6;
    double more = done - progress->done_before;
    double left = more > 0 ? elapsed * (1 - done) / more : 0;
    if (progress->terminal)
        fprintf(
            stderr,
            "\r\033[K%u against %u: %s %u %3.0f %%  residual %.2g  %3.0f %% of all, %d:%02d left",
            unit->more, unit->fewer, state->stage == TAB_SOLVE_PROOF ? "proof" : "backup",
            state->backup, 100 * state->done, state->residual, 100 * done, (int)left / 60,
            (int)left % 60);
    return !interrupted;
}

/* "2,1" or "2" (the same for both). */
static bool parse_pieces(const char *text, TabBuildPlan *plan, GError **error)
{
    if (!text)
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD, "--pieces W,B is needed");
    g_auto(GStrv) parts = g_strsplit(text, ",", 3);
    guint64 number[2];
    unsigned n = g_strv_length(parts);
    for (unsigned i = 0; i < n && i < 2; i++)
        if (!g_ascii_string_to_unsigned(parts[i], 10, 1, TAB_INDEX_MOST_PIECES, &number[i], NULL))
            n = 0;
    if (n < 1 || n > 2)
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD,
                                "--pieces is one or two numbers from 1 to %d, like 2 or 2,1: '%s'",
                                TAB_INDEX_MOST_PIECES, text);
    plan->more = (unsigned)number[0];
    plan->fewer = (unsigned)number[n - 1];
    return true;
}

/* A number of bytes with K, M, G or T after it. */
static bool parse_memory(const char *text, uint64_t *bytes, GError **error)
{
    static const char units[] = "KMGT";
    char *end;
    double number = g_ascii_strtod(text, &end);
    const char *unit = *end ? strchr(units, g_ascii_toupper(*end)) : NULL;
    if (end == text || !(number > 0) || !isfinite(number) || (*end && (!unit || end[1])) ||
        number > 1e15)
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD,
                                "--memory needs a size like 500M or 8G: '%s'", text);
    *bytes = (uint64_t)(unit ? ldexp(number, 10 * (int)(unit - units + 1)) : number);
    return true;
}

static bool check_threads(int threads, GError **error)
{
    return (threads >= 1 && threads <= MOST_THREADS) ||
           tab_table_refuse(error, TAB_TABLE_ERROR_BUILD, "--threads is a number from 1 to %d: %d",
                            MOST_THREADS, threads);
}

static bool build_table(const TabBuildPlan *plan, GError **error)
{
    g_autoptr(TabBuild) build = tab_build_new(plan, error);
    if (!build)
        return false;
    g_autofree char *merges = tab_index_describe_merges(build->index);
    g_autofree char *rules = tab_ruleset_to_string(&plan->set);
    printf("rules %s\nmerged %s\nstates %" G_GUINT64_FORMAT "\n", rules, merges,
           build->layers.n_states);
    show_bytes("memory", build->memory);
    if (build->disk)
        show_bytes("scratch", build->disk);
    show_bytes("file",
               TAB_TABLE_HEAD + build->layers.n_states * tab_value_kinds[plan->format].size);
    if (build->box)
        printf("hands %" G_GSIZE_FORMAT ", all others together %.3g\n",
               tab_hand_box_count(build->box), build->box->tail);
    fflush(stdout);
    TabSolveState none = {.stage = TAB_SOLVE_VALUES, .backup = 1, .rough = true};
    Progress progress = {.start = g_get_monotonic_time(), .terminal = isatty(STDERR_FILENO)};
    unsigned at = MIN(build->head.solved, build->layers.n_units - 1);
    progress.done_before = tab_build_done(build, &build->layers.unit[at], &none);
    bool good = tab_build_run(build, on_build, &progress, error);
    show_solved(build, &progress);
    if (!good)
        return false;
    g_autofree char *bound = tab_bound_to_string(build->head.bound);
    printf("%s: no value is off by more than %s\n", plan->output, bound);
    return true;
}

static bool run_build(int argc, char **argv, GError **error)
{
    g_autofree char *pieces = NULL, *memory = NULL, *values = NULL, *output = NULL, *scratch = NULL;
    double tail = 1e-10;
    int threads = 1;
    gboolean resume = FALSE;
    const GOptionEntry entries[] = {
        {"pieces", 'p', 0, G_OPTION_ARG_STRING, &pieces, "The most pieces of either side, needed",
         "W,B"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the table to FILE, needed",
         "FILE"},
        {"values", 'v', 0, G_OPTION_ARG_STRING, &values, "Store values as u16, u32 or f64 (u32)",
         "FORMAT"},
        {"tail", 0, 0, G_OPTION_ARG_DOUBLE, &tail,
         "Leave out hands of this chance together, at most (1e-10)", "P"},
        {"memory", 'm', 0, G_OPTION_ARG_STRING, &memory, "Use no more memory than SIZE", "SIZE"},
        {"scratch", 0, 0, G_OPTION_ARG_FILENAME, &scratch,
         "Keep what memory has no room for in a file in FOLDER", "FOLDER"},
        {"threads", 't', 0, G_OPTION_ARG_INT, &threads, "Use N threads (1)", "N"},
        {"resume", 'r', 0, G_OPTION_ARG_NONE, &resume,
         "Go on from the checkpoint FILE.checkpoint, if there is one", NULL},
        {NULL},
    };
    if (!parse_command("build RULES", "Builds the exact table of all positions of few pieces.",
                       entries, 1, &argc, &argv, error))
        return false;
    int format = tab_value_by_name(values ? values : "u32");
    TabBuildPlan plan = {.tail = tail,
                         .threads = (unsigned)threads,
                         .output = output,
                         .scratch = scratch,
                         .resume = resume};
    if (!tab_ruleset_parse(argv[1], &plan.set, error) || !parse_pieces(pieces, &plan, error) ||
        (memory && !parse_memory(memory, &plan.memory, error)))
        return false;
    if (format < 0)
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD, "--values is u16, u32 or f64: '%s'",
                                values);
    plan.format = (TabValueFormat)format;
    if (!output)
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD, "--output FILE is needed");
    if (!check_threads(threads, error))
        return false;
    if (!(tail >= 1e-14 && tail <= 0.1))
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD,
                                "--tail is a chance from 1e-14 to 0.1: %g", tail);
    return build_table(&plan, error);
}

/* --- info --- */

static bool run_info(int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {{NULL}};
    if (!parse_command("info FILE…", "Says what tables hold.", entries, 0, &argc, &argv, error))
        return false;
    for (int file = 1; file < argc; file++) {
        g_autoptr(TabTable) table = tab_table_open(argv[file], false, error);
        if (!table)
            return false;
        const TabTableHead *head = &table->head;
        g_autofree char *rules = tab_ruleset_to_string(&head->set);
        g_autofree char *merges = tab_index_describe_merges(table->index);
        printf("file %s\nrules %s\nmerged %s\nvalues %s\nstates %" G_GUINT64_FORMAT "\ntail %g\n",
               argv[file], rules, merges, tab_value_kinds[head->format].name,
               table->layers.n_states, head->tail);
        for (unsigned i = 0; i < table->layers.n_units; i++) {
            const TabUnit *unit = &table->layers.unit[i];
            const TabUnitReport *report = &head->unit[i];
            g_autofree char *bound = tab_bound_to_string(report->bound);
            printf("layer %u %u states %" G_GUINT64_FORMAT
                   " bound %s residual %.3g turns %.1f backups %u seconds %.1f\n",
                   unit->more, unit->fewer, unit->size, bound, report->residual, report->longest,
                   report->backups, report->seconds);
        }
        g_autofree char *bound = tab_bound_to_string(head->bound);
        printf("lower -%s upper +%s\nsha256 %s\n", bound, bound, head->sha256);
    }
    return true;
}

/* --- verify --- */

static bool on_check(double done, gpointer user_data)
{
    return !interrupted;
}

static bool verify(const char *path, unsigned samples, uint64_t seed, unsigned threads,
                   GError **error)
{
    TabCheckReport report;
    g_autoptr(TabTable) table = tab_table_open(path, false, error);
    if (!table || !tab_check_table(table, samples, seed, threads, on_check, NULL, &report, error))
        return false;
    printf("%s: good: residual %.3g of %.3g allowed; %u samples, seed %" G_GUINT64_FORMAT
           ", off by %.3g of %.3g allowed, hands left out %.2g\n",
           path, report.residual, report.residual_allowed, report.n_samples, seed, report.off,
           report.off_allowed, report.left);
    fflush(stdout);
    return true;
}

static bool run_verify(int argc, char **argv, GError **error)
{
    int samples = 100, threads = 1;
    guint64 seed = 1;
    g_autofree char *seed_text = NULL;
    const GOptionEntry entries[] = {
        {"samples", 'n', 0, G_OPTION_ARG_INT, &samples,
         "Recompute N random states from the rules alone (100)", "N"},
        {"seed", 's', 0, G_OPTION_ARG_FILENAME, &seed_text, "Draw them from this seed (1)", "N"},
        {"threads", 't', 0, G_OPTION_ARG_INT, &threads, "Use N threads (1)", "N"},
        {NULL},
    };
    if (!parse_command("verify FILE…",
                       "Checks tables: their sum, every state once, and random samples.", entries,
                       0, &argc, &argv, error))
        return false;
    if (samples < 0)
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD, "--samples is 0 or more: %d",
                                samples);
    if (!check_threads(threads, error) || !tab_keywords_read_seed(seed_text, &seed, error))
        return false;
    int bad = 0;
    for (int i = 1; i < argc; i++) {
        g_autoptr(GError) fault = NULL;
        if (verify(argv[i], (unsigned)samples, seed, (unsigned)threads, &fault))
            continue;
        if (interrupted || argc == 2) {
            g_propagate_error(error, g_steal_pointer(&fault));
            return false;
        }
        g_autofree char *shown = tab_plain_text(fault->message);
        fprintf(stderr, "tab-tables: %s\n", shown);
        bad++;
    }
    return !bad || tab_table_refuse(error, TAB_TABLE_ERROR_WRONG, "%d of %d tables are no good",
                                    bad, argc - 1);
}

static bool run_probe(int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {{NULL}};
    signal(SIGINT, SIG_DFL); /* nothing is written that could be lost */
    signal(SIGTERM, SIG_DFL);
    return parse_command("probe FILE POSITION", "Looks a position up.", entries, 2, &argc, &argv,
                         error) &&
           tab_probe_command(argv[1], argv[2], error);
}

static bool is_interrupted(void)
{
    return interrupted;
}

static bool run_regret(int argc, char **argv, GError **error)
{
    return tab_regret_command(argc, argv, is_interrupted, error);
}

static const struct {
    const char *name;
    bool (*run)(int argc, char **argv, GError **error);
} commands[] = {
    {"build", run_build}, {"info", run_info},     {"verify", run_verify},
    {"probe", run_probe}, {"regret", run_regret}, {"figure", tab_chase_command},
};

static const char usage[] = "usage: tab-tables build RULES --pieces W,B -o FILE\n"
                            "       tab-tables info FILE…\n"
                            "       tab-tables verify FILE…\n"
                            "       tab-tables probe FILE POSITION\n"
                            "       tab-tables regret FILE… --engine SPEC\n"
                            "       tab-tables figure FILE… -o FILE.svg\n"
                            "       tab-tables --version | --help\n"
                            "tab-tables COMMAND --help says more; tab-tables(6) says all.\n";

int main(int argc, char **argv)
{
#ifdef __GLIBC__
    /* Larger pieces of memory go back to the system as soon as they are free, as the memory that a
     * build says it needs and its limit take for granted; glibc would keep ever larger ones. There
     * are at most so many, since a process may have some 65,000 mappings. */
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_MMAP_MAX, 1 << 14);
#endif
    tab_keywords_set_locale();
    setlocale(LC_NUMERIC, "C"); /* what scripts read */
    if (signal(SIGHUP, interrupt) == SIG_IGN)
        signal(SIGHUP, SIG_IGN); /* nohup */
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    signal(SIGXFSZ, SIG_IGN); /* a limit of the size of files is an error like a full disk */
    tab_output_file_hold_standard();
    tab_output_file_watch_help();
    for (unsigned i = 0; argc >= 2 && i < G_N_ELEMENTS(commands); i++) {
        g_autoptr(GError) error = NULL;
        if (strcmp(argv[1], commands[i].name))
            continue;
        g_autofree char *name = g_strconcat("tab-tables ", argv[1], NULL); /* in --help */
        g_set_prgname(name);
        if (commands[i].run(argc - 1, argv + 1, &error) && tab_output_file_flush_standard(&error))
            return 0;
        fflush(stdout);
        g_autofree char *shown = tab_plain_text_lines(error->message); /* it may quote any bytes */
        fprintf(stderr, "%stab-tables: %s\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", shown);
        return 1;
    }
    bool version = argc == 2 && !strcmp(argv[1], "--version");
    bool asked = version || (argc == 2 && !strcmp(argv[1], "--help"));
    if (!asked && argc >= 2) {
        g_autofree char *shown = tab_plain_text(argv[1]);
        fprintf(stderr, "tab-tables: '%s' is no command\n", shown);
    }
    fputs(version ? "tab-tables " TAB_VERSION "\n" : usage, asked ? stdout : stderr);
    g_autoptr(GError) error = NULL;
    if (!tab_output_file_flush_standard(&error))
        fprintf(stderr, "tab-tables: %s\n", error->message);
    return asked && !error ? 0 : 1;
}
