// SPDX-License-Identifier: GPL-3.0-or-later
// Newton's steps to the values of a unit, and the proof of their bounds.
#include "engine/lab/solving/solve.h"

#include <math.h>

#include "engine/lab/solving/linear.h"
#include "engine/lab/solving/store.h"

#define MOST_STEPS 200       /* of Newton; a handful is usual */
#define PRECISION 1e-2       /* of the residual, to which a step is solved */
#define ROUGH_PRECISION 3e-2 /* the same while many best turns change: with residuals above … */
#define ROUGHLY 1e-3
#define TURNS_PRECISION 5e-2
#define ENOUGH 0.1                  /* of the tail: a residual that matters little beside it */
#define FEW 0.5                     /* the likeliest hands leave out this power of the tail, … */
#define FEWEST 0.3                  /* … and those that steps begin with this one */
#define REST_RANKS (UINT16_MAX - 2) /* of 16 bits, which take less time: enough for the rest */
#define MOST_PROOFS 14
#define MOST_MENDS 20   /* rounds of bounds that are mended where they lack … */
#define MOST_LACKING 64 /* … if it is in so few states */
#define ONE_WALK 2      /* so many times both bounds are tried from one walk */
#define LEAST_SLACK 0.5 /* by which w must exceed its own mean after a turn, where 1 is exact */
#define LONGEST 1e7     /* turns: no bound is to be had beyond */

G_DEFINE_QUARK(tab_solve_error, tab_solve_error)

/* A unit that is being solved. */
typedef struct {
    const TabBackupSetup *setup;
    TabBackupSetup few; /* the same with the likeliest hands only */
    const TabUnit *unit;
    double *value;         /* of all states */
    double *backed_up;     /* by state of the unit, as all below */
    double *step;          /* D, or a change of w */
    double *turns;         /* w */
    float *rest;           /* what all hands add to the backup with few hands */
    double *lower, *upper; /* L and U, of all states */
    double *of_upper;      /* B(U, L) */
    double *of_lower;      /* not above B(L, U); lies where `step` does */
    double certain;        /* the values have a residual of this, at least */
    TabSuccessors next;
    TabLinear linear; /* of `next` */
    TabBackupGraphs *graphs;
    TabSolveProgress progress;
    gpointer user_data;
    TabSolveState state;
    TabUnitReport *report;
    double seconds_before; /* this solver began */
    gint64 start;          /* monotonic */
} Solver;

static void take_time(Solver *solver)
{
    double here = (double)(g_get_monotonic_time() - solver->start) * 1e-6;
    solver->report->seconds = solver->seconds_before + here;
}

static bool pass_on(double done, gpointer user_data)
{
    Solver *solver = user_data;
    solver->state.done = done;
    take_time(solver);
    return !solver->progress || solver->progress(&solver->state, solver->user_data);
}

static bool back_up(Solver *solver, const TabBackupSetup *setup, const TabBackup *backup)
{
    solver->state.backup++;
    solver->report->backups++;
    solver->state.rough = setup != solver->setup;
    return tab_backup_run(setup, solver->unit, backup, pass_on, solver);
}

/* B(V, V) into `backed_up`, with what is best in `next` unless this is NULL. */
static bool back_up_values(Solver *solver, const TabBackupSetup *setup, TabSuccessors *next,
                           double *backed_up)
{
    TabBackup backup = {.same = solver->value,
                        .turned = solver->value,
                        .tail_worth = 0.5,
                        .value = backed_up,
                        .graphs = solver->graphs,
                        .successors = next};
    solver->state.stage = TAB_SOLVE_VALUES;
    return back_up(solver, setup, &backup);
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

static bool stopped(GError **error)
{
    g_set_error_literal(error, TAB_SOLVE_ERROR, TAB_SOLVE_ERROR_STOPPED, "stopped");
    return false;
}

/* The residual of each state into backed_up; returns the largest. */
static double take_residual(Solver *solver, bool rest)
{
    const double *value = solver->value + solver->unit->start;
    double most = 0;
    for (uint64_t s = 0; s < solver->unit->size; s++) {
        solver->backed_up[s] += (rest ? (double)solver->rest[s] : 0) - value[s];
        most = MAX(most, fabs(solver->backed_up[s]));
    }
    return most;
}

/* Newton's step by the residual in `backed_up`, or half of a plain one: whole ones could go to and
 * fro for ever where a turn is forced and leads to its like, with halves the residual never grows,
 * since B does not expand (Ishikawa, Fixed points and iteration of a nonexpansive mapping in a
 * Banach space, 1976). Then it is time to save the values. */
static bool improve_values(Solver *solver, bool newton, GError **error)
{
    double *value = solver->value + solver->unit->start;
    const double *step = solver->backed_up;
    double part = newton ? 1 : 0.5, residual = solver->report->residual;
    if (newton) {
        bool rough = solver->setup->box && residual > ROUGHLY;
        double precision = rough ? ROUGH_PRECISION : PRECISION;
        tab_linear_solve(&solver->linear, solver->backed_up, solver->step, precision * residual,
                         false);
        step = solver->step;
    }
    for (uint64_t s = 0; s < solver->unit->size; s++)
        value[s] = CLAMP(value[s] + part * step[s], 0, 1);
    solver->state.values_new = true;
    bool on = pass_on(0, solver);
    solver->state.values_new = false;
    return on || stopped(error);
}

/* Improves the values until the residual, which stays in `backed_up`, is `enough`. With `rest` it
 * is that of the backup by few hands and the rest, and the last step is not followed by a backup if
 * one that does as much as the step before would be enough: the proof finds out. */
static bool find_values(Solver *solver, const TabBackupSetup *setup, bool rest, double enough,
                        GError **error)
{
    double best = INFINITY, before = rest ? solver->report->residual : INFINITY;
    unsigned worse = 0;
    for (unsigned i = 0;; i++) {
        if (!back_up_values(solver, setup, &solver->next, solver->backed_up))
            return stopped(error);
        double residual = take_residual(solver, rest);
        solver->state.residual = solver->report->residual = residual;
        if (residual <= enough || i == MOST_STEPS) /* the proof says how good they are */
            return true;
        /* A step in which many best turns change may overshoot. */
        worse = residual < 0.7 * best ? 0 : worse + 1;
        best = MIN(best, residual);
        if (!improve_values(solver, worse < 3, error))
            return false;
        if (rest && residual * residual / before <= enough)
            return true;
        before = residual;
    }
}

/* A residual that adds little to what the tail leaves open anyway. */
static double enough(const Solver *solver)
{
    return MAX(ENOUGH * tail(solver->setup), 4 * rounding(solver->setup));
}

/* Values by few hands and the rest, which is mended by the residual of a backup with all hands;
 * with few hands and the rest as it was, it was `backed_up`. */
static bool find_values_by_rest(Solver *solver, const double *residual, GError **error)
{
    double most = 0;
    for (uint64_t s = 0; s < solver->unit->size; s++) {
        solver->rest[s] += (float)(residual[s] - solver->backed_up[s]);
        solver->backed_up[s] = residual[s];
        most = MAX(most, fabs(residual[s]));
    }
    solver->state.residual = solver->report->residual = most;
    return improve_values(solver, true, error) &&
           find_values(solver, &solver->few, true, enough(solver), error);
}

/* Those that leave out this power of the tail, for good guesses. */
static TabHandBox *likeliest_hands(const TabBackupSetup *setup, double power)
{
    const TabCast *cast = &setup->layers->index->rules->cast;
    TabHandBox *box = tab_hand_box_new(cast, &setup->sticks, pow(setup->box->tail, power));
    tab_hand_box_close(box);
    return box;
}

/* First with ever more hands, which is most of the way at a part of the price; then once with the
 * others, and on from there with what they add. */
static bool approach(Solver *solver, GError **error)
{
    const TabBackupSetup *setup = solver->setup;
    if (!setup->box)
        return find_values(solver, setup, false, enough(solver), error);
    TabBackupSetup first = *setup;
    g_autoptr(TabHandBox) fewest = likeliest_hands(setup, FEWEST);
    first.box = fewest;
    if (!find_values(solver, &first, false, pow(setup->box->tail, FEWEST), error) ||
        !find_values(solver, &solver->few, false, pow(setup->box->tail, FEW) / 2, error))
        return false;
    g_autoptr(TabHandBox) others = tab_hand_box_difference(setup->box, solver->few.box);
    TabBackupSetup rest = *setup;
    rest.box = others;
    rest.ranks = REST_RANKS;
    if (!back_up_values(solver, &rest, NULL, solver->step))
        return stopped(error);
    for (uint64_t s = 0; s < solver->unit->size; s++)
        solver->step[s] += solver->backed_up[s];
    return find_values_by_rest(solver, solver->step, error);
}

/* The unit's L and U for this e, smaller units by `smaller` below and above. */
static void set_bounds(const Solver *solver, double smaller, double e)
{
    uint64_t start = solver->unit->start, end = start + solver->unit->size;
    for (uint64_t s = 0; s < end; s++) {
        double off = smaller + (s < start ? 0 : e * solver->turns[s - start]);
        solver->lower[s] = solver->value[s] - off;
        solver->upper[s] = solver->value[s] + off;
    }
}

/* By how much (1) of the header holds for a state. */
static double slack(const Solver *solver, uint64_t s)
{
    uint64_t at = solver->unit->start + s;
    return MIN(solver->of_lower[s] - solver->lower[at], solver->upper[at] - solver->of_upper[s]);
}

/* Whether it does, by more than rounding: never with a number that is none. */
static bool holds(const Solver *solver, uint64_t s)
{
    uint64_t at = solver->unit->start + s;
    double least = rounding(solver->setup);
    return solver->of_lower[s] - solver->lower[at] > least &&
           solver->upper[at] - solver->of_upper[s] > least;
}

/* The farthest bound of the unit from its value, rounded up; INFINITY if (1) does not hold for all
 * states. */
static double find_bound(const Solver *solver)
{
    double most = 0;
    for (uint64_t s = 0; s < solver->unit->size; s++) {
        uint64_t at = solver->unit->start + s;
        if (!holds(solver, s))
            return INFINITY;
        most = MAX(most, solver->value[at] - solver->lower[at]);
        most = MAX(most, solver->upper[at] - solver->value[at]);
    }
    return nextafter(most, INFINITY);
}

/* Adds to w (0 at first) the solution of x = c + |A| x, where c is in place of `of_upper`; false if
 * turns have no end. */
static bool add_turns(Solver *solver)
{
    double longest = 1;
    tab_linear_solve(&solver->linear, solver->of_upper, solver->step, TURNS_PRECISION, true);
    for (uint64_t s = 0; s < solver->unit->size; s++) {
        solver->turns[s] += solver->step[s];
        longest = MAX(longest, solver->turns[s]);
    }
    solver->report->longest = longest;
    return longest < LONGEST;
}

/* Backs up the bounds, both from the same walk over the hands, or the lower one by `another`. */
static bool back_up_bounds(Solver *solver, bool another, GError **error)
{
    double off = 0, most = 0;
    TabBackup backup = {.same = solver->upper,
                        .turned = solver->lower,
                        .tail_worth = 1,
                        .value = solver->of_upper,
                        .other = solver->of_lower,
                        .off = &off,
                        .graphs = solver->graphs};
    TabBackup lower = {.same = solver->lower,
                       .turned = solver->upper,
                       .value = solver->of_lower,
                       .graphs = solver->graphs};
    solver->state.stage = TAB_SOLVE_PROOF;
    if (!back_up(solver, solver->setup, &backup))
        return stopped(error);
    for (uint64_t s = 0; s < solver->unit->size; s++) {
        double mean = (solver->of_lower[s] + solver->of_upper[s]) / 2;
        most = MAX(most, fabs(mean - solver->value[solver->unit->start + s]));
    }
    solver->state.residual = solver->report->residual = most + off;
    solver->certain = most - off;
    return !another || back_up(solver, solver->setup, &lower) || stopped(error);
}

/* The states where (1) does not hold, by number; NULL if there are many. */
static GHashTable *find_lacking(const Solver *solver)
{
    g_autoptr(GHashTable) lacking =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (guint64 s = 0; s < solver->unit->size; s++) {
        if (holds(solver, s))
            continue;
        if (g_hash_table_size(lacking) == MOST_LACKING)
            return NULL;
        g_hash_table_add(lacking, g_memdup2(&s, sizeof s));
    }
    return g_steal_pointer(&lacking);
}

/* Makes the bounds of some states so much wider that they have the slack `part`. */
static void widen_bounds(Solver *solver, GHashTable *lacking, double e, double part)
{
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, lacking);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        guint64 s = *(guint64 *)key, at = solver->unit->start + s;
        double more = part - slack(solver, s);
        solver->lower[at] -= more;
        solver->upper[at] += more;
        solver->turns[s] += more / e;
        solver->report->longest = MAX(solver->report->longest, solver->turns[s]);
    }
}

/* Where (1) does not hold in a few states, widens their bounds and backs up what depends on them;
 * whether (1) holds then everywhere is for the caller to see. */
static bool mend_bounds(Solver *solver, double e, double part, GError **error)
{
    TabBackup backup = {.same = solver->upper,
                        .turned = solver->lower,
                        .tail_worth = 1,
                        .value = solver->of_upper,
                        .other = solver->of_lower,
                        .graphs = solver->graphs};
    for (unsigned i = 0; i < MOST_MENDS && solver->setup->box; i++) {
        g_autoptr(GHashTable) lacking = find_lacking(solver);
        if (!lacking || !g_hash_table_size(lacking))
            return true;
        widen_bounds(solver, lacking, e, part);
        backup.changed = lacking;
        if (!tab_backup_run(solver->setup, solver->unit, &backup, pass_on, solver))
            return stopped(error);
    }
    return true;
}

/* Improves values whose residual the bounds have shown to be too large: at first by the rest; if
 * this was in vain, with all hands. */
static bool improve(Solver *solver, bool again, GError **error)
{
    if (again || !solver->setup->box)
        return find_values(solver, solver->setup, false, enough(solver), error);
    for (uint64_t s = 0; s < solver->unit->size; s++)
        solver->step[s] = (solver->of_lower[s] + solver->of_upper[s]) / 2 -
                          solver->value[solver->unit->start + s];
    /* The last step may not have been followed by a backup. */
    if (!back_up_values(solver, &solver->few, NULL, solver->backed_up))
        return stopped(error);
    take_residual(solver, true);
    return find_values_by_rest(solver, solver->step, error);
}

/* A backup passes over what is no number, as if no turn led there. */
static bool are_chances(const double *value, uint64_t n)
{
    for (uint64_t s = 0; s < n; s++)
        if (!(value[s] >= 0 && value[s] <= 1))
            return false;
    return true;
}

/* Tries bounds until they can be proved. */
static bool prove(Solver *solver, double smaller, GError **error)
{
    double expected = enough(solver), part = tail(solver->setup) / 2 + expected;
    double e = (part + 3 * rounding(solver->setup)) / LEAST_SLACK;
    for (uint64_t s = 0; s < solver->unit->size; s++)
        solver->of_upper[s] = 1;
    bool again = false,
         finite = are_chances(solver->value, solver->unit->start) && add_turns(solver);
    for (unsigned i = 0; i < MOST_PROOFS && finite; i++) {
        set_bounds(solver, smaller, e);
        if (!back_up_bounds(solver, i >= ONE_WALK, error))
            return false;
        bool good = solver->certain <= expected || i > ONE_WALK;
        if (good && !mend_bounds(solver, e, part, error))
            return false;
        double bound = find_bound(solver);
        if (bound < 1) {
            solver->report->bound = bound;
            return true;
        }
        if (bound < INFINITY)
            break; /* what it says is true of anything */
        if (good) {
            /* Where w has less slack than it should: the growth that it lacks. Of the slack e (w -
             * mean of w after the turn) `part` is for tail and residual. */
            for (uint64_t s = 0; s < solver->unit->size; s++)
                solver->of_upper[s] = MAX(0, 1 - (slack(solver, s) + part) / e);
            finite = add_turns(solver);
        } else if (improve(solver, again, error)) {
            again = true;
        } else {
            return false;
        }
    }
    g_set_error(error, TAB_SOLVE_ERROR, TAB_SOLVE_ERROR_PROOF,
                "%u against %u pieces: no bound can be proved; play may go on for ever, or too "
                "many hands are left out",
                solver->unit->more, solver->unit->fewer);
    return false;
}

/* Takes so many bytes from `at` on, if there is any memory; NULL for none. */
static void *take_bytes(char *memory, uint64_t *at, uint64_t bytes)
{
    void *taken = memory && bytes ? memory + *at : NULL;
    *at += bytes;
    return taken;
}

/* Finds places in `memory` (NULL: none yet) for what is kept of each state of the unit, and for the
 * bounds of smaller units too; returns the bytes that they take. Larger numbers stand first. */
static uint64_t lay_out_states(Solver *solver, const TabBackupSetup *setup, const TabUnit *unit,
                               unsigned slots, char *memory)
{
    bool wide = setup->wide || unit->size > UINT32_MAX;
    uint64_t n = unit->size, all = unit->start + n, at = 0;
    solver->backed_up = take_bytes(memory, &at, n * sizeof(double));
    solver->step = solver->of_lower = take_bytes(memory, &at, n * sizeof(double));
    solver->turns = take_bytes(memory, &at, n * sizeof(double));
    solver->of_upper = take_bytes(memory, &at, n * sizeof(double));
    solver->lower = take_bytes(memory, &at, all * sizeof(double));
    solver->upper = take_bytes(memory, &at, all * sizeof(double));
    solver->linear.fresh = take_bytes(memory, &at, tab_linear_room(n) * sizeof(double));
    solver->rest = take_bytes(memory, &at, setup->box ? n * sizeof(float) : 0);
    solver->next.state = take_bytes(memory, &at, n * slots * sizeof(uint32_t));
    solver->next.chance = take_bytes(memory, &at, n * slots * sizeof(int16_t));
    solver->next.high = take_bytes(memory, &at, wide ? n * slots : 0);
    return at;
}

bool tab_solve_unit(const TabBackupSetup *setup, const TabUnit *unit, double smaller,
                    unsigned slots, double *value, TabSolveProgress progress, gpointer user_data,
                    TabUnitReport *report, GError **error)
{
    g_auto(TabStore) store = {0};
    *report = (TabUnitReport){.seconds = report->seconds, .backups = report->backups};
    Solver solver = {.setup = setup,
                     .few = *setup,
                     .unit = unit,
                     .value = value,
                     .next = {.slots = slots},
                     .progress = progress,
                     .user_data = user_data,
                     .report = report,
                     .seconds_before = report->seconds,
                     .start = g_get_monotonic_time()};
    g_autoptr(TabHandBox) few = setup->box ? likeliest_hands(setup, FEW) : NULL;
    solver.few.box = few;
    g_autoptr(TabBackupGraphs) graphs = tab_backup_graphs_new(setup, unit);
    solver.graphs = graphs;
    solver.linear =
        (TabLinear){.next = &solver.next, .size = unit->size, .threads = setup->threads};
    bool proved = tab_store_init(&store, setup->scratch,
                                 lay_out_states(&solver, setup, unit, slots, NULL), error);
    if (proved) {
        lay_out_states(&solver, setup, unit, slots, store.memory);
        proved = approach(&solver, error) && prove(&solver, smaller, error);
    }
    take_time(&solver);
    return proved;
}

uint64_t tab_solve_states_memory(const TabBackupSetup *setup, const TabUnit *unit, unsigned slots)
{
    Solver solver;
    return lay_out_states(&solver, setup, unit, slots, NULL);
}
