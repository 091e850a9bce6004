// SPDX-License-Identifier: GPL-3.0-or-later
// How long a seat may think: limits of a match, and the clock of one seat in one game.
#pragma once

#include "protocol/codec/limits.h"
#include "protocol/rules/types.h"

/* What an engine is allowed a turn; 0 stands for no such limit. Any of them may be combined. */
typedef struct {
    gint64 movetime_ms;  /* for each turn */
    gint64 base_ms;      /* on the clock at the start, and again after every `turns` turns */
    gint64 increment_ms; /* put on the clock after each turn */
    guint turns;         /* turns in a time control; 0: the base is for the whole game */
    gint64 nodes, depth; /* sent with each `go`; the engine is trusted with them */
} TabTimeControl;

/* Reads `[turns/]time[+increment]`, times in seconds ("40/60+0.5", "10+0.1", "30"); the other
 * limits stay. The error (G_OPTION_ERROR_BAD_VALUE) names the text. */
gboolean tab_time_control_parse(TabTimeControl *control, const char *text, GError **error);
/* All limits as the tag [TimeControl] has them: "40/60+0.5", "movetime=50 depth=3" (movetime in
 * ms), "-" for none. Free with g_free. */
char *tab_time_control_to_string(const TabTimeControl *control);
/* Reads that again. The error (G_OPTION_ERROR_BAD_VALUE) names the text; `control` is then as it
 * was. */
gboolean tab_time_control_from_string(TabTimeControl *control, const char *text, GError **error);

/* The clock of one seat. A plain value. */
typedef struct {
    TabTimeControl control;
    gint64 left_us;   /* with a base: time left */
    guint turns_left; /* with turns: turns until the base is added again */
} TabClock;

TabClock tab_clock_new(const TabTimeControl *control);

/* Whether time is counted down over the game. */
static inline gboolean tab_clock_counts(const TabClock *clock)
{
    return clock->control.base_ms > 0;
}

/* The limits of `go` for `side`; both clocks are told, as far as they count. */
void tab_clock_limits(const TabClock clocks[2], TabSide side, TabLimits *limits);

/* The longest that the next turn may take, in ms, with `margin_ms` for the way of the answer;
 * `patience_ms` if no limit of time was given. */
gint64 tab_clock_allowance(const TabClock *clock, gint64 margin_ms, gint64 patience_ms);

/* Takes the time of a turn off the clock and adds what is due. FALSE if the turn took longer than
 * the allowance: the seat has lost on time. The margin forgives lateness but never adds time. */
gboolean tab_clock_charge(TabClock *clock, gint64 elapsed_us, gint64 margin_ms, gint64 patience_ms);
