// SPDX-License-Identifier: GPL-3.0-or-later
// Between GTK's widgets and the painter, which knows only cairo.
#include "gui/board/painted-board.h"

#define PREPARATION "tab-preparation"

/* --- pictures of stones, made while nothing else is to be done --- */

typedef struct {
    TabBoardPainter *painter;
    guint source; /* 0: all are there */
} Preparation;

static gboolean on_idle(gpointer data)
{
    Preparation *preparation = data;
    if (tab_board_painter_prepare(preparation->painter))
        return G_SOURCE_CONTINUE;
    preparation->source = 0;
    return G_SOURCE_REMOVE;
}

static void stop_preparing(GtkWidget *widget)
{
    Preparation *preparation = g_object_get_data(G_OBJECT(widget), PREPARATION);
    g_clear_handle_id(&preparation->source, g_source_remove);
}

/* A turn or a game that brings many stones in sight for the first time would have the window wait
 * for their pictures. */
static void prepare(GtkWidget *widget, TabBoardPainter *painter)
{
    Preparation *preparation = g_object_get_data(G_OBJECT(widget), PREPARATION);
    if (!preparation) {
        preparation = g_new0(Preparation, 1);
        g_object_set_data_full(G_OBJECT(widget), PREPARATION, preparation, g_free);
        g_signal_connect(widget, "unrealize", G_CALLBACK(stop_preparing), NULL);
    }
    preparation->painter = painter;
    if (!preparation->source)
        preparation->source = g_idle_add_full(G_PRIORITY_LOW, on_idle, preparation, NULL);
}

/* --- drawing --- */

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
    if (gtk_widget_get_realized(widget) && !tab_board_painter_is_prepared(painter))
        prepare(widget, painter);
}

void tab_painted_board_watch_focus(GtkWidget *widget, GCallback changed)
{
    GtkRoot *root = gtk_widget_get_root(widget);
    g_signal_connect_object(root, "notify::focus-widget", changed, widget, G_CONNECT_SWAPPED);
    g_signal_connect_object(root, "notify::focus-visible", changed, widget, G_CONNECT_SWAPPED);
}
