// SPDX-License-Identifier: GPL-3.0-or-later
// The window's actions that take positions and games out of it as text, and put them in.
#include "gui/files/position-actions.h"

#include <glib/gi18n.h>

#include "gui/fault-dialog.h"
#include "gui/model/position-text.h"
#include "gui/files/position-editor.h"

struct _TabPositionActions {
    GObject parent;
    GtkApplicationWindow *window;
    TabGameView *view;
    TabFileActions *files;
};

G_DEFINE_FINAL_TYPE(TabPositionActions, tab_position_actions, G_TYPE_OBJECT)

static guint start_signal;

static TabGameSession *get_session(TabPositionActions *self)
{
    return tab_game_view_get_session(self->view);
}

/* A game with the same players from another position. */
static void start_from(TabPositionActions *self, const char *rules, const char *position)
{
    g_autoptr(TabGameSetup) setup =
        tab_game_setup_copy(tab_game_session_get_setup(get_session(self)));
    g_free(setup->rules);
    g_free(setup->position);
    setup->rules = g_strdup(rules);
    setup->position = g_strdup(position);
    setup->seed = tab_game_setup_random_seed();
    g_signal_emit(self, start_signal, 0, setup);
}

/* --- copy --- */

static void copy(TabPositionActions *self, const char *text)
{
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(self->window)), text);
}

static void on_copy_position(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    TabPositionActions *self = user_data;
    TabSituation situation;
    tab_position_text_situation(get_session(self), &situation);
    g_autofree char *text =
        tab_position_text_write(tab_game_session_get_rules(get_session(self)), &situation);
    copy(self, text);
}

static void on_copy_game(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    TabPositionActions *self = user_data;
    g_autofree char *text = tab_game_session_to_text(get_session(self));
    copy(self, text);
}

/* --- paste --- */

static void take_text(TabPositionActions *self, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_auto(TabPastedText) pasted = {0};
    const TabRules *rules = tab_game_session_get_rules(get_session(self));
    if (!tab_position_text_read(text, rules, &pasted, &error))
        tab_fault_dialog_show(GTK_WINDOW(self->window), _("No position and no game"), error);
    else if (pasted.records)
        tab_file_actions_show_records(self->files, g_steal_pointer(&pasted.records));
    else
        start_from(self, pasted.rules, pasted.position);
}

static void on_text(GObject *source, GAsyncResult *result, gpointer user_data)
{
    g_autoptr(TabPositionActions) self = user_data;
    g_autofree char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(source), result, NULL);
    if (get_session(self))
        take_text(self, text ? text : ""); /* what is no text holds none */
}

static void on_paste(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    TabPositionActions *self = user_data;
    GdkClipboard *clipboard = gtk_widget_get_clipboard(GTK_WIDGET(self->window));
    gdk_clipboard_read_text_async(clipboard, NULL, on_text, g_object_ref(self));
}

/* --- edit --- */

static void on_edited(TabPositionEditor *editor, const char *rules, const char *position,
                      TabPositionActions *self)
{
    start_from(self, rules, position);
}

static void on_edit_position(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    TabPositionActions *self = user_data;
    TabSituation situation;
    tab_position_text_situation(get_session(self), &situation);
    TabPositionEditor *editor = tab_position_editor_new(
        GTK_WINDOW(self->window), tab_game_session_get_rules(get_session(self)), &situation);
    g_signal_connect_object(editor, "edited", G_CALLBACK(on_edited), self, 0);
    gtk_window_present(GTK_WINDOW(editor));
}

static const GActionEntry actions[] = {
    {.name = "copy-position", .activate = on_copy_position},
    {.name = "copy-game", .activate = on_copy_game},
    {.name = "paste", .activate = on_paste},
    {.name = "edit-position", .activate = on_edit_position},
};

static void tab_position_actions_class_init(TabPositionActionsClass *klass)
{
    start_signal = g_signal_new("start", TAB_TYPE_POSITION_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void tab_position_actions_init(TabPositionActions *self)
{
}

TabPositionActions *tab_position_actions_new(GtkApplicationWindow *window, TabGameView *view,
                                             TabFileActions *files)
{
    TabPositionActions *self = g_object_new(TAB_TYPE_POSITION_ACTIONS, NULL);
    self->window = window;
    self->view = view;
    self->files = files;
    g_action_map_add_action_entries(G_ACTION_MAP(window), actions, G_N_ELEMENTS(actions), self);
    return self;
}
