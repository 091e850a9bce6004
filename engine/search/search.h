// SPDX-License-Identifier: GPL-3.0-or-later
// One search from its root: all outcomes of a turn looked at, the best ones ever deeper, until a
// limit is met.
#pragma once

#include "engine/search/root.h"

/* State of a search, for reports. Lines are sorted, best first. */
typedef struct {
    unsigned n_lines;
    TabSearchLine *const *lines;
    double win;     /* of the position: that of the best line, or the value before the throw */
    unsigned depth; /* of the lines; of a value before the throw, 0 static */
    bool known;     /* the value before the throw is an endgame table's */
    bool final;     /* the answer: what comes first in `lines` is played */
    uint64_t nodes;
    uint64_t found;     /* positions found in the endgame tables */
    int64_t elapsed;    /* µs */
    unsigned hash_full; /* permille */
} TabSearchReport;

/* Called on the searching thread after every finished depth, and last of all with `final` set. With
 * complete throws and a game not over there is at least one line in the last report. */
typedef void (*TabSearchFunc)(const TabSearchReport *report, gpointer user_data);

/* Searches; blocks until done. False if it gave up (max_states). */
bool tab_search_run(const TabSearch *search, TabSearchFunc report, gpointer user_data);
