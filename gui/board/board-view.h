// SPDX-License-Identifier: GPL-3.0-or-later
// The board of a game: shows it, animates plays, and lets a person choose and move stones.
#pragma once

#include "gui/board/painted-board.h"
#include "gui/model/document.h"

#define TAB_TYPE_BOARD_VIEW (tab_board_view_get_type())
G_DECLARE_FINAL_TYPE(TabBoardView, tab_board_view, TAB, BOARD_VIEW, TabPaintedBoard)

/* Signals: "settled" (), a play has been shown to its end; "landed" (gboolean), its stones have
 * arrived, on enemies or not; "notice" (const char *text), why something cannot be done, or "" when
 * that no longer matters; gboolean "chosen" (const TabPlay *), a person wants to play this, TRUE if
 * that was done; "asked" (), a person wants to move while nobody may. */

/* Shows this game from now on (NULL: an empty board). */
void tab_board_view_set_document(TabBoardView *self, TabDocument *document);

/* The side at the bottom, in a game. */
TabSide tab_board_view_get_near_side(TabBoardView *self);
/* The side at the bottom of the next game that is shown, if that is not turned: a TabSide; -1: the
 * only person's, or White. */
void tab_board_view_set_near_side(TabBoardView *self, int side);

/* Whether a play is still on its way. */
gboolean tab_board_view_is_busy(TabBoardView *self);
/* Whether a person may move stones now, once all throws lie there; at first nobody may. */
void tab_board_view_set_enabled(TabBoardView *self, gboolean enabled);
/* While the sticks fall (TRUE) nothing of what they are about to show is seen or said, and nobody
 * may move. */
void tab_board_view_set_waiting(TabBoardView *self, gboolean waiting);
/* From now on its cells can be named: letters and numbers stand at the edge, though a person may
 * have switched them off. */
void tab_board_view_name_cells(TabBoardView *self);
/* Only plays with this throw are offered; -1: with any. */
void tab_board_view_set_throw(TabBoardView *self, int kind);
/* Gives the keyboard focus to a cell whose stones can move, unless it is on the board already;
 * false if none can. */
gboolean tab_board_view_focus_movable(TabBoardView *self);
/* Gives the keyboard focus to the next cell (or the one before) that a person wants to go to: whose
 * stones can move, or with some chosen where they can go. Cells come as one reads, and the last is
 * followed by the first. Where nothing can move now it is said why. */
void tab_board_view_jump(TabBoardView *self, gboolean back);
/* Shows what an engine would play from `before` on, an array of TabPlay (copied; NULL: nothing),
 * while the board is one of that turn and nothing is chosen. */
void tab_board_view_set_suggestion(TabBoardView *self, const TabPosition *before,
                                   const GArray *plays);
/* Shows these arrows (of TabTurnArrow; referenced; NULL: none) over a turn that is looked at, in
 * place of its ways; the chances of captures stand on pennants, as if the setting for these were
 * on.
 */
void tab_board_view_set_arrows(TabBoardView *self, GPtrArray *arrows);
/* Forgets what is chosen; false if nothing was. */
gboolean tab_board_view_unselect(TabBoardView *self);
