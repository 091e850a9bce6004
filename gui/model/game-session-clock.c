// SPDX-License-Identifier: GPL-3.0-or-later
// The session's clocks: whose runs, what they stand at in any place of the game, who has lost on
// time; and pauses.
#include "gui/model/game-session-private.h"

#include "protocol/match/settings.h"

/* --- whose clock runs --- */

/* An answer of an engine that comes a little late is forgiven, as in a match. */
static gint64 margin_of(const TabGameSession *self, TabSide side)
{
    return self->seat[side] ? TAB_MATCH_MARGIN_MS : 0;
}

/* The side that is to act and can: an engine while it thinks; a person always, but not while the
 * window shows what has happened, nor while it throws the sticks of an engine. */
static int find_running(const TabGameSession *self)
{
    if (!tab_game_clock_is_used(&self->clock) || self->paused || self->live->opens ||
        self->live->end)
        return -1;
    TabSide side = tab_game_session_live_side(self);
    if (self->seat[side])
        return tab_engine_seat_is_thinking(self->seat[side]) ? (int)side : -1;
    return self->held ? -1 : (int)side;
}

void tab_game_session_update_clock(TabGameSession *self)
{
    tab_game_clock_run(&self->clock, find_running(self));
}

void tab_game_session_set_time_source(TabGameSession *self, TabTimeSource source, gpointer data)
{
    tab_game_clock_run(&self->clock, -1);
    tab_game_clock_set_source(&self->clock, source, data);
    tab_game_session_update_clock(self);
}

void tab_game_session_hold_clock(TabGameSession *self, bool held)
{
    self->held = held;
    tab_game_session_update_clock(self);
}

const TabGameClock *tab_game_session_get_clock(TabGameSession *self)
{
    return tab_game_clock_is_used(&self->clock) ? &self->clock : NULL;
}

/* --- what they stand at --- */

void tab_game_session_restore_clock(TabGameSession *self)
{
    for (int side = 0; side < 2; side++) {
        guint turns = 0;
        double left = -1;
        for (const TabRecordNode *node = self->live->node; node->parent; node = node->parent) {
            if (node->side != side || !node->turn)
                continue;
            if (!turns++)
                left = MAX(tab_record_get_number(node, "clk", -1), -1);
        }
        gint64 left_us = left < 0 ? -1 : (gint64)(MIN(left, 1e9) * G_USEC_PER_SEC);
        tab_game_clock_restore(&self->clock, (TabSide)side, turns, left_us);
    }
}

void tab_game_session_note_clock(TabGameSession *self, TabRecordNode *node, gint64 spent_us)
{
    if (!tab_game_clock_is_used(&self->clock))
        return;
    tab_record_set_number(node, "emt", (double)spent_us / G_USEC_PER_SEC, 3);
    const TabClock *seat = &self->clock.seat[node->side];
    if (node->turn && tab_clock_counts(seat))
        tab_record_set_number(node, "clk", (double)seat->left_us / G_USEC_PER_SEC, 3);
}

void tab_game_session_resume_clock(TabGameSession *self, const TabRecordNode *node)
{
    double spent = CLAMP(tab_record_get_number(node, "emt", 0), 0, 1e9);
    tab_game_clock_set_spent(&self->clock, (TabSide)node->side, (gint64)(spent * G_USEC_PER_SEC));
}

void tab_game_session_limit(TabGameSession *self, TabSide side, TabLimits *limits,
                            gint64 *allowed_ms)
{
    gint64 think = self->setup->movetime;
    tab_game_clock_limits(&self->clock, side, think, limits);
    *allowed_ms = limits->movetime >= 0 ? limits->movetime : think;
    if (limits->movetime < 0)
        *allowed_ms = MAX(tab_game_clock_get_left(&self->clock, side), 0) / 1000;
}

/* --- the end of the time --- */

static void forfeit(TabGameSession *self, TabSide side)
{
    tab_game_finish(self->live, TAB_END_TIME, tab_side_other(side));
    tab_game_session_end_here(self);
}

bool tab_game_session_check_time(TabGameSession *self)
{
    TabSide side = tab_game_session_live_side(self);
    if (self->paused || self->live->opens || self->live->end ||
        !tab_game_clock_is_over(&self->clock, side, margin_of(self, side)))
        return false;
    forfeit(self, side);
    return true;
}

/* --- pauses --- */

bool tab_game_session_is_paused(TabGameSession *self)
{
    return self->paused;
}

bool tab_game_session_can_pause(TabGameSession *self)
{
    return !self->paused && !self->review && !self->live->end;
}

bool tab_game_session_pause(TabGameSession *self)
{
    if (!tab_game_session_can_pause(self))
        return false;
    if (tab_game_session_check_time(self))
        return false;
    self->paused = true;
    tab_game_session_update_clock(self); /* before the engine has stopped thinking */
    for (int side = 0; side < 2; side++)
        if (self->seat[side])
            tab_engine_seat_forget(self->seat[side]);
    tab_game_session_emit_changed(self);
    return true;
}

bool tab_game_session_resume(TabGameSession *self)
{
    if (!self->paused)
        return false;
    self->paused = false;
    tab_game_session_settle(self);
    return true;
}
