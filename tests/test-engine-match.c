// SPDX-License-Identifier: GPL-3.0-or-later
// Matches between engines that the window has played by tab-match: told as they go, paused, killed
// and gone on with.
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "built-engine.h"
#include "database-place.h"
#include "gui/model/engine-match.h"

typedef struct {
    char *place;
    TabEngineConfig *engine;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data)
{
    fixture->place = g_dir_make_tmp("tab-engine-match-XXXXXX", NULL);
    fixture->engine = built_engine("engine/tab-engine");
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
    remove_folder(fixture->place);
    g_free(fixture->place);
    tab_engine_config_free(fixture->engine);
}

static char *find_program(void)
{
    return g_test_build_filename(G_TEST_BUILT, "..", "protocol", "runner", "tab-match", NULL);
}

static TabEngineMatch *create(Fixture *fixture, const char *rules, guint games, guint nodes)
{
    g_autoptr(GError) error = NULL;
    const TabEngineMatchSetup setup = {
        .engine = {fixture->engine, fixture->engine},
        .level = {2, 0},
        .rules = rules,
        .games = games,
        .limit = TAB_ENGINE_LIMIT_NODES,
        .amount = nodes,
        .seed = 5,
        .concurrency = 2,
    };
    TabEngineMatch *match = tab_engine_match_create(&setup, fixture->place, &error);
    g_assert_no_error(error);
    return match;
}

static gboolean on_timeout(gpointer data)
{
    *(gboolean *)data = TRUE;
    return G_SOURCE_REMOVE;
}

/* Until it has come to rest and its journal is read. */
static void wait_for_rest(TabEngineMatch *match)
{
    gboolean late = FALSE;
    guint source = g_timeout_add_seconds(120, on_timeout, &late);
    while ((match->process || match->looking) && !late)
        g_main_context_iteration(NULL, TRUE);
    g_assert_false(late);
    g_source_remove(source);
}

static void wait_for_games(TabEngineMatch *match, guint games)
{
    gboolean late = FALSE;
    guint source = g_timeout_add_seconds(120, on_timeout, &late);
    while (match->played < games && !late)
        g_main_context_iteration(NULL, TRUE);
    g_assert_false(late);
    g_source_remove(source);
}

static gboolean says(TabEngineMatch *match, const char *part)
{
    g_autofree char *text = tab_engine_match_describe(match);
    return strstr(text, part) != NULL;
}

static void test_whole(Fixture *fixture, gconstpointer data)
{
    g_autofree char *program = find_program();
    g_autoptr(TabEngineMatch) match = create(fixture, "ludii:columns=5", 6, 50);
    g_autofree char *games = tab_engine_match_get_games(match),
                    *page = tab_engine_match_get_page(match);
    wait_for_rest(match);
    g_assert_cmpint(match->state, ==, TAB_ENGINE_MATCH_RESTS);
    g_assert_cmpuint(match->played, ==, 0);
    g_assert_null(match->fault);
    g_assert_cmpstr(match->name[0], ==, "Tab Engine, level 2");
    g_assert_cmpstr(match->name[1], ==, "Tab Engine, level 0");
    tab_engine_match_start(match, program);
    g_assert_cmpint(match->state, ==, TAB_ENGINE_MATCH_RUNS);
    wait_for_rest(match);
    g_assert_null(match->fault);
    g_assert_cmpint(match->state, ==, TAB_ENGINE_MATCH_IS_OVER);
    g_assert_cmpuint(match->played, ==, 6);
    g_assert_cmpuint(tab_score_games(&match->score), ==, 6);
    g_assert_nonnull(strstr(match->figures, "score Tab Engine, level 2 +"));
    g_assert_true(says(match, "All 6 games are played."));
    g_assert_true(g_file_test(games, G_FILE_TEST_IS_REGULAR));
    g_assert_true(g_file_test(page, G_FILE_TEST_IS_REGULAR));
    /* another run of the window finds it */
    g_autoptr(TabEngineMatch) again = tab_engine_match_open_last(fixture->place);
    wait_for_rest(again);
    g_assert_cmpint(again->state, ==, TAB_ENGINE_MATCH_IS_OVER);
    g_assert_cmpuint(again->score.wins, ==, match->score.wins);
    g_assert_cmpstr(again->figures, ==, match->figures);
}

/* Paused, and killed, in the middle: it goes on where it was, and comes to the same. */
static void test_go_on(Fixture *fixture, gconstpointer data)
{
    g_autofree char *program = find_program();
    g_autoptr(TabEngineMatch) match = create(fixture, "standard", 40, 20000);
    tab_engine_match_start(match, program);
    wait_for_games(match, 1);
    tab_engine_match_pause(match);
    g_assert_cmpint(match->state, ==, TAB_ENGINE_MATCH_PAUSES);
    wait_for_rest(match);
    g_assert_null(match->fault);
    guint before = match->played;
    g_assert_cmpuint(before, >=, 1);
    if (before < 40) {
        g_assert_cmpint(match->state, ==, TAB_ENGINE_MATCH_RESTS);
        g_assert_true(says(match, "The match rests: "));
        tab_engine_match_start(match, program);
        wait_for_games(match, MIN(before + 1, 40));
        if (match->process) {
            g_subprocess_send_signal(match->process, SIGKILL);
            wait_for_rest(match);
            g_assert_true(match->played == 40 || says(match, "was ended by somebody else"));
        }
    }
    g_assert_cmpuint(match->played, >=, before);
}

static void test_faults(Fixture *fixture, gconstpointer data)
{
    g_autofree char *program = find_program();
    g_autoptr(GError) error = NULL;
    g_autoptr(TabEngineMatch) match = create(fixture, "ludii:columns=5", 2, 50);
    tab_engine_match_start(match, NULL);
    g_assert_true(says(match, "the program tab-match, which plays matches, was not found"));
    tab_engine_match_start(match, "/nowhere/tab-match");
    g_assert_true(says(match, "/nowhere/tab-match"));
    wait_for_rest(match);
    /* an engine that is none */
    tab_engine_config_free(fixture->engine);
    fixture->engine = tab_engine_config_new((const char *[]){"/bin/false", NULL});
    g_autoptr(TabEngineMatch) bad = create(fixture, "ludii:columns=5", 2, 50);
    tab_engine_match_start(bad, program);
    wait_for_rest(bad);
    g_assert_cmpint(bad->state, ==, TAB_ENGINE_MATCH_RESTS);
    g_assert_true(says(bad, "false"));
    /* rules that are none */
    const TabEngineMatchSetup setup = {
        .engine = {fixture->engine, fixture->engine}, .rules = "nonsense", .games = 2, .amount = 1};
    g_assert_null(tab_engine_match_create(&setup, fixture->place, &error));
    g_assert_nonnull(strstr(error->message, "nonsense"));
    /* a match whose file is damaged is passed over */
    g_autofree char *path = g_build_filename(bad->folder, "match.ini", NULL);
    g_assert_true(g_file_set_contents(path, "[match]\nrules=ludii\ngames=none\n", -1, NULL));
    g_clear_error(&error);
    g_assert_null(tab_engine_match_open(bad->folder, &error));
    g_assert_nonnull(strstr(error->message, "match.ini"));
    g_autoptr(TabEngineMatch) last = tab_engine_match_open_last(fixture->place);
    g_assert_cmpstr(last->folder, ==, match->folder);
    wait_for_rest(last);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add("/engine-match/whole", Fixture, NULL, set_up, test_whole, tear_down);
    g_test_add("/engine-match/go-on", Fixture, NULL, set_up, test_go_on, tear_down);
    g_test_add("/engine-match/faults", Fixture, NULL, set_up, test_faults, tear_down);
    return g_test_run();
}
