// SPDX-License-Identifier: GPL-3.0-or-later
// A game as a chain of asynchronous steps: prepare White, prepare Black, opening, then turns until
// it ends, then the judge.
#include "protocol/match/game-runner.h"

#include <math.h>
#include <string.h>

#include "protocol/match/game-judge.h"
#include "protocol/match/game-record.h"
#include "protocol/rules/ending.h"

/* What an engine tells of its search is believed so far. */
#define MAX_DEPTH 1000000
#define MAX_NODES (INT64_C(1) << 42)

typedef struct _Game Game;

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

struct _Game {
    const TabMatchSettings *settings;
    TabPairing pairing;
    guint64 seed; /* of the pairing's set */
    const TabRules *rules;
    char *rules_text;
    Seat seat[2];
    TabGameJudge *judge; /* NULL: none */
    TabClock clocks[2];
    TabGameSticks sticks;
    TabAdjudication adjudication;
    TabRecord *record;
    TabRecordNode *node;    /* last turn of the record */
    TabSituation situation; /* position reached, and the throws at hand */
    TabGameCounters counters;
    TabTurn turn;
    TabInfo info;  /* of the running go: the best line's last word */
    Step next;     /* what is done when those in `awaited` do not ponder any more */
    guint awaited; /* a bit for each side */
    TabRecordResult result;
    TabRecordTermination termination;
    char *reason, *trouble;
};

static void free_game(gpointer data)
{
    Game *game = data;
    for (int side = 0; side < 2; side++) {
        tab_client_set_info_func(game->seat[side].client, NULL, NULL);
        g_object_unref(game->seat[side].client);
    }
    g_clear_pointer(&game->judge, tab_game_judge_free);
    tab_info_clear(&game->info);
    tab_record_free(game->record);
    g_free(game->rules_text);
    g_free(game->reason);
    g_free(game->trouble);
    g_free(game);
}

static TabSide side_of(const Game *game, gpointer client)
{
    return client == game->seat[TAB_WHITE].client ? TAB_WHITE : TAB_BLACK;
}

/* Pondering: the engine thinks about the position in which the other one is about to throw. */

static void on_pondered(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    Game *game = g_task_get_task_data(task);
    Seat *seat = &game->seat[side_of(game, source)];
    /* an engine that failed while it pondered is told so by its next call */
    g_free(tab_client_go_finish(TAB_CLIENT(source), result, NULL, NULL));
    g_clear_object(&seat->ponder);
    guint awaited = game->awaited;
    game->awaited &= ~(1u << (seat - game->seat));
    if (awaited && !game->awaited)
        game->next(task);
    g_object_unref(task);
}

static void ponder(GTask *task, TabSide side)
{
    Game *game = g_task_get_task_data(task);
    Seat *seat = &game->seat[side];
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    limits.ponder = TRUE;
    g_autofree char *setpos = tab_notation_situation_to_string(game->rules, &game->situation);
    seat->ponder = g_cancellable_new();
    tab_client_go_async(seat->client, setpos, NULL, &limits, 0, seat->ponder, on_pondered,
                        g_object_ref(task));
}

/* Goes on with `next` when none of the sides in `which` (a bit for each) ponders any more. */
static void after_pondering(GTask *task, guint which, Step next)
{
    Game *game = g_task_get_task_data(task);
    game->awaited = 0;
    game->next = next;
    for (int side = 0; side < 2; side++)
        if (which & 1u << side && game->seat[side].ponder)
            game->awaited |= 1u << side;
    if (!game->awaited)
        next(task);
    else
        for (int side = 0; side < 2; side++)
            if (game->awaited & 1u << side)
                g_cancellable_cancel(game->seat[side].ponder);
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
    Game *game = g_task_get_task_data(task);
    TabGameResult *result = g_new0(TabGameResult, 1);
    GString *text = g_string_new(NULL);
    tab_record_write(game->record, text);
    *result = (TabGameResult){
        .number = game->pairing.number,
        .engine = {game->pairing.engine[TAB_WHITE], game->pairing.engine[TAB_BLACK]},
        .rules = game->pairing.rules,
        .opening = tab_match_settings_opening(game->settings, &game->pairing),
        .first = (TabSide)game->record->start.position.side,
        .result = game->result,
        .termination = game->termination,
        .turns = game->counters.turns,
        .use = {game->seat[TAB_WHITE].use, game->seat[TAB_BLACK].use},
        .reason = g_steal_pointer(&game->reason),
        .trouble = g_steal_pointer(&game->trouble),
        .has_luck = luck != NULL,
        .luck = luck ? *luck : 0,
        .record = g_string_free(text, FALSE),
    };
    g_task_return_pointer(task, result, (GDestroyNotify)tab_game_result_free);
    g_object_unref(task);
}

/* The first thing that went wrong with the judge. */
static void note_trouble(Game *game, const char *message)
{
    if (!game->trouble)
        game->trouble = g_strdup_printf("the judge failed: %s", message);
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
    Game *game = g_task_get_task_data(task);
    if (!game->judge)
        return_result(task, NULL);
    else if (g_cancellable_is_cancelled(g_task_get_cancellable(task)))
        break_off(task);
    else
        tab_game_judge_luck_async(game->judge, game->record, g_task_get_cancellable(task), on_luck,
                                  task);
}

static void finish(GTask *task, TabRecordResult won, TabRecordTermination termination,
                   const char *reason)
{
    Game *game = g_task_get_task_data(task);
    game->result = won;
    game->termination = termination;
    game->reason = g_strdup(reason);
    tab_record_set_result(game->record, won, termination);
    after_pondering(task, 1u << TAB_WHITE | 1u << TAB_BLACK, judge_luck);
}

static TabRecordResult won_by(TabSide side)
{
    return side == TAB_WHITE ? TAB_RECORD_WHITE_WON : TAB_RECORD_BLACK_WON;
}

/* The game is lost for `side`; the throws it did not answer stay in the record, with the reason. */
static void forfeit(GTask *task, TabSide side, TabRecordTermination termination, const char *text)
{
    Game *game = g_task_get_task_data(task);
    g_autofree char *reason = g_strdup_printf("%s: %s", game->seat[side].name, text);
    TabRecordNode *node = game->node;
    if (game->situation.throws.n)
        node = tab_record_append(game->record, node, &game->situation, NULL);
    tab_record_set_comment(node, reason);
    finish(task, won_by(tab_side_other(side)), termination, reason);
}

/* What an engine's failure is called in the record. */
static TabRecordTermination termination_of(const GError *error)
{
    if (g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_SILENT))
        return TAB_RECORD_SILENT;
    if (g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_FLOOD))
        return TAB_RECORD_FLOOD;
    if (g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN) ||
        g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED))
        return TAB_RECORD_ILLEGAL;
    return TAB_RECORD_CRASH;
}

/* A client's call failed: cancelled games end without a result, all others are lost. */
static void give_up(GTask *task, TabSide side, GError *error)
{
    if (g_cancellable_is_cancelled(g_task_get_cancellable(task)))
        after_pondering(task, 1u << TAB_WHITE | 1u << TAB_BLACK, break_off);
    else
        forfeit(task, side, termination_of(error), error->message);
    g_error_free(error);
}

/* Turns. */

static void next_turn(GTask *task);

/* Keeps what the best line says last. */
static void take_info(TabClient *client, const TabInfo *info, gpointer data)
{
    Game *game = data;
    if (game->seat[side_of(game, client)].ponder)
        return;
    if (!(info->fields & TAB_INFO_WIN) || ((info->fields & TAB_INFO_MULTIPV) && info->multipv != 1))
        return;
    tab_info_clear(&game->info);
    tab_info_copy(&game->info, info);
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

static void adjudicate(GTask *task, TabRecordResult result, const char *reason)
{
    Game *game = g_task_get_task_data(task);
    tab_record_set_comment(game->node, reason);
    finish(task, result, TAB_RECORD_ADJUDICATION, reason);
}

static void on_exact(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    Game *game = g_task_get_task_data(task);
    TabSide side = (TabSide)game->situation.position.side;
    g_autoptr(GError) error = NULL;
    double win = tab_game_judge_exact_finish(result, &error);
    if (error && !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        note_trouble(game, error->message);
    int verdict = isnan(win) ? 0 : tab_adjudication_exact(&game->settings->adjudication, win);
    if (!verdict) {
        next_turn(task);
        return;
    }
    TabSide winner = verdict > 0 ? side : tab_side_other(side);
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(number, sizeof number, "%.4f", winner == side ? win : 1 - win);
    g_autofree char *reason =
        g_strdup_printf("%s wins with a chance of %s", game->seat[winner].name, number);
    adjudicate(task, won_by(winner), reason);
}

/* Has the judge value the position, if it may be exact. */
static void consult(GTask *task)
{
    Game *game = g_task_get_task_data(task);
    const TabPosition *position = &game->situation.position;
    if (game->judge && !game->trouble &&
        tab_adjudication_wants_exact(&game->settings->adjudication, position))
        tab_game_judge_exact_async(game->judge, &game->situation, g_task_get_cancellable(task),
                                   on_exact, task);
    else
        next_turn(task);
}

/* Ends the game if it is over, else goes on. `side` has just played. */
static void after_turn(GTask *task, TabSide side)
{
    Game *game = g_task_get_task_data(task);
    const TabPosition *position = &game->situation.position;
    const TabGameLimits limits = {TAB_MAX_IDLE_TURNS, game->settings->max_turns};
    int winner;
    TabGameEnd end = tab_game_end(position, &game->counters, &limits, &winner);
    double win = game->info.fields & TAB_INFO_WIN ? game->info.win : NAN;
    guint turn = game->counters.turns + (position->side == side); /* that goes on, if it does */
    TabAdjudicationVerdict verdict = tab_adjudication_turn(&game->adjudication, side, turn, win);
    if (end == TAB_END_NORMAL)
        finish(task, won_by((TabSide)winner), TAB_RECORD_NORMAL, NULL);
    else if (end == TAB_END_NO_PROGRESS)
        finish(task, TAB_RECORD_DRAWN, TAB_RECORD_NO_PROGRESS, NULL);
    else if (end == TAB_END_TURN_LIMIT)
        finish(task, TAB_RECORD_DRAWN, TAB_RECORD_TURN_LIMIT, NULL);
    else if (verdict == TAB_ADJUDICATION_RESIGN_WHITE)
        finish(task, TAB_RECORD_BLACK_WON, TAB_RECORD_RESIGN, NULL);
    else if (verdict == TAB_ADJUDICATION_RESIGN_BLACK)
        finish(task, TAB_RECORD_WHITE_WON, TAB_RECORD_RESIGN, NULL);
    else if (verdict == TAB_ADJUDICATION_DRAW)
        adjudicate(task, TAB_RECORD_DRAWN, "both engines see an even game");
    else {
        if (game->seat[side].entrant->ponder)
            ponder(task, side);
        consult(task);
    }
}

/* The referee: takes the engine's answer, or declares the game lost. */
static void on_answer(TabClient *client, const char *text, gint64 elapsed_us, const GError *failure,
                      gpointer data)
{
    GTask *task = data;
    Game *game = g_task_get_task_data(task);
    TabSide side = side_of(game, G_OBJECT(client));
    const Seat *seat = &game->seat[side];
    gint64 patience_ms = game->settings->patience_ms;
    GError *error = NULL;
    if (!text) {
        give_up(task, side, g_error_copy(failure));
        return;
    }
    gint64 allowed = tab_clock_allowance(&game->clocks[side], seat->margin_ms, patience_ms);
    if (!tab_clock_charge(&game->clocks[side], elapsed_us, seat->margin_ms, patience_ms)) {
        g_autofree char *late =
            g_strdup_printf("answered later than in %" G_GINT64_FORMAT " ms", allowed);
        forfeit(task, side, TAB_RECORD_TIME, late);
        return;
    }
    TabPosition after;
    if (!tab_notation_parse_turn(game->rules, &game->situation, text, &game->turn, &after,
                                 &error)) {
        g_autofree char *shown =
            strlen(text) > 200 ? g_strdup_printf("%.200s…", text) : g_strdup(text);
        g_autofree char *illegal = g_strdup_printf("bestmove %s: %s", shown, error->message);
        g_error_free(error);
        forfeit(task, side, TAB_RECORD_ILLEGAL, illegal);
        return;
    }
    game->node = tab_record_append(game->record, game->node, &game->situation, text);
    tab_game_record_note(game->node, &game->info, game->settings->times, elapsed_us,
                         &game->clocks[side]);
    count_use(&game->seat[side].use, &game->info, elapsed_us);
    game->situation.position = after;
    game->situation.throws.n = 0;
    tab_game_counters_add(&game->counters, side, &after, game->turn.n_plays > 0);
    after_turn(task, side);
}

/* Throws until the hand is complete. The last place that a hand of any size could have takes only a
 * 2 or 3. */
static void throw_sticks(Game *game)
{
    TabThrows *throws = &game->situation.throws;
    TabSide side = (TabSide)game->situation.position.side;
    while (!tab_throws_complete(throws)) {
        int index = tab_game_sticks_throw(&game->sticks, side);
        if (throws->n < TAB_MAX_THROWS - 1 || !tab_throw_again(index))
            tab_throws_add(game->rules, throws, index);
    }
}

/* "1 4 2" */
static char *throws_text(const TabThrows *throws)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < throws->n; i++) {
        if (i)
            g_string_append_c(text, ' ');
        g_string_append_c(text, (char)('0' + tab_throw_value(throws->index[i])));
    }
    return g_string_free(text, FALSE);
}

/* The side to move throws and thinks. */
static void ask(GTask *task)
{
    Game *game = g_task_get_task_data(task);
    TabSide side = (TabSide)game->situation.position.side;
    const Seat *seat = &game->seat[side];
    g_autofree char *setpos = tab_notation_situation_to_string(game->rules, &game->situation);
    throw_sticks(game);
    g_autofree char *throws = throws_text(&game->situation.throws);
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    tab_clock_limits(game->clocks, side, &limits);
    gint64 allowed =
        tab_clock_allowance(&game->clocks[side], seat->margin_ms, game->settings->patience_ms);
    tab_info_clear(&game->info);
    tab_client_go(seat->client, setpos, throws, &limits, (guint)MIN(MAX(allowed, 1), G_MAXINT),
                  g_task_get_cancellable(task), on_answer, task);
}

static void next_turn(GTask *task)
{
    Game *game = g_task_get_task_data(task);
    if (g_cancellable_is_cancelled(g_task_get_cancellable(task)))
        after_pondering(task, 1u << TAB_WHITE | 1u << TAB_BLACK, break_off);
    else
        after_pondering(task, 1u << game->situation.position.side, ask);
}

/* The start. */

/* The game ends before its first turn: no throw waits for an answer. A program that cannot be
 * started (any more) lost no game: the match cannot go on. */
static void fail_to_begin(GTask *task, TabSide side, GError *error)
{
    Game *game = g_task_get_task_data(task);
    game->situation.throws.n = 0;
    if (g_error_matches(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START)) {
        g_prefix_error(&error, "engine %s: ", game->seat[side].name);
        g_task_return_error(task, error);
        g_object_unref(task);
        return;
    }
    give_up(task, side, error);
}

/* Gives an engine that declares the option `Seed` the seed of its seat, brought into the declared
 * range. */
static void set_seed(const Game *game, TabSide side)
{
    TabClient *client = game->seat[side].client;
    const TabOption *option = tab_option_find(tab_client_get_options(client), "Seed");
    if (!option || (option->type != TAB_OPTION_SPIN && option->type != TAB_OPTION_STRING))
        return;
    guint64 own;
    const char *set = tab_engine_config_get_option(game->seat[side].entrant->config, "Seed");
    TabRandom random = set && g_ascii_string_to_unsigned(set, 10, 0, G_MAXINT64, &own, NULL)
                           ? tab_random_new_stream(own, game->pairing.number)
                           : tab_random_new_stream(game->seed, TAB_STREAM_WHITE_ENGINE + side);
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
static void set_options(const Game *game, TabSide side)
{
    TabClient *client = game->seat[side].client;
    const TabOption *sticks = tab_option_find(tab_client_get_options(client), "Sticks");
    const TabOption *pondering = tab_option_find(tab_client_get_options(client), "Ponder");
    if (sticks && !tab_stick_source_is_fair(game->settings->sticks))
        tab_client_set_option(client, sticks->name, tab_stick_source_text(game->settings->sticks));
    if (pondering && pondering->type == TAB_OPTION_CHECK && game->seat[side].entrant->ponder)
        tab_client_set_option(client, pondering->name, "true");
    set_seed(game, side);
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
    Game *game = g_task_get_task_data(task);
    set_options(game, side);
    tab_client_new_game_async(game->seat[side].client, game->rules_text,
                              g_task_get_cancellable(task), on_new_game, task);
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
    Game *game = g_task_get_task_data(task);
    TabClient *client = game->seat[side].client;
    if (tab_client_get_state(client) == TAB_CLIENT_READY)
        new_game(task, side);
    else
        tab_client_start_async(client, g_task_get_cancellable(task), on_started, task);
}

static void take_seat(Game *game, TabSide side, const char *name, TabClient *client)
{
    const TabEntrant *entrant =
        g_ptr_array_index(game->settings->entrants, game->pairing.engine[side]);
    game->clocks[side] = tab_clock_new(&entrant->control);
    game->seat[side] = (Seat){
        .entrant = entrant,
        .name = name,
        .client = g_object_ref(client),
        .margin_ms = entrant->margin_ms >= 0 ? entrant->margin_ms : game->settings->margin_ms,
    };
    tab_client_set_info_func(client, take_info, game);
}

static Game *new_game_of(const TabGameSetup *setup, TabClient *const clients[2], TabClient *judge)
{
    const TabMatchSettings *settings = setup->settings;
    Game *game = g_new0(Game, 1);
    game->settings = settings;
    game->pairing = setup->pairing;
    game->rules = g_ptr_array_index(settings->rules, setup->pairing.rules);
    game->rules_text = tab_ruleset_to_string(&game->rules->set);
    game->seed = tab_schedule_seed(settings->seed, setup->pairing.set);
    game->sticks = tab_game_sticks_new(settings->sticks, game->seed, setup->pairing.set);
    game->adjudication = tab_adjudication_new(&settings->adjudication);
    for (int side = 0; side < 2; side++)
        take_seat(game, (TabSide)side, setup->name[side], clients[side]);
    if (judge)
        game->judge = tab_game_judge_new(settings, game->rules, judge);
    game->record = tab_game_record_new(settings, &game->pairing, setup->name, &game->sticks);
    game->node = game->record->root;
    game->situation = game->record->start;
    return game;
}

void tab_game_run_async(const TabGameSetup *setup, TabClient *const clients[2], TabClient *judge,
                        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = g_task_new(NULL, cancellable, callback, user_data);
    g_task_set_check_cancellable(task, FALSE); /* a game that has ended is not lost */
    g_task_set_task_data(task, new_game_of(setup, clients, judge), free_game);
    prepare(task, TAB_WHITE);
}

TabGameResult *tab_game_run_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_pointer(G_TASK(result), error);
}
