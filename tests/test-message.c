// SPDX-License-Identifier: GPL-3.0-or-later
// Lines as verb and arguments, built lines, error texts, integers.
#include <string.h>

#include "protocol/codec/message.h"

static void assert_parsed(const char *line, const char *verb, const char *rest, const char *args)
{
    g_auto(TabMessage) message = {0};
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_message_parse(&message, line, -1, &error));
    g_assert_no_error(error);
    g_assert_cmpstr(message.verb, ==, verb);
    g_assert_cmpstr(message.rest, ==, rest);
    g_autofree char *joined = g_strjoinv("|", message.args);
    g_assert_cmpstr(joined, ==, args);
    g_assert_cmpuint(g_strv_length(message.args), ==, message.n_args);
}

static void test_parse(void)
{
    assert_parsed("tep", "tep", "", "");
    assert_parsed(" \t go\tmovetime  200 \t", "go", "movetime  200", "movetime|200");
    assert_parsed("", NULL, "", "");
    assert_parsed(" \t ", NULL, "", "");
    assert_parsed("id name Täb  Engine", "id", "name Täb  Engine", "name|Täb|Engine");
    assert_parsed("a\vb c\rd", "a\vb", "c\rd", "c\rd"); /* only space and tab separate */
}

static void test_parse_length(void)
{
    g_auto(TabMessage) message = {0};
    g_assert_true(tab_message_parse(&message, "quit now", 4, NULL));
    g_assert_cmpstr(message.verb, ==, "quit");
    g_assert_cmpuint(message.n_args, ==, 0);
}

static void assert_rejected(const char *line, gssize length, TabErrorCode code, const char *named)
{
    g_auto(TabMessage) message = {0};
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_message_parse(&message, line, length, &error));
    g_assert_error(error, TAB_MESSAGE_ERROR, (int)code);
    g_assert_nonnull(strstr(error->message, named));
    g_assert_null(message.verb);
}

static void test_invalid_bytes(void)
{
    assert_rejected("\xff\xfe go", -1, TAB_ERROR_UNKNOWN_COMMAND, "not valid UTF-8");
    assert_rejected("go \xc3", -1, TAB_ERROR_BAD_ARGUMENT, "not valid UTF-8");
    assert_rejected("go \xed\xa0\x80", -1, TAB_ERROR_BAD_ARGUMENT, "UTF-8"); /* a surrogate */
    assert_rejected("q\0uit", 6, TAB_ERROR_UNKNOWN_COMMAND, "a NUL byte");
    assert_rejected("go x\0y", 6, TAB_ERROR_BAD_ARGUMENT, "a NUL byte");
}

/* Of a long command, the beginning is named. */
static void test_long_verb(void)
{
    g_autofree char *verb = g_strnfill(500, 'x'), *begin = g_strnfill(80, 'x');
    g_autofree char *line = g_strconcat(verb, " \xff", NULL);
    g_autofree char *expected = g_strconcat("an argument of ", begin, " ", NULL);
    g_autoptr(GError) error = NULL;
    g_auto(TabMessage) message = {0};
    g_assert_false(tab_message_parse(&message, line, -1, &error));
    g_assert_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_BAD_ARGUMENT);
    g_assert_true(g_str_has_prefix(error->message, expected));
    g_assert_cmpuint(strlen(error->message), <, 200);
}

static void test_reals(void)
{
    static const struct {
        const char *text, *fault; /* NULL: none */
        double value;
    } rows[] = {
        {"0.25", NULL, 0.25},
        {"1e-3", NULL, 0.001},
        {"-1", NULL, -1},
        {"", "x needs a number from -1 to 1", 0},
        {".", "x: '.' is no number from -1 to 1", 0},
        {"1.5", "x: '1.5' is no number from -1 to 1", 0},
        {"-1.5", "x: '-1.5' is no number from -1 to 1", 0},
        {"0,5", "x: '0,5' is no number", 0},
        {"0x1", "x: '0x1' is no number", 0},
        {"nan", "x: 'nan' is no number", 0},
        {"1e999", "x: '1e999' is no number", 0},
        {"0.0000000000000000000000000000000000000000000000000000000000000001", "is no number", 0},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        double value = 9;
        gboolean ok =
            tab_message_parse_real(rows[i].text, strlen(rows[i].text), "x", -1, 1, &value, &error);
        g_assert_cmpint(ok, ==, !rows[i].fault);
        g_assert_cmpfloat(value, ==, ok ? rows[i].value : 9);
        if (!ok)
            g_assert_nonnull(strstr(error->message, rows[i].fault));
    }
}

/* What is wrong with the bytes of a command is told of its own, not of what stands before it. */
static void test_bad_bytes(void)
{
    static const struct {
        const char bytes[12];
        gssize length; /* from the fourth byte on */
        const char *said;
    } rows[] = {
        {"\0\0\0   ab\xff", 6, "the command is not valid UTF-8"},
        {"\xff\xff\xff   a\0b", 6, "the command holds a NUL byte"},
        {"\0\0\0go \xff\xfe", 5, "an argument of go is not valid UTF-8"},
        {"\xff\xff\xff go \0", 5, "an argument of go holds a NUL byte"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(TabMessage) message = {0};
        g_autoptr(GError) error = NULL;
        g_assert_false(tab_message_parse(&message, rows[i].bytes + 3, rows[i].length, &error));
        g_assert_cmpstr(error->message, ==, rows[i].said);
    }
}

static void test_large(void)
{
    g_autofree char *line = g_malloc(TAB_LINE_MAX + 1);
    for (gsize i = 0; i < TAB_LINE_MAX; i++)
        line[i] = i % 2 ? ' ' : 'x';
    line[TAB_LINE_MAX] = '\0';
    g_auto(TabMessage) message = {0};
    g_assert_true(tab_message_parse(&message, line, -1, NULL));
    g_assert_cmpuint(message.n_args, ==, TAB_LINE_MAX / 2 - 1);
}

static void test_build(void)
{
    g_autofree char *line = tab_message_build("setpos", "start", "turns  3:pass", NULL);
    g_assert_cmpstr(line, ==, "setpos start turns  3:pass");
    g_autofree char *bad = tab_message_build("newgame", "", "walker\nquit", NULL);
    g_assert_cmpstr(bad, ==, "newgame walker quit");
}

static void test_append_integer(void)
{
    static const gint64 numbers[] = {0, 7, 10, -1, 1234567890, G_MAXINT64, G_MININT64};
    g_autoptr(GString) line = g_string_new("go");
    g_autoptr(GString) expected = g_string_new("go");
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        tab_message_append_integer(line, numbers[i]);
        g_string_append_printf(expected, " %" G_GINT64_FORMAT, numbers[i]);
    }
    g_assert_cmpstr(line->str, ==, expected->str);
}

/* As the protocol has them, each its own. */
static void test_codes(void)
{
    g_autoptr(GHashTable) texts = g_hash_table_new(g_str_hash, g_str_equal);
    for (int i = 0; i < TAB_N_ERROR_CODES; i++)
        g_assert_true(g_hash_table_add(texts, (char *)tab_error_code_text((TabErrorCode)i)));
    g_assert_cmpstr(tab_error_code_text(TAB_ERROR_BUSY), ==, "busy");
    g_assert_cmpstr(tab_error_code_text(TAB_ERROR_INTERNAL), ==, "internal");
}

static void assert_printable(const char *text, gssize length, gsize max, const char *expected)
{
    g_autofree char *out = tab_message_printable(text, length, max);
    g_assert_cmpstr(out, ==, expected);
}

static void test_printable(void)
{
    assert_printable("plain", -1, 200, "plain");
    assert_printable("a\tb\r\nc\x1b[31m\x7f", -1, 200, "a b  c?[31m?");
    assert_printable("\xff\xc3\x28 طاب", -1, 200, "?\?( طاب");
    assert_printable("a\0b", 3, 200, "a?b");
    assert_printable("\xe2\x80\xae\xe2\x80\xa8\xc2\xa0\xc2\x85", -1, 200, "?  ?");
    assert_printable("", -1, 5, "");
    assert_printable("nothing of it", 0, 5, "");
    assert_printable("äöüßé", -1, 5, "äöüßé");
    assert_printable("äöüßéx", -1, 5, "äöüß…");
    assert_printable("ab", -1, 1, "…");
}

static void test_error_line(void)
{
    g_autofree char *line = tab_message_build_error(TAB_ERROR_BAD_THROW, "5 is no throw");
    g_assert_cmpstr(line, ==, "error bad-throw 5 is no throw");
    g_autofree char *empty = tab_message_build_error(TAB_ERROR_NO_THROW, " \n");
    g_assert_cmpstr(empty, ==, "error no-throw no-throw");

    GString *text = g_string_new(NULL);
    for (int i = 0; i < 100000; i++)
        g_string_append(text, "ط\x01");
    g_autofree char *longest = tab_message_build_error(TAB_ERROR_INTERNAL, text->str);
    g_string_free(text, TRUE);
    g_assert_true(g_utf8_validate(longest, -1, NULL));
    g_assert_cmpint(g_utf8_strlen(longest + strlen("error internal "), -1), ==, TAB_ERROR_TEXT_MAX);
    g_assert_null(strchr(longest, '\x01'));
}

static void test_gerror_line(void)
{
    g_autoptr(GError) ours = g_error_new_literal(TAB_MESSAGE_ERROR, TAB_ERROR_BUSY, "thinking");
    g_autofree char *line = tab_message_build_gerror(ours);
    g_assert_cmpstr(line, ==, "error busy thinking");
    g_autoptr(GError) other = g_error_new_literal(G_FILE_ERROR, G_FILE_ERROR_NOENT, "no file");
    g_autofree char *internal = tab_message_build_gerror(other);
    g_assert_cmpstr(internal, ==, "error internal no file");
    static const int unknown[] = {-1, TAB_N_ERROR_CODES};
    for (guint i = 0; i < G_N_ELEMENTS(unknown); i++) {
        g_autoptr(GError) error = g_error_new_literal(TAB_MESSAGE_ERROR, unknown[i], "odd");
        g_autofree char *odd = tab_message_build_gerror(error);
        g_assert_cmpstr(odd, ==, "error internal odd");
    }
}

static void assert_integer(const char *text, gint64 expected)
{
    gint64 value = 0;
    g_autoptr(GError) error = NULL;
    gboolean ok =
        tab_message_parse_integer(text, strlen(text), "n", G_MININT64, G_MAXINT64, &value, &error);
    g_assert_no_error(error);
    g_assert_true(ok);
    g_assert_cmpint(value, ==, expected);
}

static void assert_no_integer(const char *text, gint64 min, gint64 max)
{
    gint64 value = 0;
    g_autoptr(GError) error = NULL;
    g_assert_false(
        tab_message_parse_integer(text, strlen(text), "the number", min, max, &value, &error));
    g_assert_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_BAD_ARGUMENT);
    g_assert_true(g_str_has_prefix(error->message, "the number"));
}

static void test_integers(void)
{
    assert_integer("0", 0);
    assert_integer("-0", 0);
    assert_integer("007", 7);
    assert_integer("9223372036854775807", G_MAXINT64);
    assert_integer("-9223372036854775808", G_MININT64);
    assert_no_integer("9223372036854775808", G_MININT64, G_MAXINT64);
    assert_no_integer("-9223372036854775809", G_MININT64, G_MAXINT64);
    assert_no_integer("", 0, 9);
    assert_no_integer("-", -9, 9);
    assert_no_integer("+1", 0, 9);
    assert_no_integer(" 1", 0, 9);
    assert_no_integer("1 ", 0, 9);
    assert_no_integer("1.0", 0, 9);
    assert_no_integer("0x1", 0, 9);
    assert_no_integer("--1", -9, 9);
    assert_no_integer("10", 0, 9);
    assert_no_integer("-1", 0, 9);
    assert_no_integer("٣", 0, 9); /* an Arabic digit */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/message/parse", test_parse);
    g_test_add_func("/message/parse-length", test_parse_length);
    g_test_add_func("/message/invalid-bytes", test_invalid_bytes);
    g_test_add_func("/message/long-verb", test_long_verb);
    g_test_add_func("/message/reals", test_reals);
    g_test_add_func("/message/bad-bytes", test_bad_bytes);
    g_test_add_func("/message/large", test_large);
    g_test_add_func("/message/build", test_build);
    g_test_add_func("/message/append-integer", test_append_integer);
    g_test_add_func("/message/codes", test_codes);
    g_test_add_func("/message/printable", test_printable);
    g_test_add_func("/message/error-line", test_error_line);
    g_test_add_func("/message/gerror-line", test_gerror_line);
    g_test_add_func("/message/integers", test_integers);
    return g_test_run();
}
