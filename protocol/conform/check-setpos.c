// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "setpos" and "throw": positions, turns and throws that are taken.
#include "protocol/conform/point.h"

#include <string.h>

static void starts(TabCheck *check)
{
    static const struct {
        const char *text;
        TabSide winner;
    } rows[] = {{"start", TAB_WHITE}, {"start w", TAB_WHITE}, {"start b", TAB_BLACK}};
    const TabRules *rules = check->subject->base;
    tab_check_newgame(check, rules);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabSituation start;
        tab_position_start(rules, rows[i].winner, &start);
        start.throws = check->subject->anchor.throws;
        tab_check_ask(check, rules, rows[i].text, &start);
    }
}

/* The position as its five fields: without the throws, which `throw` then tells; with all of them,
 * on the last turn number; and with those thrown so far. */
static void ask_fields(TabCheck *check, TabWalk *walk)
{
    if (tab_point_saved(walk))
        return;
    g_autofree char *bare = tab_notation_situation_to_string(walk->rules, &walk->now);
    tab_walk_throw(walk, 4);
    tab_check_ask(check, walk->rules, bare, &walk->now);
    TabSituation now = walk->now;
    now.position.number = TAB_MAX_NUMBER;
    g_autofree char *full = tab_notation_situation_to_string(walk->rules, &now);
    tab_check_send(check, "setpos %s\ngo depth 1", full);
    tab_check_expect_best(check, walk->rules, &now, TAB_WAIT_WORK);
    if (now.throws.n < 2)
        return;
    now.throws.n--;
    now.throws.more = true;
    g_autofree char *partial = tab_notation_situation_to_string(walk->rules, &now);
    tab_check_ask(check, walk->rules, partial, &walk->now);
}

/* Saved tâbs are seen with `show`, where there is such a command. */
static void show_saved(TabCheck *check, TabWalk *walk)
{
    g_autofree char *text = tab_notation_situation_to_string(walk->rules, &walk->now);
    g_autofree char *expected = g_strdup_printf("position %s", text);
    const char *line;
    tab_check_send(check, "setpos %s\nshow\nisready", text);
    while ((line = tab_check_read(check, TAB_WAIT_ANSWER)) && !tab_check_begins(line, "readyok"))
        if (tab_check_begins(line, "position"))
            tab_check_that(check, tab_check_begins(line, expected), expected, line);
}

static void fields(TabCheck *check)
{
    tab_point_games(check, 32, 8, ask_fields);
    tab_point_saved_games(check, 4, show_saved);
}

static void ask_turns(TabCheck *check, TabWalk *walk)
{
    if (tab_point_saved(walk))
        tab_check_accepted(check, "setpos %s", walk->setpos->str);
    else
        tab_point_ask(check, walk);
}

static void turns(TabCheck *check)
{
    tab_point_games(check, 80, 40, ask_turns);
}

static void no_turns(TabCheck *check)
{
    const TabSubject *subject = check->subject;
    g_autofree char *full = tab_notation_situation_to_string(subject->base, &subject->anchor);
    tab_check_newgame(check, subject->base);
    tab_check_ask(check, subject->base, "start b turns", &subject->anchor);
    tab_check_send(check, "setpos %s turns", full);
    tab_check_expect_anchor(check);
}

static void no_throws_after_turn(TabCheck *check)
{
    g_auto(TabWalk) walk;
    tab_walk_init(&walk, check->subject->base, TAB_BLACK, 5);
    tab_check_newgame(check, walk.rules);
    for (guint i = 0; i < 4; i++) {
        tab_walk_play_turns(&walk, 1);
        tab_check_send(check, "setpos %s\ngo depth 1", walk.setpos->str);
        tab_check_expect_best(check, walk.rules, &walk.now, TAB_WAIT_WORK);
    }
    tab_check_settle(check);
}

/* A game, the same again, another one as long, and the beginning: nothing is carried over. */
static void stateless(TabCheck *check)
{
    const TabRules *rules = check->subject->base;
    g_auto(TabWalk) one;
    g_auto(TabWalk) other;
    tab_walk_init(&one, rules, TAB_BLACK, 21);
    tab_walk_init(&other, rules, TAB_BLACK, 22);
    tab_check_newgame(check, rules);
    for (guint i = 0; i < 3; i++) {
        tab_walk_play_turns(&one, 3);
        tab_walk_play_turns(&other, 3);
        ask_turns(check, &one);
        ask_turns(check, &one);
        ask_turns(check, &other);
        tab_check_ask(check, rules, "start b", &check->subject->anchor);
    }
}

/* --- saved tâbs --- */

/* The tâbs that are saved in `turn`, the last of a game, can neither be lost nor left out. */
static void refuse_unsaved(TabCheck *check, const TabRules *rules, const TabSituation *before,
                           const char *setpos, const char *turn)
{
    g_autofree char *lost = tab_point_replaced(turn, "1:save", "1:pass");
    g_autofree char *left_out = tab_point_replaced(turn, ",1:save", "");
    const char *texts[] = {lost, left_out};
    int ahead = (int)(strlen(setpos) - strlen(turn));
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        if (!tab_walk_is_legal(rules, before, texts[i], NULL, NULL)) {
            tab_check_newgame(check, rules);
            tab_check_refused(check, "illegal-turn", "setpos %.*s%s", ahead, setpos, texts[i]);
        }
}

/* Plays until a turn saves tâbs that were saved before: as a turn of that game it is taken, and
 * changed it is not. */
static gboolean save_again(TabCheck *check, const TabRules *rules, guint64 seed)
{
    g_auto(TabWalk) walk;
    tab_walk_init(&walk, rules, TAB_WHITE, seed);
    for (guint n = 0; n < 40 && !tab_walk_over(&walk); n++) {
        TabSituation before = walk.now;
        guint saved = tab_point_saved(&walk);
        tab_walk_throw(&walk, 4);
        g_autofree char *turn = tab_walk_play(&walk);
        if (!saved || !strstr(turn, ",1:save"))
            continue;
        tab_check_newgame(check, rules);
        tab_check_accepted(check, "setpos %s", walk.setpos->str);
        refuse_unsaved(check, rules, &before, walk.setpos->str, turn);
        return TRUE;
    }
    return FALSE;
}

static void saved_throws(TabCheck *check)
{
    const TabRules *rules = tab_point_saving_rules(check->subject);
    if (!rules) {
        tab_check_skip(check, "it does not promise a ruleset with save-tab=yes");
        return;
    }
    guint found = 0;
    for (guint64 seed = 1; seed < 60 && found < 6 && tab_check_open(check); seed++)
        found += save_again(check, rules, seed) ? 1 : 0;
}

/* --- throw --- */

static void throws_replaced(TabCheck *check)
{
    const TabSubject *subject = check->subject;
    TabSituation start;
    tab_position_start(subject->base, TAB_BLACK, &start);
    tab_check_newgame(check, subject->base);
    tab_check_send(check, "setpos start b");
    if (tab_subject_collects(subject->base))
        tab_check_send(check, "throw 1 2\nthrow 1 +\nthrow 1 4 6 +\nthrow 1 4 +");
    else if (!start.throws.n)
        tab_check_send(check, "throw 2\nthrow 4");
    g_autofree char *throws = tab_walk_throws_text(&subject->anchor.throws);
    tab_check_send(check, "throw %s", throws);
    tab_check_expect_anchor(check);
}

static void throw_alone(TabCheck *check)
{
    const TabSubject *subject = check->subject;
    TabSituation start;
    tab_position_start(subject->base, TAB_BLACK, &start);
    tab_check_anchor(check);
    tab_check_send(check, "throw\ngo depth 1");
    tab_check_expect_best(check, subject->base, &start, TAB_WAIT_WORK);
    g_autofree char *full = tab_notation_situation_to_string(subject->base, &subject->anchor);
    tab_check_send(check, "setpos %s\nthrow", full);
    tab_check_expect_anchor(check);
}

const TabPoint tab_points_setpos[] = {
    {43, "setpos", N_("`start` and `start w` give the opening to White, `start b` to Black."),
     starts, 0},
    {44, "setpos", N_("The five fields set a position, with its throws and saved tâbs."), fields,
     0},
    {45, "setpos", N_("`turns` are played from the position, one after the other."), turns, 0},
    {46, "setpos", N_("`turns` may be followed by none."), no_turns, 0},
    {47, "setpos", N_("After a turn no throws are at hand."), no_throws_after_turn, 0},
    {51, "setpos", N_("A turn names all saved tâbs, and those that it saves again."), saved_throws,
     0},
    {54, "setpos", N_("`setpos` depends on the rules alone, not on what was set before."),
     stateless, 0},
    {57, "throw", N_("Each `throw` takes the place of the one before."), throws_replaced, 0},
    {58, "throw", N_("`throw` alone goes back to the throws the position came with."), throw_alone,
     0},
    {0},
};
