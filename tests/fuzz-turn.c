// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: a rules string, a position and a turn on three lines; an accepted turn must read
// back and be legal again.

#include "protocol/rules/notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_turn(const TabRules *rules, const TabSituation *before, const char *text)
{
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    g_autofree TabSituation *after = g_new0(TabSituation, 1);
    TabPosition played;
    g_autoptr(GError) error = NULL;
    if (!tab_notation_parse_turn(rules, before, text, turn, &after->position, &error)) {
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_TURN);
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        return;
    }
    g_autofree char *written = tab_notation_turn_to_string(rules, &before->position, turn);
    g_assert_cmpstr(written, ==, text); /* there is one wording for a turn */
    tab_movegen_play_turn(rules, &before->position, turn, &played);
    g_assert_true(tab_position_same(&played, &after->position));
    g_assert_cmpuint(played.number, ==, after->position.number);
    tab_situation_validate(rules, after, &error);
    g_assert_no_error(error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(GStrv) lines = g_strsplit(text, "\n", 3);
    if (g_strv_length(lines) != 3)
        return 0;
    g_autoptr(TabRules) rules = tab_rules_parse(lines[0], NULL);
    g_autofree TabSituation *before = g_new(TabSituation, 1);
    if (rules && tab_notation_parse_situation(rules, lines[1], before, NULL))
        check_turn(rules, before, lines[2]);
    return 0;
}
