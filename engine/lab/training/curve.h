// SPDX-License-Identifier: GPL-3.0-or-later
// The learning curve as a table of comma-separated values and as a picture.
#pragma once

#include "engine/lab/training/training.h"

/* Writes the whole table: games, seconds, loss, and the scores against greedy and hand in percent
 * with the half-widths of their 95 % intervals. */
bool tab_curve_write_csv(const GArray *curve, const char *path, GError **error);

/* Draws score and loss over games, as SVG or as the name of the file ends (protocol/plot). */
bool tab_curve_draw(const GArray *curve, const char *title, const char *path, GError **error);
