// SPDX-License-Identifier: GPL-3.0-or-later
// What not every system does, where a test of it is skipped: QEMU, which runs programs of other
// machines, limits no memory and, at least up to 7.2, makes no process a subreaper.
#pragma once

#include <glib.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>

static inline gboolean system_keeps_orphans(void)
{
#ifdef PR_SET_CHILD_SUBREAPER
    return prctl(PR_SET_CHILD_SUBREAPER, 0) == 0;
#else
    return FALSE;
#endif
}

/* True: the test is skipped, and is to end. */
static inline gboolean skipped_without_memory_limit(void)
{
    struct rlimit before, seen = {0}, some = {.rlim_cur = (rlim_t)1 << 40};
    getrlimit(RLIMIT_AS, &before);
    some.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_AS, &some);
    getrlimit(RLIMIT_AS, &seen);
    setrlimit(RLIMIT_AS, &before);
    if (seen.rlim_cur == some.rlim_cur)
        return FALSE;
    g_test_skip("memory is not limited here");
    return TRUE;
}

static inline gboolean skipped_without_subreapers(void)
{
    if (system_keeps_orphans())
        return FALSE;
    g_test_skip("orphans are not looked after here");
    return TRUE;
}
