// SPDX-License-Identifier: GPL-3.0-or-later
// Every theme is legible: texts and marks stand out from what they lie on by 4.5 to 1, by the table
// of colours, and in painted pixels where they lie on texture.
//
// Contrast and luminance as in the Web Content Accessibility Guidelines 2.1, "contrast ratio" and
// "relative luminance". Marks have two lines, a core and a casing; one always stands out from the
// other, whatever lies below.
#include <math.h>

#include "protocol/painter/board-painter.h"
#include "protocol/painter/paint-text.h"
#include "protocol/painter/paint-theme.h"
#include "tests/golden-image.h"
#include "tests/painter-scenes.h"

#define LEAST 4.5

static double linear(double part)
{
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

/* The part that each of the 256 steps of a colour has. */
static double linear_part[256];

static double luminance(uint32_t rgb)
{
    return 0.2126 * linear_part[rgb >> 16 & 255] + 0.7152 * linear_part[rgb >> 8 & 255] +
           0.0722 * linear_part[rgb & 255];
}

static double ratio(double a, double b)
{
    return (MAX(a, b) + 0.05) / (MIN(a, b) + 0.05);
}

/* Says what is compared, and compares it. */
static void check(const char *theme, const char *what, double a, double b)
{
    if (ratio(a, b) < LEAST)
        g_test_message("%s: %s: %.2f", theme, what, ratio(a, b));
    g_assert_cmpfloat(ratio(a, b), >=, LEAST);
}

static void check_colours(const char *theme, const char *what, uint32_t a, uint32_t b)
{
    check(theme, what, luminance(a), luminance(b));
}

/* --- the table --- */

static void check_marks(const char *name, const TabPaintTheme *theme)
{
    const struct {
        const char *what;
        uint32_t rgb;
        bool badge; /* text stands on it, and it on the text's colour */
    } marks[] = {{"target", theme->target, true}, {"capture", theme->capture, true},
                 {"chosen", theme->chosen, true}, {"last turn", theme->last, false},
                 {"hint", theme->hint, false},    {"focus", theme->focus, false}};
    double opaque = theme->flat ? 1.0 : TAB_PAINT_CASING;
    for (unsigned i = 0; i < G_N_ELEMENTS(marks); i++) {
        for (uint32_t below = 0; below <= 0xffffff; below += 0xffffff) {
            uint32_t casing = tab_paint_mix(below, theme->casing, opaque);
            check_colours(name, marks[i].what, marks[i].rgb, casing);
        }
        if (marks[i].badge)
            check_colours(name, marks[i].what, marks[i].rgb, theme->label);
        if (theme->flat)
            check_colours(name, marks[i].what, marks[i].rgb, theme->slab[0]);
    }
}

static void test_table(gconstpointer data)
{
    unsigned number = GPOINTER_TO_UINT(data);
    const TabPaintTheme *theme = tab_paint_theme(number);
    const char *name = tab_painter_theme_names[number];
    check_marks(name, theme);
    for (int i = 0; i < 4; i++)
        check_colours(name, "letters and arrows", theme->incised, theme->slab[i]);
    check_colours(name, "engraved in white", theme->white_mark, theme->white);
    check_colours(name, "engraved in black", theme->black_mark, theme->black);
    g_assert_cmpint(tab_board_theme_is_dark(number), ==, luminance(theme->sand_dark) < 0.18);
}

/* --- painted pixels --- */

static const struct {
    int width, height;
    unsigned columns;
} sizes[] = {{600, 400, 5}, {1000, 900, 5}, {1000, 900, 11}, {1900, 600, 29}};

static cairo_surface_t *paint(unsigned theme, unsigned size, bool letters)
{
    TabBoardModel model;
    tab_board_model_init(&model, NULL);
    model.theme = (TabBoardTheme)theme;
    model.show_coordinates = letters;
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    PangoFontDescription *font = pango_font_description_from_string("Sans 11");
    tab_board_painter_set_font(painter, font);
    pango_font_description_free(font);
    cairo_surface_t *picture =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, sizes[size].width, sizes[size].height);
    cairo_t *cr = cairo_create(picture);
    TabBoardLayout layout = tab_board_layout(sizes[size].width, sizes[size].height,
                                             tab_painter_board(sizes[size].columns), false);
    tab_board_painter_draw(painter, cr, &layout, &model);
    cairo_destroy(cr);
    cairo_surface_flush(picture);
    return picture;
}

static double luminance_at(cairo_surface_t *picture, int x, int y)
{
    const unsigned char *data = cairo_image_surface_get_data(picture);
    return luminance(*(const uint32_t *)(const void *)(data +
                                                       y * cairo_image_surface_get_stride(picture) +
                                                       4 * x));
}

static int compare_doubles(gconstpointer a, gconstpointer b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The mean of the share of `values` (sorted) from `from` to `to`. */
static double mean_of(const GArray *values, double from, double to)
{
    guint first = (guint)(from * values->len), last = MAX((guint)(to * values->len), first + 1);
    double sum = 0;
    for (guint i = first; i < MIN(last, values->len); i++)
        sum += g_array_index(values, double, i);
    return sum / (last - first);
}

/* A letter around x, y: its pixels that are fullest of ink (the others are antialiased), against
 * what lies there without it. */
static void check_letter(const char *name, bool dark, cairo_surface_t *with,
                         cairo_surface_t *without, double x, double y, double half)
{
    g_autoptr(GArray) ink = g_array_new(FALSE, FALSE, sizeof(double)),
                      ground = g_array_new(FALSE, FALSE, sizeof(double));
    for (int py = (int)(y - half); py <= y + half; py++)
        for (int px = (int)(x - half); px <= x + half; px++) {
            double lettered = luminance_at(with, px, py), bare = luminance_at(without, px, py);
            g_array_append_val(ground, bare);
            if (fabs(lettered - bare) > 0.02)
                g_array_append_val(ink, lettered);
        }
    g_assert_cmpuint(ink->len, >, 5);
    g_array_sort(ink, compare_doubles);
    g_array_sort(ground, compare_doubles);
    check(name, "coordinates on texture", dark ? mean_of(ink, 0.92, 1.0) : mean_of(ink, 0.0, 0.08),
          mean_of(ground, 0.0, 1.0));
}

static void test_letters(gconstpointer data)
{
    unsigned theme = GPOINTER_TO_UINT(data);
    for (unsigned i = 0; i < G_N_ELEMENTS(sizes); i += g_test_thorough() ? 1 : 3) {
        const TabBoard *board = tab_painter_board(sizes[i].columns);
        cairo_surface_t *with = paint(theme, i, true), *without = paint(theme, i, false);
        TabBoardLayout layout = tab_board_layout(sizes[i].width, sizes[i].height, board, false);
        double x, y, half = MAX(0.12 * layout.pitch_x, 4.0);
        bool dark = tab_board_theme_is_dark((TabBoardTheme)theme);
        for (unsigned row = 0; row < board->n_rows; row++) {
            tab_board_layout_centre(&layout, board->rows[row].first, &x, &y);
            check_letter(tab_painter_theme_names[theme], dark, with, without,
                         layout.board_x + 0.20 * layout.pitch_x, y, half);
        }
        for (unsigned column = 0; column < board->columns; column++) {
            tab_board_layout_centre(&layout, column, &x, &y);
            check_letter(tab_painter_theme_names[theme], dark, with, without, x,
                         layout.board_y + layout.board_height - 0.22 * layout.pitch_x, half);
        }
        cairo_surface_destroy(with);
        cairo_surface_destroy(without);
    }
}

/* The window's words on the ground: the colours of GTK's own theme, which captions let through at
 * 85 per cent (style.css); where the ground is of the other kind, white or black. */
static void test_ground(gconstpointer data)
{
    const int width = g_test_thorough() ? 1000 : 600, height = g_test_thorough() ? 900 : 400;
    unsigned theme = GPOINTER_TO_UINT(data);
    const char *name = tab_painter_theme_names[theme];
    uint32_t words = tab_board_theme_is_dark((TabBoardTheme)theme) ? 0xeeeeec : 0x2e3436;
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cr = cairo_create(picture);
    tab_board_painter_draw_sand(painter, cr, (TabBoardTheme)theme, width, height);
    cairo_destroy(cr);
    cairo_surface_flush(picture);
    for (int y = 0; y + 8 <= height; y += 8)
        for (int x = 0; x + 8 <= width; x += 8) { /* about a letter */
            double sum = 0;
            for (int i = 0; i < 64; i++)
                sum += luminance_at(picture, x + i % 8, y + i / 8);
            /* the grey of this luminance, to mix the words with */
            double grey = pow(sum / 64, 1.0 / 2.2);
            uint32_t below = (uint32_t)(255 * grey) * 0x010101u;
            check(name, "words on the ground", luminance(words), sum / 64);
            check(name, "captions on the ground", luminance(tab_paint_mix(below, words, 0.85)),
                  sum / 64);
        }
    cairo_surface_destroy(picture);
}

/* The drilled dot of a Nasrani against the stone around it. */
static void test_dot(gconstpointer data)
{
    enum { RADIUS = 24, SIDE = 80 };
    unsigned theme = GPOINTER_TO_UINT(data);
    for (int side = 0; side < 2; side++) {
        g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
        cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, SIDE, SIDE);
        cairo_t *cr = cairo_create(picture);
        tab_board_painter_draw_stone(painter, cr, (TabBoardTheme)theme, (TabSide)side, TAB_RANK_N,
                                     SIDE / 2.0, SIDE / 2.0, RADIUS);
        cairo_destroy(cr);
        cairo_surface_flush(picture);
        double sum[2] = {0, 0};
        unsigned n[2] = {0, 0};
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                double r = hypot(x + 0.5 - SIDE / 2.0, y + 0.5 - SIDE / 2.0) / RADIUS;
                int part = r < 0.12 ? 0 : r > 0.32 && r < 0.7 ? 1 : -1;
                if (part < 0)
                    continue;
                sum[part] += luminance_at(picture, x, y);
                n[part]++;
            }
        check(tab_painter_theme_names[theme], side ? "dot in black" : "dot in white", sum[0] / n[0],
              sum[1] / n[1]);
        cairo_surface_destroy(picture);
    }
}

static void add(const char *what, unsigned theme, GTestDataFunc test)
{
    g_autofree char *path =
        g_strdup_printf("/theme-contrast/%s/%s", what, tab_painter_theme_names[theme]);
    g_test_add_data_func(path, GUINT_TO_POINTER(theme), test);
}

/* Black on white is 21 to 1; the grey 767676 is the lightest that reaches 4.5 on white. */
static void test_formula(void)
{
    g_assert_cmpfloat_with_epsilon(ratio(luminance(0x000000), luminance(0xffffff)), 21.0, 1e-9);
    g_assert_cmpfloat(ratio(luminance(0x767676), luminance(0xffffff)), >=, LEAST);
    g_assert_cmpfloat(ratio(luminance(0x777777), luminance(0xffffff)), <, LEAST);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (int step = 0; step < 256; step++)
        linear_part[step] = linear(step / 255.0);
    g_test_add_func("/theme-contrast/formula", test_formula);
    for (unsigned theme = 0; theme < TAB_BOARD_N_THEMES; theme++) {
        add("table", theme, test_table);
        add("letters", theme, test_letters);
        add("ground", theme, test_ground);
        add("dot", theme, test_dot);
    }
    return g_test_run();
}
