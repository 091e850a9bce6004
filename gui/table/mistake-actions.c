// SPDX-License-Identifier: GPL-3.0-or-later
// The window's actions about mistakes: to the one before and after, another try, and back from it.
#include "gui/table/mistake-actions.h"

#include <glib/gi18n.h>

#include "gui/model/mistakes.h"
#include "gui/widgets/action-map.h"
#include "gui/widgets/question.h"

typedef struct {
    GActionMap *map;
    TabGameView *view;
    TabGameTreeView *turns;
    gboolean hid_analysis; /* for a try */
} Place;

static TabGameSession *get_session(const Place *place)
{
    return tab_game_view_get_session(place->view);
}

static void say(const Place *place, const char *text)
{
    if (gtk_widget_get_mapped(GTK_WIDGET(place->turns)))
        tab_game_tree_view_say(place->turns, text);
    else
        tab_turn_controls_say(tab_game_view_get_controls(place->view), text);
}

static void on_analyse_answer(GtkDialog *dialog, int response, GActionGroup *actions)
{
    gtk_window_destroy(GTK_WINDOW(dialog));
    if (response == GTK_RESPONSE_ACCEPT)
        g_action_group_activate_action(actions, "analyse-game", NULL);
}

static void offer_analysis(const Place *place)
{
    GtkWidget *question = tab_question_new(
        GTK_WIDGET(place->view), _("This game has not been analysed"),
        _("An engine can look at every throw and every turn now, and find the mistakes."),
        _("_Cancel"), _("_Analyse Whole Game"));
    gtk_dialog_set_default_response(GTK_DIALOG(question), GTK_RESPONSE_ACCEPT);
    g_signal_connect_object(question, "response", G_CALLBACK(on_analyse_answer), place->map, 0);
    gtk_window_present(GTK_WINDOW(question));
}

static void go(const Place *place, int step)
{
    TabGameSession *session = get_session(place);
    TabRecordNode *node = tab_mistakes_find(session, step);
    g_autofree char *text = NULL;
    if (node) {
        tab_document_review(session->document, node);
        text = tab_mistakes_describe(session, node);
    } else if (tab_mistakes_are_known(session)) {
        text = tab_mistakes_describe_none(session, step);
    } else {
        offer_analysis(place);
        return;
    }
    say(place, text);
}

static void on_previous(GSimpleAction *action, GVariant *parameter, gpointer place)
{
    go(place, -1);
}

static void on_next(GSimpleAction *action, GVariant *parameter, gpointer place)
{
    go(place, 1);
}

static gboolean shows_analysis(const Place *place)
{
    g_autoptr(GVariant) shown =
        g_action_group_get_action_state(G_ACTION_GROUP(place->map), "show-analysis");
    return g_variant_get_boolean(shown);
}

/* The analysis goes, as it would give the answer; a person may have it back at once. */
static void on_try_again(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    Place *place = user_data;
    if (!tab_document_can_leave_try(get_session(place)->document))
        place->hid_analysis = FALSE; /* of a try that was never left */
    if (shows_analysis(place)) {
        g_action_group_activate_action(G_ACTION_GROUP(place->map), "show-analysis", NULL);
        place->hid_analysis = TRUE;
    }
    tab_document_try_again(get_session(place)->document);
    /* from a page of turns */
    gtk_widget_activate_action(GTK_WIDGET(place->view), "win.back-to-table", NULL);
}

static void on_leave_try(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    Place *place = user_data;
    tab_document_leave_try(get_session(place)->document);
    if (place->hid_analysis && !shows_analysis(place))
        g_action_group_activate_action(G_ACTION_GROUP(place->map), "show-analysis", NULL);
    place->hid_analysis = FALSE;
}

static const GActionEntry actions[] = {
    {.name = "previous-mistake", .activate = on_previous},
    {.name = "next-mistake", .activate = on_next},
    {.name = "try-again", .activate = on_try_again},
    {.name = "leave-try", .activate = on_leave_try},
};

void tab_mistake_actions_install(GActionMap *map, TabGameView *view, TabGameTreeView *turns)
{
    Place *place = g_new(Place, 1);
    *place = (Place){map, view, turns};
    g_action_map_add_action_entries(map, actions, G_N_ELEMENTS(actions), place);
    g_object_set_data_full(G_OBJECT(map), "mistake-actions", place, g_free);
}

void tab_mistake_actions_refresh(GActionMap *map, TabGameView *view)
{
    TabGameSession *session = tab_game_view_get_session(view);
    gboolean turns = session->document->record->root->child && !session->paused &&
                     tab_document_phase(session->document) != TAB_PHASE_OPENING;
    tab_action_map_enable(map, "previous-mistake", turns);
    tab_action_map_enable(map, "next-mistake", turns);
    tab_action_map_enable(map, "try-again", tab_document_can_try_again(session->document));
    tab_action_map_enable(map, "leave-try", tab_document_can_leave_try(session->document));
}
