// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as files.
#pragma once

#include "protocol/plot/plot.h"

/* Whether the path ends in .svg, .pdf or .png, or has no ending; else an error (G_FILE_ERROR) that
 * names it. */
gboolean tab_plot_check_path(const char *path, GError **error);

/* Writes the plots on white, one below the other, as the path ends, without an ending as SVG. The
 * file appears whole or not at all. An error (G_FILE_ERROR) names it; without cairo there is only
 * SVG. */
gboolean tab_plot_write(const TabPlot *plots, guint n, const char *path, GError **error);
