// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has chosen on the board, and what that choice can do; no GTK.
#include "gui/board/board-choice.h"

void tab_board_choice_init(TabBoardChoice *choice, TabGameSession *session)
{
    *choice = (TabBoardChoice){.session = session, .selected = TAB_NO_CELL, .throw_index = -1};
}

GArray *tab_board_choice_list_plays(const TabBoardChoice *choice, unsigned from)
{
    return tab_game_list_plays(tab_game_session_get_game(choice->session), from,
                               choice->throw_index);
}

static bool is_top(const TabPlay *play)
{
    return (play->flags & TAB_PLAY_TOP) != 0;
}

void tab_board_choice_find_parts(const TabBoardChoice *choice, unsigned cell, bool *whole,
                                 bool *top)
{
    g_autoptr(GArray) plays = tab_board_choice_list_plays(choice, cell);
    *whole = *top = false;
    for (guint i = 0; i < plays->len; i++)
        *(is_top(&g_array_index(plays, TabPlay, i)) ? top : whole) = true;
}

bool tab_board_choice_find_play(const TabBoardChoice *choice, unsigned to, TabPlay *found)
{
    if (choice->selected == TAB_NO_CELL)
        return false;
    g_autoptr(GArray) plays = tab_board_choice_list_plays(choice, choice->selected);
    bool any = false;
    for (guint i = 0; i < plays->len; i++) {
        const TabPlay *play = &g_array_index(plays, TabPlay, i);
        if (play->to != to || is_top(play) != choice->top)
            continue;
        if (!any || (found->flags & TAB_PLAY_REDUCE))
            *found = *play;
        any = true;
    }
    return any;
}
