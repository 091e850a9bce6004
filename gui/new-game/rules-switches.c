// SPDX-License-Identifier: GPL-3.0-or-later
// All switches of a ruleset as fields with words: width and stones in view, the others unfolded on
// request.
#include "gui/new-game/rules-switches.h"

#include <string.h>

#include <glib/gi18n.h>

#include "gui/model/game-setup.h"
#include "gui/model/rules-text.h"
#include "gui/widgets/widget.h"
#include "gui/widgets/window-fit.h"
#include "gui/widgets/wrap-layout.h"

struct _TabRulesSwitches {
    GtkBox parent;
    GtkWidget *label[TAB_N_SWITCHES], *field[TAB_N_SWITCHES]; /* spin buttons and drop-downs */
    uint8_t value[TAB_N_SWITCHES][TAB_MAX_VALUES];            /* by switch and place in its list */
    guint n_values[TAB_N_SWITCHES];                           /* that its list has */
    GtkWidget *changes;                                       /* a label */
    TabRuleset set;
    gboolean updating; /* the fields are being filled */
};

G_DEFINE_FINAL_TYPE(TabRulesSwitches, tab_rules_switches, GTK_TYPE_BOX)

static guint changed_signal;

/* A number of many; one of few is chosen from a list. */
static gboolean is_count(int key)
{
    const TabSwitchRow *row = tab_ruleset_switch((TabSwitch)key);
    return row->most - row->least >= TAB_MAX_VALUES;
}

/* --- what is shown --- */

static void show_number(TabRulesSwitches *self, int key)
{
    GtkSpinButton *spin = GTK_SPIN_BUTTON(self->field[key]);
    const TabSwitchRow *row = tab_ruleset_switch((TabSwitch)key);
    unsigned least = row->least, most = row->most;
    while (!tab_ruleset_allows(&self->set, (TabSwitch)key, least) && least < most)
        least++;
    while (!tab_ruleset_allows(&self->set, (TabSwitch)key, most) && most > least)
        most--;
    gtk_spin_button_set_range(spin, least, most);
    gtk_spin_button_set_value(spin, self->set.value[key]);
}

/* The list of a switch has the values that are allowed beside the others. It is made anew only when
 * these are others than before: the one that is just being used stays. */
static void show_list(TabRulesSwitches *self, int key)
{
    g_autoptr(GtkStringList) list = gtk_string_list_new(NULL);
    const TabSwitchRow *row = tab_ruleset_switch((TabSwitch)key);
    uint8_t before[TAB_MAX_VALUES];
    guint n = 0, selected = 0, had = self->n_values[key];
    memcpy(before, self->value[key], sizeof before);
    for (unsigned v = row->least; row->most ? v <= row->most : row->value[v].name != NULL; v++) {
        g_autofree char *number = g_strdup_printf("%u", v);
        if (!tab_ruleset_allows(&self->set, (TabSwitch)key, v))
            continue;
        if (v == self->set.value[key])
            selected = n;
        self->value[key][n++] = (uint8_t)v;
        gtk_string_list_append(list, row->most ? number : _(row->value[v].text));
    }
    if (n != had || memcmp(before, self->value[key], n) != 0)
        gtk_drop_down_set_model(GTK_DROP_DOWN(self->field[key]), G_LIST_MODEL(list));
    self->n_values[key] = n;
    gtk_drop_down_set_selected(GTK_DROP_DOWN(self->field[key]), selected);
}

static void show_idle(TabRulesSwitches *self, int key)
{
    const char *idle = tab_ruleset_idle(&self->set, (TabSwitch)key);
    const char *explanation = _(tab_ruleset_switch((TabSwitch)key)->explanation);
    g_autofree char *text =
        idle ? g_strdup_printf("%s\n%s", explanation, _(idle)) : g_strdup(explanation);
    gtk_widget_set_sensitive(self->field[key], idle == NULL);
    gtk_widget_set_tooltip_text(self->field[key], text);
    gtk_widget_set_tooltip_text(self->label[key], text);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->field[key]),
                                   GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void show_values(TabRulesSwitches *self)
{
    self->updating = TRUE;
    for (int key = 0; key < TAB_N_SWITCHES; key++) {
        (is_count(key) ? show_number : show_list)(self, key);
        show_idle(self, key);
    }
    self->updating = FALSE;
}

void tab_rules_switches_set(TabRulesSwitches *self, const TabRuleset *set)
{
    self->set = *set;
    show_values(self);
}

const TabRuleset *tab_rules_switches_get(TabRulesSwitches *self)
{
    return &self->set;
}

void tab_rules_switches_say(TabRulesSwitches *self, const char *changes)
{
    gtk_label_set_label(GTK_LABEL(self->changes), changes);
    gtk_widget_set_visible(self->changes, *changes != '\0');
}

/* --- what a person changes --- */

static void on_switch_changed(GtkWidget *field, GParamSpec *pspec, TabRulesSwitches *self)
{
    int key = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(field), "switch"));
    if (self->updating)
        return;
    uint8_t value = is_count(key)
                        ? (uint8_t)gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(field))
                        : self->value[key][gtk_drop_down_get_selected(GTK_DROP_DOWN(field))];
    int way = value < self->set.value[key] ? -1 : 1; /* some numbers may be passed over */
    while (!tab_ruleset_allows(&self->set, (TabSwitch)key, value) && value > 0 &&
           value <= tab_ruleset_switch((TabSwitch)key)->most)
        value = (uint8_t)(value + way);
    if (tab_ruleset_allows(&self->set, (TabSwitch)key, value))
        tab_ruleset_set(&self->set, (TabSwitch)key, value);
    show_values(self);
    g_signal_emit(self, changed_signal, 0);
}

/* --- the widget --- */

/* Numbers stand side by side in a box, the others one below the other in a grid. */
static void add_switch_row(TabRulesSwitches *self, GtkWidget *place, int key)
{
    gboolean number = is_count(key);
    GtkWidget *label = gtk_label_new(_(tab_ruleset_switch((TabSwitch)key)->title));
    GtkWidget *field = number ? gtk_spin_button_new_with_range(1, TAB_MAX_COLUMNS, 1)
                              : gtk_drop_down_new(NULL, NULL);
    g_object_set_data(G_OBJECT(field), "switch", GINT_TO_POINTER(key));
    gtk_widget_set_hexpand(field, !number);
    gtk_widget_set_halign(field, number ? GTK_ALIGN_START : GTK_ALIGN_FILL);
    gtk_label_set_xalign(GTK_LABEL(label), 1);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    if (number) {
        GtkWidget *pair = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
        gtk_box_append(GTK_BOX(pair), label);
        gtk_box_append(GTK_BOX(pair), field);
        gtk_box_append(GTK_BOX(place), pair);
    } else {
        gtk_grid_attach(GTK_GRID(place), label, 0, key, 1, 1);
        gtk_grid_attach(GTK_GRID(place), field, 1, key, 1, 1);
    }
    gtk_label_set_mnemonic_widget(GTK_LABEL(label), field);
    self->label[key] = label;
    self->field[key] = field;
    g_signal_connect(field, number ? "notify::value" : "notify::selected",
                     G_CALLBACK(on_switch_changed), self);
}

static void tab_rules_switches_class_init(TabRulesSwitchesClass *klass)
{
    changed_signal = g_signal_new("changed", TAB_TYPE_RULES_SWITCHES, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *new_changes_label(void)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_widget_add_css_class(label, "heading");
    return label;
}

static void tab_rules_switches_init(TabRulesSwitches *self)
{
    GtkWidget *numbers = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), *others = gtk_grid_new();
    GtkWidget *expander = gtk_expander_new_with_mnemonic(_("All r_ules"));
    gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
    gtk_box_set_spacing(GTK_BOX(self), 9);
    gtk_widget_set_layout_manager(numbers, g_object_new(TAB_TYPE_WRAP_LAYOUT, NULL));
    gtk_grid_set_row_spacing(GTK_GRID(others), 6);
    gtk_grid_set_column_spacing(GTK_GRID(others), 12);
    gtk_widget_set_margin_top(others, 9);
    for (int key = 0; key < TAB_N_SWITCHES; key++)
        add_switch_row(self, is_count(key) ? numbers : others, key);
    gtk_accessible_update_property(GTK_ACCESSIBLE(expander), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   _("All rules"), -1);
    gtk_expander_set_child(GTK_EXPANDER(expander), others);
    tab_widget_fold(GTK_EXPANDER(expander));
    self->changes = new_changes_label();
    gtk_box_append(GTK_BOX(self), numbers);
    gtk_box_append(GTK_BOX(self), self->changes);
    gtk_box_append(GTK_BOX(self), expander);
    self->set = tab_ruleset_preset(TAB_DEFAULT_PRESET);
    show_values(self);
    tab_window_fit_words(others);
}
