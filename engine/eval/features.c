// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the network's rows of a position; chances to be hit come from sets of distances, and these
// from sets of piles in the order of the path by shifts.
#include "engine/eval/features.h"

#include <math.h>
#include <string.h>

#define USUAL_SHIFTS 3 /* of each cell: what is known to the compiler unrolls */
#define UNROLLED _Pragma("GCC unroll 3")

/* Where the attackers of one side stand, backwards along its path, so that a shift puts those at
 * distance d before a cell into bit d - 1. The last cell of the path is bit 0. */
typedef struct {
    uint64_t low, high;
} Track;

typedef struct {
    Track all, open; /* piles that may move; those that may also enter row 4 */
    Track second;    /* those that may move and stand on the second leg of their cell */
    Track bound[2];  /* by leg, those that may move, but not leave their home row */
    Track king;
    TabWalkers walkers; /* the same, where own pieces stand in the way */
    unsigned n;
} Attackers;

/* Bit n, which is below 64 if it is not `wide`. */
static inline Track track_bit(unsigned n, bool wide)
{
    return (Track){(uint64_t)(!wide || n < 64) << (n & 63), (uint64_t)(wide && n >= 64)
                                                                << (n & 63)};
}

static inline bool track_any(Track track)
{
    return track.low | track.high;
}

static inline Track track_with(Track one, Track other)
{
    return (Track){one.low | other.low, one.high | other.high};
}

/* Those of its bits that are not below bit n. */
static inline Track track_from(Track track, unsigned n)
{
    Track bit = track_bit(n, true);
    return (Track){track.low & (n < 64 ? -bit.low : 0),
                   track.high & (n < 64 ? UINT64_MAX : -bit.high)};
}

/* Its low word, after all 128 bits were turned to the right. */
static inline uint64_t track_turn(Track track, unsigned turn)
{
    uint64_t here = turn & 64 ? track.high : track.low, above = turn & 64 ? track.low : track.high;
    return here >> (turn & 63) | above << 1 << (63 - (turn & 63));
}

/* Everything that is counted of one side. */
typedef struct {
    unsigned in_zone[TAB_N_ZONES], stacked, flipped, frozen;
    unsigned exposed, worst, reach, safe;
    Attackers attackers;
} Count;

/* A pile's code: 0 a Nasrani; else height (4 and more are one) by furthest rank by looseness. Rank
 * T means something only where returns are told by what a piece has visited. */
static inline __attribute__((always_inline)) unsigned code_of(const TabFeatures *features,
                                                              TabPile pile, unsigned height)
{
    if (pile == TAB_PILE_NASRANI)
        return 0;
    TabPile ranks = UINT64_C(0x5555555555555555) >> (64 - 2 * height);
    unsigned rank = pile & pile >> 1 & ranks                           ? 2
                    : features->tells_t && (pile >> 1 & ~pile & ranks) ? 1
                                                                       : 0;
    return 1 + (MIN(height, 4) - 1) + 4 * rank + (pile & TAB_PILE_LOOSE ? 12 : 0);
}

/* Adds the piles of `side` to the rows, as those of the side to move (`enemy` 0) or of the other.
 */
static inline __attribute__((always_inline)) void
add_piles(const TabFeatures *features, const TabPosition *position, TabSide side, unsigned enemy,
          TabInput *input, Count *count, bool simple, bool wide)
{
    const TabCell *view = features->view[position->side];
    const uint8_t *behind = features->behind[side];
    unsigned cell;
    bool frozen = tab_hits_row4_frozen(features->rules, position, side);
    bool stay_home = !simple && tab_position_stays_home(features->rules, position, side);
    memset(count, 0, sizeof *count);
    count->attackers.walkers.stay_home = stay_home;
    TAB_CELLS_FOREACH(position->occupied[side], cell) {
        TabPile pile = position->pile[cell];
        unsigned height = tab_pile_height(pile), zone = features->zone[side][cell];
        unsigned code = code_of(features, pile, height);
        unsigned slot = 2u * view[cell] + enemy;
        input->plain[input->n_plain++] = (uint16_t)(slot * TAB_PILE_CODES + code);
        count->in_zone[zone] += height;
        count->stacked += height - 1;
        if (code == 0 || (zone == TAB_ZONE_ENEMY_HOME && frozen))
            continue;
        bool flipped = (code - 1) % 12 >= 8;
        count->flipped += flipped && zone != TAB_ZONE_ENEMY_HOME;
        count->attackers.n++;
        bool barred = flipped && features->once && zone != TAB_ZONE_ENEMY_HOME;
        if (!simple) {
            tab_cells_add(&count->attackers.walkers.piles, cell);
            if (barred)
                tab_cells_add(&count->attackers.walkers.barred, cell);
            if (features->hits->stops_own)
                continue; /* tracks are not looked at */
        }
        Track bit = track_bit(behind[cell], wide);
        bool second = !simple && tab_board_on_second_leg(&features->rules->board, side, cell,
                                                         tab_pile_rank(pile, 0));
        if (stay_home && zone == TAB_ZONE_HOME) {
            count->attackers.bound[second] = track_with(count->attackers.bound[second], bit);
            continue;
        }
        if (second) {
            count->attackers.second = track_with(count->attackers.second, bit);
            continue;
        }
        count->attackers.all = track_with(count->attackers.all, bit);
        if (!barred)
            count->attackers.open = track_with(count->attackers.open, bit);
    }
    TabCell king = simple ? TAB_NO_CELL : tab_position_king_of(position, side);
    if (king != TAB_NO_CELL)
        count->attackers.king = track_bit(behind[king], wide);
    count->frozen = frozen ? count->in_zone[TAB_ZONE_ENEMY_HOME] : 0;
}

/* Whether one word is not enough for a track. */
static inline bool is_wide(const TabFeatures *features)
{
    return features->rules->board.cells > 64;
}

/* The set of distances 1–32 (bit d - 1) of attackers that stand `back` to a cell with these shifts.
 */
static inline __attribute__((always_inline)) unsigned distances(Track back, const TabShift *shift,
                                                                unsigned n, bool wide)
{
    uint64_t set = 0;
    UNROLLED
    for (unsigned i = 0; i < n; i++) {
        unsigned turn = shift[i].turn;
        if (wide) {
            Track some = {back.low & shift[i].low, back.high & shift[i].high};
            set |= track_turn(some, turn);
        } else {
            uint64_t some = back.low & shift[i].low;
            set |= some >> turn | some << (-turn & 63);
        }
    }
    return (unsigned)set;
}

/* The distances 1–32 from which attackers of `side` can come to a cell; `walked` has them where own
 * pieces stand in the way. */
static inline __attribute__((always_inline)) unsigned
reach(const TabFeatures *features, const Attackers *by, TabSide side, unsigned cell,
      const uint32_t *walked, bool simple, bool wide, unsigned n_shifts)
{
    if (!simple && features->hits->stops_own)
        return walked[cell];
    unsigned place = side * features->rules->board.cells + cell;
    Track all = features->zone[side][cell] == TAB_ZONE_ENEMY_HOME ? by->open : by->all;
    Track second = by->second;
    if (!simple && features->zone[side][cell] == TAB_ZONE_HOME) { /* to there none need leave it */
        unsigned behind = features->behind[side][cell];
        all = track_with(all, track_from(by->bound[0], behind));
        second = track_with(second, track_from(by->bound[1], behind));
    }
    if (!simple)
        all = track_with(all, by->king);
    unsigned set = distances(all, features->shifts[0] + place * n_shifts, n_shifts, wide);
    if (!simple && track_any(second))
        set |= distances(second, features->shifts[1] + place * features->n_shifts[1],
                         features->n_shifts[1], wide);
    return set;
}

/* Adds the two shortest of a set of ways. */
static inline void add_nearest(TabInput *input, unsigned first, unsigned ways)
{
    for (unsigned i = 0; i < 2 && ways; i++, ways &= ways - 1)
        input->plain[input->n_plain++] =
            (uint16_t)(first + i * TAB_NEAREST_ROWS + (unsigned)__builtin_ctz(ways));
}

/* Adds the chances of `side` to land on each pile of the other side, and its shortest ways there.
 * `enemy`: whether those piles are the enemy's of the side to move. */
static inline __attribute__((always_inline)) void
add_hits(const TabFeatures *features, const TabPosition *position, TabSide side, unsigned enemy,
         TabInput *input, Count *by, Count *of, bool simple, bool wide, unsigned n_shifts)
{
    const TabCell *view = features->view[position->side];
    unsigned cell, aims = 0;
    bool usable = !(features->binds && position->nasara[side]);
    unsigned saved = features->saves ? MIN(position->saved[side], TAB_HITS_SAVED) : 0;
    const int16_t *near = features->near[side][usable ? 1 + saved : 0];
    unsigned risk = 0, exposed = 0, worst = 0, ways = 0;
    uint32_t walked[TAB_MAX_CELLS];
    if (!simple && features->hits->stops_own)
        tab_hits_walk(features->hits, position, side, &by->attackers.walkers, walked);
    TAB_CELLS_FOREACH(position->occupied[tab_side_other(side)], cell) {
        if (!simple && tab_hits_spared(features->hits, position->pile[cell]))
            continue;
        unsigned set = reach(features, &by->attackers, side, cell, walked, simple, wide, n_shifts);
        unsigned chance = (unsigned)near[set & ((1u << TAB_HITS_NEAR) - 1)];
        ways |= set;
        if (!chance)
            continue;
        unsigned height = tab_pile_height(position->pile[cell]);
        unsigned slot = 2u * view[cell] + enemy;
        input->valued[input->n_valued] = (uint16_t)(features->hit_row + slot * TAB_HIT_HEIGHTS +
                                                    MIN(height, TAB_HIT_HEIGHTS) - 1);
        input->value[input->n_valued++] = (int16_t)chance;
        exposed += chance * height;
        worst = MAX(worst, chance * height);
        risk += features->risk[(chance + 16) >> 5];
        aims += (unsigned)features->root[(chance + 16) >> 5];
    }
    add_nearest(input, features->nearest_row + enemy * 2 * TAB_NEAREST_ROWS, ways);
    of->exposed = exposed;
    of->worst = worst;
    of->safe = (unsigned)features->safe[MIN(risk, TAB_RISK_STEPS - 1)];
    by->reach = aims;
    if (simple || position->king_of == TAB_KING_NONE || track_any(by->attackers.king))
        return;
    unsigned set =
        reach(features, &by->attackers, side, position->king, walked, simple, wide, n_shifts);
    int16_t chance = near[set & ((1u << TAB_HITS_NEAR) - 1)];
    input->valued[input->n_valued] =
        (uint16_t)(features->king_row + TAB_N_KING_ROWS * position->cells + !enemy);
    input->value[input->n_valued] = chance;
    input->n_valued = (uint8_t)(input->n_valued + (chance > 0));
}

/* Adds the terms of one side; one that is 0 is overwritten by the next. */
static void add_dense(const TabFeatures *features, const TabPosition *position, TabSide side,
                      unsigned first, const Count *count, TabInput *input)
{
    unsigned full = tab_ruleset_pieces(&features->rules->set), unit = TAB_INPUT_ONE / full;
    unsigned pieces = position->pieces[side];
    const unsigned value[TAB_N_DENSE] = {
        [TAB_DENSE_PIECES] = pieces * unit,
        [TAB_DENSE_NASARA] = position->nasara[side] * unit,
        [TAB_DENSE_ROW1] = (count->in_zone[TAB_ZONE_HOME] - position->nasara[side]) * unit,
        [TAB_DENSE_ROW3] = count->in_zone[TAB_ZONE_FAR] * unit,
        [TAB_DENSE_ROW4] = count->in_zone[TAB_ZONE_ENEMY_HOME] * unit,
        [TAB_DENSE_FLIPPED] = count->flipped * unit,
        [TAB_DENSE_STACKED] = count->stacked * unit,
        [TAB_DENSE_MOVABLE] = count->attackers.n * unit,
        [TAB_DENSE_EXPOSED] = count->exposed / full,
        [TAB_DENSE_WORST] = count->worst / 4,
        [TAB_DENSE_REACH] = count->reach / full,
        [TAB_DENSE_SAFE] = count->safe,
        [TAB_DENSE_BOUND] = features->binds && position->nasara[side] ? TAB_INPUT_ONE : 0,
        [TAB_DENSE_SAVED] = position->saved[side] * (TAB_INPUT_ONE / TAB_MAX_SAVED),
        [TAB_DENSE_FROZEN] = count->frozen * unit,
        [TAB_DENSE_SHARE] =
            (unsigned)features->share[pieces][position->pieces[tab_side_other(side)]],
        [TAB_DENSE_FEW] = (unsigned)features->share[1][pieces - 1],
    };
    for (unsigned term = 0; term < TAB_N_DENSE; term++) {
        input->valued[input->n_valued] = (uint16_t)(first + term);
        input->value[input->n_valued] = (int16_t)MIN(value[term], TAB_INPUT_ONE);
        input->n_valued = (uint8_t)(input->n_valued + (value[term] > 0));
    }
}

/* Adds the number of lasting pieces of each side that has some. */
static void add_lasting(const TabFeatures *features, const TabPosition *position, TabInput *input)
{
    for (unsigned i = 0; i < 2; i++) {
        TabSide side = i ? tab_side_other((TabSide)position->side) : (TabSide)position->side;
        unsigned lasting = tab_hits_lasting(features->hits, position, side);
        if (lasting)
            input->plain[input->n_plain++] = (uint16_t)(features->lasting_row + i * TAB_COUNT_ROWS +
                                                        MIN(lasting, TAB_COUNT_ROWS) - 1);
    }
}

static void add_king(const TabFeatures *features, const TabPosition *position, TabInput *input)
{
    bool is_own = tab_position_king_of(position, (TabSide)position->side) != TAB_NO_CELL;
    TabKingRow whose = position->king_of == TAB_KING_FREE ? TAB_KING_ROW_FREE
                       : is_own                           ? TAB_KING_ROW_OWN
                                                          : TAB_KING_ROW_ENEMY;
    unsigned cell = features->view[position->side][position->king];
    input->plain[input->n_plain++] =
        (uint16_t)(features->king_row + TAB_N_KING_ROWS * cell + whose);
}

static inline __attribute__((always_inline)) void fill(const TabFeatures *features,
                                                       const TabPosition *position, TabInput *input,
                                                       bool simple, bool wide, unsigned n_shifts)
{
    TabSide side = (TabSide)position->side, enemy = tab_side_other(side);
    Count own, other;
    input->n_plain = input->n_valued = 0;
    input->pieces[0] = position->pieces[side];
    input->pieces[1] = position->pieces[enemy];
    add_piles(features, position, side, 0, input, &own, simple, wide);
    add_piles(features, position, enemy, 1, input, &other, simple, wide);
    add_hits(features, position, enemy, 0, input, &other, &own, simple, wide, n_shifts);
    add_hits(features, position, side, 1, input, &own, &other, simple, wide, n_shifts);
    add_dense(features, position, side, features->dense_row, &own, input);
    add_dense(features, position, enemy, features->dense_row + TAB_N_DENSE, &other, input);
    for (unsigned i = 0; i < 2; i++)
        input->plain[input->n_plain++] = (uint16_t)(features->count_row + i * TAB_COUNT_ROWS +
                                                    MIN(input->pieces[i], TAB_COUNT_ROWS) - 1);
    if (features->rules->board.ends)
        add_lasting(features, position, input);
    if (!simple && position->king_of != TAB_KING_NONE)
        add_king(features, position, input);
}

void tab_features_fill(const TabFeatures *features, const TabPosition *position, TabInput *input)
{
    bool wide = is_wide(features);
    unsigned n_shifts = features->n_shifts[0];
    if (!features->simple)
        fill(features, position, input, false, wide, n_shifts);
    else if (wide)
        fill(features, position, input, true, true, n_shifts);
    else if (n_shifts == USUAL_SHIFTS)
        fill(features, position, input, true, false, USUAL_SHIFTS);
    else
        fill(features, position, input, true, false, n_shifts);
}

const char *tab_input_kind_name(unsigned kind)
{
    static const char *const names[TAB_N_INPUT_KINDS] = {"piles", "hits",    "terms", "counts",
                                                         "ways",  "lasting", "king"};
    return kind < TAB_N_INPUT_KINDS ? names[kind] : NULL;
}

TabInputKind tab_features_kind(const TabFeatures *features, unsigned row)
{
    if (row < features->hit_row)
        return TAB_INPUT_PILES;
    if (row < features->dense_row)
        return TAB_INPUT_HITS;
    if (row >= features->king_row)
        return TAB_INPUT_KING;
    if (row >= features->lasting_row)
        return TAB_INPUT_LASTING;
    if (row >= features->nearest_row)
        return TAB_INPUT_WAYS;
    if (row >= features->count_row)
        return TAB_INPUT_COUNTS;
    unsigned term = (row - features->dense_row) % TAB_N_DENSE;
    return term >= TAB_DENSE_EXPOSED && term <= TAB_DENSE_SAFE ? TAB_INPUT_HITS : TAB_INPUT_TERMS;
}

/* Lists the shifts that give the distances to a cell from the first legs of all cells, or from the
 * second legs of those that have one; returns their number. */
static unsigned list_shifts(const TabFeatures *features, const TabHits *hits, TabSide side,
                            bool second, unsigned cell, TabShift shift[TAB_MAX_CELLS])
{
    const TabBoard *board = &features->rules->board;
    unsigned width = is_wide(features) ? 128 : 64, n = 0;
    for (unsigned from = 0; from < board->cells; from++) {
        unsigned distance = hits->distance[side][second][from][cell];
        if (from == cell || distance > TAB_NEAREST_ROWS)
            continue;
        unsigned bit = features->behind[side][from], i = 0;
        unsigned turn = (bit + width + 1 - distance) % width;
        while (i < n && shift[i].turn != turn)
            i++;
        if (i == n)
            shift[n++] = (TabShift){.turn = turn};
        *(bit < 64 ? &shift[i].low : &shift[i].high) |= UINT64_C(1) << (bit & 63);
    }
    return n;
}

static void make_shifts(TabFeatures *features, const TabHits *hits, bool second)
{
    TabShift shift[TAB_MAX_CELLS];
    unsigned cells = features->rules->board.cells, most = 0;
    for (unsigned i = 0; i < 2 * cells; i++)
        most = MAX(most, list_shifts(features, hits, i / cells, second, i % cells, shift));
    features->n_shifts[second] = most;
    if (!most)
        return; /* no cell has a second leg */
    features->shifts[second] = g_new0(TabShift, 2 * cells * most);
    for (unsigned i = 0; i < 2 * cells; i++) {
        unsigned n = list_shifts(features, hits, i / cells, second, i % cells, shift);
        memcpy(features->shifts[second] + i * most, shift, n * sizeof *shift);
    }
}

static void round_hands(int16_t **near, const TabHitHands *hands)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(hands->near); i++) {
        if (!hands->near[i])
            continue;
        near[i] = g_new(int16_t, 1u << TAB_HITS_NEAR);
        for (unsigned set = 0; set < 1u << TAB_HITS_NEAR; set++)
            near[i][set] = (int16_t)(CLAMP(hands->near[i][set], 0, 1) * TAB_INPUT_ONE + 0.5f);
    }
}

TabFeatures *tab_features_new(const TabRules *rules, const TabHits *hits)
{
    TabFeatures *features = g_new0(TabFeatures, 1);
    const TabBoard *board = &rules->board;
    unsigned slots = 2u * board->cells;
    features->rules = tab_rules_ref(rules);
    features->binds = hits->binds;
    features->saves = hits->saves;
    features->once = rules->set.value[TAB_SWITCH_ROW4_ONCE];
    features->hits = hits;
    features->tells_t = tab_rules_tells_t(rules);
    features->hit_row = slots * TAB_PILE_CODES;
    features->dense_row = features->hit_row + slots * TAB_HIT_HEIGHTS;
    features->count_row = features->dense_row + 2 * TAB_N_DENSE;
    features->nearest_row = features->count_row + 2 * TAB_COUNT_ROWS;
    features->lasting_row = features->nearest_row + 4 * TAB_NEAREST_ROWS;
    features->king_row = features->lasting_row + (board->ends ? 2 * TAB_COUNT_ROWS : 0);
    features->rows = features->king_row;
    if (rules->set.value[TAB_SWITCH_KING])
        features->rows += TAB_N_KING_ROWS * board->cells + 2;
    round_hands(features->near[TAB_WHITE], hits->hands[TAB_WHITE]);
    if (hits->hands[TAB_BLACK] != hits->hands[TAB_WHITE])
        round_hands(features->near[TAB_BLACK], hits->hands[TAB_BLACK]);
    else
        memcpy(features->near[TAB_BLACK], features->near[TAB_WHITE], sizeof features->near[0]);
    memcpy(features->zone, hits->zone, sizeof features->zone);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        features->view[TAB_WHITE][cell] = (TabCell)cell;
        features->view[TAB_BLACK][cell] = board->opposite[cell];
        for (int side = 0; side < 2; side++)
            features->behind[side][cell] =
                (uint8_t)(board->cells - 1 - board->path_index[side][cell]);
    }
    make_shifts(features, hits, false);
    make_shifts(features, hits, true);
    features->simple = !features->n_shifts[true] && !hits->stops_own && !hits->spares_nasara &&
                       !rules->set.value[TAB_SWITCH_KING] &&
                       rules->set.value[TAB_SWITCH_OUTSIDE] != TAB_OUTSIDE_ONE;
    for (unsigned i = 0; i < G_N_ELEMENTS(features->root); i++)
        features->root[i] = (int16_t)(sqrt(i / 1024.0) * TAB_INPUT_ONE + 0.5);
    for (unsigned i = 0; i < G_N_ELEMENTS(features->risk); i++)
        features->risk[i] = (uint16_t)(-512 * log(1 - MIN(i, 1023.5) / 1024) + 0.5);
    for (unsigned i = 0; i < TAB_RISK_STEPS; i++)
        features->safe[i] = (int16_t)(exp(i / -512.0) * TAB_INPUT_ONE + 0.5);
    for (unsigned own = 0; own <= TAB_MAX_COLUMNS; own++)
        for (unsigned enemy = 0; enemy <= TAB_MAX_COLUMNS; enemy++)
            features->share[own][enemy] = (int16_t)(own ? own * TAB_INPUT_ONE / (own + enemy) : 0);
    return features;
}

void tab_features_free(TabFeatures *features)
{
    if (!features)
        return;
    for (unsigned i = 0; i < G_N_ELEMENTS(features->near[0]); i++) {
        if (features->near[TAB_BLACK][i] != features->near[TAB_WHITE][i])
            g_free(features->near[TAB_BLACK][i]);
        g_free(features->near[TAB_WHITE][i]);
    }
    g_free(features->shifts[0]);
    g_free(features->shifts[1]);
    tab_rules_unref(features->rules);
    g_free(features);
}
