// SPDX-License-Identifier: GPL-3.0-or-later
// A small picture of a board: how a game by some ruleset begins, or a turn of a game.
#include "gui/board/board-picture.h"

#include <glib/gi18n.h>

#include "gui/board/board-scene.h"
#include "gui/board/theme.h"

struct _TabBoardPicture {
    TabPaintedBoard parent;
    TabBoardScene scene;
    int width, height;   /* pixels; height 0: that of its board */
    GdkTexture *painted; /* at its size and scale, NULL: to be made. Lists of pictures scroll */
};

G_DEFINE_FINAL_TYPE(TabBoardPicture, tab_board_picture, TAB_TYPE_PAINTED_BOARD)

static void tab_board_picture_refresh(TabPaintedBoard *board)
{
    TabBoardPicture *self = TAB_BOARD_PICTURE(board);
    g_clear_object(&self->painted);
    self->scene.model.theme = tab_theme_current(GTK_WIDGET(self));
    tab_painted_board_show(board, &self->scene.model);
}

void tab_board_picture_show_start(TabBoardPicture *self, const TabRuleset *set)
{
    g_autoptr(TabRules) rules = tab_rules_new(set);
    TabPosition position;
    guint pieces = tab_ruleset_pieces(set);
    tab_position_init(rules, TAB_WHITE, &position);
    tab_board_model_set_position(&self->scene.model, &position);
    tab_painted_board_set_rules(TAB_PAINTED_BOARD(self), rules, FALSE);
    /* Translators: what a picture shows, for screen readers: rows and columns of the board, and how
     * many stones each side has. */
    g_autofree char *text =
        g_strdup_printf(ngettext("The start: a board of %u×%u with %u stone a side",
                                 "The start: a board of %u×%u with %u stones a side", pieces),
                        rules->board.n_rows, rules->board.columns, pieces);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
    tab_board_picture_refresh(TAB_PAINTED_BOARD(self));
}

void tab_board_picture_show_turn(TabBoardPicture *self, const TabGame *game, gboolean flipped)
{
    tab_board_scene_show_turn(&self->scene, game);
    tab_painted_board_set_rules(TAB_PAINTED_BOARD(self), game->rules, flipped);
    tab_board_picture_refresh(TAB_PAINTED_BOARD(self));
}

void tab_board_picture_set_size(TabBoardPicture *self, int width, int height)
{
    self->width = width;
    self->height = height;
    gtk_widget_queue_resize(GTK_WIDGET(self));
}

static void tab_board_picture_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                      int *minimum, int *natural, int *minimum_baseline,
                                      int *natural_baseline)
{
    TabBoardPicture *self = TAB_BOARD_PICTURE(widget);
    const TabRules *rules = tab_painted_board_get_rules(TAB_PAINTED_BOARD(widget));
    double width = 1.0, height = 0.0;
    if (rules)
        tab_board_layout_natural_size(&rules->board, &width, &height);
    *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? self->width
                          : self->height > 0                        ? self->height
                                             : (int)(self->width * height / width);
}

/* Free with g_object_unref. */
static GdkTexture *paint(TabBoardPicture *self, int width, int height, int scale)
{
    int row = cairo_format_stride_for_width(CAIRO_FORMAT_ARGB32, width * scale);
    guchar *pixels = g_malloc0_n((gsize)height * scale, row);
    g_autoptr(GBytes) bytes = g_bytes_new_take(pixels, (gsize)height * scale * row);
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        pixels, CAIRO_FORMAT_ARGB32, width * scale, height * scale, row);
    cairo_surface_set_device_scale(surface, scale, scale);
    cairo_t *cr = cairo_create(surface);
    tab_painted_board_paint(TAB_PAINTED_BOARD(self), cr);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    return gdk_memory_texture_new(width * scale, height * scale, GDK_MEMORY_DEFAULT, bytes, row);
}

static void tab_board_picture_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabBoardPicture *self = TAB_BOARD_PICTURE(widget);
    int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget),
        scale = gtk_widget_get_scale_factor(widget);
    if (self->painted && (gdk_texture_get_width(self->painted) != width * scale ||
                          gdk_texture_get_height(self->painted) != height * scale))
        g_clear_object(&self->painted);
    if (!self->painted)
        self->painted = paint(self, width, height, scale);
    gtk_snapshot_append_texture(snapshot, self->painted,
                                &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
}

static void tab_board_picture_dispose(GObject *object)
{
    g_clear_object(&TAB_BOARD_PICTURE(object)->painted);
    G_OBJECT_CLASS(tab_board_picture_parent_class)->dispose(object);
}

static void tab_board_picture_class_init(TabBoardPictureClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_board_picture_dispose;
    widget_class->measure = tab_board_picture_measure;
    widget_class->snapshot = tab_board_picture_snapshot;
    klass->parent_class.refresh = tab_board_picture_refresh;
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void tab_board_picture_init(TabBoardPicture *self)
{
    tab_board_model_init(&self->scene.model, NULL);
    tab_board_scene_clear(&self->scene);
    self->scene.model.show_sand = self->scene.model.show_coordinates = false;
}
