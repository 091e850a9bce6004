// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the clock of a game: none, a time for each turn, or one for the game with an increment.
#include "gui/new-game/clock-choice.h"

struct _TabClockChoice {
    GtkBox parent;
    GtkDropDown *kind;
    GtkWidget *turn, *game;
    GtkAdjustment *seconds, *minutes, *increment;
};

G_DEFINE_FINAL_TYPE(TabClockChoice, tab_clock_choice, GTK_TYPE_BOX)

enum { NONE, TURN, GAME }; /* the rows of `kind` */

static guint get_kind(TabClockChoice *self)
{
    return gtk_drop_down_get_selected(self->kind);
}

static void on_kind_changed(TabClockChoice *self)
{
    gtk_widget_set_visible(self->turn, get_kind(self) == TURN);
    gtk_widget_set_visible(self->game, get_kind(self) == GAME);
}

static void set_ms(GtkAdjustment *adjustment, gint64 ms, gint64 unit_ms)
{
    gtk_adjustment_set_value(adjustment, (double)((ms + unit_ms - 1) / unit_ms));
}

static gint64 get_ms(GtkAdjustment *adjustment, gint64 unit_ms)
{
    return (gint64)(gtk_adjustment_get_value(adjustment) + 0.5) * unit_ms;
}

void tab_clock_choice_show(TabClockChoice *self, const TabTimeControl *control)
{
    gtk_drop_down_set_selected(self->kind, control->base_ms       ? GAME
                                           : control->movetime_ms ? TURN
                                                                  : NONE);
    if (control->movetime_ms)
        set_ms(self->seconds, control->movetime_ms, 1000);
    if (!control->base_ms)
        return;
    set_ms(self->minutes, control->base_ms, 60000);
    set_ms(self->increment, control->increment_ms, 1000);
}

TabTimeControl tab_clock_choice_read(TabClockChoice *self)
{
    TabTimeControl control = {0};
    if (get_kind(self) == TURN)
        control.movetime_ms = get_ms(self->seconds, 1000);
    if (get_kind(self) == GAME) {
        control.base_ms = get_ms(self->minutes, 60000);
        control.increment_ms = get_ms(self->increment, 1000);
    }
    return control;
}

/* The drop-down stands for the whole choice: so its label reaches it. */
static gboolean tab_clock_choice_mnemonic_activate(GtkWidget *widget, gboolean group_cycling)
{
    return gtk_widget_grab_focus(GTK_WIDGET(TAB_CLOCK_CHOICE(widget)->kind));
}

static void tab_clock_choice_class_init(TabClockChoiceClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    widget_class->mnemonic_activate = tab_clock_choice_mnemonic_activate;
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/clock-choice.ui");
    gtk_widget_class_bind_template_child(widget_class, TabClockChoice, kind);
    gtk_widget_class_bind_template_child(widget_class, TabClockChoice, turn);
    gtk_widget_class_bind_template_child(widget_class, TabClockChoice, game);
    gtk_widget_class_bind_template_child(widget_class, TabClockChoice, seconds);
    gtk_widget_class_bind_template_child(widget_class, TabClockChoice, minutes);
    gtk_widget_class_bind_template_child(widget_class, TabClockChoice, increment);
    gtk_widget_class_bind_template_callback(widget_class, on_kind_changed);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void tab_clock_choice_init(TabClockChoice *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    on_kind_changed(self);
}
