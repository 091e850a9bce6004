// SPDX-License-Identifier: GPL-3.0-or-later
// A small picture of a board: how a game by some ruleset begins, or a turn of a game.
#pragma once

#include "gui/board/painted-board.h"
#include "protocol/game/game.h"

#define TAB_TYPE_BOARD_PICTURE (tab_board_picture_get_type())
G_DECLARE_FINAL_TYPE(TabBoardPicture, tab_board_picture, TAB, BOARD_PICTURE, TabPaintedBoard)

/* In pixels; with height 0 it follows from the board. */
void tab_board_picture_set_size(TabBoardPicture *self, int width, int height);
/* Shows the start of a game by `set`, which must be valid. */
void tab_board_picture_show_start(TabBoardPicture *self, const TabRuleset *set);
/* Shows the board after the open turn of `game`, and the ways of its plays; `flipped`: Black is at
 * the bottom. What it is called is the caller's to say. */
void tab_board_picture_show_turn(TabBoardPicture *self, const TabGame *game, gboolean flipped);
