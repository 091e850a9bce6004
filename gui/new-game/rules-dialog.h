// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of a game in sentences, to be read beside it.
#pragma once

#include <gtk/gtk.h>

#include "gui/table/game-view.h"

#define TAB_TYPE_RULES_DIALOG (tab_rules_dialog_get_type())
G_DECLARE_FINAL_TYPE(TabRulesDialog, tab_rules_dialog, TAB, RULES_DIALOG, GtkWindow)

/* Shows the rules `set` (copied). */
TabRulesDialog *tab_rules_dialog_new(GtkWindow *parent, const TabRuleset *set);

/* Adds win.show-rules, which shows the rules of the game of `game`, and of every later one as long
 * as the dialogue is open. */
void tab_rules_dialog_add_action(GtkApplicationWindow *window, TabGameView *game);
