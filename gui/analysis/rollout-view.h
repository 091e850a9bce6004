// SPDX-License-Identifier: GPL-3.0-or-later
// The rollout of the position on the board: its turns with their errors drawn, and what starts,
// pauses and sets it.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/rollout-run.h"

/* Games are played only while it is visible. Signal: "chosen" (), another turn is. */
#define TAB_TYPE_ROLLOUT_VIEW (tab_rollout_view_get_type())
G_DECLARE_FINAL_TYPE(TabRolloutView, tab_rollout_view, TAB, ROLLOUT_VIEW, GtkWidget)

/* Once, before all else: who hears the engine. */
void tab_rollout_view_set_log(TabRolloutView *self, TabProtocolLog *log);
/* The game to follow; NULL: none. While it waits (TRUE) what the game does is not looked at. */
void tab_rollout_view_follow(TabRolloutView *self, TabGameSession *session, gboolean waiting);
/* The engine to ask (copied); NULL: there is none. */
void tab_rollout_view_set_engine(TabRolloutView *self, const TabEngineConfig *engine);
/* Begins, pauses, or goes on: what its button does. */
void tab_rollout_view_toggle(TabRolloutView *self);

/* The plays (of TabPlay) of the turn that is chosen in its list, and the board `before` them; NULL:
 * none is. Free with g_array_unref. */
GArray *tab_rollout_view_list_chosen(TabRolloutView *self, TabPosition *before);
/* No turn is chosen any more. */
void tab_rollout_view_unchoose(TabRolloutView *self);
