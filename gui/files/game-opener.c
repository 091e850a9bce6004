// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/files/game-opener.h"

#include <glib/gi18n.h>

#include "gui/files/clipboard-text.h"
#include "gui/files/game-chooser.h"
#include "gui/widgets/fault-dialog.h"

struct _TabGameOpener {
    GObject parent;
    GtkWindow *window;     /* weak: NULL once it is gone */
    GCancellable *pasting; /* NULL: nothing was pasted yet */
    TabRules *paste_rules; /* when that was asked for */
    TabProgress *reading;  /* of a game or file; NULL: none was read yet */
    GtkWindow *chooser;    /* of a game of the file; weak, NULL: none is asked for */
    const char *fault;     /* says what could not be done if that fails */
};

G_DEFINE_FINAL_TYPE(TabGameOpener, tab_game_opener, G_TYPE_OBJECT)

enum { OPENED, N_SIGNALS };
static guint signals[N_SIGNALS];

void tab_game_opener_stop(TabGameOpener *self)
{
    if (self->pasting)
        g_cancellable_cancel(self->pasting);
    if (self->reading)
        tab_progress_cancel(self->reading);
    g_clear_object(&self->pasting);
    g_clear_pointer(&self->reading, tab_progress_unref);
    GtkWindow *chooser = self->chooser;
    g_clear_weak_pointer(&self->chooser);
    if (chooser)
        gtk_window_destroy(chooser);
}

static void on_games_read(gpointer owner, gpointer result, const GError *error);

/* `work` gives TabReadGames of `input`. */
static void begin(TabGameOpener *self, TabWork work, gpointer input, GDestroyNotify free_input)
{
    TabBackground job = {
        .window = self->window,
        /* Translators: while a file is being read. */
        .title = _("Opening the game…"),
        .work = work,
        .input = input,
        .free_input = free_input,
        .free_result = (GDestroyNotify)tab_read_games_free,
        .done = on_games_read,
        .owner = self,
    };
    tab_game_opener_stop(self);
    self->reading = tab_background_run(&job);
}

static gpointer read_chosen_game(gpointer data, TabProgress *progress, GError **error)
{
    const TabReadGames *games = data;
    return tab_game_reading_choose(games, games->chosen, progress, error);
}

static void on_game_chosen(TabGameChooser *chooser, guint index, TabGameOpener *self)
{
    TabReadGames *games = g_object_steal_data(G_OBJECT(chooser), "games");
    games->chosen = index;
    g_clear_weak_pointer(&self->chooser); /* goes by itself */
    begin(self, read_chosen_game, games, (GDestroyNotify)tab_read_games_free);
}

static void let_choose(TabGameOpener *self, TabReadGames *games)
{
    TabGameChooser *chooser = tab_game_chooser_new(self->window, games->lines);
    g_object_set_data_full(G_OBJECT(chooser), "games", games, (GDestroyNotify)tab_read_games_free);
    g_signal_connect_object(chooser, "chosen", G_CALLBACK(on_game_chosen), self, 0);
    g_set_weak_pointer(&self->chooser, GTK_WINDOW(chooser));
    gtk_window_present(self->chooser);
}

static void on_games_read(gpointer owner, gpointer result, const GError *error)
{
    TabGameOpener *self = owner;
    g_autoptr(TabReadGames) games = result;
    if (!self->window || g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return;
    if (!games)
        tab_fault_dialog_show(self->window, self->fault, error);
    else if (games->position || games->record)
        g_signal_emit(self, signals[OPENED], 0, g_steal_pointer(&games));
    else
        let_choose(self, g_steal_pointer(&games));
}

void tab_game_opener_load(TabGameOpener *self, const char *path)
{
    self->fault = _("The file could not be opened");
    begin(self, (TabWork)tab_game_reading_load, g_strdup(path), g_free);
}

void tab_game_opener_read(TabGameOpener *self, TabWork read, gpointer input,
                          GDestroyNotify free_input)
{
    self->fault = _("The game could not be opened");
    begin(self, read, input, free_input);
}

static gpointer read_examples(gpointer data, TabProgress *progress, GError **error)
{
    return tab_game_reading_examples(progress, error);
}

void tab_game_opener_load_examples(TabGameOpener *self)
{
    tab_game_opener_read(self, read_examples, NULL, NULL);
}

/* A game of the database. */
typedef struct {
    char *path;
    gint64 number;
    int at;
} Stored;

static void free_stored(gpointer data)
{
    Stored *stored = data;
    g_free(stored->path);
    g_free(stored);
}

static gpointer read_stored(gpointer data, TabProgress *progress, GError **error)
{
    const Stored *stored = data;
    return tab_game_reading_stored(stored->path, stored->number, stored->at, progress, error);
}

void tab_game_opener_load_stored(TabGameOpener *self, const char *path, gint64 number, int at)
{
    Stored *stored = g_new(Stored, 1);
    *stored = (Stored){g_strdup(path), number, at};
    tab_game_opener_read(self, read_stored, stored, free_stored);
}

/* A text that was pasted, while these rules were at hand. */
typedef struct {
    GBytes *text;
    TabRules *rules;
} Pasted;

static void free_pasted(gpointer data)
{
    Pasted *pasted = data;
    g_bytes_unref(pasted->text);
    tab_rules_unref(pasted->rules);
    g_free(pasted);
}

static gpointer read_pasted(gpointer data, TabProgress *progress, GError **error)
{
    const Pasted *pasted = data;
    return tab_game_reading_paste(pasted->text, pasted->rules, progress, error);
}

static void on_clipboard_text(gpointer owner, GBytes *text)
{
    TabGameOpener *self = owner;
    Pasted *pasted = g_new(Pasted, 1);
    *pasted = (Pasted){g_bytes_ref(text), tab_rules_ref(self->paste_rules)};
    self->fault = _("No position and no game");
    begin(self, read_pasted, pasted, free_pasted);
}

void tab_game_opener_paste(TabGameOpener *self, TabRules *rules)
{
    tab_game_opener_stop(self);
    g_clear_pointer(&self->paste_rules, tab_rules_unref);
    self->paste_rules = tab_rules_ref(rules);
    self->pasting = g_cancellable_new();
    tab_clipboard_text_read(gtk_widget_get_clipboard(GTK_WIDGET(self->window)),
                            TAB_PASTED_MAX_BYTES, self->pasting, on_clipboard_text, self);
}

static void tab_game_opener_dispose(GObject *object)
{
    TabGameOpener *self = TAB_GAME_OPENER(object);
    tab_game_opener_stop(self);
    g_clear_pointer(&self->paste_rules, tab_rules_unref);
    g_clear_weak_pointer(&self->window);
    G_OBJECT_CLASS(tab_game_opener_parent_class)->dispose(object);
}

static void tab_game_opener_class_init(TabGameOpenerClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_game_opener_dispose;
    signals[OPENED] = g_signal_new("opened", TAB_TYPE_GAME_OPENER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void tab_game_opener_init(TabGameOpener *self)
{
}

TabGameOpener *tab_game_opener_new(GtkWindow *window)
{
    TabGameOpener *self = g_object_new(TAB_TYPE_GAME_OPENER, NULL);
    g_set_weak_pointer(&self->window, window);
    return self;
}
