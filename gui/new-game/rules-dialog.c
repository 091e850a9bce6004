// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of a game in sentences, to be read beside it.
#include "gui/new-game/rules-dialog.h"

#include <string.h>

#include <glib/gi18n.h>

#include "gui/model/rules-text.h"
#include "gui/widgets/action-map.h"
#include "gui/widgets/widget.h"

struct _TabRulesDialog {
    GtkWindow parent;
    GtkWidget *subtitle, *sections;
    TabRuleset set;
    TabGameView *game; /* whose rules are shown, or NULL */
};

G_DEFINE_FINAL_TYPE(TabRulesDialog, tab_rules_dialog, GTK_TYPE_WINDOW)

static void append_label(GtkWidget *box, const char *text, const char *style)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    if (style)
        gtk_widget_add_css_class(label, style);
    gtk_box_append(GTK_BOX(box), label);
}

static void show_rules(TabRulesDialog *self, const TabRuleset *set)
{
    g_autoptr(GPtrArray) sections = tab_rules_text_sections(set);
    g_autoptr(TabRules) rules = tab_rules_new(set);
    g_autofree char *name = tab_rules_text_name(rules), *text = tab_ruleset_to_string(set),
                    *difference = tab_rules_text_difference(set);
    GtkWidget *child;
    self->set = *set;
    gtk_label_set_label(GTK_LABEL(self->subtitle), name);
    gtk_widget_set_tooltip_text(self->subtitle, text);
    while ((child = gtk_widget_get_first_child(self->sections)))
        gtk_box_remove(GTK_BOX(self->sections), child);
    if (*difference)
        append_label(self->sections, difference, NULL);
    for (guint i = 0; i < sections->len; i++) {
        const TabRulesSection *section = sections->pdata[i];
        GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
        append_label(box, section->heading, "heading");
        for (guint k = 0; k < section->sentences->len; k++)
            append_label(box, section->sentences->pdata[k], NULL);
        gtk_accessible_update_property(GTK_ACCESSIBLE(box), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       section->heading, -1);
        gtk_box_append(GTK_BOX(self->sections), box);
    }
}

static void on_rules_of_game_changed(TabRulesDialog *self)
{
    TabGameSession *session = tab_game_view_get_session(self->game);
    const TabRuleset *set = session ? &session->document->record->rules->set : NULL;
    if (set && memcmp(set, &self->set, sizeof *set) != 0)
        show_rules(self, set);
}

static void on_copy_sheet(TabRulesDialog *self)
{
    g_autofree char *rules = tab_ruleset_to_string(&self->set);
    g_autofree char *sheet = tab_rules_text_sheet(&self->set);
    g_autofree char *text = g_strdup_printf("%s\n\n%s", rules, sheet);
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(self)), text);
}

static void tab_rules_dialog_class_init(TabRulesDialogClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/rules-dialog.ui");
    gtk_widget_class_bind_template_child(widget_class, TabRulesDialog, subtitle);
    gtk_widget_class_bind_template_child(widget_class, TabRulesDialog, sections);
    gtk_widget_class_bind_template_callback(widget_class, on_copy_sheet);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_rules_dialog_init(TabRulesDialog *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
}

TabRulesDialog *tab_rules_dialog_new(GtkWindow *parent, const TabRuleset *set)
{
    /* over a modal window only another one can be used */
    TabRulesDialog *self = g_object_new(TAB_TYPE_RULES_DIALOG, "transient-for", parent, "modal",
                                        gtk_window_get_modal(parent), NULL);
    show_rules(self, set);
    return self;
}

static void show_rules_of_game(TabGameView *game)
{
    TabGameSession *session = tab_game_view_get_session(game);
    GtkWindow *window = GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(game)));
    if (!session)
        return;
    GtkWindow *shown = tab_widget_find_window(window, TAB_TYPE_RULES_DIALOG);
    if (!shown) {
        TabRulesDialog *dialog =
            tab_rules_dialog_new(window, &session->document->record->rules->set);
        dialog->game = game;
        g_signal_connect_object(game, "changed", G_CALLBACK(on_rules_of_game_changed), dialog,
                                G_CONNECT_SWAPPED);
        shown = GTK_WINDOW(dialog);
    }
    gtk_window_present(shown);
}

void tab_rules_dialog_add_action(GtkApplicationWindow *window, TabGameView *game)
{
    static const TabAction actions[] = {
        {.name = "show-rules", .activate = G_CALLBACK(show_rules_of_game)}};
    tab_action_map_add(G_ACTION_MAP(window), actions, G_N_ELEMENTS(actions), game);
}
