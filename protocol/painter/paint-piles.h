// SPDX-License-Identifier: GPL-3.0-or-later
// Where the stones of a pile lie, how high it rises, and which part of it a point hits.
#pragma once

#include "protocol/painter/board-painter.h"

#define TAB_PAINT_MOST_LAYERS 5 /* stones drawn of a pile; its badge tells the height */

/* A pile taken apart for drawing; offsets in pixels from the cell's centre. */
typedef struct {
    unsigned height; /* pieces in all */
    bool apart;      /* the top piece is drawn beside the others */
    unsigned layers; /* stones drawn upon each other, without one drawn apart */
    double x[TAB_PAINT_MOST_LAYERS], y[TAB_PAINT_MOST_LAYERS]; /* of the layers, bottom first */
    double apart_x, apart_y;                                   /* of the top piece drawn apart */
    double lift; /* how far the layers are lifted, in pixels */
} TabPaintPile;

/* The shape of the pile in a cell. */
TabPaintPile tab_paint_pile(const TabBoardLayout *layout, TabPile pile, unsigned marks);
