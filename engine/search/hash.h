// SPDX-License-Identifier: GPL-3.0-or-later
// The transposition table: values of positions before a throw, shared by all threads without locks;
// and beside it for each thread the static values that it has found.
#pragma once

#include "protocol/rules/position.h"

/* Read and written by any number of threads at once, without locks. */
typedef struct _TabHash TabHash;

/* A table of at most `mib` MiB; NULL if there is no memory for it. */
TabHash *tab_hash_new(unsigned mib);
void tab_hash_free(TabHash *hash);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabHash, tab_hash_free)
/* Forgets all; no other thread may use it meanwhile. */
void tab_hash_clear(TabHash *hash);

/* The value stored for a position at exactly this depth; false if there is none. Asking for the
 * very depth keeps results the same whatever the table happens to hold. */
bool tab_hash_probe(const TabHash *hash, TabKey key, unsigned depth, double *value);
/* Stores a value, in place of whatever stood at that entry. */
void tab_hash_store(TabHash *hash, TabKey key, unsigned depth, double value);

/* Static values that one thread has found. The value of a position is at place key.a %
 * TAB_HASH_LEAVES if `check` there is key.b. */
#define TAB_HASH_LEAVES (1u << 14) /* what the processor's second cache has room for */
typedef struct {
    uint64_t check;
    double value;
} TabLeaf;
/* The leaves of the thread of this number, for it alone, as it left them; empty at first, and after
 * the table is cleared. NULL if there is no memory for them. No other thread may ask meanwhile. */
TabLeaf *tab_hash_leaves(TabHash *hash, unsigned thread);

/* How full it is, in permille, from a sample. */
unsigned tab_hash_full(const TabHash *hash);
