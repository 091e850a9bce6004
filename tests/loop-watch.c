// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program with a main loop of GLib: how long its first thread goes on between two
// polls of that loop.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* In the file that TAB_LOOP_WATCH names, as long as the program runs; who watches may set them back
 * to 0. */
typedef struct {
    uint64_t rounds;
    uint64_t computed; /* the longest, in ns of the thread's CPU time */
    uint64_t waited;   /* the same on the clock, in ns: with the time of others on a busy machine */
} Watch;

static uint64_t now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static Watch *map(void)
{
    const char *path = getenv("TAB_LOOP_WATCH");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *watch =
        fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(Watch), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    return watch == MAP_FAILED ? NULL : watch;
}

/* Not the polls of Xlib in the middle of an answer. */
static int is_loop(const void *caller)
{
    Dl_info info;
    return gettid() == getpid() && dladdr(caller, &info) && strstr(info.dli_fname, "libglib");
}

static void note(Watch *watch, uint64_t computed, uint64_t waited)
{
    watch->rounds++;
    if (computed > watch->computed)
        watch->computed = computed;
    if (waited > watch->waited)
        watch->waited = waited;
}

int poll(struct pollfd *fds, nfds_t n, int timeout)
{
    static int (*real)(struct pollfd *, nfds_t, int);
    static Watch *watch;
    static uint64_t computed, waited; /* since the end of the last poll */
    if (!real) {
        *(void **)&real = dlsym(RTLD_NEXT, "poll");
        watch = map();
    }
    if (!watch || !is_loop(__builtin_return_address(0)))
        return real(fds, n, timeout);
    if (waited)
        note(watch, now(CLOCK_THREAD_CPUTIME_ID) - computed, now(CLOCK_MONOTONIC) - waited);
    int result = real(fds, n, timeout);
    computed = now(CLOCK_THREAD_CPUTIME_ID);
    waited = now(CLOCK_MONOTONIC);
    return result;
}
