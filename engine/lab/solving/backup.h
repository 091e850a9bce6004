// SPDX-License-Identifier: GPL-3.0-or-later
// One backup of a unit: from worths of the states after a turn to worths before it, for all states.
#pragma once

#include "engine/lab/solving/backup-task.h"

TabBackupGraphs *tab_backup_graphs_new(const TabBackupSetup *setup, const TabUnit *unit);
void tab_backup_graphs_free(TabBackupGraphs *graphs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabBackupGraphs, tab_backup_graphs_free)

/* Told now and then, on the calling thread, how much is done (0–1); false cancels. */
typedef bool (*TabBackupProgress)(double done, gpointer user_data);

/* Runs one backup on the setup's threads; the result does not depend on their number. False if it
 * was cancelled. A unit has at most TAB_UNIT_MOST states if successors are wanted. */
bool tab_backup_run(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                    TabBackupProgress progress, gpointer user_data);

/* Bytes that all that the graphs of a unit are made of has room in; and those of them for what many
 * graphs share, the first to be kept (0 with throws=at-once). */
uint64_t tab_backup_graphs_memory(const TabBackupSetup *setup, const TabUnit *unit);
uint64_t tab_backup_shared_memory(const TabBackupSetup *setup, const TabUnit *unit);

/* Bytes that each thread needs. */
uint64_t tab_backup_memory(const TabBackupSetup *setup, const TabUnit *unit);
/* How large turn graphs (`nodes`) may be if each thread has so many bytes for them, about. */
uint64_t tab_backup_nodes(const TabBackupSetup *setup, uint64_t bytes);
