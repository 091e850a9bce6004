// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of Tâb and its family once more, slow and literal, written from their texts alone and
// sharing no code with protocol/rules: to compare the real ones with, text by text.
#pragma once

#include <glib.h>

/* NULL if a rules string is allowed; else the words, separated by blanks, of which a message that
 * refuses it must have one ("" where a key is empty). Free with g_free. */
char *slow_family_refusal(const char *rules);

/* Below, a rules string or a position must be one that is not refused; else the test ends. */

/* The canonical rules string; free with g_free. */
char *slow_family_canonical(const char *rules);

/* A canonical rules string: any allowed values of all switches, at most nine columns. Free with
 * g_free. */
char *slow_family_random_rules(guint32 seed);

/* The start position ('w', 'b': who has won the opening); free with g_free. */
char *slow_family_start(const char *rules, char side);

gboolean slow_family_is_position(const char *rules, const char *position);

/* "running", "white won", "black won" or "drawn". */
const char *slow_family_result(const char *rules, const char *position);

/* All throws that can come, in the words of field 3: every cast, or with `throws=collect` every
 * multiset of at most `most` throws, behind those that the position has. */
GPtrArray *slow_family_casts(const char *rules, const char *position, int most);

/* All distinct ends of a turn, sorted: fields 1, 2 and 4. `throws`: field 3 in place of the
 * position's, or NULL. NULL if more than `max_states` states are on the way. */
GPtrArray *slow_family_outcomes(const char *rules, const char *position, const char *throws,
                                guint max_states);

/* All legal turns, sorted: the turn, a tab, and the position after it. */
GPtrArray *slow_family_turns(const char *rules, const char *position, const char *throws,
                             guint max_states);

guint64 slow_family_perft(const char *rules, const char *position, int depth, int most);
