// SPDX-License-Identifier: GPL-3.0-or-later
// Newton's steps to the values of a unit, and the proof of their bounds.
#include "engine/tables/solve.h"

#include <math.h>
#include <string.h>

#include "engine/tables/store.h"

#define MOST_STEPS 200       /* of Newton; a handful is usual */
#define MOST_SWEEPS 400      /* over the equations of one step */
#define SWEEP_PRECISION 1e-2 /* of a step */
#define MOST_PROOFS 12
#define LEAST_SLACK 0.5 /* by which w must exceed its own mean after a turn, where 1 is exact */
#define LONGEST 1e7     /* turns: no bound is to be had beyond */

G_DEFINE_QUARK(tab - solve - error - quark, tab_solve_error)

/* A unit that is being solved. */
typedef struct {
    const TabBackupSetup *setup;
    const TabUnit *unit;
    double *value;     /* of all states */
    double *backed_up; /* by state of the unit, as all below */
    double *step;      /* D, or a change of w */
    double *turns;     /* w */
    TabSuccessors next;
    TabSolveProgress progress;
    gpointer user_data;
    TabSolveState state;
    TabUnitReport *report;
} Solver;

static bool pass_on(double done, gpointer user_data)
{
    Solver *solver = user_data;
    solver->state.done = done;
    return !solver->progress || solver->progress(&solver->state, solver->user_data);
}

static bool back_up(Solver *solver, const TabBackupSetup *setup, const double *same,
                    const double *turned, double tail_worth, TabSuccessors *next, double *value)
{
    TabBackup backup = {.same = same,
                        .turned = turned,
                        .tail_worth = tail_worth,
                        .value = value,
                        .successors = next};
    solver->state.backup = ++solver->report->backups;
    solver->state.rough = setup != solver->setup;
    return tab_backup_run(setup, solver->unit, &backup, pass_on, solver);
}

/* What one backup can be off by rounding. */
static double rounding(const TabBackupSetup *setup)
{
    return setup->box ? setup->box->rounding : 16 * 0x1p-52;
}

static double tail(const TabBackupSetup *setup)
{
    return setup->box ? setup->box->tail : 0;
}

/* One sweep of x = constant + A x, in place, upwards or downwards; `sign` -1 for values (what is
 * good for the other side is bad), 1 for numbers of turns. Returns the largest change. */
static double sweep(const Solver *solver, const double *constant, double *x, bool down, bool turns)
{
    const TabSuccessors *next = &solver->next;
    uint64_t size = solver->unit->size;
    double most = 0;
    for (uint64_t i = 0; i < size; i++) {
        uint64_t s = down ? size - 1 - i : i;
        uint64_t first = s * next->slots;
        const float *chance = next->chance + first;
        double sum = constant[s];
        for (unsigned k = 0; k < next->slots && chance[k] != 0; k++)
            sum +=
                (turns ? fabsf(chance[k]) : chance[k]) * x[tab_successors_state(next, first + k)];
        most = MAX(most, fabs(sum - x[s]));
        x[s] = sum;
    }
    return most;
}

/* Solves x = constant + A x to SWEEP_PRECISION of `scale`. */
static void solve_linear(const Solver *solver, const double *constant, double *x, double scale,
                         bool turns)
{
    memset(x, 0, solver->unit->size * sizeof *x);
    for (unsigned i = 0; i < MOST_SWEEPS; i++)
        if (sweep(solver, constant, x, i & 1, turns) <= SWEEP_PRECISION * scale)
            return;
}

static bool stopped(GError **error)
{
    g_set_error_literal(error, TAB_SOLVE_ERROR, TAB_SOLVE_ERROR_STOPPED, "stopped");
    return false;
}

/* The residual of each state into backed_up; returns the largest. */
static double take_residual(Solver *solver)
{
    const double *value = solver->value + solver->unit->start;
    double most = 0;
    for (uint64_t s = 0; s < solver->unit->size; s++) {
        solver->backed_up[s] -= value[s];
        most = MAX(most, fabs(solver->backed_up[s]));
    }
    return most;
}

static void make_step(Solver *solver, double residual, bool newton)
{
    double *value = solver->value + solver->unit->start;
    const double *step = solver->backed_up;
    if (newton) {
        solve_linear(solver, solver->backed_up, solver->step, residual, false);
        step = solver->step;
    }
    for (uint64_t s = 0; s < solver->unit->size; s++)
        value[s] = CLAMP(value[s] + step[s], 0, 1);
}

/* Improves the values until the residual is `enough`. */
static bool find_values(Solver *solver, const TabBackupSetup *setup, double enough, GError **error)
{
    double best = INFINITY;
    unsigned worse = 0;
    for (unsigned i = 0; i < MOST_STEPS; i++) {
        solver->state.stage = TAB_SOLVE_VALUES;
        if (!back_up(solver, setup, solver->value, solver->value, 0.5, &solver->next,
                     solver->backed_up))
            return stopped(error);
        double residual = take_residual(solver);
        solver->state.residual = solver->report->residual = residual;
        if (residual <= enough)
            return true;
        /* A step in which many best turns change may overshoot; a plain one never does. */
        worse = residual < 0.7 * best ? 0 : worse + 1;
        best = MIN(best, residual);
        make_step(solver, residual, worse < 3);
        solver->state.values_new = true;
        bool on = pass_on(0, solver);
        solver->state.values_new = false;
        if (!on)
            return stopped(error);
    }
    return true; /* the proof says how good they are */
}

/* First with the few likeliest hands, which is most of the way at a part of the price; then with
 * all of them, until the residual is a small part of what the tail leaves open anyway. */
static bool approach(Solver *solver, GError **error)
{
    const TabBackupSetup *setup = solver->setup;
    if (setup->box) {
        g_autoptr(TabHandBox) few = tab_hand_box_new(&setup->sticks, sqrt(setup->box->tail));
        TabBackupSetup rough = *setup;
        rough.box = few;
        if (!find_values(solver, &rough, few->tail / 4, error))
            return false;
    }
    return find_values(solver, setup, MAX(0.25 * tail(setup), 4 * rounding(setup)), error);
}

/* The unit's L and U for this e, smaller units by `smaller` below and above. */
static void set_bounds(const Solver *solver, double smaller, double e, double *lower, double *upper)
{
    uint64_t start = solver->unit->start, end = start + solver->unit->size;
    for (uint64_t s = 0; s < end; s++) {
        double off = smaller + (s < start ? 0 : e * solver->turns[s - start]);
        lower[s] = solver->value[s] - off;
        upper[s] = solver->value[s] + off;
    }
}

/* Checks (1) of the header from B(L, U) and B(U, L). Where it fails, or w has less slack than it
 * should, puts the growth that w lacks into `lacks`. */
static bool check_bounds(const Solver *solver, double e, const double *lower, const double *upper,
                         const double *of_lower, const double *of_upper, double *lacks)
{
    double least = rounding(solver->setup);
    uint64_t start = solver->unit->start;
    bool good = true;
    for (uint64_t s = 0; s < solver->unit->size; s++) {
        double slack = MIN(of_lower[s] - lower[start + s], upper[start + s] - of_upper[s]);
        good = good && slack > least;
        /* Of the slack e (w - mean of w after the turn) tail and residual take their part. */
        double part = tail(solver->setup) / 2 + solver->report->residual;
        lacks[s] = MAX(0, 1 - (slack + part) / e);
    }
    return good;
}

/* Solves w = 1 + |A| w, or mends it by what it lacks; false if turns have no end. */
static bool find_turns(Solver *solver, double *constant, bool first)
{
    if (first)
        for (uint64_t s = 0; s < solver->unit->size; s++) {
            constant[s] = 1;
            solver->turns[s] = 0;
        }
    solve_linear(solver, constant, solver->step, 1, true);
    double longest = 1;
    for (uint64_t s = 0; s < solver->unit->size; s++) {
        solver->turns[s] += solver->step[s];
        longest = MAX(longest, solver->turns[s]);
    }
    solver->report->longest = longest;
    return longest < LONGEST;
}

/* Tries bounds until they can be proved. */
static bool prove(Solver *solver, double smaller, double *lower, double *upper, double *of_upper,
                  GError **error)
{
    double *of_lower = solver->backed_up;
    double part = tail(solver->setup) / 2 + solver->report->residual;
    double e = (part + 3 * rounding(solver->setup)) / LEAST_SLACK;
    solver->state.stage = TAB_SOLVE_PROOF;
    bool finite = find_turns(solver, of_upper, true);
    for (unsigned i = 0; i < MOST_PROOFS && finite; i++) {
        set_bounds(solver, smaller, e, lower, upper);
        if (!back_up(solver, solver->setup, lower, upper, 0, NULL, of_lower) ||
            !back_up(solver, solver->setup, upper, lower, 1, NULL, of_upper))
            return stopped(error);
        if (check_bounds(solver, e, lower, upper, of_lower, of_upper, of_lower)) {
            solver->report->bound = smaller + e * solver->report->longest;
            solver->report->proved = 1;
            return true;
        }
        memcpy(of_upper, of_lower, solver->unit->size * sizeof *of_upper);
        finite = find_turns(solver, of_upper, false);
    }
    g_set_error(error, TAB_SOLVE_ERROR, TAB_SOLVE_ERROR_PROOF,
                "%u against %u pieces: no bound can be proved; play may go on for ever",
                solver->unit->more, solver->unit->fewer);
    return false;
}

/* What is kept of each state of the unit (the last two also of smaller units). */
enum {
    STORE_BACKED_UP,
    STORE_STEP,
    STORE_TURNS,
    STORE_OF_UPPER,
    STORE_NEXT_STATE,
    STORE_NEXT_HIGH,
    STORE_NEXT_CHANCE,
    STORE_LOWER,
    STORE_UPPER,
    N_STORES
};

static void find_sizes(const TabBackupSetup *setup, const TabUnit *unit, unsigned slots,
                       uint64_t bytes[N_STORES])
{
    bool wide = setup->wide || unit->size > UINT32_MAX;
    for (unsigned i = STORE_BACKED_UP; i <= STORE_OF_UPPER; i++)
        bytes[i] = unit->size * sizeof(double);
    bytes[STORE_NEXT_STATE] = unit->size * slots * sizeof(uint32_t);
    bytes[STORE_NEXT_HIGH] = wide ? unit->size * slots : 0;
    bytes[STORE_NEXT_CHANCE] = unit->size * slots * sizeof(float);
    bytes[STORE_LOWER] = bytes[STORE_UPPER] = (unit->start + unit->size) * sizeof(double);
}

static bool make_stores(const TabBackupSetup *setup, const TabUnit *unit, unsigned slots,
                        TabStore store[N_STORES], GError **error)
{
    uint64_t bytes[N_STORES];
    find_sizes(setup, unit, slots, bytes);
    for (unsigned i = 0; i < N_STORES; i++)
        if (!tab_store_init(&store[i], setup->scratch, bytes[i], error))
            return false;
    return true;
}

static bool solve(Solver *solver, double smaller, TabStore store[N_STORES], GError **error)
{
    solver->backed_up = store[STORE_BACKED_UP].memory;
    solver->step = store[STORE_STEP].memory;
    solver->turns = store[STORE_TURNS].memory;
    solver->next.state = store[STORE_NEXT_STATE].memory;
    solver->next.high = store[STORE_NEXT_HIGH].memory;
    solver->next.chance = store[STORE_NEXT_CHANCE].memory;
    return approach(solver, error) &&
           prove(solver, smaller, store[STORE_LOWER].memory, store[STORE_UPPER].memory,
                 store[STORE_OF_UPPER].memory, error);
}

bool tab_solve_unit(const TabBackupSetup *setup, const TabUnit *unit, double smaller,
                    unsigned slots, double *value, TabSolveProgress progress, gpointer user_data,
                    TabUnitReport *report, GError **error)
{
    gint64 start = g_get_monotonic_time();
    TabStore store[N_STORES] = {{0}};
    memset(report, 0, sizeof *report);
    Solver solver = {.setup = setup,
                     .unit = unit,
                     .value = value,
                     .next = {.slots = slots},
                     .progress = progress,
                     .user_data = user_data,
                     .report = report};
    bool proved =
        make_stores(setup, unit, slots, store, error) && solve(&solver, smaller, store, error);
    for (unsigned i = 0; i < N_STORES; i++)
        tab_store_clear(&store[i]);
    report->seconds = (double)(g_get_monotonic_time() - start) * 1e-6;
    return proved;
}

uint64_t tab_solve_states_memory(const TabBackupSetup *setup, const TabUnit *unit, unsigned slots)
{
    uint64_t bytes[N_STORES], sum = 0;
    find_sizes(setup, unit, slots, bytes);
    for (unsigned i = 0; i < N_STORES; i++)
        sum += bytes[i];
    return sum;
}

uint64_t tab_solve_memory(const TabBackupSetup *setup, const TabUnit *unit)
{
    return setup->threads * tab_backup_memory(setup, unit);
}
