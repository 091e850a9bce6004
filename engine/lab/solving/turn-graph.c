// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the graph of all turns against one set of enemy piles together from its subgraphs.
#include "engine/lab/solving/turn-graph.h"

#include <string.h>

/* A set of enemy piles. */
typedef struct {
    TabPlace enemies;                     /* alone on the board */
    uint32_t left[TAB_INDEX_MOST_PIECES]; /* by pile, in the order of cells: the set without it */
    unsigned n_piles;
} Set;

#define NO_SET UINT32_MAX /* nothing is left */

/* One subgraph of the graph. */
typedef struct {
    const TabSubgraph *subgraph;
    uint32_t set;
    unsigned own;
    uint32_t first; /* its first node */
} Piece;

/* The sets that can be left of some, each once; those come first. */
typedef struct {
    const TabIndex *index;
    GArray *sets;
    GHashTable *number; /* of a set, plus 1, by its enemies */
} Sets;

/* The graph that is being made. */
typedef struct {
    TabTurnGraph *turns;
    TabSubgraphs *subgraphs;
    unsigned enemy_saved;
    Sets sets;
    uint32_t n_first; /* sets that turns begin with */
    GArray *pieces;   /* in the order of their nodes */
    uint32_t *start;  /* the first node, by set and own pieces */
    uint32_t n_targets;
} Maker;

TabTurnGraph *tab_turn_graph_new(void)
{
    return g_new0(TabTurnGraph, 1);
}

void tab_turn_graph_free(TabTurnGraph *turns)
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
    g_free(turns->first);
    g_free(turns);
}

/* --- sets of enemy piles --- */

static void sets_init(Sets *sets, const TabIndex *index)
{
    sets->index = index;
    sets->sets = g_array_new(FALSE, FALSE, sizeof(Set));
    sets->number = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
}

static void sets_clear(Sets *sets)
{
    g_array_unref(sets->sets);
    g_hash_table_unref(sets->number);
}

static Set *set_at(const Sets *sets, uint32_t number)
{
    return &g_array_index(sets->sets, Set, number);
}

/* The number of a set, which is added if it is new. */
static uint32_t number_set(Sets *sets, const TabPlace *enemies)
{
    gint64 key = (gint64)(enemies->number * (TAB_INDEX_MOST_PIECES + 1) + enemies->enemy);
    gpointer known = g_hash_table_lookup(sets->number, &key);
    if (known)
        return GPOINTER_TO_UINT(known) - 1;
    g_array_append_val(sets->sets, (Set){.enemies = *enemies});
    g_hash_table_insert(sets->number, g_memdup2(&key, sizeof key),
                        GUINT_TO_POINTER(sets->sets->len));
    return sets->sets->len - 1;
}

/* Finds what each captured pile leaves of a set. */
static void split_set(Sets *sets, uint32_t number)
{
    TabPosition whole;
    unsigned cell, n = 0;
    TabPlace enemies = set_at(sets, number)->enemies;
    tab_index_position(sets->index, &enemies, &whole);
    TAB_CELLS_FOREACH(whole.occupied[TAB_BLACK], cell) {
        TabPosition some = whole;
        uint32_t left = NO_SET;
        tab_position_take_off(&some, TAB_BLACK, cell);
        if (some.pieces[TAB_BLACK]) {
            TabPlace place;
            tab_index_find(sets->index, &some, &place);
            left = number_set(sets, &place);
        }
        set_at(sets, number)->left[n++] = left;
    }
    set_at(sets, number)->n_piles = n;
}

/* Boards of all numbers of own pieces that a turn can lead to, not more than these alone have. */
static uint64_t own_boards(const TabIndex *index, unsigned own)
{
    uint64_t boards = 0;
    for (unsigned left = tab_index_least_own(index, own); left <= own; left++)
        boards += tab_index_boards(index, left, 0);
    return boards;
}

uint64_t tab_turn_graph_most_nodes(const TabIndex *index, unsigned own, unsigned enemy)
{
    return 1 + own_boards(index, own) * ((UINT64_C(1) << enemy) - 1);
}

/* Enemies, and what they are put in order by: where their piles stand, for each a byte with the
 * number of its block of cells. */
typedef struct {
    uint64_t blocks, number;
} Ordered;

static int compare_ordered(const void *a, const void *b)
{
    const Ordered *x = a, *y = b;
    return x->blocks != y->blocks  ? x->blocks < y->blocks ? -1 : 1
           : x->number < y->number ? -1
                                   : x->number > y->number;
}

GArray *tab_turn_graph_order(const TabIndex *index, unsigned enemy, unsigned cells)
{
    uint64_t all = tab_index_boards(index, 0, enemy);
    g_autofree Ordered *ordered = g_new(Ordered, all);
    for (TabPlace place = {.enemy = (uint8_t)enemy}; place.number < all; place.number++) {
        TabPosition alone;
        unsigned cell;
        uint64_t blocks = 0;
        tab_index_position(index, &place, &alone);
        TAB_CELLS_FOREACH(alone.occupied[TAB_BLACK], cell)
            blocks = blocks << 8 | (cell / cells + 1);
        ordered[place.number] = (Ordered){blocks, place.number};
    }
    qsort(ordered, all, sizeof *ordered, compare_ordered);
    GArray *order = g_array_sized_new(FALSE, FALSE, sizeof(guint64), (guint)all);
    for (uint64_t i = 0; i < all; i++)
        g_array_append_val(order, ordered[i].number);
    return order;
}

unsigned tab_turn_graph_room(const TabIndex *index, unsigned own, unsigned enemy,
                             const guint64 *enemies, unsigned n_enemies, uint64_t most,
                             uint64_t *nodes)
{
    uint64_t boards = own_boards(index, own);
    unsigned n = 0;
    Sets sets;
    sets_init(&sets, index);
    for (uint32_t split = 0; n < n_enemies; n++) {
        number_set(&sets, &(TabPlace){.enemy = (uint8_t)enemy, .number = enemies[n]});
        for (; split < sets.sets->len; split++)
            split_set(&sets, split);
        uint64_t with = 1 + sets.sets->len * boards;
        if (n && with > most)
            break;
        *nodes = with;
    }
    sets_clear(&sets);
    return n;
}

/* --- the graph --- */

static uint32_t *start_of(const Maker *maker, uint32_t set, unsigned own)
{
    return &maker->start[set * TAB_INDEX_MOST_PIECES + own - 1];
}

static void take_subgraph(Maker *maker, uint32_t set, unsigned own)
{
    TabTurnGraph *turns = maker->turns;
    const TabPlace *enemies = &set_at(&maker->sets, set)->enemies;
    Piece piece = {.subgraph = tab_subgraphs_take(maker->subgraphs, own, enemies),
                   .set = set,
                   .own = own,
                   .first = turns->n_nodes};
    *start_of(maker, set, own) = piece.first;
    turns->n_nodes += piece.subgraph->n;
    maker->n_targets += piece.subgraph->n_plays;
    g_array_append_val(maker->pieces, piece);
}

/* Takes all subgraphs and numbers their nodes: first the full boards, then the others by the
 * enemy's pieces, which turns make fewer. */
static void take_parts(Maker *maker)
{
    const TabSubgraphs *subgraphs = maker->subgraphs;
    maker->turns->n_nodes = 1;
    for (uint32_t set = 0; set < maker->n_first; set++)
        take_subgraph(maker, set, subgraphs->own);
    maker->turns->n_full = maker->turns->n_nodes - 1;
    for (unsigned enemy = subgraphs->enemy; enemy > 0; enemy--)
        for (uint32_t set = 0; set < maker->sets.sets->len; set++)
            for (unsigned own = subgraphs->own; own >= subgraphs->least_own; own--)
                if (set_at(&maker->sets, set)->enemies.enemy == enemy &&
                    (own < subgraphs->own || set >= maker->n_first))
                    take_subgraph(maker, set, own);
}

/* Makes room for what was taken. */
static void reserve(Maker *maker)
{
    TabTurnGraph *turns = maker->turns;
    turns->n_pieces = maker->pieces->len;
    if (turns->n_pieces >= turns->room_pieces) {
        turns->room_pieces = turns->n_pieces + 1;
        turns->first = g_renew(uint32_t, turns->first, turns->room_pieces);
    }
    if (turns->n_nodes > turns->room_nodes) {
        size_t n = turns->room_nodes = turns->n_nodes;
        turns->start = g_renew(uint32_t, turns->start, TAB_BOX_KINDS * n + 1);
        turns->must = g_renew(uint8_t, turns->must, n);
        turns->before = g_renew(uint64_t, turns->before, n);
        turns->after = g_renew(uint64_t, turns->after, n);
        turns->after_step = g_renew(uint64_t, turns->after_step, n);
        turns->stuck = g_renew(uint8_t, turns->stuck, n);
        turns->blocked = g_renew(uint8_t, turns->blocked, n);
    }
    if (maker->n_targets > turns->room_targets) {
        turns->room_targets = maker->n_targets;
        turns->target = g_renew(uint32_t, turns->target, turns->room_targets);
    }
}

/* Writes the edges of one subgraph; those of nodes before it are written. */
static void link_part(Maker *maker, const Piece *piece)
{
    const TabSubgraphs *subgraphs = maker->subgraphs;
    const TabSubgraph *subgraph = piece->subgraph;
    const Set *set = set_at(&maker->sets, piece->set);
    /* The first nodes of the subgraphs that plays lead to. */
    uint32_t first[(TAB_INDEX_MOST_PIECES + 1) * TAB_INDEX_MOST_PIECES] = {0};
    for (unsigned captured = 0; captured <= set->n_piles; captured++) {
        uint32_t left = captured ? set->left[captured - 1] : piece->set;
        for (unsigned own = subgraphs->least_own; left != NO_SET && own <= subgraphs->own; own++)
            first[captured * TAB_INDEX_MOST_PIECES + own - 1] = *start_of(maker, left, own);
    }
    uint32_t *start = maker->turns->start + (size_t)TAB_BOX_KINDS * piece->first;
    uint32_t *target = maker->turns->target + start[0];
    for (size_t i = 0; i < TAB_BOX_KINDS * (size_t)subgraph->n; i++)
        start[i + 1] = start[i] + subgraph->count[i];
    for (uint32_t i = 0; i < subgraph->n_plays; i++)
        target[i] = first[subgraph->play[i] / TAB_SUBGRAPH_MOST_BOARDS] +
                    tab_subgraph_board(subgraph->play[i]);
}

/* Writes what else is known of one subgraph's boards; turns begin with `full` ones. */
static void describe_part(Maker *maker, const Piece *piece, bool full)
{
    TabTurnGraph *turns = maker->turns;
    const TabIndex *index = maker->subgraphs->layers->index;
    const TabSubgraph *subgraph = piece->subgraph;
    unsigned enemy = set_at(&maker->sets, piece->set)->enemies.enemy, saves = index->saves;
    uint64_t after_step = saves > 1 ? tab_index_boards(index, enemy, piece->own) : 0;
    uint64_t before_step = saves > 1 ? tab_index_boards(index, piece->own, enemy) : 0;
    if (full)
        turns->before_step = saves * before_step;
    for (uint32_t i = 0, node = piece->first; i < subgraph->n; i++, node++) {
        turns->must[node] = subgraph->must[i];
        turns->after[node] = subgraph->after[i] + maker->enemy_saved * saves * after_step;
        turns->after_step[node] = after_step;
        if (!full)
            continue;
        const uint32_t *start = &turns->start[(size_t)TAB_BOX_KINDS * node];
        turns->before[node] = subgraph->before[i] + maker->enemy_saved * before_step;
        turns->stuck[node] = subgraph->stuck[i];
        turns->blocked[node] = start[0] == start[TAB_BOX_KINDS];
    }
}

void tab_turn_graph_make(TabTurnGraph *turns, TabSubgraphs *subgraphs, const guint64 *enemies,
                         unsigned n_enemies, unsigned enemy_saved)
{
    Maker maker = {.turns = turns,
                   .subgraphs = subgraphs,
                   .enemy_saved = enemy_saved,
                   .n_first = n_enemies,
                   .pieces = g_array_new(FALSE, FALSE, sizeof(Piece))};
    sets_init(&maker.sets, subgraphs->layers->index);
    for (unsigned i = 0; i < n_enemies; i++)
        number_set(&maker.sets,
                   &(TabPlace){.enemy = (uint8_t)subgraphs->enemy, .number = enemies[i]});
    for (uint32_t set = 0; set < maker.sets.sets->len; set++)
        split_set(&maker.sets, set);
    maker.start = g_new(uint32_t, (size_t)maker.sets.sets->len * TAB_INDEX_MOST_PIECES);
    take_parts(&maker);
    reserve(&maker);
    memset(turns->start, 0, (TAB_BOX_KINDS + 1) * sizeof *turns->start); /* node 0 has no plays */
    turns->must[0] = 0;
    for (uint32_t i = 0; i < turns->n_pieces; i++) {
        const Piece *piece = &g_array_index(maker.pieces, Piece, i);
        turns->first[i] = piece->first;
        link_part(&maker, piece);
        describe_part(&maker, piece, i < n_enemies);
        tab_subgraphs_give_back(subgraphs, piece->own, &set_at(&maker.sets, piece->set)->enemies,
                                piece->subgraph);
    }
    turns->first[turns->n_pieces] = turns->n_nodes;
    g_free(maker.start);
    g_array_unref(maker.pieces);
    sets_clear(&maker.sets);
}
