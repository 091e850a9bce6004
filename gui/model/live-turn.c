// SPDX-License-Identifier: GPL-3.0-or-later
// A turn in the making: throws as they fall, plays that can be taken back, and what is still
// allowed.
#include "gui/model/live-turn.h"

#include <string.h>

#include "protocol/rules/notation.h"

struct _TabLiveTurn {
    TabRules *rules;
    TabSituation start;
    GArray *plays;     /* of TabPlay */
    GArray *positions; /* of TabPosition: [0] is the start's, [n] the one after play n */
};

TabLiveTurn *tab_live_turn_new(const TabRules *rules, const TabSituation *start)
{
    TabLiveTurn *turn = g_new0(TabLiveTurn, 1);
    turn->rules = tab_rules_ref(rules);
    turn->start = *start;
    turn->plays = g_array_new(FALSE, FALSE, sizeof(TabPlay));
    turn->positions = g_array_new(FALSE, FALSE, sizeof(TabPosition));
    g_array_append_val(turn->positions, start->position);
    return turn;
}

void tab_live_turn_free(TabLiveTurn *turn)
{
    if (!turn)
        return;
    tab_rules_unref(turn->rules);
    g_array_unref(turn->plays);
    g_array_unref(turn->positions);
    g_free(turn);
}

const TabSituation *tab_live_turn_get_start(const TabLiveTurn *turn)
{
    return &turn->start;
}

const TabPosition *tab_live_turn_get_position(const TabLiveTurn *turn)
{
    return &g_array_index(turn->positions, TabPosition, turn->plays->len);
}

const TabRules *tab_live_turn_get_rules(const TabLiveTurn *turn)
{
    return turn->rules;
}

bool tab_live_turn_throw(TabLiveTurn *turn, int throw_index)
{
    return tab_throws_add(turn->rules, &turn->start.throws, throw_index);
}

bool tab_live_turn_unthrow(TabLiveTurn *turn)
{
    TabThrows before = turn->start.throws;
    if (!before.n || turn->plays->len)
        return false;
    turn->start.throws = (TabThrows){.n = 0};
    for (unsigned i = 0; i + 1 < before.n; i++)
        tab_throws_add(turn->rules, &turn->start.throws, before.index[i]);
    return true;
}

bool tab_live_turn_is_thrown(const TabLiveTurn *turn)
{
    return tab_throws_complete(&turn->start.throws);
}

static unsigned count_used(const TabLiveTurn *turn, int throw_index)
{
    unsigned used = 0;
    for (guint i = 0; i < turn->plays->len; i++)
        used += g_array_index(turn->plays, TabPlay, i).throw_index == throw_index;
    return used;
}

TabHand tab_live_turn_get_left(const TabLiveTurn *turn)
{
    TabHand left = tab_situation_hand(turn->rules, &turn->start);
    for (guint i = 0; i < turn->plays->len; i++)
        left.n[g_array_index(turn->plays, TabPlay, i).throw_index]--;
    return left;
}

GArray *tab_live_turn_list_throws(const TabLiveTurn *turn)
{
    const TabThrows *throws = &turn->start.throws;
    unsigned used[TAB_N_THROWS];
    for (int t = 0; t < TAB_N_THROWS; t++)
        used[t] = count_used(turn, t);

    GArray *list = g_array_new(FALSE, FALSE, sizeof(TabTurnThrow));
    unsigned saved = turn->start.position.saved[turn->start.position.side];
    for (unsigned i = 0; i < throws->n + saved; i++) {
        TabTurnThrow item = {.index = i < throws->n ? throws->index[i] : TAB_THROW_1,
                             .saved = i >= throws->n};
        item.used = used[item.index] > 0;
        used[item.index] -= item.used;
        g_array_append_val(list, item);
    }
    return list;
}

GArray *tab_live_turn_list_plays(const TabLiveTurn *turn, unsigned from, int throw_index)
{
    GArray *list = g_array_new(FALSE, FALSE, sizeof(TabPlay));
    if (!tab_live_turn_is_thrown(turn))
        return list;
    TabHand left = tab_live_turn_get_left(turn);
    for (int t = 0; t < TAB_N_THROWS; t++) {
        if (!left.n[t] || (throw_index >= 0 && t != throw_index))
            continue;
        TabPlay plays[TAB_MAX_PLAYS];
        unsigned n = tab_movegen_plays(turn->rules, tab_live_turn_get_position(turn), t, plays);
        for (unsigned i = 0; i < n; i++)
            if (from == TAB_NO_CELL || plays[i].from == from)
                g_array_append_val(list, plays[i]);
    }
    return list;
}

bool tab_live_turn_can_play(const TabLiveTurn *turn)
{
    g_autoptr(GArray) plays = tab_live_turn_list_plays(turn, TAB_NO_CELL, -1);
    return plays->len > 0;
}

static bool same_play(const TabPlay *a, const TabPlay *b)
{
    return a->throw_index == b->throw_index && a->from == b->from && a->to == b->to &&
           a->flags == b->flags;
}

bool tab_live_turn_play(TabLiveTurn *turn, const TabPlay *play)
{
    g_autoptr(GArray) plays = tab_live_turn_list_plays(turn, play->from, play->throw_index);
    for (guint i = 0; i < plays->len; i++) {
        const TabPlay *legal = &g_array_index(plays, TabPlay, i);
        if (!same_play(legal, play))
            continue;
        TabPosition after;
        tab_position_play(&after, tab_live_turn_get_position(turn), legal);
        g_array_append_vals(turn->plays, legal, 1);
        g_array_append_val(turn->positions, after);
        return true;
    }
    return false;
}

bool tab_live_turn_undo(TabLiveTurn *turn)
{
    if (!turn->plays->len)
        return false;
    g_array_set_size(turn->positions, turn->plays->len);
    g_array_set_size(turn->plays, turn->plays->len - 1);
    return true;
}

unsigned tab_live_turn_get_n_plays(const TabLiveTurn *turn)
{
    return turn->plays->len;
}

const TabPlay *tab_live_turn_get_play(const TabLiveTurn *turn, unsigned nth)
{
    g_return_val_if_fail(nth < turn->plays->len, NULL);
    return &g_array_index(turn->plays, TabPlay, nth);
}

const TabPosition *tab_live_turn_get_before(const TabLiveTurn *turn, unsigned nth)
{
    g_return_val_if_fail(nth < turn->positions->len, NULL);
    return &g_array_index(turn->positions, TabPosition, nth);
}

bool tab_live_turn_may_stop(const TabLiveTurn *turn)
{
    TabHand left = tab_live_turn_get_left(turn);
    return tab_live_turn_is_thrown(turn) &&
           tab_movegen_may_stop(turn->rules, tab_live_turn_get_position(turn), &left);
}

bool tab_live_turn_goes_on(const TabLiveTurn *turn)
{
    const TabPosition *start = &turn->start.position;
    TabHand hand = tab_situation_hand(turn->rules, &turn->start);
    return tab_live_turn_is_thrown(turn) &&
           !tab_position_finished(tab_live_turn_get_position(turn)) &&
           tab_movegen_throws_again(turn->rules, &hand, start->saved[start->side]);
}

void tab_live_turn_finish(const TabLiveTurn *turn, TabPosition *after)
{
    TabHand left = tab_live_turn_get_left(turn);
    *after = *tab_live_turn_get_position(turn);
    tab_position_end_turn(turn->rules, after, &left, tab_live_turn_goes_on(turn));
}

char *tab_live_turn_to_string(const TabLiveTurn *turn)
{
    g_autofree TabTurn *whole = g_new0(TabTurn, 1);
    whole->hand = tab_situation_hand(turn->rules, &turn->start);
    whole->n_plays = turn->plays->len;
    for (guint i = 0; i < turn->plays->len; i++)
        whole->plays[i] = g_array_index(turn->plays, TabPlay, i);
    return tab_notation_turn_to_string(turn->rules, &turn->start.position, whole);
}

bool tab_live_turn_text_moves(const char *turn)
{
    for (const char *colon = strchr(turn, ':'); colon; colon = strchr(colon + 1, ':'))
        if (colon[1] >= 'a' && colon[1] <= 'd' && g_ascii_isdigit(colon[2]))
            return true; /* the others say "save" or "pass" */
    return false;
}
