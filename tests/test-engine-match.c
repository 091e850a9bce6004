// SPDX-License-Identifier: GPL-3.0-or-later
// Matches between engines that the window has played by tab-match: told as they go, paused, killed
// and gone on with.
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "built-engine.h"
#include "database-place.h"
#include "gui/model/engine-match.h"

#define DATA_HOME "/nowhere/data" /* of which no more than its name is asked for */

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

/* Paused, and killed, in the middle: it goes on where it was. There are so many games that a fast
 * machine has not played them all when the journal is first looked at. */
static void test_go_on(Fixture *fixture, gconstpointer data)
{
    g_autofree char *program = find_program();
    const guint games = 10000;
    g_autoptr(TabEngineMatch) match = create(fixture, "standard", games, 20000);
    tab_engine_match_start(match, program);
    wait_for_games(match, 1);
    tab_engine_match_pause(match);
    g_assert_cmpint(match->state, ==, TAB_ENGINE_MATCH_PAUSES);
    wait_for_rest(match);
    g_assert_null(match->fault);
    guint before = match->played;
    g_assert_cmpuint(before, >=, 1);
    g_assert_cmpuint(before, <, games);
    g_assert_cmpint(match->state, ==, TAB_ENGINE_MATCH_RESTS);
    g_assert_true(says(match, "The match rests: "));
    tab_engine_match_start(match, program);
    wait_for_games(match, before + 1);
    g_assert_nonnull(match->process);
    g_subprocess_send_signal(match->process, SIGKILL);
    wait_for_rest(match);
    g_assert_true(says(match, "was ended by somebody else"));
    g_assert_cmpuint(match->played, >, before);
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

/* A program in the place of tab-match: a script for the shell. */
static char *write_program(Fixture *fixture, const char *script)
{
    char *path = g_build_filename(fixture->place, "program", NULL);
    g_autofree char *text = g_strconcat("#!/bin/sh\n", script, "\n", NULL);
    g_assert_true(g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
    return path;
}

/* What tab-match is told: all that the match is, and where it is kept. */
static void test_arguments(Fixture *fixture, gconstpointer data)
{
    g_autofree char *program = write_program(fixture, "printf '%s\\n' \"$@\" >\"$0.told\""),
                    *path = g_strconcat(program, ".told", NULL), *told = NULL;
    g_autoptr(TabEngineMatch) match = create(fixture, "ludii:columns=5", 2, 50);
    tab_engine_match_start(match, program);
    g_assert_true(says(match, "0 of 2 games are played."));
    wait_for_rest(match);
    g_assert_null(match->fault);
    g_assert_cmpint(match->state, ==, TAB_ENGINE_MATCH_RESTS);
    g_assert_true(says(match, "The match rests: 0 of 2 games are played."));
    g_autofree char *journal = tab_engine_match_get_journal(match),
                    *games = tab_engine_match_get_games(match),
                    *page = tab_engine_match_get_page(match),
                    *engines = g_build_filename(match->folder, "engines.ini", NULL),
                    *expected = g_strjoin("\n", "--engines", engines, "--rules", "ludii:columns=5",
                                          "--games", "2", "--nodes", "50", "--seed", "5",
                                          "--concurrency", "2", "--journal", journal, "--resume",
                                          "--record", games, "--report", page, "--quiet", "", NULL);
    g_assert_true(g_file_get_contents(path, &told, NULL, NULL));
    g_assert_cmpstr(told, ==, expected);
}

/* Of what it says as it fails the last line is told, without its own name. */
static void test_words(Fixture *fixture, gconstpointer data)
{
    static const struct {
        const char *script, *fault;
    } rows[] = {
        {"exit 1", "tab-match has failed and does not say why"},
        {"echo 'a warning' >&2; echo 'tab-match: no luck' >&2; exit 1", "no luck"},
        {"printf '%05000d\\nthe end' 0 >&2; exit 1", "the end"}, /* of much it is the end */
        {"printf '\\377 odd' >&2; exit 1", "\ufffd odd"},
        {"kill -9 $$", "tab-match was ended by somebody else"},
        {"echo 'tab-match: all is well' >&2", NULL},
    };
    g_autoptr(TabEngineMatch) match = create(fixture, "ludii:columns=5", 2, 50);
    wait_for_rest(match);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *program = write_program(fixture, rows[i].script);
        tab_engine_match_start(match, program);
        g_assert_null(match->fault); /* that of the last time is no more */
        wait_for_rest(match);
        g_assert_cmpstr(match->fault, ==, rows[i].fault);
        g_assert_cmpint(match->state, ==, TAB_ENGINE_MATCH_RESTS);
    }
}

/* Nothing is paused that does not run, nothing started that runs; a pause is no fault. */
static void test_pause(Fixture *fixture, gconstpointer data)
{
    g_autofree char *program =
        write_program(fixture, "trap 'exit 0' INT\nwhile :; do sleep 0.01; done");
    g_autoptr(TabEngineMatch) match = create(fixture, "ludii:columns=5", 2, 50);
    tab_engine_match_pause(match);
    g_assert_cmpint(match->state, ==, TAB_ENGINE_MATCH_RESTS);
    tab_engine_match_start(match, program);
    const GSubprocess *process = match->process;
    tab_engine_match_start(match, program);
    g_assert_true(match->process == process);
    tab_engine_match_pause(match);
    g_assert_true(says(match, "The games in progress are being played to their end."));
    wait_for_rest(match);
    g_assert_cmpint(match->state, ==, TAB_ENGINE_MATCH_RESTS);
    g_assert_null(match->fault);
}

/* Both engines have names of their own: by their levels if that tells them apart. */
static void test_names(Fixture *fixture, gconstpointer data)
{
    static const struct {
        const char *other; /* name of the second engine; NULL: that of the first */
        int level[2];
        const char *name[2];
    } rows[] = {
        {"Other", {-1, -1}, {"Tab Engine", "Other"}},
        {"Other", {3, 3}, {"Tab Engine", "Other"}},
        {NULL, {-1, -1}, {"Tab Engine (1)", "Tab Engine (2)"}},
        {NULL, {3, 3}, {"Tab Engine (1)", "Tab Engine (2)"}},
        {NULL, {-1, 3}, {"Tab Engine (1)", "Tab Engine, level 3"}},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TabEngineConfig) other = tab_engine_config_copy(fixture->engine);
        g_free(other->name);
        other->name = g_strdup(rows[i].other);
        other->disabled = TRUE; /* in the list, not in this match */
        const TabEngineMatchSetup setup = {
            .engine = {fixture->engine, other},
            .level = {rows[i].level[0], rows[i].level[1]},
            .rules = "ludii",
            .games = 2,
            .limit = TAB_ENGINE_LIMIT_DEPTH,
            .amount = 1,
            .concurrency = 1,
        };
        g_autoptr(TabEngineMatch) match = tab_engine_match_create(&setup, fixture->place, &error);
        g_assert_no_error(error);
        g_assert_cmpint(match->limit, ==, TAB_ENGINE_LIMIT_DEPTH);
        g_assert_cmpuint(match->amount, ==, 1);
        g_autofree char *path = g_build_filename(match->folder, "engines.ini", NULL);
        g_autoptr(GPtrArray) engines = tab_engine_config_load(path, &error);
        g_assert_no_error(error);
        for (guint side = 0; side < 2; side++) {
            const TabEngineConfig *engine = engines->pdata[side];
            int level = rows[i].level[side];
            g_autofree char *number = level < 0 ? NULL : g_strdup_printf("%d", level);
            g_assert_cmpstr(match->name[side], ==, rows[i].name[side]);
            g_assert_cmpstr(tab_engine_config_get_option(engine, "Level"), ==, number);
            g_assert_false(engine->disabled);
        }
        wait_for_rest(match);
    }
}

/* A match that cannot be begun leaves nothing behind. */
static void test_refused(Fixture *fixture, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    TabEngineMatchSetup setup = {
        .engine = {fixture->engine, NULL}, .rules = "ludii", .games = 2, .amount = 1};
    g_assert_null(tab_engine_match_create(&setup, fixture->place, &error));
    g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    g_clear_error(&error);
    g_assert_null(tab_engine_match_open_last(fixture->place));
    setup.engine[1] = fixture->engine;
    g_autofree char *file = write_program(fixture, ""), *place = g_build_filename(file, "x", NULL);
    g_assert_null(tab_engine_match_create(&setup, place, &error)); /* below a file */
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR);
    g_assert_nonnull(strstr(error->message, place));
    g_assert_null(tab_engine_match_open_last(place));
    g_autofree char *usual = tab_engine_match_default_place();
    g_assert_cmpstr(usual, ==, DATA_HOME "/tab/matches");
}

/* What is no good in the files of a match is named. */
static void test_damaged(Fixture *fixture, gconstpointer data)
{
    static const struct {
        const char *good, *bad, *told;
    } rows[] = {
        {"games=2", "games=0", "games=0"},
        {"games=2", "games=100001", "games=100001"},
        {"games=2", "games=\\z", "games"},
        {"games=2", "", "games"},
        {"amount=50", "amount=0", "amount=0"},
        {"amount=50", "amount=many", "amount=many"},
        {"seed=5", "seed=-1", "seed=-1"},
        {"seed=5", "seed=18446744073709551616", "seed=18446744073709551616"},
        {"concurrency=2", "concurrency=65", "concurrency=65"},
        {"limit=nodes", "limit=hours", "limit=hours"},
        {"limit=nodes", "", "limit"},
        {"rules=ludii:columns=5", "rules=chess", "chess"},
        {"rules=ludii:columns=5", "", "rules"},
        {"version=1", "version=2", "newer version"},
        {"[match]", "[other]", "match"},
    };
    g_autoptr(TabEngineMatch) match = create(fixture, "ludii:columns=5", 2, 50);
    g_autofree char *path = g_build_filename(match->folder, "match.ini", NULL), *whole = NULL,
                    *engines = g_build_filename(match->folder, "engines.ini", NULL);
    wait_for_rest(match);
    g_assert_true(g_file_get_contents(path, &whole, NULL, NULL));
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_auto(GStrv) parts = g_strsplit(whole, rows[i].good, 2);
        g_assert_cmpuint(g_strv_length(parts), ==, 2);
        g_autofree char *text = g_strjoinv(rows[i].bad, parts);
        g_assert_true(g_file_set_contents(path, text, -1, NULL));
        g_assert_null(tab_engine_match_open(match->folder, &error));
        g_assert_true(g_str_has_prefix(error->message, path));
        g_assert_nonnull(strstr(error->message, rows[i].told));
    }
    g_assert_true(g_file_set_contents(path, whole, -1, NULL));
    static const char *const lists[] = {NULL, "[A]\ncommand=a\n", /* NULL: there is no file */
                                        "[A]\ncommand=a\n[B]\ncommand=b\n[C]\ncommand=c\n"};
    for (guint i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_autoptr(GError) error = NULL;
        g_unlink(engines);
        g_assert_true(!lists[i] || g_file_set_contents(engines, lists[i], -1, NULL));
        g_assert_null(tab_engine_match_open(match->folder, &error));
        g_assert_nonnull(strstr(error->message, "two engines are needed"));
    }
    g_autoptr(GError) error = NULL;
    g_assert_true(g_file_set_contents(engines, "[A]\nnothing\n", -1, NULL));
    g_assert_null(tab_engine_match_open(match->folder, &error));
    g_assert_nonnull(strstr(error->message, "engines.ini"));
}

/* A journal that cannot be read keeps nobody from looking at the match, and is told. */
static void test_journal(Fixture *fixture, gconstpointer data)
{
    g_autoptr(TabEngineMatch) match = create(fixture, "ludii:columns=5", 2, 50);
    g_autofree char *journal = tab_engine_match_get_journal(match);
    wait_for_rest(match);
    g_assert_true(g_file_set_contents(journal, "", -1, NULL)); /* it has just been made */
    g_autoptr(TabEngineMatch) fresh = tab_engine_match_open(match->folder, NULL);
    wait_for_rest(fresh);
    g_assert_null(fresh->fault);
    g_assert_true(g_file_set_contents(journal, "no journal\n", -1, NULL));
    g_autoptr(TabEngineMatch) damaged = tab_engine_match_open(match->folder, NULL);
    wait_for_rest(damaged);
    g_assert_cmpint(damaged->state, ==, TAB_ENGINE_MATCH_RESTS);
    g_assert_nonnull(strstr(damaged->fault, "match.journal"));
    g_assert_true(says(damaged, "The match does not run: "));
    g_assert_true(says(damaged, "Nothing of it is lost."));
}

int main(int argc, char **argv)
{
    g_setenv("XDG_DATA_HOME", DATA_HOME, TRUE); /* before GLib asks for it */
    g_test_init(&argc, &argv, NULL);
    g_test_add("/engine-match/whole", Fixture, NULL, set_up, test_whole, tear_down);
    g_test_add("/engine-match/go-on", Fixture, NULL, set_up, test_go_on, tear_down);
    g_test_add("/engine-match/faults", Fixture, NULL, set_up, test_faults, tear_down);
    g_test_add("/engine-match/arguments", Fixture, NULL, set_up, test_arguments, tear_down);
    g_test_add("/engine-match/words", Fixture, NULL, set_up, test_words, tear_down);
    g_test_add("/engine-match/pause", Fixture, NULL, set_up, test_pause, tear_down);
    g_test_add("/engine-match/names", Fixture, NULL, set_up, test_names, tear_down);
    g_test_add("/engine-match/refused", Fixture, NULL, set_up, test_refused, tear_down);
    g_test_add("/engine-match/damaged", Fixture, NULL, set_up, test_damaged, tear_down);
    g_test_add("/engine-match/journal", Fixture, NULL, set_up, test_journal, tear_down);
    return g_test_run();
}
