// SPDX-License-Identifier: GPL-3.0-or-later
// The perfect index: every position of few pieces has a number, every number below the count is a
// position.
//
// A position is seen by the side to move: if Black is to move the board is seen from Black's
// side with colours exchanged (RULES.md 1), so a table holds one of the two. What is left is a way
// to fill the cells, in their order, each with nothing, a pile of the side to move ("own") or one
// of the other side ("enemy"). Let C(c, o, e, f) be the number of ways to fill the cells from c on
// with exactly o own and e enemy pieces, where f says for each home row whether a Nasrani may still
// come (RULES.md 8: Nasara stand behind all other own pieces of the home row, in most games), and
// whether the king is still to come. C follows from C(c + 1, …) by going through what cell c can
// hold. The number of a position is the number of positions that come before it in the order
// "nothing, own piles, enemy piles, the king" of the first cell where they differ: a sum of one
// term of C for each smaller choice at each occupied cell. No number is left out, none is used
// twice, and C(0, o, e, …) is the count.
//
// Merges. Positions between which no rule can tell share a number. Each merge follows from the list
// of all rules that read what it forgets; that the legal plays and their results are then the same
// is also tested position by position.
//  - Ranks M and T. A rank is read only by rule 1 (Nasrani or not), rule 4 with row4-once=yes (F or
//    not) and rule 9 with return-test=revisit (at which cell M and T differ). So M and T are worth
//    the same if stack-return=keep or return-test=backward: in standard, walker, ludii and jordan.
//  - Rank F too, if besides row4-once=no: in jordan all pieces but Nasara are worth the same.
//  - The order within a pile is read where its top piece can part from it: stack-split=top,
//    stack-return=reduce, a loose pile. With none of these a pile moves and is captured as a whole
//    for ever, and of its ranks only the highest is read (rule 4): in ludii.
//  - Its height then is read only by row4-move=home-empty-single and =last. If it is neither, a
//    pile is worth the same as one piece, and "pieces" in what follows means piles: in ludii.
#pragma once

#include "protocol/rules/position.h"

#define TAB_INDEX_MOST_PIECES 8 /* a side */

/* What positions of one ruleset up to some number of pieces are numbered by. Immutable, any thread
 * may read it. */
typedef struct {
    TabRules *rules;
    unsigned most; /* pieces a side, 1 … TAB_INDEX_MOST_PIECES */
    unsigned cells;
    uint8_t saves;                     /* saved tâbs that a side can have, 0 included: 1 or 10 */
    bool nasara;                       /* christians=yes … */
    bool ordered;                      /* … and they stand behind all others of the home row */
    bool king;                         /* king=yes */
    bool falling;                      /* Black sees cells in falling order: half a turn */
    bool enemy_rises;                  /* cells rise along Black's home row */
    bool loose;                        /* piles may be loose */
    bool order;                        /* the order within piles matters */
    bool height;                       /* the height of piles matters */
    bool merge_t, merge_f;             /* rank T counts as M; F as well */
    uint8_t n_kinds[TAB_MAX_ROWS + 1]; /* kinds of pieces, Nasara aside, on a relative row */
    uint8_t kind[TAB_MAX_ROWS + 1][4]; /* by relative row and rank */
    uint8_t rank_of[TAB_MAX_ROWS + 1][3]; /* the least rank of each kind */
    uint64_t contents[TAB_MAX_ROWS + 1][TAB_INDEX_MOST_PIECES + 1]; /* by relative row and height:
                                                                     * what a pile can hold */
    uint64_t *count; /* C, by cell, own, enemy and f */
} TabIndex;

/* Where a position stands: the layer of positions with `own` pieces of the side to move and `enemy`
 * pieces of the other, and its number there. */
typedef struct {
    uint8_t own, enemy;
    uint64_t number; /* 0 … tab_index_layer_size() - 1 */
} TabPlace;

#define TAB_INDEX_TOO_MANY UINT64_MAX

/* What keeps positions of these rules from being numbered like this, or NULL. */
const char *tab_index_unfit(const TabRules *rules);

/* Numbers positions with up to `most` (1 … TAB_INDEX_MOST_PIECES) pieces a side. */
TabIndex *tab_index_new(const TabRules *rules, unsigned most);
void tab_index_free(TabIndex *index);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabIndex, tab_index_free)

/* Whether ranks M and T, rank F as well, order and height of piles are merged; for people. Free
 * with g_free. */
char *tab_index_describe_merges(const TabIndex *index);
/* The fewest pieces that a turn can leave its own side of `own`, as the index counts them: fewer
 * where piles that become one count as one, or with stack-return=reduce. */
unsigned tab_index_least_own(const TabIndex *index, unsigned own);

/* The positions of one layer, TAB_INDEX_TOO_MANY if they cannot be counted in 64 bits; 0 pieces on
 * either side are allowed (finished positions, or one side alone). */
uint64_t tab_index_layer_size(const TabIndex *index, unsigned own, unsigned enemy);
/* The same without saved tâbs: a layer's number is `saved * boards + board`, where `saved` is 10 *
 * own + enemy. */
uint64_t tab_index_boards(const TabIndex *index, unsigned own, unsigned enemy);

/* The place of a position; false if it has more pieces than the index knows. */
bool tab_index_find(const TabIndex *index, const TabPosition *position, TabPlace *place);
/* The place's position with White to move and turn number 1: of merged positions the one of the
 * least ranks that is valid. */
void tab_index_position(const TabIndex *index, const TabPlace *place, TabPosition *position);

/* Pieces of a side as the index counts them (piles, if height is merged). */
unsigned tab_index_pieces(const TabIndex *index, const TabPosition *position, TabSide side);
/* The number of what White alone has on the board, whatever Black has: 0 …
 * tab_index_boards(index, pieces, 0) - 1. */
uint64_t tab_index_white_number(const TabIndex *index, const TabPosition *position);
