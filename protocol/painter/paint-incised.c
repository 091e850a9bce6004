// SPDX-License-Identifier: GPL-3.0-or-later
// Arrows and letters cut into the board (or drawn on it): the ways of the rows, and the
// coordinates.
#include "protocol/painter/paint-incised.h"

#include <math.h>

#define LEGIBLE_PIXELS 12.0

/* Strokes the current path as a groove of `width`: its lit lower edge first, then the cut itself.
 */
static void cut_groove(cairo_t *cr, const TabPaintTheme *colours, double width, double alpha)
{
    cairo_path_t *path = cairo_copy_path(cr);
    cairo_new_path(cr);
    cairo_set_line_width(cr, width);
    if (!colours->flat) {
        cairo_save(cr);
        cairo_translate(cr, 0.35 * width, 0.6 * width);
        cairo_append_path(cr, path);
        cairo_restore(cr);
        tab_paint_rgb(cr, colours->incised_lit, 0.55 * alpha);
        cairo_stroke(cr);
    }
    cairo_append_path(cr, path);
    tab_paint_rgb(cr, colours->incised, alpha);
    cairo_stroke(cr);
    cairo_path_destroy(path);
}

/* An arrow of `length` around x, y that points where the row's tracks lead, one way or both. */
static void row_arrow(cairo_t *cr, const TabPaintTheme *colours, double x, double y, double length,
                      const TabRowSeen *row)
{
    double head = 0.22 * length, from = row->rightwards ? -1.0 : 1.0;
    cairo_move_to(cr, x + from * length / 2.0, y);
    cairo_line_to(cr, x - from * length / 2.0, y);
    for (int way = -1; way <= 1; way += 2) {
        if (!(way < 0 ? row->leftwards : row->rightwards))
            continue;
        double tip = x + way * length / 2.0;
        cairo_move_to(cr, tip - way * head, y - 0.62 * head);
        cairo_line_to(cr, tip, y);
        cairo_line_to(cr, tip - way * head, y + 0.62 * head);
    }
    cut_groove(cr, colours, MAX(0.055 * length, 1.0), 0.95);
}

/* An arrow that turns from a row, at `from_x`, into the next, at `x`, on the board's left (`side`
 * -1) or right (1); y is between the rows, `way` -1 upwards and 1 downwards. A fork that one player
 * alone may take is dotted. */
static void turn_arrow(cairo_t *cr, const TabPaintTheme *colours, const TabBoardLayout *layout,
                       double from_x, double x, double y, int side, int way, bool fork)
{
    double high = 0.40 * layout->pitch_y, wide = 0.13 * layout->pitch_x,
           head = 0.085 * layout->pitch_x;
    double from = y - way * high / 2.0, to = y + way * high / 2.0;
    double dash[2] = {0.05 * layout->pitch_x, 0.045 * layout->pitch_x};
    double reach = 1.0 + fabs(x - from_x) / layout->pitch_x; /* of the bow before its head */
    from_x += side * 0.43 * layout->pitch_x;
    x += side * 0.43 * layout->pitch_x;
    cairo_move_to(cr, from_x, from);
    cairo_curve_to(cr, from_x + side * wide, from + way * high * 0.25, x + side * reach * wide,
                   to - way * reach * high * 0.25, x, to);
    if (fork)
        cairo_set_dash(cr, dash, 2, 0.0);
    cut_groove(cr, colours, MAX(0.028 * layout->pitch_x, 1.0), 0.95);
    cairo_set_dash(cr, NULL, 0, 0.0);
    cairo_move_to(cr, x + side * 1.25 * head, to - way * 0.35 * head);
    cairo_line_to(cr, x, to);
    cairo_line_to(cr, x + side * 0.05 * head, to - way * 1.25 * head);
    cut_groove(cr, colours, MAX(0.028 * layout->pitch_x, 1.0), 0.95);
}

/* The turns at the ends of the rows: at a cell, on to another row up or down the board. */
static void paint_turns(cairo_t *cr, const TabBoardLayout *layout, const TabPaintTheme *colours)
{
    for (unsigned i = 0; i < layout->n_turns; i++) {
        const TabTrackTurn *turn = &layout->turn[i];
        double x, y, next_x, next_y;
        tab_board_layout_centre(layout, turn->from, &x, &y);
        tab_board_layout_centre(layout, turn->to, &next_x, &next_y);
        bool right = x > layout->width / 2.0;
        turn_arrow(cr, colours, layout, x, next_x, (y + next_y) / 2.0, right ? 1 : -1,
                   next_y > y ? 1 : -1, turn->fork);
    }
}

/* Every row's direction, above the row, once every few columns. */
void tab_paint_incised_arrows(cairo_t *cr, const TabBoardLayout *layout,
                              const TabPaintTheme *colours)
{
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    for (unsigned r = 0; r < layout->n_rows; r++) {
        const TabRowSeen *row = &layout->row[r];
        bool led = row->leftwards || row->rightwards;
        int groups = led ? (row->length + 2) / 6 + (row->length < 4) : 0;
        double y = layout->first_y + row->line * layout->pitch_y, length = 0.50 * layout->pitch_x;
        for (int i = 0; i < groups; i++) {
            double gap = floor((row->length - 1.0) * (i + 1.0) / (groups + 1.0)) + 0.5;
            row_arrow(cr, colours, layout->first_x + (row->column + gap) * layout->pitch_x,
                      y - 0.5 * layout->pitch_y + 0.03 * layout->pitch_x, length, row);
        }
    }
    paint_turns(cr, layout, colours);
}

/* A letter or number, as if cut into the slab. */
static void cut_text(cairo_t *cr, TabPaintText *text, const TabPaintTheme *colours,
                     const char *label, double x, double y, double pixels)
{
    if (!colours->flat) {
        tab_paint_rgb(cr, colours->incised_lit, 0.6);
        tab_paint_text_draw(text, cr, label, x + 0.5, y + 1.0, pixels, false);
    }
    tab_paint_rgb(cr, colours->incised, 0.95);
    tab_paint_text_draw(text, cr, label, x, y, pixels, false);
}

/* The size that can be read well, or the desktop's if that is smaller. */
static double legible_size(const TabPaintText *text)
{
    return MIN(LEGIBLE_PIXELS, text->pixels);
}

/* The size of the columns' numbers, and where their middle is. Those of a small board would be too
 * small on its slab: they stand below it, if there is room, as in printed diagrams. */
static double place_numbers(const TabBoardLayout *layout, const TabPaintText *text, double *y)
{
    double size = tab_paint_text_size(text, layout->pitch_x), legible = legible_size(text),
           edge = layout->board_y + layout->board_height;
    bool below =
        size < legible && layout->height - layout->board_y - layout->board_height > 1.6 * legible;
    *y = below ? edge + legible : edge - 0.22 * layout->pitch_x;
    return below ? legible : size;
}

double tab_paint_incised_room_below(const TabBoardLayout *layout, const TabPaintText *text)
{
    double y, size = place_numbers(layout, text, &y);
    return y - 0.40 * size; /* digits are about 0.73 as high as their font */
}

/* Names the cells beyond the home rows among the columns' numbers: from "b1" one sees that its row
 * counts otherwise. */
static void name_prow(cairo_t *cr, const TabBoardLayout *layout, const TabPaintTheme *colours,
                      TabPaintText *text, double y, double pixels)
{
    int left = layout->row[0].column, right = left + layout->row[0].length;
    for (unsigned r = 1; r < layout->n_rows; r++) {
        const TabRowSeen *row = &layout->row[r];
        for (int i = 0; i < row->length; i++) {
            int column = row->column + i;
            if (column >= left && column < right)
                continue;
            char name[16];
            g_snprintf(name, sizeof name, "%c%d", row->letter,
                       layout->flipped ? row->length - i : i + 1);
            cut_text(cr, text, colours, name, layout->first_x + column * layout->pitch_x, y,
                     pixels);
        }
    }
}

void tab_paint_incised_coordinates(cairo_t *cr, const TabBoardLayout *layout,
                                   const TabPaintTheme *colours, TabPaintText *text)
{
    double pixels = MAX(tab_paint_text_size(text, layout->pitch_x),
                        MIN(legible_size(text), 0.52 * layout->pitch_x));
    double x, y;
    for (unsigned r = 0; r < layout->n_rows; r++) {
        char letter[2] = {layout->row[r].letter, 0};
        y = layout->first_y + layout->row[r].line * layout->pitch_y;
        cut_text(cr, text, colours, letter, layout->board_x + 0.20 * layout->pitch_x, y, pixels);
    }
    pixels = place_numbers(layout, text, &y);
    /* every number, or 1 3 5 …, or 1 5 10 …, so that there is room between them */
    double room = tab_paint_text_width(text, cr, "28", pixels, false) + 0.4 * pixels;
    for (int i = 0; i < layout->row[0].length; i++) { /* as the cells of White's home row */
        int count = layout->flipped ? layout->row[0].length - i : i + 1;
        if (room > 2.0 * layout->pitch_x ? count != 1 && count % 5 != 0
                                         : room > layout->pitch_x && count % 2 == 0)
            continue;
        char number[12];
        g_snprintf(number, sizeof number, "%d", count);
        x = layout->first_x + (layout->row[0].column + i) * layout->pitch_x;
        cut_text(cr, text, colours, number, x, y, pixels);
    }
    name_prow(cr, layout, colours, text, y, pixels);
}
