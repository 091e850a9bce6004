// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that stay on one of the processors that they may use.
#ifdef __linux__
#define _GNU_SOURCE /* cpu_set_t */
#endif
#include <glib.h>

#include "protocol/match/affinity.h"

#ifdef __linux__
#include <sched.h>

static cpu_set_t get_allowed(void)
{
    cpu_set_t allowed;
    g_assert_cmpint(sched_getaffinity(0, sizeof allowed, &allowed), ==, 0);
    return allowed;
}

/* The processor that a thread is on after it was pinned so. */
static gpointer pin(gpointer index)
{
    tab_affinity_pin(GPOINTER_TO_UINT(index));
    cpu_set_t allowed = get_allowed();
    g_assert_cmpint(CPU_COUNT(&allowed), ==, 1);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &allowed))
            return GINT_TO_POINTER(cpu);
    g_assert_not_reached();
}

static int pin_thread(guint index)
{
    return GPOINTER_TO_INT(g_thread_join(g_thread_new("pinned", pin, GUINT_TO_POINTER(index))));
}

/* One after the other gets the next one, and behind the last the first again. */
static void test_pin(void)
{
    cpu_set_t before = get_allowed();
    guint n = (guint)CPU_COUNT(&before), index = 0;
    g_assert_true(tab_affinity_available());
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &before))
            g_assert_cmpint(pin_thread(index++), ==, cpu);
    g_assert_cmpint(pin_thread(n), ==, pin_thread(0));
    cpu_set_t after = get_allowed();
    g_assert_true(CPU_EQUAL(&before, &after)); /* of this thread */
}
#else
static void test_pin(void)
{
    g_assert_false(tab_affinity_available());
    tab_affinity_pin(0);
}
#endif

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/affinity/pin", test_pin);
    return g_test_run();
}
