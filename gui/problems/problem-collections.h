// SPDX-License-Identifier: GPL-3.0-or-later
// The collections of problems to choose from: those that came with the program, and a file of the
// person's own.
#pragma once

#include <gtk/gtk.h>

/* One of them; the setting `problems` has its name: that of a preset, or a path. */
typedef struct {
    char *name, *path;
    char *title; /* for people */
} TabProblemCollection;

/* An array of TabProblemCollection; a path in the setting is the last of them, whether there is
 * such a file or not. Free with g_ptr_array_unref. */
GPtrArray *tab_problem_collections_list(GSettings *settings);
/* The place of the one in the setting, or 0. */
guint tab_problem_collections_find(GPtrArray *collections, GSettings *settings);
