// SPDX-License-Identifier: GPL-3.0-or-later
// Generates the legal plays of one throw; each condition names its rule of RULES.md 5.
#include "protocol/rules/movegen.h"

/* What the conditions on all plays of one call have in common. */
typedef struct {
    const TabRules *rules;
    const TabPosition *position;
    const TabCells *own, *enemy;
    TabSide side;
    int kind;             /* of the plays */
    int way;              /* by which tables they go: the kind's, or TAB_ONE_CELL */
    uint8_t stack_return; /* TabStackReturn */
    bool revisit;         /* the return test */
    bool blocked;         /* some cells may not be passed: */
    TabCells block;       /* enemies with jump-enemies=no, own pieces with pass-own=no */
    TabCells barred;      /* where nothing may arrive */
    TabCells others_king; /* a king that is not the mover's; his cell, or none */
    bool stay_home;       /* outside=one, and one is outside */
    bool split;           /* 3: the top piece of any pile may move */
    bool fork_open;       /* 4: row 4 may be entered at all */
    bool once;            /* row4-once */
    bool frozen_single;   /* 5: a single piece on row 4 may not move */
    bool frozen_stack;    /* 5: nor a pile */
    bool no_exit;         /* 6: row 4 may not be left */
    bool asks_more;       /* whether may_go() has something to ask */
    TabPlay *end;         /* where the next play is written */
} Context;

/* Whether the player has a pile of exactly one piece anywhere (Nasara are such piles too). */
static bool has_single(const TabPosition *position, TabSide side)
{
    unsigned cell;
    TAB_CELLS_FOREACH(position->occupied[side], cell)
        if (!tab_pile_is_stack(position->pile[cell]))
            return true;
    return false;
}

/* Rule 5: which piles standing on row 4 may not move. */
static void freeze_row4(Context *c, TabRow4Move rule)
{
    const TabCells *row4 = &c->rules->board.row[c->side][TAB_ROW4];
    bool home = tab_cells_meet(c->own, &c->rules->board.row[c->side][TAB_HOME_ROW]);
    bool elsewhere = (c->own->word[0] & ~row4->word[0]) | (c->own->word[1] & ~row4->word[1]);
    bool singles_first = rule == TAB_ROW4_HOME_EMPTY_SINGLE || rule == TAB_ROW4_LAST;
    c->frozen_single = rule == TAB_ROW4_FREE ? false : rule == TAB_ROW4_LAST ? elsewhere : home;
    c->frozen_stack = c->frozen_single || (singles_first && has_single(c->position, c->side));
}

/* The conditions on row 4, worked out only if some piece stands there: rules 5 and 6. */
static void look_at_row4(Context *c)
{
    const TabBoard *board = &c->rules->board;
    const uint8_t *value = c->rules->set.value;
    if (!tab_cells_meet(c->own, &board->row[c->side][TAB_ROW4]))
        return;
    freeze_row4(c, (TabRow4Move)value[TAB_SWITCH_ROW4_MOVE]);
    if (value[TAB_SWITCH_ROW4_EXIT] == TAB_ROW4_EXIT_ONE_HOME_PILE) {
        const TabCells *row1 = &board->row[c->side][TAB_HOME_ROW];
        TabCells home = {{c->own->word[0] & row1->word[0], c->own->word[1] & row1->word[1]}};
        if (tab_cells_count(&home) > 1)
            c->no_exit = c->asks_more = true;
    }
}

/* The highest rank among the pieces of a group. */
static TabRank highest_rank(TabPile group)
{
    const uint64_t even = UINT64_C(0x5555555555555555);
    group &= ~TAB_PILE_LOOSE;
    uint64_t ranks = group ^ UINT64_C(1) << (63 - __builtin_clzll(group));
    uint64_t high = ranks >> 1 & even, low = ranks & even;
    return high & low ? TAB_RANK_F : high ? TAB_RANK_T : low ? TAB_RANK_M : TAB_RANK_N;
}

/* Rule 9: the flags of a returning group of two or more. */
static uint8_t return_flags(const Context *c, TabPile group, const TabWay *way)
{
    if (c->stack_return == TAB_RETURN_KEEP || way->return_at == TAB_NO_RETURN ||
        !tab_pile_is_stack(group))
        return 0;
    if (way->return_at > 0 && !(c->revisit && highest_rank(group) >= way->return_at))
        return 0;
    return c->stack_return == TAB_RETURN_REDUCE ? TAB_PLAY_REDUCE : TAB_PLAY_LOOSEN;
}

/* Whether a group may be on a cell, for all that the enemy's and the own pieces there have to say:
 * rule 8. */
static inline bool may_stand(const Context *c, unsigned to)
{
    return !tab_cells_has(&c->barred, to);
}

/* What few rules or positions ask of a way: rules 6 and 7, and outside=one. */
static bool may_go(const Context *c, unsigned from, int branch, const TabWay *way)
{
    const TabBoard *board = &c->rules->board;
    unsigned row = board->relative_row[c->side][from], to = board->relative_row[c->side][way->to];
    if (c->blocked && tab_cells_meet(&c->block, &board->between[c->side][c->way][from][branch]))
        return false;
    if (c->no_exit && row == TAB_ROW4 && (way->forks || to != TAB_ROW4))
        return false;
    return !(c->stay_home && row == TAB_HOME_ROW && to != TAB_HOME_ROW);
}

/* A piece on the cell of a king who is not its own: he goes one cell on, if he may. */
static bool push_king(const Context *c, TabPlay *play)
{
    TabCell cell = c->rules->board.next[c->side][play->to][0];
    if (!tab_cells_has(&c->others_king, play->to))
        return tab_position_king_of(c->position, c->side) != play->to;
    if (!may_stand(c, cell)) /* his track is a circle: there is a next cell */
        return false;
    play->push = cell;
    play->flags |= TAB_PLAY_PUSH;
    return true;
}

/* Adds the plays of one group along both branches. `flags` is TAB_PLAY_TOP or 0. */
static inline void add_group(Context *c, unsigned from, TabPile group, uint8_t flags)
{
    const TabWay *ways = c->rules->board.way[c->side][c->way][from];
    for (int branch = 0; branch < 2; branch++) {
        const TabWay *way = &ways[branch];
        if (!tab_way_is_for(way, group) || !may_stand(c, way->to))
            continue;
        if (branch == 1 && way->forks &&
            (!c->fork_open || (c->once && highest_rank(group) == TAB_RANK_F))) /* 4 */
            continue;
        if (c->asks_more && !may_go(c, from, branch, way))
            continue;
        *c->end = (TabPlay){
            .kind = (uint8_t)c->kind,
            .from = (TabCell)from,
            .to = way->to,
            .flags = (uint8_t)(flags | way->flags | return_flags(c, group, way)),
            .rank = way->rank,
        };
        if (c->position->king_of == TAB_KING_NONE || push_king(c, c->end))
            c->end++;
    }
}

/* Rules 2 and 3: the groups of one pile that is not of Nasara. */
static inline void add_pile(Context *c, unsigned from)
{
    TabPile pile = c->position->pile[from];
    if (pile == TAB_PILE_NASRANI)
        return;
    bool stack = tab_pile_is_stack(pile);
    if (tab_cells_has(&c->rules->board.row[c->side][TAB_ROW4], from) &&
        (stack ? c->frozen_stack : c->frozen_single))
        return;
    add_group(c, from, pile, 0);
    if (stack && (c->split || pile & TAB_PILE_LOOSE))
        add_group(c, from, TAB_PILE_SINGLE(pile & 3), TAB_PLAY_TOP);
}

/* Rule 1: the foremost Nasrani goes on, or any of them. */
static void add_nasara(Context *c, bool any)
{
    const TabBoard *board = &c->rules->board;
    int foremost = -1;
    unsigned cell;
    if (c->rules->cast.kind[c->kind].unlocks_by_one)
        c->way = TAB_ONE_CELL;
    TAB_CELLS_FOREACH(*c->own, cell) {
        if (c->position->pile[cell] != TAB_PILE_NASRANI)
            continue;
        if (any)
            add_group(c, cell, TAB_PILE_NASRANI, 0);
        else if (foremost < 0 ||
                 board->path_index[c->side][cell] > board->path_index[c->side][foremost])
            foremost = (int)cell;
    }
    if (foremost >= 0)
        add_group(c, (unsigned)foremost, TAB_PILE_NASRANI, 0);
    c->way = c->kind;
}

/* The king goes as an unlocked piece of his owner does, but for own pieces in between. */
static void add_king(Context *c)
{
    const TabPosition *position = c->position;
    const TabBoard *board = &c->rules->board;
    const TabWay *way = &board->way[c->side][c->kind][position->king][0];
    const TabCells *between = &board->between[c->side][c->kind][position->king][0];
    bool jump = c->rules->set.value[TAB_SWITCH_JUMP_ENEMIES];
    if (!tab_way_is_for(way, TAB_PILE_SINGLE(TAB_RANK_M)) || !may_stand(c, way->to) ||
        (!jump && tab_cells_meet(c->enemy, between)))
        return;
    *c->end++ = (TabPlay){
        .kind = (uint8_t)c->kind, .from = position->king, .to = way->to, .flags = TAB_PLAY_KING};
}

/* The cells that may not be passed. */
static void look_in_between(Context *c)
{
    const uint8_t *value = c->rules->set.value;
    const TabPosition *position = c->position;
    bool pass_own = value[TAB_SWITCH_PASS_OWN] == TAB_PASS_OWN_YES;
    bool jump = value[TAB_SWITCH_JUMP_ENEMIES];
    bool own_king = tab_position_king_of(position, c->side) != TAB_NO_CELL;
    if (!pass_own || !jump) {
        c->blocked = c->asks_more = true;
        for (int word = 0; word < 2; word++)
            c->block.word[word] =
                (pass_own ? 0 : c->own->word[word]) | (jump ? 0 : c->enemy->word[word]);
    }
    if (position->king_of == TAB_KING_NONE)
        return;
    if (!own_king)
        tab_cells_add(&c->others_king, position->king);
    if (own_king ? !pass_own : !jump)
        tab_cells_add(&c->block, position->king);
}

static void bar_nasara(Context *c, const TabCells *pieces)
{
    unsigned cell;
    TAB_CELLS_FOREACH(*pieces, cell)
        if (c->position->pile[cell] == TAB_PILE_NASRANI)
            tab_cells_add(&c->barred, cell);
}

/* Rule 8: row4-safe, stacking=none, sleepers=safe; with unlock-order=any Nasara stand in the way of
 * their own side, and stay single. */
static void bar_cells(Context *c)
{
    const uint8_t *value = c->rules->set.value;
    const TabCells *home = &c->rules->board.row[c->side][TAB_HOME_ROW];
    bool alone = value[TAB_SWITCH_STACKING] == TAB_STACKING_NONE;
    for (int word = 0; word < 2; word++)
        c->barred.word[word] =
            (value[TAB_SWITCH_ROW4_SAFE] ? c->enemy->word[word] & home->word[word] : 0) |
            (alone ? c->own->word[word] : 0);
    if (value[TAB_SWITCH_SLEEPERS] == TAB_SLEEPERS_SAFE)
        bar_nasara(c, c->enemy);
    if (!alone && value[TAB_SWITCH_UNLOCK_ORDER] == TAB_UNLOCK_ANY)
        bar_nasara(c, c->own);
}

unsigned tab_movegen_plays(const TabRules *rules, const TabPosition *position, int kind,
                           TabPlay *plays)
{
    const uint8_t *value = rules->set.value;
    TabSide side = (TabSide)position->side, enemy = tab_side_other(side);
    const TabKind *thrown = &rules->cast.kind[kind];
    if (tab_position_finished(rules, position))
        return 0;
    Context c = {
        .rules = rules,
        .position = position,
        .own = &position->occupied[side],
        .enemy = &position->occupied[enemy],
        .side = side,
        .kind = kind,
        .way = kind,
        .stack_return = value[TAB_SWITCH_STACK_RETURN],
        .revisit = tab_ruleset_tells_history(&rules->set),
        .split = thrown->tab && value[TAB_SWITCH_STACK_SPLIT] == TAB_STACK_SPLIT_TOP,
        .once = value[TAB_SWITCH_ROW4_ONCE],
        .end = plays,
    };
    c.fork_open = value[TAB_SWITCH_ROW4_ENTRY] == TAB_ROW4_OPEN ||
                  tab_cells_meet(c.enemy, &rules->board.row[side][TAB_ROW4]);
    c.stay_home = c.asks_more = tab_position_stays_home(rules, position, side);
    bar_cells(&c);
    look_in_between(&c);
    look_at_row4(&c);
    if (rules->fill)
        c.frozen_single = c.frozen_stack = true;
    if (thrown->unlocks && position->nasara[side]) {
        add_nasara(&c, value[TAB_SWITCH_UNLOCK_ORDER] == TAB_UNLOCK_ANY);
        if (value[TAB_SWITCH_TAB_DUTY] == TAB_DUTY_CONVERT ||
            (value[TAB_SWITCH_TAB_DUTY] == TAB_DUTY_FIRST && c.end > plays))
            return (unsigned)(c.end - plays);
    }
    unsigned cell;
    TAB_CELLS_FOREACH(*c.own, cell)
        add_pile(&c, cell);
    if (tab_position_king_of(position, side) != TAB_NO_CELL)
        add_king(&c);
    return (unsigned)(c.end - plays);
}

unsigned tab_movegen_whole_and_half_plays(const TabRules *rules, const TabPosition *position,
                                          int kind, TabPlay *plays)
{
    unsigned n = tab_movegen_plays(rules, position, kind, plays);
    unsigned both = n + tab_movegen_plays(rules, position, rules->cast.kind[kind].half, plays + n);
    for (; n < both; n++)
        plays[n].flags |= TAB_PLAY_HALVES;
    return both;
}

bool tab_movegen_may_stop(const TabRules *rules, const TabPosition *position, const TabHand *left)
{
    TabPlay plays[TAB_MAX_HAND_PLAYS];
    if (rules->set.value[TAB_SWITCH_DUTY] == TAB_DUTY_MAY)
        return true;
    TAB_USES_FOREACH(&rules->cast, t) {
        if (!left->n[t] || t == rules->saved_kind)
            continue;
        unsigned n = tab_movegen_hand_plays(rules, position, t, plays);
        for (unsigned i = 0; i < n; i++)
            if (!(plays[i].flags & TAB_PLAY_REDUCE))
                return false;
    }
    return true;
}

bool tab_movegen_may_cast_anew(const TabRules *rules, const TabPosition *position,
                               const TabHand *hand)
{
    return rules->cast.ones_anew && hand->n[0] == rules->cast.n_throws &&
           !tab_position_finished(rules, position);
}

bool tab_movegen_throws_again(const TabRules *rules, const TabHand *hand, unsigned saved)
{
    if (!tab_ruleset_at_once(&rules->set))
        return false;
    if (!rules->cast.n_sticks)
        return rules->cast.ones_again && hand->n[0] == rules->cast.n_throws;
    TAB_KINDS_FOREACH(&rules->cast, t)
        if (rules->cast.kind[t].again && hand->n[t] > (t == rules->saved_kind ? saved : 0))
            return true;
    return false;
}

void tab_movegen_play_turn(const TabRules *rules, const TabPosition *before, const TabTurn *turn,
                           TabPosition *after)
{
    TabHand left = turn->hand;
    bool again = turn->cast_anew ||
                 tab_movegen_throws_again(rules, &turn->hand, before->saved[before->side]);
    if (after != before)
        *after = *before;
    for (unsigned i = 0; i < turn->n_plays; i++) {
        tab_position_play(after, after, &turn->plays[i]);
        tab_hand_use(&rules->cast, &left, turn->plays[i].kind,
                     turn->plays[i].flags & TAB_PLAY_HALVES);
    }
    tab_position_end_turn(rules, after, &left, again);
}
