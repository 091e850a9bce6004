// SPDX-License-Identifier: GPL-3.0-or-later
// The slow rules: boards of letters, positions and their texts.
#pragma once

#include "tests/slow-ruleset.h"

#define SLOW_MAX_CELLS 30 /* of a row */
#define SLOW_MAX_THROWS 64

enum { SLOW_WHITE, SLOW_BLACK };

/* A cell by the board: row 0 is a, column 0 the leftmost of that row. */
typedef struct {
    int row, column;
} SlowCell;

typedef struct {
    char pile[4][SLOW_MAX_CELLS][30]; /* letters bottom to top; "" for an empty cell; "X", "K" or
                                         "k" for the king */
    gboolean loose[4][SLOW_MAX_CELLS];
    int side; /* to move */
    int throws[SLOW_MAX_THROWS];
    int n_throws;
    gboolean more; /* throws are to come */
    int saved[2];
    int number;
} SlowPosition;

/* The board as one side sees it: relative row from 1 on, and the place along that row in the
 * direction of its track. */
int slow_width(const SlowRuleset *rules, int relative_row);
SlowCell slow_cell(const SlowRuleset *rules, int side, int relative_row, int place);
int slow_relative_row(const SlowRuleset *rules, int side, SlowCell cell);
int slow_place(const SlowRuleset *rules, int side, SlowCell cell);
int slow_enemy_home(const SlowRuleset *rules);

/* What stands on a cell: pieces of that side; a locked one; its king. */
gboolean slow_has_pieces(const SlowPosition *position, SlowCell cell, int side);
gboolean slow_has_locked(const SlowPosition *position, SlowCell cell, int side);
gboolean slow_has_king(const SlowPosition *position, SlowCell cell, int side);
gboolean slow_has_foreign_king(const SlowPosition *position, SlowCell cell, int side);

/* Numbers of a side's piles on one relative row, of its pieces anywhere. */
int slow_count_piles(const SlowRuleset *rules, const SlowPosition *position, int side,
                     int relative_row);
int slow_count_pieces(const SlowRuleset *rules, const SlowPosition *position, int side);

/* The first position of a game whose opening that side has won. */
SlowPosition slow_position_start(const SlowRuleset *rules, int side);

/* Five fields. FALSE if the text is not a valid position. */
gboolean slow_position_read(const SlowRuleset *rules, const char *text, SlowPosition *position);

/* Field 3 alone. */
gboolean slow_throws_read(const SlowRuleset *rules, const char *text, SlowPosition *position);

/* Appends fields 1, 2 and 4, or all five. */
void slow_position_write_board(const SlowRuleset *rules, const SlowPosition *position,
                               GString *text);
void slow_position_write(const SlowRuleset *rules, const SlowPosition *position, GString *text);
