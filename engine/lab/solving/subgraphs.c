// SPDX-License-Identifier: GPL-3.0-or-later
// Makes subgraphs with the rules' own move generator, and keeps them.
#include "engine/lab/solving/subgraphs.h"

#include "protocol/rules/movegen.h"

/* A board with its twelve to fifteen plays, and with what is wanted where turns begin. */
#define LOWER_BYTES 80
#define FULL_BYTES 90

/* A subgraph that is being made. */
typedef struct {
    const TabSubgraphs *subgraphs;
    const TabIndex *index;
    TabSubgraph *subgraph;
    unsigned own;
    unsigned n_piles; /* of the enemy */
    uint8_t pile_cell[TAB_INDEX_MOST_PIECES];
    TabPosition enemies;
    /* Where a board of White alone stands among those that leave free what is left of the enemy, by
     * the captured pile (as in a play), own pieces and number. */
    uint32_t *board[TAB_INDEX_MOST_PIECES + 1][TAB_INDEX_MOST_PIECES + 1];
    size_t room_plays;
} Maker;

/* Whether the side to move has no play with any throw. */
static bool is_blocked(const TabRules *rules, const TabPosition *position)
{
    TabPlay plays[TAB_MAX_PLAYS];
    TAB_USES_FOREACH(&rules->cast, t)
        if (tab_movegen_plays(rules, position, t, plays))
            return false;
    return true;
}

bool tab_subgraphs_is_stuck(const TabRules *rules, const TabPosition *position)
{
    TabPosition other = *position;
    other.side = (uint8_t)tab_side_other((TabSide)position->side);
    return is_blocked(rules, position) && is_blocked(rules, &other);
}

/* --- one subgraph --- */

static void subgraph_free(TabSubgraph *subgraph)
{
    if (!subgraph)
        return;
    g_free(subgraph->count);
    g_free(subgraph->play);
    g_free(subgraph->must);
    g_free(subgraph->after);
    g_free(subgraph->before);
    g_free(subgraph->stuck);
    g_free(subgraph);
}

static uint64_t subgraph_size(const TabSubgraph *subgraph)
{
    uint64_t each = TAB_BOX_KINDS + 1 + sizeof *subgraph->after;
    if (subgraph->before)
        each += sizeof *subgraph->before + 1;
    return sizeof *subgraph + subgraph->n * each + subgraph->n_plays * sizeof *subgraph->play;
}

/* Numbers the boards of White alone that leave `taken` free, by all numbers of pieces; returns how
 * many there are with `own`. */
static uint32_t number_boards(const TabSubgraphs *subgraphs, const TabCells *taken, unsigned own,
                              uint32_t *board[TAB_INDEX_MOST_PIECES + 1])
{
    uint32_t n_own = 0;
    for (unsigned pieces = subgraphs->least_own; pieces <= own; pieces++) {
        const TabCells *cells = subgraphs->cells[pieces];
        uint64_t boards = tab_index_boards(subgraphs->layers->index, pieces, 0);
        board[pieces] = g_new(uint32_t, boards);
        uint32_t n = 0;
        for (uint64_t i = 0; i < boards; i++) {
            board[pieces][i] = n;
            n += !tab_cells_meet(&cells[i], taken);
        }
        n_own = n;
    }
    return n_own;
}

static uint32_t find_target(const Maker *maker, const TabPosition *after)
{
    const TabIndex *index = maker->index;
    unsigned captured = 0;
    for (unsigned i = 0; i < maker->n_piles; i++)
        if (!tab_cells_has(&after->occupied[TAB_BLACK], maker->pile_cell[i]))
            captured = i + 1;
    unsigned own = tab_index_pieces(index, after, TAB_WHITE);
    uint32_t board = 0;
    if (after->pieces[TAB_BLACK])
        board = maker->board[captured][own][tab_index_white_number(index, after)];
    return tab_subgraph_play(captured, own, board);
}

/* The plays of one board; returns how many there are. */
static unsigned add_plays(Maker *maker, uint32_t board, const TabPosition *position)
{
    TabSubgraph *subgraph = maker->subgraph;
    unsigned must = 0, all = 0;
    for (int t = 0; t < TAB_BOX_KINDS; t++) {
        TabPlay plays[TAB_MAX_PLAYS];
        unsigned n = tab_movegen_plays(maker->index->rules, position, t, plays);
        while (subgraph->n_plays + n > maker->room_plays) {
            maker->room_plays = 2 * maker->room_plays + 1024;
            subgraph->play = g_renew(uint32_t, subgraph->play, maker->room_plays);
        }
        for (unsigned i = 0; i < n; i++) {
            TabPosition after;
            tab_position_play(&after, position, &plays[i]);
            subgraph->play[subgraph->n_plays++] = find_target(maker, &after);
            if (!(plays[i].flags & TAB_PLAY_REDUCE))
                must |= 1u << t;
        }
        subgraph->count[TAB_BOX_KINDS * board + (unsigned)t] = (uint8_t)n;
        all += n;
    }
    if (maker->index->rules->saved_kind >= 0)
        must &= ~(1u << maker->index->rules->saved_kind);
    if (maker->index->rules->set.value[TAB_SWITCH_DUTY] == TAB_DUTY_MAY)
        must = 0;
    subgraph->must[board] = (uint8_t)must;
    return all;
}

static void fill_boards(Maker *maker)
{
    const TabIndex *index = maker->index;
    const TabLayers *layers = maker->subgraphs->layers;
    const TabCells *cells = maker->subgraphs->cells[maker->own],
                   *taken = &maker->enemies.occupied[TAB_BLACK];
    TabSubgraph *subgraph = maker->subgraph;
    TabPlace place = {.own = (uint8_t)maker->own};
    uint64_t boards = tab_index_boards(index, maker->own, 0);
    for (uint32_t board = 0; place.number < boards; place.number++) {
        if (tab_cells_meet(&cells[place.number], taken))
            continue;
        TabPosition position, turned;
        unsigned cell;
        tab_index_position(index, &place, &position);
        position.occupied[TAB_BLACK] = *taken;
        position.pieces[TAB_BLACK] = maker->enemies.pieces[TAB_BLACK];
        position.nasara[TAB_BLACK] = maker->enemies.nasara[TAB_BLACK];
        TAB_CELLS_FOREACH(*taken, cell)
            position.pile[cell] = maker->enemies.pile[cell];
        turned = position;
        turned.side = TAB_BLACK;
        bool blocked = !add_plays(maker, board, &position);
        subgraph->after[board] = tab_layers_find(layers, &turned);
        if (subgraph->before) {
            subgraph->before[board] = tab_layers_find(layers, &position);
            subgraph->stuck[board] = blocked && is_blocked(index->rules, &turned);
        }
        board++;
    }
}

/* Takes the enemy's piles apart, and numbers the boards with all of them and with each one less. */
static void set_enemies(Maker *maker, const TabPlace *enemies)
{
    unsigned cell;
    tab_index_position(maker->index, enemies, &maker->enemies);
    TabCells all = maker->enemies.occupied[TAB_BLACK];
    maker->subgraph->n = number_boards(maker->subgraphs, &all, maker->own, maker->board[0]);
    TAB_CELLS_FOREACH(all, cell) {
        TabCells left = all;
        tab_cells_remove(&left, cell);
        maker->pile_cell[maker->n_piles++] = (uint8_t)cell;
        number_boards(maker->subgraphs, &left, maker->own, maker->board[maker->n_piles]);
    }
}

static TabSubgraph *subgraph_new(const TabSubgraphs *subgraphs, unsigned own,
                                 const TabPlace *enemies)
{
    TabSubgraph *subgraph = g_new0(TabSubgraph, 1);
    Maker maker = {.subgraphs = subgraphs,
                   .index = subgraphs->layers->index,
                   .subgraph = subgraph,
                   .own = own};
    set_enemies(&maker, enemies);
    subgraph->count = g_new(uint8_t, TAB_BOX_KINDS * (size_t)subgraph->n);
    subgraph->must = g_new(uint8_t, subgraph->n);
    subgraph->after = g_new(uint64_t, subgraph->n);
    if (own == subgraphs->own && enemies->enemy == subgraphs->enemy) {
        subgraph->before = g_new(uint64_t, subgraph->n);
        subgraph->stuck = g_new(uint8_t, subgraph->n);
    }
    fill_boards(&maker);
    for (unsigned i = 0; i <= maker.n_piles; i++)
        for (unsigned pieces = subgraphs->least_own; pieces <= own; pieces++)
            g_free(maker.board[i][pieces]);
    subgraph->play = g_renew(uint32_t, subgraph->play, subgraph->n_plays);
    return subgraph;
}

/* --- those that are kept --- */

TabSubgraphs *tab_subgraphs_new(const TabLayers *layers, unsigned own, unsigned enemy,
                                uint64_t lower, uint64_t full)
{
    const TabIndex *index = layers->index;
    TabSubgraphs *subgraphs = g_new0(TabSubgraphs, 1);
    *subgraphs = (TabSubgraphs){.layers = layers,
                                .own = own,
                                .enemy = enemy,
                                .least_own = tab_index_least_own(index, own),
                                .lower_room = lower,
                                .full_room = full};
    for (unsigned some = subgraphs->least_own; some <= own; some++) {
        TabPlace place = {.own = (uint8_t)some};
        uint64_t boards = tab_index_boards(index, some, 0);
        subgraphs->cells[some] = g_new(TabCells, boards);
        for (; place.number < boards; place.number++) {
            TabPosition alone;
            tab_index_position(index, &place, &alone);
            subgraphs->cells[some][place.number] = alone.occupied[TAB_WHITE];
        }
        for (unsigned left = 1; left <= enemy; left++)
            subgraphs->kept[some][left] = g_new0(TabSubgraph *, tab_index_boards(index, 0, left));
    }
    g_mutex_init(&subgraphs->lock);
    return subgraphs;
}

void tab_subgraphs_free(TabSubgraphs *subgraphs)
{
    if (!subgraphs)
        return;
    for (unsigned own = subgraphs->least_own; own <= subgraphs->own; own++) {
        g_free(subgraphs->cells[own]);
        for (unsigned enemy = 1; enemy <= subgraphs->enemy; enemy++) {
            uint64_t boards = tab_index_boards(subgraphs->layers->index, 0, enemy);
            for (uint64_t number = 0; number < boards; number++)
                subgraph_free(subgraphs->kept[own][enemy][number]);
            g_free(subgraphs->kept[own][enemy]);
        }
    }
    g_mutex_clear(&subgraphs->lock);
    g_free(subgraphs);
}

const TabSubgraph *tab_subgraphs_take(TabSubgraphs *subgraphs, unsigned own,
                                      const TabPlace *enemies)
{
    TabSubgraph **slot = &subgraphs->kept[own][enemies->enemy][enemies->number];
    TabSubgraph *subgraph = g_atomic_pointer_get(slot);
    if (subgraph)
        return subgraph;
    subgraph = subgraph_new(subgraphs, own, enemies);
    uint64_t size = subgraph_size(subgraph);
    uint64_t *room =
        enemies->enemy < subgraphs->enemy ? &subgraphs->lower_room : &subgraphs->full_room;
    g_mutex_lock(&subgraphs->lock);
    TabSubgraph *other = g_atomic_pointer_get(slot); /* that another thread has made meanwhile */
    if (!other && size <= *room) {
        *room -= size;
        g_atomic_pointer_set(slot, subgraph);
    }
    g_mutex_unlock(&subgraphs->lock);
    if (!other)
        return subgraph;
    subgraph_free(subgraph);
    return other;
}

void tab_subgraphs_give_back(TabSubgraphs *subgraphs, unsigned own, const TabPlace *enemies,
                             const TabSubgraph *subgraph)
{
    if (g_atomic_pointer_get(&subgraphs->kept[own][enemies->enemy][enemies->number]) != subgraph)
        subgraph_free((TabSubgraph *)subgraph);
}

/* Bytes of all subgraphs against `enemy` pieces. */
static double memory_against(const TabIndex *index, unsigned own, unsigned enemy, double each)
{
    double sum = 0;
    for (unsigned some = tab_index_least_own(index, own); some <= own; some++)
        sum += (double)tab_index_boards(index, 0, enemy) *
               ((double)tab_index_boards(index, some, 0) * each + sizeof(TabSubgraph) +
                sizeof(void *));
    return sum;
}

uint64_t tab_subgraphs_lower_memory(const TabIndex *index, unsigned own, unsigned enemy)
{
    double sum = 0;
    for (unsigned left = 1; left < enemy; left++)
        sum += memory_against(index, own, left, LOWER_BYTES);
    return (uint64_t)MIN(sum, 0x1p60);
}

uint64_t tab_subgraphs_full_memory(const TabIndex *index, unsigned own, unsigned enemy)
{
    return (uint64_t)MIN(memory_against(index, own, enemy, FULL_BYTES), 0x1p60);
}
