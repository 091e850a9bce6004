// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the graph of all turns against one set of enemy piles together from its parts.
#include "engine/tables/turns.h"

#define MAX_SETS (1u << TAB_INDEX_MOST_PIECES)
#define MAX_PIECES (MAX_SETS * TAB_INDEX_MOST_PIECES)

/* One part of the graph. */
typedef struct _TabTurnsPiece {
    const TabPart *part;
    uint32_t first; /* its first node */
} Piece;

/* The graph that is being made. Sets of the enemy's piles are bits, by their cells. */
typedef struct {
    TabTurns *turns;
    TabParts *parts;
    const TabIndex *index;
    unsigned own, least_own, saves, enemy_saved;
    unsigned n_piles;
    TabPlace enemies[MAX_SETS]; /* by set */
    uint32_t n_targets;
} Maker;

TabTurns *tab_turns_new(void)
{
    TabTurns *turns = g_new0(TabTurns, 1);
    turns->piece = g_new(Piece, MAX_PIECES);
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
    g_free(turns->piece);
    g_free(turns);
}

uint64_t tab_turns_most_nodes(const TabIndex *index, unsigned own, unsigned enemy)
{
    uint64_t boards = 0;
    for (unsigned left = tab_index_own_can_fall(index) ? 1 : own; left <= own; left++)
        boards += tab_index_boards(index, left, 0);
    return 1 + boards * ((UINT64_C(1) << enemy) - 1);
}

static Piece *piece_of(const Maker *maker, unsigned set, unsigned own)
{
    return &maker->turns->piece[set * TAB_INDEX_MOST_PIECES + own - 1];
}

/* Finds every set of the enemy's piles among enemies alone. */
static void split_enemy(Maker *maker, uint64_t number)
{
    TabPlace place = {.own = 0, .enemy = (uint8_t)tab_parts_enemy(maker->parts), .number = number};
    TabPosition whole;
    uint8_t pile_cell[TAB_INDEX_MOST_PIECES];
    unsigned cell;
    tab_index_position(maker->index, &place, &whole);
    TAB_CELLS_FOREACH(whole.occupied[TAB_BLACK], cell)
    pile_cell[maker->n_piles++] = (uint8_t)cell;
    for (unsigned set = 1; set < 1u << maker->n_piles; set++) {
        TabPosition some = whole;
        for (unsigned i = 0; i < maker->n_piles; i++)
            if (!(set >> i & 1))
                tab_position_take_off(&some, TAB_BLACK, pile_cell[i]);
        tab_index_find(maker->index, &some, &maker->enemies[set]);
    }
}

/* Takes all parts and numbers their nodes; the full boards come first. */
static void take_parts(Maker *maker)
{
    TabTurns *turns = maker->turns;
    for (unsigned set = (1u << maker->n_piles) - 1; set > 0; set--)
        for (unsigned own = maker->own; own >= maker->least_own; own--) {
            const TabPlace *enemies = &maker->enemies[set];
            Piece *piece = piece_of(maker, set, own);
            piece->part = tab_parts_take(maker->parts, own, enemies->enemy, enemies->number);
            piece->first = turns->n_nodes;
            turns->n_nodes += piece->part->n;
            maker->n_targets += piece->part->n_plays;
        }
    turns->n_full = piece_of(maker, (1u << maker->n_piles) - 1, maker->own)->part->n;
}

static void make_room(Maker *maker)
{
    TabTurns *turns = maker->turns;
    if (turns->n_nodes > turns->room_nodes) {
        size_t n = turns->room_nodes = turns->n_nodes;
        turns->start = g_renew(uint32_t, turns->start, TAB_N_THROWS * n + 1);
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

/* Writes the edges of one part. */
static void link_part(Maker *maker, unsigned set, const Piece *piece)
{
    TabTurns *turns = maker->turns;
    const TabPart *part = piece->part;
    /* The first nodes of the parts that plays lead to. */
    uint32_t first[(TAB_INDEX_MOST_PIECES + 1) * TAB_INDEX_MOST_PIECES] = {0};
    unsigned captured = 0;
    for (unsigned own = maker->least_own; own <= maker->own; own++)
        first[own - 1] = piece_of(maker, set, own)->first;
    for (unsigned i = 0; i < maker->n_piles; i++) {
        unsigned left = set & ~(1u << i);
        if (left == set)
            continue;
        captured++;
        for (unsigned own = maker->least_own; left && own <= maker->own; own++)
            first[captured * TAB_INDEX_MOST_PIECES + own - 1] = piece_of(maker, left, own)->first;
    }
    uint32_t *start = turns->start + (size_t)TAB_N_THROWS * piece->first;
    uint32_t n_targets = start[0];
    for (size_t i = 0; i < TAB_N_THROWS * (size_t)part->n; i++)
        start[i + 1] = n_targets += part->count[i];
    uint32_t *target = turns->target + start[0];
    for (uint32_t i = 0; i < part->n_plays; i++)
        target[i] = first[part->play[i] / TAB_PART_MOST_BOARDS] + tab_part_board(part->play[i]);
}

/* Writes what else is known of one part's boards. */
static void describe_part(Maker *maker, unsigned set, unsigned own, const Piece *piece)
{
    TabTurns *turns = maker->turns;
    const TabPart *part = piece->part;
    uint64_t step =
        maker->saves > 1 ? tab_index_boards(maker->index, maker->enemies[set].enemy, own) : 0;
    uint64_t add = maker->enemy_saved * maker->saves * step;
    for (uint32_t i = 0; i < part->n; i++) {
        turns->must[piece->first + i] = part->must[i];
        turns->after[piece->first + i] = part->after[i] + add;
        turns->after_step[piece->first + i] = step;
    }
}

static void describe_full(Maker *maker)
{
    TabTurns *turns = maker->turns;
    const TabPart *part = piece_of(maker, (1u << maker->n_piles) - 1, maker->own)->part;
    uint64_t boards =
        maker->saves > 1 ? tab_index_boards(maker->index, maker->own, tab_parts_enemy(maker->parts))
                         : 0;
    turns->before_step = maker->saves * boards;
    for (uint32_t i = 0; i < part->n; i++) {
        const uint32_t *start = &turns->start[(size_t)TAB_N_THROWS * (i + 1)];
        turns->before[i + 1] = part->before[i] + maker->enemy_saved * boards;
        turns->stuck[i + 1] = part->stuck[i];
        turns->blocked[i + 1] = start[0] == start[TAB_N_THROWS];
    }
}

void tab_turns_make(TabTurns *turns, TabParts *parts, uint64_t enemy_number, unsigned enemy_saved)
{
    g_autofree Maker *maker = g_new0(Maker, 1);
    maker->turns = turns;
    maker->parts = parts;
    maker->index = tab_parts_index(parts);
    maker->own = tab_parts_own(parts);
    maker->least_own = tab_parts_least_own(parts);
    maker->saves = tab_index_saves(maker->index);
    maker->enemy_saved = enemy_saved;
    turns->n_nodes = 1;
    split_enemy(maker, enemy_number);
    take_parts(maker);
    make_room(maker);
    for (unsigned t = 0; t <= TAB_N_THROWS; t++)
        turns->start[t] = 0; /* node 0 has no plays */
    turns->must[0] = 0;
    for (unsigned set = (1u << maker->n_piles) - 1; set > 0; set--)
        for (unsigned own = maker->own; own >= maker->least_own; own--) {
            const Piece *piece = piece_of(maker, set, own);
            link_part(maker, set, piece);
            describe_part(maker, set, own, piece);
        }
    describe_full(maker);
    for (unsigned set = (1u << maker->n_piles) - 1; set > 0; set--)
        for (unsigned own = maker->own; own >= maker->least_own; own--)
            tab_parts_give_back(parts, own, maker->enemies[set].enemy, maker->enemies[set].number,
                                piece_of(maker, set, own)->part);
}
