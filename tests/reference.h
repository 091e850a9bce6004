// SPDX-License-Identifier: GPL-3.0-or-later
// The rules once more, slow and literal: boards of letters, moves walked cell by cell; to compare
// the real ones with.
#pragma once

#include <glib.h>

/* All outcomes of a turn by RULES.md 5 and 6. `rules` is a rules string in which all switches but
 * columns and pieces are named; `position` the fields 1, 2 and 4 separated by blanks; `hand` the
 * throws, saved tâbs included, in rising order
 * ("1124"). `thrown_again`: the turn was at once and its throw was a 1, 4 or 6.
 * Returns a set of texts of fields 1, 2 and 4; NULL if there are more than `max_states` positions
 * on the way. */
GHashTable *reference_outcomes(const char *rules, unsigned columns, const char *position,
                               const char *hand, gboolean thrown_again, guint max_states);
