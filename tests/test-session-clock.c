// SPDX-License-Identifier: GPL-3.0-or-later
// A game by the clock, told the time by the test: whose time runs, the end of it, pauses, taking
// back, and taking the game up again.
#include <glib/gstdio.h>
#include <string.h>

#include "gui/model/game-session.h"
#include "gui/model/wording.h"
#include "built-engine.h"
#include "session-fixture.h"

#define SECOND G_GINT64_CONSTANT(1000000)
/* Both sides can move with any throw. */
#define OPEN_BOARD "9/4mm3/4MM3/9 w - - 5"

static gint64 now = 77 * SECOND;

static gint64 tell_time(gpointer data)
{
    return now;
}

/* White is a person; so is Black, without an engine. */
static TabGameSetup *new_setup(const char *control, const TabEngineConfig *engine)
{
    TabGameSetup *setup = tab_game_setup_new();
    g_free(setup->rules);
    setup->rules = g_strdup("walker");
    setup->position = g_strdup(OPEN_BOARD);
    setup->seed = 3;
    setup->movetime = 20;
    g_assert_true(tab_time_control_from_string(&setup->control, control, NULL));
    if (engine) {
        setup->player[TAB_BLACK] = (TabPlayer){.engine = true, .level = -1};
        setup->engine[TAB_BLACK] = tab_engine_config_copy(engine);
    }
    return setup;
}

static TabGameSession *new_session(const char *control, const TabEngineConfig *engine)
{
    g_autoptr(TabGameSetup) setup = new_setup(control, engine);
    g_autoptr(GError) error = NULL;
    TabGameSession *session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    tab_game_session_set_time_source(session, tell_time, NULL);
    return session;
}

static double left(TabGameSession *session, TabSide side)
{
    return (double)tab_game_clock_get_left(tab_game_session_get_clock(session), side) / SECOND;
}

static void throw_all(TabGameSession *session)
{
    while (tab_game_session_throw(session))
        ;
}

/* A whole turn of a person, in so many seconds. */
static void take_turn(TabGameSession *session, int seconds)
{
    throw_all(session);
    now += seconds * SECOND;
    while (session_play_any(session))
        ;
    g_assert_true(tab_game_session_end_turn(session));
}

/* What is written, read again; the players are those of the record. */
static TabGameSession *reopen(TabGameSession *session, const char *expected)
{
    g_autofree char *text = tab_document_to_text(session->document);
    if (!strstr(text, expected))
        g_error("the record does not say “%s”:\n%s", expected, text);
    TabGameSession *again = session_reopen(session, NULL);
    tab_game_session_set_time_source(again, tell_time, NULL);
    return again;
}

static void test_none(void)
{
    g_autoptr(TabGameSession) session = new_session("-", NULL);
    g_assert_null(tab_game_session_get_clock(session));
    now += 1000000 * SECOND;
    g_assert_false(tab_game_session_check_time(session));
    take_turn(session, 5);
    g_autofree char *text = tab_document_to_text(session->document);
    g_assert_null(strstr(text, "emt="));
    g_assert_null(strstr(text, "TimeControl"));
}

/* Each side's time runs in its own turn, from the throw on, and the record says what it took. */
static void test_turns(void)
{
    g_autoptr(TabGameSession) session = new_session("60+2", NULL);
    now += SECOND;
    g_assert_cmpfloat(left(session, TAB_WHITE), ==, 59);
    take_turn(session, 10);
    g_assert_cmpfloat(left(session, TAB_WHITE), ==, 51);
    take_turn(session, 7);
    g_assert_cmpfloat(left(session, TAB_BLACK), ==, 55);
    now += 3 * SECOND;
    throw_all(session);
    g_autoptr(TabGameSession) again = reopen(session, "emt=11.000 clk=51.000\n");
    g_autofree char *text = tab_document_to_text(session->document);
    g_assert_nonnull(strstr(text, "emt=7.000 clk=55.000\n"));
    g_assert_nonnull(strstr(text, "[TimeControl \"60+2\"]\n"));

    g_assert_true(again->paused); /* it waits for somebody to come */
    now += 100 * SECOND;
    g_assert_cmpfloat(left(again, TAB_WHITE), ==, 48);
    g_assert_cmpfloat(left(again, TAB_BLACK), ==, 55);
    g_assert_true(tab_game_session_resume(again));
    now += SECOND;
    g_assert_cmpfloat(left(again, TAB_WHITE), ==, 47);
}

/* The opening is nobody's time; what is being shown is not a person's. */
static void test_whose(void)
{
    g_autoptr(TabGameSetup) setup = new_setup("60", NULL);
    g_clear_pointer(&setup->position, g_free);
    g_autoptr(TabGameSession) session = tab_game_session_new(setup, NULL);
    tab_game_session_set_time_source(session, tell_time, NULL);
    while (tab_document_phase(session->document) == TAB_PHASE_OPENING) {
        now += 100 * SECOND;
        g_assert_true(tab_game_session_throw(session));
    }
    TabSide side = tab_game_side(tab_document_game(session->document));
    g_assert_cmpfloat(left(session, side), ==, 60);
    now += 5 * SECOND;
    tab_game_session_hold_clock(session, true);
    now += 100 * SECOND;
    g_assert_cmpfloat(left(session, side), ==, 55);
    tab_game_session_hold_clock(session, false);
    now += 5 * SECOND;
    g_assert_cmpfloat(left(session, side), ==, 50);
    g_assert_cmpfloat(left(session, tab_side_other(side)), ==, 60);
}

/* Looking back does not stop the time, and ends with it. */
static void test_forfeit(void)
{
    g_autoptr(TabGameSession) session = new_session("60", NULL);
    take_turn(session, 10);
    take_turn(session, 20);
    throw_all(session);
    g_assert_true(session_play_any(session));
    TabPosition before = tab_document_game(session->document)->position;
    tab_document_review(session->document, session->document->record->root);
    now += 50 * SECOND - 1;
    g_assert_false(tab_game_session_check_time(session));
    now += 1;
    g_assert_true(tab_game_session_check_time(session));
    g_assert_false(tab_game_session_check_time(session));
    g_assert_false(session->document->review);
    g_assert_cmpint(tab_document_game(session->document)->end, ==, TAB_END_TIME);
    g_assert_cmpint(tab_document_game(session->document)->winner, ==, TAB_BLACK);
    g_assert_cmpint(tab_game_session_get_awaits(session), ==, TAB_AWAITS_NOTHING);
    g_autofree char *detail = tab_wording_result_detail(session);
    g_assert_cmpstr(detail, ==, "White has overstepped the time.");
    g_autoptr(TabGameSession) again = reopen(session, "[Termination \"time\"]\n");
    g_autofree char *text = tab_document_to_text(session->document);
    g_assert_nonnull(strstr(text, " ? so-far="));
    g_assert_cmpint(tab_document_game(again->document)->end, ==, TAB_END_TIME);
    g_assert_false(again->paused);

    /* taken back, the turn has the time again that there was for it */
    g_assert_true(tab_game_session_undo(session));
    g_assert_cmpint(tab_document_game(session->document)->end, ==, TAB_END_NONE);
    g_assert_true(tab_position_same(&before, &tab_document_game(session->document)->position));
    g_assert_cmpfloat(left(session, TAB_WHITE), ==, 50);
    now += SECOND;
    while (session_play_any(session))
        ;
    g_assert_true(tab_game_session_end_turn(session));
    g_autoptr(TabGameSession) on = reopen(session, "[Result \"*\"]\n");
    g_assert_cmpint(tab_document_game(on->document)->end, ==, TAB_END_NONE);
    g_assert_cmpfloat(left(on, TAB_WHITE), ==, 49);
}

/* Whoever acts a moment too late has lost all the same. */
static void test_too_late(void)
{
    for (int act = 0; act < 4; act++) {
        g_autoptr(TabGameSession) session = new_session("movetime=30000", NULL);
        if (act)
            throw_all(session);
        for (; act > 1 && session_play_any(session);)
            ;
        now += 30 * SECOND;
        bool done = act == 0   ? tab_game_session_throw(session)
                    : act == 1 ? session_play_any(session)
                    : act == 2 ? tab_game_session_end_turn(session)
                               : tab_game_session_undo(session);
        g_assert_false(done);
        g_assert_cmpint(tab_document_game(session->document)->end, ==, TAB_END_TIME);
    }
}

/* A turn taken back gives its time back; a time for each turn begins anew in each. */
static void test_undo(void)
{
    g_autoptr(TabGameSession) session = new_session("60", NULL);
    take_turn(session, 10);
    take_turn(session, 20);
    take_turn(session, 5);
    g_assert_cmpfloat(left(session, TAB_WHITE), ==, 45);
    g_assert_true(tab_game_session_undo(session));
    g_assert_cmpfloat(left(session, TAB_WHITE), ==, 50);
    g_assert_cmpfloat(left(session, TAB_BLACK), ==, 40);
    g_assert_true(tab_game_session_undo(session));
    g_assert_cmpfloat(left(session, TAB_BLACK), ==, 60);
    g_assert_true(tab_game_session_redo(session));
    g_assert_true(tab_game_session_redo(session));
    g_assert_cmpfloat(left(session, TAB_WHITE), ==, 45);
    g_assert_cmpfloat(left(session, TAB_BLACK), ==, 40);

    g_autoptr(TabGameSession) turns = new_session("movetime=30000", NULL);
    take_turn(turns, 29);
    take_turn(turns, 29);
    g_assert_cmpfloat(left(turns, TAB_WHITE), ==, 30);
    g_autoptr(TabGameSession) again = reopen(turns, "emt=29.000\n");
    g_assert_cmpfloat(left(again, TAB_BLACK), ==, 30);
}

static void test_resign(void)
{
    g_autoptr(TabGameSession) session = new_session("60", NULL);
    throw_all(session);
    now += 10 * SECOND;
    g_assert_true(tab_game_session_resign(session));
    now += 100 * SECOND;
    g_assert_cmpfloat(left(session, TAB_WHITE), ==, 50);
    g_assert_true(tab_game_session_undo(session));
    g_assert_cmpint(tab_document_phase(session->document), ==, TAB_PHASE_MOVE);
    now += 10 * SECOND;
    g_assert_cmpfloat(left(session, TAB_WHITE), ==, 40);
    g_assert_cmpint(session->document->record->result, ==, TAB_RECORD_UNDECIDED);
}

/* In a pause nothing can be done, and no time goes by. */
static void test_pause(void)
{
    g_autoptr(TabGameSession) session = new_session("60", NULL);
    take_turn(session, 10);
    now += 5 * SECOND;
    g_assert_false(tab_game_session_resume(session));
    g_assert_true(tab_game_session_pause(session));
    g_assert_false(tab_game_session_pause(session));
    now += 100 * SECOND;
    g_assert_false(tab_game_session_check_time(session));
    g_assert_cmpfloat(left(session, TAB_BLACK), ==, 55);
    g_assert_cmpint(tab_game_session_get_awaits(session), ==, TAB_AWAITS_RESUME);
    g_assert_false(tab_game_session_throw(session));
    g_assert_false(tab_game_session_undo(session));
    g_assert_false(tab_game_session_resign(session));
    g_assert_false(tab_game_session_advance(session));
    tab_document_review(session->document, session->document->record->root);
    g_assert_false(session->document->review);
    g_assert_true(tab_game_session_resume(session));
    g_assert_cmpfloat(left(session, TAB_BLACK), ==, 55);
    take_turn(session, 1);
    g_assert_cmpfloat(left(session, TAB_BLACK), ==, 54);
    tab_document_review(session->document, session->document->record->root);
    g_assert_false(tab_game_session_can_pause(session));
}

/* --- engines --- */

/* The last `go` that the engine of Black was told. */
static const char *last_go(TabGameSession *session)
{
    TabProtocolLog *log = session->seat[TAB_BLACK]->log;
    for (guint64 i = log->end; i-- > tab_protocol_log_get_begin(log);) {
        const TabProtocolLogLine *line = tab_protocol_log_get(log, i);
        if (line->kind == TAB_PROTOCOL_LOG_TO_ENGINE && g_str_has_prefix(line->text, "go"))
            return line->text;
    }
    return "";
}

/* Engines are told both clocks; only their thinking takes their time. */
static void test_engine(void)
{
    g_autoptr(TabEngineConfig) plain = built_engine("engine/tab-engine");
    g_autoptr(TabGameSession) session = new_session("60+1", plain);
    take_turn(session, 10);
    now += 100 * SECOND; /* the sticks fall */
    while (tab_game_session_advance(session))
        ;
    session_run_until(session, TAB_AWAITS_PERSON);
    g_assert_cmpstr(last_go(session), ==, "go wtime 51000 btime 60000 winc 1000 binc 1000");
    g_assert_cmpfloat(left(session, TAB_BLACK), ==, 61); /* no time went by meanwhile */
    g_autoptr(TabGameSession) by_turn = new_session("movetime=10", plain);
    take_turn(by_turn, 0);
    session_run_until(by_turn, TAB_AWAITS_PERSON);
    g_assert_cmpstr(last_go(by_turn), ==, "go movetime 10");
    tab_game_session_close(session);
    tab_game_session_close(by_turn);
}

/* Takes White's turn, in one second, and waits until the engine thinks about its own. */
static TabEngineSeat *let_think(TabGameSession *session)
{
    take_turn(session, 1);
    while (tab_game_session_advance(session))
        ;
    TabEngineSeat *seat = session->seat[TAB_BLACK];
    while (seat->state != TAB_SEAT_THINKING)
        g_main_context_iteration(NULL, TRUE);
    return seat;
}

/* An engine that thinks too long has lost, and the margin of matches is forgiven. */
static void test_engine_late(void)
{
    g_autoptr(TabEngineConfig) engine = built_engine("tests/fake-engine|--mute|go");
    g_autoptr(TabGameSession) session = new_session("30", engine);
    let_think(session);
    now += 30 * SECOND + SECOND / 10;
    g_assert_false(tab_game_session_check_time(session));
    now += SECOND / 10;
    g_assert_true(tab_game_session_check_time(session));
    g_assert_cmpint(tab_document_game(session->document)->winner, ==, TAB_WHITE);
    g_assert_true(tab_game_session_undo(session)); /* it may go on all the same */
    g_assert_cmpfloat(left(session, TAB_BLACK), ==, 30);
    tab_game_session_close(session);
}

/* A pause stops an engine that thinks, and asks it again later, with the time that is left. */
static void test_engine_pause(void)
{
    g_autoptr(TabEngineConfig) engine =
        built_engine("tests/fake-engine|--slow=300|--answer|1:pass");
    g_autoptr(TabGameSession) session = new_session("30", engine);
    TabEngineSeat *seat = let_think(session);
    now += 10 * SECOND;
    g_assert_true(tab_game_session_pause(session));
    while (seat->state != TAB_SEAT_READY)
        g_main_context_iteration(NULL, TRUE);
    now += 100 * SECOND;
    g_assert_false(tab_game_session_advance(session)); /* its answer was not wanted */
    g_assert_cmpstr(last_go(session), ==, "go wtime 29000 btime 30000 winc 0 binc 0");
    g_assert_true(tab_game_session_resume(session));
    g_assert_cmpstr(last_go(session), ==, "go wtime 29000 btime 20000 winc 0 binc 0");
    now += 5 * SECOND;
    g_assert_cmpfloat(left(session, TAB_BLACK), ==, 15);
    tab_game_session_close(session);
}

/* An engine that dies while the other side thinks is started again at once; one that is down has no
 * time to lose. */
static void test_engine_down(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-test-XXXXXX", NULL);
    g_autofree char *flag = g_build_filename(folder, "started", NULL);
    g_autofree char *fake = g_build_filename(g_getenv("TAB_BUILD_ROOT"), "tests/fake-engine", NULL);
    g_autofree char *script = g_strdup_printf("if [ -e '%s' ]; then exec '%s' --answer 1:pass; fi; "
                                              "touch '%s'; exec '%s' --crash-at newgame",
                                              flag, fake, flag, fake);
    g_autoptr(TabEngineConfig) engine =
        tab_engine_config_new((const char *[]){"/bin/sh", "-c", script, NULL});
    g_autoptr(TabGameSession) session = new_session("30", engine);
    TabEngineSeat *seat = session->seat[TAB_BLACK];
    throw_all(session);
    while (seat->state != TAB_SEAT_DOWN)
        g_main_context_iteration(NULL, TRUE);
    g_assert_cmpint(tab_game_session_get_awaits(session), ==, TAB_AWAITS_PERSON);
    g_assert_cmpint(tab_game_session_find_lost(session), ==, TAB_BLACK);
    g_assert_cmpuint(tab_game_session_restart_lost(session), ==, 1);
    g_assert_cmpuint(tab_game_session_restart_lost(session), ==, 0);
    g_assert_cmpint(tab_game_session_find_lost(session), ==, -1);
    while (seat->state != TAB_SEAT_READY)
        g_main_context_iteration(NULL, TRUE);
    g_assert_cmpint(tab_game_session_get_awaits(session), ==, TAB_AWAITS_PERSON);
    take_turn(session, 1);
    session_run_until(session, TAB_AWAITS_RESTART); /* the fake engine does not know the rules */
    now += 100 * SECOND;
    g_assert_false(tab_game_session_check_time(session));
    g_assert_cmpfloat(left(session, TAB_BLACK), ==, 30);
    tab_game_session_close(session);
    g_assert_cmpint(g_unlink(flag), ==, 0);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/session-clock/none", test_none);
    g_test_add_func("/session-clock/turns", test_turns);
    g_test_add_func("/session-clock/whose", test_whose);
    g_test_add_func("/session-clock/forfeit", test_forfeit);
    g_test_add_func("/session-clock/too-late", test_too_late);
    g_test_add_func("/session-clock/undo", test_undo);
    g_test_add_func("/session-clock/resign", test_resign);
    g_test_add_func("/session-clock/pause", test_pause);
    g_test_add_func("/session-clock/engine", test_engine);
    g_test_add_func("/session-clock/engine-late", test_engine_late);
    g_test_add_func("/session-clock/engine-pause", test_engine_pause);
    g_test_add_func("/session-clock/engine-down", test_engine_down);
    return g_test_run();
}
