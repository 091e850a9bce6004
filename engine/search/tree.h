// SPDX-License-Identifier: GPL-3.0-or-later
// Expectimax below the root: the value of a position before a throw, by averaging over throws and
// choosing turns.
#pragma once

#include <stdatomic.h>

#include "engine/eval/eval.h"
#include "engine/search/hands.h"
#include "engine/search/table.h"
#include "protocol/rules/outcomes.h"

G_BEGIN_DECLS

#define TAB_SEARCH_MAX_DEPTH 16

/* What all threads of one search share. The owner keeps everything alive until the last thread is
 * done. */
typedef struct {
    const TabRules *rules;
    const TabEval *eval;
    TabTable *table; /* may be NULL */
    TabHands hands;  /* of an ordinary turn */
    double noise;    /* half-width of the noise added to each evaluation (levels), 0: none */
    uint64_t noise_seed;
    int64_t deadline;           /* g_get_monotonic_time() at which to stop, 0: none */
    uint64_t max_nodes;         /* 0: no limit */
    atomic_bool *stop;          /* set by the controller, by time or by nodes: everything unwinds */
    atomic_uint_fast64_t nodes; /* evaluated positions of finished batches */
} TabSearchShared;

/* One thread's part. */
typedef struct {
    TabSearchShared *shared;
    TabOutcomes *outcomes[TAB_SEARCH_MAX_DEPTH + 1]; /* by depth left, made when first needed */
    uint64_t nodes;      /* evaluated positions not yet added to shared->nodes */
    uint64_t next_check; /* nodes at which to look at the clock again */
} TabSearchThread;

void tab_tree_thread_init(TabSearchThread *thread, TabSearchShared *shared);
void tab_tree_thread_clear(TabSearchThread *thread);

/* The static chance of the side to move, about to throw, with the level's noise. Counts one node.
 */
double tab_tree_static(TabSearchThread *thread, const TabPosition *position, TabKey key);

/* The chance that the side to move of `position`, about to throw, wins, looking `depth` turns ahead
 * (0: static). Means nothing once *stop is set. */
double tab_tree_value(TabSearchThread *thread, const TabPosition *position, TabKey key,
                      unsigned depth);
/* The same over other hands than those of an ordinary turn (the opening's tâb is held). `depth`
 * ≥ 1. */
double tab_tree_value_hands(TabSearchThread *thread, const TabPosition *position,
                            const TabHands *hands, unsigned depth);

/* Whether to stop: looks at the flag, and now and then at clock and nodes. */
bool tab_tree_stopped(TabSearchThread *thread);

/* Adds this thread's nodes to the shared count. */
void tab_tree_flush_nodes(TabSearchThread *thread);

G_END_DECLS
