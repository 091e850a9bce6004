// SPDX-License-Identifier: GPL-3.0-or-later
// An engine looks at a game that is over: quickly first, then more and more exactly, as long as
// somebody looks at what it finds.
#pragma once

#include "gui/model/analysis-job.h"

/* What is found is noted in the game (tab_analysis_game_note).
 *
 * Signals: "noted" (), the game has new notes; "changed" (), what tab_summary_study_describe()
 * says. */
#define TAB_TYPE_SUMMARY_STUDY (tab_summary_study_get_type())
G_DECLARE_FINAL_TYPE(TabSummaryStudy, tab_summary_study, TAB, SUMMARY_STUDY, GObject)

TabSummaryStudy *tab_summary_study_new(void);

/* Looks at the line on which the game stands, by this engine (copied; NULL: there is none), and
 * goes on where it was left if it is the same line and engine. A game that is noted already is
 * looked at once more, as exactly as can be. */
void tab_summary_study_begin(TabSummaryStudy *self, TabGameSession *session,
                             const TabEngineConfig *engine);
/* Ends the engine, and nothing is emitted any more. */
void tab_summary_study_rest(TabSummaryStudy *self);

/* Whether an engine is at work. */
gboolean tab_summary_study_is_busy(TabSummaryStudy *self);
/* How far it is, what went wrong, or whose word the figures are; "" for a game without turns. Free
 * with g_free. */
char *tab_summary_study_describe(TabSummaryStudy *self);
/* Whose word the figures are, however far it is; "" if there is no engine. Free with g_free. */
char *tab_summary_study_describe_source(TabSummaryStudy *self);
