// SPDX-License-Identifier: GPL-3.0-or-later
// Work in a thread of its own, with a dialog that shows how far it is, and stops it, once it takes
// long.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/file-work.h"

/* Runs in a thread. It reads `input` and touches nothing else that anybody may change; what it
 * finds is what it gives (NULL with an error). */
typedef gpointer (*TabWork)(gpointer input, TabProgress *progress, GError **error);
/* Runs in the main loop afterwards, once: takes `result` over; NULL with an error, which is
 * G_IO_ERROR_CANCELLED if a person, or the program, has stopped the work. */
typedef void (*TabWorkDone)(gpointer owner, gpointer result, const GError *error);

typedef struct {
    GtkWindow *window; /* that the dialog belongs to, and that takes no input while it is there;
                          there is no dialog once it is closed */
    const char *title; /* of the dialog, in the program's language; NULL: there is none */
    TabWork work;
    gpointer input; /* taken over */
    GDestroyNotify free_input;
    GDestroyNotify free_result; /* NULL: a result counts, though the work was stopped meanwhile */
    TabWorkDone done;
    gpointer owner; /* a GObject; referenced until it is done */
} TabBackground;

/* Starts it. The progress is there to be cancelled; unref it. */
TabProgress *tab_background_run(const TabBackground *job);
