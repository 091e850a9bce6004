// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: a rules string, a line break, and the text of a rollout as a record's tag has it;
// what is accepted is written and read without loss.
#include <math.h>
#include <string.h>

#include "gui/model/position-rollout.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_values(const TabPositionRollout *rollout)
{
    double lead, error;
    g_assert_cmpuint(rollout->turns->len, <=, TAB_ROLLOUT_MOST_TURNS);
    for (guint i = 0; i < rollout->turns->len; i++) {
        double win, se;
        if (tab_rollout_turn_value(tab_position_rollout_nth(rollout, i), &win, &se))
            g_assert_true(win >= 0 && win <= 1 && se >= 0);
    }
    tab_position_rollout_games(rollout);
    tab_position_rollout_error(rollout);
    tab_position_rollout_lead(rollout, &lead, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_strndup((const char *)data, size);
    char *rest = strchr(text, '\n');
    if (!rest)
        return 0;
    *rest++ = '\0';
    g_autoptr(TabRules) rules = tab_rules_parse(text, NULL);
    if (!rules)
        return 0;
    g_autoptr(TabPositionRollout) rollout = tab_position_rollout_parse(rules, rest, &error);
    fuzz_check_error(rollout != NULL, error, NULL);
    if (!rollout)
        return 0;
    check_values(rollout);
    g_autofree char *once = tab_position_rollout_to_text(rollout);
    g_autoptr(TabPositionRollout) again = tab_position_rollout_parse(rules, once, &error);
    g_assert_no_error(error);
    g_autofree char *twice = tab_position_rollout_to_text(again);
    g_assert_cmpstr(once, ==, twice);
    return 0;
}
