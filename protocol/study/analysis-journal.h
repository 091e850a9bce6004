// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of an analysis of many games: every analysed game is on disk before it counts, so
// that the work can go on after any kind of end, and parts of it be joined.
//
// It is text in UTF-8, one JSON object a line. The first line is
//   {"tab-analysis":1,"settings":"<what decides the values>"}
// and each further line one game, in the order in which the games were done:
//   {"game":"<SHA-256>","turns":57,"calls":2310,"first":<value>,"last":<value>,"drift":<value>,
//    "opening":[<before>,<luck>],"throws":[[<turn>,<place>,"<throw>",<before>,<after>],…],
//    "losses":[[<turn>,<win>,<loss>,"<best turn>"],…]}
// where `game` is that of its rules, start, sticks, opening and main line (whoever played it), a
// turn is counted from 0 in the main line, `opening` is null without one and `losses` null where
// none were asked for. Numbers have all their digits: an analysis that is read back is the one that
// was written.
#pragma once

#include "protocol/study/analysis.h"

#define TAB_ANALYSIS_JOURNAL_MAX (1u << 30) /* bytes of a file */

#define TAB_ANALYSIS_JOURNAL_ERROR (tab_analysis_journal_error_quark())
GQuark tab_analysis_journal_error_quark(void);
typedef enum {
    TAB_ANALYSIS_JOURNAL_ERROR_CONTENTS, /* a line that must not be there; other settings */
} TabAnalysisJournalError;

typedef struct _TabAnalysisJournal TabAnalysisJournal;

/* Opens the journal to go on with, made if it is not there, and locks it against other runs. A torn
 * last line (of a run that was killed) is cut off. Fails with G_FILE_ERROR (G_FILE_ERROR_AGAIN:
 * another run has it), and with the errors above if it is none, or one with other settings;
 * messages name the file, and the line where there is one. Nothing is changed then. */
TabAnalysisJournal *tab_analysis_journal_open(const char *path, const char *settings,
                                              GError **error);
void tab_analysis_journal_free(TabAnalysisJournal *journal);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabAnalysisJournal, tab_analysis_journal_free)

/* Takes in the games of another journal, which is only read. The same errors. */
gboolean tab_analysis_journal_join(TabAnalysisJournal *journal, const char *path, GError **error);

/* The analysis of a game that is there; NULL: it is not, or does not fit the record. Free with
 * tab_analysis_free. */
TabAnalysis *tab_analysis_journal_look_up(const TabAnalysisJournal *journal,
                                          const TabRecord *record);

/* Adds a game with one write and waits for the disk. If it cannot be written what came of it is cut
 * off again. */
gboolean tab_analysis_journal_add(TabAnalysisJournal *journal, const TabRecord *record,
                                  const TabAnalysis *analysis, GError **error);
