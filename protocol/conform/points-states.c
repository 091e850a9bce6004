// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "States and order", "stop", "wait" and "quit": idle, thinking, working, and how each of
// them ends.
#include "protocol/conform/check.h"

#include <sys/wait.h>

#define THINKING "{anchor}\n{ready}\n> go infinite\n"
/* No bestmove before the answer to what came behind the go, however late the engine gets to it. */
#define STILL_THINKS "> throw nonsense\n< error\n{calm}\n"

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

/* An engine that does not have a command may say that instead. */
static void busy_while_thinking(TabCheck *check)
{
    tab_check_dialogue(check, "{anchor}\n{ready}\n> go infinite");
    tab_check_each(check, "> {}\n< error busy",
                   "tep|setoption name Threads value 1|newgame|setpos start w|throw|go depth 1");
    tab_check_each(check, "> {}\n< error busy|unsupported|unknown-command",
                   "show|legal|perft 1|eval|throws|bench|help");
    tab_check_dialogue(check, "{calm}\n> stop\n< {best}\n{still}");
}

/* --- quit and end of file --- */

/* The first quit of a process that is ready counts from the moment that it is sent. */
static void quit_idle(TabCheck *check)
{
    tab_check_dialogue(check, "{ready}\n> quit");
    int status = tab_check_ended(check, TAB_WAIT_QUIT);
    if (WIFSIGNALED(status))
        tab_check_fail(check, "an orderly end", "the process was ended by signal %d",
                       WTERMSIG(status));
    else if (WEXITSTATUS(status))
        tab_check_fail(check, "exit status 0", "exit status %d", WEXITSTATUS(status));
}

static void quit_working(TabCheck *check)
{
    tab_check_dialogue(check, "{work}\n> perft 0\n> perft 0\n> quit\n< {gone}");
    for (const char *line; (line = tab_check_left(check));)
        tab_check_that(check, !tab_check_begins(line, "perft"), "no answer to what waited", line);
}

/* --- stop and wait --- */

static void stop_at_once(TabCheck *check)
{
    tab_check_dialogue(check, THINKING "> stop\n<! {best}");
    tab_check_dialogue(check, "{anchor}\n{ready}\n> go movetime 600000");
    if (!tab_check_glance(check, TAB_WAIT_CALM)) /* a limit does not have to be used up */
        tab_check_dialogue(check, "> stop\n<! {best}");
    tab_check_dialogue(check, THINKING "> stop\n<! {best}\n{ready}");
}

static void behind_stop(TabCheck *check)
{
    const TabSubject *subject = check->subject;
    for (guint i = 0; i < 3; i++) {
        tab_check_dialogue(check, "{anchor}\n{ready}\n> go infinite");
        tab_check_glance(check, TAB_WAIT_CALM / 3);
        tab_check_dialogue(check, "> stop\n> setpos start b\n> throw nonsense\n> go depth 1\n"
                                  "< bestmove\n< error\n<~ bestmove");
    }
    tab_check_settle(check);
    tab_check_ask(check, subject->base, "start b", &subject->anchor);
}

/* A perft that takes long enough for lines behind it to be read; the point is skipped if there is
 * none. */
static const char *find_slow_perft(TabCheck *check)
{
    /* Each counts a few times as many as the one before, so that no engine works much longer than
     * it has to. */
    static const char *const commands[] = {"perft 1 5", "perft 2 3", "perft 3 2",
                                           "perft 4 2", "perft 3 3", "perft 4 3"};
    tab_check_dialogue(check, "{newgame}\n{ready}");
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
    tab_check_send(check, "%s\nwait\nisready", find_slow_perft(check));
    tab_check_dialogue(check, "<~ perft");
    tab_check_answer(check, TAB_WAIT_ANSWER); /* readyok; a fault of `wait` is another point */
}

const TabPoint tab_points_states[] = {
    {14, "States and order",
     N_("The engine starts with `standard` in its start position; no command needs another before "
        "it."),
     starts_with_standard, TAB_POINT_FRESH},
    {15, "States and order", N_("Commands are answered in the order of their coming."),
     .dialogue = "{newgame}\n> setpos nonsense\n> isready\n> tep\n> isready\n> throw nonsense\n"
                 "> newgame chess\n> isready\n"
                 "< error\n< readyok\n< tepok\n< readyok\n< error\n< error\n< readyok"},
    {16, "States and order", N_("While the engine thinks, `isready` is answered at once."),
     .flags = TAB_POINT_TIMED,
     .dialogue = THINKING "> isready\n<! readyok\n> isready\n<! readyok\n> isready\n<! readyok\n"
                          "> stop\n< bestmove\n{ready}"},
    {17, "States and order",
     N_("While it thinks, every other command that it knows gets `error busy` and is not obeyed."),
     busy_while_thinking},
    {18, "States and order", N_("While the engine works, `isready` is answered at once."),
     .flags = TAB_POINT_TIMED | TAB_POINT_LAST, .dialogue = "{work}\n> isready\n<! readyok"},
    {19, "States and order",
     N_("While it works, `stop` brings `error interrupted` at once in place of the answer."),
     .flags = TAB_POINT_TIMED, .dialogue = "{work}\n> stop\n<! error interrupted\n{ready}"},
    {20, "States and order", N_("While it works, other commands wait their turn."),
     .dialogue = "{work}\n> setpos nonsense\n> throw nonsense\n> perft 0\n{calm}\n"
                 "> stop\n< {stopped}\n< error\n< error\n< perft 1\n{ready}"},
    {21, "stop", N_("While it works, `stop` is for that work, also when a `go` waits its turn."),
     .dialogue =
         "{work}\n> go infinite\n> stop\n< {stopped}\n" STILL_THINKS "> stop\n< bestmove\n{ready}"},
    {22, "quit", N_("`quit` ends an idle engine within 100 ms, with exit status 0."), quit_idle,
     TAB_POINT_TIMED | TAB_POINT_LAST},
    {23, "quit", N_("`quit` ends a thinking engine within 100 ms."),
     .flags = TAB_POINT_TIMED | TAB_POINT_LAST, .dialogue = THINKING "{moment}\n> quit\n< {gone}"},
    {24, "quit", N_("`quit` ends a working engine within 100 ms, and drops what waits."),
     quit_working, TAB_POINT_TIMED | TAB_POINT_LAST},
    {25, "States and order", N_("At end of file an idle engine ends."), .flags = TAB_POINT_LAST,
     .dialogue = "{ready}\n> {eof}\n< {end}"},
    {26, "States and order", N_("At end of file a `go` with a limit is finished and answered."),
     .flags = TAB_POINT_LAST,
     .dialogue = "{anchor}\n{ready}\n> go movetime 100\n> {eof}\n< {best}\n< {end}"},
    {27, "States and order", N_("At end of file a `perft`, and what waits for it, is answered."),
     .flags = TAB_POINT_LAST,
     .dialogue =
         "{newgame}\n? perft 0\n{ready}\n> perft 2 1\n> perft 1 2\n> throw nonsense\n> {eof}\n"
         "<~ perft\n<~ perft\n< error\n< {end}"},
    {28, "States and order", N_("At end of file an endless `go` is answered as by `stop`."),
     .flags = TAB_POINT_LAST, .dialogue = THINKING "{moment}\n> {eof}\n< {best}\n< {end}"},
    {76, "stop", N_("`stop` is answered at once by a legal turn."), stop_at_once, TAB_POINT_TIMED},
    {77, "stop", N_("`stop` is ignored when idle."),
     .dialogue = "{anchor}\n> stop\n> stop\n{ready}\n> stop\n> go infinite\n" STILL_THINKS
                 "> stop\n< bestmove\n> stop\n{ready}"},
    {78, "stop", N_("What is sent after a `stop` is read after its `bestmove`."), behind_stop},
    {79, "wait", N_("`wait`: no further line is read until the running `go` has answered."),
     .dialogue = "{anchor}\n{ready}\n> go movetime 150\n> wait\n> throw nonsense\n> isready\n"
                 "< bestmove\n< error\n< readyok"},
    {80, "wait", N_("`wait` is nothing when idle."), .dialogue = "> wait\n> wait\n{ready}"},
    {81, "wait", N_("`wait` for a `go` without limit is `error bad-argument`."),
     .dialogue = "{anchor}\n{ready}\n> go {}\n> wait\n< error bad-argument\n"
                 "> stop\n< bestmove\n{ready}",
     .texts = "infinite|ponder"},
    {102, "wait", N_("`wait` behind a `perft`: no further line is read until it has answered."),
     wait_for_work},
    {0},
};
