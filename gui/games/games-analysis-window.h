// SPDX-License-Identifier: GPL-3.0-or-later
// The window in which many games are analysed: a folder's, or those of the list of games.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/games-analysis.h"

#define TAB_TYPE_GAMES_ANALYSIS_WINDOW (tab_games_analysis_window_get_type())
G_DECLARE_FINAL_TYPE(TabGamesAnalysisWindow, tab_games_analysis_window, TAB, GAMES_ANALYSIS_WINDOW,
                     GtkWindow)

/* Over `parent`; takes `analysis` over, which ends with the window. Signals: "open"
 * (TabGamesAnalysisItem *), a game that a person has chosen; "kept" (), the database knows more of
 * its games. */
TabGamesAnalysisWindow *tab_games_analysis_window_new(GtkWindow *parent,
                                                      TabGamesAnalysis *analysis);
