// SPDX-License-Identifier: GPL-3.0-or-later
// Counts positions and compares them with the exact tables in perft.tsv and family-perft.tsv, one
// test a row.
#include <string.h>

#include "protocol/rules/notation.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/perft.h"
#include "rules-fixture.h"

/* One row: rules, position (or `start`), D, K (`-`: it does not matter), count; separated by tabs.
 */
static void check_row(gconstpointer data)
{
    g_auto(GStrv) field = g_strsplit(data, "\t", -1);
    g_assert_cmpuint(g_strv_length(field), ==, 5);
    g_autoptr(TabRules) rules = rules_for(field[0]);
    g_autofree TabSituation *situation = NULL;
    if (strcmp(field[1], "start")) {
        situation = situation_for(rules, field[1]);
        g_autofree char *again = tab_notation_situation_to_string(rules, situation);
        g_assert_cmpstr(again, ==, field[1]);
    } else {
        situation = g_new(TabSituation, 1);
        tab_position_start(rules, TAB_WHITE, situation);
    }
    unsigned most = strcmp(field[3], "-") ? (unsigned)g_ascii_strtoull(field[3], NULL, 10) : 1;
    uint64_t count = 0;
    g_assert_true(tab_perft(rules, situation, (unsigned)g_ascii_strtoull(field[2], NULL, 10), most,
                            NULL, &count));
    g_assert_cmpuint(count, ==, g_ascii_strtoull(field[4], NULL, 10));
}

/* Adds a test for each of the `expected` rows of a table. */
static void add_rows(const char *table, unsigned expected)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *file = g_strconcat(table, ".tsv", NULL), *text = NULL;
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, file, NULL);
    if (!g_file_get_contents(path, &text, NULL, &error))
        g_error("%s", error->message);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    unsigned rows = 0;
    for (unsigned i = 0; lines[i]; i++) {
        if (!*lines[i] || *lines[i] == '#')
            continue;
        g_autofree char *name = g_strdup_printf("/%s/line-%u", table, i + 1);
        g_test_add_data_func_full(name, g_strdup(lines[i]), check_row, g_free);
        rows++;
    }
    g_assert_cmpuint(rows, ==, expected);
}

/* A wish to stop is heard under every ruleset, also where each turn alone is short. */
static void test_cancel(gconstpointer data)
{
    g_autoptr(TabRules) rules = rules_for(data);
    g_autofree TabSituation *start = g_new(TabSituation, 1);
    const int cancel = 1;
    uint64_t count;
    tab_position_start(rules, TAB_WHITE, start);
    g_assert_false(tab_perft(rules, start, 2, 2, &cancel, &count));
}

typedef struct {
    const TabRules *rules;
    uint64_t sum;
    unsigned n;
} Sum;

static bool add_ply(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                    gpointer data)
{
    Sum *sum = data;
    g_autofree TabSituation *next = g_new0(TabSituation, 1);
    uint64_t count = 0;
    next->position = *after;
    g_assert_true(tab_perft(sum->rules, next, 1, 2, NULL, &count));
    sum->sum += count;
    sum->n++;
    return true;
}

/* Two plies are the sum of the second over all outcomes of the first, however many these are. */
static void test_many_outcomes(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autofree TabSituation *situation =
        situation_for(rules, "8n/9/1M1M1M1M1/M1M1M1M2 w 1,4,6,1,3 - 9");
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    TabHand hand = tab_situation_hand(rules, situation);
    Sum sum = {.rules = rules};
    uint64_t count = 0;
    g_assert_cmpint(tab_outcomes_visit(outcomes, rules, &situation->position, &hand,
                                       TAB_OUTCOMES_MAX_STATES, add_ply, NULL, &sum),
                    ==, TAB_OUTCOMES_ALL);
    g_assert_cmpuint(sum.n, >, 1000);
    g_assert_true(tab_perft(rules, situation, 2, 2, NULL, &count));
    g_assert_cmpuint(count, ==, sum.sum);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_rows("perft", 139);
    add_rows("family-perft", 49);
    g_test_add_func("/perft/many-outcomes", test_many_outcomes);
    for (unsigned i = 0; i < tab_ruleset_n_presets(); i++) {
        g_autofree char *name = g_strdup_printf("/perft/cancel/%s", tab_ruleset_preset_name(i));
        g_test_add_data_func(name, tab_ruleset_preset_name(i), test_cancel);
    }
    return g_test_run();
}
