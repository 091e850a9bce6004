// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine writes to its standard error, as a listener is told of it and as it is kept.
#include <string.h>

#include "protocol/client/log.h"

#define PLENTY ((gsize)1 << 20)

static TabLog *begin(gsize allowance)
{
    return tab_log_new(allowance);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabLog, tab_log_free)

static gboolean feed(TabLog *log, const char *text, gint64 seconds)
{
    return tab_log_feed(log, text, strlen(text), (seconds + 1) * G_USEC_PER_SEC);
}

static void check_told(TabLog *log, gboolean all, const char *expected)
{
    g_autofree char *text = tab_log_take(log, all);
    g_assert_cmpstr(text, ==, expected);
}

static void test_lines(void)
{
    g_autoptr(TabLog) log = begin(PLENTY);
    check_told(log, TRUE, NULL);
    tab_log_free(NULL); /* as free() */
    g_assert_true(feed(log, "one\ntwo\nthr", 0));
    check_told(log, FALSE, "one\ntwo\n");
    check_told(log, FALSE, NULL);
    g_assert_true(feed(log, "ee", 0));
    check_told(log, FALSE, NULL);
    g_assert_true(feed(log, "\nfour", 0));
    check_told(log, FALSE, "three\n");
    check_told(log, TRUE, "four\n");
    g_autofree char *tail = tab_log_dup_tail(log);
    g_assert_cmpstr(tail, ==, "one\ntwo\nthree\nfour");
}

/* What would move the cursor, colour a terminal or turn letters is shown as U+FFFD. */
static void test_harmless(void)
{
    static const struct {
        const char *said, *told;
    } rows[] = {
        {"a\tb\n", "a\tb\n"},
        {"as on Windows\r\n", "as on Windows\n"},
        {"back\rto the start\n", "back�to the start\n"},
        {"\x1b[31mred\n", "�[31mred\n"},
        {"\xe2\x80\xae turned \xe2\x81\xa6\n", "� turned �\n"},
        {"\xe2\x80\xa9 and \xe2\x81\xaa\n", "\xe2\x80\xa9 and \xe2\x81\xaa\n"},
        {"bytes \xff\n", "bytes �\n"},
        {"طاب\n", "طاب\n"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabLog) log = begin(PLENTY);
        feed(log, rows[i].said, 0);
        check_told(log, FALSE, rows[i].told);
    }
}

/* A line that does not end is told in pieces. */
static void test_endless_line(void)
{
    g_autoptr(TabLog) log = begin(PLENTY);
    g_autofree char *some = g_strnfill(65536, 'x'), *told = g_strconcat(some, "x\n", NULL);
    g_assert_true(feed(log, some, 0));
    check_told(log, FALSE, NULL);
    g_assert_true(feed(log, "x", 0));
    check_told(log, FALSE, told);
}

/* Beyond the allowance nothing is told but how much it was, in whole lines; with time there is more
 * of it. The end is kept all the same. */
static void test_allowance(void)
{
    g_autoptr(TabLog) log = begin(20);
    g_assert_true(feed(log, "one\nhalf a ", 0));
    g_assert_false(feed(log, "line\nand another\n", 0));
    check_told(log, FALSE, "one\n");
    g_assert_true(feed(log, "more", 10)); /* of the line that was left out */
    check_told(log, FALSE, NULL);
    g_assert_true(feed(log, "over\nnext\n", 20));
    check_told(log, FALSE, "[33 bytes left out]\nnext\n");
    g_assert_false(feed(log, "far too much to be told\n", 21));
    check_told(log, FALSE, NULL);
    check_told(log, TRUE, "[24 bytes left out]\n");
    g_autofree char *tail = tab_log_dup_tail(log);
    g_assert_true(g_str_has_suffix(tail, "\nfar too much to be told\n"));
}

/* The last lines, none of them in part. */
static void test_tail(void)
{
    g_autoptr(TabLog) log = begin(PLENTY);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; text->len < 40000; i++)
        g_string_append_printf(text, "line %u\n", i);
    feed(log, text->str, 0);
    g_autofree char *tail = tab_log_dup_tail(log);
    g_assert_true(g_str_has_suffix(text->str, tail));
    g_assert_true(g_str_has_prefix(tail, "line "));
    g_assert_cmpuint(strlen(tail), >, 16000);
    g_assert_cmpuint(strlen(tail), <=, 16384);
    g_autoptr(TabLog) endless = begin(PLENTY);
    g_autofree char *x = g_strnfill(20000, 'x');
    feed(endless, x, 0);
    g_autofree char *part = tab_log_dup_tail(endless);
    g_assert_cmpuint(strlen(part), ==, 16384);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/log/lines", test_lines);
    g_test_add_func("/log/harmless", test_harmless);
    g_test_add_func("/log/endless-line", test_endless_line);
    g_test_add_func("/log/allowance", test_allowance);
    g_test_add_func("/log/tail", test_tail);
    return g_test_run();
}
