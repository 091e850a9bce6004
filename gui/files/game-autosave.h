// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the game for the next run, in the background: one write at a time, the newest state last.
#pragma once

#include "gui/model/resume.h"

/* Signal: "idle" (), nothing is being written any more. */
#define TAB_TYPE_GAME_AUTOSAVE (tab_game_autosave_get_type())
G_DECLARE_FINAL_TYPE(TabGameAutosave, tab_game_autosave, TAB, GAME_AUTOSAVE, GObject)

/* Writes to `path`. Faults are told on standard error: a person could do nothing about them. */
TabGameAutosave *tab_game_autosave_new(const char *path);
/* Keeps this (taken over) in place of what is there; NULL: nothing is to be kept. It is written as
 * soon as what is being written is done, unless something newer comes before that. */
void tab_game_autosave_write(TabGameAutosave *self, TabKeptGame *game);
/* Whether something is being written. */
gboolean tab_game_autosave_is_busy(TabGameAutosave *self);
