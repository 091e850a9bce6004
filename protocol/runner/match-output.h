// SPDX-License-Identifier: GPL-3.0-or-later
// What comes out when games are over, played or merged: score lines, files, exit status.
#pragma once

#include "protocol/match/results.h"
#include "protocol/match/settings.h"

/* Wrong usage, an engine that cannot be started, a file that cannot be written. */
#define TAB_MATCH_EXIT_BAD 1
#define TAB_MATCH_EXIT_H0 10
#define TAB_MATCH_EXIT_UNDECIDED 11
/* Every game was lost by a fault: they say nothing of how the engines play. */
#define TAB_MATCH_EXIT_FAULTS 12
/* SIGINT or SIGTERM: what was played is reported. */
#define TAB_MATCH_EXIT_INTERRUPTED 130

/* Where results go besides standard output; NULL: nowhere. */
typedef struct {
    const char *json, *report;
    gboolean quiet; /* nothing for people on standard error */
} TabMatchOutput;

/* A file that an option names. */
typedef struct {
    const char *option; /* for messages */
    const char *path;   /* NULL: not given */
    gboolean in_place;  /* what is there is written on, and not replaced by a new file */
    gboolean grows;     /* the new file grows beside it (growing-file.h) */
} TabMatchPath;

/* Whether all these files have names, and different ones, those of files that grow beside them too;
 * the error tells which do not. */
gboolean tab_match_output_check_names(const TabMatchPath *paths, guint n, GError **error);
/* Whether none of the first `n` is one of the files that are read, up to a NULL; "-" is no file.
 * `what` one of them is, for the message: "a journal". */
gboolean tab_match_output_check_inputs(const TabMatchPath *paths, guint n, const char *what,
                                       char **inputs, GError **error);
/* Whether they can be written, as far as that can be told before. */
gboolean tab_match_output_check_writable(const TabMatchPath *paths, guint n, GError **error);

/* Lines of scores and faults to standard output, all else for people to standard error, and the
 * files. `settings`: the text that the plan was read from. FALSE, after a message, if a file could
 * not be written: the others are. */
gboolean tab_match_output_print(const TabResults *results, const TabMatchPlan *plan,
                                const char *settings, const TabMatchOutput *output);

/* 12 if every game was lost by a fault, whatever the SPRT makes of them; else 0, or what the SPRT
 * says: 0 H1, 10 H0, 11 undecided. */
int tab_match_output_status(const TabResults *results);

/* Reads the options of a command; words[0] is its name. The words that are left stay. */
gboolean tab_match_read_options(GStrv *words, const GOptionEntry *entries, const char *summary,
                                const char *description, GError **error);

/* Prints and frees the error; TAB_MATCH_EXIT_BAD. */
int tab_match_output_complain(GError *error);
