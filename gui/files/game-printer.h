// SPDX-License-Identifier: GPL-3.0-or-later
// The game on paper: the position as a diagram, then its turns with variations and comments.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-session.h"

/* A print of the game as it is now, with the side `near` at the bottom, ready to be run. */
GtkPrintOperation *tab_game_printer_new(TabGameSession *session, TabSide near);
