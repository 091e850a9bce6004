// SPDX-License-Identifier: GPL-3.0-or-later
// One backup of a unit: from worths of the states after a turn to worths before it, for all states.
//
// For a state s the backup of two functions S and T is
//
//     B(S, T)(s) = sum over hands h of p(h) * max over the ends o of a turn with h of
//         1            if the enemy has no piece left in o,
//         1 - T(o)     if the other side moves next,
//         S(o)         if the same side throws again (only with throws=at-once).
//
// The chance to win V is the fixed point V = B(V, V), if there is but one (where one side alone can
// wait for ever there are more). States in which neither side can ever play again are worth one
// half, for such play counts one half and nothing else can happen.
#pragma once

#include "engine/lab/solving/hand-box.h"
#include "engine/lab/solving/linear.h"
#include "engine/tables/layers.h"

/* What all backups of a table have in common. */
typedef struct {
    const TabLayers *layers;
    TabSticks sticks;
    const TabHandBox *box; /* NULL with throws=at-once, where the single throws are all hands */
    unsigned threads;
    uint32_t ranks;  /* 0, or the most ends that are told apart: those of nearly the same worth then
                      * count as the best of them; not with throws=at-once */
    uint64_t nodes;  /* that a turn graph of more than one enemy may have at most */
    bool wide;       /* keep `high` of successors where it is not needed: for tests */
    uint64_t graphs; /* bytes of memory for subgraphs of turn graphs (subgraphs.h) that are kept;
                      * with throws=at-once for lists of ends (single.h) */
    const char *scratch; /* folder for numbers of states that memory has no room for; NULL: none */
} TabBackupSetup;

/* What the turn graphs of a unit are made of, as far as it has room, for its next backup. */
typedef struct _TabBackupGraphs TabBackupGraphs;
TabBackupGraphs *tab_backup_graphs_new(const TabBackupSetup *setup, const TabUnit *unit);
void tab_backup_graphs_free(TabBackupGraphs *graphs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabBackupGraphs, tab_backup_graphs_free)

/* What one backup is given, and what it fills in. */
typedef struct {
    const double *same, *turned; /* S and T by state; all of the unit and of smaller ones */
    double tail_worth;           /* what hands outside of the box are taken to be worth */
    double *value;               /* B by state, less the unit's start */
    double *other; /* NULL, or the same mean over the ends that are best by S and T, but of their
                    * worths by T and S (exchanged), hands outside of the box being worth 1 -
                    * tail_worth: as B(T, S) takes the best ends, it is at least this */
    double *off;   /* with `other`: by the mean of both worths, no end of a hand is better than the
                    * one that was taken by more than this */
    TabSuccessors *successors; /* NULL, or filled in */
    TabBackupGraphs *graphs;   /* those of this unit; NULL: only for this backup */
    GHashTable *changed; /* NULL, or a set of states of the unit (guint64, less its start): only for
                          * these and where turns may lead to one of them values are written; not
                          * with throws=at-once */
} TabBackup;

/* Told now and then, on the calling thread, how much is done (0–1); false cancels. */
typedef bool (*TabBackupProgress)(double done, gpointer user_data);

/* Runs one backup on the setup's threads; the result does not depend on their number. False if it
 * was cancelled. A unit has at most TAB_UNIT_MOST states if successors are wanted. */
bool tab_backup_run(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                    TabBackupProgress progress, gpointer user_data);

/* Bytes that all that the graphs of a unit are made of has room in; and those of them for what many
 * graphs share, the first to be kept (0 with throws=at-once). */
uint64_t tab_backup_graphs_memory(const TabBackupSetup *setup, const TabUnit *unit);
uint64_t tab_backup_shared_memory(const TabBackupSetup *setup, const TabUnit *unit);

/* Bytes that each thread needs. */
uint64_t tab_backup_memory(const TabBackupSetup *setup, const TabUnit *unit);
/* How large turn graphs (`nodes`) may be if each thread has so many bytes for them, about. */
uint64_t tab_backup_nodes(const TabBackupSetup *setup, uint64_t bytes);
