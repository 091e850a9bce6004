// SPDX-License-Identifier: GPL-3.0-or-later
// Reproducible grain for painted material: hashed value noise, the same on every machine.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A number in 0 … 1 for one point of the integer lattice. */
double tab_paint_hash(int x, int y, uint32_t seed);

/* Smooth noise in 0 … 1 that changes over a distance of about 1. `period` > 0: it repeats after
 * that many lattice points in both directions (a power of two). */
double tab_paint_noise(double x, double y, uint32_t seed, int period);

/* Three octaves of it, still in 0 … 1. */
double tab_paint_fbm(double x, double y, uint32_t seed, int period);

/* The corners of the lattice around the last point that was asked for. Next to it lies the next
 * pixel, mostly between the same ones. */
typedef struct {
    bool known;
    int x, y;
    double corners[4];
} TabPaintCell;

/* The same noises, the same to the last bit, quicker for points that follow each other closely;
 * `cell` begins as zeros and is for one seed and one period. The octaves take three cells. */
double tab_paint_noise_near(TabPaintCell *cell, double x, double y, uint32_t seed, int period);
double tab_paint_fbm_near(TabPaintCell cells[3], double x, double y, uint32_t seed, int period);

/* 0 below `low`, 1 above `high`, smooth between. */
static inline double tab_paint_step(double low, double high, double value)
{
    double t = (value - low) / (high - low);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return t * t * (3.0 - 2.0 * t);
}
