// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the figures of a measurement of regret.
#include "engine/lab/measuring/regret-report.h"

#include <math.h>
#include <string.h>

#include "protocol/text/json.h"
#include "protocol/text/plain-text.h"

#define FORMAT_VERSION 1
#define N_COLUMNS 8
#define N_LEFT 1 /* columns of words */

static const char *const column[N_COLUMNS] = {"engine", "games",   "decisions", "mean loss %",
                                              "± 95 %", "worst %", "perfect %", "ms a turn"};

int tab_regret_format_by_name(const char *name)
{
    static const char *const names[] = {"text", "markdown", "json"};
    for (int i = 0; i < (int)G_N_ELEMENTS(names); i++)
        if (!strcmp(name, names[i]))
            return i;
    return -1;
}

/* --- text and Markdown --- */

static char *number(guint64 n)
{
    return g_strdup_printf("%" G_GUINT64_FORMAT, n);
}

/* A part of one, in percent. */
static char *percent(double part, guint decimals)
{
    return isfinite(part) ? tab_plain_text_number(100 * part, decimals) : g_strdup("–");
}

static void fill_row(const TabRegretResult *result, char *cell[N_COLUMNS])
{
    double decisions = (double)result->decisions;
    bool any = result->decisions > 0;
    cell[0] = g_strdup(result->name);
    cell[1] = number(result->games);
    cell[2] = number(result->decisions);
    cell[3] = percent(result->loss.mean, 4);
    cell[4] = percent(TAB_Z95 * result->loss.se, 4);
    cell[5] = percent(any ? result->worst.loss : NAN, 2);
    cell[6] = percent(any ? (double)result->perfect / decisions : NAN, 1);
    cell[7] = result->turns
                  ? tab_plain_text_number(1000 * result->seconds / (double)result->turns, 2)
                  : g_strdup("–");
}

static const char *title(const TabRegretPlan *plan, unsigned c)
{
    return column[c] ? column[c] : tab_regret_source_name(plan->source);
}

static void append_text_rows(const TabRegretPlan *plan, const TabRegretResult *results, unsigned n,
                             GString *text)
{
    g_autoptr(TabTextTable) table = tab_text_table_new(N_COLUMNS, N_LEFT);
    for (unsigned i = 0; i < N_COLUMNS; i++)
        tab_text_table_take(table, g_strdup(title(plan, i)));
    for (unsigned i = 0; i < n; i++) {
        char *cell[N_COLUMNS];
        fill_row(&results[i], cell);
        for (unsigned c = 0; c < N_COLUMNS; c++)
            tab_text_table_take(table, cell[c]);
    }
    tab_text_table_append(table, text);
}

static void append_cell(GString *text, const char *cell)
{
    g_auto(GStrv) parts = g_strsplit(cell, "|", -1);
    g_autofree char *safe = g_strjoinv("\\|", parts);
    g_string_append_printf(text, " %s |", safe);
}

static void append_markdown_rows(const TabRegretPlan *plan, const TabRegretResult *results,
                                 unsigned n, GString *text)
{
    g_string_append_c(text, '|');
    for (unsigned i = 0; i < N_COLUMNS; i++)
        append_cell(text, title(plan, i));
    g_string_append(text, "\n|");
    for (unsigned i = 0; i < N_COLUMNS; i++)
        g_string_append(text, i < N_LEFT ? "---|" : "--:|");
    for (unsigned i = 0; i < n; i++) {
        char *cell[N_COLUMNS];
        fill_row(&results[i], cell);
        g_string_append(text, "\n|");
        for (unsigned c = 0; c < N_COLUMNS; c++) {
            append_cell(text, cell[c]);
            g_free(cell[c]);
        }
    }
    g_string_append_c(text, '\n');
}

/* What the values of the tables can be off by at most. */
static double bound_of(const TabTables *tables)
{
    double bound = 0;
    for (unsigned i = 0; i < tab_tables_count(tables); i++)
        bound = MAX(bound, tab_tables_get(tables, i)->head.bound);
    return bound;
}

static void append_head(const TabRegretPlan *plan, GString *text)
{
    char bound[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *rules = tab_ruleset_to_string(&plan->rules->set);
    g_ascii_formatd(bound, sizeof bound, "%.2g", 2 * bound_of(plan->tables));
    g_string_append_printf(text, "rules %s, %u %s, seed %" G_GUINT64_FORMAT ", tables", rules,
                           plan->number, tab_regret_source_name(plan->source), plan->seed);
    for (unsigned i = 0; i < tab_tables_count(plan->tables); i++) {
        const TabTableHead *head = &tab_tables_get(plan->tables, i)->head;
        g_string_append_printf(text, " %u-v-%u", head->more, head->fewer);
    }
    g_string_append_printf(text, "; a loss is known to %s\n", bound);
}

static void append_worst(const TabRegretResult *result, GString *text)
{
    const TabRegretWorst *worst = &result->worst;
    if (!worst->position)
        return;
    g_string_append_printf(text, "worst of %s: '%s'", result->name, worst->position);
    if (worst->turn) {
        g_autofree char *turn = tab_plain_text(worst->turn);
        g_string_append_printf(text, " played %s,", turn);
    }
    g_string_append_printf(text, " best %s\n", worst->best);
}

static void append_faults(const TabRegretResult *result, GString *text)
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
    tab_json_begin_object(builder, "worst");
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
    put_worst(builder, &result->worst);
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
    tab_json_put_text(builder, "from", tab_regret_source_name(plan->source));
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
    append_head(plan, text);
    if (format == TAB_REGRET_MARKDOWN)
        g_string_append_c(text, '\n');
    (format == TAB_REGRET_TEXT ? append_text_rows : append_markdown_rows)(plan, results, n, text);
    for (unsigned i = 0; i < n && format == TAB_REGRET_TEXT; i++)
        append_worst(&results[i], text);
    for (unsigned i = 0; i < n; i++)
        append_faults(&results[i], text);
}
