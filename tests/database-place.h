// SPDX-License-Identifier: GPL-3.0-or-later
// A place for a database of games, and waiting for what comes from it.
#pragma once

#include <glib.h>

/* A folder of the test's own with a database that is not there yet: a fixture of g_test_add(). */
typedef struct {
    char *folder, *path;
} Place;

void place_set_up(Place *place, gconstpointer data);
/* Nothing but the database may be left in the folder. */
void place_tear_down(Place *place, gconstpointer data);

/* With all that is in it; the test fails if it cannot. */
void remove_folder(const char *path);

/* Runs the main loop while the condition holds; more than a minute of that ends the test. */
#define RUN_WHILE(condition)                                                                       \
    do {                                                                                           \
        guint late = g_timeout_add_seconds(60, run_while_is_late, NULL);                           \
        while (condition)                                                                          \
            g_main_context_iteration(NULL, TRUE);                                                  \
        g_source_remove(late);                                                                     \
    } while (0)
gboolean run_while_is_late(gpointer data);
