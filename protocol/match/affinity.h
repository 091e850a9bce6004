// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a thread, and the processes that it starts, on one processor.
#pragma once

#include <glib.h>

/* Whether this system can. */
gboolean tab_affinity_available(void);
/* Pins the calling thread to processor number `index` of those that this program may use, counted
 * round and round; its child processes inherit that. Nothing where it is not available. */
void tab_affinity_pin(guint index);
