// SPDX-License-Identifier: GPL-3.0-or-later
// Backups with throws=at-once: a turn is one throw and its move.
#pragma once

#include "engine/tables/backup.h"

G_BEGIN_DECLS

/* Backs up `count` states from number `first` on; returns what TabBackup calls `off`. */
double tab_single_run(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                      uint64_t first, uint64_t count);

G_END_DECLS
