// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the board's picture: layout, hit tests, shapes that differ without colour, and golden
// images.
//
// The golden images in tests/golden are drawn without a font (tab_board_painter_set_font is never
// called there), so that they do not depend on what is installed; what text does is tested on its
// own below. After a wanted change of the picture: TAB_UPDATE_GOLDEN=1 meson test -C <build>
// board-painter; then look at every changed picture.
#include <math.h>
#include <string.h>

#include "protocol/painter/board-painter.h"
#include "protocol/painter/paint-sticks.h"
#include "tests/golden-image.h"
#include "tests/painter-scenes.h"

static const int sizes[][2] = {{600, 400},  {700, 900},   {1000, 700},
                               {1280, 800}, {1920, 1080}, {2560, 1440}};

/* The kind of throw that moves by so many steps. */
static int kind_of(int steps)
{
    int kind = tab_cast_kind_of_steps(&tab_casts[TAB_CAST_TAB], steps);
    g_assert_cmpint(kind, >=, 0);
    return kind;
}

/* Draws on even grey, where a scene leaves the sand out. Destroy with cairo_surface_destroy. */
static cairo_surface_t *paint(TabBoardPainter *painter, const TabBoardLayout *layout,
                              const TabBoardModel *model)
{
    cairo_surface_t *picture =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)layout->width, (int)layout->height);
    cairo_t *cr = cairo_create(picture);
    cairo_set_source_rgb(cr, 0.5, 0.5, 0.5);
    cairo_paint(cr);
    tab_board_painter_draw(painter, cr, layout, model);
    g_assert_cmpint(cairo_status(cr), ==, CAIRO_STATUS_SUCCESS);
    cairo_destroy(cr);
    return picture;
}

/* --- layout and hit tests --- */

/* The slab lies in the area, every pit in the slab, and no pit touches a neighbour. */
static void check_layout(const TabBoardLayout *layout)
{
    double r = layout->pit_radius;
    g_assert_cmpfloat(layout->board_x, >=, 0.0);
    g_assert_cmpfloat(layout->board_y, >=, 0.0);
    g_assert_cmpfloat(layout->board_x + layout->board_width, <=, layout->width + 1e-9);
    g_assert_cmpfloat(layout->board_y + layout->board_height, <=, layout->height + 1e-9);
    g_assert_cmpfloat(layout->stone_radius, <, r);
    g_assert_cmpfloat(layout->stone_radius, >, 5.0);
    unsigned n = layout->cells;
    double x[TAB_MAX_CELLS], y[TAB_MAX_CELLS];
    for (unsigned i = 0; i < n; i++) {
        tab_board_layout_centre(layout, i, &x[i], &y[i]);
        g_assert_cmpfloat(x[i] - r, >, layout->board_x);
        g_assert_cmpfloat(x[i] + r, <, layout->board_x + layout->board_width);
        g_assert_cmpfloat(y[i] - r, >, layout->board_y);
        g_assert_cmpfloat(y[i] + r, <, layout->board_y + layout->board_height);
        for (unsigned k = 0; k < i; k++)
            g_assert_cmpfloat(hypot(x[i] - x[k], y[i] - y[k]), >, 2.0 * r);
    }
}

static void test_layout(void)
{
    for (unsigned columns = TAB_MIN_COLUMNS; columns <= TAB_MAX_COLUMNS; columns++)
        for (unsigned i = 0; i < G_N_ELEMENTS(sizes); i++)
            for (int flipped = 0; flipped < 2; flipped++) {
                TabBoardLayout layout =
                    tab_board_layout(sizes[i][0], sizes[i][1], tab_painter_board(columns), flipped);
                check_layout(&layout);
            }
}

/* All the room is taken in one direction, and the proportions stay. */
static void test_proportions(void)
{
    for (unsigned columns = TAB_MIN_COLUMNS; columns <= TAB_MAX_COLUMNS; columns++) {
        TabBoardLayout first =
            tab_board_layout(sizes[0][0], sizes[0][1], tab_painter_board(columns), false);
        for (unsigned i = 0; i < G_N_ELEMENTS(sizes); i++) {
            TabBoardLayout layout =
                tab_board_layout(sizes[i][0], sizes[i][1], tab_painter_board(columns), false);
            double left_x = layout.width - layout.board_width,
                   left_y = layout.height - layout.board_height;
            g_assert_cmpfloat(MIN(left_x, left_y), <=, 56.0 + 1e-9);
            g_assert_cmpfloat_with_epsilon(layout.board_width / layout.board_height,
                                           first.board_width / first.board_height, 1e-9);
        }
    }
}

static void test_tiny_area(void)
{
    TabBoardLayout layout = tab_board_layout(0.0, -5.0, tab_painter_board(29), false);
    g_assert_cmpfloat(layout.pitch_x, >, 0.0);
    TabPainterScene scene;
    g_assert_true(tab_painter_scene(0, &scene));
    layout = tab_board_layout(3.0, 2.0, scene.board, false);
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 3, 2);
    cairo_t *cr = cairo_create(picture);
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    tab_board_painter_draw(painter, cr, &layout, &scene.model);
    g_assert_cmpint(cairo_status(cr), ==, CAIRO_STATUS_SUCCESS);
    cairo_destroy(cr);
    cairo_surface_destroy(picture);
}

/* White's a1 is at the lower left, and at the upper right once the board is turned; nothing is
 * mirrored. */
static void test_flip(void)
{
    TabBoardLayout straight = tab_board_layout(1000, 700, tab_painter_board(11), false),
                   turned = tab_board_layout(1000, 700, tab_painter_board(11), true);
    double x, y, turned_x, turned_y;
    for (unsigned cell = 0; cell < 44; cell++) {
        tab_board_layout_centre(&straight, cell, &x, &y);
        tab_board_layout_centre(&turned, 43 - cell, &turned_x, &turned_y);
        g_assert_cmpfloat(x, ==, turned_x);
        g_assert_cmpfloat(y, ==, turned_y);
    }
    tab_board_layout_centre(&straight, 0, &x, &y);
    g_assert_cmpfloat(x, <, 500.0);
    g_assert_cmpfloat(y, >, 350.0);
}

/* Every point of a pit hits its cell; the slab's edge hits none. */
static void test_hit_inverse(void)
{
    TabBoardModel model;
    for (unsigned columns = TAB_MIN_COLUMNS; columns <= TAB_MAX_COLUMNS; columns++)
        for (int flipped = 0; flipped < 2; flipped++) {
            tab_board_model_init(&model, &tab_casts[TAB_CAST_TAB]);
            TabBoardLayout layout = tab_board_layout(600, 400, tab_painter_board(columns), flipped);
            for (unsigned cell = 0; cell < tab_painter_board(columns)->cells; cell++) {
                double x, y;
                TabHitPart part;
                tab_board_layout_centre(&layout, cell, &x, &y);
                for (int k = 0; k < 9; k++) {
                    double reach = k ? 0.98 * layout.pit_radius : 0.0, angle = G_PI_4 * k;
                    g_assert_cmpuint(tab_board_hit(&layout, &model, x + reach * cos(angle),
                                                   y + reach * sin(angle), &part),
                                     ==, cell);
                    g_assert_cmpint(part, ==, TAB_HIT_CELL);
                }
            }
            g_assert_cmpuint(
                tab_board_hit(&layout, &model, layout.board_x + 1, layout.board_y + 1, NULL), ==,
                TAB_NO_CELL);
            g_assert_cmpuint(tab_board_hit(&layout, &model, -50, 1e6, NULL), ==, TAB_NO_CELL);
        }
}

/* A top piece drawn apart is a target of its own, and the rest of its cell still means the pile. */
static void test_hit_split(void)
{
    TabBoardModel model;
    for (unsigned columns = TAB_MIN_COLUMNS; columns <= TAB_MAX_COLUMNS; columns += 8)
        for (unsigned cell = 0; cell < tab_painter_board(columns)->cells; cell++) {
            tab_board_model_init(&model, &tab_casts[TAB_CAST_TAB]);
            TabBoardLayout layout = tab_board_layout(1000, 700, tab_painter_board(columns), false);
            model.cell[cell].pile = TAB_PILE_SINGLE(TAB_RANK_M) << 2 | TAB_RANK_M;
            double x, y, top_x, top_y, r = layout.stone_radius;
            TabHitPart part;
            tab_board_layout_centre(&layout, cell, &x, &y);
            model.cell[cell].marks = TAB_MARK_SELECTED | TAB_MARK_SPLIT;
            tab_board_split_centre(&layout, &model, cell, &top_x, &top_y);
            g_assert_cmpfloat(hypot(top_x - x, top_y - y), >, 0.8 * r);
            g_assert_cmpuint(tab_board_hit(&layout, &model, top_x, top_y, &part), ==, cell);
            g_assert_cmpint(part, ==, TAB_HIT_TOP);
            g_assert_cmpuint(tab_board_hit(&layout, &model, top_x + 0.9 * r, top_y, &part), ==,
                             cell);
            g_assert_cmpint(part, ==, TAB_HIT_TOP);
            g_assert_cmpuint(tab_board_hit(&layout, &model, x - 0.6 * r, y + 0.3 * r, &part), ==,
                             cell);
            g_assert_cmpint(part, ==, TAB_HIT_CELL);
            model.cell[cell].marks = 0;
            tab_board_hit(&layout, &model, x, y, &part);
            g_assert_cmpint(part, ==, TAB_HIT_CELL);
        }
}

/* Three rows of seven cells, the middle one with an eighth at its left. */
static TabBoard *new_prow(void)
{
    static const TabTrack track = {.n_legs = 3,
                                   .leg = {{1, true, TAB_RANK_M, 1, TAB_NO_LEG},
                                           {2, false, TAB_RANK_M, 2, TAB_NO_LEG},
                                           {3, true, TAB_RANK_F, TAB_NO_LEG, TAB_NO_LEG}}};
    const TabBoardShape shape = {.n_rows = 3, .prow = true, .mirrored = true, .track = &track};
    TabBoard *board = g_new0(TabBoard, 1);
    tab_board_init(board, &shape, 7, &tab_casts[TAB_CAST_TAB]);
    return board;
}

/* A board of another shape lies by its places, either way round. */
static void test_other_board(void)
{
    g_autofree TabBoard *board = new_prow();
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    TabBoardModel model;
    tab_board_model_init(&model, NULL);
    for (int flipped = 0; flipped < 2; flipped++) {
        TabBoardLayout layout = tab_board_layout(600, 300, board, flipped);
        check_layout(&layout);
        g_assert_cmpuint(layout.cells, ==, 22);
        g_assert_cmpuint(layout.columns, ==, 8);
        g_assert_cmpint(layout.seen[7].column, ==, flipped ? 7 : 0); /* b1, left of a1 and c1 */
        g_assert_cmpint(layout.seen[0].column, ==, flipped ? 6 : 1);
        g_assert_cmpuint(layout.order[0], ==, flipped ? 6 : 15); /* a7, or c1 */
        g_assert_cmpuint(tab_board_layout_cell_in(&layout, flipped ? 7 : 0, 0), ==, TAB_NO_CELL);
        g_assert_true(layout.row[0].rightwards != flipped && layout.row[0].leftwards == flipped);
        g_assert_true(layout.row[1].rightwards == flipped && layout.row[1].leftwards != flipped);
        g_assert_cmpuint(layout.n_turns, >, 0);
        for (unsigned cell = 0; cell < layout.cells; cell++) {
            double x, y;
            tab_board_layout_centre(&layout, cell, &x, &y);
            g_assert_cmpuint(tab_board_hit(&layout, &model, x, y, NULL), ==, cell);
        }
        cairo_surface_destroy(paint(painter, &layout, &model));
    }
}

/* Where the sides go head-on, each row is walked both ways; where they go side by side, one. */
static void test_ways(void)
{
    static const char *const texts[] = {"sahkku", "bakhri", "sahkku:facing=mirror", "siryu"};
    for (unsigned i = 0; i < G_N_ELEMENTS(texts); i++) {
        TabRules *rules = tab_rules_parse(texts[i], NULL);
        TabBoardLayout layout = tab_board_layout(600, 300, &rules->board, i % 2);
        for (unsigned r = 0; r < layout.n_rows; r++)
            g_assert_cmpint(layout.row[r].leftwards + layout.row[r].rightwards, ==, i < 2 ? 2 : 1);
        tab_rules_unref(rules);
    }
}

static void test_along(void)
{
    TabBoardLayout layout = tab_board_layout(1000, 700, tab_painter_board(11), false);
    const TabCell path[] = {11, 22, 23};
    double x, y, x0, y0, x1, y1;
    tab_board_layout_centre(&layout, 11, &x0, &y0);
    tab_board_layout_centre(&layout, 22, &x1, &y1);
    tab_board_layout_along(&layout, path, 3, 0.25, &x, &y);
    g_assert_cmpfloat_with_epsilon(x, x0, 1e-9);
    g_assert_cmpfloat_with_epsilon(y, y0 + 0.25 * (y1 - y0), 1e-9);
    tab_board_layout_along(&layout, path, 3, 9.0, &x, &y);
    tab_board_layout_centre(&layout, 23, &x1, &y1);
    g_assert_cmpfloat(x, ==, x1);
    g_assert_cmpfloat(y, ==, y1);
}

/* --- pictures --- */

static TabBoardLayout scene_layout(const TabPainterScene *scene)
{
    return tab_board_layout(scene->width, scene->height, scene->board, scene->flipped);
}

static void test_golden(gconstpointer data)
{
    TabPainterScene scene;
    g_assert_true(tab_painter_scene(GPOINTER_TO_UINT(data), &scene));
    TabBoardLayout layout = scene_layout(&scene);
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    cairo_surface_t *picture = paint(painter, &layout, &scene.model);
    golden_assert(picture, scene.name);
    cairo_surface_destroy(picture);
}

/* The comparison sees one stone one pixel larger, moved by one pixel, and another face. */
static void test_golden_is_strict(void)
{
    if (g_strcmp0(g_getenv("TAB_UPDATE_GOLDEN"), "1") == 0)
        return;
    TabPainterScene scene;
    unsigned number = 0;
    do
        g_assert_true(tab_painter_scene(number++, &scene));
    while (strcmp(scene.name, "single"));
    TabBoardCell *cell = &scene.model.cell[tab_painter_cell(scene.board, "b3")];
    g_assert_cmpuint(tab_pile_height(cell->pile), ==, 1);
    for (int change = 0; change < 4; change++) {
        TabBoardLayout layout = scene_layout(&scene);
        layout.stone_radius += change == 1 ? 1.0 : change == 2 ? -1.0 : 0.0;
        cell->pile = TAB_PILE_SINGLE(change == 3 ? TAB_RANK_N : TAB_RANK_M);
        g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
        cairo_surface_t *picture = paint(painter, &layout, &scene.model),
                        *stored = golden_load("single");
        g_assert_nonnull(stored);
        int n = golden_difference(picture, stored, NULL);
        g_test_message("change %d: %d pixels", change, n);
        if (change == 0)
            g_assert_cmpint(n, <=, GOLDEN_PIXELS);
        else
            g_assert_cmpint(n, >, GOLDEN_PIXELS);
        cairo_surface_destroy(picture);
        cairo_surface_destroy(stored);
    }
}

/* What a painter drew before, at another size and in another theme, leaves no trace. One scene in
 * four, or all of them. */
static void test_repeatable(void)
{
    TabPainterScene scene, other;
    g_autoptr(TabBoardPainter) used = tab_board_painter_new();
    for (unsigned i = 0; tab_painter_scene(i, &scene); i += g_test_thorough() ? 1 : 4) {
        g_assert_true(tab_painter_scene(i % 3 + 3, &other));
        TabBoardLayout layout = scene_layout(&scene), other_layout = scene_layout(&other);
        g_autoptr(TabBoardPainter) fresh = tab_board_painter_new();
        cairo_surface_destroy(paint(used, &other_layout, &other.model));
        cairo_surface_t *a = paint(fresh, &layout, &scene.model),
                        *b = paint(used, &layout, &scene.model);
        g_assert_cmpmem(cairo_image_surface_get_data(a),
                        (size_t)cairo_image_surface_get_stride(a) * (size_t)scene.height,
                        cairo_image_surface_get_data(b),
                        (size_t)cairo_image_surface_get_stride(b) * (size_t)scene.height);
        cairo_surface_destroy(a);
        cairo_surface_destroy(b);
    }
}

/* Draws, and makes ready for other positions; how many pictures that took. */
static unsigned draw_and_prepare(TabBoardPainter *painter, int width, TabBoardTheme theme)
{
    TabBoardModel model;
    TabBoardLayout layout = tab_board_layout(width, 200, tab_painter_board(9), false);
    unsigned n = 0;
    tab_board_model_init(&model, &tab_casts[TAB_CAST_TAB]);
    model.theme = theme;
    cairo_surface_destroy(paint(painter, &layout, &model));
    while (tab_board_painter_prepare(painter, false)) {
        g_assert_true(tab_board_painter_prepare(painter, true));
        n++;
    }
    g_assert_false(tab_board_painter_prepare(painter, true));
    return n;
}

/* Once all pictures of stones are there nobody asks for them, until size or theme are others or
 * there were too many to keep. */
static void test_prepared(void)
{
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    g_assert_false(tab_board_painter_prepare(painter, true)); /* nothing was drawn yet */
    g_assert_cmpuint(draw_and_prepare(painter, 200, TAB_BOARD_PETRA), ==, 24);
    g_assert_cmpuint(draw_and_prepare(painter, 200, TAB_BOARD_PETRA), ==, 0);
    g_assert_cmpuint(draw_and_prepare(painter, 200, TAB_BOARD_WOOD), ==, 24);
    g_assert_cmpuint(draw_and_prepare(painter, 260, TAB_BOARD_WOOD), ==, 24);
    g_assert_cmpuint(draw_and_prepare(painter, 200, TAB_BOARD_PETRA), ==, 0);
    for (int width = 100; width < 400; width += 6)
        draw_and_prepare(painter, width, TAB_BOARD_PAPER);
    g_assert_cmpuint(draw_and_prepare(painter, 200, TAB_BOARD_PETRA), ==, 24);
}

/* Text appears only with a font and only where it belongs: on the slab's edge, if coordinates are
 * shown. */
static void test_text(void)
{
    TabPainterScene scene;
    g_assert_true(tab_painter_scene(0, &scene));
    TabBoardLayout layout = scene_layout(&scene);
    g_autoptr(TabBoardPainter) mute = tab_board_painter_new(), writing = tab_board_painter_new();
    PangoFontDescription *font = pango_font_description_from_string("Sans 11");
    tab_board_painter_set_font(writing, font);
    pango_font_description_free(font);
    cairo_surface_t *plain = paint(mute, &layout, &scene.model),
                    *text = paint(writing, &layout, &scene.model);
    g_assert_cmpint(golden_difference(plain, text, NULL), >, 50);
    cairo_surface_destroy(text);
    scene.model.show_coordinates = false;
    text = paint(writing, &layout, &scene.model);
    g_assert_cmpint(golden_difference(plain, text, NULL), ==, 0);
    cairo_surface_destroy(text);
    cairo_surface_destroy(plain);
}

/* A target that half of a throw reaches carries the half's number. */
static void test_halves_numbered(void)
{
    cairo_surface_t *picture[2];
    TabCast cast = tab_casts[TAB_CAST_TABLAN];
    tab_cast_make(&cast, TAB_UNLOCK_TWO, true);
    TabBoardLayout layout = tab_board_layout(500, 300, tab_painter_board(5), false);
    PangoFontDescription *font = pango_font_description_from_string("Sans 11");
    for (int last = 0; last < 2; last++) {
        g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
        TabBoardModel model;
        tab_board_model_init(&model, &cast);
        model.cell[7].target_throws = (uint16_t)(1u << (last ? cast.n_uses - 1 : cast.n_kinds));
        tab_board_painter_set_font(painter, font);
        picture[last] = paint(painter, &layout, &model);
    }
    g_assert_cmpint(cast.n_uses, >, cast.n_kinds + 1);
    g_assert_cmpint(golden_difference(picture[0], picture[1], NULL), >, 0);
    pango_font_description_free(font);
    cairo_surface_destroy(picture[0]);
    cairo_surface_destroy(picture[1]);
}

/* The board with throws and chances at the lowest row, or without, and with the numbers of its
 * columns, or without. */
static cairo_surface_t *paint_lowest(const TabBoardLayout *layout, bool marked, bool numbered)
{
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    PangoFontDescription *font = pango_font_description_from_string("Sans 11");
    TabBoardModel model;
    tab_board_model_init(&model, &tab_casts[TAB_CAST_TAB]);
    model.theme = TAB_BOARD_PAPER;
    model.show_coordinates = numbered;
    for (unsigned column = 0; column < layout->columns; column++) {
        unsigned cell = layout->order[layout->cells - 1u - column]; /* in the lowest row */
        model.cell[cell].target_throws =
            marked ? 1u << column % tab_casts[TAB_CAST_TAB].n_kinds : 0;
        model.cell[cell].threat = marked ? 40 : 0;
    }
    tab_board_painter_set_font(painter, font);
    pango_font_description_free(font);
    return paint(painter, layout, &model);
}

static uint32_t pixel_at(cairo_surface_t *picture, int x, int y)
{
    const unsigned char *data = cairo_image_surface_get_data(picture);
    uint32_t pixel;
    memcpy(&pixel, data + y * cairo_image_surface_get_stride(picture) + 4 * x, sizeof pixel);
    return pixel & 0xffffff;
}

/* Marks in the lowest row leave the numbers below it free. */
static void check_numbers_free(int width, int height, unsigned columns, bool flipped)
{
    TabBoardLayout layout = tab_board_layout(width, height, tab_painter_board(columns), flipped);
    cairo_surface_t *bare = paint_lowest(&layout, false, false),
                    *numbered = paint_lowest(&layout, false, true),
                    *marked = paint_lowest(&layout, true, true);
    unsigned ink = 0;
    for (int y = (int)(layout.first_y + (layout.n_rows - 1) * layout.pitch_y + layout.pit_radius);
         y < height; y++)
        for (int x = 0; x < width; x++)
            if (pixel_at(bare, x, y) != pixel_at(numbered, x, y)) {
                ink++;
                g_assert_cmphex(pixel_at(marked, x, y), ==, pixel_at(numbered, x, y));
            }
    g_assert_cmpuint(ink, >=, 5 * columns);
    cairo_surface_destroy(bare);
    cairo_surface_destroy(numbered);
    cairo_surface_destroy(marked);
}

static void test_numbers_free(void)
{
    static const unsigned widths[] = {5, 11, 29};
    for (guint i = 0; i < G_N_ELEMENTS(widths); i++)
        for (int flipped = 0; flipped < 2; flipped++) {
            check_numbers_free(590, 230, widths[i], flipped);
            if (g_test_thorough())
                check_numbers_free(900, 500, widths[i], flipped);
        }
}

/* Whether anything of the numbers is in this column of pixels; the rows that they are in. */
static bool has_ink(cairo_surface_t *bare, cairo_surface_t *numbered, const TabBoardLayout *layout,
                    int x, int *first, int *last)
{
    bool any = false;
    int top = (int)(layout->first_y + (layout->n_rows - 1) * layout->pitch_y + layout->pit_radius);
    for (int y = top; y < (int)layout->height; y++)
        if (pixel_at(bare, x, y) != pixel_at(numbered, x, y)) {
            any = true;
            *first = MIN(*first, y);
            *last = MAX(*last, y);
        }
    return any;
}

/* How many numbers there are below the columns: each in the field of its column, or in those beside
 * it if they have none. */
static unsigned count_numbers(const TabBoardLayout *layout, int *first, int *last)
{
    cairo_surface_t *bare = paint_lowest(layout, false, false),
                    *numbered = paint_lowest(layout, false, true);
    unsigned n = 0;
    for (unsigned column = 0; column < layout->columns; column++) {
        double x, y;
        tab_board_layout_centre(layout, column, &x, &y);
        bool any = false;
        for (int at = (int)(x - 0.3 * layout->pitch_x); at < x + 0.3 * layout->pitch_x; at++)
            any |= has_ink(bare, numbered, layout, at, first, last);
        n += any;
    }
    cairo_surface_destroy(bare);
    cairo_surface_destroy(numbered);
    return n;
}

/* Even the widest board in the smallest window can be read: its numbers are at least 8 pixels high,
 * within the picture, and clear of each other. On a tiny one fewer columns have a number. */
static void test_numbers_legible(void)
{
    for (int flipped = 0; flipped < 2; flipped++) {
        TabBoardLayout layout =
            tab_board_layout(590, 230, tab_painter_board(TAB_MAX_COLUMNS), flipped);
        int first = G_MAXINT, last = 0, unused = 0;
        unsigned n = count_numbers(&layout, &first, &last);
        g_assert_true(n == TAB_MAX_COLUMNS || n == (TAB_MAX_COLUMNS + 1) / 2);
        g_assert_cmpint(last - first + 1, >=, 8);
        g_assert_cmpint(last, <, 229);
        cairo_surface_t *bare = paint_lowest(&layout, false, false),
                        *numbered = paint_lowest(&layout, false, true);
        for (unsigned column = 0; column + 1 < layout.columns; column++)
            g_assert_false(has_ink(bare, numbered, &layout,
                                   (int)(layout.first_x + (column + 0.5) * layout.pitch_x), &unused,
                                   &unused));
        cairo_surface_destroy(bare);
        cairo_surface_destroy(numbered);
        layout = tab_board_layout(300, 100, tab_painter_board(TAB_MAX_COLUMNS), flipped);
        g_assert_cmpuint(count_numbers(&layout, &unused, &unused), <, TAB_MAX_COLUMNS);
    }
}

/* The prow, below which no number of the home row can stand, has its name there. */
static void test_prow_named(void)
{
    g_autofree TabBoard *board = new_prow();
    for (int flipped = 0; flipped < 2; flipped++) {
        TabBoardLayout layout = tab_board_layout(400, 230, board, flipped);
        cairo_surface_t *bare = paint_lowest(&layout, false, false),
                        *numbered = paint_lowest(&layout, false, true);
        for (unsigned column = 0; column < layout.columns; column++) {
            int x = (int)(layout.first_x + column * layout.pitch_x), unused = 0;
            bool any = false;
            for (int at = x - 6; at <= x + 6; at++)
                any |= has_ink(bare, numbered, &layout, at, &unused, &unused);
            g_assert_true(any);
        }
        cairo_surface_destroy(bare);
        cairo_surface_destroy(numbered);
    }
}

/* The number of a pile stands above the ring of what can be captured. */
static void test_number_above_ring(void)
{
    cairo_surface_t *picture[2];
    TabBoardLayout layout = tab_board_layout(500, 300, tab_painter_board(5), false);
    for (int capture = 0; capture < 2; capture++) {
        g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
        TabBoardModel model;
        tab_board_model_init(&model, &tab_casts[TAB_CAST_TAB]);
        tab_painter_scene_board(&model, tab_painter_board(5), "5/2(mm)2/5/5");
        TabBoardCell *cell = &model.cell[tab_painter_cell(tab_painter_board(5), "c3")];
        cell->target_throws = capture ? 1u << kind_of(2) : 0;
        cell->marks = capture ? TAB_MARK_CAPTURE : 0;
        picture[capture] = paint(painter, &layout, &model);
    }
    double x, y, r = layout.stone_radius;
    tab_board_layout_centre(&layout, 12, &x, &y);
    int left = (int)(x + 0.75 * r), top = (int)(y - 1.05 * r), differing = 0;
    for (int i = 0; i < (int)(0.3 * r) * (int)(0.3 * r); i++) {
        int at_x = left + i % (int)(0.3 * r), at_y = top + i / (int)(0.3 * r);
        differing += pixel_at(picture[0], at_x, at_y) != pixel_at(picture[1], at_x, at_y);
    }
    g_assert_cmpint(differing, ==, 0);
    cairo_surface_destroy(picture[0]);
    cairo_surface_destroy(picture[1]);
}

/* On a display of two device pixels a logical one the picture is the same, in twice the detail. */
static void test_scale(void)
{
    TabPainterScene scene;
    g_assert_true(tab_painter_scene(0, &scene));
    TabBoardLayout layout = scene_layout(&scene);
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    cairo_surface_t *once = paint(painter, &layout, &scene.model);
    cairo_surface_t *twice =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, 2 * scene.width, 2 * scene.height);
    cairo_t *cr = cairo_create(twice);
    cairo_scale(cr, 2.0, 2.0);
    tab_board_painter_set_scale(painter, 2.0);
    tab_board_painter_draw(painter, cr, &layout, &scene.model);
    cairo_destroy(cr);
    cairo_surface_t *halved =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, scene.width, scene.height);
    cr = cairo_create(halved);
    cairo_scale(cr, 0.5, 0.5);
    cairo_set_source_surface(cr, twice, 0.0, 0.0);
    cairo_paint(cr);
    cairo_destroy(cr);
    g_assert_cmpint(golden_difference(once, halved, NULL), <, scene.width * scene.height / 20);
    cairo_surface_destroy(once);
    cairo_surface_destroy(twice);
    cairo_surface_destroy(halved);
}

/* A pennant leaves the head of an arrow that comes down the board's left edge to be seen. */
static void test_arrow_heads_free(void)
{
    unsigned found = 0;
    for (int flipped = 0; flipped < 2; flipped++) {
        TabBoardLayout layout = tab_board_layout(560, 260, tab_painter_board(9), flipped);
        for (unsigned i = 0; i < layout.n_turns; i++) {
            double x, y, from_y;
            tab_board_layout_centre(&layout, layout.turn[i].from, &x, &from_y);
            tab_board_layout_centre(&layout, layout.turn[i].to, &x, &y);
            if (from_y > y || x > layout.width / 2.0)
                continue;
            g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
            PangoFontDescription *font = pango_font_description_from_string("Sans 11");
            TabBoardModel model;
            tab_board_model_init(&model, &tab_casts[TAB_CAST_TAB]);
            model.theme = TAB_BOARD_PAPER;
            tab_board_painter_set_font(painter, font);
            pango_font_description_free(font);
            cairo_surface_t *bare = paint(painter, &layout, &model);
            model.cell[layout.turn[i].to].threat = 40;
            cairo_surface_t *marked = paint(painter, &layout, &model);
            g_assert_cmpint(golden_difference(bare, marked, NULL), >, 0);
            for (int row = (int)from_y; row < (int)(y - 0.2 * layout.pitch_y); row++)
                for (int column = 0; column < (int)x; column++)
                    g_assert_cmphex(pixel_at(bare, column, row), ==, pixel_at(marked, column, row));
            cairo_surface_destroy(bare);
            cairo_surface_destroy(marked);
            found++;
        }
    }
    g_assert_cmpuint(found, >=, 2);
}

/* --- shapes that differ without colour --- */

/* One state of a cell that must be told from all others. */
typedef struct {
    const char *name;
    TabBoardCell cell;
} State;

#define PILE_2 (TAB_PILE_SINGLE(TAB_RANK_M) << 2 | TAB_RANK_M)

static const State states[] = {
    {"empty", {0}},
    {"hover", {.marks = TAB_MARK_HOVER}},
    {"focus", {.marks = TAB_MARK_FOCUS}},
    {"last from", {.marks = TAB_MARK_LAST_FROM}},
    {"last to", {.marks = TAB_MARK_LAST_TO}},
    {"last taken", {.marks = TAB_MARK_LAST_TAKEN}},
    {"hint", {.marks = TAB_MARK_HINT}},
    {"movable", {.marks = TAB_MARK_MOVABLE}},
    {"target", {.target_throws = 2}},
    {"refusable", {.target_throws = 2, .target_refusable = 2}},
    {"capture", {.target_throws = 2, .marks = TAB_MARK_CAPTURE}},
    {"threat", {.threat = 37}},
    {"white N", {.pile = TAB_PILE_SINGLE(TAB_RANK_N)}},
    {"white M", {.pile = TAB_PILE_SINGLE(TAB_RANK_M)}},
    {"white T", {.pile = TAB_PILE_SINGLE(TAB_RANK_T)}},
    {"white F", {.pile = TAB_PILE_SINGLE(TAB_RANK_F)}},
    {"black N", {.pile = TAB_PILE_SINGLE(TAB_RANK_N), .owner = TAB_BLACK}},
    {"black M", {.pile = TAB_PILE_SINGLE(TAB_RANK_M), .owner = TAB_BLACK}},
    {"black T", {.pile = TAB_PILE_SINGLE(TAB_RANK_T), .owner = TAB_BLACK}},
    {"black F", {.pile = TAB_PILE_SINGLE(TAB_RANK_F), .owner = TAB_BLACK}},
    {"pile", {.pile = PILE_2}},
    {"loose pile", {.pile = PILE_2 | TAB_PILE_LOOSE}},
    {"pile of three", {.pile = PILE_2 << 2 | TAB_RANK_M}},
    {"chosen pile", {.pile = PILE_2, .marks = TAB_MARK_SELECTED}},
    {"chosen top", {.pile = PILE_2, .marks = TAB_MARK_SELECTED_TOP}},
    {"pile to split", {.pile = PILE_2, .marks = TAB_MARK_SPLIT}},
    {"chosen pile to split", {.pile = PILE_2, .marks = TAB_MARK_SELECTED | TAB_MARK_SPLIT}},
};

/* The picture without its colours: brightness alone. */
static void to_grey(cairo_surface_t *picture)
{
    cairo_t *cr = cairo_create(picture);
    cairo_set_operator(cr, CAIRO_OPERATOR_HSL_SATURATION);
    cairo_set_source_rgb(cr, 0.5, 0.5, 0.5);
    cairo_paint(cr);
    cairo_destroy(cr);
}

static cairo_surface_t *paint_state(TabBoardPainter *painter, const TabBoardLayout *layout,
                                    TabBoardTheme theme, const State *state)
{
    TabBoardModel model;
    tab_board_model_init(&model, &tab_casts[TAB_CAST_TAB]);
    model.theme = theme;
    model.show_history = true;
    model.cell[12] = state->cell;
    cairo_surface_t *picture = paint(painter, layout, &model);
    to_grey(picture);
    return picture;
}

static void test_states_differ(gconstpointer data)
{
    TabBoardTheme theme = (TabBoardTheme)GPOINTER_TO_UINT(data);
    TabBoardLayout layout = tab_board_layout(240, 200, tab_painter_board(5), false);
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    cairo_surface_t *picture[G_N_ELEMENTS(states)];
    for (unsigned i = 0; i < G_N_ELEMENTS(states); i++)
        picture[i] = paint_state(painter, &layout, theme, &states[i]);
    for (unsigned i = 0; i < G_N_ELEMENTS(states); i++)
        for (unsigned k = 0; k < i; k++) {
            int n = golden_difference(picture[i], picture[k], NULL);
            if (n <= GOLDEN_PIXELS)
                g_test_message("%s looks like %s: %d pixels", states[i].name, states[k].name, n);
            g_assert_cmpint(n, >, GOLDEN_PIXELS);
        }
    for (unsigned i = 0; i < G_N_ELEMENTS(states); i++)
        cairo_surface_destroy(picture[i]);
}

/* The pixels that a state changes on an empty board, as a picture in black and white: its shape,
 * whatever its colour. */
static cairo_surface_t *shape_of(cairo_surface_t *state, cairo_surface_t *empty)
{
    cairo_surface_t *diff;
    g_assert_cmpint(golden_difference(state, empty, &diff), >=, 0);
    cairo_surface_flush(diff);
    unsigned char *data = cairo_image_surface_get_data(diff);
    int stride = cairo_image_surface_get_stride(diff);
    for (int y = 0; y < cairo_image_surface_get_height(diff); y++) {
        uint32_t *row = (uint32_t *)(void *)(data + y * stride);
        for (int x = 0; x < cairo_image_surface_get_width(diff); x++)
            row[x] = (row[x] & 0xffffff) == GOLDEN_OFF ? 0x000000 : 0xffffff;
    }
    cairo_surface_mark_dirty(diff);
    return diff;
}

static void test_shapes_differ(void)
{
    TabBoardLayout layout = tab_board_layout(240, 200, tab_painter_board(5), false);
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    cairo_surface_t *empty = paint_state(painter, &layout, TAB_BOARD_CONTRAST, &states[0]);
    cairo_surface_t *shape[G_N_ELEMENTS(states)];
    for (unsigned i = 0; i < G_N_ELEMENTS(states); i++) {
        cairo_surface_t *picture = paint_state(painter, &layout, TAB_BOARD_CONTRAST, &states[i]);
        shape[i] = shape_of(picture, empty);
        cairo_surface_destroy(picture);
        for (unsigned k = 0; k < i; k++) {
            int n = golden_difference(shape[i], shape[k], NULL);
            if (n <= GOLDEN_PIXELS)
                g_test_message("%s has the shape of %s: %d pixels", states[i].name, states[k].name,
                               n);
            g_assert_cmpint(n, >, GOLDEN_PIXELS);
        }
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(states); i++)
        cairo_surface_destroy(shape[i]);
    cairo_surface_destroy(empty);
}

/* --- sticks --- */

static void draw_sticks_at(cairo_t *cr, const TabSticksModel *model, int x, int y)
{
    cairo_save(cr);
    cairo_translate(cr, x, y);
    tab_sticks_draw(cr, model, 160, 110);
    cairo_restore(cr);
}

/* The five throws at rest, one on its way, one of an earlier turn, and high contrast. */
static void test_golden_sticks(void)
{
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 640, 220);
    cairo_t *cr = cairo_create(picture);
    cairo_set_source_rgb(cr, 0.87, 0.77, 0.58);
    cairo_paint(cr);
    for (int i = 0; i < 8; i++) {
        TabSticksModel model = {.tumble = i == 5 ? 0.35 : 1.0,
                                .faded = i == 6,
                                .theme = i == 7 ? TAB_BOARD_CONTRAST : TAB_BOARD_PETRA};
        uint8_t kind = (uint8_t)(i < tab_casts[TAB_CAST_TAB].n_kinds ? i : kind_of(2));
        tab_sticks_set_throw(&model, &tab_casts[TAB_CAST_TAB], TAB_WHITE, &kind, 1,
                             40u + (unsigned)i);
        draw_sticks_at(cr, &model, i % 4 * 160, i / 4 * 110);
    }
    cairo_destroy(cr);
    golden_assert(picture, "sticks");
    cairo_surface_destroy(picture);
}

/* Black of two colours sees a throw where White sees the other sides; dice show what is cut into
 * their faces. */
static void test_things_throw(void)
{
    const TabCast *two = &tab_casts[TAB_CAST_SIRYU], *dice = &tab_casts[TAB_CAST_THREE_DICE];
    for (uint8_t kind = 0; kind < two->n_kinds; kind++) {
        TabSticksModel model = {0};
        unsigned flat = 0;
        tab_sticks_set_throw(&model, two, TAB_BLACK, &kind, 1, kind);
        g_assert_true(model.painted);
        for (unsigned i = 0; i < model.n; i++)
            flat += model.flat[i];
        g_assert_cmpint(two->kind_of_face[two->n_sticks - flat], ==, kind);
    }
    TabSticksModel model = {0};
    tab_sticks_set_throw(&model, dice, TAB_WHITE, (uint8_t[]){0, 3, 1}, 3, 5);
    g_assert_cmpuint(model.n, ==, 3);
    g_assert_cmpstr(model.mark[0], ==, "X");
    g_assert_cmpstr(model.mark[1], ==, "");
    g_assert_cmpstr(model.mark[2], ==, "II");
    tab_sticks_set_throw(&model, dice, TAB_WHITE, (uint8_t[]){2}, 1, 5); /* one has fallen yet */
    g_assert_cmpuint(model.n, ==, 1);
}

/* What is thrown, on the ground of a day, of a night, and without material: six sticks, those of
 * two colours, shells, and dice with all that is cut into their faces. */
static void test_things_drawn(void)
{
    static const struct {
        unsigned cast;
        uint8_t kind[TAB_MAX_DICE];
    } throws[] = {{TAB_CAST_SIX, {3}},
                  {TAB_CAST_SIRYU, {1}},
                  {TAB_CAST_COWRIES, {2}},
                  {TAB_CAST_TWO_DICE, {2, 3}},
                  {TAB_CAST_THREE_DICE, {0, 1, 3}}};
    static const struct {
        TabBoardTheme theme;
        double ground;
    } lights[] = {
        {TAB_BOARD_PETRA, 0.77}, {TAB_BOARD_PETRA_NIGHT, 0.20}, {TAB_BOARD_CONTRAST_DARK, 0.0}};
    const int width = 128, height = 80, columns = G_N_ELEMENTS(throws);
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns * width,
                                                          (int)G_N_ELEMENTS(lights) * height);
    cairo_t *cr = cairo_create(picture);
    for (unsigned row = 0; row < G_N_ELEMENTS(lights); row++) {
        cairo_set_source_rgb(cr, lights[row].ground, lights[row].ground, lights[row].ground);
        cairo_rectangle(cr, 0, 0, columns * width, height);
        cairo_fill(cr);
        for (unsigned i = 0; i < G_N_ELEMENTS(throws); i++) {
            const TabCast *cast = &tab_casts[throws[i].cast];
            TabSticksModel model = {.tumble = 1.0, .theme = lights[row].theme};
            tab_sticks_set_throw(&model, cast, TAB_WHITE, throws[i].kind, cast->n_throws, 9);
            tab_sticks_draw(cr, &model, width, height);
            cairo_translate(cr, width, 0);
        }
        cairo_translate(cr, -columns * width, height);
    }
    cairo_destroy(cr);
    golden_assert(picture, "things");
    cairo_surface_destroy(picture);
}

/* Every throw has as many flat sides as it should, and which sticks they are depends on the seed
 * alone. */
static void test_sticks_throw(void)
{
    const TabCast *cast = &tab_casts[TAB_CAST_TAB];
    unsigned seen[TAB_MAX_STICKS] = {0};
    for (int kind = 0; kind < cast->n_kinds; kind++)
        for (uint32_t seed = 0; seed < 200; seed++) {
            TabSticksModel model = {0}, again = {0};
            tab_sticks_set_throw(&model, cast, TAB_WHITE, &(uint8_t){(uint8_t)kind}, 1, seed);
            tab_sticks_set_throw(&again, cast, TAB_WHITE, &(uint8_t){(uint8_t)kind}, 1, seed);
            int flat = 0;
            g_assert_cmpuint(model.n, ==, cast->n_sticks);
            for (unsigned i = 0; i < model.n; i++) {
                flat += model.flat[i];
                g_assert_cmpint(model.flat[i], ==, again.flat[i]);
                seen[i] += cast->kind[kind].steps == 1 && model.flat[i];
            }
            g_assert_cmpint(cast->kind_of_face[flat], ==, kind);
        }
    for (unsigned i = 0; i < cast->n_sticks; i++)
        g_assert_cmpuint(seen[i], >, 25);
}

/* The settled sticks do not depend on how they tumbled: the last seventh of the tumble stands
 * still. */
static void test_sticks_settle(void)
{
    cairo_surface_t *picture[3];
    for (int i = 0; i < 3; i++) {
        TabSticksModel model = {.tumble = i == 0 ? 1.0 : i == 1 ? 0.9 : 0.5};
        tab_sticks_set_throw(&model, &tab_casts[TAB_CAST_TAB], TAB_WHITE,
                             &(uint8_t){(uint8_t)kind_of(3)}, 1, 7);
        picture[i] = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 160, 110);
        cairo_t *cr = cairo_create(picture[i]);
        draw_sticks_at(cr, &model, 0, 0);
        cairo_destroy(cr);
    }
    g_assert_cmpint(golden_difference(picture[0], picture[1], NULL), ==, 0);
    g_assert_cmpint(golden_difference(picture[0], picture[2], NULL), >, 500);
    for (int i = 0; i < 3; i++)
        cairo_surface_destroy(picture[i]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/board-layout/disjoint", test_layout);
    g_test_add_func("/board-layout/proportions", test_proportions);
    g_test_add_func("/board-layout/tiny", test_tiny_area);
    g_test_add_func("/board-layout/flip", test_flip);
    g_test_add_func("/board-layout/along", test_along);
    g_test_add_func("/board-layout/ways", test_ways);
    g_test_add_func("/board-layout/other-board", test_other_board);
    g_test_add_func("/board-painter/hit/inverse", test_hit_inverse);
    g_test_add_func("/board-painter/hit/split", test_hit_split);
    TabPainterScene scene;
    for (unsigned i = 0; tab_painter_scene(i, &scene); i++) {
        g_autofree char *path = g_strconcat("/board-painter/golden/", scene.name, NULL);
        g_test_add_data_func(path, GUINT_TO_POINTER(i), test_golden);
    }
    g_test_add_func("/board-painter/golden-is-strict", test_golden_is_strict);
    g_test_add_func("/board-painter/repeatable", test_repeatable);
    g_test_add_func("/board-painter/prepared", test_prepared);
    g_test_add_func("/board-painter/text", test_text);
    g_test_add_func("/board-painter/numbers-free", test_numbers_free);
    g_test_add_func("/board-painter/numbers-legible", test_numbers_legible);
    g_test_add_func("/board-painter/prow-named", test_prow_named);
    g_test_add_func("/board-painter/number-above-ring", test_number_above_ring);
    g_test_add_func("/board-painter/halves-numbered", test_halves_numbered);
    g_test_add_func("/board-painter/scale", test_scale);
    for (unsigned i = 0; i < TAB_BOARD_N_THEMES; i++) {
        g_autofree char *path =
            g_strconcat("/board-painter/states-differ/", tab_painter_theme_names[i], NULL);
        g_test_add_data_func(path, GUINT_TO_POINTER(i), test_states_differ);
    }
    g_test_add_func("/board-painter/arrow-heads-free", test_arrow_heads_free);
    g_test_add_func("/board-painter/shapes-differ", test_shapes_differ);
    g_test_add_func("/sticks/golden", test_golden_sticks);
    g_test_add_func("/sticks/throw", test_sticks_throw);
    g_test_add_func("/sticks/things-throw", test_things_throw);
    g_test_add_func("/sticks/things-drawn", test_things_drawn);
    g_test_add_func("/sticks/settle", test_sticks_settle);
    return g_test_run();
}
