// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's model makes of engines that look on: live lines, whole games, a tutor's advice,
// the sticks' counts.
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "gui/model/analysis-job.h"
#include "gui/model/turn-grade.h"
#include "gui/model/analysis-live.h"
#include "gui/model/stick-statistics.h"
#include "built-engine.h"
#include "session-fixture.h"
#include "tests/local-text.h"

/* --- games and engines -------------------------------------------------------------------------
 */

static TabGameSession *people(const char *rules, guint64 seed)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    g_free(setup->rules);
    setup->rules = g_strdup(rules);
    setup->seed = seed;
    TabGameSession *session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    return session;
}

/* Throws until stones can be moved, and ends turns in which none can. */
static void throw_on(TabGameSession *session)
{
    while (tab_document_phase(session->document) != TAB_PHASE_OVER) {
        if (tab_game_session_throw(session))
            continue;
        if (tab_game_can_play(tab_document_game(session->document)))
            return;
        g_assert_true(tab_game_session_end_turn(session));
    }
}

/* Plays the last play that there is until nothing can be played: the judge of the tests takes the
 * first. */
static void play_out(TabGameSession *session)
{
    while (tab_document_phase(session->document) == TAB_PHASE_MOVE) {
        g_autoptr(GArray) plays =
            tab_game_list_plays(tab_document_game(session->document), TAB_NO_CELL, -1);
        if (!plays->len)
            return;
        g_assert_true(
            tab_game_session_play(session, &g_array_index(plays, TabPlay, plays->len - 1)));
    }
}

static void play_turns(TabGameSession *session, guint n)
{
    while (n--) {
        throw_on(session);
        play_out(session);
        tab_game_session_end_turn(session);
    }
}

/* --- sticks ------------------------------------------------------------------------------------
 */

/* From tables of the distribution. */
static void test_tail(void)
{
    static const struct {
        double x;
        guint freedom;
        double p;
    } rows[] = {{3.841459, 1, 0.05},  {5.991465, 2, 0.05},  {7.814728, 3, 0.05},
                {9.487729, 4, 0.05},  {13.2767, 4, 0.01},   {1.063623, 4, 0.9},
                {11.0705, 5, 0.05},   {31.41043, 20, 0.05}, {6.634897, 1, 0.01},
                {0.3518463, 3, 0.95}, {30.14353, 19, 0.05}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        g_assert_cmpfloat_with_epsilon(tab_stick_chi_square_tail(rows[i].x, rows[i].freedom),
                                       rows[i].p, 1e-5);
    g_assert_cmpfloat(tab_stick_chi_square_tail(0, 3), ==, 1);
    g_assert_cmpfloat(tab_stick_chi_square_tail(5000, 4), <, 1e-300);
}

static void test_stick_test(void)
{
    TabSticks fair = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    TabStickTest test;
    tab_stick_test((const guint[TAB_MAX_KINDS]){40, 60, 40, 10, 10}, &fair,
                   &test); /* exactly as expected */
    g_assert_cmpfloat(test.chi_square, ==, 0);
    g_assert_cmpfloat(test.p, ==, 1);
    g_assert_true(test.firm);
    g_assert_cmpuint(test.freedom, ==, 4);
    tab_stick_test((const guint[TAB_MAX_KINDS]){50, 50, 40, 10, 10}, &fair, &test);
    g_assert_cmpfloat_with_epsilon(test.chi_square, 100.0 / 40 + 100.0 / 60, 1e-12);
    tab_stick_test((const guint[TAB_MAX_KINDS]){0, 0, 0, 0, 0}, &fair, &test);
    g_assert_cmpfloat(test.p, ==, 1);
    g_assert_false(test.firm);
    TabSticks odd;
    g_assert_true(tab_sticks_parse(&tab_casts[TAB_CAST_TAB], "w=0,1,1,0,0", &odd,
                                   NULL)); /* throws 1 and 2 alone */
    tab_stick_test((const guint[TAB_MAX_KINDS]){9, 11, 0, 0, 0}, &odd, &test);
    g_assert_cmpuint(test.freedom, ==, 1);
    tab_stick_test((const guint[TAB_MAX_KINDS]){9, 11, 1, 0, 0}, &odd, &test);
    g_assert_cmpfloat(test.p, ==, 0);
}

/* Of two thousand games' throws by good sticks, a test at 5 % may call one in twenty unfair. */
static void test_stick_level(void)
{
    TabSticks fair = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    TabRandom random = tab_random_new(7);
    guint refused = 0;
    for (guint game = 0; game < 2000; game++) {
        guint n[TAB_MAX_KINDS] = {0};
        TabStickTest test;
        for (guint i = 0; i < 150; i++)
            n[tab_sticks_throw(&tab_casts[TAB_CAST_TAB], &fair, &random)]++;
        tab_stick_test(n, &fair, &test);
        refused += test.p < 0.05;
    }
    g_assert_cmpuint(refused, >, 60);
    g_assert_cmpuint(refused, <, 140);
}

static void count_throw(int side, int index, guint *n)
{
    n[side * TAB_MAX_KINDS + index]++;
}

static void on_threw(TabDocument *document, int side, int index, gpointer data)
{
    count_throw(side, index, data);
}

/* Every throw that fell is counted once, the tâb that the opening gave included. */
static void test_counts(void)
{
    static const char *const rules[] = {"walker:columns=5", "ludii:columns=5", "jordan:columns=5",
                                        "bell:columns=5"};
    for (guint i = 0; i < G_N_ELEMENTS(rules); i++) {
        guint fell[2 * TAB_MAX_KINDS] = {0};
        TabStickCounts counts;
        g_autoptr(TabGameSession) session = people(rules[i], 11 + i);
        g_signal_connect(session->document, "threw", G_CALLBACK(on_threw), fell);
        for (guint turn = 0; turn < 12; turn++) {
            play_turns(session, 1);
            throw_on(session);
            tab_stick_counts_of_game(session, &counts);
            g_assert_cmpmem(counts.n, sizeof counts.n, fell, sizeof fell);
        }
        guint n[TAB_MAX_KINDS];
        g_assert_cmpuint(tab_stick_counts_sum(&counts, -1, n), ==,
                         tab_stick_counts_sum(&counts, TAB_WHITE, n) +
                             tab_stick_counts_sum(&counts, TAB_BLACK, n));
    }
}

/* --- whole games -------------------------------------------------------------------------------
 */

static void on_done(gboolean *done)
{
    *done = TRUE;
}

static void run(TabAnalysisJob *job)
{
    gboolean done = FALSE;
    g_signal_connect_swapped(job, "done", G_CALLBACK(on_done), &done);
    while (!done)
        g_main_context_iteration(NULL, TRUE);
}

/* The luck of each throw adds up to that of the turn, and can be read. */
static void check_throws(const TabCast *cast, const TabRecordNode *node)
{
    g_autofree char *luck = tab_record_get_note(node, "luck"),
                    *each = tab_record_get_note(node, "throw-luck");
    g_autofree char *text = tab_turn_throws_text(node, cast);
    g_auto(GStrv) throws = g_strsplit(each ? each : "", ",", -1);
    double sum = 0;
    for (char **one = throws; *one; one++)
        sum += g_ascii_strtod(strchr(*one, ':') + 1, NULL);
    g_assert_cmpfloat_with_epsilon(sum, g_ascii_strtod(luck, NULL),
                                   0.0006 * (g_strv_length(throws) + 1));
    g_assert_cmpint(g_strv_length(throws) > 0, ==, *text != '\0');
}

static void test_luck_texts(void)
{
    g_autoptr(TabRules) rules = tab_rules_parse("walker", NULL);
    TabSituation start;
    tab_position_start(rules, TAB_WHITE, &start);
    g_autoptr(TabRecord) record = tab_record_new_from(rules, &start);
    TabRecordNode *node = tab_record_append(record, record->root, &start, NULL);
    g_autofree char *nothing = tab_turn_throws_text(node, &rules->cast);
    g_assert_cmpstr(nothing, ==, "");
    tab_record_set_note(node, "throw-luck",
                        "1:+0.0204,nonsense,4:-0.005,6:x,7:+9999,2:+9999,3:nan,:0");
    g_autofree char *throws = tab_turn_throws_text(node, &rules->cast);
    g_assert_cmpstr(throws, ==, tab_local_text("1: +2.0, 4: −0.5"));
    tab_record_set_note(node, "luck", "-0.0004");
    tab_record_set_note(node, "loss", "0.0521");
    g_autofree char *luck = tab_turn_luck_text(node), *loss = tab_turn_loss_text(node);
    g_assert_cmpstr(luck, ==, tab_local_text("0.0"));
    g_assert_cmpstr(loss, ==, tab_local_text("−5.2"));
}

static void test_game(gconstpointer rules)
{
    g_autoptr(TabEngineConfig) judge = built_engine("tests/judge-engine");
    g_autoptr(TabGameSession) session = people(rules, 3);
    play_turns(session, 6);
    g_autoptr(TabAnalysisJob) job =
        tab_analysis_job_new(judge, tab_analysis_game_copy_line(session), 1, NULL);
    play_turns(session, 1); /* the game goes on meanwhile */
    run(job);
    g_assert_no_error(job->error);
    const TabAnalysis *analysis = job->analysis;
    guint before = session->document->record->n_nodes;
    guint noted = tab_analysis_game_note(session, job);
    g_assert_cmpuint(noted, >=, 6);
    g_assert_cmpuint(noted, <=, before);
    double luck[2] = {0}, loss[2] = {0}, white;
    const TabRecordNode *node = session->document->record->root->child;
    for (; noted; noted--, node = node->child) {
        g_autofree char *of_luck = tab_record_get_note(node, "luck"),
                        *of_loss = tab_record_get_note(node, "loss");
        luck[node->side] += g_ascii_strtod(of_luck, NULL);
        loss[node->side] += g_ascii_strtod(of_loss, NULL);
        g_assert_true(tab_analysis_game_white(node, &white));
        check_throws(&session->document->record->rules->cast, node);
    }
    for (int side = 0; side < 2; side++) {
        g_assert_cmpfloat_with_epsilon(luck[side], analysis->luck[side], 0.002);
        g_assert_cmpfloat_with_epsilon(loss[side], analysis->loss[side], 0.002);
    }
    g_assert_null(tab_record_get_note(session->document->live->node, "luck")); /* the later turn */
}

static void test_game_fails(void)
{
    g_autoptr(TabEngineConfig) judge = built_engine("tests/fake-engine|--crash-at|go");
    g_autoptr(TabGameSession) session = people("walker:columns=5", 3);
    play_turns(session, 2);
    g_autoptr(TabAnalysisJob) job =
        tab_analysis_job_new(judge, tab_analysis_game_copy_line(session), 1, NULL);
    run(job);
    g_assert_null(job->analysis);
    g_assert_nonnull(job->error);
    g_assert_cmpuint(tab_analysis_game_note(session, job), ==, 0);
    g_autoptr(TabEngineConfig) mute = built_engine("tests/fake-engine|--mute|go|--ignore-quit");
    g_autoptr(TabAnalysisJob) endless =
        tab_analysis_job_new(mute, tab_analysis_game_copy_line(session), 1, NULL);
    gboolean done = FALSE;
    g_signal_connect_swapped(endless, "done", G_CALLBACK(on_done), &done);
    tab_analysis_job_cancel(endless);
    for (guint i = 0; i < 50; i++)
        g_main_context_iteration(NULL, FALSE);
    g_assert_false(done);
}

static gboolean cancel_in_loop(gpointer data)
{
    tab_analysis_job_cancel(data);
    return G_SOURCE_REMOVE;
}

/* A click comes by the main loop, where an engine's call may end at once: nothing is told then
 * either. */
static void test_cancelled_in_loop(void)
{
    g_autoptr(TabEngineConfig) mute =
        built_engine("tests/fake-engine|--mute|handshake|--ignore-quit");
    g_autoptr(TabGameSession) session = people("walker:columns=5", 3);
    play_turns(session, 2);
    g_autoptr(TabAnalysisJob) job =
        tab_analysis_job_new(mute, tab_analysis_game_copy_line(session), 1, NULL);
    gboolean done = FALSE;
    g_signal_connect_swapped(job, "done", G_CALLBACK(on_done), &done);
    while (tab_client_get_state(job->client) != TAB_CLIENT_STARTING)
        g_main_context_iteration(NULL, TRUE);
    g_idle_add(cancel_in_loop, job);
    for (guint i = 0; i < 50; i++)
        g_main_context_iteration(NULL, FALSE);
    g_assert_null(job->client);
    g_assert_false(done);
}

/* --- live --------------------------------------------------------------------------------------
 */

static void wait_state(TabAnalysisLive *live, TabSeatState state)
{
    while (live->seat->state != state)
        g_main_context_iteration(NULL, TRUE);
}

static void wait_lines(TabAnalysisLive *live, guint n)
{
    while (live->n < n)
        g_main_context_iteration(NULL, TRUE);
}

/* The plays of a line can be played on the board in their order. */
static void check_line(TabGameSession *session, const TabAnalysisLine *line)
{
    g_autoptr(TabGame) game =
        tab_game_new_from(session->document->record->rules,
                          &tab_document_game(session->document)->turn.situation, TAB_MAX_NUMBER);
    for (guint i = 0; i < line->plays->len; i++)
        g_assert_true(tab_game_play(game, &g_array_index(line->plays, TabPlay, i)));
    g_assert_true(tab_game_may_stop(game));
}

static void test_live(void)
{
    g_autoptr(TabEngineConfig) own = built_engine("engine/tab-engine");
    g_autoptr(TabGameSession) session = people("walker", 5);
    g_autoptr(TabAnalysisLive) live = tab_analysis_live_new();
    double white, later;
    play_turns(session, 30);
    throw_on(session);
    tab_analysis_live_set_session(live, session);
    tab_analysis_live_set_engine(live, own);
    g_assert_cmpint(live->seat->state, ==, TAB_SEAT_DOWN); /* not before it is wanted */
    tab_analysis_live_set_active(live, TRUE);
    wait_lines(live, 1);
    for (guint i = 0; i < live->n; i++)
        check_line(session, &live->line[i]);
    g_assert_true(tab_analysis_live_get_white(live, &white));
    g_assert_true(white >= 0 && white <= 1);
    TabSituation start = tab_document_game(session->document)->turn.situation;
    g_assert_true(tab_analysis_live_remembers(live, &start, &later));
    play_out(session); /* plays of the turn change nothing … */
    g_assert_cmpuint(live->n, >, 0);
    g_assert_true(tab_game_session_end_turn(session));
    g_assert_cmpuint(live->n, ==, 0); /* … its end does */
    g_autofree char *asked = g_strdup(live->asked);
    tab_analysis_live_set_waiting(live, TRUE); /* the sticks are falling */
    throw_on(session);
    g_assert_cmpstr(live->asked, ==, asked);
    tab_analysis_live_set_waiting(live, FALSE);
    g_assert_cmpstr(live->asked, !=, asked);
    wait_lines(live, 1);
    check_line(session, &live->line[0]);
    g_assert_true(tab_analysis_live_remembers(live, &start, &later));
    tab_analysis_live_set_active(live, FALSE);
    g_assert_cmpint(live->seat->state, ==, TAB_SEAT_DOWN);
}

/* Engines that fail, and one that says what is no turn. */
static void test_live_hostile(void)
{
    static const char *const bad[] = {"tests/fake-engine|--crash-at|go",
                                      "tests/fake-engine|--flood|go",
                                      "tests/fake-engine|--long-line", "tests/no-such-engine"};
    g_autoptr(TabGameSession) session = people("walker", 5);
    g_autoptr(TabAnalysisLive) live = tab_analysis_live_new();
    throw_on(session);
    tab_analysis_live_set_session(live, session);
    tab_analysis_live_set_active(live, TRUE);
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(TabEngineConfig) config = built_engine(bad[i]);
        tab_analysis_live_set_engine(live, config);
        wait_state(live, TAB_SEAT_DOWN);
        g_assert_nonnull(live->seat->fault);
        tab_analysis_live_restart(live);
        g_assert_cmpint(live->seat->state, ==, TAB_SEAT_STARTING);
        wait_state(live, TAB_SEAT_DOWN);
        g_assert_cmpuint(live->n, ==, 0);
    }
    g_autoptr(TabEngineConfig) liar =
        built_engine("tests/fake-engine|--info|win 0.9 multipv 1 pv 4:a1c9|"
                     "--info|win 0.8 multipv 3 pv 1:a9b9|--info|depth 3");
    tab_analysis_live_set_engine(live, liar);
    wait_state(live, TAB_SEAT_READY);
    g_assert_cmpuint(live->n, ==, 0);
}

/* A hand of which no throw falls any more, a game that has ended or pauses: there is something to
 * think about only where somebody could act. */
static void test_live_question(void)
{
    TabSituation situation;
    g_autoptr(TabGameSession) opening = people("walker", 5);
    g_assert_null(tab_analysis_live_find_question(NULL, &situation));
    g_assert_null(tab_analysis_live_find_question(opening, &situation)); /* who begins? */
    g_autoptr(TabGameSession) session = people("walker", 5);
    throw_on(session);
    g_autofree char *asked = tab_analysis_live_find_question(session, &situation);
    g_assert_nonnull(asked);
    g_assert_true(tab_throws_complete(&situation.throws));
    g_assert_true(tab_game_session_pause(session));
    g_assert_null(tab_analysis_live_find_question(session, &situation));
    g_assert_true(tab_game_session_resume(session));
    g_autofree char *again = tab_analysis_live_find_question(session, &situation);
    g_assert_cmpstr(again, ==, asked);
    g_assert_true(tab_game_session_resign(session));
    g_assert_null(tab_analysis_live_find_question(session, &situation));
}

/* White has thrown a 2. */
static const char thrown[] = "[Rules \"ludii:columns=7\"]\n"
                             "[Position \"mmmmmmm/7/7/MMMMMMM w 2 - 1\"]\n[Result \"*\"]\n\n*\n";

/* What a line says besides its turn is optional; without it the line says so. */
static void test_live_fields(void)
{
    g_autoptr(TabEngineConfig) curt =
        built_engine("tests/fake-engine|--answer|2:a7b6|--info|win 0.25 pv 2:a7b6|"
                     "--info|win 0.1 depth 9|--info|win 0.9 multipv 0 pv 2:a7b6");
    g_autoptr(TabEngineConfig) wordy = built_engine(
        "tests/fake-engine|--answer|2:a7b6|--info|win 0.75 depth 7 level search nps 1000 pv 2:a7b6|"
        "--info|string one|--info|string two|--info|string three|--info|string four");
    g_autoptr(TabGameSession) session = session_open(thrown, NULL);
    g_autoptr(TabAnalysisLive) live = tab_analysis_live_new();
    double white;
    g_assert_false(tab_analysis_live_get_white(live, &white));
    g_assert_false(tab_analysis_live_remembers(live, &(TabSituation){0}, &white));
    tab_analysis_live_set_session(live, session);
    g_assert_false(tab_analysis_live_get_white(live, &white));
    tab_analysis_live_set_engine(live, curt);
    tab_analysis_live_set_active(live, TRUE);
    wait_state(live, TAB_SEAT_READY);
    g_assert_cmpuint(live->n, ==, 1);
    g_assert_cmpfloat(live->line[0].win, ==, 0.25); /* a line without a turn says nothing of one */
    g_assert_cmpint(live->line[0].depth, ==, 0);
    g_assert_cmpint(live->line[0].level, ==, -1);
    g_assert_null(live->said);
    tab_analysis_live_set_active(live, TRUE); /* as it is: it is not asked again */
    g_assert_cmpuint(live->n, ==, 1);

    tab_analysis_live_set_engine(live, wordy);
    wait_state(live, TAB_SEAT_READY);
    g_assert_cmpint(live->line[0].depth, ==, 7);
    g_assert_cmpint(live->line[0].level, ==, TAB_INFO_SEARCH);
    g_assert_cmpint(live->nps, ==, 1000);
    g_assert_cmpstr(live->said, ==, "one\ntwo\nthree"); /* what is more is left out */
    g_assert_true(tab_analysis_live_get_white(live, &white));
    g_assert_cmpfloat(white, ==, 0.75);

    /* thinking anew, it says the same again; without a game there is nothing to say */
    tab_analysis_live_restart(live);
    g_assert_cmpint(live->seat->state, ==, TAB_SEAT_THINKING);
    wait_state(live, TAB_SEAT_READY);
    g_assert_cmpuint(live->n, ==, 1);
    tab_analysis_live_set_session(live, session); /* the same */
    g_assert_cmpuint(live->n, ==, 1);
    tab_analysis_live_set_session(live, NULL);
    g_assert_cmpuint(live->n, ==, 0);
    g_assert_false(tab_analysis_live_get_white(live, &white));
}

/* Engines need not tell chances to win: the turn that one would play is told without. */
static void test_live_no_win(void)
{
    static const struct {
        const char *engine;
        guint n;
        gint64 depth;
    } rows[] = {{"tests/fake-engine|--answer|2:a7b6", 1, 0},
                {"tests/fake-engine|--answer|2:a7b6|--info|depth 3 pv 2:a7b6", 1, 3},
                {"tests/fake-engine|--answer|2:a1c1", 0, 0}};
    g_autoptr(TabGameSession) session = session_open(thrown, NULL);
    TabSituation start = tab_document_game(session->document)->turn.situation;
    g_autoptr(TabAnalysisLive) live = tab_analysis_live_new();
    tab_analysis_live_set_session(live, session);
    tab_analysis_live_set_active(live, TRUE);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabEngineConfig) engine = built_engine(rows[i].engine);
        double white;
        tab_analysis_live_set_engine(live, engine);
        wait_state(live, TAB_SEAT_READY);
        g_assert_cmpuint(live->n, ==, rows[i].n);
        g_assert_false(tab_analysis_live_get_white(live, &white));
        g_assert_false(tab_analysis_live_remembers(live, &start, &white));
        if (!live->n)
            continue;
        g_assert_cmpstr(live->line[0].turn, ==, "2:a7b6");
        g_assert_cmpint(live->line[0].depth, ==, rows[i].depth);
        g_assert_true(isnan(live->line[0].win));
        check_line(session, &live->line[0]);
    }
    g_autoptr(TabEngineConfig) both =
        built_engine("tests/fake-engine|--answer|2:a7b6|--info|win 0.25 depth 5 pv 2:a7b6|"
                     "--info|depth 6 pv 2:a6b7");
    tab_analysis_live_set_engine(live, both);
    wait_state(live, TAB_SEAT_READY);
    g_assert_cmpstr(live->line[0].turn, ==, "2:a7b6"); /* a line with a chance says more */
    g_assert_cmpfloat(live->line[0].win, ==, 0.25);
}

/* As many turns as are wanted are asked for, or as the engine can tell at most, and of those it
 * tells no more are taken. */
static void test_live_lines(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-live-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "heard", NULL), *heard = NULL;
    g_autofree char *command = g_strdup_printf(
        "tests/fake-engine|--transcript|%s|--option|name MultiPV type spin default 1 min 1 max 2|"
        "--answer|2:a7b6|--info|multipv 1 win 0.5 pv 2:a7b6|--info|multipv 2 win 0.4 pv 2:a6b7",
        path);
    g_autoptr(TabEngineConfig) engine = built_engine(command);
    g_autoptr(TabGameSession) session = session_open(thrown, NULL);
    g_autoptr(TabAnalysisLive) live = tab_analysis_live_new();
    tab_analysis_live_set_n_lines(live, 99);
    g_assert_cmpuint(live->n_lines, ==, TAB_ANALYSIS_LINES);
    tab_analysis_live_set_n_lines(live, 0);
    g_assert_cmpuint(live->n_lines, ==, 1);
    tab_analysis_live_set_session(live, session);
    tab_analysis_live_set_engine(live, engine);
    tab_analysis_live_set_active(live, TRUE);
    wait_state(live, TAB_SEAT_READY);
    g_assert_cmpuint(live->n, ==, 1);
    tab_analysis_live_set_n_lines(live, 3);
    wait_state(live, TAB_SEAT_READY);
    g_assert_cmpuint(live->n, ==, 2);
    g_assert_cmpstr(live->line[1].turn, ==, "2:a6b7");
    tab_analysis_live_set_n_lines(live, 3); /* as it is: it is not started again */
    g_assert_cmpint(live->seat->state, ==, TAB_SEAT_READY);
    tab_analysis_live_set_active(live, FALSE);
    g_assert_true(g_file_get_contents(path, &heard, NULL, NULL));
    const char *one = strstr(heard, "setoption name MultiPV value 1"),
               *two = strstr(heard, "setoption name MultiPV value 2");
    g_assert_true(one && two && one < two);
    g_unlink(path);
    g_rmdir(folder);
}

/* After the end of a game its result is what White's chance came to. */
static void test_live_over(void)
{
    double white;
    g_autoptr(TabGameSession) session = people("walker", 5);
    g_autoptr(TabAnalysisLive) live = tab_analysis_live_new();
    throw_on(session);
    tab_analysis_live_set_session(live, session);
    g_assert_false(tab_analysis_live_get_white(live, &white)); /* no engine has said anything */
    TabSide side = (TabSide)tab_game_session_find_resigning(session);
    g_assert_true(tab_game_session_resign(session));
    g_assert_true(tab_analysis_live_get_white(live, &white));
    g_assert_cmpfloat(white, ==, side == TAB_BLACK);

    static const char drawn[] = "[Rules \"walker\"]\n[Opening \"w2 b1\"]\n"
                                "[Result \"1/2-1/2\"]\n\n1. b 1,3 1:d1c1,3:c1c4\n1/2-1/2\n";
    g_autoptr(TabGameSession) draw = session_open(drawn, NULL);
    tab_analysis_live_set_session(live, draw);
    g_assert_true(tab_analysis_live_get_white(live, &white));
    g_assert_cmpfloat(white, ==, 0.5);
}

/* Of what engines that flood it say, one turn of the main loop takes a little: a window goes on
 * answering. */
static void test_stall(void)
{
    static const char *const floods[] = {"tests/fake-engine|--flood|go",
                                         "tests/fake-engine|--flood|log"};
    for (guint i = 0; i < G_N_ELEMENTS(floods); i++) {
        g_autoptr(TabEngineConfig) config = built_engine(floods[i]);
        g_autoptr(TabGameSession) session = people("walker", 5);
        g_autoptr(TabAnalysisLive) live = tab_analysis_live_new();
        guint64 most = 0;
        throw_on(session);
        tab_analysis_live_set_session(live, session);
        tab_analysis_live_set_engine(live, config);
        tab_analysis_live_set_active(live, TRUE);
        while (live->seat->log->end < 200000 && live->seat->state != TAB_SEAT_DOWN) {
            guint64 start = live->seat->log->end;
            g_main_context_iteration(NULL, TRUE);
            most = MAX(most, live->seat->log->end - start);
            g_usleep(100);
        }
        g_test_message("%s: at most %u of %u lines", floods[i], (guint)most,
                       (guint)live->seat->log->end);
        g_assert_cmpuint(live->seat->log->end, >, 1000);
        g_assert_cmpuint(most, <, 2000);
    }
}

/* --- the tutor ---------------------------------------------------------------------------------
 */

static TabAnalysisJob *ask_tutor(const TabEngineConfig *judge, TabGameSession *session)
{
    TabAnalysisJob *job = tab_tutor_ask(judge, session);
    g_assert_nonnull(job->client);
    run(job);
    g_assert_no_error(job->error);
    return job;
}

/* Plays a turn given as text, of the turn in the making. */
static void play_text(TabGameSession *session, const char *text)
{
    const TabRules *rules = session->document->record->rules;
    TabSituation start = tab_document_game(session->document)->turn.situation;
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    TabPosition after;
    g_assert_true(tab_notation_parse_turn(rules, &start, text, turn, &after, NULL));
    for (guint i = 0; i < turn->n_plays; i++)
        g_assert_true(tab_game_session_play(session, &turn->plays[i]));
}

static void test_tutor(gconstpointer rules)
{
    g_autoptr(TabEngineConfig) judge = built_engine("tests/judge-engine");
    g_autoptr(TabGameSession) session = people(rules, 9);
    guint asked = 0, lossy = 0;
    for (guint i = 0; i < 30 && tab_document_phase(session->document) != TAB_PHASE_OVER; i++) {
        throw_on(session);
        play_out(session);
        if (!tab_tutor_is_needed(session)) {
            tab_game_session_end_turn(session);
            continue;
        }
        g_autoptr(TabAnalysisJob) job = ask_tutor(judge, session);
        double loss = tab_tutor_get_loss(job)->loss;
        g_assert_true(loss >= 0 && loss <= 1);
        asked++;
        lossy += loss > 0;
        while (tab_document_game(session->document)->turn.plays->len)
            g_assert_true(tab_game_session_undo(session));
        /* what it calls best loses nothing */
        play_text(session, tab_tutor_get_loss(job)->best_turn);
        g_autoptr(TabAnalysisJob) again = ask_tutor(judge, session);
        g_assert_cmpfloat(tab_tutor_get_loss(again)->loss, ==, 0);
        tab_game_session_end_turn(session);
    }
    g_assert_cmpuint(asked, >, 5);
    g_assert_cmpuint(lossy, >, 0);
}

static void test_tutor_fails(void)
{
    g_autoptr(TabEngineConfig) broken = built_engine("tests/fake-engine|--crash-at|go");
    g_autoptr(TabGameSession) session = people("walker:columns=5", 9);
    throw_on(session);
    g_assert_false(tab_tutor_is_needed(session)); /* the turn cannot end yet */
    play_out(session);
    g_assert_true(tab_tutor_is_needed(session));
    g_autoptr(TabAnalysisJob) job = tab_tutor_ask(broken, session);
    run(job);
    g_assert_null(tab_tutor_get_loss(job));
    g_assert_nonnull(job->error);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sticks/tail", test_tail);
    g_test_add_func("/sticks/test", test_stick_test);
    g_test_add_func("/sticks/level", test_stick_level);
    g_test_add_func("/sticks/counts", test_counts);
    g_test_add_data_func("/game/walker", "walker:columns=7", test_game);
    g_test_add_data_func("/game/at-once", "ludii", test_game);
    g_test_add_data_func("/game/saved", "bell:columns=7", test_game);
    g_test_add_data_func("/game/jordan", "jordan:columns=7", test_game);
    g_test_add_func("/game/luck-texts", test_luck_texts);
    g_test_add_func("/game/fails", test_game_fails);
    g_test_add_func("/game/cancelled-in-loop", test_cancelled_in_loop);
    g_test_add_func("/live/lines", test_live);
    g_test_add_func("/live/hostile", test_live_hostile);
    g_test_add_func("/live/question", test_live_question);
    g_test_add_func("/live/fields", test_live_fields);
    g_test_add_func("/live/no-win", test_live_no_win);
    g_test_add_func("/live/n-lines", test_live_lines);
    g_test_add_func("/live/over", test_live_over);
    g_test_add_func("/live/stall", test_stall);
    g_test_add_data_func("/tutor/walker", "walker:columns=7", test_tutor);
    g_test_add_data_func("/tutor/at-once", "ludii", test_tutor);
    g_test_add_data_func("/tutor/saved", "bell:columns=7", test_tutor);
    g_test_add_data_func("/tutor/lane", "lane:columns=7", test_tutor);
    g_test_add_func("/tutor/fails", test_tutor_fails);
    return g_test_run();
}
