// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine thinks of the game: who is ahead, the best turns, the course of the game, luck and
// loss.
#pragma once

#include <gtk/gtk.h>

#include "gui/table/game-view.h"
#include "gui/model/protocol-log.h"

/* Its engine runs only while it is visible, so that nobody is told what they would rather find out.
 */
#define TAB_TYPE_ANALYSIS_PANE (tab_analysis_pane_get_type())
G_DECLARE_FINAL_TYPE(TabAnalysisPane, tab_analysis_pane, TAB, ANALYSIS_PANE, GtkWidget)

/* Follows the games that `game` shows, and draws the best turn on its
 * board. */
void tab_analysis_pane_set_game(TabAnalysisPane *self, TabGameView *game);
/* Has the whole game analysed, unless that is going on. */
void tab_analysis_pane_analyse(TabAnalysisPane *self);
/* Rolls the position on the board out, pauses that, or goes on with it. */
void tab_analysis_pane_roll_out(TabAnalysisPane *self);
/* Lists the engines again, which have changed. */
void tab_analysis_pane_reload_engines(TabAnalysisPane *self);
/* What its engine says and hears. Owned by the pane. */
TabProtocolLog *tab_analysis_pane_get_log(TabAnalysisPane *self);
/* The engine that analyses, by the settings; NULL: there is none. Free with tab_engine_config_free.
 */
TabEngineConfig *tab_analysis_pane_choose_engine(GSettings *settings);
