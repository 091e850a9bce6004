// SPDX-License-Identifier: GPL-3.0-or-later
// Gathers the turns of the root; a hand too large to be looked through still gets a sensible turn.
#include "engine/search/root.h"

#include <string.h>

#include "engine/search/genetic.h"

/* With so many throws at hand a turn is first put together play by play, before all ways are tried.
 */
#define LARGE_HAND 7
/* Positions inside the turn that are looked through at most: some 60 MB of room, seconds of work.
 */
#define ROOT_STATES 2000000

typedef struct {
    TabRoot *root;
    const TabSearch *search;
    TabSearchThread *thread;
    TabSide mover;
    TabRandom random;  /* breaks ties of the fixed opponents */
    unsigned n_equal;  /* outcomes met that score as the best one does */
    double best_score; /* of a fixed opponent */
    TabGreedyMemo *memo;
    TabGeneticScore *genetic;
} Gathering;

TabRoot *tab_root_new(unsigned width)
{
    TabRoot *root = g_new(TabRoot, 1);
    *root = (TabRoot){.width = width, .store = g_new(TabSearchLine, width)};
    for (unsigned i = 0; i < width; i++)
        root->lines[i] = &root->store[i];
    return root;
}

void tab_root_free(TabRoot *root)
{
    g_free(root->store);
    g_free(root);
}

static bool before(const TabSearchLine *a, const TabSearchLine *b)
{
    return a->depth != b->depth ? a->depth > b->depth : a->win > b->win;
}

void tab_root_sort(TabRoot *root)
{
    for (unsigned i = 1; i < root->n; i++) {
        TabSearchLine *line = root->lines[i];
        unsigned k = i;
        for (; k > 0 && before(line, root->lines[k - 1]); k--)
            root->lines[k] = root->lines[k - 1];
        root->lines[k] = line;
    }
}

/* `win` is the chance of the side to move of `after`, known for good or not. */
static void fill_line(TabSearchLine *line, const Gathering *gathering, double win, bool known,
                      const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays)
{
    line->win = tab_eval_win_of(gathering->mover, after, win);
    line->known = known;
    line->depth = 1;
    line->after = *after;
    line->key = key;
    const TabSituation *situation = gathering->search->situation;
    TabHand hand = tab_situation_hand(gathering->search->rules, situation);
    tab_outcomes_turn(gathering->search->rules, &situation->position, &hand, after, plays, n_plays,
                      &line->turn);
}

/* Puts a turn in its place among the best, unless it is there; the worst falls out when there is no
 * room. */
static void insert_line(Gathering *gathering, double win, bool known, const TabPosition *after,
                        TabKey key, const TabPlay *plays, unsigned n_plays)
{
    TabRoot *root = gathering->root;
    double own_win = tab_eval_win_of(gathering->mover, after, win);
    if (root->n == root->width && own_win <= root->lines[root->n - 1]->win)
        return;
    for (unsigned i = 0; i < root->n; i++)
        if (root->lines[i]->key.a == key.a && root->lines[i]->key.b == key.b)
            return;
    if (root->n < root->width)
        root->n++;
    TabSearchLine *line = root->lines[root->n - 1];
    fill_line(line, gathering, win, known, after, key, plays, n_plays);
    unsigned k = root->n - 1;
    for (; k > 0 && root->lines[k - 1]->win < own_win; k--)
        root->lines[k] = root->lines[k - 1];
    root->lines[k] = line;
}

/* The score by which a fixed opponent chooses. */
static double opponent_score(Gathering *gathering, const TabPosition *after)
{
    const TabPosition *position = &gathering->search->situation->position;
    TabSide enemy = tab_side_other(gathering->mover);
    switch (gathering->search->kind) {
    case TAB_EVAL_CAPTURE:
        return position->pieces[enemy] - after->pieces[enemy];
    case TAB_EVAL_GREEDY:
        return tab_eval_greedy(gathering->search->eval, gathering->memo, after, gathering->mover);
    case TAB_EVAL_GENETIC:
        return tab_genetic_score(gathering->genetic, after, gathering->mover);
    default:
        return 0;
    }
}

/* A fixed opponent keeps one turn: the best score, and of equal ones each with the same chance. */
static void keep_for_opponent(Gathering *gathering, const TabPosition *after, TabKey key,
                              const TabPlay *plays, unsigned n_plays)
{
    double score = opponent_score(gathering, after);
    tab_tree_count_node(gathering->thread);
    if (gathering->n_equal && score < gathering->best_score)
        return;
    if (!gathering->n_equal || score > gathering->best_score)
        gathering->n_equal = 0;
    gathering->best_score = score;
    gathering->n_equal++;
    if (tab_random_below(&gathering->random, gathering->n_equal))
        return;
    gathering->root->n = 1;
    fill_line(gathering->root->lines[0], gathering, tab_eval_win(gathering->search->eval, after),
              tab_position_finished(gathering->search->rules, after), after, key, plays, n_plays);
}

static bool look_at_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                            unsigned n_plays, gpointer user_data)
{
    Gathering *gathering = user_data;
    if (!tab_eval_kind_searches(gathering->search->kind)) {
        keep_for_opponent(gathering, after, key, plays, n_plays);
    } else {
        bool known;
        double win = tab_tree_static(gathering->thread, after, key, &known);
        insert_line(gathering, win, known, after, key, plays, n_plays);
    }
    return !tab_tree_stopped(gathering->thread);
}

static bool look_at_clock(gpointer user_data)
{
    Gathering *gathering = user_data;
    return !tab_tree_stopped_now(gathering->thread); /* time passes without evaluations too */
}

/* The next play of a turn that is put together: statically the best of all with the throws that are
 * left, or any while there is no time. False when there is none. */
static bool next_play(Gathering *gathering, const TabPosition *position, const TabHand *left,
                      TabPlay *best)
{
    const TabRules *rules = gathering->search->rules;
    TabPlay plays[TAB_MAX_HAND_PLAYS];
    double best_win = -1;
    TAB_USES_FOREACH(&rules->cast, t) {
        unsigned n = left->n[t] ? tab_movegen_hand_plays(rules, position, t, plays) : 0;
        for (unsigned i = 0; i < n; i++) {
            TabPosition after;
            tab_position_play(&after, position, &plays[i]);
            after.side = (uint8_t)tab_side_other(gathering->mover);
            double win = 0;
            if (!tab_tree_stopped(gathering->thread))
                win =
                    1 - tab_tree_static(gathering->thread, &after, tab_position_key(&after), NULL);
            if (win > best_win) {
                best_win = win;
                *best = plays[i];
            }
        }
    }
    return best_win >= 0;
}

/* Puts one turn together, each play the best for the moment, until nothing can move. */
static void put_turn_together(Gathering *gathering, const TabHand *hand)
{
    const TabSearch *search = gathering->search;
    TabPosition position = search->situation->position;
    TabHand left = *hand;
    TabPlay plays[TAB_MAX_TURN];
    unsigned n_plays = 0;
    bool again = tab_movegen_throws_again(search->rules, hand, position.saved[gathering->mover]);
    while (next_play(gathering, &position, &left, &plays[n_plays])) {
        tab_position_play(&position, &position, &plays[n_plays]);
        tab_hand_use(&search->rules->cast, &left, plays[n_plays].kind,
                     plays[n_plays].flags & TAB_PLAY_HALVES);
        n_plays++;
    }
    tab_position_end_turn(search->rules, &position, &left, again);
    TabKey key = tab_position_key(&position);
    double win;
    bool known = tab_tree_known(gathering->thread, &position, &win);
    if (!known && search->noise > 0 && !tab_tree_stopped(gathering->thread))
        win = tab_tree_static(gathering->thread, &position, key, NULL); /* as all others */
    else if (!known) /* not counted: no node may be left */
        win = tab_eval_win(search->eval, &position);
    insert_line(gathering, win, known, &position, key, plays, n_plays);
}

static void gather_only(Gathering *gathering)
{
    const TabSearch *search = gathering->search;
    g_autofree TabPosition *after = g_new(TabPosition, 1);
    for (unsigned i = 0; i < search->n_only; i++) {
        const TabTurn *turn = search->only[i];
        tab_movegen_play_turn(search->rules, &search->situation->position, turn, after);
        if (!look_at_outcome(after, tab_position_key(after), turn->plays, turn->n_plays, gathering))
            return;
    }
}

/* The genetic opponent does not look at all turns: it breeds one. */
static void breed_turn(Gathering *gathering, const TabHand *hand)
{
    const TabSearch *search = gathering->search;
    g_autofree TabGeneticAnswer *answer = g_new(TabGeneticAnswer, 1);
    const TabGeneticTask task = {
        .rules = search->rules,
        .position = &search->situation->position,
        .hand = *hand,
        .plan = TAB_GENETIC_PLAN,
        .seed = tab_random_next(&gathering->random),
        .max_nodes = search->limits.nodes,
        .go_on = look_at_clock,
        .user_data = gathering,
    };
    tab_genetic_choose(&task, answer);
    gathering->thread->nodes += answer->nodes;
    TabPosition after;
    tab_movegen_play_turn(search->rules, task.position, &answer->turn, &after);
    insert_line(gathering, tab_eval_win(search->eval, &after),
                tab_position_finished(search->rules, &after), &after, tab_position_key(&after),
                answer->turn.plays, answer->turn.n_plays);
}

/* Looks through the whole hand; false if that is more than the search may do. */
static bool gather_hand(Gathering *gathering)
{
    const TabSearch *search = gathering->search;
    TabHand hand = tab_situation_hand(search->rules, search->situation);
    /* half throws it does not breed: it looks at all turns then */
    bool genetic = search->kind == TAB_EVAL_GENETIC &&
                   search->rules->cast.n_uses == search->rules->cast.n_kinds;
    bool large = tab_hand_size(&hand) >= LARGE_HAND;
    if ((genetic || large) && search->max_states)
        return false;
    if (genetic) {
        breed_turn(gathering, &hand);
        return true;
    }
    if (large) {
        put_turn_together(gathering, &hand);
        if (tab_tree_stopped(gathering->thread))
            return true; /* no time, or no node, for another */
    }
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    TabOutcomesEnd end =
        tab_outcomes_visit(outcomes, search->rules, &search->situation->position, &hand,
                           search->max_states ? search->max_states : ROOT_STATES, look_at_outcome,
                           look_at_clock, gathering);
    return !search->max_states || end != TAB_OUTCOMES_FULL;
}

bool tab_root_gather(TabRoot *root, const TabSearch *search, TabSearchThread *thread)
{
    g_autofree TabGreedyMemo *memo =
        search->kind == TAB_EVAL_GREEDY ? g_new0(TabGreedyMemo, 1) : NULL;
    Gathering gathering = {.root = root, .search = search, .thread = thread, .memo = memo};
    TabKey key = tab_position_key(&search->situation->position);
    gathering.mover = (TabSide)search->situation->position.side;
    gathering.random =
        tab_random_new_stream(search->seed, key.a + search->situation->position.number);
    root->n = 0;
    TabGeneticScore genetic;
    if (search->kind == TAB_EVAL_GENETIC) {
        tab_genetic_score_init(&genetic, &search->rules->board);
        gathering.genetic = &genetic;
    }
    bool all = true;
    if (search->only)
        gather_only(&gathering);
    else
        all = gather_hand(&gathering);
    tab_tree_flush_nodes(thread);
    return all;
}
