// SPDX-License-Identifier: GPL-3.0-or-later
// The window's actions that go through the turns of the game and change its tree.
#include "gui/table/turn-actions.h"

#include <glib/gi18n.h>

#include "gui/widgets/action-map.h"
#include "gui/widgets/question.h"
#include "gui/model/game-tree.h"
#include "gui/model/wording.h"

typedef enum { FIRST, PREVIOUS, NEXT, LAST, PREVIOUS_VARIATION, NEXT_VARIATION, N_WAYS } Way;
static void on_go(GSimpleAction *action, GVariant *parameter, gpointer user_data);
static const GActionEntry ways[N_WAYS] = {
    [FIRST] = {.name = "first-turn", .activate = on_go},
    [PREVIOUS] = {.name = "previous-turn", .activate = on_go},
    [NEXT] = {.name = "next-turn", .activate = on_go},
    [LAST] = {.name = "last-turn", .activate = on_go},
    [PREVIOUS_VARIATION] = {.name = "previous-variation", .activate = on_go},
    [NEXT_VARIATION] = {.name = "next-variation", .activate = on_go},
};

/* Where a way leads from the turn that is shown; NULL: nowhere. */
static TabRecordNode *find_turn(TabDocument *document, Way way)
{
    TabRecordNode *node = tab_document_node(document), *live = document->live->node, *at = live;
    switch (way) {
    case FIRST:
        return node == document->record->root ? NULL : document->record->root;
    case PREVIOUS:
        return node->parent;
    case NEXT: /* towards where the game stands, if that lies ahead */
        while (at && at->parent != node)
            at = at->parent;
        return at ? at : node->child;
    case LAST: /* where the game stands, or the end of the line, if that does not lead there */
        while (at && at != node)
            at = at->parent;
        at = at && live != node ? live : tab_game_tree_last(node);
        return at == node ? NULL : at;
    default:
        return tab_game_tree_variation(node, way == NEXT_VARIATION ? 1 : -1);
    }
}

static void on_go(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    TabDocument *document = tab_game_view_get_session(user_data)->document;
    for (Way way = 0; way < N_WAYS; way++) {
        if (!g_str_equal(ways[way].name, g_action_get_name(G_ACTION(action))))
            continue;
        TabRecordNode *node = find_turn(document, way);
        if (node)
            tab_document_review(document, node);
        return;
    }
}

static void on_end_review(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    tab_document_end_review(tab_game_view_get_session(user_data)->document);
}

static void on_play_on(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    tab_document_play_on(tab_game_view_get_session(user_data)->document);
    gtk_widget_activate_action(user_data, "win.back-to-table", NULL); /* from a page of turns */
}

static void on_promote(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    TabGameSession *session = tab_game_view_get_session(user_data);
    tab_document_promote(session->document, tab_document_node(session->document));
}

static void delete_shown(TabGameView *view)
{
    TabGameSession *session = tab_game_view_get_session(view);
    TabRecordNode *node = tab_document_node(session->document);
    if (node->parent)
        tab_document_remove(session->document, node);
}

static void on_delete_answer(GtkDialog *dialog, int response, TabGameView *view)
{
    gtk_window_destroy(GTK_WINDOW(dialog));
    if (response == GTK_RESPONSE_ACCEPT)
        delete_shown(view);
}

/* What is deleted does not come back: a line is asked about, a single turn is not. */
static void on_delete(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    TabGameView *view = user_data;
    guint turns = tab_game_tree_count(tab_document_node(tab_game_view_get_session(view)->document));
    if (turns == 1) {
        delete_shown(view);
        return;
    }
    g_autofree char *title =
        g_strdup_printf(ngettext("Delete %u turn?", "Delete %u turns?", turns), turns);
    GtkWidget *dialog = tab_question_new(
        GTK_WIDGET(view), title,
        _("The turn that is shown, and all that follow it, with their variations and comments."),
        _("_Cancel"), _("_Delete"));
    tab_question_warn(dialog);
    g_signal_connect_object(dialog, "response", G_CALLBACK(on_delete_answer), view, 0);
    gtk_window_present(GTK_WINDOW(dialog));
}

/* About the game that was asked about, whichever is shown by now. */
static void on_resign_answer(GtkDialog *dialog, int response, TabGameSession *session)
{
    GtkWindow *window = gtk_window_get_transient_for(GTK_WINDOW(dialog));
    gtk_window_destroy(GTK_WINDOW(dialog));
    if (response != GTK_RESPONSE_ACCEPT)
        return;
    gtk_root_set_focus(GTK_ROOT(window), NULL); /* it goes where the next step is */
    tab_game_session_resign(session);
}

static void on_resign(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    TabGameSession *session = tab_game_view_get_session(user_data);
    g_autofree char *detail = tab_wording_resigning(session);
    GtkWidget *dialog = tab_question_new(user_data, _("Resign this game?"), detail,
                                         _("Keep _Playing"), _("_Resign"));
    tab_question_warn(dialog);
    g_signal_connect_data(dialog, "response", G_CALLBACK(on_resign_answer), g_object_ref(session),
                          (GClosureNotify)g_object_unref, 0);
    gtk_window_present(GTK_WINDOW(dialog));
}

/* A switch: on in a pause. */
static void on_pause(GSimpleAction *action, GVariant *wanted, gpointer user_data)
{
    TabGameSession *session = tab_game_view_get_session(user_data);
    if (g_variant_get_boolean(wanted))
        tab_game_session_pause(session);
    else
        tab_game_session_resume(session);
}

static void on_end_pause(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    tab_game_session_resume(tab_game_view_get_session(user_data));
}

static const GActionEntry actions[] = {
    {.name = "play-on", .activate = on_play_on},
    {.name = "end-review", .activate = on_end_review},
    {.name = "promote-line", .activate = on_promote},
    {.name = "delete-line", .activate = on_delete},
    {.name = "resign", .activate = on_resign},
    {.name = "pause", .state = "false", .change_state = on_pause},
    {.name = "end-pause", .activate = on_end_pause},
};

void tab_turn_actions_install(GActionMap *map, TabGameView *view)
{
    g_action_map_add_action_entries(map, ways, N_WAYS, view);
    g_action_map_add_action_entries(map, actions, G_N_ELEMENTS(actions), view);
}

void tab_turn_actions_refresh(GActionMap *map, TabGameView *view)
{
    TabGameSession *session = tab_game_view_get_session(view);
    TabRecordNode *node = tab_document_node(session->document);
    gboolean paused = session->paused;
    gboolean fixed = paused || tab_document_phase(session->document) == TAB_PHASE_OPENING;
    for (Way way = 0; way < N_WAYS; way++)
        tab_action_map_enable(map, ways[way].name,
                              !fixed && find_turn(session->document, way) != NULL);
    tab_action_map_enable(map, "play-on", tab_document_can_play_on(session->document));
    tab_action_map_enable(map, "end-review", session->document->review != NULL);
    tab_action_map_enable(map, "promote-line", !paused && !tab_record_is_main(node));
    tab_action_map_enable(map, "delete-line", !paused && node->parent != NULL);
    tab_action_map_enable(map, "resign", tab_game_session_can_resign(session));
    tab_action_map_enable(map, "pause", paused || tab_game_session_can_pause(session));
    tab_action_map_enable(map, "end-pause", paused);
    GAction *pause = g_action_map_lookup_action(map, "pause");
    g_simple_action_set_state(G_SIMPLE_ACTION(pause), g_variant_new_boolean(paused));
}
