// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "go": what is answered, and that it is legal.
#include "protocol/conform/point.h"

#include <string.h>

static void ask_best(TabCheck *check, TabWalk *walk)
{
    if (!tab_point_saved(walk)) /* a point of its own */
        tab_point_ask(check, walk);
}

static void legal_turns(TabCheck *check)
{
    tab_point_games(check, 48, 4, ask_best);
}

static void ask_before_throw(TabCheck *check, TabWalk *walk)
{
    tab_check_send(check, "setpos %s\ngo depth 1", walk->setpos->str);
    tab_check_expect_best(check, walk->rules, &walk->now, TAB_WAIT_WORK);
    tab_check_settle(check);
}

static void before_the_throw(TabCheck *check)
{
    const TabRules *rules = check->subject->base;
    g_auto(TabWalk) walk;
    tab_walk_init(&walk, rules, TAB_WHITE, 7);
    tab_check_newgame(check, rules);
    ask_before_throw(check, &walk);
    tab_walk_play_turns(&walk, 4);
    ask_before_throw(check, &walk);
    if (!tab_subject_collects(rules))
        return;
    tab_walk_put(&walk, (const int[]){4, 0});
    tab_check_ask(check, rules, walk.setpos->str, &walk.now);
    tab_walk_put(&walk, (const int[]){1, 6, 0});
    tab_check_ask(check, rules, walk.setpos->str, &walk.now);
}

/* The start position without White's pieces. */
static void game_over(TabCheck *check)
{
    const TabRules *rules = check->subject->base;
    guint columns = tab_ruleset_columns(&rules->set);
    TabSituation over = check->subject->anchor;
    g_autofree char *row = g_strnfill(columns, 'm');
    tab_check_newgame(check, rules);
    for (guint i = 0; i < 3; i++) {
        g_autofree char *text =
            g_strdup_printf("%s/%u/%u/%u %s - %u", row, columns, columns, columns,
                            i == 0   ? "w -"
                            : i == 1 ? "b -"
                                     : "w 2",
                            10 + i);
        if (!tab_notation_parse_situation(rules, text, &over, NULL))
            tab_check_skip(check, "no such position under these rules");
        tab_check_send(check, "setpos %s\ngo depth 1", text);
        tab_check_expect_best(check, rules, &over, TAB_WAIT_WORK);
    }
    tab_check_settle(check);
}

/* Black, behind White's first turn, has only Nasara and no tâb. */
static void forced_pass(TabCheck *check)
{
    static const int hands[][5] = {{3, 0}, {4, 2, 0}, {6, 4, 3, 0}, {6, 4, 6, 2, 0}};
    const TabRules *rules = check->subject->base;
    g_auto(TabWalk) walk;
    tab_walk_init(&walk, rules, TAB_WHITE, 3);
    tab_walk_play_turns(&walk, 1);
    if (!tab_subject_collects(rules) || rules->set.value[TAB_SWITCH_CHRISTIANS] != TAB_YES) {
        tab_check_skip(check, "under the rules that it promises there is no such start");
        return;
    }
    tab_check_newgame(check, rules);
    for (guint i = 0; i < G_N_ELEMENTS(hands); i++) {
        TabWalk here = walk;
        tab_walk_put(&here, hands[i]);
        tab_check_ask(check, rules, walk.setpos->str, &here.now);
    }
}

static void saved_in_bestmove(TabCheck *check)
{
    const TabRules *rules = tab_point_saving_rules(check);
    if (!rules)
        return;
    tab_check_newgame(check, rules);
    guint found = 0;
    for (guint64 seed = 1; seed < 60 && found < 8 && tab_check_open(check); seed++) {
        g_auto(TabWalk) walk;
        tab_walk_init(&walk, rules, TAB_WHITE, seed);
        for (guint n = 0; n < 30 && !tab_walk_over(&walk) && !tab_point_saved(&walk); n++)
            tab_walk_play_turns(&walk, 1);
        if (!tab_point_saved(&walk) || tab_walk_over(&walk))
            continue;
        tab_walk_throw(&walk, 4);
        tab_check_ask(check, rules, walk.setpos->str, &walk.now);
        found++;
    }
}

/* --- searchturns --- */

/* A position of the base ruleset with at least three outcomes, and their turns. */
static GPtrArray *find_choice(TabCheck *check, TabWalk *walk)
{
    for (guint64 seed = 1;; seed++) {
        tab_walk_init(walk, check->subject->base, TAB_WHITE, seed);
        for (guint n = 0; n < 40 && !tab_walk_over(walk); n++) {
            tab_walk_play_turns(walk, 1);
            TabWalk here = *walk;
            tab_walk_throw(&here, 3);
            GPtrArray *turns =
                tab_walk_over(walk) ? NULL : tab_walk_turns(walk->rules, &here.now, 200);
            if (turns && turns->len >= 3) {
                walk->now = here.now;
                return turns;
            }
            if (turns)
                g_ptr_array_unref(turns);
        }
        tab_walk_clear(walk);
    }
}

static void set_choice(TabCheck *check, const TabWalk *walk)
{
    g_autofree char *throws = tab_walk_throws_text(&walk->now.throws);
    tab_check_newgame(check, walk->rules);
    tab_check_send(check, "setpos %s\nthrow %s", walk->setpos->str, throws);
}

static void search_turns(TabCheck *check)
{
    g_auto(TabWalk) walk;
    g_autoptr(GPtrArray) turns = find_choice(check, &walk);
    set_choice(check, &walk);
    for (guint i = 0; i < MIN(turns->len, 6) && tab_check_open(check); i++) {
        const char *only = g_ptr_array_index(turns, i);
        const char *other = g_ptr_array_index(turns, (i + 1) % turns->len);
        tab_check_send(check, "go depth 1 searchturns %s", only);
        const char *turn = tab_check_bestmove(check, TAB_WAIT_WORK);
        if (turn && strcmp(turn, only) != 0)
            tab_check_fail(check, only, "bestmove %s", turn);
        tab_check_send(check, "go depth 1 searchturns %s %s", only, other);
        turn = tab_check_bestmove(check, TAB_WAIT_WORK);
        if (turn && strcmp(turn, only) != 0 && strcmp(turn, other) != 0)
            tab_check_fail(check, "one of the two turns", "bestmove %s", turn);
    }
    tab_check_settle(check);
}

static void illegal_search_turns(TabCheck *check)
{
    g_auto(TabWalk) walk;
    g_autoptr(GPtrArray) turns = find_choice(check, &walk);
    const char *legal = g_ptr_array_index(turns, 0);
    set_choice(check, &walk);
    tab_check_refused(check, "illegal-turn", "go depth 1 searchturns nonsense");
    tab_check_refused(check, "illegal-turn", "go depth 1 searchturns 9:a1a2");
    tab_check_refused(check, "illegal-turn", "go depth 1 searchturns %s %s,2:pass", legal, legal);
}

static void search_turns_without_throws(TabCheck *check)
{
    g_auto(TabWalk) walk;
    g_autoptr(GPtrArray) turns = find_choice(check, &walk);
    const char *legal = g_ptr_array_index(turns, 0);
    set_choice(check, &walk);
    tab_check_send(check, "setpos %s", walk.setpos->str);
    tab_check_refused(check, "no-throw", "go depth 1 searchturns %s", legal);
    if (!tab_subject_collects(walk.rules))
        return;
    tab_check_send(check, "throw 4 +");
    tab_check_refused(check, "no-throw", "go depth 1 searchturns %s", legal);
}

const TabPoint tab_points_go[] = {
    {59, "go", "With complete throws a `go` is answered by one `bestmove`, a legal turn for them.",
     legal_turns, 0},
    {60, "go", "Without complete throws it is answered by `bestmove none`.", before_the_throw, 0},
    {61, "go", "When the game is over it is answered by `bestmove none`.", game_over, 0},
    {62, "Answers: engine → controller",
     "Where nothing can move, the turn passes each throw, in ascending order.", forced_pass, 0},
    {63, "Answers: engine → controller", "The turn of `bestmove` names the saved tâbs too.",
     saved_in_bestmove, 0},
    {72, "go", "`searchturns` binds the choice to the turns that it names.", search_turns, 0},
    {73, "go", "A turn of `searchturns` that is not legal is `error illegal-turn`.",
     illegal_search_turns, 0},
    {74, "go", "`searchturns` without complete throws is `error no-throw`.",
     search_turns_without_throws, 0},
    {0},
};
