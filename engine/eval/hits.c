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

/* Fills White's distances from a place on the track, breadth first over single steps, and Black's
 * from the opposite cell. */
static void measure_distances(TabHits *hits, const TabBoard *board, TabStop start, bool second)
{
    TabStop queue[TAB_MAX_LEGS * TAB_MAX_CELLS];
    unsigned head = 0, tail = 0, steps[TAB_MAX_LEGS][TAB_MAX_CELLS] = {{0}};
    const TabCell *opposite = board->opposite;
    uint8_t *white = hits->distance[TAB_WHITE][second][start.cell];
    uint8_t *black = hits->distance[TAB_BLACK][second][opposite[start.cell]];
    if (start.leg == TAB_NO_LEG)
        return;
    queue[tail++] = start;
    while (head < tail) {
        TabStop at = queue[head++];
        unsigned n = steps[at.leg][at.cell];
        for (int branch = 0; branch < 2; branch++) {
            TabStop to = tab_board_step(board, at, branch);
            if (to.leg == TAB_NO_LEG || steps[to.leg][to.cell])
                continue;
            steps[to.leg][to.cell] = n + 1;
            queue[tail++] = to;
            if (white[to.cell] == TAB_NO_DISTANCE)
                white[to.cell] = black[opposite[to.cell]] = (uint8_t)(n + 1);
        }
    }
}

/* The places that follow each place. */
static void list_stops(TabHits *hits, const TabBoard *board)
{
    memset(hits->next, 0xff, sizeof hits->next); /* TAB_NO_STOP */
    for (int leg = 0; leg < board->n_legs; leg++)
        for (unsigned cell = 0; cell < board->cells; cell++) {
            if (board->relative_row[TAB_WHITE][cell] != board->legs[leg].relative_row)
                continue;
            TabStop to[2];
            for (int branch = 0; branch < 2; branch++) {
                to[branch] = tab_board_step(board, (TabStop){(TabCell)cell, leg}, branch);
                bool same = branch && to[1].leg == to[0].leg;
                if (to[branch].leg != TAB_NO_LEG && !same)
                    hits->next[leg * TAB_MAX_CELLS + (int)cell][branch] =
                        (uint16_t)(to[branch].leg * TAB_MAX_CELLS + to[branch].cell);
            }
        }
}

/* From every cell, on its first leg and on its second. */
static void measure_all_distances(TabHits *hits, const TabBoard *board)
{
    for (unsigned cell = 0; cell < board->cells; cell++) {
        const int8_t *leg = board->leg[TAB_WHITE][cell];
        int second = leg[TAB_RANK_N];
        for (int rank = 0; rank < TAB_N_RANKS; rank++)
            if (leg[rank] != leg[TAB_RANK_N])
                second = leg[rank];
        measure_distances(hits, board, (TabStop){(TabCell)cell, leg[TAB_RANK_N]}, false);
        if (second != leg[TAB_RANK_N])
            measure_distances(hits, board, (TabStop){(TabCell)cell, second}, true);
    }
}

/* Collects the cells where a pile may yet come. */
static void follow_all(TabHits *hits, const TabBoard *board)
{
    for (int side = 0; side < 2; side++)
        for (int second = 0; second < 2; second++)
            for (unsigned from = 0; from < board->cells; from++)
                for (unsigned to = 0; to < board->cells; to++)
                    if (hits->distance[side][second][from][to] != TAB_NO_DISTANCE)
                        tab_cells_add(&hits->coming[side][second][from], to);
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

/* A throw that has a half is two throws of that. */
static Sums with_kind(Sums sums, const TabCast *cast, const TabKind *kind)
{
    unsigned steps = kind->half ? cast->kind[kind->half].steps : kind->steps;
    for (int i = 0; i < (kind->half ? 2 : 1); i++) {
        sums.all = with_throw(sums.all, steps);
        if (!kind->unlocks)
            sums.without = with_throw(sums.without, steps);
    }
    return sums;
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
            sums = with_kind(sums, cast, &cast->kind[t]);
            p *= listing->sticks->p[t] * (thrown + k + 1) / (k + 1);
        }
        return;
    }
    TAB_KINDS_FOREACH(cast, end)
        if (!cast->kind[end].again)
            list_hand(listing, with_kind(sums, cast, &cast->kind[end]),
                      p * listing->sticks->p[end]);
}

static void list_casts(Listing *listing, const TabRules *rules, Sums none)
{
    for (unsigned i = 0; i < rules->n_thrown; i++) {
        const TabThrown *thrown = &rules->thrown[i];
        Sums sums = none;
        for (unsigned k = 0; k < thrown->n; k++)
            sums = with_kind(sums, listing->cast, &listing->cast->kind[thrown->kind[k]]);
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

static void list_all_hands(TabHitHands *hands, const TabRules *rules, const TabSticks *sticks)
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
        hands->entries[i] = merge(listing.entries[i], &hands->n_entries[i]);
    hands->tail = MAX(0, 1 - listing.listed);
}

static TabDistances with_saved(const TabHits *hits, TabDistances sums, unsigned saved)
{
    for (unsigned i = 0; i < saved; i++)
        sums = with_throw(sums, hits->saved_steps);
    return sums;
}

/* The chance of each set of distances 1–16: one minus the chance of all hands whose sums avoid it,
 * which a sum over subsets gives for all sets at once. */
static float *fold_near(const TabHits *hits, const TabHitHands *hands, int usable, unsigned saved)
{
    const unsigned n_sets = 1u << TAB_HITS_NEAR;
    g_autofree double *avoid = g_new0(double, n_sets);
    for (unsigned i = 0; i < hands->n_entries[usable]; i++) {
        TabDistances sums = with_saved(hits, hands->entries[usable][i].sums, saved);
        avoid[sums.low >> 1 & (n_sets - 1)] += hands->entries[usable][i].p;
    }
    for (unsigned bit = 1; bit < n_sets; bit <<= 1)
        for (unsigned set = 0; set < n_sets; set++)
            if (set & bit)
                avoid[set] += avoid[set ^ bit];
    float *near = g_new(float, n_sets);
    for (unsigned set = 0; set < n_sets; set++)
        near[set] = (float)MAX(0, 1 - hands->tail - avoid[~set & (n_sets - 1)]);
    return near;
}

/* A hand has none if all its throws unlock nothing; with `throws=at-once` it is one cast. */
static double chance_to_unlock(const TabRules *rules, const TabSticks *sticks)
{
    double none[2] = {0}; /* [goes on] */
    for (unsigned i = 0; i < rules->n_thrown; i++) {
        const TabThrown *thrown = &rules->thrown[i];
        bool unlocks = false;
        for (unsigned k = 0; k < thrown->n; k++)
            unlocks |= rules->cast.kind[thrown->kind[k]].unlocks;
        if (!unlocks)
            none[thrown->again] += tab_sticks_chance(sticks, thrown);
    }
    if (tab_ruleset_at_once(&rules->set))
        return 1 - none[0] - none[1];
    return 1 - none[0] / (1 - none[1]);
}

static TabHitHands *hands_new(const TabHits *hits, const TabRules *rules, const TabSticks *sticks)
{
    TabHitHands *hands = g_new0(TabHitHands, 1);
    list_all_hands(hands, rules, sticks);
    hands->unlocks = (float)chance_to_unlock(rules, sticks);
    hands->throws = (float)tab_sticks_mean(&rules->cast, sticks);
    hands->near[0] = fold_near(hits, hands, 0, 0);
    for (unsigned saved = 0; saved <= (hits->saves ? TAB_HITS_SAVED : 0); saved++)
        hands->near[1 + saved] = fold_near(hits, hands, 1, saved);
    return hands;
}

static void hands_free(TabHitHands *hands)
{
    for (int i = 0; i < 2; i++)
        g_free(hands->entries[i]);
    for (unsigned i = 0; i < G_N_ELEMENTS(hands->near); i++)
        g_free(hands->near[i]);
    g_free(hands);
}

TabHits *tab_hits_new(const TabRules *rules, const TabSticks *sticks)
{
    TabHits *hits = g_new0(TabHits, 1);
    hits->rules = tab_rules_ref(rules);
    memset(hits->distance, TAB_NO_DISTANCE, sizeof hits->distance);
    hits->binds = rules->set.value[TAB_SWITCH_TAB_DUTY] != TAB_DUTY_FREE;
    hits->stops_own = rules->set.value[TAB_SWITCH_PASS_OWN] == TAB_PASS_OWN_NO;
    hits->spares_nasara = rules->set.value[TAB_SWITCH_SLEEPERS] == TAB_SLEEPERS_SAFE;
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
        }
    list_stops(hits, &rules->board);
    measure_all_distances(hits, &rules->board);
    follow_all(hits, &rules->board);
    TabSticks black = tab_sticks_of_side(&rules->cast, sticks, TAB_BLACK);
    bool alike = !memcmp(black.p, sticks->p, sizeof black.p);
    hits->hands[TAB_WHITE] = hands_new(hits, rules, sticks);
    hits->hands[TAB_BLACK] = alike ? hits->hands[TAB_WHITE] : hands_new(hits, rules, &black);
    return hits;
}

void tab_hits_free(TabHits *hits)
{
    if (hits->hands[TAB_BLACK] != hits->hands[TAB_WHITE])
        hands_free(hits->hands[TAB_BLACK]);
    hands_free(hits->hands[TAB_WHITE]);
    tab_rules_unref(hits->rules);
    g_free(hits);
}

/* Who walks, and how. */
typedef struct {
    const TabHits *hits;
    TabSide side;
    TabCells closed; /* where it may not go */
    uint32_t *near;
} Walk;

/* Closes these cells, or all but these, to a walk. */
static void close_cells(Walk *walk, const TabCells *cells, bool others)
{
    for (int i = 0; i < 2; i++)
        walk->closed.word[i] |= others ? ~cells->word[i] : cells->word[i];
}

/* Goes on from a place of the track, `steps` cells from where the walk began. */
static void walk_on(const Walk *walk, unsigned stop, unsigned steps)
{
    const TabHits *hits = walk->hits;
    for (int branch = 0; branch < 2 && steps < TAB_HITS_WALK; branch++) {
        unsigned next = hits->next[stop][branch];
        if (next == TAB_NO_STOP)
            continue;
        unsigned cell = next % TAB_MAX_CELLS;
        if (walk->side == TAB_BLACK)
            cell = hits->rules->board.opposite[cell];
        if (tab_cells_has(&walk->closed, cell))
            continue;
        walk->near[cell] |= UINT32_C(1) << steps;
        walk_on(walk, next, steps + 1);
    }
}

static void walk_from(const Walk *walk, unsigned cell, TabPile pile)
{
    unsigned white = walk->side == TAB_WHITE ? cell : walk->hits->rules->board.opposite[cell];
    int leg = walk->hits->rules->board.leg[TAB_WHITE][white][tab_pile_rank(pile, 0)];
    if (leg != TAB_NO_LEG)
        walk_on(walk, (unsigned)leg * TAB_MAX_CELLS + white, 0);
}

void tab_hits_walk(const TabHits *hits, const TabPosition *position, TabSide side,
                   const TabWalkers *walkers, uint32_t near[TAB_MAX_CELLS])
{
    const TabCells *row = hits->rules->board.row[side];
    TabCells own = position->occupied[side];
    TabCell king = tab_position_king_of(position, side);
    Walk walk = {.hits = hits, .side = side, .near = near};
    unsigned cell;
    if (king != TAB_NO_CELL)
        tab_cells_add(&own, king);
    memset(near, 0, TAB_MAX_CELLS * sizeof near[0]);
    TAB_CELLS_FOREACH(walkers->piles, cell) {
        walk.closed = own;
        if (tab_cells_has(&walkers->barred, cell))
            close_cells(&walk, &row[hits->rules->board.n_rows], false);
        if (walkers->stay_home && tab_cells_has(&row[TAB_HOME_ROW], cell))
            close_cells(&walk, &row[TAB_HOME_ROW], true);
        walk_from(&walk, cell, position->pile[cell]);
    }
    walk.closed = (TabCells){0}; /* the king passes its own */
    if (king != TAB_NO_CELL)
        walk_from(&walk, king, TAB_RANK_M);
}

static void add_distance(TabDistances *set, unsigned distance)
{
    if (distance == TAB_NO_DISTANCE)
        return;
    if (distance < 64)
        set->low |= UINT64_C(1) << distance;
    else
        set->high |= UINT64_C(1) << (distance - 64);
}

TabDistances tab_hits_distances(const TabHits *hits, const TabPosition *position, TabSide attacker,
                                unsigned cell)
{
    TabDistances set = {0, 0};
    TabWalkers walkers = {.piles = position->occupied[attacker],
                          .stay_home = tab_position_stays_home(hits->rules, position, attacker)};
    TabCell king = tab_position_king_of(position, attacker);
    unsigned from;
    if (tab_hits_spared(hits, position->pile[cell]))
        return set;
    TAB_CELLS_FOREACH(position->occupied[attacker], from) {
        if (position->pile[from] == TAB_PILE_NASRANI)
            tab_cells_remove(&walkers.piles, from);
        else if (!(walkers.stay_home && tab_hits_leaves_home(hits, attacker, from, cell)))
            add_distance(&set, tab_hits_distance(hits, position, attacker, from, cell));
    }
    if (hits->stops_own) {
        uint32_t near[TAB_MAX_CELLS];
        tab_hits_walk(hits, position, attacker, &walkers, near);
        return (TabDistances){(uint64_t)near[cell] << 1, 0};
    }
    if (king != TAB_NO_CELL)
        add_distance(&set, hits->distance[attacker][0][king][cell]);
    return set;
}

double tab_hits_chance(const TabHits *hits, const TabPosition *position, TabSide attacker,
                       TabDistances distances)
{
    bool usable = tab_hits_tabs_usable(hits, position, attacker);
    unsigned saved = usable && hits->saves ? position->saved[attacker] : 0;
    const TabHitHands *hands = hits->hands[attacker];
    double chance = 0;
    for (unsigned i = 0; i < hands->n_entries[usable]; i++) {
        TabDistances sums = with_saved(hits, hands->entries[usable][i].sums, saved);
        if ((sums.low & distances.low) | (sums.high & distances.high))
            chance += hands->entries[usable][i].p;
    }
    return chance;
}

/* Where the pile on `from` may yet come. */
static const TabCells *coming_from(const TabHits *hits, const TabPosition *position, TabSide side,
                                   unsigned from)
{
    bool second = tab_board_on_second_leg(&hits->rules->board, side, from,
                                          tab_pile_rank(position->pile[from], 0));
    return &hits->coming[side][second][from];
}

unsigned tab_hits_lasting(const TabHits *hits, const TabPosition *position, TabSide side)
{
    TabSide enemy = tab_side_other(side);
    TabCells taken = {{0}};
    unsigned cell, pieces = 0;
    TAB_CELLS_FOREACH(position->occupied[enemy], cell) {
        const TabCells *coming = coming_from(hits, position, enemy, cell);
        taken.word[0] |= coming->word[0];
        taken.word[1] |= coming->word[1];
    }
    TAB_CELLS_FOREACH(position->occupied[side], cell) {
        TabCells stay = *coming_from(hits, position, side, cell);
        tab_cells_add(&stay, cell);
        if (!tab_cells_meet(&stay, &taken))
            pieces += tab_pile_height(position->pile[cell]);
    }
    return pieces;
}

bool tab_hits_row4_frozen(const TabRules *rules, const TabPosition *position, TabSide side)
{
    const TabBoard *board = &rules->board;
    const TabCells *own = &position->occupied[side], *row4 = &board->row[side][board->n_rows];
    if (rules->fill)
        return true;
    switch ((TabRow4Move)rules->set.value[TAB_SWITCH_ROW4_MOVE]) {
    case TAB_ROW4_FREE:
        return false;
    case TAB_ROW4_LAST:
        return (own->word[0] & ~row4->word[0]) | (own->word[1] & ~row4->word[1]);
    default:
        return tab_cells_meet(own, &board->row[side][1]);
    }
}
