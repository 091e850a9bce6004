// SPDX-License-Identifier: GPL-3.0-or-later
// The session's sticks: drawn from the seed, or real ones, whose throws a person types and may
// correct.
#include "gui/model/game-session-private.h"

bool tab_game_session_is_real(TabGameSession *self, TabSide side)
{
    return self->setup->real[side];
}

/* --- drawn --- */

/* Throw number `nth` of a stream, from 0. */
static int draw(TabGameSession *self, TabStream stream, guint nth)
{
    if (self->sticks.taken[stream] > nth)
        self->sticks = tab_game_sticks_new(self->source, self->setup->seed, 1);
    int index;
    do
        index = stream == TAB_STREAM_OPENING
                    ? tab_game_sticks_opening(&self->sticks)
                    : tab_game_sticks_throw(&self->sticks, (TabSide)(stream - TAB_STREAM_WHITE));
    while (self->sticks.taken[stream] <= nth);
    return index;
}

static int draw_next(TabGameSession *self, TabSide side)
{
    return self->live->opens
               ? draw(self, TAB_STREAM_OPENING, self->live->opening->len)
               : draw(self, (TabStream)(TAB_STREAM_WHITE + side), self->live->counts.thrown[side]);
}

/* --- thrown --- */

static void throw_index(TabGameSession *self, TabSide side, int index)
{
    bool opens = self->live->opens;
    tab_game_throw(self->live, index);
    self->changes++;
    if (opens)
        tab_game_session_tree_changed(self);
    tab_game_session_emit_threw(self, side, index);
    tab_game_session_settle(self);
}

void tab_game_session_throw_sticks(TabGameSession *self)
{
    TabSide side = tab_game_session_live_side(self);
    throw_index(self, side, draw_next(self, side));
}

/* Whether a person has to see to the next throw, with sticks of this kind. */
static bool person_throws(TabGameSession *self, bool real)
{
    return tab_game_session_live_phase(self) != TAB_PHASE_MOVE &&
           tab_game_session_get_awaits(self) == TAB_AWAITS_PERSON &&
           self->setup->real[tab_game_session_live_side(self)] == real;
}

bool tab_game_session_can_throw(TabGameSession *self)
{
    return person_throws(self, false);
}

bool tab_game_session_throw(TabGameSession *self)
{
    if (tab_game_session_check_time(self) || !tab_game_session_can_throw(self))
        return false;
    tab_game_session_throw_sticks(self);
    return true;
}

bool tab_game_session_can_enter_throw(TabGameSession *self)
{
    return person_throws(self, true);
}

bool tab_game_session_enter_throw(TabGameSession *self, int index)
{
    g_return_val_if_fail(index >= 0 && index < TAB_N_THROWS, false);
    if (tab_game_session_check_time(self) || !tab_game_session_can_enter_throw(self))
        return false;
    /* the longest hand that there can be ends with a 2 or 3 */
    if (!self->live->opens && tab_throw_again(index) &&
        self->live->turn.situation.throws.n >= TAB_MAX_THROWS - 1)
        return false;
    throw_index(self, tab_game_session_live_side(self), index);
    return true;
}

/* --- typed wrongly --- */

/* The last typed throw of an opening after which nothing has happened; -1: there is none. */
static int find_typed_opening(const TabGameSession *self)
{
    const TabThrows *throws = &self->live->turn.situation.throws;
    if (self->record->n_nodes || (!self->live->opens && throws->n > self->record->start.throws.n))
        return -1;
    for (guint i = self->live->opening->len; i-- > 0;)
        if (self->setup->real[g_array_index(self->live->opening, TabRecordThrow, i).side])
            return (int)i;
    return -1;
}

static bool is_typed_in_turn(const TabGameSession *self)
{
    unsigned held = self->live->node->parent ? 0 : self->record->start.throws.n;
    return !self->live->opens && self->setup->real[tab_game_session_live_side(self)] &&
           self->live->turn.situation.throws.n > held && !self->live->turn.plays->len;
}

bool tab_game_session_can_correct_throw(TabGameSession *self)
{
    if (self->paused || self->review || self->live->end)
        return false;
    return is_typed_in_turn(self) || find_typed_opening(self) >= 0;
}

bool tab_game_session_correct_throw(TabGameSession *self)
{
    if (tab_game_session_check_time(self) || !tab_game_session_can_correct_throw(self))
        return false;
    TabSide side = tab_game_session_live_side(self);
    if (self->seat[side])
        tab_engine_seat_forget(self->seat[side]);
    g_clear_pointer(&self->answer, g_array_unref);
    if (is_typed_in_turn(self)) {
        tab_game_unthrow(self->live);
    } else { /* what was drawn after the typed throw is drawn again */
        guint length = (guint)find_typed_opening(self);
        while (self->live->opening->len > length)
            tab_game_unthrow(self->live);
        tab_game_session_tree_changed(self);
    }
    g_array_set_size(self->undone, 0); /* those plays were of the throw that goes */
    self->changes++;
    tab_game_session_settle(self);
    return true;
}
