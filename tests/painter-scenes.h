// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of the board for the tests of the painter: positions as text with marks, paths and
// flights.
#pragma once

#include "protocol/painter/board-painter.h"

/* What the tests call the themes. */
extern const char *const tab_painter_theme_names[TAB_BOARD_N_THEMES];

/* One scene, ready to be drawn at any size. */
typedef struct {
    const char *name;  /* of its golden picture, without ".png" */
    int width, height; /* of that picture, in pixels */
    bool flipped;
    TabBoardModel model;
    TabBoardFlight flights[4];
    TabBoardPath paths[4];
} TabPainterScene;

/* The scenes by number; false beyond the last. The scene must not be copied: its model points into
 * it. */
bool tab_painter_scene(unsigned number, TabPainterScene *scene);

/* Fills the piles from a board text (rules 8, field 1), e.g. "5/5/1(MT)3/NNNN1". */
void tab_painter_scene_board(TabBoardModel *model, const char *board);

/* The cell of a name like "b10". */
TabCell tab_painter_scene_cell(const TabBoardModel *model, const char *name);
