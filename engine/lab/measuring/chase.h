// SPDX-License-Identifier: GPL-3.0-or-later
// Two lone pieces in a chase round the middle rows: the chance to win by the gap between them.
//
// On the circle of the middle rows (RULES.md 1) both sides move the same way. The gap is the number
// of steps from the piece of the side to move to that of the enemy, at least 1 and less than the
// cells of the circle: what it would have to throw to capture. Where row 4 is closed while nobody
// stands on it, all places on the circle are alike; elsewhere they differ, so least and most over
// all places are kept as well.
#pragma once

#include "engine/tables/file.h"

#define TAB_MOST_GAPS TAB_MAX_CELLS

/* Chances to win for the side to move, before the throw, by gap. */
typedef struct {
    unsigned length; /* cells of the circle; 0: pieces do not go round on this board */
    double least[TAB_MOST_GAPS], mean[TAB_MOST_GAPS], most[TAB_MOST_GAPS];
} TabChaseCurve;

/* Reads them from a table; every table has positions of one piece against one. A value that the
 * table does not give is put in the middle: see its fault. */
void tab_chase_curve(const TabTable *table, TabChaseCurve *curve);

/* Draws the curves of some tables into a file, as SVG or as its name ends (protocol/plot). */
bool tab_chase_draw(const TabChaseCurve *curves, const char *const *names, unsigned n,
                    const char *path, GError **error);

/* `tab-tables figure`: argv[0] is the command's own name. Prints the curves and draws them. */
bool tab_chase_command(int argc, char **argv, GError **error);
