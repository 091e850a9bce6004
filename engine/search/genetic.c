// SPDX-License-Identifier: GPL-3.0-or-later
// Scores boards; breeds turns: genomes are played out and scored, paired, mutated and culled.
#include "engine/search/genetic.h"

#include <string.h>

#include "protocol/rules/outcomes.h"

/* --- the score --- */

#define NEAR 5 /* cells behind a piece in which an enemy counts */
#define FEW 4  /* with fewer enemies than so many, row 4 is no place to be */

/* Notes `from` as behind every cell that `enemy` reaches from `cell` in `steps` more steps. */
static void mark_behind(TabCells behind[TAB_MAX_CELLS], const TabBoard *board, TabSide enemy,
                        unsigned from, unsigned cell, unsigned steps)
{
    for (int branch = 0; branch < 2 && steps; branch++) {
        TabCell to = board->next[enemy][cell][branch];
        if (to == TAB_NO_CELL)
            continue;
        tab_cells_add(&behind[to], from);
        mark_behind(behind, board, enemy, from, to, steps - 1);
    }
}

/* How many cells the path has from here to the end of the row. */
static unsigned cells_before(const TabBoard *board, TabSide side, unsigned cell)
{
    unsigned row = board->relative_row[side][cell], n = 0;
    for (TabCell next = board->next[side][cell][0];
         next != TAB_NO_CELL && board->relative_row[side][next] == row;
         next = board->next[side][next][0])
        n++;
    return n;
}

void tab_genetic_score_init(TabGeneticScore *score, const TabBoard *board)
{
    memset(score, 0, sizeof *score);
    for (int side = 0; side < 2; side++) {
        TabSide enemy = tab_side_other((TabSide)side);
        score->row4[side] = board->row[side][board->n_rows];
        for (unsigned cell = 0; cell < board->cells; cell++) {
            unsigned row = board->relative_row[side][cell],
                     before = cells_before(board, (TabSide)side, cell);
            score->own[side][cell] = row == 1                 ? 4
                                     : row == board->n_rows   ? (int8_t)(2 + before)
                                     : row == 2 && before < 3 ? 2 + 2
                                                              : 2;
            score->enemy[side][cell] = board->relative_row[enemy][cell] == 1 ? -4 : -2;
            mark_behind(score->behind[side], board, enemy, cell, cell, NEAR);
        }
    }
}

/* Pieces of the enemy on the cells `behind`. */
static int enemies_on(const TabPosition *board, TabSide enemy, const TabCells *behind)
{
    const TabCells *there = &board->occupied[enemy];
    TabCells cells = {{there->word[0] & behind->word[0], there->word[1] & behind->word[1]}};
    int n = 0;
    unsigned cell;
    TAB_CELLS_FOREACH(cells, cell)
        n += (int)tab_pile_height(board->pile[cell]);
    return n;
}

int tab_genetic_score(const TabGeneticScore *score, const TabPosition *board, TabSide mover)
{
    TabSide enemy = tab_side_other(mover);
    if (!board->pieces[enemy])
        return TAB_GENETIC_WON;
    bool few = board->pieces[enemy] < FEW;
    int points = 0;
    unsigned cell;
    TAB_CELLS_FOREACH(board->occupied[mover], cell) {
        int height = (int)tab_pile_height(board->pile[cell]), piece = score->own[mover][cell];
        piece -= 2 * enemies_on(board, enemy, &score->behind[mover][cell]);
        piece -= height > 1 ? 4 : 0;
        piece -= few && tab_cells_has(&score->row4[mover], cell) ? 3 : 0;
        points += height * piece;
    }
    TAB_CELLS_FOREACH(board->occupied[enemy], cell)
        points += (int)tab_pile_height(board->pile[cell]) * score->enemy[mover][cell];
    return points;
}

/* --- the algorithm --- */

/* One throw of the hand and which of its plays: the kind of throw in the upper bits. */
typedef uint32_t Gene;
#define GENE_INDICES (1u << 13)

#define CACHE_SIZE (1u << 14) /* genomes whose scores are remembered, a power of two */
#define LIST_STATES 4000      /* positions inside the turn within which outcomes are listed */
#define GO_ON_GENES 256       /* genes played out between two looks at the clock: some 50 µs */

/* The score of a genome that has been played out; hash 0: none. */
typedef struct {
    uint64_t hash;
    int score;
} Cached;

/* A genome of the population or a child. */
typedef struct {
    Gene *genes; /* [size] of the run */
    int score;
} Genome;

typedef struct {
    const TabGeneticTask *task;
    TabGeneticScore score;
    TabRandom random;
    TabSide mover;
    unsigned size;    /* genes of a genome: throws of the hand */
    unsigned genes;   /* met since go_on was asked last */
    uint64_t nodes;   /* boards scored */
    int ceiling;      /* the best score there is, so far as is known */
    bool stopped;     /* by a limit */
    int best_score;   /* of all genomes met so far */
    Genome *genomes;  /* [2 * population]: parents, then children */
    Genome *sorted;   /* [2 * population]: room to cull in */
    int *scores;      /* [2 * population]: room to find the median in */
    Gene *rest;       /* [size]: what waits of a genome that is being played out */
    Gene *best_genes; /* [size], of best_score */
    Cached *cache;    /* [CACHE_SIZE], by hash */
    TabPosition board;
} Run;

static Gene make_gene(unsigned kind, unsigned index)
{
    return (Gene)(kind * GENE_INDICES + index);
}

static unsigned gene_throw(Gene gene)
{
    return gene / GENE_INDICES;
}

/* Whether it is time to stop, after so many genes more have been looked at. */
static bool has_limit_come(Run *run, unsigned genes)
{
    const TabGeneticTask *task = run->task;
    run->genes += genes;
    if (run->genes >= GO_ON_GENES) {
        run->genes = 0;
        run->stopped = run->stopped || (task->go_on && !task->go_on(task->user_data));
    }
    run->stopped = run->stopped || (task->max_nodes && run->nodes >= task->max_nodes);
    return run->stopped;
}

/* Whether the throw may go unused though it has these plays (RULES.md 6). */
static bool may_leave(const TabRules *rules, unsigned kind, const TabPlay *plays, unsigned n)
{
    if ((int)kind == rules->saved_kind)
        return true;
    for (unsigned i = 0; i < n; i++)
        if (!(plays[i].flags & TAB_PLAY_REDUCE))
            return false;
    return true;
}

/* Plays a genome out on the run's board and rewrites it as it was played, with the indices that
 * were meant; notes the plays in `played`, unless NULL, and returns their number. Waiting genes are
 * tried in order, again and again as long as anything moves; then every throw left either has no
 * play or need not be used, and these come last, in the order of their throws. */
static unsigned play_out(Run *run, Gene *genes, TabPlay *played)
{
    const TabRules *rules = run->task->rules;
    TabPlay plays[TAB_MAX_PLAYS];
    Gene *rest = run->rest;
    unsigned n_played = 0, n_rest = run->size, before;
    run->board = *run->task->position;
    memcpy(rest, genes, run->size * sizeof genes[0]);
    do {
        unsigned waiting = n_rest, idle = 0; /* throws that have no play on this board, as bits */
        before = n_played;
        n_rest = 0;
        for (unsigned i = 0; i < waiting; i++) {
            unsigned kind = gene_throw(rest[i]), n = 0, chosen = 0;
            if (!(idle >> kind & 1))
                n = tab_movegen_plays(rules, &run->board, (int)kind, plays);
            if (n)
                chosen = rest[i] % GENE_INDICES % (n + may_leave(rules, kind, plays, n));
            Gene gene = make_gene(kind, chosen);
            if (chosen == n) {
                rest[n_rest++] = gene;
                idle |= n ? 0 : 1u << kind;
                continue;
            }
            tab_position_play(&run->board, &run->board, &plays[chosen]);
            if (played)
                played[n_played] = plays[chosen];
            genes[n_played++] = gene;
            idle = 0;
        }
    } while (n_rest && n_played > before);
    unsigned n_genes = n_played;
    TAB_KINDS_FOREACH(&rules->cast, t)
        for (unsigned i = 0; i < n_rest; i++)
            if (gene_throw(rest[i]) == (unsigned)t)
                genes[n_genes++] = rest[i];
    return n_played;
}

/* Never 0. */
static uint64_t hash_genes(const Gene *genes, unsigned n)
{
    uint64_t hash = 1;
    for (unsigned i = 0; i < n; i++) {
        hash = (hash ^ genes[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return hash ? hash : 1;
}

/* Finds out the score of a genome, from the cache if it was played out lately. False if that was
 * enough: a limit has come, or there is none better. */
static bool rate(Run *run, Genome *genome)
{
    uint64_t hash = hash_genes(genome->genes, run->size);
    const Cached *known = &run->cache[hash & (CACHE_SIZE - 1)];
    if (known->hash == hash) {
        genome->score = known->score;
    } else {
        play_out(run, genome->genes, NULL);
        genome->score = tab_genetic_score(&run->score, &run->board, run->mover);
        run->nodes++;
        hash = hash_genes(genome->genes, run->size);
        run->cache[hash & (CACHE_SIZE - 1)] = (Cached){hash, genome->score};
        if (genome->score > run->best_score) {
            run->best_score = genome->score;
            memcpy(run->best_genes, genome->genes, run->size * sizeof genome->genes[0]);
        }
    }
    return !has_limit_come(run, run->size) && run->best_score < run->ceiling;
}

static Gene random_index(Run *run, Gene gene)
{
    return make_gene(gene_throw(gene), tab_random_below(&run->random, GENE_INDICES));
}

static void swap_genes(Gene *a, Gene *b)
{
    Gene gene = *a;
    *a = *b;
    *b = gene;
}

/* All throws of the hand in random order, with random indices. */
static void draw_genome(Run *run, Gene *genes)
{
    unsigned n = 0;
    TAB_KINDS_FOREACH(&run->task->rules->cast, t)
        for (unsigned i = 0; i < run->task->hand.n[t]; i++)
            genes[n++] = random_index(run, make_gene(t, 0));
    for (; n > 1; n--)
        swap_genes(&genes[n - 1], &genes[tab_random_below(&run->random, n)]);
}

/* The first `cut` genes of one parent, then the throws that are missing as the other has them. */
static void cross_genes(const Run *run, const Gene *first, const Gene *second, unsigned cut,
                        Gene *child)
{
    unsigned had[TAB_MAX_KINDS] = {0}, n = cut;
    memcpy(child, first, cut * sizeof child[0]);
    for (unsigned i = 0; i < cut; i++)
        had[gene_throw(first[i])]++;
    for (unsigned i = 0; i < run->size; i++) {
        unsigned kind = gene_throw(second[i]);
        if (had[kind])
            had[kind]--;
        else
            child[n++] = second[i];
    }
}

static void mutate(Run *run, Gene *genes)
{
    if (tab_random_below(&run->random, 100) >= run->task->plan.mutation)
        return;
    unsigned i = tab_random_below(&run->random, run->size);
    if (run->size > 1 && tab_random_below(&run->random, 2))
        swap_genes(&genes[i], &genes[tab_random_below(&run->random, run->size)]);
    else
        genes[i] = random_index(run, genes[i]);
}

/* Pairs the population at random and makes as many children. False if it was stopped. */
static bool breed(Run *run)
{
    unsigned population = run->task->plan.population;
    Genome *parent = run->genomes, *child = run->genomes + population;
    for (unsigned n = population; n > 1; n--) {
        Genome *other = &parent[tab_random_below(&run->random, n)], genome = *other;
        *other = parent[n - 1];
        parent[n - 1] = genome;
    }
    for (unsigned i = 0; i < population; i++) {
        const Genome *first = &parent[i], *second = &parent[i ^ 1];
        unsigned cut = run->size > 1 ? 1 + tab_random_below(&run->random, run->size - 1) : 1;
        cross_genes(run, first->genes, second->genes, cut, child[i].genes);
        mutate(run, child[i].genes);
        if (!rate(run, &child[i]))
            return false;
    }
    return true;
}

/* The value that would stand at place k if the n scores were sorted, best first (Hoare's
 * quickselect). */
static int select_score(int *scores, unsigned n, unsigned k)
{
    unsigned low = 0, high = n - 1;
    while (low < high) {
        int pivot = scores[low + (high - low) / 2];
        unsigned i = low, j = high;
        while (true) {
            for (; scores[i] > pivot; i++)
                continue;
            for (; scores[j] < pivot; j--)
                continue;
            if (i >= j)
                break;
            int score = scores[i];
            scores[i++] = scores[j];
            scores[j--] = score;
        }
        if (k <= j)
            high = j;
        else
            low = j + 1;
    }
    return scores[k];
}

/* Keeps the better half of parents and children as the next population. */
static void cull(Run *run)
{
    unsigned population = run->task->plan.population, n = 2 * population, above = 0, next = 0;
    unsigned last = population;
    for (unsigned i = 0; i < n; i++)
        run->scores[i] = run->genomes[i].score;
    int median = select_score(run->scores, n, population - 1);
    for (unsigned i = 0; i < n; i++)
        above += run->genomes[i].score > median;
    unsigned equal = population - above; /* places for those at the median */
    for (unsigned i = 0; i < n; i++) {
        const Genome *genome = &run->genomes[(i + population) % n]; /* children first */
        bool stays = genome->score > median || (genome->score == median && equal);
        equal -= stays && genome->score == median;
        run->sorted[stays ? next++ : last++] = *genome;
    }
    memcpy(run->genomes, run->sorted, n * sizeof run->genomes[0]);
}

static bool score_outcome_of_list(const TabPosition *after, TabKey key, const TabPlay *plays,
                                  unsigned n_plays, gpointer user_data)
{
    Run *run = user_data;
    if (run->task->max_nodes && 2 * (run->nodes + 1) > run->task->max_nodes)
        return false; /* the rest is for the genomes */
    int score = tab_genetic_score(&run->score, after, run->mover);
    run->ceiling = run->nodes++ ? MAX(run->ceiling, score) : score;
    return !has_limit_come(run, n_plays);
}

static bool has_time(gpointer user_data)
{
    return !has_limit_come(user_data, GO_ON_GENES);
}

/* Finds the best score there is, if that takes little. */
static void find_ceiling(Run *run)
{
    const TabGeneticTask *task = run->task;
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    if (tab_outcomes_visit(outcomes, task->rules, task->position, &task->hand, LIST_STATES,
                           score_outcome_of_list, has_time, run) != TAB_OUTCOMES_ALL)
        run->ceiling = TAB_GENETIC_WON;
}

/* Draws and rates the first population. False if it was stopped. */
static bool populate(Run *run)
{
    for (unsigned i = 0; i < run->task->plan.population; i++) {
        draw_genome(run, run->genomes[i].genes);
        if (!rate(run, &run->genomes[i]))
            return false;
    }
    return true;
}

/* Shares out the run's one piece of memory, given back as a whole. */
static void *share_out(Run *run)
{
    unsigned n = 2 * run->task->plan.population;
    size_t genes = (size_t)(n + 2) * run->size * sizeof(Gene);
    char *arena =
        g_malloc0(CACHE_SIZE * sizeof(Cached) + 2 * n * sizeof(Genome) + genes + n * sizeof(int));
    run->cache = (Cached *)arena;
    run->genomes = (Genome *)(run->cache + CACHE_SIZE);
    run->sorted = run->genomes + n;
    run->scores = (int *)(run->sorted + n);
    run->rest = (Gene *)(run->scores + n);
    run->best_genes = run->rest + run->size;
    for (unsigned i = 0; i < n; i++)
        run->genomes[i].genes = run->best_genes + (i + 1) * run->size;
    return arena;
}

void tab_genetic_choose(const TabGeneticTask *task, TabGeneticAnswer *answer)
{
    g_return_if_fail(task->plan.population >= 2 && task->plan.population % 2 == 0);
    Run run = {.task = task, .ceiling = TAB_GENETIC_WON, .best_score = INT_MIN};
    run.random = tab_random_new(task->seed);
    run.mover = (TabSide)task->position->side;
    run.size = tab_hand_size(&task->hand);
    tab_genetic_score_init(&run.score, &task->rules->board);
    void *arena = share_out(&run);
    answer->generations = 0;
    find_ceiling(&run);
    bool on = populate(&run);
    while (on && answer->generations < task->plan.generations) {
        if (answer->generations++)
            cull(&run);
        on = breed(&run);
    }
    answer->score = run.best_score;
    answer->nodes = run.nodes;
    answer->turn.hand = task->hand;
    answer->turn.cast_anew = false;
    answer->turn.n_plays = play_out(&run, run.best_genes, answer->turn.plays);
    g_free(arena);
}
