// SPDX-License-Identifier: GPL-3.0-or-later
// What is thrown, lying or tumbling: sticks of palm, flat side cream with grain, round side green;
// cowries; long dice. Pure cairo.
#pragma once

#include <cairo.h>

#include "protocol/painter/board-painter.h"

#define TAB_STICKS_TUMBLE_MS 600 /* of a whole tumble, at normal speed */
#define TAB_STICKS_LANDING 0.62  /* of the tumble, when the first stick reaches the ground */

/* How the sticks lie. Equal values give equal pictures. */
typedef struct {
    TabBoardTheme theme;
    TabThing thing;
    unsigned n;                       /* things to draw */
    bool flat[TAB_MAX_STICKS];        /* flat side, or mouth, up in the end */
    bool painted;                     /* the round sides of sticks are black */
    const char *mark[TAB_MAX_STICKS]; /* borrowed; of dice: the face that is up in the end … */
    const char *roll[TAB_MAX_STICKS]; /* … and the one opposite */
    double tumble;                    /* 0: just thrown, in the air … 1: settled */
    uint32_t seed; /* decides where each one falls: e.g. the number of the throw */
    bool faded;    /* not this moment's throw: paler */
} TabSticksModel;

/* Draws into the area from the origin to width×height; needs about 1.6 times as much width as
 * height. */
void tab_sticks_draw(cairo_t *cr, const TabSticksModel *model, double width, double height);

/* The things of a cast that show these kinds to a side, one kind unless they are dice: which
 * of them lie flat is decided by the seed. */
void tab_sticks_set_throw(TabSticksModel *model, const TabCast *cast, TabSide side,
                          const uint8_t *kinds, unsigned n_kinds, uint32_t seed);
