// SPDX-License-Identifier: GPL-3.0-or-later
// The opening of every kind, with every throw that can come first.
#include "protocol/rules/opening.h"

/* `highest`: whoever has thrown more steps begins, whichever throws they are; equal ones are thrown
 * again. */
static void test_highest(void)
{
    g_autoptr(TabRules) rules = tab_rules_parse("jordan", NULL);
    const TabCast *cast = &rules->cast;
    TAB_KINDS_FOREACH(cast, white)
        TAB_KINDS_FOREACH(cast, black) {
            TabOpeningState opening = tab_opening_new(rules);
            g_assert_cmpint(opening.thrower, ==, TAB_WHITE);
            g_assert_false(tab_opening_add(rules, &opening, white));
            g_assert_cmpint(opening.thrower, ==, TAB_BLACK);
            g_assert_cmpint(tab_opening_add(rules, &opening, black), ==, white != black);
            unsigned white_steps = cast->kind[white].steps, black_steps = cast->kind[black].steps;
            if (white == black) { /* another round, in which the first one counts no more */
                g_assert_cmpint(opening.thrower, ==, TAB_WHITE);
                g_assert_false(tab_opening_add(rules, &opening, (white + 1) % cast->n_kinds));
                g_assert_cmpint(opening.thrower, ==, TAB_BLACK);
            } else {
                g_assert_cmpint(opening.winner, ==,
                                white_steps > black_steps ? TAB_WHITE : TAB_BLACK);
            }
        }
}

/* `alternate` and `first`: only a tâb decides, for whoever has thrown it. */
static void test_unlocking(void)
{
    g_autoptr(TabRules) turns = tab_rules_parse("walker", NULL);
    g_autoptr(TabRules) white = tab_rules_parse("standard", NULL);
    const TabCast *cast = &turns->cast;
    TAB_KINDS_FOREACH(cast, kind) {
        TabOpeningState in_turn = tab_opening_new(turns), alone = tab_opening_new(white);
        g_assert_cmpint(tab_opening_add(turns, &in_turn, kind), ==, cast->kind[kind].unlocks);
        g_assert_cmpint(tab_opening_add(white, &alone, kind), ==, cast->kind[kind].unlocks);
        if (cast->kind[kind].unlocks) {
            g_assert_cmpint(in_turn.winner, ==, TAB_WHITE);
            g_assert_cmpint(alone.winner, ==, TAB_WHITE);
        } else {
            g_assert_cmpint(in_turn.thrower, ==, TAB_BLACK);
            g_assert_cmpint(alone.thrower, ==, TAB_WHITE);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/opening/highest", test_highest);
    g_test_add_func("/opening/unlocking", test_unlocking);
    return g_test_run();
}
