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

/* What a ready picture depends on. */
typedef struct {
    TabBoardLayout layout; /* without a board its size counts alone */
    TabBoardTheme theme;
    bool board;       /* not sand alone */
    bool coordinates; /* on the board */
    bool sand;        /* around it */
    double scale;
} GroundKey;

typedef struct {
    cairo_surface_t *picture; /* NULL: none yet */
    GroundKey key;            /* what it shows */
} Ground;

struct _TabBoardPainter {
    TabPaintGround material;
    TabPaintStones stones;
    TabPaintText text;
    double scale;        /* device pixels a logical pixel */
    Ground ground, sand; /* of the board, and without one */
    double stone_radius; /* on the board drawn last; 0: none was */
};

void tab_board_model_init(TabBoardModel *model, const TabCast *cast)
{
    memset(model, 0, sizeof *model);
    model->cast = cast;
    model->theme = TAB_BOARD_PETRA;
    model->show_coordinates = true;
    model->show_sand = true;
}

/* As whose the king of a position is drawn: a TabSide or TAB_PAINT_NOBODY. */
static uint8_t king_owner(const TabPosition *position)
{
    return position->king_of == TAB_KING_FREE    ? TAB_PAINT_NOBODY
           : position->king_of == TAB_KING_WHITE ? TAB_WHITE
                                                 : TAB_BLACK;
}

void tab_board_model_set_position(TabBoardModel *model, const TabPosition *position)
{
    for (unsigned cell = 0; cell < position->cells; cell++) {
        int owner = tab_position_owner(position, cell);
        model->cell[cell].pile = owner < 0 ? 0 : position->pile[cell];
        model->cell[cell].owner = owner < 0 ? TAB_WHITE : (uint8_t)owner;
        model->cell[cell].king = false;
    }
    if (position->king_of != TAB_KING_NONE) {
        TabBoardCell *cell = &model->cell[position->king];
        cell->pile = TAB_PILE_SINGLE(TAB_RANK_M);
        cell->owner = king_owner(position);
        cell->king = true;
    }
}

TabBoardPainter *tab_board_painter_new(void)
{
    TabBoardPainter *painter = g_rc_box_new0(TabBoardPainter);
    painter->scale = 1.0;
    return painter;
}

TabBoardPainter *tab_board_painter_share(TabBoardPainter *painter)
{
    return g_rc_box_acquire(painter);
}

static void clear(gpointer data)
{
    TabBoardPainter *painter = data;
    tab_paint_ground_clear(&painter->material);
    tab_paint_stones_clear(&painter->stones);
    tab_paint_text_clear(&painter->text);
    g_clear_pointer(&painter->ground.picture, cairo_surface_destroy);
    g_clear_pointer(&painter->sand.picture, cairo_surface_destroy);
}

void tab_board_painter_free(TabBoardPainter *painter)
{
    if (painter)
        g_rc_box_release_full(painter, clear);
}

void tab_board_painter_set_font(TabBoardPainter *painter, const PangoFontDescription *font)
{
    g_return_if_fail(painter);
    if (painter->text.given == font ||
        (font && painter->text.given && pango_font_description_equal(font, painter->text.given)))
        return;
    tab_paint_text_set_font(&painter->text, font);
    g_clear_pointer(&painter->ground.picture, cairo_surface_destroy);
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
    return same_layout(&a->layout, &b->layout) && a->theme == b->theme && a->board == b->board &&
           a->coordinates == b->coordinates && a->sand == b->sand && a->scale == b->scale;
}

/* Copies the ready picture to the origin, pixel by pixel; it is made anew where it does not show
 * `key` already. */
static void draw_ground(TabBoardPainter *painter, cairo_t *cr, Ground *ground, const GroundKey *key)
{
    double width = key->layout.width, height = key->layout.height, scale = key->scale;
    if (!ground->picture || !same_key(&ground->key, key)) {
        g_clear_pointer(&ground->picture, cairo_surface_destroy);
        ground->picture = cairo_image_surface_create(
            key->sand ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, MAX((int)ceil(width * scale), 1),
            MAX((int)ceil(height * scale), 1));
        ground->key = *key;
        cairo_t *ready = cairo_create(ground->picture);
        cairo_scale(ready, scale, scale);
        if (key->sand)
            tab_paint_ground_sand(&painter->material, ready, key->theme, width, height, scale);
        if (key->board)
            tab_paint_ground_board(&painter->material, ready, &key->layout, key->theme,
                                   key->coordinates ? &painter->text : NULL, scale);
        cairo_destroy(ready);
    }
    cairo_save(cr);
    cairo_rectangle(cr, 0.0, 0.0, width, height);
    cairo_clip(cr);
    cairo_scale(cr, 1.0 / scale, 1.0 / scale);
    cairo_set_source_surface(cr, ground->picture, 0.0, 0.0);
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
    TabPaintFace face = cell->king ? TAB_FACE_STAR
                                   : tab_paint_face(tab_pile_rank(cell->pile, below_top),
                                                    frame->model->show_history);
    tab_paint_stone(&frame->painter->stones, frame->marks.cr, frame->model->theme, cell->owner,
                    face, kind, x, y, frame->marks.layout->stone_radius, frame->painter->scale,
                    alpha);
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

/* The number of a pile that is not drawn apart. */
static void draw_number(const Frame *frame, TabPile pile, const PileShape *shape, double x,
                        double y)
{
    double away = 0.80 * frame->marks.layout->stone_radius;
    if (shape->height > 1)
        tab_paint_marks_badge(&frame->marks, shape->height, pile & TAB_PILE_LOOSE,
                              x + shape->x[shape->layers - 1] + away,
                              y + shape->y[shape->layers - 1] - away);
}

/* Whether an arrow comes down into the cell, cut into the board's left edge or laid over the board:
 * a pennant at its upper left would hide the head. */
static bool is_entered_from_above(const Frame *frame, unsigned cell, double x, double y)
{
    const TabBoardLayout *layout = frame->marks.layout;
    double from_x, from_y;
    for (unsigned i = 0; i < layout->n_turns; i++) {
        tab_board_layout_centre(layout, layout->turn[i].from, &from_x, &from_y);
        if (layout->turn[i].to == cell && x < layout->width / 2.0 && from_y < y)
            return true;
    }
    for (unsigned i = 0; i < frame->model->n_paths; i++) {
        const TabBoardPath *path = &frame->model->paths[i];
        if (path->n_path < 2 || path->path[path->n_path - 1] != cell)
            continue;
        tab_board_layout_centre(layout, path->path[path->n_path - 2], &from_x, &from_y);
        if (from_y < y)
            return true;
    }
    return false;
}

static void draw_number_and_threat(const Frame *frame, unsigned index, double x, double y)
{
    const TabBoardCell *cell = &frame->model->cell[index];
    PileShape shape = shape_pile(frame->marks.layout, cell->pile, cell->marks);
    if (!shape.apart)
        draw_number(frame, cell->pile, &shape, x, y);
    if (cell->threat)
        tab_paint_marks_threat(&frame->marks, cell, is_entered_from_above(frame, index, x, y), x,
                               y);
}

/* From the lowest layer to the highest. Piles of which something is chosen, or drawn apart, come
 * last: their top piece may reach into a neighbour. */
typedef enum { MARKS_BELOW, PILES, MARKS_ABOVE, TAGS, CHOSEN_PILES } Layer;

/* One layer of all cells, line by line from the top, so that a rising pile covers what lies behind
 * it. */
static void draw_cells(const Frame *frame, Layer layer)
{
    const TabBoardLayout *layout = frame->marks.layout;
    for (unsigned i = 0; i < layout->cells; i++) {
        unsigned index = layout->order[i];
        const TabBoardCell *cell = &frame->model->cell[index];
        bool chosen = cell->marks & (TAB_MARK_SPLIT | TAB_MARK_SELECTED_TOP | TAB_MARK_SELECTED);
        double x, y;
        tab_board_layout_centre(layout, index, &x, &y);
        if (layer == MARKS_BELOW)
            tab_paint_marks_below(&frame->marks, cell, x, y);
        else if (layer == MARKS_ABOVE)
            tab_paint_marks_above(&frame->marks, cell, x, y);
        else if (cell->pile && layer == (chosen ? CHOSEN_PILES : PILES))
            draw_pile(frame, cell, index, x, y); /* stones differ a little from cell to cell */
        if (layer == (chosen ? CHOSEN_PILES : TAGS))
            draw_number_and_threat(frame, index, x, y);
        if (layer == TAGS)
            tab_paint_marks_tag(&frame->marks, cell, x, y);
    }
}

/* Pieces in the air: where they are now, lifted a little, fading as they leave the board. */
static void draw_flight(const Frame *frame, const TabBoardFlight *flight)
{
    const TabBoardLayout *layout = frame->marks.layout;
    if (!tab_pile_height(flight->pile) || (!flight->held && !flight->n_path))
        return;
    TabBoardCell cell = {.pile = flight->pile, .owner = flight->owner, .king = flight->king};
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
        draw_number(frame, flight->pile, &shape, x, y);
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
    const GroundKey key = {.layout = *layout,
                           .theme = model->theme,
                           .board = true,
                           .coordinates = model->show_coordinates,
                           .sand = model->show_sand,
                           .scale = painter->scale};
    draw_ground(painter, cr, &painter->ground, &key);
    painter->stone_radius = layout->stone_radius;
    Frame frame = {
        painter, model, {cr, layout, tab_paint_theme(model->theme), &painter->text, model->cast}};
    cairo_save(cr);
    draw_cells(&frame, MARKS_BELOW);
    draw_paths(&frame, true);
    draw_cells(&frame, PILES);
    draw_cells(&frame, MARKS_ABOVE);
    draw_paths(&frame, false);
    draw_cells(&frame, TAGS);
    draw_cells(&frame, CHOSEN_PILES);
    for (unsigned i = 0; i < model->n_flights; i++)
        draw_flight(&frame, &model->flights[i]);
    cairo_restore(cr);
}

bool tab_board_painter_prepare(TabBoardPainter *painter, bool make)
{
    g_return_val_if_fail(painter, false);
    return painter->stone_radius > 0.0 &&
           tab_paint_stones_prepare(&painter->stones, painter->ground.key.theme,
                                    painter->stone_radius, painter->scale, make);
}

void tab_board_painter_draw_sand(TabBoardPainter *painter, cairo_t *cr, TabBoardTheme theme,
                                 double width, double height)
{
    g_return_if_fail(painter && width >= 0.0 && height >= 0.0);
    GroundKey key = {.layout = {.width = width, .height = height},
                     .theme = theme,
                     .sand = true,
                     .scale = painter->scale};
    draw_ground(painter, cr, &painter->sand, &key);
}

void tab_board_painter_draw_stone(TabBoardPainter *painter, cairo_t *cr, TabBoardTheme theme,
                                  TabSide side, TabRank rank, double x, double y, double radius)
{
    g_return_if_fail(painter);
    tab_paint_stone(&painter->stones, cr, theme, side, tab_paint_face(rank, true), 0, x, y, radius,
                    painter->scale, 1.0);
}

void tab_board_painter_draw_king(TabBoardPainter *painter, cairo_t *cr, TabBoardTheme theme,
                                 TabSide side, double x, double y, double radius)
{
    g_return_if_fail(painter);
    tab_paint_stone(&painter->stones, cr, theme, side, TAB_FACE_STAR, 0, x, y, radius,
                    painter->scale, 1.0);
}
