// SPDX-License-Identifier: GPL-3.0-or-later
// One search from its root: all outcomes of a turn looked at, the best ones ever deeper, until a
// limit is met.
#pragma once

#include "engine/search/rollout.h"

#define TAB_SEARCH_MAX_THREADS 256
#define TAB_SEARCH_MAX_LINES 64 /* root turns that are kept and can be reported */

/* When to stop. 0 means no limit in every field. Without a depth and not endless, a search also
 * ends when no other turn comes near the best one and a part of the time is gone, or all that are
 * left have known values. */
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
    /* Positions that the turn to be chosen may lead through; with more of them the search gives up
     * before the first report. 0: no limit. */
    size_t max_states;
    double noise;  /* tree.h */
    uint64_t seed; /* of ties between equal outcomes, and of the noise */
    TabSearchLimits limits;
    TabRolloutPlan rollout; /* `games` > 0: play games out instead of looking ahead */
    atomic_bool *stop;
} TabSearch;

/* One root turn and what is thought of it. */
typedef struct {
    double win;     /* chance that the side to move at the root wins */
    unsigned depth; /* at which `win` was found: 1 static, more by search */
    bool known;     /* `win` is an endgame table's, or the game is over or a dead draw */
    double se;      /* of a rollout */
    TabPosition after;
    TabKey key;
    TabTurn turn;
} TabSearchLine;

/* State of a search, for reports. Lines are sorted, best first. */
typedef struct {
    unsigned n_lines;
    TabSearchLine *const *lines;
    double win;     /* of the position: that of the best line, or the value before the throw */
    unsigned depth; /* of the lines; of a value before the throw, 0 static */
    bool known;     /* the value before the throw is an endgame table's */
    uint64_t games; /* rolled out from each line, or from the position before the throw; 0: the
                       values were found otherwise */
    double se;      /* of the value before the throw, if it was rolled out */
    bool final;     /* the answer: what comes first in `lines` is played */
    uint64_t nodes;
    uint64_t found;     /* positions found in the endgame tables */
    int64_t elapsed;    /* µs */
    unsigned hash_full; /* permille */
} TabSearchReport;

/* Called on the searching thread after every finished depth, and last of all with `final` set. If
 * the throws are complete and the game is not over, the last report has at least one line. */
typedef void (*TabSearchFunc)(const TabSearchReport *report, gpointer user_data);

/* Searches; blocks until done. False if it gave up (max_states). */
bool tab_search_run(const TabSearch *search, TabSearchFunc report, gpointer user_data);
