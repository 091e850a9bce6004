// SPDX-License-Identifier: GPL-3.0-or-later
// The tutor over the board: holds a turn back that is about to end, until it is weighed or the
// person insists.
#include "gui/table/tutor-bar.h"

#include <glib/gi18n.h>

#include "gui/analysis/analysis-pane.h"
#include "gui/widgets/widget.h"
#include "gui/widgets/wrap-layout.h"
#include "gui/model/analysis-job.h"
#include "gui/model/game-tree.h"
#include "gui/model/turn-grade.h"

struct _TabTutorBar {
    GtkBox parent;
    GtkWidget *take_back;
    GtkLabel *title, *detail;
    TabGameView *game; /* NULL once the window is being torn down */
    GSettings *settings;
    char *turn;          /* that is held back, as text; NULL: none */
    TabAnalysisJob *job; /* that weighs it, or has done so; NULL: none */
};

G_DEFINE_FINAL_TYPE(TabTutorBar, tab_tutor_bar, GTK_TYPE_BOX)

static TabGameSession *get_session(TabTutorBar *self)
{
    return tab_game_view_get_session(self->game);
}

/* In the status line. */
static void say_below(TabTutorBar *self, const char *text)
{
    tab_turn_controls_say(tab_game_view_get_controls(self->game), text);
}

static void hide(TabTutorBar *self)
{
    tab_widget_drop_focus(GTK_WIDGET(self));
    tab_analysis_job_drop(&self->job, self);
    g_clear_pointer(&self->turn, g_free);
    gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
    if (self->game && get_session(self))
        say_below(self, ""); /* the warning, if it was repeated there */
}

/* They leave the keyboard where it is: Space may be meant to throw. The bar is an alert, so a
 * screen reader tells it all the same. */
static void show_words(TabTutorBar *self, const char *title, const char *detail, gboolean warns)
{
    g_autofree char *both = g_strdup_printf("%s. %s", title, detail);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, both, -1);
    gtk_label_set_label(self->title, title);
    gtk_label_set_label(self->detail, detail);
    gtk_widget_set_visible(GTK_WIDGET(self->detail), *detail != '\0');
    gtk_widget_set_visible(self->take_back, warns);
    gtk_widget_set_visible(GTK_WIDGET(self), TRUE);
}

/* The turn goes as it is. */
static void on_go_on(TabTutorBar *self)
{
    hide(self);
    tab_turn_controls_go_on(tab_game_view_get_controls(self->game));
}

static void on_take_back(TabTutorBar *self)
{
    TabGameSession *session = get_session(self);
    hide(self);
    while (tab_document_game(session->document)->turn.plays->len && tab_game_session_undo(session))
        ;
}

static void warn(TabTutorBar *self, const TabTurnLoss *turn)
{
    static const char *const titles[] = {
        /* Translators: the tutor on a turn that is about to end; a whole game is 100 points. */
        [TAB_TURN_SOUND] = N_("This turn loses %.1f points"),
        [TAB_TURN_DOUBTFUL] = N_("Doubtful: this turn loses %.1f points"),
        [TAB_TURN_MISTAKE] = N_("A mistake: this turn loses %.1f points"),
        [TAB_TURN_BLUNDER] = N_("A blunder: this turn loses %.1f points"),
    };
    g_autofree char *best = tab_game_tree_turn_text(turn->best_turn);
    g_autofree char *title =
        g_strdup_printf(_(titles[tab_turn_grade(turn->loss)]), 100 * turn->loss);
    /* Translators: the turn that the tutor thinks best. */
    g_autofree char *detail = g_strdup_printf(_("Better: %s"), best);
    show_words(self, title, detail, TRUE);
}

static void on_advised(TabTutorBar *self)
{
    const TabTurnLoss *turn = tab_tutor_get_loss(self->job);
    if (!self->game)
        return;
    double limit = g_settings_get_int(self->settings, "tutor-loss") / 100.0;
    if (!turn) {
        show_words(self, _("The tutor could not look at this turn"),
                   tab_engine_fault_text(self->job->error), FALSE);
    } else if (turn->loss >= limit) {
        warn(self, turn);
    } else {
        on_go_on(self);
    }
}

/* "turn-ending": TRUE holds it back. */
static gboolean on_turn_ending(TabTutorBar *self)
{
    TabGameSession *session = get_session(self);
    if (!g_settings_get_boolean(self->settings, "tutor") || !tab_tutor_is_needed(session))
        return FALSE;
    g_autofree char *turn = tab_game_turn_to_string(tab_document_game(session->document));
    if (g_strcmp0(turn, self->turn) == 0) { /* being looked at, or warned of: the buttons decide */
        say_below(self, gtk_label_get_label(self->title));
        return TRUE;
    }
    g_autoptr(TabEngineConfig) engine = tab_analysis_pane_choose_engine(self->settings);
    if (!engine)
        return FALSE;
    self->turn = g_steal_pointer(&turn);
    show_words(self, _("The tutor looks at the turn…"), "", FALSE);
    tab_analysis_job_drop(&self->job, self);
    self->job = tab_tutor_ask(engine, session);
    g_signal_connect_swapped(self->job, "done", G_CALLBACK(on_advised), self);
    return TRUE;
}

/* Another turn than the one held back is no longer its matter. */
static void on_turn_changed(TabTutorBar *self)
{
    TabGameSession *session = get_session(self);
    if (!self->turn)
        return;
    g_autofree char *turn = session && tab_tutor_is_needed(session)
                                ? tab_game_turn_to_string(tab_document_game(session->document))
                                : NULL;
    if (g_strcmp0(turn, self->turn) != 0)
        hide(self);
}

void tab_tutor_bar_set_game(TabTutorBar *self, TabGameView *game)
{
    g_set_weak_pointer(&self->game, game);
    g_signal_connect_object(tab_game_view_get_controls(game), "turn-ending",
                            G_CALLBACK(on_turn_ending), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(game, "changed", G_CALLBACK(on_turn_changed), self, G_CONNECT_SWAPPED);
}

static void tab_tutor_bar_dispose(GObject *object)
{
    TabTutorBar *self = TAB_TUTOR_BAR(object);
    tab_analysis_job_drop(&self->job, self);
    g_clear_weak_pointer(&self->game);
    g_clear_object(&self->settings);
    g_clear_pointer(&self->turn, g_free);
    G_OBJECT_CLASS(tab_tutor_bar_parent_class)->dispose(object);
}

static void tab_tutor_bar_class_init(TabTutorBarClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_tutor_bar_dispose;
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/tutor-bar.ui");
    gtk_widget_class_bind_template_child(widget_class, TabTutorBar, title);
    gtk_widget_class_bind_template_child(widget_class, TabTutorBar, detail);
    gtk_widget_class_bind_template_child(widget_class, TabTutorBar, take_back);
    gtk_widget_class_bind_template_callback(widget_class, on_take_back);
    gtk_widget_class_bind_template_callback(widget_class, on_go_on);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
}

static void tab_tutor_bar_init(TabTutorBar *self)
{
    self->settings = g_settings_new("org.tabgame.Tab");
    gtk_widget_init_template(GTK_WIDGET(self));
}
