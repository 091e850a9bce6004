// SPDX-License-Identifier: GPL-3.0-or-later
// The game in the window as a file: saving it, the question before it is lost, and what comes in
// its place.
#include "gui/files/file-actions.h"

#include <glib/gi18n.h>

#include "gui/files/background.h"
#include "gui/files/file-dialog.h"
#include "gui/files/game-keeper.h"
#include "gui/files/game-opener.h"
#include "gui/files/recent-menu.h"
#include "gui/widgets/action-map.h"
#include "gui/widgets/fault-dialog.h"
#include "gui/widgets/question.h"

struct _TabFileActions {
    GObject parent;
    GtkApplicationWindow *window; /* weak: NULL once it is gone */
    TabGameSession *session;      /* that is shown; NULL: none yet */
    TabGameMatch *match;          /* that it is a game of; NULL: of none */
    TabGameFile *file;            /* NULL: the game has none */
    guint64 saved;                /* state of the document's changes when it was */
    gboolean told_unsaved;        /* by the last "changed" */
    gboolean discard;             /* a person does not want the game as it is */

    /* what waits until the game may go: one of these, or nothing */
    TabReadGames *to_show;
    TabGameSetup *to_start;
    gboolean to_advance; /* to the next game of the match */
    gboolean to_close;
    GtkWidget *question; /* whether it may, or whether a file that another program has changed may
                            be written over; weak, NULL: none is asked */

    GtkFileChooserNative *native; /* the one dialog for a file's name, or NULL */
    TabSaveQueue *saves;
    gboolean save_failed; /* some of them, since none was being written */

    TabGameOpener *opener;
    GFile *to_open; /* when all is saved; NULL: none */

    TabGameKeeper *keeper;
    TabProgress *resuming; /* the game of the last run is being read; NULL: it never was */
    gboolean leaving;      /* the window goes when the game is kept */
};

G_DEFINE_FINAL_TYPE(TabFileActions, tab_file_actions, G_TYPE_OBJECT)

enum { OPENED, CHANGED, RESUMED, DAMAGED, KEEPING, STAND_IN, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- what there is to save --- */

static gboolean is_unsaved(TabFileActions *self)
{
    return self->session && self->session->document->changes != self->saved;
}

/* A game without a file is worth a question while it or its match goes on, or if somebody has
 * written into it; unless it is `kept` for the next run. */
static gboolean would_be_missed(TabFileActions *self, gboolean kept)
{
    if (!is_unsaved(self))
        return FALSE;
    if (self->file)
        return TRUE;
    const TabRecord *record = self->session->document->record;
    return !kept && ((record->n_nodes && record->result == TAB_RECORD_UNDECIDED) ||
                     (self->match && !tab_game_match_is_over(self->match) &&
                      (self->match->earlier->len || record->result != TAB_RECORD_UNDECIDED)) ||
                     tab_game_file_has_comments(record));
}

char *tab_file_actions_get_title(TabFileActions *self)
{
    if (!self->file)
        return NULL;
    g_autofree char *name = tab_game_file_get_name(self->file);
    /* Translators: a file's name, with a mark for changes that are not saved. */
    return g_strdup_printf(is_unsaved(self) ? _("%s (not saved)") : "%s", name);
}

/* --- keeping it for the next run --- */

/* What the keeper keeps: all that there is now, or nothing. */
static TabResume *take_to_keep(gpointer owner, guint64 *changes)
{
    TabFileActions *self = owner;
    *changes = self->session->document->changes;
    return self->discard
               ? NULL
               : tab_resume_new(self->session, self->file,
                                self->match ? self->match->earlier : NULL, is_unsaved(self));
}

/* The window, out of sight since it was to close, goes; unless somebody has called it back. */
static void end_leaving(TabFileActions *self)
{
    gboolean leaving = self->leaving;
    self->leaving = FALSE;
    if (leaving && self->window && !gtk_widget_get_visible(GTK_WIDGET(self->window)))
        gtk_window_destroy(GTK_WINDOW(self->window));
}

static void put_question(TabFileActions *self);

/* Instead of going, the window comes back and asks, if the game would be lost now. */
static gboolean stay_to_ask(TabFileActions *self)
{
    if (!self->leaving || gtk_widget_get_visible(GTK_WIDGET(self->window)))
        return FALSE;
    if (!would_be_missed(self, FALSE))
        return FALSE;
    self->leaving = FALSE;
    self->to_close = TRUE;
    gtk_window_present(GTK_WINDOW(self->window));
    put_question(self);
    return TRUE;
}

static void on_kept(TabFileActions *self, gboolean kept)
{
    if (tab_game_keeper_is_writing(self->keeper))
        return; /* more of it */
    if (kept || self->discard || !self->window || !stay_to_ask(self))
        end_leaving(self);
}

static void on_kept_told(TabFileActions *self, const char *title, const char *detail)
{
    if (self->window)
        g_signal_emit(self, signals[KEEPING], 0, title, detail, NULL);
}

static void on_changed_game(TabFileActions *self)
{
    tab_game_keeper_note(self->keeper, self->session->document->changes);
    if (is_unsaved(self) == self->told_unsaved)
        return;
    self->told_unsaved = !self->told_unsaved;
    g_signal_emit(self, signals[CHANGED], 0);
}

/* --- games that come into the window --- */

static void follow_session(TabFileActions *self, TabGameSession *session)
{
    if (self->session) {
        g_signal_handlers_disconnect_by_data(self->session, self);
        g_signal_handlers_disconnect_by_data(self->session->document, self);
    }
    g_set_object(&self->session, session);
    if (!session)
        return;
    g_signal_connect_swapped(session, "changed", G_CALLBACK(on_changed_game), self);
    g_signal_connect_swapped(session->document, "tree-changed", G_CALLBACK(on_changed_game), self);
}

/* Once for each engine that is missing. */
static void tell_stand_ins(TabFileActions *self)
{
    g_autofree char *told = tab_game_setup_take_stand_ins(self->session->setup);
    if (!told)
        return;
    if (self->match) /* they play its next games, too */
        g_free(tab_game_setup_take_stand_ins(self->match->setup));
    g_signal_emit(self, signals[STAND_IN], 0, _("Another engine plays"), told, NULL);
}

/* Shows a game of this match (taken over; NULL: of none) and of this file (taken over; NULL: it has
 * none), where it stands as it is if `saved`. */
static void take_game(TabFileActions *self, TabGameSession *session, TabGameMatch *match,
                      TabGameFile *file, gboolean saved)
{
    if (match)
        tab_game_match_follow(match, session);
    g_set_object(&self->match, match);
    g_clear_object(&match);
    g_signal_emit(self, signals[OPENED], 0, session);
    tab_game_file_free(self->file);
    self->file = file;
    follow_session(self, session);
    self->saved = saved ? session->document->changes : G_MAXUINT64;
    tab_game_keeper_begin(self->keeper);
    self->discard = FALSE;
    self->told_unsaved = is_unsaved(self);
    on_changed_game(self);
    g_signal_emit(self, signals[CHANGED], 0);
    tell_stand_ins(self);
}

gboolean tab_file_actions_start(TabFileActions *self, const TabGameSetup *setup, GError **error)
{
    TabGameMatch *match =
        setup->match.length != TAB_MATCH_SINGLE ? tab_game_match_new(setup) : NULL;
    g_autoptr(TabGameSession) session = tab_game_session_new(match ? match->setup : setup, error);
    if (!session) {
        g_clear_object(&match);
        return FALSE;
    }
    g_autoptr(GSettings) settings = g_settings_new("org.tabgame.Tab");
    tab_game_setup_remember_side(settings, setup);
    take_game(self, session, match, NULL, FALSE);
    return TRUE;
}

TabGameMatch *tab_file_actions_get_match(TabFileActions *self)
{
    return self->match;
}

/* A file of that name with these texts and a place behind them for the next game. */
static TabGameFile *new_file_behind(const char *path, const GPtrArray *before)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < before->len; i++)
        g_ptr_array_add(texts, g_strdup(before->pdata[i]));
    g_ptr_array_add(texts, g_strdup(""));
    return tab_game_file_new_from_texts(path, texts, texts->len - 1);
}

/* The game's file, in which it has this text, with a place behind for the next. NULL: it has none.
 */
static TabGameFile *make_longer_file(const TabGameFile *file, char *text)
{
    if (!file)
        return NULL;
    g_autoptr(GPtrArray) before = g_ptr_array_new(); /* whose texts stay the file's */
    g_ptr_array_extend(before, file->texts, NULL, NULL);
    before->pdata[file->current] = text;
    TabGameFile *longer = new_file_behind(file->path, before);
    longer->seen = g_strdup(file->seen);
    return longer;
}

static void begin_next_game(TabFileActions *self)
{
    if (!self->match || !tab_game_match_can_advance(self->match))
        return; /* its end was taken back meanwhile */
    g_autofree char *text = tab_document_to_text(self->session->document);
    g_autoptr(GError) error = NULL;
    g_autoptr(TabGameSetup) setup = tab_game_match_advance(self->match);
    g_autoptr(TabGameSession) session = tab_game_session_new(setup, &error);
    if (!session) { /* what the game before was made of is good for this one, too */
        g_critical("cannot start a game: %s", error->message);
        return;
    }
    take_game(self, session, g_object_ref(self->match), make_longer_file(self->file, text), FALSE);
}

/* The session of a record (taken over), whose engines think `movetime` ms, or as long as is set;
 * and its match (NULL: of none) after the games `earlier`. */
static TabGameSession *new_session_of_record(TabRecord *record, gint64 movetime, GPtrArray *earlier,
                                             TabGameMatch **match, GError **error)
{
    g_autoptr(GPtrArray) engines = tab_game_setup_engines(NULL);
    g_autoptr(TabGameSetup) setup = tab_game_setup_from_record(record, engines);
    g_autoptr(GSettings) settings = g_settings_new("org.tabgame.Tab");
    setup->movetime = movetime ? movetime : g_settings_get_int(settings, "think-time");
    *match = earlier ? tab_game_match_new_from_record(record, earlier, engines) : NULL;
    if (*match)
        (*match)->setup->movetime = setup->movetime;
    TabGameSession *session = tab_game_session_new_from_record(record, setup, error);
    if (!session)
        g_clear_object(match);
    return session;
}

/* The turn of the main line after which so many turns have been played, as they are numbered. */
static TabRecordNode *find_turn(const TabRecord *record, int at)
{
    TabRecordNode *node = record->root;
    guint first = node->child ? node->child->number : 0;
    while (node->child && node->child->number < first + (guint)at)
        node = node->child;
    return node;
}

static void show_read_game(TabFileActions *self, TabReadGames *games)
{
    g_autoptr(GError) error = NULL;
    TabGameMatch *match;
    g_autoptr(TabGameSession) session =
        new_session_of_record(g_steal_pointer(&games->record), 0, games->earlier, &match, &error);
    if (!session) {
        tab_fault_dialog_show(GTK_WINDOW(self->window), _("The game could not be opened"), error);
        return;
    }
    TabGameFile *file = NULL;
    if (games->path) {
        tab_recent_menu_add(games->path);
        file = tab_game_file_new_from_texts(games->path, games->texts, games->chosen);
        file->seen = g_strdup(games->seen);
    }
    take_game(self, session, match, file, file || games->stored);
    if (games->stored && games->at >= 0)
        tab_document_review(session->document, find_turn(session->document->record, games->at));
}

/* --- what waits until the game may go --- */

static void close_question(TabFileActions *self)
{
    GtkWidget *question = self->question;
    g_clear_weak_pointer(&self->question);
    if (question)
        gtk_window_destroy(GTK_WINDOW(question));
}

static void drop_wish(TabFileActions *self)
{
    close_question(self);
    g_clear_pointer(&self->to_show, tab_read_games_free);
    g_clear_pointer(&self->to_start, tab_game_setup_free);
    self->to_close = self->to_advance = FALSE;
    g_clear_object(&self->to_open);
}

static void grant_wish(TabFileActions *self)
{
    g_autoptr(TabReadGames) games = g_steal_pointer(&self->to_show);
    g_autoptr(TabGameSetup) setup = g_steal_pointer(&self->to_start);
    g_autoptr(GError) error = NULL;
    gboolean close = self->to_close, advance = self->to_advance;
    self->to_close = self->to_advance = FALSE;
    close_question(self);
    if (games)
        show_read_game(self, games);
    if (advance)
        begin_next_game(self);
    if (setup && !tab_file_actions_start(self, setup, &error))
        g_warning("cannot start a game: %s", error->message);
    if (!close)
        return;
    /* a clock has run since the last change */
    if (self->session && (self->discard || tab_game_session_get_clock(self->session) ||
                          !tab_game_keeper_has(self->keeper, self->session->document->changes)))
        tab_game_keeper_keep(self->keeper);
    self->leaving = TRUE;
    gtk_widget_set_visible(GTK_WIDGET(self->window), FALSE);
    if (!tab_game_keeper_is_writing(self->keeper))
        end_leaving(self);
}

/* Grants what waits: at once if nothing would be lost, else when a person has saved or discarded
 * the game; while it is being saved that is waited for. */
static void grant_or_ask(TabFileActions *self)
{
    if (tab_save_queue_is_busy(self->saves))
        return; /* until on_written() */

    /* the game would go for good */
    gboolean wished = self->to_show || self->to_start || self->to_close;
    gboolean kept = self->to_close && !tab_game_keeper_is_refraining(self->keeper);
    if (wished && would_be_missed(self, kept))
        put_question(self);
    else
        grant_wish(self);
}

void tab_file_actions_replace_game(TabFileActions *self, const TabGameSetup *setup)
{
    drop_wish(self);
    self->to_start = tab_game_setup_copy(setup);
    grant_or_ask(self);
}

void tab_file_actions_replace_position(TabFileActions *self, const char *rules,
                                       const char *position)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_copy(self->session->setup);
    g_free(setup->rules);
    g_free(setup->position);
    setup->rules = g_strdup(rules);
    setup->position = g_strdup(position);
    setup->seed = tab_game_setup_random_seed();
    setup->match = (TabMatchPlace){.length = TAB_MATCH_SINGLE};
    tab_file_actions_replace_game(self, setup);
}

/* Nothing of the match is lost by it, so nobody is asked. */
void tab_file_actions_advance_match(TabFileActions *self)
{
    drop_wish(self);
    self->to_advance = TRUE;
    grant_or_ask(self);
}

void tab_file_actions_leave(TabFileActions *self)
{
    if (self->leaving && !gtk_widget_get_visible(GTK_WIDGET(self->window)))
        return;
    drop_wish(self);
    self->to_close = TRUE;
    grant_or_ask(self);
}

/* --- saving --- */

static gpointer write_game(gpointer data, TabProgress *progress, GError **error)
{
    TabSaving *saving = data;
    return tab_game_file_save(saving->file, saving->text, progress, error) ? saving : NULL;
}

static void on_written(gpointer owner, gpointer result, const GError *error);

/* The next game that is to be saved, if none is being written. */
static void write_next(TabFileActions *self)
{
    TabSaving *saving = tab_save_queue_begin(self->saves);
    if (!saving)
        return;
    TabBackground job = {
        .window = GTK_WINDOW(self->window),
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

/* All wishes to save are granted, or some have failed: what has waited for that. */
static void end_saving(TabFileActions *self)
{
    g_autoptr(GFile) file = g_steal_pointer(&self->to_open);
    if (self->save_failed)
        drop_wish(self);
    self->save_failed = FALSE;
    grant_or_ask(self); /* something may have been changed meanwhile */
    if (file)
        tab_file_actions_open(self, file);
}

static void save_to(TabFileActions *self, TabGameFile *file);

static void on_overwrite_answered(GtkDialog *dialog, int response, TabFileActions *self)
{
    close_question(self);
    if (response == GTK_RESPONSE_ACCEPT) { /* this once, whatever comes of it */
        TabGameFile *file = tab_game_file_copy(self->file);
        g_clear_pointer(&file->seen, g_free);
        save_to(self, file);
        return;
    }
    self->save_failed = TRUE;
    end_saving(self);
}

/* The answer grants what waits for the saving, or drops it. */
static void ask_to_overwrite(TabFileActions *self, const GError *error)
{
    close_question(self);
    GtkWidget *question = tab_question_new(
        GTK_WIDGET(self->window), error->message,
        /* Translators: another program has changed the file of the game that is to be saved. */
        _("What it has written there is lost if you save this game in its place."), _("_Cancel"),
        _("_Save Anyway"));
    tab_question_warn(question);
    g_set_weak_pointer(&self->question, question);
    g_signal_connect_object(question, "response", G_CALLBACK(on_overwrite_answered), self, 0);
    gtk_window_present(GTK_WINDOW(question));
}

/* The file of the last wish becomes the game's own when it is there. */
static void on_written(gpointer owner, gpointer result, const GError *error)
{
    TabFileActions *self = owner;
    const TabSaving *saving = result; /* the job's */
    tab_save_queue_end(self->saves, saving ? saving->file : NULL);
    if (self->window && saving) {
        tab_game_file_free(self->file);
        self->file = tab_game_file_copy(saving->file);
        self->saved = saving->changes;
        self->told_unsaved = is_unsaved(self);
        g_signal_emit(self, signals[CHANGED], 0);
        tab_recent_menu_add(self->file->path);
        tab_game_keeper_keep(self->keeper);
    }
    write_next(self);
    gboolean busy = tab_save_queue_is_busy(self->saves);
    if (self->window && !busy && g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG)) {
        ask_to_overwrite(self, error);
        return;
    }
    if (self->window && error && !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        tab_fault_dialog_show(GTK_WINDOW(self->window), _("The game could not be saved"), error);
    self->save_failed = self->save_failed || error;
    if (self->window && !busy)
        end_saving(self);
}

/* Writes the game as it is now to this file (taken over). */
static void save_to(TabFileActions *self, TabGameFile *file)
{
    tab_save_queue_push(self->saves, file, tab_document_to_text(self->session->document),
                        self->session->document->changes);
    write_next(self);
}

/* A file of that name for the game, behind those that were played before it in its match. */
static TabGameFile *make_file(TabFileActions *self, const char *path)
{
    if (!self->match)
        return tab_game_file_new_single(path);
    return new_file_behind(path, self->match->earlier);
}

static void on_save_as(GtkNativeDialog *native, int response, TabFileActions *self)
{
    g_autofree char *path = tab_file_dialog_get_save_path(native, response);
    if (path && tab_file_dialog_asks_again(native, path))
        return;
    g_clear_object(&self->native);
    if (path) {
        tab_file_dialog_remember("games-folder", path);
        save_to(self, make_file(self, path));
    } else
        drop_wish(self);
}

/* One dialog at a time. */
static void show_file_dialog(TabFileActions *self, GtkFileChooserAction action, const char *name,
                             GCallback response)
{
    g_clear_object(&self->native);
    self->native = tab_file_dialog_new(GTK_WINDOW(self->window), action,
                                       self->file ? self->file->path : NULL, name);
    g_signal_connect(self->native, "response", response, self);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(self->native));
}

static void save_as(TabFileActions *self)
{
    g_autofree char *name = self->file
                                ? tab_game_file_get_name(self->file)
                                : tab_game_file_suggest_name(self->session->document->record);
    show_file_dialog(self, GTK_FILE_CHOOSER_ACTION_SAVE, name, G_CALLBACK(on_save_as));
}

static void save(TabFileActions *self)
{
    const TabGameFile *last = tab_save_queue_get_file(self->saves);
    if (last || self->file)
        save_to(self, tab_game_file_copy(last ? last : self->file));
    else
        save_as(self);
}

static void on_question_answered(GtkDialog *dialog, int response, TabFileActions *self)
{
    close_question(self);
    if (response == GTK_RESPONSE_YES)
        save(self);
    else if (response == GTK_RESPONSE_NO) {
        self->discard = TRUE;
        grant_wish(self);
    } else
        drop_wish(self);
}

/* One question at a time: the answer to another would be about a game that has gone. */
static void put_question(TabFileActions *self)
{
    close_question(self);
    g_autofree char *name = self->file ? tab_game_file_get_name(self->file) : NULL;
    GtkWidget *question =
        tab_file_dialog_new_question(GTK_WINDOW(self->window), name, self->match != NULL);
    g_set_weak_pointer(&self->question, question);
    g_signal_connect_object(question, "response", G_CALLBACK(on_question_answered), self, 0);
    gtk_window_present(GTK_WINDOW(question));
}

/* --- opening --- */

/* Only what was asked for last is opened. */
static void stop_opening(TabFileActions *self)
{
    tab_game_opener_stop(self->opener);
    g_clear_object(&self->to_open);
}

static void on_opened(TabFileActions *self, TabReadGames *read)
{
    g_autoptr(TabReadGames) games = read;
    g_clear_object(&self->to_open);
    if (games->position) {
        tab_file_actions_replace_position(self, games->rules, games->position);
        return;
    }
    drop_wish(self);
    self->to_show = g_steal_pointer(&games);
    grant_or_ask(self);
}

void tab_file_actions_open(TabFileActions *self, GFile *file)
{
    g_autofree char *path = tab_file_dialog_find_path(file, GTK_WINDOW(self->window),
                                                      _("The file could not be opened"));
    stop_opening(self);
    if (!path)
        return;
    if (tab_save_queue_is_busy(self->saves)) /* it may be this file that is not yet there */
        self->to_open = g_object_ref(file);
    else
        tab_game_opener_load(self->opener, path);
}

void tab_file_actions_open_read(TabFileActions *self, TabWork read, gpointer input,
                                GDestroyNotify free_input)
{
    stop_opening(self);
    tab_game_opener_read(self->opener, read, input, free_input);
}

void tab_file_actions_open_stored(TabFileActions *self, const char *path, gint64 number, int at)
{
    stop_opening(self);
    tab_game_opener_load_stored(self->opener, path, number, at);
}

static void open_examples(TabFileActions *self)
{
    stop_opening(self);
    tab_game_opener_load_examples(self->opener);
}

static void paste(TabFileActions *self)
{
    stop_opening(self);
    if (self->session)
        tab_game_opener_paste(self->opener, self->session->document->record->rules);
}

/* --- the game that was left --- */

/* Says that the file of the game that was left is damaged, how much of the game is there, and where
 * the file is now; what is wrong with it is for those who want to mend it. */
static void tell_damage(TabFileActions *self, const TabResume *left, gboolean shown)
{
    g_autofree char *name = left->aside ? g_filename_display_basename(left->aside) : NULL;
    g_autofree char *folder = left->aside ? g_path_get_dirname(left->aside) : NULL;
    g_autofree char *place = folder ? g_filename_display_name(folder) : NULL;
    g_autofree char *detail =
        left->aside
            /* Translators: a file’s name, and its folder. */
            ? g_strdup_printf(_("Its file is kept as %s in %s."), name, place)
            : g_strdup(_("Its file cannot be put aside, and so that it is not lost, no game is "
                         "kept for the next time."));
    g_signal_emit(self, signals[DAMAGED], 0,
                  shown ? _("The game that you left is damaged: this is what could be read of it")
                        : _("The game that you left is damaged and cannot be read"),
                  detail, left->fault);
}

/* The session of what was left, and its match; NULL: there is none, or only what is wrong with it.
 */
static TabGameSession *take_left_game(TabResume *left, TabGameMatch **match)
{
    g_autoptr(GError) error = NULL;
    TabGameSession *session =
        left->record ? new_session_of_record(g_steal_pointer(&left->record), left->movetime,
                                             left->earlier, match, &error)
                     : NULL;
    if (!error || left->fault)
        return session;
    g_autofree char *path = tab_resume_default_path();
    left->fault = g_strdup(error->message);
    tab_resume_put_aside(left, path);
    return NULL;
}

static void on_left_game(gpointer owner, gpointer result, const GError *error)
{
    TabFileActions *self = owner;
    g_autoptr(TabResume) left = result;
    if (!self->window)
        return;
    if (error) { /* it was stopped: a new game would take its place */
        gtk_window_destroy(GTK_WINDOW(self->window));
        return;
    }
    TabGameMatch *match = NULL;
    g_autoptr(TabGameSession) session = left ? take_left_game(left, &match) : NULL;
    if (left && left->fault) {
        if (!left->aside)
            tab_game_keeper_refrain(self->keeper);
        tell_damage(self, left, session != NULL);
    }
    if (session) {
        gboolean saved = left->file && !left->changed;
        tab_resume_go_to_place(left, session);
        take_game(self, session, match, g_steal_pointer(&left->file), saved);
    }
    g_signal_emit(self, signals[RESUMED], 0, session != NULL);
}

void tab_file_actions_resume(TabFileActions *self)
{
    TabBackground job = {
        .window = GTK_WINDOW(self->window),
        /* Translators: while the game of the last time is being read, when the program starts. */
        .title = _("Opening the game that you left…"),
        .work = (TabWork)tab_game_reading_resume,
        .input = tab_resume_default_path(),
        .free_input = g_free,
        .free_result = (GDestroyNotify)tab_resume_free,
        .done = on_left_game,
        .owner = self,
    };
    self->resuming = tab_background_run(&job);
}

/* --- actions --- */

static void on_open_chosen(GtkNativeDialog *native, int response, TabFileActions *self)
{
    g_autoptr(GFile) file = response == GTK_RESPONSE_ACCEPT
                                ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(native))
                                : NULL;
    g_clear_object(&self->native);
    if (file)
        tab_file_actions_open(self, file);
}

static void choose_file_to_open(TabFileActions *self)
{
    show_file_dialog(self, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, G_CALLBACK(on_open_chosen));
}

static void open_recent(TabFileActions *self, GVariant *uri)
{
    g_autoptr(GFile) file = g_file_new_for_uri(g_variant_get_string(uri, NULL));
    tab_file_actions_open(self, file);
}

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y,
                        TabFileActions *self)
{
    GSList *files = g_value_get_boxed(value); /* a GdkFileList */
    if (!files)
        return FALSE;
    tab_file_actions_open(self, files->data);
    return TRUE;
}

/* --- the object --- */

static void tab_file_actions_dispose(GObject *object)
{
    TabFileActions *self = TAB_FILE_ACTIONS(object);
    drop_wish(self);
    if (self->keeper)
        tab_game_keeper_end(self->keeper);
    if (self->opener)
        stop_opening(self);
    if (self->resuming)
        tab_progress_cancel(self->resuming);
    g_clear_pointer(&self->resuming, tab_progress_unref);
    g_clear_object(&self->opener);
    g_clear_weak_pointer(&self->window);
    follow_session(self, NULL);
    g_clear_object(&self->native);
    g_clear_object(&self->match);
    g_clear_pointer(&self->file, tab_game_file_free);
    G_OBJECT_CLASS(tab_file_actions_parent_class)->dispose(object);
}

/* What is to be saved is written even after the window has gone. */
static void tab_file_actions_finalize(GObject *object)
{
    TabFileActions *self = TAB_FILE_ACTIONS(object);
    tab_save_queue_free(self->saves);
    g_object_unref(self->keeper);
    G_OBJECT_CLASS(tab_file_actions_parent_class)->finalize(object);
}

static void tab_file_actions_class_init(TabFileActionsClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_file_actions_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_file_actions_finalize;
    signals[OPENED] = g_signal_new("opened", TAB_TYPE_FILE_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, TAB_TYPE_GAME_SESSION);
    signals[CHANGED] = g_signal_new("changed", TAB_TYPE_FILE_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
    signals[RESUMED] = g_signal_new("resumed", TAB_TYPE_FILE_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
    signals[DAMAGED] =
        g_signal_new("damaged", TAB_TYPE_FILE_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                     G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
    signals[STAND_IN] =
        g_signal_new("stand-in", TAB_TYPE_FILE_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                     G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
    signals[KEEPING] =
        g_signal_new("keeping", TAB_TYPE_FILE_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                     G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
}

static void tab_file_actions_init(TabFileActions *self)
{
    self->saves = tab_save_queue_new();
    self->keeper = tab_game_keeper_new(take_to_keep, self);
    g_signal_connect_object(self->keeper, "told", G_CALLBACK(on_kept_told), self,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(self->keeper, "done", G_CALLBACK(on_kept), self, G_CONNECT_SWAPPED);
}

TabFileActions *tab_file_actions_new(GtkApplicationWindow *window)
{
    static const TabAction actions[] = {
        {.name = "open", .activate = G_CALLBACK(choose_file_to_open)},
        {.name = "open-recent", .activate = G_CALLBACK(open_recent), .parameter = "s"},
        {.name = "save", .activate = G_CALLBACK(save)},
        {.name = "save-as", .activate = G_CALLBACK(save_as)},
        {.name = "paste", .activate = G_CALLBACK(paste)},
        {.name = "example-games", .activate = G_CALLBACK(open_examples)},
    };
    TabFileActions *self = g_object_new(TAB_TYPE_FILE_ACTIONS, NULL);
    g_set_weak_pointer(&self->window, window);
    self->opener = tab_game_opener_new(GTK_WINDOW(window));
    g_signal_connect_object(self->opener, "opened", G_CALLBACK(on_opened), self, G_CONNECT_SWAPPED);
    tab_action_map_add(G_ACTION_MAP(window), actions, G_N_ELEMENTS(actions), self);
    GtkDropTarget *target = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
    g_signal_connect_object(target, "drop", G_CALLBACK(on_drop), self, 0);
    gtk_widget_add_controller(GTK_WIDGET(window), GTK_EVENT_CONTROLLER(target));
    return self;
}
