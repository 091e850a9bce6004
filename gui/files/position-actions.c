// SPDX-License-Identifier: GPL-3.0-or-later
// The window's actions that take positions and games out of it as text, and put them in.
#include "gui/files/position-actions.h"

#include <glib/gi18n.h>

#include "gui/model/game-reading.h"
#include "gui/model/position-text.h"
#include "gui/files/clipboard-text.h"
#include "gui/files/position-editor.h"

struct _TabPositionActions {
    GObject parent;
    GtkApplicationWindow *window;
    TabGameView *view;
    TabFileActions *files;
    GCancellable *pasting; /* the last one; NULL: none yet */
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
    g_autoptr(TabGameSetup) setup = tab_game_setup_copy(get_session(self)->setup);
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
        tab_position_text_write(get_session(self)->document->record->rules, &situation);
    copy(self, text);
}

static void on_copy_game(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    TabPositionActions *self = user_data;
    g_autofree char *text = tab_document_to_text(get_session(self)->document);
    copy(self, text);
}

/* --- paste --- */

static void on_text(gpointer owner, GBytes *text)
{
    TabPositionActions *self = owner;
    if (get_session(self))
        tab_file_actions_paste(self->files, text, get_session(self)->document->record->rules);
}

static void on_pasted(TabPositionActions *self, const char *rules, const char *position)
{
    if (get_session(self))
        start_from(self, rules, position);
}

/* Only what was pasted last is read. */
static void stop_pasting(TabPositionActions *self)
{
    if (self->pasting)
        g_cancellable_cancel(self->pasting);
    g_clear_object(&self->pasting);
}

static void on_paste(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    TabPositionActions *self = user_data;
    stop_pasting(self);
    self->pasting = g_cancellable_new();
    tab_clipboard_text_read(gtk_widget_get_clipboard(GTK_WIDGET(self->window)),
                            TAB_PASTED_MAX_BYTES, self->pasting, on_text, self);
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
        GTK_WINDOW(self->window), get_session(self)->document->record->rules, &situation);
    g_signal_connect_object(editor, "edited", G_CALLBACK(on_edited), self, 0);
    gtk_window_present(GTK_WINDOW(editor));
}

static const GActionEntry actions[] = {
    {.name = "copy-position", .activate = on_copy_position},
    {.name = "copy-game", .activate = on_copy_game},
    {.name = "paste", .activate = on_paste},
    {.name = "edit-position", .activate = on_edit_position},
};

static void tab_position_actions_dispose(GObject *object)
{
    stop_pasting(TAB_POSITION_ACTIONS(object));
    G_OBJECT_CLASS(tab_position_actions_parent_class)->dispose(object);
}

static void tab_position_actions_class_init(TabPositionActionsClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_position_actions_dispose;
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
    g_signal_connect_object(files, "pasted", G_CALLBACK(on_pasted), self, G_CONNECT_SWAPPED);
    g_action_map_add_action_entries(G_ACTION_MAP(window), actions, G_N_ELEMENTS(actions), self);
    return self;
}
