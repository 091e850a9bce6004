// SPDX-License-Identifier: GPL-3.0-or-later
// The engine as a whole: set it up, give it a position, let it think on its own thread, stop it.
#pragma once

#include "engine/search/search.h"
#include "engine/search/time.h"

/* Owns table, evaluation and threads. All functions are for one controlling thread; only
 * tab_engine_go starts work, and while it runs nothing but stop and wait may be called. No function
 * blocks but wait, free, new_game and set_hash, which clear memory, and what opens tables
 * (set_table_path, or whatever needs them first), as sums may have to be worked out. */
typedef struct _TabEngine TabEngine;

/* An engine with default settings and the rules `standard`. Its networks lie in `net_folder`;
 * which one is used is settled for each ruleset (tab_net_find), without any the evaluation is the
 * hand-made one. The tables of `table_folder` are opened when they are first needed. Either may be
 * NULL. `report` is called after every depth, and last with `report->final`: once that call has
 * returned, the engine is idle. The calls come from the engine's own thread, or from within
 * tab_engine_go if the work takes less than a millisecond. */
TabEngine *tab_engine_new(const char *net_folder, const char *table_folder, TabSearchFunc report,
                          gpointer user_data);
/* Stops what runs and frees. */
void tab_engine_free(TabEngine *engine);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabEngine, tab_engine_free)

#define TAB_ENGINE_MAX_THREADS 256
#define TAB_ENGINE_MAX_HASH 65536 /* MiB */

/* Forgets the last game and takes these rules; with fair sticks if they cast others than before. */
void tab_engine_new_game(TabEngine *engine, const TabRules *rules);
/* Threads of a search, clamped to 1 … TAB_ENGINE_MAX_THREADS. */
void tab_engine_set_threads(TabEngine *engine, unsigned threads);
/* The size of the hash table, 1 … TAB_ENGINE_MAX_HASH; its content is lost. False if there is no
 * memory for such a table; the old one then stays. */
bool tab_engine_set_hash(TabEngine *engine, unsigned mib);
/* Level, Elo (engine/levels.h) and evaluation replace each other: the last call counts. */
void tab_engine_set_level(TabEngine *engine, unsigned level);
void tab_engine_set_elo(TabEngine *engine, unsigned elo);
void tab_engine_set_eval(TabEngine *engine, TabEvalKind kind);
/* Takes this network wherever it serves the rules; NULL: those of the folder. False, and nothing
 * changes, if the file is no good. */
bool tab_engine_set_net_file(TabEngine *engine, const char *path, GError **error);
/* Takes the tables of this path (tables/probe.h) instead; NULL: those of the folder; "none": no
 * tables. False, and nothing changes, if a file or folder is no good. Tables are only asked at full
 * strength with the engine's own evaluation and fair sticks. */
bool tab_engine_set_table_path(TabEngine *engine, const char *path, GError **error);
/* Why a network or table that should be used is not, or NULL; the engine's until it gets other
 * rules, sticks, networks or tables, or a table gets another fault. That of a table is looked for
 * anew at each call, which the last report of a search may make too. */
const char *tab_engine_net_fault(const TabEngine *engine);
const char *tab_engine_table_fault(TabEngine *engine);
/* The chances of a throw (copied), and the seed of all that the engine draws. */
void tab_engine_set_sticks(TabEngine *engine, const TabSticks *sticks);
void tab_engine_set_seed(TabEngine *engine, uint64_t seed);

/* What evaluates now and why, in words; the caller's. */
char *tab_engine_describe_eval(const TabEngine *engine);
/* What evaluates now, and the sticks; the engine's, until one of the setters above is called. */
const TabEval *tab_engine_eval(const TabEngine *engine);
const TabSticks *tab_engine_sticks(const TabEngine *engine);

/* The limits of one `go`; numbers as in the protocol, -1: not given. Without any limit it thinks
 * for a second. */
typedef struct {
    TabClockLimits clock;
    int64_t nodes, depth;
    int64_t overhead; /* ms */
    unsigned lines;   /* root turns wanted in the report, each looked at to the full depth */
    bool endless;     /* until stop */
    int64_t start;    /* when it was asked for, g_get_monotonic_time(): time counts from then */
    TabRolloutPlan rollout; /* `games` 0: a search */
} TabEngineLimits;

/* Opens what the search will need and costs time, if that is not done yet. */
void tab_engine_get_ready(TabEngine *engine);

/* Starts to think about `situation` (copied): with complete throws a turn is chosen, else the
 * position is valued. `only` (copied; none: all) are the turns to choose from, legal ones. */
void tab_engine_go(TabEngine *engine, const TabSituation *situation, TabTurn *const *only,
                   unsigned n_only, const TabEngineLimits *limits);
/* Asks it to answer now; returns at once. */
void tab_engine_stop(TabEngine *engine);
/* Waits until the running work has reported for good. */
void tab_engine_wait(TabEngine *engine);
