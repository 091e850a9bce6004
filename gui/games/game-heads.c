// SPDX-License-Identifier: GPL-3.0-or-later
// The heads of the columns of the list of games: buttons that sort it.
#include "gui/games/game-heads.h"

#include <glib/gi18n.h>

#include "gui/widgets/widget.h"

struct _TabGameHeads {
    GtkWidget parent;
    TabGameList *list;
    GtkWidget *head[TAB_N_COLUMNS]; /* buttons; a label over what cannot be sorted by */
    GtkWidget *arrow[TAB_N_COLUMNS];
};

G_DEFINE_FINAL_TYPE(TabGameHeads, tab_game_heads, GTK_TYPE_WIDGET)

static gboolean shows_at(TabGameHeads *self)
{
    return self->list && tab_game_list_get_position(self->list);
}

/* --- how it is sorted --- */

static void name_head(TabGameHeads *self, TabListColumn column, gboolean sorted,
                      gboolean descending)
{
    /* Translators: a column's head, by which a list is sorted. */
    g_autofree char *name =
        g_strdup_printf(descending ? _("%s, sorted downwards") : _("%s, sorted upwards"),
                        tab_game_columns_title(column));
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->head[column]),
                                   GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   sorted ? name : tab_game_columns_title(column), -1);
}

static void show_order(TabGameHeads *self)
{
    gboolean descending;
    int sort = (int)tab_game_list_get_sort(self->list, &descending);
    for (TabListColumn i = 0; i < TAB_N_COLUMNS; i++) {
        gboolean sorted = tab_game_columns_sort(i) == sort;
        if (!self->arrow[i])
            continue;
        gtk_image_set_from_icon_name(GTK_IMAGE(self->arrow[i]),
                                     descending ? "pan-down-symbolic" : "pan-up-symbolic");
        gtk_widget_set_visible(self->arrow[i], sorted);
        name_head(self, i, sorted, descending);
    }
    gtk_widget_queue_allocate(GTK_WIDGET(self));
}

/* A second click turns the order round. Of turns and dates the largest come first. */
static void on_head(GtkButton *button, TabGameHeads *self)
{
    TabListColumn column = 0;
    gboolean descending;
    while (self->head[column] != GTK_WIDGET(button))
        column++;
    TabGameColumn sort = (TabGameColumn)tab_game_columns_sort(column);
    gboolean again = tab_game_list_get_sort(self->list, &descending) == sort;
    gboolean first = column == TAB_COLUMN_DATE || column == TAB_COLUMN_TURNS;
    tab_game_list_sort(self->list, sort, again ? !descending : first);
}

void tab_game_heads_set_list(TabGameHeads *self, TabGameList *list)
{
    self->list = list;
    g_signal_connect_object(list, "changed", G_CALLBACK(show_order), self, G_CONNECT_SWAPPED);
    show_order(self);
}

/* --- the widget --- */

static void tab_game_heads_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                   int *minimum, int *natural, int *minimum_baseline,
                                   int *natural_baseline)
{
    TabGameHeads *self = TAB_GAME_HEADS(widget);
    *minimum = *natural = 1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL)
        return;
    for (int i = 0; i < TAB_N_COLUMNS; i++) {
        int least, usual;
        gtk_widget_measure(self->head[i], orientation, -1, &least, &usual, NULL, NULL);
        *minimum = MAX(*minimum, least);
        *natural = MAX(*natural, usual);
    }
}

static void tab_game_heads_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    TabGameHeads *self = TAB_GAME_HEADS(widget);
    TabColumnPlace places[TAB_N_COLUMNS];
    gboolean mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    tab_game_columns_place(widget, width, shows_at(self), places);
    for (int i = 0; i < TAB_N_COLUMNS; i++) {
        int x = mirrored ? width - places[i].start - places[i].width : places[i].start, least;
        gtk_widget_set_child_visible(self->head[i], places[i].width > 0);
        if (!places[i].width)
            continue;
        gtk_widget_measure(self->head[i], GTK_ORIENTATION_HORIZONTAL, height, &least, NULL, NULL,
                           NULL);
        gtk_widget_size_allocate(self->head[i],
                                 &(GtkAllocation){x, 0, MAX(least, places[i].width), height}, -1);
    }
}

static GtkWidget *new_head(TabGameHeads *self, TabListColumn column)
{
    GtkWidget *label = gtk_label_new(tab_game_columns_title(column));
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_label_set_xalign(GTK_LABEL(label), tab_game_columns_is_number(column) ? 1 : 0);
    gtk_widget_add_css_class(label, "heading");
    if (tab_game_columns_sort(column) < 0)
        return label;
    GtkWidget *button = gtk_button_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
    self->arrow[column] = gtk_image_new();
    if (tab_game_columns_is_number(column))
        gtk_widget_set_halign(box, GTK_ALIGN_END);
    gtk_box_append(GTK_BOX(box), label);
    gtk_box_append(GTK_BOX(box), self->arrow[column]);
    gtk_button_set_child(GTK_BUTTON(button), box);
    gtk_button_set_has_frame(GTK_BUTTON(button), FALSE);
    gtk_widget_add_css_class(button, "head");
    g_signal_connect(button, "clicked", G_CALLBACK(on_head), self);
    return button;
}

static void tab_game_heads_dispose(GObject *object)
{
    tab_widget_unparent_children(GTK_WIDGET(object));
    G_OBJECT_CLASS(tab_game_heads_parent_class)->dispose(object);
}

static void tab_game_heads_class_init(TabGameHeadsClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_game_heads_dispose;
    widget_class->measure = tab_game_heads_measure;
    widget_class->size_allocate = tab_game_heads_allocate;
    gtk_widget_class_set_css_name(widget_class, "heads");
}

static void tab_game_heads_init(TabGameHeads *self)
{
    for (TabListColumn i = 0; i < TAB_N_COLUMNS; i++) {
        self->head[i] = new_head(self, i);
        gtk_widget_set_parent(self->head[i], GTK_WIDGET(self));
    }
}
