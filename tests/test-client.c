// SPDX-License-Identifier: GPL-3.0-or-later
// The engine client and an engine that plays along: games, options, refusals.
#include <math.h>
#include <string.h>

#include "tests/built-engine.h"
#include "tests/client-fixture.h"

/* --- good behaviour --- */

static void test_game(void)
{
    ClientTest test;
    client_start_well(&test,
                      "--answer|1:a9b9,4:b9b5,2:b5b3|--answer|3:pass|--info|depth 2 win 0.5312 "
                      "level search nodes 18211 pv 1:a9b9");
    g_assert_cmpstr(tab_client_get_name(test.client), ==, "Fake Engine");
    g_assert_cmpuint(tab_client_get_options(test.client)->len, ==, 5);
    client_new_game(&test);
    g_assert_no_error(test.error);
    gint64 before = g_get_monotonic_time();
    client_go(&test, 1000);
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.answer, ==, "1:a9b9,4:b9b5,2:b5b3");
    g_assert_cmpint(test.elapsed, >, 0);
    g_assert_cmpint(test.elapsed, <=, g_get_monotonic_time() - before);
    g_assert_cmpuint(test.infos, ==, 1);
    g_assert_cmpfloat(test.info.win, ==, 0.5312);
    g_assert_cmpstr(test.info.pv, ==, "1:a9b9");
    client_go(&test, 1000);
    g_assert_cmpstr(test.answer, ==, "3:pass");
    g_assert_cmpstr(test.states->str, ==, "SR"); /* turns are no changes that it tells */
    g_assert_cmpstr(test.sent->str, ==,
                    "tep\nisready\nnewgame walker\nisready\n"
                    "setpos start\nthrow 1 4 2\ngo\n"
                    "setpos start\nthrow 1 4 2\ngo\n");
    client_tear_down(&test);
}

static void on_turn(TabClient *client, const char *turn, gint64 elapsed_us, const GError *error,
                    gpointer data)
{
    ClientTest *test = data;
    g_assert_cmpint(turn != NULL, ==, error == NULL);
    g_clear_error(&test->error);
    test->error = error ? g_error_copy(error) : NULL;
    g_free(test->answer);
    test->answer = g_strdup(turn);
    test->elapsed = elapsed_us;
    test->done = TRUE;
}

static void on_light_info(TabClient *client, const TabInfo *info, gpointer data)
{
    g_assert_cmpint(info->depth, ==, 3);
    ((ClientTest *)data)->infos++;
}

static void go_lightly(ClientTest *test, guint deadline)
{
    tab_client_go(test->client, "start", "1 4 2", &(TabLimits)TAB_LIMITS_INIT, deadline, NULL,
                  on_light_info, on_turn, test);
    g_assert_false(test->done); /* never before it returns */
    client_wait_done(test);
}

/* The call without a GTask. */
static void test_light_go(void)
{
    ClientTest test;
    client_set_up(&test, "--info|depth 3|--crash-at|go:3");
    go_lightly(&test, 1000);
    g_assert_error(test.error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START);
    client_start(&test);
    for (guint i = 1; i <= 2; i++) {
        go_lightly(&test, 1000);
        g_assert_no_error(test.error);
        g_assert_cmpstr(test.answer, ==, "1:pass");
        g_assert_cmpint(test.elapsed, >, 0);
        g_assert_cmpuint(test.infos, ==, i);
        g_assert_cmpstr(test.states->str, ==, "SR");
    }
    go_lightly(&test, 1000);
    client_assert_failed(&test, TAB_CLIENT_ERROR_CRASHED, "status 0");
    client_tear_down(&test);
}

static void on_slow_info(TabClient *client, const TabInfo *info, gpointer data)
{
    g_usleep(1000);
    ((ClientTest *)data)->infos++;
}

/* What an engine has said before its end is heard, though that takes longer than it was alive. */
static void test_last_words(void)
{
    const char *const words[] = {
        "sh", "-c",
        "while read -r verb rest; do case $verb in tep) echo id name Last; echo rules any columns "
        "5 29;"
        " echo tepok 1;; isready) echo readyok;; go) yes info depth 1 | head -n 1500;"
        " echo bestmove 1:pass; exit;; esac; done",
        NULL};
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(words);
    ClientTest test;
    client_set_up_config(&test, config);
    client_start(&test);
    g_assert_no_error(test.error);
    tab_client_go(test.client, "start", "1 4 2", &(TabLimits)TAB_LIMITS_INIT, 10000, NULL,
                  on_slow_info, on_turn, &test);
    client_wait_done(&test);
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.answer, ==, "1:pass");
    g_assert_cmpuint(test.infos, ==, 1500);
    client_tear_down(&test);
}

static void test_light_go_quit(void)
{
    ClientTest test;
    client_start_well(&test, "--slow|60000");
    tab_client_go(test.client, "start", NULL, &(TabLimits)TAB_LIMITS_INIT, 0, NULL, NULL, on_turn,
                  &test);
    tab_client_go(test.client, "start", NULL, &(TabLimits)TAB_LIMITS_INIT, 0, NULL, NULL, on_turn,
                  &test);
    client_wait_done(&test);
    g_assert_error(test.error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BUSY);
    tab_client_quit(test.client);
    client_wait_done(&test);
    g_assert_error(test.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    client_tear_down(&test);
}

static void test_limits(void)
{
    ClientTest test;
    client_start_well(&test, NULL);
    char *turns[] = {"1:pass", "2:pass", NULL};
    TabLimits limits = TAB_LIMITS_INIT;
    limits.movetime = 200;
    limits.depth = 3;
    limits.searchturns = turns;
    client_begin_go(&test, &limits, 1000, NULL);
    client_wait_done(&test);
    g_assert_no_error(test.error);
    g_assert_nonnull(
        strstr(test.sent->str, "\ngo movetime 200 depth 3 searchturns 1:pass 2:pass\n"));
    client_tear_down(&test);
}

static void test_many_goes(void)
{
    ClientTest test;
    client_start_well(&test, "--info|depth 1|--info|depth 2");
    for (int i = 0; i < 2000; i++) { /* more info lines than one call's budget holds */
        client_go(&test, 1000);
        g_assert_no_error(test.error);
    }
    g_assert_cmpuint(test.infos, ==, 4000);
    client_tear_down(&test);
}

static void test_large_lines(void)
{
    ClientTest test;
    client_start_well(&test, NULL);
    g_autofree char *setpos = g_strnfill(900000, 'x'); /* far more than a pipe holds */
    tab_client_go_async(test.client, setpos, NULL, &(TabLimits)TAB_LIMITS_INIT, 1000, NULL, NULL,
                        client_on_answer, &test);
    client_wait_done(&test);
    g_assert_no_error(test.error);
    client_tear_down(&test);
}

/* More lines than the pipe holds, one after the other, before the engine has read the first. */
static void test_many_large_lines(void)
{
    ClientTest test;
    client_start_well(&test, NULL);
    g_autofree char *much = g_strnfill(300000, 'x');
    for (int i = 0; i < 3; i++)
        tab_client_set_option(test.client, "Note", much);
    client_go(&test, 1000);
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.answer, ==, "1:pass");
    client_tear_down(&test);
}

static void test_injection(void)
{
    ClientTest test;
    client_start_well(&test, NULL);
    tab_client_go_async(test.client, "start\nquit", "1\nquit", &(TabLimits)TAB_LIMITS_INIT, 1000,
                        NULL, NULL, client_on_answer, &test);
    client_wait_done(&test);
    g_assert_no_error(test.error);
    g_assert_nonnull(strstr(test.sent->str, "setpos start quit\nthrow 1 quit\n"));
    tab_client_set_option(test.client, "Note\nquit", "x\nquit");
    client_run_loop(50);
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_READY);
    client_tear_down(&test);
}

static void test_plays(void)
{
    ClientTest test;
    client_start_well(&test, "--rules|walker columns 7 11|--rules|any columns 9 9|--rules|broken");
    g_assert_true(tab_client_plays(test.client, "walker", 11, FALSE));
    g_assert_false(tab_client_plays(test.client, "walker", 11, TRUE));
    g_assert_false(tab_client_plays(test.client, "walker", 12, FALSE));
    g_assert_false(tab_client_plays(test.client, "standard", 11, FALSE));
    g_assert_true(tab_client_plays(test.client, "walker", 9, TRUE));
    g_assert_false(tab_client_plays(test.client, "standard", 9, FALSE));
    client_tear_down(&test);
}

/* Where no line names a preset, `any` speaks for all. */
static void test_plays_any(void)
{
    ClientTest test;
    client_start_well(&test, "--rules|any columns 5 9");
    g_assert_true(tab_client_plays(test.client, "standard", 9, TRUE));
    g_assert_true(tab_client_plays(test.client, "sahkku", 9, FALSE));
    g_assert_false(tab_client_plays(test.client, "walker", 10, FALSE));
    client_tear_down(&test);
}

/* --- options --- */

static void test_options(void)
{
    ClientTest test;
    client_set_up(&test, NULL);
    tab_client_set_option(test.client, "own book", "true");
    tab_client_set_option(test.client, "Style", "wild and free");
    client_start(&test);
    g_assert_no_error(test.error);
    tab_client_set_option(test.client, "Clear Hash", NULL);
    tab_client_set_option(test.client, "Note", "");
    g_assert_cmpstr(test.sent->str, ==,
                    "tep\nsetoption name Own Book value true\n"
                    "setoption name Style value wild and free\nisready\n"
                    "setoption name Clear Hash\nsetoption name Note value\n");
    client_tear_down(&test);
}

/* The rules judge the sticks, so they go first; a new process holds fair ones until it is told. */
static void test_sticks(void)
{
    ClientTest test;
    client_set_up(&test, "--option|name sticks type string default fair");
    tab_client_set_sticks(test.client, NULL);
    client_start(&test);
    client_new_game(&test);
    g_assert_cmpstr(test.sent->str, ==, "tep\nisready\nnewgame walker\nisready\n");
    g_string_truncate(test.sent, 0);
    tab_client_set_sticks(test.client, "p=0.63");
    client_new_game(&test);
    client_new_game(&test);
    tab_client_set_sticks(test.client, "fair");
    client_new_game(&test);
    client_new_game(&test);
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.sent->str, ==,
                    "newgame walker\nsetoption name sticks value p=0.63\nisready\n"
                    "newgame walker\nsetoption name sticks value p=0.63\nisready\n"
                    "newgame walker\nsetoption name sticks value fair\nisready\n"
                    "newgame walker\nisready\n");
    client_tear_down(&test);
}

static void test_option_refused(const char *name, const char *value, const char *word)
{
    ClientTest test;
    client_set_up(&test, NULL);
    tab_client_set_option(test.client, name, value);
    client_start(&test);
    client_assert_failed(&test, TAB_CLIENT_ERROR_REFUSED, word);
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_CRASHED);
    client_tear_down(&test);
}

static void test_options_refused(void)
{
    test_option_refused("Colour", "red", "Colour");
    test_option_refused("Threads", "0", "Threads");
    test_option_refused("Threads", "many", "Threads");
    test_option_refused("Style", "shy", "shy");
}

/* What is sent at the start to an engine that declares `options` (split at `|`), is configured to
 * be weak and to have an evaluation of its own, and is asked for `level`. */
static char *start_at_level(const char *options, int level)
{
    ClientTest test;
    g_autofree char *all = g_strconcat("--option|", options, NULL);
    g_autoptr(TabEngineConfig) config = client_fake_config(all);
    tab_engine_config_set_option(config, "level", "2");
    tab_engine_config_set_option(config, "Eval", "genetic");
    tab_engine_config_set_option(config, "Elo", "900");
    client_set_up_config(&test, config);
    tab_client_set_level(test.client, level);
    client_start(&test);
    g_assert_no_error(test.error);
    char *sent = g_strdup(test.sent->str);
    client_tear_down(&test);
    return sent;
}

#define EVAL_AND_ELO                                                                               \
    "name Eval type combo default net var net var genetic|--option|name Elo type spin min 0 max "  \
    "2000"

/* A level comes in place of the configured strength, and other choices after it. */
static void test_level(void)
{
    static const char *const none = "tep\nsetoption name Level value 2\n"
                                    "setoption name Eval value genetic\n"
                                    "setoption name Elo value 900\nisready\n";
    const char *all = "name Level type spin default 10 min 0 max 10|--option|" EVAL_AND_ELO;
    g_autofree char *asked = start_at_level(all, 7), *not_asked = start_at_level(all, -1);
    g_autofree char *beyond = start_at_level(all, 11);
    g_assert_cmpstr(asked, ==,
                    "tep\nsetoption name Level value 7\n"
                    "setoption name Eval value genetic\nisready\n");
    g_assert_cmpstr(not_asked, ==, none);
    g_assert_cmpstr(beyond, ==, none);
}

/* An engine without levels keeps the strength that was configured. */
static void test_no_level(void)
{
    ClientTest test;
    g_autoptr(TabEngineConfig) config = client_fake_config("--option|" EVAL_AND_ELO);
    tab_engine_config_set_option(config, "Elo", "900");
    client_set_up_config(&test, config);
    tab_client_set_level(test.client, 3);
    client_start(&test);
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.sent->str, ==, "tep\nsetoption name Elo value 900\nisready\n");
    client_tear_down(&test);
}

/* An option that is set before the engine has said what it has waits for that. */
static void test_option_in_handshake(void)
{
    ClientTest test;
    client_set_up(&test, NULL);
    tab_client_start_async(test.client, NULL, client_on_started, &test);
    tab_client_set_option(test.client, "Threads", "3");
    g_assert_cmpstr(test.sent->str, ==, "tep\n");
    client_wait_done(&test);
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.sent->str, ==, "tep\nsetoption name Threads value 3\nisready\n");
    client_tear_down(&test);
}

/* An engine that refuses what it has declared does not start. */
static void test_setoption_refused(void)
{
    ClientTest test;
    client_set_up(&test, "--refuse|setoption");
    tab_client_set_option(test.client, "Threads", "2");
    client_start(&test);
    client_assert_failed(&test, TAB_CLIENT_ERROR_REFUSED, "setoption is refused");
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_CRASHED);
    client_tear_down(&test);
}

static void test_option_waits(void)
{
    ClientTest test;
    client_start_well(&test, "--slow|100");
    client_begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 1000, NULL);
    client_run_loop(50);
    tab_client_set_option(test.client, "Threads", "3"); /* at once it would be `error busy` */
    client_wait_done(&test);
    g_assert_no_error(test.error);
    g_assert_true(g_str_has_suffix(test.sent->str, "go\nsetoption name Threads value 3\n"));
    client_tear_down(&test);
}

static void test_option_refusal_told_later(void)
{
    ClientTest test;
    client_start_well(&test, "--refuse|setoption");
    tab_client_set_option(test.client, "Threads", "2");
    client_run_loop(50);
    client_new_game(&test);
    client_assert_failed(&test, TAB_CLIENT_ERROR_REFUSED, "setoption is refused");
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_READY);
    client_new_game(&test);
    g_assert_no_error(test.error);
    client_tear_down(&test);
}

/* --- refusals --- */

static void test_refused(const char *verb)
{
    ClientTest test;
    g_autofree char *switches = g_strdup_printf("--refuse|%s", verb);
    client_start_well(&test, switches);
    client_new_game(&test);
    if (!strcmp(verb, "newgame"))
        client_assert_failed(&test, TAB_CLIENT_ERROR_REFUSED, "bad-argument newgame");
    else
        g_assert_no_error(test.error);
    client_go(&test, 1000);
    if (strcmp(verb, "newgame") != 0)
        client_assert_failed(&test, TAB_CLIENT_ERROR_REFUSED, verb);
    else
        g_assert_no_error(test.error);
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_READY);
    g_assert_cmpint(test.infos, ==, 0);
    g_string_truncate(test.sent, 0);
    client_new_game(&test); /* it stays usable, whatever it refuses */
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_READY);
    g_assert_cmpstr(test.sent->str, ==, "newgame walker\nisready\n");
    client_tear_down(&test);
}

static void test_refusals(void)
{
    test_refused("newgame");
    test_refused("setpos");
    test_refused("throw");
    test_refused("go");
}

/* The first go, a refused one, then one that is obeyed, with an answer of its own. */
static void begin_refused(ClientTest *test, const char *switches)
{
    client_start_well(test, switches);
    client_go(test, 1000);
    g_assert_cmpstr(test->answer, ==, "1:pass");
    gint64 before = g_get_monotonic_time();
    client_go(test, 1000);
    client_assert_failed(test, TAB_CLIENT_ERROR_REFUSED, "bad-argument");
    g_assert_cmpint(test->elapsed, >=, 0);
    g_assert_cmpint(test->elapsed, <=, g_get_monotonic_time() - before);
    g_string_truncate(test->sent, 0);
}

/* A refused position, but the go is obeyed: its bestmove is waited for and no answer of another. */
static void test_refused_position(void)
{
    ClientTest test;
    begin_refused(&test, "--refuse|setpos|--refuse-at|2|--slow|20|--answer|1:pass|--answer|2:pass|"
                         "--answer|3:pass");
    client_go(&test, 1000);
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.answer, ==, "3:pass");
    g_assert_cmpstr(test.sent->str, ==, "setpos start\nthrow 1 4 2\ngo\n");
    client_tear_down(&test);
}

/* A refused go: no bestmove comes, and the next go makes sure that none is owed. */
static void test_refused_go(void)
{
    ClientTest test;
    begin_refused(&test, "--refuse|go|--refuse-at|2|--answer|1:pass|--answer|2:pass");
    client_go(&test, 1000);
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.answer, ==, "2:pass");
    g_assert_cmpstr(test.sent->str, ==, "setpos start\nthrow 1 4 2\nisready\ngo\n");
    g_string_truncate(test.sent, 0);
    client_go(&test, 1000);
    g_assert_cmpstr(test.sent->str, ==, "setpos start\nthrow 1 4 2\ngo\n");
    client_tear_down(&test);
}

/* A stop that comes before the go is sent goes behind it: after a go that was refused, the engine
 * is first asked whether it is ready. */
static void test_stop_before_go(void)
{
    ClientTest test;
    begin_refused(&test, "--refuse|go|--refuse-at|2");
    TabLimits limits = TAB_LIMITS_INIT;
    limits.infinite = TRUE;
    client_begin_go(&test, &limits, 0, NULL);
    tab_client_stop(test.client);
    tab_client_stop(test.client);
    client_wait_done(&test);
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.sent->str, ==, "setpos start\nthrow 1 4 2\nisready\ngo infinite\nstop\n");
    client_tear_down(&test);
}

/* It thinks on about a refused position and stops late: that answer is nobody's. */
static void test_refused_late(gboolean wait)
{
    ClientTest test;
    begin_refused(
        &test, "--refuse|setpos|--refuse-at|2|--slow|100|--slow-stop|150|--answer|1:pass|--answer|"
               "2:late|--answer|3:pass");
    if (wait)
        client_run_loop(200);      /* it comes while nobody asks */
    for (int i = 0; i < 20; i++) { /* it refuses positions as long as it thinks */
        client_go(&test, 1000);
        if (!test.error)
            break;
        client_assert_failed(&test, TAB_CLIENT_ERROR_REFUSED, "busy");
        g_assert_false(wait);
        client_run_loop(20);
    }
    g_assert_no_error(test.error);
    g_assert_cmpstr(test.answer, ==, "3:pass");
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_READY);
    client_tear_down(&test);
}

static void test_refused_lates(void)
{
    test_refused_late(FALSE);
    test_refused_late(TRUE);
}

static void test_handshake_refused(void)
{
    ClientTest test;
    client_set_up(&test, "--refuse|tep");
    client_start(&test);
    client_assert_failed(&test, TAB_CLIENT_ERROR_REFUSED, "tep is refused");
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_CRASHED);
    client_tear_down(&test);
}

/* --- eval --- */

static void on_evaluated(GObject *object, GAsyncResult *result, gpointer data)
{
    ClientTest *test = g_object_get_data(object, "test");
    TabEvalAnswer **answer = data;
    g_clear_error(&test->error);
    *answer = tab_client_eval_finish(TAB_CLIENT(object), result, &test->error);
    g_assert_cmpint(*answer != NULL, ==, test->error == NULL);
    test->done = TRUE;
}

static TabEvalAnswer *evaluate(ClientTest *test, GCancellable *cancellable)
{
    TabEvalAnswer *answer = NULL;
    test->done = FALSE;
    g_object_set_data(G_OBJECT(test->client), "test", test);
    tab_client_eval_async(test->client, "start", cancellable, on_evaluated, &answer);
    client_wait_done(test);
    return answer;
}

/* Our engine has terms, and goes on playing afterwards. */
static void test_eval(void)
{
    ClientTest test;
    g_autoptr(TabEngineConfig) config = built_engine("engine/tab-engine");
    client_set_up_config(&test, config);
    client_start(&test);
    g_assert_no_error(test.error);
    client_new_game(&test);
    for (guint i = 0; i < 2; i++) {
        g_autoptr(TabEvalAnswer) answer = evaluate(&test, NULL);
        g_assert_no_error(test.error);
        g_assert_cmpuint(answer->terms->len, >, 5);
        g_assert_cmpfloat(answer->win, >, 0.2);
        g_assert_cmpfloat(answer->win, <, 0.8);
    }
    g_assert_nonnull(strstr(test.sent->str, "setpos start\neval\nisready\n"));
    client_tear_down(&test);
}

/* An engine that says nothing of it gives nothing, and one that refuses is told so. */
static void test_no_eval(void)
{
    ClientTest test;
    client_start_well(&test, "--answer|1:pass");
    client_new_game(&test);
    g_autoptr(TabEvalAnswer) nothing = evaluate(&test, NULL);
    g_assert_no_error(test.error);
    g_assert_cmpuint(nothing->terms->len, ==, 0);
    g_assert_true(isnan(nothing->win));
    client_go(&test, 1000);
    g_assert_no_error(test.error);
    client_tear_down(&test);
    client_start_well(&test, "--refuse|eval");
    g_assert_null(evaluate(&test, NULL));
    g_assert_error(test.error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED);
    g_assert_cmpint(tab_client_get_state(test.client), ==, TAB_CLIENT_READY);
    client_tear_down(&test);
}

/* Cancelled, not running, and busy. */
static void test_eval_faults(void)
{
    ClientTest test;
    g_autoptr(GCancellable) cancelled = g_cancellable_new();
    client_set_up(&test, "--answer|1:pass");
    g_assert_null(evaluate(&test, NULL));
    g_assert_error(test.error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START);
    client_tear_down(&test);
    client_start_well(&test, "--answer|1:pass");
    g_cancellable_cancel(cancelled);
    g_assert_null(evaluate(&test, cancelled));
    g_assert_error(test.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_autoptr(TabEvalAnswer) answer = evaluate(&test, NULL); /* it can be asked again */
    g_assert_no_error(test.error);
    client_tear_down(&test);
}

static void test_busy(void)
{
    ClientTest test, other = {0};
    client_start_well(&test, "--slow|50");
    client_begin_go(&test, &(TabLimits)TAB_LIMITS_INIT, 1000, NULL);
    tab_client_new_game_async(test.client, "walker", NULL, client_on_new_game, &other);
    client_wait_done(&other);
    g_assert_error(other.error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BUSY);
    g_clear_error(&other.error);
    client_wait_done(&test);
    g_assert_no_error(test.error);
    client_start(&test); /* runs already */
    client_assert_failed(&test, TAB_CLIENT_ERROR_BUSY, "busy");
    client_tear_down(&test);
}

static void test_not_running(void)
{
    ClientTest test;
    client_set_up(&test, NULL);
    client_go(&test, 1000);
    g_assert_error(test.error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START);
    tab_client_stop(test.client);
    tab_client_quit(test.client);
    client_tear_down(&test);
}

/* --- no start --- */

static void test_no_program(void)
{
    const char *argv[] = {"/nonexistent/engine", NULL};
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(argv);
    ClientTest test;
    client_set_up_config(&test, config);
    client_start(&test);
    client_assert_failed(&test, TAB_CLIENT_ERROR_START, "/nonexistent/engine");
    client_tear_down(&test);
}

static void test_bad_start(const char *switches, TabClientError code, const char *word)
{
    ClientTest test;
    client_set_up(&test, switches);
    TabClientPatience patience = client_patience;
    patience.handshake_ms = 300;
    tab_client_set_patience(test.client, &patience);
    client_start(&test);
    client_assert_failed(&test, code, word);
    g_assert_cmpstr(test.states->str, ==, "SC");
    client_tear_down(&test);
}

static void test_bad_starts(void)
{
    test_bad_start("--mute|handshake", TAB_CLIENT_ERROR_SILENT, "tepok");
    test_bad_start("--crash-at|handshake|--exit-code|7", TAB_CLIENT_ERROR_CRASHED, "status 7");
    test_bad_start("--crash-at|handshake|--signal|9", TAB_CLIENT_ERROR_CRASHED, "signal 9");
    test_bad_start("--flood|handshake", TAB_CLIENT_ERROR_FLOOD, "too ");
    test_bad_start("--flood|options", TAB_CLIENT_ERROR_FLOOD, "too many options");
    test_bad_start("--flood|values", TAB_CLIENT_ERROR_FLOOD, "an option that is too long");
    test_bad_start("--version|2", TAB_CLIENT_ERROR_BROKEN, "version 1");
    test_bad_start("--twice|tepok", TAB_CLIENT_ERROR_BROKEN, "unexpected tepok");
    test_bad_start("--unknown-switch", TAB_CLIENT_ERROR_CRASHED, "Unknown option");
    test_bad_start("--crash-at|handshake|--log|no more memory", TAB_CLIENT_ERROR_CRASHED,
                   "last said: no more memory");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/client/game", test_game);
    g_test_add_func("/client/light-go", test_light_go);
    g_test_add_func("/client/light-go-quit", test_light_go_quit);
    g_test_add_func("/client/last-words", test_last_words);
    g_test_add_func("/client/limits", test_limits);
    g_test_add_func("/client/many-goes", test_many_goes);
    g_test_add_func("/client/large-lines", test_large_lines);
    g_test_add_func("/client/many-large-lines", test_many_large_lines);
    g_test_add_func("/client/injection", test_injection);
    g_test_add_func("/client/plays", test_plays);
    g_test_add_func("/client/plays-any", test_plays_any);
    g_test_add_func("/client/options", test_options);
    g_test_add_func("/client/sticks", test_sticks);
    g_test_add_func("/client/options-refused", test_options_refused);
    g_test_add_func("/client/level", test_level);
    g_test_add_func("/client/no-level", test_no_level);
    g_test_add_func("/client/option-in-handshake", test_option_in_handshake);
    g_test_add_func("/client/setoption-refused", test_setoption_refused);
    g_test_add_func("/client/option-waits", test_option_waits);
    g_test_add_func("/client/option-refusal-told-later", test_option_refusal_told_later);
    g_test_add_func("/client/refusals", test_refusals);
    g_test_add_func("/client/refused-position", test_refused_position);
    g_test_add_func("/client/refused-go", test_refused_go);
    g_test_add_func("/client/stop-before-go", test_stop_before_go);
    g_test_add_func("/client/refused-late", test_refused_lates);
    g_test_add_func("/client/handshake-refused", test_handshake_refused);
    g_test_add_func("/client/eval", test_eval);
    g_test_add_func("/client/no-eval", test_no_eval);
    g_test_add_func("/client/eval-faults", test_eval_faults);
    g_test_add_func("/client/busy", test_busy);
    g_test_add_func("/client/not-running", test_not_running);
    g_test_add_func("/client/no-program", test_no_program);
    g_test_add_func("/client/bad-starts", test_bad_starts);
    return g_test_run();
}
