// SPDX-License-Identifier: GPL-3.0-or-later
// Problems on a board of their own: a position with its throws, the best turn to be found, and what
// another one costs.
#include "gui/problems/problem-window.h"

#include <glib/gi18n.h>
#include <math.h>

#include "gui/analysis/analysis-pane.h"
#include "gui/files/file-dialog.h"
#include "gui/model/problem-set.h"
#include "gui/model/rules-text.h"
#include "gui/problems/problem-collections.h"
#include "gui/problems/problem-words.h"
#include "gui/table/game-view.h"
#include "gui/widgets/action-map.h"
#include "gui/widgets/flip-layout.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/name-list.h"
#include "gui/widgets/widget.h"
#include "gui/widgets/wrap-layout.h"

struct _TabProblemWindow {
    GtkApplicationWindow parent;
    TabGameView *game;
    GtkDropDown *collections;
    TabProblemWords *words;
    GtkWidget *subtitle, *fault, *progress, *show_button, *next_button;
    GPtrArray *list;         /* of TabProblemCollection, as listed */
    gboolean filling;        /* the list */
    TabProblemSet *set;      /* NULL: there is no collection */
    TabProblemRun *run;      /* NULL: no problem is there */
    int nth;                 /* of the set: the problem that is shown; -1: none */
    gboolean ahead;          /* it was not due */
    TabGameSession *session; /* shown; borrowed from the run, to see when it is another one */
    int arrows_of;           /* the turn whose arrows are on the board; -1: none */
    TabTurnAdvice *advice;   /* NULL: nobody was asked */
    guint advised;           /* the revision of the run that it is about */
    GSettings *settings;
};

G_DEFINE_FINAL_TYPE(TabProblemWindow, tab_problem_window, GTK_TYPE_APPLICATION_WINDOW)

/* --- what an engine says --- */

static void show_words(TabProblemWindow *self);

static void drop_advice(TabProblemWindow *self)
{
    if (!self->advice)
        return;
    g_signal_handlers_disconnect_by_data(self->advice, self);
    tab_turn_advice_cancel(self->advice);
    g_clear_object(&self->advice);
}

static void on_advised(TabProblemWindow *self)
{
    const TabComparedTurn *yours =
        self->run->yours >= 0 ? tab_problem_run_get_turn(self->run, (guint)self->run->yours) : NULL;
    if (yours && isnan(yours->loss) && !isnan(self->advice->loss))
        tab_problem_run_set_loss(self->run, self->advice->loss); /* shows all */
    else
        show_words(self);
}

/* The engine of the analysis is asked about the best turn and the one that it is compared with. */
static void ask_advice(TabProblemWindow *self)
{
    g_autoptr(TabEngineConfig) engine = tab_analysis_pane_choose_engine(self->settings);
    const TabProblem *problem = self->run->problem;
    const TabComparedTurn *best = tab_problem_run_get_turn(self->run, 0),
                          *other = tab_problem_run_get_turn(
                              self->run, (guint)tab_problem_run_get_rival(self->run));
    TabAdviceQuestion question = {
        .rules = problem->record->rules,
        .situation = &problem->situation,
        .sticks = tab_record_get_tag_or(problem->record, "Sticks", "fair"),
        .best = best->text,
        .other = other->text,
        .weighs = isnan(other->loss),
    };
    drop_advice(self);
    if (!engine)
        return;
    self->advice = tab_turn_advice_new(engine, &question);
    g_signal_connect_swapped(self->advice, "changed", G_CALLBACK(on_advised), self);
    g_signal_connect_swapped(self->advice, "done", G_CALLBACK(show_words), self);
}

/* --- what is shown --- */

/* The arrows of the turn that is looked at. */
static void show_arrows(TabProblemWindow *self)
{
    TabBoardView *board = tab_game_view_get_board(self->game);
    int shown = self->run->answered ? tab_problem_run_get_shown(self->run) : -1;
    if (shown == self->arrows_of)
        return;
    self->arrows_of = shown;
    g_autoptr(GPtrArray) arrows =
        shown >= 0 ? tab_problem_run_list_arrows(self->run, (guint)shown) : NULL;
    tab_board_view_set_arrows(board, arrows);
}

static void show_words(TabProblemWindow *self)
{
    tab_problem_words_show(self->words, self->run, self->advice);
}

static void show_session(TabProblemWindow *self)
{
    if (self->run->session == self->session)
        return;
    self->session = self->run->session;
    self->arrows_of = -1;
    tab_board_view_set_arrows(tab_game_view_get_board(self->game), NULL);
    tab_board_view_set_near_side(tab_game_view_get_board(self->game),
                                 (int)self->run->problem->situation.position.side);
    tab_game_view_set_session(self->game, self->session);
}

/* The button that comes next has the keyboard, and tells what came out. */
static void hand_on(TabProblemWindow *self)
{
    g_autofree char *text = tab_problem_words_describe(self->words);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->next_button),
                                   GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
    gtk_widget_grab_focus(self->next_button);
}

static void on_run_changed(TabProblemWindow *self)
{
    gboolean another = self->run->session != self->session;
    show_session(self);
    if (another && self->run->answered)
        ask_advice(self);
    show_words(self);
    show_arrows(self);
    gtk_widget_set_sensitive(self->show_button, !self->run->answered);
    tab_widget_set_class(self->next_button, "suggested-action", self->run->answered);
    if (another && self->run->answered)
        hand_on(self);
}

static char *describe_day(guint32 day)
{
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_julian(&date, day);
    g_autoptr(GDateTime) time = g_date_time_new_local(
        g_date_get_year(&date), (gint)g_date_get_month(&date), g_date_get_day(&date), 12, 0, 0);
    return g_date_time_format(time, "%x");
}

/* "3 due · 12 solved · 2 learned · 85 new" */
static char *describe_counts(const TabProblemCounts *counts)
{
    /* Translators: of a collection of problems: how many are to be asked again now. */
    g_autofree char *due = g_strdup_printf(ngettext("%u due", "%u due", counts->due), counts->due);
    g_autofree char *solved = g_strdup_printf(
        /* Translators: how many problems were solved when they were asked the last time. */
        ngettext("%u solved", "%u solved", counts->right), counts->right);
    g_autofree char *learned = g_strdup_printf(
        /* Translators: how many problems are known so well that they come again after weeks. */
        ngettext("%u learned", "%u learned", counts->learned), counts->learned);
    /* Translators: how many problems were never tried. */
    g_autofree char *fresh =
        g_strdup_printf(ngettext("%u new", "%u new", counts->fresh), counts->fresh);
    return g_strjoin(" · ", due, solved, learned, fresh, NULL);
}

static void show_progress(TabProblemWindow *self)
{
    TabProblemCounts counts = tab_problem_set_count(self->set);
    g_autoptr(GString) text = g_string_new(NULL);
    if (counts.all) {
        g_autofree char *words = describe_counts(&counts);
        g_string_append(text, words);
    }
    if (!counts.due && !counts.fresh && counts.next) {
        g_autofree char *day = describe_day(counts.next);
        g_string_append_c(text, '\n');
        /* Translators: problems; %s is a date. */
        g_string_append_printf(
            text, _("Nothing is due before %s. What you solve until then does not count."), day);
    }
    tab_label_text_set(self->progress, text->str);
}

static void show_subtitle(TabProblemWindow *self)
{
    const TabProblem *problem = self->run->problem;
    g_autofree char *rules = tab_rules_text_name(problem->record->rules);
    /* Translators: the number of a problem in its collection, how many there are, and the rules. */
    g_autofree char *text =
        g_strdup_printf(_("%d of %u · %s"), self->nth + 1, self->set->problems->len, rules);
    tab_label_text_set(self->subtitle, text);
}

/* --- from problem to problem --- */

static void drop_run(TabProblemWindow *self)
{
    drop_advice(self);
    if (self->run)
        g_signal_handlers_disconnect_by_data(self->run, self);
    tab_board_view_set_arrows(tab_game_view_get_board(self->game), NULL);
    tab_game_view_set_session(self->game, NULL);
    self->session = NULL;
    self->arrows_of = -1;
    g_clear_object(&self->run);
}

/* There is no problem to be shown, and why. */
static void show_nothing(TabProblemWindow *self, const char *title, const char *detail)
{
    drop_run(self);
    self->nth = -1;
    tab_problem_words_tell(self->words, title, detail);
    tab_label_text_set(self->subtitle, "");
    tab_label_text_set(self->progress, "");
    gtk_widget_set_sensitive(self->show_button, FALSE);
    gtk_widget_set_sensitive(self->next_button, FALSE);
}

static void on_first_answer(TabProblemWindow *self)
{
    const TabProblemRun *run = self->run;
    double loss =
        run->yours < 0 ? NAN : tab_problem_run_get_turn(self->run, (guint)run->yours)->loss;
    tab_problem_set_answer(self->set, run->problem, run->quality, loss);
}

/* Once the window is there. */
static void read_out_task(TabProblemWindow *self)
{
    if (self->run && gtk_widget_get_mapped(GTK_WIDGET(self)))
        tab_problem_words_read_out(self->words);
}

static void begin_problem(TabProblemWindow *self, int nth)
{
    drop_run(self);
    self->nth = nth;
    self->run = tab_problem_run_new(tab_problem_set_get(self->set, (guint)nth));
    g_signal_connect_swapped(self->run, "changed", G_CALLBACK(on_run_changed), self);
    g_signal_connect_swapped(self->run, "answered", G_CALLBACK(on_first_answer), self);
    gtk_widget_set_sensitive(self->next_button, TRUE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->next_button),
                                   GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "", -1);
    on_run_changed(self);
    show_subtitle(self);
    read_out_task(self);
}

static void go_on(TabProblemWindow *self)
{
    int next = tab_problem_set_next(self->set, self->nth, &self->ahead);
    if (next < 0 && self->nth < 0)
        show_nothing(self, _("There is no problem here"), "");
    else
        begin_problem(self, next < 0 ? self->nth : next);
}

/* --- the collection --- */

/* Above all else, until another collection is chosen; error NULL: nothing. */
static void show_fault(TabProblemWindow *self, const char *title, const GError *error)
{
    g_autofree char *text = error ? g_strdup_printf("%s: %s", title, error->message) : NULL;
    tab_label_text_show(self->fault, text);
}

static void on_set_changed(TabProblemWindow *self)
{
    if (self->set->error) {
        show_nothing(self, _("The problems cannot be read"), self->set->error->message);
        return;
    }
    show_progress(self);
    if (self->run)
        return;
    if (self->set->unread)
        show_fault(self, _("How far you have come is not known, and not kept"), self->set->unread);
    go_on(self);
}

static void on_unwritten(TabProblemWindow *self, const GError *error)
{
    show_fault(self, _("How far you have come cannot be kept"), error);
}

static void drop_set(TabProblemWindow *self)
{
    drop_run(self);
    self->nth = -1;
    if (self->set)
        g_signal_handlers_disconnect_by_data(self->set, self);
    g_clear_object(&self->set);
}

static void begin_collection(TabProblemWindow *self)
{
    guint chosen = gtk_drop_down_get_selected(self->collections);
    drop_set(self);
    show_fault(self, NULL, NULL);
    if (chosen >= self->list->len) {
        show_nothing(self, _("No problems are here"),
                     _("Open a file of problems: tab-match problems makes them of your games."));
        return;
    }
    const TabProblemCollection *collection = g_ptr_array_index(self->list, chosen);
    g_autofree char *progress = tab_problem_progress_user_file();
    show_nothing(self, _("The problems are being read…"), "");
    self->set = tab_problem_set_new(collection->path, progress);
    g_signal_connect_swapped(self->set, "changed", G_CALLBACK(on_set_changed), self);
    g_signal_connect_swapped(self->set, "unwritten", G_CALLBACK(on_unwritten), self);
}

static void on_collection_chosen(TabProblemWindow *self)
{
    guint chosen = gtk_drop_down_get_selected(self->collections);
    if (self->filling || chosen >= self->list->len)
        return;
    const TabProblemCollection *collection = g_ptr_array_index(self->list, chosen);
    g_settings_set_string(self->settings, "problems", collection->name);
    begin_collection(self);
}

static void list_collections(TabProblemWindow *self)
{
    g_autoptr(GtkStringList) titles = gtk_string_list_new(NULL);
    g_clear_pointer(&self->list, g_ptr_array_unref);
    self->list = tab_problem_collections_list(self->settings);
    for (guint i = 0; i < self->list->len; i++)
        gtk_string_list_append(titles,
                               ((TabProblemCollection *)g_ptr_array_index(self->list, i))->title);
    self->filling = TRUE;
    gtk_drop_down_set_model(self->collections, G_LIST_MODEL(titles));
    gtk_drop_down_set_selected(self->collections,
                               tab_problem_collections_find(self->list, self->settings));
    self->filling = FALSE;
    gtk_widget_set_visible(GTK_WIDGET(self->collections), self->list->len > 0);
}

static void on_file_chosen(TabProblemWindow *self, int response, GtkNativeDialog *dialog)
{
    g_autofree char *path =
        tab_file_dialog_get_path(dialog, response, _("The file could not be opened"));
    g_object_unref(dialog);
    if (!path)
        return;
    g_settings_set_string(self->settings, "problems", path);
    list_collections(self);
    begin_collection(self);
}

/* --- what a person does --- */

static void on_open(TabProblemWindow *self)
{
    GtkFileChooserNative *dialog =
        tab_file_dialog_new(GTK_WINDOW(self), GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
    gtk_native_dialog_set_title(GTK_NATIVE_DIALOG(dialog), _("Open a File of Problems"));
    g_signal_connect_object(dialog, "response", G_CALLBACK(on_file_chosen), self,
                            G_CONNECT_SWAPPED);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

static void on_show(TabProblemWindow *self)
{
    tab_problem_run_give_up(self->run);
}

static void on_next(TabProblemWindow *self)
{
    go_on(self);
}

static void on_turn_chosen(TabProblemWindow *self, guint nth)
{
    tab_problem_run_show(self->run, nth);
}

/* The turn is the answer: the other side does not come to throw. */
static gboolean on_turn_ending(TabProblemWindow *self)
{
    return self->run && tab_problem_run_answer(self->run);
}

/* The main window's plain keys, as far as a problem needs them. */
static gboolean on_problem_key(GtkEventControllerKey *controller, guint key, guint code,
                               GdkModifierType state, TabProblemWindow *self)
{
    TabTurnControls *controls = tab_game_view_get_controls(self->game);
    if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
        return FALSE;
    if (key == GDK_KEY_BackSpace)
        tab_turn_controls_undo(controls);
    else if (key != GDK_KEY_Escape)
        return tab_turn_controls_press(controls, key);
    else if (!tab_turn_controls_cancel(controls))
        gtk_window_close(GTK_WINDOW(self));
    return TRUE;
}

/* --- the window --- */

static void tab_problem_window_dispose(GObject *object)
{
    TabProblemWindow *self = TAB_PROBLEM_WINDOW(object);
    if (self->game)
        drop_set(self);
    self->game = NULL;
    g_clear_object(&self->settings);
    g_clear_pointer(&self->list, g_ptr_array_unref);
    G_OBJECT_CLASS(tab_problem_window_parent_class)->dispose(object);
}

static void tab_problem_window_map(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_problem_window_parent_class)->map(widget);
    read_out_task(TAB_PROBLEM_WINDOW(widget));
}

static void tab_problem_window_class_init(TabProblemWindowClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_problem_window_dispose;
    widget_class->map = tab_problem_window_map;
    g_type_ensure(TAB_TYPE_FLIP_LAYOUT);
    g_type_ensure(TAB_TYPE_GAME_VIEW);
    g_type_ensure(TAB_TYPE_PROBLEM_WORDS);
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/problem-window.ui");
    gtk_widget_class_bind_template_child(widget_class, TabProblemWindow, game);
    gtk_widget_class_bind_template_child(widget_class, TabProblemWindow, collections);
    gtk_widget_class_bind_template_child(widget_class, TabProblemWindow, words);
    gtk_widget_class_bind_template_child(widget_class, TabProblemWindow, fault);
    gtk_widget_class_bind_template_child(widget_class, TabProblemWindow, subtitle);
    gtk_widget_class_bind_template_child(widget_class, TabProblemWindow, progress);
    gtk_widget_class_bind_template_child(widget_class, TabProblemWindow, show_button);
    gtk_widget_class_bind_template_child(widget_class, TabProblemWindow, next_button);
    gtk_widget_class_bind_template_callback(widget_class, on_collection_chosen);
    gtk_widget_class_bind_template_callback(widget_class, on_open);
    gtk_widget_class_bind_template_callback(widget_class, on_show);
    gtk_widget_class_bind_template_callback(widget_class, on_next);
    gtk_widget_class_bind_template_callback(widget_class, on_turn_chosen);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "win.undo",
                                        NULL);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                        "win.redo", NULL);
}

/* Back from the turn that is looked at, to try another one. */
static void try_again(TabProblemWindow *self)
{
    if (!self->run || !self->run->answered)
        return;
    tab_problem_run_begin(self->run);
    read_out_task(self);
}

static void tab_problem_window_init(TabProblemWindow *self)
{
    static const TabAction actions[] = {
        {.name = "end-review", .activate = G_CALLBACK(try_again)},
    };
    TabTurnControls *controls;
    self->nth = self->arrows_of = -1;
    self->settings = g_settings_new("org.tabgame.Tab");
    self->list = g_ptr_array_new();
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_label_text_tip_where_cut(self->subtitle);
    controls = tab_game_view_get_controls(self->game);
    tab_turn_controls_install(controls, GTK_APPLICATION_WINDOW(self));
    tab_turn_controls_name_return(controls, _("Try A_gain"));
    tab_board_view_name_cells(tab_game_view_get_board(self->game));
    tab_action_map_add(G_ACTION_MAP(self), actions, G_N_ELEMENTS(actions), self);
    g_signal_connect_object(controls, "turn-ending", G_CALLBACK(on_turn_ending), self,
                            G_CONNECT_SWAPPED);
    tab_name_list_cut(self->collections);
    list_collections(self);
    GtkEventController *key = gtk_event_controller_key_new();
    g_signal_connect(key, "key-pressed", G_CALLBACK(on_problem_key), self);
    gtk_widget_add_controller(GTK_WIDGET(self), key);
}

TabProblemWindow *tab_problem_window_new(GtkWindow *parent)
{
    TabProblemWindow *self = g_object_new(TAB_TYPE_PROBLEM_WINDOW, "transient-for", parent,
                                          "application", gtk_window_get_application(parent), NULL);
    begin_collection(self);
    return self;
}
