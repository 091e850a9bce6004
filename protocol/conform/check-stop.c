// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "stop" and "wait": the two commands about a search that runs.
#include "protocol/conform/point.h"

static void stop_thinking(TabCheck *check)
{
    static const char *const goes[] = {"go infinite", "go movetime 600000", "go infinite"};
    const TabSubject *subject = check->subject;
    for (guint i = 0; i < G_N_ELEMENTS(goes) && tab_check_open(check); i++) {
        tab_check_anchor(check);
        tab_check_settle(check);
        tab_check_send(check, "%s", goes[i]);
        const char *early = i == 1 ? tab_check_glance(check, TAB_WAIT_CALM) : NULL;
        if (early)
            continue; /* a limit does not have to be used up */
        gint64 start = g_get_monotonic_time();
        tab_check_send(check, "stop");
        tab_check_expect_best(check, subject->base, &subject->anchor, TAB_WAIT_ANSWER);
        tab_check_in_time(check, start, TAB_WAIT_AT_ONCE, "bestmove");
    }
    tab_check_settle(check);
}

/* A stop too early must not count for the next search. */
static void stop_idle(TabCheck *check)
{
    tab_check_anchor(check);
    tab_check_send(check, "stop\nstop");
    tab_check_settle(check);
    tab_check_send(check, "stop\ngo infinite");
    tab_check_calm(check, TAB_WAIT_CALM);
    tab_check_send(check, "stop");
    tab_check_bestmove(check, TAB_WAIT_ANSWER);
    tab_check_send(check, "stop");
    tab_check_settle(check);
}

static void behind_stop(TabCheck *check)
{
    const TabSubject *subject = check->subject;
    for (guint i = 0; i < 3; i++) {
        tab_check_anchor(check);
        tab_check_settle(check);
        tab_check_send(check, "go infinite");
        tab_check_glance(check, TAB_WAIT_CALM / 3);
        tab_check_send(check, "stop\nsetpos start b\nthrow nonsense\ngo depth 1");
        tab_check_bestmove(check, TAB_WAIT_ANSWER);
        tab_check_expect(check, "error");
        tab_check_bestmove(check, TAB_WAIT_WORK);
    }
    tab_check_settle(check);
    tab_check_ask(check, subject->base, "start b", &subject->anchor);
}

static void wait_for_go(TabCheck *check)
{
    tab_check_anchor(check);
    tab_check_settle(check);
    tab_check_send(check, "go movetime 150\nwait\nthrow nonsense\nisready");
    tab_check_bestmove(check, TAB_WAIT_ANSWER);
    tab_check_expect(check, "error");
    tab_check_expect(check, "readyok");
}

/* A perft that takes long enough for lines behind it to be read; the point is skipped if there is
 * none. */
static const char *find_slow_perft(TabCheck *check)
{
    /* Each counts a few times as many as the one before, so that no engine works much longer than
     * it has to. */
    static const char *const commands[] = {"perft 1 5", "perft 2 3", "perft 3 2",
                                           "perft 4 2", "perft 3 3", "perft 4 3"};
    tab_check_newgame(check, check->subject->base);
    tab_check_settle(check);
    for (guint i = 0; i < G_N_ELEMENTS(commands) && tab_check_open(check); i++) {
        gint64 start = g_get_monotonic_time();
        const char *line = tab_check_inspect(check, commands[i], TAB_WAIT_WORK);
        if (line)
            tab_check_that(check, tab_check_begins(line, "perft"), "perft <count>", line);
        if (g_get_monotonic_time() - start > 4 * TAB_WAIT_CALM * 1000)
            return commands[i];
    }
    return commands[G_N_ELEMENTS(commands) - 1];
}

static void wait_for_work(TabCheck *check)
{
    const char *command = find_slow_perft(check);
    tab_check_send(check, "%s\nwait\nisready", command);
    const char *line = tab_check_answer(check, TAB_WAIT_WORK);
    if (line)
        tab_check_that(check, tab_check_begins(line, "perft"), "perft <count>", line);
    tab_check_answer(check, TAB_WAIT_ANSWER); /* readyok; a fault of `wait` is another point */
}

static void wait_idle(TabCheck *check)
{
    tab_check_send(check, "wait\nwait");
    tab_check_settle(check);
}

static void wait_for_endless_go(TabCheck *check)
{
    static const char *const goes[] = {"go infinite", "go ponder"};
    for (guint i = 0; i < G_N_ELEMENTS(goes); i++) {
        tab_check_anchor(check);
        tab_check_send(check, "%s\nwait", goes[i]);
        tab_check_expect_error(check, "bad-argument");
        tab_check_send(check, "stop");
        tab_check_bestmove(check, TAB_WAIT_ANSWER);
        tab_check_settle(check);
    }
}

const TabPoint tab_points_stop[] = {
    {76, "stop", N_("`stop` is answered at once by a legal turn."), stop_thinking, TAB_POINT_TIMED},
    {77, "stop", N_("`stop` is ignored when idle."), stop_idle, 0},
    {78, "stop", N_("What is sent after a `stop` is read after its `bestmove`."), behind_stop, 0},
    {79, "wait", N_("`wait`: no further line is read until the running `go` has answered."),
     wait_for_go, 0},
    {80, "wait", N_("`wait` is nothing when idle."), wait_idle, 0},
    {81, "wait", N_("`wait` for a `go` without limit is `error bad-argument`."),
     wait_for_endless_go, 0},
    {102, "wait", N_("`wait` behind a `perft`: no further line is read until it has answered."),
     wait_for_work, 0},
    {0},
};
