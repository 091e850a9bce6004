// SPDX-License-Identifier: GPL-3.0-or-later
// One child, three pipes and poll(): whatever it does, each call ends at its deadline.
#include "protocol/conform/peer.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol/client/spawn.h"
#include "protocol/codec/message.h"
#include "protocol/codec/splitter.h"

/* What the engine may say within one point. */
#define BUDGET_BYTES (32u << 20)
#define BUDGET_LINES 200000
#define LOG_MAX 8192
#define CHUNK 65536

struct TabPeer {
    TabChildPlan *plan;
    pid_t pid; /* 0: reaped */
    int status;
    int in, out, err; /* our ends, -1: closed */
    GString *queue;   /* bytes that the pipe has not taken yet */
    gboolean closing; /* the input ends behind the queue */
    TabSplitter *splitter;
    GString *log;
    gsize bytes_left;
    guint lines_left;
};

TabPeer *tab_peer_start(const TabEngineConfig *config, const char *locale, GError **error)
{
    g_auto(GStrv) argv = NULL, environment = NULL;
    if (!tab_spawn_command(config, &argv, &environment, error))
        return NULL;
    for (guint i = 0; locale && i < 2; i++)
        environment = g_environ_setenv(environment, i ? "LANG" : "LC_ALL", locale, TRUE);
    g_autoptr(TabChildPlan) plan = tab_spawn_plan(config);
    GPid pid;
    int in, out, err;
    if (!g_spawn_async_with_pipes(config->directory, argv, environment,
                                  G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH |
                                      G_SPAWN_CLOEXEC_PIPES,
                                  tab_spawn_prepare_child, plan, &pid, &in, &out, &err, error))
        return NULL;
    g_unix_set_fd_nonblocking(in, TRUE, NULL);
    g_unix_set_fd_nonblocking(out, TRUE, NULL);
    g_unix_set_fd_nonblocking(err, TRUE, NULL);
    TabPeer *self = g_new(TabPeer, 1);
    *self = (TabPeer){.plan = g_steal_pointer(&plan),
                      .pid = pid,
                      .in = in,
                      .out = out,
                      .err = err,
                      .queue = g_string_new(NULL),
                      .splitter = tab_splitter_new(TAB_LINE_MAX),
                      .log = g_string_new(NULL)};
    tab_peer_renew_budget(self);
    return self;
}

static void close_pipe(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void tab_peer_free(TabPeer *self)
{
    if (!self)
        return;
    if (self->pid) {
        tab_spawn_kill(self->plan, self->pid, FALSE);
        while (waitpid(self->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    close_pipe(&self->in);
    close_pipe(&self->out);
    close_pipe(&self->err);
    g_string_free(self->queue, TRUE);
    tab_splitter_free(self->splitter);
    g_string_free(self->log, TRUE);
    tab_spawn_plan_free(self->plan);
    g_free(self);
}

void tab_peer_renew_budget(TabPeer *self)
{
    self->bytes_left = BUDGET_BYTES;
    self->lines_left = BUDGET_LINES;
}

/* --- writing --- */

static void flush(TabPeer *self)
{
    while (self->in >= 0 && self->queue->len) {
        ssize_t n = write(self->in, self->queue->str, self->queue->len);
        if (n > 0)
            g_string_erase(self->queue, 0, n);
        else if (errno == EAGAIN)
            return;
        else if (errno != EINTR)
            close_pipe(&self->in); /* it reads no more; what it says will tell */
    }
    if (self->closing)
        close_pipe(&self->in);
}

void tab_peer_send(TabPeer *self, const char *bytes, gsize length)
{
    g_string_append_len(self->queue, bytes, (gssize)length);
    flush(self);
}

void tab_peer_close_input(TabPeer *self)
{
    self->closing = TRUE;
    flush(self);
}

/* --- reading --- */

/* Reads what is there; -1: nothing now, 0: closed. */
static ssize_t read_some(int *fd, char *chunk)
{
    ssize_t n;
    do {
        n = read(*fd, chunk, CHUNK);
    } while (n < 0 && errno == EINTR);
    if (n < 0 && errno == EAGAIN)
        return -1;
    if (n <= 0)
        close_pipe(fd);
    return MAX(n, 0);
}

static void read_output(TabPeer *self)
{
    char chunk[CHUNK];
    ssize_t n = read_some(&self->out, chunk);
    if (n == 0)
        tab_splitter_end(self->splitter);
    if (n <= 0)
        return;
    gboolean flood = (gsize)n > self->bytes_left;
    self->bytes_left -= MIN((gsize)n, self->bytes_left);
    if (!flood)
        tab_splitter_feed(self->splitter, chunk, (gsize)n);
}

static void read_log(TabPeer *self)
{
    char chunk[CHUNK];
    ssize_t n = read_some(&self->err, chunk);
    if (n > 0)
        g_string_append_len(self->log, chunk, n);
    if (self->log->len > LOG_MAX)
        g_string_erase(self->log, 0, (gssize)(self->log->len - LOG_MAX));
}

/* Moves bytes in all three pipes, and waits for that until the deadline if none can move. */
static void exchange(TabPeer *self, gint64 deadline)
{
    flush(self);
    gint64 left = deadline - g_get_monotonic_time();
    gboolean writing = self->in >= 0 && self->queue->len;
    struct pollfd events[] = {{.fd = writing ? self->in : -1, .events = POLLOUT},
                              {.fd = self->out, .events = POLLIN},
                              {.fd = self->err, .events = POLLIN}};
    if (poll(events, G_N_ELEMENTS(events), (int)CLAMP((left + 999) / 1000, 0, 60000)) <= 0)
        return;
    if (events[1].revents)
        read_output(self);
    if (events[2].revents)
        read_log(self);
}

static TabPeerResult take_output_line(TabPeer *self, const char **line, gsize *length)
{
    TabSplit split = tab_splitter_next(self->splitter, line, length);
    if (split == TAB_SPLIT_TOO_LONG || !self->bytes_left || !self->lines_left)
        return TAB_PEER_FLOOD;
    if (split == TAB_SPLIT_NONE)
        return self->out < 0 ? TAB_PEER_ENDED : TAB_PEER_SILENT;
    self->lines_left--;
    return TAB_PEER_LINE;
}

TabPeerResult tab_peer_read(TabPeer *self, gint64 deadline, const char **line, gsize *length)
{
    TabPeerResult result;
    while ((result = take_output_line(self, line, length)) == TAB_PEER_SILENT &&
           g_get_monotonic_time() < deadline)
        exchange(self, deadline);
    return result;
}

/* Whether the process has ended; it is then reaped, and what is left of its group killed. */
static gboolean reap(TabPeer *self)
{
    if (!self->pid)
        return TRUE;
    pid_t ended = waitpid(self->pid, &self->status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR))
        return FALSE;
    tab_spawn_kill(self->plan, self->pid, TRUE);
    self->pid = 0;
    return TRUE;
}

gboolean tab_peer_wait_end(TabPeer *self, gint64 deadline, int *status)
{
    /* Without a signal to wait for: the end of the output mostly tells, else a look each 2 ms. */
    gint64 now;
    while (!reap(self)) {
        if ((now = g_get_monotonic_time()) >= deadline)
            return FALSE;
        exchange(self, MIN(deadline, now + 2000));
    }
    while (self->out >= 0 && self->bytes_left && g_get_monotonic_time() < deadline)
        exchange(self, deadline);
    *status = self->status;
    return TRUE;
}

char *tab_peer_dup_last_words(TabPeer *self)
{
    if (self->err >= 0)
        read_log(self);
    g_autofree char *log = g_strchomp(g_strndup(self->log->str, self->log->len));
    const char *feed = strrchr(log, '\n');
    const char *line = feed ? feed + 1 : log;
    return *line ? tab_message_printable(line, -1, 160) : NULL;
}
