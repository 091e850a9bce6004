// SPDX-License-Identifier: GPL-3.0-or-later
// The user's engines: a list, the fields of the one chosen, and what a test says of it.
#include "gui/engines/engine-manager.h"

#include <glib/gi18n.h>

#include "gui/engines/engine-form.h"
#include "gui/engines/engine-log-window.h"
#include "gui/engines/engine-options-dialog.h"
#include "gui/engines/trial-report.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/flip-layout.h"
#include "gui/widgets/wrap-layout.h"
#include "gui/widgets/question.h"

/* What the fields are about, besides a number of the store. */
enum { OWN = -1, NEW = -2 };

/* What was taken out of the list or of the fields, and can be brought back. */
typedef struct {
    char *name;
    TabEngineConfig *config; /* an engine of the store, NULL: what was typed for one … */
    TabEngineFields *typed;  /* … and could not be kept */
    int from;                /* what the fields were about then */
} Removed;

struct _TabEngineManager {
    GtkWindow parent;
    GtkListBox *list;
    TabEngineForm *form;
    GtkWidget *enabled, *own_note, *removed_bar, *removed_label, *fault;
    GtkWidget *duplicate_button, *remove_button, *apply_button, *test_button, *options_button,
        *log_button;
    TabTrialReport *report;
    TabEngineStore *store;
    TabEngineConfig *own; /* of the engine that comes with the game, NULL: it was not found */
    int chosen;           /* number of the store, OWN or NEW */
    char *about;          /* its name when the fields were filled, NULL: it is not in the store */
    int wanted;           /* the same, of the row that was selected last */
    guint turn;           /* source that turns to it, 0: none */
    gboolean filling;
    Removed *removed; /* what can be brought back, NULL: nothing */
    TabEngineTrial *trial;
    gboolean for_options; /* the options are asked for, and wait for the trial */
};

G_DEFINE_FINAL_TYPE(TabEngineManager, tab_engine_manager, GTK_TYPE_WINDOW)

/* Shows what is wrong, if anything is; TRUE if nothing is. */
static gboolean show_engine_fault(TabEngineManager *self, const GError *error)
{
    tab_label_text_show(self->fault, error ? error->message : NULL);
    return !error;
}

static const TabEngineConfig *get_chosen(TabEngineManager *self)
{
    if (self->chosen == OWN)
        return self->own;
    return self->chosen == NEW ? NULL : self->store->configs->pdata[(guint)self->chosen];
}

/* --- the trial --- */

static void drop_trial(TabEngineManager *self)
{
    if (!self->trial)
        return;
    g_signal_handlers_disconnect_by_data(self->trial, self);
    tab_engine_trial_cancel(self->trial);
    g_clear_object(&self->trial);
    /* Translators: the button that puts an engine to the test. */
    gtk_button_set_label(GTK_BUTTON(self->test_button), _("_Test"));
}

/* A test that takes long; another trial is only the handshake. */
static gboolean is_testing(TabEngineManager *self)
{
    return self->trial && self->trial->conformance && self->trial->state < TAB_TRIAL_PASSED;
}

static void show_report(TabEngineManager *self)
{
    tab_trial_report_show(self->report, self->trial);
    gtk_button_set_label(GTK_BUTTON(self->test_button),
                         is_testing(self) ? _("S_top Test") : _("_Test"));
}

static void on_options_applied(TabEngineManager *self, const TabEngineConfig *config)
{
    g_autoptr(GError) error = NULL;
    if (self->chosen == OWN)
        tab_engine_store_add_copy(self->store, config, &error);
    else
        tab_engine_store_replace(self->store, (guint)self->chosen, config, &error);
    show_engine_fault(self, error);
}

/* Notes in the configuration what the trial has found out, if it was of the same program. */
static void note_findings(TabEngineTrial *trial, TabEngineConfig *config)
{
    if (!trial || !tab_engine_edit_is_same_program(trial->config, config))
        return;
    if (trial->name)
        tab_engine_store_note_name(config, trial->name);
    if (trial->state == TAB_TRIAL_FAILED && !trial->runs)
        config->failed = TRUE;
    else if (trial->state == TAB_TRIAL_PASSED && trial->conformance)
        config->failed = trial->points.failed > 0;
}

static void keep_findings(TabEngineManager *self)
{
    g_autoptr(GError) error = NULL;
    if (self->chosen < 0)
        return;
    g_autoptr(TabEngineConfig) config = tab_engine_config_copy(get_chosen(self));
    g_autofree char *before = g_strdup(config->said_name);
    gboolean failed = config->failed;
    note_findings(self->trial, config);
    if (g_strcmp0(before, config->said_name) == 0 && failed == config->failed)
        return;
    g_free(self->about);
    self->about = g_strdup(tab_engine_store_name_of(config)); /* it is still the same engine */
    tab_engine_store_replace(self->store, (guint)self->chosen, config, &error);
    if (error)
        show_engine_fault(self, error);
}

/* Once the trial knows them, also in the middle of a test. */
static void offer_options(TabEngineManager *self)
{
    const TabEngineConfig *config = get_chosen(self);
    GPtrArray *options = self->trial->options;
    if (!self->for_options || !options || !config)
        return;
    self->for_options = FALSE;
    TabEngineOptionsDialog *dialog =
        tab_engine_options_dialog_new(GTK_WINDOW(self), config, options);
    g_signal_connect_object(dialog, "apply", G_CALLBACK(on_options_applied), self,
                            G_CONNECT_SWAPPED);
    gtk_window_present(GTK_WINDOW(dialog));
}

static void on_trial_changed(TabEngineManager *self)
{
    show_report(self);
    if (self->trial->state >= TAB_TRIAL_PASSED)
        keep_findings(self);
    offer_options(self);
}

static void start_trial(TabEngineManager *self, const TabEngineConfig *config, gboolean conformance)
{
    drop_trial(self);
    self->for_options = FALSE;
    self->trial = tab_engine_trial_new(config, conformance);
    g_signal_connect_swapped(self->trial, "changed", G_CALLBACK(on_trial_changed), self);
    gtk_widget_set_sensitive(self->log_button, TRUE);
    show_report(self);
}

/* --- fields --- */

static void refresh_buttons(TabEngineManager *self)
{
    gboolean stored = self->chosen >= 0, own = self->chosen == OWN;
    gboolean broken = self->store->fault != NULL;
    gtk_widget_set_sensitive(GTK_WIDGET(self->form), !own && !broken);
    gtk_widget_set_visible(self->own_note, own);
    gtk_widget_set_sensitive(self->duplicate_button, (stored || own) && !broken);
    gtk_widget_set_sensitive(self->remove_button, (stored || self->chosen == NEW) && !broken);
    gtk_widget_set_sensitive(self->options_button, stored || own);
    gtk_widget_set_sensitive(self->test_button, *tab_engine_form_get_program(self->form) != '\0');
}

/* The engine of the store that is chosen now. */
static const char *get_name(TabEngineManager *self)
{
    return self->chosen >= 0 ? tab_engine_store_name_of(get_chosen(self)) : NULL;
}

static void note_about(TabEngineManager *self)
{
    g_free(self->about);
    self->about = g_strdup(get_name(self));
}

/* As it is stored. */
static void show_enabled(TabEngineManager *self)
{
    const TabEngineConfig *config = get_chosen(self);
    self->filling = TRUE;
    gtk_check_button_set_active(GTK_CHECK_BUTTON(self->enabled), !config || !config->disabled);
    self->filling = FALSE;
}

static void show_chosen_engine(TabEngineManager *self)
{
    tab_engine_form_show(self->form, get_chosen(self));
    note_about(self);
    show_enabled(self);
    gtk_widget_set_sensitive(self->enabled, self->chosen >= 0);
    gtk_widget_set_sensitive(self->apply_button, FALSE);
    refresh_buttons(self);
}

static void turn_to_engine(TabEngineManager *self, int chosen)
{
    drop_trial(self);
    self->chosen = chosen;
    show_engine_fault(self, self->store->fault);
    tab_trial_report_say(self->report, "");
    gtk_widget_set_sensitive(self->log_button, FALSE);
    show_chosen_engine(self);
}

/* What a trial has found out of another command than the one that stands here now. */
static void forget_other_findings(TabEngineManager *self)
{
    g_autoptr(TabEngineConfig) config =
        self->trial ? tab_engine_form_read(self->form, get_chosen(self), NULL) : NULL;
    if (!self->trial || (config && tab_engine_edit_is_same_program(self->trial->config, config)))
        return;
    if (self->trial->state < TAB_TRIAL_PASSED) {
        drop_trial(self);
        gtk_widget_set_sensitive(self->log_button, FALSE);
    }
    tab_trial_report_say(self->report, "");
}

static void on_edited(TabEngineManager *self)
{
    gtk_widget_set_sensitive(self->apply_button, self->chosen != OWN);
    if (!self->store->fault) /* what was wrong with the words before */
        tab_label_text_show(self->fault, NULL);
    forget_other_findings(self);
    refresh_buttons(self);
}

/* What the fields say; NULL, and the fault is shown, if that is no engine. */
static TabEngineConfig *read_form(TabEngineManager *self)
{
    g_autoptr(GError) error = NULL;
    TabEngineConfig *config = tab_engine_form_read(self->form, get_chosen(self), &error);
    show_engine_fault(self, error);
    return config;
}

/* Whether the list is the file's; if it was not, it is now, the fault is shown, and what is typed
 * waits in the fields or, if its engine is gone, where it can be brought back from. */
static gboolean check_list(TabEngineManager *self)
{
    g_autoptr(GError) error = NULL;
    if (tab_engine_store_check(self->store, &error))
        return TRUE;
    show_engine_fault(self, error);
    if (g_error_matches(error, TAB_ENGINE_STORE_ERROR, TAB_ENGINE_STORE_ERROR_STALE))
        tab_label_text_show(self->fault,
                            _("The list of engines was changed by another program, and "
                              "has been read again. What you typed is not saved yet."));
    return FALSE;
}

/* Keeps what the fields say; FALSE, and the fault is shown, if that cannot be. */
static gboolean on_apply_form(TabEngineManager *self)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabEngineConfig) config = read_form(self);
    int chosen = self->chosen;
    if (!config)
        return FALSE;
    if (!check_list(self))
        return FALSE;
    note_findings(self->trial, config);
    gtk_widget_set_sensitive(self->apply_button, FALSE);
    if (chosen == NEW)
        self->chosen = (int)self->store->configs->len; /* where it will be */
    if (chosen == NEW)
        tab_engine_store_add(self->store, config, &error);
    else
        tab_engine_store_replace(self->store, (guint)chosen, config, &error);
    if (error) {
        self->chosen = chosen;
        gtk_widget_set_sensitive(self->apply_button, TRUE);
    }
    if (!error && !config->said_name)
        start_trial(self, config, FALSE); /* to learn what it calls itself */
    return show_engine_fault(self, error);
}

/* Whether something was typed that is not in the store. */
static gboolean is_edited(TabEngineManager *self)
{
    gboolean empty = self->chosen == NEW && !*tab_engine_form_get_program(self->form);
    return gtk_widget_get_sensitive(self->apply_button) && !empty;
}

/* --- the list --- */

static void add_engine_row(TabEngineManager *self, const TabEngineConfig *config, int number)
{
    /* Translators: in the list of engines, the one that is just being described. */
    const char *called = config ? tab_engine_store_name_of(config) : _("New engine");
    const char *state = number == OWN      ? _("comes with the game")
                        : !config          ? _("not saved yet")
                        : config->disabled ? _("disabled")
                        : config->failed   ? _("⚠ failed its test")
                                           : config->argv[0];
    GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
    GtkWidget *name = gtk_label_new(called), *detail = gtk_label_new(state);
    gtk_label_set_ellipsize(GTK_LABEL(name), PANGO_ELLIPSIZE_END);
    gtk_label_set_ellipsize(GTK_LABEL(detail), PANGO_ELLIPSIZE_START);
    gtk_label_set_xalign(GTK_LABEL(name), 0);
    gtk_label_set_xalign(GTK_LABEL(detail), 0);
    gtk_widget_add_css_class(detail, "caption");
    if (config && config->disabled)
        gtk_widget_add_css_class(name, "dim-label");
    gtk_box_append(GTK_BOX(box), name);
    gtk_box_append(GTK_BOX(box), detail);
    gtk_widget_add_css_class(box, "engine-row");
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    g_object_set_data(G_OBJECT(row), "number", GINT_TO_POINTER(number));
    g_autofree char *label = g_strdup_printf("%s, %s", called, state);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    gtk_list_box_append(self->list, row);
    if (number == self->chosen)
        gtk_list_box_select_row(self->list, GTK_LIST_BOX_ROW(row));
}

static void fill_list(TabEngineManager *self)
{
    GtkWidget *row, *focus = gtk_root_get_focus(GTK_ROOT(self));
    gboolean had_focus = focus && gtk_widget_is_ancestor(focus, GTK_WIDGET(self->list));
    self->filling = TRUE;
    while ((row = gtk_widget_get_first_child(GTK_WIDGET(self->list))))
        gtk_list_box_remove(self->list, row);
    if (self->own)
        add_engine_row(self, self->own, OWN);
    for (guint i = 0; i < self->store->configs->len; i++)
        add_engine_row(self, self->store->configs->pdata[i], (int)i);
    if (self->chosen == NEW)
        add_engine_row(self, NULL, NEW);
    self->filling = FALSE;
    if (had_focus)
        gtk_widget_grab_focus(GTK_WIDGET(gtk_list_box_get_selected_row(self->list)));
}

/* Turns to an engine, and to its row; one that is not there any more is the last. */
static void go_to_engine(TabEngineManager *self, int wanted)
{
    int last = (int)self->store->configs->len - 1;
    if (wanted > last)
        wanted = last >= 0 ? last : self->own ? OWN : NEW;
    turn_to_engine(self, wanted);
    fill_list(self);
}

/* --- leaving the fields --- */

static void free_removed(Removed *removed)
{
    if (!removed)
        return;
    g_free(removed->name);
    g_clear_pointer(&removed->config, tab_engine_config_free);
    g_clear_pointer(&removed->typed, tab_engine_fields_free);
    g_free(removed);
}

/* It (taken; NULL: nothing) can be brought back until the next is removed. `text` says what became
 * of it. */
static void remember_removed(TabEngineManager *self, Removed *removed, const char *text)
{
    free_removed(self->removed);
    self->removed = removed;
    gtk_widget_set_visible(self->removed_bar, removed != NULL);
    tab_label_text_set(self->removed_label, text);
}

/* What the fields say, apart from the store. */
static Removed *take_typed(TabEngineManager *self)
{
    Removed *removed = g_new0(Removed, 1);
    removed->from = self->chosen;
    removed->typed = tab_engine_form_get_fields(self->form);
    removed->name = g_strdup(self->about             ? self->about
                             : *removed->typed->name ? removed->typed->name
                                                     : removed->typed->program);
    return removed;
}

/* Puts what was typed (taken) where it can be brought back from. */
static void put_away(TabEngineManager *self, Removed *typed, const char *why)
{
    g_autofree char *text =
        /* Translators: the name of an engine, and what is wrong with what was typed for it. */
        g_strdup_printf(_("“%s” was not saved. %s"), typed->name, why);
    gtk_widget_set_sensitive(self->apply_button, FALSE);
    remember_removed(self, typed, text);
}

/* Before the fields turn to something else: what was typed is kept, or else put where it can be
 * brought back from. Nobody is held by it. */
static void leave_fields(TabEngineManager *self)
{
    if (!is_edited(self))
        return;
    Removed *typed = take_typed(self);
    if (on_apply_form(self))
        free_removed(typed);
    else
        put_away(self, typed, gtk_label_get_label(GTK_LABEL(self->fault)));
}

static gboolean on_turn(gpointer data)
{
    TabEngineManager *self = data;
    self->turn = 0;
    leave_fields(self);
    go_to_engine(self, self->wanted);
    return G_SOURCE_REMOVE;
}

/* The rows must not change while the list is at one. */
static void on_row_selected(GtkListBox *list, GtkListBoxRow *row, TabEngineManager *self)
{
    if (self->filling || !row)
        return;
    self->wanted = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(row), "number"));
    if (!is_edited(self) && self->chosen != NEW)
        turn_to_engine(self, self->wanted);
    else if (!self->turn)
        self->turn = g_idle_add(on_turn, self);
}

/* Turns to the place that the engine in the fields has now, if it is still there. */
static void follow_engine(TabEngineManager *self)
{
    const GPtrArray *configs = self->store->configs;
    guint place = self->about ? tab_engine_store_find(configs, self->about) : configs->len;
    if (place < configs->len &&
        g_str_equal(tab_engine_store_name_of(configs->pdata[place]), self->about))
        self->chosen = (int)place;
}

static void on_store_changed(TabEngineManager *self)
{
    guint n = self->store->configs->len;
    if (is_edited(self))
        follow_engine(self);
    if (self->chosen >= (int)n)
        self->chosen = n ? (int)n - 1 : self->own ? OWN : NEW;
    /* it is gone: what is being typed must not become that one's */
    if (is_edited(self) && g_strcmp0(get_name(self), self->about) != 0)
        put_away(self, take_typed(self), _("The list of engines has changed."));
    fill_list(self);
    if (!is_edited(self)) /* else something is being typed */
        show_chosen_engine(self);
    show_engine_fault(self, self->store->fault);
}

/* Somebody comes back, who may have mended the file. */
static void on_active(TabEngineManager *self)
{
    if (self->store && self->store->fault && gtk_window_is_active(GTK_WINDOW(self)))
        tab_engine_store_check(self->store, NULL);
}

/* --- buttons --- */

static void on_add(TabEngineManager *self)
{
    leave_fields(self);
    go_to_engine(self, NEW);
    tab_engine_form_focus_program(self->form);
}

static void on_duplicate(TabEngineManager *self)
{
    g_autoptr(GError) error = NULL;
    if (!check_list(self))
        return;
    leave_fields(self);
    int chosen = self->chosen;
    self->chosen = chosen == OWN ? (int)self->store->configs->len : chosen + 1;
    if (chosen == OWN)
        tab_engine_store_add_copy(self->store, self->own, &error);
    else
        tab_engine_store_duplicate(self->store, (guint)chosen, &error);
    if (error)
        self->chosen = chosen;
    show_engine_fault(self, error);
}

static void remove_stored(TabEngineManager *self)
{
    g_autoptr(GError) error = NULL;
    Removed *removed = g_new0(Removed, 1);
    removed->config = tab_engine_config_copy(get_chosen(self));
    removed->name = g_strdup(tab_engine_store_name_of(removed->config));
    removed->from = self->chosen;
    tab_engine_store_remove(self->store, (guint)self->chosen, &error);
    if (!show_engine_fault(self, error)) {
        free_removed(removed);
        return;
    }
    /* Translators: %s is the name of an engine that was taken off the list. */
    g_autofree char *text = g_strdup_printf(_("“%s” was removed."), removed->name);
    remember_removed(self, removed, text);
}

/* One that is not in the store yet. */
static void remove_new(TabEngineManager *self)
{
    if (is_edited(self)) {
        Removed *typed = take_typed(self);
        g_autofree char *text = g_strdup_printf(_("“%s” was removed."), typed->name);
        remember_removed(self, typed, text);
    }
    go_to_engine(self, G_MAXINT);
}

static void on_remove(TabEngineManager *self)
{
    if (self->chosen == NEW)
        remove_new(self);
    else
        remove_stored(self);
}

/* The engine that it was typed for, if that is still there; else it is a new one. */
static void bring_typed_back(TabEngineManager *self, const Removed *removed)
{
    const GPtrArray *configs = self->store->configs;
    gboolean there =
        removed->from >= 0 && removed->from < (int)configs->len &&
        g_str_equal(tab_engine_store_name_of(configs->pdata[removed->from]), removed->name);
    go_to_engine(self, there ? removed->from : NEW);
    tab_engine_form_show_fields(self->form, removed->typed);
    on_edited(self);
    tab_engine_form_focus_program(self->form);
}

static gboolean bring_stored_back(TabEngineManager *self, const Removed *removed)
{
    g_autoptr(GError) error = NULL;
    int chosen = self->chosen;
    self->chosen = MIN(removed->from, (int)self->store->configs->len);
    tab_engine_store_insert(self->store, (guint)self->chosen, removed->config, &error);
    if (error)
        self->chosen = MIN(chosen, (int)self->store->configs->len - 1);
    return show_engine_fault(self, error);
}

static void on_undo(TabEngineManager *self)
{
    Removed *removed = g_steal_pointer(&self->removed);
    gtk_widget_set_visible(self->removed_bar, FALSE);
    leave_fields(self); /* may leave something else to be brought back */
    if (removed->typed) {
        bring_typed_back(self, removed);
    } else if (!bring_stored_back(self, removed) && !self->removed) {
        self->removed = g_steal_pointer(&removed);
        gtk_widget_set_visible(self->removed_bar, TRUE);
    }
    free_removed(removed);
}

static void on_enabled(TabEngineManager *self)
{
    g_autoptr(GError) error = NULL;
    gboolean enabled = gtk_check_button_get_active(GTK_CHECK_BUTTON(self->enabled));
    if (self->filling || self->chosen < 0)
        return;
    if (check_list(self)) { /* else the fields may be about another engine now */
        leave_fields(self);
        tab_engine_store_set_enabled(self->store, (guint)self->chosen, enabled, &error);
        show_engine_fault(self, error);
    }
    show_enabled(self);
}

static void on_test(TabEngineManager *self)
{
    if (is_testing(self)) {
        drop_trial(self);
        tab_trial_report_say(self->report, _("The test was stopped."));
        return;
    }
    g_autoptr(TabEngineConfig) config = read_form(self);
    if (config)
        start_trial(self, config, TRUE);
}

/* Of the program that stands in the fields: what was typed is kept first. */
static void on_options(TabEngineManager *self)
{
    if (is_edited(self) && !on_apply_form(self))
        return;
    const TabEngineConfig *config = get_chosen(self);
    if (!config)
        return;
    if (!is_testing(self) || !tab_engine_edit_is_same_program(self->trial->config, config))
        start_trial(self, config, FALSE);
    self->for_options = TRUE;
    offer_options(self);
}

static void on_show_log(TabEngineManager *self)
{
    if (!self->trial)
        return;
    g_autoptr(GPtrArray) logs = g_ptr_array_new_with_free_func(g_object_unref);
    g_ptr_array_add(logs, g_object_ref(self->trial->log));
    const char *names[] = {tab_engine_store_name_of(self->trial->config), NULL};
    TabEngineLogWindow *window = tab_engine_log_window_new(GTK_WINDOW(self));
    tab_engine_log_window_set_logs(window, logs, names);
    gtk_window_present(GTK_WINDOW(window));
}

static void on_discard_answered(GtkDialog *question, int response, TabEngineManager *self)
{
    gtk_window_set_transient_for(GTK_WINDOW(question),
                                 NULL); /* whoever answers it holds it still */
    gtk_window_destroy(GTK_WINDOW(question));
    if (response == GTK_RESPONSE_ACCEPT)
        gtk_window_destroy(GTK_WINDOW(self));
}

static void ask_discard(TabEngineManager *self)
{
    GtkWidget *question = tab_question_new(
        GTK_WIDGET(self), _("Discard what was typed for this engine?"),
        gtk_label_get_label(GTK_LABEL(self->fault)), _("_Keep Editing"), _("_Discard"));
    tab_question_warn(question);
    g_signal_connect_object(question, "response", G_CALLBACK(on_discard_answered), self, 0);
    gtk_window_present(GTK_WINDOW(question));
}

/* What cannot be kept cannot be brought back either once the window is gone, so it asks. */
static gboolean tab_engine_manager_close_request(GtkWindow *window)
{
    TabEngineManager *self = TAB_ENGINE_MANAGER(window);
    if (is_edited(self) && !on_apply_form(self)) {
        ask_discard(self);
        return TRUE;
    }
    return GTK_WINDOW_CLASS(tab_engine_manager_parent_class)->close_request(window);
}

/* --- the window --- */

static void tab_engine_manager_dispose(GObject *object)
{
    TabEngineManager *self = TAB_ENGINE_MANAGER(object);
    g_clear_handle_id(&self->turn, g_source_remove);
    if (self->report)
        drop_trial(self);
    self->report = NULL;
    if (self->store)
        g_signal_handlers_disconnect_by_data(self->store, self);
    g_clear_object(&self->store);
    g_clear_pointer(&self->own, tab_engine_config_free);
    g_clear_pointer(&self->removed, free_removed);
    g_clear_pointer(&self->about, g_free);
    self->filling = TRUE;
    G_OBJECT_CLASS(tab_engine_manager_parent_class)->dispose(object);
}

static void tab_engine_manager_class_init(TabEngineManagerClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_engine_manager_dispose;
    GTK_WINDOW_CLASS(klass)->close_request = tab_engine_manager_close_request;
    g_type_ensure(TAB_TYPE_ENGINE_FORM);
    g_type_ensure(TAB_TYPE_TRIAL_REPORT);
    g_type_ensure(TAB_TYPE_FLIP_LAYOUT);
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/engine-manager.ui");
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, list);
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, enabled);
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, form);
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, own_note);
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, duplicate_button);
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, remove_button);
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, apply_button);
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, test_button);
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, options_button);
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, log_button);
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, fault);
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, report);
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, removed_bar);
    gtk_widget_class_bind_template_child(widget_class, TabEngineManager, removed_label);
    gtk_widget_class_bind_template_callback(widget_class, on_active);
    gtk_widget_class_bind_template_callback(widget_class, on_row_selected);
    gtk_widget_class_bind_template_callback(widget_class, on_edited);
    gtk_widget_class_bind_template_callback(widget_class, on_add);
    gtk_widget_class_bind_template_callback(widget_class, on_duplicate);
    gtk_widget_class_bind_template_callback(widget_class, on_remove);
    gtk_widget_class_bind_template_callback(widget_class, on_apply_form);
    gtk_widget_class_bind_template_callback(widget_class, on_enabled);
    gtk_widget_class_bind_template_callback(widget_class, on_test);
    gtk_widget_class_bind_template_callback(widget_class, on_options);
    gtk_widget_class_bind_template_callback(widget_class, on_show_log);
    gtk_widget_class_bind_template_callback(widget_class, on_undo);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_engine_manager_init(TabEngineManager *self)
{
    g_autofree char *program = tab_engine_config_find_program("tab-engine");
    if (program)
        self->own = tab_engine_config_new((const char *[]){program, NULL});
    self->filling = TRUE;
    gtk_widget_init_template(GTK_WIDGET(self));
    self->filling = FALSE;
    gtk_widget_set_sensitive(self->apply_button, FALSE); /* nothing has been typed */
    self->chosen = self->own ? OWN : NEW;
}

TabEngineManager *tab_engine_manager_new(GtkWindow *parent, TabEngineStore *store)
{
    TabEngineManager *self = g_object_new(TAB_TYPE_ENGINE_MANAGER, "transient-for", parent, NULL);
    self->store = g_object_ref(store);
    g_signal_connect_swapped(store, "changed", G_CALLBACK(on_store_changed), self);
    on_store_changed(self);
    return self;
}
