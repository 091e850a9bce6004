// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of the first turns of games: by throws, how often, and what became of them.
#pragma once

#include "protocol/database/query.h"

/* A turn of the tree. */
typedef struct {
    gint64 number; /* parent of the turns that follow */
    TabSide side;  /* that plays it */
    char *throws;  /* in the order of their names: "1,2,4", however they fell */
    char *turn;    /* one text of it; another order of plays with the same end is the same turn */
    guint games;
    guint won[2]; /* of these, by TabSide; drawn ones and those without a result are the rest */
    guint drawn;
} TabOpeningLine;

void tab_opening_line_free(TabOpeningLine *line);

/* The turns that follow a turn of the tree (0: the first turns) in games that the filter, which
 * must name rules, lets through: a GPtrArray of TabOpeningLine, which owns them. Turns with the
 * same throws are together; throws and turns that are played more often come first. Games from set
 * positions are in no tree, and it ends after TAB_OPENING_DEPTH turns. Order, limit and offset of
 * the filter do not matter. */
GPtrArray *tab_database_list_openings(TabDatabase *database, const TabGameFilter *filter,
                                      gint64 parent, GError **error);
