// SPDX-License-Identifier: GPL-3.0-or-later
// Makes parts with the rules' own move generator, and keeps them.
#include "engine/lab/solving/graph-parts.h"

#include "protocol/rules/movegen.h"

/* A board with its twelve to fifteen plays, and with what is wanted where turns begin. */
#define LOWER_BYTES 80
#define FULL_BYTES 90

/* A part that is being made. */
typedef struct {
    const TabGraphParts *parts;
    const TabIndex *index;
    TabGraphPart *part;
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
    TAB_KINDS_FOREACH(&rules->cast, t)
    if (tab_movegen_plays(rules, position, t, plays))
        return false;
    return true;
}

bool tab_graph_parts_is_stuck(const TabRules *rules, const TabPosition *position)
{
    TabPosition other = *position;
    other.side = (uint8_t)tab_side_other((TabSide)position->side);
    return is_blocked(rules, position) && is_blocked(rules, &other);
}

/* --- one part --- */

static void part_free(TabGraphPart *part)
{
    if (!part)
        return;
    g_free(part->count);
    g_free(part->play);
    g_free(part->must);
    g_free(part->after);
    g_free(part->before);
    g_free(part->stuck);
    g_free(part);
}

static uint64_t part_size(const TabGraphPart *part)
{
    uint64_t each = TAB_BOX_KINDS + 1 + sizeof *part->after;
    if (part->before)
        each += sizeof *part->before + 1;
    return sizeof *part + part->n * each + part->n_plays * sizeof *part->play;
}

/* Numbers the boards of White alone that leave `taken` free, by all numbers of pieces; returns how
 * many there are with `own`. */
static uint32_t number_boards(const TabGraphParts *parts, const TabCells *taken, unsigned own,
                              uint32_t *board[TAB_INDEX_MOST_PIECES + 1])
{
    uint32_t n_own = 0;
    for (unsigned pieces = parts->least_own; pieces <= own; pieces++) {
        const TabCells *cells = parts->cells[pieces];
        uint64_t boards = tab_index_boards(parts->layers->index, pieces, 0);
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
    return tab_graph_part_play(captured, own, board);
}

/* The plays of one board; returns how many there are. */
static unsigned add_plays(Maker *maker, uint32_t board, const TabPosition *position)
{
    TabGraphPart *part = maker->part;
    unsigned must = 0, all = 0;
    for (int t = 0; t < TAB_BOX_KINDS; t++) {
        TabPlay plays[TAB_MAX_PLAYS];
        unsigned n = tab_movegen_plays(maker->index->rules, position, t, plays);
        while (part->n_plays + n > maker->room_plays) {
            maker->room_plays = 2 * maker->room_plays + 1024;
            part->play = g_renew(uint32_t, part->play, maker->room_plays);
        }
        for (unsigned i = 0; i < n; i++) {
            TabPosition after;
            tab_position_play(&after, position, &plays[i]);
            part->play[part->n_plays++] = find_target(maker, &after);
            if (!(plays[i].flags & TAB_PLAY_REDUCE))
                must |= 1u << t;
        }
        part->count[TAB_BOX_KINDS * board + (unsigned)t] = (uint8_t)n;
        all += n;
    }
    if (maker->index->rules->saved_kind >= 0)
        must &= ~(1u << maker->index->rules->saved_kind);
    part->must[board] = (uint8_t)must;
    return all;
}

static void fill_boards(Maker *maker)
{
    const TabIndex *index = maker->index;
    const TabLayers *layers = maker->parts->layers;
    const TabCells *cells = maker->parts->cells[maker->own],
                   *taken = &maker->enemies.occupied[TAB_BLACK];
    TabGraphPart *part = maker->part;
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
        part->after[board] = tab_layers_find(layers, &turned);
        if (part->before) {
            part->before[board] = tab_layers_find(layers, &position);
            part->stuck[board] = blocked && is_blocked(index->rules, &turned);
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
    maker->part->n = number_boards(maker->parts, &all, maker->own, maker->board[0]);
    TAB_CELLS_FOREACH(all, cell)
    {
        TabCells left = all;
        tab_cells_remove(&left, cell);
        maker->pile_cell[maker->n_piles++] = (uint8_t)cell;
        number_boards(maker->parts, &left, maker->own, maker->board[maker->n_piles]);
    }
}

static TabGraphPart *part_new(const TabGraphParts *parts, unsigned own, const TabPlace *enemies)
{
    TabGraphPart *part = g_new0(TabGraphPart, 1);
    Maker maker = {.parts = parts, .index = parts->layers->index, .part = part, .own = own};
    set_enemies(&maker, enemies);
    part->count = g_new(uint8_t, TAB_BOX_KINDS * (size_t)part->n);
    part->must = g_new(uint8_t, part->n);
    part->after = g_new(uint64_t, part->n);
    if (own == parts->own && enemies->enemy == parts->enemy) {
        part->before = g_new(uint64_t, part->n);
        part->stuck = g_new(uint8_t, part->n);
    }
    fill_boards(&maker);
    for (unsigned i = 0; i <= maker.n_piles; i++)
        for (unsigned pieces = parts->least_own; pieces <= own; pieces++)
            g_free(maker.board[i][pieces]);
    part->play = g_renew(uint32_t, part->play, part->n_plays);
    return part;
}

/* --- those that are kept --- */

TabGraphParts *tab_graph_parts_new(const TabLayers *layers, unsigned own, unsigned enemy,
                                   uint64_t lower, uint64_t full)
{
    const TabIndex *index = layers->index;
    TabGraphParts *parts = g_new0(TabGraphParts, 1);
    *parts = (TabGraphParts){.layers = layers,
                             .own = own,
                             .enemy = enemy,
                             .least_own = tab_index_least_own(index, own),
                             .lower_room = lower,
                             .full_room = full};
    for (unsigned some = parts->least_own; some <= own; some++) {
        TabPlace place = {.own = (uint8_t)some};
        uint64_t boards = tab_index_boards(index, some, 0);
        parts->cells[some] = g_new(TabCells, boards);
        for (; place.number < boards; place.number++) {
            TabPosition alone;
            tab_index_position(index, &place, &alone);
            parts->cells[some][place.number] = alone.occupied[TAB_WHITE];
        }
        for (unsigned left = 1; left <= enemy; left++)
            parts->kept[some][left] = g_new0(TabGraphPart *, tab_index_boards(index, 0, left));
    }
    g_mutex_init(&parts->lock);
    return parts;
}

void tab_graph_parts_free(TabGraphParts *parts)
{
    if (!parts)
        return;
    for (unsigned own = parts->least_own; own <= parts->own; own++) {
        g_free(parts->cells[own]);
        for (unsigned enemy = 1; enemy <= parts->enemy; enemy++) {
            uint64_t boards = tab_index_boards(parts->layers->index, 0, enemy);
            for (uint64_t number = 0; number < boards; number++)
                part_free(parts->kept[own][enemy][number]);
            g_free(parts->kept[own][enemy]);
        }
    }
    g_mutex_clear(&parts->lock);
    g_free(parts);
}

const TabGraphPart *tab_graph_parts_take(TabGraphParts *parts, unsigned own,
                                         const TabPlace *enemies)
{
    TabGraphPart **slot = &parts->kept[own][enemies->enemy][enemies->number];
    TabGraphPart *part = g_atomic_pointer_get(slot);
    if (part)
        return part;
    part = part_new(parts, own, enemies);
    uint64_t size = part_size(part);
    uint64_t *room = enemies->enemy < parts->enemy ? &parts->lower_room : &parts->full_room;
    g_mutex_lock(&parts->lock);
    TabGraphPart *other = g_atomic_pointer_get(slot); /* that another thread has made meanwhile */
    if (!other && size <= *room) {
        *room -= size;
        g_atomic_pointer_set(slot, part);
    }
    g_mutex_unlock(&parts->lock);
    if (!other)
        return part;
    part_free(part);
    return other;
}

void tab_graph_parts_give_back(TabGraphParts *parts, unsigned own, const TabPlace *enemies,
                               const TabGraphPart *part)
{
    if (g_atomic_pointer_get(&parts->kept[own][enemies->enemy][enemies->number]) != part)
        part_free((TabGraphPart *)part);
}

/* Bytes of all parts against `enemy` pieces. */
static double memory_against(const TabIndex *index, unsigned own, unsigned enemy, double each)
{
    double sum = 0;
    for (unsigned some = tab_index_least_own(index, own); some <= own; some++)
        sum += (double)tab_index_boards(index, 0, enemy) *
               ((double)tab_index_boards(index, some, 0) * each + sizeof(TabGraphPart) +
                sizeof(void *));
    return sum;
}

uint64_t tab_graph_parts_lower_memory(const TabIndex *index, unsigned own, unsigned enemy)
{
    double sum = 0;
    for (unsigned left = 1; left < enemy; left++)
        sum += memory_against(index, own, left, LOWER_BYTES);
    return (uint64_t)MIN(sum, 0x1p60);
}

uint64_t tab_graph_parts_full_memory(const TabIndex *index, unsigned own, unsigned enemy)
{
    return (uint64_t)MIN(memory_against(index, own, enemy, FULL_BYTES), 0x1p60);
}
