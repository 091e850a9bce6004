// SPDX-License-Identifier: GPL-3.0-or-later
// The position as a value: start, play, end of turn, key, exchange of sides and validity.
#include "protocol/rules/position.h"

#include <string.h>

#include "protocol/rules/translatable.h"

#define EVEN_BITS UINT64_C(0x5555555555555555)

/* The bit above the ranks of a pile, which marks its height; loose mark aside. */
static uint64_t height_bit(TabPile pile)
{
    return UINT64_C(1) << 2 * tab_pile_height(pile);
}

/* Every piece of `pile` to rank `least` at least, all at once: two bits a piece, N M T F = 0 1 2 3.
 */
static TabPile raise_ranks(TabPile pile, unsigned least)
{
    uint64_t bit = height_bit(pile), mask = bit - 1, ranks = pile & mask;
    uint64_t low = ranks & EVEN_BITS, high = ranks >> 1 & EVEN_BITS, all = EVEN_BITS & mask;
    if (least == TAB_RANK_M)
        low |= all & ~high;
    else if (least == TAB_RANK_T) {
        low &= high;
        high = all;
    } else
        low = high = all;
    return bit | high << 1 | low;
}

/* Every piece of `pile` to this rank; loose mark aside. */
static TabPile set_ranks(TabPile pile, unsigned rank)
{
    uint64_t bit = height_bit(pile);
    return bit | (EVEN_BITS & (bit - 1)) * rank;
}

/* Lifts the group of `play` off its cell and returns it without loose mark. */
static TabPile lift(TabPosition *position, const TabPlay *play)
{
    TabPile pile = position->pile[play->from];
    if (play->flags & TAB_PLAY_TOP) {
        position->pile[play->from] = tab_pile_without_top(pile);
        return TAB_PILE_SINGLE(pile & 3);
    }
    position->pile[play->from] = 0;
    tab_cells_remove(&position->occupied[position->side], play->from);
    return pile & ~TAB_PILE_LOOSE;
}

void tab_position_take_off(TabPosition *position, TabSide side, unsigned cell)
{
    TabPile taken = position->pile[cell];
    position->pieces[side] = (uint8_t)(position->pieces[side] - tab_pile_height(taken));
    position->nasara[side] = (uint8_t)(position->nasara[side] - (taken == TAB_PILE_NASRANI));
    tab_cells_remove(&position->occupied[side], cell);
    position->pile[cell] = 0;
}

/* Copies only the piles that this board has. */
static void copy(TabPosition *after, const TabPosition *before)
{
    memcpy(after, before, offsetof(TabPosition, pile) + before->cells * sizeof before->pile[0]);
}

/* The king comes to `cell`, is this side's, and captures. */
static void move_king(TabPosition *position, TabSide side, TabCell cell)
{
    if (tab_cells_has(&position->occupied[tab_side_other(side)], cell))
        tab_position_take_off(position, tab_side_other(side), cell);
    position->king = cell;
    position->king_of = side == TAB_WHITE ? TAB_KING_WHITE : TAB_KING_BLACK;
}

void tab_position_play(TabPosition *after, const TabPosition *before, const TabPlay *play)
{
    if (after != before)
        copy(after, before);
    TabSide side = (TabSide)after->side;
    if (play->flags & (TAB_PLAY_KING | TAB_PLAY_PUSH)) {
        move_king(after, side, play->flags & TAB_PLAY_KING ? play->to : play->push);
        if (play->flags & TAB_PLAY_KING)
            return;
    }
    bool was_loose = !(play->flags & TAB_PLAY_TOP) && after->pile[play->from] & TAB_PILE_LOOSE;
    TabPile group = lift(after, play);
    if (group == TAB_PILE_NASRANI)
        after->nasara[side]--;
    if (play->flags & TAB_PLAY_REDUCE) {
        after->pieces[side] = (uint8_t)(after->pieces[side] - (tab_pile_height(group) - 1));
        group = TAB_PILE_SINGLE(group & 3);
    }
    group = play->flags & TAB_PLAY_EXACT ? set_ranks(group, play->rank)
                                         : raise_ranks(group, play->rank);
    if (tab_cells_has(&after->occupied[tab_side_other(side)], play->to))
        tab_position_take_off(after, tab_side_other(side), play->to);
    TabPile there = after->pile[play->to] & ~TAB_PILE_LOOSE;
    if (there) {
        uint64_t bit = height_bit(group);
        group = there << 2 * tab_pile_height(group) | (group & (bit - 1));
        was_loose = false;
    }
    if (tab_pile_is_stack(group) && (was_loose || play->flags & TAB_PLAY_LOOSEN))
        group |= TAB_PILE_LOOSE;
    after->pile[play->to] = group;
    tab_cells_add(&after->occupied[side], play->to);
}

void tab_position_end_turn(const TabRules *rules, TabPosition *position, const TabHand *left,
                           bool again)
{
    TabSide side = (TabSide)position->side;
    bool finished = tab_position_finished(rules, position);
    if (finished)
        position->saved[side] = 0;
    else if (rules->saved_kind >= 0)
        position->saved[side] = (uint8_t)MIN(left->n[rules->saved_kind], TAB_MAX_SAVED);
    if (again && !finished)
        return;
    position->side = (uint8_t)tab_side_other(side);
    position->number += position->number < TAB_MAX_NUMBER;
}

void tab_position_init(const TabRules *rules, TabSide side, TabPosition *position)
{
    unsigned pieces = tab_ruleset_pieces(&rules->set);
    TabRank rank = rules->set.value[TAB_SWITCH_CHRISTIANS] ? TAB_RANK_N : TAB_RANK_M;
    memset(position, 0, sizeof *position);
    position->cells = rules->board.cells;
    position->side = (uint8_t)side;
    position->number = 1;
    position->king = rules->king_cell;
    position->king_of = rules->king_cell == TAB_NO_CELL ? TAB_KING_NONE : TAB_KING_FREE;
    for (int owner = 0; owner < 2; owner++) {
        position->pieces[owner] = (uint8_t)pieces;
        position->nasara[owner] = (uint8_t)(rank == TAB_RANK_N ? pieces : 0);
        for (unsigned cell = 0; cell < rules->board.cells; cell++)
            if (rules->board.path_index[owner][cell] < pieces) {
                position->pile[cell] = TAB_PILE_SINGLE(rank);
                tab_cells_add(&position->occupied[owner], cell);
            }
    }
}

void tab_position_start(const TabRules *rules, TabSide winner, TabSituation *start)
{
    tab_position_init(rules, winner, &start->position);
    memset(&start->throws, 0, sizeof start->throws);
    if (rules->set.value[TAB_SWITCH_OPENING_TAB] == TAB_OPENING_TAB_COUNTS)
        tab_throws_add(rules, &start->throws, rules->opening_kind);
}

/* The finaliser of MurmurHash3, a bijection that mixes all bits. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ x >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

/* Adds (or takes away, it is the same) what one pile gives to the key. */
static void key_toggle(TabKey *key, TabSide side, unsigned cell, TabPile pile)
{
    if (!pile)
        return;
    uint64_t where = (uint64_t)(2 * cell + side + 1);
    key->a ^= mix(pile ^ where * UINT64_C(0x9e3779b97f4a7c15));
    key->b ^= mix(pile + where * UINT64_C(0xd1342543de82ef95));
}

/* The same for the king. */
static void key_toggle_king(TabKey *key, const TabPosition *position)
{
    if (position->king_of == TAB_KING_NONE)
        return;
    uint64_t king = position->king_of * (TAB_MAX_CELLS + UINT64_C(1)) + position->king;
    key->a ^= mix(king + UINT64_C(0x632be59bd9b4e019));
    key->b ^= mix(~king ^ UINT64_C(0x9e6c63d0876a9a47));
}

void tab_position_key_toggle_turn(TabKey *key, const TabPosition *position)
{
    uint64_t turn =
        position->side + 2u * position->saved[TAB_WHITE] + 20u * position->saved[TAB_BLACK];
    key->a ^= mix(turn + 1);
    key->b ^= mix(~turn);
}

TabKey tab_position_key(const TabPosition *position)
{
    TabKey key = {0, 0};
    unsigned cell;
    tab_position_key_toggle_turn(&key, position);
    key_toggle_king(&key, position);
    for (int side = 0; side < 2; side++)
        TAB_CELLS_FOREACH(position->occupied[side], cell)
            key_toggle(&key, (TabSide)side, cell, position->pile[cell]);
    return key;
}

TabKey tab_position_key_played(TabKey key, const TabPosition *before, const TabPosition *after,
                               const TabPlay *play)
{
    TabSide side = (TabSide)before->side;
    if (play->flags & (TAB_PLAY_KING | TAB_PLAY_PUSH)) {
        key_toggle_king(&key, before);
        key_toggle_king(&key, after);
        TabCell cell = play->flags & TAB_PLAY_KING ? play->to : play->push;
        if (tab_cells_has(&before->occupied[tab_side_other(side)], cell))
            key_toggle(&key, tab_side_other(side), cell, before->pile[cell]);
        if (play->flags & TAB_PLAY_KING)
            return key;
    }
    bool taken = tab_cells_has(&before->occupied[tab_side_other(side)], play->to);
    key_toggle(&key, side, play->from, before->pile[play->from]);
    key_toggle(&key, side, play->from, after->pile[play->from]);
    key_toggle(&key, taken ? tab_side_other(side) : side, play->to, before->pile[play->to]);
    key_toggle(&key, side, play->to, after->pile[play->to]);
    return key;
}

bool tab_position_same(const TabPosition *a, const TabPosition *b)
{
    if (a->cells != b->cells || a->side != b->side || a->king_of != b->king_of ||
        (a->king_of && a->king != b->king) || memcmp(a->saved, b->saved, sizeof a->saved) ||
        memcmp(a->occupied, b->occupied, sizeof a->occupied))
        return false;
    return !memcmp(a->pile, b->pile, a->cells * sizeof a->pile[0]);
}

void tab_position_exchange_sides(const TabRules *rules, TabPosition *exchanged,
                                 const TabPosition *position)
{
    TabPosition result;
    memset(&result, 0, sizeof result);
    result.cells = position->cells;
    result.number = position->number;
    result.king_of = position->king_of;
    if (position->king_of == TAB_KING_WHITE || position->king_of == TAB_KING_BLACK)
        result.king_of = TAB_KING_WHITE + TAB_KING_BLACK - position->king_of;
    result.king = position->king_of ? rules->board.opposite[position->king] : TAB_NO_CELL;
    result.side = (uint8_t)tab_side_other((TabSide)position->side);
    unsigned cell;
    for (int side = 0; side < 2; side++) {
        result.pieces[side] = position->pieces[!side];
        result.nasara[side] = position->nasara[!side];
        result.saved[side] = position->saved[!side];
        TAB_CELLS_FOREACH(position->occupied[!side], cell) {
            unsigned opposite = rules->board.opposite[cell];
            result.pile[opposite] = position->pile[cell];
            tab_cells_add(&result.occupied[side], opposite);
        }
    }
    *exchanged = result;
}

bool tab_position_is_full(const TabRules *rules, const TabPosition *position)
{
    unsigned last = rules->board.n_rows;
    for (int side = 0; side < 2; side++)
        for (int word = 0; word < 2; word++)
            if (position->occupied[side].word[word] & ~rules->board.row[side][last].word[word])
                return false;
    return true;
}

void tab_throws_insert(const TabCast *cast, TabThrows *throws, int kind)
{
    unsigned i = throws->n++;
    for (; !cast->n_sticks && i > 0 && throws->kind[i - 1] > kind; i--)
        throws->kind[i] = throws->kind[i - 1];
    throws->kind[i] = (uint8_t)kind;
}

bool tab_throws_add(const TabRules *rules, TabThrows *throws, int kind)
{
    if (tab_throws_complete(throws) || throws->n >= TAB_MAX_THROWS)
        return false;
    tab_throws_insert(&rules->cast, throws, kind);
    throws->more = tab_throws_go_on(rules, throws->n, kind);
    return true;
}

TabSticks tab_throws_chances(const TabRules *rules, const TabThrows *throws, TabSide side,
                             const TabSticks *sticks)
{
    TabSticks own = tab_sticks_of_side(&rules->cast, sticks, side);
    return tab_sticks_of_throw(&rules->cast, &own, throws->n);
}

void tab_throws_draw(const TabRules *rules, TabThrows *throws, TabSide side,
                     const TabSticks *sticks, TabRandom *random)
{
    const TabCast *cast = &rules->cast;
    TabSticks own;
    if (cast->two_colours) {
        own = tab_sticks_of_side(cast, sticks, side);
        sticks = &own;
    }
    do {
        tab_throws_add(rules, throws, tab_sticks_throw_on(cast, sticks, throws->n, random));
    } while (!cast->n_sticks && throws->more);
}

TabHand tab_situation_hand(const TabRules *rules, const TabSituation *situation)
{
    TabHand hand = tab_throws_hand(&situation->throws);
    tab_hand_add_saved(rules, &situation->position, &hand);
    return hand;
}

/* What makes a position valid (RULES.md 8), fault by fault. */

/* That a piece of this rank cannot stand on %s. What a rank tells of a piece is the track's matter.
 */
static const char *misplaced(const TabRules *rules, TabRank rank)
{
    static const char *const of_tab[] = {
        [TAB_RANK_N] = N_("a Nasrani cannot stand on %s"),
        [TAB_RANK_M] = N_("a stone that has not been on row 3 cannot stand on %s"),
        [TAB_RANK_T] = N_("a stone that has been on row 3 cannot stand on %s"),
        [TAB_RANK_F] = N_("a stone that has been on the enemy’s home row cannot stand on %s"),
    };
    if (rank == TAB_RANK_N || rules->set.value[TAB_SWITCH_TRACK] == TAB_TRACK_TAB)
        return of_tab[rank];
    if (!rules->board.rows_of_rank[rank])
        return N_("a stone on %s of a kind that these rules do not have");
    return rank == TAB_RANK_M ? N_("a stone that has moved cannot stand on %s")
                              : N_("a stone on its way home cannot stand on %s");
}

/* One pile: its ranks stand where they may, Nasara single, loose only where that is known. */
static bool check_pile(const TabRules *rules, TabSide side, unsigned cell, TabPile pile,
                       GError **error)
{
    char name[TAB_CELL_NAME];
    unsigned relative = rules->board.relative_row[side][cell], height = tab_pile_height(pile);
    for (unsigned i = 0; i < height; i++) {
        TabRank rank = tab_pile_rank(pile, i);
        if (!(rules->board.rows_of_rank[rank] >> relative & 1))
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, misplaced(rules, rank),
                                    tab_board_cell_name(&rules->board, cell, name));
        if (rank == TAB_RANK_N && !rules->set.value[TAB_SWITCH_CHRISTIANS])
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("a Nasrani on %s, but these rules have no Nasara"),
                                    tab_board_cell_name(&rules->board, cell, name));
        if (height > 1 && rules->set.value[TAB_SWITCH_STACKING] == TAB_STACKING_NONE)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("a pile on %s, but under these rules stones stand alone"),
                                    tab_board_cell_name(&rules->board, cell, name));
        if (rank == TAB_RANK_N && height > 1)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("a Nasrani in a pile on %s"),
                                    tab_board_cell_name(&rules->board, cell, name));
    }
    if (!(pile & TAB_PILE_LOOSE))
        return true;
    if (rules->set.value[TAB_SWITCH_STACK_RETURN] != TAB_RETURN_LOOSEN)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("a loose pile on %s, but these rules have none"),
                                tab_board_cell_name(&rules->board, cell, name));
    return height > 1 ||
           tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("a loose pile of one stone on %s"),
                            tab_board_cell_name(&rules->board, cell, name));
}

/* All piles of a side, and Nasara behind every other piece of the home row, unless pieces come back
 * to it. */
static bool check_side(const TabRules *rules, const TabPosition *position, TabSide side,
                       GError **error)
{
    unsigned cell, pieces = 0, foremost_nasrani = 0, rearmost_other = TAB_MAX_CELLS,
                   nasrani_cell = 0;
    const char *who = g_dgettext("tab", side == TAB_WHITE ? N_("White") : N_("Black"));
    TAB_CELLS_FOREACH(position->occupied[side], cell) {
        TabPile pile = position->pile[cell];
        unsigned place = rules->board.path_index[side][cell];
        if (!check_pile(rules, side, cell, pile, error))
            return false;
        pieces += tab_pile_height(pile);
        if (pile != TAB_PILE_NASRANI)
            rearmost_other = MIN(rearmost_other, place);
        else if (place >= foremost_nasrani) {
            foremost_nasrani = place;
            nasrani_cell = cell;
        }
    }
    if (pieces > tab_ruleset_pieces(&rules->set))
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("%s has %u stones, more than %u"), who, pieces,
                                tab_ruleset_pieces(&rules->set));
    if (position->nasara[side] && rearmost_other < foremost_nasrani && !rules->board.comes_home &&
        rules->set.value[TAB_SWITCH_UNLOCK_ORDER] == TAB_UNLOCK_FOREMOST) {
        char name[TAB_CELL_NAME];
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("the Nasrani on %s stands before another stone"),
                                tab_board_cell_name(&rules->board, nasrani_cell, name));
    }
    return true;
}

static bool check_saved(const TabRules *rules, const TabPosition *position, GError **error)
{
    for (int side = 0; side < 2; side++) {
        if (position->saved[side] > TAB_MAX_SAVED)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("%d saved tâbs are more than nine"), position->saved[side]);
        if (position->saved[side] && !rules->set.value[TAB_SWITCH_SAVE_TAB])
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("saved tâbs, but these rules save none"));
    }
    return true;
}

/* What is at hand with `throws=at-once`. */
static bool check_one_cast(const TabRules *rules, const TabThrows *throws, GError **error)
{
    if (throws->more)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("more throws are to follow (+), but these rules have one cast "
                                   "at hand at a time"));
    if (throws->n == rules->cast.n_throws)
        return true;
    if (rules->cast.n_sticks)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("these rules have one throw at hand at a time"));
    return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                            /* Translators: such as: of all 3 dice at hand, not 2. */
                            N_("these rules have the throws of all %u dice at hand, not %u"),
                            rules->cast.n_throws, throws->n);
}

static bool check_throws(const TabRules *rules, const TabThrows *throws, GError **error)
{
    const TabKind *kinds = rules->cast.kind;
    if (!throws->n)
        return !throws->more ||
               tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("more throws are to follow (+), but none comes before"));
    for (unsigned i = 0; i < throws->n; i++)
        if (throws->n > TAB_MAX_THROWS || throws->kind[i] >= rules->cast.n_kinds)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("no such throws"));
    for (unsigned i = 0; i + 1 < throws->n && !rules->cast.n_sticks; i++)
        if (throws->kind[i] > throws->kind[i + 1])
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("dice stand in rising order"));
    if (tab_ruleset_at_once(&rules->set))
        return check_one_cast(rules, throws, error);
    for (unsigned i = 0; i + 1 < throws->n; i++)
        if (!kinds[throws->kind[i]].again)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("a throw after %s, which ends the throwing"),
                                    kinds[throws->kind[i]].name);
    int last = throws->kind[throws->n - 1];
    if (throws->more && throws->n == TAB_MAX_THROWS)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("more than %d throws"),
                                TAB_MAX_THROWS);
    if (throws->more && !kinds[last].again)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("more throws after %s, which ends the throwing"),
                                kinds[last].name);
    if (!throws->more && kinds[last].again)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("the throws end in %s, which earns another"), kinds[last].name);
    return true;
}

/* The counters of the value agree with its board: only our own code can get this wrong. */
static bool check_invariants(const TabRules *rules, const TabPosition *position, GError **error)
{
    if (position->cells != rules->board.cells || position->side > TAB_BLACK ||
        tab_cells_meet(&position->occupied[TAB_WHITE], &position->occupied[TAB_BLACK]))
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                N_("the position is of another board"));
    for (int side = 0; side < 2; side++) {
        unsigned cell, pieces = 0, nasara = 0;
        TAB_CELLS_FOREACH(position->occupied[side], cell) {
            pieces += tab_pile_height(position->pile[cell]);
            nasara += position->pile[cell] == TAB_PILE_NASRANI;
        }
        if (pieces != position->pieces[side] || nasara != position->nasara[side])
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("the counts of pieces do not agree with the board"));
    }
    for (unsigned cell = 0; cell < position->cells; cell++)
        if ((position->pile[cell] != 0) != (tab_position_owner(position, cell) >= 0))
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    N_("the set of cells does not agree with the piles"));
    return true;
}

/* The king stands where he may, alone. */
static bool check_king(const TabRules *rules, const TabPosition *position, GError **error)
{
    bool expected = rules->king_cell != TAB_NO_CELL;
    if (expected != (position->king_of != TAB_KING_NONE))
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                expected ? N_("there is no king")
                                         : N_("a king, but these rules have none"));
    if (!expected)
        return true;
    if (position->king >= position->cells || tab_position_owner(position, position->king) >= 0)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("the king stands nowhere"));
    return position->king_of != TAB_KING_FREE || position->king == rules->king_cell ||
           tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                            N_("a king that belongs to nobody has not moved"));
}

bool tab_situation_validate(const TabRules *rules, const TabSituation *situation, GError **error)
{
    const TabPosition *position = &situation->position;
    if (!check_invariants(rules, position, error) ||
        !check_side(rules, position, TAB_WHITE, error) ||
        !check_side(rules, position, TAB_BLACK, error) || !check_king(rules, position, error))
        return false;
    if (!position->pieces[TAB_WHITE] && !position->pieces[TAB_BLACK])
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, N_("no stones on the board"));
    if (!check_saved(rules, position, error) || !check_throws(rules, &situation->throws, error))
        return false;
    return (position->number >= 1 && position->number <= TAB_MAX_NUMBER) ||
           tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                            N_("the turn number is not from 1 to %u"), TAB_MAX_NUMBER);
}
