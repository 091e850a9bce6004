// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of a game's rules: a game of the family with its story, the user's own rulesets, and
// every switch.
#include "gui/new-game/rules-chooser.h"

#include <string.h>

#include <glib/gi18n.h>

#include "gui/widgets/action-map.h"
#include "gui/board/board-picture.h"
#include "gui/files/clipboard-text.h"
#include "gui/widgets/widget.h"
#include "gui/widgets/fault-dialog.h"
#include "gui/widgets/label-text.h"
#include "gui/model/rules-text.h"
#include "gui/widgets/wrap-layout.h"
#include "gui/widgets/question.h"
#include "gui/new-game/family-dialog.h"
#include "gui/new-game/rules-dialog.h"
#include "gui/new-game/rules-switches.h"
#include "protocol/game/named-rules.h"

/* pixels for a board of any width: what lies below stays where the pointer is */
#define PICTURE_WIDTH 264
#define PICTURE_HEIGHT 122

/* --- the dialog for a name --- */

/* Signal: "named" (const char *name), a name that a ruleset can have; the dialog then closes. */
#define TAB_TYPE_NAME_DIALOG (tab_name_dialog_get_type())
G_DECLARE_FINAL_TYPE(TabNameDialog, tab_name_dialog, TAB, NAME_DIALOG, GtkWindow)

struct _TabNameDialog {
    GtkWindow parent;
    GtkWidget *name, *note, *accept_button;
    GPtrArray *own; /* of TabNamedRules */
    char *first;    /* the name to begin with */
    gboolean renames;
};

G_DEFINE_FINAL_TYPE(TabNameDialog, tab_name_dialog, GTK_TYPE_WINDOW)

static guint named_signal;

static char *get_name(TabNameDialog *self)
{
    return g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(self->name))));
}

/* Tells what is wrong with the name, or that other rules have it. */
static void on_name_changed(TabNameDialog *self)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *name = get_name(self);
    gboolean good = tab_named_rules_check_name(name, &error);
    const char *note = good ? "" : error->message;
    if (good && tab_named_rules_find(self->own, name)) {
        if (!self->renames)
            note = _("The rules saved under this name will be replaced.");
        else if (!g_str_equal(name, self->first))
            note = _("Other rules have this name.");
    }
    tab_label_text_set(self->note, note);
    gtk_accessible_update_state(GTK_ACCESSIBLE(self->name), GTK_ACCESSIBLE_STATE_INVALID,
                                good ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE,
                                -1);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->name), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   note, -1);
    gtk_widget_set_sensitive(self->accept_button, good);
}

static void on_accept(TabNameDialog *self)
{
    g_autofree char *name = get_name(self);
    if (!tab_named_rules_check_name(name, NULL))
        return;
    g_object_ref(self);
    gtk_window_close(GTK_WINDOW(self));
    g_signal_emit(self, named_signal, 0, name);
    g_object_unref(self);
}

static void tab_name_dialog_finalize(GObject *object)
{
    g_ptr_array_unref(TAB_NAME_DIALOG(object)->own);
    g_free(TAB_NAME_DIALOG(object)->first);
    G_OBJECT_CLASS(tab_name_dialog_parent_class)->finalize(object);
}

static void tab_name_dialog_class_init(TabNameDialogClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->finalize = tab_name_dialog_finalize;
    named_signal = g_signal_new("named", TAB_TYPE_NAME_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/name-dialog.ui");
    gtk_widget_class_bind_template_child(widget_class, TabNameDialog, name);
    gtk_widget_class_bind_template_child(widget_class, TabNameDialog, note);
    gtk_widget_class_bind_template_child(widget_class, TabNameDialog, accept_button);
    gtk_widget_class_bind_template_callback(widget_class, on_name_changed);
    gtk_widget_class_bind_template_callback(widget_class, on_accept);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_name_dialog_init(TabNameDialog *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
}

/* --- the chooser --- */

struct _TabRulesChooser {
    GtkWidget parent;
    GtkWidget *game; /* the button */
    TabBoardPicture *picture;
    GtkLabel *name, *size, *origin, *character;
    GtkWidget *fault;
    TabRulesSwitches *switches;
    GSimpleActionGroup *actions;
    char *path;
    GPtrArray *own;   /* of TabNamedRules */
    guint nth;        /* of the presets, then the user's own, is chosen */
    TabRuleset set;   /* as chosen, with its changes */
    TabRuleset plain; /* as it is in the list */
};

G_DEFINE_FINAL_TYPE(TabRulesChooser, tab_rules_chooser, GTK_TYPE_WIDGET)

static guint changed_signal;

static GtkWindow *get_window(TabRulesChooser *self)
{
    return GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(self)));
}

/* The user's ruleset that is chosen, or NULL: a preset is. */
static const TabNamedRules *get_own(TabRulesChooser *self)
{
    guint presets = tab_ruleset_n_presets();
    return self->nth >= presets && self->nth - presets < self->own->len
               ? g_ptr_array_index(self->own, self->nth - presets)
               : NULL;
}

/* --- what is shown --- */

/* How the rules differ from what is chosen in the list; "" if they do not. */
static char *describe_changes(TabRulesChooser *self)
{
    const TabNamedRules *own = get_own(self);
    g_autofree char *changes = tab_rules_text_changes(&self->set);
    if (own && memcmp(&self->set, &self->plain, sizeof self->set) != 0)
        /* Translators: own rules that have been changed and not saved: their name, and how they
         * differ from the preset that they are told from. */
        return g_strdup_printf(_("Not as saved under “%s”. %s"), own->name, changes);
    return tab_rules_text_difference(&self->set);
}

static char *describe_board(const TabRuleset *set)
{
    g_autoptr(TabRules) rules = tab_rules_new(set);
    guint pieces = tab_ruleset_pieces(set);
    TabRuleset preset = tab_ruleset_preset(set->preset);
    /* Translators: under the picture of a board: rows, columns, stones. */
    const char *format = ngettext("%u×%u, %u stone a side", "%u×%u, %u stones a side", pieces);
    g_autofree char *size =
        g_strdup_printf(format, rules->board.n_rows, rules->board.columns, pieces);
    if (memcmp(&preset, set, sizeof preset) != 0)
        return g_steal_pointer(&size); /* nobody knows how long that takes */
    g_autofree char *time = tab_rules_text_time(set->preset);
    return g_strdup_printf("%s\n%s", size, time);
}

static void show_choice(TabRulesChooser *self)
{
    static const char *const of_own[] = {"rename", "duplicate", "delete"};
    const TabPreset *preset = tab_ruleset_preset_row(self->set.preset);
    g_autofree char *changes = describe_changes(self), *size = describe_board(&self->set);
    gtk_label_set_label(self->size, size);
    gtk_label_set_label(self->origin, _(preset->origin));
    gtk_label_set_label(self->character, _(preset->character));
    tab_rules_switches_say(self->switches, changes);
    tab_board_picture_show_start(self->picture, &self->set);
    for (guint i = 0; i < G_N_ELEMENTS(of_own); i++)
        tab_action_map_enable(G_ACTION_MAP(self->actions), of_own[i], get_own(self) != NULL);
    g_signal_emit(self, changed_signal, 0);
}

/* The user's own rulesets, whose file is read anew. A bad file is told of. */
static void read_own(TabRulesChooser *self)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *own = tab_named_rules_load(self->path, &error);
    g_clear_pointer(&self->own, g_ptr_array_unref);
    self->own = own ? own : g_ptr_array_new();
    tab_label_text_show(self->fault, error ? error->message : NULL);
}

static void choose(TabRulesChooser *self, guint nth)
{
    self->nth = nth;
    const TabNamedRules *own = get_own(self);
    const char *name = own ? own->name : tab_rules_text_preset(nth);
    /* Translators: the name of the game, or of own rules, that is chosen. */
    g_autofree char *label = g_strdup_printf(_("Game: %s"), name);
    self->plain = own ? own->set : tab_ruleset_preset(nth);
    gtk_label_set_label(self->name, name);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->game), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
}

/* The place of a name in the list, or of the preset of these rules. */
static guint find_own(TabRulesChooser *self, const char *name, const TabRuleset *set)
{
    for (guint i = 0; i < self->own->len; i++) {
        const TabNamedRules *own = g_ptr_array_index(self->own, i);
        if (name ? g_str_equal(own->name, name) : !memcmp(&own->set, set, sizeof *set))
            return tab_ruleset_n_presets() + i;
    }
    return set->preset;
}

void tab_rules_chooser_set(TabRulesChooser *self, const TabRuleset *set)
{
    TabRuleset plain = tab_ruleset_preset(set->preset);
    bool is_plain = !memcmp(&plain, set, sizeof plain);
    choose(self, is_plain ? set->preset : find_own(self, NULL, set));
    self->set = *set;
    tab_rules_switches_set(self->switches, set);
    show_choice(self);
}

const TabRuleset *tab_rules_chooser_get(TabRulesChooser *self)
{
    return &self->set;
}

static void on_chosen(TabRulesChooser *self, guint nth)
{
    choose(self, nth);
    self->set = self->plain;
    tab_rules_switches_set(self->switches, &self->set);
    show_choice(self);
}

static void on_choose(TabRulesChooser *self)
{
    TabFamilyDialog *dialog = tab_family_dialog_new(get_window(self), self->own, self->nth);
    g_signal_connect_object(dialog, "chosen", G_CALLBACK(on_chosen), self, G_CONNECT_SWAPPED);
    gtk_window_present(GTK_WINDOW(dialog));
}

static void on_switched(TabRulesChooser *self)
{
    self->set = *tab_rules_switches_get(self->switches);
    show_choice(self);
}

static void on_explain(TabRulesChooser *self)
{
    gtk_window_present(GTK_WINDOW(tab_rules_dialog_new(get_window(self), &self->set)));
}

/* --- the user's own rulesets --- */

/* After a change of the file: what is now called `name` is chosen; NULL: the preset of the rules.
 */
static void follow_file(TabRulesChooser *self, bool done, const char *name, const GError *error)
{
    if (!done) {
        tab_fault_dialog_show(get_window(self), _("The rules could not be kept"), error);
        return;
    }
    read_own(self);
    choose(self, name ? find_own(self, name, &self->set) : self->set.preset);
    show_choice(self);
}

/* Asks for a name, beginning with `name`; `named` gets it. */
static void ask_name(TabRulesChooser *self, const char *name, gboolean renames, GCallback named)
{
    TabNameDialog *dialog =
        g_object_new(TAB_TYPE_NAME_DIALOG, "transient-for", get_window(self), "title",
                     renames ? _("Rename Rules") : _("Save Rules"), NULL);
    dialog->own = g_ptr_array_ref(self->own);
    dialog->first = g_strdup(name);
    dialog->renames = renames;
    gtk_editable_set_text(GTK_EDITABLE(dialog->name), name);
    on_name_changed(dialog);
    gtk_widget_grab_focus(dialog->name);
    g_signal_connect_object(dialog, "named", named, self, G_CONNECT_SWAPPED);
    gtk_window_present(GTK_WINDOW(dialog));
}

static void on_save_named(TabRulesChooser *self, const char *name)
{
    g_autoptr(GError) error = NULL;
    bool done = tab_named_rules_save(self->path, name, &self->set, &error);
    follow_file(self, done, name, error);
}

/* Changed own rules are proposed to be saved under their name. */
static void save_rules(TabRulesChooser *self)
{
    const TabNamedRules *own = get_own(self);
    /* Translators: the name proposed for a person's own rules. */
    g_autofree char *name =
        own ? g_strdup(own->name) : tab_named_rules_free_name(self->own, _("My rules"));
    ask_name(self, name, FALSE, G_CALLBACK(on_save_named));
}

static void on_rename_named(TabRulesChooser *self, const char *name)
{
    g_autoptr(GError) error = NULL;
    const TabNamedRules *own = get_own(self);
    if (own)
        follow_file(self, tab_named_rules_rename(self->path, own->name, name, &error), name, error);
}

static void rename_rules(TabRulesChooser *self)
{
    ask_name(self, get_own(self)->name, TRUE, G_CALLBACK(on_rename_named));
}

static void duplicate_rules(TabRulesChooser *self)
{
    g_autofree char *name = tab_named_rules_free_name(self->own, get_own(self)->name);
    on_save_named(self, name);
}

static void on_delete_answered(GtkDialog *question, int response, TabRulesChooser *self)
{
    g_autoptr(GError) error = NULL;
    const TabNamedRules *own = get_own(self);
    if (response == GTK_RESPONSE_ACCEPT && own)
        follow_file(self, tab_named_rules_remove(self->path, own->name, &error), NULL, error);
    gtk_window_destroy(GTK_WINDOW(question));
}

static void delete_rules(TabRulesChooser *self)
{
    /* Translators: the name of own rules. */
    g_autofree char *title = g_strdup_printf(_("Delete the rules “%s”?"), get_own(self)->name);
    GtkWidget *question =
        tab_question_new(GTK_WIDGET(self), title, NULL, _("_Cancel"), _("_Delete"));
    tab_question_warn(question);
    g_signal_connect_object(question, "response", G_CALLBACK(on_delete_answered), self, 0);
    gtk_window_present(GTK_WINDOW(question));
}

static void copy_rules(TabRulesChooser *self)
{
    g_autofree char *text = tab_ruleset_to_string(&self->set);
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(self)), text);
}

static void on_rules_pasted(gpointer owner, GBytes *bytes)
{
    TabRulesChooser *self = owner;
    g_autoptr(GError) error = NULL;
    TabRuleset set;
    gsize size;
    const char *data = g_bytes_get_data(bytes, &size);
    g_autofree char *text = g_utf8_make_valid(data ? data : "", (gssize)size);
    if (!self->own)
        return; /* closed meanwhile */
    if (tab_ruleset_parse(g_strstrip(text), &set, &error))
        tab_rules_chooser_set(self, &set);
    else
        tab_fault_dialog_show(get_window(self), _("What was copied are no rules"), error);
}

static void paste_rules(TabRulesChooser *self)
{
    enum { LIMIT = 1024 }; /* bytes: more than all switches with their values take */
    g_autoptr(GCancellable) never = g_cancellable_new();
    tab_clipboard_text_read(gtk_widget_get_clipboard(GTK_WIDGET(self)), LIMIT, never,
                            on_rules_pasted, self);
}

/* --- the widget --- */

static void tab_rules_chooser_dispose(GObject *object)
{
    TabRulesChooser *self = TAB_RULES_CHOOSER(object);
    tab_widget_unparent_children(GTK_WIDGET(self));
    g_clear_pointer(&self->own, g_ptr_array_unref);
    g_clear_pointer(&self->path, g_free);
    g_clear_object(&self->actions);
    G_OBJECT_CLASS(tab_rules_chooser_parent_class)->dispose(object);
}

static void tab_rules_chooser_class_init(TabRulesChooserClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_rules_chooser_dispose;
    changed_signal = g_signal_new("changed", TAB_TYPE_RULES_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
    g_type_ensure(TAB_TYPE_BOARD_PICTURE);
    g_type_ensure(TAB_TYPE_RULES_SWITCHES);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/rules-chooser.ui");
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, game);
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, name);
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, picture);
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, size);
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, origin);
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, character);
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, fault);
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, switches);
    gtk_widget_class_bind_template_callback(widget_class, on_choose);
    gtk_widget_class_bind_template_callback(widget_class, on_switched);
    gtk_widget_class_bind_template_callback(widget_class, on_explain);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void tab_rules_chooser_init(TabRulesChooser *self)
{
    static const TabAction actions[] = {
        {.name = "save", .activate = G_CALLBACK(save_rules)},
        {.name = "rename", .activate = G_CALLBACK(rename_rules)},
        {.name = "delete", .activate = G_CALLBACK(delete_rules)},
        {.name = "duplicate", .activate = G_CALLBACK(duplicate_rules)},
        {.name = "copy", .activate = G_CALLBACK(copy_rules)},
        {.name = "paste", .activate = G_CALLBACK(paste_rules)},
    };
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_board_picture_set_size(self->picture, PICTURE_WIDTH, PICTURE_HEIGHT);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Rules"),
                                   -1);
    self->actions = g_simple_action_group_new();
    tab_action_map_add(G_ACTION_MAP(self->actions), actions, G_N_ELEMENTS(actions), self);
    gtk_widget_insert_action_group(GTK_WIDGET(self), "rules", G_ACTION_GROUP(self->actions));
    self->path = tab_named_rules_user_file();
    read_own(self);
    self->set = self->plain = tab_ruleset_preset(TAB_DEFAULT_PRESET);
    tab_rules_chooser_set(self, &self->plain);
}
