// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `tab-match` for playing: what is to be played, and where results go.
#pragma once

#include "protocol/match/settings.h"

typedef struct {
    TabMatchSettings *settings;
    gboolean seed_given, date_given; /* else a journal's are taken when a match is resumed */
    gboolean shuffle;                /* openings, when the seed is known */
    guint concurrency;
    char *record, *json, *report, *log, *stderr_folder, *journal; /* NULL: none */
    gboolean append, resume, quiet, version;
    guint rating_interval;             /* games; 0: none */
    char *openings, *sticks, *engines; /* files that were read; NULL: none */
} TabMatchOptions;

/* Reads the command line, files of engines, openings and sticks included. The error
 * (G_OPTION_ERROR, G_FILE_ERROR, G_KEY_FILE_ERROR, TAB_RULES_ERROR) names the offender. Nothing is
 * checked if `version` is asked for. */
TabMatchOptions *tab_match_options_parse(char **argv, GError **error);
void tab_match_options_free(TabMatchOptions *options);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabMatchOptions, tab_match_options_free)
