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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/game-graph/turns", test_turns);
    return g_test_run();
}
