// SPDX-License-Identifier: GPL-3.0-or-later
// The small shared values of the rules: sides, ranks, throws, cells, piles, plays and hands.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#define TAB_MIN_COLUMNS 5
#define TAB_MAX_COLUMNS 29
#define TAB_MAX_ROWS 4
#define TAB_MAX_CELLS (TAB_MAX_ROWS * TAB_MAX_COLUMNS)
#define TAB_MAX_KINDS 12 /* kinds of throw of one cast */
#define TAB_MAX_STEPS 12 /* cells that one throw goes */
#define TAB_MAX_SAVED 9  /* saved tâbs a side (RULES.md 6) */
#define TAB_MAX_NUMBER                                                                             \
    999999999u            /* turn numbers have at most nine digits; counting stops there           \
                           */
#define TAB_MAX_THROWS 64 /* throws of one turn, saved tâbs not counted (RULES.md 3) */
#define TAB_MAX_HAND (TAB_MAX_THROWS + TAB_MAX_SAVED)
#define TAB_MAX_TURN (2 * TAB_MAX_THROWS + TAB_MAX_SAVED) /* plays of one turn, by halves */
#define TAB_MAX_PLAYS                                                                              \
    (4 * TAB_MAX_COLUMNS + 1) /* plays of one throw: 29 piles, whole or top, two branches; a king  \
                               */

/* White's home row is the lowest (`a`), Black's the highest. */
typedef enum { TAB_WHITE = 0, TAB_BLACK = 1 } TabSide;

static inline TabSide tab_side_other(TabSide side)
{
    return (TabSide)(1 - side);
}

/* What a piece remembers of its way; the track says which rank is reached where (board.h). Of Tâb:
 * the furthest it has been (RULES.md 2). The order is used: a later rank is a larger number. */
typedef enum { TAB_RANK_N = 0, TAB_RANK_M = 1, TAB_RANK_T = 2, TAB_RANK_F = 3 } TabRank;
#define TAB_N_RANKS 4

/* A multiset of throws: how many there are of each kind of the cast (0 beyond its kinds); at most
 * TAB_MAX_HAND in all. */
typedef struct {
    uint8_t n[TAB_MAX_KINDS];
} TabHand;

/* The number of throws in `hand`. */
static inline unsigned tab_hand_size(const TabHand *hand)
{
    unsigned size = 0;
    for (int i = 0; i < TAB_MAX_KINDS; i++)
        size += hand->n[i];
    return size;
}

/* A cell, numbered row by row from White's home row and in each row from White's left, so that a1
 * is 0 and numbers rise in the order of listings. */
typedef uint8_t TabCell;
#define TAB_NO_CELL 255

/* A pile: 0 for none; else two bits of rank a piece, the TOP piece in the lowest bits, then a 1
 * that marks the height; bit 63 is set for a loose pile. Whose pile it is stands in the position.
 */
typedef uint64_t TabPile;
#define TAB_PILE_LOOSE (UINT64_C(1) << 63)
#define TAB_PILE_SINGLE(rank) (UINT64_C(4) | (TabPile)(rank))
#define TAB_PILE_NASRANI TAB_PILE_SINGLE(TAB_RANK_N)

/* The number of pieces in `pile`, 0 for an empty cell. */
static inline unsigned tab_pile_height(TabPile pile)
{
    pile &= ~TAB_PILE_LOOSE;
    return pile ? (63u - (unsigned)__builtin_clzll(pile)) / 2 : 0;
}

/* The rank of the piece so many places below the top (0: the top piece itself). */
static inline TabRank tab_pile_rank(TabPile pile, unsigned below_top)
{
    return (TabRank)(pile >> (2 * below_top) & 3);
}

/* Whether the pile has two pieces or more. */
static inline bool tab_pile_is_stack(TabPile pile)
{
    return (pile & ~TAB_PILE_LOOSE) >= 16;
}

/* The pieces below the top one, 0: there are none. A pile of one is never loose. */
static inline TabPile tab_pile_without_top(TabPile pile)
{
    TabPile rest = (pile & ~TAB_PILE_LOOSE) >> 2;
    return tab_pile_is_stack(rest) ? rest | (pile & TAB_PILE_LOOSE) : rest > 1 ? rest : 0;
}

typedef enum {
    TAB_PLAY_TOP = 1 << 0,    /* only the top piece of a pile of two or more moves */
    TAB_PLAY_REDUCE = 1 << 1, /* a return: only the top piece of the group arrives (refusable) */
    TAB_PLAY_LOOSEN = 1 << 2, /* a return: the pile arrived in is loose */
    TAB_PLAY_EXACT = 1 << 3,  /* the pieces have `rank` on arrival, even if they had a later one */
    TAB_PLAY_HALVES = 1 << 4, /* the first half of a throw: its other half comes to hand */
    TAB_PLAY_KING = 1 << 5,   /* the king moves */
    TAB_PLAY_PUSH = 1 << 6,   /* the king on `to` becomes the mover's and goes to `push` */
} TabPlayFlags;

/* One move with one throw, everything about it resolved by the move generator. */
typedef struct {
    uint8_t kind; /* of throw, or of half of one */
    TabCell from;
    TabCell to;
    uint8_t flags; /* TabPlayFlags */
    uint8_t rank;  /* TabRank that every piece of the group has on arrival, at least */
    TabCell push;  /* with TAB_PLAY_PUSH only */
} TabPlay;

/* Where a play takes an enemy, if one stands there: a king who is pushed takes it. */
static inline TabCell tab_play_takes_at(const TabPlay *play)
{
    return play->flags & TAB_PLAY_PUSH ? play->push : play->to;
}

/* A turn: its throws, and its plays in order. What becomes of the other throws of the
 * hand (saved, lost) follows from the rules. Large: pass by reference, copy only the used plays. */
typedef struct {
    TabHand hand;     /* all throws of the turn, saved tâbs included */
    bool cast_anew;   /* no play: the dice are cast once more in its place (`again`) */
    unsigned n_plays; /* 0 … TAB_MAX_TURN */
    TabPlay plays[TAB_MAX_TURN];
} TabTurn;

/* Errors of every text reader of the rules; the codes answer to those of the protocol. */
#define TAB_RULES_ERROR (tab_rules_error_quark())
GQuark tab_rules_error_quark(void);
typedef enum {
    TAB_RULES_ERROR_RULES,    /* bad-rules: a rules string */
    TAB_RULES_ERROR_POSITION, /* bad-position */
    TAB_RULES_ERROR_THROW,    /* bad-throw */
    TAB_RULES_ERROR_TURN,     /* illegal-turn: malformed or not allowed */
    TAB_RULES_ERROR_STICKS,   /* a text that describes sticks */
    TAB_RULES_ERROR_RECORD,   /* a game record */
} TabRulesError;

/* What an error quotes may be anything: bytes that are no UTF-8, control characters and those that
 * turn the direction of what follows become `?`, so that it is one line that moves no terminal's
 * cursor. */
void tab_rules_make_printable(GError *error);

/* Sets an error of this domain, made printable; always false, for `return`. In a program that has
 * bound the translations of the project, `format` is looked up there. */
bool tab_rules_refuse(GError **error, TabRulesError code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
