// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as files.
#pragma once

#include "protocol/plot/plot.h"

/* Writes the plots on white, one below the other: as PDF or PNG if the path ends so, else as SVG.
 * The file appears whole or not at all. An error (G_FILE_ERROR) names it; without cairo there is
 * only SVG. */
gboolean tab_plot_write(const TabPlot *plots, guint n, const char *path, GError **error);
