// SPDX-License-Identifier: GPL-3.0-or-later
// Games that end in the window go into the database, each once.
#include "gui/model/finished-games.h"

#include <string.h>

#include "protocol/database/import.h"
#include "protocol/game/record-text.h"

/* A game that is to be written. */
typedef struct {
    char *text;
    guint game;     /* which of those that were followed */
    gint64 instead; /* of a number in the database, which it takes the place of; 0: none */
} Entry;

struct _TabFinishedGames {
    GObject parent;
    TabGameLibrary *library;
    TabGameSession *session; /* NULL: none is followed */
    gboolean enabled;
    gboolean over;  /* the game is, and has been seen to */
    guint game;     /* counts the games that were followed */
    gint64 stored;  /* number under which this game went in; 0: it did not, or was there before */
    GQueue waiting; /* of Entry; the first is being written if `writing` */
    gboolean writing, busy, failed;
};

G_DEFINE_FINAL_TYPE(TabFinishedGames, tab_finished_games, G_TYPE_OBJECT)

enum { STORED, FAILED, BUSY, IDLE, N_SIGNALS };
static guint signals[N_SIGNALS];

static void free_entry(gpointer data)
{
    Entry *entry = data;
    g_free(entry->text);
    g_free(entry);
}

/* --- writing --- */

/* In the thread. The new one first: whatever happens between, none is lost. */
static gpointer put_in(TabDatabase *database, gpointer input, GError **error)
{
    const Entry *entry = input;
    gboolean known = FALSE;
    g_autoptr(GPtrArray) records = tab_record_parse(entry->text, strlen(entry->text), error);
    gint64 number =
        records ? tab_database_add_game(database, records->pdata[0], TAB_OWN_GAMES, &known, error)
                : 0;
    if (!number)
        return NULL;
    if (entry->instead && entry->instead != number &&
        !tab_database_remove_game(database, entry->instead, error))
        return NULL;
    gint64 *result = g_new(gint64, 1);
    *result = known && entry->instead != number ? 0 : number;
    return result;
}

static void write_next(TabFinishedGames *self);

static void on_written(gpointer owner, gpointer result, const GError *error)
{
    TabFinishedGames *self = owner;
    g_autofree gint64 *number = result;
    self->writing = FALSE;
    if (number) {
        Entry *entry = g_queue_pop_head(&self->waiting);
        if (entry->game == self->game)
            self->stored = *number;
        free_entry(entry);
        self->failed = FALSE;
        g_signal_emit(self, signals[STORED], 0);
        write_next(self);
    } else if (!self->failed) {
        self->failed = TRUE;
        g_signal_emit(self, signals[FAILED], 0, error);
    }
    if (self->writing)
        return;
    self->busy = FALSE;
    g_signal_emit(self, signals[IDLE], 0);
}

static void write_next(TabFinishedGames *self)
{
    Entry *entry = self->writing ? NULL : g_queue_peek_head(&self->waiting);
    if (!entry)
        return;
    if (entry->game == self->game)
        entry->instead = self->stored;
    Entry *copy = g_memdup2(entry, sizeof *entry);
    copy->text = g_strdup(entry->text);
    const TabLibraryQuestion question = {.answer = put_in,
                                         .input = copy,
                                         .free_input = free_entry,
                                         .done = on_written,
                                         .owner = G_OBJECT(self)};
    self->writing = TRUE;
    if (!self->busy)
        g_signal_emit(self, signals[BUSY], 0);
    self->busy = TRUE;
    tab_game_library_ask(self->library, &question);
}

/* --- the game --- */

/* A game in which nobody has had a turn is none. */
static void take_game(TabFinishedGames *self)
{
    const TabDocument *document = self->session->document;
    if (!document->record->root->child || document->record->result == TAB_RECORD_UNDECIDED)
        return; /* or it was a variation that has ended */
    Entry *last = g_queue_peek_tail(&self->waiting);
    gboolean waits =
        last && last->game == self->game && !(self->writing && self->waiting.length == 1);
    Entry *entry = waits ? g_queue_pop_tail(&self->waiting) : g_new0(Entry, 1);
    g_free(entry->text);
    entry->text = tab_document_to_text(self->session->document);
    entry->game = self->game;
    g_queue_push_tail(&self->waiting, entry);
    write_next(self);
}

static void on_changed(TabFinishedGames *self)
{
    gboolean over = self->session->document->live->end != TAB_END_NONE;
    gboolean ends = over && !self->over;
    self->over = over;
    if (ends && self->enabled)
        take_game(self);
}

void tab_finished_games_follow(TabFinishedGames *self, TabGameSession *session)
{
    if (self->session)
        g_signal_handlers_disconnect_by_data(self->session, self);
    g_set_object(&self->session, session);
    self->game++;
    self->stored = 0;
    if (!session)
        return;
    self->over = session->document->live->end != TAB_END_NONE;
    g_signal_connect_swapped(session, "changed", G_CALLBACK(on_changed), self);
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
    g_queue_clear_full(&self->waiting, free_entry);
    g_clear_object(&self->library);
    G_OBJECT_CLASS(tab_finished_games_parent_class)->dispose(object);
}

static void tab_finished_games_class_init(TabFinishedGamesClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_finished_games_dispose;
    signals[STORED] = g_signal_new("stored", TAB_TYPE_FINISHED_GAMES, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
    signals[FAILED] = g_signal_new("failed", TAB_TYPE_FINISHED_GAMES, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
    signals[BUSY] = g_signal_new("busy", TAB_TYPE_FINISHED_GAMES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
    signals[IDLE] = g_signal_new("idle", TAB_TYPE_FINISHED_GAMES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void tab_finished_games_init(TabFinishedGames *self)
{
    self->enabled = TRUE;
    g_queue_init(&self->waiting);
}

TabFinishedGames *tab_finished_games_new(const char *path)
{
    TabFinishedGames *self = g_object_new(TAB_TYPE_FINISHED_GAMES, NULL);
    self->library = tab_game_library_new(path, TAB_DATABASE_WRITE);
    return self;
}
