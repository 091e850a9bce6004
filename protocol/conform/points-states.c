// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "States and order", "stop", "wait" and "quit": idle, thinking, working, and how each of
// them ends.
#include "protocol/conform/check.h"

#include <sys/wait.h>

static void starts_with_standard(TabCheck *check)
{
    g_autoptr(TabRules) rules = tab_subject_rules(check->subject, "standard");
    if (!rules) {
        tab_check_skip(check, "it does not promise standard");
        return;
    }
    TabSituation start;
    tab_position_start(rules, TAB_WHITE, &start);
    tab_check_send(check, "go depth 1");
    tab_check_expect_best(check, rules, &start, TAB_WAIT_WORK);
    tab_walk_complete(rules, &start.throws, "2");
    tab_check_send(check, "throw 1 2\ngo depth 1");
    tab_check_expect_best(check, rules, &start, TAB_WAIT_WORK);
    tab_check_settle(check);
}

static void in_order(TabCheck *check)
{
    static const char *const answers[] = {"error", "readyok", "tepok",  "readyok",
                                          "error", "error",   "readyok"};
    tab_check_newgame(check, check->subject->base);
    tab_check_send(check, "setpos nonsense\nisready\ntep\nisready\nthrow nonsense\n"
                          "newgame chess\nisready");
    for (guint i = 0; i < G_N_ELEMENTS(answers); i++)
        tab_check_expect(check, answers[i]);
}

static void ready_at_once(TabCheck *check)
{
    gint64 start = g_get_monotonic_time();
    tab_check_settle(check);
    tab_check_in_time(check, start, TAB_WAIT_AT_ONCE, "readyok");
}

/* --- thinking --- */

static void think(TabCheck *check, const char *go)
{
    tab_check_anchor(check);
    tab_check_settle(check);
    tab_check_send(check, "%s", go);
}

static void stop_thinking(TabCheck *check)
{
    tab_check_send(check, "stop");
    tab_check_bestmove(check, TAB_WAIT_ANSWER);
    tab_check_settle(check);
}

static void ready_while_thinking(TabCheck *check)
{
    think(check, "go infinite");
    for (guint i = 0; i < 3; i++)
        ready_at_once(check);
    stop_thinking(check);
}

/* An engine that does not have a command may say that instead. */
static void busy_while_thinking(TabCheck *check)
{
    static const char *const commands[] = {"tep",     "setoption name Threads value 1",
                                           "newgame", "setpos start w",
                                           "throw",   "go depth 1"};
    static const char *const optional[] = {"show",   "legal", "perft 1", "eval",
                                           "throws", "bench", "help"};
    think(check, "go infinite");
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        tab_check_send(check, "%s", commands[i]);
        tab_check_expect_error(check, "busy");
    }
    for (guint i = 0; i < G_N_ELEMENTS(optional); i++) {
        tab_check_send(check, "%s", optional[i]);
        tab_check_expect_error(check, "busy|unsupported|unknown-command");
    }
    tab_check_calm(check, TAB_WAIT_CALM);
    tab_check_send(check, "stop");
    tab_check_expect_best_anchor(check, TAB_WAIT_ANSWER);
    tab_check_expect_anchor(check);
}

/* --- working --- */

/* Starts a perft that no engine ends soon, and waits a moment; skips if there is an answer even so.
 */
static gboolean start_long_perft(TabCheck *check)
{
    tab_check_newgame(check, check->subject->base);
    tab_check_settle(check);
    tab_check_send(check, "perft 7 7");
    const char *line = tab_check_glance(check, TAB_WAIT_CALM);
    if (line && tab_check_begins(line, "perft"))
        tab_check_skip(check, "this engine's perft is over too soon");
    else if (line)
        tab_check_skip(check, "the engine does not have perft");
    return tab_check_open(check);
}

/* The first answer after a stop. What it has to be is the matter of the point on stop alone. */
static void pass_stopped_work(TabCheck *check)
{
    const char *line = tab_check_answer(check, TAB_WAIT_ANSWER);
    if (line && !tab_check_begins(line, "error interrupted") && !tab_check_begins(line, "perft"))
        tab_check_fail(check, "error interrupted", "%s", line);
}

static void ready_while_working(TabCheck *check)
{
    if (start_long_perft(check))
        ready_at_once(check);
}

static void stop_while_working(TabCheck *check)
{
    if (!start_long_perft(check))
        return;
    gint64 start = g_get_monotonic_time();
    tab_check_send(check, "stop");
    tab_check_expect_error(check, "interrupted");
    tab_check_in_time(check, start, TAB_WAIT_AT_ONCE, "error interrupted");
    tab_check_settle(check);
}

static void wait_while_working(TabCheck *check)
{
    if (!start_long_perft(check))
        return;
    tab_check_send(check, "setpos nonsense\nthrow nonsense\nperft 0");
    tab_check_calm(check, TAB_WAIT_CALM);
    tab_check_send(check, "stop");
    pass_stopped_work(check);
    tab_check_expect(check, "error");
    tab_check_expect(check, "error");
    tab_check_expect(check, "perft 1");
    tab_check_settle(check);
}

static void stop_is_for_the_work(TabCheck *check)
{
    if (!start_long_perft(check))
        return;
    tab_check_send(check, "go infinite\nstop");
    pass_stopped_work(check);
    tab_check_calm(check, TAB_WAIT_CALM); /* the go thinks now, and was not stopped */
    stop_thinking(check);
}

/* --- quit --- */

/* The first quit of a process that is ready counts from the moment that it is sent. */
static int quit(TabCheck *check)
{
    tab_check_send(check, "quit");
    return tab_check_ended(check, TAB_WAIT_QUIT);
}

static void quit_idle(TabCheck *check)
{
    tab_check_settle(check);
    int status = quit(check);
    if (WIFSIGNALED(status))
        tab_check_fail(check, "an orderly end", "the process was ended by signal %d",
                       WTERMSIG(status));
    else if (WEXITSTATUS(status))
        tab_check_fail(check, "exit status 0", "exit status %d", WEXITSTATUS(status));
}

static void quit_thinking(TabCheck *check)
{
    think(check, "go infinite");
    tab_check_glance(check, TAB_WAIT_CALM);
    quit(check);
}

static void quit_working(TabCheck *check)
{
    if (!start_long_perft(check))
        return;
    tab_check_send(check, "perft 0\nperft 0");
    quit(check);
    for (const char *line; (line = tab_check_left(check));)
        tab_check_that(check, !tab_check_begins(line, "perft"), "no answer to what waited", line);
}

/* --- end of file --- */

static void end_idle(TabCheck *check)
{
    tab_check_settle(check);
    tab_check_close_input(check);
    tab_check_ended_quietly(check, TAB_WAIT_ANSWER);
}

static void end_of_limited_go(TabCheck *check)
{
    think(check, "go movetime 100");
    tab_check_close_input(check);
    tab_check_expect_best_anchor(check, TAB_WAIT_ANSWER);
    tab_check_ended_quietly(check, TAB_WAIT_ANSWER);
}

static void end_of_work(TabCheck *check)
{
    tab_check_newgame(check, check->subject->base);
    if (!tab_check_inspect_last(check, "perft 0", "perft", TAB_WAIT_WORK))
        return;
    tab_check_settle(check);
    tab_check_send(check, "perft 2 1\nperft 1 2\nthrow nonsense");
    tab_check_close_input(check);
    for (guint i = 0; i < 2; i++)
        tab_check_expect_within(check, TAB_WAIT_WORK, "perft");
    tab_check_expect(check, "error");
    tab_check_ended_quietly(check, TAB_WAIT_ANSWER);
}

static void end_of_endless_go(TabCheck *check)
{
    think(check, "go infinite");
    tab_check_glance(check, TAB_WAIT_CALM);
    tab_check_close_input(check);
    tab_check_expect_best_anchor(check, TAB_WAIT_ANSWER);
    tab_check_ended_quietly(check, TAB_WAIT_ANSWER);
}

/* --- stop and wait --- */

static void stop_at_once(TabCheck *check)
{
    static const char *const goes[] = {"go infinite", "go movetime 600000", "go infinite"};
    for (guint i = 0; i < G_N_ELEMENTS(goes) && tab_check_open(check); i++) {
        think(check, goes[i]);
        const char *early = i == 1 ? tab_check_glance(check, TAB_WAIT_CALM) : NULL;
        if (early)
            continue; /* a limit does not have to be used up */
        gint64 start = g_get_monotonic_time();
        tab_check_send(check, "stop");
        tab_check_expect_best_anchor(check, TAB_WAIT_ANSWER);
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
        think(check, "go infinite");
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
    think(check, "go movetime 150\nwait\nthrow nonsense\nisready");
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
        tab_check_inspect_last(check, commands[i], "perft", TAB_WAIT_WORK);
        if (g_get_monotonic_time() - start > 4 * TAB_WAIT_CALM * 1000)
            return commands[i];
    }
    return commands[G_N_ELEMENTS(commands) - 1];
}

static void wait_for_work(TabCheck *check)
{
    const char *command = find_slow_perft(check);
    tab_check_send(check, "%s\nwait\nisready", command);
    tab_check_expect_within(check, TAB_WAIT_WORK, "perft");
    tab_check_answer(check, TAB_WAIT_ANSWER); /* readyok; a fault of `wait` is another point */
}

static void wait_idle(TabCheck *check)
{
    tab_check_send(check, "wait\nwait");
    tab_check_settle(check);
}

static void wait_for_endless_go(TabCheck *check)
{
    static const char *const goes[] = {"go infinite\nwait", "go ponder\nwait"};
    for (guint i = 0; i < G_N_ELEMENTS(goes); i++) {
        think(check, goes[i]);
        tab_check_expect_error(check, "bad-argument");
        stop_thinking(check);
    }
}

const TabPoint tab_points_states[] = {
    {14, "States and order",
     N_("The engine starts with `standard` in its start position; no command needs another before "
        "it."),
     starts_with_standard, TAB_POINT_FRESH},
    {15, "States and order", N_("Commands are answered in the order of their coming."), in_order},
    {16, "States and order", N_("While the engine thinks, `isready` is answered at once."),
     ready_while_thinking, TAB_POINT_TIMED},
    {17, "States and order",
     N_("While it thinks, every other command that it knows gets `error busy` and is not obeyed."),
     busy_while_thinking},
    {18, "States and order", N_("While the engine works, `isready` is answered at once."),
     ready_while_working, TAB_POINT_TIMED | TAB_POINT_LAST},
    {19, "States and order",
     N_("While it works, `stop` brings `error interrupted` at once in place of the answer."),
     stop_while_working, TAB_POINT_TIMED},
    {20, "States and order", N_("While it works, other commands wait their turn."),
     wait_while_working},
    {21, "stop", N_("While it works, `stop` is for that work, also when a `go` waits its turn."),
     stop_is_for_the_work},
    {22, "quit", N_("`quit` ends an idle engine within 100 ms, with exit status 0."), quit_idle,
     TAB_POINT_TIMED | TAB_POINT_LAST},
    {23, "quit", N_("`quit` ends a thinking engine within 100 ms."), quit_thinking,
     TAB_POINT_TIMED | TAB_POINT_LAST},
    {24, "quit", N_("`quit` ends a working engine within 100 ms, and drops what waits."),
     quit_working, TAB_POINT_TIMED | TAB_POINT_LAST},
    {25, "States and order", N_("At end of file an idle engine ends."), end_idle, TAB_POINT_LAST},
    {26, "States and order", N_("At end of file a `go` with a limit is finished and answered."),
     end_of_limited_go, TAB_POINT_LAST},
    {27, "States and order", N_("At end of file a `perft`, and what waits for it, is answered."),
     end_of_work, TAB_POINT_LAST},
    {28, "States and order", N_("At end of file an endless `go` is answered as by `stop`."),
     end_of_endless_go, TAB_POINT_LAST},
    {76, "stop", N_("`stop` is answered at once by a legal turn."), stop_at_once, TAB_POINT_TIMED},
    {77, "stop", N_("`stop` is ignored when idle."), stop_idle},
    {78, "stop", N_("What is sent after a `stop` is read after its `bestmove`."), behind_stop},
    {79, "wait", N_("`wait`: no further line is read until the running `go` has answered."),
     wait_for_go},
    {80, "wait", N_("`wait` is nothing when idle."), wait_idle},
    {81, "wait", N_("`wait` for a `go` without limit is `error bad-argument`."),
     wait_for_endless_go},
    {102, "wait", N_("`wait` behind a `perft`: no further line is read until it has answered."),
     wait_for_work},
    {0},
};
