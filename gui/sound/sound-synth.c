// SPDX-License-Identifier: GPL-3.0-or-later
// The game's sounds, computed: wood that falls, stones that are put down and taken, and a tune of
// plucked strings.
#include "gui/sound/sound-synth.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#define TWO_PI 6.283185307179586
#define FADE 0.004 /* seconds in which a sound comes, or goes, at its very ends */

/* A sound in the making. */
typedef struct {
    float *samples;
    size_t n;
    uint32_t noise; /* state of its noise */
} Track;

/* Noise between -1 and 1: Marsaglia's xorshift of 32 bits. */
static double noise(Track *track)
{
    track->noise ^= track->noise << 13;
    track->noise ^= track->noise >> 17;
    track->noise ^= track->noise << 5;
    return track->noise / 2147483648.0 - 1.0;
}

/* One way in which a struck body rings. */
typedef struct {
    double hertz, loud, seconds; /* seconds: until it is down to 1/e */
} Mode;

/* A blow at `at` seconds: the body's modes, `pitch` times as high, and a short noise of the
 * contact. */
static void strike(Track *track, double at, const Mode *modes, unsigned n_modes, double pitch,
                   double loud, double contact)
{
    size_t start = (size_t)(at * TAB_SOUND_RATE);
    double smooth = 0;
    for (size_t i = start; i < track->n; i++) {
        double t = (double)(i - start) / TAB_SOUND_RATE, value = 0;
        for (unsigned m = 0; m < n_modes; m++)
            value += modes[m].loud * exp(-t / modes[m].seconds) *
                     sin(TWO_PI * modes[m].hertz * pitch * t);
        smooth += 0.5 * (noise(track) - smooth);
        value += contact * smooth * exp(-t / 0.004);
        track->samples[i] += (float)(loud * value * (1.0 - exp(-t / 0.0004)));
        if (t > 0.5)
            break;
    }
}

/* A dry stick of palm, free at both ends: the overtones of a bar. */
static const Mode wood[] = {
    {620, 0.50, 0.030}, {1709, 0.55, 0.018}, {3350, 0.30, 0.009}, {5540, 0.12, 0.005}};
/* A pebble on stone: high and short, over the dull knock of what it lies on. */
static const Mode pebble[] = {
    {210, 0.55, 0.022}, {2350, 0.40, 0.012}, {3870, 0.30, 0.008}, {6100, 0.15, 0.004}};

#define MODES(list) list, sizeof(list) / sizeof(list)[0]

static void make_sticks(Track *track)
{
    static const double first[4] = {0.000, 0.021, 0.047, 0.078}, pitch[4] = {1.0, 1.13, 0.91, 1.24};
    for (int stick = 0; stick < 4; stick++) {
        double at = first[stick], gap = 0.105 - 0.008 * stick, loud = 0.42;
        for (int bounce = 0; bounce < 5; bounce++) {
            double wobble = 1.0 + 0.05 * noise(track);
            strike(track, at, MODES(wood), pitch[stick] * wobble, loud, 0.5);
            at += gap * wobble;
            gap *= 0.62;
            loud *= 0.52;
        }
    }
}

static void make_stone(Track *track)
{
    strike(track, 0.0, MODES(pebble), 1.0, 0.60, 0.5);
    strike(track, 0.034, MODES(pebble), 1.07, 0.13, 0.3); /* it rocks once */
}

static void make_capture(Track *track)
{
    strike(track, 0.0, MODES(pebble), 0.86, 0.70, 0.7);
    for (int i = 0; i < 4; i++)
        strike(track, 0.075 + 0.052 * i, MODES(pebble), 1.05 + 0.09 * i, 0.26 - 0.045 * i, 0.4);
}

/* A plucked string: noise that goes round a loop and is smoothed at each turn (Karplus and Strong,
 * 1983). */
static void pluck(Track *track, double at, double hertz, double loud)
{
    size_t length = (size_t)(TAB_SOUND_RATE / hertz + 0.5), start = (size_t)(at * TAB_SOUND_RATE);
    float *loop = malloc(length * sizeof *loop);
    if (!loop)
        return;
    for (size_t i = 0; i < length; i++)
        loop[i] = (float)noise(track);
    for (int pass = 0; pass < 2; pass++) /* a soft finger, no pick */
        for (size_t i = 1; i < length; i++)
            loop[i] = 0.5f * (loop[i] + loop[i - 1]);
    for (size_t i = start, k = 0; i < track->n; i++, k = (k + 1) % length) {
        track->samples[i] += (float)loud * loop[k];
        loop[k] = 0.4985f * (loop[k] + loop[(k + 1) % length]);
    }
    free(loop);
}

/* Up maqam Bayati on D, whose second note lies a quarter tone low: its first three notes, the
 * fifth, the octave. */
static void make_win(Track *track)
{
    static const double cents[5] = {0, 150, 300, 700, 1200}, at[5] = {0, 0.16, 0.32, 0.48, 0.72};
    for (int i = 0; i < 5; i++)
        pluck(track, at[i], 293.66 * pow(2.0, cents[i] / 1200.0), i == 4 ? 0.62 : 0.5);
}

static const struct {
    const char *file;
    double seconds, peak;
    void (*make)(Track *track);
} sounds[TAB_N_SOUNDS] = {
    [TAB_SOUND_STICKS] = {"sticks.wav", 0.60, 0.85, make_sticks},
    [TAB_SOUND_STONE] = {"stone.wav", 0.20, 0.70, make_stone},
    [TAB_SOUND_CAPTURE] = {"capture.wav", 0.50, 0.85, make_capture},
    [TAB_SOUND_WIN] = {"win.wav", 1.90, 0.80, make_win},
};

const char *tab_sound_file_name(TabSound sound)
{
    return sounds[sound].file;
}

/* As loud as it should be, and silent at both ends. */
static void fade_and_scale(Track *track, double peak)
{
    double most = 1e-9;
    size_t fade = (size_t)(FADE * TAB_SOUND_RATE);
    for (size_t i = 0; i < track->n; i++) {
        double left = (double)(track->n - 1 - i) / (double)(track->n / 4);
        track->samples[i] *= (float)fmin(left, 1.0);
        if (i < fade)
            track->samples[i] *= (float)fmin(8.0 * (double)i / (double)fade, 1.0);
        most = fmax(most, fabs(track->samples[i]));
    }
    for (size_t i = 0; i < track->n; i++)
        track->samples[i] *= (float)(peak / most);
}

float *tab_sound_synthesise(TabSound sound, size_t *n_samples)
{
    Track track = {.n = (size_t)(sounds[sound].seconds * TAB_SOUND_RATE), .noise = 2463534242u};
    track.samples = calloc(track.n, sizeof *track.samples);
    if (!track.samples)
        return NULL;
    sounds[sound].make(&track);
    fade_and_scale(&track, sounds[sound].peak);
    *n_samples = track.n;
    return track.samples;
}
