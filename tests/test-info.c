// SPDX-License-Identifier: GPL-3.0-or-later
// Info lines: every key, tolerance, numbers in any locale.
#include <locale.h>

#include "protocol/codec/info.h"
#include "protocol/codec/message.h"

static void assert_written(const char *text, const char *expected)
{
    g_auto(TabInfo) info = {0};
    g_autoptr(GError) error = NULL;
    gboolean ok = tab_info_parse(&info, text, &error);
    g_assert_no_error(error);
    g_assert_true(ok);
    g_autoptr(GString) line = g_string_new("info");
    tab_info_write(&info, line);
    g_assert_cmpstr(line->str, ==, expected);
}

static void test_all_keys(void)
{
    g_auto(TabInfo) info = {0};
    g_assert_true(tab_info_parse(&info, "pv", NULL));
    tab_info_clear(&info);
    g_assert_true(
        tab_info_parse(&info,
                       "depth 2 multipv 1 win 0.5312 level rollout se 0.01 nodes 18211 "
                       "nps 950000 time 19 hashfull 1000 tablehits 7 pv 1:a9b9,4:b9b5 2:b5b3",
                       NULL));
    g_assert_cmpuint(info.fields, ==, (TAB_INFO_STRING - 1) & ~0u);
    g_assert_cmpint(info.depth, ==, 2);
    g_assert_cmpint(info.multipv, ==, 1);
    g_assert_cmpfloat(info.win, ==, 0.5312);
    g_assert_cmpint(info.level, ==, TAB_INFO_ROLLOUT);
    g_assert_cmpfloat(info.se, ==, 0.01);
    g_assert_cmpint(info.nodes, ==, 18211);
    g_assert_cmpint(info.nps, ==, 950000);
    g_assert_cmpint(info.time, ==, 19);
    g_assert_cmpint(info.hashfull, ==, 1000);
    g_assert_cmpint(info.tablehits, ==, 7);
    g_assert_cmpstr(info.pv, ==, "1:a9b9,4:b9b5 2:b5b3");
}

static void test_round_trip(void)
{
    assert_written("", "info");
    assert_written("depth 0 multipv 1 nodes 0 nps 0 time 0 hashfull 0 tablehits 0",
                   "info depth 0 multipv 1 nodes 0 nps 0 time 0 hashfull 0 tablehits 0");
    assert_written("pv 1:pass depth 3", "info pv 1:pass depth 3"); /* takes the rest */
    assert_written("time 19 depth 2", "info depth 2 time 19");
    assert_written("win .5", "info win 0.5000");
    assert_written("win 1e-1 se 0.00004", "info win 0.1000 se 0.0000");
    assert_written("win 1", "info win 1.0000");
    assert_written("string depth  7 pv", "info string depth  7 pv");
    assert_written("depth 1 string", "info depth 1 string");
    for (int i = 0; i < TAB_N_INFO_LEVELS; i++) {
        g_autofree char *text = g_strdup_printf("level %s", tab_info_level_text((TabInfoLevel)i));
        g_autofree char *expected = g_strconcat("info ", text, NULL);
        assert_written(text, expected);
    }
}

static void test_tolerant(void)
{
    assert_written("colour red depth 3 heat 9", "info depth 3");
    assert_written("level guess depth 3", "info depth 3");
    assert_written("depth 1 depth 2", "info depth 2");
}

static void assert_refused(const char *text, const char *named)
{
    g_auto(TabInfo) info = {0};
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_info_parse(&info, text, &error));
    g_assert_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_BAD_ARGUMENT);
    g_assert_true(g_str_has_prefix(error->message, named));
    g_assert_cmpuint(info.fields, ==, 0);
    g_assert_null(info.pv);
}

static void test_refused(void)
{
    assert_refused("depth", "depth");
    assert_refused("depth x", "depth");
    static const char *const counts[] = {"depth", "nodes", "nps", "time", "hashfull", "tablehits"};
    for (guint i = 0; i < G_N_ELEMENTS(counts); i++) {
        g_autofree char *text = g_strdup_printf("%s -1", counts[i]);
        assert_refused(text, counts[i]);
    }
    assert_refused("multipv 0", "multipv");
    assert_refused("hashfull 1001", "hashfull");
    assert_refused("win", "win");
    assert_refused("win 1.01", "win");
    assert_refused("win -0.1", "win");
    assert_refused("win nan", "win");
    assert_refused("win inf", "win");
    assert_refused("win 0x1p-2", "win");
    assert_refused("win 0,5", "win");
    assert_refused("win 0.5.5", "win");
    assert_refused("win e", "win");
    assert_refused("depth 3 se 2", "se");
}

/* A comma locale, if the machine has one, changes nothing. */
static void test_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "ar_EG.UTF-8", "de_DE"};
    guint i = 0;
    while (i < G_N_ELEMENTS(names) && !setlocale(LC_NUMERIC, names[i]))
        i++;
    assert_written("win 0.2500", "info win 0.2500");
    if (i == G_N_ELEMENTS(names))
        g_test_message("no locale with a decimal comma here: tried in the C locale only");
    setlocale(LC_NUMERIC, "C");
}

static void test_one_line(void)
{
    TabInfo info = {.fields = TAB_INFO_PV | TAB_INFO_STRING, .pv = "a\nb", .string = "c"};
    g_autoptr(GString) line = g_string_new("info");
    tab_info_write(&info, line);
    g_assert_cmpstr(line->str, ==, "info pv a b"); /* pv is last */
}

static void test_copy(void)
{
    g_auto(TabInfo) info = {0}, copy = {0};
    g_assert_true(tab_info_parse(&info, "depth 3 pv 1:pass", NULL));
    tab_info_copy(&copy, &info);
    tab_info_clear(&info);
    g_assert_cmpint(copy.depth, ==, 3);
    g_assert_cmpstr(copy.pv, ==, "1:pass");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/info/all-keys", test_all_keys);
    g_test_add_func("/info/round-trip", test_round_trip);
    g_test_add_func("/info/tolerant", test_tolerant);
    g_test_add_func("/info/refused", test_refused);
    g_test_add_func("/info/locale", test_locale);
    g_test_add_func("/info/one-line", test_one_line);
    g_test_add_func("/info/copy", test_copy);
    return g_test_run();
}
