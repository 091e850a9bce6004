// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of a game's rules: presets with their story, the user's own rulesets, and every
// switch.
#include "gui/new-game/rules-chooser.h"

#include <string.h>

#include <glib/gi18n.h>

#include "gui/widgets/action-map.h"
#include "gui/board/board-picture.h"
#include "gui/widgets/child-widgets.h"
#include "gui/widgets/fault-dialog.h"
#include "gui/widgets/label-text.h"
#include "gui/model/rules-text.h"
#include "gui/widgets/name-list.h"
#include "gui/new-game/name-dialog.h"
#include "gui/new-game/rules-dialog.h"
#include "gui/new-game/rules-switches.h"
#include "protocol/rules/named-rules.h"

struct _TabRulesChooser {
    GtkWidget parent;
    GtkDropDown *list; /* the presets, then the user's own */
    TabBoardPicture *picture;
    GtkLabel *origin, *character, *changes, *fault;
    TabRulesSwitches *switches;
    GSimpleActionGroup *actions;
    char *path;
    GPtrArray *own;    /* of TabNamedRules */
    TabRuleset set;    /* as chosen, with its changes */
    TabRuleset plain;  /* as it is in the list */
    gboolean updating; /* the list is being filled */
};

G_DEFINE_FINAL_TYPE(TabRulesChooser, tab_rules_chooser, GTK_TYPE_WIDGET)

static GtkWindow *get_window(TabRulesChooser *self)
{
    return GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(self)));
}

/* The user's ruleset that is chosen, or NULL: a preset is. */
static const TabNamedRules *get_own(TabRulesChooser *self)
{
    guint nth = gtk_drop_down_get_selected(self->list), presets = tab_ruleset_n_presets();
    return nth >= presets && nth - presets < self->own->len
               ? g_ptr_array_index(self->own, nth - presets)
               : NULL;
}

/* --- what is shown --- */

static char *describe_changes(TabRulesChooser *self)
{
    g_autofree char *changes = tab_rules_text_changes(&self->set);
    if (get_own(self) && memcmp(&self->set, &self->plain, sizeof self->set) != 0) {
        const char *name = get_own(self)->name;
        /* Translators: own rules that have been changed and not saved: their name, and how they
         * differ from the preset that they are told from. */
        return g_strdup_printf(_("Not as saved under “%s”. %s"), name, changes);
    }
    if (!*changes)
        return g_strdup("");
    /* Translators: rules that differ from a preset: its name, and the differences. */
    return g_strdup_printf(_("Other than in %s: %s"), tab_ruleset_preset_name(self->set.preset),
                           changes);
}

static void show_rules(TabRulesChooser *self)
{
    g_autofree char *changes = describe_changes(self);
    gtk_label_set_label(self->origin, _(tab_ruleset_preset_row(self->set.preset)->origin));
    gtk_label_set_label(self->character, _(tab_ruleset_preset_row(self->set.preset)->character));
    gtk_label_set_label(self->changes, changes);
    gtk_widget_set_visible(GTK_WIDGET(self->changes), *changes != '\0');
    tab_board_picture_show_start(self->picture, &self->set);
}

static void show_choice(TabRulesChooser *self)
{
    show_rules(self);
    static const char *const of_own[] = {"rename", "duplicate", "delete"};
    for (guint i = 0; i < G_N_ELEMENTS(of_own); i++)
        tab_action_map_enable(G_ACTION_MAP(self->actions), of_own[i], get_own(self) != NULL);
}

/* "walker (4×9)" for each preset, then the names of the user's own. */
static GtkStringList *list_names(TabRulesChooser *self)
{
    GtkStringList *names = gtk_string_list_new(NULL);
    for (unsigned i = 0; i < tab_ruleset_n_presets(); i++) {
        TabRuleset set = tab_ruleset_preset(i);
        g_autoptr(TabRules) rules = tab_rules_new(&set);
        gtk_string_list_take(names, g_strdup_printf("%s (%u×%u)", tab_ruleset_preset_name(i),
                                                    rules->board.n_rows, rules->board.columns));
    }
    for (guint i = 0; i < self->own->len; i++)
        gtk_string_list_append(names, ((TabNamedRules *)self->own->pdata[i])->name);
    return names;
}

/* Reads the user's file and lists it anew. A bad file is told of; the presets are there all the
 * same. */
static void load_own(TabRulesChooser *self)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *own = tab_named_rules_load(self->path, &error);
    g_clear_pointer(&self->own, g_ptr_array_unref);
    self->own = own ? own : g_ptr_array_new();
    tab_label_text_set(GTK_WIDGET(self->fault), error ? error->message : "");
    gtk_widget_set_visible(GTK_WIDGET(self->fault), error != NULL);
    g_autoptr(GtkStringList) names = list_names(self);
    self->updating = TRUE;
    gtk_drop_down_set_model(self->list, G_LIST_MODEL(names));
    self->updating = FALSE;
}

static void choose(TabRulesChooser *self, guint nth)
{
    self->updating = TRUE;
    gtk_drop_down_set_selected(self->list, nth);
    self->updating = FALSE;
    const TabNamedRules *own = get_own(self);
    self->plain = own ? own->set : tab_ruleset_preset(nth);
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

void tab_rules_chooser_get(TabRulesChooser *self, TabRuleset *set)
{
    *set = self->set;
}

static void on_chosen(TabRulesChooser *self)
{
    guint nth = gtk_drop_down_get_selected(self->list);
    if (self->updating || !self->own || nth == GTK_INVALID_LIST_POSITION)
        return;
    choose(self, nth);
    self->set = self->plain;
    tab_rules_switches_set(self->switches, &self->set);
    show_choice(self);
}

static void on_switched(TabRulesChooser *self)
{
    tab_rules_switches_get(self->switches, &self->set);
    show_choice(self);
}

static void on_explain(TabRulesChooser *self)
{
    gtk_window_present(GTK_WINDOW(tab_rules_dialog_new(get_window(self), &self->set)));
}

/* --- the user's own rulesets --- */

/* After a change of the file: what is now called `name` is chosen; NULL: the preset of the rules.
 */
static void follow(TabRulesChooser *self, bool done, const char *name, const GError *error)
{
    if (!done) {
        tab_fault_dialog_show(get_window(self), _("The rules could not be kept"), error);
        return;
    }
    load_own(self);
    choose(self, name ? find_own(self, name, &self->set) : self->set.preset);
    show_choice(self);
}

static GPtrArray *names_in_use(TabRulesChooser *self, const char *except)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < self->own->len; i++) {
        const char *name = ((TabNamedRules *)self->own->pdata[i])->name;
        if (g_strcmp0(name, except) != 0)
            g_ptr_array_add(names, g_strdup(name));
    }
    return names;
}

static void on_save_named(TabRulesChooser *self, const char *name)
{
    g_autoptr(GError) error = NULL;
    bool done = tab_named_rules_save(self->path, name, &self->set, &error);
    follow(self, done, name, error);
}

/* Changed own rules are proposed to be saved under their name. */
static void on_save(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    TabRulesChooser *self = data;
    g_autoptr(GPtrArray) taken = names_in_use(self, NULL);
    const TabNamedRules *own = get_own(self);
    /* Translators: the name proposed for a person's own rules. */
    g_autofree char *name =
        own ? g_strdup(own->name) : tab_named_rules_free_name(self->own, _("My rules"));
    TabNameDialog *dialog =
        tab_name_dialog_new(get_window(self), _("Save Rules"), name, taken,
                            _("The rules saved under this name will be replaced."));
    g_signal_connect_object(dialog, "named", G_CALLBACK(on_save_named), self, G_CONNECT_SWAPPED);
    gtk_window_present(GTK_WINDOW(dialog));
}

static void on_rename_named(TabRulesChooser *self, const char *name)
{
    g_autoptr(GError) error = NULL;
    const TabNamedRules *own = get_own(self);
    if (own)
        follow(self, tab_named_rules_rename(self->path, own->name, name, &error), name, error);
}

static void on_rename(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    TabRulesChooser *self = data;
    g_autofree char *name = g_strdup(get_own(self)->name);
    g_autoptr(GPtrArray) taken = names_in_use(self, name);
    TabNameDialog *dialog = tab_name_dialog_new(get_window(self), _("Rename Rules"), name, taken,
                                                _("Other rules have this name."));
    g_signal_connect_object(dialog, "named", G_CALLBACK(on_rename_named), self, G_CONNECT_SWAPPED);
    gtk_window_present(GTK_WINDOW(dialog));
}

static void on_duplicate(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    TabRulesChooser *self = data;
    g_autofree char *name = tab_named_rules_free_name(self->own, get_own(self)->name);
    on_save_named(self, name);
}

static void on_delete_answered(GtkDialog *question, int response, TabRulesChooser *self)
{
    g_autoptr(GError) error = NULL;
    const TabNamedRules *own = get_own(self);
    if (response == GTK_RESPONSE_OK && own)
        follow(self, tab_named_rules_remove(self->path, own->name, &error), NULL, error);
    gtk_window_destroy(GTK_WINDOW(question));
}

static void on_delete(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    TabRulesChooser *self = data;
    GtkWidget *question = gtk_message_dialog_new(
        get_window(self), GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_QUESTION,
        /* Translators: the name of own rules. */
        GTK_BUTTONS_NONE, _("Delete the rules “%s”?"), get_own(self)->name);
    gtk_dialog_add_button(GTK_DIALOG(question), _("_Cancel"), GTK_RESPONSE_CANCEL);
    GtkWidget *button = gtk_dialog_add_button(GTK_DIALOG(question), _("_Delete"), GTK_RESPONSE_OK);
    gtk_widget_add_css_class(button, "destructive-action");
    g_signal_connect_object(question, "response", G_CALLBACK(on_delete_answered), self, 0);
    gtk_window_present(GTK_WINDOW(question));
}

static void on_copy(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    TabRulesChooser *self = data;
    g_autofree char *text = tab_ruleset_to_string(&self->set);
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(self)), text);
}

static void on_text(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabRulesChooser) self = data;
    g_autoptr(GError) error = NULL;
    TabRuleset set;
    g_autofree char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(source), result, NULL);
    g_strstrip(text ? text : (text = g_strdup("")));
    if (!self->own)
        return; /* closed meanwhile */
    if (tab_ruleset_parse(text, &set, &error))
        tab_rules_chooser_set(self, &set);
    else
        tab_fault_dialog_show(get_window(self), _("What was copied are no rules"), error);
}

static void on_paste(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    GdkClipboard *clipboard = gtk_widget_get_clipboard(GTK_WIDGET(data));
    gdk_clipboard_read_text_async(clipboard, NULL, on_text, g_object_ref(data));
}

/* --- the widget --- */

static void tab_rules_chooser_dispose(GObject *object)
{
    TabRulesChooser *self = TAB_RULES_CHOOSER(object);
    tab_child_widgets_unparent(GTK_WIDGET(self));
    g_clear_pointer(&self->own, g_ptr_array_unref);
    g_clear_pointer(&self->path, g_free);
    g_clear_object(&self->actions);
    G_OBJECT_CLASS(tab_rules_chooser_parent_class)->dispose(object);
}

static void tab_rules_chooser_class_init(TabRulesChooserClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_rules_chooser_dispose;
    g_type_ensure(TAB_TYPE_BOARD_PICTURE);
    g_type_ensure(TAB_TYPE_RULES_SWITCHES);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/rules-chooser.ui");
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, list);
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, picture);
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, origin);
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, character);
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, changes);
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, fault);
    gtk_widget_class_bind_template_child(widget_class, TabRulesChooser, switches);
    gtk_widget_class_bind_template_callback(widget_class, on_chosen);
    gtk_widget_class_bind_template_callback(widget_class, on_switched);
    gtk_widget_class_bind_template_callback(widget_class, on_explain);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void tab_rules_chooser_init(TabRulesChooser *self)
{
    static const GActionEntry entries[] = {
        {.name = "save", .activate = on_save},     {.name = "rename", .activate = on_rename},
        {.name = "delete", .activate = on_delete}, {.name = "duplicate", .activate = on_duplicate},
        {.name = "copy", .activate = on_copy},     {.name = "paste", .activate = on_paste},
    };
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_name_list_cut(self->list);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Rules"),
                                   -1);
    self->actions = g_simple_action_group_new();
    g_action_map_add_action_entries(G_ACTION_MAP(self->actions), entries, G_N_ELEMENTS(entries),
                                    self);
    gtk_widget_insert_action_group(GTK_WIDGET(self), "rules", G_ACTION_GROUP(self->actions));
    self->path = tab_named_rules_user_file();
    load_own(self);
    self->set = self->plain = tab_ruleset_preset(0);
    tab_rules_chooser_set(self, &self->plain);
}
