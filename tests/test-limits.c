// SPDX-License-Identifier: GPL-3.0-or-later
// The limits of a go: what is read, what is refused, what is written.
#include <string.h>

#include "protocol/codec/limits.h"
#include "protocol/codec/message.h"

static void assert_written(const char *text, const char *expected)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    g_autoptr(GError) error = NULL;
    gboolean ok = tab_limits_parse(&limits, text, &error);
    g_assert_no_error(error);
    g_assert_true(ok);
    g_autoptr(GString) line = g_string_new("go");
    tab_limits_write(&limits, line);
    g_assert_cmpstr(line->str, ==, expected);
}

static void test_read(void)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    g_assert_true(tab_limits_parse(&limits,
                                   "wtime 60000 btime 50000 winc 100 binc 200 turnstogo 40 "
                                   "nodes 9223372036854775807 depth 0",
                                   NULL));
    g_assert_cmpint(limits.movetime, ==, TAB_LIMIT_UNSET);
    g_assert_cmpint(limits.wtime, ==, 60000);
    g_assert_cmpint(limits.btime, ==, 50000);
    g_assert_cmpint(limits.winc, ==, 100);
    g_assert_cmpint(limits.binc, ==, 200);
    g_assert_cmpint(limits.turnstogo, ==, 40);
    g_assert_cmpint(limits.nodes, ==, G_MAXINT64);
    g_assert_cmpint(limits.depth, ==, 0);
    g_assert_false(limits.infinite);
    g_assert_false(tab_limits_endless(&limits));
    g_assert_null(limits.searchturns);
    g_assert_null(limits.skipped);
}

/* What is no key is kept for a word about it. */
static void test_skipped(void)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT, copy = TAB_LIMITS_INIT;
    g_assert_true(tab_limits_parse(&limits, "mate\t3  depth 1 fast searchturns 1:pass mate", NULL));
    g_assert_cmpstr(limits.skipped, ==, "mate 3 fast");
    tab_limits_copy(&copy, &limits);
    tab_limits_clear(&limits);
    g_assert_null(limits.skipped);
    g_assert_cmpstr(copy.skipped, ==, "mate 3 fast");
    g_assert_false(tab_limits_parse(&limits, "mate 3 depth", NULL));
    g_assert_null(limits.skipped);
}

/* No turns to look at are as good as no such word, which would want some. */
static void test_no_searchturns(void)
{
    char *none[] = {NULL};
    TabLimits limits = TAB_LIMITS_INIT;
    g_autoptr(GString) line = g_string_new("go");
    limits.depth = 2;
    limits.searchturns = none;
    tab_limits_write(&limits, line);
    g_assert_cmpstr(line->str, ==, "go depth 2");
}

static void test_round_trip(void)
{
    assert_written("", "go");
    assert_written("  movetime\t200 ", "go movetime 200");
    assert_written("infinite", "go infinite");
    assert_written("ponder depth 3", "go depth 3 ponder");
    assert_written("searchturns 1:a9b9,2:pass 3:pass", "go searchturns 1:a9b9,2:pass 3:pass");
    assert_written("nodes 7 searchturns depth 3", "go nodes 7 searchturns depth 3");
    assert_written("fast movetime 10 colour 7 red", "go movetime 10"); /* unknown: skipped */
    assert_written("depth 1 depth 2", "go depth 2");
    assert_written("se 0.01 rollouts 500 stop 3 truncate 20",
                   "go rollouts 500 truncate 20 se 0.01 stop 3");
    assert_written("rollouts 10 se 1e-3", "go rollouts 10 se 0.001");
}

/* What was there before leaves no trace. */
static void test_again(void)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    g_assert_true(tab_limits_parse(&limits, "depth 3 infinite", NULL));
    g_assert_true(tab_limits_parse(&limits, "movetime 10", NULL));
    g_assert_cmpint(limits.depth, ==, TAB_LIMIT_UNSET);
    g_assert_cmpint(limits.movetime, ==, 10);
    g_assert_false(limits.infinite);
}

static void assert_refused(const char *text, const char *named)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_limits_parse(&limits, text, &error));
    g_assert_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_BAD_ARGUMENT);
    g_assert_nonnull(strstr(error->message, named));
    g_assert_cmpint(limits.movetime, ==, TAB_LIMIT_UNSET); /* nothing half read */
    g_assert_cmpint(limits.depth, ==, TAB_LIMIT_UNSET);
}

static void test_refused(void)
{
    assert_refused("movetime", "movetime");
    assert_refused("movetime depth 3", "movetime");
    assert_refused("depth 3 nodes x", "nodes");
    assert_refused("depth -1", "depth");
    assert_refused("depth 1.5", "depth");
    assert_refused("wtime 1e5", "wtime");
    assert_refused("btime 9223372036854775808", "btime");
    assert_refused("searchturns", "searchturns");
    assert_refused("rollouts 1.5", "rollouts");
    assert_refused("rollouts 10 se", "se needs a number");
    assert_refused("rollouts 10 se 1.5", "se: '1.5' is no number from 0 to 1");
    assert_refused("rollouts 10 stop -1", "stop");
    assert_refused("rollouts 10 stop nan", "stop");
    assert_refused("movetime 5 searchturns \t", "searchturns");
}

static void test_endless(void)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    g_assert_false(tab_limits_endless(&limits));
    g_assert_true(tab_limits_parse(&limits, "ponder", NULL));
    g_assert_true(tab_limits_endless(&limits));
}

static void test_deadline(void)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    g_assert_cmpuint(tab_limits_deadline(&limits, 500), ==, 500);
    g_assert_cmpuint(tab_limits_deadline(&limits, 0), ==, 1);
    limits.movetime = 200;
    g_assert_cmpuint(tab_limits_deadline(&limits, 500), ==, 700);
    limits.movetime = G_MAXINT;
    g_assert_cmpuint(tab_limits_deadline(&limits, 500), ==, G_MAXINT);
}

static void test_copy(void)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT, copy = TAB_LIMITS_INIT;
    g_assert_true(tab_limits_parse(&limits, "depth 3 searchturns 1:pass", NULL));
    tab_limits_copy(&copy, &limits);
    tab_limits_clear(&limits);
    g_assert_cmpint(limits.depth, ==, TAB_LIMIT_UNSET);
    g_assert_cmpint(copy.depth, ==, 3);
    g_assert_cmpstr(copy.searchturns[0], ==, "1:pass");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/limits/again", test_again);
    g_test_add_func("/limits/read", test_read);
    g_test_add_func("/limits/skipped", test_skipped);
    g_test_add_func("/limits/no-searchturns", test_no_searchturns);
    g_test_add_func("/limits/round-trip", test_round_trip);
    g_test_add_func("/limits/refused", test_refused);
    g_test_add_func("/limits/endless", test_endless);
    g_test_add_func("/limits/deadline", test_deadline);
    g_test_add_func("/limits/copy", test_copy);
    return g_test_run();
}
