// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program: a disk that takes TAB_SLOW_DISK milliseconds to have what is written.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int fsync(int fd)
{
    int (*real)(int);
    const char *delay = getenv("TAB_SLOW_DISK");
    long ms = delay ? strtol(delay, NULL, 10) : 0;
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    *(void **)&real = dlsym(RTLD_NEXT, "fsync");
    nanosleep(&time, NULL);
    return real(fd);
}
