// SPDX-License-Identifier: GPL-3.0-or-later
// What the network sees of a position: rows of its first layer, from the side to move.
#pragma once

#include "engine/eval/hits.h"

/* Cells are counted from the side to move: the board's `opposite` takes Black's view to White's,
 * so one network serves both. `slot` = 2 × cell + (1 for the enemy's pile). The rows of
 * the first layer for one ruleset of C cells:
 *
 *   slot × TAB_PILE_CODES + code     the pile that stands there, one row a pile
 *   … slot × TAB_HIT_HEIGHTS + h     times the chance that the other side lands on that pile with
 *                                    its next turn; h = its height - 1, at most 2
 *   … term                           times a TabDenseTerm of the side to move, then of its enemy
 *   … own pieces, enemy's pieces     two of 2 × TAB_COUNT_ROWS rows
 *   … shortest way, next shortest    of the enemy's piles that may move to own piles, then of own
 *                                    ones to the enemy's: four of 2 × 2 × TAB_NEAREST_ROWS rows, by
 *                                    the cells of the way - 1, as far as there are such ways
 *   … own lasting pieces, enemy's    two of 2 × TAB_COUNT_ROWS rows, where the track ends and the
 *                                    side has some (tab_hits_lasting)
 *   … 3 × cell + TabKingRow          where the king stands and whose he is, if the game has one …
 *   … two more                       … times the chance of the side to move, then of its enemy, to
 *                                    come to a king that is not its own
 *
 * All values are integers, so that every machine sees the same. */
#define TAB_PILE_CODES 25
#define TAB_HIT_HEIGHTS 3
#define TAB_COUNT_ROWS 16
#define TAB_NEAREST_ROWS 32 /* ways of so many cells are told apart; longer ones are not seen */

/* Values of one side. Counts are divided by the pieces of the start. */
typedef enum {
    TAB_DENSE_PIECES,  /* on the board */
    TAB_DENSE_NASARA,  /* that have never moved */
    TAB_DENSE_ROW1,    /* Muslims on the own home row */
    TAB_DENSE_ROW3,    /* pieces in TAB_ZONE_FAR */
    TAB_DENSE_ROW4,    /* pieces on the enemy's home row */
    TAB_DENSE_FLIPPED, /* movable piles with a piece of rank F, away from row 4 */
    TAB_DENSE_STACKED, /* pieces above the first of their pile */
    TAB_DENSE_MOVABLE, /* piles that some throw may move */
    TAB_DENSE_EXPOSED, /* expected loss: sum over piles of hit chance × height */
    TAB_DENSE_WORST,   /* the largest of these products, divided by 4 */
    TAB_DENSE_REACH,   /* sum over enemy piles of the square root of the own hit chance */
    TAB_DENSE_SAFE,    /* product over own piles of the chance not to be hit */
    TAB_DENSE_BOUND,   /* 1 while tâbs must convert */
    TAB_DENSE_SAVED,   /* saved tâbs, of TAB_MAX_SAVED */
    TAB_DENSE_FROZEN,  /* pieces on row 4 that may not move */
    TAB_DENSE_SHARE,   /* of all pieces on the board */
    TAB_DENSE_FEW,     /* 1 / pieces */
    TAB_N_DENSE
} TabDenseTerm;

/* The rows by what they tell. */
typedef enum {
    TAB_INPUT_PILES,
    TAB_INPUT_HITS, /* chances to be hit, and the terms made of them */
    TAB_INPUT_TERMS,
    TAB_INPUT_COUNTS,
    TAB_INPUT_WAYS,
    TAB_INPUT_LASTING,
    TAB_INPUT_KING,
    TAB_N_INPUT_KINDS
} TabInputKind;

/* Whose the king is. */
typedef enum {
    TAB_KING_ROW_OWN,
    TAB_KING_ROW_ENEMY,
    TAB_KING_ROW_FREE,
    TAB_N_KING_ROWS
} TabKingRow;

#define TAB_INPUT_ONE 32767 /* the value 1 */

/* The rows of one position. Valued rows with value 0 are left out. */
typedef struct {
    uint8_t n_plain, n_valued;
    uint8_t pieces[2];                       /* on the board: own, enemy's */
    uint16_t plain[2 * TAB_MAX_COLUMNS + 9]; /* rows that count once */
    uint16_t valued[2 * TAB_MAX_COLUMNS + 2 * TAB_N_DENSE + 2];
    int16_t value[2 * TAB_MAX_COLUMNS + 2 * TAB_N_DENSE + 2]; /* 1 … TAB_INPUT_ONE */
} TabInput;

#define TAB_RISK_STEPS 4096

/* Cells whose distances to one cell follow from where they stand on the path by the same shift: the
 * set of these cells (its low and high word) turned right by so many bits, in a word or two, has
 * bit d - 1 for distance d. */
typedef struct {
    uint64_t low, high;
    unsigned turn;
} TabShift;

/* Tables for one ruleset and one set of sticks; immutable once made. */
typedef struct {
    TabRules *rules;
    const TabHits *hits; /* borrowed */
    bool binds, saves, once;
    bool tells_t; /* rank T means something */
    bool simple;  /* no king, no second legs, own pieces may be passed, and none is spared or bound
                     to its home row */
    uint8_t zone[2][TAB_MAX_CELLS];   /* TabHits.zone */
    uint8_t behind[2][TAB_MAX_CELLS]; /* cells that lie further on the path */
    TabCell view[2][TAB_MAX_CELLS];   /* by side to move: the cell as White would see it */
    unsigned hit_row, dense_row, count_row, nearest_row, lasting_row,
        king_row;                         /* where each kind begins */
    unsigned rows;                        /* all of them */
    unsigned n_shifts[2];                 /* of each cell, from the first leg and from the second */
    TabShift *shifts[2];                  /* by side and cell */
    int16_t *near[2][2 + TAB_HITS_SAVED]; /* by side, TabHitHands.near in units of
                                           * 1 / TAB_INPUT_ONE; the same ones if hands are */
    int16_t root[1025];                   /* square roots of n / 1024 */
    uint16_t
        risk[1025]; /* -512 ln(1 - n / 1024), so that a sum of these is a product of chances … */
    int16_t safe[TAB_RISK_STEPS];                            /* … and back */
    int16_t share[TAB_MAX_COLUMNS + 1][TAB_MAX_COLUMNS + 1]; /* [own][enemy's] */
} TabFeatures;

/* `hits` must live as long as the features. */
TabFeatures *tab_features_new(const TabRules *rules, const TabHits *hits);
void tab_features_free(TabFeatures *features);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabFeatures, tab_features_free)

/* "piles", "hits", "terms", "counts", "ways", "lasting", "king"; NULL beyond the last. */
const char *tab_input_kind_name(unsigned kind);

/* What a row of the network tells; `row` is less than `features->rows`. */
TabInputKind tab_features_kind(const TabFeatures *features, unsigned row);

/* Fills in the rows of a position that is not finished. Allocates nothing; any thread. */
void tab_features_fill(const TabFeatures *features, const TabPosition *position, TabInput *input);

/* How the weights of rows are put together from those that are learned, so that rows with much in
 * common learn together, and one set of weights can serve boards of any width. */
typedef enum {
    TAB_LAYOUT_CELLS, /* a weight for every cell: one width */
    TAB_LAYOUT_ENDS,  /* weights by row and distance from its two ends: any width */
    TAB_LAYOUT_ANY,   /* rows made from their traits (maker.h): any rules */
    TAB_N_LAYOUTS
} TabLayout;

/* "cells", "ends", "any"; NULL beyond the last. */
const char *tab_layout_name(unsigned layout);

#define TAB_MAX_FACTORS 16 /* that a row is made of */

/* The number of learned rows for a ruleset (with TAB_LAYOUT_ENDS, whatever its width). */
unsigned tab_layout_factors(TabLayout layout, const TabRules *rules);

/* Writes the learned rows whose sum is `row`, and returns their number. */
unsigned tab_layout_expand(TabLayout layout, const TabRules *rules, unsigned row,
                           uint16_t factor[TAB_MAX_FACTORS]);
