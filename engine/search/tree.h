// SPDX-License-Identifier: GPL-3.0-or-later
// Expectimax below the root: the value of a position before a throw, by averaging over throws and
// choosing turns.
#pragma once

#include <stdatomic.h>

#include "engine/eval/eval.h"
#include "engine/search/hands.h"
#include "engine/search/hash.h"
#include "engine/tables/probe.h"
#include "protocol/rules/outcomes.h"

#define TAB_SEARCH_MAX_DEPTH 24

#define TAB_TREE_LINE 128 /* two lines of a cache, which processors fetch in pairs */

/* What all threads of one search share. The owner keeps everything alive until the last thread is
 * done. */
typedef struct {
    const TabRules *rules;
    const TabEval *eval;
    TabHash *hash;         /* may be NULL */
    const TabProbe *probe; /* endgame tables, may be NULL */
    unsigned probe_most;   /* piles on the board: with more nothing can be found */
    unsigned throws;       /* of the longest hand that a turn below the root averages over */
    TabHands hands[2];     /* all up to that length, by side */
    double noise; /* half-width of the noise on each evaluation (levels), in logits; 0: none */
    uint64_t noise_seed;
    int64_t deadline;             /* g_get_monotonic_time() at which to stop, 0: none */
    uint64_t max_nodes;           /* 0: no limit */
    atomic_bool *stop;            /* set by the controller, by time or by nodes: all unwinds */
    char apart[TAB_TREE_LINE];    /* what is written often lies on another cache line */
    atomic_uint_fast64_t nodes;   /* evaluated positions of finished batches */
    atomic_uint_fast64_t granted; /* evaluations that threads have taken from max_nodes */
    atomic_uint_fast64_t found;   /* positions found in the tables, of finished batches */
} TabSearchShared;

/* One thread's part. Several can work at the same value: each goes through the hands and outcomes
 * below it in an order of its own, `turn` of `turns` further on, and finds in the hash table what
 * others have done. They leave it as soon as one has the value, which is the same for all. */
typedef struct {
    TabSearchShared *shared;
    TabOutcomes *outcomes;
    TabLeaf *leaves;          /* static values that it has found; NULL: it keeps none */
    unsigned turn, turns;     /* where it begins; 0: with the likeliest */
    const atomic_bool *leave; /* set when somebody has the value; NULL: nobody else looks for it */
    uint64_t nodes;           /* evaluated positions not yet added to shared->nodes */
    uint64_t found;           /* positions found in the tables not yet added to shared->found */
    uint64_t credit;          /* evaluations left until the next look at clock and nodes … */
    unsigned calls; /* … which comes after so many questions, too: some evaluate nothing */
    char apart[TAB_TREE_LINE]; /* the next thread's numbers are on another cache line */
} TabSearchThread;

/* Begins a thread of this search; to be cleared when it has ended. */
void tab_tree_thread_init(TabSearchThread *thread, TabSearchShared *shared);
void tab_tree_thread_clear(TabSearchThread *thread);

/* Whether the value of `position` before the throw is known: the game is over or a dead draw, or an
 * endgame table has it. */
bool tab_tree_known(TabSearchThread *thread, const TabPosition *position, double *win);

/* The chance of the side to move, about to throw: the known value, else the static one with the
 * level's noise. Counts one node unless the thread has the value still. `known`, unless NULL, is
 * set to which it was. */
double tab_tree_static(TabSearchThread *thread, const TabPosition *position, TabKey key,
                       bool *known);

/* The value for the side to move of its turn with throws known, `hand` without saved tâbs: that of
 * the best outcome, looked at `depth` - 1 turns ahead; `depth` ≥ 1. */
double tab_tree_turn_value(TabSearchThread *thread, const TabPosition *position,
                           const TabHand *hand, unsigned depth);

/* Averages over hands of up to so many throws from now on; only while no thread is searching. */
void tab_tree_set_throws(TabSearchShared *shared, const TabSticks *sticks, unsigned throws);

/* The value of a position before the throw, looked at `depth` turns ahead with the present length
 * of hands, in the hash table: false if it is not there or there is no table. */
bool tab_tree_recall(const TabSearchShared *shared, TabKey key, unsigned depth, double *win);
void tab_tree_remember(const TabSearchShared *shared, TabKey key, unsigned depth, double win);

/* Counts one evaluated position; all that is evaluated passes here. */
void tab_tree_count_node(TabSearchThread *thread);

/* Whether to stop: looks at the flags, and now and then at clock and nodes. */
bool tab_tree_stopped(TabSearchThread *thread);

/* The same, but looks at the clock now. */
bool tab_tree_stopped_now(TabSearchThread *thread);

/* Adds this thread's nodes to the shared count. */
void tab_tree_flush_nodes(TabSearchThread *thread);
