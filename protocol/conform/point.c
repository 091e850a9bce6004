// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all points, and what several of their checks share.
#include "protocol/conform/point.h"

static int compare_numbers(gconstpointer a, gconstpointer b)
{
    const TabPoint *one = *(const TabPoint *const *)a, *other = *(const TabPoint *const *)b;
    return (one->number > other->number) - (one->number < other->number);
}

GPtrArray *tab_point_list(void)
{
    static const TabPoint *const lists[] = {
        tab_points_lines,  tab_points_states, tab_points_handshake, tab_points_newgame,
        tab_points_setpos, tab_points_go,     tab_points_limits,    tab_points_refusals,
        tab_points_stop,   tab_points_info,   tab_points_options,   tab_points_inspect,
        tab_points_bench,
    };
    GPtrArray *points = g_ptr_array_new();
    for (guint i = 0; i < G_N_ELEMENTS(lists); i++)
        for (const TabPoint *point = lists[i]; point->title; point++)
            g_ptr_array_add(points, (gpointer)point);
    g_ptr_array_sort(points, compare_numbers);
    return points;
}

void tab_point_games(TabCheck *check, guint turns, guint every,
                     void (*ask)(TabCheck *check, TabWalk *walk))
{
    for (guint i = 0; i < check->subject->rulesets->len && tab_check_open(check); i++) {
        g_auto(TabWalk) walk;
        tab_walk_init(&walk, g_ptr_array_index(check->subject->rulesets, i), (TabSide)(i % 2),
                      11 + i);
        tab_check_newgame(check, walk.rules);
        for (guint n = 0; n < turns && !tab_walk_over(&walk) && tab_check_open(check); n++) {
            if (n % every == every - 1)
                ask(check, &walk);
            tab_walk_play_turns(&walk, 1);
        }
    }
}

guint tab_point_saved(const TabWalk *walk)
{
    return walk->now.position.saved[walk->now.position.side];
}

void tab_point_ask(TabCheck *check, const TabWalk *walk)
{
    TabWalk here = *walk;
    tab_walk_throw(&here, 4);
    tab_check_ask(check, walk->rules, walk->setpos->str, &here.now);
}

const TabRules *tab_point_saving_rules(const TabSubject *subject)
{
    for (guint i = 0; i < subject->rulesets->len; i++) {
        const TabRules *rules = g_ptr_array_index(subject->rulesets, i);
        if (tab_subject_saves(rules))
            return rules;
    }
    return NULL;
}

gboolean tab_point_saved_games(TabCheck *check, guint most,
                               void (*ask)(TabCheck *check, TabWalk *walk))
{
    const TabRules *rules = tab_point_saving_rules(check->subject);
    guint found = 0;
    for (guint64 seed = 1; rules && seed < 60 && found < most && tab_check_open(check); seed++) {
        g_auto(TabWalk) walk;
        tab_walk_init(&walk, rules, TAB_WHITE, seed);
        for (guint n = 0; n < 30 && !tab_walk_over(&walk) && !tab_point_saved(&walk); n++)
            tab_walk_play_turns(&walk, 1);
        if (!tab_point_saved(&walk) || tab_walk_over(&walk))
            continue;
        tab_check_newgame(check, rules);
        ask(check, &walk);
        found++;
    }
    return rules != NULL;
}

static void set_choice(TabCheck *check, const TabWalk *walk)
{
    g_autofree char *throws = tab_walk_throws_text(&walk->now.throws);
    tab_check_newgame(check, walk->rules);
    tab_check_send(check, "setpos %s\nthrow %s", walk->setpos->str, throws);
}

GPtrArray *tab_point_choice(TabCheck *check, TabWalk *walk)
{
    for (guint64 seed = 1; seed < 100; seed++) {
        tab_walk_init(walk, check->subject->base, TAB_WHITE, seed);
        for (guint n = 0; n < 40; n++) {
            tab_walk_play_turns(walk, 1);
            if (tab_walk_over(walk))
                break;
            TabWalk here = *walk;
            tab_walk_throw(&here, 3);
            g_autoptr(GPtrArray) turns = tab_walk_turns(walk->rules, &here.now, 200);
            if (!turns || turns->len < 3)
                continue;
            walk->now = here.now;
            set_choice(check, walk);
            return g_steal_pointer(&turns);
        }
        tab_walk_clear(walk);
    }
    tab_check_skip(check, "there is little to choose from under these rules");
    return NULL;
}

char *tab_point_replaced(const char *text, const char *from, const char *to)
{
    g_auto(GStrv) parts = g_strsplit(text, from, 2);
    return g_strjoinv(to, parts);
}
