// SPDX-License-Identifier: GPL-3.0-or-later
// Games that end in the window go into the database, each once.
#include "gui/model/finished-games.h"

#include <string.h>

#include "gui/model/file-work.h"
#include "gui/model/waiting-games.h"
#include "protocol/database/import.h"
#include "protocol/database/query.h"
#include "protocol/game/record-text.h"

#define RETRY_SECONDS 30

/* A game as the database has it. */
typedef struct {
    gint64 number; /* 0: none */
    char *text;
} Stored;

/* A game that is to be written. */
typedef struct {
    char *text;
    guint game;     /* which of those that were followed; 0: one of a run before */
    Stored instead; /* what it takes the place of */
} Entry;

struct _TabFinishedGames {
    GObject parent;
    TabGameLibrary *library;
    TabGameSession *session; /* NULL: none is followed */
    gboolean enabled;
    gboolean over;  /* the game is, and has been seen to */
    gboolean given; /* it was over when it came, and its end has not been taken back */
    guint game;     /* counts the games that were followed, from 1 */
    Stored stored;  /* as which this game went in; none: it did not, or was there before */
    guint retry;    /* source, while a game waits that could not be written */
    GQueue waiting; /* of Entry; the first is being written if `writing` */
    char *file;     /* of those that could not be written; NULL: one that is damaged stands there */
    gboolean reading, writing, busy, failed;
    gboolean more; /* a game has come since those that wait were last put into that file */
};

G_DEFINE_FINAL_TYPE(TabFinishedGames, tab_finished_games, G_TYPE_OBJECT)

enum { STORED, FAILED, BUSY, IDLE, N_SIGNALS };
static guint signals[N_SIGNALS];

static void free_stored(gpointer data)
{
    g_free(((Stored *)data)->text);
    g_free(data);
}

static void set_stored(Stored *to, const Stored *from)
{
    char *text = g_strdup(from->text);
    g_free(to->text);
    *to = (Stored){from->number, text};
}

static void free_entry(gpointer data)
{
    Entry *entry = data;
    g_free(entry->text);
    g_free(entry->instead.text);
    g_free(entry);
}

/* --- writing --- */

/* In the thread. The new one first: whatever happens between, none is lost. Then what it takes the
 * place of goes. Another game may have that number by now, and stays; one that cannot be taken out
 * stays beside the new one. */
static gpointer put_in(TabDatabase *database, gpointer input, GError **error)
{
    const Entry *entry = input;
    gboolean known = FALSE;
    gsize length;
    g_autoptr(GPtrArray) records = tab_record_parse(entry->text, strlen(entry->text), error);
    gint64 number =
        records ? tab_database_add_game(database, records->pdata[0], TAB_OWN_GAMES, &known, error)
                : 0;
    if (!number)
        return NULL;
    if (entry->instead.number && entry->instead.number != number)
        tab_database_remove_record(database, entry->instead.number, entry->instead.text, NULL);
    Stored *result = g_new0(Stored, 1);
    if (!known || entry->instead.number == number) {
        result->text = tab_database_get_record(database, number, &length, NULL);
        result->number = result->text ? number : 0;
    }
    return result;
}

static void write_next(TabFinishedGames *self);

static gboolean on_retry(gpointer data)
{
    TabFinishedGames *self = data;
    self->retry = 0;
    write_next(self);
    return G_SOURCE_REMOVE;
}

/* The first of those that wait is in; others of the same game take its place. */
static void leave_queue(TabFinishedGames *self, const Stored *stored)
{
    Entry *entry = g_queue_pop_head(&self->waiting);
    for (GList *link = self->waiting.head; link; link = link->next)
        if (entry->game && ((Entry *)link->data)->game == entry->game)
            set_stored(&((Entry *)link->data)->instead, stored);
    if (entry->game == self->game)
        set_stored(&self->stored, stored);
    free_entry(entry);
}

static void be_idle(TabFinishedGames *self)
{
    if (self->writing)
        return;
    self->busy = FALSE;
    g_signal_emit(self, signals[IDLE], 0);
}

/* Those that wait, for their file. */
typedef struct {
    char *path;
    GPtrArray *games;
    GError *error; /* why one could not be written */
} Waiting;

static void free_waiting(gpointer data)
{
    Waiting *waiting = data;
    g_free(waiting->path);
    g_clear_pointer(&waiting->games, g_ptr_array_unref);
    g_clear_error(&waiting->error);
    g_free(waiting);
}

/* In a thread. */
static void keep_waiting(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    const Waiting *waiting = data;
    GError *error = NULL;
    if (!waiting->path)
        g_task_return_boolean(task, FALSE);
    else if (tab_waiting_games_keep(waiting->path, waiting->games, &error))
        g_task_return_boolean(task, TRUE);
    else
        g_task_return_error(task, error);
}

static void on_waiting_kept(GObject *source, GAsyncResult *result, gpointer data)
{
    TabFinishedGames *self = TAB_FINISHED_GAMES(source);
    const Waiting *waiting = g_task_get_task_data(G_TASK(result));
    gboolean kept = g_task_propagate_boolean(G_TASK(result), NULL);
    self->writing = FALSE;
    if (!self->retry)
        self->retry = g_timeout_add_seconds(RETRY_SECONDS, on_retry, self);
    if (!self->failed)
        g_signal_emit(self, signals[FAILED], 0, waiting->error, kept);
    self->failed = TRUE;
    if (self->more)
        write_next(self);
    be_idle(self);
}

/* The first of those that wait could not be written. */
static void wait_with_all(TabFinishedGames *self, const GError *error)
{
    Waiting *waiting = g_new0(Waiting, 1);
    waiting->path = g_strdup(self->file);
    waiting->games = g_ptr_array_new_with_free_func(g_free);
    waiting->error = g_error_copy(error);
    for (const GList *link = self->waiting.head; link; link = link->next)
        g_ptr_array_add(waiting->games, g_strdup(((const Entry *)link->data)->text));
    self->more = FALSE;
    tab_work_in_thread(self, keep_waiting, waiting, free_waiting, on_waiting_kept);
}

static void on_written(gpointer owner, gpointer result, const GError *error)
{
    TabFinishedGames *self = owner;
    if (!result) {
        wait_with_all(self, error);
        return;
    }
    self->writing = FALSE;
    leave_queue(self, result);
    free_stored(result);
    self->failed = FALSE;
    if (!self->waiting.length && self->file) {
        g_autoptr(GPtrArray) none = g_ptr_array_new();
        tab_waiting_games_keep(self->file, none, NULL);
    }
    g_signal_emit(self, signals[STORED], 0);
    write_next(self);
    be_idle(self);
}

static void write_next(TabFinishedGames *self)
{
    Entry *entry = self->writing ? NULL : g_queue_peek_head(&self->waiting);
    if (!entry)
        return;
    if (!self->busy)
        g_signal_emit(self, signals[BUSY], 0);
    self->busy = TRUE;
    if (self->reading)
        return;
    if (entry->game == self->game)
        set_stored(&entry->instead, &self->stored);
    Entry *copy = g_new0(Entry, 1);
    copy->text = g_strdup(entry->text);
    set_stored(&copy->instead, &entry->instead);
    const TabLibraryQuestion question = {.answer = put_in,
                                         .input = copy,
                                         .free_input = free_entry,
                                         .done = on_written,
                                         .owner = G_OBJECT(self)};
    self->writing = TRUE;
    tab_game_library_ask(self->library, &question);
}

/* --- games of a run before --- */

/* In a thread. */
static void load_waiting(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    GError *error = NULL;
    GPtrArray *games = tab_waiting_games_load(data, &error);
    if (games)
        g_task_return_pointer(task, games, (GDestroyNotify)g_ptr_array_unref);
    else
        g_task_return_error(task, error);
}

static void on_waiting_loaded(GObject *source, GAsyncResult *result, gpointer data)
{
    TabFinishedGames *self = TAB_FINISHED_GAMES(source);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) games = g_task_propagate_pointer(G_TASK(result), &error);
    self->reading = FALSE;
    if (error)
        g_signal_emit(self, signals[FAILED], 0, error, TRUE);
    if (error && g_file_test(self->file, G_FILE_TEST_EXISTS)) /* it could not be set aside */
        g_clear_pointer(&self->file, g_free);
    for (guint i = games ? games->len : 0; i-- > 0;) {
        Entry *entry = g_new0(Entry, 1);
        entry->text = g_strdup(games->pdata[i]);
        g_queue_push_head(&self->waiting, entry);
    }
    write_next(self);
}

static void read_waiting(TabFinishedGames *self)
{
    self->reading = TRUE;
    tab_work_in_thread(self, load_waiting, g_strdup(self->file), g_free, on_waiting_loaded);
}

/* --- notes --- */

/* In the thread. */
static gpointer keep_notes(TabDatabase *database, gpointer input, GError **error)
{
    const char *text = input;
    gboolean kept = FALSE;
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), error);
    if (records && records->len)
        tab_database_keep_notes(database, records->pdata[0], &kept, error);
    return GINT_TO_POINTER(kept);
}

/* What cannot be kept is in the game all the same, and is kept when it is analysed again. */
static void on_kept(gpointer owner, gpointer result, const GError *error)
{
    TabFinishedGames *self = owner;
    if (result)
        g_signal_emit(self, signals[STORED], 0);
}

/* Anything about the turns may be other than before, their notes too. */
static void on_tree_changed(TabFinishedGames *self, const TabRecordNode *node)
{
    TabDocument *document = self->session->document;
    const char *path = tab_game_library_get_path(self->library);
    if (node || !self->enabled || document->record->result == TAB_RECORD_UNDECIDED ||
        !g_file_test(path, G_FILE_TEST_EXISTS))
        return;
    const TabLibraryQuestion question = {.answer = keep_notes,
                                         .input = tab_document_to_text(document),
                                         .free_input = g_free,
                                         .done = on_kept,
                                         .owner = G_OBJECT(self)};
    tab_game_library_ask(self->library, &question);
}

/* --- the game --- */

/* A game in which nobody has had a turn is none. */
static void take_game(TabFinishedGames *self)
{
    const TabDocument *document = self->session->document;
    if (self->given || !document->record->root->child ||
        document->record->result == TAB_RECORD_UNDECIDED)
        return; /* it is not one's own, or a variation has ended */
    Entry *last = g_queue_peek_tail(&self->waiting);
    gboolean waits =
        last && last->game == self->game && !(self->writing && self->waiting.length == 1);
    Entry *entry = waits ? g_queue_pop_tail(&self->waiting) : g_new0(Entry, 1);
    g_free(entry->text);
    entry->text = tab_document_to_text(self->session->document);
    entry->game = self->game;
    g_queue_push_tail(&self->waiting, entry);
    self->more = TRUE;
    write_next(self);
}

static void on_changed(TabFinishedGames *self)
{
    gboolean over = self->session->document->live->end != TAB_END_NONE;
    gboolean ends = over && !self->over;
    self->over = over;
    if (self->session->document->record->result == TAB_RECORD_UNDECIDED)
        self->given = FALSE; /* who goes on with another's game ends it */
    if (ends && self->enabled)
        take_game(self);
}

void tab_finished_games_follow(TabFinishedGames *self, TabGameSession *session)
{
    if (self->session) {
        g_signal_handlers_disconnect_by_data(self->session, self);
        g_signal_handlers_disconnect_by_data(self->session->document, self);
    }
    g_set_object(&self->session, session);
    self->game++;
    set_stored(&self->stored, &(Stored){0, NULL});
    if (!session)
        return;
    self->over = session->document->live->end != TAB_END_NONE;
    self->given = session->document->record->result != TAB_RECORD_UNDECIDED;
    g_signal_connect_swapped(session, "changed", G_CALLBACK(on_changed), self);
    g_signal_connect_swapped(session->document, "tree-changed", G_CALLBACK(on_tree_changed), self);
}

void tab_finished_games_enable(TabFinishedGames *self, gboolean enabled)
{
    self->enabled = enabled;
}

/* --- the object --- */

static void tab_finished_games_dispose(GObject *object)
{
    TabFinishedGames *self = TAB_FINISHED_GAMES(object);
    tab_finished_games_follow(self, NULL);
    g_clear_handle_id(&self->retry, g_source_remove);
    g_queue_clear_full(&self->waiting, free_entry);
    g_clear_object(&self->library);
    g_clear_pointer(&self->file, g_free);
    G_OBJECT_CLASS(tab_finished_games_parent_class)->dispose(object);
}

static void tab_finished_games_class_init(TabFinishedGamesClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_finished_games_dispose;
    signals[STORED] = g_signal_new("stored", TAB_TYPE_FINISHED_GAMES, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
    signals[FAILED] = g_signal_new("failed", TAB_TYPE_FINISHED_GAMES, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_BOOLEAN);
    signals[BUSY] = g_signal_new("busy", TAB_TYPE_FINISHED_GAMES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
    signals[IDLE] = g_signal_new("idle", TAB_TYPE_FINISHED_GAMES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void tab_finished_games_init(TabFinishedGames *self)
{
    self->enabled = TRUE;
    self->game = 1;
    g_queue_init(&self->waiting);
}

TabFinishedGames *tab_finished_games_new(const char *path, const char *waiting)
{
    TabFinishedGames *self = g_object_new(TAB_TYPE_FINISHED_GAMES, NULL);
    self->library = tab_game_library_new(path, TAB_DATABASE_WRITE);
    self->file = g_strdup(waiting);
    read_waiting(self);
    return self;
}
