// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `tab-match` as words, before anything that they name is read.
#pragma once

#include "protocol/runner/match-options.h"

G_BEGIN_DECLS

/* The values as they were given; what belongs to one match alone goes into its options at once. */
typedef struct {
    char **engines, **rules;
    char *each, *store, *judge, *tournament, *columns, *openings, *sticks, *seed, *shard;
    char *tc, *resign, *draw, *tables, *on_error, *sprt, *event, *date;
    int seeds, games, rounds, concurrency, max_turns, movetime, margin, rating_interval;
    gint64 nodes, depth;
    double patience, handshake, ready, grace, quit;
    gboolean no_pairs, pairs, ponder, allow_unaware, use_affinity, no_times;
} TabMatchWords;

/* Reads the words, of which numbers are in their ranges then. G_OPTION_ERROR, which names the
 * offender. Nothing is checked if the version is asked for. Clear the words also after an error. */
gboolean tab_match_words_parse(TabMatchWords *words, TabMatchOptions *options, int argc,
                               char **argv, GError **error);
void tab_match_words_clear(TabMatchWords *words);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TabMatchWords, tab_match_words_clear)

G_END_DECLS
