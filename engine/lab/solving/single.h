// SPDX-License-Identifier: GPL-3.0-or-later
// Backups with throws=at-once: a turn is one cast and its plays. Where the casts lead does not
// depend on values, so it is listed once, and each backup goes through the lists.
#pragma once

#include "engine/lab/solving/backup.h"

/* The ends of a block of states, by state and cast (TabRules.thrown). */
typedef struct {
    uint64_t first, count; /* of the states */
    unsigned casts;        /* that can be thrown */
    uint64_t *end;         /* twice the state, and 1 more if the same side casts again; or how the
                            * game has ended, as it has where neither side can ever play again */
    uint16_t *n;           /* so many ends with each cast */
    uint64_t n_ends;
} TabSingleEnds;

/* Lists the ends of `count` states from number `first` on. */
TabSingleEnds *tab_single_ends_new(const TabBackupSetup *setup, uint64_t first, uint64_t count);
void tab_single_ends_free(TabSingleEnds *ends);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabSingleEnds, tab_single_ends_free)

/* Bytes of memory. */
uint64_t tab_single_ends_size(const TabSingleEnds *ends);

/* Backs up the states; returns what TabBackup calls `off`. */
double tab_single_run(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                      const TabSingleEnds *ends);
