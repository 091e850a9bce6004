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
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "protocol/codec/message.h"
#include "protocol/codec/splitter.h"

// clang-format off
G_DEFINE_QUARK(tab-client-error-quark, tab_client_error)
// clang-format on

/* Bytes read at once; the size of a pipe on Linux. */
#define CHUNK 65536
#define LOG_MAX 16384
#define QUEUE_MAX (16u << 20)
/* How long the second sign of death (end of output, end of process) may follow the first, in ms. */
#define DEATH_MS 100
/* The budget is granted anew within so many seconds. */
#define REFILL_SECONDS 10.0

struct TabProcess {
    TabProcessEvents events; /* zeroed once nobody listens any more */
    gpointer owner;
    char *program;
    guint64 memory_mib, cpu_seconds; /* its limits, 0: none */
    GSubprocess *child;
    pid_t group;
    int in, out, err; /* our ends of the pipes; the child's streams own them */
    GSource *writing, *reading, *logging, *timer;
    TabSplitter *splitter;
    GString *queue; /* bytes the child has not taken yet */
    GString *log;
    TabProcessBudget budget;
    double lines_left, bytes_left;
    gint64 refilled;    /* monotonic time, µs */
    const char *closed; /* which pipe the child closed, for the message */
    gboolean exited;
    void (*gone)(gpointer data);
    gpointer gone_data;
};

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
    if (self->log)
        g_string_free(self->log, TRUE);
    g_free(self->program);
}

static void release(gpointer self)
{
    g_rc_box_release_full(self, finalize);
}

/* A source on our main context that keeps `self` alive. */
static GSource *attach(TabProcess *self, GSource *source, GSourceFunc func)
{
    g_source_set_callback(source, func, g_rc_box_acquire(self), release);
    g_source_attach(source, g_main_context_get_thread_default());
    return source;
}

static void stop_sources(TabProcess *self)
{
    destroy_source(&self->writing);
    destroy_source(&self->reading);
    destroy_source(&self->logging);
    destroy_source(&self->timer);
}

static void kill_group(TabProcess *self)
{
    if (self->group > 0)
        kill(-self->group, SIGKILL);
    g_subprocess_force_exit(self->child); /* should it have left its group */
    /* once the leader is reaped, its number may some day be another group's */
    if (self->exited)
        self->group = 0;
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

/* Appends the limit that may be behind this end: a process is killed at its limit of CPU time, and
 * fails in any way when it gets no more memory. */
static void append_limit(TabProcess *self, GString *text)
{
    int number =
        g_subprocess_get_if_signaled(self->child) ? g_subprocess_get_term_sig(self->child) : 0;
    if (self->cpu_seconds && (number == SIGXCPU || number == SIGKILL))
        g_string_append_printf(text, "; its limit of CPU time is %" G_GUINT64_FORMAT " s",
                               self->cpu_seconds);
    else if (self->memory_mib && number != SIGXCPU &&
             (number || g_subprocess_get_exit_status(self->child)))
        g_string_append_printf(text, "; its limit of memory is %" G_GUINT64_FORMAT " MiB",
                               self->memory_mib);
}

static char *describe_end(TabProcess *self)
{
    GString *text = g_string_new(NULL);
    if (!self->exited) {
        g_string_printf(text, "closed its %s", self->closed ? self->closed : "pipes");
        return g_string_free(text, FALSE);
    }
    if (g_subprocess_get_if_signaled(self->child)) {
        int number = g_subprocess_get_term_sig(self->child);
        g_string_printf(text, "was ended by signal %d (%s)", number, g_strsignal(number));
    } else {
        g_string_printf(text, "ended with status %d", g_subprocess_get_exit_status(self->child));
    }
    append_limit(self, text);
    return g_string_free(text, FALSE);
}

/* Tells the owner, once. */
static void report(TabProcess *self, TabClientError code, const char *what)
{
    void (*ended)(gpointer, const GError *) = self->events.ended;
    self->events = (TabProcessEvents){0};
    stop_sources(self);
    g_autofree char *words = last_words(self);
    kill_group(self);
    if (!ended)
        return;
    g_autoptr(GError) why =
        words ? g_error_new(TAB_CLIENT_ERROR, (gint)code, "%s %s; it last said: %s", self->program,
                            what, words)
              : g_error_new(TAB_CLIENT_ERROR, (gint)code, "%s %s", self->program, what);
    ended(self->owner, why);
}

static void report_death(TabProcess *self)
{
    g_autofree char *what = describe_end(self);
    report(self, TAB_CLIENT_ERROR_CRASHED, what);
}

static gboolean on_death_timer(gpointer data)
{
    report_death(data);
    return G_SOURCE_REMOVE;
}

/* The first sign of death: a short wait for the second, which completes the picture. */
static void note_death(TabProcess *self)
{
    if (!self->events.ended)
        return;
    if (self->exited && !self->reading) {
        report_death(self);
    } else if (!self->timer) {
        self->timer = attach(self, g_timeout_source_new(DEATH_MS), on_death_timer);
    }
}

static void on_exit(GObject *child, GAsyncResult *result, gpointer data)
{
    TabProcess *self = data;
    g_subprocess_wait_finish(G_SUBPROCESS(child), result, NULL);
    self->exited = TRUE;
    kill_group(self); /* whoever is left of it may hold the pipes */
    note_death(self);
    if (!self->events.ended) /* nobody waits for the rest of its output */
        stop_sources(self);
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

static void give_lines(TabProcess *self)
{
    const char *line;
    gsize length;
    TabSplit split;
    while ((split = tab_splitter_next(self->splitter, &line, &length)) != TAB_SPLIT_NONE) {
        if (!self->events.line)
            continue; /* nobody listens: thrown away */
        if (split == TAB_SPLIT_TOO_LONG)
            report(self, TAB_CLIENT_ERROR_FLOOD, "sent a line that is too long");
        else if (!charge(self, 1, 0))
            report(self, TAB_CLIENT_ERROR_FLOOD, "sent too many lines at once");
        else
            self->events.line(self->owner, line, length);
    }
}

/* -1: nothing to read now; 0: end of file. */
static gssize read_some(int fd, char *chunk)
{
    gssize n;
    do {
        n = read(fd, chunk, CHUNK);
    } while (n < 0 && errno == EINTR);
    return n < 0 && errno != EAGAIN ? 0 : n;
}

static gboolean on_readable(gint fd, GIOCondition condition, gpointer data)
{
    TabProcess *self = data;
    char chunk[CHUNK];
    gssize n = read_some(fd, chunk);
    if (n < 0)
        return G_SOURCE_CONTINUE;
    if (n == 0) {
        destroy_source(&self->reading);
        tab_splitter_end(self->splitter);
        give_lines(self);
        self->closed = "output";
        note_death(self);
        return G_SOURCE_REMOVE;
    }
    if (self->events.line && !charge(self, 0, (double)n)) {
        report(self, TAB_CLIENT_ERROR_FLOOD, "sent too much at once");
        return G_SOURCE_REMOVE;
    }
    tab_splitter_feed(self->splitter, chunk, (gsize)n);
    give_lines(self);
    return G_SOURCE_CONTINUE;
}

static gboolean on_log(gint fd, GIOCondition condition, gpointer data)
{
    TabProcess *self = data;
    char chunk[CHUNK];
    gssize n = read_some(fd, chunk);
    if (n == 0) {
        destroy_source(&self->logging);
        return G_SOURCE_REMOVE;
    }
    if (n > 0)
        g_string_append_len(self->log, chunk, n);
    if (self->log->len > LOG_MAX)
        g_string_erase(self->log, 0, (gssize)(self->log->len - LOG_MAX));
    return G_SOURCE_CONTINUE;
}

char *tab_process_dup_log(TabProcess *self)
{
    /* what is still in the pipe of a child that just died is its last words */
    char chunk[CHUNK];
    gssize n = self->logging ? read_some(self->err, chunk) : 0;
    if (n > 0)
        g_string_append_len(self->log, chunk, n);
    gsize start = self->log->len > LOG_MAX ? self->log->len - LOG_MAX : 0;
    if (start || self->log->len == LOG_MAX) { /* begins within a line */
        const char *feed = memchr(self->log->str + start, '\n', self->log->len - start);
        start = feed ? (gsize)(feed - self->log->str) + 1 : start;
    }
    return g_utf8_make_valid(self->log->str + start, (gssize)(self->log->len - start));
}

/* --- writing --- */

/* write(2) without a SIGPIPE, and without a change of the process's signal dispositions. */
static gssize write_quietly(int fd, const char *bytes, gsize length)
{
    sigset_t pipe_set, old, pending;
    sigemptyset(&pipe_set);
    sigaddset(&pipe_set, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_set, &old);
    gssize n;
    do {
        n = write(fd, bytes, length);
    } while (n < 0 && errno == EINTR);
    int saved = errno;
    if (n < 0 && saved == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&pipe_set, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = saved;
    return n;
}

/* Writes what the pipe takes; false when it is full or closed. */
static gboolean flush(TabProcess *self)
{
    while (self->queue->len) {
        gssize n = write_quietly(self->in, self->queue->str, self->queue->len);
        if (n < 0) {
            if (errno == EAGAIN)
                return FALSE;
            g_string_truncate(self->queue, 0);
            self->in = -1;
            self->closed = "input";
            note_death(self);
            return FALSE;
        }
        g_string_erase(self->queue, 0, n);
    }
    return TRUE;
}

static gboolean on_writable(gint fd, GIOCondition condition, gpointer data)
{
    TabProcess *self = data;
    flush(self);
    if (self->queue->len)
        return G_SOURCE_CONTINUE;
    destroy_source(&self->writing);
    return G_SOURCE_REMOVE;
}

gboolean tab_process_send(TabProcess *self, const char *line)
{
    gsize length = strlen(line);
    if (self->in < 0)
        return TRUE; /* its end will be told */
    if (self->queue->len + length + 1 > QUEUE_MAX)
        return FALSE;
    g_string_append_len(self->queue, line, (gssize)length);
    g_string_append_c(self->queue, '\n');
    if (self->writing)
        return TRUE;
    flush(self);
    if (self->queue->len)
        self->writing =
            attach(self, g_unix_fd_source_new(self->in, G_IO_OUT), G_SOURCE_FUNC(on_writable));
    return TRUE;
}

/* --- start and end --- */

/* What the child does to itself. */
typedef struct {
    pid_t parent;
    struct rlimit memory, cpu; /* limits of RLIM_INFINITY: left alone */
} ChildSetUp;

/* A limit as near to `limit` as the system's hard one allows; SIGXCPU comes at the soft limit, and
 * SIGKILL, `margin` later, to those who ignore it. */
static struct rlimit plan_limit(int resource, guint64 limit, rlim_t margin)
{
    struct rlimit plan = {RLIM_INFINITY, RLIM_INFINITY}, old;
    if (!limit || getrlimit(resource, &old) != 0)
        return plan;
    plan.rlim_max = MIN((rlim_t)limit + margin, old.rlim_max);
    plan.rlim_cur = MIN((rlim_t)limit, plan.rlim_max);
    return plan;
}

/* In the child between fork and exec: only async-signal-safe calls, or plain system calls. */
static void set_up_child(gpointer data)
{
    const ChildSetUp *plan = data;
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    if (plan->memory.rlim_cur != RLIM_INFINITY)
        setrlimit(RLIMIT_AS, &plan->memory);
    if (plan->cpu.rlim_cur != RLIM_INFINITY)
        setrlimit(RLIMIT_CPU, &plan->cpu);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != plan->parent) /* it died before this was said */
        _exit(1);
#endif
}

static void set_environment(GSubprocessLauncher *launcher, const TabEngineConfig *config)
{
    for (guint i = 0; i < config->environment->len; i++) {
        char *const *pair = g_ptr_array_index(config->environment, i);
        if (pair[1])
            g_subprocess_launcher_setenv(launcher, pair[0], pair[1], TRUE);
        else
            g_subprocess_launcher_unsetenv(launcher, pair[0]);
    }
}

static GSubprocess *spawn(const TabEngineConfig *config, GError **error)
{
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
        G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
        G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_SEARCH_PATH_FROM_ENVP);
    ChildSetUp plan = {.parent = getpid(),
                       .memory = plan_limit(RLIMIT_AS, config->memory_mib << 20, 0),
                       .cpu = plan_limit(RLIMIT_CPU, config->cpu_seconds, 1)};
    if (config->directory)
        g_subprocess_launcher_set_cwd(launcher, config->directory);
    set_environment(launcher, config);
    g_subprocess_launcher_set_child_setup(launcher, set_up_child, &plan, NULL);
    g_autoptr(GError) cause = NULL;
    GSubprocess *child =
        g_subprocess_launcher_spawnv(launcher, (const char *const *)config->argv, &cause);
    if (!child)
        g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START, "cannot start %s: %s",
                    config->argv[0], cause->message);
    return child;
}

static void open_pipes(TabProcess *self)
{
    self->in =
        g_unix_output_stream_get_fd(G_UNIX_OUTPUT_STREAM(g_subprocess_get_stdin_pipe(self->child)));
    self->out =
        g_unix_input_stream_get_fd(G_UNIX_INPUT_STREAM(g_subprocess_get_stdout_pipe(self->child)));
    self->err =
        g_unix_input_stream_get_fd(G_UNIX_INPUT_STREAM(g_subprocess_get_stderr_pipe(self->child)));
    g_unix_set_fd_nonblocking(self->in, TRUE, NULL);
    g_unix_set_fd_nonblocking(self->out, TRUE, NULL);
    g_unix_set_fd_nonblocking(self->err, TRUE, NULL);
    self->reading = attach(self, g_unix_fd_source_new(self->out, G_IO_IN | G_IO_HUP | G_IO_ERR),
                           G_SOURCE_FUNC(on_readable));
    self->logging = attach(self, g_unix_fd_source_new(self->err, G_IO_IN | G_IO_HUP | G_IO_ERR),
                           G_SOURCE_FUNC(on_log));
}

TabProcess *tab_process_spawn(const TabEngineConfig *config, const TabProcessEvents *events,
                              gpointer owner, TabProcessBudget budget, GError **error)
{
    GSubprocess *child = spawn(config, error);
    if (!child)
        return NULL;
    TabProcess *self = g_rc_box_new0(TabProcess);
    self->events = *events;
    self->owner = owner;
    self->child = child;
    self->program = g_path_get_basename(config->argv[0]);
    self->memory_mib = config->memory_mib;
    self->cpu_seconds = config->cpu_seconds;
    const char *pid = g_subprocess_get_identifier(child);
    /* without a number it has already ended, and been reaped */
    self->group = pid ? (pid_t)g_ascii_strtoll(pid, NULL, 10) : 0;
    self->splitter = tab_splitter_new(TAB_LINE_MAX);
    self->queue = g_string_new(NULL);
    self->log = g_string_new(NULL);
    self->budget = budget;
    tab_process_renew_budget(self);
    open_pipes(self);
    g_subprocess_wait_async(child, NULL, on_exit, g_rc_box_acquire(self));
    return self;
}

void tab_process_kill(TabProcess *self)
{
    self->events = (TabProcessEvents){0};
    stop_sources(self);
    kill_group(self);
    release(self);
}

static gboolean on_quit_timer(gpointer data)
{
    TabProcess *self = data;
    kill_group(self);
    stop_sources(self);
    return G_SOURCE_REMOVE;
}

void tab_process_quit(TabProcess *self, guint ms, void (*gone)(gpointer data), gpointer data)
{
    self->events = (TabProcessEvents){0};
    destroy_source(&self->timer);
    if (self->exited) {
        stop_sources(self);
        if (gone)
            gone(data);
    } else {
        self->gone = gone;
        self->gone_data = data;
        tab_process_send(self, "quit");
        self->timer = attach(self, g_timeout_source_new(ms), on_quit_timer);
    }
    release(self);
}
