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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pages/records", test_records);
    g_test_add_func("/pages/canonical-rules", test_canonical_rules);
    return g_test_run();
}
