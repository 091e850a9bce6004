// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over all ways to play a turn, depth first, each position inside the turn once.
#include "protocol/rules/outcomes.h"

#include <string.h>

/* An open hash set of keys. Its table is cleared for each walk, but only up to the size that this
 * walk has grown to, so that small turns stay cheap. Key {0, 0} marks a free slot. */
struct _TabOutcomes {
    TabKey *slots;
    size_t allocated; /* the largest size there is room for, and for half as many keys aside */
    size_t size;      /* slots in use by this walk, a power of two ≤ allocated */
    size_t count;     /* keys in the set */
};

#define FIRST_SIZE 256

TabOutcomes *tab_outcomes_new(void)
{
    TabOutcomes *outcomes = g_new0(TabOutcomes, 1);
    outcomes->allocated = FIRST_SIZE;
    outcomes->slots = g_new(TabKey, outcomes->allocated);
    return outcomes;
}

void tab_outcomes_free(TabOutcomes *outcomes)
{
    if (outcomes)
        g_free(outcomes->slots);
    g_free(outcomes);
}

static void clear(TabOutcomes *set)
{
    set->size = FIRST_SIZE;
    set->count = 0;
    memset(set->slots, 0, set->size * sizeof set->slots[0]);
}

/* Puts a key into the set; false if it was there. There is a free slot always. */
static bool insert(TabOutcomes *set, TabKey key)
{
    size_t i = tab_key_slot(set->slots, set->size, key);
    if (set->slots[i].a | set->slots[i].b)
        return false;
    set->slots[i] = key;
    set->count++;
    return true;
}

/* One walk. */
typedef struct {
    TabOutcomes *set;
    const TabRules *rules;
    TabHand left; /* throws of the hand not used yet */
    unsigned n_left;
    bool again; /* the side goes on after this turn */
    size_t max_states;
    size_t next_tick;
    TabOutcomesEnd end;
    TabOutcomeFunc func;
    bool (*tick)(gpointer);
    gpointer user_data;
    unsigned n_plays;
    TabPlay plays[TAB_MAX_TURN];
} Walk;

#define TICK_STATES 1024
#define TICK_MOVED 16384 /* slots of the table that are moved between two ticks while it grows */

/* Asks whoever waits for the end; false ends the walk. */
static bool still_wanted(Walk *walk)
{
    if (walk->tick && !walk->tick(walk->user_data))
        walk->end = TAB_OUTCOMES_STOPPED;
    return walk->end == TAB_OUTCOMES_ALL;
}

/* Doubles the table: its keys are put aside, behind where it will end, and back into their new
 * places. Ticks on the way, as that takes a while for a large one. False if that ends the walk.
 * Allocates only while this walk is the largest so far. */
static G_GNUC_NO_INLINE bool grow(Walk *walk)
{
    TabOutcomes *set = walk->set;
    size_t before = set->size, size = 2 * before, step = MIN(before, TICK_MOVED);
    if (size > set->allocated) {
        TabKey *slots = g_try_renew(TabKey, set->slots, size + before);
        if (!slots) {
            walk->end = TAB_OUTCOMES_FULL;
            return false;
        }
        set->slots = slots;
        set->allocated = size;
    }
    TabKey *aside = set->slots + size;
    set->size = size;
    set->count = 0;
    for (size_t i = 0; i < before; i += step) {
        memcpy(aside + i, set->slots + i, step * sizeof *aside);
        memset(set->slots + i, 0, step * sizeof *aside);
        memset(set->slots + before + i, 0, step * sizeof *aside);
        if (!still_wanted(walk))
            return false;
    }
    for (size_t i = 0; i < before; i++) {
        if (aside[i].a | aside[i].b)
            insert(set, aside[i]);
        if ((i + 1) % TICK_MOVED == 0 && !still_wanted(walk))
            return false;
    }
    return true;
}

/* Whether there is room and patience to go on. */
static bool go_on(Walk *walk)
{
    TabOutcomes *set = walk->set;
    if (set->count > walk->max_states) {
        walk->end = TAB_OUTCOMES_FULL;
        return false;
    }
    if (4 * set->count >= 3 * set->size && !grow(walk))
        return false;
    if (set->count < walk->next_tick)
        return true;
    walk->next_tick = set->count + TICK_STATES;
    return still_wanted(walk);
}

/* The turn stops here: its outcome is reported unless it was met before. The position comes back as
 * it was. */
static bool report(Walk *walk, TabPosition *position, TabKey key)
{
    if (!go_on(walk))
        return false;
    uint8_t side = position->side, saved = position->saved[side];
    uint32_t number = position->number;
    tab_position_key_toggle_turn(&key, position);
    tab_position_end_turn(walk->rules, position, &walk->left, walk->again);
    tab_position_key_toggle_turn(&key, position);
    bool on = !insert(walk->set, (TabKey){~key.a, ~key.b}) ||
              walk->func(position, key, walk->plays, walk->n_plays, walk->user_data);
    position->side = side;
    position->saved[side] = saved;
    position->number = number;
    if (!on)
        walk->end = TAB_OUTCOMES_STOPPED;
    return on;
}

static bool explore(Walk *walk, TabPosition *position, TabKey key);

/* Plays each play of one throw and walks on from there. */
static bool explore_plays(Walk *walk, const TabPosition *position, TabKey key, const TabPlay *plays,
                          unsigned n)
{
    const TabCast *cast = &walk->rules->cast;
    TabPosition after;
    bool on = true;
    walk->n_plays++;
    for (unsigned i = 0; i < n && on; i++) {
        bool opens = plays[i].flags & TAB_PLAY_HALVES;
        tab_hand_use(cast, &walk->left, plays[i].kind, opens);
        walk->n_left -= !opens; /* the other half is left */
        tab_position_play(&after, position, &plays[i]);
        walk->plays[walk->n_plays - 1] = plays[i];
        on = explore(walk, &after, tab_position_key_played(key, position, &after, &plays[i]));
        walk->n_left += !opens;
        tab_hand_put_back(cast, &walk->left, plays[i].kind, opens);
    }
    walk->n_plays--;
    return on;
}

/* Walks over everything that the throws left can still do; false ends the walk. */
static bool explore(Walk *walk, TabPosition *position, TabKey key)
{
    if (!walk->n_left || tab_position_finished(walk->rules, position))
        return report(walk, position, key);
    if (!go_on(walk))
        return false;
    if (!insert(walk->set, tab_key_with_hand(key, &walk->left, 0)))
        return true;
    TabPlay plays[TAB_MAX_HAND_PLAYS];
    bool may_stop = true;
    TAB_USES_FOREACH(&walk->rules->cast, t) {
        if (!walk->left.n[t])
            continue;
        unsigned n = tab_movegen_hand_plays(walk->rules, position, t, plays);
        if (!n)
            continue;
        if (t != walk->rules->saved_kind)
            for (unsigned i = 0; i < n && may_stop; i++)
                may_stop = plays[i].flags & TAB_PLAY_REDUCE;
        if (!explore_plays(walk, position, key, plays, n))
            return false;
    }
    may_stop |= walk->rules->set.value[TAB_SWITCH_DUTY] == TAB_DUTY_MAY;
    return !may_stop || report(walk, position, key);
}

TabOutcomesEnd tab_outcomes_visit(TabOutcomes *outcomes, const TabRules *rules,
                                  const TabPosition *before, const TabHand *hand, size_t max_states,
                                  TabOutcomeFunc func, bool (*tick)(gpointer), gpointer user_data)
{
    Walk walk;
    walk.set = outcomes;
    walk.rules = rules;
    walk.left = *hand;
    walk.again = tab_movegen_throws_again(rules, hand, before->saved[before->side]);
    walk.max_states = max_states;
    walk.next_tick = TICK_STATES;
    walk.end = TAB_OUTCOMES_ALL;
    walk.func = func;
    walk.tick = tick;
    walk.user_data = user_data;
    walk.n_plays = 0;
    walk.n_left = tab_hand_size(hand);
    clear(outcomes);
    TabPosition start = *before;
    if (tab_position_finished(rules, before))
        return walk.end;
    if (explore(&walk, &start, tab_position_key(before)) &&
        tab_movegen_may_cast_anew(rules, before, hand)) {
        walk.again = true;
        walk.left = *hand;
        report(&walk, &start, tab_position_key(before));
    }
    return walk.end;
}

void tab_outcomes_turn(const TabRules *rules, const TabPosition *before, const TabHand *hand,
                       const TabPosition *after, const TabPlay *plays, unsigned n_plays,
                       TabTurn *turn)
{
    turn->hand = *hand;
    turn->cast_anew = rules->cast.ones_anew && after->side == before->side;
    turn->n_plays = n_plays;
    memcpy(turn->plays, plays, n_plays * sizeof *plays);
}

/* The enumeration of hands: `hand` with every multiset of up to `extra` throws that go on, of kind
 * `least` or later ones, and one that ends. */
static bool extend_hand(const TabCast *cast, TabHand *hand, unsigned extra, int least,
                        TabHandFunc func, gpointer user_data)
{
    bool on = true;
    for (int t = 0; t < cast->n_kinds && on; t++) {
        if (cast->kind[t].again)
            continue;
        hand->n[t]++;
        on = func(hand, user_data);
        hand->n[t]--;
    }
    for (int t = least; extra > 0 && t < cast->n_kinds && on; t++) {
        if (!cast->kind[t].again)
            continue;
        hand->n[t]++;
        on = extend_hand(cast, hand, extra - 1, t, func, user_data);
        hand->n[t]--;
    }
    return on;
}

bool tab_outcomes_hands(const TabRules *rules, const TabSituation *situation, unsigned max_throws,
                        TabHandFunc func, gpointer user_data)
{
    TabHand hand = tab_situation_hand(rules, situation);
    bool on = true;
    if (tab_throws_complete(&situation->throws))
        return func(&hand, user_data);
    if (!tab_ruleset_at_once(&rules->set))
        return extend_hand(&rules->cast, &hand, max_throws > 0 ? max_throws - 1 : 0, 0, func,
                           user_data);
    for (unsigned i = 0; i < rules->n_thrown && on; i++) {
        TabHand cast = hand;
        TAB_KINDS_FOREACH(&rules->cast, t)
            cast.n[t] += rules->thrown[i].hand.n[t];
        on = func(&cast, user_data);
    }
    return on;
}
