// SPDX-License-Identifier: GPL-3.0-or-later
// When what is heard: the sticks as they fall, stones as they land, and the end of a game.
#pragma once

#include "gui/board/board-view.h"
#include "gui/model/game-session.h"

typedef struct _TabSoundCues TabSoundCues;

/* Listens to `board` (borrowed: it must live as long); heeds the sounds' keys of `settings`. */
TabSoundCues *tab_sound_cues_new(TabBoardView *board, GSettings *settings);
void tab_sound_cues_free(TabSoundCues *cues);

/* Listens to this game from now on; NULL: to none. */
void tab_sound_cues_set_session(TabSoundCues *cues, TabGameSession *session);
