// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that the linker puts in the place of the system's (--wrap).
#define _GNU_SOURCE /* off64_t */
#include "failing-calls.h"

#include <errno.h>
#include <string.h>
#include <sys/types.h>

FailingCall failing_calls[2];

static gboolean strikes(const char *call)
{
    for (guint i = 0; i < G_N_ELEMENTS(failing_calls); i++) {
        FailingCall *fault = &failing_calls[i];
        if (!fault->times || strcmp(fault->call, call) != 0)
            continue;
        fault->times--;
        if (fault->meanwhile)
            fault->meanwhile();
        errno = fault->code;
        return fault->code != 0;
    }
    return FALSE;
}

/* The function that programs call, and the system's. */
#define CALL(call, type, name, arguments, values)                                                  \
    type __real_##name arguments;                                                                  \
    type __wrap_##name arguments;                                                                  \
    type __wrap_##name arguments                                                                   \
    {                                                                                              \
        return strikes(call) ? -1 : __real_##name values;                                          \
    }
CALL("read", ssize_t, read, (int fd, void *bytes, size_t length), (fd, bytes, length))
CALL("write", ssize_t, write, (int fd, const void *bytes, size_t length), (fd, bytes, length))
CALL("fsync", int, fsync, (int fd), (fd))
CALL("fdatasync", int, fdatasync, (int fd), (fd))
CALL("flock", int, flock, (int fd, int how), (fd, how))
CALL("close", int, close, (int fd), (fd))
CALL("ftruncate", int, ftruncate, (int fd, off_t length), (fd, length))
CALL("ftruncate", int, ftruncate64, (int fd, off64_t length), (fd, length))

void fail_at(const char *call, int code)
{
    failing_calls[0] = (FailingCall){call, code, 1, NULL};
    failing_calls[1] = (FailingCall){0};
}

void failing_calls_check(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(failing_calls); i++)
        g_assert_cmpuint(failing_calls[i].times, ==, 0);
}
