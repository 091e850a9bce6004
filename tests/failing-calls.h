// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of the system that fail when a test wants it: a full disk, a signal, locks that there are
// not. Only those of our own code: the libraries' are as ever.
#pragma once

#include <glib.h>

/* The next `times` calls of a name fail with this code (errno), or, with code 0, have `meanwhile`
 * (NULL: nothing) done before them. */
typedef struct {
    const char *call; /* read, write, fsync, fdatasync, flock, close, ftruncate */
    int code;
    guint times;
    void (*meanwhile)(void);
} FailingCall;

extern FailingCall failing_calls[2];

/* The next such call fails, and no other. */
void fail_at(const char *call, int code);
/* All that were to fail have done so. */
void failing_calls_check(void);
