// SPDX-License-Identifier: GPL-3.0-or-later
// Checks tables: whole files by one backup of everything, and this backup in single states by the
// rules alone. The head's bounds are not proved again: they are as good as the build that wrote
// them, while values that do not follow from each other are found.
#pragma once

#include "engine/lab/solving/solve.h"

/* What a check found. */
typedef struct {
    double residual, residual_allowed; /* the largest |B(v, v) - v|, and what the head allows */
    unsigned n_samples;
    double off, off_allowed; /* the largest distance of a sampled backup from the plain one */
    double left;             /* chance of the hands that samples leave out, at most */
} TabCheckReport;

/* Recomputes every state of the table once, and `n_samples` random ones (drawn from `seed`) the
 * plain way. False and TAB_TABLE_ERROR_WRONG if the file is damaged or a value is off by more than
 * its head allows, G_FILE_ERROR if there is no memory for 16 bytes a state, TAB_SOLVE_ERROR_STOPPED
 * if `progress` said so. */
bool tab_check_table(const TabTable *table, unsigned n_samples, uint64_t seed, unsigned threads,
                     TabBackupProgress progress, gpointer user_data, TabCheckReport *report,
                     GError **error);
