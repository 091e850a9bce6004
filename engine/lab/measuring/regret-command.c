// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the options of `tab-tables regret`, has the engines measured one after the other, reports.
#include "engine/lab/measuring/regret-command.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/lab/measuring/regret-report.h"
#include "protocol/text/keywords.h"

#define MOST_GAMES 10000000
#define MOST_THREADS 256

static const char summary[] =
    "Measures how much of its chance to win an engine gives away by a decision, against exact\n"
    "tables.";

static const char description[] =
    "An engine is written as for tab-match --engine: cmd=… or conf=…, name=…, option.NAME=…,\n"
    "movetime=…, depth=…, nodes=…. One that knows tables itself, such as tab-engine, plays by\n"
    "them unless it is told not to: option.TablePath=none.\n"
    "\n"
    "--from says where the positions come from: `games`, the engine's own games from the start\n"
    "of the rules, as far as the tables know their positions; `endings`, its own games from\n"
    "random positions of the largest table on; `states`, one turn from each such position.\n"
    "Throws are drawn from the seed, the same ones for every engine and any concurrency.\n"
    "\n"
    "Losses are in percentage points of the chance to win, the mean over decisions (hands with\n"
    "two outcomes or more) with half the width of its 95 % interval.\n"
    "\n"
    "Example:\n"
    "  tab-tables regret walker-2v1.tabtable --from endings --number 500 \\\n"
    "      --engine cmd=tab-engine,name=full,option.TablePath=none,movetime=50 \\\n"
    "      --engine cmd=tab-engine,name=greedy,option.Eval=greedy,option.TablePath=none";

/* What the command line says. */
typedef struct {
    char **engines, **files;
    char *each, *from, *format;
    int number, concurrency, margin, max_turns;
    gint64 seed;
    double patience;
    gboolean no_random;
} Options;

static void clear_options(Options *options)
{
    g_strfreev(options->engines);
    g_strfreev(options->files);
    g_free(options->each);
    g_free(options->from);
    g_free(options->format);
}

/* All that is measured. */
typedef struct {
    TabTables *tables;
    TabProbe *probe;
    GPtrArray *entrants; /* TabEntrant; NULL for random play */
    GPtrArray *engines;  /* what they are, as text; likewise */
    TabRegretPlan plan;
    TabRegretFormat format;
} Measurement;

static void clear_measurement(Measurement *measurement)
{
    g_clear_pointer(&measurement->entrants, g_ptr_array_unref);
    g_clear_pointer(&measurement->engines, g_ptr_array_unref);
    tab_probe_free(measurement->probe);
    tab_tables_free(measurement->tables);
}

static bool parse(Options *o, int *argc, char ***argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"engine", 'e', 0, G_OPTION_ARG_STRING_ARRAY, &o->engines,
         "Measure this engine (again for more)", "SPEC"},
        {"each", 0, 0, G_OPTION_ARG_STRING, &o->each, "Settings of all engines", "SPEC"},
        {"from", 0, 0, G_OPTION_ARG_STRING, &o->from,
         "Take positions from games, endings or states (games)", "SOURCE"},
        {"number", 'n', 0, G_OPTION_ARG_INT, &o->number, "So many games or states (100)", "N"},
        {"seed", 's', 0, G_OPTION_ARG_INT64, &o->seed, "Draw everything from this seed (1)", "N"},
        {"concurrency", 'c', 0, G_OPTION_ARG_INT, &o->concurrency, "Games at a time (1)", "N"},
        {"margin", 0, 0, G_OPTION_ARG_INT, &o->margin, "Lateness that is forgiven (1000)", "MS"},
        {"patience", 0, 0, G_OPTION_ARG_DOUBLE, &o->patience,
         "The longest wait for a turn without a limit of time and for a start (60)", "SECONDS"},
        {"max-turns", 0, 0, G_OPTION_ARG_INT, &o->max_turns,
         "Break games off after so many turns (1000)", "N"},
        {"no-random", 0, 0, G_OPTION_ARG_NONE, &o->no_random, "Leave random play out", NULL},
        {"format", 'f', 0, G_OPTION_ARG_STRING, &o->format, "text, markdown or json (text)",
         "FORMAT"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->files, NULL, "TABLE…"},
        {NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_summary(context, summary);
    g_option_context_set_description(context, description);
    g_option_context_add_main_entries(context, entries, NULL);
    return g_option_context_parse(context, argc, argv, error);
}

static bool in_range(const char *option, int value, int least, int most, GError **error)
{
    return (value >= least && value <= most) ||
           tab_keywords_refuse_value(error, "%s is a number from %d to %d: %d", option, least, most,
                                     value);
}

static bool settle(const Options *o, Measurement *measurement, GError **error)
{
    int source = tab_regret_source_by_name(o->from ? o->from : "games");
    int format = tab_regret_format_by_name(o->format ? o->format : "text");
    if (source < 0)
        return tab_keywords_refuse_value(error, "--from is games, endings or states: '%s'",
                                         o->from);
    if (format < 0)
        return tab_keywords_refuse_value(error, "--format is text, markdown or json: '%s'",
                                         o->format);
    if (!in_range("--number", o->number, 1, MOST_GAMES, error) ||
        !in_range("--concurrency", o->concurrency, 1, MOST_THREADS, error) ||
        !in_range("--margin", o->margin, 0, 3600000, error) ||
        !in_range("--max-turns", o->max_turns, 1, 1000000, error))
        return false;
    if (!(o->patience >= 0.001 && o->patience <= 86400))
        return tab_keywords_refuse_value(error, "--patience is from 0.001 to 86400");
    measurement->format = (TabRegretFormat)format;
    measurement->plan = (TabRegretPlan){
        .source = (TabRegretSource)source,
        .number = (unsigned)o->number,
        .seed = (uint64_t)o->seed,
        .threads = (unsigned)o->concurrency,
        .max_turns = (unsigned)o->max_turns,
        .waits = {.margin_ms = o->margin, .patience_ms = (gint64)(o->patience * 1000)}};
    return true;
}

/* Opens the tables, which must all be of rules that play alike. */
static bool open_tables(const Options *o, Measurement *measurement, GError **error)
{
    if (!o->files)
        return tab_keywords_refuse_value(error,
                                         "a table is needed (tab-tables regret --help says more)");
    measurement->tables = tab_tables_open_all(o->files, error);
    if (!measurement->tables)
        return false;
    if (!tab_tables_count(measurement->tables))
        return tab_keywords_refuse_value(error, "%s: no tables", o->files[0]);
    const TabTable *first = tab_tables_get(measurement->tables, 0);
    for (unsigned i = 1; i < tab_tables_count(measurement->tables); i++) {
        const TabTable *other = tab_tables_get(measurement->tables, i);
        if (!tab_tables_same_play(&first->head.set, &other->head.set))
            return tab_keywords_refuse_value(error, "%s and %s: tables of different rules",
                                             first->path, other->path);
    }
    measurement->probe = tab_probe_new(measurement->tables, first->rules);
    measurement->plan.tables = measurement->tables;
    measurement->plan.probe = measurement->probe;
    measurement->plan.rules = first->rules;
    return true;
}

static bool read_engine(const Options *o, const char *text, Measurement *measurement,
                        GError **error)
{
    g_autofree char *path = tab_engine_config_user_file();
    g_autoptr(GPtrArray) store =
        strstr(text, "conf=") ? tab_engine_config_load(path, error) : g_ptr_array_new();
    g_autoptr(TabEntrant) entrant = store ? tab_entrant_parse(text, o->each, store, error) : NULL;
    if (!entrant)
        return false;
    if (entrant->control.base_ms || entrant->ponder)
        return tab_keywords_refuse_value(error, "engine '%s': no clock (tc) and no pondering here",
                                         text);
    g_ptr_array_add(measurement->engines, tab_entrant_to_string(entrant));
    g_ptr_array_add(measurement->entrants, g_steal_pointer(&entrant));
    return true;
}

static void free_entrant(gpointer entrant)
{
    tab_entrant_free(entrant);
}

static bool read_engines(const Options *o, Measurement *measurement, GError **error)
{
    measurement->entrants = g_ptr_array_new_with_free_func(free_entrant);
    measurement->engines = g_ptr_array_new_with_free_func(g_free);
    if (!o->no_random) {
        g_ptr_array_add(measurement->entrants, NULL);
        g_ptr_array_add(measurement->engines, NULL);
    }
    for (char **text = o->engines; text && *text; text++)
        if (!read_engine(o, *text, measurement, error))
            return false;
    return measurement->entrants->len ||
           tab_keywords_refuse_value(error,
                                     "--engine is needed (tab-tables regret --help says more)");
}

/* What the line on the terminal tells. */
typedef struct {
    const Measurement *measurement;
    unsigned engine;
    bool (*stopped)(void);
    bool terminal;
} Progress;

static bool on_progress(unsigned done, gpointer user_data)
{
    const Progress *progress = user_data;
    if (progress->terminal)
        fprintf(stderr, "\r\033[Kengine %u of %u: %u of %u %s", progress->engine + 1,
                progress->measurement->entrants->len, done, progress->measurement->plan.number,
                tab_regret_source_name(progress->measurement->plan.source));
    return !progress->stopped();
}

/* Measures one engine after the other; an engine that cannot be measured is left out, and `error`
 * says why of the first of them. Returns how many results there are, and of which engines. */
static unsigned measure(const Measurement *measurement, TabRegretResult *results,
                        const char **engines, bool (*stopped)(void), GError **error)
{
    unsigned n = 0;
    Progress progress = {measurement, 0, stopped, isatty(STDERR_FILENO)};
    for (; progress.engine < measurement->entrants->len && !stopped(); progress.engine++) {
        TabRegretResult result = {0};
        if (tab_regret_measure(&measurement->plan,
                               g_ptr_array_index(measurement->entrants, progress.engine),
                               on_progress, &progress, &result, *error ? NULL : error)) {
            engines[n] = g_ptr_array_index(measurement->engines, progress.engine);
            results[n++] = result;
        } else {
            tab_regret_result_clear(&result);
        }
    }
    if (progress.terminal)
        fprintf(stderr, "\r\033[K");
    return n;
}

static bool measure_and_report(const Measurement *measurement, bool (*stopped)(void),
                               GError **error)
{
    unsigned all = measurement->entrants->len, faults = 0;
    g_autofree TabRegretResult *results = g_new0(TabRegretResult, all);
    g_autofree const char **engines = g_new0(const char *, all);
    g_autoptr(GError) fault = NULL;
    unsigned n = measure(measurement, results, engines, stopped, &fault);
    if (n) {
        g_autoptr(GString) text = g_string_new(NULL);
        tab_regret_report(&measurement->plan, results, engines, n, measurement->format, text);
        fputs(text->str, stdout);
    }
    for (unsigned i = 0; i < n; i++) {
        faults += results[i].faults;
        tab_regret_result_clear(&results[i]);
    }
    if (fault) {
        g_propagate_error(error, g_steal_pointer(&fault));
        return false;
    }
    return !faults ||
           tab_keywords_refuse_value(error, "%u games were broken off by faults", faults);
}

bool tab_regret_command(int argc, char **argv, bool (*stopped)(void), GError **error)
{
    Options o = {.number = 100,
                 .seed = 1,
                 .concurrency = 1,
                 .margin = 1000,
                 .patience = 60,
                 .max_turns = 1000};
    Measurement measurement = {0};
    signal(SIGPIPE, SIG_IGN);
    bool good = parse(&o, &argc, &argv, error) && settle(&o, &measurement, error) &&
                open_tables(&o, &measurement, error) && read_engines(&o, &measurement, error) &&
                measure_and_report(&measurement, stopped, error);
    clear_measurement(&measurement);
    clear_options(&o);
    return good;
}
