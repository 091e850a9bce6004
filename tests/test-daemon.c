// SPDX-License-Identifier: GPL-3.0-or-later
// The engine as a process: commands in, answers out, in order, in time, whatever comes in.
#include <gio/gio.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "engine/eval/handmade.h"
#include "system-can.h"

static char *engine_path(void)
{
    return g_build_filename(g_getenv("TAB_BUILD_ROOT"), "engine", "tab-engine", NULL);
}

/* An engine that thinks without end ends with a test that fails. */
static void end_with_parent(gpointer data)
{
    (void)data;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static GSubprocess *start(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = engine_path();
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE);
    g_subprocess_launcher_set_child_setup(launcher, end_with_parent, NULL, NULL);
    GSubprocess *process = g_subprocess_launcher_spawn(launcher, &error, path, NULL);
    g_assert_no_error(error);
    return process;
}

/* Sends bytes as a file would, up to its end, and returns all that is answered. */
static char *answer_bytes(const char *bytes, size_t length)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GSubprocess) process = start();
    g_autoptr(GBytes) input = g_bytes_new(bytes, length);
    g_autoptr(GBytes) output = NULL;
    g_subprocess_communicate(process, input, NULL, &output, NULL, &error);
    g_assert_no_error(error);
    g_assert_true(g_subprocess_get_if_exited(process));
    g_assert_cmpint(g_subprocess_get_exit_status(process), ==, 0);
    return g_strndup(g_bytes_get_data(output, NULL), g_bytes_get_size(output));
}

/* Files that are opened later do not become what the program was started without. */
static void closed_descriptors(void)
{
    static const char *const ways[] = {"<&-", ">&-", "<&- >&- 2>&-"};
    g_autofree char *path = engine_path();
    for (unsigned i = 0; i < G_N_ELEMENTS(ways); i++) {
        int status;
        g_autoptr(GError) error = NULL;
        g_autofree char *line = g_strdup_printf(
            "printf 'isready\\ngo infinite\\n' | timeout -s KILL 20 \"$0\" %s", ways[i]);
        const char *const words[] = {"sh", "-c", line, path, NULL};
        g_spawn_sync(NULL, (char **)words, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL,
                     NULL, NULL, NULL, NULL, &status, &error);
        g_assert_no_error(error);
        g_assert_cmpint(status, ==, 0);
    }
}

static char *answer(const char *text)
{
    return answer_bytes(text, strlen(text));
}

/* The last line of an answer. */
static const char *last_line(char *text)
{
    g_strchomp(text);
    char *feed = strrchr(text, '\n');
    return feed ? feed + 1 : text;
}

static void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        g_error("'%s' is not in:\n%s", part, text);
}

static void answers_in_order(void)
{
    g_autofree char *text = answer("tep\nnewgame walker\nsetpos start\nthrow 1 4 2\nlegal\ngo "
                                   "movetime 50\nwait\nisready\nquit\n");
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    static const char *const order[] = {"id name ",
                                        "id author ",
                                        "rules standard columns 5 29",
                                        "rules any columns 5 29",
                                        "option name Threads type spin",
                                        "tepok 1",
                                        "outcome nnnnnnnnn/9/2M6/NNNNNNNN1 b - - 2 via ",
                                        "legal 1",
                                        "info depth 1",
                                        "bestmove 1:a9b9,",
                                        "readyok"};
    unsigned next = 0;
    for (unsigned i = 0; lines[i] && next < G_N_ELEMENTS(order); i++)
        next += g_str_has_prefix(lines[i], order[next]);
    g_assert_cmpuint(next, ==, G_N_ELEMENTS(order));
}

static void works_to_the_end_of_file(void)
{
    g_autofree char *perft = answer("newgame walker\nperft 3 3\n");
    g_assert_cmpstr(perft, ==, "perft 92245\n");
    g_autofree char *unfinished = answer("newgame walker\nperft 2 3");
    g_assert_cmpstr(unfinished, ==, "perft 844\n");
    g_autofree char *go = answer("newgame walker\nthrow 1 3\ngo depth 2");
    g_assert_true(g_str_has_prefix(last_line(go), "bestmove 1:a9b9,3:b9b6"));
    g_autofree char *endless = answer("newgame walker\nthrow 1 3\ngo infinite\n");
    g_assert_true(g_str_has_prefix(last_line(endless), "bestmove "));
    g_autofree char *crlf = answer("newgame walker\r\nperft 1 3\r\n\r\n");
    g_assert_cmpstr(crlf, ==, "perft 38\n");
}

/* Throws are refused by what is wrong with them, in the words of their own cast. */
static void throw_faults(void)
{
    static const char *const rows[][3] = {
        {"walker", "throw 1,3", "'1,3' is no throw: there are 1 2 3 4 6, with blanks between them"},
        {"walker", "throw 1 3+", "'3+' is no throw: there are 1 2 3 4 6,"},
        {"walker", "throw 1 2 +", "more throws after 2, which ends the throwing"},
        {"walker", "throw 1 + 3", "the '+' stands behind all throws"},
        {"walker", "throw +", "the '+' stands behind all throws"},
        {"walker", "throw 1 + +", "the '+' stands behind all throws"},
        {"ludii", "throw 4 +", "more throws are to follow (+), but these rules have one cast"},
        {"ludii", "throw 4 2", "these rules have one throw at hand at a time"},
        {"siryu", "throw sir", "'sir' is no throw: there are 0 3 5 6 s,"},
        {"tablan", "throw 13", "'13' is no throw: there are 0 2 8 12,"},
        {"daldos", "throw 1 7", "'7' is no throw: there are 1 2 3 4,"},
        {"daldos", "throw 3 3 +", "more throws are to follow (+), but these rules have one cast"},
        {"daldos", "throw 4 2 1", "the throws of all 2 dice at hand, not 3"},
        {"sahkku", "throw 1", "the throws of all 3 dice at hand, not 1"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *script = g_strdup_printf("newgame %s\n%s\n", rows[i][0], rows[i][1]);
        g_autofree char *text = answer(script);
        if (!g_str_has_prefix(text, "error bad-throw ") || !strstr(text, rows[i][2]))
            g_error("%s, %s: %s", rows[i][0], rows[i][1], text);
    }
    g_autofree char *longest = g_strnfill(2 * 65, ' ');
    for (unsigned i = 0; i < 65; i++)
        longest[2 * i] = '1';
    g_autofree char *script = g_strdup_printf("newgame walker\nthrow %s\n", longest);
    g_autofree char *text = answer(script);
    g_assert_cmpstr(text, ==, "error bad-throw more than 64 throws\n");
}

/* 64 throws leave none to follow, and rollouts go on from one and two less. */
static void longest_hands(void)
{
    for (unsigned n = 62; n <= 64; n++) {
        g_autofree char *throws = g_strnfill(2 * n - 1, ' ');
        for (unsigned i = 0; i < n; i++)
            throws[2 * i] = '6';
        g_autofree char *script = g_strdup_printf(
            "newgame walker\nsetpos m8/9/9/M8 w - - 7\nthrow %s +\ngo rollouts 4\n", throws);
        g_autofree char *text = answer(script);
        g_assert_cmpint(g_str_has_prefix(text, "error bad-throw more than 64 throws\n"), ==,
                        n == 64);
        g_assert_true(g_str_has_prefix(last_line(text), "bestmove none"));
    }
}

/* Every refused line gets exactly one error with its code, and the turn that is wrong its number.
 */
static void error_codes(void)
{
    g_autofree char *chess = answer("newgame chess\n");
    g_assert_true(g_str_has_prefix(chess, "error bad-rules unknown preset: 'chess'; there are "));
    static const char *const rows[][2] = {
        {"nonsense", "unknown-command"},
        {"TEP", "unknown-command"},
        {"newgame chess", "bad-rules"},
        {"newgame walker:", "bad-rules"},
        {"newgame walker:columns=05", "bad-rules"},
        {"setpos", "bad-position"},
        {"setpos 9/9/9/9 w - - 1", "bad-position"},
        {"setpos start x", "bad-argument"},
        {"setpos start turns 1:a9b9", "illegal-turn turn 1:"},
        {"setpos start turns 1:a9b9,2:b9b7 4:pass", "illegal-turn turn 2:"},
        {"setpos start turns 2:pass", "illegal-turn turn 1:"},
        {"throw 5", "bad-throw"},
        {"throw 2", "bad-throw"},
        {"throw 1 4", "bad-throw"},
        {"throw 1 2 +", "bad-throw"},
        {"throw x", "bad-throw"},
        {"legal", "no-throw"},
        {"go movetime", "bad-argument"},
        {"go movetime -5", "bad-argument"},
        {"go searchturns 2:pass", "no-throw"},
        {"setoption name Nothing value 1", "bad-argument"},
        {"setoption name Threads value 0", "bad-argument"},
        {"setoption name Threads", "bad-argument"},
        {"setoption name Sticks value p=2", "bad-argument"},
        {"setoption", "bad-argument"},
        {"perft", "bad-argument"},
        {"perft -1", "bad-argument"},
        {"perft 1 0", "bad-argument"},
        {"perft divide", "bad-argument"},
        {"perft 1 division", "bad-argument"},
        {"perft 1 99999 divide", "unsupported"},
        {"perft 1000 1 divide", "unsupported"},
        {"perft 1 99999",
         "unsupported perft cannot count so many turns, or hands with so many throws: give a "
         "smaller <D> or"},
        {"perft 100000 1", "unsupported"},
        {"t\xff", "unknown-command"},
        {"newgame \xff", "bad-argument"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *script = g_strdup_printf("newgame walker\n%s\nshow\n", rows[i][0]);
        g_autofree char *text = answer(script);
        g_autofree char *expected = g_strdup_printf("error %s ", rows[i][1]);
        if (!g_str_has_prefix(text, expected))
            g_error("'%s' is answered by: %s", rows[i][0], text);
        g_assert_null(strstr(text + 1, "error "));
        assert_contains(text,
                        "position nnnnnnnnn/9/9/NNNNNNNNN w 1+ - 1\nshown"); /* nothing changed */
    }
}

static void long_lines(void)
{
    g_autoptr(GString) script = g_string_new("newgame walker\n");
    for (int i = 0; i < 1100000; i++)
        g_string_append_c(script, 'x');
    g_string_append(script, "\nperft 1\n");
    g_autofree char *text = answer(script->str);
    g_assert_true(g_str_has_prefix(text, "error line-too-long "));
    g_assert_cmpstr(last_line(text), ==, "perft 38");
}

static void error_text_is_one_short_line(void)
{
    g_autoptr(GString) script = g_string_new("newgame ");
    for (int i = 0; i < 5000; i++)
        g_string_append(script, "\x01\xc3\xa2");
    g_string_append_c(script, '\n');
    g_autofree char *text = answer(script->str);
    g_strchomp(text);
    g_assert_true(g_str_has_prefix(text, "error bad-rules "));
    g_assert_null(strchr(text, '\n'));
    g_assert_null(strchr(text, '\x01'));
    g_assert_true(g_utf8_validate(text, -1, NULL));
    g_assert_cmpint(g_utf8_strlen(text, -1), <=, (gssize)strlen("error bad-rules ") + 200);
}

/* Of words that `go` does not know so many are shown that an author knows his own. */
static void skipped_words_are_shown(void)
{
    g_autofree char *word = g_strnfill(200, 'x');
    g_autofree char *script = g_strdup_printf("newgame walker\ngo depth 1 %s\nwait\n", word);
    g_autofree char *text = answer(script), *shown = g_strnfill(119, 'x');
    g_autofree char *expected =
        g_strdup_printf("info string go has no key so named, skipped: %s…\n", shown);
    assert_contains(text, expected);
}

static void garbage(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(5);
    g_autoptr(GString) script = g_string_new(NULL);
    for (int i = 0; i < 100000; i++)
        g_string_append_c(script, (char)(g_rand_int(rand) & 0xff));
    g_string_append(script, "\nnewgame walker\nperft 1\n");
    g_autofree char *text = answer_bytes(script->str, script->len);
    g_assert_cmpstr(last_line(text), ==, "perft 38");
}

/* Whether the process ends in a few seconds; if not, it is ended. */
static gboolean ends_by_itself(GSubprocess *process)
{
    gboolean running = TRUE;
    for (int i = 0; i < 500 && running; i++) {
        g_usleep(10000);
        running = g_subprocess_get_identifier(process) != NULL;
    }
    if (running)
        g_subprocess_force_exit(process);
    g_assert_true(g_subprocess_wait(process, NULL, NULL));
    return !running;
}

/* Once its output is closed the engine ends in good order, whatever it does and though its input
 * stays open: nobody would hear what it answers. */
static void ends_unheard(void)
{
    static const char *const work[] = {"perft 30 5\n", "perft 30 5 divide\n", "bench\nbench\n",
                                       "go infinite\n", "perft 3 3\nwait\nperft 30 5\n"};
    for (unsigned i = 0; i < G_N_ELEMENTS(work); i++) {
        g_autoptr(GSubprocess) process = start();
        GOutputStream *in = g_subprocess_get_stdin_pipe(process);
        g_assert_true(g_output_stream_write_all(in, work[i], strlen(work[i]), NULL, NULL, NULL));
        g_usleep(i % 2 ? 50000 : 0); /* before the work, or in the middle of it */
        g_assert_true(g_input_stream_close(g_subprocess_get_stdout_pipe(process), NULL, NULL));
        g_assert_true(ends_by_itself(process));
        g_assert_true(g_subprocess_get_successful(process));
    }
}

/* A stream of questions ends where the first of them could not be answered. */
static void ends_where_it_cannot_answer(void)
{
    g_autoptr(GSubprocess) process = start();
    GOutputStream *in = g_subprocess_get_stdin_pipe(process);
    g_assert_true(g_input_stream_close(g_subprocess_get_stdout_pipe(process), NULL, NULL));
    for (int i = 0; i < 200 && g_output_stream_write_all(in, "show\n", 5, NULL, NULL, NULL); i++)
        g_usleep(1000);
    g_assert_true(ends_by_itself(process));
    g_assert_true(g_subprocess_get_successful(process));
}

/* A conversation line by line. */
typedef struct {
    GSubprocess *process;
    GOutputStream *to;
    GDataInputStream *from;
} Talk;

static Talk talk_new(void)
{
    Talk talk;
    talk.process = start();
    talk.to = g_subprocess_get_stdin_pipe(talk.process);
    talk.from = g_data_input_stream_new(g_subprocess_get_stdout_pipe(talk.process));
    return talk;
}

static void say(Talk *talk, const char *line)
{
    g_autofree char *text = g_strconcat(line, "\n", NULL);
    g_assert_true(g_output_stream_write_all(talk->to, text, strlen(text), NULL, NULL, NULL));
}

/* Reads lines until one begins so. */
static char *hear(Talk *talk, const char *prefix)
{
    for (;;) {
        char *line = g_data_input_stream_read_line(talk->from, NULL, NULL, NULL);
        g_assert_nonnull(line);
        if (g_str_has_prefix(line, prefix))
            return line;
        g_free(line);
    }
}

/* Says quit and waits until the process has ended. */
static void talk_end(Talk *talk)
{
    say(talk, "quit");
    g_assert_true(g_subprocess_wait(talk->process, NULL, NULL));
    g_assert_cmpint(g_subprocess_get_exit_status(talk->process), ==, 0);
    g_object_unref(talk->from);
    g_object_unref(talk->process);
}

/* A file of commands that ends in `quit` gets all its answers where `wait` stands before it:
 * whatever works then, and whatever waits for that. */
static void waits_for_work(void)
{
    g_autofree char *one = answer("perft 4 3\nwait\nquit\n");
    g_assert_cmpstr(one, ==, "perft 3833093\n");
    g_autofree char *all =
        answer("newgame walker\nperft 3 3\nperft 1 3\nthrow 1 2\ngo movetime 50\n"
               "wait\nthrow\nbench\nwait\nperft 1 1\nwait\nwait\nquit\nisready\n");
    static const char *const order[] = {"perft 92245\nperft 38\ninfo ", "bestmove 1:a9b9,2:b9b7\n",
                                        "bench nodes ", "perft 2\n"};
    const char *at = all;
    for (unsigned i = 0; i < G_N_ELEMENTS(order); i++)
        g_assert_nonnull(at = strstr(at, order[i]));
    g_assert_cmpstr(at, ==, order[3]);
    g_assert_null(strstr(all, "error"));
}

/* What stands behind a `wait` is not read: a `stop` there does not stop the work. An endless `go`
 * that has to wait its turn cannot be waited for. */
static void reads_nothing_behind_wait(void)
{
    g_autofree char *stop = answer("newgame walker\nperft 3 3\nwait\nstop\nisready\n");
    g_assert_cmpstr(stop, ==, "perft 92245\nreadyok\n");
    g_autofree char *endless = answer("newgame walker\nperft 3 3\ngo infinite\nwait\nstop\n");
    assert_contains(endless, "error bad-argument the running go has no limit to wait for\n");
    g_assert_cmpstr(last_line(endless), ==, "bestmove none");
}

/* A line waits its turn, however long it is. */
static void long_lines_wait(void)
{
    g_autofree char *word = g_strnfill(2000, 'x');
    g_autofree char *script = g_strdup_printf("newgame walker\nperft 3 3\n%s\nperft 0\n", word);
    g_autofree char *text = answer(script);
    g_assert_true(g_str_has_prefix(text, "perft 92245\nerror unknown-command 'xxx"));
    g_assert_cmpstr(last_line(text), ==, "perft 1");
}

static void answers_while_thinking(void)
{
    Talk talk = talk_new();
    say(&talk, "newgame walker");
    say(&talk, "throw 1 2");
    say(&talk, "go infinite");
    g_free(hear(&talk, "info depth"));
    say(&talk, "isready");
    g_free(hear(&talk, "readyok"));
    say(&talk, "show");
    g_free(hear(&talk, "error busy "));
    say(&talk, "setpos start");
    g_free(hear(&talk, "error busy "));
    say(&talk, "wait");
    g_free(hear(&talk, "error bad-argument "));
    say(&talk, "what");
    g_free(hear(&talk, "error unknown-command "));
    say(&talk, "stop");
    g_autofree char *best = hear(&talk, "bestmove ");
    g_assert_cmpstr(best, ==, "bestmove 1:a9b9,2:b9b7");
    say(&talk, "stop");
    say(&talk, "isready");
    g_free(hear(&talk, "readyok"));
    talk_end(&talk);
}

/* A command sent on reading bestmove is never refused as busy. */
static void idle_after_bestmove(void)
{
    Talk talk = talk_new();
    say(&talk, "newgame walker");
    for (int i = 0; i < 1500; i++) {
        say(&talk, "setpos start");
        say(&talk, "throw 1 2");
        say(&talk, "go depth 1");
        g_autofree char *line = NULL;
        do {
            g_free(line);
            line = g_data_input_stream_read_line(talk.from, NULL, NULL, NULL);
            g_assert_false(g_str_has_prefix(line, "error"));
        } while (!g_str_has_prefix(line, "bestmove"));
    }
    talk_end(&talk);
}

/* After `stop` the next line finds the engine idle; a `legal` that takes long can be stopped like a
 * perft. */
static void after_stop(void)
{
    g_autofree char *text = answer("newgame walker\ngo infinite\nstop\nsetpos start b\nisready\n"
                                   "go ponder\nstop\nwait\n");
    g_assert_null(strstr(text, "error"));
    const char *best = strstr(text, "bestmove none\n"), *ready = strstr(text, "readyok");
    g_assert_true(best && ready && best < ready);
    Talk talk = talk_new();
    g_autoptr(GString) line = g_string_new("throw");
    for (int i = 0; i < 60; i++)
        g_string_append(line, " 1");
    g_string_append(line, " 2");
    say(&talk, "newgame bell");
    say(&talk, line->str);
    say(&talk, "legal");
    say(&talk, "isready");
    say(&talk, "stop");
    g_free(hear(&talk, "readyok"));
    g_free(hear(&talk, "error interrupted "));
    talk_end(&talk);
}

static void perft_is_interrupted(void)
{
    Talk talk = talk_new();
    say(&talk, "newgame walker");
    say(&talk, "perft 30 5");
    say(&talk, "throws"); /* waits its turn */
    say(&talk, "isready");
    g_free(hear(&talk, "readyok"));
    say(&talk, "stop");
    g_free(hear(&talk, "error interrupted "));
    g_free(hear(&talk, "throwsok"));
    say(&talk, "bench");
    say(&talk, "stop");
    g_free(hear(&talk, "error interrupted "));
    say(&talk, "perft 30 5 divide");
    say(&talk, "isready");
    g_free(hear(&talk, "readyok"));
    say(&talk, "stop");
    g_free(hear(&talk, "error interrupted "));
    say(&talk, "perft 1");
    g_free(hear(&talk, "perft 38"));
    talk_end(&talk);
}

/* Whatever it is at, it ends; that it does so at once is asked by the conformance test, which knows
 * how busy the machine is. */
static void quits_at_once(void)
{
    static const char *const work[] = {"isready", "go infinite", "perft 30 5",
                                       "bench",   "go ponder",   "legal"};
    for (unsigned i = 0; i < G_N_ELEMENTS(work); i++) {
        Talk talk = talk_new();
        say(&talk, "newgame walker");
        say(&talk, "setpos 1m3mm1F/6m2/4t1(MMM)(tt)1/2MM2M2 w - - 30");
        say(&talk, "throw 1 4 6 1 4 6 1 4 6 1 4 6 1 4 2");
        say(&talk, work[i]);
        g_usleep(50000);
        talk_end(&talk);
    }
}

/* One that is idle does not wait for work that is not there. */
static void quits_sooner_when_idle(void)
{
    gint64 shortest = G_MAXINT64; /* the others show how busy the machine is */
    for (int i = 0; i < 20; i++) {
        Talk talk = talk_new();
        say(&talk, "isready");
        g_free(hear(&talk, "readyok"));
        gint64 before = g_get_monotonic_time();
        talk_end(&talk);
        shortest = MIN(shortest, g_get_monotonic_time() - before);
    }
    g_assert_cmpint(shortest, <, 50000); /* of the 100 ms that it has */
}

/* A `legal` that is as short as most is answered before the next line is read. */
static void short_legal_is_waited_for(void)
{
#ifdef HAS_SANITIZER
    const char *hand = "1 2"; /* it has the same milliseconds for what takes it ten times as long */
#else
    const char *hand = "1 4 6 2";
#endif
    g_autofree char *lines = g_strdup_printf(
        "newgame walker\nsetpos 1m3mm1F/6m2/4t1(MMM)(tt)1/2MM2M2 w - - 30\nthrow %s\n"
        "legal\nisready\nwait\n",
        hand);
    gboolean waited = FALSE; /* on a machine that is busy it takes long now and then */
    for (int i = 0; i < 5 && !waited; i++) {
        g_autofree char *text = answer(lines);
        waited = g_str_has_suffix(text, "\nreadyok\n");
    }
    g_assert_true(waited);
}

/* A `legal` that is as short as most is waited for; this one takes seconds, and `quit` does not
 * wait for its answer, nor for that of what stands behind it. */
static void quits_behind_a_legal(void)
{
    g_autofree char *text =
        answer("newgame walker\nsetpos 1m3mm1F/6m2/4t1(MMM)(tt)1/2MM2M2 w - - 30\n"
               "throw 1 4 6 1 4 6 1 4 6 1 4 6 1 4 6 1 4 6 1 4 6 1 4 6 1 4 6 2\n"
               "isready\nlegal\nperft 0\nquit\n");
    g_assert_cmpstr(text, ==, "readyok\n");
}

static void before_the_throw(void)
{
    g_autofree char *text = answer(
        "newgame walker\ngo depth 2\nwait\nsetpos 9/9/6M2/9 b - - 5\nlegal\ngo depth 1\nwait\n");
    assert_contains(text, "bestmove none\nlegal 0\n");
    g_assert_cmpstr(last_line(text), ==, "bestmove none");
}

/* A search that ends within a depth tells all the positions that it has looked at. */
static void last_info_counts_all(void)
{
    g_autofree char *text =
        answer("newgame walker\nsetpos 1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,6,6,2 - 30\n"
               "go nodes 20000\nwait\n");
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    guint n = g_strv_length(lines);
    g_assert_true(g_str_has_prefix(lines[n - 1], "bestmove "));
    g_assert_true(g_str_has_prefix(lines[n - 2], "info depth "));
    assert_contains(lines[n - 2], " nodes 20000 ");
}

/* Help has a line for each command, which begins with it, as each answers. */
static void helps(void)
{
    static const char *const verbs[] = {"tep",  "isready", "newgame", "setpos", "throw",
                                        "go",   "stop",    "wait",    "legal",  "perft",
                                        "eval", "bench",   "throws",  "help",   "quit"};
    g_autofree char *text = answer("help\n"), *lines = g_strconcat("\n", text, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(verbs); i++) {
        g_autofree char *pattern = g_strdup_printf("(?s).*\n%s[ :].*", verbs[i]);
        g_assert_true(g_regex_match_simple(pattern, lines, 0, 0));
    }
}

/* Each term of the evaluation is told once, and at last what they come to. */
static void tells_terms(void)
{
    g_autofree char *text = answer("newgame ludii\neval\n");
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    guint last = g_strv_length(lines) - 1;
    for (guint i = 0; i < last; i++) {
        g_assert_true(g_regex_match_simple(
            "^eval term [a-z0-9]+( mover [0-9.]+ enemy [0-9.]+)? adds -?[0-9.]+$", lines[i], 0, 0));
        char *name = lines[i] + strlen("eval term ");
        *strchr(name, ' ') = '\0';
        g_assert_true(g_hash_table_add(names, name));
    }
    g_assert_cmpuint(last, ==, TAB_N_TERMS + 1); /* the turn is one, too */
    g_assert_true(g_str_has_prefix(lines[last], "eval win 0."));
}

/* One turn deep a chance is what the evaluation says, from two on of a search. */
static void levels_are_told(void)
{
    g_autofree char *text = answer("setoption name Eval value hand\nnewgame walker\n"
                                   "setpos 1m3mm2/4m4/2M1M4/3MM4 w - - 30\nthrow 4 2\n"
                                   "go depth 2\nwait\n");
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    unsigned told[2] = {0};
    for (char **line = lines; *line; line++) {
        for (int depth = 1; depth <= 2; depth++) {
            g_autofree char *beginning = g_strdup_printf("info depth %d ", depth);
            if (!g_str_has_prefix(*line, beginning))
                continue;
            g_assert_nonnull(strstr(*line, depth == 1 ? " level static " : " level search "));
            told[depth - 1]++;
        }
    }
    g_assert_cmpuint(told[0], >, 0);
    g_assert_cmpuint(told[1], >, 0);
}

/* Every line of a rollout has an error, of a chance, which is smaller the more games there were. */
static void rolls_out(void)
{
    g_autofree char *text = answer("setoption name Seed value 1\nnewgame ludii:columns=5,pieces=1\n"
                                   "throw 2\ngo rollouts 256\nwait\n");
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    double last = 1;
    for (char **line = lines; *line; line++) {
        const char *error = strstr(*line, " level rollout se ");
        if (!error)
            continue;
        double se = g_ascii_strtod(error + strlen(" level rollout se "), NULL);
        g_assert_cmpfloat(se, >, 0);
        g_assert_cmpfloat(se, <=, last);
        last = se;
    }
    g_assert_cmpfloat(last, <, 0.1);
}

static void too_many_outcomes(void)
{
    const char *scale = g_getenv("TAB_TEST_TIME_SCALE"); /* of slow machines */
    g_autofree char *commands =
        g_strdup_printf("newgame walker\nsetpos 1m3mm1F/6m2/4t1(MMM)(tt)1/2MM2M2 w - - 30\n"
                        "throw 1 4 6 1 4 6 1 4 6 2\nlegal\ngo movetime %.0f\nwait\n",
                        50 * (scale ? g_ascii_strtod(scale, NULL) : 1));
    g_autofree char *text = answer(commands);
    g_assert_true(g_str_has_prefix(text, "error unsupported "));
    g_assert_true(g_str_has_prefix(last_line(text), "bestmove 1:"));
}

static void listing_is_sorted(void)
{
    g_autofree char *text =
        answer("newgame bell\nsetpos 9/2t1~(FF)2m1/2ff3M1/9 w - 2/1 41\nthrow 1 6 2\nlegal\n");
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    unsigned n = g_strv_length(lines) - 1;
    g_autofree char *total = g_strdup_printf("legal %u", n);
    g_assert_cmpstr(lines[n], ==, total);
    g_assert_cmpuint(n, >, 10);
    for (unsigned i = 0; i + 1 < n; i++)
        g_assert_cmpstr(lines[i], <, lines[i + 1]);
}

/* The counts of `divide` sum up to that of perft, and their lines are sorted. */
static void perft_is_divided(void)
{
    static const char *const scripts[] = {
        "newgame walker\nperft 2 3 divide\n",
        "newgame lane:columns=5\nthrow 1 4 +\nperft 3 1 divide\n",
        "newgame bell\nsetpos 9/2t1~(FF)2m1/2ff3M1/9 w 1,2 2/1 41\n"
        "perft 2 1 divide\n",
        "newgame ludii\nperft 2 70 divide\n"};
    for (unsigned i = 0; i < G_N_ELEMENTS(scripts); i++) {
        g_autofree char *text = answer(scripts[i]);
        g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
        unsigned n = g_strv_length(lines) - 1;
        guint64 sum = 0;
        for (unsigned j = 0; j < n; j++) {
            g_assert_true(g_str_has_prefix(lines[j], "divide "));
            g_assert_true(j == 0 || strcmp(lines[j - 1], lines[j]) < 0);
            sum += g_ascii_strtoull(strrchr(lines[j], ' '), NULL, 10);
        }
        g_autofree char *total = g_strdup_printf("perft %" G_GUINT64_FORMAT, sum);
        g_assert_cmpstr(lines[n], ==, total);
        g_autofree char *script = g_strndup(scripts[i], strlen(scripts[i]) - strlen(" divide\n"));
        g_autofree char *whole = answer(script);
        g_assert_cmpstr(g_strchomp(whole), ==, total);
    }
}

static void sticks_option(void)
{
    g_autofree char *text = answer("setoption name sticks value w=6,13,11,5,1\nthrows\n");
    assert_contains(text, "throw 6 0.1666666667\n");
    assert_contains(text, "throw 4 0.02777777778\n");
    /* nearly every cast gives another one, but a turn has at most 64; and sticks outlast newgame */
    g_autofree char *long_turns =
        answer("setoption name Sticks value w=0,999,1,0,0\nnewgame ludii\nthrows\n");
    assert_contains(long_turns, "turn 1 0.999\nturn 2 1\n");
    assert_contains(long_turns, "rethrow 0.999\nmean 62.02503617");
    g_autofree char *fair = answer("newgame ludii\nthrows\n");
    g_assert_cmpstr(
        fair, ==,
        "throw 1 0.25\nthrow 2 0.375\nthrow 3 0.25\nthrow 4 0.0625\nthrow 6 0.0625\n"
        "turn 1 0.2857142857\nturn 2 0.6\nturn 3 0.4\nturn 4 0.09090909091\nturn 6 0.09090909091\n"
        "rethrow 0.375\nmean 1.6\nthrowsok\n");
}

static void bench_is_reproducible(void)
{
    g_autofree char *text = answer("setoption name Level value 0\nbench\n");
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "bench.expected", NULL);
    g_autofree char *expected = NULL;
    g_assert_true(g_file_get_contents(path, &expected, NULL, NULL));
    g_auto(GStrv) got = g_strsplit(g_strchomp(text), " ", -1);
    g_assert_cmpuint(g_strv_length(got), ==, 7);
    g_autofree char *short_form = g_strdup_printf("nodes %s signature %s\n", got[2], got[6]);
    g_assert_cmpstr(short_form, ==, expected);
}

/* A file that is no network is refused and changes nothing; the name of the file is in the error.
 */
static void net_files_are_checked(void)
{
    g_autofree char *folder = g_dir_make_tmp("test-daemon-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "broken.net", NULL);
    g_assert_true(g_file_set_contents(path, "tab-net 1\narchitecture of a house\n", -1, NULL));
    g_autofree char *script = g_strdup_printf("setoption name NetFile value %s\n"
                                              "setoption name NetFile value %s.missing\n"
                                              "setoption name NetFile value \nisready\n",
                                              path, path);
    g_autofree char *text = answer(script);
    assert_contains(text, "error bad-argument NetFile: ");
    assert_contains(text, "broken.net: architecture 'of a house'");
    assert_contains(text, "broken.net.missing");
    assert_contains(text, "readyok");
    g_unlink(path);
    g_rmdir(folder);
}

/* The log has what was said by either side, goes on in a file that is there, and belongs to whoever
 * files of this user belong to. */
static void logs_are_kept(void)
{
    g_autofree char *folder = g_dir_make_tmp("test-daemon-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "a log", NULL);
    g_autofree char *script =
        g_strdup_printf("setoption name Log value %s\nisready\nsetoption name Log value \n"
                        "unheard\nsetoption name Log value %s\nnonsense\n",
                        path, path);
    g_autofree char *text = answer(script), *log = NULL;
    g_assert_true(g_file_get_contents(path, &log, NULL, NULL));
    g_assert_cmpstr(log, ==,
                    "> isready\n< readyok\n> setoption name Log value \n> nonsense\n"
                    "< error unknown-command 'nonsense' is no command; see help\n");
    mode_t mask = umask(0);
    struct stat status;
    umask(mask);
    g_assert_cmpint(g_stat(path, &status), ==, 0);
    g_assert_cmpint(status.st_mode & 07777, ==, 0666 & ~mask);
    g_unlink(path);
    g_rmdir(folder);
}

/* A pipe that nobody writes or reads and a device without end hold nothing up. */
static void odd_files_hold_nothing_up(void)
{
    g_autofree char *folder = g_dir_make_tmp("test-daemon-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "pipe", NULL);
    g_assert_cmpint(mkfifo(path, 0600), ==, 0);
    g_autofree char *script = g_strdup_printf(
        "setoption name Log value %s\nsetoption name NetFile value %s\n"
        "setoption name TablePath value %s\nsetoption name NetFile value /dev/zero\nisready\n",
        path, path, path);
    g_autofree char *text = answer(script);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    g_assert_cmpuint(g_strv_length(lines), ==, 5);
    for (unsigned i = 0; i < 4; i++)
        g_assert_true(g_str_has_prefix(lines[i], "error bad-argument "));
    g_assert_cmpstr(lines[4], ==, "readyok");
    g_unlink(path);
    g_rmdir(folder);
}

#ifndef __SANITIZE_THREAD__ /* which takes several times as much itself */
/* The most memory the process has had so far, in MiB. */
static double peak(const Talk *talk)
{
    g_autofree char *path =
        g_strdup_printf("/proc/%s/status", g_subprocess_get_identifier(talk->process));
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    const char *line = strstr(text, "VmHWM:");
    g_assert_nonnull(line);
    return (double)g_ascii_strtoll(line + strlen("VmHWM:"), NULL, 10) / 1024;
}

static void repeat(Talk *talk, const char *text, unsigned n)
{
    g_autoptr(GString) all = g_string_new(NULL);
    for (unsigned i = 0; i < n; i++)
        g_string_append(all, text);
    say(talk, all->str);
}

/* Blank lines during long work, one turn named ten thousands of times, and a large table that is
 * hardly used take next to no memory. */
static void memory_is_bounded(void)
{
    enum { MOST = 100 };
    /* AddressSanitizer holds back 256 MiB of what is freed, and would be all that is measured. */
    const char *asan = g_getenv("ASAN_OPTIONS");
    g_autofree char *options = g_strconcat(asan ? asan : "", ":quarantine_size_mb=1", NULL);
    g_setenv("ASAN_OPTIONS", options, TRUE);
    Talk talk = talk_new();
    say(&talk, "newgame walker");
    say(&talk, "perft 30 5");
    double before = peak(&talk);
    repeat(&talk, "\n", 600000);
    say(&talk, "isready");
    g_free(hear(&talk, "readyok"));
    g_assert_cmpfloat(peak(&talk) - before, <, MOST);
    say(&talk, "stop");
    g_free(hear(&talk, "error interrupted "));
    say(&talk, "throw 1 2\ngo depth 1 searchturns");
    g_free(hear(&talk, "error bad-argument "));
    before = peak(&talk);
    g_autoptr(GString) go = g_string_new("go depth 1 searchturns");
    for (int i = 0; i < 30000; i++)
        g_string_append(go, " 1:a9b9,2:b9b7");
    say(&talk, go->str);
    g_free(hear(&talk, "bestmove 1:a9b9,2:b9b7"));
    g_assert_cmpfloat(peak(&talk) - before, <, MOST);
    before = peak(&talk);
    say(&talk, "setoption name Hash value 512\nnewgame walker\nthrow 1 2\ngo depth 3 nodes 1000\n"
               "wait\nnewgame walker\nisready");
    g_free(hear(&talk, "readyok"));
    g_assert_cmpfloat(peak(&talk) - before, <, 2 * MOST);
    talk_end(&talk);
}
#endif

#ifndef HAS_SANITIZER
static void limit_memory(gpointer data)
{
    const struct rlimit *limit = data;
    end_with_parent(NULL);
    setrlimit(RLIMIT_AS, limit);
}
#endif

/* Too little memory for its threads, or for its table: the engine says so and ends with a status,
 * not by a signal. */
static void too_little_memory(void)
{
#ifdef HAS_SANITIZER
    g_test_skip("a sanitizer wants terabytes of addresses");
#else
    if (skipped_without_memory_limit())
        return;
    for (rlim_t mib = 20; mib <= 32; mib += 4) { /* two tables of 16 MiB never fit */
        struct rlimit limit = {.rlim_cur = mib << 20, .rlim_max = mib << 20};
        g_autoptr(GError) error = NULL;
        g_autofree char *path = engine_path(), *output = NULL, *complaint = NULL;
        g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
            G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
            G_SUBPROCESS_FLAGS_STDERR_PIPE);
        g_subprocess_launcher_set_child_setup(launcher, limit_memory, &limit, NULL);
        g_autoptr(GSubprocess) process = g_subprocess_launcher_spawn(launcher, &error, path, NULL);
        g_assert_no_error(error);
        g_subprocess_communicate_utf8(process, NULL, NULL, &output, &complaint, &error);
        g_assert_no_error(error);
        g_assert_true(g_subprocess_get_if_exited(process));
        g_assert_cmpint(g_subprocess_get_exit_status(process), ==, 1);
        g_assert_cmpstr(output, ==, "");
        g_assert_true(g_str_has_prefix(complaint, "tab-engine: "));
        g_assert_cmpstr(last_line(complaint), ==, complaint);
    }
#endif
}

static void levels_weaken(void)
{
    g_autofree char *text =
        answer("newgame walker\nsetpos 1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,6,6,2 - 30\n"
               "setoption name Level value 8\ngo movetime 500\nwait\n");
    g_assert_null(strstr(text, "info depth 2"));
    g_autofree char *full =
        answer("newgame walker\nsetpos 1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,6,6,2 - 30\n"
               "setoption name Level value 8\nsetoption name Eval value hand\ngo depth 2\nwait\n");
    assert_contains(full, "info depth 2"); /* the one set last holds */
}

/* Work of a moment is answered before the next line is read: no `error busy`, no `wait` needed. */
static void short_work_at_once(void)
{
    static const char *const evals[] = {"random", "capture", "greedy", "hand", "net"};
    for (unsigned e = 0; e < G_N_ELEMENTS(evals); e++) {
        g_autoptr(GString) script = g_string_new(NULL);
        g_string_append_printf(script, "setoption name Eval value %s\nnewgame walker\n", evals[e]);
        for (int i = 0; i < 100; i++)
            g_string_append(script, "setpos 1m3mm2/4m4/2M1M4/3MM4 w - - 30\nthrow 4 1 2\n"
                                    "go depth 1\nsetpos start b\n");
        g_autofree char *text = answer(script->str);
        g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
        unsigned answers = 0;
        for (char **line = lines; *line; line++) {
            answers += g_str_has_prefix(*line, "bestmove ");
            g_assert_false(g_str_has_prefix(*line, "error"));
        }
        g_assert_cmpuint(answers, ==, 100);
    }
}

/* A controller that writes much and reads nothing: the engine goes on reading, and in the end all
 * its answers are there, in order. */
static void deaf_controller(void)
{
    enum { LINES = 40000 };
    g_autoptr(GString) script = g_string_new(NULL);
    g_autoptr(GString) expected = g_string_new(NULL);
    for (int i = 0; i < LINES; i++) {
        g_string_append_printf(script, "word%d\n", i);
        g_string_append_printf(expected, "error unknown-command 'word%d' is no command; see help\n",
                               i);
    }
    g_assert_cmpuint(script->len, >, 4 * 65536); /* what the pipes hold */
    g_autoptr(GSubprocess) process = start();
    g_autoptr(GError) error = NULL;
    GOutputStream *in = g_subprocess_get_stdin_pipe(process);
    g_assert_true(g_output_stream_write_all(in, script->str, script->len, NULL, NULL, &error));
    g_assert_no_error(error);
    g_autofree char *text = NULL;
    g_subprocess_communicate_utf8(process, NULL, NULL, &text, NULL, &error);
    g_assert_no_error(error);
    g_assert_true(g_str_equal(text, expected->str)); /* too long to be shown */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    signal(SIGPIPE, SIG_IGN); /* an engine may have ended */
    g_unsetenv(
        "MALLOC_PERTURB_"); /* by which meson has all memory written to, also what is never used */
    g_test_add_func("/daemon/closed-descriptors", closed_descriptors);
    g_test_add_func("/daemon/order", answers_in_order);
    g_test_add_func("/daemon/end-of-file", works_to_the_end_of_file);
    g_test_add_func("/daemon/throw-faults", throw_faults);
    g_test_add_func("/daemon/longest-hands", longest_hands);
    g_test_add_func("/daemon/error-codes", error_codes);
    g_test_add_func("/daemon/long-lines", long_lines);
    g_test_add_func("/daemon/error-text", error_text_is_one_short_line);
    g_test_add_func("/daemon/skipped-words", skipped_words_are_shown);
    g_test_add_func("/daemon/garbage", garbage);
    g_test_add_func("/daemon/wait", waits_for_work);
    g_test_add_func("/daemon/unheard", ends_unheard);
    g_test_add_func("/daemon/cannot-answer", ends_where_it_cannot_answer);
    g_test_add_func("/daemon/behind-wait", reads_nothing_behind_wait);
    g_test_add_func("/daemon/long-lines-wait", long_lines_wait);
    g_test_add_func("/daemon/while-thinking", answers_while_thinking);
    g_test_add_func("/daemon/idle-after-bestmove", idle_after_bestmove);
    g_test_add_func("/daemon/after-stop", after_stop);
    g_test_add_func("/daemon/interrupted", perft_is_interrupted);
    g_test_add_func("/daemon/help", helps);
    g_test_add_func("/daemon/terms", tells_terms);
    g_test_add_func("/daemon/levels-of-chances", levels_are_told);
    g_test_add_func("/daemon/rollouts", rolls_out);
    g_test_add_func("/daemon/quit", quits_at_once);
    g_test_add_func("/daemon/quit-idle", quits_sooner_when_idle);
    g_test_add_func("/daemon/short-legal", short_legal_is_waited_for);
    g_test_add_func("/daemon/quit-behind-legal", quits_behind_a_legal);
    g_test_add_func("/daemon/before-the-throw", before_the_throw);
    g_test_add_func("/daemon/last-info-counts-all", last_info_counts_all);
    g_test_add_func("/daemon/too-many-outcomes", too_many_outcomes);
    g_test_add_func("/daemon/sorted", listing_is_sorted);
    g_test_add_func("/daemon/divide", perft_is_divided);
    g_test_add_func("/daemon/sticks", sticks_option);
    g_test_add_func("/daemon/short-work", short_work_at_once);
    g_test_add_func("/daemon/deaf-controller", deaf_controller);
    g_test_add_func("/daemon/bench", bench_is_reproducible);
    g_test_add_func("/daemon/net-files-are-checked", net_files_are_checked);
    g_test_add_func("/daemon/logs", logs_are_kept);
    g_test_add_func("/daemon/odd-files", odd_files_hold_nothing_up);
#ifndef __SANITIZE_THREAD__
    g_test_add_func("/daemon/memory", memory_is_bounded);
#endif
    g_test_add_func("/daemon/too-little-memory", too_little_memory);
    g_test_add_func("/daemon/levels", levels_weaken);
    return g_test_run();
}
