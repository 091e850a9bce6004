// SPDX-License-Identifier: GPL-3.0-or-later
// A queue of lines, written at once where that cannot block, else by a thread; and the log file of
// both directions.
#include "engine/daemon/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOM (8u << 20) /* bytes that a worker may be ahead of the reader */

struct _TabOutput {
    int fd;
    int direct; /* the same pipe, opened anew so that writing never blocks; -1: none */
    GThread *thread;
    GMutex mutex;
    GCond changed;
    GString *queued; /* whole lines not yet taken by the thread */
    bool writing;    /* the thread is busy with what it took */
    bool closed;     /* a write has failed */
    bool closing;
    unsigned held; /* tab_output_hold */
    FILE *log;
};

static bool write_whole(int fd, const char *bytes, size_t length)
{
    while (length) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EAGAIN)
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
        if (written < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (written < 0)
            return false; /* nobody reads any more */
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

static gpointer write_lines(gpointer user_data)
{
    TabOutput *output = user_data;
    g_mutex_lock(&output->mutex);
    for (;;) {
        while (!output->queued->len && !output->closing)
            g_cond_wait(&output->changed, &output->mutex);
        if (!output->queued->len)
            break;
        GString *taken = output->queued;
        output->queued = g_string_new(NULL);
        output->writing = true;
        bool closed = output->closed;
        g_mutex_unlock(&output->mutex);
        closed = closed || !write_whole(output->fd, taken->str, taken->len);
        g_string_free(taken, TRUE);
        g_mutex_lock(&output->mutex);
        output->closed = closed;
        output->writing = false;
        g_cond_broadcast(&output->changed);
    }
    g_mutex_unlock(&output->mutex);
    return NULL;
}

/* Opens a pipe once more: a flag set on `fd` itself would also be one of those who share it. */
static int open_direct(int fd)
{
    struct stat info;
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", fd);
    if (fstat(fd, &info) || !S_ISFIFO(info.st_mode))
        return -1;
    return open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
}

TabOutput *tab_output_new(int fd)
{
    TabOutput *output = g_new0(TabOutput, 1);
    output->fd = fd;
    output->direct = open_direct(fd);
    output->queued = g_string_new(NULL);
    g_mutex_init(&output->mutex);
    g_cond_init(&output->changed);
    output->thread = g_thread_new("output", write_lines, output);
    return output;
}

bool tab_output_drain(TabOutput *output, int limit_ms)
{
    gint64 until =
        limit_ms < 0 ? G_MAXINT64 : g_get_monotonic_time() + limit_ms * G_GINT64_CONSTANT(1000);
    g_mutex_lock(&output->mutex);
    while ((output->queued->len || output->writing) &&
           g_cond_wait_until(&output->changed, &output->mutex, until))
        ;
    bool all = !output->queued->len && !output->writing;
    g_mutex_unlock(&output->mutex);
    return all;
}

bool tab_output_is_closed(TabOutput *output)
{
    g_mutex_lock(&output->mutex);
    bool closed = output->closed;
    g_mutex_unlock(&output->mutex);
    return closed;
}

void tab_output_free(TabOutput *output)
{
    g_mutex_lock(&output->mutex);
    output->closing = true;
    g_cond_broadcast(&output->changed);
    g_mutex_unlock(&output->mutex);
    g_thread_join(output->thread);
    tab_output_set_log(output, NULL);
    g_string_free(output->queued, TRUE);
    if (output->direct >= 0)
        close(output->direct);
    g_cond_clear(&output->changed);
    g_mutex_clear(&output->mutex);
    g_free(output);
}

/* Writes what the pipe takes now and leaves the rest to the thread. Under the mutex. */
static void push(TabOutput *output)
{
    if (output->direct >= 0 && !output->writing) {
        ssize_t written = write(output->direct, output->queued->str, output->queued->len);
        if (written > 0)
            g_string_erase(output->queued, 0, written);
        else if (written < 0 && errno == EPIPE)
            output->closed = true;
    }
    if (output->queued->len)
        g_cond_broadcast(&output->changed);
}

void tab_output_hold(TabOutput *output)
{
    g_mutex_lock(&output->mutex);
    output->held++;
    g_mutex_unlock(&output->mutex);
}

void tab_output_release(TabOutput *output)
{
    g_mutex_lock(&output->mutex);
    if (!--output->held && output->queued->len)
        push(output);
    g_mutex_unlock(&output->mutex);
}

void tab_output_line(TabOutput *output, const char *line)
{
    g_mutex_lock(&output->mutex);
    g_string_append(output->queued, line);
    g_string_append_c(output->queued, '\n');
    if (output->log)
        fprintf(output->log, "< %s\n", line);
    if (!output->held)
        push(output);
    g_mutex_unlock(&output->mutex);
}

void tab_output_printf(TabOutput *output, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *line = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    tab_output_line(output, line);
}

void tab_output_wait_for_room(TabOutput *output)
{
    g_mutex_lock(&output->mutex);
    while (output->queued->len > ROOM)
        g_cond_wait(&output->changed, &output->mutex);
    g_mutex_unlock(&output->mutex);
}

/* Neither opening nor writing waits for a slow reader of a named pipe: what it does not take is
 * lost. */
static FILE *open_log_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666);
    FILE *log = fd >= 0 ? fdopen(fd, "a") : NULL;
    if (fd >= 0 && !log)
        close(fd);
    return log;
}

bool tab_output_set_log(TabOutput *output, const char *path)
{
    FILE *log = path ? open_log_file(path) : NULL;
    if (path && !log)
        return false;
    if (log)
        setvbuf(log, NULL, _IOLBF, 0);
    g_mutex_lock(&output->mutex);
    FILE *old = output->log;
    output->log = log;
    g_mutex_unlock(&output->mutex);
    if (old)
        fclose(old);
    return true;
}

void tab_output_log_input(TabOutput *output, const char *line)
{
    g_mutex_lock(&output->mutex);
    if (output->log)
        fprintf(output->log, "> %s\n", line);
    g_mutex_unlock(&output->mutex);
}
