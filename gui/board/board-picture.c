// SPDX-License-Identifier: GPL-3.0-or-later
// A small picture of how a game by some ruleset begins.
#include "gui/board/board-picture.h"

#include <glib/gi18n.h>

#include "protocol/painter/board-painter.h"
#include "gui/board/painted-board.h"
#include "gui/board/theme.h"

#define WIDTH 264 /* pixels */

struct _TabBoardPicture {
    GtkWidget parent;
    TabBoardPainter *painter;
    TabBoardModel model;
};

G_DEFINE_FINAL_TYPE(TabBoardPicture, tab_board_picture, GTK_TYPE_WIDGET)

static void redraw(TabBoardPicture *self)
{
    self->model.theme = tab_theme_current(GTK_WIDGET(self));
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tab_board_picture_show_start(TabBoardPicture *self, const TabRuleset *set)
{
    g_autoptr(TabRules) rules = tab_rules_new(set);
    TabPosition position;
    guint pieces = tab_ruleset_pieces(set);
    tab_position_init(rules, TAB_WHITE, &position);
    tab_board_model_init(&self->model, tab_ruleset_columns(set));
    self->model.show_sand = self->model.show_coordinates = false;
    tab_board_model_set_position(&self->model, &position);
    /* Translators: what a picture shows, for screen readers; how many stones each side has. */
    g_autofree char *text =
        g_strdup_printf(ngettext("The start: a board of 4×%u with %u stone a side",
                                 "The start: a board of 4×%u with %u stones a side", pieces),
                        tab_ruleset_columns(set), pieces);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
    redraw(self);
    gtk_widget_queue_resize(GTK_WIDGET(self));
}

static void tab_board_picture_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                      int *minimum, int *natural, int *minimum_baseline,
                                      int *natural_baseline)
{
    double width, height;
    tab_board_layout_natural_size(TAB_BOARD_PICTURE(widget)->model.columns, &width, &height);
    *minimum = *natural =
        orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : (int)(WIDTH * height / width);
}

static void tab_board_picture_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabBoardPicture *self = TAB_BOARD_PICTURE(widget);
    TabBoardLayout layout = tab_board_layout(
        gtk_widget_get_width(widget), gtk_widget_get_height(widget), self->model.columns, false);
    tab_painted_board_snapshot(widget, snapshot, self->painter, &layout, &self->model);
}

static void tab_board_picture_root(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_board_picture_parent_class)->root(widget);
    tab_theme_watch(widget, G_CALLBACK(redraw), widget);
    redraw(TAB_BOARD_PICTURE(widget));
}

static void tab_board_picture_finalize(GObject *object)
{
    tab_board_painter_free(TAB_BOARD_PICTURE(object)->painter);
    G_OBJECT_CLASS(tab_board_picture_parent_class)->finalize(object);
}

static void tab_board_picture_class_init(TabBoardPictureClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->finalize = tab_board_picture_finalize;
    widget_class->measure = tab_board_picture_measure;
    widget_class->snapshot = tab_board_picture_snapshot;
    widget_class->root = tab_board_picture_root;
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void tab_board_picture_init(TabBoardPicture *self)
{
    self->painter = tab_board_painter_new();
    tab_board_model_init(&self->model, TAB_MIN_COLUMNS);
}
