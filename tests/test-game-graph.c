// SPDX-License-Identifier: GPL-3.0-or-later
// The graph of a game counts turns as the game does.
#include <math.h>

#include "gui/model/game-graph.h"
#include "session-fixture.h"

/* Where throws are played at once, a 1, 4 or 6 goes on with the same turn. */
static void test_turns(void)
{
    static const char text[] = "[Rules \"ludii\"]\n[Opening \"w1\"]\n[Result \"*\"]\n\n"
                               "1. w 4 4:a7b4 1. w 1 1:a6a7 1. w 2 2:b4b2 2. b 3 3:d1c3 "
                               "3. w 4 4:a7b4 3. w 2 2:b4b2 *\n";
    static const unsigned numbers[] = {1, 1, 1, 2, 3, 3};
    g_autoptr(TabGameSession) session = session_open(text, NULL);
    TabGameGraph *graph = tab_game_graph_new();
    tab_game_graph_update(graph, session, NULL);
    GArray *points = graph->points;
    guint known;
    g_assert_cmpuint(points->len, ==, G_N_ELEMENTS(numbers));
    for (guint i = 0; i < points->len; i++)
        g_assert_cmpuint(g_array_index(points, TabGraphPoint, i).number, ==, numbers[i]);
    g_assert_cmpuint(tab_game_graph_count_turns(points, &known), ==, 3);
    g_assert_cmpuint(known, ==, 0);
    static const guint evaluated[] = {0, 2, 3};
    for (guint i = 0; i < G_N_ELEMENTS(evaluated); i++)
        g_array_index(points, TabGraphPoint, evaluated[i]).white = 0.5;
    g_assert_cmpuint(tab_game_graph_count_turns(points, &known), ==, 3);
    g_assert_cmpuint(known, ==, 2);
    tab_game_graph_free(graph);
}

/* The whole game's turns, one with nothing noted. */
static const char noted[] = "[Rules \"ludii\"]\n[Opening \"w1\"]\n[Result \"*\"]\n\n"
                            "1. w 2 2:a7b6 luck=+0.1 loss=0.02 judged=0.6\n"
                            "2. b 2 2:d1c2 luck=-0.2 loss=0.05 judged=0.5\n3. w 2 2:a6b7\n*\n";

static TabRecordNode *nth_node(const TabGameGraph *graph, guint i)
{
    return graph->nodes->pdata[i];
}

/* Luck and loss add up by side, over the turns in which they are noted. */
static void test_sum(void)
{
    g_autoptr(TabGameSession) session = session_open(noted, NULL);
    TabGameGraph *graph = tab_game_graph_new();
    double luck[2], loss[2];
    tab_game_graph_update(graph, session, NULL);
    g_assert_cmpuint(tab_game_graph_sum(graph, luck, loss), ==, 2);
    g_assert_cmpfloat(luck[TAB_WHITE], ==, 0.1);
    g_assert_cmpfloat(luck[TAB_BLACK], ==, -0.2);
    g_assert_cmpfloat(loss[TAB_WHITE], ==, 0.02);
    g_assert_cmpfloat(loss[TAB_BLACK], ==, 0.05);
    for (guint i = 0; i < 3; i++)
        g_assert_cmpint(tab_game_graph_find(graph, nth_node(graph, i)), ==, i);
    g_assert_cmpint(tab_game_graph_find(graph, session->document->record->root), ==, -1);
    tab_game_graph_free(graph);
}

/* A note of a turn changes its point, a variation the points behind; nothing of a game that is
 * left is kept. */
static void test_changes(void)
{
    g_autoptr(TabGameSession) session = session_open(noted, NULL);
    TabGameGraph *graph = tab_game_graph_new();
    double luck[2], loss[2];
    tab_game_graph_update(graph, session, NULL);
    tab_record_set_note(nth_node(graph, 2), "luck", "+0.3");
    tab_game_graph_tree_changed(graph, session, nth_node(graph, 2));
    g_assert_cmpuint(tab_game_graph_sum(graph, luck, loss), ==, 3);
    g_assert_cmpfloat_with_epsilon(luck[TAB_WHITE], 0.4, 1e-12);

    TabRecordNode *kept = nth_node(graph, 1);
    tab_document_undo_turn(session->document);
    tab_game_graph_update(graph, session, NULL);
    g_assert_cmpuint(graph->points->len, ==, 2);
    g_assert_true(nth_node(graph, 1) == kept);

    tab_game_graph_reset(graph);
    g_assert_cmpuint(graph->points->len, ==, 0);
    g_assert_cmpuint(tab_game_graph_sum(graph, luck, loss), ==, 0);
    tab_game_graph_update(graph, session, NULL);
    g_assert_cmpuint(graph->points->len, ==, 2);
    tab_game_graph_free(graph);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/game-graph/turns", test_turns);
    g_test_add_func("/game-graph/sum", test_sum);
    g_test_add_func("/game-graph/changes", test_changes);
    return g_test_run();
}
