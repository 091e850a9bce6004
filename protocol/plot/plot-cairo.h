// SPDX-License-Identifier: GPL-3.0-or-later
// Draws plots with cairo.
#pragma once

#include <cairo.h>

#include "protocol/plot/plot.h"

/* Draws the plot in the rectangle of its frame, from the origin; the ground stays as it is. Names
 * of colours mean nothing here. */
void tab_plot_draw(const TabPlot *plot, cairo_t *cr);
