// SPDX-License-Identifier: GPL-3.0-or-later
// A file of openings: what the turns at the beginning of a game are worth, hand by hand, a line of
// CSV each; written and read.
#pragma once

#include "protocol/rules/notation.h"
#include "protocol/study/opening-rollout.h"

/* The file is text in UTF-8, and its first line is TAB_OPENING_TABLE_HEAD. Each further line is a
 * turn:
 *
 * rules     canonical rules string
 * number    1: it is the first turn of the game; 2: the second
 * position  the five fields before it, with complete throws
 * throws    these throws alone
 * chance    that they fall, 0–1
 * turn      the whole turn
 * value     chance of the side that plays it to win, 0–1
 * se        standard error of that
 * limits, engine, engine_spec, seed, program
 *           how it was made: limits of the protocol's `go`, the engine's name and how it was
 *           started, its seed (empty: it takes none) and the program
 *
 * The turns of a position stand together, the best first. */
#define TAB_OPENING_TABLE_HEAD                                                                     \
    "rules,number,position,throws,chance,turn,value,se,limits,engine,engine_spec,seed,program\n"

/* The turns of one hand in one position. */
typedef struct {
    TabRules *rules;
    guint number; /* of the turn in the game, from 1 */
    TabSituation situation;
    double chance;
    GArray *turns; /* of TabRolledTurn, the best first, at least one */
    char *method;  /* the fields from `limits` to `seed`, as they stand in the file */
} TabOpeningHand;

void tab_opening_hand_free(TabOpeningHand *opening);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabOpeningHand, tab_opening_hand_free)

/* The key of a position as the side to move sees it: the same for both sides in positions that are
 * one but for the colours. */
TabKey tab_opening_key(const TabRules *rules, const TabPosition *position);

/* How openings are made. */
typedef struct {
    const TabLimits *limits;
    const char *engine, *spec;
    const char *seed; /* NULL: the engine takes none */
} TabOpeningMethod;

/* The four fields of that. Free with g_free. */
char *tab_opening_method_to_csv(const TabOpeningMethod *method);

/* Appends the lines of the turns. */
void tab_opening_hand_append_csv(const TabOpeningHand *opening, GString *text);

/* Reads a file's text, in which lines end in LF. `openings`: an empty array of TabOpeningHand *
 * that frees them. `whole`, if not NULL, gets the bytes that are whole openings: a last line
 * without its end, and the other lines of its position, are no part of them, and no error then. An
 * error, of TAB_RULES_ERROR, names the line: "line 3: …". */
gboolean tab_opening_table_read(const char *text, gsize length, GPtrArray *openings, gsize *whole,
                                GError **error);
