// SPDX-License-Identifier: GPL-3.0-or-later
// Builds a table unit by unit, with a checkpoint to go on from.
#pragma once

#include "engine/lab/solving/solve.h"
#include "engine/lab/solving/store.h"

/* What is to be built. */
typedef struct {
    TabRuleset set;
    unsigned more, fewer; /* pieces, 1 … TAB_INDEX_MOST_PIECES */
    double tail;          /* chance of the hands that may be left out, above 0 */
    TabValueFormat format;
    unsigned threads;    /* at least 1 */
    uint64_t memory;     /* bytes that may be used; 0: as many as are wanted */
    const char *scratch; /* folder for what is kept of states if memory has no room for it (with
                          * memory 0: in any case); NULL: none */
    const char *output;
    bool resume; /* go on from the checkpoint, if there is one */
} TabBuildPlan;

/* A build that is being prepared or under way. Fields are for reading. */
typedef struct {
    TabBuildPlan plan;
    char *scratch;
    char *output, *checkpoint; /* the checkpoint is called like the table, with `.checkpoint` */
    TabRules *rules;
    TabIndex *index;
    TabLayers layers;
    TabHandBox *box; /* NULL with throws=at-once */
    TabBackupSetup setup;
    unsigned slots;  /* successors remembered of each state: as many as memory allows, up to 16, or
                      * one for each cast with throws=at-once; subgraphs of turns are kept in what
                      * that leaves, or in twice as much */
    uint64_t memory; /* bytes needed at the most */
    uint64_t disk;   /* bytes in the scratch folder, 0 if it is not used */
    TabStore values;
    double *value; /* by state, in `values` */
    TabTableHead head;
    int64_t saved_at; /* monotonic time of the last checkpoint */
    char *unsaved;    /* why it could not be written; NULL if it was */
} TabBuild;

/* What goes on in the unit that is being solved. */
typedef bool (*TabBuildProgress)(const TabBuild *build, const TabUnit *unit,
                                 const TabSolveState *state, gpointer user_data);

/* Prepares a build: says what it needs and reads the checkpoint. NULL and TAB_TABLE_ERROR if it
 * cannot be done: too many states, not enough memory, a file or a checkpoint in the way, a
 * checkpoint of something else, save-tab=yes together with throws=at-once: no account has both, and
 * a turn of one throw and up to nine saved tâbs is neither the single play of single.h nor a hand
 * of the box of hand-box.h. */
TabBuild *tab_build_new(const TabBuildPlan *plan, GError **error);
void tab_build_free(TabBuild *build);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabBuild, tab_build_free)

/* Builds and writes the table, and takes the checkpoint away. Goes on where a checkpoint on the way
 * cannot be written, and tries again after a while. If it is stopped
 * (TAB_SOLVE_ERROR_STOPPED) the checkpoint is up to date. */
bool tab_build_run(TabBuild *build, TabBuildProgress progress, gpointer user_data, GError **error);

/* How far the whole build is, 0–1, when `state` is that of `unit`: an estimate. */
double tab_build_done(const TabBuild *build, const TabUnit *unit, const TabSolveState *state);
