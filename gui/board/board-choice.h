// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has chosen on the board, what that choice can do, and why it cannot do more; no
// GTK.
#pragma once

#include "gui/model/document.h"

/* A plain value. */
typedef struct {
    TabDocument *document; /* borrowed */
    unsigned selected;     /* cell whose stones are to move, or TAB_NO_CELL */
    bool top;              /* of the selected pile only the top piece */
    int kind;              /* only plays with this throw; -1: with any */
} TabBoardChoice;

void tab_board_choice_init(TabBoardChoice *choice, TabDocument *document);

/* The plays on offer from `from`, or from anywhere (TAB_NO_CELL). An array of TabPlay; free with
 * g_array_unref. */
GArray *tab_board_choice_list_plays(const TabBoardChoice *choice, unsigned from);
/* Whether the whole pile of a cell can move, and whether its top piece alone can. */
void tab_board_choice_find_movable(const TabBoardChoice *choice, unsigned cell, bool *whole,
                                   bool *top);
/* The play of what is selected to `to`; where more than one throw leads there, one that loses
 * nothing. */
bool tab_board_choice_find_play(const TabBoardChoice *choice, unsigned to, TabPlay *found);

/* Selects the stones of `cell`: the whole pile if it can move and `want_top` is not set. If none
 * can move, nothing is selected any more. What a person is to be told of it, or ""; free with
 * g_free. */
char *tab_board_choice_take_up(TabBoardChoice *choice, unsigned cell, bool want_top);
/* Goes on from the selected pile to its top piece (`on_top`: that piece was meant), or lets go of
 * what is selected. What a person is to be told of it, or ""; free with g_free. */
char *tab_board_choice_click_again(TabBoardChoice *choice, bool on_top);
/* Why what is selected does not go to `cell`, or what stands there does not move; "" if there is
 * nothing to explain. Free with g_free. */
char *tab_board_choice_explain(const TabBoardChoice *choice, unsigned cell);
