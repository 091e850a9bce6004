// SPDX-License-Identifier: GPL-3.0-or-later
// One game being played or looked at: opening, throws, turns with their variations, players (people
// or engines), captures and the result.
#include "gui/model/game-session-private.h"

#include <glib/gi18n-lib.h>

#include "protocol/rules/notation.h"

G_DEFINE_FINAL_TYPE(TabGameSession, tab_game_session, G_TYPE_OBJECT)

enum { CHANGED, THREW, PLAYED, TREE_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

void tab_game_session_emit_changed(TabGameSession *self)
{
    tab_game_session_update_clock(self);
    g_signal_emit(self, signals[CHANGED], 0);
}

void tab_game_session_node_changed(TabGameSession *self, TabRecordNode *node)
{
    self->changes++;
    g_signal_emit(self, signals[TREE_CHANGED], 0, node);
}

void tab_game_session_tree_changed(TabGameSession *self)
{
    tab_game_session_node_changed(self, NULL);
}

void tab_game_session_emit_threw(TabGameSession *self, TabSide side, int throw_index)
{
    g_signal_emit(self, signals[THREW], 0, (int)side, throw_index);
}

/* What the board shows. */
static TabGame *get_place(const TabGameSession *self)
{
    return self->review ? self->review : self->live;
}

TabSide tab_game_session_live_side(const TabGameSession *self)
{
    return tab_game_side(self->live);
}

TabPhase tab_game_session_live_phase(const TabGameSession *self)
{
    if (self->live->opens)
        return TAB_PHASE_OPENING;
    if (self->live->end)
        return TAB_PHASE_OVER;
    return tab_game_is_thrown(self->live) ? TAB_PHASE_MOVE : TAB_PHASE_THROW;
}

TabPhase tab_game_session_get_phase(TabGameSession *self)
{
    return self->review ? TAB_PHASE_REVIEW : tab_game_session_live_phase(self);
}

TabSide tab_game_session_get_side(TabGameSession *self)
{
    return tab_game_side(get_place(self));
}

/* What the side to move is still to do once its throws lie there. */
static TabAwaits awaited_move(const TabGameSession *self, TabEngineSeat *seat)
{
    if (self->answer || !tab_game_can_play(self->live))
        return TAB_AWAITS_ADVANCE;
    return tab_engine_seat_get_state(seat) == TAB_SEAT_DOWN ? TAB_AWAITS_RESTART
                                                            : TAB_AWAITS_ENGINE;
}

static TabAwaits live_awaits(const TabGameSession *self)
{
    TabPhase phase = tab_game_session_live_phase(self);
    if (phase == TAB_PHASE_OVER)
        return TAB_AWAITS_NOTHING;
    TabSide side = tab_game_session_live_side(self);
    TabEngineSeat *seat = self->seat[side];
    if (!seat || (phase != TAB_PHASE_MOVE && self->setup->real[side]))
        return TAB_AWAITS_PERSON;
    return phase == TAB_PHASE_MOVE ? awaited_move(self, seat) : TAB_AWAITS_ADVANCE;
}

TabAwaits tab_game_session_get_awaits(TabGameSession *self)
{
    return self->review ? TAB_AWAITS_RETURN : self->paused ? TAB_AWAITS_RESUME : live_awaits(self);
}

bool tab_game_session_is_live(const TabGameSession *self)
{
    return !self->review && !self->paused;
}

/* Asks the engine whose turn it has become to move. */
static void ask_engine(TabGameSession *self)
{
    if (self->paused || tab_game_session_live_phase(self) != TAB_PHASE_MOVE ||
        live_awaits(self) != TAB_AWAITS_ENGINE)
        return;
    TabSide side = tab_game_session_live_side(self);
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    gint64 allowed;
    tab_game_session_limit(self, side, &limits, &allowed);
    g_autofree char *position =
        tab_notation_situation_to_string(self->record->rules, &self->live->turn.situation);
    tab_engine_seat_ask(self->seat[side], position, &limits, allowed);
}

void tab_game_session_settle(TabGameSession *self)
{
    ask_engine(self);
    tab_game_session_emit_changed(self);
}

void tab_game_session_go_to(TabGameSession *self, TabGame *place)
{
    g_clear_pointer(&self->review, tab_game_free);
    g_clear_pointer(&self->live, tab_game_free);
    g_clear_pointer(&self->answer, g_array_unref);
    g_array_set_size(self->undone, 0);
    self->live = place;
    self->revocable = false;
    self->changes++;
    tab_game_session_restore_clock(self);
    for (int side = 0; side < 2; side++)
        if (self->seat[side])
            tab_engine_seat_forget(self->seat[side]);
}

/* The turn is over: it goes into the record, and the next one begins. */
static void finish_turn(TabGameSession *self)
{
    TabSide side = tab_game_session_live_side(self);
    TabRecordNode *node = tab_game_end_turn(self->live);
    bool moved = tab_game_session_place_turn(self, node);
    gint64 spent = tab_game_clock_get_spent(&self->clock, side);
    tab_game_clock_end_turn(&self->clock, side);
    tab_game_session_note_clock(self, node, spent);
    g_clear_pointer(&self->answer, g_array_unref);
    g_array_set_size(self->undone, 0);
    tab_game_session_record_end(self);
    tab_game_session_node_changed(self, moved ? NULL : node);
}

static bool play(TabGameSession *self, const TabPlay *wanted)
{
    if (!tab_game_play(self->live, wanted))
        return false;
    const TabGame *game = self->live;
    unsigned nth = game->turn.plays->len - 1;
    TabPosition before = tab_game_nth_play(game, nth)->before;
    TabPlay played = tab_game_nth_play(game, nth)->play;
    self->changes++;
    if (tab_position_finished(&game->position))
        finish_turn(self);
    g_signal_emit(self, signals[PLAYED], 0, &before, &played);
    tab_game_session_settle(self);
    return true;
}

static bool person_moves(TabGameSession *self)
{
    return tab_game_session_get_phase(self) == TAB_PHASE_MOVE &&
           tab_game_session_get_awaits(self) == TAB_AWAITS_PERSON;
}

bool tab_game_session_play(TabGameSession *self, const TabPlay *wanted)
{
    if (tab_game_session_check_time(self) || !person_moves(self) || !play(self, wanted))
        return false;
    g_array_set_size(self->undone, 0);
    return true;
}

bool tab_game_session_can_end_turn(TabGameSession *self)
{
    return person_moves(self) && tab_game_may_stop(self->live);
}

bool tab_game_session_end_turn(TabGameSession *self)
{
    if (tab_game_session_check_time(self) || !tab_game_session_can_end_turn(self))
        return false;
    finish_turn(self);
    tab_game_session_settle(self);
    return true;
}

void tab_game_session_end_here(TabGameSession *self)
{
    g_clear_pointer(&self->answer, g_array_unref);
    g_clear_pointer(&self->review, tab_game_free);
    self->revocable = true;
    tab_game_session_record_end(self);
    tab_game_session_update_clock(self);
    for (int side = 0; side < 2; side++)
        if (self->seat[side])
            tab_engine_seat_forget(self->seat[side]);
    tab_game_session_tree_changed(self);
    tab_game_session_emit_changed(self);
}

/* The person to move, or the only one; -1 if none sits there. */
static int resigning_side(TabGameSession *self)
{
    TabSide side = tab_game_session_live_side(self);
    if (self->seat[side])
        side = tab_side_other(side);
    return self->seat[side] ? -1 : (int)side;
}

bool tab_game_session_can_resign(TabGameSession *self)
{
    return tab_game_session_is_live(self) && !self->live->opens && !self->live->end &&
           resigning_side(self) >= 0;
}

bool tab_game_session_resign(TabGameSession *self)
{
    if (!tab_game_session_can_resign(self))
        return false;
    tab_game_finish(self->live, TAB_END_RESIGNED, 1 - resigning_side(self));
    tab_game_session_end_here(self);
    return true;
}

/* The next play of the engine's answer, or the end of its turn. */
static void deliver(TabGameSession *self)
{
    unsigned shown = self->live->turn.plays->len;
    if (self->answer && shown < self->answer->len) {
        TabPlay next = g_array_index(self->answer, TabPlay, shown);
        bool played = play(self, &next);
        g_assert(played); /* the whole turn was checked when it came */
        return;
    }
    finish_turn(self);
    tab_game_session_settle(self);
}

bool tab_game_session_advance(TabGameSession *self)
{
    if (tab_game_session_get_awaits(self) != TAB_AWAITS_ADVANCE)
        return false;
    if (tab_game_session_live_phase(self) == TAB_PHASE_MOVE)
        deliver(self);
    else
        tab_game_session_throw_sticks(self);
    return true;
}

/* Reads the engine's turn and checks that it is one of this hand. */
static GArray *read_answer(TabGameSession *self, const char *text, GError **error)
{
    const TabSituation *start = &self->live->turn.situation;
    const TabRules *rules = self->record->rules;
    g_autofree TabTurn *turn = g_new0(TabTurn, 1);
    TabPosition after;
    if (!tab_notation_parse_turn(rules, start, text, turn, &after, error))
        return NULL;
    TabHand hand = tab_situation_hand(rules, start);
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
    if (self->paused || tab_game_session_live_phase(self) != TAB_PHASE_MOVE ||
        self->seat[tab_game_session_live_side(self)] != seat)
        return;
    if (tab_game_session_check_time(self))
        return;
    g_autoptr(GError) error = NULL;
    self->answer = read_answer(self, text, &error);
    if (!self->answer) {
        /* Translators: %s says what is wrong with the turn. */
        g_autofree char *fault = g_strdup_printf(_("illegal turn: %s"), error->message);
        tab_engine_seat_fail(seat, fault);
    }
    tab_game_session_emit_changed(self);
}

static void on_seat_changed(TabEngineSeat *seat, gpointer user_data)
{
    tab_game_session_emit_changed(user_data);
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

static bool is_lost(const TabGameSession *self, TabSide side)
{
    return self->seat[side] && tab_engine_seat_get_state(self->seat[side]) == TAB_SEAT_DOWN;
}

int tab_game_session_find_lost(TabGameSession *self)
{
    TabSide side = tab_game_session_live_side(self);
    if (self->live->end)
        return -1;
    return is_lost(self, side)                   ? (int)side
           : is_lost(self, tab_side_other(side)) ? (int)tab_side_other(side)
                                                 : -1;
}

void tab_game_session_restart_engine(TabGameSession *self, TabSide side)
{
    g_return_if_fail(self->seat[side]);
    tab_engine_seat_start(self->seat[side]);
    if (tab_game_session_live_side(self) == side)
        ask_engine(self);
    tab_game_session_emit_changed(self);
}

unsigned tab_game_session_restart_lost(TabGameSession *self)
{
    bool lost[2] = {is_lost(self, TAB_WHITE), is_lost(self, TAB_BLACK)};
    for (int side = 0; side < 2; side++)
        if (lost[side])
            tab_game_session_restart_engine(self, (TabSide)side);
    return (unsigned)lost[TAB_WHITE] + lost[TAB_BLACK];
}

void tab_game_session_replace_engine(TabGameSession *self, TabSide side)
{
    drop_seat(self, side);
    self->setup->player[side].engine = false;
    tab_game_session_emit_changed(self);
}

/* The record that a game of `setup` begins with. */
static TabRecord *new_record(const TabGameSetup *setup, GError **error)
{
    TabSituation start;
    g_autoptr(TabRules) rules = tab_rules_parse(setup->rules, error);
    if (!rules)
        return NULL;
    if (!setup->position)
        return tab_record_new(rules, NULL, 0);
    if (!tab_notation_parse_situation(rules, setup->position, &start, error))
        return NULL;
    return tab_record_new_from(rules, &start);
}

/* A game that has this record. */
static TabGameSession *begin(TabRecord *record, bool ours, const TabGameSetup *setup,
                             TabStickSource *source)
{
    TabGameSession *self = g_object_new(TAB_TYPE_GAME_SESSION, NULL);
    self->record = record;
    self->ours = ours;
    self->setup = tab_game_setup_copy(setup);
    g_free(self->setup->rules);
    self->setup->rules = tab_ruleset_to_string(&record->rules->set);
    self->source = source;
    self->sticks = tab_game_sticks_new(source, setup->seed, 1);
    self->clock = tab_game_clock_new(&setup->control);
    tab_game_session_write_tags(self);
    tab_game_session_resume_record(self);
    seat_engine(self, TAB_WHITE);
    seat_engine(self, TAB_BLACK);
    ask_engine(self);
    return self;
}

TabGameSession *tab_game_session_new(const TabGameSetup *setup, GError **error)
{
    g_autoptr(TabStickSource) source = tab_stick_source_parse(setup->sticks, error);
    TabRecord *record = source ? new_record(setup, error) : NULL;
    return record ? begin(record, true, setup, g_steal_pointer(&source)) : NULL;
}

TabGameSession *tab_game_session_new_from_record(TabRecord *record, const TabGameSetup *setup,
                                                 GError **error)
{
    TabStickSource *source = tab_stick_source_parse(setup->sticks, error);
    if (!source) {
        tab_record_free(record);
        return NULL;
    }
    TabGameSession *self =
        begin(record, tab_record_get_tag(record, "WhiteSeat") != NULL, setup, source);
    if (tab_game_session_get_clock(self))
        tab_game_session_pause(self); /* nobody's time runs before anybody has looked */
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
    return self->record->rules;
}

const TabPosition *tab_game_session_get_position(TabGameSession *self)
{
    return &get_place(self)->position;
}

const TabGame *tab_game_session_get_game(TabGameSession *self)
{
    return get_place(self);
}

const GArray *tab_game_session_get_opening(TabGameSession *self)
{
    return self->live->opening;
}

guint tab_game_session_get_n_turns(TabGameSession *self)
{
    return get_place(self)->counts.n_turns;
}

const TabGameTurn *tab_game_session_get_last_turn(TabGameSession *self)
{
    const TabGame *game = get_place(self);
    return game->counts.n_turns ? &game->last : NULL;
}

const TabRecord *tab_game_session_get_record(TabGameSession *self)
{
    return self->record;
}

TabRecordNode *tab_game_session_get_node(TabGameSession *self)
{
    return self->review ? self->reviewed : self->live->node;
}

TabRecordNode *tab_game_session_get_live_node(TabGameSession *self)
{
    return self->live->node;
}

guint64 tab_game_session_get_changes(TabGameSession *self)
{
    return self->changes;
}

unsigned tab_game_session_get_taken(TabGameSession *self, TabSide side)
{
    return get_place(self)->counts.taken[side];
}

unsigned tab_game_session_get_shed(TabGameSession *self, TabSide side)
{
    return get_place(self)->counts.lost[side];
}

TabGameEnd tab_game_session_get_end(TabGameSession *self)
{
    return get_place(self)->end;
}

int tab_game_session_get_winner(TabGameSession *self)
{
    return get_place(self)->winner;
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
    g_clear_pointer(&self->live, tab_game_free);
    g_clear_pointer(&self->review, tab_game_free);
    g_clear_pointer(&self->record, tab_record_free);
    g_clear_pointer(&self->source, tab_stick_source_free);
    g_clear_pointer(&self->answer, g_array_unref);
    g_array_unref(self->undone);
    g_array_unref(self->redo_plays);
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
    signals[TREE_CHANGED] = g_signal_new("tree-changed", TAB_TYPE_GAME_SESSION, G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void tab_game_session_init(TabGameSession *self)
{
    self->undone = g_array_new(FALSE, FALSE, sizeof(TabPlay));
    self->redo_plays = g_array_new(FALSE, FALSE, sizeof(TabPlay));
}
