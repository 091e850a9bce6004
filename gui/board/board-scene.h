// SPDX-License-Identifier: GPL-3.0-or-later
// What the painter is to show of a game while its stones lie still: marks, ways, and what is held.
#pragma once

#include "gui/board/board-marks.h"
#include "gui/board/board-options.h"

G_BEGIN_DECLS

/* The picture, and what it points into: it must not be moved. */
typedef struct {
    TabBoardModel model;
    TabBoardTrails trails;
    TabBoardFlight held;
} TabBoardScene;

/* What decides about it; borrowed for the call. */
typedef struct {
    const TabBoardChoice *choice; /* with the game */
    const TabBoardOptions *options;
    bool may_move;         /* a person can move stones now */
    unsigned hover, focus; /* cells, or TAB_NO_CELL */
    bool dragging;         /* what is chosen hangs at the pointer … */
    double drag_x, drag_y; /* … which is here, in pixels */
    const TabPosition *suggested_from;
    const GArray *suggestion; /* of TabPlay, from there on; NULL: none */
    const double *threats;    /* by cell, the chance to be captured (0–1); NULL: not shown */
} TabBoardSceneParts;

/* Fills the model: an empty scene first, then the parts. */
void tab_board_scene_build(TabBoardScene *scene, const TabBoardSceneParts *parts);

G_END_DECLS
