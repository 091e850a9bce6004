// SPDX-License-Identifier: GPL-3.0-or-later
// The clocks of a game between people and engines: what each side has left while the turn is being
// played, for eye and ear too.
#pragma once

#include "protocol/match/clock.h"

/* Reads a clock that never goes back, in µs. */
typedef gint64 (*TabTimeSource)(gpointer data);

/* Two clocks of tab-match (protocol/match/clock.h) of which at most one runs. A plain value; change
 * it through the functions only. All times are in µs. */
typedef struct {
    TabClock seat[2];     /* by TabSide, as they stood before the turn in the making */
    gint64 spent_us[2];   /* on the turn in the making, up to `since_us` */
    int running;          /* the TabSide whose clock runs, -1: none does */
    gint64 since_us;      /* since when it runs */
    TabTimeSource source; /* NULL: g_get_monotonic_time() */
    gpointer data;
} TabGameClock;

/* Both sides have `control`, of which only the times count here; nothing runs yet. */
TabGameClock tab_game_clock_new(const TabTimeControl *control);
/* From now on time is told by `source`; NULL: the machine's monotonic clock. Nothing may run. */
void tab_game_clock_set_source(TabGameClock *clock, TabTimeSource source, gpointer data);

/* Whether there is any time to be kept to. */
bool tab_game_clock_is_used(const TabGameClock *clock);

/* Has the clock of `side` run, and no other; -1: none. */
void tab_game_clock_run(TabGameClock *clock, int side);
/* Spent on the turn in the making, up to now. */
gint64 tab_game_clock_get_spent(const TabGameClock *clock, TabSide side);
/* Takes up a turn of which so much was spent, or (0) begins it anew. */
void tab_game_clock_set_spent(TabGameClock *clock, TabSide side, gint64 spent_us);
/* What is left now for this turn; beyond the time it is negative. */
gint64 tab_game_clock_get_left(const TabGameClock *clock, TabSide side);
/* Whether more was spent than there was, and `margin_ms` to forgive. */
bool tab_game_clock_is_over(const TabGameClock *clock, TabSide side, gint64 margin_ms);

/* The turn of `side` has ended in time: what it took goes off its clock, what is due for it is put
 * on. */
void tab_game_clock_end_turn(TabGameClock *clock, TabSide side);
/* The clock of `side` as it stands after `turns` of its turns with `left_us` on it (< 0: as at the
 * start). Nothing is spent on the next turn. */
void tab_game_clock_restore(TabGameClock *clock, TabSide side, guint turns, gint64 left_us);

/* What an engine is told that thinks for `side` now: both clocks, or the time of one turn, of which
 * it takes `think_ms` at most. */
void tab_game_clock_limits(const TabGameClock *clock, TabSide side, gint64 think_ms,
                           TabLimits *limits);

/* Low on time: the last tenth of what there is for a turn or for the game at its start, at least
 * ten seconds and at most a minute. */
bool tab_game_clock_is_low(const TabGameClock *clock, TabSide side);
/* What is shown: whole seconds, and tenths of them in the last ten; rounded up, so that 0 means
 * that the time is over. In tenths of a second. */
gint64 tab_game_clock_get_shown(const TabGameClock *clock, TabSide side);
/* How long until that changes, in ms, at least 1; -1: nothing runs. */
gint64 tab_game_clock_get_next_change(const TabGameClock *clock);

/* All: free with g_free. */

/* "4:59", "1:02:03", "0:09.3" from tenths of a second. */
char *tab_clock_text(gint64 tenths);
/* "White’s clock: 4 minutes 59 seconds left, running". */
char *tab_clock_text_describe(const TabGameClock *clock, TabSide side);
