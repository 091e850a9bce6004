// SPDX-License-Identifier: GPL-3.0-or-later
// The score of a match over the board: a button that opens all there is to tell of the match.
#include "gui/match/match-bar.h"

#include <glib/gi18n.h>

#include "gui/widgets/label-text.h"
#include "gui/widgets/widget.h"

struct _TabMatchBar {
    GtkBox parent;
    GtkWidget *button, *score, *state;
};

G_DEFINE_FINAL_TYPE(TabMatchBar, tab_match_bar, GTK_TYPE_BOX)

void tab_match_bar_show(TabMatchBar *self, TabGameMatch *match)
{
    if (!match) {
        tab_widget_drop_focus(GTK_WIDGET(self));
        gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
        return;
    }
    g_autofree char *score = tab_game_match_describe_score(match);
    g_autofree char *state = tab_game_match_describe_state(match);
    g_autofree char *both = g_strdup_printf("%s. %s", score, state);
    tab_label_text_set(self->score, score);
    tab_label_text_set(self->state, state);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   both, -1);
    gtk_widget_set_visible(GTK_WIDGET(self), TRUE);
}

static void tab_match_bar_class_init(TabMatchBarClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/match-bar.ui");
    gtk_widget_class_bind_template_child(widget_class, TabMatchBar, button);
    gtk_widget_class_bind_template_child(widget_class, TabMatchBar, score);
    gtk_widget_class_bind_template_child(widget_class, TabMatchBar, state);
}

static void tab_match_bar_init(TabMatchBar *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
}
