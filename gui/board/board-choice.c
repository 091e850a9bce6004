// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has chosen on the board, what that choice can do, and why it cannot do more; no
// GTK.
#include "gui/board/board-choice.h"

#include <glib/gi18n.h>

#include "gui/model/illegal-play.h"

void tab_board_choice_init(TabBoardChoice *choice, TabDocument *document)
{
    *choice = (TabBoardChoice){.document = document, .selected = TAB_NO_CELL, .kind = -1};
}

GArray *tab_board_choice_list_plays(const TabBoardChoice *choice, unsigned from)
{
    return tab_game_list_plays(tab_document_game(choice->document), from, choice->kind);
}

void tab_board_choice_find_movable(const TabBoardChoice *choice, unsigned cell, bool *whole,
                                   bool *top)
{
    g_autoptr(GArray) plays = tab_board_choice_list_plays(choice, cell);
    *whole = *top = false;
    for (guint i = 0; i < plays->len; i++)
        *(g_array_index(plays, TabPlay, i).flags & TAB_PLAY_TOP ? top : whole) = true;
}

bool tab_board_choice_find_play(const TabBoardChoice *choice, unsigned to, TabPlay *found)
{
    if (choice->selected == TAB_NO_CELL)
        return false;
    g_autoptr(GArray) plays = tab_board_choice_list_plays(choice, choice->selected);
    bool any = false;
    for (guint i = 0; i < plays->len; i++) {
        const TabPlay *play = &g_array_index(plays, TabPlay, i);
        bool top = play->flags & TAB_PLAY_TOP;
        if (play->to != to || top != choice->top)
            continue;
        if (!any || (found->flags & TAB_PLAY_REDUCE))
            *found = *play;
        any = true;
    }
    return any;
}

char *tab_board_choice_explain(const TabBoardChoice *choice, unsigned cell)
{
    const TabGame *game = tab_document_game(choice->document);
    const TabPosition *position = &game->position;
    int owner = tab_position_owner(position, cell);
    if (choice->selected != TAB_NO_CELL && owner != position->side)
        return tab_illegal_target(game, choice->selected, choice->top, cell, choice->kind);
    bool king = position->king_of != TAB_KING_NONE && position->king == cell;
    return owner < 0 && !king ? g_strdup("") : tab_illegal_stone(game, cell, choice->kind);
}

char *tab_board_choice_take_up(TabBoardChoice *choice, unsigned cell, bool want_top)
{
    bool whole, top;
    tab_board_choice_find_movable(choice, cell, &whole, &top);
    if (!whole && !top) {
        char *why = tab_board_choice_explain(choice, cell);
        choice->selected = TAB_NO_CELL;
        return why;
    }
    choice->selected = cell;
    choice->top = top && (want_top || !whole);
    if (choice->top)
        return g_strdup(_("The top stone alone is chosen."));
    return g_strdup(top ? _("The whole pile is chosen; the stone beside it is its top one.") : "");
}

char *tab_board_choice_click_again(TabBoardChoice *choice, bool on_top)
{
    bool whole, top;
    tab_board_choice_find_movable(choice, choice->selected, &whole, &top);
    if (on_top || (whole && top && !choice->top))
        return tab_board_choice_take_up(choice, choice->selected, true);
    choice->selected = TAB_NO_CELL;
    return g_strdup("");
}
