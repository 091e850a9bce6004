// SPDX-License-Identifier: GPL-3.0-or-later
// How many processes the user runs: the system's limit of them counts all that are the user's.
#pragma once

#include <glib.h>

/* The threads of all processes of this user, as RLIMIT_NPROC counts them; in a container, where
 * others of the same number are not to be seen, all that the machine runs. 0: unknown. */
guint64 tab_user_tasks_count(void);
