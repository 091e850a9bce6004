// SPDX-License-Identifier: GPL-3.0-or-later
// A game as a chain of asynchronous steps: prepare White, prepare Black, opening, then turns until
// it ends, then the judge.
#include "protocol/match/game-runner.h"

#include <math.h>
#include <string.h>

#include "protocol/codec/message.h"
#include "protocol/game/game.h"
#include "protocol/match/game-judge.h"
#include "protocol/game/record-text.h"

/* What an engine tells of its search is believed so far. */
#define MAX_DEPTH 1000000
#define MAX_NODES (INT64_C(1) << 42)

#define SHOWN_MAX 200 /* characters of an answer that is wrong */

#define BOTH (1u << TAB_WHITE | 1u << TAB_BLACK)

/* One seat. */
typedef struct {
    const TabEntrant *entrant;
    const char *name;
    TabClient *client;
    gint64 margin_ms;
    TabSeatUse use;
    GCancellable *ponder; /* while it ponders, else NULL */
} Seat;

typedef struct _Runner Runner;

struct _Runner {
    GTask *task; /* owns this, and ends with the game */
    GCancellable *cancellable;
    const TabMatchSettings *settings;
    TabPairing pairing;
    guint64 seed; /* of the pairing's set */
    Seat seat[2];
    TabGameJudge *judge; /* NULL: none */
    TabClock clocks[2];
    TabGameSticks sticks;
    TabAdjudication adjudication;
    TabRecord *record;
    TabGame *game;
    gboolean asked;         /* an engine has been told its throws and has not answered */
    TabInfo info;           /* of the running go: the best line's last word */
    void (*next)(Runner *); /* what is done when those in `awaited` do not ponder any more */
    guint awaited;          /* a bit for each side */
    char *reason, *trouble;
};

static void free_runner(gpointer data)
{
    Runner *self = data;
    for (int side = 0; side < 2; side++)
        g_object_unref(self->seat[side].client);
    g_clear_pointer(&self->judge, tab_game_judge_free);
    tab_info_clear(&self->info);
    tab_game_free(self->game);
    tab_record_free(self->record);
    g_free(self->reason);
    g_free(self->trouble);
    g_free(self);
}

static TabSide client_side(const Runner *self, gpointer client)
{
    return client == self->seat[TAB_WHITE].client ? TAB_WHITE : TAB_BLACK;
}

/* Pondering: the engine thinks about the position in which the other one is about to throw. A game
 * ends when nobody ponders any more. */

/* Goes on with `next` when none of the sides in `which` (a bit for each) ponders any more. */
static void after_pondering(Runner *self, guint which, void (*next)(Runner *))
{
    gboolean is_pondering = FALSE;
    self->next = next;
    self->awaited = which;
    for (int side = 0; side < 2; side++)
        if (which & 1u << side && self->seat[side].ponder) {
            is_pondering = TRUE;
            g_cancellable_cancel(self->seat[side].ponder);
        }
    if (is_pondering)
        return;
    self->next = NULL;
    next(self);
}

static void on_pondered(TabClient *client, const char *turn, gint64 elapsed_us, const GError *error,
                        gpointer data)
{
    Runner *self = data;
    /* an engine that failed while it pondered is told so by its next call */
    g_clear_object(&self->seat[client_side(self, client)].ponder);
    if (self->next)
        after_pondering(self, self->awaited, self->next);
}

static void start_pondering(Runner *self, TabSide side)
{
    Seat *seat = &self->seat[side];
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    limits.ponder = TRUE;
    g_autofree char *setpos =
        tab_notation_situation_to_string(self->game->rules, &self->game->turn.situation);
    seat->ponder = g_cancellable_new();
    tab_client_go(seat->client, setpos, NULL, &limits, 0, seat->ponder, NULL, on_pondered, self);
}

/* The end: pondering ends, the judge looks at the game, and the result goes out. */

static void break_off(Runner *self)
{
    g_task_return_error_if_cancelled(self->task);
    g_object_unref(self->task);
}

/* `luck`: White's, NAN if it is not known. */
static void return_result(Runner *self, double luck)
{
    TabGameResult *result = g_new0(TabGameResult, 1);
    GString *text = g_string_new(NULL);
    tab_record_write(self->record, text);
    *result = (TabGameResult){
        .number = self->pairing.number,
        .engine = {self->pairing.engine[TAB_WHITE], self->pairing.engine[TAB_BLACK]},
        .rules = self->pairing.rules,
        .opening = tab_match_settings_opening(self->settings, &self->pairing),
        .first = (TabSide)self->record->start.position.side,
        .result = self->record->result,
        .termination = self->record->termination,
        .turns = self->game->counts.ending.turns,
        .use = {self->seat[TAB_WHITE].use, self->seat[TAB_BLACK].use},
        .reason = g_steal_pointer(&self->reason),
        .trouble = g_steal_pointer(&self->trouble),
        .has_luck = !isnan(luck),
        .luck = isnan(luck) ? 0 : luck,
        .record = g_string_free(text, FALSE),
    };
    g_task_return_pointer(self->task, result, (GDestroyNotify)tab_game_result_free);
    g_object_unref(self->task);
}

/* Keeps the first thing that went wrong with the judge. */
static void note_trouble(Runner *self, const GError *error)
{
    if (error && !self->trouble && !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        self->trouble = g_strdup_printf("the judge %s failed: %s", tab_game_judge_name(self->judge),
                                        error->message);
}

static void on_luck(double luck, const GError *error, gpointer data)
{
    Runner *self = data;
    note_trouble(self, error);
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        break_off(self); /* without its luck it would not be the game that it is */
    else
        return_result(self, luck);
}

static void judge_luck(Runner *self)
{
    if (!self->judge)
        return_result(self, NAN);
    else if (g_cancellable_is_cancelled(self->cancellable))
        break_off(self);
    else
        tab_game_judge_luck(self->judge, self->record, self->cancellable, on_luck, self);
}

/* Puts the end that the game has, and its reason in words, into the record. */
static void finish_game(Runner *self, const char *reason)
{
    TabRecordTermination termination;
    TabRecordResult result = tab_game_result(self->game, &termination);
    tab_record_set_result(self->record, result, termination);
    self->reason = g_strdup(reason);
    after_pondering(self, BOTH, judge_luck);
}

/* The game is lost for `side`; the throws it did not answer stay in the record, with the reason. */
static void forfeit(Runner *self, TabSide side, TabEnding end, const char *text)
{
    g_autofree char *reason = g_strdup_printf("%s: %s", self->seat[side].name, text);
    TabRecordNode *node = self->game->node;
    if (self->asked)
        node = tab_record_append(self->record, node, &self->game->turn.situation, NULL);
    tab_record_set_comment(node, reason);
    tab_game_finish(self->game, end, tab_side_other(side));
    finish_game(self, reason);
}

/* A client's call failed: cancelled games end without a result, all others are lost. */
static void fail(Runner *self, TabSide side, const GError *error)
{
    TabEnding end = TAB_END_CRASH;
    if (g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_SILENT))
        end = TAB_END_SILENT;
    else if (g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_FLOOD))
        end = TAB_END_FLOOD;
    else if (g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN) ||
             g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_RUBBISH) ||
             g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED))
        end = TAB_END_ILLEGAL;
    if (g_cancellable_is_cancelled(self->cancellable))
        after_pondering(self, BOTH, break_off);
    else
        forfeit(self, side, end, error->message);
}

/* `winner`: -1 for a draw. */
static void adjudicate(Runner *self, int winner, const char *reason)
{
    tab_record_set_comment(self->game->node, reason);
    tab_game_finish(self->game, TAB_END_ADJUDICATION, winner);
    finish_game(self, reason);
}

/* Turns. */

static void next_turn(Runner *self);

/* Keeps what the best line says last. */
static void on_engine_info(TabClient *client, const TabInfo *info, gpointer data)
{
    Runner *self = data;
    if (!tab_info_has_best_win(info))
        return;
    tab_info_clear(&self->info);
    tab_info_copy(&self->info, info);
}

/* Adds a turn to what the seat spent, and notes what the engine thought, how long it took and what
 * is left on its clock. */
static void note_turn(Runner *self, TabSide side, TabRecordNode *node, gint64 elapsed_us)
{
    const TabInfo *info = &self->info;
    TabSeatUse *use = &self->seat[side].use;
    use->turns++;
    use->time_us += elapsed_us;
    use->longest_us = MAX(use->longest_us, elapsed_us);
    if (info->fields & TAB_INFO_WIN)
        tab_record_set_number(node, "eval", CLAMP(info->win, 0, 1), 4);
    if (info->fields & TAB_INFO_DEPTH) {
        use->depth_sum += CLAMP(info->depth, 0, MAX_DEPTH);
        use->depth_turns++;
        if (info->depth >= 0)
            tab_record_set_number(node, "depth", (double)MIN(info->depth, MAX_DEPTH), 0);
    }
    if (info->fields & TAB_INFO_NODES) {
        use->nodes_sum += CLAMP(info->nodes, 0, MAX_NODES);
        use->node_turns++;
    }
    if (!self->settings->times)
        return;
    tab_record_set_number(node, "emt", (double)elapsed_us / 1e6, 3);
    if (tab_clock_counts(&self->clocks[side]))
        tab_record_set_number(node, "clk", (double)self->clocks[side].left_us / 1e6, 3);
}

static void on_exact(double win, const GError *error, gpointer data)
{
    Runner *self = data;
    TabSide side = tab_game_side(self->game);
    note_trouble(self, error);
    int verdict = isnan(win) ? 0 : tab_adjudication_exact(&self->settings->adjudication, win);
    if (!verdict) {
        next_turn(self);
        return;
    }
    TabSide winner = verdict > 0 ? side : tab_side_other(side);
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(number, sizeof number, "%.4f", winner == side ? win : 1 - win);
    g_autofree char *reason =
        g_strdup_printf("%s wins with a chance of %s", self->seat[winner].name, number);
    adjudicate(self, (int)winner, reason);
}

/* Ends the game if it is over, else goes on, by way of the judge if the position may have an exact
 * value. `side` has just played. */
static void after_turn(Runner *self, TabSide side)
{
    TabGame *game = self->game;
    if (game->end) {
        finish_game(self, NULL);
        return;
    }
    double win = self->info.fields & TAB_INFO_WIN ? self->info.win : NAN;
    guint turn = game->counts.ending.turns + (tab_game_side(game) == side);
    TabAdjudicationVerdict verdict = tab_adjudication_turn(&self->adjudication, side, turn, win);
    if (verdict == TAB_ADJUDICATION_DRAW) {
        adjudicate(self, -1, "both engines see an even game");
        return;
    }
    if (verdict) {
        int winner = verdict == TAB_ADJUDICATION_RESIGN_WHITE ? TAB_BLACK : TAB_WHITE;
        tab_game_finish(game, TAB_END_RESIGNED, winner);
        finish_game(self, NULL);
        return;
    }
    if (self->seat[side].entrant->ponder)
        start_pondering(self, side);
    if (self->judge && !self->trouble &&
        tab_adjudication_wants_exact(&self->settings->adjudication, &game->position))
        tab_game_judge_exact(self->judge, &game->turn.situation, self->cancellable, on_exact, self);
    else
        next_turn(self);
}

/* What is wrong with an answer, and one that would not be. */
static char *describe_illegal(const Runner *self, const char *answer, const GError *error)
{
    const TabGame *game = self->game;
    g_autofree char *legal = tab_game_legal_turn(game);
    g_autofree char *throws =
        tab_notation_throws_to_words(game->rules, &game->turn.situation.throws);
    g_autofree char *shown = tab_message_printable(answer, -1, SHOWN_MAX);
    if (g_str_has_suffix(answer, ",")) /* the rest of the line is not the turn's */
        return g_strdup_printf(
            "bestmove %s …: a turn has no blanks and ends in no comma; %.200s is a legal turn",
            shown, legal);
    if (!strcmp(answer, "none"))
        return g_strdup_printf(
            "bestmove none, but its throws (%s) are to be played, for example as %.200s", throws,
            legal);
    g_autofree char *why =
        tab_message_printable(error->message, -1, 2 * SHOWN_MAX); /* has it too */
    return g_strdup_printf("bestmove %s: %s; %.200s is a legal turn", shown, why, legal);
}

/* The referee: takes the engine's answer, or declares the game lost. */
static void on_turn_answer(TabClient *client, const char *text, gint64 elapsed_us,
                           const GError *failure, gpointer data)
{
    Runner *self = data;
    TabSide side = client_side(self, client);
    TabClock *clock = &self->clocks[side];
    gint64 margin_ms = self->seat[side].margin_ms, patience_ms = self->settings->patience_ms;
    g_autoptr(GError) error = NULL;
    if (!text) {
        fail(self, side, failure);
        return;
    }
    gint64 allowed = tab_clock_allowance(clock, margin_ms, patience_ms);
    if (!tab_clock_charge(clock, elapsed_us, margin_ms, patience_ms)) {
        g_autofree char *late =
            g_strdup_printf("answered later than in %" G_GINT64_FORMAT " ms", allowed);
        forfeit(self, side, TAB_END_TIME, late);
        return;
    }
    if (!tab_game_play_turn(self->game, text, &error)) {
        g_autofree char *illegal = describe_illegal(self, text, error);
        forfeit(self, side, TAB_END_ILLEGAL, illegal);
        return;
    }
    note_turn(self, side, tab_game_end_turn(self->game), elapsed_us);
    self->asked = FALSE;
    after_turn(self, side);
}

/* The side to move throws and thinks. */
static void ask_for_turn(Runner *self)
{
    TabSituation *situation = &self->game->turn.situation;
    TabSide side = tab_game_side(self->game);
    g_autofree char *setpos = tab_notation_situation_to_string(self->game->rules, situation);
    while (!tab_game_is_thrown(self->game))
        tab_game_throw(self->game, tab_game_sticks_throw(&self->sticks, side, situation->throws.n));
    g_autofree char *throws = tab_notation_throws_to_words(self->game->rules, &situation->throws);
    self->asked = TRUE;
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    tab_clock_limits(self->clocks, side, &limits);
    gint64 allowed = tab_clock_allowance(&self->clocks[side], self->seat[side].margin_ms,
                                         self->settings->patience_ms);
    tab_info_clear(&self->info);
    tab_client_go(self->seat[side].client, setpos, throws, &limits,
                  (guint)CLAMP(allowed, 1, G_MAXINT), self->cancellable, on_engine_info,
                  on_turn_answer, self);
}

static void next_turn(Runner *self)
{
    if (g_cancellable_is_cancelled(self->cancellable))
        after_pondering(self, BOTH, break_off);
    else
        after_pondering(self, 1u << tab_game_side(self->game), ask_for_turn);
}

/* The start. */

/* The game ends before its first turn. A program that cannot be started (any more) lost no game:
 * the match cannot go on. Takes over the error. */
static void fail_to_begin(Runner *self, TabSide side, GError *error)
{
    if (g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START)) {
        g_prefix_error(&error, "engine %s: ", self->seat[side].name);
        g_task_return_error(self->task, error);
        g_object_unref(self->task);
        return;
    }
    fail(self, side, error);
    g_error_free(error);
}

/* Gives an engine that declares the option `Seed` the seed of its seat, brought into the declared
 * range. */
static void set_seat_seed(const Runner *self, TabSide side)
{
    TabClient *client = self->seat[side].client;
    const TabOption *option = tab_client_find_option(client, "Seed");
    if (!option || (option->type != TAB_OPTION_SPIN && option->type != TAB_OPTION_STRING))
        return;
    guint64 own;
    const char *set = tab_engine_config_get_option(self->seat[side].entrant->config, "Seed");
    TabRandom random = set && g_ascii_string_to_unsigned(set, 10, 0, G_MAXINT64, &own, NULL)
                           ? tab_random_new_stream(own, self->pairing.number)
                           : tab_random_new_stream(self->seed, TAB_STREAM_WHITE_ENGINE + side);
    gint64 value =
        (gint64)(tab_random_next(&random) >> 33); /* 0 … 2^31 - 1: every engine can hold that */
    if (option->type == TAB_OPTION_SPIN) {
        gint64 low = CLAMP(0, option->min, option->max);
        value = option->max - low < value ? low + value % (option->max - low + 1) : low + value;
    }
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, value);
    tab_client_set_option(client, option->name, text);
}

static void prepare_engine(Runner *self, TabSide side);

static void on_game_told(GObject *source, GAsyncResult *result, gpointer data)
{
    Runner *self = data;
    TabSide side = client_side(self, source);
    GError *error = NULL;
    if (!tab_client_new_game_finish(TAB_CLIENT(source), result, &error))
        fail_to_begin(self, side, error);
    else if (side == TAB_WHITE)
        prepare_engine(self, TAB_BLACK);
    else
        next_turn(self);
}

/* Sets the options that follow from the match, as far as the engine declares them, and tells it of
 * the game. */
static void tell_game(Runner *self, TabSide side)
{
    TabClient *client = self->seat[side].client;
    const TabOption *pondering = tab_client_find_option(client, "Ponder");
    g_autofree char *rules = tab_ruleset_to_string(&self->record->rules->set);
    tab_client_set_sticks(client, tab_stick_source_text(self->sticks.source));
    if (pondering && pondering->type == TAB_OPTION_CHECK && self->seat[side].entrant->ponder)
        tab_client_set_option(client, pondering->name, "true");
    set_seat_seed(self, side);
    tab_client_new_game_async(client, rules, self->cancellable, on_game_told, self);
}

static void on_engine_started(GObject *source, GAsyncResult *result, gpointer data)
{
    Runner *self = data;
    TabSide side = client_side(self, source);
    GError *error = NULL;
    if (!tab_client_start_finish(TAB_CLIENT(source), result, &error))
        fail_to_begin(self, side, error);
    else
        tell_game(self, side);
}

static void prepare_engine(Runner *self, TabSide side)
{
    TabClient *client = self->seat[side].client;
    if (tab_client_get_state(client) == TAB_CLIENT_READY)
        tell_game(self, side);
    else
        tab_client_start_async(client, self->cancellable, on_engine_started, self);
}

/* The record with its tags, before anything is played. */
static TabRecord *begin_record(const Runner *self, const TabRules *rules, gint opening)
{
    const TabMatchSettings *settings = self->settings;
    const Seat *white = &self->seat[TAB_WHITE], *black = &self->seat[TAB_BLACK];
    TabRecord *record =
        opening < 0
            ? tab_record_new(rules, NULL, 0)
            : tab_record_new_from(
                  rules, tab_openings_get(settings->openings, self->pairing.rules, (guint)opening));
    g_autofree char *round = g_strdup_printf("%u", self->pairing.number);
    g_autofree char *seed = g_strdup_printf("%" G_GUINT64_FORMAT, self->seed);
    g_autofree char *max_turns = g_strdup_printf("%u", settings->max_turns);
    tab_record_set_tag(record, "Event", settings->event);
    tab_record_set_tag(record, "Round", round);
    tab_record_set_tag(record, "Date", settings->date);
    tab_record_set_tag(record, "White", white->name);
    tab_record_set_tag(record, "Black", black->name);
    tab_record_set_tag(record, "Sticks", tab_stick_source_text(self->sticks.source));
    tab_record_set_tag(record, "Seed", seed);
    tab_record_set_tag(record, "MaxTurns", max_turns);
    g_autofree char *of_white = tab_time_control_to_string(&white->entrant->control);
    g_autofree char *of_black = tab_time_control_to_string(&black->entrant->control);
    if (g_str_equal(of_white, of_black)) {
        tab_record_set_tag(record, "TimeControl", of_white);
    } else {
        tab_record_set_tag(record, "WhiteTimeControl", of_white);
        tab_record_set_tag(record, "BlackTimeControl", of_black);
    }
    return record;
}

void tab_game_run_async(const TabMatchSettings *settings, const TabPairing *pairing,
                        const char *const names[2], TabClient *const clients[2], TabClient *judge,
                        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
    const TabRules *rules = g_ptr_array_index(settings->rules, pairing->rules);
    gint opening = tab_match_settings_opening(settings, pairing);
    Runner *self = g_new0(Runner, 1);
    self->task = g_task_new(NULL, cancellable, callback, user_data);
    g_task_set_check_cancellable(self->task, FALSE); /* a game that has ended is not lost */
    g_task_set_task_data(self->task, self, free_runner);
    self->cancellable = cancellable;
    self->settings = settings;
    self->pairing = *pairing;
    self->seed = tab_schedule_seed(settings->seed, pairing->set);
    self->sticks =
        tab_game_sticks_new(settings->sticks->pdata[pairing->rules], self->seed, pairing->set);
    self->adjudication = tab_adjudication_new(&settings->adjudication);
    for (int side = 0; side < 2; side++) {
        const TabEntrant *entrant = g_ptr_array_index(settings->entrants, pairing->engine[side]);
        self->clocks[side] = tab_clock_new(&entrant->control);
        self->seat[side] = (Seat){
            .entrant = entrant,
            .name = names[side],
            .client = g_object_ref(clients[side]),
            .margin_ms = entrant->margin_ms >= 0 ? entrant->margin_ms : settings->margin_ms,
        };
    }
    if (judge)
        self->judge = tab_game_judge_new(settings, rules, self->sticks.source, judge);
    self->record = begin_record(self, rules, opening);
    self->game = tab_game_new_at(self->record, self->record->root, settings->max_turns);
    if (opening < 0)
        tab_game_begin_opening(self->game);
    while (self->game->opens)
        tab_game_throw(self->game, tab_game_sticks_opening(&self->sticks));
    prepare_engine(self, TAB_WHITE);
}

TabGameResult *tab_game_run_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_pointer(G_TASK(result), error);
}
