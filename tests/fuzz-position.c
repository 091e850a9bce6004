// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: a rules string, a line break and a position; an accepted one must read back, turn
// round and be playable.
#include <string.h>

#include "protocol/rules/notation.h"

#include "tab-throws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every play of every throw leaves a valid position and the key that belongs to it. */
static void check_plays(const TabRules *rules, const TabSituation *situation)
{
    TabPlay plays[TAB_MAX_PLAYS];
    g_autofree TabSituation *after = g_new0(TabSituation, 1);
    TabKey key = tab_position_key(&situation->position);
    for (int t = 0; t < TAB_N_THROWS; t++) {
        unsigned n = tab_movegen_plays(rules, &situation->position, t, plays);
        g_assert_cmpuint(n, <=, TAB_MAX_PLAYS);
        for (unsigned i = 0; i < n; i++) {
            tab_position_play(&after->position, &situation->position, &plays[i]);
            g_autoptr(GError) error = NULL;
            tab_situation_validate(rules, after, &error);
            g_assert_no_error(error);
            TabKey played =
                tab_position_key_played(key, &situation->position, &after->position, &plays[i]);
            TabKey fresh = tab_position_key(&after->position);
            g_assert_true(played.a == fresh.a && played.b == fresh.b);
        }
    }
}

static void check_half_turn(const TabRules *rules, const TabSituation *situation)
{
    TabPosition back;
    g_autofree TabSituation *turned = g_memdup2(situation, sizeof *situation);
    g_autoptr(GError) error = NULL;
    tab_position_exchange_sides(rules, &turned->position, &situation->position);
    tab_situation_validate(rules, turned, &error);
    g_assert_no_error(error);
    tab_position_exchange_sides(rules, &back, &turned->position);
    g_assert_true(tab_position_same(&back, &situation->position));
}

static void check_position(const TabRules *rules, const char *text)
{
    g_autofree TabSituation *situation = g_new(TabSituation, 1), *again = g_new(TabSituation, 1);
    g_autoptr(GError) error = NULL;
    if (!tab_notation_parse_situation(rules, text, situation, &error)) {
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_POSITION);
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        return;
    }
    g_autofree char *written = tab_notation_situation_to_string(rules, situation);
    g_assert_cmpstr(written, ==, text); /* nothing is mended: the text is the canonical one */
    g_assert_true(tab_notation_parse_situation(rules, written, again, NULL));
    g_assert_true(tab_position_same(&situation->position, &again->position));
    check_half_turn(rules, situation);
    check_plays(rules, situation);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    char *position = strchr(text, '\n');
    if (!position)
        return 0;
    *position++ = '\0';
    g_autoptr(TabRules) rules = tab_rules_parse(text, NULL);
    if (rules)
        check_position(rules, position);
    return 0;
}
