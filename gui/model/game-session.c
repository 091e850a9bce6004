// SPDX-License-Identifier: GPL-3.0-or-later
// A game being played: who sits where (people or engines), sticks, clocks, pauses.
#include "gui/model/game-session.h"

#include <glib/gi18n-lib.h>

#include "gui/model/engine-store.h"
#include "protocol/match/settings.h"

G_DEFINE_FINAL_TYPE(TabGameSession, tab_game_session, G_TYPE_OBJECT)

static guint changed_signal;

/* --- whose turn it is --- */

/* What the game awaits, whatever is looked at. */
static TabAwaits live_awaits(const TabGameSession *self)
{
    TabPhase phase = tab_document_live_phase(self->document);
    if (phase == TAB_PHASE_OVER)
        return TAB_AWAITS_NOTHING;
    TabSide side = tab_game_side(self->document->live);
    TabEngineSeat *seat = self->seat[side];
    if (!seat || (phase != TAB_PHASE_MOVE && self->setup->real[side]))
        return TAB_AWAITS_PERSON;
    const TabGame *live = self->document->live;
    if (phase != TAB_PHASE_MOVE || self->answer ||
        !(tab_game_can_play(live) || tab_game_may_cast_anew(live)))
        return TAB_AWAITS_ADVANCE;
    return seat->state == TAB_SEAT_DOWN ? TAB_AWAITS_RESTART : TAB_AWAITS_ENGINE;
}

TabAwaits tab_game_session_get_awaits(TabGameSession *self)
{
    return self->document->review ? TAB_AWAITS_RETURN
           : self->paused         ? TAB_AWAITS_RESUME
                                  : live_awaits(self);
}

static bool person_moves(TabGameSession *self)
{
    return tab_document_phase(self->document) == TAB_PHASE_MOVE &&
           tab_game_session_get_awaits(self) == TAB_AWAITS_PERSON;
}

/* Whether a person has to see to the next throw, with sticks of this kind. */
static bool person_throws(TabGameSession *self, bool real)
{
    return tab_document_live_phase(self->document) != TAB_PHASE_MOVE &&
           tab_game_session_get_awaits(self) == TAB_AWAITS_PERSON &&
           self->setup->real[tab_game_side(self->document->live)] == real;
}

/* --- clocks --- */

/* The side that is to act and can: an engine while it thinks; a person always, but not while the
 * window shows what has happened, nor while it throws the sticks of an engine. */
static int find_running(const TabGameSession *self)
{
    const TabGame *game = self->document->live;
    if (!tab_game_clock_is_used(&self->clock) || self->paused || game->opens || game->end)
        return -1;
    TabSide side = tab_game_side(game);
    if (self->seat[side])
        return tab_engine_seat_is_thinking(self->seat[side]) ? (int)side : -1;
    return self->held ? -1 : (int)side;
}

static void update_clock(TabGameSession *self)
{
    tab_game_clock_run(&self->clock, find_running(self));
}

void tab_game_session_set_time_source(TabGameSession *self, TabTimeSource source, gpointer data)
{
    tab_game_clock_run(&self->clock, -1);
    tab_game_clock_set_source(&self->clock, source, data);
    update_clock(self);
}

void tab_game_session_hold_clock(TabGameSession *self, bool held)
{
    self->held = held;
    update_clock(self);
}

const TabGameClock *tab_game_session_get_clock(TabGameSession *self)
{
    return tab_game_clock_is_used(&self->clock) ? &self->clock : NULL;
}

/* Sets both clocks to what the turns up to the game's place say of them, and what was spent on the
 * open one. */
static void restore_clock(TabGameSession *self)
{
    for (int side = 0; side < 2; side++) {
        guint turns = 0;
        double left = -1;
        for (const TabRecordNode *node = self->document->live->node; node->parent;
             node = node->parent) {
            if (node->side != side || !node->turn)
                continue;
            if (!turns++)
                left = MAX(tab_record_get_number(node, "clk", -1), -1);
        }
        gint64 left_us = left < 0 ? -1 : (gint64)(MIN(left, 1e9) * G_USEC_PER_SEC);
        tab_game_clock_restore(&self->clock, (TabSide)side, turns, left_us);
    }
    tab_game_clock_set_spent(&self->clock, tab_game_side(self->document->live),
                             (gint64)(self->document->spent * G_USEC_PER_SEC));
}

/* Notes the time of a turn of the record, and what it left on the clock if the turn has ended. */
static void note_clock(TabGameSession *self, TabRecordNode *node, gint64 spent_us)
{
    if (!tab_game_clock_is_used(&self->clock))
        return;
    tab_record_set_number(node, "emt", (double)spent_us / G_USEC_PER_SEC, 3);
    const TabClock *seat = &self->clock.seat[node->side];
    if (node->turn && tab_clock_counts(seat))
        tab_record_set_number(node, "clk", (double)seat->left_us / G_USEC_PER_SEC, 3);
}

/* --- engines --- */

static void stop_engines(TabGameSession *self)
{
    for (int side = 0; side < 2; side++)
        if (self->seat[side])
            tab_engine_seat_forget(self->seat[side]);
}

/* Asks the engine whose turn it has become to move. */
static void ask_engine(TabGameSession *self)
{
    if (self->paused || tab_document_live_phase(self->document) != TAB_PHASE_MOVE ||
        live_awaits(self) != TAB_AWAITS_ENGINE)
        return;
    const TabGame *game = self->document->live;
    TabSide side = tab_game_side(game);
    gint64 think = self->setup->movetime;
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    tab_game_clock_limits(&self->clock, side, think, &limits);
    gint64 allowed = limits.movetime >= 0
                         ? limits.movetime
                         : MAX(tab_game_clock_get_left(&self->clock, side), 0) / 1000;
    g_autofree char *position =
        tab_notation_situation_to_string(game->rules, &game->turn.situation);
    tab_engine_seat_ask(self->seat[side], position, &limits, allowed);
}

static void emit_changed(TabGameSession *self)
{
    update_clock(self);
    g_signal_emit(self, changed_signal, 0);
}

/* The game has changed: whoever is to act now is told. */
static void ask_and_tell(TabGameSession *self)
{
    ask_engine(self);
    emit_changed(self);
}

/* A declared end: of the clocks and engines too. */
static void end_game(TabGameSession *self, TabEnding end, TabSide winner)
{
    g_clear_pointer(&self->answer, g_array_unref);
    tab_document_finish(self->document, end, (int)winner);
    stop_engines(self);
    emit_changed(self);
}

bool tab_game_session_check_time(TabGameSession *self)
{
    const TabGame *game = self->document->live;
    TabSide side = tab_game_side(game);
    /* an answer of an engine that comes a little late is forgiven, as in a match */
    gint64 margin = self->seat[side] ? TAB_MATCH_MARGIN_MS : 0;
    if (self->paused || game->opens || game->end ||
        !tab_game_clock_is_over(&self->clock, side, margin))
        return false;
    end_game(self, TAB_END_TIME, tab_side_other(side));
    return true;
}

/* Reads the engine's turn and checks that it is one of this hand. */
static GArray *read_answer(TabGameSession *self, const char *text, GError **error)
{
    const TabSituation *start = &self->document->live->turn.situation;
    const TabRules *rules = self->document->record->rules;
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
    self->answers_anew = turn->cast_anew;
    return plays;
}

static void on_engine_answered(TabEngineSeat *seat, const char *text, gpointer user_data)
{
    TabGameSession *self = user_data;
    if (self->paused || tab_document_live_phase(self->document) != TAB_PHASE_MOVE ||
        self->seat[tab_game_side(self->document->live)] != seat)
        return;
    if (tab_game_session_check_time(self))
        return;
    g_autoptr(GError) error = NULL;
    self->answer = read_answer(self, text, &error);
    if (!self->answer) {
        g_autofree char *legal = tab_game_legal_turn(self->document->live);
        g_autofree char *technical =
            /* Translators: what is wrong with an engine’s turn, and one that would not be. */
            g_strdup_printf(_("%s; %.200s is a legal turn"), error->message, legal);
        tab_engine_seat_fail(seat, _("the engine’s turn is against the rules"), technical);
    }
    emit_changed(self);
}

static void empty_seat(TabGameSession *self, TabSide side)
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
    TabEngineSeat *seat = tab_engine_seat_new(self->setup->engine[side],
                                              self->setup->player[side].level, self->setup->rules);
    tab_engine_seat_set_sticks(seat, tab_stick_source_text(self->source));
    tab_engine_seat_start(seat); /* of which nobody is told yet: no clock runs before the game */
    g_signal_connect_swapped(seat, "changed", G_CALLBACK(emit_changed), self);
    g_signal_connect(seat, "answered", G_CALLBACK(on_engine_answered), self);
    self->seat[side] = seat;
    self->document->automatic[side] = true;
}

static bool is_lost(const TabGameSession *self, TabSide side)
{
    return self->seat[side] && self->seat[side]->state == TAB_SEAT_DOWN;
}

int tab_game_session_find_lost(TabGameSession *self)
{
    TabSide side = tab_game_side(self->document->live);
    if (self->document->live->end)
        return -1;
    return is_lost(self, side)                   ? (int)side
           : is_lost(self, tab_side_other(side)) ? (int)tab_side_other(side)
                                                 : -1;
}

void tab_game_session_restart_engine(TabGameSession *self, TabSide side)
{
    g_return_if_fail(self->seat[side]);
    tab_engine_seat_start(self->seat[side]);
    if (tab_game_side(self->document->live) == side)
        ask_engine(self);
    emit_changed(self);
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
    empty_seat(self, side);
    self->setup->player[side] = (TabPlayer){.engine = false, .level = -1};
    self->document->automatic[side] = false;
    emit_changed(self);
}

/* --- sticks --- */

/* The sticks of the seed fall, for whoever is to throw: the next throw of that stream. */
static void throw_seeded_sticks(TabGameSession *self)
{
    const TabGame *game = self->document->live;
    TabSide side = tab_game_side(game);
    TabStream stream = game->opens ? TAB_STREAM_OPENING : (TabStream)(TAB_STREAM_WHITE + side);
    guint nth = game->opens ? game->opening->len : game->counts.thrown[side];
    int kind;
    if (self->sticks.taken[stream] > nth)
        self->sticks = tab_game_sticks_new(self->source, self->setup->seed, 1);
    do
        kind = game->opens
                   ? tab_game_sticks_opening(&self->sticks)
                   : tab_game_sticks_throw(&self->sticks, side, game->turn.situation.throws.n);
    while (self->sticks.taken[stream] <= nth);
    tab_document_throw(self->document, kind);
}

bool tab_game_session_can_throw(TabGameSession *self)
{
    return person_throws(self, false);
}

bool tab_game_session_can_cast_anew(TabGameSession *self)
{
    return person_moves(self) && tab_game_may_cast_anew(self->document->live);
}

bool tab_game_session_throw(TabGameSession *self)
{
    if (tab_game_session_check_time(self))
        return false;
    bool anew = tab_game_session_can_cast_anew(self) && tab_document_cast_anew(self->document);
    if (!tab_game_session_can_throw(self)) /* a person's own dice are cast and typed */
        return anew;
    const TabGame *game = self->document->live;
    bool dice = self->document->record->rules->cast.n_throws > 1;
    do /* dice are cast together */
        throw_seeded_sticks(self);
    while (dice && !game->end && game->turn.situation.throws.n > 0 &&
           game->turn.situation.throws.more);
    return true;
}

bool tab_game_session_can_enter_throw(TabGameSession *self)
{
    return person_throws(self, true);
}

bool tab_game_session_enter_throw(TabGameSession *self, int index)
{
    g_return_val_if_fail(index >= 0 && index < self->document->record->rules->cast.n_kinds, false);
    return !tab_game_session_check_time(self) && tab_game_session_can_enter_throw(self) &&
           tab_document_throw(self->document, index);
}

/* The throw that was typed last, if it can be taken back: its place in the open turn, or
 * (`opening`) in the opening, after which nothing may have happened; -1: there is none. */
static int find_typed(const TabGameSession *self, bool *opening)
{
    const TabRecord *record = self->document->record;
    const TabGame *game = self->document->live;
    unsigned held = game->node->parent ? 0 : record->start.throws.n,
             thrown = game->turn.situation.throws.n;
    *opening = game->opens || thrown <= held;
    if (self->paused || self->document->review || game->end)
        return -1;
    if (!*opening)
        return self->setup->real[tab_game_side(game)] && !game->turn.plays->len ? (int)thrown - 1
                                                                                : -1;
    for (guint i = record->n_nodes ? 0 : game->opening->len; i-- > 0;)
        if (self->setup->real[g_array_index(game->opening, TabRecordThrow, i).side])
            return (int)i;
    return -1;
}

/* --- what people do --- */

bool tab_game_session_play(TabGameSession *self, const TabPlay *wanted)
{
    return !tab_game_session_check_time(self) && person_moves(self) &&
           tab_document_play(self->document, wanted);
}

bool tab_game_session_can_end_turn(TabGameSession *self)
{
    return person_moves(self) && tab_game_may_stop(self->document->live);
}

bool tab_game_session_end_turn(TabGameSession *self)
{
    if (tab_game_session_check_time(self) || !tab_game_session_can_end_turn(self))
        return false;
    tab_document_end_turn(self->document);
    return true;
}

static bool can_undo_play(TabGameSession *self)
{
    return person_moves(self) && self->document->live->turn.plays->len > 0;
}

bool tab_game_session_can_undo(TabGameSession *self)
{
    bool opening;
    return tab_document_can_revoke(self->document) || can_undo_play(self) ||
           find_typed(self, &opening) >= 0 || tab_document_can_undo_turn(self->document);
}

bool tab_game_session_undo(TabGameSession *self)
{
    TabDocument *document = self->document;
    if (tab_game_session_check_time(self))
        return false;
    TabSide side = tab_game_side(document->live);
    bool opening;
    int typed = find_typed(self, &opening);
    if (tab_document_can_revoke(document)) {
        /* of the time that ran out on its turn, a side has what there was */
        if (document->live->end == TAB_END_TIME)
            tab_game_clock_set_spent(&self->clock, side, 0);
        tab_document_revoke(document);
    } else if (can_undo_play(self)) {
        tab_document_undo_play(document);
    } else if (typed >= 0) { /* what was drawn after it in the opening is drawn again */
        if (self->seat[side])
            tab_engine_seat_forget(self->seat[side]);
        g_clear_pointer(&self->answer, g_array_unref);
        tab_document_unthrow(document, opening, (guint)typed);
    } else if (tab_document_can_undo_turn(document)) {
        tab_document_undo_turn(document);
    } else {
        return false;
    }
    return true;
}

bool tab_game_session_redo(TabGameSession *self)
{
    return !tab_game_session_check_time(self) && tab_document_redo(self->document);
}

/* The person to move, or the only one; -1 if none sits there. */
static int resigning_side(TabGameSession *self)
{
    TabSide side = tab_game_side(self->document->live);
    if (self->seat[side])
        side = tab_side_other(side);
    return self->seat[side] ? -1 : (int)side;
}

bool tab_game_session_can_resign(TabGameSession *self)
{
    TabPhase phase = tab_document_phase(self->document);
    return (phase == TAB_PHASE_THROW || phase == TAB_PHASE_MOVE) && !self->paused &&
           resigning_side(self) >= 0;
}

int tab_game_session_find_resigning(TabGameSession *self)
{
    return tab_game_session_can_resign(self) ? resigning_side(self) : -1;
}

bool tab_game_session_resign(TabGameSession *self)
{
    if (!tab_game_session_can_resign(self))
        return false;
    end_game(self, TAB_END_RESIGNED, tab_side_other((TabSide)resigning_side(self)));
    return true;
}

/* --- what engines do --- */

bool tab_game_session_advance(TabGameSession *self)
{
    if (tab_game_session_get_awaits(self) != TAB_AWAITS_ADVANCE)
        return false;
    guint shown = self->document->live->turn.plays->len;
    if (tab_document_live_phase(self->document) != TAB_PHASE_MOVE) {
        throw_seeded_sticks(self);
    } else if (self->answer && shown < self->answer->len) {
        TabPlay next = g_array_index(self->answer, TabPlay, shown);
        bool played = tab_document_play(self->document, &next);
        g_assert(played); /* the whole turn was checked when it came */
    } else if (self->answer && self->answers_anew) {
        tab_document_cast_anew(self->document);
    } else {
        tab_document_end_turn(self->document);
    }
    return true;
}

/* --- pauses --- */

bool tab_game_session_can_pause(TabGameSession *self)
{
    return !self->paused && !self->document->review && !self->document->live->end;
}

bool tab_game_session_pause(TabGameSession *self)
{
    if (!tab_game_session_can_pause(self) || tab_game_session_check_time(self))
        return false;
    self->paused = self->document->locked = true;
    update_clock(self); /* before the engine has stopped thinking */
    stop_engines(self);
    emit_changed(self);
    return true;
}

bool tab_game_session_resume(TabGameSession *self)
{
    if (!self->paused)
        return false;
    self->paused = self->document->locked = false;
    ask_and_tell(self);
    return true;
}

/* --- what the document tells --- */

static void on_turn_ended(TabGameSession *self, TabRecordNode *node)
{
    TabSide side = (TabSide)node->side;
    gint64 spent = tab_game_clock_get_spent(&self->clock, side);
    tab_game_clock_end_turn(&self->clock, side);
    note_clock(self, node, spent);
    g_clear_pointer(&self->answer, g_array_unref);
}

static void on_moved(TabGameSession *self)
{
    restore_clock(self);
    g_clear_pointer(&self->answer, g_array_unref);
    stop_engines(self); /* what they think about is no position of the game any more */
}

static void on_writing(TabGameSession *self, TabRecordNode *open)
{
    const char *engines[2] = {TAB_ENGINE_STORE_OWN, TAB_ENGINE_STORE_OWN};
    for (int side = 0; side < 2; side++)
        if (self->seat[side])
            engines[side] = tab_engine_seat_get_name(self->seat[side]);
    if (self->ours) /* engines tell their names late; records of others keep their tags */
        tab_game_setup_write_tags(self->setup, self->source, engines, self->document->record);
    if (open)
        note_clock(self, open, tab_game_clock_get_spent(&self->clock, (TabSide)open->side));
}

/* --- beginning and end --- */

/* A game that has this record (taken over). */
static TabGameSession *begin_session(TabRecord *record, bool ours, const TabGameSetup *setup,
                                     TabStickSource *source)
{
    static const char *const no_engines[2] = {TAB_ENGINE_STORE_OWN, TAB_ENGINE_STORE_OWN};
    TabGameSession *self = g_object_new(TAB_TYPE_GAME_SESSION, NULL);
    self->ours = ours;
    self->setup = tab_game_setup_copy(setup);
    g_free(self->setup->rules);
    self->setup->rules = tab_ruleset_to_string(&record->rules->set);
    if (ours)
        tab_game_setup_write_tags(self->setup, source, no_engines, record);
    self->source = source;
    self->sticks = tab_game_sticks_new(source, setup->seed, 1);
    self->clock = tab_game_clock_new(&setup->control);
    self->document = tab_document_new(record, setup->max_turns);
    g_signal_connect_swapped(self->document, "changed", G_CALLBACK(ask_and_tell), self);
    g_signal_connect_swapped(self->document, "turn-ended", G_CALLBACK(on_turn_ended), self);
    g_signal_connect_swapped(self->document, "moved", G_CALLBACK(on_moved), self);
    g_signal_connect_swapped(self->document, "writing", G_CALLBACK(on_writing), self);
    restore_clock(self);
    seat_engine(self, TAB_WHITE);
    seat_engine(self, TAB_BLACK);
    ask_engine(self);
    return self;
}

TabGameSession *tab_game_session_new(const TabGameSetup *setup, GError **error)
{
    TabSituation start;
    g_autoptr(TabRules) rules = tab_rules_parse(setup->rules, error);
    if (!rules ||
        (setup->position && !tab_notation_parse_situation(rules, setup->position, &start, error)))
        return NULL;
    TabStickSource *source = tab_stick_source_parse(&rules->cast, setup->sticks, error);
    if (!source)
        return NULL;
    TabRecord *record =
        setup->position ? tab_record_new_from(rules, &start) : tab_record_new(rules, NULL, 0);
    return begin_session(record, true, setup, source);
}

TabGameSession *tab_game_session_new_from_record(TabRecord *record, const TabGameSetup *setup,
                                                 GError **error)
{
    TabStickSource *source = tab_stick_source_parse(&record->rules->cast, setup->sticks, error);
    if (!source) {
        tab_record_free(record);
        return NULL;
    }
    /* one that is over has people in its seats, while its record still tells who played */
    bool ours =
        record->result == TAB_RECORD_UNDECIDED && tab_record_get_tag(record, "WhiteSeat") != NULL;
    TabGameSession *self = begin_session(record, ours, setup, source);
    if (tab_game_session_get_clock(self))
        tab_game_session_pause(self); /* nobody's time runs before anybody has looked */
    return self;
}

void tab_game_session_close(TabGameSession *self)
{
    empty_seat(self, TAB_WHITE);
    empty_seat(self, TAB_BLACK);
}

static void tab_game_session_dispose(GObject *object)
{
    TabGameSession *self = TAB_GAME_SESSION(object);
    tab_game_session_close(self);
    if (self->document)
        g_signal_handlers_disconnect_by_data(self->document, self);
    G_OBJECT_CLASS(tab_game_session_parent_class)->dispose(object);
}

static void tab_game_session_finalize(GObject *object)
{
    TabGameSession *self = TAB_GAME_SESSION(object);
    g_clear_object(&self->document);
    g_clear_pointer(&self->setup, tab_game_setup_free);
    g_clear_pointer(&self->source, tab_stick_source_free);
    g_clear_pointer(&self->answer, g_array_unref);
    G_OBJECT_CLASS(tab_game_session_parent_class)->finalize(object);
}

static void tab_game_session_class_init(TabGameSessionClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_game_session_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_game_session_finalize;
    changed_signal = g_signal_new("changed", TAB_TYPE_GAME_SESSION, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void tab_game_session_init(TabGameSession *self)
{
}
