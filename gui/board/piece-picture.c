// SPDX-License-Identifier: GPL-3.0-or-later
// One stone as the board shows it, with its letter: for buttons that choose a piece.
#include "gui/board/piece-picture.h"

#include "gui/board/theme.h"

#define SIZE 26 /* pixels */

/* What is drawn. */
typedef struct {
    TabBoardPainter *painter;
    TabSide side;
    TabRank rank;
} Piece;

static void free_piece(gpointer data)
{
    tab_board_painter_free(((Piece *)data)->painter);
    g_free(data);
}

static void draw(GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
    const Piece *piece = data;
    tab_board_painter_set_scale(piece->painter, gtk_widget_get_scale_factor(GTK_WIDGET(area)));
    tab_board_painter_draw_stone(piece->painter, cr, tab_theme_current(GTK_WIDGET(area)),
                                 piece->side, piece->rank, width / 2.0, height / 2.0,
                                 MIN(width, height) / 2.0 - 2);
}

GtkWidget *tab_piece_picture_new(TabSide side, TabRank rank)
{
    static const char *const letters[2][4] = {{"N", "M", "T", "F"}, {"n", "m", "t", "f"}};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0),
              *area = g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role",
                                   GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
    GtkWidget *letter = gtk_label_new(letters[side][rank]);
    Piece *piece = g_new(Piece, 1);
    *piece = (Piece){tab_board_painter_new(), side, rank};
    gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(area), SIZE);
    gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(area), SIZE);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, piece, free_piece);
    gtk_widget_add_css_class(letter, "caption");
    gtk_box_append(GTK_BOX(box), area);
    gtk_box_append(GTK_BOX(box), letter);
    return box;
}
