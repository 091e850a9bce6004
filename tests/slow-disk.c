// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program: a disk that takes TAB_SLOW_DISK milliseconds to have what is written.
// Of several times, as in "5000,0", each is that of one file of games, and the last that of all
// others. While there is a file TAB_FULL_DISK the game that is kept for the next run finds no room.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Where the file is, as it is being written. */
static int is_in(int fd, const char *part)
{
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = '\0';
    return strstr(path, part) != NULL;
}

/* How long the next one takes, in ms. Games alone: the desktop's list of recent files, and
 * settings, are written by others. */
static long delay_of(int fd)
{
    static atomic_uint written;
    const char *delay = getenv("TAB_SLOW_DISK"), *next;
    int is_file = is_in(fd, ".tab.");
    if (!delay || (!is_file && !is_in(fd, "/game.ini")))
        return 0;
    for (unsigned n = is_file ? atomic_fetch_add(&written, 1) : UINT_MAX; n; n--) {
        if (!(next = strchr(delay, ',')))
            break;
        delay = next + 1;
    }
    return strtol(delay, NULL, 10);
}

int fsync(int fd)
{
    int (*real)(int);
    long ms = delay_of(fd);
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    const char *full = getenv("TAB_FULL_DISK");
    *(void **)&real = dlsym(RTLD_NEXT, "fsync");
    nanosleep(&time, NULL);
    if (full && access(full, F_OK) == 0 && is_in(fd, "/game.ini")) {
        errno = ENOSPC;
        return -1;
    }
    return real(fd);
}
