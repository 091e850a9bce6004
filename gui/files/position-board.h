// SPDX-License-Identifier: GPL-3.0-or-later
// A board on which a position is set up: shows it, and tells which cell is meant.
#pragma once

#include "gui/board/painted-board.h"

#include "protocol/rules/position.h"

/* Signals: "put" (guint cell), the primary button, Enter or Space; "taken" (guint cell), the
 * secondary button, Delete or BackSpace. */
#define TAB_TYPE_POSITION_BOARD (tab_position_board_get_type())
G_DECLARE_FINAL_TYPE(TabPositionBoard, tab_position_board, TAB, POSITION_BOARD, TabPaintedBoard)

/* Shows a position of these rules; both are copied. */
void tab_position_board_show(TabPositionBoard *self, const TabRules *rules,
                             const TabPosition *position);
