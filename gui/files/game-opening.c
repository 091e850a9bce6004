// SPDX-License-Identifier: GPL-3.0-or-later
// From a file or a text to one game of it: reading in the background, and the choice among several.
#include "gui/files/game-opening.h"

#include <glib/gi18n.h>

#include "gui/widgets/fault-dialog.h"
#include "gui/files/background.h"
#include "gui/files/game-chooser.h"

/* One file on its way; a GObject because the background work, the chooser and the progress refer to
 * it in turn. */
#define TYPE_OPENING (opening_get_type())
G_DECLARE_FINAL_TYPE(Opening, opening, TAB, OPENING, GObject)

struct _Opening {
    GObject parent;
    GtkWindow *window; /* weak */
    char *path;        /* NULL: there is no file */
    const char *fault; /* says in the program's language what could not be done */
    TabReadGames *games;
    TabGameOpened opened;
    GObject *owner;
};

G_DEFINE_FINAL_TYPE(Opening, opening, G_TYPE_OBJECT)

/* What a thread is given: a path, a text with the rules at hand, or games and the number of one of
 * them. */
typedef struct {
    char *path;
    GBytes *text;
    TabRules *rules;
    const TabReadGames *games; /* of the opening, which waits */
    guint index;
} Input;

static void free_input(gpointer data)
{
    Input *input = data;
    g_free(input->path);
    g_clear_pointer(&input->text, g_bytes_unref);
    g_clear_pointer(&input->rules, tab_rules_unref);
    g_free(input);
}

static gpointer read_game(gpointer data, TabProgress *progress, GError **error)
{
    const Input *input = data;
    if (input->path)
        return tab_game_reading_load(input->path, progress, error);
    if (input->text)
        return tab_game_reading_paste(input->text, input->rules, progress, error);
    return tab_game_reading_choose(input->games, input->index, progress, error);
}

static void on_read(gpointer owner, gpointer result, const GError *error);

static TabProgress *run(Opening *self, Input *input)
{
    TabBackground job = {
        .window = self->window,
        /* Translators: while a file is being read. */
        .title = _("Opening the game…"),
        .work = read_game,
        .input = input,
        .free_input = free_input,
        .free_result = (GDestroyNotify)tab_read_games_free,
        .done = on_read,
        .owner = self,
    };
    return tab_background_run(&job);
}

static void on_game_chosen(Opening *self, guint index)
{
    Input *input = g_new0(Input, 1);
    input->games = self->games;
    input->index = index;
    tab_progress_unref(run(self, input));
}

static void on_read(gpointer owner, gpointer result, const GError *error)
{
    Opening *self = owner;
    TabReadGames *games = result;
    if (!self->window || g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        tab_read_games_free(games);
        return;
    }
    if (!games) {
        tab_fault_dialog_show(self->window, self->fault, error);
        return;
    }
    if (games->record || games->position) {
        self->opened(self->owner, games, self->path);
        return;
    }
    self->games = games;
    TabGameChooser *chooser = tab_game_chooser_new(self->window, games->lines);
    g_signal_connect_data(chooser, "chosen", G_CALLBACK(on_game_chosen), g_object_ref(self),
                          (GClosureNotify)(void (*)(void))g_object_unref, G_CONNECT_SWAPPED);
    gtk_window_present(GTK_WINDOW(chooser));
}

static void opening_finalize(GObject *object)
{
    Opening *self = TAB_OPENING(object);
    g_clear_weak_pointer(&self->window);
    g_clear_pointer(&self->games, tab_read_games_free);
    g_free(self->path);
    g_object_unref(self->owner);
    G_OBJECT_CLASS(opening_parent_class)->finalize(object);
}

static void opening_class_init(OpeningClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = opening_finalize;
}

static void opening_init(Opening *self)
{
}

static Opening *new_opening(GtkWindow *window, const char *fault, TabGameOpened opened,
                            gpointer owner)
{
    Opening *self = g_object_new(TYPE_OPENING, NULL);
    g_set_weak_pointer(&self->window, window);
    self->fault = fault;
    self->opened = opened;
    self->owner = g_object_ref(owner);
    return self;
}

TabProgress *tab_game_opening_load(GtkWindow *window, const char *path, TabGameOpened opened,
                                   gpointer owner)
{
    g_autoptr(Opening) self = new_opening(window, _("The file could not be opened"), opened, owner);
    Input *input = g_new0(Input, 1);
    self->path = g_strdup(path);
    input->path = g_strdup(path);
    return run(self, input);
}

TabProgress *tab_game_opening_paste(GtkWindow *window, GBytes *text, const TabRules *rules,
                                    TabGameOpened opened, gpointer owner)
{
    g_autoptr(Opening) self = new_opening(window, _("No position and no game"), opened, owner);
    Input *input = g_new0(Input, 1);
    input->text = g_bytes_ref(text);
    input->rules = tab_rules_ref(rules);
    return run(self, input);
}
