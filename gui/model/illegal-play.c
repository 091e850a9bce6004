// SPDX-License-Identifier: GPL-3.0-or-later
// Why something is not allowed now, in a short sentence that names the rule.
#include "gui/model/illegal-play.h"

#include <glib/gi18n-lib.h>

#include "gui/model/number-text.h"
#include "gui/model/rules-text.h"
#include "gui/model/wording.h"
#include "protocol/rules/movegen.h"

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
        return g_strdup(_("Throw on your table, and type what falls."));
    if (tab_ruleset_at_once(&session->document->record->rules->set))
        return g_strdup(_("Each throw is played before the next one."));
    return g_strdup(_("The throwing has ended: now the stones move."));
}

/* Whether a throw of this kind would free a Nasrani of the side to move. */
static bool can_free(const TabRules *rules, const TabPosition *position, int kind)
{
    TabPlay plays[TAB_MAX_PLAYS];
    unsigned n = tab_movegen_plays(rules, position, kind, plays);
    for (unsigned i = 0; i < n; i++)
        if (position->pile[plays[i].from] == TAB_PILE_NASRANI)
            return true;
    return false;
}

/* Why such a throw serves the Nasara alone; NULL: it does not. */
static char *bind_to_nasara(const TabRules *rules, const TabPosition *position, int kind)
{
    const TabKind *thrown = &rules->cast.kind[kind];
    if (!thrown->unlocks || !position->nasara[position->side])
        return NULL;
    switch (rules->set.value[TAB_SWITCH_TAB_DUTY]) {
    case TAB_DUTY_CONVERT:
        /* Translators: a throw as it is written, 1 in most games; so in the next ones. */
        return g_strdup_printf(_("While you have a Nasrani, a throw of %s only frees one."),
                               tab_rules_text_throw(&rules->cast, kind));
    case TAB_DUTY_FIRST:
        return can_free(rules, position, kind)
                   ? g_strdup_printf(
                         _("While a throw of %s can free a Nasrani, it does only that."),
                         tab_rules_text_throw(&rules->cast, kind))
                   : NULL;
    default:
        return NULL;
    }
}

char *tab_illegal_kind(TabGameSession *session, int kind)
{
    char *waiting = tab_illegal_waiting(session);
    const TabGame *game = tab_document_game(session->document);
    const TabRules *rules = game->rules;
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
    int number = rules->cast.kind[kind].steps;
    if (tab_cast_kind_of_steps(&rules->cast, number) != kind)
        return g_strdup(_("That throw cannot be used now.")); /* the number is another's */
    TabHand left = tab_game_left(game);
    TabHand hand = tab_situation_hand(rules, &game->turn.situation);
    if (!hand.n[kind])
        return g_strdup_printf(_("There is no %d among the throws."), number);
    if (!left.n[kind])
        return g_strdup_printf(_("The %d is used."), number);
    char *bound = bind_to_nasara(rules, &game->position, kind);
    return bound ? bound : g_strdup_printf(_("No stone can move with the %d now."), number);
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
    if (rules->fill)
        return _("A stone that has come to the enemy’s home row stays there.");
    const char *const *told = sentences[rules->set.value[TAB_SWITCH_ROW4_MOVE]];
    const char *sentence = pile && told[1] ? told[1] : told[0];
    return sentence ? _(sentence) : NULL; /* TAB_ROW4_FREE */
}

/* Whether a cell is of the enemy's home row, the last one as the side to move sees them. */
static bool is_at_enemy(const TabRules *rules, const TabPosition *position, unsigned cell)
{
    return rules->board.relative_row[position->side][cell] == rules->board.n_rows;
}

/* What may move from a cell: its pile, or the king, who goes as a free stone does. */
static TabPile group_on(const TabPosition *position, unsigned cell)
{
    TabPile pile = position->pile[cell];
    return pile ? pile : TAB_PILE_SINGLE(TAB_RANK_M);
}

/* The tables by which a throw of this kind moves what stands on a cell. */
static int way_of(const TabRules *rules, const TabPosition *position, unsigned from, int kind)
{
    bool nasrani = position->pile[from] == TAB_PILE_NASRANI;
    return nasrani && rules->cast.kind[kind].unlocks_by_one ? TAB_ONE_CELL : kind;
}

/* Whether a king who is not `side`'s, or with `own` one who is, stands among these cells. */
static bool has_king(const TabPosition *position, TabSide side, bool own, const TabCells *cells)
{
    return position->king_of != TAB_KING_NONE &&
           own == (tab_position_king_of(position, side) != TAB_NO_CELL) &&
           tab_cells_has(cells, position->king);
}

/* The rule on what stands in between that bars a way. */
static const char *bar_passing(const TabGame *game, const TabCells *between, bool king)
{
    const TabPosition *position = &game->position;
    const uint8_t *value = game->rules->set.value;
    TabSide side = (TabSide)position->side;
    if (!value[TAB_SWITCH_JUMP_ENEMIES]) {
        if (tab_cells_meet(&position->occupied[tab_side_other(side)], between))
            return _("Enemies in between may not be jumped.");
        if (!king && has_king(position, side, false, between))
            return _("A king in between who is not yours may not be jumped.");
    }
    if (!king && value[TAB_SWITCH_PASS_OWN] == TAB_PASS_OWN_NO) {
        if (tab_cells_meet(&position->occupied[side], between))
            return _("Your own stones in between may not be jumped.");
        if (has_king(position, side, true, between))
            return _("Your own king in between may not be jumped.");
    }
    return NULL;
}

/* The rule that keeps a piece of the side to move off a cell for what stands there. */
static const char *bar_standing(const TabGame *game, unsigned cell)
{
    const TabRules *rules = game->rules;
    const TabPosition *position = &game->position;
    const uint8_t *value = rules->set.value;
    int side = position->side;
    bool nasrani = position->pile[cell] == TAB_PILE_NASRANI;
    if (tab_cells_has(&position->occupied[side], cell))
        return value[TAB_SWITCH_STACKING] == TAB_STACKING_NONE
                   ? _("A stone of your own stands there.")
               : nasrani ? _("No stone joins a Nasrani.")
                         : NULL;
    if (!tab_cells_has(&position->occupied[1 - side], cell))
        return NULL;
    if (nasrani && value[TAB_SWITCH_SLEEPERS] == TAB_SLEEPERS_SAFE)
        return _("An enemy that has not moved yet is safe.");
    if (value[TAB_SWITCH_ROW4_SAFE] && rules->board.relative_row[side][cell] == 1)
        return _("Nothing is taken on your own home row.");
    return NULL;
}

/* The rule on the king that bars a stone from the cell where he stands. */
static const char *bar_king(const TabGame *game, unsigned to)
{
    const TabPosition *position = &game->position;
    TabSide side = (TabSide)position->side;
    if (position->king_of == TAB_KING_NONE || position->king != to)
        return NULL;
    if (tab_position_king_of(position, side) == to)
        return _("Your own king stands there.");
    return bar_standing(game, game->rules->board.next[side][to][0])
               ? _("The king would be pushed to where nothing may arrive now.")
               : NULL;
}

/* The rule that keeps a stone at home, or on the enemy's home row. */
static const char *bar_leaving(const TabGame *game, unsigned from, unsigned to)
{
    const TabBoard *board = &game->rules->board;
    const TabPosition *position = &game->position;
    const uint8_t *value = game->rules->set.value;
    int side = position->side;
    unsigned row = board->relative_row[side][from];
    if (row == board->relative_row[side][to])
        return NULL;
    if (row == board->n_rows && value[TAB_SWITCH_ROW4_EXIT] == TAB_ROW4_EXIT_ONE_HOME_PILE)
        return _("The enemy’s home row is left only while you have one pile at home, or none.");
    if (row > 1 || value[TAB_SWITCH_OUTSIDE] != TAB_OUTSIDE_ONE)
        return NULL;
    for (unsigned r = 2; r <= board->n_rows; r++)
        if (tab_cells_meet(&position->occupied[side], &board->row[side][r]))
            return _("No stone leaves home while another of yours is away.");
    return NULL;
}

/* The rule that bars one way of a group that may otherwise move; NULL: none does. */
static const char *bar_way(const TabGame *game, unsigned from, int kind, int branch)
{
    const TabRules *rules = game->rules;
    const TabPosition *position = &game->position;
    const TabBoard *board = &rules->board;
    const uint8_t *value = rules->set.value;
    int side = position->side, tables = way_of(rules, position, from, kind);
    bool king = !position->pile[from];
    const TabWay *way = &board->way[side][tables][from][branch];
    if (way->forks && value[TAB_SWITCH_ROW4_ENTRY] == TAB_ROW4_ENEMY_PRESENT &&
        !tab_cells_meet(&position->occupied[1 - side], &board->row[side][board->n_rows]))
        return _("The enemy’s home row is entered only while an enemy stands there.");
    const char *rule = bar_passing(game, &board->between[side][tables][from][branch], king);
    if (!rule && !king)
        rule = bar_leaving(game, from, way->to);
    if (!rule)
        rule = bar_standing(game, way->to);
    if (!rule && !king)
        rule = bar_king(game, way->to);
    if (!rule && branch == 1 && value[TAB_SWITCH_ROW4_ONCE])
        rule = _("A stone that has been on the enemy’s home row does not go there again.");
    return rule;
}

/* What the throws left can be used as: whole, and those of even numbers as halves. */
static TabHand uses_of(const TabRules *rules, const TabHand *left)
{
    TabHand uses = *left;
    TAB_KINDS_FOREACH(&rules->cast, t)
        if (left->n[t] && rules->cast.kind[t].half)
            uses.n[rules->cast.kind[t].half]++;
    return uses;
}

/* The rule that bars the ways of these throws. */
static char *bar_ways(const TabGame *game, unsigned from, const TabHand *uses)
{
    const TabRules *rules = game->rules;
    const TabPosition *position = &game->position;
    bool nasrani = position->pile[from] == TAB_PILE_NASRANI, king = !position->pile[from];
    g_autofree char *bound = NULL;
    TAB_USES_FOREACH(&rules->cast, t) {
        if (!uses->n[t] || (nasrani && !rules->cast.kind[t].unlocks))
            continue;
        char *duty = nasrani ? NULL : bind_to_nasara(rules, position, t);
        if (duty) {
            g_free(bound);
            bound = duty;
            continue;
        }
        int tables = way_of(rules, position, from, t);
        for (int branch = 0; branch < 2; branch++) {
            const TabWay *way = &rules->board.way[position->side][tables][from][branch];
            const char *rule = tab_way_is_for(way, group_on(position, from))
                                   ? bar_way(game, from, t, branch)
                                   : NULL;
            if (rule && king)
                return g_strdup(rule);
            if (rule)
                /* Translators: %s is the rule as a sentence. */
                return g_strdup_printf(_("No throw left can move this stone. %s"), rule);
        }
    }
    if (bound)
        return g_steal_pointer(&bound);
    return g_strdup(king ? _("No throw left can move the king.")
                         : _("No throw left can move this stone."));
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

/* Why a Nasrani cannot be freed by any of these throws, whatever its way; NULL: it can. */
static char *bar_nasrani(const TabGame *game, unsigned cell, const TabHand *uses)
{
    const TabRules *rules = game->rules;
    const TabPosition *position = &game->position;
    g_autoptr(GString) names = g_string_new(NULL);
    bool any = false;
    TAB_USES_FOREACH(&rules->cast, t) {
        const TabKind *kind = &rules->cast.kind[t];
        any = any || (kind->unlocks && uses->n[t]);
        if (!kind->unlocks)
            continue;
        g_string_append(names, names->len ? tab_number_text_comma() : "");
        if (kind->whole)
            /* Translators: a throw of that number, used as two halves of which one frees. */
            g_string_append_printf(names, _("half of a %s"),
                                   tab_rules_text_throw(&rules->cast, kind->whole));
        else
            g_string_append(names, tab_rules_text_throw(&rules->cast, t));
    }
    if (!any)
        /* Translators: the throws that free, as they are written: “1”, “1, 6”, or “2, half of a
         * 2”. */
        return g_strdup_printf(_("A Nasrani moves only by a throw that frees it (%s)."),
                               names->str);
    return rules->set.value[TAB_SWITCH_UNLOCK_ORDER] == TAB_UNLOCK_FOREMOST &&
                   cell != foremost_nasrani(rules, position, position->side)
               ? g_strdup(_("Only the foremost Nasrani may be freed."))
               : NULL;
}

static char *refuse_own(const TabGame *game, unsigned cell, const TabHand *uses)
{
    const TabRules *rules = game->rules;
    const TabPosition *position = &game->position;
    TabPile pile = position->pile[cell];
    char *locked = pile == TAB_PILE_NASRANI ? bar_nasrani(game, cell, uses) : NULL;
    if (locked)
        return locked;
    const char *frozen =
        pile ? frozen_at_enemy(rules, tab_pile_height(pile) > 1) : NULL; /* the king waits not */
    if (frozen && is_at_enemy(rules, position, cell))
        return g_strdup(frozen);
    return bar_ways(game, cell, uses);
}

/* What the throws left can be used as, or those of this kind (-1: any). */
static TabHand left_of(const TabGame *game, int kind)
{
    TabHand left = tab_game_left(game);
    TAB_USES_FOREACH(&game->rules->cast, t)
        left.n[t] = kind < 0 || t == kind ? left.n[t] : 0;
    return uses_of(game->rules, &left);
}

/* Whose the king is who stands on this cell; NULL: none does, or the one of the side to move. */
static const char *tell_king(const TabPosition *position, unsigned cell)
{
    if (position->king_of == TAB_KING_NONE || position->king != cell)
        return NULL;
    if (position->king_of == TAB_KING_FREE)
        return _("The king belongs to nobody: a stone that lands on him wins him.");
    if (tab_position_king_of(position, (TabSide)position->side) == cell)
        return NULL;
    return position->king_of == TAB_KING_WHITE
               ? _("The king is White’s: a stone that lands on him wins him.")
               : _("The king is Black’s: a stone that lands on him wins him.");
}

char *tab_illegal_stone(const TabGame *game, unsigned cell, int kind)
{
    const TabPosition *position = &game->position;
    int owner = tab_position_owner(position, cell);
    TabHand all = tab_game_left(game), uses = left_of(game, kind);
    const char *king = tell_king(position, cell);
    if (king)
        return g_strdup(king);
    if (owner < 0 && tab_position_king_of(position, (TabSide)position->side) != cell)
        return g_strdup(_("No stone stands there."));
    if (owner >= 0 && owner != position->side)
        return g_strdup(owner == TAB_WHITE ? _("That stone is White’s.")
                                           : _("That stone is Black’s."));
    if (!tab_game_is_thrown(game))
        return g_strdup(_("Throw first."));
    if (!tab_hand_size(&all))
        return g_strdup(_("All throws are used."));
    return refuse_own(game, cell, &uses);
}

/* --- a place that is not reached --- */

/* The throw (one of `uses`, or with NULL any that may move what stands there) and branch that lead
 * from one cell to another. */
static bool find_throw_to(const TabGame *game, unsigned from, unsigned to, const TabHand *uses,
                          int *kind, int *branch)
{
    const TabRules *rules = game->rules;
    const TabPosition *position = &game->position;
    TabPile group = group_on(position, from);
    for (*kind = 0; *kind < rules->cast.n_uses; ++*kind) {
        int tables = way_of(rules, position, from, *kind);
        if (uses ? !uses->n[*kind] : group == TAB_PILE_NASRANI && !rules->cast.kind[*kind].unlocks)
            continue;
        for (*branch = 0; *branch < 2; ++*branch) {
            const TabWay *way = &rules->board.way[position->side][tables][from][*branch];
            if (way->to == to && tab_way_is_for(way, group))
                return true;
        }
    }
    return false;
}

/* Why the group may not use a throw that would lead there. */
static char *bar_group(const TabGame *game, unsigned from, bool top, int kind)
{
    const TabRules *rules = game->rules;
    const TabPosition *position = &game->position;
    TabPile pile = position->pile[from];
    TabHand use = {{0}};
    use.n[kind] = 1;
    if (pile == TAB_PILE_NASRANI)
        return bar_nasrani(game, from, &use);
    char *bound = bind_to_nasara(rules, position, kind);
    if (!bound && top && !rules->cast.kind[kind].tab && !(pile & TAB_PILE_LOOSE))
        return g_strdup(_("The top stone of a pile moves alone only by a tâb."));
    return bound;
}

char *tab_illegal_target(const TabGame *game, unsigned from, bool top, unsigned to, int kind)
{
    TabHand uses = left_of(game, kind);
    int found, branch;
    if (!find_throw_to(game, from, to, &uses, &found, &branch)) {
        if (!find_throw_to(game, from, to, NULL, &found, &branch))
            return g_strdup(_("No throw leads there in one move."));
        int whole = game->rules->cast.kind[found].whole;
        /* Translators: why a stone cannot go to a place; a throw that is not there. */
        return whole ? g_strdup_printf(_("Only half of a throw of %s leads there."),
                                       tab_rules_text_throw(&game->rules->cast, whole))
                     : g_strdup_printf(_("Only a throw of %s leads there."),
                                       tab_rules_text_throw(&game->rules->cast, found));
    }
    char *bound = bar_group(game, from, top, found);
    const char *rule = bound ? NULL : bar_way(game, from, found, branch);
    return bound ? bound : rule ? g_strdup(rule) : tab_illegal_stone(game, from, kind);
}
