// SPDX-License-Identifier: GPL-3.0-or-later
// One thread reads and decides, others work; a pipe wakes the reader when work is done.
#include "engine/daemon/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "engine/daemon/inspect.h"
#include "engine/daemon/options.h"
#include "protocol/codec/splitter.h"

/* ms that a `legal` is taken for a moment's work, during which nothing more is read */
#define MOMENT 40
#define QUIT_GRACE                                                                                 \
    60 /* ms that small work has to end after `quit`, which must be obeyed within 100 */
#define MAX_QUEUED (64u << 20) /* bytes of commands that may wait for a perft or bench */
#define QUEUED_LINE 128        /* bytes that each of them takes besides its text, amply */
#define STACK_SIZE (16u << 20) /* perft calls itself for each throw of each of its plies */

typedef enum { IDLE, THINKING, WORKING } Activity;

typedef struct {
    int input;
    int answers; /* where `output` writes */
    int wake[2]; /* a byte comes when the running work has answered */
    TabOutput *output;
    TabSession *session;
    TabSplitter *splitter;
    Activity activity;
    bool endless;   /* the running go waits for stop */
    bool waiting;   /* `wait` or `stop`: take no line until the go has answered */
    bool held;      /* the last line that waits its turn is a `wait`: read no further */
    bool at_end;    /* end of input */
    gint64 quit_by; /* time by which to end, after `quit`; 0: none */
    gint64 moment;  /* until then the running `legal` holds up the reading */
    TabJob *job;
    pthread_t reader, job_thread;
    GQueue queued; /* char *: lines that wait for a perft or bench */
    size_t queued_bytes;
} Loop;

/* The running work is about to answer: wakes the reader, unless it is the reader who works. */
static void wake(gpointer user_data)
{
    Loop *loop = user_data;
    if (pthread_equal(pthread_self(), loop->reader)) {
        loop->activity = IDLE;
        return;
    }
    while (write(loop->wake[1], "", 1) < 0 && errno == EINTR)
        ;
}

static void tell_error(Loop *loop, TabErrorCode code, const char *text)
{
    g_autofree char *line = tab_message_build_error(code, text);
    tab_output_line(loop->output, line);
}

/* Commands that are the loop's own. Each returns false with an error to be sent. */

static bool do_isready(Loop *loop, const TabMessage *message, GError **error)
{
    if (loop->activity == IDLE)
        tab_engine_get_ready(loop->session->engine);
    tab_output_line(loop->output, "readyok");
    return true;
}

static bool do_go(Loop *loop, const TabMessage *message, GError **error)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    if (loop->quit_by)
        return true;
    if (!tab_limits_parse(&limits, message->rest, error))
        return false;
    loop->activity = THINKING; /* until it answers, which may be before it returns */
    if (!tab_session_go(loop->session, &limits, error)) {
        loop->activity = IDLE;
        return false;
    }
    loop->endless = tab_limits_endless(&limits);
    if (loop->endless && loop->at_end)
        tab_engine_stop(loop->session->engine);
    return true;
}

static bool do_stop(Loop *loop, const TabMessage *message, GError **error)
{
    if (loop->activity == THINKING) {
        tab_engine_stop(loop->session->engine);
        loop->waiting =
            true; /* the answer is on its way: what comes next is for the time after it */
    } else if (loop->activity == WORKING) {
        tab_inspect_cancel(loop->job);
    }
    return true;
}

/* A `wait` that comes during other work has waited for it when it is obeyed: take_command(). */
static bool do_wait(Loop *loop, const TabMessage *message, GError **error)
{
    if (loop->activity != THINKING)
        return true;
    if (loop->endless)
        return tab_session_refuse(error, TAB_ERROR_BAD_ARGUMENT,
                                  "the running go has no limit to wait for");
    loop->waiting = true;
    return true;
}

static bool do_quit(Loop *loop, const TabMessage *message, GError **error)
{
    bool waited = loop->activity == WORKING && loop->moment; /* perhaps for all of the moment */
    loop->quit_by = g_get_monotonic_time() + (QUIT_GRACE - (waited ? MOMENT : 0)) * 1000;
    if (loop->activity == THINKING)
        tab_engine_stop(loop->session->engine);
    return true;
}

/* Nobody hears the answers any more, as in `perft 4 3 | head -c 0`: ends as at `quit`. */
static void quit_unheard(Loop *loop)
{
    if (!loop->quit_by)
        do_quit(loop, NULL, NULL);
}

static bool do_work(Loop *loop, const TabMessage *message, GError **error)
{
    pthread_attr_t attributes;
    TabJob *job = tab_inspect_job(loop->session, message, error);
    if (!job)
        return false;
    loop->job = job;
    job->done = wake;
    job->done_data = loop;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    int failure = pthread_create(&loop->job_thread, &attributes, tab_inspect_run, job);
    pthread_attr_destroy(&attributes);
    if (failure) {
        g_clear_pointer(&loop->job, tab_inspect_job_free);
        return tab_session_refuse(error, TAB_ERROR_INTERNAL, "no thread: %s", g_strerror(failure));
    }
    loop->activity = WORKING;
    loop->moment = job->kind == TAB_JOB_LEGAL ? g_get_monotonic_time() + MOMENT * 1000 : 0;
    return true;
}

static bool do_help(Loop *loop, const TabMessage *message, GError **error);

/* Every command: who obeys it, the loop or the session, and whether at once while the engine works.
 */
static const struct {
    const char *verb;
    bool (*loop)(Loop *loop, const TabMessage *message, GError **error);
    bool (*session)(TabSession *session, const TabMessage *message, GError **error);
    bool at_once;
    const char *help;
} commands[] = {
    {"tep", NULL, tab_inspect_tep, false, "tep: name, rules and options, then tepok 1"},
    {"isready", do_isready, NULL, true, "isready: readyok"},
    {"setoption", NULL, tab_options_set, false,
     "setoption name <name> [value <value>]: set an option"},
    {"newgame", NULL, tab_session_newgame, false,
     "newgame [<rules>]: forget the last game, take these rules (default standard)"},
    {"setpos", NULL, tab_session_setpos, false,
     "setpos start [w|b] | <board> <side> <throws> <saved> <number> [turns <turn> ...]"},
    {"throw", NULL, tab_session_throw, false,
     "throw [<t> ... [+]]: the throws at hand; + more will follow"},
    {"go", do_go, NULL, false,
     "go [movetime <ms>] [wtime <ms> btime <ms> [winc <ms>] [binc <ms>] [turnstogo <n>]] [nodes "
     "<n>] [depth <n>] "
     "[infinite] [ponder] [rollouts <n> [se <p>] [truncate <turns>] [stop <k>]] "
     "[searchturns <turn> ...]: think"},
    {"stop", do_stop, NULL, true, "stop: answer now"},
    {"wait", do_wait, NULL, false,
     "wait: read no further line until the running work has answered"},
    {"quit", do_quit, NULL, true, "quit: end"},
    {"show", NULL, tab_inspect_show, false, "show: the board, rules and position"},
    {"d", NULL, tab_inspect_show, false, "d: the same as show"},
    {"legal", do_work, NULL, false, "legal: every distinct outcome of the throws at hand"},
    {"perft", do_work, NULL, false,
     "perft <D> [<K>] [divide]: count positions D turns deep with at most K throws a turn"},
    {"eval", NULL, tab_inspect_eval, false, "eval: the static evaluation"},
    {"throws", NULL, tab_inspect_throws, false, "throws: the chances of the sticks"},
    {"bench", do_work, NULL, false, "bench: a fixed set of searches and its signature"},
    {"help", do_help, NULL, false, "help: this list"},
};

static bool do_help(Loop *loop, const TabMessage *message, GError **error)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(commands); i++)
        tab_output_line(loop->output, commands[i].help);
    return true;
}

static int find_command(const char *verb)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(commands); i++)
        if (!strcmp(commands[i].verb, verb))
            return (int)i;
    return -1;
}

/* Keeps a line for later. */
static void put_off_line(Loop *loop, const char *line, size_t length)
{
    if (loop->queued_bytes + length + QUEUED_LINE > MAX_QUEUED) {
        tell_error(loop, TAB_ERROR_BUSY, "too many commands wait already");
        return;
    }
    GString *copy = g_string_new_len(line, (gssize)length); /* may hold NUL bytes */
    loop->queued_bytes += length + QUEUED_LINE;
    g_queue_push_tail(&loop->queued, copy);
}

/* The running work has answered, or does so this moment: joins its thread. */
static void finish_work(Loop *loop)
{
    char byte;
    while (read(loop->wake[0], &byte, 1) < 0 && errno == EINTR)
        ;
    if (loop->activity == WORKING) {
        pthread_join(loop->job_thread, NULL);
        g_clear_pointer(&loop->job, tab_inspect_job_free);
    } else {
        tab_engine_wait(loop->session->engine);
    }
    loop->activity = IDLE;
    loop->waiting = false;
}

/* Whether lines are left unread for now: behind a `wait`, a `stop`, or a `legal` that will be over
 * in a moment. */
static bool holding(const Loop *loop)
{
    return loop->waiting || (loop->activity == WORKING && g_get_monotonic_time() < loop->moment);
}

/* Whether the running work has reported its end. It does so before its answer goes out, so that a
 * line sent after that answer is never taken for one sent during the work. */
static bool work_is_over(const Loop *loop)
{
    struct pollfd event = {.fd = loop->wake[0], .events = POLLIN};
    return loop->activity != IDLE && poll(&event, 1, 0) > 0;
}

/* Obeys, refuses or keeps one line. */
static void take_command(Loop *loop, const char *line, size_t length)
{
    g_auto(TabMessage) message = {0};
    g_autoptr(GError) error = NULL;
    bool parsed = tab_message_parse(&message, line, (gssize)length, &error);
    int command = parsed && message.verb ? find_command(message.verb) : -1;
    bool at_once = command >= 0 && commands[command].at_once;
    if (parsed && !message.verb)
        return; /* blank */
    if (loop->activity == WORKING && !at_once) {
        put_off_line(loop, line, length);
        loop->held = command >= 0 && commands[command].loop == do_wait;
        return;
    }
    tab_output_log_input(loop->output, line);
    if (parsed && command < 0) {
        g_autofree char *text = tab_message_printable(message.verb, -1, 80);
        tab_session_refuse(&error, TAB_ERROR_UNKNOWN_COMMAND, "'%s' is no command; see help", text);
    } else if (parsed && loop->activity == THINKING && !at_once &&
               commands[command].loop != do_wait) {
        tab_session_refuse(&error, TAB_ERROR_BUSY, "thinking: %s has to wait for bestmove",
                           message.verb);
    } else if (parsed && commands[command].loop) {
        commands[command].loop(loop, &message, &error);
    } else if (parsed) {
        commands[command].session(loop->session, &message, &error);
    }
    if (error) {
        g_autofree char *text = tab_message_build_gerror(error);
        tab_output_line(loop->output, text);
    }
}

/* Takes the next line that waited and can be taken now, if there is one. */
static bool take_queued(Loop *loop)
{
    if (loop->activity == WORKING || !loop->queued.length)
        return false;
    GString *copy = g_queue_pop_head(&loop->queued);
    loop->queued_bytes -= copy->len + QUEUED_LINE;
    loop->held = loop->held && loop->queued.length;
    take_command(loop, copy->str, copy->len);
    g_string_free(copy, TRUE);
    return true;
}

/* Takes the next line of the input, if there is one. */
static bool take_new(Loop *loop)
{
    const char *line;
    gsize length;
    TabSplit split = tab_splitter_next(loop->splitter, &line, &length);
    if (split == TAB_SPLIT_LINE)
        take_command(loop, line, length);
    else if (split == TAB_SPLIT_TOO_LONG)
        tell_error(loop, TAB_ERROR_LINE_TOO_LONG,
                   "a line may have up to " G_STRINGIFY(TAB_LINE_MAX) " bytes");
    return split != TAB_SPLIT_NONE;
}

/* Takes lines that waited, then new ones, as far as the running work lets them. */
static void take_lines(Loop *loop)
{
    bool more = true;
    while (more) {
        if (work_is_over(loop))
            finish_work(loop);
        more = !holding(loop) &&
               (take_queued(loop) || (!loop->held && !loop->quit_by && take_new(loop)));
    }
}

/* False if there was nothing to be read. */
static bool read_input(Loop *loop)
{
    char bytes[65536];
    ssize_t length = read(loop->input, bytes, sizeof bytes);
    if (length < 0 && (errno == EINTR || errno == EAGAIN))
        return false;
    if (length > 0) {
        tab_splitter_feed(loop->splitter, bytes, (gsize)length);
        return true;
    }
    tab_splitter_end(loop->splitter);
    loop->at_end = true;
    if (loop->activity == THINKING && loop->endless)
        tab_engine_stop(loop->session->engine);
    return true;
}

/* Whether everything is done that is to be done before the end. */
static bool over(const Loop *loop)
{
    if (loop->quit_by)
        return g_get_monotonic_time() >= loop->quit_by ||
               (loop->activity == IDLE && !loop->queued.length);
    return loop->at_end && loop->activity == IDLE;
}

/* Waits for input or for the end of the running work. */
static void wait_for_events(Loop *loop)
{
    bool holds = holding(loop);
    bool reading = !holds && !loop->held && !loop->at_end && !loop->quit_by;
    if (reading && loop->activity == IDLE && read_input(loop))
        return; /* that the answers go unheard is noticed with the next of them */
    struct pollfd events[] = {{.fd = loop->wake[0], .events = POLLIN},
                              {.fd = reading ? loop->input : -1, .events = POLLIN},
                              {.fd = loop->quit_by ? -1 : loop->answers}}; /* closed */
    gint64 until = loop->quit_by ? loop->quit_by : holds && !loop->waiting ? loop->moment : 0;
    int timeout = -1;
    if (until)
        timeout =
            (int)CLAMP((until - g_get_monotonic_time()) / 1000 + 1, 0, MAX(QUIT_GRACE, MOMENT));
    if (poll(events, G_N_ELEMENTS(events), timeout) < 0)
        return;
    if (events[2].revents)
        quit_unheard(loop);
    if (events[0].revents)
        finish_work(loop);
    if (events[1].revents)
        read_input(loop);
}

/* Ends in good order when nothing runs; else leaves at once, as `quit` demands. */
static int end_loop(Loop *loop)
{
    bool drained = tab_output_drain(loop->output, loop->quit_by ? 10 : -1);
    if (loop->activity != IDLE || !drained)
        _exit(0);
    while (!g_queue_is_empty(&loop->queued))
        g_string_free(g_queue_pop_head(&loop->queued), TRUE);
    tab_session_free(loop->session);
    tab_output_free(loop->output);
    tab_splitter_free(loop->splitter);
    close(loop->wake[0]);
    close(loop->wake[1]);
    return 0;
}

int tab_loop_run(int input, int output)
{
    Loop loop = {.input = input, .answers = output, .reader = pthread_self()};
    if (pipe(loop.wake))
        g_error("no pipe: %s", g_strerror(errno));
    signal(SIGPIPE, SIG_IGN);
    loop.output = tab_output_new(output);
    loop.session = tab_session_new(loop.output);
    tab_options_set_defaults(loop.session);
    loop.session->done = wake;
    loop.session->done_data = &loop;
    loop.splitter = tab_splitter_new(TAB_LINE_MAX);
    g_queue_init(&loop.queued);
    for (;;) {
        take_lines(&loop);
        if (tab_output_is_closed(loop.output))
            quit_unheard(&loop);
        if (over(&loop))
            return end_loop(&loop);
        wait_for_events(&loop);
    }
}
