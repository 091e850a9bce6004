// SPDX-License-Identifier: GPL-3.0-or-later
// The exact chance that the side about to throw can capture what stands on a cell: the least sets
// of throws that lead there, by walking every group, and the chance that a turn's throws hold one.
#include "protocol/rules/threats.h"

#include <string.h>

#include "protocol/rules/movegen.h"

/* The throws after which the turn goes on. */
static const int again[3] = {TAB_THROW_1, TAB_THROW_4, TAB_THROW_6};

#define MOST_TABS 16  /* thrown 1s that are thought of; more come with a chance below the least */
#define MOST_OTHERS 8 /* 4s, and 6s */

/* --- the least sets that lead to a cell --- */

typedef struct {
    const TabRules *rules;
    const TabSticks *sticks;
    TabSide attacker;
    unsigned saved; /* tâbs that the attacker has besides what it will throw */
    bool at_once;   /* one throw a turn */
    /* the chance that a turn has at least so many 1s, 4s and 6s */
    double contained[MOST_TABS][MOST_OTHERS][MOST_OTHERS];
    unsigned start;               /* where the group set out */
    GHashTable *seen;             /* of gint64: the walks that were made */
    GArray *least[TAB_MAX_CELLS]; /* of TabHand, none within another; NULL: none */
} Search;

/* Fewer are needed after each throw of a kind that is; a throw that is not needed changes nothing,
 * and a 2 or 3 ends the turn. */
static void fill_contained(Search *search)
{
    const double *p = search->sticks->p;
    double(*table)[MOST_OTHERS][MOST_OTHERS] = search->contained;
    for (int a = 0; a < MOST_TABS; a++)
        for (int b = 0; b < MOST_OTHERS; b++)
            for (int c = 0; c < MOST_OTHERS; c++) {
                double found = (a ? p[TAB_THROW_1] * table[a - 1][b][c] : 0) +
                               (b ? p[TAB_THROW_4] * table[a][b - 1][c] : 0) +
                               (c ? p[TAB_THROW_6] * table[a][b][c - 1] : 0);
                double idle =
                    (a ? 0 : p[TAB_THROW_1]) + (b ? 0 : p[TAB_THROW_4]) + (c ? 0 : p[TAB_THROW_6]);
                table[a][b][c] = a || b || c ? found / (1 - idle) : 1;
            }
}

static bool within(const TabHand *part, const TabHand *whole)
{
    for (int i = 0; i < TAB_N_THROWS; i++)
        if (part->n[i] > whole->n[i])
            return false;
    return true;
}

static void note(Search *search, unsigned cell, const TabHand *used)
{
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

/* Whether these throws can come in one turn, and not too rarely. */
static bool is_likely(const Search *search, const TabHand *used)
{
    TabHand thrown = *used;
    thrown.n[TAB_THROW_1] -= (uint8_t)MIN(thrown.n[TAB_THROW_1], search->saved);
    unsigned ones = thrown.n[TAB_THROW_1], fours = thrown.n[TAB_THROW_4],
             sixes = thrown.n[TAB_THROW_6], last = thrown.n[TAB_THROW_2] + thrown.n[TAB_THROW_3];
    if (search->at_once)
        return ones + fours + sixes + last <= 1;
    return last <= 1 && ones < MOST_TABS && fours < MOST_OTHERS && sixes < MOST_OTHERS &&
           search->contained[ones][fours][sixes] >= TAB_THREATS_LEAST;
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
    const TabCells *row4 = &search->rules->board.row[search->attacker][4];
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
    for (int t = 0; t < TAB_N_THROWS; t++)
        walk = mix(walk, used->n[t]);
    for (int word = 0; word < 2; word++)
        walk = mix(walk, enemies.word[word]);
    walk = mix(walk, tab_cells_meet(&position->occupied[search->attacker],
                                    &search->rules->board.row[search->attacker][1]));
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
    if (!tab_position_finished(&after) && !was_seen(search, &after, play->to, used))
        walk_from(search, &after, play->to, used);
}

/* Follows the group on `cell` with every throw that can be added to those used. */
static void walk_from(Search *search, const TabPosition *position, unsigned cell,
                      const TabHand *used)
{
    TabPlay plays[TAB_MAX_PLAYS];
    for (int t = 0; t < TAB_N_THROWS; t++) {
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

/* The chance that a turn with these 1s, 4s and 6s so far comes to hold a set; `table` has that of
 * those with more of a kind, which are as good as `most` of it. */
static double chance_after(const Search *search, const GArray *least, const unsigned most[3],
                           double table[MOST_TABS][MOST_OTHERS][MOST_OTHERS],
                           const unsigned so_far[3])
{
    const double *p = search->sticks->p;
    TabHand hand = {.n = {[TAB_THROW_1] = (uint8_t)(so_far[0] + search->saved),
                          [TAB_THROW_4] = (uint16_t)so_far[1],
                          [TAB_THROW_6] = (uint16_t)so_far[2]}};
    double chance = 0, idle = 0;
    if (holds_any(least, &hand))
        return 1;
    for (int i = 0; i < 3; i++) {
        if (so_far[i] < most[i])
            chance += p[again[i]] *
                      table[so_far[0] + (i == 0)][so_far[1] + (i == 1)][so_far[2] + (i == 2)];
        else
            idle += p[again[i]];
    }
    for (int last = TAB_THROW_2; last <= TAB_THROW_3; last++) {
        hand.n[last] = 1;
        chance += p[last] * holds_any(least, &hand);
        hand.n[last] = 0;
    }
    return chance / (1 - idle);
}

static double chance_of_turn(const Search *search, const GArray *least)
{
    double table[MOST_TABS][MOST_OTHERS][MOST_OTHERS];
    unsigned most[3] = {0, 0, 0}, n[3];
    for (guint i = 0; i < least->len; i++)
        for (int k = 0; k < 3; k++) {
            unsigned needed = g_array_index(least, TabHand, i).n[again[k]];
            needed -= k == 0 ? MIN(needed, search->saved) : 0;
            most[k] = MAX(most[k], needed);
        }
    for (n[0] = most[0] + 1; n[0]-- > 0;)
        for (n[1] = most[1] + 1; n[1]-- > 0;)
            for (n[2] = most[2] + 1; n[2]-- > 0;)
                table[n[0]][n[1]][n[2]] = chance_after(search, least, most, table, n);
    return table[0][0][0];
}

static double chance_of_throw(const Search *search, const GArray *least)
{
    double chance = 0;
    for (int t = 0; t < TAB_N_THROWS; t++) {
        TabHand hand = {.n = {[TAB_THROW_1] = (uint8_t)search->saved}};
        hand.n[t]++;
        chance += search->sticks->p[t] * holds_any(least, &hand);
    }
    return chance;
}

static double chance_at(const Search *search, unsigned cell)
{
    const GArray *least = search->least[cell];
    if (!least)
        return 0;
    return search->at_once ? chance_of_throw(search, least) : chance_of_turn(search, least);
}

void tab_threats_find(const TabRules *rules, const TabPosition *position, TabSide attacker,
                      const TabSticks *sticks, double chance[TAB_MAX_CELLS])
{
    Search search = {.rules = rules,
                     .sticks = sticks,
                     .attacker = attacker,
                     .at_once = tab_ruleset_at_once(&rules->set),
                     .saved = rules->set.value[TAB_SWITCH_SAVE_TAB] ? position->saved[attacker] : 0,
                     .seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL)};
    TabPosition start = *position;
    TabHand none = {{0}};
    unsigned cell;
    fill_contained(&search);
    start.side = (uint8_t)attacker;
    TAB_CELLS_FOREACH(start.occupied[attacker], cell)
    {
        g_hash_table_remove_all(search.seen);
        search.start = cell;
        if (!tab_position_finished(&start))
            walk_from(&search, &start, cell, &none);
    }
    memset(chance, 0, TAB_MAX_CELLS * sizeof *chance);
    for (cell = 0; cell < start.cells; cell++) {
        chance[cell] = chance_at(&search, cell);
        g_clear_pointer(&search.least[cell], g_array_unref);
    }
    g_hash_table_unref(search.seen);
}
