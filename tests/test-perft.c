// SPDX-License-Identifier: GPL-3.0-or-later
// Counts positions and compares them with the exact table in perft.tsv, one test a row.
#include "protocol/rules/notation.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/perft.h"
#include "rules-fixture.h"

/* One row: rules, position, D, K, count; separated by tabs. */
static void check_row(gconstpointer data)
{
    g_auto(GStrv) field = g_strsplit(data, "\t", -1);
    g_assert_cmpuint(g_strv_length(field), ==, 5);
    g_autoptr(TabRules) rules = rules_for(field[0]);
    g_autofree TabSituation *situation = situation_for(rules, field[1]);
    g_autofree char *again = tab_notation_situation_to_string(rules, situation);
    g_assert_cmpstr(again, ==, field[1]);
    uint64_t count = 0;
    g_assert_true(tab_perft(rules, situation, (unsigned)g_ascii_strtoull(field[2], NULL, 10),
                            (unsigned)g_ascii_strtoull(field[3], NULL, 10), NULL, &count));
    g_assert_cmpuint(count, ==, g_ascii_strtoull(field[4], NULL, 10));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "perft.tsv", NULL);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, &error))
        g_error("%s", error->message);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    unsigned rows = 0;
    for (unsigned i = 0; lines[i]; i++) {
        if (!*lines[i] || *lines[i] == '#')
            continue;
        g_autofree char *name = g_strdup_printf("/perft/line-%u", i + 1);
        g_test_add_data_func_full(name, g_strdup(lines[i]), check_row, g_free);
        rows++;
    }
    g_assert_cmpuint(rows, ==, 139);
    return g_test_run();
}
