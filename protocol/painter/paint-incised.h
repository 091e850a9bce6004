// SPDX-License-Identifier: GPL-3.0-or-later
// Arrows and letters cut into the board (or drawn on it): the ways of the rows, and the
// coordinates.
#pragma once

#include "protocol/painter/board-layout.h"
#include "protocol/painter/paint-text.h"
#include "protocol/painter/paint-theme.h"

/* The ways of the rows and the turns at their ends. */
void tab_paint_incised_arrows(cairo_t *cr, const TabBoardLayout *layout,
                              const TabPaintTheme *colours);

/* The rows' letters and the home row's numbers on the slab's edge. */
void tab_paint_incised_coordinates(cairo_t *cr, const TabBoardLayout *layout,
                                   const TabPaintTheme *colours, TabPaintText *text);
/* Down to where marks may reach without covering the numbers of the columns. */
double tab_paint_incised_room_below(const TabBoardLayout *layout, const TabPaintText *text);
