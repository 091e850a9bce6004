// SPDX-License-Identifier: GPL-3.0-or-later
// The game's sounds, computed: wood that falls, stones that are put down and taken, and a tune of
// plucked strings. The standard library only: a program of the build writes them as files.
#pragma once

#include <stddef.h>

typedef enum {
    TAB_SOUND_STICKS,  /* the sticks fall, bounce and settle */
    TAB_SOUND_STONE,   /* a stone is put down */
    TAB_SOUND_CAPTURE, /* it strikes others, which are swept away */
    TAB_SOUND_WIN,     /* the game is won */
    TAB_N_SOUNDS
} TabSound;

#define TAB_SOUND_RATE 44100 /* samples a second, of one channel */

/* The name of its file, without folder. */
const char *tab_sound_file_name(TabSound sound);

/* The samples, between -1 and 1, always the same; it begins and ends in silence. Free with free();
 * NULL if there is no memory. */
float *tab_sound_synthesise(TabSound sound, size_t *n_samples);
