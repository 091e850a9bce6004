// SPDX-License-Identifier: GPL-3.0-or-later
// Between GTK's widgets and the painter, which knows only cairo.
#include "gui/board/painted-board.h"

void tab_painted_board_snapshot(GtkWidget *widget, GtkSnapshot *snapshot, TabBoardPainter *painter,
                                const TabBoardLayout *layout, const TabBoardModel *model)
{
    PangoContext *context = gtk_widget_get_pango_context(widget);
    graphene_rect_t bounds = GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(widget),
                                                (float)gtk_widget_get_height(widget));
    tab_board_painter_set_font(painter, pango_context_get_font_description(context));
    tab_board_painter_set_scale(painter, gtk_widget_get_scale_factor(widget));
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, &bounds);
    tab_board_painter_draw(painter, cr, layout, model);
    cairo_destroy(cr);
}

void tab_painted_board_watch_focus(GtkWidget *widget, GCallback changed)
{
    GtkRoot *root = gtk_widget_get_root(widget);
    g_signal_connect_object(root, "notify::focus-widget", changed, widget, G_CONNECT_SWAPPED);
    g_signal_connect_object(root, "notify::focus-visible", changed, widget, G_CONNECT_SWAPPED);
}
