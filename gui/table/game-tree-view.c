// SPDX-License-Identifier: GPL-3.0-or-later
// The list of turns with variations and comments, and the buttons to go through it.
#include "gui/table/game-tree-view.h"

#include "gui/widgets/label-text.h"
#include "gui/widgets/widget.h"
#include "gui/table/game-tree-row.h"
#include "gui/model/game-tree.h"

struct _TabGameTreeView {
    GtkWidget parent;
    GtkListView *list;
    TabGameTreeRow *heads; /* of the columns of luck and loss; seen only where there are any */
    GtkTextView *comment;
    GtkWidget *play_button, *leave_button, *remark, *placeholder;
    GSettings *settings;
    TabGameSession *session;
    TabGameTree *tree;
    GtkSingleSelection *selection;
    TabRecordNode *node; /* whose comment is shown */
    gboolean updating;   /* what changes now is no wish of a person */
    guint scroll;        /* tick call-back that brings the turn into sight; 0: none */
    guint frames;        /* until then */
    guint listing;       /* tick call-back that lists the turns; 0: they are listed */
    gboolean shown;      /* what else is new was, in the frame before */
    gboolean falling;    /* the last throw, which is not told before it lies there */
};

G_DEFINE_FINAL_TYPE(TabGameTreeView, tab_game_tree_view, GTK_TYPE_WIDGET)

/* --- the comment --- */

static void show_comment(TabGameTreeView *self)
{
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(self->comment);
    gboolean updating = self->updating;
    self->node = self->session ? tab_document_node(self->session->document) : NULL;
    const char *text = self->node && self->node->comment ? self->node->comment : "";
    self->updating = TRUE;
    gtk_text_buffer_set_text(buffer, text, -1);
    self->updating = updating;
    gtk_widget_set_sensitive(GTK_WIDGET(self->comment), self->node != NULL);
}

static void on_comment_changed(GtkTextBuffer *buffer, TabGameTreeView *self)
{
    gtk_widget_set_visible(self->placeholder, gtk_text_buffer_get_char_count(buffer) == 0);
    if (self->updating || !self->node)
        return;
    g_autofree char *text = NULL;
    g_object_get(buffer, "text", &text, NULL);
    tab_document_set_comment(self->session->document, self->node, text);
}

/* --- the list --- */

/* A keyboard that is in the list goes on from the turn that is shown, also where that was chosen
 * elsewhere. GTK keeps the focus where it was. */
static void move_focus(TabGameTreeView *self)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    if (!focus || !gtk_widget_is_ancestor(focus, GTK_WIDGET(self->list)))
        return;
    for (GtkWidget *row = gtk_widget_get_first_child(GTK_WIDGET(self->list)); row;
         row = gtk_widget_get_next_sibling(row))
        if (row != focus && gtk_widget_get_state_flags(row) & GTK_STATE_FLAG_SELECTED)
            gtk_widget_grab_focus(row);
}

static gboolean on_frame(GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
    TabGameTreeView *self = TAB_GAME_TREE_VIEW(widget);
    if (self->frames-- > 0)
        return G_SOURCE_CONTINUE;
    self->scroll = 0;
    if (self->selection) /* else the turns of another game are still to be listed */
        gtk_widget_activate_action(GTK_WIDGET(self->list), "list.scroll-to-item", "u",
                                   gtk_single_selection_get_selected(self->selection));
    move_focus(self);
    return G_SOURCE_REMOVE;
}

/* A list scrolls only once its rows have sizes: that of a new turn, those of a game that has just
 * been opened, or of a pane that has just come up, have them after a frame. */
static void scroll_later(TabGameTreeView *self)
{
    self->frames = 2;
    if (!self->scroll)
        self->scroll = gtk_widget_add_tick_callback(GTK_WIDGET(self), on_frame, NULL, NULL);
}

void tab_game_tree_view_say(TabGameTreeView *self, const char *text)
{
    tab_label_text_set(self->remark, text);
    gtk_widget_set_visible(self->remark, *text != '\0');
}

/* Selects the turn that is shown, and brings it into sight. */
static void show_node(TabGameTreeView *self)
{
    if (!self->tree)
        return;
    TabRecordNode *node = tab_document_node(self->session->document);
    guint position = tab_game_tree_find(self->tree, node);
    if (gtk_single_selection_get_selected(self->selection) != position || node != self->node) {
        self->updating = TRUE;
        gtk_single_selection_set_selected(self->selection, position);
        self->updating = FALSE;
        move_focus(self);
        scroll_later(self);
    }
    if (node != self->node) {
        show_comment(self);
        tab_game_tree_view_say(self, "");
    }
    const TabDocument *document = self->session->document;
    gtk_widget_set_visible(self->play_button, document->review != NULL);
    gtk_widget_set_visible(self->leave_button,
                           !document->review && tab_document_can_leave_try(document));
    gtk_widget_set_visible(GTK_WIDGET(self->heads), tab_game_tree_has_notes(self->tree));
}

static void on_selected(TabGameTreeView *self)
{
    TabGameRow *row = gtk_single_selection_get_selected_item(self->selection);
    if (self->updating || !row)
        return;
    tab_document_review(self->session->document, row->node);
    show_node(self);
}

static void on_turn_setup(GtkSignalListItemFactory *factory, GtkListItem *item)
{
    gtk_list_item_set_child(item, tab_game_tree_row_new());
}

/* GTK 4.8 gives a row no name of its own: its widget is the child's parent. */
static void on_turn_bind(GtkSignalListItemFactory *factory, GtkListItem *item)
{
    TabGameRow *row = gtk_list_item_get_item(item);
    GtkWidget *child = gtk_list_item_get_child(item), *place = gtk_widget_get_parent(child);
    g_autofree char *text = tab_game_row_describe(row);
    tab_game_tree_row_show(TAB_GAME_TREE_ROW(child), row);
    gtk_accessible_update_property(GTK_ACCESSIBLE(child), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
    if (place)
        gtk_accessible_update_property(GTK_ACCESSIBLE(place), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                       -1);
}

/* Rows come and go under the selection, which is set right by the "changed" that follows; what it
 * does meanwhile is no wish of a person. */
static void on_turns_changing(TabGameTreeView *self)
{
    self->updating = TRUE;
}

static void on_turns_changed(TabGameTreeView *self)
{
    self->updating = FALSE;
    if (self->node && tab_game_tree_find(self->tree, self->node) == G_MAXUINT)
        self->node = NULL; /* it is gone */
    show_node(self);
}

void tab_game_tree_view_set_falling(TabGameTreeView *self, gboolean falling)
{
    self->falling = falling;
    if (falling || !self->tree)
        return;
    on_turns_changing(self);
    tab_game_tree_tell_opening(self->tree);
    on_turns_changed(self);
}

/* Who hides the analysis wants to be told nothing by it. */
static void show_notes(TabGameTreeView *self)
{
    if (!self->tree)
        return;
    on_turns_changing(self);
    tab_game_tree_set_notes(self->tree, g_settings_get_boolean(self->settings, "show-analysis"));
    on_turns_changed(self);
}

static void list_turns(TabGameTreeView *self)
{
    /* around the tree's own handler */
    g_signal_connect_swapped(self->session->document, "tree-changed", G_CALLBACK(on_turns_changing),
                             self);
    self->tree = tab_game_tree_new(self->session);
    g_signal_connect_swapped(self->session->document, "tree-changed", G_CALLBACK(on_turns_changed),
                             self);
    g_signal_connect_swapped(self->session, "changed", G_CALLBACK(show_node), self);
    tab_game_tree_set_notes(self->tree, g_settings_get_boolean(self->settings, "show-analysis"));
    self->selection = gtk_single_selection_new(G_LIST_MODEL(g_object_ref(self->tree)));
    gtk_single_selection_set_autoselect(self->selection, FALSE);
    gtk_list_view_set_model(self->list, GTK_SELECTION_MODEL(self->selection));
    g_signal_connect_swapped(self->selection, "notify::selected-item", G_CALLBACK(on_selected),
                             self);
    self->node = NULL; /* the selection is still to be set */
    show_node(self);
    scroll_later(self);
}

static gboolean on_listing(GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
    TabGameTreeView *self = TAB_GAME_TREE_VIEW(widget);
    if (!self->shown || self->falling) {
        self->shown = TRUE;
        return G_SOURCE_CONTINUE;
    }
    self->listing = 0;
    list_turns(self);
    return G_SOURCE_REMOVE;
}

static void forget_session(TabGameTreeView *self)
{
    if (self->listing)
        gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->listing);
    self->listing = 0;
    if (self->session) {
        g_signal_handlers_disconnect_by_data(self->session, self);
        g_signal_handlers_disconnect_by_data(self->session->document, self);
    }
    if (self->selection)
        g_signal_handlers_disconnect_by_data(self->selection, self);
    gtk_list_view_set_model(self->list, NULL);
    g_clear_object(&self->selection);
    g_clear_object(&self->tree);
    g_clear_object(&self->session);
    self->node = NULL;
    gtk_widget_set_visible(GTK_WIDGET(self->heads), FALSE);
}

void tab_game_tree_view_set_session(TabGameTreeView *self, TabGameSession *session)
{
    forget_session(self);
    g_set_object(&self->session, session);
    show_comment(self);
    if (!session)
        return;
    /* GTK makes two hundred rows at once: they come in the frame after that with the new board,
     * lest both together keep the window from answering */
    self->shown = FALSE;
    self->listing = gtk_widget_add_tick_callback(GTK_WIDGET(self), on_listing, NULL, NULL);
}

/* --- the widget --- */

static void tab_game_tree_view_map(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_game_tree_view_parent_class)->map(widget);
    scroll_later(TAB_GAME_TREE_VIEW(widget));
}

/* GTK would take the keyboard to the next button, a press of which does something else. */
static void tab_game_tree_view_hide(GtkWidget *widget)
{
    tab_widget_drop_focus(widget);
    GTK_WIDGET_CLASS(tab_game_tree_view_parent_class)->hide(widget);
}

static void tab_game_tree_view_dispose(GObject *object)
{
    TabGameTreeView *self = TAB_GAME_TREE_VIEW(object);
    if (self->list) {
        forget_session(self);
        g_signal_handlers_disconnect_by_data(self->settings, self);
        g_clear_object(&self->settings);
        g_signal_handlers_disconnect_by_data(gtk_text_view_get_buffer(self->comment), self);
    }
    self->list = NULL;
    tab_widget_unparent_children(GTK_WIDGET(self));
    G_OBJECT_CLASS(tab_game_tree_view_parent_class)->dispose(object);
}

static void tab_game_tree_view_class_init(TabGameTreeViewClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_game_tree_view_dispose;
    widget_class->map = tab_game_tree_view_map;
    widget_class->hide = tab_game_tree_view_hide;
    g_type_ensure(TAB_TYPE_GAME_TREE_ROW);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/game-tree-view.ui");
    gtk_widget_class_bind_template_child(widget_class, TabGameTreeView, list);
    gtk_widget_class_bind_template_child(widget_class, TabGameTreeView, heads);
    gtk_widget_class_bind_template_child(widget_class, TabGameTreeView, comment);
    gtk_widget_class_bind_template_child(widget_class, TabGameTreeView, play_button);
    gtk_widget_class_bind_template_child(widget_class, TabGameTreeView, leave_button);
    gtk_widget_class_bind_template_child(widget_class, TabGameTreeView, remark);
    gtk_widget_class_bind_template_child(widget_class, TabGameTreeView, placeholder);
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BOX_LAYOUT);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_css_name(widget_class, "gametree");
}

static void tab_game_tree_view_init(TabGameTreeView *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    self->settings = g_settings_new("org.tabgame.Tab");
    g_signal_connect_swapped(self->settings, "changed::show-analysis", G_CALLBACK(show_notes),
                             self);
    gtk_orientable_set_orientation(GTK_ORIENTABLE(gtk_widget_get_layout_manager(GTK_WIDGET(self))),
                                   GTK_ORIENTATION_VERTICAL);
    g_autoptr(GtkListItemFactory) factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(on_turn_setup), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(on_turn_bind), NULL);
    gtk_list_view_set_factory(self->list, factory);
    tab_game_tree_row_show_heads(self->heads);
    /* the turn that is shown stays in sight where the list gets lower */
    g_signal_connect_object(gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(self->list)),
                            "notify::page-size", G_CALLBACK(scroll_later), self, G_CONNECT_SWAPPED);
    g_signal_connect(gtk_text_view_get_buffer(self->comment), "changed",
                     G_CALLBACK(on_comment_changed), self);
    show_comment(self);
}
