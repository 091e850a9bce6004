// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the options of `tab-tables regret`, has the engines measured one after the other, and
// writes the figures as text, Markdown or JSON.
#include "engine/lab/measuring/regret-command.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "protocol/rules/ending.h"
#include "protocol/text/json.h"
#include "protocol/text/keywords.h"
#include "protocol/text/plain-text.h"

#define MOST_GAMES 10000000
#define MOST_THREADS 256

/* --- the report --- */

#define FORMAT_VERSION 2 /* 2: "worst" is a list */
#define N_COLUMNS 8

static const char *const column[N_COLUMNS] = {"engine", "games",   "decisions", "mean loss %",
                                              "± 95 %", "worst %", "perfect %", "ms a turn"};

static const char *const source_names[] = {"games", "endings", "states"};
static const char *const format_names[] = {"text", "markdown", "json"};

/* --- text and Markdown --- */

/* A part of one, in percent. */
static char *format_percent(double part, guint decimals)
{
    return isfinite(part) ? tab_plain_text_number(100 * part, decimals) : g_strdup("–");
}

/* The cells of an engine's row; with NULL those of the head. Free them with g_free. */
static void fill_row(const TabRegretResult *result, char *cell[N_COLUMNS])
{
    if (!result) {
        for (unsigned c = 0; c < N_COLUMNS; c++)
            cell[c] = g_strdup(column[c]);
        return;
    }
    double decisions = (double)result->decisions, turns = (double)result->turns;
    bool any = result->decisions > 0;
    cell[0] = g_strdup(result->name);
    cell[1] = g_strdup_printf("%u", result->games);
    cell[2] = g_strdup_printf("%" G_GUINT64_FORMAT, result->decisions);
    cell[3] = format_percent(result->loss.mean, 4);
    cell[4] = format_percent(TAB_Z95 * result->loss.se, 4);
    cell[5] = format_percent(any ? result->most : NAN, 2);
    cell[6] = format_percent(any ? (double)result->perfect / decisions : NAN, 1);
    cell[7] =
        result->turns ? tab_plain_text_number(1000 * result->seconds / turns, 2) : g_strdup("–");
}

static void append_text_rows(const TabRegretResult *results, unsigned n, GString *text)
{
    g_autoptr(TabTextTable) table = tab_text_table_new(N_COLUMNS, 1);
    for (unsigned row = 0; row <= n; row++) {
        char *cell[N_COLUMNS];
        fill_row(row ? &results[row - 1] : NULL, cell);
        for (unsigned c = 0; c < N_COLUMNS; c++)
            tab_text_table_take(table, cell[c]);
    }
    tab_text_table_append(table, text);
}

static void append_markdown_rows(const TabRegretResult *results, unsigned n, GString *text)
{
    g_string_append_c(text, '\n');
    for (unsigned row = 0; row <= n; row++) {
        char *cell[N_COLUMNS];
        fill_row(row ? &results[row - 1] : NULL, cell);
        g_string_append_c(text, '|');
        for (unsigned c = 0; c < N_COLUMNS; c++) {
            g_auto(GStrv) parts = g_strsplit(cell[c], "|", -1);
            g_autofree char *safe = g_strjoinv("\\|", parts);
            g_string_append_printf(text, " %s |", safe);
            g_free(cell[c]);
        }
        g_string_append_c(text, '\n');
        if (!row)
            g_string_append(text, "|---|--:|--:|--:|--:|--:|--:|--:|\n");
    }
}

static void append_measurement(const TabRegretPlan *plan, GString *text)
{
    char text_of_bound[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *rules = tab_ruleset_to_string(&plan->rules->set);
    double bound = 0; /* what the values of the tables can be off by at most */
    g_string_append_printf(text, "rules %s, %u %s, seed %" G_GUINT64_FORMAT ", tables", rules,
                           plan->number, source_names[plan->source], plan->seed);
    for (unsigned i = 0; i < tab_tables_count(plan->tables); i++) {
        const TabTableHead *head = &tab_tables_get(plan->tables, i)->head;
        g_string_append_printf(text, " %u-v-%u", head->more, head->fewer);
        bound = MAX(bound, head->bound);
    }
    g_ascii_formatd(text_of_bound, sizeof text_of_bound, "%.2g", 2 * bound);
    g_string_append_printf(text, "; a loss is known to %s\n", text_of_bound);
}

static void append_worst(const TabRegretResult *result, GString *text)
{
    for (unsigned i = 0; i < result->worst->len; i++) {
        const TabRegretWorst *worst = &g_array_index(result->worst, TabRegretWorst, i);
        g_autofree char *loss = format_percent(worst->loss, 2);
        g_string_append_printf(text, "worst of %s: %s in '%s'", result->name, loss,
                               worst->position);
        if (worst->turn) {
            g_autofree char *turn = tab_plain_text(worst->turn);
            g_string_append_printf(text, " played %s,", turn);
        }
        g_string_append_printf(text, " best %s\n", worst->best);
    }
}

static void append_engine_faults(const TabRegretResult *result, GString *text)
{
    if (result->late)
        g_string_append_printf(text, "%s: %u turns later than allowed\n", result->name,
                               result->late);
    if (!result->faults)
        return;
    g_autofree char *fault = tab_plain_text(result->fault);
    g_string_append_printf(text, "%s: %u games broken off by its fault, first: %s\n", result->name,
                           result->faults, fault);
}

/* --- JSON --- */

static void put_table(JsonBuilder *builder, const TabTable *table)
{
    g_autofree char *rules = tab_ruleset_to_string(&table->head.set);
    json_builder_begin_object(builder);
    tab_json_put_text(builder, "rules", rules);
    tab_json_put_count(builder, "more", table->head.more);
    tab_json_put_count(builder, "fewer", table->head.fewer);
    tab_json_put_number(builder, "bound", table->head.bound);
    tab_json_put_text(builder, "sha256", table->head.sha256);
    json_builder_end_object(builder);
}

static void put_worst(JsonBuilder *builder, const TabRegretWorst *worst)
{
    json_builder_begin_object(builder);
    tab_json_put_number(builder, "loss", worst->loss);
    tab_json_put_text(builder, "position", worst->position);
    tab_json_put_text(builder, "turn", worst->turn);
    tab_json_put_text(builder, "best", worst->best);
    json_builder_end_object(builder);
}

static void put_result(JsonBuilder *builder, const TabRegretResult *result, const char *engine)
{
    json_builder_begin_object(builder);
    tab_json_put_text(builder, "name", result->name);
    tab_json_put_text(builder, "engine", engine);
    tab_json_put_count(builder, "games", result->games);
    tab_json_put_count(builder, "turns", result->turns);
    tab_json_put_count(builder, "decisions", result->decisions);
    tab_json_put_count(builder, "forced", result->forced);
    tab_json_put_count(builder, "perfect", result->perfect);
    tab_json_put_number(builder, "loss", result->loss.mean);
    tab_json_put_number(builder, "standard_error", result->loss.se);
    tab_json_begin_array(builder, "worst");
    for (unsigned i = 0; i < result->worst->len; i++)
        put_worst(builder, &g_array_index(result->worst, TabRegretWorst, i));
    json_builder_end_array(builder);
    tab_json_put_count(builder, "late", result->late);
    tab_json_put_count(builder, "faults", result->faults);
    tab_json_put_text(builder, "fault", result->fault);
    tab_json_put_number(builder, "seconds", result->seconds);
    json_builder_end_object(builder);
}

static void append_json(const TabRegretPlan *plan, const TabRegretResult *results,
                        const char *const *engines, unsigned n, GString *text)
{
    g_autoptr(JsonBuilder) builder = json_builder_new();
    g_autofree char *rules = tab_ruleset_to_string(&plan->rules->set);
    json_builder_begin_object(builder);
    tab_json_put_count(builder, "format", FORMAT_VERSION);
    tab_json_put_text(builder, "rules", rules);
    tab_json_put_text(builder, "from", source_names[plan->source]);
    tab_json_put_count(builder, "number", plan->number);
    tab_json_put_count(builder, "seed", plan->seed);
    tab_json_begin_array(builder, "tables");
    for (unsigned i = 0; i < tab_tables_count(plan->tables); i++)
        put_table(builder, tab_tables_get(plan->tables, i));
    json_builder_end_array(builder);
    tab_json_begin_array(builder, "engines");
    for (unsigned i = 0; i < n; i++)
        put_result(builder, &results[i], engines[i]);
    json_builder_end_array(builder);
    json_builder_end_object(builder);
    g_autoptr(JsonNode) root = json_builder_get_root(builder);
    g_autofree char *json = tab_json_text(root);
    g_string_append(text, json);
}

void tab_regret_report(const TabRegretPlan *plan, const TabRegretResult *results,
                       const char *const *engines, unsigned n, TabRegretFormat format,
                       GString *text)
{
    if (format == TAB_REGRET_JSON) {
        append_json(plan, results, engines, n, text);
        return;
    }
    append_measurement(plan, text);
    (format == TAB_REGRET_TEXT ? append_text_rows : append_markdown_rows)(results, n, text);
    for (unsigned i = 0; i < n && format == TAB_REGRET_TEXT; i++)
        append_worst(&results[i], text);
    for (unsigned i = 0; i < n; i++)
        append_engine_faults(&results[i], text);
}

/* --- the command --- */

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

/* What the command line says, and all that is measured. */
typedef struct {
    char **engines, **files;
    char *each, *from, *format_name, *seed;
    int number, concurrency, margin, max_turns, worst;
    double patience;
    gboolean no_random;
    TabTables *tables;
    TabProbe *probe;
    GPtrArray *entrants; /* TabEntrant; NULL for random play */
    GPtrArray *texts;    /* what they are, as text; likewise */
    TabRegretPlan plan;
    TabRegretFormat format;
} Measurement;

static bool parse_options(Measurement *measurement, int *argc, char ***argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"engine", 'e', 0, G_OPTION_ARG_STRING_ARRAY, &measurement->engines,
         "Measure this engine (again for more)", "SPEC"},
        {"each", 0, 0, G_OPTION_ARG_STRING, &measurement->each, "Settings of all engines", "SPEC"},
        {"from", 0, 0, G_OPTION_ARG_STRING, &measurement->from,
         "Take positions from games, endings or states (games)", "SOURCE"},
        {"number", 'n', 0, G_OPTION_ARG_INT, &measurement->number, "So many games or states (100)",
         "N"},
        {"seed", 's', 0, G_OPTION_ARG_FILENAME, &measurement->seed,
         "Draw everything from this seed (1)", "N"},
        {"concurrency", 'c', 0, G_OPTION_ARG_INT, &measurement->concurrency, "Games at a time (1)",
         "N"},
        {"margin", 0, 0, G_OPTION_ARG_INT, &measurement->margin, "Lateness that is forgiven (1000)",
         "MS"},
        {"patience", 0, 0, G_OPTION_ARG_DOUBLE, &measurement->patience,
         "The longest wait for a turn without a limit of time and for a start (60)", "SECONDS"},
        {"max-turns", 0, 0, G_OPTION_ARG_INT, &measurement->max_turns,
         "Break games off after so many turns (" G_STRINGIFY(TAB_MAX_TURNS) ")", "N"},
        {"worst", 'w', 0, G_OPTION_ARG_INT, &measurement->worst,
         "List so many of the worst decisions, one a game (1)", "N"},
        {"no-random", 0, 0, G_OPTION_ARG_NONE, &measurement->no_random, "Leave random play out",
         NULL},
        {"format", 'f', 0, G_OPTION_ARG_STRING, &measurement->format_name,
         "text, markdown or json (text)", "FORMAT"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &measurement->files, NULL,
         "TABLE…"},
        {NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_summary(context, summary);
    g_option_context_set_description(context, description);
    g_option_context_add_main_entries(context, entries, NULL);
    return g_option_context_parse(context, argc, argv, error) ||
           tab_keywords_refuse_words(*argv, error);
}

static bool in_range(const char *option, int value, int least, int most, GError **error)
{
    return (value >= least && value <= most) ||
           tab_keywords_refuse_value(error, "%s is a number from %d to %d: %d", option, least, most,
                                     value);
}

static bool take_options(Measurement *measurement, GError **error)
{
    unsigned source = 0, format = 0;
    while (measurement->from && source < G_N_ELEMENTS(source_names) &&
           strcmp(measurement->from, source_names[source]))
        source++;
    while (measurement->format_name && format < G_N_ELEMENTS(format_names) &&
           strcmp(measurement->format_name, format_names[format]))
        format++;
    if (source == G_N_ELEMENTS(source_names))
        return tab_keywords_refuse_value(error, "--from is games, endings or states: '%s'",
                                         measurement->from);
    if (format == G_N_ELEMENTS(format_names))
        return tab_keywords_refuse_value(error, "--format is text, markdown or json: '%s'",
                                         measurement->format_name);
    if (!in_range("--number", measurement->number, 1, MOST_GAMES, error) ||
        !in_range("--concurrency", measurement->concurrency, 1, MOST_THREADS, error) ||
        !in_range("--margin", measurement->margin, 0, 3600000, error) ||
        !in_range("--max-turns", measurement->max_turns, 1, 1000000, error) ||
        !in_range("--worst", measurement->worst, 0, 1000, error))
        return false;
    if (!(measurement->patience >= 0.001 && measurement->patience <= 86400))
        return tab_keywords_refuse_value(error, "--patience is from 0.001 to 86400");
    measurement->format = (TabRegretFormat)format;
    measurement->plan =
        (TabRegretPlan){.source = (TabRegretSource)source,
                        .number = (unsigned)measurement->number,
                        .seed = 1,
                        .threads = (unsigned)measurement->concurrency,
                        .max_turns = (unsigned)measurement->max_turns,
                        .n_worst = (unsigned)measurement->worst,
                        .waits = {.margin_ms = measurement->margin,
                                  .patience_ms = (gint64)(measurement->patience * 1000)}};
    return tab_keywords_read_seed(measurement->seed, &measurement->plan.seed, error);
}

/* Opens the tables, which must all be of rules that play alike. */
static bool open_tables(Measurement *measurement, GError **error)
{
    if (!measurement->files)
        return tab_keywords_refuse_value(error,
                                         "a table is needed (tab-tables regret --help says more)");
    measurement->tables = tab_tables_open_all(measurement->files, error);
    if (!measurement->tables)
        return false;
    if (!tab_tables_count(measurement->tables))
        return tab_keywords_refuse_value(error, "%s: no tables", measurement->files[0]);
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

/* A table that was lost on the way has left decisions out. */
static bool has_no_faults(const TabTables *tables, GError **error)
{
    g_autofree char *faults = tab_tables_describe_faults(tables);
    return !faults || tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s", faults);
}

static bool take_engine(Measurement *measurement, const char *text, GError **error)
{
    g_autofree char *path = tab_engine_config_user_file();
    g_autoptr(GPtrArray) store =
        strstr(text, "conf=") ? tab_engine_config_load(path, error) : g_ptr_array_new();
    g_autoptr(TabEntrant) entrant =
        store ? tab_entrant_parse(text, measurement->each, store, error) : NULL;
    if (!entrant)
        return false;
    if (entrant->control.base_ms || entrant->ponder)
        return tab_keywords_refuse_value(error, "engine '%s': no clock (tc) and no pondering here",
                                         text);
    g_ptr_array_add(measurement->texts, tab_entrant_to_string(entrant));
    g_ptr_array_add(measurement->entrants, g_steal_pointer(&entrant));
    return true;
}

static bool take_engines(Measurement *measurement, GError **error)
{
    if (!measurement->no_random) {
        g_ptr_array_add(measurement->entrants, NULL);
        g_ptr_array_add(measurement->texts, NULL);
    }
    for (char **text = measurement->engines; text && *text; text++)
        if (!take_engine(measurement, *text, error))
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

static bool show_measured(unsigned done, gpointer user_data)
{
    const Progress *progress = user_data;
    const TabRegretPlan *plan = &progress->measurement->plan;
    if (progress->terminal)
        fprintf(stderr, "\r\033[Kengine %u of %u: %u of %u %s", progress->engine + 1,
                progress->measurement->entrants->len, done, plan->number,
                source_names[plan->source]);
    return !progress->stopped();
}

/* Measures one engine after the other and reports them; an engine that cannot be measured is left
 * out, and the error says why of the first of them. */
static bool measure_and_report(const Measurement *measurement, bool (*stopped)(void),
                               GError **error)
{
    const TabRegretPlan *plan = &measurement->plan;
    unsigned all = measurement->entrants->len, n = 0, faults = 0;
    g_autofree TabRegretResult *results = g_new0(TabRegretResult, all);
    g_autofree const char **engines = g_new0(const char *, all);
    g_autoptr(GError) fault = NULL;
    Progress progress = {measurement, 0, stopped, isatty(STDERR_FILENO)};
    for (unsigned i = 0; i < all && !stopped(); i++) {
        progress.engine = i;
        engines[n] = g_ptr_array_index(measurement->texts, i);
        n += tab_regret_measure(plan, g_ptr_array_index(measurement->entrants, i), show_measured,
                                &progress, &results[n], fault ? NULL : &fault);
    }
    if (!fault && stopped())
        g_set_error_literal(&fault, G_IO_ERROR, G_IO_ERROR_CANCELLED, "stopped");
    if (progress.terminal)
        fprintf(stderr, "\r\033[K");
    if (n) {
        g_autoptr(GString) text = g_string_new(NULL);
        tab_regret_report(plan, results, engines, n, measurement->format, text);
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
    Measurement measurement = {.number = 100,
                               .concurrency = 1,
                               .margin = 1000,
                               .patience = 60,
                               .max_turns = TAB_MAX_TURNS,
                               .worst = 1};
    g_autoptr(GPtrArray) entrants =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_entrant_free);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    measurement.entrants = entrants;
    measurement.texts = texts;
    signal(SIGPIPE, SIG_IGN);
    bool good = parse_options(&measurement, &argc, &argv, error) &&
                take_options(&measurement, error) && open_tables(&measurement, error) &&
                take_engines(&measurement, error) &&
                measure_and_report(&measurement, stopped, error) &&
                has_no_faults(measurement.tables, error);
    tab_probe_free(measurement.probe);
    tab_tables_free(measurement.tables);
    g_strfreev(measurement.engines);
    g_strfreev(measurement.files);
    g_free(measurement.each);
    g_free(measurement.from);
    g_free(measurement.format_name);
    g_free(measurement.seed);
    return good;
}
