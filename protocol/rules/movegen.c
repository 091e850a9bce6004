// SPDX-License-Identifier: GPL-3.0-or-later
// Generates the legal plays of one throw; each condition names its rule of RULES.md 5.
#include "protocol/rules/movegen.h"

/* What the conditions on all plays of one call have in common. */
typedef struct {
    const TabRules *rules;
    const TabPosition *position;
    const TabCells *own, *enemy;
    TabSide side;
    int kind;
    uint8_t stack_return; /* TabStackReturn */
    bool revisit;         /* the return test */
    bool jump;            /* jump-enemies */
    bool split;           /* 3: the top piece of any pile may move */
    bool safe_home;       /* row4-safe */
    bool fork_open;       /* 4: row 4 may be entered at all */
    bool once;            /* row4-once */
    bool frozen_single;   /* 5: a single piece on row 4 may not move */
    bool frozen_stack;    /* 5: nor a pile */
    bool no_exit;         /* 6: row 4 may not be left */
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
    c->frozen_single = c->frozen_stack = c->no_exit = false;
    if (!tab_cells_meet(c->own, &board->row[c->side][TAB_ROW4]))
        return;
    freeze_row4(c, (TabRow4Move)value[TAB_SWITCH_ROW4_MOVE]);
    if (value[TAB_SWITCH_ROW4_EXIT] == TAB_ROW4_EXIT_ONE_HOME_PILE) {
        const TabCells *row1 = &board->row[c->side][TAB_HOME_ROW];
        TabCells home = {{c->own->word[0] & row1->word[0], c->own->word[1] & row1->word[1]}};
        c->no_exit = tab_cells_count(&home) > 1;
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

/* Rules 7 and 8 for one way. */
static inline bool may_arrive(const Context *c, unsigned from, int branch, const TabWay *way)
{
    const TabBoard *board = &c->rules->board;
    if (!c->jump && tab_cells_meet(c->enemy, &board->between[c->side][c->kind][from][branch]))
        return false;
    return !(c->safe_home && board->relative_row[c->side][way->to] == TAB_HOME_ROW &&
             tab_cells_has(c->enemy, way->to));
}

/* Adds the plays of one group along both branches. `flags` is TAB_PLAY_TOP or 0. */
static inline void add_group(Context *c, unsigned from, TabPile group, uint8_t flags)
{
    const TabBoard *board = &c->rules->board;
    const TabWay *ways = board->way[c->side][c->kind][from];
    for (int branch = 0; branch < 2; branch++) {
        const TabWay *way = &ways[branch];
        if (!tab_way_is_for(way, group) || !may_arrive(c, from, branch, way))
            continue;
        if (branch == 1 && way->forks &&
            (!c->fork_open || (c->once && highest_rank(group) == TAB_RANK_F))) /* 4 */
            continue;
        if (c->no_exit && board->relative_row[c->side][from] == TAB_ROW4 &&
            (way->forks || board->relative_row[c->side][way->to] != TAB_ROW4)) /* 6 */
            continue;
        *c->end++ = (TabPlay){
            .kind = (uint8_t)c->kind,
            .from = (TabCell)from,
            .to = way->to,
            .flags = (uint8_t)(flags | way->flags | return_flags(c, group, way)),
            .rank = way->rank,
        };
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

/* Rule 1: the foremost Nasrani goes on. */
static void add_nasrani(Context *c)
{
    const TabBoard *board = &c->rules->board;
    int foremost = -1;
    unsigned cell;
    TAB_CELLS_FOREACH(*c->own, cell)
    if (c->position->pile[cell] == TAB_PILE_NASRANI &&
        (foremost < 0 || board->path_index[c->side][cell] > board->path_index[c->side][foremost]))
        foremost = (int)cell;
    add_group(c, (unsigned)foremost, TAB_PILE_NASRANI, 0);
}

unsigned tab_movegen_plays(const TabRules *rules, const TabPosition *position, int kind,
                           TabPlay *plays)
{
    const uint8_t *value = rules->set.value;
    TabSide side = (TabSide)position->side, enemy = tab_side_other(side);
    bool unlocks = rules->cast.kind[kind].unlocks;
    if (tab_position_finished(position))
        return 0;
    Context c = {
        .rules = rules,
        .position = position,
        .own = &position->occupied[side],
        .enemy = &position->occupied[enemy],
        .side = side,
        .kind = kind,
        .stack_return = value[TAB_SWITCH_STACK_RETURN],
        .revisit = tab_ruleset_tells_history(&rules->set),
        .jump = value[TAB_SWITCH_JUMP_ENEMIES],
        .split = unlocks && value[TAB_SWITCH_STACK_SPLIT] == TAB_STACK_SPLIT_TOP,
        .safe_home = value[TAB_SWITCH_ROW4_SAFE],
        .once = value[TAB_SWITCH_ROW4_ONCE],
        .end = plays,
    };
    c.fork_open = value[TAB_SWITCH_ROW4_ENTRY] == TAB_ROW4_OPEN ||
                  tab_cells_meet(c.enemy, &rules->board.row[side][TAB_ROW4]);
    look_at_row4(&c);
    if (unlocks && position->nasara[side]) {
        add_nasrani(&c);
        if (value[TAB_SWITCH_TAB_DUTY] == TAB_DUTY_CONVERT)
            return (unsigned)(c.end - plays);
    }
    unsigned cell;
    TAB_CELLS_FOREACH(*c.own, cell)
    add_pile(&c, cell);
    return (unsigned)(c.end - plays);
}

bool tab_movegen_may_stop(const TabRules *rules, const TabPosition *position, const TabHand *left)
{
    TabPlay plays[TAB_MAX_PLAYS];
    TAB_KINDS_FOREACH(&rules->cast, t)
    {
        if (!left->n[t] || t == rules->saved_kind)
            continue;
        unsigned n = tab_movegen_plays(rules, position, t, plays);
        for (unsigned i = 0; i < n; i++)
            if (!(plays[i].flags & TAB_PLAY_REDUCE))
                return false;
    }
    return true;
}

bool tab_movegen_throws_again(const TabRules *rules, const TabHand *hand, unsigned saved)
{
    if (!tab_ruleset_at_once(&rules->set))
        return false;
    TAB_KINDS_FOREACH(&rules->cast, t)
    if (rules->cast.kind[t].again && hand->n[t] > (t == rules->saved_kind ? saved : 0))
        return true;
    return false;
}

void tab_movegen_play_turn(const TabRules *rules, const TabPosition *before, const TabTurn *turn,
                           TabPosition *after)
{
    TabHand left = turn->hand;
    bool again = tab_movegen_throws_again(rules, &turn->hand, before->saved[before->side]);
    if (after != before)
        *after = *before;
    for (unsigned i = 0; i < turn->n_plays; i++) {
        tab_position_play(after, after, &turn->plays[i]);
        left.n[turn->plays[i].kind]--;
    }
    tab_position_end_turn(rules, after, &left, again);
}
