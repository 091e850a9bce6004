// SPDX-License-Identifier: GPL-3.0-or-later
// Counting turns towards the limits, and what ends a game (RULES.md 6).
#include "protocol/rules/ending.h"

#include "rules-fixture.h"

/* Single throws by the rules of ludii: who threw, who is to move then, whether something moved. */
static void at_once(void)
{
    static const struct {
        TabSide mover, next;
        bool moved;
        TabEndingCounters then;
    } steps[] = {
        {TAB_WHITE, TAB_WHITE, true, {.turns = 0, .idle = 0, .moved = true}},
        {TAB_WHITE, TAB_WHITE, false, {.turns = 0, .idle = 0, .moved = true}},
        {TAB_WHITE, TAB_BLACK, false, {.turns = 1, .idle = 0}}, /* 1, 4 and 2 were one turn */
        {TAB_BLACK, TAB_BLACK, false, {.turns = 1, .idle = 0}},
        {TAB_BLACK, TAB_WHITE, false, {.turns = 2, .idle = 1}},
        {TAB_WHITE, TAB_BLACK, false, {.turns = 3, .idle = 2}},
        {TAB_BLACK, TAB_BLACK, false, {.turns = 3, .idle = 2}},
        {TAB_BLACK, TAB_WHITE, true, {.turns = 4, .idle = 0}},
    };
    TabEndingCounters counters = {0};
    for (guint i = 0; i < G_N_ELEMENTS(steps); i++) {
        TabPosition after = {.side = (uint8_t)steps[i].next};
        tab_ending_count(&counters, steps[i].mover, &after, steps[i].moved);
        g_assert_cmpuint(counters.turns, ==, steps[i].then.turns);
        g_assert_cmpuint(counters.idle, ==, steps[i].then.idle);
        g_assert_cmpint(counters.moved, ==, steps[i].then.moved);
    }
}

/* Loss comes before lack of progress, and that before the limit of turns. */
static void order(void)
{
    static const struct {
        const char *position;
        unsigned turns, idle;
        TabEnding end;
        int winner;
    } cases[] = {
        {"nnnnnnnnn/9/9/NNNNNNNNN w - - 1", 0, 0, TAB_END_NONE, -1},
        {"nnnnnnnnn/9/9/NNNNNNNNN w - - 1", 19, 4, TAB_END_NONE, -1},
        {"nnnnnnnnn/9/9/NNNNNNNNN w - - 99", 19, 4, TAB_END_NONE, -1}, /* the number is no count */
        {"nnnnnnnnn/9/9/NNNNNNNNN w - - 1", 20, 4, TAB_END_TURN_LIMIT, -1},
        {"nnnnnnnnn/9/9/NNNNNNNNN w - - 1", 19, 5, TAB_END_NO_PROGRESS, -1},
        {"nnnnnnnnn/9/9/NNNNNNNNN w - - 1", 20, 5, TAB_END_NO_PROGRESS, -1},
        {"9/9/9/NNNNNNNNN b - - 1", 20, 5, TAB_END_NORMAL, TAB_WHITE},
        {"nnnnnnnnn/9/9/9 w - - 1", 0, 0, TAB_END_NORMAL, TAB_BLACK},
    };
    static const TabEndingLimits limits = {.idle_turns = 5, .max_turns = 20};
    g_autoptr(TabRules) rules = rules_for("walker");
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree TabSituation *situation = situation_for(rules, cases[i].position);
        TabEndingCounters counters = {.turns = cases[i].turns, .idle = cases[i].idle};
        int winner = 7;
        g_assert_cmpint(tab_ending_find(rules, &situation->position, &counters, &limits, &winner),
                        ==, cases[i].end);
        g_assert_cmpint(winner, ==, cases[i].winner);
        g_assert_cmpint(tab_ending_find(rules, &situation->position, &counters, &limits, NULL), ==,
                        cases[i].end);
    }
}

static void usual_limits(void)
{
    static const TabEndingLimits limits = TAB_ENDING_LIMITS_INIT;
    g_assert_cmpuint(limits.idle_turns, ==, 50);
    g_assert_cmpuint(limits.max_turns, ==, 1000);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ending/at-once", at_once);
    g_test_add_func("/ending/order", order);
    g_test_add_func("/ending/usual-limits", usual_limits);
    return g_test_run();
}
