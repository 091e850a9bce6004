// SPDX-License-Identifier: GPL-3.0-or-later
// The graph of a game: who was ahead after each turn, what was given away, and the luck of both.
#pragma once

#include "gui/model/analysis-live.h"

/* One turn of the line on which the game stands. */
typedef struct {
    double white;    /* White's chance to win, 0–1; NAN: not known */
    double loss;     /* chance that the turn gave away, 0–1 */
    double luck;     /* chance that its throws brought, -1–1; NAN: not known */
    TabSide side;    /* that played it */
    unsigned number; /* of the turn: with `throws=at-once` several points may have one */
} TabGraphPoint;

/* Follows one session after the other; a turn that is added costs next to nothing, however long the
 * game is. */
typedef struct {
    GArray *points;          /* of TabGraphPoint: the turns */
    GPtrArray *nodes;        /* TabRecordNode of each */
    GHashTable *thought;     /* of double by node: what was thought where nothing is noted */
    unsigned n_nodes;        /* of the record, at the last update */
    TabRecordNode *reviewed; /* that was looked at then; NULL: none */
    TabSituation start;      /* of its turn */
} TabGameGraph;
TabGameGraph *tab_game_graph_new(void);
void tab_game_graph_free(TabGameGraph *graph);

/* Another session's game is to be followed. */
void tab_game_graph_reset(TabGameGraph *graph);
/* Looks at the session anew. Where nothing is noted in the record, what `live` thought of a turn
 * while it was on the board will do; NULL: nobody thought. */
void tab_game_graph_update(TabGameGraph *graph, TabGameSession *session, TabAnalysisLive *live);
/* To be told of every "tree-changed" of the session. */
void tab_game_graph_tree_changed(TabGameGraph *graph, TabGameSession *session,
                                 const TabRecordNode *node);

/* The place of `node` among them; -1 if it is not on the line. */
int tab_game_graph_find(const TabGameGraph *graph, const TabRecordNode *node);

/* The number of turns that the points are, and of those with a point whose chance is known. */
guint tab_game_graph_count_turns(const GArray *points, guint *known);

/* Luck and loss of each side in sum; the number of turns whose luck is known. */
guint tab_game_graph_sum(const TabGameGraph *graph, double luck[2], double loss[2]);
