// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the course of a game: the shares of both sides over its turns, mistakes marked.
#pragma once

#include <gdk/gdk.h>

#include "gui/model/game-graph.h"

#define TAB_COURSE_PLOT_MARGIN 5.0 /* pixels: room for marks at the edges */

/* Draws `points` (of TabGraphPoint) from the origin, in words' `colour`; `current`: the turn that
 * is marked, -1: none. */
void tab_course_plot_draw(const GArray *points, int current, cairo_t *cr, double width,
                          double height, const GdkRGBA *colour);
