// SPDX-License-Identifier: GPL-3.0-or-later
// A small picture of how a game by some ruleset begins.
#pragma once

#include "gui/board/painted-board.h"

#define TAB_TYPE_BOARD_PICTURE (tab_board_picture_get_type())
G_DECLARE_FINAL_TYPE(TabBoardPicture, tab_board_picture, TAB, BOARD_PICTURE, TabPaintedBoard)

/* Shows the start of a game by `set`, which must be valid. */
void tab_board_picture_show_start(TabBoardPicture *self, const TabRuleset *set);
