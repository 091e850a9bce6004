// SPDX-License-Identifier: GPL-3.0-or-later
// The root of the search: gathers outcomes, then deepens the best of them on all threads.
#include "engine/search/root.h"

#include <pthread.h>

/* Throws of the longest hand that the value before the throw averages over. */
#define ROOT_THROWS 4
/* By how much a root turn may be behind the best one after the depth before, and still be looked at
 * to [depth]. This is more than inside the tree, because a mistake at the root counts in full and
 * the first depths cost next to nothing. */
static const double margins[] = {1, 1, 0.3, 0.18, 0.1, 0.06, 0.04, 0.03};
/* Root turns that are followed to so many turns ahead, apart from those asked for: [depth]. */
static const unsigned widths[] = {64, 64, 64, 24, 12, 8};

/* Throws of the longest hand that the turns of a look ahead average over. They are many in looks of
 * CAREFUL_TURNS and more, if no more than a PLENTY-th of the time or the positions is spent by
 * then, as in endings and in long thought. There they are worth more than one more turn, by exact
 * values of walker's endings; with little time on a full board they are not (engine/README.md). */
#define FEW_THROWS 2
#define MANY_THROWS 3
#define CAREFUL_TURNS 3
#define PLENTY 16

/* The margins grow to so many times themselves where no turn is near the best one … */
#define MOST_SLACK 32
/* … unless that many-th part of the time, or of the positions, is gone. */
#define LEFT 4

/* On the board of the root, for threads to remember the static values that they find. */
#define FEW_PIECES 6

/* Looks less far ahead are over before a thread has started. */
#define DEPTH_FOR_THREADS 2

typedef struct {
    const TabSearch *search;
    TabSearchShared shared;
    TabRoot *root;
    TabSearchThread *threads; /* one for each thread of the search, kept from depth to depth */
    TabSearchFunc report;
    gpointer user_data;
    double win;     /* value before the throw, when no turn is to be chosen … */
    double se;      /* … and its error by rollouts */
    uint64_t games; /* rolled out, from each of … */
    TabSearchLine *rolled[TAB_SEARCH_MAX_LINES]; /* … in the order of their values */
    int64_t told;                                /* when they were last told of */
    bool known;                                  /* and it is from a table */
    unsigned depth;                              /* finished */
} Run;

static void report_lines(Run *run, bool final)
{
    TabSearchReport report = {
        .n_lines = run->root->n,
        .lines = run->root->lines,
        .win = run->root->n ? run->root->lines[0]->win : run->win,
        .depth = run->depth,
        .known = run->known,
        .games = run->games,
        .se = run->se,
        .final = final,
        .nodes = atomic_load(&run->shared.nodes),
        .found = atomic_load(&run->shared.found),
        .elapsed = g_get_monotonic_time() - run->search->limits.start,
        .hash_full = run->search->hash ? tab_hash_full(run->search->hash) : 0,
    };
    run->report(&report, run->user_data);
}

static bool is_stopped(const Run *run)
{
    return atomic_load(run->search->stop);
}

/* Whether no more than such a part of the time and of the positions is gone. */
static bool has_left(const Run *run, unsigned part)
{
    const TabSearchLimits *limits = &run->search->limits;
    int64_t time = limits->soft ? limits->soft : limits->hard;
    return (!limits->nodes || atomic_load(&run->shared.nodes) * part <= limits->nodes) &&
           (!time || (g_get_monotonic_time() - limits->start) * part <= time);
}

static bool has_plenty(const Run *run)
{
    const TabSearchLimits *limits = &run->search->limits;
    if (limits->depth && !limits->nodes && !limits->soft && !limits->hard)
        return false; /* who asks for a depth alone wants it soon */
    return has_left(run, PLENTY);
}

/* Before a look `ahead` turns ahead of the next throw. */
static void prepare_hands(Run *run, unsigned ahead)
{
    bool careful = run->shared.throws == MANY_THROWS || (ahead >= CAREFUL_TURNS && has_plenty(run));
    tab_tree_set_throws(&run->shared, run->search->sticks, careful ? MANY_THROWS : FEW_THROWS);
}

/* A position whose value is wanted, for its side to move, about to throw. */
typedef struct {
    const TabPosition *position;
    double value[TAB_MAX_HANDS]; /* of each hand */
    atomic_bool done[TAB_MAX_HANDS];
    atomic_bool written[TAB_MAX_HANDS]; /* the value, or about to be */
} Item;

/* One depth's work, shared by threads that each take the next hand of the next position. Those that
 * find none left help with the hands that others are still at, unless positions are counted: what
 * helpers look at twice would be taken from what is left. */
typedef struct {
    Run *run;
    const TabHands *hands; /* [2], by side */
    unsigned depth;        /* turns to look ahead from the positions, ≥ 1 */
    unsigned n;
    Item *items;
    atomic_uint next;        /* the hand to be looked at next, counted through all items */
    atomic_uint next_thread; /* the thread's room to be taken next */
} Deepening;

static unsigned most_hands(const Deepening *work)
{
    return MAX(work->hands[TAB_WHITE].n, work->hands[TAB_BLACK].n);
}

/* The value of a hand, unless somebody else has it first. */
static void look_at_hand(Deepening *work, TabSearchThread *thread, unsigned number)
{
    Item *item = &work->items[number / most_hands(work)];
    const TabHands *hands = &work->hands[item->position->side];
    unsigned hand = number % most_hands(work);
    if (hand >= hands->n || atomic_load(&item->done[hand]))
        return;
    thread->leave = &item->done[hand];
    double value =
        tab_tree_turn_value(thread, item->position, &hands->entry[hand].hand, work->depth);
    thread->leave = NULL;
    if (is_stopped(work->run) || atomic_load(&item->done[hand]) ||
        atomic_exchange(&item->written[hand], true))
        return;
    item->value[hand] = value;
    atomic_store(&item->done[hand], true);
}

static bool can_help(const Deepening *work)
{
    return work->run->shared.hash && !work->run->search->limits.nodes;
}

static void *deepen(void *user_data)
{
    Deepening *work = user_data;
    unsigned place = atomic_fetch_add(&work->next_thread, 1), n = work->n * most_hands(work), next;
    TabSearchThread *thread = &work->run->threads[place];
    thread->turn = 0;
    while (!is_stopped(work->run) && (next = atomic_fetch_add(&work->next, 1)) < n)
        look_at_hand(work, thread, next);
    thread->turn = place + 1; /* unlike whoever is at a hand, and other helpers */
    thread->turns = work->run->search->threads + 1;
    for (next = 0; next < n && can_help(work) && !is_stopped(work->run); next++)
        look_at_hand(work, thread, next);
    tab_tree_flush_nodes(thread);
    return NULL;
}

/* Starts threads, no more than there is work for, and works along. */
static void run_threads(Deepening *work)
{
    pthread_t helper[TAB_SEARCH_MAX_THREADS];
    unsigned most = work->run->search->threads, n = 0;
    if (!work->n || !can_help(work))
        most = MIN(most, work->n * most_hands(work));
    while (work->depth >= DEPTH_FOR_THREADS && n + 1 < most &&
           !pthread_create(&helper[n], NULL, deepen, work))
        n++;
    deepen(work);
    for (unsigned i = 0; i < n; i++)
        pthread_join(helper[i], NULL);
}

/* The mean over the hands; false if one of them was not finished. */
static bool item_value(const TabHands *hands, const Item *item, double *value)
{
    *value = 0;
    hands = &hands[item->position->side];
    for (unsigned i = 0; i < hands->n; i++) {
        if (!atomic_load(&item->done[i]))
            return false;
        *value += hands->entry[i].p * item->value[i];
    }
    return true;
}

/* The root turns that are asked for, and so many at most that are no further than the margin behind
 * the best one; their number. Their values may be of less deep looks. */
static unsigned list_turns(const Run *run, unsigned most, double margin,
                           TabSearchLine *chosen[TAB_SEARCH_MAX_LINES])
{
    const TabRoot *root = run->root;
    unsigned n = 0;
    for (unsigned i = 0; i < root->n; i++) {
        TabSearchLine *line = root->lines[i];
        if (i < run->search->lines || (n < most && line->win >= root->lines[0]->win - margin))
            chosen[n++] = line;
    }
    return n;
}

/* Those that are worth looking at to `depth`. While there is time, the margin becomes as wide as it
 * takes for some turn to be near the best one: what put all others far behind was less thought than
 * there is now. */
static unsigned choose_turns(const Run *run, unsigned depth,
                             TabSearchLine *chosen[TAB_SEARCH_MAX_LINES])
{
    unsigned most = widths[MIN(depth, G_N_ELEMENTS(widths) - 1)], slack = 1;
    double margin = margins[MIN(depth, G_N_ELEMENTS(margins) - 1)];
    unsigned n = list_turns(run, most, margin, chosen);
    while (n == 1 && run->root->n > 1 && !run->search->limits.depth && slack < MOST_SLACK &&
           has_left(run, LEFT)) {
        slack *= 2;
        n = list_turns(run, most, slack * margin, chosen);
    }
    return n;
}

/* Whether a deeper look at the turns that are left to choose from can change nothing. */
static bool all_known(TabSearchLine *const *chosen, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (!chosen[i]->known)
            return false;
    return true;
}

/* Looks at these turns, the best one first, to `depth`. When it is cut short, the results count if
 * the turn that was best before is among them: it was the first to be looked at. */
static void deepen_turns(Run *run, unsigned depth, TabSearchLine *const *chosen, unsigned n)
{
    TabSide mover = (TabSide)run->search->situation->position.side;
    g_autofree Item *items = g_new0(Item, n);
    const Item *item_of[TAB_SEARCH_MAX_LINES] = {NULL}; /* NULL: without work */
    double win[TAB_SEARCH_MAX_LINES];
    Deepening work = {.run = run, .hands = run->shared.hands, .depth = depth - 1, .items = items};
    for (unsigned i = 0; i < n; i++) {
        const TabSearchLine *line = chosen[i];
        if (line->known)
            win[i] = tab_eval_win_of(mover, &line->after, line->win);
        else if (!tab_tree_recall(&run->shared, line->key, depth - 1, &win[i])) {
            item_of[i] = &items[work.n];
            items[work.n++].position = &line->after;
        }
    }
    run_threads(&work);
    for (unsigned i = 0; i < n; i++) {
        TabSearchLine *line = chosen[i];
        if (item_of[i] && !item_value(work.hands, item_of[i], &win[i])) {
            if (i == 0)
                return;
            continue;
        }
        if (item_of[i])
            tab_tree_remember(&run->shared, line->key, depth - 1, win[i]);
        line->win = tab_eval_win_of(mover, &line->after, win[i]);
        line->depth = depth;
    }
    tab_root_sort(run->root);
    run->depth = depth;
}

/* Whether there is time and sense for one more depth. */
static bool deeper(const Run *run, unsigned depth)
{
    const TabSearchLimits *limits = &run->search->limits;
    if (is_stopped(run) || depth > TAB_SEARCH_MAX_DEPTH || (limits->depth && depth > limits->depth))
        return false;
    if (limits->nodes && atomic_load(&run->shared.nodes) >= limits->nodes)
        return false;
    return !limits->soft || g_get_monotonic_time() - limits->start < limits->soft;
}

/* The value before the throw. */
static void value_position(Run *run)
{
    const TabSearch *search = run->search;
    const TabPosition *position = &search->situation->position;
    TabHand held = tab_throws_hand(&search->situation->throws);
    TabHands hands[2];
    TabSearchThread *thread = &run->threads[0];
    for (int side = 0; side < 2; side++)
        tab_hands_init(&hands[side], search->rules, search->sticks, (TabSide)side, &held,
                       ROOT_THROWS);
    run->known = !search->situation->throws.n && tab_tree_known(thread, position, &run->win);
    if (!run->known)
        run->win = tab_tree_static(thread, position, tab_position_key(position), NULL);
    tab_tree_flush_nodes(thread);
    for (unsigned depth = 1; !run->known && deeper(run, depth); depth++) {
        Item item = {.position = position};
        double win;
        Deepening work = {.run = run, .hands = hands, .depth = depth, .n = 1, .items = &item};
        prepare_hands(run, depth);
        run_threads(&work);
        if (item_value(hands, &item, &win)) {
            run->win = win;
            run->depth = depth;
        }
        if (deeper(run, depth + 1)) /* else the last report says it */
            report_lines(run, false);
    }
}

/* False if it gave up. */
static bool choose_turn(Run *run)
{
    const TabSearch *search = run->search;
    if (!tab_root_gather(run->root, search, &run->threads[0]))
        return false;
    run->depth = 1;
    if (!tab_eval_kind_searches(search->kind) || (run->root->n < 2 && !search->limits.endless))
        return true;
    if (deeper(run, 2)) /* else the last report says it */
        report_lines(run, false);
    for (unsigned depth = 2; deeper(run, depth); depth++) {
        prepare_hands(run, depth - 1);
        TabSearchLine *chosen[TAB_SEARCH_MAX_LINES];
        unsigned before = run->depth, n = choose_turns(run, depth, chosen);
        if (all_known(chosen, n) || (n == 1 && !search->limits.endless && !search->limits.depth))
            break; /* no other turn comes near: more thought would change nothing */
        deepen_turns(run, depth, chosen, n);
        if (run->depth > before && !is_stopped(run))
            report_lines(run, false);
    }
    return true;
}

/* Turns that are rolled out, unless they are asked for: so many at most, no further behind the best
 * one. */
#define ROLLED_OUT 8
#define ROLLED_MARGIN 0.08
#define TELL_EVERY 100000 /* µs */

static void note_games(const TabRolloutValue *value, uint64_t games, gpointer user_data)
{
    Run *run = user_data;
    int64_t now = g_get_monotonic_time();
    run->games = games;
    run->win = value[0].win;
    run->se = value[0].se;
    for (unsigned i = 0; i < run->root->n; i++) {
        run->rolled[i]->win = value[i].win;
        run->rolled[i]->se = value[i].se;
    }
    if (now - run->told < TELL_EVERY)
        return;
    run->told = now;
    tab_root_sort(run->root);
    report_lines(run, false);
}

/* False if it gave up. */
static bool roll_out(Run *run)
{
    const TabSearch *search = run->search;
    const TabSituation *situation = search->situation;
    const TabPosition *position[TAB_SEARCH_MAX_LINES] = {&situation->position};
    TabRollout rollout = {
        .sticks = search->sticks,
        .n = 1,
        .position = position,
        .side = (TabSide)situation->position.side,
        .plan = search->rollout,
        .seed = search->seed,
        .threads = run->threads,
        .n_threads = search->threads,
    };
    if (tab_throws_complete(&situation->throws)) {
        if (!tab_root_gather(run->root, search, &run->threads[0]))
            return false;
        run->depth = 1;
        /* they are sorted: those chosen are the first ones */
        run->root->n = search->only ? list_turns(run, run->root->n, 1, run->rolled)
                                    : list_turns(run, ROLLED_OUT, ROLLED_MARGIN, run->rolled);
        rollout.n = run->root->n;
        for (unsigned i = 0; i < rollout.n; i++)
            position[i] = &run->rolled[i]->after;
    } else {
        rollout.held = &situation->throws;
        run->win = tab_tree_static(&run->threads[0], position[0], tab_position_key(position[0]),
                                   &run->known);
    }
    tab_rollout_run(&rollout, note_games, run);
    tab_root_sort(run->root);
    return true;
}

/* Few pieces come to the same positions again and again; of many a search finds one in five again,
 * and looking for it costs about as much as it saves. */
static bool keeps_leaves(const TabSearch *search)
{
    const uint8_t *pieces = search->situation->position.pieces;
    return search->hash && pieces[TAB_WHITE] + pieces[TAB_BLACK] <= FEW_PIECES;
}

bool tab_search_run(const TabSearch *search, TabSearchFunc report, gpointer user_data)
{
    g_autofree Run *run = g_new(Run, 1);
    bool done = true;
    *run = (Run){
        .search = search,
        .shared = {.rules = search->rules,
                   .eval = search->eval,
                   .hash = search->hash,
                   .probe = search->probe,
                   .probe_most = search->probe ? tab_probe_most(search->probe) : 0,
                   .noise = search->noise,
                   .noise_seed = search->seed,
                   .deadline = search->limits.hard ? search->limits.start + search->limits.hard : 0,
                   .max_nodes = search->limits.nodes,
                   .stop = search->stop},
        .root = tab_root_new(tab_eval_kind_searches(search->kind) ? TAB_SEARCH_MAX_LINES : 1),
        .threads = g_new(TabSearchThread, search->threads),
        .report = report,
        .user_data = user_data,
    };
    for (unsigned i = 0; i < search->threads; i++) {
        tab_tree_thread_init(&run->threads[i], &run->shared);
        if (keeps_leaves(search))
            run->threads[i].leaves = tab_hash_leaves(search->hash, i);
    }
    if (tab_position_finished(search->rules, &search->situation->position))
        run->known = tab_tree_known(&run->threads[0], &search->situation->position, &run->win);
    else if (search->rollout.games && tab_eval_kind_searches(search->kind))
        done = roll_out(run);
    else if (!tab_throws_complete(&search->situation->throws))
        value_position(run);
    else
        done = choose_turn(run);
    while (done && search->limits.endless && !is_stopped(run))
        g_usleep(2000);
    if (done)
        report_lines(run, true);
    for (unsigned i = 0; i < search->threads; i++)
        tab_tree_thread_clear(&run->threads[i]);
    g_free(run->threads);
    tab_root_free(run->root);
    return done;
}
