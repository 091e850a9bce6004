// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps over the states of a unit, group by group, on threads.
#include "engine/lab/solving/linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SWEEPS 400
#define GROUPS 64
#define LEAST_SHARE 16384 /* states: a thread for fewer takes longer than it spares */

/* One sweep, or a thread's share of one of its groups. */
typedef struct {
    const TabLinear *linear;
    const double *constant;
    double *x;
    bool turns;
    uint64_t group, from, to; /* the group's first state; those of the share */
    double most;              /* the largest change */
} Sweep;

uint64_t tab_linear_room(uint64_t size)
{
    return size / GROUPS + 1;
}

/* c + A x of a state. */
static inline double row(const Sweep *sweep, uint64_t s, bool turns)
{
    const TabSuccessors *next = sweep->linear->next;
    uint64_t first = s * next->slots;
    const int16_t *chance = next->chance + first;
    double sum = 0;
    for (unsigned k = 0; k < next->slots && chance[k] != 0; k++)
        sum +=
            (turns ? abs(chance[k]) : chance[k]) * sweep->x[tab_successors_state(next, first + k)];
    return sweep->constant[s] + sum / TAB_CHANCE_ONE;
}

static gpointer sweep_share(gpointer data)
{
    Sweep *sweep = data;
    double *fresh = sweep->linear->fresh - sweep->group;
    for (uint64_t s = sweep->from; s < sweep->to; s++) {
        fresh[s] = sweep->turns ? row(sweep, s, true) : row(sweep, s, false);
        sweep->most = MAX(sweep->most, fabs(fresh[s] - sweep->x[s]));
    }
    return NULL;
}

/* Sweeps the group from state sweep->group to `end`. */
static void sweep_group(Sweep *sweep, uint64_t end)
{
    uint64_t states = end - sweep->group;
    unsigned shares = (unsigned)CLAMP(states / LEAST_SHARE, 1, sweep->linear->threads);
    g_autofree Sweep *share = g_new(Sweep, shares);
    g_autofree GThread **thread = g_new0(GThread *, shares);
    for (unsigned i = 0; i < shares; i++) {
        share[i] = *sweep;
        share[i].from = sweep->group + states * i / shares;
        share[i].to = sweep->group + states * (i + 1) / shares;
        if (i)
            thread[i] = g_thread_new("sweep", sweep_share, &share[i]);
    }
    sweep_share(&share[0]);
    for (unsigned i = 0; i < shares; i++) {
        if (i)
            g_thread_join(thread[i]);
        sweep->most = MAX(sweep->most, share[i].most);
    }
    memcpy(sweep->x + sweep->group, sweep->linear->fresh, states * sizeof *sweep->x);
}

void tab_linear_solve(const TabLinear *linear, const double *constant, double *x, double precision,
                      bool turns)
{
    uint64_t each = tab_linear_room(linear->size);
    memset(x, 0, linear->size * sizeof *x);
    for (unsigned i = 0; i < MOST_SWEEPS; i++) {
        Sweep sweep = {.linear = linear, .constant = constant, .x = x, .turns = turns};
        for (unsigned g = 0; g < GROUPS; g++) {
            sweep.group = MIN(linear->size, (i & 1 ? GROUPS - 1 - g : g) * each);
            sweep_group(&sweep, MIN(linear->size, sweep.group + each));
        }
        if (sweep.most <= precision)
            return;
    }
}
