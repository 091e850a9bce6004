// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as SVG text, for pages.
#pragma once

#include "protocol/plot/plot.h"

/* Appends the picture as an element <svg> of this class, which is well-formed XML. It has
 * presentation attributes, so that it can be read without a style sheet too. */
void tab_plot_append_svg(const TabPlot *plot, const char *class, GString *page);
/* Appends a small square of the colour, for a legend; its class is `swatch`. */
void tab_plot_append_swatch(TabPlotColour colour, GString *page);
