// SPDX-License-Identifier: GPL-3.0-or-later
// What a journal keeps of analysed games (game-journal.h). The line of a game is
//   {"game":"<SHA-256>","turns":57,"calls":2310,"first":<value>,"last":<value>,"drift":<value>,
//    "opening":[<before>,<luck>],"throws":[[<turn>,<place>,"<throw>",<before>,<after>],…],
//    "losses":[[<turn>,<win>,<loss>,"<best turn>"],…]}
// where `game` is that of its rules, start, sticks, opening and main line (whoever played it), a
// turn is counted from 0 in the main line, `opening` is null without one and `losses` null where
// none were asked for. Numbers have all their digits: an analysis that is read back is the one that
// was written.
#pragma once

#include "protocol/study/analysis.h"
#include "protocol/study/game-journal.h"

extern const TabGameJournalKind tab_analysis_journal_kind;

/* The analysis of a game that is there; NULL: it is not, or does not fit the record. Free with
 * tab_analysis_free. */
TabAnalysis *tab_analysis_journal_look_up(const TabGameJournal *journal, const TabRecord *record);

/* Adds a game, as game-journal.h says. */
gboolean tab_analysis_journal_add(TabGameJournal *journal, const TabRecord *record,
                                  const TabAnalysis *analysis, GError **error);
