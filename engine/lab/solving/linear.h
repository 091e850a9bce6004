// SPDX-License-Identifier: GPL-3.0-or-later
// Linear equations between the states of a unit, solved by sweeps.
//
// A step to better values, and the number of turns that are left, are solutions of x = c + A x,
// where A says where the best turns lead (TabSuccessors): a dozen entries a row, of total
// size below 1. A sweep puts c + A x in place of x for one group of states after the other, upwards
// and downwards in turns. The states of a group all see x as it was before the group, so they can
// be shared out among threads and the result does not depend on their number; with many groups this
// needs hardly more sweeps than if each state saw all states before it (Gauss and Seidel's way).
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

/* Where the best turns of a unit lead within the unit: for the state with number start + s the
 * entries s * slots … of `state` (less the unit's start) and `chance`, likeliest first, ended by a
 * chance of 0 unless full. A chance is below 0 if the other side is to move there. They come from
 * the short hands and are rounded: enough to guess by, not to prove by. */
typedef struct {
    unsigned slots; /* at least as many as there are casts */
    uint32_t *state;
    uint8_t *high;   /* bits 32–39 of each state; NULL for units of at most 2^32 states */
    int16_t *chance; /* TAB_CHANCE_ONE stands for 1 */
} TabSuccessors;

#define TAB_CHANCE_ONE 16384
#define TAB_UNIT_MOST (UINT64_C(1) << 40) /* states of a unit that successors can be kept of */

static inline uint64_t tab_successors_state(const TabSuccessors *next, uint64_t at)
{
    return next->state[at] | (next->high ? (uint64_t)next->high[at] << 32 : 0);
}

static inline void tab_successors_set(TabSuccessors *next, uint64_t at, uint64_t state,
                                      double chance)
{
    next->state[at] = (uint32_t)state;
    next->chance[at] = (int16_t)(chance * TAB_CHANCE_ONE + (chance < 0 ? -0.5 : 0.5));
    if (next->high)
        next->high[at] = (uint8_t)(state >> 32);
}

/* The equations of one unit. */
typedef struct {
    const TabSuccessors *next;
    uint64_t size; /* states */
    unsigned threads;
    double *fresh; /* room for tab_linear_room(size) numbers */
} TabLinear;

/* Numbers that solving takes besides. */
uint64_t tab_linear_room(uint64_t size);

/* Solves x = constant + A x, from 0 on, until no x changes by more than `precision` in a sweep, or
 * gives up after a great many; with `turns` x = constant + |A| x. */
void tab_linear_solve(const TabLinear *linear, const double *constant, double *x, double precision,
                      bool turns);
