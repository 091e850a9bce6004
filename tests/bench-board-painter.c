// SPDX-License-Identifier: GPL-3.0-or-later
// Measures one frame of the board at 1000x900 against a plain gradient over the same area in the
// same run.
#include "gui/board-painter.h"
#include "tests/painter-scenes.h"

#define WIDTH 1000
#define HEIGHT 900
#define ROUNDS 60
#define MOST_RATIO                                                                                 \
    0.9 /* a frame of 5.6 ms where the gradient takes 6.2; with the ground drawn anew it is above  \
           5 */

/* ms of the fastest of many rounds: what else the machine does only adds. */
static double fastest(void (*draw)(cairo_t *, gpointer), gpointer data)
{
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cr = cairo_create(picture);
    gint64 best = G_MAXINT64;
    for (int i = 0; i < ROUNDS; i++) {
        gint64 start = g_get_monotonic_time();
        draw(cr, data);
        cairo_surface_flush(picture);
        best = MIN(best, g_get_monotonic_time() - start);
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
    TabBoardPainter *painter;
    TabBoardLayout layout;
    TabPainterScene scene;
} Frame;

static void draw_frame(cairo_t *cr, gpointer data)
{
    Frame *frame = data;
    tab_board_painter_draw(frame->painter, cr, &frame->layout, &frame->scene.model);
}

int main(void)
{
    double reference = fastest(draw_reference, NULL), worst = 0.0;
    g_print("gradient %.2f ms\n", reference);
    Frame *frame = g_new0(Frame, 1);
    PangoFontDescription *font = pango_font_description_from_string("Sans 11");
    for (unsigned i = 0; tab_painter_scene(i, &frame->scene); i++) {
        frame->painter = tab_board_painter_new();
        tab_board_painter_set_font(frame->painter, font);
        frame->layout =
            tab_board_layout(WIDTH, HEIGHT, frame->scene.model.columns, frame->scene.flipped);
        double ms = fastest(draw_frame, frame);
        g_print("%-14s %.2f ms, %.2f gradients\n", frame->scene.name, ms, ms / reference);
        worst = MAX(worst, ms / reference);
        tab_board_painter_free(frame->painter);
    }
    pango_font_description_free(font);
    g_free(frame);
    if (worst > MOST_RATIO)
        g_printerr("a frame takes %.2f gradients, more than %.2f\n", worst, MOST_RATIO);
    return worst > MOST_RATIO;
}
