// SPDX-License-Identifier: GPL-3.0-or-later
// Lists all hands of throws with the sums they can make, and folds them into tables of chances.
#include "engine/eval/hits.h"

#include <string.h>

#define TAIL 1e-12      /* hands rarer than this together are left out … */
#define MAX_REPEATS 60u /* … but none is longer than this before its 2 or 3 */

/* Sums `sums` with one more throw of `value` that may be used or not. */
static TabDistances with_throw(TabDistances sums, int value)
{
    TabDistances more = {sums.low << value, sums.high << value | sums.low >> (64 - value)};
    return (TabDistances){sums.low | more.low, sums.high | more.high};
}

/* Fills the distances from one cell, breadth first over single steps. */
static void measure(TabHits *hits, const TabRules *rules, int side, unsigned from)
{
    TabCell queue[TAB_MAX_CELLS];
    unsigned head = 0, tail = 0;
    uint8_t *distance = hits->distance[side][from];
    const TabWay(*ways)[2] = rules->board.way[side][TAB_THROW_1];
    memset(distance, TAB_NO_DISTANCE, TAB_MAX_CELLS);
    unsigned steps = 0, cell = from;
    for (;;) {
        for (int branch = 0; branch < 2; branch++) {
            TabCell to = ways[cell][branch].to;
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
    const TabSticks *sticks;
    double listed;
} Listing;

static void add_hand(Listing *listing, TabDistances with_tabs, TabDistances without, double p)
{
    for (int end = TAB_THROW_2; end <= TAB_THROW_3; end++) {
        double chance = p * listing->sticks->p[end];
        TabHitEntry entries[2] = {{with_throw(without, end + 1), chance},
                                  {with_throw(with_tabs, end + 1), chance}};
        for (int usable = 0; usable < 2; usable++)
            g_array_append_val(listing->entries[usable], entries[usable]);
        listing->listed += chance;
    }
}

/* Every multiset of ones, fours and sixes with its multinomial chance, one count after the other.
 */
static void list_hands(Listing *listing, unsigned longest)
{
    const double *chance = listing->sticks->p;
    TabDistances ones = {1, 0};
    double p_ones = 1;
    for (unsigned a = 0; a <= longest; a++) {
        TabDistances fours = ones, fours_only = {1, 0};
        double p_fours = p_ones;
        for (unsigned b = 0; a + b <= longest; b++) {
            TabDistances sixes = fours, sixes_only = fours_only;
            double p = p_fours;
            for (unsigned c = 0; a + b + c <= longest; c++) {
                add_hand(listing, sixes, sixes_only, p);
                sixes = with_throw(sixes, 6);
                sixes_only = with_throw(sixes_only, 6);
                p *= chance[TAB_THROW_6] * (a + b + c + 1) / (c + 1);
            }
            fours = with_throw(fours, 4);
            fours_only = with_throw(fours_only, 4);
            p_fours *= chance[TAB_THROW_4] * (a + b + 1) / (b + 1);
        }
        ones = with_throw(ones, 1);
        p_ones *= chance[TAB_THROW_1];
    }
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

/* `throws=at-once`: the hand is one throw. */
static void list_single_throws(Listing *listing)
{
    for (int t = 0; t < TAB_N_THROWS; t++) {
        TabHitEntry entry = {with_throw((TabDistances){1, 0}, tab_throw_value(t)),
                             listing->sticks->p[t]};
        g_array_append_val(listing->entries[1], entry);
        if (t == TAB_THROW_1)
            entry.sums = (TabDistances){1, 0};
        g_array_append_val(listing->entries[0], entry);
        listing->listed += entry.p;
    }
}

static void list_entries(TabHits *hits, const TabRules *rules, const TabSticks *sticks)
{
    Listing listing = {.sticks = sticks};
    unsigned longest = 0;
    double tail = tab_sticks_rethrow(tab_cast_tab(), sticks);
    for (int i = 0; i < 2; i++)
        listing.entries[i] = g_array_new(FALSE, FALSE, sizeof(TabHitEntry));
    for (double p = tail; p > TAIL && longest < MAX_REPEATS; p *= tail)
        longest++;
    if (tab_ruleset_at_once(&rules->set))
        list_single_throws(&listing);
    else
        list_hands(&listing, longest);
    for (int i = 0; i < 2; i++)
        hits->entries[i] = merge(listing.entries[i], &hits->n_entries[i]);
    hits->tail = MAX(0, 1 - listing.listed);
}

static TabDistances with_saved(TabDistances sums, unsigned saved)
{
    for (unsigned i = 0; i < saved; i++)
        sums = with_throw(sums, 1);
    return sums;
}

/* The chance of each set of distances 1–16: one minus the chance of all hands whose sums avoid it,
 * which a sum over subsets gives for all sets at once. */
static float *fold_near(const TabHits *hits, int usable, unsigned saved)
{
    const unsigned n_sets = 1u << TAB_HITS_NEAR;
    g_autofree double *avoid = g_new0(double, n_sets);
    for (unsigned i = 0; i < hits->n_entries[usable]; i++) {
        TabDistances sums = with_saved(hits->entries[usable][i].sums, saved);
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
    for (int side = 0; side < 2; side++)
        for (unsigned cell = 0; cell < rules->board.cells; cell++)
            measure(hits, rules, side, cell);
    list_entries(hits, rules, sticks);
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
        TabDistances sums = with_saved(hits->entries[usable][i].sums, saved);
        if ((sums.low & distances.low) | (sums.high & distances.high))
            chance += hits->entries[usable][i].p;
    }
    return chance;
}

bool tab_hits_row4_frozen(const TabRules *rules, const TabPosition *position, TabSide side)
{
    const TabBoard *board = &rules->board;
    const TabCells *own = &position->occupied[side], *row4 = &board->row[side][4];
    switch ((TabRow4Move)rules->set.value[TAB_SWITCH_ROW4_MOVE]) {
    case TAB_ROW4_FREE:
        return false;
    case TAB_ROW4_LAST:
        return (own->word[0] & ~row4->word[0]) | (own->word[1] & ~row4->word[1]);
    default:
        return tab_cells_meet(own, &board->row[side][1]);
    }
}
