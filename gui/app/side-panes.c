// SPDX-License-Identifier: GPL-3.0-or-later
// The list of turns and the analysis: beside the table as a person wishes, or, where the window is
// too narrow for that, one of them as a page in the table's place.
#include "gui/app/side-panes.h"

#include "gui/widgets/action-map.h"
#include "gui/widgets/widget.h"

#define LEAST_HIGH 320 /* pixels that the analysis begins with at least */

struct TabSidePanes {
    GtkWindow *window;
    TabSideLayout *layout;
    GtkWidget *turns, *analysis, *back;
    GSettings *settings;
    int begun_at;       /* pixels: where the edge between both was put at the start */
    int edge;           /* … and where a person has moved it since */
    gboolean arranging; /* what comes and goes now is no wish of a person */
};

gboolean tab_side_panes_cover_table(TabSidePanes *self)
{
    return tab_side_layout_is_folded(self->layout) &&
           (gtk_widget_get_visible(self->turns) || gtk_widget_get_visible(self->analysis));
}

static GtkPaned *get_split(TabSidePanes *self)
{
    return GTK_PANED(gtk_widget_get_parent(self->turns));
}

static void show(TabSidePanes *self, gboolean turns, gboolean analysis)
{
    gboolean arranging = self->arranging;
    self->arranging = TRUE;
    gtk_widget_set_visible(self->turns, turns);
    gtk_widget_set_visible(self->analysis, analysis);
    self->arranging = arranging;
    gtk_widget_set_visible(self->back, tab_side_panes_cover_table(self));
}

/* Beside the table both are there as they were wished; a narrow window begins with its table. */
static void arrange(TabSidePanes *self)
{
    gboolean beside = !tab_side_layout_is_folded(self->layout);
    if (!beside)
        tab_widget_drop_focus(GTK_WIDGET(get_split(self)));
    show(self, beside && g_settings_get_boolean(self->settings, "show-turns"),
         beside && g_settings_get_boolean(self->settings, "show-analysis"));
}

/* What is below a page cannot keep the keyboard: it goes to the way back. */
static void guide_focus(TabSidePanes *self)
{
    GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(self->window));
    if (gtk_widget_get_visible(self->back) &&
        (!focus || gtk_widget_is_ancestor(focus, GTK_WIDGET(self->layout))))
        gtk_widget_grab_focus(self->back);
}

/* A person has called a pane or sent it away. There is one page at a time. */
static void on_pane_toggled(GtkWidget *pane, GParamSpec *pspec, TabSidePanes *self)
{
    gboolean shown = gtk_widget_get_visible(pane);
    if (self->arranging)
        return;
    self->arranging = TRUE;
    if (pane == self->analysis)
        g_settings_set_boolean(self->settings, "show-analysis", shown);
    else if (!tab_side_layout_is_folded(self->layout))
        g_settings_set_boolean(self->settings, "show-turns", shown);
    if (tab_side_layout_is_folded(self->layout)) {
        if (!shown)
            gtk_root_set_focus(GTK_ROOT(self->window), NULL); /* it goes where the next step is */
        show(self, shown && pane == self->turns, shown && pane == self->analysis);
    }
    guide_focus(self);
    self->arranging = FALSE;
}

gboolean tab_side_panes_leave(TabSidePanes *self)
{
    if (!tab_side_panes_cover_table(self))
        return FALSE;
    gtk_root_set_focus(GTK_ROOT(self->window), NULL); /* it goes where the next step is */
    show(self, FALSE, FALSE);
    return TRUE;
}

/* The edge between two panes is where a person has put it; else a high window has the analysis
 * whole. */
static void put_edge(TabSidePanes *self, int window_height)
{
    int kept = g_settings_get_int(self->settings, "analysis-height");
    self->edge = self->begun_at = kept ? kept : MAX(LEAST_HIGH, window_height * 9 / 20);
    gtk_paned_set_position(get_split(self), self->begun_at);
}

/* GTK moves it, too, where there is less room: then it is at one of its ends. */
static void on_edge_moved(GtkPaned *split, GParamSpec *pspec, TabSidePanes *self)
{
    int edge, least, most;
    g_object_get(split, "position", &edge, "min-position", &least, "max-position", &most, NULL);
    if (least < edge && edge < most)
        self->edge = edge;
}

void tab_side_panes_save(TabSidePanes *self)
{
    if (self->edge != self->begun_at)
        g_settings_set_int(self->settings, "analysis-height", self->edge);
}

TabSidePanes *tab_side_panes_new(GtkApplicationWindow *window, TabSideLayout *layout,
                                 GtkWidget *turns, GtkWidget *analysis, GtkWidget *back)
{
    static const TabAction actions[] = {
        {.name = "back-to-table", .activate = G_CALLBACK(tab_side_panes_leave)}};
    g_autoptr(GPropertyAction) show_turns = g_property_action_new("show-turns", turns, "visible");
    g_autoptr(GPropertyAction) show_analysis =
        g_property_action_new("show-analysis", analysis, "visible");
    GActionMap *map = G_ACTION_MAP(window);
    TabSidePanes *self = g_new0(TabSidePanes, 1);
    int width, height;
    *self = (TabSidePanes){.window = GTK_WINDOW(window),
                           .layout = layout,
                           .turns = turns,
                           .analysis = analysis,
                           .back = back,
                           .settings = g_settings_new("org.tabgame.Tab")};
    gtk_window_get_default_size(self->window, &width, &height);
    put_edge(self, height);
    tab_side_layout_expect_width(layout, width);
    arrange(self);
    g_signal_connect(turns, "notify::visible", G_CALLBACK(on_pane_toggled), self);
    g_signal_connect(analysis, "notify::visible", G_CALLBACK(on_pane_toggled), self);
    g_signal_connect_swapped(layout, "notify::folded", G_CALLBACK(arrange), self);
    g_signal_connect(get_split(self), "notify::position", G_CALLBACK(on_edge_moved), self);
    g_action_map_add_action(map, G_ACTION(show_turns));
    g_action_map_add_action(map, G_ACTION(show_analysis));
    tab_action_map_add(map, actions, G_N_ELEMENTS(actions), self);
    return self;
}

void tab_side_panes_free(TabSidePanes *self)
{
    g_signal_handlers_disconnect_by_data(get_split(self), self);
    g_signal_handlers_disconnect_by_data(self->turns, self);
    g_signal_handlers_disconnect_by_data(self->analysis, self);
    g_signal_handlers_disconnect_by_data(self->layout, self);
    g_object_unref(self->settings);
    g_free(self);
}
