// SPDX-License-Identifier: GPL-3.0-or-later
// The example records of RULES.md are read, and written back byte for byte; its table of rules
// strings holds.
#include <string.h>

#include "protocol/game/record-text.h"
#include "rules-fixture.h"

/* RULES.md, all of it. */
static char *load_page(void)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", "protocol", "RULES.md", NULL);
    g_autoptr(GError) error = NULL;
    char *text = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return text;
}

static void test_records(void)
{
    static const char fence[] = "\n```tab-record\n";
    g_autofree char *page = load_page();
    unsigned n = 0;
    for (const char *p = page; (p = strstr(p, fence)); n++) {
        p += strlen(fence);
        g_autofree char *text = g_strndup(p, (size_t)(strstr(p, "\n```") + 1 - p));
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) games = tab_record_parse(text, strlen(text), &error);
        g_assert_no_error(error);
        g_autoptr(GString) again = g_string_new(NULL);
        for (guint i = 0; i < games->len; i++)
            tab_record_write(g_ptr_array_index(games, i), again);
        g_assert_cmpstr(again->str, ==, text);
    }
    g_assert_cmpuint(n, >, 0);
}

/* Rows `| written | canonical |` below the heading of that table. */
static void test_canonical_rules(void)
{
    g_autofree char *page = load_page();
    const char *table = strstr(page, "| written | canonical |");
    g_assert_nonnull(table);
    g_auto(GStrv) rows = g_strsplit(table, "\n", 0);
    unsigned n = 0;
    for (char **row = rows + 2; **row == '|'; row++, n++) {
        g_auto(GStrv) cells = g_strsplit(*row, "`", 0); /* "| ", written, " | ", canonical, " |" */
        g_assert_cmpuint(g_strv_length(cells), ==, 5);
        TabRuleset set = ruleset_for(cells[1]);
        g_autofree char *canonical = tab_ruleset_to_string(&set);
        g_assert_cmpstr(canonical, ==, cells[3]);
    }
    g_assert_cmpuint(n, ==, 5);
}

/* What a table of presets says in the row of a switch: a value, a number, or "=" for the columns.
 */
static void assert_value(TabSwitch key, const char *preset, const char *said)
{
    TabRuleset set = ruleset_for(preset);
    const char *name = tab_ruleset_value_name(key, set.value[key]);
    g_autofree char *number = g_strdup_printf("%u", set.value[key]);
    if (g_str_has_prefix(said, "="))
        g_assert_cmpuint(tab_ruleset_pieces(&set), ==, tab_ruleset_columns(&set));
    else
        g_assert_cmpstr(said, ==, name ? name : number);
}

static int find_switch(const char *key)
{
    for (int i = 0; i < TAB_N_SWITCHES; i++)
        if (!strcmp(tab_ruleset_switch((TabSwitch)i)->key, key))
            return i;
    return -1;
}

static GStrv cells_of(const char *row)
{
    GStrv cells = g_strsplit(row, "|", 0);
    for (char **cell = cells; *cell; cell++)
        g_strstrip(*cell);
    return cells;
}

/* Rows `| switch | … |` below a heading that names presets, from column `first` on. */
static void check_presets(const char *page, const char *heading, unsigned first, unsigned switches)
{
    const char *table = strstr(page, heading);
    g_assert_nonnull(table);
    g_auto(GStrv) rows = g_strsplit(table, "\n", 0);
    g_auto(GStrv) presets = cells_of(rows[0]);
    unsigned n = 0;
    for (char **row = rows + 2; **row == '|'; row++, n++) {
        g_auto(GStrv) cells = cells_of(*row);
        int key = find_switch(cells[1]);
        g_assert_cmpint(key, >=, 0);
        g_assert_cmpuint(g_strv_length(cells), ==, g_strv_length(presets));
        for (unsigned i = first; cells[i] && *cells[i]; i++)
            assert_value((TabSwitch)key, presets[i], cells[i]);
    }
    g_assert_cmpuint(n, ==, switches);
}

static void test_presets(void)
{
    g_autofree char *page = load_page();
    check_presets(page, "| switch         | values |", 3, TAB_SWITCH_ROWS);
    check_presets(page, "| switch | tozeur |", 2, 20);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pages/records", test_records);
    g_test_add_func("/pages/canonical-rules", test_canonical_rules);
    g_test_add_func("/pages/presets", test_presets);
    return g_test_run();
}
