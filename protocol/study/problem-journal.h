// SPDX-License-Identifier: GPL-3.0-or-later
// What a journal keeps of games that were looked through for problems (game-journal.h). The line of
// a game is
//   {"game":"<SHA-256>","problems":["<record of a problem>",…]}
// where `game` is that of its record, notes included, as they say what is looked at.
#pragma once

#include "protocol/game/record.h"
#include "protocol/study/game-journal.h"

extern const TabGameJournalKind tab_problem_journal_kind;

/* The problems of a game, of TabRecord, which the array owns; NULL: they are not known. Free with
 * g_ptr_array_unref. */
GPtrArray *tab_problem_journal_look_up(const TabGameJournal *journal, const TabRecord *game);

/* Adds a game, as game-journal.h says. `problems`: of TabRecord. */
gboolean tab_problem_journal_add(TabGameJournal *journal, const TabRecord *game,
                                 const GPtrArray *problems, GError **error);
