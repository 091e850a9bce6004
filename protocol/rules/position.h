// SPDX-License-Identifier: GPL-3.0-or-later
// A position as a plain value: the board, whose turn it is, saved tâbs; playing a play; ending a
// turn.
#pragma once

#include <string.h>

#include "protocol/rules/rules.h"

/* Whose the king is. */
typedef enum {
    TAB_KING_NONE, /* there is no king */
    TAB_KING_WHITE,
    TAB_KING_BLACK,
    TAB_KING_FREE, /* he belongs to nobody yet */
} TabKingOf;

/* The board with side to move, saved tâbs and turn number: fields 1, 2, 4 and 5 of a position text.
 * Copying is assignment. Invariants: occupied[side] has exactly the cells whose pile is that
 * side's; pieces and nasara count what stands there; piles beyond `cells` are never read. */
typedef struct {
    TabCells occupied[2];
    uint8_t pieces[2]; /* pieces on the board, 0–29 */
    uint8_t nasara[2]; /* of these, pieces of rank N */
    uint8_t saved[2];  /* saved tâbs, 0–9 */
    uint8_t side;      /* TabSide to move */
    uint8_t cells;     /* of the board */
    uint8_t king_of;   /* TabKingOf */
    TabCell king;      /* where the king stands, if there is one; a piece never stands there */
    uint32_t number;   /* of the turn, 1 … TAB_MAX_NUMBER */
    TabPile pile[TAB_MAX_CELLS];
} TabPosition;

/* The throws at hand, in the order thrown: field 3 of a position text. */
typedef struct {
    unsigned n;                   /* 0: none yet (`-`) */
    bool more;                    /* more are still to be thrown (`1,4+`) */
    uint8_t kind[TAB_MAX_THROWS]; /* of each */
} TabThrows;

/* A position with the throws at hand: all five fields. */
typedef struct {
    TabPosition position;
    TabThrows throws;
} TabSituation;

/* A hash of fields 1, 2 and 4 in 128 bits, the same on every machine: two positions of one ruleset
 * are the same if their keys are (a false match has a chance below 10^-24 even among ten million
 * positions). Databases of games keep words of it: one with other numbers needs a migration there.
 */
typedef struct {
    uint64_t a, b;
} TabKey;

/* The start position alone: `side` to move, turn 1. */
void tab_position_init(const TabRules *rules, TabSide side, TabPosition *position);

/* The start position and its throws; `winner` won the opening: Black then has number 1 and the
 * move. */
void tab_position_start(const TabRules *rules, TabSide winner, TabSituation *start);

/* Plays one play of the side to move, which the move generator has made: nothing is checked, the
 * side stays. `after` may be `before`. */
void tab_position_play(TabPosition *after, const TabPosition *before, const TabPlay *play);

/* Takes the pile of `side` on `cell` off the board. */
void tab_position_take_off(TabPosition *position, TabSide side, unsigned cell);

/* Ends the turn of the side to move. `left` are the throws of the hand that were not used (tâbs
 * among them are saved if the rules say so); `again`: `throws=at-once` and the throw was one
 * after which one throws again, so the side goes on. A finished game always changes side and
 * number, and the winner's saved tâbs become 0. */
void tab_position_end_turn(const TabRules *rules, TabPosition *position, const TabHand *left,
                           bool again);

/* Whether all pieces of both sides stand on the enemy's home row. */
bool tab_position_is_full(const TabRules *rules, const TabPosition *position);

/* Whether the game is over by its rules: a side has no piece left, or nothing is left to do. */
static inline bool tab_position_finished(const TabRules *rules, const TabPosition *position)
{
    return !position->pieces[TAB_WHITE] || !position->pieces[TAB_BLACK] ||
           (rules->ends_full && tab_position_is_full(rules, position));
}

/* Who has won a finished game: a TabSide, or -1 for a draw. */
static inline int tab_position_winner(const TabRules *rules, const TabPosition *position)
{
    unsigned white = position->pieces[TAB_WHITE], black = position->pieces[TAB_BLACK];
    if (white && black && (!rules->fill || white == black))
        return -1;
    return white > black ? TAB_WHITE : TAB_BLACK;
}

/* What a finished game is worth to a side: 1 won, 0 lost, a draw one half. */
static inline double tab_position_score(const TabRules *rules, const TabPosition *position,
                                        TabSide side)
{
    int winner = tab_position_winner(rules, position);
    return winner < 0 ? 0.5 : winner == (int)side;
}

/* The king of this side, and what is in the way of pieces of the other: his cell, or TAB_NO_CELL.
 */
static inline TabCell tab_position_king_of(const TabPosition *position, TabSide side)
{
    return position->king_of == (side == TAB_WHITE ? TAB_KING_WHITE : TAB_KING_BLACK)
               ? position->king
               : TAB_NO_CELL;
}

/* Whether no piece of `side` may leave its home row, because one stands outside of it
 * (`outside=one`). */
static inline bool tab_position_stays_home(const TabRules *rules, const TabPosition *position,
                                           TabSide side)
{
    const TabCells *own = &position->occupied[side], *home = &rules->board.row[side][TAB_HOME_ROW];
    return rules->set.value[TAB_SWITCH_OUTSIDE] == TAB_OUTSIDE_ONE &&
           ((own->word[0] & ~home->word[0]) | (own->word[1] & ~home->word[1]));
}

/* Whose pile stands on `cell`: TAB_WHITE, TAB_BLACK, or -1 for an empty cell. */
static inline int tab_position_owner(const TabPosition *position, unsigned cell)
{
    return tab_cells_has(&position->occupied[TAB_WHITE], cell)   ? TAB_WHITE
           : tab_cells_has(&position->occupied[TAB_BLACK], cell) ? TAB_BLACK
                                                                 : -1;
}

/* The key of a whole position, and that of `after` from the key of `before` and the play between
 * them. */
TabKey tab_position_key(const TabPosition *position);
TabKey tab_position_key_played(TabKey key, const TabPosition *before, const TabPosition *after,
                               const TabPlay *play);

/* Puts what side to move and saved tâbs give to a key into it, or takes it away again. */
void tab_position_key_toggle_turn(TabKey *key, const TabPosition *position);

/* A key of a position and throws together, for tables within one process; `salt` tells apart what
 * the throws stand for. */
static inline TabKey tab_key_with_hand(TabKey key, const TabHand *hand, uint64_t salt)
{
    uint64_t low;
    uint32_t high;
    memcpy(&low, hand->n, sizeof low);
    memcpy(&high, hand->n + sizeof low, sizeof high);
    G_STATIC_ASSERT(sizeof low + sizeof high == sizeof hand->n);
    uint64_t mixed = (low * UINT64_C(0x2545f4914f6cdd1d) + high + (salt << 40) + 1) *
                     UINT64_C(0x9e3779b97f4a7c15);
    return (TabKey){key.a ^ mixed ^ mixed >> 32, key.b ^ mixed * UINT64_C(0xd1342543de82ef95)};
}

/* Whether fields 1, 2 and 4 are equal. */
bool tab_position_same(const TabPosition *a, const TabPosition *b);

/* Every pile goes to the opposite cell and to the other side: the same game with the sides
 * exchanged. `exchanged` may be `position`. */
void tab_position_exchange_sides(const TabRules *rules, TabPosition *exchanged,
                                 const TabPosition *position);

/* Checks everything RULES.md 8 asks of a valid position, throws included, and the invariants of the
 * value; TAB_RULES_ERROR_POSITION names the fault. */
bool tab_situation_validate(const TabRules *rules, const TabSituation *situation, GError **error);

/* Whether the throws at hand are complete: a turn can be chosen. Of dice all must be there. */
static inline bool tab_throws_complete(const TabThrows *throws)
{
    return throws->n > 0 && !throws->more;
}

/* Whether more is thrown behind the `n`-th throw, which was of this kind (RULES.md 3). */
static inline bool tab_throws_go_on(const TabRules *rules, unsigned n, int kind)
{
    return rules->cast.n_sticks ? !tab_ruleset_at_once(&rules->set) && rules->cast.kind[kind].again
                                : n < rules->cast.n_throws;
}

/* How many of each kind there are among these throws. */
static inline TabHand tab_throws_hand(const TabThrows *throws)
{
    TabHand hand = {{0}};
    for (unsigned i = 0; i < throws->n; i++)
        hand.n[throws->kind[i]]++;
    return hand;
}

/* Adds the saved tâbs of the side to move to a hand. */
static inline void tab_hand_add_saved(const TabRules *rules, const TabPosition *position,
                                      TabHand *hand)
{
    if (rules->saved_kind >= 0)
        hand->n[rules->saved_kind] += position->saved[position->side];
}

/* All throws of the turn: those at hand and the saved tâbs of the side to move. */
TabHand tab_situation_hand(const TabRules *rules, const TabSituation *situation);

/* Puts one more throw, for which there is room, in its place: behind the others; of dice, which
 * have no order, so that they rise. */
void tab_throws_insert(const TabCast *cast, TabThrows *throws, int kind);
/* Adds one throw (RULES.md 3): it completes a hand if it ends the throwing, and with
 * `throws=at-once` always. Dice are added one by one, and are complete when all are there.
 * False, and nothing happens, if the hand is complete or full. */
bool tab_throws_add(const TabRules *rules, TabThrows *throws, int kind);

/* The chances of what a cast after these throws gives, by kind; and such a throw or, of dice, all
 * of them, added to the throws. */
TabSticks tab_throws_chances(const TabRules *rules, const TabThrows *throws, TabSide side,
                             const TabSticks *sticks);
void tab_throws_draw(const TabRules *rules, TabThrows *throws, TabSide side,
                     const TabSticks *sticks, TabRandom *random);
