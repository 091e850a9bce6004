// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences of the window: whose turn, what to do, how it ended; translated, and the same for
// eye and ear.
#include "gui/model/wording.h"

#include <glib/gi18n-lib.h>

#include "gui/model/number-text.h"
#include "gui/model/rules-text.h"
#include "protocol/rules/notation.h"

const char *tab_wording_throw_name(const TabCast *cast, int kind)
{
    return _(cast->kind[kind].title);
}

const char *tab_wording_side(TabSide side)
{
    return side == TAB_WHITE ? _("White") : _("Black");
}

const char *tab_wording_throw(const TabCast *cast, const char *name)
{
    int kind = tab_cast_kind(cast, name, NULL);
    return kind < 0 ? name : tab_rules_text_throw(cast, kind);
}

static bool is_person(TabGameSession *session, TabSide side)
{
    return session->seat[side] == NULL;
}

bool tab_wording_is_you(TabGameSession *session, TabSide side)
{
    return is_person(session, side) && !is_person(session, tab_side_other(side));
}

char *tab_wording_name(TabGameSession *session, TabSide side)
{
    if (tab_wording_is_you(session, side))
        /* Translators: the person at the screen, as a player's name. */
        return g_strdup(_("You"));
    const char *name = session->setup->name[side];
    if (is_person(session, side))
        return g_strdup(name ? name : tab_wording_side(side));
    return g_strdup(tab_engine_seat_get_name(session->seat[side]));
}

char *tab_wording_player(TabGameSession *session, TabSide side)
{
    g_autofree char *name = tab_wording_name(session, side);
    g_autofree char *other = tab_wording_name(session, tab_side_other(side));
    int level = session->setup->player[side].level;
    if (!g_str_equal(name, other))
        return g_steal_pointer(&name);
    if (level >= 0)
        /* Translators: one of two engines of the same name: its side, and the level that it plays
         * at. */
        return g_strdup_printf(_("%s (level %d)"), tab_wording_side(side), level);
    if (is_person(session, side))
        return g_strdup(tab_wording_side(side));
    /* Translators: one of two engines of the same name: its side, and the name. */
    return g_strdup_printf(_("%s (%s)"), tab_wording_side(side), name);
}

/* The player with an engine's level. */
static char *describe_player(TabGameSession *session, TabSide side)
{
    g_autofree char *name = tab_wording_name(session, side);
    int level = session->setup->player[side].level;
    if (level < 0)
        return g_steal_pointer(&name);
    /* Translators: %s is an engine's name. */
    return g_strdup_printf(_("%s, level %d"), name, level);
}

char *tab_wording_title(TabGameSession *session)
{
    TabSide first = tab_wording_is_you(session, TAB_BLACK) ? TAB_BLACK : TAB_WHITE;
    g_autofree char *one = describe_player(session, first);
    g_autofree char *other = describe_player(session, tab_side_other(first));
    /* Translators: the window's title: "You against Tab Engine, level 6". */
    return g_strdup_printf(_("%s against %s"), one, other);
}

char *tab_wording_players(TabGameSession *session)
{
    TabSide first = tab_wording_is_you(session, TAB_BLACK) ? TAB_BLACK : TAB_WHITE;
    g_autofree char *one = tab_wording_name(session, first);
    g_autofree char *other = tab_wording_name(session, tab_side_other(first));
    return strcmp(one, other) ? g_strdup_printf(_("%s against %s"), one, other)
                              : tab_wording_title(session);
}

char *tab_wording_subtitle(TabGameSession *session)
{
    g_autofree char *rules = tab_rules_text_name(session->document->record->rules);
    if (tab_document_phase(session->document) == TAB_PHASE_OPENING)
        /* Translators: rules and board: "Standard · 4×11 · opening throws". */
        return g_strdup_printf(_("%s · opening throws"), rules);
    /* Translators: rules and board, and a number: "Standard · 4×11 · turn 17". */
    return g_strdup_printf(_("%s · turn %u"), rules,
                           tab_document_game(session->document)->turn.situation.position.number);
}

static char *list_hand(const TabCast *cast, const TabHand *hand)
{
    GString *text = g_string_new(NULL);
    TAB_USES_FOREACH(cast, t)
        for (unsigned i = 0; i < hand->n[t]; i++)
            g_string_append_printf(text, "%s%s", text->len ? tab_number_text_comma() : "",
                                   tab_rules_text_throw(cast, t));
    return g_string_free(text, FALSE);
}

/* The kind of throw in the hand that a play takes something of: half of one opens the whole. */
static int throw_of(const TabCast *cast, const TabPlay *play)
{
    return play->flags & TAB_PLAY_HALVES ? cast->kind[play->kind].whole : play->kind;
}

static bool is_to_move(TabGameSession *session, TabSide side)
{
    TabPhase phase = tab_document_phase(session->document);
    return phase != TAB_PHASE_OVER && phase != TAB_PHASE_REVIEW &&
           tab_game_side(tab_document_game(session->document)) == side;
}

static char *stones_left(TabGameSession *session, TabSide side)
{
    guint pieces = tab_document_game(session->document)->position.pieces[side];
    return g_strdup_printf(ngettext("%u stone", "%u stones", pieces), pieces);
}

char *tab_wording_player_doing(TabGameSession *session, TabSide side)
{
    static const char *const states[] = {
        [TAB_SEAT_STARTING] = N_("starting…"),
        [TAB_SEAT_THINKING] = N_("thinking…"),
        [TAB_SEAT_SLOW] = N_("slow…"),
        /* Translators: an engine's process has ended or was ended. */
        [TAB_SEAT_DOWN] = N_("not running"),
    };
    TabEngineSeat *seat = session->seat[side];
    bool to_move = is_to_move(session, side);
    if (seat && seat->state != TAB_SEAT_READY)
        return g_strdup(_(states[seat->state]));
    if (seat)
        /* Translators: an engine's state: it is its turn; it waits for the other side. */
        return g_strdup(to_move ? _("to move") : _("ready"));
    if (!to_move)
        return stones_left(session, side);
    const TabGame *game = tab_document_game(session->document);
    bool moves = tab_document_phase(session->document) == TAB_PHASE_MOVE &&
                 (tab_game_can_play(game) || !tab_game_throws_again(game));
    /* Translators: under a player's name: what it is to do now. */
    return g_strdup(moves ? _("to move") : _("to throw"));
}

char *tab_wording_player_state(TabGameSession *session, TabSide side)
{
    TabEngineSeat *seat = session->seat[side];
    g_autofree char *doing = tab_wording_player_doing(session, side),
                    *stones = stones_left(session, side);
    int level = session->setup->player[side].level;
    GString *text = g_string_new(NULL);
    if (seat || is_to_move(session, side))
        g_string_append_printf(text, "%s · ", doing);
    g_string_append(text, stones);
    if (level >= 0) {
        g_string_append(text, " · ");
        /* Translators: an engine's level of play. */
        g_string_append_printf(text, _("level %d"), level);
    }
    return g_string_free(text, FALSE);
}

/* A person is to throw real sticks, maybe for an engine, and to type what they show. */
static char *status_real(TabGameSession *session)
{
    TabSide side = tab_game_side(tab_document_game(session->document));
    g_autofree char *name = tab_wording_player(session, side);
    const TabThrows *throws = &tab_document_game(session->document)->turn.situation.throws;
    if (throws->n % session->document->record->rules->cast.n_throws > 0)
        return g_strdup(_("Type what the next die shows."));
    if (tab_wording_is_you(session, side))
        return g_strdup(_("Throw, and type what falls."));
    /* Translators: a player's name, maybe an engine's: a person has to throw real sticks for it. */
    return g_strdup_printf(_("Throw for %s, and type what falls."), name);
}

/* Who begins, as a sentence. */
static char *describe_opening(const TabRules *rules)
{
    unsigned opening = rules->set.value[TAB_SWITCH_OPENING];
    if (opening == TAB_OPENING_HIGHEST)
        return g_strdup(_("The higher throw begins."));
    const char *tab = tab_rules_text_throw(&rules->cast, rules->opening_kind);
    return g_strdup_printf(opening == TAB_OPENING_FIRST
                               /* Translators: %s is the tâb as it is written, 1 in most games. */
                               ? _("White begins, and throws until a tâb (%s) comes.")
                               /* Translators: %s is the tâb as it is written, 1 in most games. */
                               : _("Whoever throws the first tâb (%s) begins."),
                           tab);
}

static char *status_opening(TabGameSession *session)
{
    const TabGame *game = tab_document_game(session->document);
    g_autofree char *rule = describe_opening(game->rules);
    TabSide side = tab_game_side(game);
    g_autofree char *name = tab_wording_player(session, side);
    if (session->setup->real[side]) {
        g_autofree char *real = status_real(session);
        return g_strdup_printf("%s %s", real, rule);
    }
    if (!is_person(session, side))
        /* Translators: a player's name, then the rule of the opening as a sentence. */
        return g_strdup_printf(_("%s throws. %s"), name, rule);
    if (tab_wording_is_you(session, side))
        /* Translators: %s is the rule of the opening as a sentence. */
        return g_strdup_printf(_("Throw. %s"), rule);
    return g_strdup_printf(_("%s: throw. %s"), tab_wording_side(side), rule);
}

/* What was thrown in a turn, as it fell: "1, 4, 2". */
static char *list_throws(TabGameSession *session, const TabRecordNode *node)
{
    const TabCast *cast = &session->document->record->rules->cast;
    g_auto(GStrv) list = g_strsplit(node->throws, ",", -1);
    GString *text = g_string_new(NULL);
    for (char **name = list; *name; name++)
        g_string_append_printf(text, "%s%s", text->len ? tab_number_text_comma() : "",
                               tab_wording_throw(cast, *name));
    return g_string_free(text, FALSE);
}

/* That the other side has just passed, of which the board shows nothing; NULL if it has not. */
static char *tell_pass(TabGameSession *session)
{
    const TabRecordNode *node = session->document->live->node;
    TabSide other = tab_side_other(tab_game_side(tab_document_game(session->document)));
    if (!node->parent || !node->turn || node->side != (int)other || tab_record_moves(node))
        return NULL;
    g_autofree char *name = tab_wording_player(session, other);
    g_autofree char *throws = list_throws(session, node);
    /* Translators: a player's name, and its throws: "1, 4, 2". */
    return g_strdup_printf(_("%s threw %s and passed."), name, throws);
}

/* The throw of a turn before, of the same side, that has earned another; -1: there is none, or it
 * is one of several dice. */
static int find_earning(TabGameSession *session, TabSide side)
{
    const TabRecordNode *node = session->document->live->node;
    const TabCast *cast = &session->document->record->rules->cast;
    return node->parent && node->turn && node->side == (int)side
               ? tab_cast_kind(cast, node->throws, NULL)
               : -1;
}

static char *status_throw(TabGameSession *session)
{
    TabSide side = tab_game_side(tab_document_game(session->document));
    const TabThrows *throws = &tab_document_game(session->document)->turn.situation.throws;
    if (session->setup->real[side])
        return status_real(session);
    g_autofree char *name = tab_wording_player(session, side);
    if (!is_person(session, side))
        return g_strdup_printf(_("%s throws."), name);
    const TabCast *cast = &session->document->record->rules->cast;
    int last = throws->n ? throws->kind[throws->n - 1] : find_earning(session, side);
    if (last >= 0) {
        /* Translators: %d is 1, 4 or 6, %s its name. */
        return g_strdup_printf(_("A %d (%s) earns another throw."), cast->kind[last].steps,
                               tab_wording_throw_name(cast, last));
    }
    g_autofree char *passed = tell_pass(session);
    g_autofree char *invitation = tab_wording_is_you(session, side)
                                      ? g_strdup(_("Your turn: throw."))
                                      : g_strdup_printf(_("%s: throw."), name);
    return passed ? g_strdup_printf("%s %s", passed, invitation) : g_steal_pointer(&invitation);
}

static char *status_move(TabGameSession *session)
{
    const TabGame *game = tab_document_game(session->document);
    TabHand left = tab_game_left(game), usable = {0}; /* of those left, as the board stands */
    g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, -1);
    for (guint i = 0; i < plays->len; i++) {
        int kind = throw_of(&game->rules->cast, &g_array_index(plays, TabPlay, i));
        usable.n[kind] = left.n[kind];
    }
    g_autofree char *all = list_hand(&game->rules->cast, &left),
                    *list = list_hand(&game->rules->cast, &usable);
    if (!tab_hand_size(&left))
        return g_strdup(tab_game_throws_again(game) ? _("All throws are used: throw again.")
                                                    : _("All throws are used: end your turn."));
    if (!plays->len && tab_game_throws_again(game))
        /* Translators: %s lists throws: "4". */
        return g_strdup_printf(_("No stone of yours can use %s: throw again."), all);
    if (!plays->len)
        /* Translators: %s lists throws: "4, 2". */
        return g_strdup_printf(_("No stone of yours can use %s: end your turn."), all);
    if (tab_game_may_stop(game))
        return g_strdup_printf(_("You may use %s, or end your turn."), list);
    if (tab_game_session_can_cast_anew(session))
        /* Translators: %s lists the throws, "1, 1, 1"; after them the dice may be cast anew. */
        return g_strdup_printf(_("Choose a stone to move with %s, or cast anew."), list);
    if (!game->turn.plays->len)
        return g_strdup_printf(_("Choose a stone to move with %s; rings show where it can go."),
                               list);
    return g_strdup_printf(_("Still to be used: %s."), list);
}

/* What the engine has just done, or what it is about to do. */
static char *status_engine(TabGameSession *session)
{
    const TabGame *game = tab_document_game(session->document);
    TabSide side = tab_game_side(game);
    g_autofree char *name = tab_wording_player(session, side);
    unsigned n = game->turn.plays->len;
    if (tab_game_session_get_awaits(session) == TAB_AWAITS_RESTART)
        /* Translators: an engine's name, and what went wrong. */
        return g_strdup_printf(_("%s has stopped: %s."), name, session->seat[side]->fault);
    if (n) {
        const TabGamePlay *last = tab_game_nth_play(game, n - 1);
        g_autofree char *play = tab_wording_play(game->rules, &last->before, &last->play);
        /* Translators: a player's name, and a play: "Tab Engine plays 4: b10 to b6". */
        return g_strdup_printf(_("%s plays %s."), name, play);
    }
    if (!tab_game_can_play(game))
        return g_strdup_printf(_("%s cannot use its throws and passes."), name);
    if (session->seat[side]->state == TAB_SEAT_STARTING)
        /* Translators: %s is an engine’s name: its program has not answered yet. */
        return g_strdup_printf(_("%s is starting…"), name);
    return g_strdup_printf(_("%s is thinking…"), name);
}

char *tab_wording_turn(const TabGame *game)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < game->turn.plays->len; i++) {
        const TabGamePlay *one = tab_game_nth_play(game, i);
        g_autofree char *play = tab_wording_play(game->rules, &one->before, &one->play);
        /* Translators: between the plays of a turn. */
        g_string_append_printf(text, "%s%s", i ? _("; ") : "", play);
    }
    return g_string_free(text, FALSE);
}

static char *status_review(TabGameSession *session)
{
    const TabGame *game = tab_document_game(session->document);
    const TabSituation *start = &game->turn.situation;
    const TabRecordNode *node = tab_document_node(session->document);
    if (!node->parent)
        return g_strdup(_("The start of the game, before the first turn."));
    g_autofree char *name = tab_wording_player(session, (TabSide)game->position.side);
    g_autofree char *throws = list_throws(session, node);
    unsigned number = start->position.number;
    if (!node->turn)
        /* Translators: a turn's number, a player's name, throws: "1, 4". */
        return g_strdup_printf(_("Turn %u: %s threw %s, and chose nothing."), number, name, throws);
    if (game->turn.cast_anew)
        /* Translators: a turn's number, a player's name, throws: "1, 1, 1". */
        return g_strdup_printf(_("Turn %u: %s threw %s and cast anew."), number, name, throws);
    if (!game->turn.plays->len)
        /* Translators: a turn's number, a player's name, throws: "1, 4". */
        return g_strdup_printf(_("Turn %u: %s threw %s and passed."), number, name, throws);
    g_autofree char *plays = tab_wording_turn(game);
    /* Translators: a turn's number, a player's name, throws: "1, 4", and the plays: "1: a9 to b9;
     * 4: b9 to b5". */
    return g_strdup_printf(_("Turn %u: %s threw %s and played %s."), number, name, throws, plays);
}

char *tab_wording_status(TabGameSession *session)
{
    if (session->paused)
        return g_strdup(_("The game is paused. Nobody’s time runs."));
    switch (tab_document_phase(session->document)) {
    case TAB_PHASE_OPENING:
        return status_opening(session);
    case TAB_PHASE_THROW:
        return status_throw(session);
    case TAB_PHASE_MOVE:
        break;
    case TAB_PHASE_OVER:
        return tab_wording_result_detail(session);
    case TAB_PHASE_REVIEW:
        return status_review(session);
    }
    return is_person(session, tab_game_side(tab_document_game(session->document)))
               ? status_move(session)
               : status_engine(session);
}

char *tab_wording_list_duties(const TabGame *game, unsigned *n)
{
    const TabCast *cast = &game->rules->cast;
    g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, -1);
    TabHand duties = {0};
    char *list = NULL;
    for (guint i = 0; i < plays->len; i++) {
        const TabPlay *play = &g_array_index(plays, TabPlay, i);
        if (!(play->flags & TAB_PLAY_REDUCE))
            duties.n[throw_of(cast, play)] = 1;
    }
    *n = tab_hand_size(&duties);
    unsigned nth = 0;
    TAB_USES_FOREACH(cast, t)
        if (duties.n[t]) {
            /* Translators: a throw in a list of them: “the 1 and the 2 can still be used”. One
             * whose sign is a letter is called by its name alone: “sir can still be used”. */
            g_autofree char *item =
                g_ascii_isdigit(*cast->kind[t].name)
                    ? g_strdup_printf(C_("in a list", "the %d"), cast->kind[t].steps)
                    : g_strdup(tab_wording_throw_name(cast, (int)t));
            g_autofree char *before = list;
            if (!nth++)
                list = g_strdup(item);
            else if (nth < *n)
                list = g_strconcat(before, tab_number_text_comma(), item, NULL);
            else
                /* Translators: the last part of a list, after the others. */
                list = g_strdup_printf(C_("in a list", "%s and %s"), before, item);
        }
    return list ? list : g_strdup("");
}

char *tab_wording_end_turn(TabGameSession *session)
{
    const TabGame *game = tab_document_game(session->document);
    if (tab_document_phase(session->document) != TAB_PHASE_MOVE ||
        tab_game_session_get_awaits(session) != TAB_AWAITS_PERSON)
        return g_strdup("");
    if (!tab_game_may_stop(game)) {
        unsigned n;
        g_autofree char *duties = tab_wording_list_duties(game, &n);
        /* Translators: why the turn cannot end: %s is “the 1”, or “the 1 and the 2”. Keep it short.
         */
        return g_strdup_printf(ngettext("%s can still be used", "%s can still be used", n), duties);
    }
    if (tab_game_throws_again(game))
        /* Translators: what follows the end of this turn. Keep it short. */
        return g_strdup(_("you throw again"));
    TabHand left = tab_game_left(game);
    if (game->rules->saved_kind >= 0 && left.n[game->rules->saved_kind])
        /* Translators: what becomes of tâbs left over when the turn ends now. Keep it short. */
        return g_strdup(_("unused tâbs are saved"));
    if (tab_game_can_play(game))
        /* Translators: the turn may end, although throws are left. Keep it short. */
        return g_strdup(_("the rest may be declined"));
    return g_strdup("");
}

char *tab_wording_result(TabGameSession *session)
{
    if (tab_document_phase(session->document) != TAB_PHASE_OVER)
        return NULL;
    int winner = tab_document_game(session->document)->winner;
    if (winner < 0)
        return g_strdup(_("A draw"));
    if (tab_wording_is_you(session, (TabSide)winner))
        return g_strdup(_("You have won!"));
    g_autofree char *name = tab_wording_player(session, (TabSide)winner);
    /* Translators: a player's name. */
    return g_strdup_printf(_("%s has won"), name);
}

char *tab_wording_result_detail(TabGameSession *session)
{
    return tab_wording_end(session, tab_document_game(session->document));
}

char *tab_wording_resigning(TabGameSession *session)
{
    int side = tab_game_session_find_resigning(session);
    if (side < 0)
        return g_strdup("");
    g_autofree char *winner = tab_wording_player(session, tab_side_other((TabSide)side));
    /* Translators: what resigning means: the winner's name. */
    return tab_wording_is_you(session, (TabSide)side)
               ? g_strdup_printf(_("The game is over then, and %s has won."), winner)
           : side == TAB_WHITE ? g_strdup(_("White gives up then, and Black has won."))
                               : g_strdup(_("Black gives up then, and White has won."));
}

/* The rules ended it. */
static char *describe_normal_end(const TabGame *game, TabSide loser)
{
    if (game->position.pieces[loser] && tab_position_finished(game->rules, &game->position))
        return g_strdup(game->winner < 0
                            ? _("All stones of both sides have come to the enemy’s home row.")
                        : loser == TAB_BLACK ? _("All stones have come to the enemy’s home row, "
                                                 "and more of them are White’s.")
                                             : _("All stones have come to the enemy’s home row, "
                                                 "and more of them are Black’s."));
    return g_strdup_printf(loser == TAB_BLACK ? _("Black has lost its last stone in turn %u.")
                                              : _("White has lost its last stone in turn %u."),
                           game->position.number);
}

char *tab_wording_end(TabGameSession *session, const TabGame *game)
{
    TabSide loser = game->winner == TAB_WHITE ? TAB_BLACK : TAB_WHITE; /* unless it is a draw */
    bool you = tab_wording_is_you(session, loser);
    g_autofree char *name = tab_wording_player(session, loser);
    switch (game->end) {
    case TAB_END_NONE:
        return NULL;
    case TAB_END_NORMAL:
        return describe_normal_end(game, loser);
    case TAB_END_NO_PROGRESS:
        return g_strdup_printf(_("Nothing has moved for %u turns."), TAB_MAX_IDLE_TURNS);
    case TAB_END_TURN_LIMIT:
        return g_strdup_printf(_("The agreed %u turns are over."), session->setup->max_turns);
    case TAB_END_RESIGNED:
        return g_strdup(you                  ? _("You have resigned.")
                        : loser == TAB_BLACK ? _("Black has resigned.")
                                             : _("White has resigned."));
    case TAB_END_TIME:
        /* Translators: a player's name. */
        return you ? g_strdup(_("Your time is over."))
                   : g_strdup_printf(_("%s has overstepped the time."), name);
    /* what a record tells of, beyond what happens at this board */
    case TAB_END_AGREED:
        return g_strdup(_("The players have agreed on the result."));
    case TAB_END_ADJUDICATION:
        return g_strdup(_("An arbiter has decided the game."));
    case TAB_END_CRASH:
    case TAB_END_SILENT:
    case TAB_END_ILLEGAL:
    case TAB_END_FLOOD:
        /* Translators: a player's name, an engine's. */
        return g_strdup_printf(_("%s has failed: it crashed, or did not keep to the protocol."),
                               name);
    default:
        return g_strdup(_("The record does not say why."));
    }
}

char *tab_wording_result_account(TabGameSession *session)
{
    g_autofree char *reason = tab_wording_result_detail(session);
    const char *seed = tab_record_get_tag(session->document->record, "Seed");
    if (!reason || !seed)
        return g_steal_pointer(&reason);
    /* Translators: what ended the game, and the number that the sticks' throws came from. */
    return g_strdup_printf(_("%s Seed of the throws: %s."), reason, seed);
}

char *tab_wording_play(const TabRules *rules, const TabPosition *before, const TabPlay *play)
{
    char from[4], to[4];
    tab_board_cell_name(&rules->board, play->from, from);
    tab_board_cell_name(&rules->board, play->to, to);
    TabPosition after;
    tab_position_play(&after, before, play);
    int side = before->side;
    guint taken = (guint)(before->pieces[1 - side] - after.pieces[1 - side]);
    guint shed = (guint)(before->pieces[side] - after.pieces[side]);
    /* Translators: a throw and two cells: "4: b10 to b6". */
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, _("%d: %s to %s"), rules->cast.kind[play->kind].steps, from, to);
    if (taken)
        g_string_append_printf(text, ngettext(", takes %u", ", takes %u", taken), taken);
    if (shed)
        g_string_append_printf(text, ngettext(", sheds %u", ", sheds %u", shed), shed);
    return g_string_free(text, FALSE);
}

/* --- what stands on a cell, and what it can do --- */

static void append_pile_in_words(GString *text, const TabRules *rules, int owner, TabPile pile)
{
    static const char *const names[2][4] = {
        /* Translators: one piece as a screen reader names it. A Nasrani (Christian) has never
         * moved; the last ones have been on row 3, and on the enemy's home row. */
        {N_("white Nasrani"), N_("white stone"), N_("white stone, has been on row 3"),
         N_("white stone, turned over")},
        {N_("black Nasrani"), N_("black stone"), N_("black stone, has been on row 3"),
         N_("black stone, turned over")},
    };
    guint height = tab_pile_height(pile);
    if (height == 1 && rules->board.comes_home && tab_pile_rank(pile, 0) == TAB_RANK_T) {
        g_string_append(text, owner == TAB_WHITE ? _("white stone, on its way home")
                                                 : _("black stone, on its way home"));
        return;
    }
    if (height == 1) {
        g_string_append(text, _(names[owner][tab_pile_rank(pile, 0)]));
        return;
    }
    if (owner == TAB_WHITE)
        /* Translators: a pile as a screen reader names it. */
        g_string_append_printf(text, ngettext("white pile of %u", "white pile of %u", height),
                               height);
    else
        g_string_append_printf(text, ngettext("black pile of %u", "black pile of %u", height),
                               height);
    if (pile & TAB_PILE_LOOSE) {
        g_string_append(text, tab_number_text_comma());
        /* Translators: such a pile may be taken apart by any throw. */
        g_string_append(text, _("loose"));
    }
}

char *tab_wording_stones(const TabRules *rules, const TabPosition *position, unsigned cell)
{
    char name[4];
    tab_board_cell_name(&rules->board, cell, name);
    GString *text = g_string_new(name);
    g_string_append(text, tab_number_text_comma());
    int owner = tab_position_owner(position, cell);
    if (position->king_of != TAB_KING_NONE && position->king == cell)
        g_string_append(text, position->king_of == TAB_KING_WHITE   ? _("White’s king")
                              : position->king_of == TAB_KING_BLACK ? _("Black’s king")
                                                                    : _("king of nobody"));
    else if (owner < 0)
        /* Translators: a cell of the board without a stone, as a screen reader names it. */
        g_string_append(text, _("empty"));
    else
        append_pile_in_words(text, rules, owner, position->pile[cell]);
    return g_string_free(text, FALSE);
}

char *tab_wording_cell(const TabGame *game, unsigned cell, bool tell_plays)
{
    g_autofree char *stones = tab_wording_stones(game->rules, &game->position, cell);
    GString *text = g_string_new(stones);
    g_autoptr(GArray) plays = tab_game_list_plays(game, cell, -1);
    if (tell_plays && plays->len) {
        TabHand hand = {0}; /* each throw once */
        for (guint i = 0; i < plays->len; i++)
            hand.n[g_array_index(plays, TabPlay, i).kind] = 1;
        g_autofree char *list = list_hand(&game->rules->cast, &hand);
        g_string_append(text, tab_number_text_comma());
        /* Translators: %s lists throws: "2, 4". */
        g_string_append_printf(text, _("can move with %s"), list);
    }
    return g_string_free(text, FALSE);
}
