// SPDX-License-Identifier: GPL-3.0-or-later
// The five throws as pictures of the sticks, to tell the program what real sticks show.
#include "gui/table/throw-entry.h"

#include <glib/gi18n.h>

#include "gui/model/wording.h"
#include "protocol/painter/paint-sticks.h"
#include "gui/board/theme.h"

#define HEIGHT 26 /* of a picture, in pixels */
#define COMPACT_HEIGHT 20
#define ASPECT 1.6 /* width by height */
#define SEED 4     /* how the sticks of the pictures lie */

struct _TabThrowEntry {
    GtkWidget parent;
    GtkWidget *box;
    GtkWidget *picture[TAB_N_THROWS];
};

G_DEFINE_FINAL_TYPE(TabThrowEntry, tab_throw_entry, GTK_TYPE_WIDGET)

static guint entered_signal;

static int throw_of(gpointer widget)
{
    return GPOINTER_TO_INT(g_object_get_data(widget, "throw-index"));
}

static void set_throw_of(gpointer widget, int index)
{
    g_object_set_data(widget, "throw-index", GINT_TO_POINTER(index));
}

static void draw(GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
    TabSticksModel model = {.theme = tab_theme_current(GTK_WIDGET(area)), .tumble = 1.0};
    tab_sticks_set_throw(&model, throw_of(area), SEED);
    tab_sticks_draw(cr, &model, width, height);
}

static void on_clicked(GtkWidget *button, TabThrowEntry *self)
{
    g_signal_emit(self, entered_signal, 0, throw_of(button));
}

static GtkWidget *make_face(TabThrowEntry *self, int index)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    g_autofree char *number = g_strdup_printf("%d", tab_throw_value(index));
    GtkWidget *value = gtk_label_new(number);
    GtkWidget *picture = self->picture[index] = gtk_drawing_area_new();
    set_throw_of(picture, index);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(picture), draw, NULL, NULL);
    gtk_widget_add_css_class(value, "number");
    gtk_box_append(GTK_BOX(box), picture);
    gtk_box_append(GTK_BOX(box), value);
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
    return box;
}

static void add_button(TabThrowEntry *self, int index)
{
    GtkWidget *button = gtk_button_new();
    /* Translators: a button that tells the program what real sticks show: 1, 2, 3, 4 or 6, and the
     * throw's name. */
    g_autofree char *label = g_strdup_printf(_("The sticks show %d, %s"), tab_throw_value(index),
                                             tab_wording_throw_name(index));
    gtk_button_set_child(GTK_BUTTON(button), make_face(self, index));
    set_throw_of(button, index);
    gtk_widget_add_css_class(button, "entry");
    gtk_widget_set_focus_on_click(button, FALSE); /* Space, meant to throw, would type it again */
    gtk_widget_set_tooltip_text(button, label);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
    g_signal_connect(button, "clicked", G_CALLBACK(on_clicked), self);
    gtk_box_append(GTK_BOX(self->box), button);
}

void tab_throw_entry_set_compact(TabThrowEntry *self, gboolean compact)
{
    int height = compact ? COMPACT_HEIGHT : HEIGHT;
    for (int t = 0; t < TAB_N_THROWS; t++)
        gtk_widget_set_size_request(self->picture[t], (int)(height * ASPECT), height);
}

static void redraw(TabThrowEntry *self)
{
    for (int t = 0; t < TAB_N_THROWS; t++)
        gtk_widget_queue_draw(self->picture[t]);
}

static void tab_throw_entry_root(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_throw_entry_parent_class)->root(widget);
    tab_theme_watch(widget, G_CALLBACK(redraw), widget);
}

static void tab_throw_entry_dispose(GObject *object)
{
    g_clear_pointer(&TAB_THROW_ENTRY(object)->box, gtk_widget_unparent);
    G_OBJECT_CLASS(tab_throw_entry_parent_class)->dispose(object);
}

static void tab_throw_entry_class_init(TabThrowEntryClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_throw_entry_dispose;
    widget_class->root = tab_throw_entry_root;
    entered_signal = g_signal_new("entered", TAB_TYPE_THROW_ENTRY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_INT);
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_css_name(widget_class, "throwentry");
}

static void tab_throw_entry_init(TabThrowEntry *self)
{
    self->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    gtk_widget_set_parent(self->box, GTK_WIDGET(self));
    for (int t = 0; t < TAB_N_THROWS; t++)
        add_button(self, t);
    tab_throw_entry_set_compact(self, FALSE);
    /* Translators: what the row of buttons for the throws of real sticks is called by a screen
     * reader. */
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   _("What the sticks show"), -1);
}
