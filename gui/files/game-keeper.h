// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the window's game for the next run of the program: a moment after each change, in the
// background.
#pragma once

#include "gui/model/resume.h"

/* What is to be kept as it is now (taken over; NULL: no game is), and the number of changes that
 * this has. */
typedef TabResume *(*TabKeeperTake)(gpointer owner, guint64 *changes);

/* Signals: "told" (const char *title, const char *detail, const char *technical, which is NULL),
 * what is to be said of a game that cannot be kept, or can be again; "done" (gboolean kept), each
 * time that it was tried. */
#define TAB_TYPE_GAME_KEEPER (tab_game_keeper_get_type())
G_DECLARE_FINAL_TYPE(TabGameKeeper, tab_game_keeper, TAB, GAME_KEEPER, GObject)

TabGameKeeper *tab_game_keeper_new(TabKeeperTake take, gpointer owner);
/* The owner goes: what is being written is written to its end, and nothing more. */
void tab_game_keeper_end(TabGameKeeper *self);

/* Another game is there, of which nothing was kept. */
void tab_game_keeper_begin(TabGameKeeper *self);
/* The game has so many changes now; if they are others than were kept, they will be, soon. */
void tab_game_keeper_note(TabGameKeeper *self, guint64 changes);
/* Keeps the game at once, or as it is then when what is being written is there. */
void tab_game_keeper_keep(TabGameKeeper *self);
/* Nothing may be kept any more, as another game's file stands there. */
void tab_game_keeper_refrain(TabGameKeeper *self);

gboolean tab_game_keeper_is_refraining(TabGameKeeper *self);
gboolean tab_game_keeper_is_writing(TabGameKeeper *self);
/* Whether a game of so many changes is kept, or just being written. */
gboolean tab_game_keeper_has(TabGameKeeper *self, guint64 changes);
