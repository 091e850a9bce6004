// SPDX-License-Identifier: GPL-3.0-or-later
// One player beside the board: colour, name, what it is doing, clock, saved tâbs and the pieces it
// has taken.
#include "gui/table/player-panel.h"

#include <glib/gi18n.h>

#include "gui/model/game-clock.h"
#include "gui/model/wording.h"
#include "gui/board/stones-view.h"
#include "gui/widgets/widget.h"
#include "gui/widgets/label-text.h"

struct _TabPlayerPanel {
    GtkBox parent;
    TabStonesView *stone, *taken;
    GtkWidget *texts, *name, *state, *clock, *clock_low, *clock_time, *saved, *taken_label;
    gboolean compact;
};

G_DEFINE_FINAL_TYPE(TabPlayerPanel, tab_player_panel, GTK_TYPE_BOX)

static void show_taken(TabPlayerPanel *self, TabGameSession *session, TabSide side)
{
    guint taken = tab_document_game(session->document)->counts.taken[side];
    tab_stones_view_show(self->taken, tab_side_other(side), taken);
    gtk_widget_set_visible(GTK_WIDGET(self->taken), taken > 0);
    gtk_widget_set_visible(self->taken_label, taken > 0);
    /* Translators: how many enemy pieces a player has taken; the pieces are drawn beside it. */
    g_autofree char *text = g_strdup_printf(ngettext("%u taken", "%u taken", taken), taken);
    g_autofree char *number = g_strdup_printf("%u", taken);
    gtk_label_set_label(GTK_LABEL(self->taken_label), self->compact ? number : text);
    gtk_widget_set_tooltip_text(self->taken_label, text);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->taken_label), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   text, -1);
}

void tab_player_panel_show_clock(TabPlayerPanel *self, TabGameSession *session, TabSide side)
{
    const TabGameClock *clock = tab_game_session_get_clock(session);
    gtk_widget_set_visible(self->clock, clock != NULL);
    if (!clock)
        return;
    bool low = tab_game_clock_is_low(clock, side);
    g_autofree char *time = tab_clock_text(tab_game_clock_get_shown(clock, side));
    g_autofree char *words = tab_clock_text_describe(clock, side);
    gtk_label_set_label(GTK_LABEL(self->clock_time), time);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->clock_time), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   words, -1);
    gtk_widget_set_visible(self->clock_low, low);
    tab_widget_set_class(self->clock, "low", low);
    tab_widget_set_class(self->clock, "running", clock->running == (int)side);
}

void tab_player_panel_show(TabPlayerPanel *self, TabGameSession *session, TabSide side)
{
    g_autofree char *name = tab_wording_name(session, side);
    g_autofree char *state = tab_wording_player_state(session, side);
    g_autofree char *doing = tab_wording_player_doing(session, side);
    /* Translators: a side and its player's state, for screen readers: "White: to move · 9 stones".
     */
    g_autofree char *label = g_strdup_printf(_("%s, %s: %s"), name, tab_wording_side(side), state);
    tab_stones_view_show(self->stone, side, 1);
    gtk_label_set_label(GTK_LABEL(self->name), name);
    gtk_label_set_label(GTK_LABEL(self->state), self->compact ? doing : state);
    tab_label_text_tip(self->texts, state);
    show_taken(self, session, side);
    const TabGame *game = tab_document_game(session->document);
    guint saved = game->position.saved[side];
    /* Translators: tâbs kept for later turns. */
    g_autofree char *kept =
        g_strdup_printf(ngettext("%u saved tâb", "%u saved tâbs", saved), saved);
    gtk_label_set_label(GTK_LABEL(self->saved), kept);
    gtk_widget_set_visible(self->saved, saved > 0);
    tab_player_panel_show_clock(self, session, side);
    gboolean moves =
        tab_document_phase(session->document) != TAB_PHASE_OVER && tab_game_side(game) == side;
    tab_widget_set_class(GTK_WIDGET(self), "active", moves || game->winner == (int)side);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void tab_player_panel_set_compact(TabPlayerPanel *self, gboolean compact)
{
    self->compact = compact;
    tab_stones_view_set_size(self->stone, compact ? 24 : 42);
    tab_stones_view_set_size(self->taken, compact ? 18 : 26);
    gtk_orientable_set_orientation(GTK_ORIENTABLE(self->texts),
                                   compact ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
    gtk_box_set_spacing(GTK_BOX(self->texts), compact ? 8 : 0);
}

static void tab_player_panel_class_init(TabPlayerPanelClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    g_type_ensure(TAB_TYPE_STONES_VIEW);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/player-panel.ui");
    gtk_widget_class_bind_template_child(widget_class, TabPlayerPanel, stone);
    gtk_widget_class_bind_template_child(widget_class, TabPlayerPanel, taken);
    gtk_widget_class_bind_template_child(widget_class, TabPlayerPanel, texts);
    gtk_widget_class_bind_template_child(widget_class, TabPlayerPanel, name);
    gtk_widget_class_bind_template_child(widget_class, TabPlayerPanel, state);
    gtk_widget_class_bind_template_child(widget_class, TabPlayerPanel, clock);
    gtk_widget_class_bind_template_child(widget_class, TabPlayerPanel, clock_low);
    gtk_widget_class_bind_template_child(widget_class, TabPlayerPanel, clock_time);
    gtk_widget_class_bind_template_child(widget_class, TabPlayerPanel, saved);
    gtk_widget_class_bind_template_child(widget_class, TabPlayerPanel, taken_label);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_css_name(widget_class, "player");
}

static void tab_player_panel_init(TabPlayerPanel *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_player_panel_set_compact(self, FALSE);
}
