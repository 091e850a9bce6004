// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the outcomes of all hands of a turn in one walk over what the throws can do.
//
// The hands of one turn have most of their throws in common. So a ply is not walked hand by hand:
// the walk goes once over every pair of a position and the throws *used* to come to it. Which hands
// can end there follows from the throws that have no move there: a hand is what was used and any
// throws that may be left unused. Only the walk for a turn with very many positions, and that for
// throws that are given, go hand by hand (outcomes.h).
#include "protocol/rules/perft.h"

#include <string.h>

/* An open hash table of keys, with a count each; key {0, 0} marks a free slot. It keeps its memory
 * from one walk to the next, and a walk clears only what it uses. */
typedef struct {
    TabKey *slots;
    uint64_t *counts; /* NULL: only whether a key is there matters */
    size_t allocated; /* slots that there is room for, a power of two */
    size_t size;      /* slots in use by this walk, a power of two ≤ allocated */
    size_t n;         /* keys in the table */
} Table;

#define FIRST_SIZE 256
/* Keys of a walk over all hands at once, so that memory is bounded and a growing table does not
 * keep anybody waiting who wants to stop; a turn with more is walked hand by hand. */
#define MAX_KEYS (1u << 18)
#define TICK 1024 /* keys between two looks whether to go on */

static void table_clear(Table *table, bool counts)
{
    if (!table->slots) {
        table->allocated = FIRST_SIZE;
        table->slots = g_new(TabKey, FIRST_SIZE);
        table->counts = counts ? g_new(uint64_t, FIRST_SIZE) : NULL;
    }
    table->size = FIRST_SIZE;
    table->n = 0;
    memset(table->slots, 0, FIRST_SIZE * sizeof *table->slots);
}

static void table_free(Table *table)
{
    g_free(table->slots);
    g_free(table->counts);
}

static void table_grow(Table *table)
{
    Table old = *table;
    table->size *= 2;
    if (table->size > table->allocated) {
        table->allocated = table->size;
        table->slots = g_new0(TabKey, table->size);
        table->counts = old.counts ? g_new(uint64_t, table->size) : NULL;
    } else {
        old.slots = g_memdup2(old.slots, old.size * sizeof *old.slots);
        old.counts = old.counts ? g_memdup2(old.counts, old.size * sizeof *old.counts) : NULL;
        memset(table->slots, 0, table->size * sizeof *table->slots);
    }
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i].a | old.slots[i].b) {
            size_t slot = tab_key_slot(table->slots, table->size, old.slots[i]);
            table->slots[slot] = old.slots[i];
            if (table->counts)
                table->counts[slot] = old.counts[i];
        }
    table_free(&old);
}

/* Puts `key` into the table; its slot goes to `slot` if that is not NULL. False if it was there. */
static bool table_add(Table *table, TabKey key, size_t *slot)
{
    if (4 * table->n >= 3 * table->size)
        table_grow(table);
    size_t i = tab_key_slot(table->slots, table->size, key);
    bool is_new = !(table->slots[i].a | table->slots[i].b);
    table->slots[i] = key;
    table->n += is_new;
    if (slot)
        *slot = i;
    return is_new;
}

static bool table_has(const Table *table, TabKey key)
{
    size_t slot = tab_key_slot(table->slots, table->size, key);
    return table->slots[slot].a | table->slots[slot].b;
}

/* What one ply needs, kept for the next turn at the same depth. */
typedef struct {
    Table seen;            /* positions with throws used, and outcomes with hands */
    Table below;           /* outcomes with the counts of the plies below them */
    TabOutcomes *outcomes; /* for a walk hand by hand */
} Room;

typedef enum {
    ON,
    TOO_MANY, /* keys: this turn is walked again, hand by hand */
    FAILED,   /* somebody wants to stop, or a turn is too large for that too */
} Status;

/* One walk, over the turn that begins at one position. */
typedef struct {
    const TabRules *rules;
    unsigned depth, max_throws;
    const int *cancel;
    Room *rooms; /* by depth */
    Status status;
    uint64_t sum;
    unsigned next_look; /* number of keys at which to look at `cancel` */
    TabHand given;      /* throws that every hand has: those at hand, and saved tâbs */
    TabHand used;       /* on the way to where the walk is */
    unsigned n_more;    /* throws used beyond those given that go on, */
    unsigned n_ends;    /* and that end the throwing */
    unsigned saved;     /* tâbs of those given that were saved */
} Walk;

static uint64_t count_turn(Walk *walk, const TabSituation *situation);

/* Whether this throw is the last of a turn. */
static bool ends(const Walk *walk, int t)
{
    return tab_ruleset_at_once(&walk->rules->set) || !walk->rules->cast.kind[t].again;
}

static bool go_on(Walk *walk)
{
    size_t n = walk->rooms[walk->depth].seen.n;
    if (n < walk->next_look)
        return walk->status == ON;
    walk->next_look = (unsigned)n + TICK;
    if (walk->cancel && g_atomic_int_get(walk->cancel))
        walk->status = FAILED;
    else if (n > MAX_KEYS)
        walk->status = TOO_MANY;
    return walk->status == ON;
}

/* Counts the plies below an outcome. */
static uint64_t count_below(Walk *walk, const TabPosition *after)
{
    Walk below = {.rules = walk->rules,
                  .depth = walk->depth - 1,
                  .max_throws = walk->max_throws,
                  .cancel = walk->cancel,
                  .rooms = walk->rooms};
    TabSituation situation;
    situation.position = *after;
    situation.throws.n = 0;
    situation.throws.more = false;
    uint64_t sum = count_turn(&below, &situation);
    if (below.status != ON)
        walk->status = FAILED;
    return sum;
}

/* Adds the count of the plies below an outcome, whose key this is: once counted it is known for all
 * hands that end there. */
static void add_below(Walk *walk, const TabPosition *after, TabKey key)
{
    Table *known = &walk->rooms[walk->depth].below;
    size_t slot;
    if (walk->depth == 1 || tab_position_finished(walk->rules, after)) {
        walk->sum++;
    } else if (known->n >= MAX_KEYS && !table_has(known, key)) {
        walk->sum += count_below(walk, after);
    } else {
        if (table_add(known, key, &slot))
            known->counts[slot] = count_below(walk, after);
        walk->sum += known->counts[slot];
    }
}

/* The turn ends here with the throws `left` of its hand unused: it counts, unless this hand ended
 * there before. */
static void add_outcome(Walk *walk, const TabPosition *position, TabKey key, const TabHand *left)
{
    Room *room = &walk->rooms[walk->depth];
    TabHand hand = walk->used;
    if (!go_on(walk))
        return;
    for (int t = 0; t < TAB_MAX_KINDS; t++)
        hand.n[t] += left->n[t];
    if (walk->depth == 1 && walk->rules->saved_kind < 0) {
        walk->sum += table_add(&room->seen, tab_key_with_hand(key, &hand, 2), NULL);
        return; /* side and number are those of the hand: the board alone tells outcomes apart */
    }
    TabPosition after = *position;
    tab_position_end_turn(walk->rules, &after, left,
                          tab_movegen_throws_again(walk->rules, &hand, walk->saved));
    tab_position_key_toggle_turn(&key, position);
    tab_position_key_toggle_turn(&key, &after);
    if (table_add(&room->seen, tab_key_with_hand(key, &hand, 2), NULL))
        add_below(walk, &after, key);
}

/* Goes through the hands that can end here: those used, and throws of the kinds `idle` besides.
 * `more` throws that go on may still be added, of kind `t` or later ones. */
static void add_hands(Walk *walk, const TabPosition *position, TabKey key, unsigned idle,
                      TabHand *left, int t, unsigned more, bool ended)
{
    if (walk->status != ON)
        return;
    if (t == walk->rules->cast.n_kinds) {
        if (ended)
            add_outcome(walk, position, key, left);
        return;
    }
    unsigned missing = MAX(walk->given.n[t], walk->used.n[t]) - walk->used.n[t];
    unsigned most = !(idle >> t & 1) ? 0u : ends(walk, t) ? (unsigned)!ended : more;
    if (missing && !(idle >> t & 1))
        return;
    for (unsigned n = 0; n <= most; n++) {
        left->n[t] = (uint8_t)(missing + n);
        add_hands(walk, position, key, idle, left, t + 1, ends(walk, t) ? more : more - n,
                  ended || (n && ends(walk, t)));
    }
    left->n[t] = 0;
}

/* Whether some hand has one throw of this kind more than those used. */
static bool may_use(const Walk *walk, int t)
{
    return walk->used.n[t] < walk->given.n[t] ||
           (ends(walk, t) ? !walk->n_ends : walk->n_more + 1 < walk->max_throws);
}

/* Whether the throws used are a hand that no other hand goes on from. */
static bool is_longest(const Walk *walk)
{
    TAB_KINDS_FOREACH(&walk->rules->cast, t)
        if (may_use(walk, t))
            return false;
    return true;
}

static void explore(Walk *walk, const TabPosition *position, TabKey key)
{
    static const TabHand none = {{0}};
    Room *room = &walk->rooms[walk->depth];
    if (is_longest(walk)) {
        add_outcome(walk, position, key, &none);
        return;
    }
    if (!table_add(&room->seen, tab_key_with_hand(key, &walk->used, 1), NULL) || !go_on(walk))
        return;
    TabPlay plays[TAB_MAX_PLAYS];
    TabPosition after;
    const TabCast *cast = &walk->rules->cast;
    unsigned idle = (1u << cast->n_kinds) - 1; /* kinds that may be left unused */
    bool finished = tab_position_finished(walk->rules, position);
    bool may_decline = walk->rules->set.value[TAB_SWITCH_DUTY] == TAB_DUTY_MAY;
    for (int t = 0; t < cast->n_kinds && !finished; t++) {
        if (!may_use(walk, t))
            continue;
        unsigned n = tab_movegen_plays(walk->rules, position, t, plays);
        bool more = walk->used.n[t] >= walk->given.n[t];
        walk->n_more += more && !ends(walk, t);
        walk->n_ends += more && ends(walk, t);
        walk->used.n[t]++;
        for (unsigned i = 0; i < n && walk->status == ON; i++) {
            if (!(plays[i].flags & TAB_PLAY_REDUCE) && t != walk->rules->saved_kind && !may_decline)
                idle &= ~(1u << t);
            tab_position_play(&after, position, &plays[i]);
            explore(walk, &after, tab_position_key_played(key, position, &after, &plays[i]));
        }
        walk->used.n[t]--;
        walk->n_more -= more && !ends(walk, t);
        walk->n_ends -= more && ends(walk, t);
    }
    TabHand left = {{0}};
    add_hands(walk, position, key, idle, &left, 0, walk->max_throws - 1 - walk->n_more,
              walk->n_ends);
}

static bool is_not_cancelled(gpointer user_data)
{
    const Walk *walk = user_data;
    return !walk->cancel || !g_atomic_int_get(walk->cancel);
}

static bool add_one_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                            unsigned n_plays, gpointer user_data)
{
    (void)plays, (void)n_plays;
    Walk *walk = user_data;
    add_below(walk, after, key);
    return walk->status == ON;
}

typedef struct {
    Walk *walk;
    const TabPosition *position;
} HandByHand;

static bool count_hand(const TabHand *hand, gpointer user_data)
{
    HandByHand *by_hand = user_data;
    Walk *walk = by_hand->walk;
    /* most turns of dice are over before the visit looks for the first time */
    TabOutcomesEnd end = TAB_OUTCOMES_STOPPED;
    if (is_not_cancelled(walk))
        end = tab_outcomes_visit(walk->rooms[walk->depth].outcomes, walk->rules, by_hand->position,
                                 hand, TAB_OUTCOMES_MAX_STATES, add_one_outcome, is_not_cancelled,
                                 walk);
    if (end != TAB_OUTCOMES_ALL)
        walk->status = FAILED;
    return walk->status == ON;
}

/* Whether each play uses one throw, and a hand is made of throws one by one. */
static bool is_of_single_throws(const TabRules *rules)
{
    return rules->cast.n_throws == 1 && rules->cast.n_uses == rules->cast.n_kinds;
}

/* The sum over the outcomes of one turn; walk->depth is at least 1 for a game that goes on. */
static uint64_t count_turn(Walk *walk, const TabSituation *situation)
{
    const TabPosition *position = &situation->position;
    if (walk->depth == 0 || tab_position_finished(walk->rules, position))
        return 1;
    Room *room = &walk->rooms[walk->depth];
    table_clear(&room->below, true);
    if (!tab_throws_complete(&situation->throws) && is_of_single_throws(walk->rules)) {
        table_clear(&room->seen, false);
        walk->given = tab_situation_hand(walk->rules, situation);
        walk->saved = position->saved[position->side];
        walk->next_look = 1; /* a wish to stop that came before is heard at once */
        explore(walk, position, tab_position_key(position));
        if (walk->status != TOO_MANY)
            return walk->sum;
        walk->status = ON;
        walk->sum = 0;
    }
    if (!room->outcomes)
        room->outcomes = tab_outcomes_new();
    tab_outcomes_hands(walk->rules, situation, walk->max_throws, count_hand,
                       &(HandByHand){walk, position});
    return walk->sum;
}

bool tab_perft_has_long_hands(const TabRules *rules, const TabSituation *situation, unsigned depth,
                              unsigned max_throws)
{
    unsigned held = 0; /* throws that the hands of this turn, or else of the next, begin with */
    if (!tab_throws_complete(&situation->throws))
        held = situation->throws.n;
    else if (depth == 1)
        return false; /* no hand but the one given */
    return !tab_ruleset_at_once(&rules->set) && max_throws > TAB_MAX_THROWS - held;
}

bool tab_perft(const TabRules *rules, const TabSituation *situation, unsigned depth,
               unsigned max_throws, const int *cancel, uint64_t *count)
{
    if (depth > 0 && !tab_position_finished(rules, &situation->position) &&
        (depth > TAB_PERFT_MAX_DEPTH ||
         tab_perft_has_long_hands(rules, situation, depth, max_throws)))
        return false;
    if (tab_ruleset_at_once(&rules->set))
        max_throws = 1;
    unsigned n_rooms = MIN(depth, TAB_PERFT_MAX_DEPTH) + 1;
    Room *rooms = g_new0(Room, n_rooms);
    Walk walk = {.rules = rules,
                 .depth = depth,
                 .max_throws = MAX(max_throws, 1),
                 .cancel = cancel,
                 .rooms = rooms};
    uint64_t sum = count_turn(&walk, situation);
    for (unsigned i = 0; i < n_rooms; i++) {
        table_free(&rooms[i].seen);
        table_free(&rooms[i].below);
        tab_outcomes_free(rooms[i].outcomes);
    }
    g_free(rooms);
    if (walk.status == ON)
        *count = sum;
    return walk.status == ON;
}
