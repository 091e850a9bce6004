// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has chosen on the board, and what that choice can do; no GTK.
#pragma once

#include "gui/model/game-session.h"

G_BEGIN_DECLS

/* A plain value. */
typedef struct {
    TabGameSession *session; /* borrowed */
    unsigned selected;       /* cell whose stones are to move, or TAB_NO_CELL */
    bool top;                /* of the selected pile only the top piece */
    int throw_index;         /* only plays with this throw; -1: with any */
} TabBoardChoice;

void tab_board_choice_init(TabBoardChoice *choice, TabGameSession *session);

/* The plays on offer from `from`, or from anywhere (TAB_NO_CELL). An array of TabPlay; free with
 * g_array_unref. */
GArray *tab_board_choice_list_plays(const TabBoardChoice *choice, unsigned from);
/* Whether the whole pile of a cell can move, and whether its top piece alone can. */
void tab_board_choice_find_parts(const TabBoardChoice *choice, unsigned cell, bool *whole,
                                 bool *top);
/* The play of what is selected to `to`; where more than one throw leads there, one that sheds
 * nothing. */
bool tab_board_choice_find_play(const TabBoardChoice *choice, unsigned to, TabPlay *found);

G_END_DECLS
