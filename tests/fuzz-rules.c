// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as a rules string and as a text of sticks; whatever is accepted must
// survive a round trip.

#include "protocol/rules/rules.h"
#include "protocol/rules/cast.h"

#include "tab-throws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(GError *error, int code)
{
    g_assert_error(error, TAB_RULES_ERROR, code);
    g_assert_true(g_utf8_validate(error->message, -1, NULL));
    g_error_free(error);
}

static void check_rules(const char *text)
{
    TabRuleset set, again;
    GError *error = NULL;
    if (!tab_ruleset_parse(text, &set, &error)) {
        check_error(error, TAB_RULES_ERROR_RULES);
        return;
    }
    g_autofree char *once = tab_ruleset_to_string(&set);
    g_assert_true(tab_ruleset_parse(once, &again, NULL));
    g_assert_cmpmem(&set, sizeof set, &again, sizeof again);
    g_autofree char *twice = tab_ruleset_to_string(&again);
    g_assert_cmpstr(once, ==, twice);
    g_assert_cmpuint(tab_ruleset_pieces(&set), <=, tab_ruleset_columns(&set));
}

static void check_sticks(const char *text)
{
    TabSticks sticks;
    GError *error = NULL;
    if (!tab_sticks_parse(&tab_casts[TAB_CAST_TAB], text, &sticks, &error)) {
        check_error(error, TAB_RULES_ERROR_STICKS);
        return;
    }
    double sum = 0;
    for (int i = 0; i < TAB_N_THROWS; i++) {
        g_assert_true(sticks.p[i] >= 0 && sticks.p[i] <= 1);
        g_assert_true(tab_sticks_in_turn(&tab_casts[TAB_CAST_TAB], &sticks, i) >= 0 &&
                      tab_sticks_in_turn(&tab_casts[TAB_CAST_TAB], &sticks, i) <= 1 + 1e-9);
        sum += sticks.p[i];
    }
    g_assert_cmpfloat_with_epsilon(sum, 1, 1e-9);
    TabRandom random = tab_random_new(1);
    for (int i = 0; i < 10; i++)
        g_assert_true(sticks.p[tab_sticks_throw(&tab_casts[TAB_CAST_TAB], &sticks, &random)] > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    check_rules(text);
    check_sticks(text);
    return 0;
}
