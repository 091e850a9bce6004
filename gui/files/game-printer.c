// SPDX-License-Identifier: GPL-3.0-or-later
// The game on paper: the position as a diagram, then its turns with variations and comments.
#include "gui/files/game-printer.h"

#include <glib/gi18n.h>

#include "gui/files/game-diagram.h"
#include "gui/model/game-tree.h"
#include "gui/model/wording.h"

#define FONT "Serif 10"
#define GAP 14.0 /* points below the diagram */

typedef struct {
    TabGameDiagram board;
    char *text;
    double board_width;  /* points, the page's or less: then the diagram is as high as the page */
    PangoLayout *layout; /* of `text`, as wide as the page */
    GArray *first;       /* of int: the first line of the layout on each page */
} Print;

static void free_print(gpointer data)
{
    Print *print = data;
    tab_game_diagram_clear(&print->board);
    g_free(print->text);
    g_clear_object(&print->layout);
    g_array_unref(print->first);
    g_free(print);
}

/* The turns, a line each, and the result. */
static char *write_turn_lines(TabGameSession *session)
{
    g_autoptr(TabGameTree) tree = tab_game_tree_new(session);
    GString *text = g_string_new(NULL);
    guint n = g_list_model_get_n_items(G_LIST_MODEL(tree));
    for (guint i = 0; i < n; i++) {
        g_autoptr(TabGameRow) row = g_list_model_get_item(G_LIST_MODEL(tree), i);
        g_autofree char *line = tab_game_row_print(row);
        g_string_append_printf(text, "%s\n", line);
    }
    const TabRecord *record = session->document->record;
    if (record->result != TAB_RECORD_UNDECIDED)
        g_string_append_printf(text, "\n%s\n", tab_record_result_text(record->result));
    return g_string_free(text, FALSE);
}

/* Where the text begins on a page. */
static double text_top(const Print *print, guint page)
{
    return page ? 0 : tab_paint_diagram_height(&print->board.diagram, print->board_width) + GAP;
}

/* Few columns on paper that lies on its side would be higher than the page. */
static double fit_board(const Print *print, double width, double height)
{
    double wanted = tab_paint_diagram_height(&print->board.diagram, width);
    return wanted > height ? width * height / wanted : width;
}

/* Breaks the text where a line would not fit on its page any more. */
static void on_begin(GtkPrintOperation *operation, GtkPrintContext *context, Print *print)
{
    double width = gtk_print_context_get_width(context);
    double height = gtk_print_context_get_height(context);
    PangoFontDescription *font = pango_font_description_from_string(FONT);
    print->layout = gtk_print_context_create_pango_layout(context);
    pango_layout_set_font_description(print->layout, font);
    pango_font_description_free(font);
    pango_layout_set_width(print->layout, (int)(width * PANGO_SCALE));
    pango_layout_set_text(print->layout, print->text, -1);

    int line = 0, top_line = 0;
    print->board_width = fit_board(print, width, height);
    double used = text_top(print, 0);
    g_array_append_val(print->first, top_line);
    PangoLayoutIter *iter = pango_layout_get_iter(print->layout);
    do {
        PangoRectangle box;
        pango_layout_iter_get_line_extents(iter, NULL, &box);
        double line_height = (double)box.height / PANGO_SCALE;
        if (used + line_height > height && used > 0) {
            top_line = line;
            used = 0;
            g_array_append_val(print->first, top_line);
        }
        used += line_height;
        line++;
    } while (pango_layout_iter_next_line(iter));
    pango_layout_iter_free(iter);
    gtk_print_operation_set_n_pages(operation, (int)print->first->len);
}

static void draw_lines(cairo_t *cr, Print *print, guint page, double y)
{
    int from = g_array_index(print->first, int, page);
    int to = page + 1 < print->first->len ? g_array_index(print->first, int, page + 1) : G_MAXINT;
    PangoLayoutIter *iter = pango_layout_get_iter(print->layout);
    double start = 0;
    int line = 0;
    do {
        PangoRectangle box;
        pango_layout_iter_get_line_extents(iter, NULL, &box);
        if (line == from)
            start = (double)box.y / PANGO_SCALE;
        if (line >= from && line < to) {
            double base = (double)pango_layout_iter_get_baseline(iter) / PANGO_SCALE;
            cairo_move_to(cr, (double)box.x / PANGO_SCALE, y + base - start);
            pango_cairo_show_layout_line(cr, pango_layout_iter_get_line_readonly(iter));
        }
        line++;
    } while (pango_layout_iter_next_line(iter));
    pango_layout_iter_free(iter);
}

static void on_draw(GtkPrintOperation *operation, GtkPrintContext *context, int page, Print *print)
{
    cairo_t *cr = gtk_print_context_get_cairo_context(context);
    double width = gtk_print_context_get_width(context);
    if (page == 0) {
        cairo_save(cr);
        cairo_translate(cr, (width - print->board_width) / 2, 0);
        tab_paint_diagram(cr, &print->board.diagram, print->board_width);
        cairo_restore(cr);
    }
    cairo_set_source_rgb(cr, 0, 0, 0);
    draw_lines(cr, print, (guint)page, text_top(print, (guint)page));
}

GtkPrintOperation *tab_game_printer_new(TabGameSession *session, TabSide near)
{
    GtkPrintOperation *operation = gtk_print_operation_new();
    Print *print = g_new0(Print, 1);
    g_autofree char *title = tab_wording_title(session);
    tab_game_diagram_fill(&print->board, session, TAB_BOARD_CONTRAST, near, true);
    print->text = write_turn_lines(session);
    print->first = g_array_new(FALSE, FALSE, sizeof(int));
    gtk_print_operation_set_job_name(operation, title);
    gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS);
    gtk_print_operation_set_embed_page_setup(operation, TRUE);
    g_signal_connect(operation, "begin-print", G_CALLBACK(on_begin), print);
    g_signal_connect(operation, "draw-page", G_CALLBACK(on_draw), print);
    g_object_set_data_full(G_OBJECT(operation), "print", print, free_print);
    return operation;
}
