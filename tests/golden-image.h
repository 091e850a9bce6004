// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a picture with the stored one in tests/golden, with room for another machine's
// antialiasing.
#pragma once

#include <stdbool.h>

#include <cairo.h>
#include <glib.h>

/* A pixel counts as different if a channel is off by more than GOLDEN_CHANNEL of 255, and pictures
 * as different if more than GOLDEN_PIXELS pixels are. Other rounding moves channels by a few steps,
 * another size moves edges by a whole step of colour. */
#define GOLDEN_CHANNEL 26
#define GOLDEN_PIXELS 12
#define GOLDEN_OFF 0xd00000u /* what a differing pixel is shown as */

/* The number of different pixels of two RGB24 or ARGB32 pictures; -1 if their sizes differ. `diff`
 * (may be NULL) receives a new picture of the differences, GOLDEN_OFF on pale grey. */
int golden_difference(cairo_surface_t *a, cairo_surface_t *b, cairo_surface_t **diff);

/* The stored picture, or NULL; its size is the caller's to check. Destroy with
 * cairo_surface_destroy. */
cairo_surface_t *golden_load(const char *name);

/* Asserts that `picture` is like the stored one; if not, writes <name>-actual.png and
 * <name>-diff.png into golden-failed/ in the build folder of the tests. With TAB_UPDATE_GOLDEN=1 in
 * the environment it stores `picture` in the source folder instead. */
void golden_assert(cairo_surface_t *picture, const char *name);
