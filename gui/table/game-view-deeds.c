// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does at the table, and why some of it is not allowed.
#include "gui/table/game-view-private.h"
#include "gui/model/refusal.h"

/* Whether throwing is the way on from a turn whose throw is used up (`throws=at-once`). */
gboolean tab_game_view_throws_on(TabGameView *self)
{
    const TabGame *game = tab_game_session_get_game(self->session);
    return tab_game_session_can_end_turn(self->session) && tab_game_throws_again(game) &&
           !tab_game_can_play(game);
}

/* Whether a person is to type what real sticks show. */
gboolean tab_game_view_may_enter(TabGameView *self)
{
    TabSide side = tab_game_session_get_side(self->session);
    return !tab_game_view_is_busy(self) &&
           (tab_game_session_can_enter_throw(self->session) ||
            (tab_game_view_throws_on(self) && tab_game_session_is_real(self->session, side)));
}

gboolean tab_game_view_can_throw(TabGameView *self)
{
    return self->session && !tab_game_view_is_busy(self) && !tab_game_view_may_enter(self) &&
           (tab_game_session_can_throw(self->session) || tab_game_view_throws_on(self));
}

gboolean tab_game_view_can_end_turn(TabGameView *self)
{
    return self->session && !tab_game_view_is_busy(self) &&
           tab_game_session_can_end_turn(self->session);
}

gboolean tab_game_view_can_undo(TabGameView *self)
{
    return self->session && !tab_game_view_is_busy(self) &&
           tab_game_session_can_undo(self->session);
}

/* Whether somebody wants to look at the turn before `deed` ends it. */
static gboolean is_held_back(TabGameView *self, void (*deed)(TabGameView *self))
{
    gboolean held = FALSE;
    if (!self->insists)
        g_signal_emit_by_name(self, "turn-ending", &held);
    self->held = held ? deed : NULL;
    return held;
}

void tab_game_view_go_on(TabGameView *self)
{
    if (!self->held)
        return;
    self->insists = TRUE;
    self->held(self);
    self->insists = FALSE;
}

/* Says why something is not done. Nothing needs a word while sticks or stones are still moving. */
static void refuse(TabGameView *self, char *(*why)(TabGameSession *session))
{
    g_autofree char *text =
        self->session && !tab_game_view_is_busy(self) ? why(self->session) : NULL;
    if (text)
        tab_game_view_say(self, text);
}

void tab_game_view_throw(TabGameView *self)
{
    if (!tab_game_view_can_throw(self)) {
        refuse(self, tab_refusal_throw);
        return;
    }
    if (tab_game_view_throws_on(self) && is_held_back(self, tab_game_view_throw))
        return;
    if (tab_game_view_throws_on(self))
        tab_game_session_end_turn(self->session);
    tab_game_session_throw(self->session);
}

void tab_game_view_end_turn(TabGameView *self)
{
    if (!tab_game_view_can_end_turn(self)) {
        refuse(self, tab_refusal_end_turn);
        return;
    }
    if (is_held_back(self, tab_game_view_end_turn))
        return;
    tab_game_view_set_notice(self, "");
    tab_game_session_end_turn(self->session);
}

void tab_game_view_undo(TabGameView *self)
{
    if (!tab_game_view_can_undo(self)) {
        refuse(self, tab_refusal_undo);
        return;
    }
    tab_game_view_set_notice(self, "");
    tab_game_session_undo(self->session);
}

gboolean tab_game_view_can_redo(TabGameView *self)
{
    return self->session && !tab_game_view_is_busy(self) &&
           tab_game_session_can_redo(self->session);
}

void tab_game_view_redo(TabGameView *self)
{
    if (!tab_game_view_can_redo(self)) {
        refuse(self, tab_refusal_redo);
        return;
    }
    tab_game_view_set_notice(self, "");
    tab_game_session_redo(self->session);
}

/* What real sticks show; it ends a turn after which the same side throws again. */
void tab_game_view_enter_throw(TabGameView *self, int throw_index)
{
    if (!tab_game_view_may_enter(self))
        return;
    if (tab_game_view_throws_on(self)) {
        tab_game_view_end_turn(self);
        if (!tab_game_session_can_enter_throw(self->session))
            return; /* somebody wants to look at the turn first */
    }
    tab_game_view_set_notice(self, "");
    if (!tab_game_session_enter_throw(self->session, throw_index)) {
        g_autofree char *why = tab_refusal_number(self->session, tab_throw_value(throw_index));
        tab_game_view_say(self, why);
    }
}

void tab_game_view_choose_throw(TabGameView *self, int value)
{
    int index = tab_throw_index(value);
    if (!self->session || tab_game_view_is_busy(self))
        return;
    if (index >= 0 && tab_game_view_may_enter(self)) {
        tab_game_view_enter_throw(self, index);
    } else if (index < 0 || !tab_throws_row_toggle(self->throws, index)) {
        g_autofree char *why = tab_refusal_number(self->session, value);
        tab_game_view_say(self, why);
    }
}

gboolean tab_game_view_cancel(TabGameView *self)
{
    int chosen = tab_throws_row_get_chosen(self->throws);
    gboolean held = tab_board_view_unselect(self->board);
    if (!held && chosen >= 0)
        tab_throws_row_toggle(self->throws, chosen);
    if (self->session)
        tab_game_view_say(self, "");
    return held || chosen >= 0;
}
