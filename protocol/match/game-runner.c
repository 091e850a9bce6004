// SPDX-License-Identifier: GPL-3.0-or-later
// A game as a chain of asynchronous steps: prepare White, prepare Black, opening, then turns until
// it ends, then the judge.
#include "protocol/match/game-runner.h"

#include <math.h>
#include <string.h>

#include "protocol/game/game.h"
#include "protocol/match/game-judge.h"
#include "protocol/game/record-text.h"

/* What an engine tells of its search is believed so far. */
#define MAX_DEPTH 1000000
#define MAX_NODES (INT64_C(1) << 42)

/* What a step waits for before it can use a client: its pondering has ended. */
typedef void (*Step)(GTask *task);

/* One seat. */
typedef struct {
    const TabEntrant *entrant;
    const char *name;
    TabClient *client;
    gint64 margin_ms;
    TabSeatUse use;
    GCancellable *ponder; /* while it ponders, else NULL */
} Seat;

typedef struct {
    const TabMatchSettings *settings;
    TabPairing pairing;
    guint64 seed; /* of the pairing's set */
    char *rules;
    Seat seat[2];
    TabGameJudge *judge; /* NULL: none */
    TabClock clocks[2];
    TabGameSticks sticks;
    TabAdjudication adjudication;
    TabRecord *record;
    TabGame *game;
    gboolean asked; /* an engine has been told its throws and has not answered */
    TabInfo info;   /* of the running go: the best line's last word */
    Step next;      /* what is done when those in `awaited` do not ponder any more */
    guint awaited;  /* a bit for each side */
    char *reason, *trouble;
} Runner;

static void free_runner(gpointer data)
{
    Runner *self = data;
    for (int side = 0; side < 2; side++) {
        tab_client_set_info_func(self->seat[side].client, NULL, NULL);
        g_object_unref(self->seat[side].client);
    }
    g_clear_pointer(&self->judge, tab_game_judge_free);
    tab_info_clear(&self->info);
    tab_game_free(self->game);
    tab_record_free(self->record);
    g_free(self->rules);
    g_free(self->reason);
    g_free(self->trouble);
    g_free(self);
}

static TabSide side_of(const Runner *self, gpointer client)
{
    return client == self->seat[TAB_WHITE].client ? TAB_WHITE : TAB_BLACK;
}

/* Pondering: the engine thinks about the position in which the other one is about to throw. */

static void on_pondered(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    Runner *self = g_task_get_task_data(task);
    Seat *seat = &self->seat[side_of(self, source)];
    /* an engine that failed while it pondered is told so by its next call */
    g_free(tab_client_go_finish(TAB_CLIENT(source), result, NULL, NULL));
    g_clear_object(&seat->ponder);
    guint awaited = self->awaited;
    self->awaited &= ~(1u << (seat - self->seat));
    if (awaited && !self->awaited)
        self->next(task);
    g_object_unref(task);
}

static void ponder(GTask *task, TabSide side)
{
    Runner *self = g_task_get_task_data(task);
    Seat *seat = &self->seat[side];
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    limits.ponder = TRUE;
    g_autofree char *setpos =
        tab_notation_situation_to_string(self->game->rules, &self->game->turn.situation);
    seat->ponder = g_cancellable_new();
    tab_client_go_async(seat->client, setpos, NULL, &limits, 0, seat->ponder, on_pondered,
                        g_object_ref(task));
}

/* Goes on with `next` when none of the sides in `which` (a bit for each) ponders any more. */
static void after_pondering(GTask *task, guint which, Step next)
{
    Runner *self = g_task_get_task_data(task);
    self->awaited = 0;
    self->next = next;
    for (int side = 0; side < 2; side++)
        if (which & 1u << side && self->seat[side].ponder)
            self->awaited |= 1u << side;
    if (!self->awaited)
        next(task);
    else
        for (int side = 0; side < 2; side++)
            if (self->awaited & 1u << side)
                g_cancellable_cancel(self->seat[side].ponder);
}

/* The end: pondering ends, the judge looks at the game, and the result goes out. */

static void break_off(GTask *task)
{
    g_task_return_error_if_cancelled(task);
    g_object_unref(task);
}

/* `luck`: White's, NULL if it is not known. */
static void return_result(GTask *task, const double *luck)
{
    Runner *self = g_task_get_task_data(task);
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
        .has_luck = luck != NULL,
        .luck = luck ? *luck : 0,
        .record = g_string_free(text, FALSE),
    };
    g_task_return_pointer(task, result, (GDestroyNotify)tab_game_result_free);
    g_object_unref(task);
}

/* The first thing that went wrong with the judge. */
static void note_trouble(Runner *self, const char *message)
{
    if (!self->trouble)
        self->trouble = g_strdup_printf("the judge failed: %s", message);
}

static void on_luck(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    double luck;
    g_autoptr(GError) error = NULL;
    gboolean known = tab_game_judge_luck_finish(result, &luck, &error);
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        break_off(task); /* without its luck it would not be the game that it is */
        return;
    }
    if (error)
        note_trouble(g_task_get_task_data(task), error->message);
    return_result(task, known ? &luck : NULL);
}

static void judge_luck(GTask *task)
{
    Runner *self = g_task_get_task_data(task);
    if (!self->judge)
        return_result(task, NULL);
    else if (g_cancellable_is_cancelled(g_task_get_cancellable(task)))
        break_off(task);
    else
        tab_game_judge_luck_async(self->judge, self->record, g_task_get_cancellable(task), on_luck,
                                  task);
}

/* Puts the end that the game has, and its reason in words, into the record. */
static void finish(GTask *task, const char *reason)
{
    Runner *self = g_task_get_task_data(task);
    TabRecordTermination termination;
    TabRecordResult result = tab_game_result(self->game, &termination);
    tab_record_set_result(self->record, result, termination);
    self->reason = g_strdup(reason);
    after_pondering(task, 1u << TAB_WHITE | 1u << TAB_BLACK, judge_luck);
}

/* The game is lost for `side`; the throws it did not answer stay in the record, with the reason. */
static void forfeit(GTask *task, TabSide side, TabEnding end, const char *text)
{
    Runner *self = g_task_get_task_data(task);
    g_autofree char *reason = g_strdup_printf("%s: %s", self->seat[side].name, text);
    TabRecordNode *node = self->game->node;
    if (self->asked)
        node = tab_record_append(self->record, node, &self->game->turn.situation, NULL);
    tab_record_set_comment(node, reason);
    tab_game_finish(self->game, end, tab_side_other(side));
    finish(task, reason);
}

/* How a game ends by an engine's failure. */
static TabEnding end_by(const GError *error)
{
    if (g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_SILENT))
        return TAB_END_SILENT;
    if (g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_FLOOD))
        return TAB_END_FLOOD;
    if (g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN) ||
        g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED))
        return TAB_END_ILLEGAL;
    return TAB_END_CRASH;
}

/* A client's call failed: cancelled games end without a result, all others are lost. */
static void give_up(GTask *task, TabSide side, GError *error)
{
    if (g_cancellable_is_cancelled(g_task_get_cancellable(task)))
        after_pondering(task, 1u << TAB_WHITE | 1u << TAB_BLACK, break_off);
    else
        forfeit(task, side, end_by(error), error->message);
    g_error_free(error);
}

/* Turns. */

static void next_turn(GTask *task);

/* Keeps what the best line says last. */
static void take_info(TabClient *client, const TabInfo *info, gpointer data)
{
    Runner *self = data;
    if (self->seat[side_of(self, client)].ponder || !tab_info_has_best_win(info))
        return;
    tab_info_clear(&self->info);
    tab_info_copy(&self->info, info);
}

/* Adds a turn to what the seat spent. */
static void count_use(TabSeatUse *use, const TabInfo *info, gint64 elapsed_us)
{
    use->turns++;
    use->time_us += elapsed_us;
    use->longest_us = MAX(use->longest_us, elapsed_us);
    if (info->fields & TAB_INFO_DEPTH) {
        use->depth_sum += CLAMP(info->depth, 0, MAX_DEPTH);
        use->depth_turns++;
    }
    if (info->fields & TAB_INFO_NODES) {
        use->nodes_sum += CLAMP(info->nodes, 0, MAX_NODES);
        use->node_turns++;
    }
}

/* Notes of a turn: what the engine thought, and, with `times`, how long it took and what is left on
 * its clock. */
static void note_turn(TabRecordNode *node, const TabInfo *info, gboolean times, gint64 elapsed_us,
                      const TabClock *clock)
{
    if (info->fields & TAB_INFO_WIN)
        tab_record_set_number(node, "eval", CLAMP(info->win, 0, 1), 4);
    if (info->fields & TAB_INFO_DEPTH && info->depth >= 0)
        tab_record_set_number(node, "depth", (double)MIN(info->depth, MAX_DEPTH), 0);
    if (!times)
        return;
    tab_record_set_number(node, "emt", (double)elapsed_us / 1e6, 3);
    if (tab_clock_counts(clock))
        tab_record_set_number(node, "clk", (double)clock->left_us / 1e6, 3);
}

/* `winner`: -1 for a draw. */
static void adjudicate(GTask *task, int winner, const char *reason)
{
    Runner *self = g_task_get_task_data(task);
    tab_record_set_comment(self->game->node, reason);
    tab_game_finish(self->game, TAB_END_ADJUDICATION, winner);
    finish(task, reason);
}

static void on_exact(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    Runner *self = g_task_get_task_data(task);
    TabSide side = tab_game_side(self->game);
    g_autoptr(GError) error = NULL;
    double win = tab_game_judge_exact_finish(result, &error);
    if (error && !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        note_trouble(self, error->message);
    int verdict = isnan(win) ? 0 : tab_adjudication_exact(&self->settings->adjudication, win);
    if (!verdict) {
        next_turn(task);
        return;
    }
    TabSide winner = verdict > 0 ? side : tab_side_other(side);
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(number, sizeof number, "%.4f", winner == side ? win : 1 - win);
    g_autofree char *reason =
        g_strdup_printf("%s wins with a chance of %s", self->seat[winner].name, number);
    adjudicate(task, (int)winner, reason);
}

/* Has the judge value the position, if it may be exact. */
static void consult(GTask *task)
{
    Runner *self = g_task_get_task_data(task);
    const TabPosition *position = &self->game->position;
    if (self->judge && !self->trouble &&
        tab_adjudication_wants_exact(&self->settings->adjudication, position))
        tab_game_judge_exact_async(self->judge, &self->game->turn.situation,
                                   g_task_get_cancellable(task), on_exact, task);
    else
        next_turn(task);
}

/* Ends the game if it is over, else goes on. `side` has just played. */
static void after_turn(GTask *task, TabSide side)
{
    Runner *self = g_task_get_task_data(task);
    if (self->game->end) {
        finish(task, NULL);
        return;
    }
    double win = self->info.fields & TAB_INFO_WIN ? self->info.win : NAN;
    guint turn = self->game->counts.ending.turns + (tab_game_side(self->game) == side);
    TabAdjudicationVerdict verdict = tab_adjudication_turn(&self->adjudication, side, turn, win);
    if (verdict == TAB_ADJUDICATION_DRAW) {
        adjudicate(task, -1, "both engines see an even game");
    } else if (verdict) {
        int winner = verdict == TAB_ADJUDICATION_RESIGN_WHITE ? TAB_BLACK : TAB_WHITE;
        tab_game_finish(self->game, TAB_END_RESIGNED, winner);
        finish(task, NULL);
    } else {
        if (self->seat[side].entrant->ponder)
            ponder(task, side);
        consult(task);
    }
}

/* The referee: takes the engine's answer, or declares the game lost. */
static void on_answer(TabClient *client, const char *text, gint64 elapsed_us, const GError *failure,
                      gpointer data)
{
    GTask *task = data;
    Runner *self = g_task_get_task_data(task);
    TabSide side = side_of(self, G_OBJECT(client));
    const Seat *seat = &self->seat[side];
    gint64 patience_ms = self->settings->patience_ms;
    g_autoptr(GError) error = NULL;
    if (!text) {
        give_up(task, side, g_error_copy(failure));
        return;
    }
    gint64 allowed = tab_clock_allowance(&self->clocks[side], seat->margin_ms, patience_ms);
    if (!tab_clock_charge(&self->clocks[side], elapsed_us, seat->margin_ms, patience_ms)) {
        g_autofree char *late =
            g_strdup_printf("answered later than in %" G_GINT64_FORMAT " ms", allowed);
        forfeit(task, side, TAB_END_TIME, late);
        return;
    }
    if (!tab_game_play_turn(self->game, text, &error)) {
        g_autofree char *shown =
            strlen(text) > 200 ? g_strdup_printf("%.200s…", text) : g_strdup(text);
        g_autofree char *illegal = g_strdup_printf("bestmove %s: %s", shown, error->message);
        forfeit(task, side, TAB_END_ILLEGAL, illegal);
        return;
    }
    note_turn(tab_game_end_turn(self->game), &self->info, self->settings->times, elapsed_us,
              &self->clocks[side]);
    count_use(&self->seat[side].use, &self->info, elapsed_us);
    self->asked = FALSE;
    after_turn(task, side);
}

/* The side to move throws and thinks. */
static void ask(GTask *task)
{
    Runner *self = g_task_get_task_data(task);
    TabSide side = tab_game_side(self->game);
    const Seat *seat = &self->seat[side];
    g_autofree char *setpos =
        tab_notation_situation_to_string(self->game->rules, &self->game->turn.situation);
    while (!tab_game_is_thrown(self->game))
        tab_game_throw(self->game, tab_game_sticks_throw(&self->sticks, side,
                                                         self->game->turn.situation.throws.n));
    g_autofree char *throws =
        tab_notation_throws_to_words(self->game->rules, &self->game->turn.situation.throws);
    self->asked = TRUE;
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    tab_clock_limits(self->clocks, side, &limits);
    gint64 allowed =
        tab_clock_allowance(&self->clocks[side], seat->margin_ms, self->settings->patience_ms);
    tab_info_clear(&self->info);
    tab_client_go(seat->client, setpos, throws, &limits, (guint)MIN(MAX(allowed, 1), G_MAXINT),
                  g_task_get_cancellable(task), on_answer, task);
}

static void next_turn(GTask *task)
{
    Runner *self = g_task_get_task_data(task);
    if (g_cancellable_is_cancelled(g_task_get_cancellable(task)))
        after_pondering(task, 1u << TAB_WHITE | 1u << TAB_BLACK, break_off);
    else
        after_pondering(task, 1u << tab_game_side(self->game), ask);
}

/* The start. */

/* The game ends before its first turn: no throw waits for an answer. A program that cannot be
 * started (any more) lost no game: the match cannot go on. */
static void fail_to_begin(GTask *task, TabSide side, GError *error)
{
    Runner *self = g_task_get_task_data(task);
    if (g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START)) {
        g_prefix_error(&error, "engine %s: ", self->seat[side].name);
        g_task_return_error(task, error);
        g_object_unref(task);
        return;
    }
    give_up(task, side, error);
}

/* Gives an engine that declares the option `Seed` the seed of its seat, brought into the declared
 * range. */
static void set_seed(const Runner *self, TabSide side)
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

/* Options of every game that follow from the match, for engines that declare them. */
static void set_options(const Runner *self, TabSide side)
{
    TabClient *client = self->seat[side].client;
    const TabOption *sticks = tab_client_find_option(client, "Sticks");
    const TabOption *pondering = tab_client_find_option(client, "Ponder");
    if (sticks && !tab_stick_source_is_fair(self->sticks.source))
        tab_client_set_option(client, sticks->name, tab_stick_source_text(self->sticks.source));
    if (pondering && pondering->type == TAB_OPTION_CHECK && self->seat[side].entrant->ponder)
        tab_client_set_option(client, pondering->name, "true");
    set_seed(self, side);
}

static void prepare(GTask *task, TabSide side);

static void on_new_game(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    TabSide side = side_of(g_task_get_task_data(task), source);
    GError *error = NULL;
    if (!tab_client_new_game_finish(TAB_CLIENT(source), result, &error))
        fail_to_begin(task, side, error);
    else if (side == TAB_WHITE)
        prepare(task, TAB_BLACK);
    else
        next_turn(task);
}

static void new_game(GTask *task, TabSide side)
{
    Runner *self = g_task_get_task_data(task);
    set_options(self, side);
    tab_client_new_game_async(self->seat[side].client, self->rules, g_task_get_cancellable(task),
                              on_new_game, task);
}

static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    TabSide side = side_of(g_task_get_task_data(task), source);
    GError *error = NULL;
    if (!tab_client_start_finish(TAB_CLIENT(source), result, &error))
        fail_to_begin(task, side, error);
    else
        new_game(task, side);
}

static void prepare(GTask *task, TabSide side)
{
    Runner *self = g_task_get_task_data(task);
    TabClient *client = self->seat[side].client;
    if (tab_client_get_state(client) == TAB_CLIENT_READY)
        new_game(task, side);
    else
        tab_client_start_async(client, g_task_get_cancellable(task), on_started, task);
}

static void take_seat(Runner *self, TabSide side, const char *name, TabClient *client)
{
    const TabEntrant *entrant =
        g_ptr_array_index(self->settings->entrants, self->pairing.engine[side]);
    self->clocks[side] = tab_clock_new(&entrant->control);
    self->seat[side] = (Seat){
        .entrant = entrant,
        .name = name,
        .client = g_object_ref(client),
        .margin_ms = entrant->margin_ms >= 0 ? entrant->margin_ms : self->settings->margin_ms,
    };
    tab_client_set_info_func(client, take_info, self);
}

/* One tag if both seats have the same limits. */
static void set_time_controls(TabRecord *record, const TabMatchSettings *settings,
                              const TabPairing *pairing)
{
    const TabEntrant *white = g_ptr_array_index(settings->entrants, pairing->engine[TAB_WHITE]);
    const TabEntrant *black = g_ptr_array_index(settings->entrants, pairing->engine[TAB_BLACK]);
    g_autofree char *of_white = tab_time_control_to_string(&white->control);
    g_autofree char *of_black = tab_time_control_to_string(&black->control);
    if (g_str_equal(of_white, of_black)) {
        tab_record_set_tag(record, "TimeControl", of_white);
    } else {
        tab_record_set_tag(record, "WhiteTimeControl", of_white);
        tab_record_set_tag(record, "BlackTimeControl", of_black);
    }
}

/* The record with its tags, before anything is played. */
static TabRecord *new_record(const TabMatchSettings *settings, const TabPairing *pairing,
                             const char *const names[2])
{
    const TabRules *rules = g_ptr_array_index(settings->rules, pairing->rules);
    gint opening = tab_match_settings_opening(settings, pairing);
    TabRecord *record =
        opening < 0 ? tab_record_new(rules, NULL, 0)
                    : tab_record_new_from(rules, tab_openings_get(settings->openings,
                                                                  pairing->rules, (guint)opening));
    g_autofree char *round = g_strdup_printf("%u", pairing->number);
    g_autofree char *seed =
        g_strdup_printf("%" G_GUINT64_FORMAT, tab_schedule_seed(settings->seed, pairing->set));
    g_autofree char *max_turns = g_strdup_printf("%u", settings->max_turns);
    tab_record_set_tag(record, "Event", settings->event);
    tab_record_set_tag(record, "Round", round);
    tab_record_set_tag(record, "Date", settings->date);
    tab_record_set_tag(record, "White", names[TAB_WHITE]);
    tab_record_set_tag(record, "Black", names[TAB_BLACK]);
    tab_record_set_tag(record, "Sticks",
                       tab_stick_source_text(settings->sticks->pdata[pairing->rules]));
    tab_record_set_tag(record, "Seed", seed);
    tab_record_set_tag(record, "MaxTurns", max_turns);
    set_time_controls(record, settings, pairing);
    return record;
}

static Runner *new_runner(const TabMatchSettings *settings, const TabPairing *pairing,
                          const char *const names[2], TabClient *const clients[2], TabClient *judge)
{
    const TabRules *rules = g_ptr_array_index(settings->rules, pairing->rules);
    Runner *self = g_new0(Runner, 1);
    self->settings = settings;
    self->pairing = *pairing;
    self->rules = tab_ruleset_to_string(&rules->set);
    self->seed = tab_schedule_seed(settings->seed, pairing->set);
    self->sticks =
        tab_game_sticks_new(settings->sticks->pdata[pairing->rules], self->seed, pairing->set);
    self->adjudication = tab_adjudication_new(&settings->adjudication);
    for (int side = 0; side < 2; side++)
        take_seat(self, (TabSide)side, names[side], clients[side]);
    if (judge)
        self->judge = tab_game_judge_new(settings, rules, self->sticks.source, judge);
    self->record = new_record(settings, pairing, names);
    self->game = tab_game_new_at(self->record, self->record->root, settings->max_turns);
    if (tab_match_settings_opening(settings, pairing) < 0)
        tab_game_begin_opening(self->game);
    while (self->game->opens)
        tab_game_throw(self->game, tab_game_sticks_opening(&self->sticks));
    return self;
}

void tab_game_run_async(const TabMatchSettings *settings, const TabPairing *pairing,
                        const char *const names[2], TabClient *const clients[2], TabClient *judge,
                        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = g_task_new(NULL, cancellable, callback, user_data);
    g_task_set_check_cancellable(task, FALSE); /* a game that has ended is not lost */
    g_task_set_task_data(task, new_runner(settings, pairing, names, clients, judge), free_runner);
    prepare(task, TAB_WHITE);
}

TabGameResult *tab_game_run_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_pointer(G_TASK(result), error);
}
