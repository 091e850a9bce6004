// SPDX-License-Identifier: GPL-3.0-or-later
// How often a piece of work can be done in a second.
#pragma once

#include <glib.h>
#include <stdint.h>

/* Repeats a round of work for a second or so; a round returns how many units it did. Returns units
 * a second. */
double tab_bench_rate(uint64_t (*round)(gpointer), gpointer data);

/* Rounds a second of work that does not change with this project, to which all other speeds are put
 * in relation: a round is a million steps of the random generator. */
double tab_bench_reference(void);
