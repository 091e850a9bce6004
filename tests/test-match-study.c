// SPDX-License-Identifier: GPL-3.0-or-later
// A match in the window looked at by an engine: luck, loss and levels of both seats.
#include <math.h>
#include <string.h>

#include "built-engine.h"
#include "gui/model/match-study.h"
#include "session-fixture.h"

/* A match of two games between people, played to the end as the first play that there is. */
static TabGameMatch *play_match(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_free(setup->rules);
    setup->rules = g_strdup("ludii:columns=5");
    setup->seed = 3;
    setup->match = (TabMatchPlace){.length = TAB_MATCH_GAMES, .n = 2};
    TabGameMatch *match = tab_game_match_new(setup);
    g_autoptr(TabGameSetup) next = tab_game_setup_copy(match->setup);
    for (;;) {
        g_autoptr(TabGameSession) session = tab_game_session_new(next, &error);
        g_assert_no_error(error);
        tab_game_match_follow(match, session);
        while (tab_game_session_get_awaits(session) != TAB_AWAITS_NOTHING)
            if (!tab_game_session_throw(session) && !session_play_any(session))
                g_assert_true(tab_game_session_end_turn(session));
        if (!tab_game_match_can_advance(match))
            return match;
        g_clear_pointer(&next, tab_game_setup_free);
        next = tab_game_match_advance(match);
    }
}

static gboolean on_timeout(gpointer data)
{
    *(gboolean *)data = TRUE;
    return G_SOURCE_REMOVE;
}

static void wait_for(TabMatchStudy *study, TabStudyState state)
{
    gboolean late = FALSE;
    guint source = g_timeout_add_seconds(120, on_timeout, &late);
    while (study->state != state && !late)
        g_main_context_iteration(NULL, TRUE);
    g_assert_false(late);
    g_source_remove(source);
}

/* Sides change, so luck is counted for the seats; the same engine says the same again. */
static void test_figures(void)
{
    g_autoptr(TabGameMatch) match = play_match();
    g_autoptr(TabMatchStudy) study = tab_match_study_new();
    g_autoptr(TabEngineConfig) engine = built_engine("engine/tab-engine");
    double luck[2], loss[2];
    guint turns[2];
    tab_match_study_set_match(study, match);
    g_assert_cmpuint(study->games->len, ==, 2);
    g_assert_cmpint(study->state, ==, TAB_STUDY_RESTS);
    g_autofree char *nobody = tab_match_study_describe(study);
    g_assert_cmpstr(nobody, ==, "");
    tab_match_study_begin(study, engine);
    g_assert_cmpint(study->state, ==, TAB_STUDY_ANALYSES);
    g_autofree char *looking = tab_match_study_describe(study);
    g_assert_nonnull(strstr(looking, " is looking at game 1 of 2: 0 of "));
    g_autofree char *unknown = tab_match_study_describe_rating(study, 0);
    g_assert_cmpstr(unknown, ==, "");
    wait_for(study, TAB_STUDY_RATES);
    g_autofree char *trying = tab_match_study_describe(study);
    g_assert_nonnull(strstr(trying, " is trying its levels: 0 of "));
    wait_for(study, TAB_STUDY_IS_DONE);
    g_assert_null(study->fault);
    for (guint seat = 0; seat < TAB_MATCH_SEATS; seat++)
        g_assert_cmpuint(tab_match_study_sum(study, seat, &luck[seat], &loss[seat], &turns[seat]),
                         ==, 2);
    g_assert_cmpfloat_with_epsilon(luck[0], -luck[1], 1e-9);
    g_assert_cmpfloat(loss[0], >, 0);
    g_assert_cmpfloat(loss[1], >, 0);
    const TabStudiedGame *one = study->games->pdata[0], *two = study->games->pdata[1];
    g_assert_cmpuint(turns[0] + turns[1], ==, one->turns + two->turns);
    g_assert_true(study->rated);
    for (guint seat = 0; seat < TAB_MATCH_SEATS; seat++) {
        g_autofree char *level = tab_match_study_describe_rating(study, seat);
        g_assert_false(isnan(study->rating[seat].level));
        g_assert_cmpstr(level, !=, "");
    }
    g_autofree char *source = tab_match_study_describe(study);
    g_assert_nonnull(strstr(source, "sees it."));
    /* the match again: all of it is known */
    tab_match_study_set_match(study, match);
    g_assert_cmpint(study->state, ==, TAB_STUDY_IS_DONE);
    tab_match_study_begin(study, engine);
    g_assert_cmpint(study->state, ==, TAB_STUDY_IS_DONE);
}

/* It can be stopped at any time, and goes on with what is not known. */
static void test_stop(void)
{
    g_autoptr(TabGameMatch) match = play_match();
    g_autoptr(TabMatchStudy) study = tab_match_study_new();
    g_autoptr(TabEngineConfig) engine = built_engine("engine/tab-engine");
    tab_match_study_set_match(study, match);
    tab_match_study_begin(study, engine);
    tab_match_study_stop(study);
    g_assert_cmpint(study->state, ==, TAB_STUDY_RESTS);
    tab_match_study_begin(study, engine);
    wait_for(study, TAB_STUDY_RATES);
    tab_match_study_stop(study);
    g_assert_cmpint(study->state, ==, TAB_STUDY_RESTS);
    g_assert_true(((TabStudiedGame *)study->games->pdata[0])->known);
    g_assert_false(study->rated);
    tab_match_study_begin(study, engine);
    g_assert_cmpint(study->state, ==, TAB_STUDY_RATES);
    g_clear_object(&study); /* while its engines run */
    for (int i = 0; i < 100; i++) {
        g_main_context_iteration(NULL, FALSE);
        g_usleep(10000);
    }
}

/* What is no engine, or none at all, is told; nothing is known then. */
static void test_faults(void)
{
    g_autoptr(TabGameMatch) match = play_match();
    g_autoptr(TabMatchStudy) study = tab_match_study_new();
    g_autoptr(TabEngineConfig) engine = tab_engine_config_new((const char *[]){"/bin/false", NULL});
    tab_match_study_set_match(study, match);
    tab_match_study_begin(study, engine);
    wait_for(study, TAB_STUDY_IS_DONE);
    g_autofree char *fault = tab_match_study_describe(study);
    g_assert_nonnull(strstr(fault, "false could not look at all games: "));
    tab_match_study_begin(study, NULL);
    g_assert_cmpint(study->state, ==, TAB_STUDY_IS_DONE);
    g_autofree char *none = tab_match_study_describe(study);
    g_assert_cmpstr(none, ==, "No engine is at hand that could tell luck and loss.");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/match-study/figures", test_figures);
    g_test_add_func("/match-study/stop", test_stop);
    g_test_add_func("/match-study/faults", test_faults);
    return g_test_run();
}
