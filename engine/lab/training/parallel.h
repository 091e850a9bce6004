// SPDX-License-Identifier: GPL-3.0-or-later
// A crew of threads that do the same work on different parts, again and again.
#pragma once

#include <glib.h>

typedef struct _TabCrew TabCrew;

/* Work of one member: `member` counts from 0. */
typedef void (*TabCrewFunc)(unsigned member, gpointer user_data);

/* At least one member; starts the threads of all but the first. */
TabCrew *tab_crew_new(unsigned members);
void tab_crew_free(TabCrew *crew);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabCrew, tab_crew_free)
unsigned tab_crew_members(const TabCrew *crew);

/* Calls `func` once for every member, each on its own thread, the first on the caller's; returns
 * when all are done. */
void tab_crew_run(TabCrew *crew, TabCrewFunc func, gpointer user_data);
