// SPDX-License-Identifier: GPL-3.0-or-later
// A byte stream cut into lines, whatever pieces it comes in.
#include <string.h>

#include "protocol/codec/message.h"
#include "protocol/codec/splitter.h"

/* Appends what comes out: lines in brackets, `!` for one too long. */
static void drain(TabSplitter *splitter, GString *out)
{
    const char *line;
    gsize length;
    TabSplit split;
    while ((split = tab_splitter_next(splitter, &line, &length)) != TAB_SPLIT_NONE) {
        if (split == TAB_SPLIT_TOO_LONG) {
            g_string_append_c(out, '!');
            continue;
        }
        g_assert_cmpint(line[length], ==, '\0');
        g_string_append_c(out, '[');
        g_string_append_len(out, line, (gssize)length);
        g_string_append_c(out, ']');
    }
}

static char *split_in(const char *text, gsize length, gsize max, gsize chunk)
{
    g_autoptr(TabSplitter) splitter = tab_splitter_new(max);
    GString *out = g_string_new(NULL);
    for (gsize i = 0; i < length; i += chunk) {
        tab_splitter_feed(splitter, text + i, MIN(chunk, length - i));
        drain(splitter, out);
        g_assert_cmpuint(tab_splitter_pending(splitter), <=, max + 1);
    }
    tab_splitter_end(splitter);
    drain(splitter, out);
    return g_string_free(out, FALSE);
}

/* The same lines come out whatever the size of the pieces. */
static void assert_split(const char *text, gsize max, const char *expected)
{
    for (gsize chunk = 1; chunk <= strlen(text); chunk++) {
        g_autofree char *out = split_in(text, strlen(text), max, chunk);
        g_assert_cmpstr(out, ==, expected);
    }
}

static void test_lines(void)
{
    assert_split("tep\nquit\n", 10, "[tep][quit]");
    assert_split("tep\r\n\r\n\nquit\r\n", 10, "[tep][][][quit]");
    assert_split("a\rb\r\r\n", 10, "[a\rb\r]"); /* one CR belongs to the line end */
    assert_split("\n", 10, "[]");
}

static void test_unfinished(void)
{
    assert_split("tep\nquit", 10, "[tep][quit]");
    assert_split("quit\r", 10, "[quit]");
    assert_split("1234\r", 4, "[1234]");
    assert_split("12345", 4, "!");
    g_autofree char *none = split_in("", 0, 4, 1);
    g_assert_cmpstr(none, ==, "");
}

static void test_too_long(void)
{
    assert_split("1234\n12345\n1234\r\n12345\r\n1\n", 4, "[1234]![1234]![1]");
    assert_split("1234567890\nok\n", 4, "![ok]"); /* told once, skipped to its end */
    assert_split("1234567890\n1234567890\nok\n", 4, "!![ok]");
    assert_split("1234\r5\nok\n", 4, "![ok]");
    assert_split("123456", 4, "!");
}

static void test_bytes(void)
{
    static const char bytes[] = "a\0b\n\xff\n";
    g_autoptr(TabSplitter) splitter = tab_splitter_new(10);
    const char *line;
    gsize length;
    tab_splitter_feed(splitter, bytes, sizeof bytes - 1);
    g_assert_cmpint(tab_splitter_next(splitter, &line, &length), ==, TAB_SPLIT_LINE);
    g_assert_cmpmem(line, length, "a\0b", 3);
    g_assert_cmpint(tab_splitter_next(splitter, &line, &length), ==, TAB_SPLIT_LINE);
    g_assert_cmpmem(line, length, "\xff", 1);
    g_assert_cmpint(tab_splitter_next(splitter, &line, &length), ==, TAB_SPLIT_NONE);
    g_assert_cmpuint(tab_splitter_pending(splitter), ==, 0);
}

/* Exactly 1 MiB is a line; one byte more is not. */
static void test_megabyte(void)
{
    g_autoptr(TabSplitter) splitter = tab_splitter_new(TAB_LINE_MAX);
    g_autofree char *text = g_strnfill(TAB_LINE_MAX + 1, 'x');
    const char *line;
    gsize length;
    for (int extra = 0; extra <= 1; extra++) {
        for (gsize i = 0; i < TAB_LINE_MAX; i += 65536) {
            g_assert_cmpint(tab_splitter_next(splitter, &line, &length), ==, TAB_SPLIT_NONE);
            tab_splitter_feed(splitter, text + i, 65536);
        }
        if (extra)
            tab_splitter_feed(splitter, "x", 1);
        tab_splitter_feed(splitter, "\r\n", 2);
        TabSplit split = tab_splitter_next(splitter, &line, &length);
        g_assert_cmpint(split, ==, extra ? TAB_SPLIT_TOO_LONG : TAB_SPLIT_LINE);
        if (!extra)
            g_assert_cmpuint(length, ==, TAB_LINE_MAX);
    }
    g_assert_cmpint(tab_splitter_next(splitter, &line, &length), ==, TAB_SPLIT_NONE);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/splitter/lines", test_lines);
    g_test_add_func("/splitter/unfinished", test_unfinished);
    g_test_add_func("/splitter/too-long", test_too_long);
    g_test_add_func("/splitter/bytes", test_bytes);
    g_test_add_func("/splitter/megabyte", test_megabyte);
    return g_test_run();
}
