// SPDX-License-Identifier: GPL-3.0-or-later
// Positions that games start from, read from a file.
#pragma once

#include "protocol/rules/notation.h"

typedef struct _TabOpenings TabOpenings;

/* Reads a file of positions, one a line: the five fields (RULES.md 8), which then stand for all
 * rulesets of the run; or a rules string before them, for that ruleset of the run alone (the same
 * canonical text; lines for rulesets that the run has not are skipped). What follows a `#` is a
 * comment, empty lines are skipped, fields may be any blanks apart. A position may hold throws,
 * also complete ones. It must be valid and unfinished under each ruleset it stands for, and each
 * ruleset needs one at least. `rules`: of TabRules, one at least; not kept. A position takes 2 KiB
 * of memory however many rulesets share it. Errors: G_FILE_ERROR, or G_OPTION_ERROR_BAD_VALUE with
 * file, line, ruleset and cause. */
TabOpenings *tab_openings_load(const char *path, GPtrArray *rules, GError **error);
void tab_openings_free(TabOpenings *openings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabOpenings, tab_openings_free)

/* The stream of the match's seed that shuffles; the streams of its games count from 1. */
#define TAB_OPENINGS_STREAM G_MAXUINT64

/* Brings the lines of the file into an order by chance (Fisher and Yates, from the last line down)
 * that is the same on every machine. Rulesets with the same lines have the same order. Once. */
void tab_openings_shuffle(TabOpenings *openings, guint64 seed);

/* Positions of ruleset number `rules` of the list it was loaded with; 1 or more. */
guint tab_openings_count(const TabOpenings *openings, guint rules);
/* Position `index` (0 … count - 1) of a ruleset. Owned by the openings. */
const TabSituation *tab_openings_get(const TabOpenings *openings, guint rules, guint index);

/* SHA-256, in hexadecimal, of the rulesets and their positions in canonical text and in the order
 * as it is now: openings with the same one start the same games. Free with g_free. */
char *tab_openings_digest(const TabOpenings *openings);
