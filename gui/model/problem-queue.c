// SPDX-License-Identifier: GPL-3.0-or-later
// Which problem comes next: those that are due, then new ones, the easiest first.
#include "gui/model/problem-queue.h"

#include <math.h>

#define MIDDLE 0.5 /* difficulty of a problem that does not say */

static const TabProblem *nth(GPtrArray *problems, guint i)
{
    return (const TabProblem *)g_ptr_array_index(problems, i);
}

static const TabProblemState *get_state(GHashTable *states, const TabProblem *problem)
{
    return g_hash_table_lookup(states, problem->key);
}

TabProblemCounts tab_problem_queue_count(GPtrArray *problems, GHashTable *states, guint32 today)
{
    TabProblemCounts counts = {.all = problems->len};
    for (guint i = 0; i < problems->len; i++) {
        const TabProblemState *state = get_state(states, nth(problems, i));
        if (!state) {
            counts.fresh++;
            continue;
        }
        gboolean due = tab_repetition_is_due(&state->repetition, today);
        counts.due += due;
        counts.right += state->repetition.known > 0;
        counts.learned += tab_repetition_is_learned(&state->repetition);
        if (!due && (!counts.next || state->repetition.due < counts.next))
            counts.next = state->repetition.due;
    }
    return counts;
}

/* What comes in which order: the least first; INFINITY: not at all. */
typedef double (*Rank)(const TabProblem *problem, const TabProblemState *state, guint32 today);

static double rank_today(const TabProblem *problem, const TabProblemState *state, guint32 today)
{
    if (!state) /* behind all days */
        return (double)G_MAXUINT32 + 1 +
               (isnan(problem->difficulty) ? MIDDLE : problem->difficulty);
    return tab_repetition_is_due(&state->repetition, today) ? (double)state->repetition.due
                                                            : INFINITY;
}

static double rank_ahead(const TabProblem *problem, const TabProblemState *state, guint32 today)
{
    return state && !tab_repetition_is_due(&state->repetition, today)
               ? (double)state->repetition.due
               : INFINITY;
}

static int find_first(GPtrArray *problems, GHashTable *states, guint32 today, int except, Rank rank)
{
    int first = -1;
    double least = INFINITY;
    for (guint i = 0; i < problems->len; i++) {
        const TabProblem *problem = nth(problems, i);
        double own = rank(problem, get_state(states, problem), today);
        if ((int)i != except && own < least) {
            first = (int)i;
            least = own;
        }
    }
    return first;
}

int tab_problem_queue_next(GPtrArray *problems, GHashTable *states, guint32 today, int except)
{
    return find_first(problems, states, today, except, rank_today);
}

int tab_problem_queue_ahead(GPtrArray *problems, GHashTable *states, guint32 today, int except)
{
    return find_first(problems, states, today, except, rank_ahead);
}
