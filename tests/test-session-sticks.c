// SPDX-License-Identifier: GPL-3.0-or-later
// Games with real sticks: throws that a person types, for people and engines, and corrects.
#include <string.h>

#include "gui/model/game-session.h"
#include "gui/model/stick-statistics.h"
#include "protocol/rules/notation.h"
#include "built-engine.h"
#include "session-fixture.h"
#include "tab-throws.h"

static TabGameSession *new_session(const char *rules, bool white_real, bool black_real,
                                   const TabEngineConfig *black)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    g_free(setup->rules);
    setup->rules = g_strdup(rules);
    setup->seed = 9;
    setup->movetime = 20;
    setup->real[TAB_WHITE] = white_real;
    setup->real[TAB_BLACK] = black_real;
    if (black) {
        setup->player[TAB_BLACK] = (TabPlayer){.engine = true, .level = -1};
        setup->engine[TAB_BLACK] = tab_engine_config_copy(black);
    }
    TabGameSession *session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    return session;
}

static bool type(TabGameSession *session, int value)
{
    return tab_game_session_enter_throw(session, tab_throw_kind(value));
}

static char *throws(TabGameSession *session)
{
    g_autoptr(GString) text = g_string_new(NULL);
    tab_notation_append_throws(tab_document_game(session->document)->rules,
                               &tab_document_game(session->document)->turn.situation.throws, text);
    return g_strdup(text->str);
}

static void assert_throws(TabGameSession *session, const char *expected)
{
    g_autofree char *text = throws(session);
    g_assert_cmpstr(text, ==, expected);
}

/* What is typed lies there, nothing else; a mistake is taken back throw by throw. */
static void test_people(void)
{
    g_autoptr(TabGameSession) session = new_session("walker", true, true, NULL);
    g_assert_false(tab_game_session_can_throw(session));
    g_assert_false(tab_game_session_throw(session));
    g_assert_false(tab_game_session_can_undo(session));
    g_assert_true(type(session, 3));
    g_assert_true(type(session, 1)); /* Black's */
    g_assert_cmpint(tab_document_phase(session->document), ==, TAB_PHASE_THROW);
    g_assert_cmpint(tab_game_side(tab_document_game(session->document)), ==, TAB_BLACK);
    assert_throws(session, "1+");
    g_assert_true(type(session, 6));
    g_assert_true(type(session, 4));
    g_assert_true(type(session, 2));
    assert_throws(session, "1,6,4,2");
    g_assert_false(type(session, 2));
    g_assert_true(tab_game_session_undo(session));
    assert_throws(session, "1,6,4+");
    g_assert_true(tab_game_session_undo(session));
    assert_throws(session, "1,6+");
    g_assert_true(type(session, 3));
    assert_throws(session, "1,6,3");

    /* a stone was moved: first that has to be taken back */
    g_assert_true(session_play_any(session));
    g_assert_true(tab_game_session_undo(session));
    assert_throws(session, "1,6,3");
    g_assert_true(tab_document_can_redo(session->document));
    g_assert_true(tab_game_session_undo(session)); /* the throw: with it goes what it moved */
    g_assert_false(tab_document_can_redo(session->document));
    g_assert_true(type(session, 3));

    g_autofree char *text = tab_document_to_text(session->document);
    g_assert_nonnull(strstr(text, "[WhiteSticks \"real\"]\n"));
    g_assert_nonnull(strstr(text, "[BlackSticks \"real\"]\n"));
    g_assert_null(strstr(text, "[Seed"));
    g_autoptr(TabGameSession) again = session_reopen(session, NULL);
    assert_throws(again, "1,6,3");
    g_assert_true(tab_game_session_undo(again));
    g_assert_true(type(again, 2));
    assert_throws(again, "1,6,2");
}

/* The opening too: whoever was wrongly said to begin does not. */
static void test_opening(void)
{
    g_autoptr(TabGameSession) session = new_session("jordan", true, true, NULL);
    g_assert_true(type(session, 3));
    g_assert_true(type(session, 4));
    g_assert_cmpint(tab_game_side(tab_document_game(session->document)), ==, TAB_BLACK);
    g_assert_cmpint(tab_document_phase(session->document), ==, TAB_PHASE_THROW);
    g_assert_true(tab_game_session_undo(session));
    g_assert_cmpint(tab_document_phase(session->document), ==, TAB_PHASE_OPENING);
    g_assert_true(type(session, 2));
    g_assert_cmpint(tab_game_side(tab_document_game(session->document)), ==, TAB_WHITE);
    g_assert_cmpint(tab_document_phase(session->document), ==, TAB_PHASE_THROW);
    g_assert_true(type(session, 2));
    g_assert_true(tab_game_session_undo(session));
    g_assert_true(tab_game_session_undo(session));
    g_assert_true(tab_game_session_undo(session));
    g_assert_cmpuint(session->document->live->opening->len, ==, 0);
    g_assert_false(tab_game_session_can_undo(session));
}

/* One side types, for the other the seed throws; its throws stay the same through a correction. */
static void test_one_side(void)
{
    g_autoptr(TabGameSession) session = new_session("walker", true, false, NULL);
    g_assert_false(tab_game_session_can_throw(session));
    g_assert_true(type(session, 3));
    g_assert_false(type(session, 3));
    g_assert_true(tab_game_session_throw(session));
    const GArray *opening = session->document->live->opening;
    int drawn = g_array_index(opening, TabRecordThrow, 1).kind;
    g_assert_true(tab_game_session_undo(session)); /* that of White, before it */
    g_assert_cmpuint(opening->len, ==, 0);
    g_assert_true(type(session, 2));
    g_assert_true(tab_game_session_throw(session));
    g_assert_cmpint(g_array_index(opening, TabRecordThrow, 1).kind, ==, drawn);
    TabStickCounts counts;
    guint n[TAB_MAX_KINDS];
    tab_stick_counts_of_game(session, &counts);
    g_assert_true(tab_stick_counts_sum_kind(&counts, session, TRUE, n));
    g_assert_cmpuint(n[TAB_THROW_2], ==, 1);
    g_assert_cmpuint(n[TAB_THROW_3], ==, 0); /* that was a mistake */
    g_assert_true(tab_stick_counts_sum_kind(&counts, session, FALSE, n));
    g_assert_cmpuint(n[drawn], ==, 1);
    g_autofree char *text = tab_document_to_text(session->document);
    g_assert_nonnull(strstr(text, "[WhiteSticks \"real\"]\n"));
    g_assert_null(strstr(text, "BlackSticks"));
    g_assert_nonnull(strstr(text, "[Seed \"9\"]"));
}

/* Each throw is typed and played by itself. */
static void test_at_once(void)
{
    g_autoptr(TabGameSession) session = new_session("ludii", true, true, NULL);
    g_assert_true(type(session, 1));
    g_assert_true(type(session, 4));
    g_assert_false(type(session, 2));
    g_assert_true(session_play_any(session));
    g_assert_true(tab_game_session_end_turn(session));
    g_assert_cmpint(tab_game_side(tab_document_game(session->document)), ==, TAB_WHITE);
    g_assert_true(type(session, 2));
    assert_throws(session, "2");
}

/* A hand has room for so many throws; the last place is for one that ends it. */
static void test_longest(void)
{
    g_autoptr(TabGameSession) session = new_session("jordan", true, true, NULL);
    g_assert_true(type(session, 3));
    g_assert_true(type(session, 2));
    for (unsigned i = 0; i < TAB_MAX_THROWS - 1; i++)
        g_assert_true(type(session, 6));
    g_assert_false(type(session, 6));
    g_assert_true(type(session, 2));
    g_assert_cmpint(tab_document_phase(session->document), ==, TAB_PHASE_MOVE);
}

/* --- engines --- */

/* The engine plays what was typed for it; a correction while it thinks is what it plays. */
static void test_engine(void)
{
    g_autoptr(TabEngineConfig) engine = built_engine("engine/tab-engine");
    g_autoptr(TabGameSession) session = new_session("jordan", true, true, engine);
    g_assert_true(type(session, 2));
    g_assert_true(type(session, 3)); /* Black, the engine, begins: a person throws for it */
    g_assert_cmpint(tab_game_side(tab_document_game(session->document)), ==, TAB_BLACK);
    g_assert_cmpint(tab_game_session_get_awaits(session), ==, TAB_AWAITS_PERSON);
    g_assert_false(tab_game_session_end_turn(session));
    g_assert_true(type(session, 1));
    g_assert_true(type(session, 3));
    g_assert_cmpint(tab_game_session_get_awaits(session), ==, TAB_AWAITS_ENGINE);
    g_assert_true(tab_game_session_undo(session));
    g_assert_cmpint(tab_game_session_get_awaits(session), ==, TAB_AWAITS_PERSON);
    g_assert_true(type(session, 2));
    session_run_until(session, TAB_AWAITS_PERSON);
    g_assert_cmpint(tab_game_side(tab_document_game(session->document)), ==, TAB_WHITE);
    g_assert_cmpuint(tab_document_game(session->document)->counts.n_turns, ==, 1);
    g_assert_cmpstr(tab_document_node(session->document)->turn, ==, "1:d1c1,2:c1c3");
    tab_game_session_close(session);
}

/* Where the engine was told a line that begins so; -1: nowhere. The last such line counts. */
static gint64 find_told(TabGameSession *session, const char *line)
{
    TabProtocolLog *log = session->seat[TAB_BLACK]->log;
    gint64 found = -1;
    for (guint64 i = tab_protocol_log_get_begin(log); i < log->end; i++) {
        const TabProtocolLogLine *said = tab_protocol_log_get(log, i);
        if (said->kind == TAB_PROTOCOL_LOG_TO_ENGINE && g_str_has_prefix(said->text, line))
            found = (gint64)i;
    }
    return found;
}

/* An engine that plays knows how the sticks fall, also when it was started again; one that has no
 * option for it is not told. */
static void test_engine_is_told(void)
{
    static const char *const commands[] = {"engine/tab-engine", "tests/fake-engine"};
    for (unsigned i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autoptr(TabEngineConfig) engine = built_engine(commands[i]);
        g_autoptr(TabGameSetup) setup = tab_game_setup_new();
        g_autoptr(GError) error = NULL;
        g_free(setup->sticks);
        setup->sticks = g_strdup("w=6,13,11,5,1");
        setup->player[TAB_BLACK] = (TabPlayer){.engine = true, .level = -1};
        setup->engine[TAB_BLACK] = tab_engine_config_copy(engine);
        g_autoptr(TabGameSession) session = tab_game_session_new(setup, &error);
        g_assert_no_error(error);
        for (unsigned start = 0; start < 2; start++) {
            gint64 before = find_told(session, "newgame ");
            while (session->seat[TAB_BLACK]->state == TAB_SEAT_STARTING)
                g_main_context_iteration(NULL, TRUE);
            g_assert_cmpint(session->seat[TAB_BLACK]->state, ==, TAB_SEAT_READY);
            gint64 rules = find_told(session, "newgame standard");
            gint64 sticks = find_told(session, "setoption name Sticks value w=6,13,11,5,1");
            g_assert_cmpint(rules, >, before);
            if (i == 0)
                g_assert_cmpint(sticks, >, rules); /* which the engine judges them by */
            else
                g_assert_cmpint(sticks, ==, -1);
            tab_engine_seat_start(session->seat[TAB_BLACK]);
        }
        tab_game_session_close(session);
    }
}

/* Lots follow from the seed, fall either way alike often, and tell nothing of the first throw. */
static void test_lot(void)
{
    unsigned lots = 0, alike = 0;
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        TabSticks fair;
        g_assert_true(tab_sticks_parse(&tab_casts[TAB_CAST_TAB], "fair", &fair, NULL));
        TabRandom random = tab_random_new_stream(seed, 0);
        bool lot = tab_game_setup_lot(seed),
             low = tab_sticks_throw(&tab_casts[TAB_CAST_TAB], &fair, &random) < TAB_THROW_3;
        g_assert_true(lot == tab_game_setup_lot(seed));
        lots += lot;
        alike += lot == low;
    }
    g_assert_cmpuint(lots, >, 1880); /* four standard deviations of 31.6 */
    g_assert_cmpuint(lots, <, 2120);
    g_assert_cmpuint(alike, >, 1880);
    g_assert_cmpuint(alike, <, 2120);
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/session-sticks/people", test_people);
    g_test_add_func("/session-sticks/opening", test_opening);
    g_test_add_func("/session-sticks/one-side", test_one_side);
    g_test_add_func("/session-sticks/at-once", test_at_once);
    g_test_add_func("/session-sticks/longest", test_longest);
    g_test_add_func("/session-sticks/engine", test_engine);
    g_test_add_func("/session-sticks/engine-is-told", test_engine_is_told);
    g_test_add_func("/session-sticks/lot", test_lot);
    return g_test_run();
}
