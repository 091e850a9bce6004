// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and numbers as terminals, spreadsheets and web pages get them.
#include <math.h>
#include <string.h>

#include "protocol/text/plain-text.h"

/* Control characters, those that turn the direction, and what XML does not allow are blanks. */
static void test_plain(void)
{
    static const struct {
        const char *text, *plain;
    } rows[] = {
        {"طاب tâb", "طاب tâb"},
        {"a\tb\nc\x1b[0m", "a b c [0m"},
        {"\xe2\x80\xa7\xe2\x80\xa8\xe2\x80\xae\xe2\x80\xaf", "\xe2\x80\xa7  \xe2\x80\xaf"},
        {"\xe2\x81\xa5\xe2\x81\xa6\xe2\x81\xa9\xe2\x81\xaa", "\xe2\x81\xa5  \xe2\x81\xaa"},
        {"\xef\xbf\xbd\xef\xbf\xbe\xef\xbf\xbf", "\xef\xbf\xbd  "},
        {"\xff", "\xef\xbf\xbd"},
        {"", ""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *plain = tab_plain_text(rows[i].text);
        g_assert_cmpstr(plain, ==, rows[i].plain);
    }
    g_autofree char *lines = tab_plain_text_lines("a\nb\r\x1b[A\n");
    g_assert_cmpstr(lines, ==, "a\nb  [A\n");
}

/* Wide letters take two columns, and marks none. */
static void test_cut(void)
{
    static const struct {
        const char *text;
        guint columns;
        const char *cut;
    } rows[] = {
        {"abc", 3, "abc"},  {"abcd", 3, "ab…"}, {"abc", 1, "…"},
        {"abc", 0, ""},     {"", 0, ""},        {"漢字", 4, "漢字"},
        {"漢字", 3, "漢…"}, {"漢字", 2, "…"},   {"e\xcc\x81t", 2, "e\xcc\x81t"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *cut = tab_plain_text_cut(rows[i].text, rows[i].columns);
        g_assert_cmpstr(cut, ==, rows[i].cut);
        g_assert_cmpuint(tab_plain_text_columns(cut), <=, rows[i].columns);
    }
}

static void test_numbers(void)
{
    static const struct {
        double number;
        guint decimals;
        gboolean sign;
        const char *text;
    } rows[] = {
        {1.25, 1, FALSE, "1.2"},     {1.25, 2, TRUE, "+1.25"},    {-0.04, 1, FALSE, "0.0"},
        {-0.06, 1, FALSE, "-0.1"},   {0, 0, TRUE, "+0"},          {NAN, 1, TRUE, "nan"},
        {INFINITY, 1, FALSE, "inf"}, {INFINITY, 1, TRUE, "+inf"}, {-INFINITY, 1, TRUE, "-inf"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        tab_plain_text_append_number(text, rows[i].number, rows[i].decimals, rows[i].sign);
        g_assert_cmpstr(text->str, ==, rows[i].text);
    }
}

/* What a spreadsheet would compute is a text to it; numbers are none. */
static void test_csv(void)
{
    static const struct {
        const char *field, *csv;
    } rows[] = {
        {NULL, ""},
        {"", ""},
        {"plain", "plain"},
        {"a,b", "\"a,b\""},
        {"say \"a\"", "\"say \"\"a\"\"\""},
        {"two\nlines", "two lines"},
        {"=1+1", "'=1+1"},
        {"@SUM(A1)", "'@SUM(A1)"},
        {"+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"},
        {"-2+3", "'-2+3"},
        {"-2.5", "-2.5"},
        {"+1e5", "+1e5"},
        {"-", "-"},
        {"=", "="},
        {"=a,b", "\"'=a,b\""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GString) line = g_string_new(NULL);
        tab_plain_text_append_csv(line, rows[i].field);
        g_assert_cmpstr(line->str, ==, rows[i].csv);
    }
}

/* Aligned as a terminal shows it, without blanks at the ends of lines. */
static void test_table(void)
{
    static const char *const cells[] = {"name", "of", "n", "漢字", "", "10", "x", "long one", ""};
    g_autoptr(TabTextTable) table = tab_text_table_new(3, 2);
    g_autoptr(GString) text = g_string_new(NULL);
    tab_text_table_append(table, text);
    g_assert_cmpstr(text->str, ==, "");
    for (guint i = 0; i < G_N_ELEMENTS(cells); i++)
        tab_text_table_take(table, g_strdup(cells[i]));
    tab_text_table_append(table, text);
    g_assert_cmpstr(text->str, ==, "name  of         n\n漢字            10\nx     long one\n");
    g_autoptr(TabTextTable) empty = tab_text_table_new(1, 1);
    tab_text_table_take(empty, g_strdup(""));
    g_string_truncate(text, 0);
    tab_text_table_append(empty, text);
    g_assert_cmpstr(text->str, ==, "\n");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/plain-text/plain", test_plain);
    g_test_add_func("/plain-text/cut", test_cut);
    g_test_add_func("/plain-text/numbers", test_numbers);
    g_test_add_func("/plain-text/csv", test_csv);
    g_test_add_func("/plain-text/table", test_table);
    return g_test_run();
}
