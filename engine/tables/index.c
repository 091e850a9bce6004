// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers positions by counting those that come before them.
#include "engine/tables/index.h"

#include <string.h>

enum { FLAG_OWN = 1, FLAG_ENEMY = 2, FLAG_KING = 4, N_FLAGS = 8 };

static uint64_t add_counts(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? TAB_INDEX_TOO_MANY : sum;
}

static uint64_t multiply_counts(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? TAB_INDEX_TOO_MANY : product;
}

static inline uint64_t *count_at(const TabIndex *index, unsigned cell, unsigned own, unsigned enemy,
                                 unsigned flags)
{
    unsigned n = index->most + 1;
    return &index->count[((cell * n + own) * n + enemy) * N_FLAGS + flags];
}

/* The ranks that a piece other than a Nasrani can have on each row, as bits: whoever comes there by
 * the track from `leg` on with this rank. */
static void find_ranks(const TabBoard *board, int leg, unsigned rank,
                       unsigned ranks[TAB_MAX_ROWS + 1])
{
    if (leg == TAB_NO_LEG)
        return;
    rank = board->legs[leg].exact ? board->legs[leg].rank : MAX(rank, board->legs[leg].rank);
    unsigned *here = &ranks[board->legs[leg].relative_row];
    if (*here >> rank & 1)
        return;
    *here |= 1u << rank;
    find_ranks(board, board->legs[leg].next, rank, ranks);
    find_ranks(board, board->legs[leg].fork, rank, ranks);
}

/* The kinds of pieces that the rules can tell apart on each row, by the merges of the header. */
static void find_kinds(TabIndex *index)
{
    const TabBoard *board = &index->rules->board;
    unsigned ranks[TAB_MAX_ROWS + 1] = {0};
    find_ranks(board, 0, TAB_RANK_M, ranks);
    for (unsigned row = 1; row <= board->n_rows; row++)
        for (unsigned rank = TAB_RANK_M; rank <= TAB_RANK_F; rank++) {
            bool same = rank == TAB_RANK_T ? index->merge_t : index->merge_f;
            if (!(ranks[row] >> rank & 1))
                continue;
            if (!same || !index->n_kinds[row])
                index->rank_of[row][index->n_kinds[row]++] = (uint8_t)rank;
            index->kind[row][rank] = (uint8_t)(index->n_kinds[row] - 1);
        }
}

static void count_contents(TabIndex *index)
{
    for (unsigned row = 1; row <= index->rules->board.n_rows; row++) {
        uint64_t orders = 1;
        for (unsigned height = 1; height <= index->most; height++) {
            orders =
                index->order || height == 1 ? multiply_counts(orders, index->n_kinds[row]) : orders;
            bool loose = index->loose && height > 1;
            index->contents[row][height] =
                height > 1 && !index->height ? 0 : multiply_counts(orders, loose ? 2 : 1);
        }
    }
}

static void read_board(TabIndex *index)
{
    const TabBoard *board = &index->rules->board;
    const TabCells *home = &board->row[TAB_BLACK][TAB_HOME_ROW];
    unsigned cell, before = TAB_NO_CELL;
    index->falling = true;
    for (cell = 1; cell < board->cells; cell++)
        index->falling = index->falling && board->opposite[cell] < board->opposite[cell - 1];
    TAB_CELLS_FOREACH(*home, cell) {
        if (before != TAB_NO_CELL)
            index->enemy_rises =
                board->path_index[TAB_BLACK][cell] > board->path_index[TAB_BLACK][before];
        before = cell;
    }
}

static void read_switches(TabIndex *index)
{
    const uint8_t *value = index->rules->set.value;
    index->king = value[TAB_SWITCH_KING];
    index->ordered =
        value[TAB_SWITCH_UNLOCK_ORDER] == TAB_UNLOCK_FOREMOST && !index->rules->board.comes_home;
    TabStackReturn stack_return = (TabStackReturn)value[TAB_SWITCH_STACK_RETURN];
    unsigned row4_move = value[TAB_SWITCH_ROW4_MOVE];
    index->nasara = value[TAB_SWITCH_CHRISTIANS];
    index->saves = value[TAB_SWITCH_SAVE_TAB] ? TAB_MAX_SAVED + 1 : 1;
    index->loose = stack_return == TAB_RETURN_LOOSEN;
    index->order =
        stack_return != TAB_RETURN_KEEP || value[TAB_SWITCH_STACK_SPLIT] != TAB_STACK_SPLIT_NONE;
    index->height =
        index->order || row4_move == TAB_ROW4_HOME_EMPTY_SINGLE || row4_move == TAB_ROW4_LAST;
    index->merge_t =
        !index->rules->board.comes_home &&
        (stack_return == TAB_RETURN_KEEP || value[TAB_SWITCH_RETURN_TEST] == TAB_TEST_BACKWARD);
    index->merge_f = index->merge_t && !value[TAB_SWITCH_ROW4_ONCE];
}

/* Relative row of `cell` for own (White) and for enemy pieces. */
static inline unsigned own_row(const TabIndex *index, unsigned cell)
{
    return index->rules->board.relative_row[TAB_WHITE][cell];
}

static inline unsigned enemy_row(const TabIndex *index, unsigned cell)
{
    return index->rules->board.relative_row[TAB_BLACK][cell];
}

/* Where Nasara stand behind all others of their home row, that tells what may still come. Cells
 * rise along White's home row, so White's Nasara come first there; Black's too if cells rise along
 * its home row, else last. */
static inline bool own_nasrani_fits(const TabIndex *index, unsigned cell, unsigned flags)
{
    return index->nasara && own_row(index, cell) == 1 && !(flags & FLAG_OWN);
}

static inline unsigned flags_after_own(const TabIndex *index, unsigned cell, unsigned flags)
{
    return index->ordered && own_row(index, cell) == 1 ? flags | FLAG_OWN : flags;
}

static inline bool enemy_other_fits(const TabIndex *index, unsigned cell, unsigned flags)
{
    return index->enemy_rises || enemy_row(index, cell) != 1 || !(flags & FLAG_ENEMY);
}

static inline unsigned flags_after_enemy(const TabIndex *index, unsigned cell, unsigned flags)
{
    return index->ordered && index->enemy_rises && enemy_row(index, cell) == 1 ? flags | FLAG_ENEMY
                                                                               : flags;
}

static inline bool enemy_nasrani_fits(const TabIndex *index, unsigned cell, unsigned flags)
{
    return index->nasara && enemy_row(index, cell) == 1 &&
           !(index->enemy_rises && flags & FLAG_ENEMY);
}

static inline unsigned flags_after_enemy_nasrani(const TabIndex *index, unsigned flags)
{
    return index->ordered && !index->enemy_rises ? flags | FLAG_ENEMY : flags;
}

/* Whose the king on `cell` can be, if he is still to come: own, enemy's, and on his first cell
 * nobody's. */
static inline unsigned kings_at(const TabIndex *index, unsigned cell, unsigned flags)
{
    return flags & FLAG_KING ? 2u + (cell == index->rules->king_cell) : 0;
}

/* Positions from `cell` on in which an own pile stands there: a Nasrani, or another pile of less
 * than `height` pieces. Sums may wrap around where there are too many positions to be counted. */
static inline uint64_t with_own(const TabIndex *index, unsigned cell, unsigned own, unsigned enemy,
                                unsigned flags, unsigned height)
{
    const uint64_t *contents = index->contents[own_row(index, cell)];
    unsigned after = flags_after_own(index, cell, flags);
    uint64_t sum = own && own_nasrani_fits(index, cell, flags)
                       ? *count_at(index, cell + 1, own - 1, enemy, flags)
                       : 0;
    for (unsigned h = 1; h < height && h <= own; h++)
        sum += contents[h] * *count_at(index, cell + 1, own - h, enemy, after);
    return sum;
}

/* The same with an enemy pile other than a Nasrani, which comes after these. */
static inline uint64_t with_enemy(const TabIndex *index, unsigned cell, unsigned own,
                                  unsigned enemy, unsigned flags, unsigned height)
{
    const uint64_t *contents = index->contents[enemy_row(index, cell)];
    unsigned after = flags_after_enemy(index, cell, flags);
    uint64_t sum = 0;
    if (enemy_other_fits(index, cell, flags))
        for (unsigned h = 1; h < height && h <= enemy; h++)
            sum += contents[h] * *count_at(index, cell + 1, own, enemy - h, after);
    return sum;
}

/* The same with an enemy's Nasrani. */
static inline uint64_t with_enemy_nasrani(const TabIndex *index, unsigned cell, unsigned own,
                                          unsigned enemy, unsigned flags)
{
    return enemy && enemy_nasrani_fits(index, cell, flags)
               ? *count_at(index, cell + 1, own, enemy - 1, flags_after_enemy_nasrani(index, flags))
               : 0;
}

#define ANY_HEIGHT (TAB_INDEX_MOST_PIECES + 1)

static uint64_t count_from(const TabIndex *index, unsigned cell, unsigned own, unsigned enemy,
                           unsigned flags)
{
    unsigned after = flags_after_own(index, cell, flags);
    unsigned after_enemy = flags_after_enemy(index, cell, flags);
    uint64_t sum = *count_at(index, cell + 1, own, enemy, flags);
    if (own && own_nasrani_fits(index, cell, flags))
        sum = add_counts(sum, *count_at(index, cell + 1, own - 1, enemy, flags));
    for (unsigned h = 1; h <= own; h++)
        sum = add_counts(sum, multiply_counts(index->contents[own_row(index, cell)][h],
                                              *count_at(index, cell + 1, own - h, enemy, after)));
    for (unsigned h = 1; h <= enemy && enemy_other_fits(index, cell, flags); h++)
        sum = add_counts(sum,
                         multiply_counts(index->contents[enemy_row(index, cell)][h],
                                         *count_at(index, cell + 1, own, enemy - h, after_enemy)));
    sum = add_counts(sum, with_enemy_nasrani(index, cell, own, enemy, flags));
    if (flags & FLAG_KING)
        sum = add_counts(sum, multiply_counts(kings_at(index, cell, flags),
                                              *count_at(index, cell + 1, own, enemy,
                                                        flags & ~(unsigned)FLAG_KING)));
    return sum;
}

const char *tab_index_unfit(const TabRules *rules)
{
    const TabBoard *board = &rules->board;
    for (unsigned cell = 1; cell < board->cells; cell++)
        if (board->relative_row[TAB_WHITE][cell] == TAB_HOME_ROW &&
            board->relative_row[TAB_WHITE][cell - 1] == TAB_HOME_ROW &&
            board->path_index[TAB_WHITE][cell] < board->path_index[TAB_WHITE][cell - 1])
            return "a home row that is walked from the other end";
    return NULL;
}

TabIndex *tab_index_new(const TabRules *rules, unsigned most)
{
    g_return_val_if_fail(most >= 1 && most <= TAB_INDEX_MOST_PIECES, NULL);
    g_return_val_if_fail(!tab_index_unfit(rules), NULL);
    TabIndex *index = g_new0(TabIndex, 1);
    index->rules = tab_rules_ref(rules);
    index->most = most;
    index->cells = rules->board.cells;
    read_board(index);
    read_switches(index);
    find_kinds(index);
    count_contents(index);
    index->count = g_new0(uint64_t, (index->cells + 1) * (most + 1) * (most + 1) * N_FLAGS);
    for (unsigned flags = 0; flags < FLAG_KING; flags++)
        *count_at(index, index->cells, 0, 0, flags) = 1; /* the king has come, if there is one */
    for (unsigned cell = index->cells; cell-- > 0;)
        for (unsigned own = 0; own <= most; own++)
            for (unsigned enemy = 0; enemy <= most; enemy++)
                for (unsigned flags = 0; flags < N_FLAGS; flags++)
                    *count_at(index, cell, own, enemy, flags) =
                        count_from(index, cell, own, enemy, flags);
    return index;
}

void tab_index_free(TabIndex *index)
{
    if (!index)
        return;
    tab_rules_unref(index->rules);
    g_free(index->count);
    g_free(index);
}

unsigned tab_index_least_own(const TabIndex *index, unsigned own)
{
    bool falls =
        !index->height || index->rules->set.value[TAB_SWITCH_STACK_RETURN] == TAB_RETURN_REDUCE;
    return falls ? 1 : own;
}

char *tab_index_describe_merges(const TabIndex *index)
{
    GString *text = g_string_new(index->merge_f   ? "ranks M T F"
                                 : index->merge_t ? "ranks M T"
                                                  : "");
    if (!index->order)
        g_string_append_printf(text, "%sorder", text->len ? ", " : "");
    if (!index->height)
        g_string_append(text, ", height");
    if (!text->len)
        g_string_append(text, "none");
    return g_string_free(text, FALSE);
}

static inline unsigned first_flags(const TabIndex *index)
{
    return index->king ? FLAG_KING : 0;
}

uint64_t tab_index_boards(const TabIndex *index, unsigned own, unsigned enemy)
{
    return own <= index->most && enemy <= index->most
               ? *count_at(index, 0, own, enemy, first_flags(index))
               : 0;
}

uint64_t tab_index_layer_size(const TabIndex *index, unsigned own, unsigned enemy)
{
    return multiply_counts(tab_index_boards(index, own, enemy), index->saves * index->saves);
}

unsigned tab_index_pieces(const TabIndex *index, const TabPosition *position, TabSide side)
{
    return index->height ? position->pieces[side] : tab_cells_count(&position->occupied[side]);
}

/* What a pile other than a Nasrani holds, as a number below contents[row][height]. */
static uint64_t number_pile(const TabIndex *index, unsigned row, unsigned height, TabPile pile)
{
    uint64_t number = 0;
    unsigned n = tab_pile_height(pile);
    if (!index->order) {
        for (unsigned i = 0; i < n; i++)
            number = MAX(number, index->kind[row][tab_pile_rank(pile, i)]);
        return number;
    }
    if (pile & TAB_PILE_LOOSE)
        number = 1;
    for (unsigned i = n; i-- > 0;)
        number = number * index->n_kinds[row] + index->kind[row][tab_pile_rank(pile, i)];
    return number;
}

/* The pile of `height` pieces that holds `number`. */
static TabPile pile_of_number(const TabIndex *index, unsigned row, unsigned height, uint64_t number)
{
    TabPile pile = UINT64_C(1) << 2 * height;
    for (unsigned i = 0; i < height; i++) {
        pile |= (TabPile)index->rank_of[row][number % index->n_kinds[row]] << 2 * i;
        if (index->order)
            number /= index->n_kinds[row];
    }
    return index->order && number ? pile | TAB_PILE_LOOSE : pile;
}

/* What is still to come of a position that is being numbered, and the sum so far. */
typedef struct {
    const TabIndex *index;
    unsigned own, enemy, flags;
    uint64_t number;
} Walk;

/* Adds what comes before this pile on `cell`, as the side to move sees it. */
static inline void pass_pile(Walk *walk, unsigned cell, bool mine, TabPile pile)
{
    const TabIndex *index = walk->index;
    unsigned own = walk->own, enemy = walk->enemy, flags = walk->flags;
    unsigned height = index->height ? tab_pile_height(pile) : 1;
    uint64_t number = *count_at(index, cell + 1, own, enemy, flags);
    if (mine) {
        walk->own -= height;
        if (pile != TAB_PILE_NASRANI) {
            number += with_own(index, cell, own, enemy, flags, height);
            walk->flags = flags_after_own(index, cell, flags);
            number += number_pile(index, own_row(index, cell), height, pile) *
                      *count_at(index, cell + 1, walk->own, enemy, walk->flags);
        }
    } else {
        walk->enemy -= height;
        number += with_own(index, cell, own, enemy, flags, ANY_HEIGHT);
        number += with_enemy(index, cell, own, enemy, flags,
                             pile == TAB_PILE_NASRANI ? ANY_HEIGHT : height);
        if (pile == TAB_PILE_NASRANI) {
            walk->flags = flags_after_enemy_nasrani(index, flags);
        } else {
            walk->flags = flags_after_enemy(index, cell, flags);
            number += number_pile(index, enemy_row(index, cell), height, pile) *
                      *count_at(index, cell + 1, own, walk->enemy, walk->flags);
        }
    }
    walk->number += number;
}

/* Adds what comes before the king on `cell`; he comes after all piles. */
static void pass_king(Walk *walk, unsigned cell, unsigned whose)
{
    const TabIndex *index = walk->index;
    unsigned own = walk->own, enemy = walk->enemy, flags = walk->flags;
    walk->flags &= ~(unsigned)FLAG_KING;
    walk->number += *count_at(index, cell + 1, own, enemy, flags) +
                    with_own(index, cell, own, enemy, flags, ANY_HEIGHT) +
                    with_enemy(index, cell, own, enemy, flags, ANY_HEIGHT) +
                    with_enemy_nasrani(index, cell, own, enemy, flags) +
                    whose * *count_at(index, cell + 1, own, enemy, walk->flags);
}

/* What stands on `cell`, which `side` sees as `seen`. */
static void pass_cell(Walk *walk, const TabPosition *position, TabSide side, unsigned cell,
                      unsigned seen)
{
    if (position->king_of != TAB_KING_NONE && position->king == cell)
        pass_king(walk, seen,
                  position->king_of == TAB_KING_FREE                       ? 2
                  : tab_position_king_of(position, side) == position->king ? 0
                                                                           : 1);
    else
        pass_pile(walk, seen, tab_cells_has(&position->occupied[side], cell), position->pile[cell]);
}

/* The cells with a pile or the king. */
static TabCells occupied_cells(const TabPosition *position)
{
    TabCells all = {{position->occupied[0].word[0] | position->occupied[1].word[0],
                     position->occupied[0].word[1] | position->occupied[1].word[1]}};
    if (position->king_of != TAB_KING_NONE)
        tab_cells_add(&all, position->king);
    return all;
}

/* Black sees the board the other way round: after a half turn that is cells in falling order. */
static uint64_t black_number(Walk *walk, const TabPosition *position)
{
    const TabCell *opposite = walk->index->rules->board.opposite;
    TabCells all = occupied_cells(position);
    for (unsigned seen = 0; seen < walk->index->cells && !walk->index->falling; seen++)
        if (tab_cells_has(&all, opposite[seen]))
            pass_cell(walk, position, TAB_BLACK, opposite[seen], seen);
    for (int w = 1; w >= 0 && walk->index->falling; w--) {
        uint64_t left = all.word[w];
        while (left) {
            unsigned bit = 63u - (unsigned)__builtin_clzll(left), cell = (unsigned)w * 64 + bit;
            left ^= UINT64_C(1) << bit;
            pass_cell(walk, position, TAB_BLACK, cell, opposite[cell]);
        }
    }
    return walk->number;
}

static uint64_t white_number(Walk *walk, const TabPosition *position, const TabCells *cells)
{
    unsigned cell;
    TAB_CELLS_FOREACH(*cells, cell)
        pass_cell(walk, position, TAB_WHITE, cell, cell);
    return walk->number;
}

bool tab_index_find(const TabIndex *index, const TabPosition *position, TabPlace *place)
{
    TabSide side = (TabSide)position->side, other = tab_side_other(side);
    unsigned own = tab_index_pieces(index, position, side);
    unsigned enemy = tab_index_pieces(index, position, other);
    if (own > index->most || enemy > index->most)
        return false;
    Walk walk = {.index = index, .own = own, .enemy = enemy, .flags = first_flags(index)};
    TabCells all = occupied_cells(position);
    uint64_t number =
        side == TAB_WHITE ? white_number(&walk, position, &all) : black_number(&walk, position);
    if (index->saves > 1)
        number += (uint64_t)(position->saved[side] * index->saves + position->saved[other]) *
                  tab_index_boards(index, own, enemy);
    *place = (TabPlace){.own = (uint8_t)own, .enemy = (uint8_t)enemy, .number = number};
    return true;
}

uint64_t tab_index_white_number(const TabIndex *index, const TabPosition *position)
{
    Walk walk = {.index = index, .own = tab_index_pieces(index, position, TAB_WHITE)};
    return white_number(&walk, position, &position->occupied[TAB_WHITE]);
}

static void add_pile(TabPosition *position, unsigned cell, TabSide side, TabPile pile)
{
    position->pile[cell] = pile;
    tab_cells_add(&position->occupied[side], cell);
    position->pieces[side] = (uint8_t)(position->pieces[side] + tab_pile_height(pile));
    position->nasara[side] = (uint8_t)(position->nasara[side] + (pile == TAB_PILE_NASRANI));
}

/* Whether the number is one of the next `all`; if not, these are passed over. */
static inline bool is_among(Walk *walk, uint64_t all)
{
    if (walk->number < all)
        return true;
    walk->number -= all;
    return false;
}

/* Takes the own or enemy pile off the number that it stands for; false if this is none of `side`.
 */
static bool take_pile(Walk *walk, unsigned cell, TabSide side, TabPosition *position)
{
    const TabIndex *index = walk->index;
    bool mine = side == TAB_WHITE;
    unsigned row = mine ? own_row(index, cell) : enemy_row(index, cell);
    unsigned *left = mine ? &walk->own : &walk->enemy;
    unsigned after = mine ? flags_after_own(index, cell, walk->flags)
                          : flags_after_enemy(index, cell, walk->flags);
    bool fits = mine || enemy_other_fits(index, cell, walk->flags);
    for (unsigned height = 1; fits && height <= *left; height++) {
        uint64_t each = *count_at(index, cell + 1, walk->own - (mine ? height : 0),
                                  walk->enemy - (mine ? 0 : height), after);
        if (!is_among(walk, each * index->contents[row][height]))
            continue;
        add_pile(position, cell, side, pile_of_number(index, row, height, walk->number / each));
        walk->number %= each;
        *left -= height;
        walk->flags = after;
        return true;
    }
    return false;
}

/* Puts on `cell` what the number says; something stands there. */
static void fill_cell(Walk *walk, unsigned cell, TabPosition *position)
{
    static const TabKingOf kings[] = {TAB_KING_WHITE, TAB_KING_BLACK, TAB_KING_FREE};
    const TabIndex *index = walk->index;
    if (walk->own && own_nasrani_fits(index, cell, walk->flags) &&
        is_among(walk, *count_at(index, cell + 1, walk->own - 1, walk->enemy, walk->flags))) {
        add_pile(position, cell, TAB_WHITE, TAB_PILE_NASRANI);
        walk->own--;
    } else if (take_pile(walk, cell, TAB_WHITE, position) ||
               take_pile(walk, cell, TAB_BLACK, position)) {
        return;
    } else if (walk->enemy && enemy_nasrani_fits(index, cell, walk->flags) &&
               is_among(walk,
                        with_enemy_nasrani(index, cell, walk->own, walk->enemy, walk->flags))) {
        add_pile(position, cell, TAB_BLACK, TAB_PILE_NASRANI);
        walk->enemy--;
        walk->flags = flags_after_enemy_nasrani(index, walk->flags);
    } else { /* nothing else is left */
        walk->flags &= ~(unsigned)FLAG_KING;
        uint64_t each = *count_at(index, cell + 1, walk->own, walk->enemy, walk->flags);
        position->king = (TabCell)cell;
        position->king_of = (uint8_t)kings[walk->number / each];
        walk->number %= each;
    }
}

void tab_index_position(const TabIndex *index, const TabPlace *place, TabPosition *position)
{
    uint64_t boards = tab_index_boards(index, place->own, place->enemy);
    uint64_t saved = place->number / boards;
    Walk walk = {.index = index,
                 .own = place->own,
                 .enemy = place->enemy,
                 .flags = first_flags(index),
                 .number = place->number % boards};
    memset(position, 0, sizeof *position);
    position->cells = (uint8_t)index->cells;
    position->king = TAB_NO_CELL;
    position->number = 1;
    position->saved[TAB_WHITE] = (uint8_t)(saved / index->saves);
    position->saved[TAB_BLACK] = (uint8_t)(saved % index->saves);
    for (unsigned cell = 0;
         cell < index->cells && (walk.own || walk.enemy || walk.flags & FLAG_KING); cell++)
        if (!is_among(&walk, *count_at(index, cell + 1, walk.own, walk.enemy, walk.flags)))
            fill_cell(&walk, cell, position);
}
