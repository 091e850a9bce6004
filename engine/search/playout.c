// SPDX-License-Identifier: GPL-3.0-or-later
// Random legal games, as fast as the rules allow.
#include "engine/search/playout.h"

#include "protocol/rules/opening.h"

TabSide tab_playout_opening(const TabRules *rules, const TabSticks *sticks, TabRandom *random)
{
    TabOpeningState opening = tab_opening_new(rules);
    if (opening.kind == TAB_OPENING_FIRST)
        return TAB_WHITE; /* White throws until tâb comes: who starts is no matter of chance */
    for (unsigned n = 0; n < TAB_MAX_THROWS && !opening.decided; n++)
        tab_opening_add(rules, &opening, tab_sticks_throw(&rules->cast, sticks, random));
    return opening.winner; /* White, the value at first, if these sticks never fall so */
}

/* Throws that are not used yet. */
typedef struct {
    TabHand hand;
    unsigned kinds; /* a bit for each kind that there is some of */
} Left;

static inline void add_left(Left *left, int t, unsigned n)
{
    left->hand.n[t] = (uint8_t)(left->hand.n[t] + n);
    left->kinds |= (unsigned)(n > 0) << t;
}

static inline void use_up(Left *left, int t)
{
    if (!--left->hand.n[t])
        left->kinds &= ~(1u << t);
}

/* Throws as long as the rules say; `before` are throws that lie there, and are taken up. */
static inline void throw_all(const TabRules *rules, const TabSticks *own, TabThrows *before,
                             TabRandom *random, Left *left)
{
    unsigned n = before->n;
    bool more = !tab_throws_complete(before);
    for (unsigned i = 0; i < n; i++)
        add_left(left, before->kind[i], 1);
    before->n = 0;
    before->more = false;
    while (more) {
        int kind = tab_sticks_throw_on(&rules->cast, own, n++, random);
        add_left(left, kind, 1);
        more = tab_throws_go_on(rules, n, kind);
    }
}

/* Plays uniformly chosen plays of any throw left until there is none; returns their number. */
static inline unsigned play_at_random(const TabRules *rules, TabRandom *random,
                                      TabPosition *position, Left *left)
{
    TabPlay plays[TAB_MAX_KINDS * TAB_MAX_PLAYS];
    const TabCast *cast = &rules->cast;
    unsigned played = 0;
    while (left->kinds) {
        unsigned n = 0;
        for (unsigned kinds = left->kinds; kinds; kinds &= kinds - 1)
            n += tab_movegen_hand_plays(rules, position, __builtin_ctz(kinds), plays + n);
        if (!n)
            break;
        const TabPlay *play = &plays[n > 1 ? tab_random_below(random, n) : 0];
        tab_position_play(position, position, play);
        if (play->flags & TAB_PLAY_HALVES) {
            add_left(left, play->kind, 1);
            use_up(left, cast->kind[play->kind].whole);
        } else {
            use_up(left, play->kind);
        }
        played++;
    }
    return played;
}

TabPlayout tab_playout_game(const TabRules *rules, const TabSticks *sticks,
                            const TabEndingLimits *limits, TabRandom *random)
{
    TabSituation game;
    TabPosition *position = &game.position;
    TabSticks own[2] = {tab_sticks_of_side(&rules->cast, sticks, TAB_WHITE),
                        tab_sticks_of_side(&rules->cast, sticks, TAB_BLACK)};
    TabEndingCounters counters = {0};
    TabPlayout result = {.winner = -1};
    tab_position_start(rules, tab_playout_opening(rules, sticks, random), &game);
    while (!tab_ending_find(rules, position, &counters, limits, &result.winner)) {
        Left left = {.kinds = 0};
        TabSide mover = (TabSide)position->side;
        unsigned saved = position->saved[mover];
        if (rules->saved_kind >= 0)
            add_left(&left, rules->saved_kind, saved);
        throw_all(rules, &own[mover], &game.throws, random, &left);
        bool again = tab_movegen_throws_again(rules, &left.hand, saved);
        unsigned played = play_at_random(rules, random, position, &left);
        result.plays += played;
        result.turns++;
        tab_position_end_turn(rules, position, &left.hand, again);
        tab_ending_count(&counters, mover, position, played > 0);
    }
    return result;
}
