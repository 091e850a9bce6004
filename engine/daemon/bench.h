// SPDX-License-Identifier: GPL-3.0-or-later
// A fixed set of searches, to measure speed and to notice any change of the search.
#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* What the set came to. */
typedef struct {
    uint64_t nodes;
    uint64_t signature; /* of all turns, values and nodes: the same on every machine */
    int64_t elapsed;    /* µs */
} TabBench;

/* Runs the set with the networks of the folder (NULL: none); blocks. False if `stop` became true
 * first. An engine's settings play no part. */
bool tab_bench_run(TabBench *bench, const char *net_folder, atomic_bool *stop);
/* Runs it with the program's networks, and tells the result as the protocol's answer `bench nodes
 * …`; NULL if it was stopped. Free with g_free. */
char *tab_bench_line(atomic_bool *stop);
