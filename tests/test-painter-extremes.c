// SPDX-License-Identifier: GPL-3.0-or-later
// The painter at the ends of what it can be given: tiny and huge boards, pieces that have flown
// off, values out of range, fonts that come and go, and pictures that are too large for a file.
#include <math.h>
#include <string.h>

#include "protocol/painter/board-painter.h"
#include "protocol/painter/paint-diagram.h"
#include "protocol/painter/paint-sticks.h"
#include "protocol/painter/paint-theme.h"
#include "tests/golden-image.h"
#include "tests/painter-scenes.h"

/* On even grey. Destroy with cairo_surface_destroy. */
static cairo_surface_t *new_picture(int width, int height, cairo_t **cr)
{
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    *cr = cairo_create(picture);
    cairo_set_source_rgb(*cr, 0.5, 0.5, 0.5);
    cairo_paint(*cr);
    return picture;
}

static cairo_surface_t *paint(TabBoardPainter *painter, const TabBoardLayout *layout,
                              const TabBoardModel *model)
{
    cairo_t *cr;
    cairo_surface_t *picture = new_picture((int)layout->width, (int)layout->height, &cr);
    tab_board_painter_draw(painter, cr, layout, model);
    g_assert_cmpint(cairo_status(cr), ==, CAIRO_STATUS_SUCCESS);
    cairo_destroy(cr);
    return picture;
}

/* How many pixels differ; destroys both. */
static int difference(cairo_surface_t *a, cairo_surface_t *b)
{
    int n = golden_difference(a, b, NULL);
    cairo_surface_destroy(a);
    cairo_surface_destroy(b);
    return n;
}

/* An empty board of a theme that is quickly drawn. */
static void plain_model(TabBoardModel *model)
{
    tab_board_model_init(model, &tab_casts[TAB_CAST_TAB]);
    model->theme = TAB_BOARD_PAPER;
    model->show_sand = false;
}

static void set_font(TabBoardPainter *painter, const char *words)
{
    PangoFontDescription *font = words ? pango_font_description_from_string(words) : NULL;
    tab_board_painter_set_font(painter, font);
    g_clear_pointer(&font, pango_font_description_free);
}

/* --- what a painter keeps --- */

/* Boards that are cut alike: three rows, of which one or another leads upwards. */
static TabBoard *new_board(unsigned kind)
{
    static const TabTrack tracks[] = {
        {.n_legs = 3,
         .leg = {{1, true, TAB_RANK_M, 1, TAB_NO_LEG},
                 {2, false, TAB_RANK_M, 2, TAB_NO_LEG},
                 {3, true, TAB_RANK_F, TAB_NO_LEG, TAB_NO_LEG}}},
        {.n_legs = 3,
         .leg = {{1, false, TAB_RANK_M, 1, TAB_NO_LEG},
                 {2, true, TAB_RANK_M, 2, TAB_NO_LEG},
                 {3, false, TAB_RANK_F, TAB_NO_LEG, TAB_NO_LEG}}},
        {.n_legs = 2,
         .leg = {{1, true, TAB_RANK_M, 1, TAB_NO_LEG},
                 {2, false, TAB_RANK_F, TAB_NO_LEG, TAB_NO_LEG}}},
    };
    const TabBoardShape shape = {.n_rows = 3, .mirrored = true, .track = &tracks[kind]};
    TabBoard *board = g_new0(TabBoard, 1);
    tab_board_init(board, &shape, 7, &tab_casts[TAB_CAST_TAB]);
    return board;
}

/* A painter that has drawn something else draws each of these as a new one does. */
static void test_kept_ground(void)
{
    g_autofree TabBoard *forth = new_board(0), *back = new_board(1), *half = new_board(2);
    const struct {
        int width, height;
        const TabBoard *board;
        bool flipped;
        TabBoardTheme theme;
        bool coordinates, sand;
        double scale;
    } rows[] = {
        {200, 120, forth, false, TAB_BOARD_PAPER, true, false, 1},
        {200, 120, back, false, TAB_BOARD_PAPER, true, false, 1},
        {200, 120, half, false, TAB_BOARD_PAPER, true, false, 1},
        {200, 120, forth, false, TAB_BOARD_PAPER, true, false, 1},
        {200, 120, forth, true, TAB_BOARD_PAPER, true, false, 1},
        {200, 130, forth, true, TAB_BOARD_PAPER, true, false, 1},
        {210, 130, forth, true, TAB_BOARD_PAPER, true, false, 1},
        {210, 130, forth, true, TAB_BOARD_CONTRAST, true, false, 1},
        {210, 130, forth, true, TAB_BOARD_CONTRAST, false, false, 1},
        {210, 130, forth, true, TAB_BOARD_CONTRAST, false, true, 1},
        {210, 130, forth, true, TAB_BOARD_CONTRAST, false, true, 2},
        {210, 130, tab_painter_board(7), true, TAB_BOARD_CONTRAST, false, true, 2},
        {210, 130, tab_painter_board(8), true, TAB_BOARD_CONTRAST, false, true, 2},
    };
    g_autoptr(TabBoardPainter) used = tab_board_painter_new();
    cairo_surface_t *before = NULL;
    set_font(used, "Sans 11");
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabBoardModel model;
        plain_model(&model);
        model.theme = rows[i].theme;
        model.show_coordinates = rows[i].coordinates;
        model.show_sand = rows[i].sand;
        TabBoardLayout layout =
            tab_board_layout(rows[i].width, rows[i].height, rows[i].board, rows[i].flipped);
        g_autoptr(TabBoardPainter) fresh = tab_board_painter_new();
        set_font(fresh, "Sans 11");
        tab_board_painter_set_scale(fresh, rows[i].scale);
        tab_board_painter_set_scale(used, rows[i].scale);
        cairo_surface_t *picture = paint(used, &layout, &model);
        g_assert_cmpint(difference(cairo_surface_reference(picture), paint(fresh, &layout, &model)),
                        ==, 0);
        if (before && rows[i].scale == 1) /* nor is it what was there */
            g_assert_cmpint(golden_difference(before, picture, NULL), !=, 0);
        g_clear_pointer(&before, cairo_surface_destroy);
        before = picture;
    }
    cairo_surface_destroy(before);
}

/* Each owner may let go of it first. */
static void test_shared(void)
{
    TabBoardModel model;
    plain_model(&model);
    TabBoardLayout layout = tab_board_layout(120, 100, tab_painter_board(5), false);
    TabBoardPainter *first = tab_board_painter_new();
    g_autoptr(TabBoardPainter) second = tab_board_painter_share(first);
    cairo_surface_t *picture = paint(first, &layout, &model);
    tab_board_painter_free(first);
    g_assert_cmpint(difference(picture, paint(second, &layout, &model)), ==, 0);
    tab_board_painter_free(NULL);
}

/* A font can be set again, replaced and taken away; one without a size has 14 pixels. */
static void test_fonts(void)
{
    TabBoardModel model;
    plain_model(&model);
    TabBoardLayout layout = tab_board_layout(300, 200, tab_painter_board(5), false);
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    cairo_surface_t *mute = paint(painter, &layout, &model);
    set_font(painter, NULL);
    set_font(painter, "Sans 8");
    cairo_surface_t *small = paint(painter, &layout, &model);
    g_assert_cmpint(golden_difference(mute, small, NULL), >, 50);
    set_font(painter, "Sans 8");
    g_assert_cmpint(difference(paint(painter, &layout, &model), small), ==, 0);
    set_font(painter, "Sans 14px");
    cairo_surface_t *of_14 = paint(painter, &layout, &model);
    set_font(painter, "Sans");
    g_assert_cmpint(difference(paint(painter, &layout, &model), of_14), ==, 0);
    set_font(painter, NULL);
    g_assert_cmpint(difference(paint(painter, &layout, &model), mute), ==, 0);
}

/* --- flights and paths --- */

/* How much one flight, or one path, changes of an empty board. */
static int ink_of(const TabBoardFlight *flight, const TabBoardPath *path)
{
    TabBoardModel model;
    plain_model(&model);
    TabBoardLayout layout = tab_board_layout(240, 160, tab_painter_board(7), false);
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    cairo_surface_t *bare = paint(painter, &layout, &model);
    model.flights = flight;
    model.n_flights = flight ? 1 : 0;
    model.paths = path;
    model.n_paths = path ? 1 : 0;
    return difference(bare, paint(painter, &layout, &model));
}

static void test_flights_unseen(void)
{
    static const TabCell path[] = {2, 3, 4};
    static const TabPile pile = TAB_PILE_SINGLE(TAB_RANK_M);
    const struct {
        TabBoardFlight flight;
        bool seen;
    } rows[] = {
        {{.pile = pile, .path = path, .n_path = 3, .at = 1, .alpha = 1}, true},
        {{.pile = pile, .path = path, .n_path = 1, .at = 0, .alpha = 1}, true},
        {{.pile = pile, .held = true, .x = 100, .y = 80, .alpha = 1}, true},
        {{.pile = 0, .path = path, .n_path = 3, .at = 1, .alpha = 1}, false},
        {{.pile = pile, .at = 1, .alpha = 1}, false},                            /* from nowhere */
        {{.pile = pile, .path = path, .n_path = 3, .at = 1, .alpha = 0}, false}, /* faded */
        {{.pile = pile, .path = path, .n_path = 3, .at = 1, .alpha = -2}, false},
        {{.pile = pile, .path = path, .n_path = 3, .at = 1, .alpha = 1, .away = 1}, false},
        {{.pile = pile, .path = path, .n_path = 3, .at = 1, .alpha = 1, .away = 7}, false},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        g_assert_cmpint(ink_of(&rows[i].flight, NULL) > 0, ==, rows[i].seen);
}

/* A flight outside of its bounds is where it starts or ends, as solid as can be. */
static void test_flights_bound(void)
{
    static const TabCell path[] = {2, 3, 4};
    const TabBoardFlight start = {
        .pile = TAB_PILE_SINGLE(TAB_RANK_M), .path = path, .n_path = 3, .alpha = 1};
    TabBoardFlight flights[4] = {start, start, start, start};
    flights[0].at = -3;
    flights[1].away = -1;
    flights[2].alpha = 5;
    flights[3].at = 99;
    TabBoardModel model;
    plain_model(&model);
    TabBoardLayout layout = tab_board_layout(240, 160, tab_painter_board(7), false);
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    for (guint i = 0; i < G_N_ELEMENTS(flights); i++) {
        TabBoardFlight expected = start;
        expected.at = i < 3 ? 0 : 2;
        model.n_flights = 1;
        model.flights = &expected;
        cairo_surface_t *picture = paint(painter, &layout, &model);
        model.flights = &flights[i];
        g_assert_cmpint(difference(picture, paint(painter, &layout, &model)), ==, 0);
    }
}

static void test_path_of_one_cell(void)
{
    static const TabCell cells[] = {2, 3};
    for (guint n = 0; n <= 2; n++) {
        const TabBoardPath path = {cells, n, TAB_PATH_HINT, false};
        g_assert_cmpint(ink_of(NULL, &path) > 0, ==, n == 2);
    }
}

/* --- sizes --- */

/* Marks and things are seen however small or large all of it is. */
static void test_sizes(void)
{
    static const int sizes[][2] = {{60, 40}, {120, 80}, {1500, 900}};
    static const uint16_t marks[] = {TAB_MARK_HOVER,    TAB_MARK_FOCUS,      TAB_MARK_LAST_FROM,
                                     TAB_MARK_LAST_TO,  TAB_MARK_LAST_TAKEN, TAB_MARK_HINT,
                                     TAB_MARK_SELECTED, TAB_MARK_MOVABLE};
    for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
        TabBoardLayout layout =
            tab_board_layout(sizes[i][0], sizes[i][1], tab_painter_board(5), false);
        g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
        TabBoardModel model;
        plain_model(&model);
        cairo_surface_t *bare = paint(painter, &layout, &model);
        for (guint k = 0; k < G_N_ELEMENTS(marks); k++) {
            plain_model(&model);
            model.cell[7].pile = TAB_PILE_SINGLE(TAB_RANK_M);
            cairo_surface_t *unmarked = paint(painter, &layout, &model);
            g_assert_cmpint(golden_difference(bare, unmarked, NULL), >, 0);
            model.cell[7].marks = marks[k];
            g_assert_cmpint(difference(unmarked, paint(painter, &layout, &model)), >, 0);
            if (i == 2) /* large pictures take their time */
                k += 2;
        }
        cairo_surface_destroy(bare);
    }
}

/* A mark of what can be moved is left out below a hint, which says more. */
static void test_movable_hint(void)
{
    TabBoardLayout layout = tab_board_layout(240, 160, tab_painter_board(5), false);
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    TabBoardModel model;
    plain_model(&model);
    model.cell[7] = (TabBoardCell){.pile = TAB_PILE_SINGLE(TAB_RANK_M), .marks = TAB_MARK_HINT};
    cairo_surface_t *hint = paint(painter, &layout, &model);
    model.cell[7].marks |= TAB_MARK_MOVABLE;
    g_assert_cmpint(difference(hint, paint(painter, &layout, &model)), ==, 0);
}

/* Without a cast nobody knows the steps of a throw: one target looks as the other. */
static void test_targets_without_cast(void)
{
    TabBoardLayout layout = tab_board_layout(240, 160, tab_painter_board(5), false);
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    set_font(painter, "Sans 11");
    for (int known = 0; known < 2; known++) {
        cairo_surface_t *picture[2];
        for (int i = 0; i < 2; i++) {
            TabBoardModel model;
            plain_model(&model);
            model.cast = known ? model.cast : NULL;
            model.cell[7].target_throws = (uint16_t)(1u << i);
            picture[i] = paint(painter, &layout, &model);
        }
        g_assert_cmpint(difference(picture[0], picture[1]) > 0, ==, known);
    }
}

/* Beside a pile whose top piece is apart stands how many are left of it, where more than one is. */
static void test_left_of_split_pile(void)
{
    TabBoardLayout layout = tab_board_layout(300, 200, tab_painter_board(5), false);
    TabPile pile = TAB_PILE_SINGLE(TAB_RANK_M);
    for (int height = 2; height <= 4; height++) {
        cairo_surface_t *picture[2];
        pile = pile << 2 | TAB_RANK_M;
        for (int font = 0; font < 2; font++) {
            g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
            TabBoardModel model;
            plain_model(&model);
            model.show_coordinates = false;
            model.cell[7].pile = pile;
            model.cell[7].marks = TAB_MARK_SPLIT;
            set_font(painter, font ? "Sans 11" : NULL);
            picture[font] = paint(painter, &layout, &model);
            double x, y;
            tab_board_split_centre(&layout, &model, 7, &x, &y);
            g_assert_cmpuint(tab_board_hit(&layout, &model, x, y, NULL), ==, 7);
        }
        g_assert_cmpint(difference(picture[0], picture[1]) > 0, ==, height > 2);
    }
}

static void test_far_from_the_board(void)
{
    TabBoardLayout layout = tab_board_layout(240, 160, tab_painter_board(5), false);
    static const double places[][2] = {{1e300, 0}, {0, 1e300}, {-1e300, 0},         {0, -1e300},
                                       {NAN, 0},   {0, NAN},   {INFINITY, INFINITY}};
    for (guint i = 0; i < G_N_ELEMENTS(places); i++)
        g_assert_cmpuint(tab_board_layout_cell_at(&layout, places[i][0], places[i][1]), ==,
                         TAB_NO_CELL);
}

/* Large stones, as in icons, are round and stay within their shadow. */
static void test_large_stone(void)
{
    const double radius = 160;
    for (unsigned theme = 0; theme < TAB_BOARD_N_THEMES; theme += 4) {
        cairo_t *cr;
        cairo_surface_t *empty = new_picture(480, 480, &cr);
        cairo_destroy(cr);
        cairo_surface_t *picture = new_picture(480, 480, &cr), *diff;
        g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
        tab_board_painter_draw_stone(painter, cr, (TabBoardTheme)theme, TAB_WHITE, TAB_RANK_M, 240,
                                     240, radius);
        g_assert_cmpint(cairo_status(cr), ==, CAIRO_STATUS_SUCCESS);
        cairo_destroy(cr);
        int n = golden_difference(empty, picture, &diff);
        g_assert_cmpint(n, >, (int)(0.7 * G_PI * radius * radius));
        g_assert_cmpint(n, <, 4 * (int)(radius * radius) + 10000);
        cairo_surface_destroy(empty);
        cairo_surface_destroy(picture);
        cairo_surface_destroy(diff);
    }
}

/* --- sticks --- */

static cairo_surface_t *paint_sticks(const TabSticksModel *model, int width, int height)
{
    cairo_t *cr;
    cairo_surface_t *picture = new_picture(width, height, &cr);
    tab_sticks_draw(cr, model, width, height);
    g_assert_cmpint(cairo_status(cr), ==, CAIRO_STATUS_SUCCESS);
    cairo_destroy(cr);
    return picture;
}

/* In any area, and at any time: before the throw they are where it starts, later where it ends. */
static void test_sticks(void)
{
    static const int sizes[][2] = {{24, 16}, {60, 400}, {400, 60}, {500, 320}};
    static const unsigned casts[] = {TAB_CAST_TAB, TAB_CAST_COWRIES, TAB_CAST_TWO_DICE};
    for (guint i = 0; i < G_N_ELEMENTS(sizes); i++)
        for (guint k = 0; k < G_N_ELEMENTS(casts); k++) {
            int width = sizes[i][0], height = sizes[i][1];
            TabSticksModel none = {0}, model = {.theme = TAB_BOARD_PAPER};
            const uint8_t kinds[TAB_MAX_DICE] = {1, 2};
            tab_sticks_set_throw(&model, &tab_casts[casts[k]], TAB_WHITE, kinds,
                                 tab_casts[casts[k]].n_throws, 3);
            cairo_surface_t *picture[4];
            for (int t = 0; t < 4; t++) {
                model.tumble = (const double[]){-1, 0, 1, 2}[t];
                picture[t] = paint_sticks(&model, width, height);
            }
            cairo_surface_t *empty = paint_sticks(&none, width, height);
            g_assert_cmpint(golden_difference(empty, picture[3], NULL), >, 0);
            g_assert_cmpint(golden_difference(picture[1], picture[3], NULL), >, 0);
            g_assert_cmpint(difference(picture[0], picture[1]), ==, 0);
            g_assert_cmpint(difference(picture[2], picture[3]), ==, 0);
            cairo_surface_destroy(empty);
        }
}

/* --- colours --- */

static void test_colours(void)
{
    static const struct {
        double part;
        uint32_t mixed; /* of 0x102030 and 0x3060f0 */
    } rows[] = {{0, 0x102030}, {1, 0x3060f0}, {0.5, 0x204090}, {-3, 0x102030}, {7, 0x3060f0}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        g_assert_cmphex(tab_paint_mix(0x102030, 0x3060f0, rows[i].part), ==, rows[i].mixed);
    g_assert_cmphex(tab_paint_pixel((const double[]){1, 0.5, 0}, 1), ==, 0xffff8000);
    g_assert_cmphex(tab_paint_pixel((const double[]){9, 0.5, -1}, 2), ==, 0xffff8000);
    g_assert_cmphex(tab_paint_pixel((const double[]){1, 0.5, 0}, -1), ==, 0);
    /* what there is not, as in a setting of a later version, is Petra */
    g_assert_true(tab_paint_theme(TAB_BOARD_N_THEMES) == tab_paint_theme(TAB_BOARD_PETRA));
    g_assert_false(tab_board_theme_is_dark((TabBoardTheme)TAB_BOARD_N_THEMES));
    g_assert_true(tab_board_theme_is_dark(TAB_BOARD_PETRA_NIGHT));
}

/* --- diagrams --- */

static void test_diagram_formats(void)
{
    static const struct {
        const char *path;
        int format;
    } rows[] = {{"a.png", TAB_DIAGRAM_PNG},
                {"/x.y/A.PNG", TAB_DIAGRAM_PNG},
                {"a.svg", TAB_DIAGRAM_SVG},
                {"a.Pdf", TAB_DIAGRAM_PDF},
                {"a.svgz", -1},
                {"apng", -1},
                {".png", -1},
                {"", -1}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        g_assert_cmpint(tab_paint_diagram_format(rows[i].path), ==, rows[i].format);
}

/* Each format by its first bytes; the caption makes the picture higher. */
static void test_diagram_files(void)
{
    static const char *const starts[] = {"\x89PNG", "<?xml", "%PDF"};
    TabBoardModel model;
    plain_model(&model);
    for (int format = 0; format < TAB_N_DIAGRAM_FORMATS; format++)
        for (int dark = 0; dark < 2; dark++) {
            g_autoptr(GError) error = NULL;
            TabDiagram diagram = {tab_painter_board(5), &model, false, NULL};
            model.theme = dark ? TAB_BOARD_PAPER_NIGHT : TAB_BOARD_PAPER;
            double bare = tab_paint_diagram_height(&diagram, 120);
            diagram.caption = "White to move\nThrow 4 2";
            g_assert_cmpfloat(tab_paint_diagram_height(&diagram, 120), >, bare + 10);
            g_autoptr(GByteArray) bytes =
                tab_paint_diagram_encode(&diagram, 120, (TabDiagramFormat)format, &error);
            g_assert_no_error(error);
            g_assert_cmpmem(bytes->data, strlen(starts[format]), starts[format],
                            strlen(starts[format]));
        }
}

/* The words stand below the board, whatever was painted last on it: a pile ends with its number. */
static void test_diagram_caption(void)
{
    cairo_surface_t *below[2];
    for (int pile = 0; pile < 2; pile++) {
        TabBoardModel model;
        plain_model(&model);
        TabDiagram diagram = {tab_painter_board(5), &model, false, NULL};
        int board = (int)ceil(tab_paint_diagram_height(&diagram, 200));
        diagram.caption = "White to move";
        model.cell[0].pile = TAB_PILE_SINGLE(TAB_RANK_M) << (pile ? 2 : 0);
        cairo_t *cr, *none;
        int words = (int)tab_paint_diagram_height(&diagram, 200) - board;
        below[pile] = new_picture(200, words, &cr);
        cairo_translate(cr, 0, -board);
        tab_paint_diagram(cr, &diagram, 200);
        cairo_destroy(cr);
        cairo_surface_t *blank = new_picture(200, words, &none);
        cairo_destroy(none);
        g_assert_cmpint(difference(cairo_surface_reference(below[pile]), blank), >, 50);
    }
    g_assert_cmpint(difference(below[0], below[1]), ==, 0);
}

static cairo_status_t read_bytes(void *closure, unsigned char *data, unsigned length)
{
    GByteArray *left = closure;
    if (left->len < length)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(data, left->data, length);
    g_byte_array_remove_range(left, 0, length);
    return CAIRO_STATUS_SUCCESS;
}

static void draw_nothing(cairo_t *cr, gconstpointer data)
{
}

/* A dark theme stands on black, a light one on white, with two pixels for each unit. */
static void test_diagram_ground(void)
{
    for (int dark = 0; dark < 2; dark++) {
        g_autoptr(GByteArray) bytes = tab_paint_diagram_encode_drawing(draw_nothing, NULL, 10, 7,
                                                                       dark, TAB_DIAGRAM_PNG, NULL);
        cairo_surface_t *picture = cairo_image_surface_create_from_png_stream(read_bytes, bytes);
        g_assert_cmpint(cairo_image_surface_get_width(picture), ==, 20);
        g_assert_cmpint(cairo_image_surface_get_height(picture), ==, 14);
        uint32_t pixel;
        memcpy(&pixel, cairo_image_surface_get_data(picture), sizeof pixel);
        g_assert_cmphex(pixel & 0xffffff, ==, dark ? 0 : 0xffffff);
        cairo_surface_destroy(picture);
    }
}

static void draw_wrongly(cairo_t *cr, gconstpointer data)
{
    cairo_restore(cr);
}

/* A picture larger than any can be, and a drawing that fails, are errors with words. */
static void test_diagram_errors(void)
{
    g_autoptr(GError) large = NULL, wrong = NULL;
    g_assert_null(tab_paint_diagram_encode_drawing(draw_nothing, NULL, 40000, 10, false,
                                                   TAB_DIAGRAM_PNG, &large));
    g_assert_error(large, G_FILE_ERROR, G_FILE_ERROR_FAILED);
    g_assert_cmpstr(large->message, ==, cairo_status_to_string(CAIRO_STATUS_INVALID_SIZE));
    g_assert_null(tab_paint_diagram_encode_drawing(draw_wrongly, NULL, 10, 10, false,
                                                   TAB_DIAGRAM_SVG, &wrong));
    g_assert_cmpstr(wrong->message, ==, cairo_status_to_string(CAIRO_STATUS_INVALID_RESTORE));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/painter/kept-ground", test_kept_ground);
    g_test_add_func("/painter/shared", test_shared);
    g_test_add_func("/painter/fonts", test_fonts);
    g_test_add_func("/painter/flights-unseen", test_flights_unseen);
    g_test_add_func("/painter/flights-bound", test_flights_bound);
    g_test_add_func("/painter/path-of-one-cell", test_path_of_one_cell);
    g_test_add_func("/painter/sizes", test_sizes);
    g_test_add_func("/painter/movable-hint", test_movable_hint);
    g_test_add_func("/painter/targets-without-cast", test_targets_without_cast);
    g_test_add_func("/painter/left-of-split-pile", test_left_of_split_pile);
    g_test_add_func("/painter/far-from-the-board", test_far_from_the_board);
    g_test_add_func("/painter/large-stone", test_large_stone);
    g_test_add_func("/painter/sticks", test_sticks);
    g_test_add_func("/painter/colours", test_colours);
    g_test_add_func("/diagram/formats", test_diagram_formats);
    g_test_add_func("/diagram/files", test_diagram_files);
    g_test_add_func("/diagram/caption", test_diagram_caption);
    g_test_add_func("/diagram/ground", test_diagram_ground);
    g_test_add_func("/diagram/errors", test_diagram_errors);
    return g_test_run();
}
