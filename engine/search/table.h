// SPDX-License-Identifier: GPL-3.0-or-later
// The transposition table: values of positions before a throw, shared by all threads without locks.
#pragma once

#include "protocol/rules/position.h"

G_BEGIN_DECLS

typedef struct _TabTable TabTable;

/* A table of at most `mib` MiB; NULL if there is no memory for it. */
TabTable *tab_table_new(unsigned mib);
void tab_table_free(TabTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabTable, tab_table_free)
void tab_table_clear(TabTable *table);

/* The value stored for a position at exactly this depth; false if there is none. Asking for the
 * very depth keeps results the same whatever the table happens to hold. */
bool tab_table_probe(const TabTable *table, TabKey key, unsigned depth, double *value);
void tab_table_store(TabTable *table, TabKey key, unsigned depth, double value);

/* How full it is, in permille, from a sample. */
unsigned tab_table_full(const TabTable *table);

G_END_DECLS
