// SPDX-License-Identifier: GPL-3.0-or-later
// The graph of a game: who was ahead after each turn, what was given away, and the luck of both.
#include "gui/model/game-graph.h"

#include <math.h>

#include "gui/model/analysis-job.h"
#include "gui/model/turn-grade.h"

TabGameGraph *tab_game_graph_new(void)
{
    TabGameGraph *graph = g_new0(TabGameGraph, 1);
    graph->points = g_array_new(FALSE, FALSE, sizeof(TabGraphPoint));
    graph->nodes = g_ptr_array_new();
    graph->thought = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    return graph;
}

void tab_game_graph_free(TabGameGraph *graph)
{
    if (!graph)
        return;
    g_array_unref(graph->points);
    g_ptr_array_unref(graph->nodes);
    g_hash_table_unref(graph->thought);
    g_free(graph);
}

static TabGraphPoint point_of(const TabGameGraph *graph, const TabRecordNode *node)
{
    const double *thought = g_hash_table_lookup(graph->thought, node);
    TabGraphPoint point = {.white = thought ? *thought : NAN,
                           .loss = 0,
                           .luck = NAN,
                           .side = (TabSide)node->side,
                           .number = node->number};
    if (node->notes) {
        tab_analysis_game_white(node, &point.white);
        double loss = tab_turn_get_loss(node);
        point.loss = isnan(loss) ? 0 : loss;
        point.luck = tab_turn_get_luck(node);
    }
    return point;
}

void tab_game_graph_reset(TabGameGraph *graph)
{
    g_ptr_array_set_size(graph->nodes, 0);
    g_array_set_size(graph->points, 0);
    g_hash_table_remove_all(graph->thought);
    graph->reviewed = NULL;
    graph->n_nodes = 0;
}

static void update_point(TabGameGraph *graph, const TabRecordNode *node)
{
    int place = tab_game_graph_find(graph, node);
    if (place >= 0)
        g_array_index(graph->points, TabGraphPoint, place) = point_of(graph, node);
}

void tab_game_graph_tree_changed(TabGameGraph *graph, TabGameSession *session,
                                 const TabRecordNode *node)
{
    unsigned n_nodes = session->document->record->n_nodes;
    if (n_nodes < graph->n_nodes) /* some are gone */
        tab_game_graph_reset(graph);
    graph->n_nodes = n_nodes;
    if (node)
        update_point(graph, node);
    else
        g_ptr_array_set_size(graph->nodes, 0);
}

/* Takes over the line to `node` as far as it is another one than before. */
static void follow_line(TabGameGraph *graph, TabRecordNode *node)
{
    guint depth = 0, known = graph->nodes->len;
    for (const TabRecordNode *above = node; above->parent; above = above->parent)
        depth++;
    g_ptr_array_set_size(graph->nodes, (int)depth);
    g_array_set_size(graph->points, depth);
    for (guint i = depth; i-- > 0; node = node->parent) {
        if (i < known && graph->nodes->pdata[i] == node)
            return; /* and all before it */
        graph->nodes->pdata[i] = node;
        g_array_index(graph->points, TabGraphPoint, i) = point_of(graph, node);
    }
}

/* Takes over what was thought of the turn of `node`, which began so. */
static void take_thought(TabGameGraph *graph, TabAnalysisLive *live, TabRecordNode *node,
                         const TabSituation *start)
{
    double white;
    if (!live || !tab_analysis_live_remembers(live, start, &white))
        return;
    g_hash_table_replace(graph->thought, node, g_memdup2(&white, sizeof white));
    update_point(graph, node);
}

void tab_game_graph_update(TabGameGraph *graph, TabGameSession *session, TabAnalysisLive *live)
{
    const TabDocument *document = session->document;
    const TabGame *game = document->live;
    graph->n_nodes = document->record->n_nodes;
    follow_line(graph, game->node);
    /* a turn is thought about while it is on the board: in the making, or looked at */
    if (graph->reviewed)
        take_thought(graph, live, graph->reviewed, &graph->start);
    graph->reviewed = document->review ? document->reviewed : NULL;
    if (document->review)
        graph->start = document->review->turn.situation;
    else if (game->node->parent)
        take_thought(graph, live, game->node, &game->last.situation);
}

int tab_game_graph_find(const TabGameGraph *graph, const TabRecordNode *node)
{
    for (guint i = graph->nodes->len; i-- > 0;) /* mostly the last */
        if (graph->nodes->pdata[i] == node)
            return (int)i;
    return -1;
}

guint tab_game_graph_count_turns(const GArray *points, guint *known)
{
    guint n = 0;
    unsigned known_last = 0; /* of turns: numbers begin at 1 */
    *known = 0;
    for (guint i = 0; i < points->len; i++) {
        const TabGraphPoint *point = &g_array_index(points, TabGraphPoint, i);
        n += i == 0 || point[-1].number != point->number;
        if (isnan(point->white) || point->number == known_last)
            continue;
        known_last = point->number;
        ++*known;
    }
    return n;
}

guint tab_game_graph_sum(const TabGameGraph *graph, double luck[2], double loss[2])
{
    guint n = 0;
    luck[0] = luck[1] = loss[0] = loss[1] = 0;
    for (guint i = 0; i < graph->points->len; i++) {
        const TabGraphPoint *point = &g_array_index(graph->points, TabGraphPoint, i);
        loss[point->side] += point->loss;
        if (!isnan(point->luck)) {
            luck[point->side] += point->luck;
            n++;
        }
    }
    return n;
}
