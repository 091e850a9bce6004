// SPDX-License-Identifier: GPL-3.0-or-later
// The model of a game in the window: openings, turns in the making, whole games, engines that fail.
#include <glib/gstdio.h>

#include "gui/model/protocol-log.h"
#include "protocol/client/error.h"
#include "gui/model/engine-store.h"
#include "gui/model/game-setup.h"
#include "gui/model/game-session.h"
#include "gui/model/play-path.h"
#include "gui/model/wording.h"
#include "protocol/rules/notation.h"
#include "protocol/rules/cast.h"
#include "built-engine.h"
#include "session-fixture.h"
#include "tab-throws.h"

static void test_play_path(void)
{
    g_autoptr(TabGame) game = game_begin("walker", "n8/7T1/9/9 w 3 - 9");
    g_autoptr(GArray) plays = tab_game_list_plays(game, game_cell(game, "c8"), -1);
    g_assert_cmpuint(plays->len, ==, 2); /* both branches */
    for (guint i = 0; i < plays->len; i++) {
        TabCell path[TAB_MAX_PATH];
        const TabPlay *one = &g_array_index(plays, TabPlay, i);
        g_assert_cmpuint(tab_play_path(game->rules, TAB_WHITE, one, path), ==, 4);
        g_assert_cmpint(path[1], ==, game_cell(game, "c9"));
        g_assert_cmpint(path[3], ==, one->to);
    }
}

static void test_cell_text(void)
{
    g_autofree char *pile = NULL;
    g_autoptr(TabGame) piles = game_begin("walker", "n8/9/4(MMM)4/9 w 2 - 9");
    pile = tab_wording_cell(piles, game_cell(piles, "b5"), true);
    g_assert_cmpstr(pile, ==, "b5, white pile of 3, can move with 2");
}

/* --- whole games
 * ------------------------------------------------------------------------------------------------------
 */

typedef struct {
    guint threw, played, changed;
} Seen;

static void on_threw(TabDocument *document, int side, int index, Seen *seen)
{
    g_assert_cmpint(side, >=, 0);
    g_assert_cmpint(index, <, TAB_N_THROWS);
    seen->threw++;
}

static void on_played(TabDocument *document, const TabPosition *before, const TabPlay *one,
                      Seen *seen)
{
    TabCell path[TAB_MAX_PATH];
    const TabRules *rules = document->record->rules;
    unsigned n = tab_play_path(rules, (TabSide)before->side, one, path);
    g_assert_cmpuint(n, ==, (guint)tab_throw_value(one->kind) + 1);
    seen->played++;
}

static void on_changed(TabGameSession *session, Seen *seen)
{
    g_autofree char *status = tab_wording_status(session);
    g_autofree char *subtitle = tab_wording_subtitle(session);
    g_assert_cmpuint(strlen(status), >, 0);
    g_assert_cmpuint(strlen(subtitle), >, 0);
    seen->changed++;
}

static void watch(TabGameSession *session, Seen *seen)
{
    g_signal_connect(session->document, "threw", G_CALLBACK(on_threw), seen);
    g_signal_connect(session->document, "played", G_CALLBACK(on_played), seen);
    g_signal_connect(session, "changed", G_CALLBACK(on_changed), seen);
}

/* One random step of whoever sits there: throws, moves, takes back, or ends the turn. */
static void act(TabGameSession *session, TabRandom *random)
{
    const TabGame *game = tab_document_game(session->document);
    g_assert_cmpint(tab_game_session_get_awaits(session), ==, TAB_AWAITS_PERSON);
    if (tab_game_session_throw(session))
        return;
    g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, -1);
    g_autofree char *reason = tab_wording_end_turn(session);
    if (!tab_game_may_stop(game)) {
        g_assert_cmpuint(strlen(reason), >, 0);
        g_assert_false(tab_game_session_end_turn(session));
    }
    if (tab_random_below(random, 20) == 0 && tab_game_session_undo(session))
        return;
    if (!plays->len || (tab_game_may_stop(game) && tab_random_below(random, 4) == 0)) {
        g_assert_true(tab_game_session_end_turn(session));
        return;
    }
    guint chosen = tab_random_below(random, plays->len);
    g_assert_true(tab_game_session_play(session, &g_array_index(plays, TabPlay, chosen)));
}

static TabGameSession *new_session(const char *rules, uint64_t seed, bool white, bool black,
                                   const TabEngineConfig *engine)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    g_free(setup->rules);
    setup->rules = g_strdup(rules);
    setup->seed = seed;
    setup->movetime = 10;
    setup->player[TAB_WHITE] = (TabPlayer){.engine = white, .level = white ? 0 : -1};
    setup->player[TAB_BLACK] = (TabPlayer){.engine = black, .level = black ? 0 : -1};
    for (int side = 0; side < 2; side++)
        setup->engine[side] = engine ? tab_engine_config_copy(engine) : NULL;
    TabGameSession *session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    return session;
}

/* Replays the record of a finished game by the rules alone, and compares the captures and the end.
 */
static void check_record(TabGameSession *session)
{
    const TabRules *rules = session->document->record->rules;
    const TabRecord *record = session->document->record;
    TabSituation before = record->start;
    TabPosition after = before.position;
    g_autofree TabTurn *turn = g_new0(TabTurn, 1);
    unsigned taken[2] = {0};
    g_autoptr(GPtrArray) line = g_ptr_array_new();
    for (TabRecordNode *node = tab_document_node(session->document); node->parent;
         node = node->parent)
        g_ptr_array_insert(line, 0, node);
    for (guint i = 0; i < line->len; i++) {
        const TabRecordNode *node = line->pdata[i];
        g_autoptr(GError) error = NULL;
        int side = before.position.side, enemy = 1 - side;
        g_assert_true(tab_notation_parse_throws(rules, node->throws, &before.throws, &error));
        tab_notation_parse_turn(rules, &before, node->turn, turn, &after, &error);
        g_assert_no_error(error);
        taken[side] += (unsigned)(before.position.pieces[enemy] - after.pieces[enemy]);
        before = (TabSituation){.position = after};
    }
    g_assert_cmpuint(taken[TAB_WHITE], ==,
                     tab_document_game(session->document)->counts.taken[TAB_WHITE]);
    g_assert_cmpuint(taken[TAB_BLACK], ==,
                     tab_document_game(session->document)->counts.taken[TAB_BLACK]);
    unsigned pieces = tab_ruleset_pieces(&rules->set);
    for (int side = 0; side < 2; side++)
        g_assert_cmpuint(after.pieces[side] + taken[1 - side] +
                             tab_document_game(session->document)->counts.lost[side],
                         ==, pieces);
}

static void play_out(TabGameSession *session, uint64_t seed)
{
    TabRandom random = tab_random_new(seed);
    for (guint i = 0; tab_document_phase(session->document) != TAB_PHASE_OVER; i++) {
        g_assert_cmpuint(i, <, 200000);
        act(session, &random);
    }
}

static void test_people(gconstpointer rules)
{
    Seen seen = {0};
    g_autoptr(TabGameSession) session = new_session(rules, 7, false, false, NULL);
    watch(session, &seen);
    play_out(session, 3);
    check_record(session);
    g_assert_cmpint(tab_document_game(session->document)->end, !=, TAB_END_NONE);
    g_assert_cmpint(tab_game_session_get_awaits(session), ==, TAB_AWAITS_NOTHING);
    g_assert_false(tab_game_session_throw(session));
    g_assert_false(tab_game_session_end_turn(session));
    g_assert_cmpuint(seen.threw, >, 0);
    g_assert_cmpuint(seen.played, >, 0);
    g_assert_cmpuint(seen.changed, >=, seen.threw + seen.played);
    g_autofree char *result = tab_wording_result(session);
    g_assert_nonnull(result);
}

/* The same seed throws the same throws, another one others. */
static char *throws_of(uint64_t seed)
{
    g_autoptr(TabGameSession) session = new_session("walker", seed, false, false, NULL);
    GString *text = g_string_new(NULL);
    for (int i = 0; i < 40; i++) {
        TabRandom random = tab_random_new((guint64)i);
        act(session, &random);
    }
    const GArray *opening = session->document->live->opening;
    for (guint i = 0; i < opening->len; i++)
        g_string_append_printf(text, "%d", g_array_index(opening, TabRecordThrow, i).kind);
    for (TabRecordNode *node = session->document->record->root->child; node; node = node->child)
        g_string_append_printf(text, " %s", node->turn);
    return g_string_free(text, FALSE);
}

static void test_seed(void)
{
    g_autofree char *one = throws_of(11), *same = throws_of(11), *other = throws_of(12);
    g_assert_cmpstr(one, ==, same);
    g_assert_cmpstr(one, !=, other);
}

static void test_bad_setup(void)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    g_free(setup->rules);
    setup->rules = g_strdup("chess");
    g_assert_null(tab_game_session_new(setup, &error));
    g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RULES);
    g_clear_error(&error);
    g_free(setup->rules);
    setup->rules = g_strdup("walker");
    g_free(setup->sticks);
    setup->sticks = g_strdup("loaded");
    g_assert_null(tab_game_session_new(setup, &error));
    g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    g_assert_nonnull(strstr(error->message, "loaded"));
    g_clear_error(&error);
    g_autoptr(TabRules) rules = tab_rules_parse("walker", NULL);
    g_assert_null(tab_game_session_new_from_record(tab_record_new(rules, NULL, 0), setup, &error));
    g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    g_clear_error(&error);
    g_free(setup->sticks);
    setup->sticks = NULL;
    setup->position = g_strdup("no board");
    g_assert_null(tab_game_session_new(setup, &error));
    g_assert_nonnull(error);
}

/* Only a person gives up, and never twice; two engines, one of them lost, go on without. */
static void test_giving_up(void)
{
    g_autoptr(TabGameSession) engines = new_session("ludii", 3, true, true, NULL);
    g_assert_false(tab_game_session_can_resign(engines));
    g_assert_false(tab_game_session_resign(engines));
    g_assert_cmpint(tab_game_session_find_resigning(engines), ==, -1);
    g_assert_cmpint(tab_game_session_find_lost(engines), >=, 0);

    g_autoptr(TabGameSession) session = new_session("ludii", 3, false, true, NULL);
    while (tab_document_phase(session->document) == TAB_PHASE_OPENING)
        g_assert_true(tab_game_session_throw(session) || tab_game_session_advance(session));
    g_assert_cmpint(tab_game_session_find_lost(session), ==, TAB_BLACK);
    g_assert_cmpint(tab_game_session_find_resigning(session), ==, TAB_WHITE);
    g_assert_true(tab_game_session_resign(session));
    g_assert_cmpint(session->document->live->winner, ==, TAB_BLACK);
    g_assert_cmpint(tab_game_session_find_lost(session), ==, -1); /* the game needs it no more */
    g_assert_false(tab_game_session_resign(session));
}

static void test_turn_limit(void)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    setup->max_turns = 6;
    g_autoptr(TabGameSession) session = tab_game_session_new(setup, NULL);
    play_out(session, 1);
    g_assert_cmpint(tab_document_game(session->document)->end, ==, TAB_END_TURN_LIMIT);
    g_assert_cmpint(tab_document_game(session->document)->winner, ==, -1);
    g_assert_cmpuint(tab_document_game(session->document)->counts.n_turns, ==, 6);
}

static void test_no_progress(void)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_free(setup->rules);
    g_free(setup->sticks);
    setup->rules = g_strdup("jordan");       /* the opening needs no tâb */
    setup->sticks = g_strdup("w=0,0,1,1,0"); /* and none ever comes */
    g_autoptr(TabGameSession) session = tab_game_session_new(setup, NULL);
    play_out(session, 1);
    g_assert_cmpint(tab_document_game(session->document)->end, ==, TAB_END_NO_PROGRESS);
    g_assert_cmpuint(tab_document_game(session->document)->counts.n_turns, ==, 50);
}

/* --- engines
 * ---------------------------------------------------------------------------------------------------------------
 */

/* With these switches, separated by `|`. */
static TabEngineConfig *fake_engine(const char *switches)
{
    g_autofree char *command = g_strdup_printf(
        "tests/fake-engine|--option|name Level type spin default 5 min 0 max 10|%s", switches);
    return built_engine(command);
}

static gboolean on_timeout(gpointer data)
{
    *(gboolean *)data = TRUE;
    return G_SOURCE_REMOVE;
}

/* Runs the main loop, and all that goes by itself, until the game awaits this; persons pass where
 * they can. */
static void run_until(TabGameSession *session, TabAwaits awaits)
{
    gboolean late = FALSE;
    guint source = g_timeout_add_seconds(60, on_timeout, &late);
    TabRandom random = tab_random_new(5);
    while (tab_game_session_get_awaits(session) != awaits && !late) {
        if (tab_game_session_advance(session))
            continue;
        if (tab_game_session_get_awaits(session) == TAB_AWAITS_PERSON)
            act(session, &random);
        else
            g_main_context_iteration(NULL, TRUE);
    }
    g_assert_false(late);
    g_source_remove(source);
}

/* Three Xs of sáhkku are cast anew in place of moving: by a person as a throw, and by an engine. */
static TabGameSession *three_ones(const TabEngineConfig *engine)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    g_free(setup->rules);
    setup->rules = g_strdup("sahkku:columns=5");
    setup->position = g_strdup("nnnnn/2X2/NNNNN w 1,1,1 - 1");
    setup->player[TAB_WHITE] = (TabPlayer){.engine = engine != NULL, .level = engine ? 0 : -1};
    setup->player[TAB_BLACK] = (TabPlayer){.level = -1};
    setup->engine[TAB_WHITE] = engine ? tab_engine_config_copy(engine) : NULL;
    TabGameSession *session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    return session;
}

static void assert_cast_anew(TabGameSession *session)
{
    const TabRecordNode *turn = session->document->record->root->child;
    g_assert_cmpstr(turn->turn, ==, "again");
    g_assert_cmpint(session->document->live->position.side, ==, TAB_WHITE);
    g_assert_cmpuint(session->document->live->position.number, ==, 1);
}

static void test_cast_anew(void)
{
    g_autoptr(TabGameSession) session = three_ones(NULL);
    g_assert_true(tab_game_session_can_cast_anew(session));
    g_assert_false(tab_game_session_can_end_turn(session)); /* they can be used */
    g_assert_true(tab_game_session_throw(session));
    assert_cast_anew(session);
    g_assert_cmpuint(session->document->live->turn.situation.throws.n, ==, 3);
}

static void test_engine_casts_anew(void)
{
    g_autoptr(TabEngineConfig) engine = fake_engine("--answer|again");
    g_autoptr(TabGameSession) session = three_ones(engine);
    while (!session->document->record->root->child)
        if (!tab_game_session_advance(session))
            g_main_context_iteration(NULL, TRUE);
    assert_cast_anew(session);
}

static void test_engines(void)
{
    Seen seen = {0};
    g_autoptr(TabEngineConfig) engine = built_engine("engine/tab-engine");
    g_autoptr(TabGameSession) session =
        new_session("walker:columns=5,pieces=2", 3, true, true, engine);
    watch(session, &seen);
    run_until(session, TAB_AWAITS_NOTHING);
    check_record(session);
    g_assert_cmpuint(seen.played, >, 0);
    g_autofree char *title = tab_wording_title(session);
    g_assert_cmpstr(title, ==, "Tab Engine, level 0 against Tab Engine, level 0");
}

static void test_person_and_engine(void)
{
    g_autoptr(TabEngineConfig) engine = built_engine("engine/tab-engine");
    g_autoptr(TabGameSession) session = new_session("ludii:columns=5", 3, false, true, engine);
    run_until(session, TAB_AWAITS_NOTHING);
    check_record(session);
    g_autofree char *title = tab_wording_title(session);
    g_assert_cmpstr(title, ==, "You against Tab Engine, level 0");
    g_autofree char *players = tab_wording_players(session);
    g_assert_cmpstr(players, ==, "You against Tab Engine");
}

/* An engine that nobody has named is called as its program until it tells its own name, everywhere;
 * two of one name are told apart. */
static void test_engine_names(void)
{
    g_autoptr(TabEngineConfig) engine = fake_engine("--name|Big Fake 3.1|--crash-at|go");
    g_autoptr(TabGameSession) session = new_session("ludii", 3, true, true, engine);
    g_assert_cmpstr(tab_engine_seat_get_name(session->seat[TAB_WHITE]), ==, "fake-engine");
    run_until(session, TAB_AWAITS_RESTART);
    while (session->seat[TAB_WHITE]->state == TAB_SEAT_STARTING)
        g_main_context_iteration(NULL, TRUE);
    g_autofree char *title = tab_wording_title(session);
    g_assert_cmpstr(title, ==, "Big Fake, level 0 against Big Fake, level 0");
    g_autofree char *players = tab_wording_players(session);
    g_assert_cmpstr(players, ==, title);
    g_autofree char *white = tab_wording_player(session, TAB_WHITE);
    g_assert_cmpstr(white, ==, "White (level 0)");
    session->setup->player[TAB_BLACK].level = -1;
    g_autofree char *black = tab_wording_player(session, TAB_BLACK);
    g_assert_cmpstr(black, ==, "Black (Big Fake)");
    g_autofree char *text = tab_document_to_text(session->document);
    g_assert_nonnull(text);
    const TabRecord *record = session->document->record;
    g_assert_cmpstr(tab_record_get_tag(record, "White"), ==, "Big Fake");
    g_assert_cmpstr(tab_record_get_tag(record, "WhiteEngine"), ==, "fake-engine");
}

/* What a log tells of its engine last. */
static char *find_event(TabProtocolLog *log)
{
    for (guint64 i = log->end; i-- > tab_protocol_log_get_begin(log);)
        if (tab_protocol_log_get(log, i)->kind == TAB_PROTOCOL_LOG_EVENT)
            return g_strdup(tab_protocol_log_get(log, i)->text);
    return NULL;
}

/* The engine to move is down: the game stays as it is, and goes on when it is replaced by a person.
 */
static void check_down(TabGameSession *session, const char *part)
{
    run_until(session, TAB_AWAITS_RESTART);
    TabSide side = tab_game_side(tab_document_game(session->document));
    TabEngineSeat *seat = session->seat[side];
    const char *fault = seat->fault;
    g_assert_nonnull(fault);
    if (part && !strstr(fault, part))
        g_error("the fault “%s” does not say “%s”", fault, part);
    g_autofree char *event = find_event(seat->log);
    g_assert_true(g_str_has_prefix(event, fault)); /* what is for those who write engines follows */
    TabPosition before = tab_document_game(session->document)->position;
    guint turns = tab_document_game(session->document)->counts.n_turns;
    g_assert_false(tab_game_session_advance(session));

    tab_game_session_restart_engine(session, side);
    g_assert_cmpint(tab_game_session_get_awaits(session), !=, TAB_AWAITS_NOTHING);
    run_until(session, TAB_AWAITS_RESTART);
    g_assert_true(tab_position_same(&before, &tab_document_game(session->document)->position));
    g_assert_cmpuint(tab_document_game(session->document)->counts.n_turns, ==, turns);

    tab_game_session_replace_engine(session, side);
    g_assert_cmpint(tab_game_session_get_awaits(session), ==, TAB_AWAITS_PERSON);
    run_until(session, TAB_AWAITS_NOTHING);
    check_record(session);
}

static void test_crash(void)
{
    g_autoptr(TabEngineConfig) engine = fake_engine("--crash-at|go");
    g_autoptr(TabGameSession) session = new_session("ludii", 3, false, true, engine);
    check_down(session, "the engine has ended");
}

/* People read in words of the window what the client tells in its own; each fault has others. */
static void test_fault_texts(void)
{
    g_autoptr(GHashTable) texts = g_hash_table_new(g_str_hash, g_str_equal);
    for (int code = TAB_CLIENT_ERROR_START; code <= TAB_CLIENT_ERROR_REFUSED; code++) {
        g_autoptr(GError) error = g_error_new(TAB_CLIENT_ERROR, code, "x: y");
        g_assert_cmpstr(tab_engine_fault_text(error), !=, "x: y");
        g_assert_true(g_hash_table_add(texts, (char *)tab_engine_fault_text(error)));
    }
    g_autoptr(GError) other = g_error_new(G_FILE_ERROR, G_FILE_ERROR_NOENT, "x: y");
    g_assert_cmpstr(tab_engine_fault_text(other), ==, "x: y");
    g_assert_cmpstr(tab_engine_fault_text(NULL), ==, "the engine has ended");
}

/* Its author reads in the log what was wrong, and a turn that would not have been. */
static void test_illegal(void)
{
    g_autoptr(TabEngineConfig) engine = fake_engine("--answer|4:a1c3");
    g_autoptr(TabGameSession) session = new_session("ludii", 3, false, true, engine);
    run_until(session, TAB_AWAITS_RESTART);
    const TabGame *game = tab_document_game(session->document);
    g_autofree char *legal = tab_game_legal_turn(game);
    g_autofree char *advice = g_strdup_printf("; %s is a legal turn)", legal);
    g_autofree char *event = find_event(session->seat[tab_game_side(game)]->log);
    g_assert_true(g_str_has_suffix(event, advice));
    check_down(session, "against the rules");
}

static void test_missing(void)
{
    g_autoptr(TabGameSession) session = new_session("ludii", 3, false, true, NULL);
    check_down(session, "not found");
}

static void test_start_fails(void)
{
    g_autoptr(TabEngineConfig) engine =
        tab_engine_config_new((const char *[]){"/nonexistent/engine", NULL});
    g_autoptr(TabGameSession) session = new_session("ludii", 3, false, true, engine);
    check_down(session, "could not be started");
}

static gboolean on_idle(gpointer waited)
{
    *(gboolean *)waited = TRUE;
    return G_SOURCE_CONTINUE;
}

/* No call waits for an engine, not even for one that never says a word. */
static void test_mute(void)
{
    g_autoptr(TabEngineConfig) engine = fake_engine("--mute|handshake|--ignore-quit");
    gboolean waited = FALSE;
    guint idle = g_idle_add(on_idle, &waited);
    TabGameSession *session = new_session("ludii", 3, true, true, engine);
    while (tab_game_session_advance(session))
        ;
    g_assert_cmpint(tab_game_session_get_awaits(session), ==, TAB_AWAITS_ENGINE);
    for (int side = TAB_WHITE; side <= TAB_BLACK; side++) /* no deadline is over */
        g_assert_cmpint(session->seat[side]->state, ==, TAB_SEAT_STARTING);
    tab_game_session_close(session);
    g_object_unref(session);
    g_assert_false(waited);
    g_source_remove(idle);
    while (g_main_context_iteration(NULL, FALSE))
        ;
}

/* --- setups
 * ------------------------------------------------------------------------------------------------------------------
 */

static void test_players(void)
{
    static const char *const good[] = {"human", "engine", "engine:0", "engine:10"};
    static const char *const bad[] = {
        "", "humans", "engine:", "engine:11", "engine:-1", "engine:x"};
    for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
        TabPlayer player;
        g_assert_true(tab_player_parse(good[i], &player, NULL));
        g_autofree char *text = tab_player_to_string(&player);
        g_assert_cmpstr(text, ==, good[i]);
    }
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        TabPlayer player;
        g_autoptr(GError) error = NULL;
        g_assert_false(tab_player_parse(bad[i], &player, &error));
        g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    }
}

static void test_rules_choice(void)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_game_setup_set_rules(setup, "walker", true, 13, &error));
    g_assert_cmpstr(setup->rules, ==, "walker:columns=13");
    g_assert_true(tab_game_setup_set_rules(setup, "walker:pieces=7", true, 5, &error));
    g_assert_cmpstr(setup->rules, ==, "walker:columns=5");
    g_assert_true(tab_game_setup_set_rules(setup, "walker:pieces=3", true, 11, &error));
    g_assert_cmpstr(setup->rules, ==, "walker:columns=11,pieces=3");
    g_assert_false(tab_game_setup_set_rules(setup, "walker", true, 30, &error));
    g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RULES);
    g_assert_cmpstr(setup->rules, ==, "walker:columns=11,pieces=3");
}

static void test_seating(void)
{
    static const TabSeating seatings[] = {TAB_SEATING_WHITE, TAB_SEATING_BLACK, TAB_SEATING_BOTH,
                                          TAB_SEATING_NONE};
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    for (guint i = 0; i < G_N_ELEMENTS(seatings); i++) {
        tab_game_setup_seat(setup, seatings[i], (const int[]){4, 9});
        g_assert_cmpint(tab_game_setup_get_seating(setup), ==, seatings[i]);
        if (setup->player[TAB_BLACK].engine)
            g_assert_cmpint(setup->player[TAB_BLACK].level, ==, 9);
    }
}

static void add_people_tests(void)
{
    static const char *const rules[] = {
        "standard",           "walker",         "bell",           "lane", "ludii", "jordan",
        "standard:columns=5", "bell:columns=6", "lane:columns=29"};
    for (guint i = 0; i < G_N_ELEMENTS(rules); i++) {
        g_autofree char *path = g_strdup_printf("/session/people/%s", rules[i]);
        g_test_add_data_func(path, rules[i], test_people);
    }
}

/* The user's engines come after the own one, are picked by name, and a bad file is told of. */
static void test_engines_to_choose_from(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = tab_engine_config_user_file();
    g_autofree char *folder = g_path_get_dirname(path);
    g_assert_true(g_str_has_prefix(path, g_get_user_config_dir()));
    g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
    g_autoptr(GPtrArray) saved =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
    TabEngineConfig *mine =
        tab_engine_config_new((const char *[]){"/bin/my-engine", "--fast", NULL});
    mine->name = g_strdup("Mine");
    g_ptr_array_add(saved, mine);
    g_ptr_array_add(saved, tab_engine_config_copy(mine));
    TabEngineConfig *resting = g_ptr_array_index(saved, 1);
    g_free(resting->name);
    resting->name = g_strdup("Resting");
    resting->disabled = TRUE;
    g_assert_true(tab_engine_config_save(saved, path, &error));
    g_autoptr(GPtrArray) engines = tab_game_setup_engines(&error);
    g_assert_no_error(error);
    g_assert_cmpuint(engines->len, >=, 1);
    for (guint i = 0; i < engines->len; i++)
        g_assert_cmpstr(tab_engine_store_name_of(g_ptr_array_index(engines, i)), !=, "Resting");
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    tab_game_setup_pick_engine(setup, TAB_WHITE, engines, "Mine");
    tab_game_setup_pick_engine(setup, TAB_BLACK, engines, "nobody's");
    g_assert_cmpstr(setup->engine[TAB_WHITE]->argv[1], ==, "--fast");
    g_assert_cmpstr(tab_engine_store_name_of(setup->engine[TAB_WHITE]), ==, "Mine");
    g_assert_cmpstr(setup->engine[TAB_BLACK]->argv[0], ==,
                    ((TabEngineConfig *)g_ptr_array_index(engines, 0))->argv[0]);
    g_assert_true(g_file_set_contents(path, "[Bad]\ncommand=\n", -1, NULL));
    g_autoptr(GPtrArray) others = tab_game_setup_engines(&error);
    g_assert_nonnull(error);
    g_assert_cmpuint(others->len, ==, engines->len - 1);
    g_assert_cmpint(g_remove(path), ==, 0);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    g_assert_cmpint(g_rmdir(g_get_user_config_dir()), ==, 0);
}

int main(int argc, char *argv[])
{
    /* a folder of our own for the user's list of engines, before anything looks there */
    g_autofree char *config = g_dir_make_tmp("tab-test-XXXXXX", NULL);
    g_setenv("XDG_CONFIG_HOME", config, TRUE);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/play-path", test_play_path);
    g_test_add_func("/turn/cell-text", test_cell_text);
    add_people_tests();
    g_test_add_func("/session/seed", test_seed);
    g_test_add_func("/session/bad-setup", test_bad_setup);
    g_test_add_func("/session/giving-up", test_giving_up);
    g_test_add_func("/session/turn-limit", test_turn_limit);
    g_test_add_func("/session/no-progress", test_no_progress);
    g_test_add_func("/engines/two", test_engines);
    g_test_add_func("/engines/cast-anew", test_cast_anew);
    g_test_add_func("/engines/engine-casts-anew", test_engine_casts_anew);
    g_test_add_func("/engines/person", test_person_and_engine);
    g_test_add_func("/engines/names", test_engine_names);
    g_test_add_func("/engines/crash", test_crash);
    g_test_add_func("/session/fault-texts", test_fault_texts);
    g_test_add_func("/engines/illegal", test_illegal);
    g_test_add_func("/engines/missing", test_missing);
    g_test_add_func("/engines/start-fails", test_start_fails);
    g_test_add_func("/engines/mute", test_mute);
    g_test_add_func("/setup/players", test_players);
    g_test_add_func("/setup/rules", test_rules_choice);
    g_test_add_func("/setup/seating", test_seating);
    g_test_add_func("/choice/engines", test_engines_to_choose_from);
    return g_test_run();
}
