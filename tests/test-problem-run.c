// SPDX-License-Identifier: GPL-3.0-or-later
// Problems as they are solved: answers and what they are worth, the turns compared, which problem
// comes next, what is kept, and what engines say of the answers.
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "built-engine.h"
#include "gui/model/problem-run.h"
#include "gui/model/problem-set.h"
#include "gui/model/turn-advice.h"
#include "session-fixture.h"
#include "tests/local-text.h"

/* Three problems in which White has 2 and 6; they differ in their turn's number of stones and in
 * how hard they are. */
static const char *const collection =
    "[Rules \"walker\"]\n"
    "[Position \"3m1nnnn/6m1t/4M4/6M1(MM) w - - 35\"]\n"
    "[Result \"*\"]\n"
    "[Problem \"margin=0.03 errors=3\"]\n"
    "[Difficulty \"0.700\"]\n"
    "[Source \"t.tab, game 3\"]\n"
    "\n"
    "35. w 6,2 2:b5b3,6:b3c4 judged=0.5242 loss=0.0000 judged-se=0.0060\n"
    "( 35. w 6,2 2:a9b8,6:b8b2 judged=0.4238 loss=0.1004 judged-se=0.0079 )\n"
    "( 35. w 6,2 2:b5b3,6:a9b4 judged=0.3542 loss=0.1700 )\n"
    "*\n"
    "\n"
    "[Rules \"walker\"]\n"
    "[Position \"3m1nnnn/6m1t/4M4/6M2 w - - 35\"]\n"
    "[Result \"*\"]\n"
    "[Problem \"margin=0.01 errors=2\"]\n"
    "[Difficulty \"0.200\"]\n"
    "\n"
    "35. w 6,2 2:b5b3,6:b3c4 judged=0.5242 loss=0.0000 judged-se=0.0010\n"
    "( 35. w 6,2 2:a7a9,6:a9b4 judged=0.5080 loss=0.0162 judged-se=0.0010 )\n"
    "*\n"
    "\n"
    "[Rules \"walker\"]\n"
    "[Position \"3m1nnnn/6m1t/4M4/7M1 w - - 35\"]\n"
    "[Result \"*\"]\n"
    "[Problem \"margin=0.01 errors=2\"]\n"
    "\n"
    "35. w 6,2 2:b5b3,6:b3c4 judged=0.5242 loss=0.0000 judged-se=0.0010\n"
    "( 35. w 6,2 2:b5b3,6:a8b5 judged=0.4942 loss=0.0300 judged-se=0.0010 )\n"
    "*\n";

static GPtrArray *parse(void)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *problems = tab_problem_parse(collection, strlen(collection), &error);
    g_assert_no_error(error);
    g_assert_cmpuint(problems->len, ==, 3);
    return problems;
}

/* Plays these of a turn's plays; "2:b5b3,6:b3c4". */
static void play_text(TabGameSession *session, const char *text)
{
    g_auto(GStrv) plays = g_strsplit(text, ",", -1);
    for (char **one = plays; *one; one++) {
        g_autoptr(GArray) legal =
            tab_game_list_plays(tab_document_game(session->document), TAB_NO_CELL, -1);
        bool played = false;
        for (guint i = 0; i < legal->len && !played; i++) {
            const TabPlay *play = &g_array_index(legal, TabPlay, i);
            g_autoptr(GString) name = g_string_new(NULL);
            tab_notation_append_play(session->document->record->rules, play, name);
            played = !strcmp(name->str, *one) && tab_game_session_play(session, play);
        }
        g_assert_true(played);
    }
}

static void count_up(gpointer object, guint *count)
{
    (*count)++;
}

/* --- answers --- */

typedef struct {
    GPtrArray *problems;
    TabProblemRun *run;
    guint answers;
} Fixture;

static void begin(Fixture *fixture, guint nth)
{
    g_clear_object(&fixture->run);
    fixture->answers = 0;
    fixture->run = tab_problem_run_new(g_ptr_array_index(fixture->problems, nth));
    g_signal_connect(fixture->run, "answered", G_CALLBACK(count_up), &fixture->answers);
}

static void set_up(Fixture *fixture, gconstpointer data)
{
    fixture->problems = parse();
    fixture->run = NULL;
    begin(fixture, 0);
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
    g_clear_object(&fixture->run);
    g_ptr_array_unref(fixture->problems);
}

static void assert_said(char *text, const char *part)
{
    g_test_message("%s", text);
    g_assert_nonnull(strstr(text, tab_local_text(part)));
    g_free(text);
}

static void test_best(Fixture *fixture, gconstpointer data)
{
    TabProblemRun *run = fixture->run;
    assert_said(tab_problem_run_describe_task(run), "White is to play 6, 2");
    g_assert_cmpint(tab_document_phase(run->session->document), ==, TAB_PHASE_MOVE);
    g_assert_false(tab_problem_run_answer(run)); /* it may not end yet */
    g_assert_cmpint(tab_problem_run_get_rival(run), ==, -1);
    play_text(run->session, "2:b5b3,6:b3c4");
    g_assert_true(tab_problem_run_answer(run));
    g_assert_cmpuint(fixture->answers, ==, 1);
    g_assert_true(run->answered);
    g_assert_cmpint(run->yours, ==, 0);
    g_assert_cmpuint(run->turns->len, ==, 3);
    g_assert_cmpuint(tab_problem_run_get_quality(run), ==, 5);
    g_assert_cmpint(tab_problem_run_get_shown(run), ==, 0);
    g_assert_cmpint(tab_problem_run_get_rival(run), ==, 1);
    g_assert_cmpint(tab_document_phase(run->session->document), ==, TAB_PHASE_REVIEW);
    assert_said(tab_problem_run_describe_verdict(run), "Right: this is the best turn.");
    assert_said(tab_problem_run_describe_turn(run, 0), "2: b5 to b3; 6: b3 to c4");
    assert_said(tab_problem_run_describe_turn(run, 0), "52.4");
    assert_said(tab_problem_run_describe_turn(run, 0), ". Yours");
    g_autoptr(GPtrArray) reasons = tab_problem_run_list_reasons(run);
    g_assert_cmpuint(reasons->len, >, 0);
}

/* The same board by other plays is the same turn, told as it was played. */
static void test_other_order(Fixture *fixture, gconstpointer data)
{
    play_text(fixture->run->session, "6:a9b4,2:b5b3");
    g_assert_true(tab_problem_run_answer(fixture->run));
    g_assert_cmpuint(fixture->run->turns->len, ==, 3);
    g_assert_cmpint(fixture->run->yours, ==, 2);
    assert_said(tab_problem_run_describe_turn(fixture->run, 2), "6: a9 to b4; 2: b5 to b3");
    assert_said(tab_problem_run_describe_verdict(fixture->run),
                "A blunder: this turn loses 17.0 points, as a search has found");
    g_assert_cmpuint(tab_problem_run_get_quality(fixture->run), ==, 0);
}

static void test_grades(Fixture *fixture, gconstpointer data)
{
    static const struct {
        guint problem;
        const char *turn, *verdict;
        guint quality;
    } rows[] = {
        {0, "2:a9b8,6:b8b2", "A mistake: this turn loses 10.0 points", 1},
        {1, "2:a7a9,6:a9b4", "This turn loses 1.6 points", 4},
        {2, "2:b5b3,6:a8b5", "Doubtful: this turn loses 3.0 points", 2},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        begin(fixture, rows[i].problem);
        play_text(fixture->run->session, rows[i].turn);
        g_assert_true(tab_problem_run_answer(fixture->run));
        assert_said(tab_problem_run_describe_verdict(fixture->run), rows[i].verdict);
        g_assert_cmpuint(tab_problem_run_get_quality(fixture->run), ==, rows[i].quality);
        g_assert_cmpint(tab_problem_run_get_rival(fixture->run), ==, fixture->run->yours);
    }
}

/* A turn that the problem does not compare: what it loses at least, until an engine says more. */
static void test_not_compared(Fixture *fixture, gconstpointer data)
{
    TabProblemRun *run = fixture->run;
    play_text(run->session, "6:a7b6,2:b6b4");
    g_assert_true(tab_problem_run_answer(run));
    g_assert_cmpint(run->yours, ==, 3);
    g_assert_true(isnan(tab_problem_run_get_turn(run, 3)->loss));
    g_assert_cmpuint(tab_problem_run_get_quality(run), ==, 2);
    assert_said(tab_problem_run_describe_verdict(run), "it loses 10.0 points or more");
    guint revision = run->revision;
    tab_problem_run_set_loss(run, 0.2);
    g_assert_cmpuint(run->revision, >, revision);
    assert_said(tab_problem_run_describe_verdict(run),
                "A blunder: this turn loses 20.0 points, as the engine of the analysis sees it");
    g_assert_cmpuint(tab_problem_run_get_quality(run), ==, 2); /* the answer has counted already */
    g_autoptr(GPtrArray) reasons = tab_problem_run_list_reasons(run);
    g_assert_nonnull(reasons);
}

static void test_give_up(Fixture *fixture, gconstpointer data)
{
    TabProblemRun *run = fixture->run;
    tab_problem_run_give_up(run);
    g_assert_cmpuint(fixture->answers, ==, 1);
    g_assert_true(run->gave_up);
    g_assert_cmpint(run->yours, ==, -1);
    g_assert_cmpuint(tab_problem_run_get_quality(run), ==, 0);
    assert_said(tab_problem_run_describe_verdict(run), "This is the best turn.");
    /* another try counts no more, whatever it is */
    tab_problem_run_begin(run);
    g_assert_false(run->answered);
    g_assert_cmpuint(run->turns->len, ==, 0);
    play_text(run->session, "2:b5b3,6:b3c4");
    g_assert_true(tab_problem_run_answer(run));
    g_assert_cmpuint(fixture->answers, ==, 1);
    g_assert_cmpuint(tab_problem_run_get_quality(run), ==, 0);
    assert_said(tab_problem_run_describe_verdict(run), "Right");
}

/* Each of the turns can be looked at; arrows are those of the one that is. */
static void test_show(Fixture *fixture, gconstpointer data)
{
    TabProblemRun *run = fixture->run;
    play_text(run->session, "2:a9b8,6:b8b2");
    g_assert_true(tab_problem_run_answer(run));
    for (guint i = 0; i < run->turns->len; i++) {
        tab_problem_run_show(run, i);
        g_assert_cmpint(tab_problem_run_get_shown(run), ==, (int)i);
        const TabComparedTurn *turn = tab_problem_run_get_turn(run, i);
        g_autofree char *text = tab_game_turn_to_string(tab_document_game(run->session->document));
        g_assert_cmpstr(text, ==, turn->text);
        g_autoptr(GPtrArray) arrows = tab_problem_run_list_arrows(run, i);
        guint plays = 0;
        for (guint k = 0; k < arrows->len; k++)
            plays += ((TabTurnArrow *)g_ptr_array_index(arrows, k))->kind == TAB_ARROW_PLAY;
        g_assert_cmpuint(plays, ==, turn->turn->n_plays);
    }
    tab_document_end_review(run->session->document);
    g_assert_cmpint(tab_problem_run_get_shown(run), ==, -1);
}

/* A turn that ends by itself: ended as the session ends it. */
static void test_ended(Fixture *fixture, gconstpointer data)
{
    TabProblemRun *run = fixture->run;
    play_text(run->session, "2:b5b3,6:b3c4");
    g_assert_true(tab_game_session_end_turn(run->session));
    while (!run->answered)
        g_main_context_iteration(NULL, TRUE);
    g_assert_cmpint(run->yours, ==, 0);
    g_assert_cmpuint(fixture->answers, ==, 1);
}

/* --- the collections that came with the program --- */

/* Plays a turn as the problem has it, and ends it. */
static void answer_with(TabProblemRun *run, const char *turn)
{
    g_auto(GStrv) parts = g_strsplit(turn, ",", -1);
    if (!strcmp(turn, "again"))
        g_assert_true(tab_game_session_throw(run->session));
    for (char **part = parts; *part && strcmp(turn, "again"); part++)
        if (!g_str_has_suffix(*part, ":pass") && !g_str_has_suffix(*part, ":save"))
            play_text(run->session, *part);
    if (!run->later)
        g_assert_true(tab_problem_run_answer(run));
    while (!run->answered)
        g_main_context_iteration(NULL, TRUE);
}

/* Each of the turns that it compares can be played, and is known for what it is. */
static void solve(const TabProblem *problem)
{
    for (guint i = 0; i < MIN(problem->n_turns, 3); i++) {
        g_autoptr(TabProblemRun) run = tab_problem_run_new(problem);
        answer_with(run, problem->turns[i].turn);
        g_assert_cmpint(run->yours, ==, (int)i);
        g_assert_cmpuint(run->turns->len, ==, problem->n_turns);
        g_assert_cmpint(run->quality == 5, ==, i == 0);
        g_autoptr(GPtrArray) reasons = tab_problem_run_list_reasons(run);
        g_autoptr(GPtrArray) arrows = tab_problem_run_list_arrows(run, i);
        for (guint k = 0; k < arrows->len; k++)
            g_assert_true(
                g_utf8_validate(((TabTurnArrow *)g_ptr_array_index(arrows, k))->meaning, -1, NULL));
        g_autofree char *words = tab_problem_run_describe_turn(run, i);
        g_assert_cmpuint(strlen(words), >, 0);
    }
}

static void test_shipped(Fixture *fixture, gconstpointer data)
{
    g_autoptr(GArray) shipped = tab_problem_set_list_shipped();
    guint step = g_test_thorough() ? 1 : 10;
    g_assert_cmpuint(shipped->len, >, 0);
    for (guint i = 0; i < shipped->len; i++) {
        const char *name = tab_ruleset_preset_name(g_array_index(shipped, guint, i));
        g_autofree char *path = tab_problem_set_find_shipped(name);
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) problems = tab_problem_load(path, &error);
        g_assert_no_error(error);
        g_test_message("%s: %u", name, problems->len);
        for (guint k = 0; k < problems->len; k += step)
            solve(g_ptr_array_index(problems, k));
    }
}

/* --- which comes next --- */

static void set_due(GHashTable *states, GPtrArray *problems, guint nth, guint32 due)
{
    const TabProblem *problem = g_ptr_array_index(problems, nth);
    TabProblemState state = TAB_PROBLEM_STATE_INIT;
    state.answers = 1;
    state.repetition = (TabRepetition){1, 30, 2.5, due};
    g_hash_table_insert(states, g_strdup(problem->key), g_memdup2(&state, sizeof state));
}

#define TODAY 738851u

static void test_queue(Fixture *fixture, gconstpointer data)
{
    g_autoptr(GHashTable) states = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    GPtrArray *problems = fixture->problems;
    TabProblemCounts counts = tab_problem_queue_count(problems, states, TODAY);
    g_assert_cmpuint(counts.fresh, ==, 3);
    /* new ones: 0.2, one that does not say, 0.7 */
    g_assert_cmpint(tab_problem_queue_next(problems, states, TODAY, -1), ==, 1);
    g_assert_cmpint(tab_problem_queue_next(problems, states, TODAY, 1), ==, 2);
    g_assert_cmpint(tab_problem_queue_ahead(problems, states, TODAY, -1), ==, -1);
    set_due(states, problems, 1, TODAY + 5);
    set_due(states, problems, 2, TODAY + 3);
    g_assert_cmpint(tab_problem_queue_next(problems, states, TODAY, -1), ==, 0);
    set_due(states, problems, 0, TODAY - 1); /* due ones first, the oldest of them */
    g_assert_cmpint(tab_problem_queue_next(problems, states, TODAY + 4, -1), ==, 0);
    g_assert_cmpint(tab_problem_queue_next(problems, states, TODAY + 4, 0), ==, 2);
    counts = tab_problem_queue_count(problems, states, TODAY);
    g_assert_cmpuint(counts.due, ==, 1);
    g_assert_cmpuint(counts.fresh, ==, 0);
    g_assert_cmpuint(counts.right, ==, 3);
    g_assert_cmpuint(counts.learned, ==, 3);
    g_assert_cmpuint(counts.next, ==, TODAY + 3);
    set_due(states, problems, 0, TODAY + 9);
    g_assert_cmpint(tab_problem_queue_next(problems, states, TODAY, -1), ==, -1);
    g_assert_cmpint(tab_problem_queue_ahead(problems, states, TODAY, -1), ==, 2);
}

/* --- a collection with its file --- */

static guint32 today(void)
{
    return TODAY;
}

static void wait_for(gboolean *done)
{
    while (!*done)
        g_main_context_iteration(NULL, TRUE);
}

static void set_flag(gpointer object, gboolean *flag)
{
    *flag = TRUE;
}

static void note_error(gpointer object, const GError *error, char **message)
{
    g_free(*message);
    *message = g_strdup(error->message);
}

static TabProblemSet *open_set(const char *path, const char *progress)
{
    gboolean ready = FALSE;
    TabProblemSet *set = tab_problem_set_new(path, progress);
    tab_problem_set_use_clock(set, today);
    gulong handler = g_signal_connect(set, "changed", G_CALLBACK(set_flag), &ready);
    wait_for(&ready);
    g_signal_handler_disconnect(set, handler);
    return set;
}

/* Until all is written, and no thread has it any more: the last may let go after the main loop. */
static void settle(TabProblemSet *set)
{
    while (g_atomic_int_get((gint *)&G_OBJECT(set)->ref_count) > 1) {
        g_main_context_iteration(NULL, FALSE);
        g_usleep(1000);
    }
}

/* The answer is known at once, and by the next run. */
static void test_set(Fixture *fixture, gconstpointer data)
{
    g_autofree char *folder = g_dir_make_tmp("tab-set-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "some.tab", NULL);
    g_autofree char *progress = g_build_filename(folder, "problems.ini", NULL);
    g_autofree char *lock = g_strconcat(progress, ".lock", NULL);
    gboolean ahead;
    g_assert_true(g_file_set_contents(path, collection, -1, NULL));
    g_autoptr(TabProblemSet) set = open_set(path, progress);
    g_assert_no_error(set->error);
    g_assert_no_error(set->unread);
    g_assert_cmpuint(set->problems->len, ==, 3);
    g_assert_cmpint(tab_problem_set_next(set, -1, &ahead), ==, 1);
    g_assert_false(ahead);
    tab_problem_set_answer(set, tab_problem_set_get(set, 1), 5, 0);
    g_assert_nonnull(tab_problem_set_find(set, tab_problem_set_get(set, 1)));
    g_assert_cmpuint(tab_problem_set_count(set).fresh, ==, 2);
    while (!g_file_test(progress, G_FILE_TEST_EXISTS))
        g_main_context_iteration(NULL, FALSE);
    g_autoptr(TabProblemSet) other = open_set(path, progress);
    const TabProblemState *state = tab_problem_set_find(other, tab_problem_set_get(other, 1));
    g_assert_nonnull(state);
    g_assert_cmpuint(state->repetition.due, ==, TODAY + 1);
    tab_problem_set_answer(other, tab_problem_set_get(other, 0), 0, 0.2);
    tab_problem_set_answer(other, tab_problem_set_get(other, 2), 0, 0.2);
    g_assert_cmpint(tab_problem_set_next(other, 0, &ahead), ==, 1);
    g_assert_true(ahead);
    settle(set);
    settle(other);
    g_unlink(path);
    g_unlink(progress);
    g_unlink(lock);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* A file that is none, and progress that is damaged, are named; the file stays as it is. */
static void test_set_faults(Fixture *fixture, gconstpointer data)
{
    g_autofree char *folder = g_dir_make_tmp("tab-set-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "some.tab", NULL);
    g_autofree char *progress = g_build_filename(folder, "problems.ini", NULL);
    g_autofree char *lock = g_strconcat(progress, ".lock", NULL);
    g_autofree char *message = NULL, *kept = NULL;
    g_autoptr(TabProblemSet) none = open_set(path, progress);
    g_assert_nonnull(none->error);
    g_assert_nonnull(strstr(none->error->message, "some.tab"));
    g_assert_cmpuint(none->problems->len, ==, 0);
    g_assert_true(g_file_set_contents(path, collection, -1, NULL));
    g_assert_true(g_file_set_contents(progress, "[a]\nanswers=many\n", -1, NULL));
    g_autoptr(TabProblemSet) set = open_set(path, progress);
    g_assert_no_error(set->error);
    g_assert_nonnull(set->unread);
    g_assert_nonnull(strstr(set->unread->message, "problems.ini"));
    g_signal_connect(set, "unwritten", G_CALLBACK(note_error), &message);
    tab_problem_set_answer(set, tab_problem_set_get(set, 0), 5, 0);
    while (!message)
        g_main_context_iteration(NULL, TRUE);
    g_assert_nonnull(strstr(message, "problems.ini"));
    g_assert_nonnull(tab_problem_set_find(set, tab_problem_set_get(set, 0))); /* until the end */
    g_assert_true(g_file_get_contents(progress, &kept, NULL, NULL));
    g_assert_cmpstr(kept, ==, "[a]\nanswers=many\n");
    settle(set);
    g_unlink(path);
    g_unlink(progress);
    g_unlink(lock);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* --- what an engine says --- */

static TabTurnAdvice *ask(const Fixture *fixture, const char *command, const char *other,
                          gboolean weighs)
{
    const TabProblem *problem = fixture->run->problem;
    g_autoptr(TabEngineConfig) engine = built_engine(command);
    gboolean done = FALSE;
    TabAdviceQuestion question = {.rules = problem->record->rules,
                                  .situation = &problem->situation,
                                  .sticks = "fair",
                                  .best = problem->turns[0].turn,
                                  .other = other,
                                  .weighs = weighs};
    TabTurnAdvice *advice = tab_turn_advice_new(engine, &question);
    g_signal_connect(advice, "done", G_CALLBACK(set_flag), &done);
    if (!tab_turn_advice_is_done(advice))
        wait_for(&done);
    g_assert_true(tab_turn_advice_is_done(advice));
    g_signal_handlers_disconnect_by_data(advice, &done);
    return advice;
}

static void test_advice(Fixture *fixture, gconstpointer data)
{
    g_autoptr(TabTurnAdvice) advice = ask(fixture, "engine/tab-engine", "6:a7b6,2:b6b4", TRUE);
    g_autoptr(GPtrArray) reasons = tab_turn_advice_list_reasons(advice, TAB_REASON_YOURS);
    g_test_message("loss %f", advice->loss);
    g_assert_cmpfloat(advice->loss, >, 0.02);
    g_assert_cmpuint(reasons->len, >, 0);
    for (guint i = 0; i < reasons->len; i++)
        g_test_message("%s", ((TabReason *)g_ptr_array_index(reasons, i))->text);
    g_assert_cmpuint(advice->answers[0]->terms->len, ==, advice->answers[1]->terms->len);
    g_assert_cmpfloat(advice->answers[0]->win, >=, 0);
    g_assert_false(advice->moves[0]);
    g_autoptr(TabTurnAdvice) quick = ask(fixture, "engine/tab-engine", "6:a7b6,2:b6b4", FALSE);
    g_assert_true(isnan(quick->loss));
    g_assert_nonnull(quick->answers[1]);
}

/* Engines without terms, that refuse, crash, or do not exist: nothing is told, and nothing hangs.
 */
static void test_no_advice(Fixture *fixture, gconstpointer data)
{
    static const char *const engines[] = {"tests/fake-engine", "tests/fake-engine|--refuse|eval",
                                          "tests/fake-engine|--crash-at|eval",
                                          "tests/fake-engine|--mute|tep", "tests/no-such-engine"};
    for (guint i = 0; i < G_N_ELEMENTS(engines); i++) {
        if (strstr(engines[i], "--mute")) /* waited for 20 seconds */
            continue;
        g_autoptr(TabTurnAdvice) advice = ask(fixture, engines[i], "6:a7b6,2:b6b4", i != 0);
        g_autoptr(GPtrArray) reasons = tab_turn_advice_list_reasons(advice, TAB_REASON_YOURS);
        g_test_message("%s", engines[i]);
        g_assert_cmpuint(reasons->len, ==, 0);
    }
}

/* Who asks no more hears nothing. */
static void test_cancel(Fixture *fixture, gconstpointer data)
{
    const TabProblem *problem = fixture->run->problem;
    g_autoptr(TabEngineConfig) engine = built_engine("engine/tab-engine");
    TabAdviceQuestion question = {.rules = problem->record->rules,
                                  .situation = &problem->situation,
                                  .sticks = "fair",
                                  .best = problem->turns[0].turn,
                                  .other = problem->turns[1].turn,
                                  .weighs = TRUE};
    guint heard = 0;
    g_autoptr(TabTurnAdvice) advice = tab_turn_advice_new(engine, &question);
    g_signal_connect(advice, "changed", G_CALLBACK(count_up), &heard);
    g_signal_connect(advice, "done", G_CALLBACK(count_up), &heard);
    tab_turn_advice_cancel(advice);
    for (gint64 end = g_get_monotonic_time() + 300000; g_get_monotonic_time() < end;)
        g_main_context_iteration(NULL, FALSE);
    g_assert_cmpuint(heard, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name, test) g_test_add(name, Fixture, NULL, set_up, test, tear_down)
    ADD("/problem-run/best", test_best);
    ADD("/problem-run/other-order", test_other_order);
    ADD("/problem-run/grades", test_grades);
    ADD("/problem-run/not-compared", test_not_compared);
    ADD("/problem-run/give-up", test_give_up);
    ADD("/problem-run/show", test_show);
    ADD("/problem-run/ended", test_ended);
    ADD("/problem-run/shipped", test_shipped);
    ADD("/problem-run/queue", test_queue);
    ADD("/problem-run/set", test_set);
    ADD("/problem-run/set-faults", test_set_faults);
    ADD("/problem-run/advice", test_advice);
    ADD("/problem-run/no-advice", test_no_advice);
    ADD("/problem-run/cancel", test_cancel);
    return g_test_run();
}
