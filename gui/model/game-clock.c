// SPDX-License-Identifier: GPL-3.0-or-later
// The clocks of a game between people and engines: what each side has left while the turn is being
// played, for eye and ear too.
#include "gui/model/game-clock.h"

#include <glib/gi18n-lib.h>

#include "gui/model/number-text.h"

#define TENTH_US G_GINT64_CONSTANT(100000)
#define SECOND_US (10 * TENTH_US)
#define TENTHS_BELOW_US (10 * SECOND_US) /* tenths are shown */
#define LOW_LEAST_US (10 * SECOND_US)
#define LOW_MOST_US (60 * SECOND_US)

static gint64 get_now(const TabGameClock *clock)
{
    return clock->source ? clock->source(clock->data) : g_get_monotonic_time();
}

TabGameClock tab_game_clock_new(const TabTimeControl *control)
{
    TabTimeControl times = *control;
    times.nodes = times.depth = 0;
    TabGameClock clock = {.running = -1};
    clock.seat[TAB_WHITE] = clock.seat[TAB_BLACK] = tab_clock_new(&times);
    return clock;
}

void tab_game_clock_set_source(TabGameClock *clock, TabTimeSource source, gpointer data)
{
    g_return_if_fail(clock->running < 0);
    clock->source = source;
    clock->data = data;
}

bool tab_game_clock_is_used(const TabGameClock *clock)
{
    return tab_clock_counts(&clock->seat[TAB_WHITE]) || clock->seat[TAB_WHITE].control.movetime_ms;
}

gint64 tab_game_clock_get_spent(const TabGameClock *clock, TabSide side)
{
    gint64 since = clock->running == (int)side ? get_now(clock) - clock->since_us : 0;
    return clock->spent_us[side] + MAX(since, 0);
}

void tab_game_clock_run(TabGameClock *clock, int side)
{
    if (clock->running == side)
        return;
    if (clock->running >= 0)
        clock->spent_us[clock->running] = tab_game_clock_get_spent(clock, (TabSide)clock->running);
    clock->running = side;
    if (side >= 0)
        clock->since_us = get_now(clock);
}

void tab_game_clock_set_spent(TabGameClock *clock, TabSide side, gint64 spent_us)
{
    clock->spent_us[side] = MAX(spent_us, 0);
    if (clock->running == (int)side)
        clock->since_us = get_now(clock);
}

/* What `side` has for this turn at its start. */
static gint64 get_granted(const TabGameClock *clock, TabSide side)
{
    const TabClock *seat = &clock->seat[side];
    gint64 granted = G_MAXINT64;
    if (seat->control.movetime_ms)
        granted = seat->control.movetime_ms * 1000;
    if (tab_clock_counts(seat))
        granted = MIN(granted, seat->left_us);
    return granted;
}

gint64 tab_game_clock_get_left(const TabGameClock *clock, TabSide side)
{
    return get_granted(clock, side) - tab_game_clock_get_spent(clock, side);
}

bool tab_game_clock_is_over(const TabGameClock *clock, TabSide side, gint64 margin_ms)
{
    return tab_game_clock_is_used(clock) &&
           tab_game_clock_get_left(clock, side) + margin_ms * 1000 <= 0;
}

void tab_game_clock_end_turn(TabGameClock *clock, TabSide side)
{
    gint64 spent = tab_game_clock_get_spent(clock, side);
    /* the margin was the caller's to give: whatever was forgiven, the clock does not go below 0 */
    tab_clock_charge(&clock->seat[side], MIN(spent, MAX(get_granted(clock, side), 0)), 0, G_MAXINT);
    tab_game_clock_set_spent(clock, side, 0);
}

void tab_game_clock_restore(TabGameClock *clock, TabSide side, guint turns, gint64 left_us)
{
    TabTimeControl control = clock->seat[side].control;
    clock->seat[side] = tab_clock_new(&control);
    if (left_us >= 0 && tab_clock_counts(&clock->seat[side]))
        clock->seat[side].left_us = left_us;
    if (control.turns)
        clock->seat[side].turns_left = control.turns - turns % control.turns;
    tab_game_clock_set_spent(clock, side, 0);
}

void tab_game_clock_limits(const TabGameClock *clock, TabSide side, gint64 think_ms,
                           TabLimits *limits)
{
    TabClock now[2] = {clock->seat[TAB_WHITE], clock->seat[TAB_BLACK]};
    for (int i = 0; i < 2; i++)
        now[i].left_us -= tab_game_clock_get_spent(clock, (TabSide)i);
    tab_clock_limits(now, side, limits);
    if (!tab_clock_counts(&now[side]))
        limits->movetime = think_ms;
    if (now[side].control.movetime_ms) {
        gint64 left = MAX(tab_game_clock_get_left(clock, side) / 1000, 1);
        limits->movetime = limits->movetime < 0 ? left : MIN(limits->movetime, left);
    }
}

bool tab_game_clock_is_low(const TabGameClock *clock, TabSide side)
{
    const TabTimeControl *control = &clock->seat[side].control;
    gint64 whole_ms = control->base_ms ? control->base_ms : control->movetime_ms;
    return tab_game_clock_is_used(clock) &&
           tab_game_clock_get_left(clock, side) <= CLAMP(whole_ms * 100, LOW_LEAST_US, LOW_MOST_US);
}

static gint64 round_up(gint64 us, gint64 unit)
{
    return (us + unit - 1) / unit;
}

gint64 tab_game_clock_get_shown(const TabGameClock *clock, TabSide side)
{
    gint64 left = MAX(tab_game_clock_get_left(clock, side), 0);
    return left <= TENTHS_BELOW_US - TENTH_US ? round_up(left, TENTH_US)
                                              : 10 * round_up(left, SECOND_US);
}

gint64 tab_game_clock_get_next_change(const TabGameClock *clock)
{
    if (clock->running < 0 || !tab_game_clock_is_used(clock))
        return -1;
    gint64 left = tab_game_clock_get_left(clock, (TabSide)clock->running);
    gint64 unit = left <= TENTHS_BELOW_US ? TENTH_US : SECOND_US;
    gint64 ahead = left > 0 ? left - (round_up(left, unit) - 1) * unit : 0;
    return MAX(round_up(ahead, 1000), 1);
}

/* --- for eye and ear --- */

#define TENTHS_SHOWN_BELOW 100 /* ten seconds, as tab_game_clock_get_shown() has it */

char *tab_clock_text(gint64 tenths)
{
    int seconds = (int)(tenths / 10), minutes = seconds / 60, hours = minutes / 60;
    if (tenths < TENTHS_SHOWN_BELOW)
        return g_strdup_printf("0:%02d.%d", seconds, (int)(tenths % 10));
    if (hours)
        return g_strdup_printf("%d:%02d:%02d", hours, minutes % 60, seconds % 60);
    return g_strdup_printf("%d:%02d", minutes, seconds % 60);
}

/* "4 minutes 59 seconds" */
static char *spell(gint64 whole_seconds)
{
    guint minutes = (guint)(whole_seconds / 60), seconds = (guint)(whole_seconds % 60);
    g_autofree char *long_part =
        g_strdup_printf(ngettext("%u minute", "%u minutes", minutes), minutes);
    g_autofree char *short_part =
        g_strdup_printf(ngettext("%u second", "%u seconds", seconds), seconds);
    if (!minutes)
        return g_steal_pointer(&short_part);
    if (!seconds)
        return g_steal_pointer(&long_part);
    /* Translators: minutes, then seconds: "4 minutes 59 seconds". */
    return g_strdup_printf(C_("time", "%s %s"), long_part, short_part);
}

char *tab_clock_text_describe(const TabGameClock *clock, TabSide side)
{
    g_autofree char *left = spell((tab_game_clock_get_shown(clock, side) + 9) / 10);
    GString *text = g_string_new(NULL);
    g_string_append_printf(
        text,
        /* Translators: a clock for a screen reader; a time follows. */
        side == TAB_WHITE ? _("White’s clock: %s left") : _("Black’s clock: %s left"), left);
    if (clock->running == (int)side)
        /* Translators: added to what is said of a clock. */
        g_string_append_printf(text, "%s%s", tab_number_text_comma(), _("running"));
    if (tab_game_clock_is_low(clock, side))
        /* Translators: added to what is said of a clock: little time is left. */
        g_string_append_printf(text, "%s%s", tab_number_text_comma(), _("low"));
    return g_string_free(text, FALSE);
}
