// SPDX-License-Identifier: GPL-3.0-or-later
// Asks which game of a file that holds several is to be opened; typing looks for some of them.
#include "gui/files/game-chooser.h"

#include <string.h>

#include "gui/widgets/label-text.h"

struct _TabGameChooser {
    GtkWindow parent;
    GtkListView *list;
    GtkWidget *open_button;
    GtkEditable *search;
    GtkStringFilter *filter;       /* the list holds it */
    GtkSingleSelection *selection; /* of lines "12. Ada – Ben": those that are looked for */
};

G_DEFINE_FINAL_TYPE(TabGameChooser, tab_game_chooser, GTK_TYPE_WINDOW)

static guint chosen_signal;

/* The number that the line begins with, from 0. */
static void on_open(TabGameChooser *self)
{
    GtkStringObject *game = gtk_single_selection_get_selected_item(self->selection);
    if (!game)
        return;
    guint index = (guint)g_ascii_strtoull(gtk_string_object_get_string(game), NULL, 10) - 1;
    g_object_ref(self);
    g_signal_emit(self, chosen_signal, 0, index);
    gtk_window_close(GTK_WINDOW(self));
    g_object_unref(self);
}

static void on_search(TabGameChooser *self)
{
    gtk_string_filter_set_search(self->filter, gtk_editable_get_text(self->search));
    guint found = g_list_model_get_n_items(G_LIST_MODEL(self->selection));
    gtk_widget_set_sensitive(self->open_button, found > 0);
}

/* The number stands right in a column of its own. */
static void make_game_row(TabGameChooser *self, GtkListItem *item)
{
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9);
    GtkWidget *number = gtk_label_new(NULL), *text = gtk_label_new(NULL);
    gtk_label_set_width_chars(GTK_LABEL(number), 5);
    gtk_label_set_xalign(GTK_LABEL(number), 1);
    gtk_widget_add_css_class(number, "dim-label");
    gtk_label_set_xalign(GTK_LABEL(text), 0);
    gtk_label_set_ellipsize(GTK_LABEL(text), PANGO_ELLIPSIZE_END);
    gtk_box_append(GTK_BOX(row), number);
    gtk_box_append(GTK_BOX(row), text);
    gtk_widget_set_margin_top(row, 3);
    gtk_widget_set_margin_bottom(row, 3);
    gtk_list_item_set_child(item, row);
}

/* GTK 4.8 gives a row no name of its own: its widget is the box's parent. */
static void fill_game_row(TabGameChooser *self, GtkListItem *item)
{
    const char *line = gtk_string_object_get_string(gtk_list_item_get_item(item));
    GtkWidget *box = gtk_list_item_get_child(item), *row = gtk_widget_get_parent(box);
    const char *text = strchr(line, ' ');
    g_autofree char *number = g_strndup(line, (gsize)(text - line));
    gtk_label_set_label(GTK_LABEL(gtk_widget_get_first_child(box)), number);
    tab_label_text_set(gtk_widget_get_last_child(box), text + 1);
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
    gtk_widget_class_bind_template_child(widget_class, TabGameChooser, search);
    gtk_widget_class_bind_template_callback(widget_class, on_open);
    gtk_widget_class_bind_template_callback(widget_class, on_search);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_game_chooser_init(TabGameChooser *self)
{
    g_autoptr(GtkListItemFactory) factory = gtk_signal_list_item_factory_new();
    gtk_widget_init_template(GTK_WIDGET(self));
    g_signal_connect_swapped(factory, "setup", G_CALLBACK(make_game_row), self);
    g_signal_connect_swapped(factory, "bind", G_CALLBACK(fill_game_row), self);
    gtk_list_view_set_factory(self->list, factory);
    gtk_search_entry_set_key_capture_widget(GTK_SEARCH_ENTRY(self->search), GTK_WIDGET(self->list));
    gtk_window_set_default_widget(GTK_WINDOW(self), self->open_button);
}

TabGameChooser *tab_game_chooser_new(GtkWindow *parent, const GPtrArray *lines)
{
    TabGameChooser *self = g_object_new(TAB_TYPE_GAME_CHOOSER, "transient-for", parent, NULL);
    GtkStringList *games = gtk_string_list_new(NULL);
    for (guint i = 0; i < lines->len; i++)
        gtk_string_list_take(games, g_strdup_printf("%u. %s", i + 1, (char *)lines->pdata[i]));
    GtkExpression *line = gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string");
    self->filter = gtk_string_filter_new(line);
    GtkFilterListModel *found =
        gtk_filter_list_model_new(G_LIST_MODEL(games), GTK_FILTER(self->filter));
    self->selection = gtk_single_selection_new(G_LIST_MODEL(found));
    gtk_list_view_set_model(self->list, GTK_SELECTION_MODEL(self->selection));
    gtk_widget_grab_focus(GTK_WIDGET(self->list));
    return self;
}
