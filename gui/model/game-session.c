// SPDX-License-Identifier: GPL-3.0-or-later
// One game being played: opening, throws, turns, players (people or engines), captures and the
// result.
#include "gui/model/game-session.h"

#include <glib/gi18n-lib.h>

#include "protocol/rules/notation.h"
#include "protocol/rules/sticks.h"

#define MAX_STILL_TURNS 50 /* turns without a move that make a draw (rules.md 6) */

struct _TabGameSession {
    GObject parent;
    TabGameSetup *setup;
    TabRules *rules;
    TabSticks sticks;
    TabRandom random;
    TabEngineSeat *seat[2]; /* NULL: a person */

    TabPhase phase;
    TabOpeningState opening;
    GArray *opening_throws; /* of TabOpeningThrow */
    TabLiveTurn *turn;
    GPtrArray *turns; /* of TabPlayedTurn */
    GArray *answer; /* of TabPlay: the engine's turn, of which live-turn holds what was shown; NULL:
                       none yet */

    unsigned taken[2], shed[2]; /* pieces, by the side that took, and that lost its own */
    unsigned still_turns;       /* without a move, up to now */
    bool moved;                 /* something moved since the turn's number changed */
    TabGameEnd end;
    int winner; /* -1: none */
};

G_DEFINE_FINAL_TYPE(TabGameSession, tab_game_session, G_TYPE_OBJECT)

enum { CHANGED, THREW, PLAYED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void free_played_turn(gpointer data)
{
    TabPlayedTurn *turn = data;
    g_array_unref(turn->plays);
    g_free(turn->text);
    g_free(turn);
}

static void emit_changed(TabGameSession *self)
{
    g_signal_emit(self, signals[CHANGED], 0);
}

TabSide tab_game_session_get_side(TabGameSession *self)
{
    if (self->phase == TAB_PHASE_OPENING)
        return self->opening.thrower;
    return (TabSide)tab_live_turn_get_position(self->turn)->side;
}

/* What the side to move is still to do once its throws lie there. */
static TabAwaits awaited_move(TabGameSession *self, TabEngineSeat *seat)
{
    if (self->answer || !tab_live_turn_can_play(self->turn))
        return TAB_AWAITS_ADVANCE;
    return tab_engine_seat_get_state(seat) == TAB_SEAT_DOWN ? TAB_AWAITS_RESTART
                                                            : TAB_AWAITS_ENGINE;
}

TabAwaits tab_game_session_get_awaits(TabGameSession *self)
{
    if (self->phase == TAB_PHASE_OVER)
        return TAB_AWAITS_NOTHING;
    TabEngineSeat *seat = self->seat[tab_game_session_get_side(self)];
    if (!seat)
        return TAB_AWAITS_PERSON;
    return self->phase == TAB_PHASE_MOVE ? awaited_move(self, seat) : TAB_AWAITS_ADVANCE;
}

/* Asks the engine whose turn it has become to move. */
static void ask_engine(TabGameSession *self)
{
    if (self->phase != TAB_PHASE_MOVE || tab_game_session_get_awaits(self) != TAB_AWAITS_ENGINE)
        return;
    TabEngineSeat *seat = self->seat[tab_game_session_get_side(self)];
    g_autofree char *position =
        tab_notation_situation_to_string(self->rules, tab_live_turn_get_start(self->turn));
    tab_engine_seat_ask(seat, position, self->setup->movetime);
}

/* After a step of the game: an engine may have to think now, and all who look on are told. */
static void settle(TabGameSession *self)
{
    ask_engine(self);
    emit_changed(self);
}

static void begin_turn(TabGameSession *self, const TabSituation *start)
{
    g_clear_pointer(&self->turn, tab_live_turn_free);
    g_clear_pointer(&self->answer, g_array_unref);
    self->turn = tab_live_turn_new(self->rules, start);
    self->phase = tab_live_turn_is_thrown(self->turn) ? TAB_PHASE_MOVE : TAB_PHASE_THROW;
}

static void finish_game(TabGameSession *self, TabGameEnd end, int winner)
{
    self->phase = TAB_PHASE_OVER;
    self->end = end;
    self->winner = winner;
}

/* Whether the position that a turn led to ends the game. */
static bool judge(TabGameSession *self, const TabPosition *after)
{
    if (tab_position_finished(after))
        finish_game(self, TAB_END_NORMAL, after->pieces[TAB_WHITE] ? TAB_WHITE : TAB_BLACK);
    else if (self->still_turns >= MAX_STILL_TURNS)
        finish_game(self, TAB_END_NO_PROGRESS, -1);
    else if (after->number > self->setup->max_turns)
        finish_game(self, TAB_END_TURN_LIMIT, -1);
    return self->phase == TAB_PHASE_OVER;
}

static void remember_turn(TabGameSession *self)
{
    TabPlayedTurn *played = g_new0(TabPlayedTurn, 1);
    played->start = *tab_live_turn_get_start(self->turn);
    played->text = tab_live_turn_to_string(self->turn);
    played->plays = g_array_new(FALSE, FALSE, sizeof(TabPlay));
    for (unsigned i = 0; i < tab_live_turn_get_n_plays(self->turn); i++)
        g_array_append_vals(played->plays, tab_live_turn_get_play(self->turn, i), 1);
    int enemy = tab_side_other((TabSide)played->start.position.side);
    played->captured = (unsigned)(played->start.position.pieces[enemy] -
                                  tab_live_turn_get_position(self->turn)->pieces[enemy]);
    g_ptr_array_add(self->turns, played);
}

static void finish_turn(TabGameSession *self)
{
    TabSituation next = {0};
    tab_live_turn_finish(self->turn, &next.position);
    remember_turn(self);
    if (tab_live_turn_get_n_plays(self->turn))
        self->moved = true;
    if (next.position.number != tab_live_turn_get_position(self->turn)->number) {
        self->still_turns = self->moved ? 0 : self->still_turns + 1;
        self->moved = false;
    }
    if (judge(self, &next.position))
        return;
    begin_turn(self, &next);
}

/* Counts what a play took (enemy pieces) and shed (own ones), by `sign`: 1, or -1 when it is taken
 * back. */
static void count_losses(TabGameSession *self, unsigned nth, int sign)
{
    const TabPosition *before = tab_live_turn_get_before(self->turn, nth);
    const TabPosition *after = tab_live_turn_get_before(self->turn, nth + 1);
    int side = before->side, enemy = 1 - side;
    self->taken[side] += (unsigned)(sign * (before->pieces[enemy] - after->pieces[enemy]));
    self->shed[side] += (unsigned)(sign * (before->pieces[side] - after->pieces[side]));
}

static bool play(TabGameSession *self, const TabPlay *wanted)
{
    if (!tab_live_turn_play(self->turn, wanted))
        return false;
    unsigned nth = tab_live_turn_get_n_plays(self->turn) - 1;
    count_losses(self, nth, 1);
    TabPosition before = *tab_live_turn_get_before(self->turn, nth);
    TabPlay played = *tab_live_turn_get_play(self->turn, nth);
    if (tab_position_finished(tab_live_turn_get_position(self->turn)))
        finish_turn(self);
    g_signal_emit(self, signals[PLAYED], 0, &before, &played);
    settle(self);
    return true;
}

static void begin_first_turn(TabGameSession *self)
{
    TabSituation start;
    tab_position_start(self->rules, self->opening.winner, &start);
    begin_turn(self, &start);
}

static void throw_sticks(TabGameSession *self)
{
    TabOpeningThrow thrown = {.side = tab_game_session_get_side(self),
                              .index = tab_sticks_throw(&self->sticks, &self->random)};
    if (self->phase == TAB_PHASE_OPENING) {
        g_array_append_val(self->opening_throws, thrown);
        if (tab_opening_add(&self->opening, thrown.index))
            begin_first_turn(self);
    } else {
        tab_live_turn_throw(self->turn, thrown.index);
        if (tab_live_turn_is_thrown(self->turn))
            self->phase = TAB_PHASE_MOVE;
    }
    g_signal_emit(self, signals[THREW], 0, (int)thrown.side, thrown.index);
    settle(self);
}

bool tab_game_session_can_throw(TabGameSession *self)
{
    return self->phase != TAB_PHASE_MOVE && tab_game_session_get_awaits(self) == TAB_AWAITS_PERSON;
}

bool tab_game_session_throw(TabGameSession *self)
{
    if (!tab_game_session_can_throw(self))
        return false;
    throw_sticks(self);
    return true;
}

static bool person_moves(TabGameSession *self)
{
    return self->phase == TAB_PHASE_MOVE && tab_game_session_get_awaits(self) == TAB_AWAITS_PERSON;
}

bool tab_game_session_play(TabGameSession *self, const TabPlay *wanted)
{
    return person_moves(self) && play(self, wanted);
}

bool tab_game_session_can_undo(TabGameSession *self)
{
    return person_moves(self) && tab_live_turn_get_n_plays(self->turn) > 0;
}

bool tab_game_session_undo(TabGameSession *self)
{
    if (!tab_game_session_can_undo(self))
        return false;
    count_losses(self, tab_live_turn_get_n_plays(self->turn) - 1, -1);
    tab_live_turn_undo(self->turn);
    emit_changed(self);
    return true;
}

bool tab_game_session_can_end_turn(TabGameSession *self)
{
    return person_moves(self) && tab_live_turn_may_stop(self->turn);
}

bool tab_game_session_end_turn(TabGameSession *self)
{
    if (!tab_game_session_can_end_turn(self))
        return false;
    finish_turn(self);
    settle(self);
    return true;
}

/* The next play of the engine's answer, or the end of its turn. */
static void deliver(TabGameSession *self)
{
    unsigned shown = tab_live_turn_get_n_plays(self->turn);
    if (self->answer && shown < self->answer->len) {
        TabPlay next = g_array_index(self->answer, TabPlay, shown);
        bool played = play(self, &next);
        g_assert(played); /* the whole turn was checked when it came */
        return;
    }
    finish_turn(self);
    settle(self);
}

bool tab_game_session_advance(TabGameSession *self)
{
    if (tab_game_session_get_awaits(self) != TAB_AWAITS_ADVANCE)
        return false;
    if (self->phase == TAB_PHASE_MOVE)
        deliver(self);
    else
        throw_sticks(self);
    return true;
}

/* Reads the engine's turn and checks that it is one of this hand. */
static GArray *read_answer(TabGameSession *self, const char *text, GError **error)
{
    const TabSituation *start = tab_live_turn_get_start(self->turn);
    g_autofree TabTurn *turn = g_new0(TabTurn, 1);
    TabPosition after;
    if (!tab_notation_parse_turn(self->rules, start, text, turn, &after, error))
        return NULL;
    TabHand hand = tab_situation_hand(self->rules, start);
    if (memcmp(&hand, &turn->hand, sizeof hand) != 0) {
        g_set_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_TURN,
                    /* Translators: %s is a turn as an engine wrote it. */
                    _("“%s” does not name the throws at hand"), text);
        return NULL;
    }
    GArray *plays = g_array_new(FALSE, FALSE, sizeof(TabPlay));
    g_array_append_vals(plays, turn->plays, turn->n_plays);
    return plays;
}

static void on_answered(TabEngineSeat *seat, const char *text, gpointer user_data)
{
    TabGameSession *self = user_data;
    if (self->phase != TAB_PHASE_MOVE || self->seat[tab_game_session_get_side(self)] != seat)
        return;
    g_autoptr(GError) error = NULL;
    self->answer = read_answer(self, text, &error);
    if (!self->answer) {
        /* Translators: %s says what is wrong with the turn. */
        g_autofree char *fault = g_strdup_printf(_("illegal turn: %s"), error->message);
        tab_engine_seat_fail(seat, fault);
    }
    emit_changed(self);
}

static void on_seat_changed(TabEngineSeat *seat, gpointer user_data)
{
    emit_changed(user_data);
}

static void drop_seat(TabGameSession *self, TabSide side)
{
    if (!self->seat[side])
        return;
    g_signal_handlers_disconnect_by_data(self->seat[side], self);
    tab_engine_seat_quit(self->seat[side]);
    g_clear_object(&self->seat[side]);
}

static void seat_engine(TabGameSession *self, TabSide side)
{
    if (!self->setup->player[side].engine)
        return;
    TabEngineSeat *seat = tab_engine_seat_new(self->setup->engine[side], &self->setup->player[side],
                                              self->setup->rules);
    g_signal_connect(seat, "changed", G_CALLBACK(on_seat_changed), self);
    g_signal_connect(seat, "answered", G_CALLBACK(on_answered), self);
    self->seat[side] = seat;
    tab_engine_seat_start(seat);
}

void tab_game_session_restart_engine(TabGameSession *self, TabSide side)
{
    g_return_if_fail(self->seat[side]);
    tab_engine_seat_start(self->seat[side]);
    if (tab_game_session_get_side(self) == side)
        ask_engine(self);
    emit_changed(self);
}

void tab_game_session_replace_engine(TabGameSession *self, TabSide side)
{
    drop_seat(self, side);
    self->setup->player[side].engine = false;
    emit_changed(self);
}

TabGameSession *tab_game_session_new(const TabGameSetup *setup, GError **error)
{
    TabSticks sticks;
    g_autoptr(TabRules) rules = tab_rules_parse(setup->rules, error);
    if (!rules || !tab_sticks_parse(setup->sticks, &sticks, error))
        return NULL;
    TabGameSession *self = g_object_new(TAB_TYPE_GAME_SESSION, NULL);
    self->setup = tab_game_setup_copy(setup);
    self->rules = g_steal_pointer(&rules);
    self->sticks = sticks;
    self->random = tab_random_new_stream(setup->seed, 0);
    self->opening = tab_opening_new(&self->rules->set);
    TabSituation start;
    tab_position_start(self->rules, TAB_WHITE, &start);
    start.throws.n = 0;
    start.throws.more = false;
    self->turn = tab_live_turn_new(self->rules, &start);
    seat_engine(self, TAB_WHITE);
    seat_engine(self, TAB_BLACK);
    return self;
}

void tab_game_session_close(TabGameSession *self)
{
    drop_seat(self, TAB_WHITE);
    drop_seat(self, TAB_BLACK);
}

const TabGameSetup *tab_game_session_get_setup(TabGameSession *self)
{
    return self->setup;
}

const TabRules *tab_game_session_get_rules(TabGameSession *self)
{
    return self->rules;
}

TabPhase tab_game_session_get_phase(TabGameSession *self)
{
    return self->phase;
}

const TabPosition *tab_game_session_get_position(TabGameSession *self)
{
    return tab_live_turn_get_position(self->turn);
}

const TabLiveTurn *tab_game_session_get_turn(TabGameSession *self)
{
    return self->turn;
}

const GArray *tab_game_session_get_opening(TabGameSession *self)
{
    return self->opening_throws;
}

const GPtrArray *tab_game_session_get_turns(TabGameSession *self)
{
    return self->turns;
}

unsigned tab_game_session_get_taken(TabGameSession *self, TabSide side)
{
    return self->taken[side];
}

unsigned tab_game_session_get_shed(TabGameSession *self, TabSide side)
{
    return self->shed[side];
}

TabGameEnd tab_game_session_get_end(TabGameSession *self)
{
    return self->end;
}

int tab_game_session_get_winner(TabGameSession *self)
{
    return self->winner;
}

TabEngineSeat *tab_game_session_get_seat(TabGameSession *self, TabSide side)
{
    return self->seat[side];
}

static void tab_game_session_dispose(GObject *object)
{
    tab_game_session_close(TAB_GAME_SESSION(object));
    G_OBJECT_CLASS(tab_game_session_parent_class)->dispose(object);
}

static void tab_game_session_finalize(GObject *object)
{
    TabGameSession *self = TAB_GAME_SESSION(object);
    g_clear_pointer(&self->setup, tab_game_setup_free);
    g_clear_pointer(&self->rules, tab_rules_unref);
    g_clear_pointer(&self->turn, tab_live_turn_free);
    g_clear_pointer(&self->answer, g_array_unref);
    g_array_unref(self->opening_throws);
    g_ptr_array_unref(self->turns);
    G_OBJECT_CLASS(tab_game_session_parent_class)->finalize(object);
}

static void tab_game_session_class_init(TabGameSessionClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_game_session_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_game_session_finalize;
    signals[CHANGED] = g_signal_new("changed", TAB_TYPE_GAME_SESSION, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
    signals[THREW] = g_signal_new("threw", TAB_TYPE_GAME_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
    signals[PLAYED] = g_signal_new("played", TAB_TYPE_GAME_SESSION, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_POINTER);
}

static void tab_game_session_init(TabGameSession *self)
{
    self->opening_throws = g_array_new(FALSE, FALSE, sizeof(TabOpeningThrow));
    self->turns = g_ptr_array_new_with_free_func(free_played_turn);
    self->winner = -1;
}
