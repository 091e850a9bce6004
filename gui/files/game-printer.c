// SPDX-License-Identifier: GPL-3.0-or-later
// The game on paper: the position as a diagram, then its turns with variations and comments.
#include "gui/files/game-printer.h"

#include <glib/gi18n.h>

#include "gui/files/game-diagram.h"
#include "gui/model/game-tree.h"
#include "gui/model/wording.h"

#define FONT "Serif 10"
#define GAP 14.0  /* points below the diagram, and above a page's foot */
#define STEP 24.0 /* by which a variation is indented */
#define HANG 18.0 /* by which the further lines of a turn are */

/* One turn. */
typedef struct {
    char *text;
    guint depth; /* how many variations deep */
} Paragraph;

/* A line on paper. */
typedef struct {
    PangoLayoutLine *line; /* of one of the layouts */
    double x, base;        /* where it begins, points */
} Line;

typedef struct {
    TabGameDiagram board;
    char *title;
    GArray *paragraphs; /* of Paragraph */
    gboolean mirrored;  /* the words run from right to left */
    double board_width; /* points, the page's or less: then the diagram is as high as the page */
    GPtrArray *layouts; /* of PangoLayout, one for each paragraph */
    GArray *lines;      /* of Line */
    GArray *first;      /* of guint: the first line of each page */
} Print;

static void clear_paragraph(gpointer data)
{
    g_free(((Paragraph *)data)->text);
}

static void free_print(gpointer data)
{
    Print *print = data;
    tab_game_diagram_clear(&print->board);
    g_free(print->title);
    g_array_unref(print->paragraphs);
    g_ptr_array_unref(print->layouts);
    g_array_unref(print->lines);
    g_array_unref(print->first);
    g_free(print);
}

static void add_paragraph(Print *print, char *text, guint depth)
{
    Paragraph paragraph = {text, depth};
    g_array_append_val(print->paragraphs, paragraph);
}

/* Where and when the game was played, as far as its record tells. */
static void add_occasion(Print *print, const TabRecord *record)
{
    const char *event = tab_record_get_tag_or(record, "Event", "");
    const char *date = tab_record_get_tag_or(record, "Date", "");
    if (*event || *date)
        add_paragraph(
            print, g_strdup_printf("\u2068%s\u2069%s%s", event, *event && *date ? " · " : "", date),
            0);
}

/* The turns, and the result. */
static void add_turns(Print *print, TabGameSession *session)
{
    g_autoptr(TabGameTree) tree = tab_game_tree_new(session);
    guint n = g_list_model_get_n_items(G_LIST_MODEL(tree));
    for (guint i = 0; i < n; i++) {
        g_autoptr(TabGameRow) row = g_list_model_get_item(G_LIST_MODEL(tree), i);
        add_paragraph(print, tab_game_row_print(row), row->depth);
    }
    const TabRecord *record = session->document->record;
    if (record->result != TAB_RECORD_UNDECIDED)
        add_paragraph(print, g_strdup(tab_record_result_text(record->result)), 0);
}

/* Words as wide as that at most, from the side where lines begin. */
static PangoLayout *new_layout(const Print *print, GtkPrintContext *context, const char *text,
                               double width)
{
    PangoLayout *layout = gtk_print_context_create_pango_layout(context);
    PangoFontDescription *font = pango_font_description_from_string(FONT);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    pango_context_set_base_dir(pango_layout_get_context(layout),
                               print->mirrored ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR);
    pango_layout_set_auto_dir(layout, FALSE); /* a name comes first in many a sentence */
    pango_layout_set_alignment(layout, print->mirrored ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_text(layout, text, -1);
    return layout;
}

/* Few columns on paper that lies on its side would be higher than the page. */
static double fit_board(const Print *print, double width, double height)
{
    double wanted = tab_paint_diagram_height(&print->board.diagram, width);
    return wanted > height ? width * height / wanted : width;
}

/* Sets a paragraph from `y` on; where a line would not fit any more, another page begins. */
static void set_paragraph(Print *print, GtkPrintContext *context, const Paragraph *paragraph,
                          double height, double *y)
{
    double width = gtk_print_context_get_width(context);
    double indent = MIN(paragraph->depth * STEP, 0.5 * width);
    PangoLayout *layout = new_layout(print, context, paragraph->text, width - indent);
    pango_layout_set_indent(layout, (int)(-HANG * PANGO_SCALE));
    g_ptr_array_add(print->layouts, layout);
    PangoLayoutIter *iter = pango_layout_get_iter(layout);
    do {
        PangoRectangle box;
        pango_layout_iter_get_line_extents(iter, NULL, &box);
        double line_height = (double)box.height / PANGO_SCALE;
        if (*y + line_height > height && *y > 0) {
            g_array_append_val(print->first, print->lines->len);
            *y = 0;
        }
        double rise = (double)(pango_layout_iter_get_baseline(iter) - box.y) / PANGO_SCALE;
        double x = (print->mirrored ? 0 : indent) + (double)box.x / PANGO_SCALE;
        Line line = {pango_layout_iter_get_line_readonly(iter), x, *y + rise};
        g_array_append_val(print->lines, line);
        *y += line_height;
    } while (pango_layout_iter_next_line(iter));
    pango_layout_iter_free(iter);
}

/* How high a page's foot is, with the room above it. */
static double foot_height(const Print *print, GtkPrintContext *context)
{
    int height;
    g_autoptr(PangoLayout) layout = new_layout(print, context, "1", 100);
    pango_layout_get_size(layout, NULL, &height);
    return (double)height / PANGO_SCALE + GAP;
}

static void on_begin(GtkPrintOperation *operation, GtkPrintContext *context, Print *print)
{
    double width = gtk_print_context_get_width(context);
    double height = gtk_print_context_get_height(context) - foot_height(print, context);
    print->board_width = fit_board(print, width, height);
    double y = tab_paint_diagram_height(&print->board.diagram, print->board_width) + GAP;
    g_array_set_size(print->lines, 0);
    g_array_set_size(print->first, 1); /* 0 */
    g_ptr_array_set_size(print->layouts, 0);
    for (guint i = 0; i < print->paragraphs->len; i++)
        set_paragraph(print, context, &g_array_index(print->paragraphs, Paragraph, i), height, &y);
    gtk_print_operation_set_n_pages(operation, (int)print->first->len);
}

/* Which game it is, and which of its pages. */
static void draw_foot(cairo_t *cr, const Print *print, GtkPrintContext *context, guint page)
{
    double width = gtk_print_context_get_width(context);
    double y = gtk_print_context_get_height(context) - foot_height(print, context) + GAP;
    g_autofree char *number = g_strdup_printf("%u / %u", page + 1, print->first->len);
    g_autoptr(PangoLayout) title = new_layout(print, context, print->title, 0.8 * width);
    g_autoptr(PangoLayout) count = new_layout(print, context, number, 0.2 * width);
    pango_layout_set_height(title, 0);
    pango_layout_set_ellipsize(title, PANGO_ELLIPSIZE_END);
    pango_layout_set_alignment(count, print->mirrored ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT);
    cairo_move_to(cr, print->mirrored ? 0.2 * width : 0, y);
    pango_cairo_show_layout(cr, title);
    cairo_move_to(cr, print->mirrored ? 0 : 0.8 * width, y);
    pango_cairo_show_layout(cr, count);
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
    guint next = (guint)page + 1;
    guint end =
        next < print->first->len ? g_array_index(print->first, guint, next) : print->lines->len;
    for (guint i = g_array_index(print->first, guint, page); i < end; i++) {
        const Line *line = &g_array_index(print->lines, Line, i);
        cairo_move_to(cr, line->x, line->base);
        pango_cairo_show_layout_line(cr, line->line);
    }
    if (print->first->len > 1)
        draw_foot(cr, print, context, (guint)page);
}

GtkPrintOperation *tab_game_printer_new(TabGameSession *session, TabSide near)
{
    GtkPrintOperation *operation = gtk_print_operation_new();
    Print *print = g_new0(Print, 1);
    tab_game_diagram_fill(&print->board, session, TAB_BOARD_CONTRAST, near, true);
    print->title = tab_wording_title(session);
    print->mirrored = gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL;
    print->paragraphs = g_array_new(FALSE, FALSE, sizeof(Paragraph));
    g_array_set_clear_func(print->paragraphs, clear_paragraph);
    print->layouts = g_ptr_array_new_with_free_func(g_object_unref);
    print->lines = g_array_new(FALSE, FALSE, sizeof(Line));
    print->first = g_array_new(FALSE, TRUE, sizeof(guint));
    add_occasion(print, session->document->record);
    add_turns(print, session);
    gtk_print_operation_set_job_name(operation, print->title);
    gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS);
    gtk_print_operation_set_embed_page_setup(operation, TRUE);
    g_signal_connect(operation, "begin-print", G_CALLBACK(on_begin), print);
    g_signal_connect(operation, "draw-page", G_CALLBACK(on_draw), print);
    g_object_set_data_full(G_OBJECT(operation), "print", print, free_print);
    return operation;
}
