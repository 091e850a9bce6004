// SPDX-License-Identifier: GPL-3.0-or-later
// What a journal of analysed games keeps besides them: what the levels of an engine lost in the
// decisions that their players are rated by. The line of a decision is
//   {"game":"<SHA-256>","played":<loss>,"levels":[<loss>,…]}
// where `game` is that of its rules, situation and turn, and of the levels, their limits and seed:
// whoever played it, and in which game. Numbers have all their digits.
#pragma once

#include "protocol/study/game-journal.h"
#include "protocol/study/rating-pool.h"

/* What is there of a decision; NULL: nothing. Free with tab_decision_losses_free. */
TabDecisionLosses *tab_rating_journal_look_up(const TabGameJournal *journal,
                                              const TabRatedDecision *decision,
                                              const TabRatingPoolSetup *setup);

/* Adds one, as game-journal.h says. */
gboolean tab_rating_journal_add(TabGameJournal *journal, const TabRatedDecision *decision,
                                const TabRatingPoolSetup *setup, const TabDecisionLosses *losses,
                                GError **error);
