// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of the first turns of all games: by throws, how often, with what score, and what they
// are worth.
#include "gui/games/openings-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "gui/model/game-tree.h"
#include "gui/model/number-text.h"
#include "gui/model/rules-text.h"
#include "gui/model/wording.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/name-list.h"
#include "gui/widgets/widget.h"

struct _TabOpeningsView {
    GtkWidget parent;
    GtkDropDown *rules;
    GtkStack *pages;
    GtkWidget *scrolled, *words;
    GtkListView *list;
    TabGameOpenings *openings; /* NULL: no path yet */
    gboolean filling;
};

G_DEFINE_FINAL_TYPE(TabOpeningsView, tab_openings_view, GTK_TYPE_WIDGET)

/* --- a line --- */

/* What a line is made of, in the order of its columns. */
static const struct {
    const char *key;
    int chars;
} columns[] = {{"games", 7}, {"score", 8}, {"worth", 12}};

static void make_line(TabOpeningsView *self, GtkListItem *item)
{
    GtkWidget *expander = gtk_tree_expander_new(), *box = gtk_box_new(0, 12);
    GtkWidget *turn = gtk_label_new("");
    gtk_label_set_xalign(GTK_LABEL(turn), 0);
    gtk_label_set_ellipsize(GTK_LABEL(turn), PANGO_ELLIPSIZE_END);
    gtk_widget_set_hexpand(turn, TRUE);
    gtk_box_append(GTK_BOX(box), turn);
    g_object_set_data(G_OBJECT(item), "turn", turn);
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
        GtkWidget *label = gtk_label_new("");
        gtk_label_set_xalign(GTK_LABEL(label), 1);
        gtk_label_set_width_chars(GTK_LABEL(label), columns[i].chars);
        gtk_widget_add_css_class(label, "numeric");
        gtk_box_append(GTK_BOX(box), label);
        g_object_set_data(G_OBJECT(item), columns[i].key, label);
    }
    gtk_tree_expander_set_child(GTK_TREE_EXPANDER(expander), box);
    gtk_list_item_set_child(item, expander);
}

static void set_text(GtkListItem *item, const char *key, const char *text)
{
    gtk_label_set_label(g_object_get_data(G_OBJECT(item), key), text);
}

/* "White · 1 4 2 · a9–b9, …" */
static char *describe_turn(const TabOpeningNode *node)
{
    g_auto(GStrv) throws = g_strsplit(node->line->throws, ",", -1);
    g_autofree char *hand = g_strjoinv(" ", throws);
    g_autofree char *turn = tab_game_tree_turn_text(node->line->turn);
    return g_strdup_printf("%s · \u2066%s · %s\u2069", tab_wording_side(node->line->side), hand,
                           turn);
}

/* The children are asked for when somebody wants to see them. */
static void on_expanded(GtkTreeListRow *row, GParamSpec *property, TabOpeningsView *self)
{
    g_autoptr(TabOpeningNode) node = gtk_tree_list_row_get_item(row);
    if (gtk_tree_list_row_get_expanded(row) && node)
        tab_game_openings_follow(self->openings, node);
}

static void fill_line(TabOpeningsView *self, GtkListItem *item)
{
    GtkTreeListRow *row = gtk_list_item_get_item(item);
    g_autoptr(TabOpeningNode) node = gtk_tree_list_row_get_item(row);
    GtkWidget *expander = gtk_list_item_get_child(item), *line = gtk_widget_get_parent(expander);
    g_autofree char *turn = describe_turn(node);
    g_autofree char *games = g_strdup_printf("%u", node->line->games);
    g_autofree char *score =
        isnan(node->score) ? g_strdup("–") : tab_number_text_percent(node->score, 1);
    g_autofree char *value = isnan(node->value) ? NULL : tab_number_text_percent(node->value, 1);
    g_autofree char *worth =
        value ? g_strdup_printf("%s ± %.1f", value, 100 * node->se) : g_strdup("");
    g_autofree char *counted =
        g_strdup_printf(ngettext("%u game", "%u games", node->line->games), node->line->games);
    /* Translators: a first turn of games for screen readers: how many points of a hundred who
     * played it has made. */
    g_autofree char *made = g_strdup_printf(_("score %s"), score);
    /* Translators: a first turn of games for screen readers: what it is worth, as known. */
    g_autofree char *known = value ? g_strdup_printf(_("worth %s"), worth) : NULL;
    g_autofree char *told = g_strjoin(tab_number_text_comma(), turn, counted, made, known, NULL);
    gtk_tree_expander_set_list_row(GTK_TREE_EXPANDER(expander), row);
    set_text(item, "turn", turn);
    set_text(item, "games", games);
    set_text(item, "score", score);
    set_text(item, "worth", worth);
    gtk_accessible_update_property(GTK_ACCESSIBLE(line ? line : expander),
                                   GTK_ACCESSIBLE_PROPERTY_LABEL, told, -1);
    g_signal_connect_object(row, "notify::expanded", G_CALLBACK(on_expanded), self, 0);
}

static void empty_line(TabOpeningsView *self, GtkListItem *item)
{
    GtkTreeListRow *row = gtk_list_item_get_item(item);
    gtk_tree_expander_set_list_row(GTK_TREE_EXPANDER(gtk_list_item_get_child(item)), NULL);
    if (row)
        g_signal_handlers_disconnect_by_data(row, self);
}

/* --- the whole --- */

static GListModel *get_follows(gpointer item, gpointer data)
{
    TabOpeningNode *node = item;
    return node->follows ? G_LIST_MODEL(g_object_ref(node->follows)) : NULL;
}

static void show_rules(TabOpeningsView *self)
{
    const char *const *rules = tab_game_openings_get_rules(self->openings);
    const char *chosen = tab_game_openings_get_chosen(self->openings);
    g_autoptr(GtkStringList) names = gtk_string_list_new(NULL);
    guint selected = GTK_INVALID_LIST_POSITION;
    for (guint i = 0; rules && rules[i]; i++) {
        g_autoptr(TabRules) read = tab_rules_parse(rules[i], NULL);
        gtk_string_list_take(names, read ? tab_rules_text_name(read) : g_strdup(rules[i]));
        if (!g_strcmp0(rules[i], chosen))
            selected = i;
    }
    self->filling = TRUE;
    gtk_drop_down_set_model(self->rules, G_LIST_MODEL(names));
    gtk_drop_down_set_selected(self->rules, selected);
    self->filling = FALSE;
    gtk_widget_set_visible(GTK_WIDGET(self->rules), rules && rules[0]);
}

static void on_changed(TabOpeningsView *self)
{
    const GError *error = tab_game_openings_get_error(self->openings);
    gboolean empty = !g_list_model_get_n_items(tab_game_openings_get_first(self->openings));
    gboolean waiting = tab_game_openings_is_waiting(self->openings);
    const char *words = error ? error->message : waiting ? "" : _("No games yet");
    tab_label_text_set(self->words, words);
    gtk_stack_set_visible_child(self->pages, error || empty ? self->words : self->scrolled);
    show_rules(self);
}

static void on_rules_chosen(TabOpeningsView *self)
{
    guint i = gtk_drop_down_get_selected(self->rules);
    const char *const *rules = self->openings ? tab_game_openings_get_rules(self->openings) : NULL;
    if (!self->filling && rules && i < g_strv_length((GStrv)rules))
        tab_game_openings_choose(self->openings, rules[i]);
}

/* Enter or a double click unfolds a turn, or folds it up. */
static void on_activate(TabOpeningsView *self, guint place)
{
    GListModel *model = G_LIST_MODEL(gtk_list_view_get_model(self->list));
    g_autoptr(GtkTreeListRow) row = g_list_model_get_item(model, place);
    if (row)
        gtk_tree_list_row_set_expanded(row, !gtk_tree_list_row_get_expanded(row));
}

/* The keys to the sides do so too, as in other trees. GTK hears them only inside of a line. */
static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code,
                       GdkModifierType state, TabOpeningsView *self)
{
    GtkSelectionModel *model = gtk_list_view_get_model(self->list);
    GtkTreeListRow *row =
        model ? gtk_single_selection_get_selected_item(GTK_SINGLE_SELECTION(model)) : NULL;
    gboolean left = key == GDK_KEY_Left || key == GDK_KEY_KP_Left,
             right = key == GDK_KEY_Right || key == GDK_KEY_KP_Right;
    if (!row || !(left || right) || (state & gtk_accelerator_get_default_mod_mask()))
        return FALSE;
    gboolean rtl = gtk_widget_get_direction(GTK_WIDGET(self)) == GTK_TEXT_DIR_RTL;
    gtk_tree_list_row_set_expanded(row, right != rtl);
    return TRUE;
}

void tab_openings_view_set_path(TabOpeningsView *self, const char *path)
{
    g_return_if_fail(!self->openings);
    self->openings = tab_game_openings_new(path);
    g_signal_connect_swapped(self->openings, "changed", G_CALLBACK(on_changed), self);
    GListModel *first = g_object_ref(tab_game_openings_get_first(self->openings));
    GtkTreeListModel *tree = gtk_tree_list_model_new(first, FALSE, FALSE, get_follows, NULL, NULL);
    g_autoptr(GtkSelectionModel) selection =
        GTK_SELECTION_MODEL(gtk_single_selection_new(G_LIST_MODEL(tree)));
    gtk_list_view_set_model(self->list, selection);
}

void tab_openings_view_refresh(TabOpeningsView *self)
{
    if (self->openings && gtk_widget_get_mapped(GTK_WIDGET(self)))
        tab_game_openings_refresh(self->openings);
}

static void tab_openings_view_map(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_openings_view_parent_class)->map(widget);
    tab_openings_view_refresh(TAB_OPENINGS_VIEW(widget));
}

static void tab_openings_view_dispose(GObject *object)
{
    TabOpeningsView *self = TAB_OPENINGS_VIEW(object);
    if (self->openings)
        g_signal_handlers_disconnect_by_data(self->openings, self);
    tab_widget_unparent_children(GTK_WIDGET(self));
    g_clear_object(&self->openings);
    G_OBJECT_CLASS(tab_openings_view_parent_class)->dispose(object);
}

static void tab_openings_view_class_init(TabOpeningsViewClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_openings_view_dispose;
    widget_class->map = tab_openings_view_map;
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/openings-view.ui");
    gtk_widget_class_bind_template_child(widget_class, TabOpeningsView, rules);
    gtk_widget_class_bind_template_child(widget_class, TabOpeningsView, pages);
    gtk_widget_class_bind_template_child(widget_class, TabOpeningsView, scrolled);
    gtk_widget_class_bind_template_child(widget_class, TabOpeningsView, words);
    gtk_widget_class_bind_template_child(widget_class, TabOpeningsView, list);
    gtk_widget_class_bind_template_callback(widget_class, on_rules_chosen);
    gtk_widget_class_bind_template_callback(widget_class, on_activate);
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void tab_openings_view_init(TabOpeningsView *self)
{
    self->filling = TRUE;
    gtk_widget_init_template(GTK_WIDGET(self));
    self->filling = FALSE;
    g_autoptr(GtkListItemFactory) factory = gtk_signal_list_item_factory_new();
    g_signal_connect_swapped(factory, "setup", G_CALLBACK(make_line), self);
    g_signal_connect_swapped(factory, "bind", G_CALLBACK(fill_line), self);
    g_signal_connect_swapped(factory, "unbind", G_CALLBACK(empty_line), self);
    gtk_list_view_set_factory(self->list, factory);
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), self);
    gtk_widget_add_controller(GTK_WIDGET(self->list), keys);
    tab_name_list_cut(self->rules);
}
