// SPDX-License-Identifier: GPL-3.0-or-later
// Writes tables and checkpoints (engine/tables/file.h says what is in them).
#pragma once

#include "engine/tables/file.h"

/* A bound in three digits, rounded up. */
char *tab_bound_to_string(double bound);

/* Where a table is to be written: `path`, or the file that it is a link to; free with g_free. NULL
 * and TAB_TABLE_ERROR_FILE if nothing can be written there, or what is there is no table. */
char *tab_table_target(const char *path, GError **error);

/* Writes `n` values under `head`, whose bound and sum it sets. The file appears whole or not at
 * all; false and G_FILE_ERROR if it cannot be written. */
bool tab_table_write(TabTableHead *head, const TabLayers *layers, const double *values, uint64_t n,
                     const char *path, GError **error);
