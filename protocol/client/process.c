// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one child process on the main loop: non-blocking pipes, bounded buffers, one death for all.
#include "protocol/client/process.h"

#include <errno.h>
#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "protocol/client/log.h"
#include "protocol/client/spawn.h"
#include "protocol/codec/message.h"
#include "protocol/codec/splitter.h"

G_DEFINE_QUARK(tab_client_error, tab_client_error)

/* Bytes read at once; the size of a pipe on Linux. */
#define CHUNK 65536
/* The same of standard error, where nothing slows the telling down. */
#define LOG_CHUNK 8192
/* A child that writes more to its standard error than is wanted gets so long a rest between chunks,
 * in ms, in which its pipe fills up. */
#define LOG_REST_MS 10
/* Lines are told for so long at a time, in µs; then others that share the loop have their turn. */
#define SLICE_US 4000
#define QUIET_US 1000
/* What a child says beyond a slice or a chunk waits until a window has nothing to paint
 * (GDK_PRIORITY_REDRAW is G_PRIORITY_HIGH_IDLE + 20), not in the same round of the loop. */
#define BACKLOG_PRIORITY (G_PRIORITY_HIGH_IDLE + 30)
#define QUEUE_MAX (16u << 20)
/* How long the second sign of death (end of output, end of process) may follow the first, in ms. */
#define DEATH_MS 500
/* The budget is granted anew within so many seconds. */
#define REFILL_SECONDS 10.0

struct TabProcess {
    TabProcessEvents events; /* zeroed once nobody listens any more */
    gpointer owner;
    TabEngineConfig *config;
    TabChildPlan *plan;
    GSubprocess *child;
    pid_t pid;        /* of the child; 0: all is over */
    int in, out, err; /* our ends of the pipes; the child's streams own them */
    GSource *writing, *reading, *logging, *timer;
    GSource *resting; /* in place of `logging` */
    GSource *backlog; /* in place of `reading`: lines that are not told yet */
    TabSplitter *splitter;
    GString *queue; /* bytes the child has not taken yet */
    TabLog *log;
    TabProcessLogFunc said;
    gpointer said_data;
    GDestroyNotify said_destroy;
    TabProcessBudget budget;
    double lines_left, bytes_left;
    gint64 refilled;        /* monotonic time, µs */
    gint64 read_at;         /* of the bytes that are told now */
    gint64 told, slice_end; /* when the last line was told, and when others are to be let in */
    const char *closed;     /* which pipe the child closed, for the message */
    gboolean exited;
    gboolean loud; /* writing to a closed pipe would raise SIGPIPE */
    void (*gone)(gpointer data);
    gpointer gone_data;
};

static void tell_log(TabProcess *self, gboolean all);
static void end_log(TabProcess *self);

/* --- life and death --- */

static void destroy_source(GSource **source)
{
    if (!*source)
        return;
    g_source_destroy(*source);
    g_clear_pointer(source, g_source_unref);
}

static void finalize(gpointer data)
{
    TabProcess *self = data;
    g_clear_object(&self->child);
    g_clear_pointer(&self->splitter, tab_splitter_free);
    if (self->queue)
        g_string_free(self->queue, TRUE);
    g_clear_pointer(&self->log, tab_log_free);
    if (self->said_destroy)
        self->said_destroy(self->said_data);
    tab_engine_config_free(self->config);
    tab_spawn_plan_free(self->plan);
}

static void release(gpointer self)
{
    g_rc_box_release_full(self, finalize);
}

/* A source on our main context that keeps `self` alive. */
static GSource *attach_source(TabProcess *self, GSource *source, GSourceFunc func)
{
    g_source_set_callback(source, func, g_rc_box_acquire(self), release);
    /* else GLib takes the descriptor out of the loop and puts it back at each dispatch, for the
     * price of several system calls; the handlers may be entered again */
    g_source_set_can_recurse(source, TRUE);
    g_source_attach(source, g_main_context_get_thread_default());
    return source;
}

static void stop_sources(TabProcess *self)
{
    destroy_source(&self->writing);
    destroy_source(&self->reading);
    destroy_source(&self->logging);
    destroy_source(&self->resting);
    destroy_source(&self->backlog);
    destroy_source(&self->timer);
}

static void kill_all(TabProcess *self)
{
    if (self->pid > 0)
        tab_spawn_kill(self->plan, self->pid, !g_subprocess_get_identifier(self->child));
    /* once it is reaped, its number may some day be another's */
    if (self->exited)
        self->pid = 0;
}

/* Last non-empty line of the log, printable and short, or NULL. */
static char *last_words(TabProcess *self)
{
    g_autofree char *log = tab_process_dup_log(self);
    g_strchomp(log);
    const char *feed = strrchr(log, '\n');
    const char *line = feed ? feed + 1 : log;
    return *line ? tab_message_printable(line, -1, 120) : NULL;
}

/* Tells the owner, once. */
static void report_end(TabProcess *self, TabClientError code, const char *what)
{
    void (*ended)(gpointer, const GError *) = self->events.ended;
    self->events = (TabProcessEvents){0};
    g_autofree char *words = last_words(self);
    tell_log(self, TRUE);
    stop_sources(self);
    kill_all(self);
    if (!ended)
        return;
    g_autoptr(GError) why =
        words ? g_error_new(TAB_CLIENT_ERROR, (gint)code, "%s; it last said: %s", what, words)
              : g_error_new_literal(TAB_CLIENT_ERROR, (gint)code, what);
    ended(self->owner, why);
}

static gboolean report_death(gpointer data)
{
    TabProcess *self = data;
    if (self->backlog) /* what it has said comes first, however long that takes */
        return G_SOURCE_CONTINUE;
    g_autofree char *what = self->exited ? tab_spawn_describe_end(self->child, self->config)
                                         : g_strdup_printf("closed its %s", self->closed);
    report_end(self, TAB_CLIENT_ERROR_CRASHED, what);
    return G_SOURCE_REMOVE;
}

/* The first sign of death: a short wait for the second, which completes the picture. Always told
 * from the main loop: the owner may be in the middle of writing to it. */
static void note_death(TabProcess *self)
{
    gboolean complete = self->exited && !self->reading && !self->backlog;
    if (!self->events.ended || (self->timer && !complete))
        return;
    destroy_source(&self->timer);
    self->timer = attach_source(self, g_timeout_source_new(complete ? 0 : DEATH_MS), report_death);
}

gboolean tab_process_tell_death(TabProcess *self)
{
    gboolean dying = self->events.ended && self->timer;
    if (dying)
        report_death(self);
    return dying;
}

static void on_exit(GObject *child, GAsyncResult *result, gpointer data)
{
    TabProcess *self = data;
    g_subprocess_wait_finish(G_SUBPROCESS(child), result, NULL);
    self->exited = TRUE;
    kill_all(self); /* whoever is left of it may hold the pipes */
    note_death(self);
    if (!self->events.ended) { /* nobody waits for the rest of its output */
        end_log(self);
        stop_sources(self);
    }
    if (self->gone)
        self->gone(self->gone_data);
    release(self);
}

/* --- reading --- */

static gboolean charge(TabProcess *self, double lines, double bytes)
{
    gint64 now = g_get_monotonic_time();
    double share = (double)(now - self->refilled) / (REFILL_SECONDS * G_USEC_PER_SEC);
    self->refilled = now;
    self->lines_left = MIN(self->budget.lines, self->lines_left + share * self->budget.lines);
    self->bytes_left =
        MIN((double)self->budget.bytes, self->bytes_left + share * (double)self->budget.bytes);
    self->lines_left -= lines;
    self->bytes_left -= bytes;
    return self->lines_left >= 0 && self->bytes_left >= 0;
}

void tab_process_renew_budget(TabProcess *self)
{
    self->lines_left = self->budget.lines;
    self->bytes_left = (double)self->budget.bytes;
    self->refilled = g_get_monotonic_time();
}

/* Tells the lines that are there; false if the slice is over, and some may be left. If nobody
 * listens (any more) they are thrown away. */
static gboolean tell_lines(TabProcess *self)
{
    const char *line;
    gsize length;
    TabSplit split;
    while (self->told < self->slice_end || !self->events.line) {
        split = tab_splitter_next(self->splitter, &line, &length);
        if (split == TAB_SPLIT_NONE)
            return TRUE;
        if (!self->events.line)
            continue;
        if (split == TAB_SPLIT_TOO_LONG)
            report_end(self, TAB_CLIENT_ERROR_FLOOD, "sent a line that is too long");
        else if (!charge(self, 1, 0))
            report_end(self, TAB_CLIENT_ERROR_FLOOD, "sent too many lines at once");
        else
            self->events.line(self->owner, line, length);
        self->told = g_get_monotonic_time();
    }
    return FALSE;
}

/* A slice goes on over many small chunks, unless there was quiet between them. */
static void begin_slice(TabProcess *self, gint64 quiet)
{
    gint64 now = g_get_monotonic_time();
    if (now - self->told >= quiet)
        self->slice_end = now + SLICE_US;
    self->told = now;
}

/* -1: nothing to read now; 0: end of file. */
static gssize read_pipe(int fd, char *chunk, gsize size)
{
    gssize n;
    do {
        n = read(fd, chunk, size);
    } while (n < 0 && errno == EINTR);
    return n < 0 && errno != EAGAIN ? 0 : n;
}

static gboolean on_readable(gint fd, GIOCondition condition, gpointer data);

static void listen_to_output(TabProcess *self)
{
    self->reading =
        attach_source(self, g_unix_fd_source_new(self->out, G_IO_IN | G_IO_HUP | G_IO_ERR),
                      G_SOURCE_FUNC(on_readable));
}

static gboolean on_backlog(gpointer data)
{
    TabProcess *self = data;
    begin_slice(self, 0);
    gboolean told = tell_lines(self);
    if (!self->backlog) /* its end was told meanwhile */
        return G_SOURCE_REMOVE;
    if (!told)
        return G_SOURCE_CONTINUE;
    destroy_source(&self->backlog);
    listen_to_output(self);
    return G_SOURCE_REMOVE;
}

static gboolean on_readable(gint fd, GIOCondition condition, gpointer data)
{
    TabProcess *self = data;
    char chunk[CHUNK];
    gssize n = read_pipe(fd, chunk, sizeof chunk);
    self->read_at = g_get_monotonic_time();
    if (n < 0)
        return G_SOURCE_CONTINUE;
    if (n == 0) {
        destroy_source(&self->reading);
        tab_splitter_end(self->splitter);
        begin_slice(self, 0);
        tell_lines(self); /* one at most: all whole ones have been told */
        self->closed = "output";
        note_death(self);
        return G_SOURCE_REMOVE;
    }
    if (self->events.line && !charge(self, 0, (double)n)) {
        report_end(self, TAB_CLIENT_ERROR_FLOOD, "sent too much at once");
        return G_SOURCE_REMOVE;
    }
    tab_splitter_feed(self->splitter, chunk, (gsize)n);
    begin_slice(self, QUIET_US);
    gboolean told = tell_lines(self), more = (gsize)n == sizeof chunk;
    if (self->reading && (!told || more)) { /* reads no more until what was read is told */
        destroy_source(&self->reading);
        GSource *source = g_idle_source_new();
        g_source_set_priority(source, BACKLOG_PRIORITY);
        self->backlog = attach_source(self, source, on_backlog);
    }
    return self->reading ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

gint64 tab_process_get_read_time(TabProcess *self)
{
    return self->read_at;
}

const char *tab_process_get_unfinished(TabProcess *self, gsize *length)
{
    *length = tab_splitter_pending(self->splitter);
    return tab_splitter_peek(self->splitter);
}

/* --- standard error --- */

static gboolean on_log_readable(gint fd, GIOCondition condition, gpointer data);

static void listen_to_log(TabProcess *self)
{
    self->logging =
        attach_source(self, g_unix_fd_source_new(self->err, G_IO_IN | G_IO_HUP | G_IO_ERR),
                      G_SOURCE_FUNC(on_log_readable));
}

static gboolean on_rested(gpointer data)
{
    TabProcess *self = data;
    destroy_source(&self->resting);
    listen_to_log(self);
    return G_SOURCE_REMOVE;
}

/* Reads up to `size` bytes, CHUNK at most; false at the end of the file. `too_much`: more than the
 * listener gets. */
static gboolean read_stderr(TabProcess *self, gsize size, gboolean *too_much)
{
    char chunk[CHUNK];
    gssize n = read_pipe(self->err, chunk, size);
    *too_much = n > 0 && !tab_log_feed(self->log, chunk, (gsize)n, g_get_monotonic_time());
    return n != 0;
}

static void tell_log(TabProcess *self, gboolean all)
{
    g_autofree char *text = self->said ? tab_log_take(self->log, all) : NULL;
    if (text)
        self->said(self->said_data, text);
}

static gboolean on_log_readable(gint fd, GIOCondition condition, gpointer data)
{
    TabProcess *self = data;
    gboolean too_much, more = read_stderr(self, LOG_CHUNK, &too_much);
    if (!more || too_much)
        destroy_source(&self->logging);
    if (too_much)
        self->resting = attach_source(self, g_timeout_source_new(LOG_REST_MS), on_rested);
    tell_log(self, !more);
    return more && !too_much;
}

/* What is still in the pipe of a child that just died is its last words. */
static void end_log(TabProcess *self)
{
    gboolean too_much;
    if (self->logging || self->resting)
        read_stderr(self, CHUNK, &too_much);
    tell_log(self, TRUE);
}

char *tab_process_dup_log(TabProcess *self)
{
    gboolean too_much;
    if (self->logging || self->resting)
        read_stderr(self, CHUNK, &too_much);
    return tab_log_dup_tail(self->log);
}

void tab_process_set_log(TabProcess *self, TabProcessLogFunc said, gpointer data,
                         GDestroyNotify destroy)
{
    self->said = said;
    self->said_data = data;
    self->said_destroy = destroy;
}

/* --- writing --- */

static gssize write_some(int fd, const char *bytes, gsize length)
{
    gssize n;
    do {
        n = write(fd, bytes, length);
    } while (n < 0 && errno == EINTR);
    return n;
}

/* The same without a SIGPIPE, and without a change of the process's signal dispositions. */
static gssize write_quietly(int fd, const char *bytes, gsize length)
{
    sigset_t pipe_set, old, pending;
    sigemptyset(&pipe_set);
    sigaddset(&pipe_set, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_set, &old);
    gssize n = write_some(fd, bytes, length);
    int saved = errno;
    if (n < 0 && saved == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&pipe_set, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = saved;
    return n;
}

/* Writes what the pipe takes. */
static void write_queue(TabProcess *self)
{
    while (self->queue->len) {
        gssize n =
            (self->loud ? write_quietly : write_some)(self->in, self->queue->str, self->queue->len);
        if (n < 0) {
            if (errno == EAGAIN)
                return;
            g_string_truncate(self->queue, 0);
            self->in = -1;
            self->closed = "input";
            note_death(self);
            return;
        }
        g_string_erase(self->queue, 0, n);
    }
}

static gboolean on_writable(gint fd, GIOCondition condition, gpointer data)
{
    TabProcess *self = data;
    write_queue(self);
    if (self->queue->len)
        return G_SOURCE_CONTINUE;
    destroy_source(&self->writing);
    return G_SOURCE_REMOVE;
}

gboolean tab_process_queue(TabProcess *self, const char *line)
{
    gsize length = strlen(line);
    if (self->in < 0)
        return TRUE; /* its end will be told */
    if (self->queue->len + length + 1 > QUEUE_MAX)
        return FALSE;
    g_string_append_len(self->queue, line, (gssize)length);
    g_string_append_c(self->queue, '\n');
    return TRUE;
}

void tab_process_flush(TabProcess *self)
{
    if (self->writing)
        return;
    write_queue(self);
    if (self->queue->len)
        self->writing = attach_source(self, g_unix_fd_source_new(self->in, G_IO_OUT),
                                      G_SOURCE_FUNC(on_writable));
}

/* --- start and end --- */

TabProcess *tab_process_spawn(const TabEngineConfig *config, const TabProcessEvents *events,
                              gpointer owner, TabProcessBudget budget, GError **error)
{
    g_autoptr(TabChildPlan) plan = tab_spawn_plan(config);
    GSubprocess *child = tab_spawn(config, plan, error);
    if (!child)
        return NULL;
    TabProcess *self = g_rc_box_new0(TabProcess);
    self->events = *events;
    self->owner = owner;
    self->child = child;
    self->plan = g_steal_pointer(&plan);
    self->config = tab_engine_config_copy(config);
    const char *pid = g_subprocess_get_identifier(child);
    /* without a number it has already ended, and been reaped */
    self->pid = pid ? (pid_t)g_ascii_strtoll(pid, NULL, 10) : 0;
    self->splitter = tab_splitter_new(TAB_LINE_MAX);
    struct sigaction action;
    self->loud = sigaction(SIGPIPE, NULL, &action) || action.sa_handler != SIG_IGN;
    self->queue = g_string_new(NULL);
    self->log = tab_log_new(budget.log_bytes);
    self->budget = budget;
    tab_process_renew_budget(self);
    self->in =
        g_unix_output_stream_get_fd(G_UNIX_OUTPUT_STREAM(g_subprocess_get_stdin_pipe(child)));
    self->out =
        g_unix_input_stream_get_fd(G_UNIX_INPUT_STREAM(g_subprocess_get_stdout_pipe(child)));
    self->err =
        g_unix_input_stream_get_fd(G_UNIX_INPUT_STREAM(g_subprocess_get_stderr_pipe(child)));
    g_unix_set_fd_nonblocking(self->in, TRUE, NULL);
    g_unix_set_fd_nonblocking(self->out, TRUE, NULL);
    g_unix_set_fd_nonblocking(self->err, TRUE, NULL);
    listen_to_output(self);
    listen_to_log(self);
    g_subprocess_wait_async(child, NULL, on_exit, g_rc_box_acquire(self));
    return self;
}

void tab_process_kill(TabProcess *self)
{
    self->events = (TabProcessEvents){0};
    end_log(self);
    stop_sources(self);
    kill_all(self);
    release(self);
}

static gboolean on_quit_timer(gpointer data)
{
    TabProcess *self = data;
    end_log(self);
    kill_all(self);
    stop_sources(self);
    return G_SOURCE_REMOVE;
}

void tab_process_quit(TabProcess *self, guint ms, void (*gone)(gpointer data), gpointer data)
{
    self->events = (TabProcessEvents){0};
    destroy_source(&self->timer);
    if (self->exited) {
        end_log(self);
        stop_sources(self);
        if (gone)
            gone(data);
    } else {
        self->gone = gone;
        self->gone_data = data;
        tab_process_queue(self, "quit");
        tab_process_flush(self);
        self->timer = attach_source(self, g_timeout_source_new(ms), on_quit_timer);
    }
    release(self);
}
