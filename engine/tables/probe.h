// SPDX-License-Identifier: GPL-3.0-or-later
// Looks positions up in open tables: for the search, which asks often and from many threads.
//
//     TabTables *tables = tab_tables_open("/usr/share/games/tab/tables", &error);
//     TabProbe *probe = tab_probe_new(tables, rules);        once a game
//     TabProbed found;
//     if (tab_probe_value(probe, &position, &found))         in the search
//         … found.value, found.bound …
//
// A probe takes no lock and allocates nothing; it reads one value. Values hold for
// fair sticks: with others, do not probe. A table whose file changes, or that has a value that is
// no chance, is not known any more from then on.
#pragma once

#include "engine/tables/file.h"

/* The end of a table's name. */
#define TAB_TABLE_SUFFIX ".tabtable"

/* A set of open tables. But for their faults immutable; any thread may read it. */
typedef struct _TabTables TabTables;

/* Opens every table in `path`: files and folders, separated like those of PATH. In a folder, all
 * files that end in TAB_TABLE_SUFFIX. NULL and TAB_TABLE_ERROR if a name does not exist or a file
 * is no good table; which one is said. */
TabTables *tab_tables_open(const char *path, GError **error);
/* The same of a list of names, which ends with NULL. */
TabTables *tab_tables_open_all(char *const *names, GError **error);
/* The same with another limit than TAB_TABLE_IN_MEMORY. */
TabTables *tab_tables_open_within(char *const *names, uint64_t in_memory, GError **error);
/* Opens the tables of a folder that are good, and none that is not; `error` then says of the first
 * of these what is wrong with it, or why the folder cannot be read. Never NULL. */
TabTables *tab_tables_open_good(const char *path, GError **error);
void tab_tables_free(TabTables *tables);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabTables, tab_tables_free)
/* Says what is wrong with any of them by now, NULL: nothing. Free with g_free. */
char *tab_tables_describe_faults(const TabTables *tables);
/* How many they are, and table `i` of them, which stays theirs. */
unsigned tab_tables_count(const TabTables *tables);
const TabTable *tab_tables_get(const TabTables *tables, unsigned i);

/* Whether positions have the same values under both rules: all switches that have a say after the
 * opening are equal (not `pieces`, `opening`, `opening-tab`). */
bool tab_tables_same_play(const TabRuleset *a, const TabRuleset *b);

/* What the tables know about one ruleset. */
typedef struct _TabProbe TabProbe;

/* NULL if no table without a fault is for these rules. The tables must live as long as the probe.
 * Of several tables with the same positions the one with the smallest bound is asked. */
TabProbe *tab_probe_new(const TabTables *tables, const TabRules *rules);
void tab_probe_free(TabProbe *probe);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabProbe, tab_probe_free)

typedef struct {
    double value; /* chance to win for the side to move, before the throw; 0 or 1 if finished */
    double bound; /* by which the value can be off at most */
} TabProbed;

/* The most pieces on both sides together of any position that is known: with more on the board no
 * probe can succeed. (Piles instead of pieces where tab_index_pieces counts them.) */
unsigned tab_probe_most(const TabProbe *probe);

/* Looks up a position before the throw (RULES.md 8: throws `-`); saved tâbs count, turn numbers do
 * not. False if it is not in the tables, or the one that has it has a fault. Finished positions are
 * always known. */
bool tab_probe_value(const TabProbe *probe, const TabPosition *position, TabProbed *found);
