// SPDX-License-Identifier: GPL-3.0-or-later
// The root of the search: gathers outcomes, then deepens the best of them on all threads.
#include "engine/search/search.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "engine/search/root.h"

/* By how much a turn may fall behind the best one and how many are kept, from each depth to the
 * next: [depth]. */
static const struct {
    double margin;
    unsigned width;
} selection[] = {{1, 64}, {1, 64}, {0.20, 32}, {0.08, 12}, {0.05, 8}, {0.04, 6}};

/* The hands that inner nodes average over. */
#define INNER_THROWS 3
#define INNER_LEAST 0.004
#define ROOT_THROWS 4
#define ROOT_LEAST 0.0005

typedef struct {
    const TabSearch *search;
    TabSearchShared shared;
    TabRoot *root;
    TabSearchThread *threads; /* one for each thread of the search, kept from depth to depth */
    TabSearchFunc report;
    gpointer user_data;
    double win;     /* value before the throw, when no turn is to be chosen */
    unsigned depth; /* finished */
} Run;

static void tell(Run *run, bool final)
{
    TabSearchReport report = {
        .n_lines = run->root->n,
        .lines = run->root->lines,
        .win = run->root->n ? run->root->lines[0]->win : run->win,
        .depth = run->depth,
        .final = final,
        .nodes = atomic_load(&run->shared.nodes),
        .elapsed = g_get_monotonic_time() - run->search->limits.start,
        .hash_full = run->search->table ? tab_table_full(run->search->table) : 0,
    };
    run->report(&report, run->user_data);
}

static bool stopped(const Run *run)
{
    return atomic_load(run->search->stop);
}

/* What looking ahead needs; one ply does without. */
static void prepare_hands(Run *run)
{
    tab_hands_init(&run->shared.hands, run->search->rules, run->search->sticks, NULL, INNER_THROWS,
                   INNER_LEAST);
}

/* One depth's work on the root turns, shared by threads that each take the next turn in order. */
typedef struct {
    Run *run;
    unsigned depth, n;
    atomic_uint next;        /* the root turn to be looked at next */
    atomic_uint next_thread; /* the thread's room to be taken next */
    double value[TAB_SEARCH_MAX_LINES];
    atomic_bool done[TAB_SEARCH_MAX_LINES];
} Deepening;

static void *deepen(void *user_data)
{
    Deepening *work = user_data;
    TabSearchThread *thread = &work->run->threads[atomic_fetch_add(&work->next_thread, 1)];
    TabSide mover = (TabSide)work->run->search->situation->position.side;
    for (unsigned i; (i = atomic_fetch_add(&work->next, 1)) < work->n;) {
        const TabSearchLine *line = work->run->root->lines[i];
        double win = tab_tree_value(thread, &line->after, line->key, work->depth - 1);
        if (stopped(work->run))
            break;
        work->value[i] = line->after.side == mover ? win : 1 - win;
        atomic_store(&work->done[i], true);
    }
    tab_tree_flush_nodes(thread);
    return NULL;
}

static void run_threads(Deepening *work)
{
    pthread_t helper[TAB_SEARCH_MAX_LINES];
    unsigned n = 0, wanted = MIN(work->run->search->threads, work->n) - 1;
    while (n < wanted && !pthread_create(&helper[n], NULL, deepen, work))
        n++;
    deepen(work);
    for (unsigned i = 0; i < n; i++)
        pthread_join(helper[i], NULL);
}

/* How many of the sorted root turns are worth looking at to `depth`. */
static unsigned select_turns(const TabRoot *root, unsigned depth)
{
    unsigned row = MIN(depth, G_N_ELEMENTS(selection) - 1), n = 0;
    while (n < root->n && n < selection[row].width &&
           root->lines[n]->win >= root->lines[0]->win - selection[row].margin)
        n++;
    return n;
}

/* Looks at the best turns to `depth`. When it is cut short, the results count if the turn that was
 * best before is among them: it was the first to be looked at. */
static void deepen_turns(Run *run, unsigned depth)
{
    g_autofree Deepening *work = g_new0(Deepening, 1);
    work->run = run;
    work->depth = depth;
    work->n = select_turns(run->root, depth);
    run_threads(work);
    if (!atomic_load(&work->done[0]))
        return;
    for (unsigned i = 0; i < work->n; i++)
        if (atomic_load(&work->done[i])) {
            run->root->lines[i]->win = work->value[i];
            run->root->lines[i]->depth = depth;
        }
    tab_root_sort(run->root);
    run->depth = depth;
}

/* One depth of the value before the throw. */
static void deepen_value(Run *run, TabSearchThread *thread, const TabHands *hands, unsigned depth)
{
    double win = tab_tree_value_hands(thread, &run->search->situation->position, hands, depth);
    tab_tree_flush_nodes(thread);
    if (stopped(run))
        return;
    run->win = win;
    run->depth = depth;
}

/* Whether there is time and sense for one more depth. */
static bool deeper(const Run *run, unsigned depth)
{
    const TabSearchLimits *limits = &run->search->limits;
    if (stopped(run) || depth > TAB_SEARCH_MAX_DEPTH || (limits->depth && depth > limits->depth))
        return false;
    if (limits->nodes && atomic_load(&run->shared.nodes) >= limits->nodes)
        return false;
    return !limits->soft || g_get_monotonic_time() - limits->start < limits->soft;
}

static void value_position(Run *run)
{
    const TabSearch *search = run->search;
    TabHand held = {{0}};
    TabHands hands;
    TabSearchThread *thread = &run->threads[0];
    for (unsigned i = 0; i < search->situation->throws.n; i++)
        held.n[search->situation->throws.index[i]]++;
    tab_hands_init(&hands, search->rules, search->sticks, &held, ROOT_THROWS, ROOT_LEAST);
    prepare_hands(run);
    const TabPosition *position = &search->situation->position;
    run->win = tab_tree_static(thread, position, tab_position_key(position));
    tab_tree_flush_nodes(thread);
    bool over = tab_position_finished(position);
    for (unsigned depth = 1; !over && deeper(run, depth); depth++) {
        deepen_value(run, thread, &hands, depth);
        if (!stopped(run))
            tell(run, false);
    }
}

/* False if it gave up. */
static bool choose_turn(Run *run)
{
    const TabSearch *search = run->search;
    if (!tab_root_gather(run->root, search, &run->threads[0]))
        return false;
    run->depth = 1;
    bool plain =
        !tab_eval_kind_searches(search->kind) || (run->root->n < 2 && !search->limits.endless);
    if (plain)
        return true;
    tell(run, false);
    for (unsigned depth = 2; deeper(run, depth); depth++) {
        if (depth == 2)
            prepare_hands(run);
        unsigned before = run->depth;
        if (!search->limits.endless && !search->limits.depth && select_turns(run->root, depth) == 1)
            break; /* no other turn comes near: more thought would change nothing */
        deepen_turns(run, depth);
        if (run->depth > before && !stopped(run))
            tell(run, false);
    }
    return true;
}

static void wait_for_stop(const Run *run)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    while (!stopped(run))
        nanosleep(&pause, NULL);
}

bool tab_search_run(const TabSearch *search, TabSearchFunc report, gpointer user_data)
{
    g_autofree Run *run = g_new0(Run, 1);
    bool done = true;
    run->search = search;
    run->report = report;
    run->user_data = user_data;
    run->root = tab_root_new(tab_eval_kind_searches(search->kind) ? TAB_SEARCH_MAX_LINES : 1);
    run->shared.rules = search->rules;
    run->shared.eval = search->eval;
    run->shared.table = search->table;
    run->shared.noise = search->noise;
    run->shared.noise_seed = search->seed;
    run->shared.deadline = search->limits.hard ? search->limits.start + search->limits.hard : 0;
    run->shared.max_nodes = search->limits.nodes;
    run->shared.stop = search->stop;
    run->threads = g_new(TabSearchThread, search->threads);
    for (unsigned i = 0; i < search->threads; i++)
        tab_tree_thread_init(&run->threads[i], &run->shared);
    if (!tab_throws_complete(&search->situation->throws))
        value_position(run);
    else if (!tab_position_finished(&search->situation->position))
        done = choose_turn(run);
    if (done && search->limits.endless)
        wait_for_stop(run);
    if (done)
        tell(run, true);
    for (unsigned i = 0; i < search->threads; i++)
        tab_tree_thread_clear(&run->threads[i]);
    g_free(run->threads);
    tab_root_free(run->root);
    return done;
}
