// SPDX-License-Identifier: GPL-3.0-or-later
// The exact chance that the side about to throw can capture what stands on a cell: the least sets
// of throws that lead there, by walking every group, and the chance that a turn's throws hold one.
#include "protocol/rules/threats.h"

#include <string.h>

#include "protocol/rules/movegen.h"

/* Throws of one kind that are thought of in a turn; more come with a chance below the least. */
#define MOST_UNLOCKING 16
#define MOST_OTHERS 8
#define MOST_COUNTS 65536

/* Counts of the kinds after which a turn goes on, as places in a table: of each 0 … most - 1. */
typedef struct {
    unsigned n; /* kinds */
    int kind[TAB_MAX_KINDS];
    unsigned most[TAB_MAX_KINDS], stride[TAB_MAX_KINDS], size;
} Counts;

static void add_kind(Counts *counts, int kind, unsigned most)
{
    counts->kind[counts->n] = kind;
    counts->most[counts->n] = most;
    counts->stride[counts->n++] = counts->size;
    counts->size *= most;
}

static unsigned count_at(const Counts *counts, unsigned place, unsigned i)
{
    return place / counts->stride[i] % counts->most[i];
}

/* --- the least sets that lead to a cell --- */

typedef struct {
    const TabRules *rules;
    const TabSticks *sticks;
    TabSide attacker;
    unsigned saved; /* tâbs that the attacker has besides what it will throw */
    bool at_once;   /* one throw a turn */
    Counts counts;
    double *contained;            /* the chance that a turn has at least so many of each */
    unsigned start;               /* where the group set out */
    GHashTable *seen;             /* of gint64: the walks that were made */
    GArray *least[TAB_MAX_CELLS]; /* of TabHand, none within another; NULL: none */
} Search;

/* Fewer are needed after each throw of a kind that is; a throw that is not needed changes nothing,
 * and one that ends the throwing ends the turn. */
static void fill_contained(Search *search)
{
    Counts *counts = &search->counts;
    const TabCast *cast = &search->rules->cast;
    counts->size = 1;
    TAB_KINDS_FOREACH(cast, t) {
        unsigned most = cast->kind[t].tab ? MOST_UNLOCKING : MOST_OTHERS;
        if (cast->kind[t].again && counts->size * most <= MOST_COUNTS)
            add_kind(counts, t, most);
    }
    search->contained = g_new(double, counts->size);
    search->contained[0] = 1;
    for (unsigned place = 1; place < counts->size; place++) {
        double found = 0, idle = 0;
        for (unsigned i = 0; i < counts->n; i++) {
            double p = search->sticks->p[counts->kind[i]];
            if (count_at(counts, place, i))
                found += p * search->contained[place - counts->stride[i]];
            else
                idle += p;
        }
        search->contained[place] = found / (1 - idle);
    }
}

static bool within(const TabHand *part, const TabHand *whole)
{
    for (int i = 0; i < TAB_MAX_KINDS; i++)
        if (part->n[i] > whole->n[i])
            return false;
    return true;
}

/* The throws that come to hand for these: two halves are one throw. */
static TabHand whole_throws(const Search *search, const TabHand *used)
{
    const TabCast *cast = &search->rules->cast;
    TabHand whole = *used;
    for (int h = cast->n_kinds; h < cast->n_uses; h++) {
        whole.n[cast->kind[h].whole] += (uint8_t)((used->n[h] + 1) / 2);
        whole.n[h] = 0;
    }
    return whole;
}

static void note(Search *search, unsigned cell, const TabHand *walked)
{
    TabHand whole = whole_throws(search, walked), *used = &whole;
    GArray **least = &search->least[cell];
    if (!*least)
        *least = g_array_new(FALSE, FALSE, sizeof(TabHand));
    for (guint i = 0; i < (*least)->len; i++)
        if (within(&g_array_index(*least, TabHand, i), used))
            return;
    for (guint i = (*least)->len; i-- > 0;)
        if (within(used, &g_array_index(*least, TabHand, i)))
            g_array_remove_index_fast(*least, i);
    g_array_append_val(*least, *used);
}

/* Takes the saved tâbs out of a hand, as far as they go. */
static void take_saved(const Search *search, TabHand *hand)
{
    int tab = search->rules->saved_kind;
    if (tab >= 0)
        hand->n[tab] -= (uint8_t)MIN(hand->n[tab], search->saved);
}

/* Whether these throws can come in one turn, and not too rarely. */
static bool is_likely(const Search *search, const TabHand *used)
{
    const Counts *counts = &search->counts;
    TabHand thrown = whole_throws(search, used);
    unsigned place = 0, going_on = 0;
    take_saved(search, &thrown);
    unsigned n = tab_hand_size(&thrown);
    if (search->at_once)
        return n <= search->rules->cast.n_throws;
    for (unsigned i = 0; i < counts->n; i++) {
        unsigned k = thrown.n[counts->kind[i]];
        if (k >= counts->most[i])
            return false;
        place += k * counts->stride[i];
        going_on += k;
    }
    return n - going_on <= 1 && search->contained[place] >= TAB_THREATS_LEAST;
}

static guint64 mix(guint64 hash, guint64 value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* What of the enemies matters to a group on its way: their cells if they bar it, else whether there
 * are any on row 4 (RULES.md 5, rule 4); which of them it has captured before does not. */
static TabCells enemies_in_the_way(const Search *search, const TabPosition *position)
{
    const TabCells *enemies = &position->occupied[1 - search->attacker];
    const TabCells *row4 = &search->rules->board.row[search->attacker][TAB_ROW4];
    if (!search->rules->set.value[TAB_SWITCH_JUMP_ENEMIES])
        return *enemies;
    return (TabCells){{tab_cells_meet(enemies, row4), 0}};
}

/* Whether this group, as it is now, has been on `cell` with these throws used already. */
static bool was_seen(Search *search, const TabPosition *position, unsigned cell,
                     const TabHand *used)
{
    TabCells enemies = enemies_in_the_way(search, position);
    guint64 walk = mix(mix(position->pile[cell], cell), position->pile[search->start]);
    TAB_USES_FOREACH(&search->rules->cast, t)
        walk = mix(walk, used->n[t]);
    for (int word = 0; word < 2; word++)
        walk = mix(walk, enemies.word[word]);
    walk = mix(walk, tab_cells_meet(&position->occupied[search->attacker],
                                    &search->rules->board.row[search->attacker][TAB_HOME_ROW]));
    return !g_hash_table_add(search->seen, g_memdup2(&walk, sizeof walk));
}

static void walk_from(Search *search, const TabPosition *position, unsigned cell,
                      const TabHand *used);

static void walk_on(Search *search, const TabPosition *position, const TabPlay *play,
                    const TabHand *used)
{
    TabPosition after;
    tab_position_play(&after, position, play);
    if (tab_position_owner(position, play->to) == 1 - (int)search->attacker)
        note(search, play->to, used);
    if (play->flags & TAB_PLAY_PUSH &&
        tab_position_owner(position, play->push) == 1 - (int)search->attacker)
        note(search, play->push, used);
    if (!tab_position_finished(search->rules, &after) && !was_seen(search, &after, play->to, used))
        walk_from(search, &after, play->to, used);
}

/* Follows the group on `cell` with every throw that can be added to those used. */
static void walk_from(Search *search, const TabPosition *position, unsigned cell,
                      const TabHand *used)
{
    TabPlay plays[TAB_MAX_PLAYS];
    TAB_USES_FOREACH(&search->rules->cast, t) {
        TabHand more = *used;
        more.n[t]++;
        if (!is_likely(search, &more))
            continue;
        unsigned n = tab_movegen_plays(search->rules, position, t, plays);
        for (unsigned i = 0; i < n; i++)
            if (plays[i].from == cell)
                walk_on(search, position, &plays[i], &more);
    }
}

/* --- the chance that a turn's throws hold one of them --- */

static bool holds_any(const GArray *least, const TabHand *hand)
{
    for (guint i = 0; i < least->len; i++)
        if (within(&g_array_index(least, TabHand, i), hand))
            return true;
    return false;
}

/* The chance that a turn with the throws of `place` so far comes to hold a set; `table` has that of
 * those with more of a kind. The greatest count of a kind stands for more of it, which are no
 * better. */
static double chance_after(const Search *search, const GArray *least, const Counts *counts,
                           const double *table, unsigned place)
{
    const TabCast *cast = &search->rules->cast;
    const double *p = search->sticks->p;
    TabHand hand = {{0}};
    double chance = 0, idle = 0;
    if (search->saved)
        hand.n[search->rules->saved_kind] = (uint8_t)search->saved;
    for (unsigned i = 0; i < counts->n; i++)
        hand.n[counts->kind[i]] += (uint8_t)count_at(counts, place, i);
    if (holds_any(least, &hand))
        return 1;
    for (unsigned i = 0; i < counts->n; i++) {
        if (count_at(counts, place, i) + 1 < counts->most[i])
            chance += p[counts->kind[i]] * table[place + counts->stride[i]];
        else
            idle += p[counts->kind[i]];
    }
    TAB_KINDS_FOREACH(cast, last) {
        if (cast->kind[last].again)
            continue;
        hand.n[last]++;
        chance += p[last] * holds_any(least, &hand);
        hand.n[last]--;
    }
    return chance / (1 - idle);
}

static double chance_of_turn(const Search *search, const GArray *least)
{
    Counts counts = {.size = 1};
    for (unsigned i = 0; i < search->counts.n; i++) {
        unsigned most = 0;
        for (guint k = 0; k < least->len; k++) {
            TabHand needed = g_array_index(least, TabHand, k);
            take_saved(search, &needed);
            most = MAX(most, needed.n[search->counts.kind[i]]);
        }
        add_kind(&counts, search->counts.kind[i], most + 1);
    }
    g_autofree double *table = g_new(double, counts.size);
    for (unsigned place = counts.size; place-- > 0;)
        table[place] = chance_after(search, least, &counts, table, place);
    return table[0];
}

static double chance_of_cast(const Search *search, const GArray *least)
{
    double chance = 0;
    for (unsigned i = 0; i < search->rules->n_thrown; i++) {
        const TabThrown *thrown = &search->rules->thrown[i];
        TabHand hand = thrown->hand;
        if (search->saved)
            hand.n[search->rules->saved_kind] += (uint8_t)search->saved;
        chance += tab_sticks_chance(search->sticks, thrown) * holds_any(least, &hand);
    }
    return chance;
}

static double chance_at(const Search *search, unsigned cell)
{
    const GArray *least = search->least[cell];
    if (!least)
        return 0;
    return search->at_once ? chance_of_cast(search, least) : chance_of_turn(search, least);
}

/* `only`: the cell that is set out from; TAB_NO_CELL: all are. */
static void find(const TabRules *rules, const TabPosition *position, TabSide attacker,
                 unsigned only, const TabSticks *sticks, double chance[TAB_MAX_CELLS])
{
    TabSticks own = tab_sticks_of_side(&rules->cast, sticks, attacker);
    Search search = {.rules = rules,
                     .sticks = &own,
                     .attacker = attacker,
                     .at_once = tab_ruleset_at_once(&rules->set),
                     .saved = rules->saved_kind >= 0 ? position->saved[attacker] : 0,
                     .seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL)};
    TabPosition start = *position;
    TabHand none = {{0}};
    unsigned cell;
    fill_contained(&search);
    start.side = (uint8_t)attacker;
    TAB_CELLS_FOREACH(start.occupied[attacker], cell) {
        g_hash_table_remove_all(search.seen);
        search.start = cell;
        if ((only == TAB_NO_CELL || only == cell) && !tab_position_finished(rules, &start))
            walk_from(&search, &start, cell, &none);
    }
    TabCell king = tab_position_king_of(&start, attacker);
    if (king != TAB_NO_CELL && (only == TAB_NO_CELL || only == king)) {
        g_hash_table_remove_all(search.seen);
        search.start = start.king;
        walk_from(&search, &start, start.king, &none);
    }
    memset(chance, 0, TAB_MAX_CELLS * sizeof *chance);
    for (cell = 0; cell < start.cells; cell++) {
        chance[cell] = chance_at(&search, cell);
        g_clear_pointer(&search.least[cell], g_array_unref);
    }
    g_hash_table_unref(search.seen);
    g_free(search.contained);
}

void tab_threats_find(const TabRules *rules, const TabPosition *position, TabSide attacker,
                      const TabSticks *sticks, double chance[TAB_MAX_CELLS])
{
    find(rules, position, attacker, TAB_NO_CELL, sticks, chance);
}

void tab_threats_find_from(const TabRules *rules, const TabPosition *position, TabSide attacker,
                           unsigned from, const TabSticks *sticks, double chance[TAB_MAX_CELLS])
{
    find(rules, position, attacker, from, sticks, chance);
}
