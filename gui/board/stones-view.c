// SPDX-License-Identifier: GPL-3.0-or-later
// A few stones in a row, overlapping when there are many: a player's colour, or the pieces taken.
#include "gui/board/stones-view.h"

#include "protocol/painter/board-painter.h"
#include "gui/board/theme.h"

#define OVERLAP 0.45 /* of a stone's field from one to the next, at least; */
#define DENSE 0.15   /* of a small stone, where names need the room */
#define SMALL 20     /* pixels of the field of such a stone, or less */
#define RADIUS 0.36  /* of a stone by its field: there is room for its shadow */
#define MANY 4       /* more stones than this share the room of so many, and overlap */

struct _TabStonesView {
    GtkWidget parent;
    TabBoardPainter *painter;
    TabSide side;
    TabRank rank;
    guint count, size;
    gboolean king;
};

G_DEFINE_FINAL_TYPE(TabStonesView, tab_stones_view, GTK_TYPE_WIDGET)

static double stone_step(TabStonesView *self)
{
    double least = self->size > SMALL ? OVERLAP : DENSE;
    return self->size * (self->count > MANY ? MAX((MANY - 1.0) / (self->count - 1), least) : 1.0);
}

void tab_stones_view_set_size(TabStonesView *self, guint size)
{
    self->size = size;
    gtk_widget_queue_resize(GTK_WIDGET(self));
}

void tab_stones_view_show(TabStonesView *self, TabSide side, guint count)
{
    if (self->side == side && self->count == count)
        return;
    self->side = side;
    self->count = count;
    gtk_widget_queue_resize(GTK_WIDGET(self));
}

GtkWidget *tab_stones_view_new_single(TabSide side, TabRank rank, guint size)
{
    TabStonesView *self = g_object_new(TAB_TYPE_STONES_VIEW, NULL);
    self->side = side;
    self->rank = rank;
    self->count = 1;
    self->size = size;
    return GTK_WIDGET(self);
}

GtkWidget *tab_stones_view_new_king(TabSide side, guint size)
{
    GtkWidget *view = tab_stones_view_new_single(side, TAB_RANK_M, size);
    TAB_STONES_VIEW(view)->king = TRUE;
    return view;
}

static void tab_stones_view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                    int *minimum, int *natural, int *minimum_baseline,
                                    int *natural_baseline)
{
    TabStonesView *self = TAB_STONES_VIEW(widget);
    int size = (int)self->size;
    if (orientation == GTK_ORIENTATION_HORIZONTAL)
        size = self->count ? (int)(self->size + stone_step(self) * (self->count - 1)) : 0;
    *minimum = *natural = size;
}

static void tab_stones_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabStonesView *self = TAB_STONES_VIEW(widget);
    double width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    gboolean mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    cairo_t *cr =
        gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    tab_board_painter_set_scale(self->painter, gtk_widget_get_scale_factor(widget));
    for (guint i = 0; i < self->count; i++) {
        double from_start = self->size / 2.0 + i * stone_step(self);
        double x = mirrored ? width - from_start : from_start;
        TabBoardTheme theme = tab_theme_current(widget);
        if (self->king)
            tab_board_painter_draw_king(self->painter, cr, theme, self->side, x, height / 2.0,
                                        self->size * RADIUS);
        else
            tab_board_painter_draw_stone(self->painter, cr, theme, self->side, self->rank, x,
                                         height / 2.0, self->size * RADIUS);
    }
    cairo_destroy(cr);
}

static void tab_stones_view_finalize(GObject *object)
{
    tab_board_painter_free(TAB_STONES_VIEW(object)->painter);
    G_OBJECT_CLASS(tab_stones_view_parent_class)->finalize(object);
}

static void tab_stones_view_class_init(TabStonesViewClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->finalize = tab_stones_view_finalize;
    widget_class->measure = tab_stones_view_measure;
    widget_class->snapshot = tab_stones_view_snapshot;
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
    gtk_widget_class_set_css_name(widget_class, "stones");
}

static void tab_stones_view_init(TabStonesView *self)
{
    self->painter = tab_board_painter_new();
    self->rank = TAB_RANK_M;
    self->size = 22;
    tab_theme_watch(GTK_WIDGET(self), G_CALLBACK(gtk_widget_queue_draw), self);
}
