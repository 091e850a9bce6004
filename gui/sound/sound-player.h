// SPDX-License-Identifier: GPL-3.0-or-later
// Plays the game's sounds, as loud as is set; silent where there is no sound server, or nothing to
// play with.
#pragma once

#include <gio/gio.h>

#include "gui/sound/sound-synth.h"

typedef struct _TabSoundPlayer TabSoundPlayer;

/* Whether this program was built with sounds. */
gboolean tab_sound_player_is_supported(void);

/* No sound server answers: nothing will be heard. */
typedef void (*TabSoundPlayerSilent)(gpointer owner);

/* Heeds "sounds" and "sound-volume" of `settings`. Connects to the sound server in a thread of its
 * own; what is to be played before that is done is left out. `silent` may be NULL, and is called at
 * most once, from the main loop. */
TabSoundPlayer *tab_sound_player_new(GSettings *settings, TabSoundPlayerSilent silent,
                                     gpointer owner);
void tab_sound_player_free(TabSoundPlayer *player);

/* Plays it `delay` milliseconds from now. Does not wait. */
void tab_sound_player_play(TabSoundPlayer *player, TabSound sound, unsigned delay);
