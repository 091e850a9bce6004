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
        tab_opening_add(rules, &opening, tab_sticks_throw(sticks, random));
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

/* Plays uniformly chosen plays of any throw left until there is none; returns their number. */
static inline unsigned play_at_random(const TabRules *rules, TabRandom *random,
                                      TabPosition *position, Left *left)
{
    TabPlay plays[TAB_MAX_KINDS * TAB_MAX_PLAYS];
    unsigned played = 0;
    while (left->kinds) {
        unsigned n = 0;
        for (unsigned kinds = left->kinds; kinds; kinds &= kinds - 1)
            n += tab_movegen_plays(rules, position, __builtin_ctz(kinds), plays + n);
        if (!n)
            break;
        const TabPlay *play = &plays[n > 1 ? tab_random_below(random, n) : 0];
        tab_position_play(position, position, play);
        if (!--left->hand.n[play->kind])
            left->kinds &= ~(1u << play->kind);
        played++;
    }
    return played;
}

TabPlayout tab_playout_game(const TabRules *rules, const TabSticks *sticks,
                            const TabEndingLimits *limits, TabRandom *random)
{
    const TabKind *kind = rules->cast.kind;
    const bool at_once = tab_ruleset_at_once(&rules->set);
    TabSituation game; /* its throws are those held since the opening */
    TabPosition *position = &game.position;
    TabEndingCounters counters = {0};
    TabPlayout result = {.winner = -1};
    tab_position_start(rules, tab_playout_opening(rules, sticks, random), &game);
    while (!tab_ending_find(position, &counters, limits, &result.winner)) {
        Left left = {.kinds = 0};
        unsigned thrown = game.throws.n;
        TabSide mover = (TabSide)position->side;
        int last = 0;
        if (rules->saved_kind >= 0)
            add_left(&left, rules->saved_kind, position->saved[mover]);
        for (unsigned i = 0; i < thrown; i++)
            add_left(&left, last = game.throws.kind[i], 1);
        for (bool on = !thrown || game.throws.more; on; on = !at_once && kind[last].again) {
            last = tab_sticks_throw_on(&rules->cast, sticks, thrown++, random);
            add_left(&left, last, 1);
        }
        game.throws.n = 0;
        unsigned played = play_at_random(rules, random, position, &left);
        result.plays += played;
        result.turns++;
        tab_position_end_turn(rules, position, &left.hand, at_once && kind[last].again);
        tab_ending_count(&counters, mover, position, played > 0);
    }
    return result;
}
