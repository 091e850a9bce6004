// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the graph of all turns against one set of enemy piles, with the rules' own move generator.
#include "engine/tables/turns.h"

#include "protocol/rules/movegen.h"

#define MAX_PARTS ((1u << TAB_INDEX_MOST_PIECES) * TAB_INDEX_MOST_PIECES)

/* Boards with the same enemy piles left and the same number of own pieces. */
typedef struct _TabTurnsPart {
    uint64_t first, size; /* where they stand in node_of */
} Part;

/* The graph that is being made. */
typedef struct {
    TabTurns *turns;
    const TabIndex *index;
    const TabRules *rules;
    const TabLayers *layers;
    unsigned own, enemy, saves;
    unsigned n_piles;
    uint8_t pile_cell[TAB_INDEX_MOST_PIECES];
    TabPosition enemies[1u << TAB_INDEX_MOST_PIECES]; /* by the set of piles left */
    size_t n_targets;
} Maker;

TabTurns *tab_turns_new(void)
{
    TabTurns *turns = g_new0(TabTurns, 1);
    turns->part = g_new(Part, MAX_PARTS);
    return turns;
}

void tab_turns_free(TabTurns *turns)
{
    if (!turns)
        return;
    g_free(turns->start);
    g_free(turns->target);
    g_free(turns->must);
    g_free(turns->before);
    g_free(turns->after);
    g_free(turns->after_step);
    g_free(turns->stuck);
    g_free(turns->blocked);
    g_free(turns->node_of);
    g_free(turns->part);
    g_free(turns);
}

uint64_t tab_turns_size(const TabTurns *turns)
{
    uint64_t nodes = turns->n_nodes, full = turns->n_full + 1;
    return sizeof *turns + (TAB_N_THROWS * nodes + 1 + turns->start[TAB_N_THROWS * nodes]) * 4 +
           nodes * 17 + full * 10;
}

TabTurns *tab_turns_copy(const TabTurns *turns)
{
    TabTurns *copy = g_new0(TabTurns, 1);
    size_t nodes = turns->n_nodes, full = turns->n_full + 1;
    *copy = (TabTurns){
        .n_nodes = turns->n_nodes, .n_full = turns->n_full, .before_step = turns->before_step};
    size_t starts = TAB_N_THROWS * nodes + 1;
    copy->start = g_memdup2(turns->start, starts * sizeof *turns->start);
    copy->target = g_memdup2(turns->target, turns->start[starts - 1] * sizeof *turns->target);
    copy->must = g_memdup2(turns->must, nodes);
    copy->after = g_memdup2(turns->after, nodes * sizeof *turns->after);
    copy->after_step = g_memdup2(turns->after_step, nodes * sizeof *turns->after_step);
    copy->before = g_memdup2(turns->before, full * sizeof *turns->before);
    copy->stuck = g_memdup2(turns->stuck, full);
    copy->blocked = g_memdup2(turns->blocked, full);
    return copy;
}

/* Whether the side to move has no play with any throw. */
static bool is_blocked(const TabRules *rules, const TabPosition *position)
{
    TabPlay plays[TAB_MAX_PLAYS];
    for (int t = 0; t < TAB_N_THROWS; t++)
        if (tab_movegen_plays(rules, position, t, plays))
            return false;
    return true;
}

bool tab_turns_is_stuck(const TabRules *rules, const TabPosition *position)
{
    TabPosition other = *position;
    other.side = (uint8_t)tab_side_other((TabSide)position->side);
    return is_blocked(rules, position) && is_blocked(rules, &other);
}

uint64_t tab_turns_most_nodes(const TabIndex *index, unsigned own, unsigned enemy)
{
    uint64_t boards = 0;
    for (unsigned left = 1; left <= own; left++)
        boards += tab_index_boards(index, left, 0);
    return 1 + boards * ((UINT64_C(1) << enemy) - 1);
}

/* Parts of the graph are numbered by the set of piles left and the own pieces. */
static Part *part_of(const Maker *maker, unsigned piles, unsigned own)
{
    return &maker->turns->part[piles * maker->own + own - 1];
}

/* Takes the enemy's piles apart: the position of every set of them, without own pieces. */
static void split_enemy(Maker *maker, uint64_t enemy_number, unsigned enemy_saved)
{
    TabPlace place = {.own = 0, .enemy = (uint8_t)maker->enemy, .number = enemy_number};
    TabPosition whole;
    tab_index_position(maker->index, &place, &whole);
    whole.saved[TAB_BLACK] = (uint8_t)enemy_saved;
    unsigned cell;
    maker->n_piles = 0;
    TAB_CELLS_FOREACH(whole.occupied[TAB_BLACK], cell)
    maker->pile_cell[maker->n_piles++] = (uint8_t)cell;
    for (unsigned piles = 0; piles < 1u << maker->n_piles; piles++) {
        TabPosition *some = &maker->enemies[piles];
        *some = whole;
        for (unsigned i = 0; i < maker->n_piles; i++) {
            if (piles >> i & 1)
                continue;
            cell = maker->pile_cell[i];
            some->pieces[TAB_BLACK] =
                (uint8_t)(some->pieces[TAB_BLACK] - tab_pile_height(some->pile[cell]));
            some->nasara[TAB_BLACK] =
                (uint8_t)(some->nasara[TAB_BLACK] - (some->pile[cell] == TAB_PILE_NASRANI));
            some->occupied[TAB_BLACK].word[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
            some->pile[cell] = 0;
        }
    }
}

/* Puts White's piles of `own` on a board of enemies; false if they would share a cell. */
static bool combine(const TabPosition *own, const TabPosition *enemies, TabPosition *both)
{
    if (tab_cells_meet(&own->occupied[TAB_WHITE], &enemies->occupied[TAB_BLACK]))
        return false;
    *both = *enemies;
    both->occupied[TAB_WHITE] = own->occupied[TAB_WHITE];
    both->pieces[TAB_WHITE] = own->pieces[TAB_WHITE];
    both->nasara[TAB_WHITE] = own->nasara[TAB_WHITE];
    unsigned cell;
    TAB_CELLS_FOREACH(own->occupied[TAB_WHITE], cell)
    both->pile[cell] = own->pile[cell];
    return true;
}

/* Calls `func` for every board of one part that exists. */
static bool each_board(Maker *maker, unsigned piles, unsigned own,
                       bool (*func)(Maker *, const Part *, uint64_t, const TabPosition *))
{
    const Part *part = part_of(maker, piles, own);
    for (uint64_t number = 0; number < part->size; number++) {
        TabPlace place = {.own = (uint8_t)own, .number = number};
        TabPosition alone, both;
        tab_index_position(maker->index, &place, &alone);
        if (combine(&alone, &maker->enemies[piles], &both) && !func(maker, part, number, &both))
            return false;
    }
    return true;
}

/* All parts, that of the full boards first. */
static bool each_part(Maker *maker,
                      bool (*func)(Maker *, const Part *, uint64_t, const TabPosition *))
{
    for (unsigned piles = (1u << maker->n_piles) - 1; piles > 0; piles--)
        for (unsigned own = maker->own; own > 0; own--)
            if (!each_board(maker, piles, own, func))
                return false;
    return true;
}

static bool number_node(Maker *maker, const Part *part, uint64_t number,
                        const TabPosition *position)
{
    (void)position;
    TabTurns *turns = maker->turns;
    if (turns->n_nodes >= G_MAXINT32 / TAB_N_THROWS)
        return false;
    if (part == part_of(maker, (1u << maker->n_piles) - 1, maker->own))
        turns->n_full++;
    turns->node_of[part->first + number] = turns->n_nodes++;
    return true;
}

static uint32_t find_node(const Maker *maker, const TabPosition *position)
{
    unsigned piles = 0;
    for (unsigned i = 0; i < maker->n_piles; i++)
        piles |= (unsigned)tab_cells_has(&position->occupied[TAB_BLACK], maker->pile_cell[i]) << i;
    if (!piles)
        return 0;
    const Part *part = part_of(maker, piles, tab_index_pieces(maker->index, position, TAB_WHITE));
    return maker->turns->node_of[part->first + tab_index_white_number(maker->index, position)];
}

static void add_target(Maker *maker, uint32_t node)
{
    TabTurns *turns = maker->turns;
    if (maker->n_targets == turns->room_targets) {
        turns->room_targets = MAX(1024, 2 * turns->room_targets);
        turns->target = g_renew(uint32_t, turns->target, turns->room_targets);
    }
    turns->target[maker->n_targets++] = node;
}

/* The plays of one node. */
static unsigned add_edges(Maker *maker, uint32_t node, const TabPosition *position)
{
    TabTurns *turns = maker->turns;
    unsigned must = 0;
    for (int t = 0; t < TAB_N_THROWS; t++) {
        TabPlay plays[TAB_MAX_PLAYS];
        unsigned n = tab_movegen_plays(maker->rules, position, t, plays);
        for (unsigned i = 0; i < n; i++) {
            TabPosition after;
            tab_position_play(&after, position, &plays[i]);
            add_target(maker, find_node(maker, &after));
            if (!(plays[i].flags & TAB_PLAY_REDUCE))
                must |= 1u << t;
        }
        turns->start[TAB_N_THROWS * node + (unsigned)t + 1] = (uint32_t)maker->n_targets;
    }
    if (maker->saves > 1)
        must &= ~(1u << TAB_THROW_1);
    turns->must[node] = (uint8_t)must;
    return (unsigned)maker->n_targets - turns->start[TAB_N_THROWS * node];
}

static bool fill_node(Maker *maker, const Part *part, uint64_t number, const TabPosition *position)
{
    TabTurns *turns = maker->turns;
    uint32_t node = turns->node_of[part->first + number];
    if (maker->n_targets > G_MAXUINT32 / 2)
        return false;
    unsigned edges = add_edges(maker, node, position);
    TabPosition turned = *position;
    TabPlace place;
    turned.side = TAB_BLACK;
    tab_index_find(maker->index, &turned, &place);
    turns->after[node] = tab_layers_state(maker->layers, &place);
    turns->after_step[node] =
        maker->saves > 1 ? tab_index_boards(maker->index, place.own, place.enemy) : 0;
    if (node > turns->n_full)
        return true;
    tab_index_find(maker->index, position, &place);
    turns->before[node] = tab_layers_state(maker->layers, &place);
    turns->before_step = maker->saves > 1
                             ? maker->saves * tab_index_boards(maker->index, place.own, place.enemy)
                             : 0;
    turns->blocked[node] = !edges;
    turns->stuck[node] = !edges && is_blocked(maker->rules, &turned);
    return true;
}

/* Says where each part's boards stand, and makes room for them. */
static bool lay_out(Maker *maker)
{
    TabTurns *turns = maker->turns;
    uint64_t size = 0;
    for (unsigned piles = 1; piles < 1u << maker->n_piles; piles++)
        for (unsigned own = 1; own <= maker->own; own++) {
            Part *part = part_of(maker, piles, own);
            *part = (Part){.first = size, .size = tab_index_boards(maker->index, own, 0)};
            size += part->size;
            if (size > G_MAXINT32)
                return false;
        }
    if (size > turns->room_node_of) {
        g_free(turns->node_of);
        turns->node_of = g_new(uint32_t, size);
        turns->room_node_of = size;
    }
    return true;
}

static void make_room(TabTurns *turns)
{
    if (turns->n_nodes <= turns->room_nodes)
        return;
    size_t n = turns->room_nodes = turns->n_nodes;
    turns->start = g_renew(uint32_t, turns->start, TAB_N_THROWS * n + 1);
    turns->must = g_renew(uint8_t, turns->must, n);
    turns->before = g_renew(uint64_t, turns->before, n);
    turns->after = g_renew(uint64_t, turns->after, n);
    turns->after_step = g_renew(uint64_t, turns->after_step, n);
    turns->stuck = g_renew(uint8_t, turns->stuck, n);
    turns->blocked = g_renew(uint8_t, turns->blocked, n);
}

bool tab_turns_make(TabTurns *turns, const TabIndex *index, const TabLayers *layers, unsigned own,
                    unsigned enemy, uint64_t enemy_number, unsigned enemy_saved)
{
    g_autofree Maker *maker = g_new(Maker, 1);
    maker->turns = turns;
    maker->index = index;
    maker->rules = tab_index_rules(index);
    maker->layers = layers;
    maker->own = own;
    maker->enemy = enemy;
    maker->saves = tab_index_saves(index);
    maker->n_targets = 0;
    split_enemy(maker, enemy_number, enemy_saved);
    turns->n_nodes = 1;
    turns->n_full = 0;
    if (!lay_out(maker) || !each_part(maker, number_node))
        return false;
    make_room(turns);
    for (unsigned t = 0; t <= TAB_N_THROWS; t++)
        turns->start[t] = 0; /* node 0 has no plays */
    turns->must[0] = 0;
    return each_part(maker, fill_node);
}
