// SPDX-License-Identifier: GPL-3.0-or-later
// The limits of a `go`: parsed and written.
#pragma once

#include <glib.h>

#define TAB_LIMIT_UNSET ((gint64)-1)

/* Numbers are ≥ 0, or TAB_LIMIT_UNSET; `se` and `stop` are > 0, or 0 where unset. */
typedef struct {
    gint64 movetime;     /* ms for this turn */
    gint64 wtime, btime; /* ms left on the clocks of White and Black */
    gint64 winc, binc;   /* ms added after each turn */
    gint64 turnstogo;    /* own turns until the next time control */
    gint64 nodes;        /* evaluated positions */
    gint64 depth;
    gint64 rollouts; /* games from each candidate turn … */
    gint64 truncate; /* … cut off after so many turns */
    double se, stop; /* standard errors that are enough, of each turn and of differences */
    gboolean infinite, ponder; /* both: until `stop` */
    GStrv searchturns;         /* only these turns are to be looked at; NULL: all */
    char *skipped;             /* words that are no key, as they came, to be told; NULL: none */
} TabLimits;

#define TAB_LIMITS_INIT                                                                            \
    {                                                                                              \
        .movetime = TAB_LIMIT_UNSET, .wtime = TAB_LIMIT_UNSET, .btime = TAB_LIMIT_UNSET,           \
        .winc = TAB_LIMIT_UNSET, .binc = TAB_LIMIT_UNSET, .turnstogo = TAB_LIMIT_UNSET,            \
        .nodes = TAB_LIMIT_UNSET, .depth = TAB_LIMIT_UNSET, .rollouts = TAB_LIMIT_UNSET,           \
        .truncate = TAB_LIMIT_UNSET                                                                \
    }

/* Nothing set; makes a fresh value, frees nothing. */
void tab_limits_init(TabLimits *limits);
/* Frees what it owns and leaves nothing set. */
void tab_limits_clear(TabLimits *limits);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TabLimits, tab_limits_clear)
/* `copy` may be uninitialised. */
void tab_limits_copy(TabLimits *copy, const TabLimits *limits);

/* How many ms an answer may be waited for, 1 to G_MAXINT: `movetime` if it is set, and
 * `patience_ms` more. */
guint tab_limits_deadline(const TabLimits *limits, gint64 patience_ms);

/* Whether it thinks until `stop`: `infinite` or `ponder`. */
gboolean tab_limits_endless(const TabLimits *limits);

/* Reads the text behind `go`. A known key without its number or with a bad one (negative, no
 * integer) is TAB_ERROR_BAD_ARGUMENT and named; unknown keys are skipped, and kept for a word about
 * them; of a key given twice the last holds; `searchturns` takes the rest of the line. `limits` may
 * be uninitialised; nothing is set after an error. */
gboolean tab_limits_parse(TabLimits *limits, const char *text, GError **error);

/* Appends each set limit with a space in front: " movetime 200 depth 3"; nothing that was skipped.
 */
void tab_limits_write(const TabLimits *limits, GString *line);
