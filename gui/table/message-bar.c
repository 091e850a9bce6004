// SPDX-License-Identifier: GPL-3.0-or-later
// What a game has come to, over the board: its result, or an engine that has stopped, and what can
// be done then; or anything else that is to be read and put away.
#include "gui/table/message-bar.h"

#include <glib/gi18n.h>

#include "gui/widgets/widget.h"
#include "gui/widgets/wrap-layout.h"
#include "gui/widgets/label-text.h"
#include "gui/model/wording.h"

struct _TabMessageBar {
    GtkBox parent;
    GtkWidget *title, *detail, *technical, *more, *replace, *log, *restart, *summary, *next, *again,
        *close;
};

G_DEFINE_FINAL_TYPE(TabMessageBar, tab_message_bar, GTK_TYPE_BOX)

static void show_message(TabMessageBar *self, const char *title, const char *detail)
{
    tab_label_text_set(self->title, title);
    tab_label_text_show(self->detail, detail);
    gtk_widget_set_visible(GTK_WIDGET(self), TRUE);
}

static void show_result(TabMessageBar *self, TabGameSession *session)
{
    g_autofree char *result = tab_wording_result(session);
    g_autofree char *detail = tab_wording_result_account(session);
    show_message(self, result, detail);
}

/* With a capital letter in front. Free with g_free. */
static char *begin_sentence(const char *text)
{
    g_autofree char *first = g_utf8_substring(text, 0, MIN(g_utf8_strlen(text, -1), 1));
    g_autofree char *capital = g_utf8_strup(first, -1);
    return g_strconcat(capital, text + strlen(first), NULL);
}

static void show_lost_engine(TabMessageBar *self, TabGameSession *session, TabSide side)
{
    g_autofree char *name = tab_wording_player(session, side);
    /* Translators: an engine's name. */
    g_autofree char *title = g_strdup_printf(_("%s has stopped"), name);
    g_autofree char *fault = begin_sentence(session->seat[side]->fault);
    /* Translators: why an engine has stopped. */
    g_autofree char *detail = g_strdup_printf(_("%s. The game is kept."), fault);
    show_message(self, title, detail);
}

/* A message that has just come is told as the alert that it is, and with the button that answers
 * it. It leaves the keyboard where it is: Space may be meant to throw. */
static void announce(TabMessageBar *self, GtkWidget *button)
{
    g_autofree char *text = g_strdup_printf("%s. %s", gtk_label_get_label(GTK_LABEL(self->title)),
                                            gtk_label_get_label(GTK_LABEL(self->detail)));
    if (button)
        gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       text, -1);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void put_away(TabMessageBar *self)
{
    tab_widget_drop_focus(GTK_WIDGET(self));
    gtk_widget_set_visible(GTK_WIDGET(self), FALSE); /* out of a screen reader's way, too */
}

void tab_message_bar_tell(TabMessageBar *self, const char *title, const char *detail,
                          const char *technical)
{
    GtkWidget *others[] = {self->replace, self->log,  self->restart,
                           self->summary, self->next, self->again};
    for (guint i = 0; i < G_N_ELEMENTS(others); i++)
        gtk_widget_set_visible(others[i], FALSE);
    gtk_widget_set_visible(self->close, TRUE);
    gtk_widget_set_visible(self->more, technical != NULL);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(self->more), FALSE);
    tab_label_text_set(self->technical, technical ? technical : "");
    show_message(self, title, detail);
    announce(self, NULL);
}

/* Whether the game is of a match that goes on with another one. */
static gboolean can_advance(TabMessageBar *self)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
    return G_IS_ACTION_GROUP(root) &&
           g_action_group_get_action_enabled(G_ACTION_GROUP(root), "next-game");
}

void tab_message_bar_refresh(TabMessageBar *self, TabGameView *game, gboolean ending_told)
{
    TabGameSession *session = tab_game_view_get_session(game);
    gboolean told = gtk_widget_get_visible(GTK_WIDGET(self));
    gboolean over = !ending_told && tab_document_phase(session->document) == TAB_PHASE_OVER;
    int lost = tab_game_session_find_lost(session);
    if (over)
        show_result(self, session);
    else if (lost >= 0)
        show_lost_engine(self, session, (TabSide)lost);
    else
        put_away(self);
    gtk_widget_set_visible(self->summary, over);
    gboolean goes_on = over && can_advance(self);
    gtk_widget_set_visible(self->next, goes_on);
    gtk_widget_set_visible(self->again, over && !goes_on);
    gtk_widget_set_visible(self->restart, lost >= 0);
    gtk_widget_set_visible(self->replace, lost >= 0);
    gtk_widget_set_visible(self->log, lost >= 0);
    if (!told && (over || lost >= 0))
        announce(self, goes_on ? self->next : over ? self->again : self->restart);
}

static void tab_message_bar_class_init(TabMessageBarClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/message-bar.ui");
    gtk_widget_class_bind_template_child(widget_class, TabMessageBar, title);
    gtk_widget_class_bind_template_child(widget_class, TabMessageBar, detail);
    gtk_widget_class_bind_template_child(widget_class, TabMessageBar, technical);
    gtk_widget_class_bind_template_child(widget_class, TabMessageBar, more);
    gtk_widget_class_bind_template_child(widget_class, TabMessageBar, replace);
    gtk_widget_class_bind_template_child(widget_class, TabMessageBar, log);
    gtk_widget_class_bind_template_child(widget_class, TabMessageBar, restart);
    gtk_widget_class_bind_template_child(widget_class, TabMessageBar, summary);
    gtk_widget_class_bind_template_child(widget_class, TabMessageBar, next);
    gtk_widget_class_bind_template_child(widget_class, TabMessageBar, again);
    gtk_widget_class_bind_template_child(widget_class, TabMessageBar, close);
    gtk_widget_class_bind_template_callback(widget_class, put_away);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
}

static void tab_message_bar_init(TabMessageBar *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_label_text_tip_where_cut(self->title);
    tab_label_text_tip_where_cut(self->detail);
}
