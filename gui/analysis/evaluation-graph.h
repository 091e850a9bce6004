// SPDX-License-Identifier: GPL-3.0-or-later
// White's chance to win over the turns of a game, as a line; mistakes are marked.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-graph.h"

/* Signal: "chosen" (guint turn), a turn was clicked, from 0. */
#define TAB_TYPE_EVALUATION_GRAPH (tab_evaluation_graph_get_type())
G_DECLARE_FINAL_TYPE(TabEvaluationGraph, tab_evaluation_graph, TAB, EVALUATION_GRAPH, GtkWidget)

/* `points` (copied) of TabGraphPoint; `current`: the turn that is shown on the board, -1: none
 * of them. */
void tab_evaluation_graph_show(TabEvaluationGraph *self, const GArray *points, int current);
