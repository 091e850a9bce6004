// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers are spread over a few traits each, between the two of a row of knots that lie next to
// them, so that what is learned of one number holds for its neighbours.
#include "engine/eval/traits.h"

/* Steps and numbers of cells. */
static const uint8_t step_knots[] = {0,  1,  2,  3,  4,  5,  6,  8,  10,
                                     12, 16, 20, 26, 34, 46, 64, 90, 116};
#define STEP_KNOTS G_N_ELEMENTS(step_knots)
/* Eighths of a home row's length. */
static const uint8_t row_knots[] = {0, 2, 4, 6, 8, 12, 16, 24, 32};
#define ROW_KNOTS G_N_ELEMENTS(row_knots)
static const uint8_t end_knots[] = {0, 1, 2, 3, 4, 6, 9, 14};
#define END_KNOTS G_N_ELEMENTS(end_knots)
static const uint8_t piece_knots[] = {1, 2, 3, 4, 5, 6, 8, 11, 16, 29};
#define PIECE_KNOTS G_N_ELEMENTS(piece_knots)

/* What a place on the board is told by. */
enum {
    PLACE_ONE, /* always there */
    PLACE_NASRANI,
    PLACE_HEIGHT, /* at least one, two, three, four pieces */
    PLACE_RANK_T = PLACE_HEIGHT + 4,
    PLACE_RANK_F,
    PLACE_LOOSE,
    PLACE_ROW,                             /* relative ones 1 … TAB_MAX_ROWS */
    PLACE_ZONE = PLACE_ROW + TAB_MAX_ROWS, /* TabZone */
    PLACE_FRONT = PLACE_ZONE + TAB_N_ZONES - 1,
    PLACE_REAR = PLACE_FRONT + END_KNOTS,
    PLACE_WAYS = PLACE_REAR + END_KNOTS, /* see PlaceWay: knots, and one for "never" */
};
typedef enum {
    WAY_BEHIND,                                       /* cells of the path behind it */
    WAY_LEFT,                                         /* cells where it may yet come */
    WAY_TO_ZONE,                                      /* steps to the nearest cell of each zone */
    WAY_ENEMY_BEHIND = WAY_TO_ZONE + TAB_N_ZONES - 1, /* cells of the enemy's path behind it */
    WAY_ENEMY_FROM_HOME, /* steps from the enemy's foremost home cell */
    N_WAYS
} PlaceWay;
enum {
    PLACE_SHARE_BEHIND = PLACE_WAYS + N_WAYS * (STEP_KNOTS + 1),
    PLACE_SHARE_ENEMY_BEHIND = PLACE_SHARE_BEHIND + ROW_KNOTS,
    N_PLACE = PLACE_SHARE_ENEMY_BEHIND + ROW_KNOTS
};

/* Whose place it is, or what is told of it. */
enum { OF_PILE, OF_HIT = OF_PILE + 2, OF_KING = OF_HIT + 2, N_OF = OF_KING + TAB_N_KING_ROWS };

/* How many pieces there are of some kind. */
enum { COUNT_ONE, COUNT_SHARE, COUNT_KNOTS, N_COUNT = COUNT_KNOTS + PIECE_KNOTS };

/* A way from a pile to another. */
enum { NEAREST_ONE, NEAREST_CHANCE, NEAREST_KNOTS, N_NEAREST = NEAREST_KNOTS + STEP_KNOTS };

/* Where each kind of trait begins. */
enum {
    PLACES = 0,
    TERMS = PLACES + N_OF * N_PLACE,
    COUNTS = TERMS + 2 * TAB_N_DENSE,
    LASTING = COUNTS + 2 * N_COUNT,
    NEAREST = LASTING + 2 * N_COUNT,
    KING_CHANCES = NEAREST + 4 * N_NEAREST,
    BIAS = KING_CHANCES + 2,
    RULE_COLUMNS = BIAS + 1,
    RULE_PIECES = RULE_COLUMNS + PIECE_KNOTS,
    RULE_SHARE = RULE_PIECES + PIECE_KNOTS, /* pieces of the columns */
    RULE_UNLOCKS,                           /* chance of a throw that unlocks in a hand */
    RULE_THROWS,                            /* of a turn, on average, of 16 */
    RULE_NEAR, /* chance of each distance by a hand, tâbs usable or not */
    RULE_SWITCHES = RULE_NEAR + 2 * TAB_HITS_NEAR,
    N_TRAITS = RULE_SWITCHES + TAB_N_SWITCHES * TAB_MAX_VALUES
};

unsigned tab_traits_count(void)
{
    return N_TRAITS;
}

static void add(TabTraits *traits, unsigned number, int value)
{
    if (value)
        traits->trait[traits->n++] = (TabTrait){(uint16_t)number, (int16_t)value};
}

static void add_one(TabTraits *traits, unsigned number)
{
    add(traits, number, TAB_INPUT_ONE);
}

static void add_chance(TabTraits *traits, unsigned number, float chance)
{
    add(traits, number, (int)(CLAMP(chance, 0, 1) * TAB_INPUT_ONE + 0.5f));
}

/* A number between two knots is some of each. */
static void spread(TabTraits *traits, unsigned first, const uint8_t *knot, size_t n,
                   unsigned number)
{
    unsigned i = 0;
    while (i + 1 < n && knot[i + 1] <= number)
        i++;
    int after = 0;
    if (i + 1 < n && number > knot[i])
        after = (int)((number - knot[i]) * TAB_INPUT_ONE / (unsigned)(knot[i + 1] - knot[i]));
    add(traits, first + i, TAB_INPUT_ONE - after);
    add(traits, first + i + 1, after);
}

static void spread_steps(TabTraits *traits, unsigned first, unsigned steps)
{
    if (steps == TAB_NO_DISTANCE)
        add_one(traits, first + STEP_KNOTS);
    else
        spread(traits, first, step_knots, STEP_KNOTS, steps);
}

/* The least steps to a cell of the zone. */
static unsigned steps_to_zone(const TabHits *hits, unsigned second, unsigned from, unsigned zone)
{
    unsigned least = TAB_NO_DISTANCE;
    if (hits->zone[TAB_WHITE][from] == zone)
        return 0;
    for (unsigned cell = 0; cell < hits->rules->board.cells; cell++)
        if (hits->zone[TAB_WHITE][cell] == zone)
            least = MIN(least, hits->distance[TAB_WHITE][second][from][cell]);
    return least;
}

/* The last home cell of White's path. */
static unsigned foremost_home_cell(const TabHits *hits)
{
    const TabBoard *board = &hits->rules->board;
    unsigned foremost = 0;
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (hits->zone[TAB_WHITE][cell] == TAB_ZONE_HOME &&
            board->path_index[TAB_WHITE][cell] > board->path_index[TAB_WHITE][foremost])
            foremost = cell;
    return foremost;
}

/* A cell as its owner sees it who walks as White does; its second leg or its first. */
static void add_place(const TabFeatures *features, unsigned first, unsigned cell, bool second,
                      TabTraits *traits)
{
    const TabHits *hits = features->hits;
    const TabBoard *board = &features->rules->board;
    unsigned columns = board->columns, enemy_cell = board->opposite[cell];
    unsigned column = tab_board_column(board, cell);
    unsigned length = board->rows[tab_board_row(board, cell)].length;
    unsigned behind = board->path_index[TAB_WHITE][cell];
    unsigned enemy_behind = board->path_index[TAB_WHITE][enemy_cell];
    add_one(traits, first + PLACE_ONE);
    add_one(traits, first + PLACE_ROW + board->relative_row[TAB_WHITE][cell] - 1);
    add_one(traits, first + PLACE_ZONE + hits->zone[TAB_WHITE][cell] - 1);
    spread(traits, first + PLACE_FRONT, end_knots, END_KNOTS, column);
    spread(traits, first + PLACE_REAR, end_knots, END_KNOTS, length - 1 - column);
    unsigned way[N_WAYS] = {
        [WAY_BEHIND] = behind,
        [WAY_LEFT] = tab_cells_count(&hits->coming[TAB_WHITE][second][cell]),
        [WAY_ENEMY_BEHIND] = enemy_behind,
        [WAY_ENEMY_FROM_HOME] = hits->distance[TAB_WHITE][0][foremost_home_cell(hits)][enemy_cell],
    };
    for (unsigned zone = TAB_ZONE_HOME; zone < TAB_N_ZONES; zone++)
        way[WAY_TO_ZONE + zone - 1] = steps_to_zone(hits, second, cell, zone);
    for (unsigned i = 0; i < N_WAYS; i++)
        spread_steps(traits, first + PLACE_WAYS + i * (STEP_KNOTS + 1), way[i]);
    spread(traits, first + PLACE_SHARE_BEHIND, row_knots, ROW_KNOTS, 8 * behind / columns);
    spread(traits, first + PLACE_SHARE_ENEMY_BEHIND, row_knots, ROW_KNOTS,
           8 * enemy_behind / columns);
}

static void add_height(TabTraits *traits, unsigned first, unsigned height)
{
    for (unsigned i = 0; i < height; i++)
        add_one(traits, first + PLACE_HEIGHT + i);
}

/* A slot's cell as the owner of what stands there sees it. */
static unsigned cell_of_slot(const TabFeatures *features, unsigned slot)
{
    return slot % 2 ? features->rules->board.opposite[slot / 2] : slot / 2;
}

static void add_pile(const TabFeatures *features, unsigned slot, unsigned code, TabTraits *traits)
{
    const TabRules *rules = features->rules;
    unsigned first = PLACES + (OF_PILE + slot % 2) * N_PLACE, cell = cell_of_slot(features, slot);
    unsigned height = code ? (code - 1) % 4 + 1 : 1, rank = code ? (code - 1) / 4 % 3 : 0;
    bool loose = code > 12;
    bool loosens = rules->set.value[TAB_SWITCH_STACK_RETURN] == TAB_RETURN_LOOSEN;
    bool piles = rules->set.value[TAB_SWITCH_STACKING] == TAB_STACKING_PILE;
    if (height > (piles ? tab_ruleset_pieces(&rules->set) : 1) ||
        (rank == 1 && !features->tells_t) || (loose && (!loosens || height == 1)))
        return;
    static const TabRank ranks[] = {TAB_RANK_M, TAB_RANK_T, TAB_RANK_F};
    TabRank stands = code ? ranks[rank] : TAB_RANK_N;
    add_place(features, first, cell,
              tab_board_on_second_leg(&rules->board, TAB_WHITE, cell, stands), traits);
    add_height(traits, first, height);
    if (!code)
        add_one(traits, first + PLACE_NASRANI);
    if (rank)
        add_one(traits, first + (rank == 1 ? PLACE_RANK_T : PLACE_RANK_F));
    if (loose)
        add_one(traits, first + PLACE_LOOSE);
}

static void add_hit(const TabFeatures *features, unsigned slot, unsigned height, TabTraits *traits)
{
    unsigned first = PLACES + (OF_HIT + slot % 2) * N_PLACE;
    if (height > tab_ruleset_pieces(&features->rules->set))
        return;
    add_place(features, first, cell_of_slot(features, slot), false, traits);
    add_height(traits, first, height);
}

/* Of the rows that count pieces of some kind: own ones, then the enemy's. */
static void add_count(const TabFeatures *features, unsigned first, unsigned row, TabTraits *traits)
{
    unsigned full = tab_ruleset_pieces(&features->rules->set), pieces = row % TAB_COUNT_ROWS + 1;
    if (pieces > full)
        return;
    first += row / TAB_COUNT_ROWS * N_COUNT;
    add_one(traits, first + COUNT_ONE);
    add(traits, first + COUNT_SHARE, (int)(pieces * TAB_INPUT_ONE / full));
    spread(traits, first + COUNT_KNOTS, piece_knots, PIECE_KNOTS, pieces);
}

/* Traits are told as White sees the board. */
static float chance_of_steps(const TabFeatures *features, bool usable, unsigned steps)
{
    const float *near = features->hits->hands[TAB_WHITE]->near[usable];
    return steps && steps <= TAB_HITS_NEAR ? near[1u << (steps - 1)] : 0;
}

static void add_nearest(const TabFeatures *features, unsigned row, TabTraits *traits)
{
    unsigned first = NEAREST + row / TAB_NEAREST_ROWS * N_NEAREST;
    unsigned steps = row % TAB_NEAREST_ROWS + 1;
    add_one(traits, first + NEAREST_ONE);
    add_chance(traits, first + NEAREST_CHANCE, chance_of_steps(features, true, steps));
    spread_steps(traits, first + NEAREST_KNOTS, steps);
}

static void add_king(const TabFeatures *features, unsigned row, TabTraits *traits)
{
    const TabBoard *board = &features->rules->board;
    unsigned whose = row % TAB_N_KING_ROWS, cell = row / TAB_N_KING_ROWS;
    if (cell >= board->cells) {
        add_one(traits, KING_CHANCES + row - TAB_N_KING_ROWS * board->cells);
        return;
    }
    if (whose == TAB_KING_ROW_ENEMY)
        cell = board->opposite[cell];
    add_place(features, PLACES + (OF_KING + whose) * N_PLACE, cell, false, traits);
}

void tab_traits_of_row(const TabFeatures *features, unsigned row, TabTraits *traits)
{
    traits->n = 0;
    if (row == features->rows) {
        add_one(traits, BIAS);
    } else if (row >= features->king_row) {
        add_king(features, row - features->king_row, traits);
    } else if (row >= features->lasting_row) {
        add_count(features, LASTING, row - features->lasting_row, traits);
    } else if (row >= features->nearest_row) {
        add_nearest(features, row - features->nearest_row, traits);
    } else if (row >= features->count_row) {
        add_count(features, COUNTS, row - features->count_row, traits);
    } else if (row >= features->dense_row) {
        add_one(traits, TERMS + row - features->dense_row);
    } else if (row >= features->hit_row) {
        row -= features->hit_row;
        add_hit(features, row / TAB_HIT_HEIGHTS, row % TAB_HIT_HEIGHTS + 1, traits);
    } else {
        add_pile(features, row / TAB_PILE_CODES, row % TAB_PILE_CODES, traits);
    }
}

void tab_traits_of_rules(const TabFeatures *features, TabTraits *traits)
{
    const TabRuleset *set = &features->rules->set;
    unsigned columns = tab_ruleset_columns(set), pieces = tab_ruleset_pieces(set);
    traits->n = 0;
    spread(traits, RULE_COLUMNS, piece_knots, PIECE_KNOTS, columns);
    spread(traits, RULE_PIECES, piece_knots, PIECE_KNOTS, pieces);
    add(traits, RULE_SHARE, (int)(pieces * TAB_INPUT_ONE / columns));
    add_chance(traits, RULE_UNLOCKS, features->hits->hands[TAB_WHITE]->unlocks);
    add_chance(traits, RULE_THROWS, features->hits->hands[TAB_WHITE]->throws / 16);
    for (unsigned usable = 0; usable < 2; usable++)
        for (unsigned steps = 1; steps <= TAB_HITS_NEAR; steps++)
            add_chance(traits, RULE_NEAR + usable * TAB_HITS_NEAR + steps - 1,
                       chance_of_steps(features, usable, steps));
    for (unsigned key = 0; key < TAB_N_SWITCHES; key++)
        if (key != TAB_SWITCH_COLUMNS && key != TAB_SWITCH_PIECES)
            add_one(traits, RULE_SWITCHES + key * TAB_MAX_VALUES + set->value[key]);
}
