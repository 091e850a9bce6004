// SPDX-License-Identifier: GPL-3.0-or-later
// A database of games whose questions are answered by a thread, one after the other.
#include "gui/model/game-library.h"

#include <glib/gstdio.h>

#include "gui/model/file-work.h"

struct _TabGameLibrary {
    GObject parent;
    char *path;
    TabDatabaseMode mode;
    TabDatabase *database; /* of the thread that answers; NULL: not opened */
    GQueue waiting;        /* of Errand */
    gboolean busy;
};

G_DEFINE_FINAL_TYPE(TabGameLibrary, tab_game_library, G_TYPE_OBJECT)

/* A question on its way. The library stays while one is answered. */
typedef struct {
    TabGameLibrary *library;
    TabLibraryQuestion question;
} Errand;

static void free_errand(gpointer data)
{
    Errand *errand = data;
    if (errand->question.free_input)
        errand->question.free_input(errand->question.input);
    g_clear_object(&errand->question.owner);
    g_free(errand);
}

/* --- in the thread --- */

/* Opens the file; no file is no error for who only reads. */
static gboolean open_database(TabGameLibrary *self, GError **error)
{
    GError *cause = NULL;
    g_autofree char *folder = g_path_get_dirname(self->path);
    if (self->mode == TAB_DATABASE_WRITE)
        g_mkdir_with_parents(folder, 0700); /* a fault shows when the file is opened */
    if (!self->database)
        self->database = tab_database_open(self->path, self->mode, &cause);
    if (!cause)
        return TRUE;
    if (self->mode == TAB_DATABASE_READ &&
        g_error_matches(cause, G_FILE_ERROR, G_FILE_ERROR_NOENT)) {
        g_error_free(cause);
        return TRUE;
    }
    g_propagate_error(error, cause);
    return FALSE;
}

static void answer(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    const Errand *errand = data;
    TabGameLibrary *self = errand->library;
    const TabLibraryQuestion *question = &errand->question;
    GError *error = NULL;
    if (question->afresh)
        g_clear_pointer(&self->database, tab_database_close);
    gpointer result = open_database(self, &error)
                          ? question->answer(self->database, question->input, &error)
                          : NULL;
    if (error || self->mode == TAB_DATABASE_WRITE) /* who writes leaves nothing beside the file */
        g_clear_pointer(&self->database, tab_database_close);
    if (error)
        g_task_return_error(task, error);
    else
        g_task_return_pointer(task, result, NULL);
}

/* --- in the main loop --- */

static void ask_next(TabGameLibrary *self);

static void on_answered(GObject *source, GAsyncResult *ready, gpointer data)
{
    TabGameLibrary *self = TAB_GAME_LIBRARY(source);
    TabLibraryQuestion *question = &((Errand *)g_task_get_task_data(G_TASK(ready)))->question;
    g_autoptr(GError) error = NULL;
    gpointer result = g_task_propagate_pointer(G_TASK(ready), &error);
    self->busy = FALSE;
    question->done(question->owner, result, error);
    g_clear_object(&question->owner); /* the thread may be the last to have the errand */
    ask_next(self);
}

static void ask_next(TabGameLibrary *self)
{
    Errand *errand = self->busy ? NULL : g_queue_pop_head(&self->waiting);
    if (!errand)
        return;
    self->busy = TRUE;
    tab_work_in_thread(self, answer, errand, free_errand, on_answered);
}

void tab_game_library_ask(TabGameLibrary *self, const TabLibraryQuestion *question)
{
    Errand *errand = g_new(Errand, 1);
    *errand = (Errand){self, *question};
    g_object_ref(errand->question.owner);
    g_queue_push_tail(&self->waiting, errand);
    ask_next(self);
}

const char *tab_game_library_get_path(TabGameLibrary *self)
{
    return self->path;
}

static void tab_game_library_finalize(GObject *object)
{
    TabGameLibrary *self = TAB_GAME_LIBRARY(object);
    g_queue_clear_full(&self->waiting, free_errand);
    g_clear_pointer(&self->database, tab_database_close);
    g_free(self->path);
    G_OBJECT_CLASS(tab_game_library_parent_class)->finalize(object);
}

static void tab_game_library_class_init(TabGameLibraryClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_game_library_finalize;
}

static void tab_game_library_init(TabGameLibrary *self)
{
    g_queue_init(&self->waiting);
}

TabGameLibrary *tab_game_library_new(const char *path, TabDatabaseMode mode)
{
    TabGameLibrary *self = g_object_new(TAB_TYPE_GAME_LIBRARY, NULL);
    self->path = g_strdup(path);
    self->mode = mode;
    return self;
}
