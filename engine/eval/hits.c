// SPDX-License-Identifier: GPL-3.0-or-later
// Lists all hands of throws with the sums they can make, and folds them into tables of chances.
#include "engine/eval/hits.h"

#include <string.h>

#define TAIL 1e-12      /* hands rarer than this together are left out … */
#define MAX_REPEATS 60u /* … but none is longer than this before the throw that ends it … */
#define MAX_HANDS 1e5   /* … and there are not more */

/* Sums `sums` with one more throw of `value` that may be used or not. */
static TabDistances with_throw(TabDistances sums, unsigned value)
{
    if (!value)
        return sums;
    TabDistances more = {sums.low << value, sums.high << value | sums.low >> (64 - value)};
    return (TabDistances){sums.low | more.low, sums.high | more.high};
}

/* Fills the distances from one cell, breadth first over single steps. */
static void measure_distances(TabHits *hits, const TabRules *rules, int side, unsigned from)
{
    TabCell queue[TAB_MAX_CELLS];
    unsigned head = 0, tail = 0;
    uint8_t *distance = hits->distance[side][from];
    const TabCell(*next)[2] = rules->board.next[side];
    memset(distance, TAB_NO_DISTANCE, TAB_MAX_CELLS);
    unsigned steps = 0, cell = from;
    for (;;) {
        for (int branch = 0; branch < 2; branch++) {
            TabCell to = next[cell][branch];
            if (to != TAB_NO_CELL && distance[to] == TAB_NO_DISTANCE) {
                distance[to] = (uint8_t)(steps + 1);
                queue[tail++] = to;
            }
        }
        if (head == tail)
            return;
        cell = queue[head++];
        steps = distance[cell];
    }
}

/* The list being filled. */
typedef struct {
    GArray *entries[2]; /* TabHitEntry, [tâbs usable] */
    const TabCast *cast;
    const TabSticks *sticks;
    unsigned longest; /* throws before the one that ends a hand, at most */
    double listed;
} Listing;

/* What subsets of a hand sum to, with its tâbs usable and without. */
typedef struct {
    TabDistances all, without;
} Sums;

static Sums with_kind(Sums sums, const TabKind *kind)
{
    return (Sums){with_throw(sums.all, kind->steps),
                  kind->unlocks ? sums.without : with_throw(sums.without, kind->steps)};
}

static void list_hand(Listing *listing, Sums sums, double p)
{
    const TabHitEntry entries[2] = {{sums.without, p}, {sums.all, p}};
    for (int usable = 0; usable < 2; usable++)
        g_array_append_val(listing->entries[usable], entries[usable]);
    listing->listed += p;
}

/* Every multiset of throws that go on, of kinds from `t` on, with its multinomial chance, and then
 * every throw that ends a hand. The first `thrown` throws, in any order, have the chance `p`. */
static void list_hands(Listing *listing, int t, unsigned thrown, Sums sums, double p)
{
    const TabCast *cast = listing->cast;
    while (t < cast->n_kinds && !cast->kind[t].again)
        t++;
    if (t < cast->n_kinds) {
        for (unsigned k = 0; thrown + k <= listing->longest; k++) {
            list_hands(listing, t + 1, thrown + k, sums, p);
            sums = with_kind(sums, &cast->kind[t]);
            p *= listing->sticks->p[t] * (thrown + k + 1) / (k + 1);
        }
        return;
    }
    TAB_KINDS_FOREACH(cast, end)
    if (!cast->kind[end].again)
        list_hand(listing, with_kind(sums, &cast->kind[end]), p * listing->sticks->p[end]);
}

static void list_casts(Listing *listing, const TabRules *rules, Sums none)
{
    for (unsigned i = 0; i < rules->n_thrown; i++) {
        const TabThrown *thrown = &rules->thrown[i];
        Sums sums = none;
        for (unsigned k = 0; k < thrown->n; k++)
            sums = with_kind(sums, &listing->cast->kind[thrown->kind[k]]);
        list_hand(listing, sums, tab_sticks_chance(listing->sticks, thrown));
    }
}

/* So many throws before the last one that longer hands are rarer than TAIL together, or as many as
 * can be listed. */
static unsigned find_longest_hand(const TabCast *cast, const TabSticks *sticks)
{
    double again = tab_sticks_rethrow(cast, sticks), hands = 1;
    unsigned kinds = 0, longest = 0;
    TAB_KINDS_FOREACH(cast, t)
    kinds += cast->kind[t].again;
    for (double p = again; p > TAIL && longest < MAX_REPEATS; p *= again) {
        hands *= (double)(longest + 1 + kinds) / (longest + 1);
        if (hands > MAX_HANDS)
            break;
        longest++;
    }
    return longest;
}

static int compare_entries(gconstpointer a, gconstpointer b)
{
    const TabDistances *x = &((const TabHitEntry *)a)->sums, *y = &((const TabHitEntry *)b)->sums;
    if (x->high != y->high)
        return x->high < y->high ? -1 : 1;
    return x->low < y->low ? -1 : x->low > y->low;
}

/* Merges entries that reach the same sums. */
static TabHitEntry *merge(GArray *list, unsigned *n)
{
    g_array_sort(list, compare_entries);
    unsigned used = 0;
    for (unsigned i = 0; i < list->len; i++) {
        TabHitEntry *last = used ? &g_array_index(list, TabHitEntry, used - 1) : NULL;
        const TabHitEntry *entry = &g_array_index(list, TabHitEntry, i);
        if (last && !compare_entries(last, entry))
            last->p += entry->p;
        else
            g_array_index(list, TabHitEntry, used++) = *entry;
    }
    *n = used;
    return (TabHitEntry *)(gpointer)g_array_free(list, FALSE);
}

static void list_all_hands(TabHits *hits, const TabRules *rules, const TabSticks *sticks)
{
    const TabCast *cast = &rules->cast;
    const Sums none = {{1, 0}, {1, 0}};
    Listing listing = {.cast = cast, .sticks = sticks, .longest = find_longest_hand(cast, sticks)};
    for (int i = 0; i < 2; i++)
        listing.entries[i] = g_array_new(FALSE, FALSE, sizeof(TabHitEntry));
    if (!tab_ruleset_at_once(&rules->set))
        list_hands(&listing, 0, 0, none, 1);
    else /* the hand is one cast */
        list_casts(&listing, rules, none);
    for (int i = 0; i < 2; i++)
        hits->entries[i] = merge(listing.entries[i], &hits->n_entries[i]);
    hits->tail = MAX(0, 1 - listing.listed);
}

static TabDistances with_saved(const TabHits *hits, TabDistances sums, unsigned saved)
{
    for (unsigned i = 0; i < saved; i++)
        sums = with_throw(sums, hits->saved_steps);
    return sums;
}

/* The chance of each set of distances 1–16: one minus the chance of all hands whose sums avoid it,
 * which a sum over subsets gives for all sets at once. */
static float *fold_near(const TabHits *hits, int usable, unsigned saved)
{
    const unsigned n_sets = 1u << TAB_HITS_NEAR;
    g_autofree double *avoid = g_new0(double, n_sets);
    for (unsigned i = 0; i < hits->n_entries[usable]; i++) {
        TabDistances sums = with_saved(hits, hits->entries[usable][i].sums, saved);
        avoid[sums.low >> 1 & (n_sets - 1)] += hits->entries[usable][i].p;
    }
    for (unsigned bit = 1; bit < n_sets; bit <<= 1)
        for (unsigned set = 0; set < n_sets; set++)
            if (set & bit)
                avoid[set] += avoid[set ^ bit];
    float *near = g_new(float, n_sets);
    for (unsigned set = 0; set < n_sets; set++)
        near[set] = (float)MAX(0, 1 - hits->tail - avoid[~set & (n_sets - 1)]);
    return near;
}

TabHits *tab_hits_new(const TabRules *rules, const TabSticks *sticks)
{
    TabHits *hits = g_new0(TabHits, 1);
    hits->convert = rules->set.value[TAB_SWITCH_TAB_DUTY] == TAB_DUTY_CONVERT;
    hits->saves = rules->set.value[TAB_SWITCH_SAVE_TAB];
    if (rules->saved_kind >= 0)
        hits->saved_steps = rules->cast.kind[rules->saved_kind].steps;
    for (int side = 0; side < 2; side++)
        for (unsigned cell = 0; cell < rules->board.cells; cell++) {
            unsigned row = rules->board.relative_row[side][cell];
            hits->zone[side][cell] = row == 1                     ? TAB_ZONE_HOME
                                     : row == rules->board.n_rows ? TAB_ZONE_ENEMY_HOME
                                     : row == 2                   ? TAB_ZONE_NEXT
                                                                  : TAB_ZONE_FAR;
            measure_distances(hits, rules, side, cell);
        }
    list_all_hands(hits, rules, sticks);
    hits->near[0] = fold_near(hits, 0, 0);
    for (unsigned saved = 0; saved <= (hits->saves ? TAB_HITS_SAVED : 0); saved++)
        hits->near[1 + saved] = fold_near(hits, 1, saved);
    return hits;
}

void tab_hits_free(TabHits *hits)
{
    for (int i = 0; i < 2; i++)
        g_free(hits->entries[i]);
    for (unsigned i = 0; i < G_N_ELEMENTS(hits->near); i++)
        g_free(hits->near[i]);
    g_free(hits);
}

TabDistances tab_hits_distances(const TabHits *hits, const TabPosition *position, TabSide attacker,
                                unsigned cell)
{
    TabDistances set = {0, 0};
    unsigned from;
    TAB_CELLS_FOREACH(position->occupied[attacker], from)
    {
        unsigned distance = hits->distance[attacker][from][cell];
        if (position->pile[from] == TAB_PILE_NASRANI || distance == TAB_NO_DISTANCE)
            continue;
        if (distance < 64)
            set.low |= UINT64_C(1) << distance;
        else
            set.high |= UINT64_C(1) << (distance - 64);
    }
    return set;
}

double tab_hits_chance(const TabHits *hits, const TabPosition *position, TabSide attacker,
                       TabDistances distances)
{
    bool usable = tab_hits_tabs_usable(hits, position, attacker);
    unsigned saved = usable && hits->saves ? position->saved[attacker] : 0;
    double chance = 0;
    for (unsigned i = 0; i < hits->n_entries[usable]; i++) {
        TabDistances sums = with_saved(hits, hits->entries[usable][i].sums, saved);
        if ((sums.low & distances.low) | (sums.high & distances.high))
            chance += hits->entries[usable][i].p;
    }
    return chance;
}

bool tab_hits_row4_frozen(const TabRules *rules, const TabPosition *position, TabSide side)
{
    const TabBoard *board = &rules->board;
    const TabCells *own = &position->occupied[side], *row4 = &board->row[side][board->n_rows];
    switch ((TabRow4Move)rules->set.value[TAB_SWITCH_ROW4_MOVE]) {
    case TAB_ROW4_FREE:
        return false;
    case TAB_ROW4_LAST:
        return (own->word[0] & ~row4->word[0]) | (own->word[1] & ~row4->word[1]);
    default:
        return tab_cells_meet(own, &board->row[side][1]);
    }
}
