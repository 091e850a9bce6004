// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what the next game is to be: rules, width, who plays, levels, one game or a match, seed;
// remembers the answer.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-setup.h"

#define TAB_TYPE_NEW_GAME_DIALOG (tab_new_game_dialog_get_type())
G_DECLARE_FINAL_TYPE(TabNewGameDialog, tab_new_game_dialog, TAB, NEW_GAME_DIALOG, GtkWindow)

/* Signal: "start" (const TabGameSetup *setup), the game that was chosen; the dialog closes itself.
 */

/* Begins with `setup` (copied), or with the remembered choice if that is NULL. */
TabNewGameDialog *tab_new_game_dialog_new(GtkWindow *parent, const TabGameSetup *setup);
