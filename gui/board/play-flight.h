// SPDX-License-Identifier: GPL-3.0-or-later
// A play as it is shown: the group slides cell by cell, what was taken lifts off; a function of the
// time passed.
#pragma once

#include "protocol/painter/board-painter.h"
#include "gui/model/play-path.h"
#include "protocol/rules/position.h"

#define TAB_STEP_MS 80  /* from one cell to the next */
#define TAB_LIFT_MS 280 /* until a taken pile is away */

/* One play on its way. A plain value; the flights point into it, so it must not move while they are
 * used. */
typedef struct {
    TabPosition before, after;
    TabPlay play;
    TabCell path[TAB_MAX_PATH];
    unsigned n_path;  /* 0: nothing to slide along */
    TabPile group;    /* what moves */
    TabCell takes_at; /* where an enemy is taken, if one is */
    TabPile lost[2];  /* what leaves the board at the end, by TabSide; 0: nothing */
    bool captures;    /* enemies are among it */
    double landing;   /* ms at normal speed after which the group has arrived */
    double duration;  /* ms of all */
    TabBoardFlight flight[2];
} TabPlayFlight;

/* `slides`: false where the group is already there (it was dragged). */
void tab_play_flight_begin(TabPlayFlight *self, const TabRules *rules, const TabPosition *before,
                           const TabPlay *play, bool slides);

/* Puts the board of this moment into `model`: piles and flights. `ms` from 0 to the duration. */
void tab_play_flight_show(TabPlayFlight *self, double ms, TabBoardModel *model);
