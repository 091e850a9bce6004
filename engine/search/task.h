// SPDX-License-Identifier: GPL-3.0-or-later
// What one search is asked to do, and within what limits.
#pragma once

#include "engine/search/tree.h"

#define TAB_SEARCH_MAX_THREADS 256

/* When to stop. 0 means no limit in every field. Without a depth and not endless, a search also
 * ends when no other turn comes near the best one, or all that are left have known values. */
typedef struct {
    int64_t start;  /* g_get_monotonic_time() of the `go`, µs */
    int64_t soft;   /* no new depth is begun later than so many µs after the start */
    int64_t hard;   /* the answer is due so many µs after the start */
    uint64_t nodes; /* evaluated positions */
    unsigned depth; /* turns looked ahead, the own one included */
    bool endless;   /* go on until stop, even when there is nothing left to find out */
} TabSearchLimits;

/* What to search and how. Everything belongs to the caller and must stay until the search has
 * returned. */
typedef struct {
    const TabRules *rules;
    const TabEval *eval;
    const TabSticks *sticks;
    TabHash *hash;         /* may be NULL */
    const TabProbe *probe; /* endgame tables for the rules, may be NULL */
    const TabSituation
        *situation; /* the root; its throws complete: choose a turn; else: value the position */
    TabTurn *const *only; /* searchturns: legal turns, or NULL for all */
    unsigned n_only;
    TabEvalKind kind;
    unsigned threads; /* 1 … TAB_SEARCH_MAX_THREADS */
    unsigned lines;   /* so many root turns are followed to every depth, however far behind */
    /* 0, or: give up before the first report if the turn to be chosen leads through more positions
     * than so many; for those who cannot wait. */
    size_t max_states;
    double noise;  /* tree.h */
    uint64_t seed; /* of ties between equal outcomes, and of the noise */
    TabSearchLimits limits;
    atomic_bool *stop;
} TabSearch;
