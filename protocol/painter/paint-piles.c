// SPDX-License-Identifier: GPL-3.0-or-later
// Where the stones of a pile lie, how high it rises, and which part of it a point hits.
#include "protocol/painter/paint-piles.h"

#include <math.h>

/* All in stone radii. */
#define RISE 0.25    /* from stone to stone */
#define SINK 0.06    /* how much lower the first lies for each stone above it */
#define SCATTER 0.25 /* to the sides, in a loose pile */
#define LIFT 0.22
#define APART_X 0.72
#define APART_Y (-0.62)

TabPaintPile tab_paint_pile(const TabBoardLayout *layout, TabPile pile, unsigned marks)
{
    TabPaintPile shape = {.height = tab_pile_height(pile)};
    double r = layout->stone_radius;
    bool loose = pile & TAB_PILE_LOOSE;
    shape.apart = shape.height > 1 && (marks & (TAB_MARK_SPLIT | TAB_MARK_SELECTED_TOP));
    shape.layers = MIN(shape.height - shape.apart, TAB_PAINT_MOST_LAYERS);
    if (marks & TAB_MARK_SELECTED)
        shape.lift = LIFT * r;
    for (unsigned i = 0; i < shape.layers; i++) {
        shape.x[i] = loose ? (i % 2 ? SCATTER : -SCATTER) * r : 0.0;
        shape.y[i] = (SINK * (shape.layers - 1.0) - RISE * i) * r - shape.lift;
    }
    if (shape.apart) {
        shape.apart_x = shape.x[shape.layers - 1] + APART_X * r;
        shape.apart_y = shape.y[shape.layers - 1] + APART_Y * r;
    }
    return shape;
}

void tab_board_split_centre(const TabBoardLayout *layout, const TabBoardModel *model, unsigned cell,
                            double *x, double *y)
{
    TabPaintPile shape = tab_paint_pile(layout, model->cell[cell].pile, model->cell[cell].marks);
    tab_board_layout_centre(layout, cell, x, y);
    *x += shape.apart_x;
    *y += shape.apart_y;
}

TabCell tab_board_hit(const TabBoardLayout *layout, const TabBoardModel *model, double x, double y,
                      TabHitPart *part)
{
    for (unsigned cell = 0; cell < TAB_ROWS * layout->columns; cell++) {
        const TabBoardCell *shown = &model->cell[cell];
        if (!(shown->marks & TAB_MARK_SPLIT) || !tab_pile_is_stack(shown->pile))
            continue;
        double top_x, top_y;
        tab_board_split_centre(layout, model, cell, &top_x, &top_y);
        if (hypot(x - top_x, y - top_y) <= layout->stone_radius * 1.08) {
            if (part)
                *part = TAB_HIT_TOP;
            return (TabCell)cell;
        }
    }
    if (part)
        *part = TAB_HIT_CELL;
    return tab_board_layout_cell_at(layout, x, y);
}
