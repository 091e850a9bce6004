// SPDX-License-Identifier: GPL-3.0-or-later
// Why something is not allowed now, in a short sentence that names the rule.
#include "gui/model/illegal-play.h"

#include <glib/gi18n-lib.h>

#include "gui/model/wording.h"

/* --- whose turn, and what of it --- */

char *tab_illegal_waiting(TabGameSession *session)
{
    TabSide side = tab_game_side(tab_document_game(session->document));
    g_autofree char *name = tab_wording_player(session, side);
    switch (tab_game_session_get_awaits(session)) {
    case TAB_AWAITS_PERSON:
        break;
    case TAB_AWAITS_ADVANCE:
    case TAB_AWAITS_ENGINE:
        /* Translators: why a person can do nothing now; a player's name. */
        return g_strdup_printf(_("Wait: %s is to act."), name);
    case TAB_AWAITS_RESTART:
        /* Translators: why a person can do nothing now; an engine's name. */
        return g_strdup_printf(_("%s has stopped: restart it, or play for it."), name);
    case TAB_AWAITS_NOTHING:
        return g_strdup(_("The game is over."));
    case TAB_AWAITS_RETURN:
        return g_strdup(_("This is an earlier turn: first go back to the game (Escape)."));
    case TAB_AWAITS_RESUME:
        return g_strdup(_("The game is paused: first go on with it (P)."));
    }
    return NULL;
}

char *tab_illegal_throw(TabGameSession *session)
{
    char *waiting = tab_illegal_waiting(session);
    if (waiting)
        return waiting;
    if (tab_game_session_can_enter_throw(session))
        return g_strdup(_("Real sticks: throw them, and type what they show."));
    if (tab_ruleset_at_once(&session->document->record->rules->set))
        return g_strdup(_("Each throw is played before the next one."));
    return g_strdup(_("The throwing has ended: now the stones move."));
}

static const char *duty_of_tab(void)
{
    return _("While you have a Nasrani, a tâb only frees the foremost one.");
}

/* Whether tâbs serve for nothing but the Nasara. */
static bool is_bound_to_nasara(const TabRules *rules, const TabPosition *position)
{
    return position->nasara[position->side] &&
           rules->set.value[TAB_SWITCH_TAB_DUTY] == TAB_DUTY_CONVERT;
}

char *tab_illegal_number(TabGameSession *session, int number)
{
    char *waiting = tab_illegal_waiting(session);
    const TabGame *game = tab_document_game(session->document);
    const TabRules *rules = game->rules;
    int kind = tab_cast_kind_of_steps(&rules->cast, number);
    if (waiting)
        return waiting;
    if (kind < 0)
        return g_strdup(rules->cast.numbers ? _(rules->cast.numbers)
                                            : _("That is the number of no throw."));
    if (tab_game_session_can_throw(session))
        return g_strdup(_("Throw first."));
    if (tab_game_session_can_enter_throw(session))
        return g_strdup(rules->cast.ending
                            ? _(rules->cast.ending)
                            : _("So many throws no turn may have: only one that ends the throwing "
                                "can follow."));
    TabHand left = tab_game_left(game);
    TabHand hand = tab_situation_hand(rules, &game->turn.situation);
    if (!hand.n[kind])
        return g_strdup_printf(_("There is no %d among the throws."), number);
    if (!left.n[kind])
        return g_strdup_printf(_("The %d is used."), number);
    if (rules->cast.kind[kind].unlocks && is_bound_to_nasara(rules, &game->position))
        return g_strdup(duty_of_tab());
    return g_strdup_printf(_("No stone can move with the %d now."), number);
}

char *tab_illegal_end_turn(TabGameSession *session)
{
    char *waiting = tab_illegal_waiting(session);
    const TabGame *game = tab_document_game(session->document);
    if (waiting)
        return waiting;
    if (!tab_game_is_thrown(game))
        return g_strdup(_("Throw first."));
    unsigned n;
    g_autofree char *duties = tab_wording_list_duties(game, &n);
    /* Translators: %s is “the 1”, or “the 1 and the 2”. */
    return g_strdup_printf(ngettext("What can be used must be used: %s can still move a stone.",
                                    "What can be used must be used: %s can still move a stone.", n),
                           duties);
}

/* Why nothing can be taken back or played again: the game does not go on, or `otherwise`. */
static char *refuse_back(TabGameSession *session, const char *otherwise)
{
    TabAwaits awaits = tab_game_session_get_awaits(session);
    return awaits == TAB_AWAITS_RETURN || awaits == TAB_AWAITS_RESUME ? tab_illegal_waiting(session)
                                                                      : g_strdup(otherwise);
}

char *tab_illegal_undo(TabGameSession *session)
{
    return refuse_back(session, _("There is nothing of a person’s to take back."));
}

char *tab_illegal_redo(TabGameSession *session)
{
    return refuse_back(session, _("Nothing was taken back that could be played again."));
}

/* --- a stone that stays --- */

/* A single stone and a pile wait for different things, and are told of theirs alone: that has to
 * fit below the board of a narrow window. */
static const char *frozen_at_enemy(const TabRules *rules, bool pile)
{
    static const char *const sentences[][2] = {
        [TAB_ROW4_HOME_EMPTY] = {N_(
            "A stone on the enemy’s home row waits until your own home row is empty.")},
        [TAB_ROW4_HOME_EMPTY_SINGLE] =
            {N_("A stone on the enemy’s home row waits until your own home row is empty."),
             N_("A pile on the enemy’s home row waits until your own is empty and you have no "
                "single stones.")},
        [TAB_ROW4_LAST] = {N_("A stone on the enemy’s home row waits until all your stones stand "
                              "there."),
                           N_("A pile on the enemy’s home row waits until all your stones stand "
                              "there and no single ones are left.")},
    };
    const char *const *told = sentences[rules->set.value[TAB_SWITCH_ROW4_MOVE]];
    const char *sentence = pile && told[1] ? told[1] : told[0];
    return sentence ? _(sentence) : NULL; /* TAB_ROW4_FREE */
}

/* Whether a cell is of the enemy's home row, the last one as the side to move sees them. */
static bool is_at_enemy(const TabRules *rules, const TabPosition *position, unsigned cell)
{
    return rules->board.relative_row[position->side][cell] == rules->board.n_rows;
}

/* The rule that bars one way of a group that may otherwise move; NULL: none does. */
static const char *bar_way(const TabGame *game, unsigned from, int kind, int branch)
{
    const TabRules *rules = game->rules;
    const TabPosition *position = &game->position;
    const TabBoard *board = &rules->board;
    const uint8_t *value = rules->set.value;
    int side = position->side;
    const TabCells *enemy = &position->occupied[1 - side];
    unsigned to = board->way[side][kind][from][branch].to;
    if (board->way[side][kind][from][branch].forks &&
        value[TAB_SWITCH_ROW4_ENTRY] == TAB_ROW4_ENEMY_PRESENT &&
        !tab_cells_meet(enemy, &board->row[side][board->n_rows]))
        return _("The enemy’s home row is entered only while an enemy stands there.");
    if (!value[TAB_SWITCH_JUMP_ENEMIES] &&
        tab_cells_meet(enemy, &board->between[side][kind][from][branch]))
        return _("Enemies in between may not be jumped.");
    if (value[TAB_SWITCH_ROW4_SAFE] && board->relative_row[side][to] == 1 &&
        tab_cells_has(enemy, to))
        return _("Nothing is taken on your own home row.");
    if (is_at_enemy(rules, position, from) && !is_at_enemy(rules, position, to) &&
        value[TAB_SWITCH_ROW4_EXIT] == TAB_ROW4_EXIT_ONE_HOME_PILE)
        return _("The enemy’s home row is left only while you have one pile at home, or none.");
    if (branch == 1 && value[TAB_SWITCH_ROW4_ONCE])
        return _("A stone that has been on the enemy’s home row does not go there again.");
    return NULL;
}

/* The rule that bars the ways of these throws. */
static char *bar_ways(const TabGame *game, unsigned from, const TabHand *hand)
{
    TAB_KINDS_FOREACH(&game->rules->cast, t)
    {
        const char *rule = hand->n[t] ? bar_way(game, from, t, 0) : NULL;
        if (rule)
            /* Translators: %s is the rule as a sentence. */
            return g_strdup_printf(_("No throw left can move this stone. %s"), rule);
    }
    return g_strdup(_("No throw left can move this stone."));
}

/* The foremost Nasrani's cell of a side, or TAB_NO_CELL. */
static unsigned foremost_nasrani(const TabRules *rules, const TabPosition *position, int side)
{
    unsigned best = TAB_NO_CELL, cell;
    int best_index = -1;
    TAB_CELLS_FOREACH(position->occupied[side], cell)
    if (position->pile[cell] == TAB_PILE_NASRANI &&
        rules->board.path_index[side][cell] > best_index) {
        best = cell;
        best_index = rules->board.path_index[side][cell];
    }
    return best;
}

static char *refuse_own(const TabGame *game, unsigned cell, const TabHand *left)
{
    const TabRules *rules = game->rules;
    const TabPosition *position = &game->position;
    unsigned tabs = 0; /* that are left: they free a Nasrani */
    TAB_KINDS_FOREACH(&rules->cast, t)
    tabs += rules->cast.kind[t].tab ? left->n[t] : 0;
    if (position->pile[cell] == TAB_PILE_NASRANI) {
        if (cell != foremost_nasrani(rules, position, position->side))
            return g_strdup(_("Only the foremost Nasrani may move, one cell by a tâb (1)."));
        if (!tabs)
            return g_strdup(_("A Nasrani moves only by a tâb (1)."));
        return bar_ways(game, cell, left);
    }
    if (tabs == tab_hand_size(left) && is_bound_to_nasara(rules, position))
        return g_strdup(duty_of_tab());
    const char *frozen = frozen_at_enemy(rules, tab_pile_height(position->pile[cell]) > 1);
    if (frozen && is_at_enemy(rules, position, cell))
        return g_strdup(frozen);
    return bar_ways(game, cell, left);
}

/* Of the throws left those of this index, or all (-1). */
static TabHand left_of(const TabGame *game, int kind)
{
    TabHand left = tab_game_left(game);
    TAB_KINDS_FOREACH(&game->rules->cast, t)
    left.n[t] = kind < 0 || t == kind ? left.n[t] : 0;
    return left;
}

char *tab_illegal_stone(const TabGame *game, unsigned cell, int kind)
{
    const TabPosition *position = &game->position;
    int owner = tab_position_owner(position, cell);
    TabHand all = tab_game_left(game), left = left_of(game, kind);
    if (position->king_of == TAB_KING_FREE && position->king == cell)
        return g_strdup(_("The king belongs to nobody: a stone that lands on him wins him."));
    if (owner < 0)
        return g_strdup(_("No stone stands there."));
    if (owner != position->side)
        return g_strdup(owner == TAB_WHITE ? _("That stone is White’s.")
                                           : _("That stone is Black’s."));
    if (!tab_game_is_thrown(game))
        return g_strdup(_("Throw first."));
    if (!tab_hand_size(&all))
        return g_strdup(_("All throws are used."));
    return refuse_own(game, cell, &left);
}

/* --- a place that is not reached --- */

/* The throw (one of `hand`, or with NULL any) and branch that lead from one cell to another. */
static bool find_throw_to(const TabGame *game, unsigned from, unsigned to, const TabHand *hand,
                          int *kind, int *branch)
{
    const TabBoard *board = &game->rules->board;
    int side = game->position.side;
    for (*kind = 0; *kind < game->rules->cast.n_kinds; ++*kind)
        for (*branch = 0; *branch < 2; ++*branch) {
            const TabWay *way = &board->way[side][*kind][from][*branch];
            if ((!hand || hand->n[*kind]) && way->to == to &&
                tab_way_is_for(way, game->position.pile[from]))
                return true;
        }
    return false;
}

/* Why the group may not use a throw that would lead there. */
static const char *bar_group(const TabGame *game, unsigned from, bool top, int kind)
{
    const TabRules *rules = game->rules;
    const TabPosition *position = &game->position;
    TabPile pile = position->pile[from];
    if (pile == TAB_PILE_NASRANI)
        return rules->set.value[TAB_SWITCH_UNLOCK] == TAB_UNLOCK_ONE
                   ? _("A Nasrani moves only by a tâb (1).")
                   : _("A Nasrani moves only by a throw that frees it.");
    if (rules->cast.kind[kind].unlocks && is_bound_to_nasara(rules, position))
        return duty_of_tab();
    if (top && !rules->cast.kind[kind].tab && !(pile & TAB_PILE_LOOSE))
        return _("The top stone of a pile moves alone only by a tâb (1).");
    return NULL;
}

char *tab_illegal_target(const TabGame *game, unsigned from, bool top, unsigned to, int kind)
{
    TabHand left = left_of(game, kind);
    int found, branch;
    if (!find_throw_to(game, from, to, &left, &found, &branch)) {
        if (!find_throw_to(game, from, to, NULL, &found, &branch))
            return g_strdup(_("No throw leads there in one move."));
        /* Translators: why a stone cannot go to a place; a throw that is not there. */
        return g_strdup_printf(_("Only a %d leads there."), game->rules->cast.kind[found].steps);
    }
    const char *rule = bar_group(game, from, top, found);
    if (!rule)
        rule = bar_way(game, from, found, branch);
    return rule ? g_strdup(rule) : tab_illegal_stone(game, from, kind);
}
