// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of the board for the tests of the painter: positions as text with marks, paths and
// flights.
#pragma once

#include "protocol/painter/board-painter.h"
#include "protocol/rules/rules.h"

/* What the tests call the themes. */
extern const char *const tab_painter_theme_names[TAB_BOARD_N_THEMES];

/* One scene, ready to be drawn at any size. */
typedef struct {
    const char *name;  /* of its golden picture, without ".png" */
    int width, height; /* of that picture, in pixels */
    bool flipped;
    const TabBoard *board;
    TabBoardModel model;
    TabBoardFlight flights[4];
    TabBoardPath paths[4];
} TabPainterScene;

/* The scenes by number; false beyond the last. The scene must not be copied: its model points into
 * it. */
bool tab_painter_scene(unsigned number, TabPainterScene *scene);

/* Tâb's board of so many columns, which is there until the end. */
const TabBoard *tab_painter_board(unsigned columns);

/* The cell of a name like "b10". */
TabCell tab_painter_cell(const TabBoard *board, const char *name);

/* Fills the piles from a board text (RULES.md 8, field 1), e.g. "5/5/1(MT)3/NNNN1". */
void tab_painter_scene_board(TabBoardModel *model, const TabBoard *board, const char *text);
