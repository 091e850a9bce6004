// SPDX-License-Identifier: GPL-3.0-or-later
// Games of a database counted: by rules, and by players.
#pragma once

#include "protocol/database/query.h"

/* Games under one ruleset. */
typedef struct {
    char *rules;
    guint games;
    guint won[2];      /* by TabSide */
    guint drawn;       /* what is missing to `games` has no result */
    guint begun[2];    /* games that this side began */
    guint first_won;   /* by the side that began */
    double mean_turns; /* of all games */
} TabRulesTally;

/* Games of one player; one against himself counts twice. */
typedef struct {
    char *name;
    guint games, won, drawn, lost; /* what is missing to `games` has no result */
} TabPlayerTally;

void tab_rules_tally_free(TabRulesTally *tally);
void tab_player_tally_free(TabPlayerTally *tally);

/* GPtrArrays of these, which own them, most games first, of the games that the filter lets through,
 * whatever its order, limit and offset. */
GPtrArray *tab_database_tally_rules(TabDatabase *database, const TabGameFilter *filter,
                                    GError **error);
GPtrArray *tab_database_tally_players(TabDatabase *database, const TabGameFilter *filter,
                                      GError **error);
