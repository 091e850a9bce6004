// SPDX-License-Identifier: GPL-3.0-or-later
// Time controls and the clock of a seat.
#include "protocol/match/clock.h"

static void parsing(void)
{
    static const struct {
        const char *text;
        gint64 base, increment;
        guint turns;
    } good[] = {
        {"30", 30000, 0, 0}, {"10+0.1", 10000, 100, 0}, {"40/60+0.5", 60000, 500, 40},
        {"0.001", 1, 0, 0},  {"1/2", 2000, 0, 1},       {"100000/1", 1000, 0, 100000},
    };
    for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
        TabTimeControl control = {.depth = 3};
        g_autoptr(GError) error = NULL;
        g_assert_true(tab_time_control_parse(&control, good[i].text, &error));
        g_assert_no_error(error);
        g_assert_cmpint(control.base_ms, ==, good[i].base);
        g_assert_cmpint(control.increment_ms, ==, good[i].increment);
        g_assert_cmpuint(control.turns, ==, good[i].turns);
        control.depth = 0;
        g_autofree char *again = tab_time_control_to_string(&control);
        g_assert_cmpstr(again, ==, good[i].text);
    }
    static const char *const bad[] = {"",      "0",      "-1",       "40/", "/60",     "0/60",
                                      "60+",   "60+-1",  "60 ",      " 60", "1e3",     "0x10",
                                      "1/2/3", "60+1+1", "100001/1", "nan", "99999999"};
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        TabTimeControl control = {.depth = 3};
        g_autoptr(GError) error = NULL;
        g_assert_false(tab_time_control_parse(&control, bad[i], &error));
        g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
        g_assert_cmpint(control.base_ms, ==, 0);
    }
    g_autofree char *all =
        tab_time_control_to_string(&(TabTimeControl){.movetime_ms = 50, .depth = 3, .nodes = 7});
    g_autofree char *none = tab_time_control_to_string(&(TabTimeControl){.nodes = 0});
    g_assert_cmpstr(all, ==, "movetime=50 nodes=7 depth=3");
    g_assert_cmpstr(none, ==, "-");
}

/* What is written is read again, and nothing else is. */
static void strings(void)
{
    static const char *const good[] = {"-",
                                       "30",
                                       "10+0.1",
                                       "40/60+0.5",
                                       "1/0.001",
                                       "movetime=50",
                                       "movetime=9223372036854775",
                                       "300+5 movetime=9",
                                       "movetime=50 nodes=7 depth=3"};
    static const char *const bad[] = {"",
                                      " ",
                                      "- ",
                                      "60 60",
                                      "60  depth=3",
                                      "depth=",
                                      "depth=0",
                                      "depth=-1",
                                      "depth=3 depth=3",
                                      "movetime=1.5",
                                      "movetime=9223372036854776",
                                      "movetime=99999999999999999999",
                                      "st=3",
                                      "a clock"};
    for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
        TabTimeControl control = {.nodes = 99};
        g_autoptr(GError) error = NULL;
        g_assert_true(tab_time_control_from_string(&control, good[i], &error));
        g_assert_no_error(error);
        g_autofree char *again = tab_time_control_to_string(&control);
        g_assert_cmpstr(again, ==, good[i]);
    }
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        TabTimeControl control = {.nodes = 99};
        g_autoptr(GError) error = NULL;
        g_assert_false(tab_time_control_from_string(&control, bad[i], &error));
        g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
        g_assert_nonnull(strstr(error->message, bad[i]));
        g_assert_cmpint(control.nodes, ==, 99);
    }
}

static void movetime(void)
{
    TabTimeControl control = {.movetime_ms = 50, .depth = 4};
    TabClock clocks[2] = {tab_clock_new(&control), tab_clock_new(&control)};
    TabLimits limits;
    tab_clock_limits(clocks, TAB_BLACK, &limits);
    g_autoptr(GString) line = g_string_new(NULL);
    tab_limits_write(&limits, line);
    g_assert_cmpstr(line->str, ==, " movetime 50 depth 4");
    g_assert_cmpint(tab_clock_allowance(&clocks[0], 20, 9), ==, 70);
    g_assert_true(tab_clock_charge(&clocks[0], 70000, 20, 9));
    g_assert_false(tab_clock_charge(&clocks[0], 70001, 20, 9));
}

static void patience(void)
{
    TabTimeControl control = {.nodes = 1000};
    TabClock clock = tab_clock_new(&control);
    g_assert_false(tab_clock_counts(&clock));
    g_assert_cmpint(tab_clock_allowance(&clock, 20, 9), ==, 9);
    g_assert_true(tab_clock_charge(&clock, 9000, 20, 9));
    g_assert_false(tab_clock_charge(&clock, 9001, 20, 9));
}

static void increment(void)
{
    TabTimeControl white = {0}, black = {.movetime_ms = 10};
    g_assert_true(tab_time_control_parse(&white, "2/1+0.25", NULL));
    TabClock clocks[2] = {tab_clock_new(&white), tab_clock_new(&black)};
    g_assert_true(tab_clock_charge(&clocks[0], 400900, 50, 9));
    g_assert_cmpint(clocks[0].left_us, ==, 849100);
    TabLimits limits;
    tab_clock_limits(clocks, TAB_WHITE, &limits);
    g_autoptr(GString) line = g_string_new(NULL);
    tab_limits_write(&limits, line);
    g_assert_cmpstr(line->str, ==,
                    " wtime 849 winc 250 turnstogo 1"); /* Black has no clock to tell of */
    /* the margin forgives, but the time is gone; then the next control adds its base */
    g_assert_cmpint(tab_clock_allowance(&clocks[0], 50, 9), ==, 900);
    g_assert_true(tab_clock_charge(&clocks[0], 860000, 50, 9));
    g_assert_cmpint(clocks[0].left_us, ==, 1250000);
    g_assert_cmpuint(clocks[0].turns_left, ==, 2);
    g_assert_false(tab_clock_charge(&clocks[0], 1300001, 50, 9));
    g_assert_cmpint(clocks[0].left_us, ==, 1250000);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/clock/parsing", parsing);
    g_test_add_func("/clock/strings", strings);
    g_test_add_func("/clock/movetime", movetime);
    g_test_add_func("/clock/patience", patience);
    g_test_add_func("/clock/increment", increment);
    return g_test_run();
}
