// SPDX-License-Identifier: GPL-3.0-or-later
// Expectimax over throws and turns, with the cheap pass of the static evaluation choosing what is
// looked at deeper.
#include "engine/search/tree.h"

#include <string.h>

#define CHECK_NODES 64     /* nodes between two looks at the clock */
#define WIDTH 4            /* outcomes of a turn that are searched deeper, the statically best */
#define INNER_STATES 20000 /* positions inside one turn that inner nodes look through at most */

void tab_tree_thread_init(TabSearchThread *thread, TabSearchShared *shared)
{
    memset(thread, 0, sizeof *thread);
    thread->shared = shared;
    thread->next_check = CHECK_NODES;
}

void tab_tree_flush_nodes(TabSearchThread *thread)
{
    atomic_fetch_add_explicit(&thread->shared->nodes, thread->nodes, memory_order_relaxed);
    thread->nodes = 0;
    thread->next_check = CHECK_NODES;
}

void tab_tree_thread_clear(TabSearchThread *thread)
{
    tab_tree_flush_nodes(thread);
    for (unsigned i = 0; i < G_N_ELEMENTS(thread->outcomes); i++)
        tab_outcomes_free(thread->outcomes[i]);
}

bool tab_tree_stopped(TabSearchThread *thread)
{
    TabSearchShared *shared = thread->shared;
    if (thread->nodes >= thread->next_check) {
        tab_tree_flush_nodes(thread);
        uint64_t nodes = atomic_load_explicit(&shared->nodes, memory_order_relaxed);
        if ((shared->deadline && g_get_monotonic_time() >= shared->deadline) ||
            (shared->max_nodes && nodes >= shared->max_nodes))
            atomic_store(shared->stop, true);
    }
    return atomic_load_explicit(shared->stop, memory_order_relaxed);
}

/* Noise from the position alone, so that a level plays the same move in the same position and game.
 */
static double noise_of(const TabSearchShared *shared, TabKey key)
{
    TabRandom random = tab_random_new(key.a ^ key.b ^ shared->noise_seed);
    return shared->noise * (tab_random_unit(&random) + tab_random_unit(&random) - 1);
}

double tab_tree_static(TabSearchThread *thread, const TabPosition *position, TabKey key)
{
    double win = tab_eval_win(thread->shared->eval, position);
    thread->nodes++;
    if (thread->shared->noise > 0 && !tab_position_finished(position))
        win = CLAMP(win + noise_of(thread->shared, key), 0, 1);
    return win;
}

/* The statically best outcomes of one turn, best first. */
typedef struct {
    TabSearchThread *thread;
    TabSide mover;
    unsigned n, width;
    double value[WIDTH];
    TabKey key[WIDTH];
    TabPosition after[WIDTH];
} Best;

static double for_mover(double win, const TabPosition *after, TabSide mover)
{
    return after->side == mover ? win : 1 - win;
}

static bool keep_best(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                      gpointer user_data)
{
    Best *best = user_data;
    double value = for_mover(tab_tree_static(best->thread, after, key), after, best->mover);
    if (best->n < best->width || value > best->value[best->n - 1]) {
        unsigned i = best->n < best->width ? best->n++ : best->n - 1;
        for (; i > 0 && best->value[i - 1] < value; i--) {
            best->value[i] = best->value[i - 1];
            best->key[i] = best->key[i - 1];
            best->after[i] = best->after[i - 1];
        }
        best->value[i] = value;
        best->key[i] = key;
        best->after[i] = *after;
    }
    return !tab_tree_stopped(best->thread);
}

/* The value of a turn with a known hand for the side to move: its best outcome, looked at `depth` -
 * 1 turns ahead. */
static double turn_value(TabSearchThread *thread, const TabPosition *position, const TabHand *hand,
                         unsigned depth)
{
    Best best;
    best.thread = thread;
    best.mover = (TabSide)position->side;
    best.n = 0;
    best.width = depth > 1 ? WIDTH : 1;
    if (!thread->outcomes[depth])
        thread->outcomes[depth] = tab_outcomes_new();
    tab_outcomes_visit(thread->outcomes[depth], thread->shared->rules, position, hand, INNER_STATES,
                       keep_best, NULL, &best);
    if (depth == 1 || !best.n)
        return best.n ? best.value[0] : 0.5;
    double value = 0;
    for (unsigned i = 0; i < best.n && !tab_tree_stopped(thread); i++) {
        double win = tab_tree_value(thread, &best.after[i], best.key[i], depth - 1);
        value = MAX(value, for_mover(win, &best.after[i], best.mover));
    }
    return value;
}

double tab_tree_value_hands(TabSearchThread *thread, const TabPosition *position,
                            const TabHands *hands, unsigned depth)
{
    const TabRules *rules = thread->shared->rules;
    unsigned saved = rules->set.value[TAB_SWITCH_SAVE_TAB] ? position->saved[position->side] : 0;
    double value = 0;
    for (unsigned i = 0; i < hands->n && !tab_tree_stopped(thread); i++) {
        TabHand hand = hands->entry[i].hand;
        hand.n[TAB_THROW_1] = (uint16_t)(hand.n[TAB_THROW_1] + saved);
        value += hands->entry[i].p * turn_value(thread, position, &hand, depth);
    }
    return value;
}

double tab_tree_value(TabSearchThread *thread, const TabPosition *position, TabKey key,
                      unsigned depth)
{
    TabSearchShared *shared = thread->shared;
    double value;
    if (depth == 0 || tab_position_finished(position))
        return tab_tree_static(thread, position, key);
    if (shared->table && tab_table_probe(shared->table, key, depth, &value))
        return value;
    value = tab_tree_value_hands(thread, position, &shared->hands, depth);
    if (shared->table && !atomic_load_explicit(shared->stop, memory_order_relaxed))
        tab_table_store(shared->table, key, depth, value);
    return value;
}
