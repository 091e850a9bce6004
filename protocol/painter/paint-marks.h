// SPDX-License-Identifier: GPL-3.0-or-later
// Marks laid over the board: rings of distinct shape, paths, badges; each readable without its
// colour.
#pragma once

#include "protocol/painter/board-painter.h"
#include "protocol/painter/paint-text.h"
#include "protocol/painter/paint-theme.h"

/* What the drawing of marks needs to know; borrowed. */
typedef struct {
    cairo_t *cr;
    const TabBoardLayout *layout;
    const TabPaintTheme *colours;
    TabPaintText *text;
    const TabCast *cast; /* whose throws the targets name; NULL: there are no targets */
} TabPaintMarks;

/* The marks of a cell that lie in the pit, below its stones, and those above them. */
void tab_paint_marks_below(const TabPaintMarks *marks, const TabBoardCell *cell, double x,
                           double y);
void tab_paint_marks_above(const TabPaintMarks *marks, const TabBoardCell *cell, double x,
                           double y);

/* The throws that lead to a target, on a tag at the pit's lower rim. */
void tab_paint_marks_tag(const TabPaintMarks *marks, const TabBoardCell *cell, double x, double y);

/* The chance of a threatened pile to be captured, on a pennant at the pit's upper left, or lower
 * left. */
void tab_paint_marks_threat(const TabPaintMarks *marks, const TabBoardCell *cell, bool below,
                            double x, double y);

/* The double ring around a chosen stone. */
void tab_paint_marks_chosen(const TabPaintMarks *marks, double x, double y, double radius);

/* The ring of short strokes around a top piece that can be chosen apart. */
void tab_paint_marks_apart(const TabPaintMarks *marks, double x, double y, double radius);

/* The height of a pile on a round badge, of a loose one on a tilted square one. */
void tab_paint_marks_badge(const TabPaintMarks *marks, unsigned height, bool loose, double x,
                           double y);

/* The way of a piece from cell to cell. */
void tab_paint_marks_path(const TabPaintMarks *marks, const TabBoardPath *path);
