// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of the first turns of the games in a database: how often, with what score, and what is
// known of their worth.
#pragma once

#include "gui/model/game-library.h"
#include "gui/model/opening-knowledge.h"
#include "protocol/database/opening-tree.h"

/* A turn of the tree. Read freely. */
#define TAB_TYPE_OPENING_NODE (tab_opening_node_get_type())
G_DECLARE_FINAL_TYPE(TabOpeningNode, tab_opening_node, TAB, OPENING_NODE, GObject)
struct _TabOpeningNode {
    GObject parent;
    TabOpeningLine *line;
    guint depth;         /* of the turn, from 1 */
    double score;        /* points of the side that plays it, 0–1; NAN: no game has a result */
    double value, se;    /* its worth for that side, and the standard error; NAN: not known */
    TabPosition after;   /* the turn */
    GListStore *follows; /* of TabOpeningNode: turns that come after it; NULL: none can */
    gboolean asked;      /* for these */
};

/* Signal: "changed" (), rules or turns are others. Nothing here waits for the disk. */
#define TAB_TYPE_GAME_OPENINGS (tab_game_openings_get_type())
G_DECLARE_FINAL_TYPE(TabGameOpenings, tab_game_openings, TAB, GAME_OPENINGS, GObject)

TabGameOpenings *tab_game_openings_new(const char *path);
/* Asks for the rules of the games, and for the first turns under the chosen ones. */
void tab_game_openings_refresh(TabGameOpenings *self);
/* Canonical rules strings of the games, those of most games first, NULL-terminated; NULL: not known
 * yet. Owned by it. */
const char *const *tab_game_openings_get_rules(TabGameOpenings *self);
/* The first of them at first. */
void tab_game_openings_choose(TabGameOpenings *self, const char *rules);
const char *tab_game_openings_get_chosen(TabGameOpenings *self);
/* The first turns, of TabOpeningNode; stays the same list. Owned by it. */
GListModel *tab_game_openings_get_first(TabGameOpenings *self);
/* Asks for the turns that follow one, once. */
void tab_game_openings_follow(TabGameOpenings *self, TabOpeningNode *node);
gboolean tab_game_openings_is_waiting(TabGameOpenings *self);
/* Why the database cannot be read; NULL: it can. */
const GError *tab_game_openings_get_error(TabGameOpenings *self);
