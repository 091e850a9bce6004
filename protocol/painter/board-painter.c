// SPDX-License-Identifier: GPL-3.0-or-later
// The board as a picture: keeps the ground as a ready picture, lays stones and marks over it, and
// tells what a point hits.
#include "protocol/painter/board-painter.h"

#include <math.h>
#include <string.h>

#include "protocol/painter/paint-ground.h"
#include "protocol/painter/paint-marks.h"
#include "protocol/painter/paint-stones.h"

/* All in stone radii. */
#define RISE 0.25    /* from stone to stone */
#define SINK 0.06    /* how much lower the first lies for each stone above it */
#define SCATTER 0.25 /* to the sides, in a loose pile */
#define LIFT 0.22
#define APART_X 0.72
#define APART_Y (-0.62)
#define MOST_LAYERS 5 /* stones drawn of a pile; its badge tells the height */

/* A pile taken apart for drawing; offsets in pixels from the cell's centre. */
typedef struct {
    unsigned height; /* pieces in all */
    bool apart;      /* the top piece is drawn beside the others */
    unsigned layers; /* stones drawn upon each other, without one drawn apart */
    double x[MOST_LAYERS], y[MOST_LAYERS]; /* of the layers, bottom first */
    double apart_x, apart_y;               /* of the top piece drawn apart */
    double lift;                           /* how far the layers are lifted, in pixels */
} PileShape;

/* What the ready picture of the ground depends on. */
typedef struct {
    TabBoardLayout layout;
    TabBoardTheme theme;
    bool coordinates, sand;
    double scale;
} GroundKey;

struct _TabBoardPainter {
    TabPaintGround material;
    TabPaintStones stones;
    TabPaintText text;
    double scale;            /* device pixels a logical pixel */
    cairo_surface_t *ground; /* the ready picture, or NULL */
    GroundKey key;           /* what `ground` shows */
    cairo_surface_t *sand;   /* ready sand without a board, or NULL */
    GroundKey sand_key;      /* what it shows: theme, scale and the size in `layout` */
    double stone_radius;     /* on the board drawn last; 0: none was */
};

void tab_board_model_init(TabBoardModel *model, const TabCast *cast)
{
    memset(model, 0, sizeof *model);
    model->cast = cast;
    model->theme = TAB_BOARD_PETRA;
    model->show_coordinates = true;
    model->show_sand = true;
}

void tab_board_model_set_position(TabBoardModel *model, const TabPosition *position)
{
    for (unsigned cell = 0; cell < position->cells; cell++) {
        int owner = tab_position_owner(position, cell);
        model->cell[cell].pile = owner < 0 ? 0 : position->pile[cell];
        model->cell[cell].owner = owner < 0 ? TAB_WHITE : (uint8_t)owner;
    }
}

TabBoardPainter *tab_board_painter_new(void)
{
    TabBoardPainter *painter = g_new0(TabBoardPainter, 1);
    painter->scale = 1.0;
    return painter;
}

void tab_board_painter_free(TabBoardPainter *painter)
{
    if (!painter)
        return;
    tab_paint_ground_clear(&painter->material);
    tab_paint_stones_clear(&painter->stones);
    tab_paint_text_clear(&painter->text);
    g_clear_pointer(&painter->ground, cairo_surface_destroy);
    g_clear_pointer(&painter->sand, cairo_surface_destroy);
    g_free(painter);
}

void tab_board_painter_set_font(TabBoardPainter *painter, const PangoFontDescription *font)
{
    g_return_if_fail(painter);
    if (painter->text.given == font ||
        (font && painter->text.given && pango_font_description_equal(font, painter->text.given)))
        return;
    tab_paint_text_set_font(&painter->text, font);
    g_clear_pointer(&painter->ground, cairo_surface_destroy);
}

void tab_board_painter_set_scale(TabBoardPainter *painter, double scale)
{
    g_return_if_fail(painter && scale > 0.0);
    painter->scale = scale;
}

static bool same_layout(const TabBoardLayout *a, const TabBoardLayout *b)
{
    return a->width == b->width && a->height == b->height && a->flipped == b->flipped &&
           a->board_x == b->board_x && a->board_y == b->board_y && a->pitch_x == b->pitch_x &&
           a->pitch_y == b->pitch_y && a->pit_radius == b->pit_radius && a->cells == b->cells &&
           memcmp(a->seen, b->seen, sizeof a->seen) == 0 && a->n_turns == b->n_turns &&
           memcmp(a->turn, b->turn, a->n_turns * sizeof *a->turn) == 0 &&
           memcmp(a->row, b->row, a->n_rows * sizeof *a->row) == 0;
}

static bool same_key(const GroundKey *a, const GroundKey *b)
{
    return same_layout(&a->layout, &b->layout) && a->theme == b->theme &&
           a->coordinates == b->coordinates && a->sand == b->sand && a->scale == b->scale;
}

/* Makes the ready picture of the ground anew where it does not show `key` already. */
static void renew_ground(TabBoardPainter *painter, const GroundKey *key, const TabBoardModel *model)
{
    if (painter->ground && same_key(&painter->key, key))
        return;
    g_clear_pointer(&painter->ground, cairo_surface_destroy);
    int width = MAX((int)ceil(key->layout.width * key->scale), 1);
    int height = MAX((int)ceil(key->layout.height * key->scale), 1);
    painter->ground = cairo_image_surface_create(
        key->sand ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, width, height);
    painter->key = *key;
    cairo_t *cr = cairo_create(painter->ground);
    cairo_scale(cr, key->scale, key->scale);
    if (key->sand)
        tab_paint_ground_sand(&painter->material, cr, key->theme, key->layout.width,
                              key->layout.height, key->scale);
    tab_paint_ground_board(&painter->material, cr, &key->layout, model, &painter->text, key->scale);
    cairo_destroy(cr);
}

/* Copies a ready picture to the origin, pixel by pixel. */
static void copy_picture(cairo_t *cr, cairo_surface_t *picture, double width, double height,
                         double scale)
{
    cairo_save(cr);
    cairo_rectangle(cr, 0.0, 0.0, width, height);
    cairo_clip(cr);
    cairo_scale(cr, 1.0 / scale, 1.0 / scale);
    cairo_set_source_surface(cr, picture, 0.0, 0.0);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_paint(cr);
    cairo_restore(cr);
}

/* --- piles --- */

/* The shape of the pile in a cell. */
static PileShape shape_pile(const TabBoardLayout *layout, TabPile pile, unsigned marks)
{
    PileShape shape = {.height = tab_pile_height(pile)};
    double r = layout->stone_radius;
    bool loose = pile & TAB_PILE_LOOSE;
    shape.apart = shape.height > 1 && (marks & (TAB_MARK_SPLIT | TAB_MARK_SELECTED_TOP));
    shape.layers = MIN(shape.height - shape.apart, MOST_LAYERS);
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
    PileShape shape = shape_pile(layout, model->cell[cell].pile, model->cell[cell].marks);
    tab_board_layout_centre(layout, cell, x, y);
    *x += shape.apart_x;
    *y += shape.apart_y;
}

TabCell tab_board_hit(const TabBoardLayout *layout, const TabBoardModel *model, double x, double y,
                      TabHitPart *part)
{
    for (unsigned cell = 0; cell < layout->cells; cell++) {
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

/* --- drawing --- */

/* One frame being drawn. */
typedef struct {
    TabBoardPainter *painter;
    const TabBoardModel *model;
    TabPaintMarks marks; /* with the cairo context and the layout */
} Frame;

static void draw_piece(const Frame *frame, const TabBoardCell *cell, unsigned below_top,
                       unsigned kind, double x, double y, double alpha)
{
    TabPaintFace face =
        tab_paint_face(tab_pile_rank(cell->pile, below_top), frame->model->show_history);
    tab_paint_stone(&frame->painter->stones, frame->marks.cr, frame->model->theme,
                    (TabSide)cell->owner, face, kind, x, y, frame->marks.layout->stone_radius,
                    frame->painter->scale, alpha);
}

/* The stones of a pile upon each other; a layer that hides pieces shows the highest of them. */
static void draw_layers(const Frame *frame, const TabBoardCell *cell, const PileShape *shape,
                        unsigned kind, double x, double y, double alpha)
{
    for (unsigned i = 0; i < shape->layers; i++) {
        unsigned below_top = shape->layers - 1 - i + shape->apart;
        draw_piece(frame, cell, below_top, kind + i, x + shape->x[i], y + shape->y[i], alpha);
    }
}

static void draw_badge(const Frame *frame, unsigned height, bool loose, double x, double y)
{
    double away = 0.80 * frame->marks.layout->stone_radius;
    if (height > 1)
        tab_paint_marks_badge(&frame->marks, height, loose, x + away, y - away);
}

/* A cell's pile with the rings that go with its stones; the number of one that is not apart comes
 * later, above the rings. */
static void draw_pile(const Frame *frame, const TabBoardCell *cell, unsigned kind, double x,
                      double y)
{
    const TabBoardLayout *layout = frame->marks.layout;
    PileShape shape = shape_pile(layout, cell->pile, cell->marks);
    double r = layout->stone_radius, top_x = x + shape.x[shape.layers - 1],
           top_y = y + shape.y[shape.layers - 1];
    bool loose = cell->pile & TAB_PILE_LOOSE, chosen = cell->marks & TAB_MARK_SELECTED;
    if (shape.lift > 0.0)
        tab_paint_lifted_shadow(frame->marks.cr, frame->marks.colours, x, y, r, shape.lift, 1.0);
    draw_layers(frame, cell, &shape, kind, x, y, 1.0);
    if (chosen)
        tab_paint_marks_chosen(&frame->marks, top_x, top_y, r);
    if (!shape.apart)
        return;
    double apart_x = x + shape.apart_x, apart_y = y + shape.apart_y;
    tab_paint_lifted_shadow(frame->marks.cr, frame->marks.colours, apart_x, apart_y, r, 0.3 * r,
                            1.0);
    draw_piece(frame, cell, 0, kind + shape.layers, apart_x, apart_y, 1.0);
    if (chosen || cell->marks & TAB_MARK_SELECTED_TOP)
        tab_paint_marks_chosen(&frame->marks, apart_x, apart_y, r);
    else
        tab_paint_marks_apart(&frame->marks, apart_x, apart_y, r);
    if (shape.height > 2) /* beside the stones that are left */
        tab_paint_marks_badge(&frame->marks, shape.height - 1, loose, top_x - 0.80 * r,
                              top_y - 0.3 * (0.80 * r));
}

/* Runs over the cells line by line from the top, so that a rising pile covers what lies behind it.
 */
static void for_each_cell(const Frame *frame, void (*draw)(const Frame *, unsigned, double, double))
{
    const TabBoardLayout *layout = frame->marks.layout;
    for (unsigned i = 0; i < layout->cells; i++) {
        double x, y;
        tab_board_layout_centre(layout, layout->order[i], &x, &y);
        draw(frame, layout->order[i], x, y);
    }
}

static void draw_below(const Frame *frame, unsigned cell, double x, double y)
{
    tab_paint_marks_below(&frame->marks, &frame->model->cell[cell], x, y);
}

/* Piles drawn apart come after the others: their top piece may reach into a neighbour. */
static bool is_apart(const TabBoardCell *cell)
{
    return cell->marks & (TAB_MARK_SPLIT | TAB_MARK_SELECTED_TOP | TAB_MARK_SELECTED);
}

static void draw_resting(const Frame *frame, unsigned cell, double x, double y)
{
    if (frame->model->cell[cell].pile && !is_apart(&frame->model->cell[cell]))
        draw_pile(frame, &frame->model->cell[cell], cell, x, y);
}

static void draw_above(const Frame *frame, unsigned cell, double x, double y)
{
    tab_paint_marks_above(&frame->marks, &frame->model->cell[cell], x, y);
}

/* The number of a pile that is not drawn apart. */
static void draw_number(const Frame *frame, const TabBoardCell *cell, double x, double y)
{
    PileShape shape = shape_pile(frame->marks.layout, cell->pile, cell->marks);
    if (cell->pile && !shape.apart)
        draw_badge(frame, shape.height, cell->pile & TAB_PILE_LOOSE, x + shape.x[shape.layers - 1],
                   y + shape.y[shape.layers - 1]);
}

static void draw_tag(const Frame *frame, unsigned cell, double x, double y)
{
    if (!is_apart(&frame->model->cell[cell])) {
        draw_number(frame, &frame->model->cell[cell], x, y);
        tab_paint_marks_threat(&frame->marks, &frame->model->cell[cell], x, y);
    }
    tab_paint_marks_tag(&frame->marks, &frame->model->cell[cell], x, y);
}

static void draw_chosen(const Frame *frame, unsigned cell, double x, double y)
{
    const TabBoardCell *shown = &frame->model->cell[cell];
    if (!is_apart(shown))
        return;
    if (shown->pile)
        draw_pile(frame, shown, cell, x, y);
    draw_number(frame, shown, x, y);
    tab_paint_marks_threat(&frame->marks, shown, x, y);
}

/* Pieces in the air: where they are now, lifted a little, fading as they leave the board. */
static void draw_flight(const Frame *frame, const TabBoardFlight *flight)
{
    const TabBoardLayout *layout = frame->marks.layout;
    if (!tab_pile_height(flight->pile) || (!flight->held && !flight->n_path))
        return;
    TabBoardCell cell = {.pile = flight->pile, .owner = flight->owner};
    double x = flight->x, y = flight->y, away = CLAMP(flight->away, 0.0, 1.0),
           r = layout->stone_radius;
    if (!flight->held)
        tab_board_layout_along(layout, flight->path, flight->n_path, flight->at, &x, &y);
    bool left = x < layout->width / 2.0;
    double edge = left ? layout->board_x - r : layout->board_x + layout->board_width + r;
    double lift = (0.12 + 0.5 * away) * r;
    x += (edge - x) * away * away;
    y -= lift;
    double alpha = CLAMP(flight->alpha, 0.0, 1.0) * (1.0 - away * away);
    if (alpha <= 0.0)
        return;
    PileShape shape = shape_pile(layout, flight->pile, 0);
    tab_paint_lifted_shadow(frame->marks.cr, frame->marks.colours, x, y + lift, r, lift + 0.12 * r,
                            alpha);
    draw_layers(frame, &cell, &shape, flight->n_path && !flight->held ? flight->path[0] : 0, x, y,
                alpha);
    if (away <= 0.0)
        draw_badge(frame, shape.height, flight->pile & TAB_PILE_LOOSE,
                   x + shape.x[shape.layers - 1], y + shape.y[shape.layers - 1]);
}

static void draw_paths(const Frame *frame, bool below)
{
    for (unsigned i = 0; i < frame->model->n_paths; i++)
        if ((frame->model->paths[i].style == TAB_PATH_LAST) == below)
            tab_paint_marks_path(&frame->marks, &frame->model->paths[i]);
}

void tab_board_painter_draw(TabBoardPainter *painter, cairo_t *cr, const TabBoardLayout *layout,
                            const TabBoardModel *model)
{
    g_return_if_fail(painter && layout && model);
    const GroundKey key = {*layout, model->theme, model->show_coordinates, model->show_sand,
                           painter->scale};
    renew_ground(painter, &key, model);
    copy_picture(cr, painter->ground, layout->width, layout->height, painter->scale);
    painter->stone_radius = layout->stone_radius;
    Frame frame = {
        painter, model, {cr, layout, tab_paint_theme(model->theme), &painter->text, model->cast}};
    cairo_save(cr);
    for_each_cell(&frame, draw_below);
    draw_paths(&frame, true);
    for_each_cell(&frame, draw_resting);
    for_each_cell(&frame, draw_above);
    draw_paths(&frame, false);
    for_each_cell(&frame, draw_tag);
    for_each_cell(&frame, draw_chosen);
    for (unsigned i = 0; i < model->n_flights; i++)
        draw_flight(&frame, &model->flights[i]);
    cairo_restore(cr);
}

bool tab_board_painter_prepare(TabBoardPainter *painter)
{
    g_return_val_if_fail(painter, false);
    return painter->stone_radius > 0.0 &&
           tab_paint_stones_prepare(&painter->stones, painter->key.theme, painter->stone_radius,
                                    painter->scale);
}

bool tab_board_painter_is_prepared(const TabBoardPainter *painter)
{
    g_return_val_if_fail(painter, false);
    return tab_paint_stones_are_ready(&painter->stones, painter->key.theme, painter->stone_radius,
                                      painter->scale);
}

void tab_board_painter_draw_sand(TabBoardPainter *painter, cairo_t *cr, TabBoardTheme theme,
                                 double width, double height)
{
    g_return_if_fail(painter && width >= 0.0 && height >= 0.0);
    GroundKey key = {
        .layout = {.width = width, .height = height}, .theme = theme, .scale = painter->scale};
    if (!painter->sand || !same_key(&painter->sand_key, &key)) {
        g_clear_pointer(&painter->sand, cairo_surface_destroy);
        painter->sand =
            cairo_image_surface_create(CAIRO_FORMAT_RGB24, MAX((int)ceil(width * key.scale), 1),
                                       MAX((int)ceil(height * key.scale), 1));
        painter->sand_key = key;
        cairo_t *ready = cairo_create(painter->sand);
        cairo_scale(ready, key.scale, key.scale);
        tab_paint_ground_sand(&painter->material, ready, theme, width, height, key.scale);
        cairo_destroy(ready);
    }
    copy_picture(cr, painter->sand, width, height, key.scale);
}

void tab_board_painter_draw_stone(TabBoardPainter *painter, cairo_t *cr, TabBoardTheme theme,
                                  TabSide side, TabRank rank, double x, double y, double radius)
{
    g_return_if_fail(painter);
    tab_paint_stone(&painter->stones, cr, theme, side, tab_paint_face(rank, true), 0, x, y, radius,
                    painter->scale, 1.0);
}
