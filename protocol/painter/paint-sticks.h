// SPDX-License-Identifier: GPL-3.0-or-later
// The sticks of palm, lying or tumbling: flat side cream with grain, round side green; pure
// cairo.
#pragma once

#include <cairo.h>

#include "protocol/painter/board-painter.h"

#define TAB_STICKS_TUMBLE_MS 600 /* of a whole tumble, at normal speed */
#define TAB_STICKS_LANDING 0.62  /* of the tumble, when the first stick reaches the ground */

/* How the sticks lie. Equal values give equal pictures. */
typedef struct {
    TabBoardTheme theme;
    unsigned n;                /* sticks to draw */
    bool flat[TAB_MAX_STICKS]; /* flat side up in the end */
    double tumble;             /* 0: just thrown, in the air … 1: settled */
    uint32_t seed;             /* decides where each one falls: e.g. the number of the throw */
    bool faded;                /* not this moment's throw: paler */
} TabSticksModel;

/* Draws into the area from the origin to width×height; needs about 1.6 times as much width as
 * height. */
void tab_sticks_draw(cairo_t *cr, const TabSticksModel *model, double width, double height);

/* The sticks of a cast that show this kind of throw: which of them lie flat is decided by the seed.
 */
void tab_sticks_set_throw(TabSticksModel *model, const TabCast *cast, int kind, uint32_t seed);
