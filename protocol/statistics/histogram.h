// SPDX-License-Identifier: GPL-3.0-or-later
// A histogram in constant memory whose bins widen as numbers grow, in layers to be stacked.
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TAB_HISTOGRAM_SIDE 40 /* bins on either side of 0 */
#define TAB_HISTOGRAM_LAYERS 3

/* n[layer][i]: numbers x with (i − SIDE)·width ≤ x < (i − SIDE + 1)·width. Bins depend on the
 * numbers seen and not on their order. Starts with a width and all else 0. A plain value. */
typedef struct {
    double width;
    guint n[TAB_HISTOGRAM_LAYERS][2 * TAB_HISTOGRAM_SIDE];
} TabHistogram;

/* `x` is finite. The bins become twice as wide until it fits. */
void tab_histogram_add(TabHistogram *histogram, guint layer, double x);

/* Makes bins twice as wide until those from the first to the last that is not empty are at most
 * `bins` (2 or more). */
void tab_histogram_coarsen(TabHistogram *histogram, guint bins);

/* The first bin that is not empty, and the one after the last; FALSE if all are. */
gboolean tab_histogram_range(const TabHistogram *histogram, guint *first, guint *end);
/* The lower end of a bin. */
double tab_histogram_edge(const TabHistogram *histogram, guint bin);
/* All layers of a bin. */
guint tab_histogram_total(const TabHistogram *histogram, guint bin);

G_END_DECLS
