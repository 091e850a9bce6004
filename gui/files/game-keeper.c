// SPDX-License-Identifier: GPL-3.0-or-later
// One game at a time is written; what changes meanwhile is written after it.
#include "gui/files/game-keeper.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "gui/files/background.h"
#include "protocol/files/output-file.h"

#define KEEP_AFTER 2       /* seconds after a change, so that a crash loses little */
#define KEEP_AGAIN_AFTER 5 /* … after it could not be kept */

struct _TabGameKeeper {
    GObject parent;
    TabKeeperTake take; /* NULL: the owner has gone */
    gpointer owner;
    guint64 kept;        /* changes of what was written last; G_MAXUINT64: nothing was */
    guint timer;         /* source that has the game kept, 0: none */
    gboolean writing;    /* it is being written … */
    gboolean removing;   /* … or, as it was discarded, removed */
    gboolean again;      /* what is being written is no longer all */
    gboolean failed;     /* it could not be written the last time */
    gboolean refraining; /* a damaged file stands where the game would be kept */
};

G_DEFINE_FINAL_TYPE(TabGameKeeper, tab_game_keeper, G_TYPE_OBJECT)

enum { TOLD, DONE, N_SIGNALS };
static guint signals[N_SIGNALS];

static gpointer write_game(gpointer game, TabProgress *progress, GError **error)
{
    g_autofree char *path = tab_resume_default_path();
    if (game)
        tab_resume_write(game, path, error);
    else if (g_unlink(path) && errno != ENOENT)
        tab_output_file_fail(TAB_FILE_REMOVE, path, error);
    return NULL;
}

static gboolean on_time_to_keep(gpointer user_data)
{
    TabGameKeeper *self = user_data;
    self->timer = 0;
    tab_game_keeper_keep(self);
    return G_SOURCE_REMOVE;
}

/* Says when the game is no longer kept, and when it is again; until then it is tried again. */
static void tell(TabGameKeeper *self, const GError *error)
{
    gboolean told = self->failed == (error != NULL);
    self->failed = error != NULL;
    if (error) {
        self->kept = G_MAXUINT64;
        if (!self->timer)
            self->timer = g_timeout_add_seconds(KEEP_AGAIN_AFTER, on_time_to_keep, self);
    }
    if (told)
        return;
    g_autofree char *detail =
        /* Translators: why a file cannot be written. */
        error ? g_strdup_printf(_("%s. It is tried again until it succeeds."), error->message)
              : g_strdup("");
    g_signal_emit(self, signals[TOLD], 0,
                  error ? _("The game is not being kept for the next time")
                        : _("The game is being kept again"),
                  detail, NULL);
}

static void on_written(gpointer owner, gpointer result, const GError *error)
{
    TabGameKeeper *self = owner;
    self->writing = FALSE;
    if (self->take && !self->removing)
        tell(self, error);
    else if (error)
        g_printerr("tab-gui: %s\n", error->message);
    if (self->again)
        tab_game_keeper_keep(self);
    g_signal_emit(self, signals[DONE], 0, error == NULL);
}

void tab_game_keeper_keep(TabGameKeeper *self)
{
    g_clear_handle_id(&self->timer, g_source_remove);
    self->again = self->writing;
    if (!self->take || self->writing || self->refraining)
        return;
    self->writing = TRUE;
    TabResume *game = self->take(self->owner, &self->kept);
    self->removing = !game;
    TabBackground job = {
        .work = write_game,
        .input = game,
        .free_input = (GDestroyNotify)tab_resume_free,
        .done = on_written,
        .owner = self,
    };
    tab_progress_unref(tab_background_run(&job));
}

void tab_game_keeper_begin(TabGameKeeper *self)
{
    self->kept = G_MAXUINT64;
}

void tab_game_keeper_note(TabGameKeeper *self, guint64 changes)
{
    if (changes != self->kept && !self->timer)
        self->timer = g_timeout_add_seconds(KEEP_AFTER, on_time_to_keep, self);
}

void tab_game_keeper_refrain(TabGameKeeper *self)
{
    self->refraining = TRUE;
}

gboolean tab_game_keeper_is_refraining(TabGameKeeper *self)
{
    return self->refraining;
}

gboolean tab_game_keeper_is_writing(TabGameKeeper *self)
{
    return self->writing;
}

gboolean tab_game_keeper_has(TabGameKeeper *self, guint64 changes)
{
    return self->kept == changes;
}

void tab_game_keeper_end(TabGameKeeper *self)
{
    self->take = NULL;
    g_clear_handle_id(&self->timer, g_source_remove);
}

static void tab_game_keeper_dispose(GObject *object)
{
    tab_game_keeper_end(TAB_GAME_KEEPER(object));
    G_OBJECT_CLASS(tab_game_keeper_parent_class)->dispose(object);
}

static void tab_game_keeper_class_init(TabGameKeeperClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_game_keeper_dispose;
    signals[TOLD] = g_signal_new("told", TAB_TYPE_GAME_KEEPER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
    signals[DONE] = g_signal_new("done", TAB_TYPE_GAME_KEEPER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void tab_game_keeper_init(TabGameKeeper *self)
{
    self->kept = G_MAXUINT64;
}

TabGameKeeper *tab_game_keeper_new(TabKeeperTake take, gpointer owner)
{
    TabGameKeeper *self = g_object_new(TAB_TYPE_GAME_KEEPER, NULL);
    self->take = take;
    self->owner = owner;
    return self;
}
