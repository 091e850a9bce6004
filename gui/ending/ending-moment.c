// SPDX-License-Identifier: GPL-3.0-or-later
// A great moment of a game as a button: a small board, whose turn it was, and what it meant.
#include "gui/ending/ending-moment.h"

#include "gui/board/board-picture.h"
#include "gui/model/number-text.h"
#include "gui/model/wording.h"
#include "gui/widgets/label-text.h"

#define WIDTH 202 /* pixels: three stand beside each other in a window of the usual size */

struct _TabEndingMoment {
    GtkButton parent;
    TabBoardPicture *board;
    GtkWidget *title, *text;
    TabRecordNode *node;
};

G_DEFINE_FINAL_TYPE(TabEndingMoment, tab_ending_moment, GTK_TYPE_BUTTON)

/* For a screen reader, which does not see the board: what was played, too. */
static void describe(TabEndingMoment *self, const TabGame *game, const char *title,
                     const char *text)
{
    g_autofree char *plays = tab_wording_turn(game);
    g_autofree char *label = g_strconcat(title, tab_number_text_comma(), text, NULL);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, plays, -1);
    tab_label_text_tip(GTK_WIDGET(self), plays);
}

void tab_ending_moment_show(TabEndingMoment *self, TabGameSession *session,
                            const TabSummaryMoment *moment, TabSide near)
{
    g_autofree char *title = tab_summary_moment_title(moment, session);
    g_autofree char *text = tab_summary_moment_text(moment, session);
    g_autoptr(TabGame) game =
        tab_game_new_on(session->document->record, moment->node, session->setup->max_turns);
    self->node = moment->node;
    tab_board_picture_show_turn(self->board, game, near == TAB_BLACK);
    tab_label_text_set(self->title, title);
    tab_label_text_set(self->text, text);
    describe(self, game, title, text);
}

TabRecordNode *tab_ending_moment_get_node(TabEndingMoment *self)
{
    return self->node;
}

static void tab_ending_moment_class_init(TabEndingMomentClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    g_type_ensure(TAB_TYPE_BOARD_PICTURE);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/ending-moment.ui");
    gtk_widget_class_bind_template_child(widget_class, TabEndingMoment, board);
    gtk_widget_class_bind_template_child(widget_class, TabEndingMoment, title);
    gtk_widget_class_bind_template_child(widget_class, TabEndingMoment, text);
}

static void tab_ending_moment_init(TabEndingMoment *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_board_picture_set_size(self->board, WIDTH, 0);
}
