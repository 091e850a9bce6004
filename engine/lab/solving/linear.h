// SPDX-License-Identifier: GPL-3.0-or-later
// Linear equations between the states of a unit, solved by sweeps.
//
// A step to better values, and the number of turns that are left, are solutions of x = c + A x,
// where A says where the best turns lead (TabSuccessors): a dozen entries a row, of total size
// below
// 1. A sweep puts c + A x in place of x for one group of states after the other, upwards and
// downwards in turns. The states of a group all see x as it was before the group, so they can be
// shared out among threads and the result does not depend on their number; with many groups this
// needs hardly more sweeps than if each state saw all states before it (Gauss and Seidel's way).
#pragma once

#include "engine/lab/solving/backup-task.h"

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
