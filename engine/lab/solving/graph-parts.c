// SPDX-License-Identifier: GPL-3.0-or-later
// Makes parts with the rules' own move generator, and keeps them.
#include "engine/lab/solving/graph-parts.h"

#include "protocol/rules/movegen.h"

/* A board with its twelve to fifteen plays, and with what is wanted where turns begin. */
#define LOWER_BYTES 80
#define FULL_BYTES 90

struct _TabGraphParts {
    const TabIndex *index;
    const TabLayers *layers;
    unsigned own, enemy, least_own;
    TabCells *cells[TAB_INDEX_MOST_PIECES + 1]; /* of White's boards, by pieces and number */
    /* By own and enemy pieces and number; NULL if it is not kept. */
    TabGraphPart **kept[TAB_INDEX_MOST_PIECES + 1][TAB_INDEX_MOST_PIECES + 1];
    GMutex lock;         /* of what follows, and of writing to `kept` */
    uint64_t lower_room; /* bytes left */
    uint64_t full_room;
};

/* A part that is being made. */
typedef struct {
    const TabGraphParts *parts;
    const TabRules *rules;
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
        uint64_t boards = tab_index_boards(parts->index, pieces, 0);
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

/* Puts White's piles of `own` on the board of enemies. */
static void combine(const TabPosition *own, const TabPosition *enemies, TabPosition *both)
{
    unsigned cell;
    *both = *enemies;
    both->occupied[TAB_WHITE] = own->occupied[TAB_WHITE];
    both->pieces[TAB_WHITE] = own->pieces[TAB_WHITE];
    both->nasara[TAB_WHITE] = own->nasara[TAB_WHITE];
    TAB_CELLS_FOREACH(own->occupied[TAB_WHITE], cell)
    both->pile[cell] = own->pile[cell];
}

static uint32_t find_target(const Maker *maker, const TabPosition *after)
{
    const TabIndex *index = maker->parts->index;
    unsigned captured = 0;
    for (unsigned i = 0; i < maker->n_piles; i++)
        if (!tab_cells_has(&after->occupied[TAB_BLACK], maker->pile_cell[i]))
            captured = i + 1;
    unsigned own = tab_index_pieces(index, after, TAB_WHITE);
    if (!after->pieces[TAB_BLACK])
        return tab_graph_part_play(captured, own, 0);
    return tab_graph_part_play(captured, own,
                               maker->board[captured][own][tab_index_white_number(index, after)]);
}

/* The plays of one board; returns how many there are. */
static unsigned add_plays(Maker *maker, uint32_t board, const TabPosition *position)
{
    TabGraphPart *part = maker->part;
    unsigned must = 0, all = 0;
    for (int t = 0; t < TAB_BOX_KINDS; t++) {
        TabPlay plays[TAB_MAX_PLAYS];
        unsigned n = tab_movegen_plays(maker->rules, position, t, plays);
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
    if (maker->rules->saved_kind >= 0)
        must &= ~(1u << maker->rules->saved_kind);
    part->must[board] = (uint8_t)must;
    return all;
}

static uint64_t find_state(const TabGraphParts *parts, const TabPosition *position)
{
    TabPlace place;
    tab_index_find(parts->index, position, &place);
    return tab_layers_state(parts->layers, &place);
}

static void fill_board(Maker *maker, uint32_t board, const TabPosition *position)
{
    TabGraphPart *part = maker->part;
    bool blocked = !add_plays(maker, board, position);
    TabPosition turned = *position;
    turned.side = TAB_BLACK;
    part->after[board] = find_state(maker->parts, &turned);
    if (!part->before)
        return;
    part->before[board] = find_state(maker->parts, position);
    part->stuck[board] = blocked && is_blocked(maker->rules, &turned);
}

static void fill_boards(Maker *maker)
{
    const TabGraphParts *parts = maker->parts;
    const TabCells *cells = parts->cells[maker->own];
    uint64_t boards = tab_index_boards(parts->index, maker->own, 0);
    uint32_t board = 0;
    for (uint64_t number = 0; number < boards; number++) {
        if (tab_cells_meet(&cells[number], &maker->enemies.occupied[TAB_BLACK]))
            continue;
        TabPlace place = {.own = (uint8_t)maker->own, .number = number};
        TabPosition alone, both;
        tab_index_position(parts->index, &place, &alone);
        combine(&alone, &maker->enemies, &both);
        fill_board(maker, board++, &both);
    }
}

/* Takes the enemy's piles apart, and numbers the boards with all of them and with each one less. */
static void set_enemies(Maker *maker, unsigned enemy, uint64_t number)
{
    TabPlace place = {.own = 0, .enemy = (uint8_t)enemy, .number = number};
    unsigned cell;
    tab_index_position(maker->parts->index, &place, &maker->enemies);
    const TabCells *all = &maker->enemies.occupied[TAB_BLACK];
    TAB_CELLS_FOREACH(*all, cell)
    maker->pile_cell[maker->n_piles++] = (uint8_t)cell;
    maker->part->n = number_boards(maker->parts, all, maker->own, maker->board[0]);
    for (unsigned i = 0; i < maker->n_piles; i++) {
        TabCells left = *all;
        cell = maker->pile_cell[i];
        left.word[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
        number_boards(maker->parts, &left, maker->own, maker->board[i + 1]);
    }
}

static void maker_clear(Maker *maker)
{
    for (unsigned i = 0; i <= maker->n_piles; i++)
        for (unsigned pieces = maker->parts->least_own; pieces <= maker->own; pieces++)
            g_free(maker->board[i][pieces]);
}

static TabGraphPart *part_new(const TabGraphParts *parts, unsigned own, unsigned enemy,
                              uint64_t number)
{
    TabGraphPart *part = g_new0(TabGraphPart, 1);
    Maker maker = {
        .parts = parts, .rules = tab_index_rules(parts->index), .part = part, .own = own};
    set_enemies(&maker, enemy, number);
    part->count = g_new(uint8_t, TAB_BOX_KINDS * (size_t)part->n);
    part->must = g_new(uint8_t, part->n);
    part->after = g_new(uint64_t, part->n);
    if (own == parts->own && enemy == parts->enemy) {
        part->before = g_new(uint64_t, part->n);
        part->stuck = g_new(uint8_t, part->n);
    }
    fill_boards(&maker);
    maker_clear(&maker);
    part->play = g_renew(uint32_t, part->play, part->n_plays);
    return part;
}

/* --- those that are kept --- */

static void find_cells(TabGraphParts *parts, unsigned own)
{
    uint64_t boards = tab_index_boards(parts->index, own, 0);
    parts->cells[own] = g_new(TabCells, boards);
    for (uint64_t number = 0; number < boards; number++) {
        TabPlace place = {.own = (uint8_t)own, .number = number};
        TabPosition alone;
        tab_index_position(parts->index, &place, &alone);
        parts->cells[own][number] = alone.occupied[TAB_WHITE];
    }
}

static unsigned least_own(const TabIndex *index, unsigned own)
{
    return tab_index_own_can_fall(index) ? 1 : own;
}

TabGraphParts *tab_graph_parts_new(const TabIndex *index, const TabLayers *layers, unsigned own,
                                   unsigned enemy, uint64_t lower, uint64_t full)
{
    TabGraphParts *parts = g_new0(TabGraphParts, 1);
    parts->index = index;
    parts->layers = layers;
    parts->own = own;
    parts->enemy = enemy;
    parts->least_own = least_own(index, own);
    parts->lower_room = lower;
    parts->full_room = full;
    for (unsigned some = parts->least_own; some <= own; some++) {
        find_cells(parts, some);
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
            uint64_t boards = tab_index_boards(parts->index, 0, enemy);
            for (uint64_t number = 0; number < boards; number++)
                part_free(parts->kept[own][enemy][number]);
            g_free(parts->kept[own][enemy]);
        }
    }
    g_mutex_clear(&parts->lock);
    g_free(parts);
}

const TabIndex *tab_graph_parts_index(const TabGraphParts *parts)
{
    return parts->index;
}

unsigned tab_graph_parts_own(const TabGraphParts *parts)
{
    return parts->own;
}

unsigned tab_graph_parts_enemy(const TabGraphParts *parts)
{
    return parts->enemy;
}

unsigned tab_graph_parts_least_own(const TabGraphParts *parts)
{
    return parts->least_own;
}

/* Keeps the part if there is room, or gives it up for one that another thread has made meanwhile.
 */
static TabGraphPart *cache_part(TabGraphParts *parts, TabGraphPart **slot, uint64_t *room,
                                TabGraphPart *part)
{
    uint64_t size = part_size(part);
    g_mutex_lock(&parts->lock);
    TabGraphPart *other = g_atomic_pointer_get(slot);
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

const TabGraphPart *tab_graph_parts_take(TabGraphParts *parts, unsigned own, unsigned enemy,
                                         uint64_t number)
{
    TabGraphPart **slot = &parts->kept[own][enemy][number];
    TabGraphPart *part = g_atomic_pointer_get(slot);
    if (part)
        return part;
    uint64_t *room = enemy < parts->enemy ? &parts->lower_room : &parts->full_room;
    return cache_part(parts, slot, room, part_new(parts, own, enemy, number));
}

void tab_graph_parts_give_back(TabGraphParts *parts, unsigned own, unsigned enemy, uint64_t number,
                               const TabGraphPart *part)
{
    if (g_atomic_pointer_get(&parts->kept[own][enemy][number]) != part)
        part_free((TabGraphPart *)part);
}

/* Bytes of all parts against `enemy` pieces. */
static double memory_against(const TabIndex *index, unsigned own, unsigned enemy, double each)
{
    double sum = 0;
    for (unsigned some = least_own(index, own); some <= own; some++)
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
