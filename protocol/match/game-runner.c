// SPDX-License-Identifier: GPL-3.0-or-later
// A game as a chain of asynchronous steps: prepare White, prepare Black, opening, then turns until
// it ends.
#include "protocol/match/game-runner.h"

#include <string.h>

#include "protocol/rules/sticks.h"

/* What an engine tells of its search is believed so far. */
#define MAX_DEPTH 1000000
#define MAX_NODES (INT64_C(1) << 42)

typedef struct {
    TabPairing pairing;
    guint max_turns;
    gint64 margin_ms, patience_ms, engine_seed[2];
    guint64 seed;
    gboolean times;
    char *name[2], *event, *date;
    TabRules *rules;
    char *rules_text;
    TabClient *clients[2];
    gulong info_handler[2];
    TabClock clocks[2];
    TabSticks sticks;
    TabRandom random[2]; /* throws, by side */
    TabRecord *record;   /* NULL before the opening */
    TabRecordNode *node; /* last turn of the record */
    TabPosition position;
    TabSituation situation; /* the same with the throws */
    guint turns, idle;      /* played; the last of them without a move */
    TabSeatUse use[2];
    TabTurn turn;
    TabInfo info; /* of the running go: the best line's last word */
} Game;

static void free_game(Game *game)
{
    for (int side = 0; side < 2; side++) {
        g_signal_handler_disconnect(game->clients[side], game->info_handler[side]);
        g_object_unref(game->clients[side]);
        g_free(game->name[side]);
    }
    tab_info_clear(&game->info);
    g_clear_pointer(&game->record, tab_record_free);
    tab_rules_unref(game->rules);
    g_free(game->rules_text);
    g_free(game->event);
    g_free(game->date);
    g_free(game);
}

/* The end. */

static void finish(GTask *task, TabRecordResult won, TabRecordTermination termination,
                   const char *reason)
{
    Game *game = g_task_get_task_data(task);
    TabGameResult *result = g_new0(TabGameResult, 1);
    GString *text = g_string_new(NULL);
    tab_record_set_result(game->record, won, termination);
    tab_record_write(game->record, text);
    result->number = game->pairing.number;
    result->rules = game->pairing.rules;
    result->opening = -1;
    result->first = (TabSide)game->record->start.position.side;
    result->result = won;
    result->termination = termination;
    result->turns = game->turns;
    result->reason = g_strdup(reason);
    result->record = g_string_free(text, FALSE);
    for (int side = 0; side < 2; side++) {
        result->engine[side] = game->pairing.engine[side];
        result->use[side] = game->use[side];
    }
    g_task_return_pointer(task, result, (GDestroyNotify)tab_game_result_free);
    g_object_unref(task);
}

/* The game is lost for `side`; the throws it did not answer stay in the record, with the reason. */
static void forfeit(GTask *task, TabSide side, TabRecordTermination termination, const char *text)
{
    Game *game = g_task_get_task_data(task);
    g_autofree char *reason = g_strdup_printf("%s: %s", game->name[side], text);
    TabRecordNode *node = game->node;
    if (game->situation.throws.n)
        node = tab_record_append(game->record, node, &game->situation, NULL);
    tab_record_set_comment(node, reason);
    finish(task, side == TAB_WHITE ? TAB_RECORD_BLACK_WON : TAB_RECORD_WHITE_WON, termination,
           reason);
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
    if (g_task_return_error_if_cancelled(task)) {
        g_object_unref(task);
    } else {
        forfeit(task, side, termination_of(error), error->message);
    }
    g_error_free(error);
}

/* Turns. */

static void next_turn(GTask *task);

/* Keeps what the best line says last. */
static void take_info(TabClient *client, const TabInfo *info, Game *game)
{
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

static void note_turn(Game *game, TabRecordNode *node, TabSide side, gint64 elapsed_us)
{
    count_use(&game->use[side], &game->info, elapsed_us);
    if (game->info.fields & TAB_INFO_WIN)
        tab_record_set_number(node, "eval", CLAMP(game->info.win, 0, 1), 4);
    if (game->info.fields & TAB_INFO_DEPTH && game->info.depth >= 0)
        tab_record_set_number(node, "depth", (double)MIN(game->info.depth, MAX_DEPTH), 0);
    if (!game->times)
        return;
    tab_record_set_number(node, "emt", (double)elapsed_us / 1e6, 3);
    if (tab_clock_counts(&game->clocks[side]))
        tab_record_set_number(node, "clk", (double)game->clocks[side].left_us / 1e6, 3);
}

/* Ends the game if it is over, else goes on. */
static void after_turn(GTask *task)
{
    Game *game = g_task_get_task_data(task);
    game->situation.throws.n = 0;
    if (tab_position_finished(&game->position))
        finish(task, game->position.pieces[TAB_WHITE] ? TAB_RECORD_WHITE_WON : TAB_RECORD_BLACK_WON,
               TAB_RECORD_NORMAL, NULL);
    else if (game->idle >= TAB_GAME_NO_PROGRESS)
        finish(task, TAB_RECORD_DRAWN, TAB_RECORD_NO_PROGRESS, NULL);
    else if (game->turns >= game->max_turns)
        finish(task, TAB_RECORD_DRAWN, TAB_RECORD_TURN_LIMIT, NULL);
    else
        next_turn(task);
}

/* The referee: takes the engine's answer, or declares the game lost. */
static void on_answer(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    Game *game = g_task_get_task_data(task);
    TabSide side = (TabSide)game->position.side;
    GError *error = NULL;
    gint64 elapsed_us = 0;
    g_autofree char *text = tab_client_go_finish(TAB_CLIENT(source), result, &elapsed_us, &error);
    if (!text) {
        give_up(task, side, error);
        return;
    }
    gint64 allowed = tab_clock_allowance(&game->clocks[side], game->margin_ms, game->patience_ms);
    if (!tab_clock_charge(&game->clocks[side], elapsed_us, game->margin_ms, game->patience_ms)) {
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
    note_turn(game, game->node, side, elapsed_us);
    game->position = after;
    game->turns++;
    game->idle = game->turn.n_plays ? 0 : game->idle + 1;
    after_turn(task);
}

/* Throws until the hand is complete. The last place that a hand of any size could have takes only a
 * 2 or 3. */
static void throw_sticks(Game *game)
{
    TabThrows *throws = &game->situation.throws;
    TabRandom *random = &game->random[game->position.side];
    while (!tab_throws_complete(throws)) {
        int index = tab_sticks_throw(&game->sticks, random);
        if (throws->n < TAB_MAX_THROWS - 1 || !tab_throw_again(index))
            tab_throws_add(game->rules, throws, index);
    }
}

/* "1 4 2" */
static char *throws_text(const TabThrows *throws)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < throws->n; i++)
        g_string_append_printf(text, i ? " %d" : "%d", tab_throw_value(throws->index[i]));
    return g_string_free(text, FALSE);
}

/* Has the side to move throw and think. `situation` holds the throws that the position came with.
 */
static void next_turn(GTask *task)
{
    Game *game = g_task_get_task_data(task);
    if (g_task_return_error_if_cancelled(task)) {
        g_object_unref(task);
        return;
    }
    TabSide side = (TabSide)game->position.side;
    game->situation.position = game->position;
    g_autofree char *setpos = tab_notation_situation_to_string(game->rules, &game->situation);
    throw_sticks(game);
    g_autofree char *throws = throws_text(&game->situation.throws);
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    tab_clock_limits(game->clocks, side, &limits);
    gint64 allowed = tab_clock_allowance(&game->clocks[side], game->margin_ms, game->patience_ms);
    tab_info_clear(&game->info);
    tab_client_go_async(game->clients[side], setpos, throws, &limits,
                        (guint)MIN(MAX(allowed, 1), G_MAXINT), g_task_get_cancellable(task),
                        on_answer, task);
}

/* The start. */

/* Throws the opening: who throws follows from the rules, what falls from the game's seed. */
static GArray *throw_opening(const Game *game)
{
    GArray *throws = g_array_new(FALSE, FALSE, sizeof(TabRecordThrow));
    TabRandom random = tab_random_new_stream(game->seed, TAB_STREAM_OPENING);
    TabSide side;
    while (throws->len < TAB_RECORD_MAX_OPENING &&
           tab_record_opening(game->rules, (const TabRecordThrow *)(void *)throws->data,
                              throws->len, &side) == TAB_RECORD_OPENING_OPEN) {
        TabRecordThrow thrown = {(uint8_t)side, (uint8_t)tab_sticks_throw(&game->sticks, &random)};
        g_array_append_val(throws, thrown);
    }
    return throws;
}

static void begin_record(Game *game)
{
    g_autoptr(GArray) opening = throw_opening(game);
    g_autofree char *round = g_strdup_printf("%u", game->pairing.number);
    g_autofree char *seed = g_strdup_printf("%" G_GUINT64_FORMAT, game->seed);
    g_autofree char *max_turns = g_strdup_printf("%u", game->max_turns);
    g_autofree char *white = tab_time_control_to_string(&game->clocks[TAB_WHITE].control);
    game->record =
        tab_record_new(game->rules, (const TabRecordThrow *)(void *)opening->data, opening->len);
    game->node = game->record->root;
    tab_record_set_tag(game->record, "Event", game->event);
    tab_record_set_tag(game->record, "Round", round);
    tab_record_set_tag(game->record, "Date", game->date);
    tab_record_set_tag(game->record, "White", game->name[TAB_WHITE]);
    tab_record_set_tag(game->record, "Black", game->name[TAB_BLACK]);
    tab_record_set_tag(game->record, "Sticks", "fair");
    tab_record_set_tag(game->record, "Seed", seed);
    tab_record_set_tag(game->record, "TimeControl", white);
    tab_record_set_tag(game->record, "MaxTurns", max_turns);
    game->situation = game->record->start;
    game->position = game->situation.position;
}

/* Gives an engine that declares the option `Seed` the seed of its seat, brought into the declared
 * range. */
static void seed_engine(Game *game, TabSide side)
{
    TabClient *client = game->clients[side];
    const TabOption *option = tab_option_find(tab_client_get_options(client), "Seed");
    if (!option || (option->type != TAB_OPTION_SPIN && option->type != TAB_OPTION_STRING))
        return;
    TabRandom random =
        game->engine_seed[side] < 0
            ? tab_random_new_stream(game->seed, TAB_STREAM_WHITE_ENGINE + side)
            : tab_random_new_stream((guint64)game->engine_seed[side], game->pairing.number);
    gint64 value =
        (gint64)(tab_random_next(&random) >> 33); /* 0 … 2^31 - 1: every engine can hold that */
    if (option->type == TAB_OPTION_SPIN) {
        gint64 low = CLAMP(0, option->min, option->max);
        value = option->max - low < value ? low + value % (option->max - low + 1) : low + value;
    }
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, value);
    tab_client_set_option(client, option->name, text);
}

static void prepare(GTask *task, TabSide side);

static void on_new_game(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    Game *game = g_task_get_task_data(task);
    TabSide side = source == G_OBJECT(game->clients[TAB_WHITE]) ? TAB_WHITE : TAB_BLACK;
    GError *error = NULL;
    if (!tab_client_new_game_finish(TAB_CLIENT(source), result, &error)) {
        game->situation.throws.n = 0; /* no turn was asked for */
        give_up(task, side, error);
    } else if (side == TAB_WHITE) {
        prepare(task, TAB_BLACK);
    } else {
        next_turn(task);
    }
}

static void new_game(GTask *task, TabSide side)
{
    Game *game = g_task_get_task_data(task);
    seed_engine(game, side);
    tab_client_new_game_async(game->clients[side], game->rules_text, g_task_get_cancellable(task),
                              on_new_game, task);
}

static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    Game *game = g_task_get_task_data(task);
    TabSide side = source == G_OBJECT(game->clients[TAB_WHITE]) ? TAB_WHITE : TAB_BLACK;
    GError *error = NULL;
    if (!tab_client_start_finish(TAB_CLIENT(source), result, &error)) {
        game->situation.throws.n = 0;
        give_up(task, side, error);
    } else {
        new_game(task, side);
    }
}

static void prepare(GTask *task, TabSide side)
{
    Game *game = g_task_get_task_data(task);
    if (tab_client_get_state(game->clients[side]) == TAB_CLIENT_READY)
        new_game(task, side);
    else
        tab_client_start_async(game->clients[side], g_task_get_cancellable(task), on_started, task);
}

void tab_game_run_async(const TabGameSetup *setup, TabClient *const clients[2],
                        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = g_task_new(NULL, cancellable, callback, user_data);
    g_task_set_check_cancellable(task, FALSE); /* a game that has ended is not lost */
    Game *game = g_new0(Game, 1);
    game->pairing = setup->pairing;
    game->max_turns = setup->max_turns;
    game->margin_ms = setup->margin_ms;
    game->patience_ms = setup->patience_ms;
    game->seed = setup->seed;
    game->times = setup->times;
    game->event = g_strdup(setup->event);
    game->date = g_strdup(setup->date);
    game->rules = tab_rules_ref(setup->rules);
    game->rules_text = tab_ruleset_to_string(&setup->rules->set);
    game->sticks = tab_sticks_fair();
    for (int side = 0; side < 2; side++) {
        game->name[side] = g_strdup(setup->name[side]);
        game->engine_seed[side] = setup->engine_seed[side];
        game->clients[side] = g_object_ref(clients[side]);
        game->clocks[side] = tab_clock_new(&setup->control[side]);
        game->random[side] =
            tab_random_new_stream(game->seed, (guint64)TAB_STREAM_WHITE + (guint64)side);
        game->info_handler[side] =
            g_signal_connect(clients[side], "info", G_CALLBACK(take_info), game);
    }
    begin_record(game);
    g_task_set_task_data(task, game, (GDestroyNotify)free_game);
    prepare(task, TAB_WHITE);
}

TabGameResult *tab_game_run_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_pointer(G_TASK(result), error);
}
