// SPDX-License-Identifier: GPL-3.0-or-later
// The slow rules: the moves that one throw has.
#pragma once

#include "tests/slow-position.h"

typedef struct {
    SlowCell from, to;
    gboolean top;       /* the top piece of a pile alone */
    gboolean refusable; /* need not be made */
    SlowPosition after; /* its board; everything else as before the move */
} SlowMove;

/* Appends every move of a throw, or (`half`) of half a throw, of this value to an array of
 * SlowMove. Whether the game is over is not asked. */
void slow_moves(const SlowRuleset *rules, const SlowPosition *position, int thrown, gboolean half,
                GArray *moves);

/* Appends "a9b9", with a "t" after it if the top piece goes alone. */
void slow_move_write(const SlowMove *move, GString *text);
