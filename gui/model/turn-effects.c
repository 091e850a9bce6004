// SPDX-License-Identifier: GPL-3.0-or-later
// What a turn does, as far as the rules alone tell: what it takes, what it leaves in reach of
// either side, how far it goes.
#include "gui/model/turn-effects.h"

#include "gui/model/play-path.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/threats.h"

/* --- what is in reach --- */

static unsigned height_at(const TabPosition *position, unsigned cell)
{
    return position->king_of != TAB_KING_NONE && position->king == cell
               ? 0
               : tab_pile_height(position->pile[cell]);
}

/* A king is worth as much as a piece to whoever looks for what matters most. */
static double weight(const TabTurnReach *reach)
{
    return reach->chance * MAX(reach->height, 1u);
}

/* Puts a reach into its place, if it is one of the weightiest. */
static void add_reach(TabTurnReaches *reaches, const TabTurnReach *reach)
{
    unsigned place = reaches->n;
    while (place > 0 && weight(&reaches->reach[place - 1]) < weight(reach))
        place--;
    if (place == TAB_MAX_REACHES)
        return;
    reaches->n = MIN(reaches->n + 1, TAB_MAX_REACHES);
    for (unsigned i = reaches->n - 1; i > place; i--)
        reaches->reach[i] = reaches->reach[i - 1];
    reaches->reach[place] = *reach;
}

/* Fills in from where each cell is reached likeliest. */
static void find_attackers(const TabRules *rules, const TabPosition *position, TabSide attacker,
                           const TabSticks *sticks, TabTurnReach of_cell[TAB_MAX_CELLS])
{
    TabCells from = position->occupied[attacker];
    TabCell king = tab_position_king_of(position, attacker);
    double chance[TAB_MAX_CELLS];
    unsigned cell;
    if (king != TAB_NO_CELL)
        tab_cells_add(&from, king);
    TAB_CELLS_FOREACH(from, cell) {
        tab_threats_find_from(rules, position, attacker, cell, sticks, chance);
        for (unsigned to = 0; to < position->cells; to++)
            if (chance[to] > of_cell[to].chance_alone) {
                of_cell[to].chance_alone = chance[to];
                of_cell[to].from = (TabCell)cell;
            }
    }
}

static void find_reaches(const TabRules *rules, const TabPosition *position, TabSide attacker,
                         const TabSticks *sticks, TabTurnReaches *reaches)
{
    double chance[TAB_MAX_CELLS];
    TabTurnReach of_cell[TAB_MAX_CELLS] = {0};
    tab_threats_find(rules, position, attacker, sticks, chance);
    find_attackers(rules, position, attacker, sticks, of_cell);
    for (unsigned cell = 0; cell < position->cells; cell++) {
        TabTurnReach *reach = &of_cell[cell];
        reach->to = (TabCell)cell;
        reach->height = height_at(position, cell);
        reach->chance = chance[cell];
        reaches->stones += chance[cell] * reach->height;
        if (reach->chance >= TAB_LEAST_REACH && reach->chance_alone > 0)
            add_reach(reaches, reach);
    }
}

/* --- what is counted --- */

/* Pieces of a side: off its home row, on the enemy's, and home again. */
static void count_places(const TabRules *rules, const TabPosition *position, TabSide side, int *out,
                         int *arrived, int *home)
{
    const TabBoard *board = &rules->board;
    unsigned cell;
    *out = *arrived = *home = 0;
    TAB_CELLS_FOREACH(position->occupied[side], cell) {
        unsigned height = tab_pile_height(position->pile[cell]);
        unsigned row = board->relative_row[side][cell];
        *out += row == TAB_HOME_ROW ? 0 : (int)height;
        *arrived += row == board->n_rows ? (int)height : 0;
        for (unsigned i = 0; i < height && row == TAB_HOME_ROW && board->comes_home; i++)
            *home +=
                tab_board_on_second_leg(board, side, cell, tab_pile_rank(position->pile[cell], i));
    }
}

static void count(const TabRules *rules, TabTurnEffects *effects)
{
    const TabPosition *before = &effects->before, *after = &effects->after;
    TabSide side = effects->side, enemy = tab_side_other(side);
    int out, arrived, home;
    effects->taken = before->pieces[enemy] - after->pieces[enemy];
    effects->shed = before->pieces[side] - after->pieces[side];
    effects->freed = before->nasara[side] - after->nasara[side];
    effects->saved = after->saved[side] - before->saved[side];
    effects->king = (tab_position_king_of(after, side) != TAB_NO_CELL &&
                     tab_position_king_of(before, side) == TAB_NO_CELL) -
                    (tab_position_king_of(after, enemy) != TAB_NO_CELL &&
                     tab_position_king_of(before, enemy) == TAB_NO_CELL);
    count_places(rules, before, side, &out, &arrived, &home);
    count_places(rules, after, side, &effects->out, &effects->arrived, &effects->home);
    effects->out += effects->shed - out;
    effects->arrived -= arrived;
    effects->home -= home;
}

/* The pace of the plays, and the throws that are left. */
static void count_plays(const TabRules *rules, const TabTurn *turn, TabTurnEffects *effects)
{
    TabHand left = turn->hand;
    for (unsigned i = 0; i < turn->n_plays; i++) {
        const TabPlay *play = &turn->plays[i];
        TabCell path[TAB_MAX_PATH];
        unsigned cells = tab_play_path(rules, effects->side, play, path);
        effects->gone += cells > 0 ? (int)cells - 1 : 0;
        tab_hand_use(&rules->cast, &left, play->kind, play->flags & TAB_PLAY_HALVES);
    }
    effects->unused =
        turn->cast_anew ? 0 : (int)tab_hand_size(&left) - effects->after.saved[effects->side];
    effects->unused = MAX(effects->unused, 0);
}

void tab_turn_effects_find(const TabRules *rules, const TabPosition *before, const TabTurn *turn,
                           const TabSticks *sticks, TabTurnEffects *effects)
{
    *effects = (TabTurnEffects){.before = *before, .side = (TabSide)before->side};
    tab_movegen_play_turn(rules, before, turn, &effects->after);
    effects->over = tab_position_finished(rules, &effects->after);
    effects->again = !effects->over && effects->after.side == before->side;
    count(rules, effects);
    count_plays(rules, turn, effects);
    if (effects->over)
        return;
    find_reaches(rules, &effects->after, tab_side_other(effects->side), sticks, &effects->danger);
    find_reaches(rules, &effects->after, effects->side, sticks, &effects->aim);
}
