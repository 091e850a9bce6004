// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has set about the board: which way round it lies, and what it shows besides the
// stones.
#pragma once

#include "gui/model/game-session.h"

G_BEGIN_DECLS

/* A plain value; each is a key of the settings. */
typedef struct {
    bool coordinates; /* letters and numbers at the edge */
    bool last_turn;   /* what the turn before did */
    bool ways;        /* where the stones under the pointer can go */
    bool threats;     /* the chance of each pile to be captured */
    bool turned;      /* the other side is at the bottom */
} TabBoardOptions;

TabBoardOptions tab_board_options_read(GSettings *settings);

/* The side at the bottom: the only person at the board, or White; turned if so wished. */
TabSide tab_board_options_near_side(const TabBoardOptions *options, TabGameSession *session);

/* Fills, by cell, the chance (0–1) of each pile to be captured by the side that throws next
 * (threats.h); all 0 before the first turn and after the last. */
void tab_board_options_find_threats(TabGameSession *session, double threats[TAB_MAX_CELLS]);

G_END_DECLS
