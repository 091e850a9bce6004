// SPDX-License-Identifier: GPL-3.0-or-later
// What happened on the board in a recorded game: pieces taken, and pieces that came to a home row.
#pragma once

#include "protocol/game/record.h"

/* By the TabSide that played. A piece counts each time that it happens; of a pile each piece that
 * arrives does; kings are no pieces. */
typedef struct {
    unsigned taken[2];     /* enemy pieces */
    unsigned arrived[2];   /* own pieces that came to the enemy's home row */
    unsigned came_home[2]; /* own pieces that came back to their own home row */
} TabCensus;

/* Of the main line, as far as its turns are chosen. */
TabCensus tab_census_take(const TabRecord *record);
