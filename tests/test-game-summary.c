// SPDX-License-Identifier: GPL-3.0-or-later
// What a game came to: its sums and great moments, the sentences about them, and the engine that
// looks at it ever more closely.
#include <string.h>

#include "gui/model/game-summary.h"
#include "gui/model/summary-study.h"
#include "session-fixture.h"
#include "built-engine.h"
#include "tests/local-text.h"

static TabGameSession *new_session_of(const char *rules, bool engine)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    g_free(setup->rules);
    setup->rules = g_strdup(rules);
    setup->seed = 3;
    setup->player[TAB_BLACK].engine = engine;
    if (engine)
        setup->engine[TAB_BLACK] = built_engine("engine/tab-engine");
    TabGameSession *session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    return session;
}

static TabGameSession *new_session(bool engine)
{
    return new_session_of("walker:columns=5", engine);
}

/* Plays so many turns, of both sides. */
static void play_turns(TabGameSession *session, guint n)
{
    while (session->document->record->n_nodes < n)
        if (!tab_game_session_throw(session) && !session_play_any(session))
            g_assert_true(tab_game_session_end_turn(session));
}

/* Six turns, each with these notes. */
static TabGameSession *new_noted(const char *const notes[6][3])
{
    static const char *const keys[] = {"luck", "throw-luck", "loss"};
    TabGameSession *session = new_session(false);
    play_turns(session, 6);
    TabRecordNode *node = session->document->record->root->child;
    for (guint i = 0; i < 6; i++, node = node->child)
        for (guint key = 0; key < G_N_ELEMENTS(keys); key++)
            if (notes[i][key])
                tab_record_set_note(node, keys[key], notes[i][key]);
    return session;
}

static guint place_of(TabGameSession *session, const TabRecordNode *node)
{
    guint place = 0;
    for (; node->parent; node = node->parent)
        place++;
    g_assert_true(node == session->document->record->root);
    return place;
}

static void check_moment(TabGameSession *session, const TabSummaryMoment *moment, guint place,
                         const char *name, double share)
{
    const TabCast *cast = &session->document->record->rules->cast;
    g_assert_cmpuint(place_of(session, moment->node), ==, place);
    g_assert_cmpstr(moment->kind < 0 ? NULL : cast->kind[moment->kind].name, ==, name);
    g_assert_cmpfloat_with_epsilon(moment->share, share, 1e-9);
}

/* The greatest come first, of two alike the earlier; what is nothing, or nonsense, is left out. */
static void test_moments(void)
{
    static const char *const notes[6][3] = {
        {"0.1", "1:+0.15,2:-0.05", "0"},     {"-0.2", "3:-0.2", "0.08"},
        {"0.02", "2:+0.02", "0.0004"},       {"0.3", "6:+0.15,4:+0.25,1:-0.1", "0.31"},
        {"inf", "9:+0.9,2:inf,:x,3", "nan"}, {"-0.05", "3:-0.05", "0.08"},
    };
    TabGameSummary summary;
    g_autoptr(TabGameSession) session = new_noted(notes);
    tab_game_summary_fill(&summary, session);
    g_assert_cmpuint(summary.turns, ==, 6);
    g_assert_cmpuint(summary.known, ==, 5);
    g_assert_cmpuint(summary.n_lucky, ==, 3);
    check_moment(session, &summary.lucky[0], 4, "4", 0.25);
    check_moment(session, &summary.lucky[1], 1, "1", 0.15);
    check_moment(session, &summary.lucky[2], 4, "6", 0.15);
    g_assert_cmpuint(summary.n_costly, ==, 3);
    check_moment(session, &summary.costly[0], 4, NULL, 0.31);
    check_moment(session, &summary.costly[1], 2, NULL, 0.08);
    check_moment(session, &summary.costly[2], 6, NULL, 0.08);
    double luck[2] = {0, 0}, loss[2] = {0, 0};
    const TabRecordNode *node = session->document->record->root->child;
    for (guint i = 0; i < 6; i++, node = node->child) {
        luck[node->side] += (const double[]){0.1, -0.2, 0.02, 0.3, 0, -0.05}[i];
        loss[node->side] += (const double[]){0, 0.08, 0.0004, 0.31, 0, 0.08}[i];
    }
    for (int side = 0; side < 2; side++) {
        g_assert_cmpfloat_with_epsilon(summary.luck[side], luck[side], 1e-9);
        g_assert_cmpfloat_with_epsilon(summary.loss[side], loss[side], 1e-9);
    }
}

/* A game without notes has no moments, a short one fewer than three. */
static void test_short(void)
{
    static const char *const notes[6][3] = {{"0.1", "2:+0.1", NULL}};
    TabGameSummary summary;
    g_autoptr(TabGameSession) session = new_noted(notes), empty = new_session(false);
    tab_game_summary_fill(&summary, session);
    g_assert_cmpuint(summary.known, ==, 1);
    g_assert_cmpuint(summary.n_lucky, ==, 1);
    g_assert_cmpuint(summary.n_costly, ==, 0);
    tab_game_summary_fill(&summary, empty);
    g_assert_cmpuint(summary.turns, ==, 0);
}

/* The line of that number, of three. */
static void check_line(const TabGameSummary *summary, TabGameSession *session, guint line,
                       const char *wanted)
{
    g_autofree char *text = tab_game_summary_sums(summary, session);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_assert_cmpuint(g_strv_length(lines), ==, 3);
    g_assert_cmpstr(lines[line], ==, wanted);
}

static void check_loss(TabGameSession *session, TabSide side, double loss, const char *wanted)
{
    TabGameSummary summary = {.known = 1, .loss = {loss, loss}};
    check_line(&summary, session, side == TAB_WHITE ? 1 : 2, wanted);
}

static void check_luck(TabGameSession *session, double white, double black, const char *wanted)
{
    TabGameSummary summary = {.known = 1, .luck = {white, black}};
    check_line(&summary, session, 0, wanted);
}

/* Two people are told by their sides, the only one as "you". */
static void test_words(void)
{
    g_autoptr(TabGameSession) people = new_session(false), alone = new_session(true);
    check_loss(alone, TAB_WHITE, 0.083, "You lost 8 points by turns.");
    check_loss(alone, TAB_WHITE, 0.012, "You lost 1 point by turns.");
    check_loss(alone, TAB_WHITE, 0.004, "You lost next to nothing by turns.");
    check_loss(people, TAB_BLACK, 0.083, "Black lost 8 points by turns.");
    check_loss(people, TAB_WHITE, 0.0, "White lost next to nothing by turns.");
    check_luck(alone, -0.06, 0.25, "The throws gave Tab Engine\u200e 31 points.");
    check_luck(alone, 0.25, -0.06, "The throws gave you 31 points.");
    check_luck(people, -0.06, 0.25, "The throws gave Black\u200e 31 points.");
    check_luck(people, 0.25, 0.24, "The throws gave White\u200e 1 point.");
    check_luck(people, 0.251, 0.25, "The throws favoured nobody.");
    g_assert_null(tab_game_summary_sums(&(TabGameSummary){.turns = 1}, people));
    play_turns(people, 1);
    TabRecordNode *node = people->document->record->root->child;
    const TabSummaryMoment lucky = {node, 0, 0.1234}, costly = {node, -1, 0.056};
    g_autofree char *title = tab_summary_moment_title(&lucky, people);
    g_autofree char *of_throw = tab_summary_moment_text(&lucky, people);
    g_autofree char *of_turn = tab_summary_moment_text(&costly, people);
    g_assert_cmpstr(title, ==, node->side == TAB_WHITE ? "White, turn 1" : "Black, turn 1");
    g_assert_cmpstr(of_throw, ==, tab_local_text("throw of 1: +12.3 points"));
    g_assert_cmpstr(of_turn, ==, tab_local_text("loss −5.6 points, a mistake"));
    tab_game_session_close(alone);
}

/* --- the engine --------------------------------------------------------------------------------
 */

static void count(guint *n)
{
    ++*n;
}

static void check_says(TabSummaryStudy *study, const char *part)
{
    g_autofree char *text = tab_summary_study_describe(study);
    if (!strstr(text, part))
        g_error("\"%s\" says nothing of \"%s\"", text, part);
}

static void run_until_noted(TabSummaryStudy *study)
{
    guint noted = 0;
    gulong id = g_signal_connect_swapped(study, "noted", G_CALLBACK(count), &noted);
    while (!noted)
        g_main_context_iteration(NULL, TRUE);
    g_signal_handler_disconnect(study, id);
}

/* It is quick first, then closer, goes on where it was left, and rests at the end. */
static void test_study(void)
{
    TabGameSummary summary;
    g_autoptr(TabEngineConfig) judge = built_engine("tests/judge-engine");
    g_autoptr(TabGameSession) session = new_session(false);
    g_autoptr(TabSummaryStudy) study = tab_summary_study_new();
    play_turns(session, 6);
    tab_summary_study_begin(study, session, judge);
    check_says(study, "is looking at the game: 0 of 6 turns");
    run_until_noted(study);
    tab_game_summary_fill(&summary, session);
    g_assert_cmpuint(summary.known, ==, summary.turns);
    g_assert_cmpuint(summary.n_lucky, ==, 3);
    check_says(study, "is looking closer: 0 of 6 turns");
    tab_summary_study_rest(study);
    g_assert_false(tab_summary_study_is_busy(study));
    tab_summary_study_begin(study, session, judge);
    run_until_noted(study);
    run_until_noted(study);
    g_assert_false(tab_summary_study_is_busy(study));
    check_says(study, "As ");
    tab_summary_study_begin(study, session, judge);
    g_assert_false(tab_summary_study_is_busy(study)); /* nothing is left to be looked at */
    g_autoptr(TabSummaryStudy) later = tab_summary_study_new();
    tab_summary_study_begin(later, session, judge); /* as if opened from a file: once, as closely */
    run_until_noted(later);
    g_assert_false(tab_summary_study_is_busy(later));
}

static void check_turns(TabSummaryStudy *study, guint *turns)
{
    g_autofree char *part = g_strdup_printf(" of %u turns", *turns);
    if (tab_summary_study_is_busy(study))
        check_says(study, part);
}

/* A turn of many casts is one turn, as in the list of turns. */
static void test_casts(void)
{
    g_autoptr(TabEngineConfig) judge = built_engine("tests/judge-engine");
    g_autoptr(TabGameSession) session = new_session_of("kioz:columns=5", false);
    g_autoptr(TabSummaryStudy) study = tab_summary_study_new();
    play_turns(session, 12);
    guint turns = session->document->live->node->number;
    g_assert_cmpuint(turns, <, 12);
    g_signal_connect(study, "changed", G_CALLBACK(check_turns), &turns);
    tab_summary_study_begin(study, session, judge);
    check_turns(study, &turns);
    run_until_noted(study);
}

/* Without an engine, without turns, and with one that fails: nothing goes on, and it is said why.
 */
static void test_no_study(void)
{
    g_autoptr(TabEngineConfig) bad = built_engine("tests/fake-engine|--crash-at|go");
    g_autoptr(TabGameSession) session = new_session(false), empty = new_session(false);
    g_autoptr(TabSummaryStudy) study = tab_summary_study_new();
    play_turns(session, 2);
    tab_summary_study_begin(study, session, NULL);
    g_assert_false(tab_summary_study_is_busy(study));
    check_says(study, "No engine is at hand");
    tab_summary_study_begin(study, empty, bad);
    g_assert_false(tab_summary_study_is_busy(study));
    g_autofree char *nothing = tab_summary_study_describe(study);
    g_assert_cmpstr(nothing, ==, "");
    tab_summary_study_begin(study, session, bad);
    while (tab_summary_study_is_busy(study))
        g_main_context_iteration(NULL, TRUE);
    check_says(study, "could not look at the game");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/summary/moments", test_moments);
    g_test_add_func("/summary/short", test_short);
    g_test_add_func("/summary/words", test_words);
    g_test_add_func("/study/stages", test_study);
    g_test_add_func("/study/casts", test_casts);
    g_test_add_func("/study/none", test_no_study);
    return g_test_run();
}
