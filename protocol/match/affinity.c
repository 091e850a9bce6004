// SPDX-License-Identifier: GPL-3.0-or-later
// Affinity by Linux's sched_setaffinity; POSIX has none.
#ifdef __linux__
#define _GNU_SOURCE /* cpu_set_t */
#endif
#include "protocol/match/affinity.h"

#ifdef __linux__
#include <sched.h>

gboolean tab_affinity_available(void)
{
    return TRUE;
}

void tab_affinity_pin(guint index)
{
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) || !CPU_COUNT(&allowed))
        return;
    guint left = index % (guint)CPU_COUNT(&allowed);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &allowed) && left-- == 0) {
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            sched_setaffinity(0, sizeof one, &one);
            return;
        }
}
#else
gboolean tab_affinity_available(void)
{
    return FALSE;
}

void tab_affinity_pin(guint index)
{
}
#endif
