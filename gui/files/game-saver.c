// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the window's game to files in the background: one at a time, in the order of the wishes.
#include "gui/files/game-saver.h"

#include <glib/gi18n.h>

#include "gui/widgets/fault-dialog.h"
#include "gui/files/background.h"

struct _TabGameSaver {
    GObject parent;
    GtkWindow *window; /* weak: NULL once it is gone */
    TabSaveQueue *queue;
    gboolean failed; /* something, since it was idle */
};

G_DEFINE_FINAL_TYPE(TabGameSaver, tab_game_saver, G_TYPE_OBJECT)

enum { SAVED, IDLE, N_SIGNALS };
static guint signals[N_SIGNALS];

static gpointer write_game(gpointer data, TabProgress *progress, GError **error)
{
    TabSaving *saving = data;
    return tab_game_file_save(saving->file, saving->text, progress, error) ? saving : NULL;
}

static void write_next(TabGameSaver *self);

static void on_written(gpointer owner, gpointer result, const GError *error)
{
    TabGameSaver *self = owner;
    const TabSaving *saving = result; /* the job's */
    tab_save_queue_end(self->queue, saving != NULL);
    if (saving)
        g_signal_emit(self, signals[SAVED], 0, saving->file, saving->changes);
    else
        self->failed = TRUE;
    if (!saving && self->window && !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        tab_fault_dialog_show(self->window, _("The game could not be saved"), error);
    write_next(self);
    if (tab_save_queue_is_busy(self->queue))
        return;
    gboolean all = !self->failed;
    self->failed = FALSE;
    g_signal_emit(self, signals[IDLE], 0, all);
}

/* The next one, if none is being written. */
static void write_next(TabGameSaver *self)
{
    TabSaving *saving = tab_save_queue_begin(self->queue);
    if (!saving)
        return;
    TabBackground job = {
        .window = self->window,
        /* Translators: while a file is being written. */
        .title = _("Saving the game…"),
        .work = write_game,
        .input = saving,
        .free_input = (GDestroyNotify)tab_saving_free,
        .done = on_written,
        .owner = self,
    };
    tab_progress_unref(tab_background_run(&job));
}

void tab_game_saver_save(TabGameSaver *self, TabGameFile *file, char *text, guint64 changes)
{
    tab_save_queue_push(self->queue, file, text, changes);
    write_next(self);
}

gboolean tab_game_saver_is_busy(TabGameSaver *self)
{
    return tab_save_queue_is_busy(self->queue);
}

const TabGameFile *tab_game_saver_get_file(TabGameSaver *self)
{
    return tab_save_queue_get_file(self->queue);
}

static void tab_game_saver_finalize(GObject *object)
{
    TabGameSaver *self = TAB_GAME_SAVER(object);
    g_clear_weak_pointer(&self->window);
    tab_save_queue_free(self->queue);
    G_OBJECT_CLASS(tab_game_saver_parent_class)->finalize(object);
}

static void tab_game_saver_class_init(TabGameSaverClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_game_saver_finalize;
    signals[SAVED] = g_signal_new("saved", TAB_TYPE_GAME_SAVER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_UINT64);
    signals[IDLE] = g_signal_new("idle", TAB_TYPE_GAME_SAVER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void tab_game_saver_init(TabGameSaver *self)
{
    self->queue = tab_save_queue_new();
}

TabGameSaver *tab_game_saver_new(GtkWindow *window)
{
    TabGameSaver *self = g_object_new(TAB_TYPE_GAME_SAVER, NULL);
    g_set_weak_pointer(&self->window, window);
    return self;
}
