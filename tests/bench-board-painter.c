// SPDX-License-Identifier: GPL-3.0-or-later
// Measures what a frame of the window at 1000x900 costs to paint, the ground and the board on it,
// in every theme: in milliseconds, and against a plain gradient over the same area in the same run.
#include <time.h>

#include "protocol/painter/board-painter.h"
#include "tests/painter-scenes.h"

#define WIDTH 1000
#define HEIGHT 900
#define ROUNDS 40
#define MOST_MS 6.0 /* a third of a frame at 60 a second; on a processor that does nothing else */
/* Frames of 1 to 5 ms where the gradient takes 5 to 10; one that made its ground anew would take
 * more than five gradients. What fails is this ratio, not the milliseconds: machines differ. */
#define MOST_RATIO 0.9

static gint64 processor_time(void)
{
    struct timespec now;
    g_assert_cmpint(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now), ==, 0);
    return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/* ms of processor time of the fastest of many rounds: what else the machine does only adds. */
static double fastest(void (*draw)(cairo_t *, gpointer), gpointer data)
{
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cr = cairo_create(picture);
    gint64 best = G_MAXINT64;
    for (int i = 0; i < ROUNDS; i++) {
        gint64 start = processor_time();
        draw(cr, data);
        cairo_surface_flush(picture);
        best = MIN(best, processor_time() - start);
    }
    g_assert_cmpint(cairo_status(cr), ==, CAIRO_STATUS_SUCCESS);
    cairo_destroy(cr);
    cairo_surface_destroy(picture);
    return (double)best / 1000.0;
}

static void draw_reference(cairo_t *cr, gpointer data)
{
    cairo_pattern_t *gradient = cairo_pattern_create_radial(300, 300, 10, 500, 450, 700);
    cairo_pattern_add_color_stop_rgb(gradient, 0.0, 0.9, 0.8, 0.6);
    cairo_pattern_add_color_stop_rgb(gradient, 1.0, 0.5, 0.4, 0.3);
    cairo_set_source(cr, gradient);
    cairo_paint(cr);
    cairo_pattern_destroy(gradient);
}

typedef struct {
    TabBoardPainter *table, *board; /* one a widget */
    TabBoardLayout layout;
    TabPainterScene scene;
} Frame;

/* As the window does it: the table's ground, and on it the board's own picture. */
static void draw_frame(cairo_t *cr, gpointer data)
{
    Frame *frame = data;
    tab_board_painter_draw_sand(frame->table, cr, frame->scene.model.theme, WIDTH, HEIGHT);
    tab_board_painter_draw(frame->board, cr, &frame->layout, &frame->scene.model);
}

/* Measures one scene in one theme; the worse of `worst` and it. */
static double measure(Frame *frame, const PangoFontDescription *font, unsigned theme,
                      double reference, double worst)
{
    frame->table = tab_board_painter_new();
    frame->board = tab_board_painter_new();
    tab_board_painter_set_font(frame->board, font);
    frame->scene.model.theme = (TabBoardTheme)theme;
    frame->scene.model.show_sand = false;
    frame->layout = tab_board_layout(WIDTH, HEIGHT, frame->scene.board, frame->scene.flipped);
    double ms = fastest(draw_frame, frame);
    g_print("%-14s %-10s %.2f ms, %.2f gradients\n", tab_painter_theme_names[theme],
            frame->scene.name, ms, ms / reference);
    tab_board_painter_free(frame->table);
    tab_board_painter_free(frame->board);
    return MAX(worst, ms);
}

/* The scenes that ask most of the painter: marks of all kinds, high piles, the widest board. */
static bool is_measured(const char *name)
{
    static const char *const names[] = {"marks", "piles", "wide", "flight", NULL};
    return g_strv_contains(names, name);
}

int main(void)
{
    double reference = fastest(draw_reference, NULL), worst = 0.0;
    g_print("gradient %.2f ms\n", reference);
    Frame *frame = g_new0(Frame, 1);
    PangoFontDescription *font = pango_font_description_from_string("Sans 11");
    for (unsigned theme = 0; theme < TAB_BOARD_N_THEMES; theme++)
        for (unsigned i = 0; tab_painter_scene(i, &frame->scene); i++)
            if (is_measured(frame->scene.name))
                worst = measure(frame, font, theme, reference, worst);
    pango_font_description_free(font);
    g_free(frame);
    g_print("the slowest frame: %.2f ms (%.1f wanted), %.2f gradients (at most %.1f)\n", worst,
            MOST_MS, worst / reference, MOST_RATIO);
    return worst > MOST_RATIO * reference;
}
