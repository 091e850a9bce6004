// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the game for the next run, in the background: one write at a time, the newest state last.
#include "gui/files/game-autosave.h"

#include <glib/gstdio.h>

/* What the thread is given. */
typedef struct {
    char *path;
    TabKeptGame *game; /* NULL: the file is to go */
} Writing;

struct _TabGameAutosave {
    GObject parent;
    char *path;
    gboolean busy;
    gboolean waiting;  /* something newer is to be written next */
    TabKeptGame *next; /* that is it; NULL: the file is to go */
};

G_DEFINE_FINAL_TYPE(TabGameAutosave, tab_game_autosave, G_TYPE_OBJECT)

static guint idle_signal;

static void free_writing(gpointer data)
{
    Writing *writing = data;
    g_free(writing->path);
    tab_kept_game_free(writing->game);
    g_free(writing);
}

static void write_in_thread(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    const Writing *writing = data;
    GError *error = NULL;
    if (!writing->game)
        g_unlink(writing->path);
    else
        tab_kept_game_write(writing->game, writing->path, &error);
    if (error)
        g_task_return_error(task, error);
    else
        g_task_return_boolean(task, TRUE);
}

static void start(TabGameAutosave *self);

static void on_written(GObject *source, GAsyncResult *result, gpointer data)
{
    TabGameAutosave *self = TAB_GAME_AUTOSAVE(source);
    g_autoptr(GError) error = NULL;
    self->busy = FALSE;
    if (!g_task_propagate_boolean(G_TASK(result), &error))
        g_printerr("tab-gui: %s\n", error->message);
    if (self->waiting)
        start(self);
    else
        g_signal_emit(self, idle_signal, 0);
}

static void start(TabGameAutosave *self)
{
    Writing *writing = g_new0(Writing, 1);
    writing->path = g_strdup(self->path);
    writing->game = g_steal_pointer(&self->next);
    self->waiting = FALSE;
    self->busy = TRUE;
    g_autoptr(GTask) task = g_task_new(self, NULL, on_written, NULL);
    g_task_set_task_data(task, writing, free_writing);
    g_task_run_in_thread(task, write_in_thread);
}

void tab_game_autosave_write(TabGameAutosave *self, TabKeptGame *game)
{
    g_clear_pointer(&self->next, tab_kept_game_free);
    self->next = game;
    self->waiting = TRUE;
    if (!self->busy)
        start(self);
}

gboolean tab_game_autosave_is_busy(TabGameAutosave *self)
{
    return self->busy;
}

static void tab_game_autosave_finalize(GObject *object)
{
    TabGameAutosave *self = TAB_GAME_AUTOSAVE(object);
    g_clear_pointer(&self->next, tab_kept_game_free);
    g_free(self->path);
    G_OBJECT_CLASS(tab_game_autosave_parent_class)->finalize(object);
}

static void tab_game_autosave_class_init(TabGameAutosaveClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_game_autosave_finalize;
    idle_signal = g_signal_new("idle", TAB_TYPE_GAME_AUTOSAVE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
}

static void tab_game_autosave_init(TabGameAutosave *self)
{
}

TabGameAutosave *tab_game_autosave_new(const char *path)
{
    TabGameAutosave *self = g_object_new(TAB_TYPE_GAME_AUTOSAVE, NULL);
    self->path = g_strdup(path);
    return self;
}
