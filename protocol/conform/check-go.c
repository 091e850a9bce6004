// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "go": what is answered, and that it is legal.
#include "protocol/conform/point.h"

#include <string.h>

/* With one throw up to six. Saved tâbs are a point of their own. */
static void ask_best(TabCheck *check, TabWalk *walk)
{
    if (tab_point_saved(walk))
        return;
    TabWalk here = *walk;
    for (guint n = walk->n_turns / 4 % 6; n > 0; n--)
        tab_walk_put(&here, (const int[]){n % 2 ? 4 : n % 3 ? 1 : 6, 0});
    tab_walk_throw(&here, 1);
    tab_check_ask(check, walk->rules, walk->setpos->str, &here.now);
}

static void legal_turns(TabCheck *check)
{
    tab_point_games(check, 48, 4, ask_best);
}

static void ask_before_throw(TabCheck *check, TabWalk *walk)
{
    g_autofree char *text = tab_notation_situation_to_string(walk->rules, &walk->now);
    tab_check_send(check, "setpos %s\ngo depth 1", text);
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

/* One piece of Black's, whoever is said to be to move. */
static void game_over(TabCheck *check)
{
    const TabRules *rules = check->subject->base;
    guint columns = tab_ruleset_columns(&rules->set);
    static const char *const ends[] = {"w - - 10", "b - - 11", "w 2 - 12"};
    TabSituation over = check->subject->anchor;
    tab_check_newgame(check, rules);
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        g_autofree char *text =
            g_strdup_printf("m%u/%u/%u/%u %s", columns - 1, columns, columns, columns, ends[i]);
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
    static const int hands[][9] = {{3}, {4, 2}, {6, 4, 3}, {6, 4, 6, 2}, {6, 4, 6, 4, 6, 4, 4, 2}};
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

static void ask_saved(TabCheck *check, TabWalk *walk)
{
    tab_point_ask(check, walk);
}

static void saved_in_bestmove(TabCheck *check)
{
    if (!tab_point_saved_games(check, 8, ask_saved))
        tab_check_skip(check, "it does not promise a ruleset with save-tab=yes");
}

/* --- searchturns --- */

static void search_turns(TabCheck *check)
{
    g_auto(TabWalk) walk;
    g_autoptr(GPtrArray) turns = tab_point_choice(check, &walk);
    if (!turns)
        return;
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
    g_autoptr(GPtrArray) turns = tab_point_choice(check, &walk);
    if (!turns)
        return;
    const char *legal = g_ptr_array_index(turns, 0);
    tab_check_refused(check, "illegal-turn", "go depth 1 searchturns nonsense");
    tab_check_refused(check, "illegal-turn", "go depth 1 searchturns 9:a1a2");
    tab_check_refused(check, "illegal-turn", "go depth 1 searchturns %s %s,2:pass", legal, legal);
}

static void search_turns_without_throws(TabCheck *check)
{
    g_auto(TabWalk) walk;
    g_autoptr(GPtrArray) turns = tab_point_choice(check, &walk);
    if (!turns)
        return;
    const char *legal = g_ptr_array_index(turns, 0);
    g_autofree char *bare = tab_notation_position_to_string(walk.rules, &walk.now.position);
    tab_check_send(check, "setpos %s", bare);
    tab_check_refused(check, "no-throw", "go depth 1 searchturns %s", legal);
    if (!tab_subject_collects(walk.rules))
        return;
    tab_check_send(check, "throw 4 +");
    tab_check_refused(check, "no-throw", "go depth 1 searchturns %s", legal);
}

const TabPoint tab_points_go[] = {
    {59, "go",
     N_("With complete throws a `go` is answered by one `bestmove`, a legal turn for them."),
     legal_turns, 0},
    {60, "go", N_("Without complete throws it is answered by `bestmove none`."), before_the_throw,
     0},
    {61, "go", N_("When the game is over it is answered by `bestmove none`."), game_over, 0},
    {62, "Answers: engine → controller",
     N_("Where nothing can move, the turn passes each throw, in ascending order."), forced_pass, 0},
    {63, "Answers: engine → controller", N_("The turn of `bestmove` names the saved tâbs too."),
     saved_in_bestmove, 0},
    {72, "go", N_("`searchturns` binds the choice to the turns that it names."), search_turns, 0},
    {73, "go", N_("A turn of `searchturns` that is not legal is `error illegal-turn`."),
     illegal_search_turns, 0},
    {74, "go", N_("`searchturns` without complete throws is `error no-throw`."),
     search_turns_without_throws, 0},
    {0},
};
