// SPDX-License-Identifier: GPL-3.0-or-later
// The clocks of a game in the window, told the time by the test.
#include "gui/model/game-clock.h"

#define SECOND G_GINT64_CONSTANT(1000000)

static gint64 now;

static gint64 tell_time(gpointer data)
{
    return *(gint64 *)data;
}

static TabGameClock new_clock(const char *text)
{
    TabTimeControl control = {0};
    g_assert_true(tab_time_control_from_string(&control, text, NULL));
    TabGameClock clock = tab_game_clock_new(&control);
    now = 5 * SECOND;
    tab_game_clock_set_source(&clock, tell_time, &now);
    return clock;
}

static void assert_limits(const TabGameClock *clock, TabSide side, gint64 think_ms,
                          const char *expected)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    g_autoptr(GString) line = g_string_new(NULL);
    tab_game_clock_limits(clock, side, think_ms, &limits);
    tab_limits_write(&limits, line);
    g_assert_cmpstr(line->str, ==, expected);
}

static void test_none(void)
{
    TabGameClock clock = new_clock("-");
    g_assert_false(tab_game_clock_is_used(&clock));
    tab_game_clock_run(&clock, TAB_WHITE);
    now += 1000000 * SECOND;
    g_assert_false(tab_game_clock_is_over(&clock, TAB_WHITE, 0));
    g_assert_false(tab_game_clock_is_low(&clock, TAB_WHITE));
    g_assert_cmpint(tab_game_clock_get_next_change(&clock), ==, -1);
    assert_limits(&clock, TAB_WHITE, 800, " movetime 800");
}

/* A base for the whole game and an increment: only the clock that runs goes down. */
static void test_game(void)
{
    TabGameClock clock = new_clock("300+5");
    g_assert_true(tab_game_clock_is_used(&clock));
    now += 7 * SECOND; /* nothing runs yet */
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, 300 * SECOND);
    tab_game_clock_run(&clock, TAB_WHITE);
    now += 20 * SECOND;
    g_assert_cmpint(tab_game_clock_get_spent(&clock, TAB_WHITE), ==, 20 * SECOND);
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, 280 * SECOND);
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_BLACK), ==, 300 * SECOND);

    tab_game_clock_run(&clock, -1); /* a pause */
    now += 100 * SECOND;
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, 280 * SECOND);
    tab_game_clock_run(&clock, TAB_WHITE);
    now += 10 * SECOND;
    assert_limits(&clock, TAB_WHITE, 800, " wtime 270000 btime 300000 winc 5000 binc 5000");
    tab_game_clock_end_turn(&clock, TAB_WHITE);
    g_assert_cmpint(tab_game_clock_get_spent(&clock, TAB_WHITE), ==, 0);
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, 275 * SECOND);

    tab_game_clock_run(&clock, TAB_BLACK);
    now += 300 * SECOND - 1;
    g_assert_false(tab_game_clock_is_over(&clock, TAB_BLACK, 0));
    now += 1;
    g_assert_true(tab_game_clock_is_over(&clock, TAB_BLACK, 0));
    g_assert_false(tab_game_clock_is_over(&clock, TAB_BLACK, 200));
    now += SECOND / 5;
    g_assert_true(tab_game_clock_is_over(&clock, TAB_BLACK, 200));
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, 275 * SECOND);
}

/* What was forgiven is not owed. */
static void test_margin(void)
{
    TabGameClock clock = new_clock("10+3");
    tab_game_clock_run(&clock, TAB_BLACK);
    now += 10 * SECOND + SECOND / 10;
    g_assert_false(tab_game_clock_is_over(&clock, TAB_BLACK, 200));
    tab_game_clock_end_turn(&clock, TAB_BLACK);
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_BLACK), ==, 3 * SECOND);
}

static void test_turn(void)
{
    TabGameClock clock = new_clock("movetime=30000");
    assert_limits(&clock, TAB_WHITE, 800, " movetime 800");
    assert_limits(&clock, TAB_WHITE, 60000, " movetime 30000");
    tab_game_clock_run(&clock, TAB_WHITE);
    now += 29 * SECOND;
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, SECOND);
    assert_limits(&clock, TAB_WHITE, 60000, " movetime 1000");
    tab_game_clock_end_turn(&clock, TAB_WHITE);
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, 30 * SECOND);
    now += 30 * SECOND;
    g_assert_true(tab_game_clock_is_over(&clock, TAB_WHITE, 0));
}

/* Both kinds together: the shorter time counts. */
static void test_both(void)
{
    TabGameClock clock = new_clock("40 movetime=30000");
    tab_game_clock_run(&clock, TAB_WHITE);
    now += 25 * SECOND;
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, 5 * SECOND);
    tab_game_clock_end_turn(&clock, TAB_WHITE);
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, 15 * SECOND);
}

/* The base comes again after every second turn; a clock is taken up after any number of turns. */
static void test_controls(void)
{
    TabGameClock clock = new_clock("2/60");
    tab_game_clock_run(&clock, TAB_WHITE);
    now += 10 * SECOND;
    tab_game_clock_end_turn(&clock, TAB_WHITE);
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, 50 * SECOND);
    assert_limits(&clock, TAB_WHITE, 800, " wtime 50000 btime 60000 winc 0 binc 0 turnstogo 1");
    now += 10 * SECOND;
    tab_game_clock_end_turn(&clock, TAB_WHITE);
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, 100 * SECOND);

    tab_game_clock_restore(&clock, TAB_WHITE, 3, 33 * SECOND);
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, 33 * SECOND);
    assert_limits(&clock, TAB_WHITE, 800, " wtime 33000 btime 60000 winc 0 binc 0 turnstogo 1");
    tab_game_clock_restore(&clock, TAB_WHITE, 0, -1);
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, 60 * SECOND);
    tab_game_clock_set_spent(&clock, TAB_WHITE, 12 * SECOND);
    g_assert_cmpint(tab_game_clock_get_left(&clock, TAB_WHITE), ==, 48 * SECOND);
}

/* The time as it is shown never says 0 too early, and is looked at again when it changes. */
static void test_shown(void)
{
    static const struct {
        gint64 left_ms, shown, next_ms;
    } rows[] = {
        {60000, 600, 1000}, {59999, 600, 999}, {59001, 600, 1}, {10001, 110, 1},
        {10000, 100, 100},  {9950, 100, 50},   {9900, 99, 100}, {9899, 99, 99},
        {100, 1, 100},      {1, 1, 1},         {0, 0, 1},       {-500, 0, 1},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabGameClock clock = new_clock("60");
        tab_game_clock_run(&clock, TAB_BLACK);
        now += (60000 - rows[i].left_ms) * 1000;
        g_assert_cmpint(tab_game_clock_get_shown(&clock, TAB_BLACK), ==, rows[i].shown);
        g_assert_cmpint(tab_game_clock_get_next_change(&clock), ==, rows[i].next_ms);
        tab_game_clock_run(&clock, -1);
        g_assert_cmpint(tab_game_clock_get_shown(&clock, TAB_BLACK), ==, rows[i].shown);
        g_assert_cmpint(tab_game_clock_get_next_change(&clock), ==, -1);
    }
}

static void test_low(void)
{
    static const struct {
        const char *control;
        int seconds; /* from which on it is low */
    } rows[] = {{"3600", 60}, {"300", 30}, {"30", 10}, {"movetime=200000", 20}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabGameClock clock = new_clock(rows[i].control);
        gint64 left = tab_game_clock_get_left(&clock, TAB_WHITE);
        tab_game_clock_set_spent(&clock, TAB_WHITE, left - rows[i].seconds * SECOND - 1);
        g_assert_false(tab_game_clock_is_low(&clock, TAB_WHITE));
        tab_game_clock_set_spent(&clock, TAB_WHITE, left - rows[i].seconds * SECOND);
        g_assert_true(tab_game_clock_is_low(&clock, TAB_WHITE));
    }
}

/* Without a source of its own it goes by the machine's clock. */
static void test_machine(void)
{
    TabGameClock clock = tab_game_clock_new(&(TabTimeControl){.base_ms = 60000, .nodes = 5});
    gint64 before = g_get_monotonic_time();
    tab_game_clock_run(&clock, TAB_WHITE);
    g_usleep(20000);
    gint64 spent = tab_game_clock_get_spent(&clock, TAB_WHITE);
    g_assert_cmpint(spent, >=, 20000);
    g_assert_cmpint(spent, <=, g_get_monotonic_time() - before);
    tab_game_clock_run(&clock, -1);
    spent = tab_game_clock_get_spent(&clock, TAB_WHITE);
    g_autofree char *limits = g_strdup_printf(
        " wtime %" G_GINT64_FORMAT " btime 60000 winc 0 binc 0", (60000000 - spent) / 1000);
    assert_limits(&clock, TAB_BLACK, 800, limits);
}

static void assert_text(gint64 tenths, const char *expected)
{
    g_autofree char *text = tab_clock_text(tenths);
    g_assert_cmpstr(text, ==, expected);
}

/* Tenths are shown when seconds count, hours when there are any. */
static void test_text(void)
{
    assert_text(0, "0:00.0");
    assert_text(93, "0:09.3");
    assert_text(99, "0:09.9");
    assert_text(100, "0:10");
    assert_text(2990, "4:59");
    assert_text(36000 - 10, "59:59");
    assert_text(36000 + 1230, "1:02:03");
}

static void assert_described(const TabGameClock *clock, TabSide side, const char *expected)
{
    g_autofree char *text = tab_clock_text_describe(clock, side);
    g_assert_cmpstr(text, ==, expected);
}

/* What a screen reader hears of a clock. */
static void test_description(void)
{
    TabGameClock clock = new_clock("300");
    assert_described(&clock, TAB_BLACK, "Black’s clock: 5 minutes left");
    tab_game_clock_run(&clock, TAB_WHITE);
    now += SECOND;
    assert_described(&clock, TAB_WHITE, "White’s clock: 4 minutes 59 seconds left, running");
    now += 238 * SECOND;
    assert_described(&clock, TAB_WHITE, "White’s clock: 1 minute 1 second left, running");
    now += 60 * SECOND;
    assert_described(&clock, TAB_WHITE, "White’s clock: 1 second left, running, low");
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/game-clock/none", test_none);
    g_test_add_func("/game-clock/game", test_game);
    g_test_add_func("/game-clock/margin", test_margin);
    g_test_add_func("/game-clock/turn", test_turn);
    g_test_add_func("/game-clock/both", test_both);
    g_test_add_func("/game-clock/controls", test_controls);
    g_test_add_func("/game-clock/shown", test_shown);
    g_test_add_func("/game-clock/low", test_low);
    g_test_add_func("/game-clock/machine", test_machine);
    g_test_add_func("/game-clock/text", test_text);
    g_test_add_func("/game-clock/description", test_description);
    return g_test_run();
}
