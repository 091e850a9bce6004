// SPDX-License-Identifier: GPL-3.0-or-later
// Expectimax over throws and turns. What is worth a deeper look is chosen by ever deeper looks at
// the outcomes of each turn: most fall behind by the static evaluation or one turn later.
#include "engine/search/tree.h"

#include <string.h>

#include "engine/eval/logistic.h"

#define CHECK_NODES 64    /* evaluations between two looks at the clock … */
#define CHECK_CALLS 1024  /* … and questions, at most */
#define WIDTH 4           /* outcomes of a turn that are searched deeper, the statically best */
#define INNER_STATES 4000 /* positions inside one turn that inner nodes look through at most */
#define RARE 0.05         /* hands less likely than this are looked at one turn less deep */

/* By how much the chance of one outcome of a turn may be behind the best one's after a look so many
 * turns ahead (0: static), and still be looked at further: two to three standard deviations of what
 * one more turn changes in the difference of two outcomes. */
static const double margins[] = {0.03, 0.025, 0.018, 0.014, 0.012};

void tab_tree_thread_init(TabSearchThread *thread, TabSearchShared *shared)
{
    memset(thread, 0, sizeof *thread);
    thread->shared = shared;
    thread->outcomes = tab_outcomes_new();
}

void tab_tree_flush_nodes(TabSearchThread *thread)
{
    TabSearchShared *shared = thread->shared;
    atomic_fetch_add_explicit(&shared->nodes, thread->nodes, memory_order_relaxed);
    atomic_fetch_sub_explicit(&shared->granted, thread->credit, memory_order_relaxed);
    atomic_fetch_add_explicit(&shared->found, thread->found, memory_order_relaxed);
    thread->nodes = thread->credit = thread->found = 0;
}

void tab_tree_thread_clear(TabSearchThread *thread)
{
    tab_tree_flush_nodes(thread);
    tab_outcomes_free(thread->outcomes);
}

/* Whether all unwinds, or this thread leaves what it looks at. */
static bool is_over(const TabSearchThread *thread)
{
    return atomic_load_explicit(thread->shared->stop, memory_order_relaxed) ||
           (thread->leave && atomic_load_explicit(thread->leave, memory_order_relaxed));
}

/* The first of `n` things that this thread looks at. */
static unsigned first_of(const TabSearchThread *thread, unsigned n)
{
    return thread->turn ? n * thread->turn / thread->turns : 0;
}

bool tab_tree_stopped_now(TabSearchThread *thread)
{
    TabSearchShared *shared = thread->shared;
    tab_tree_flush_nodes(thread);
    uint64_t grant = CHECK_NODES;
    uint64_t taken = atomic_fetch_add_explicit(&shared->granted, grant, memory_order_relaxed);
    if (shared->max_nodes && taken + grant > shared->max_nodes) {
        uint64_t left = taken < shared->max_nodes ? shared->max_nodes - taken : 0;
        atomic_fetch_sub_explicit(&shared->granted, grant - left, memory_order_relaxed);
        grant = left;
    }
    thread->credit = grant;
    thread->calls = 0;
    if (!grant || (shared->deadline && g_get_monotonic_time() >= shared->deadline))
        atomic_store(shared->stop, true);
    return is_over(thread);
}

bool tab_tree_stopped(TabSearchThread *thread)
{
    if (!thread->credit || ++thread->calls >= CHECK_CALLS)
        return tab_tree_stopped_now(thread);
    return is_over(thread);
}

/* A chance seen through noise: its odds times or through as much as e^noise. The noise follows from
 * the position alone, so that a level plays the same move in the same position and game. */
static double blur(const TabSearchShared *shared, TabKey key, double win)
{
    TabRandom random = tab_random_new(key.a ^ key.b ^ shared->noise_seed);
    double shift = tab_random_unit(&random) + tab_random_unit(&random) - 1;
    double odds = tab_logistic(shared->noise * shift);
    return win * odds / (win * odds + (1 - win) * (1 - odds));
}

/* Whether there are few enough piles for an endgame table. */
static bool has_few_piles(const TabSearchShared *shared, const TabPosition *position)
{
    return tab_cells_count(&position->occupied[0]) + tab_cells_count(&position->occupied[1]) <=
           shared->probe_most;
}

bool tab_tree_known(TabSearchThread *thread, const TabPosition *position, double *win)
{
    const TabSearchShared *shared = thread->shared;
    TabProbed probed;
    const TabRules *rules = shared->rules;
    if (tab_position_finished(rules, position)) {
        *win = tab_position_score(rules, position, (TabSide)position->side);
        return true;
    }
    if (tab_hits_dead_draw(shared->eval->hits, position)) {
        *win = 0.5;
        return true;
    }
    if (!shared->probe || !has_few_piles(shared, position) ||
        !tab_probe_value(shared->probe, position, &probed))
        return false;
    thread->found++;
    *win = probed.value;
    return true;
}

void tab_tree_count_node(TabSearchThread *thread)
{
    thread->nodes++;
    if (thread->credit)
        thread->credit--;
    else /* the first turn of a search is looked at whatever the limit */
        atomic_fetch_add_explicit(&thread->shared->granted, 1, memory_order_relaxed);
}

double tab_tree_static(TabSearchThread *thread, const TabPosition *position, TabKey key,
                       bool *known)
{
    double win;
    TabLeaf *leaf = thread->leaves ? &thread->leaves[key.a % TAB_HASH_LEAVES] : NULL;
    if (leaf && leaf->check == key.b) {
        if (known)
            *known = false;
        return leaf->value;
    }
    tab_tree_count_node(thread);
    bool found = tab_tree_known(thread, position, &win);
    if (known)
        *known = found;
    if (found)
        return win;
    win = tab_eval_win(thread->shared->eval, position);
    if (thread->shared->noise > 0)
        win = blur(thread->shared, key, win);
    if (leaf)
        *leaf = (TabLeaf){key.b, win};
    return win;
}

/* The statically best outcomes of one turn, best first. */
typedef struct {
    TabSearchThread *thread;
    TabSide mover;
    unsigned n, width;
    double value[WIDTH]; /* for the mover */
    unsigned at[WIDTH];  /* where in the lists below */
    TabKey key[WIDTH];
    TabPosition after[WIDTH];
} Best;

/* Moves entry `i` up to its place. */
static void sift(Best *best, unsigned i)
{
    double value = best->value[i];
    unsigned at = best->at[i];
    for (; i > 0 && best->value[i - 1] < value; i--) {
        best->value[i] = best->value[i - 1];
        best->at[i] = best->at[i - 1];
    }
    best->value[i] = value;
    best->at[i] = at;
}

static bool keep_best(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                      gpointer user_data)
{
    Best *best = user_data;
    double value =
        tab_eval_win_of(best->mover, after, tab_tree_static(best->thread, after, key, NULL));
    unsigned last = best->n < best->width ? best->n : best->n - 1;
    if (best->n < best->width)
        best->at[best->n++] = last;
    else if (value <= best->value[last])
        return !tab_tree_stopped(best->thread);
    best->value[last] = value;
    if (best->width > 1) {
        best->key[best->at[last]] = key;
        best->after[best->at[last]] = *after;
        sift(best, last);
    }
    return !tab_tree_stopped(best->thread);
}

/* The chance that the side to move of `position`, about to throw, wins, looking `depth` turns ahead
 * (0: static), one less after rare hands. Means nothing once *stop is set. */
static double value_before_throw(TabSearchThread *thread, const TabPosition *position, TabKey key,
                                 unsigned depth);

/* Looks at all outcomes of the list `depth` turns ahead. */
static void look(Best *best, unsigned depth)
{
    unsigned i = first_of(best->thread, best->n);
    for (unsigned n = 0; n < best->n && !tab_tree_stopped(best->thread); n++, i++) {
        i = i < best->n ? i : 0;
        const TabPosition *after = &best->after[best->at[i]];
        double win = value_before_throw(best->thread, after, best->key[best->at[i]], depth);
        best->value[i] = tab_eval_win_of(best->mover, after, win);
    }
    for (i = 1; i < best->n; i++)
        sift(best, i);
}

double tab_tree_turn_value(TabSearchThread *thread, const TabPosition *position,
                           const TabHand *hand, unsigned depth)
{
    const TabRules *rules = thread->shared->rules;
    if (tab_tree_stopped(thread))
        return 0.5;
    Best best; /* not cleared: it is large, and this is called for every hand */
    best.thread = thread;
    best.mover = (TabSide)position->side;
    best.n = 0;
    best.width = depth > 1 ? WIDTH : 1;
    TabHand all = *hand;
    tab_hand_add_saved(rules, position, &all);
    tab_outcomes_visit(thread->outcomes, rules, position, &all, INNER_STATES, keep_best, NULL,
                       &best);
    if (!best.n)
        return 0.5; /* stopped before the first one */
    for (unsigned ahead = 1; ahead < depth; ahead++) {
        double least = best.value[0] - margins[MIN(ahead, G_N_ELEMENTS(margins)) - 1];
        while (best.n > 1 && best.value[best.n - 1] < least)
            best.n--;
        if (best.n == 1)
            ahead = depth - 1; /* nothing to choose */
        look(&best, ahead);
    }
    return best.value[0];
}

void tab_tree_set_throws(TabSearchShared *shared, const TabSticks *sticks, unsigned throws)
{
    if (shared->throws == throws)
        return;
    shared->throws = throws;
    for (int side = 0; side < 2; side++)
        tab_hands_init(&shared->hands[side], shared->rules, sticks, (TabSide)side, NULL, throws);
}

/* Values found with hands of another length are of another depth. */
static unsigned hash_depth(const TabSearchShared *shared, unsigned depth)
{
    return depth + shared->throws * (TAB_SEARCH_MAX_DEPTH + 1);
}

bool tab_tree_recall(const TabSearchShared *shared, TabKey key, unsigned depth, double *win)
{
    return shared->hash && tab_hash_probe(shared->hash, key, hash_depth(shared, depth), win);
}

void tab_tree_remember(const TabSearchShared *shared, TabKey key, unsigned depth, double win)
{
    if (shared->hash)
        tab_hash_store(shared->hash, key, hash_depth(shared, depth), win);
}

static double value_before_throw(TabSearchThread *thread, const TabPosition *position, TabKey key,
                                 unsigned depth)
{
    TabSearchShared *shared = thread->shared;
    double value;
    if (depth == 0)
        return tab_tree_static(thread, position, key, NULL);
    if (tab_tree_known(thread, position, &value))
        return value;
    if (tab_tree_recall(shared, key, depth, &value))
        return value;
    const TabHands *hands = &shared->hands[position->side];
    double of_hand[TAB_MAX_HANDS]; /* summed up in the same order by all threads */
    unsigned i = first_of(thread, hands->n);
    for (unsigned n = 0; n < hands->n; n++, i++) {
        i = i < hands->n ? i : 0;
        unsigned ahead = hands->entry[i].p < RARE && depth > 1 ? depth - 1 : depth;
        if (tab_tree_stopped(thread))
            return 0.5;
        of_hand[i] = tab_tree_turn_value(thread, position, &hands->entry[i].hand, ahead);
    }
    value = 0;
    for (i = 0; i < hands->n; i++)
        value += hands->entry[i].p * of_hand[i];
    if (!is_over(thread))
        tab_tree_remember(shared, key, depth, value);
    return value;
}
