// SPDX-License-Identifier: GPL-3.0-or-later
// Asks which game of a file that holds several is to be opened.
#include "gui/files/game-chooser.h"

struct _TabGameChooser {
    GtkWindow parent;
    GtkListView *list;
    GtkWidget *open_button;
    GtkSingleSelection *selection;
};

G_DEFINE_FINAL_TYPE(TabGameChooser, tab_game_chooser, GTK_TYPE_WINDOW)

static guint chosen_signal;

static void on_open(TabGameChooser *self)
{
    guint index = gtk_single_selection_get_selected(self->selection);
    if (index == GTK_INVALID_LIST_POSITION)
        return;
    g_object_ref(self);
    g_signal_emit(self, chosen_signal, 0, index);
    gtk_window_close(GTK_WINDOW(self));
    g_object_unref(self);
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *item)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_list_item_set_child(item, label);
}

/* GTK 4.8 gives a row no name of its own: its widget is the label's parent. */
static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *item)
{
    GtkStringObject *game = gtk_list_item_get_item(item);
    GtkWidget *label = gtk_list_item_get_child(item), *row = gtk_widget_get_parent(label);
    const char *text = gtk_string_object_get_string(game);
    g_autofree char *line = g_strdup_printf("%u.  %s", gtk_list_item_get_position(item) + 1, text);
    gtk_label_set_label(GTK_LABEL(label), line);
    if (row)
        gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, line,
                                       -1);
}

static void tab_game_chooser_dispose(GObject *object)
{
    g_clear_object(&TAB_GAME_CHOOSER(object)->selection);
    G_OBJECT_CLASS(tab_game_chooser_parent_class)->dispose(object);
}

static void tab_game_chooser_class_init(TabGameChooserClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_game_chooser_dispose;
    chosen_signal = g_signal_new("chosen", TAB_TYPE_GAME_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/game-chooser.ui");
    gtk_widget_class_bind_template_child(widget_class, TabGameChooser, list);
    gtk_widget_class_bind_template_child(widget_class, TabGameChooser, open_button);
    gtk_widget_class_bind_template_callback(widget_class, on_open);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_game_chooser_init(TabGameChooser *self)
{
    g_autoptr(GtkListItemFactory) factory = gtk_signal_list_item_factory_new();
    gtk_widget_init_template(GTK_WIDGET(self));
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), NULL);
    gtk_list_view_set_factory(self->list, factory);
    gtk_window_set_default_widget(GTK_WINDOW(self), self->open_button);
}

TabGameChooser *tab_game_chooser_new(GtkWindow *parent, const GPtrArray *lines)
{
    TabGameChooser *self = g_object_new(TAB_TYPE_GAME_CHOOSER, "transient-for", parent, NULL);
    GtkStringList *games = gtk_string_list_new(NULL);
    for (guint i = 0; i < lines->len; i++)
        gtk_string_list_append(games, lines->pdata[i]);
    self->selection = gtk_single_selection_new(G_LIST_MODEL(games));
    gtk_list_view_set_model(self->list, GTK_SELECTION_MODEL(self->selection));
    gtk_widget_grab_focus(GTK_WIDGET(self->list));
    return self;
}
