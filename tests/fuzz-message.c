// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as a stream of protocol lines; whatever parses must survive a round trip.
#include <stdint.h>
#include <string.h>

#include "protocol/codec/info.h"
#include "protocol/codec/limits.h"
#include "protocol/codec/message.h"
#include "protocol/codec/option.h"
#include "protocol/codec/splitter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The answer to bad input is one printable line, and its cause a GError. */
static void check_error(GError *error)
{
    g_assert_nonnull(error);
    g_autofree char *line = tab_message_build_gerror(error);
    g_assert_true(g_utf8_validate(line, -1, NULL));
    g_assert_null(strpbrk(line, "\r\n\t\x1b"));
    g_assert_cmpint(g_utf8_strlen(line, -1), <=,
                    TAB_ERROR_TEXT_MAX + (glong)strlen("error unknown-command "));
    g_error_free(error);
}

static void check_limits(const char *text)
{
    g_auto(TabLimits) first = TAB_LIMITS_INIT, second = TAB_LIMITS_INIT;
    GError *error = NULL;
    if (!tab_limits_parse(&first, text, &error)) {
        check_error(error);
        return;
    }
    g_autoptr(GString) once = g_string_new(NULL), twice = g_string_new(NULL);
    tab_limits_write(&first, once);
    g_assert_true(tab_limits_parse(&second, once->str, NULL));
    tab_limits_write(&second, twice);
    g_assert_cmpstr(once->str, ==, twice->str);
    g_assert_cmpint(first.nodes, ==, second.nodes);
    g_assert_cmpint(first.searchturns != NULL, ==, second.searchturns != NULL);
}

static void check_info(const char *text)
{
    g_auto(TabInfo) first = {0}, second = {0};
    GError *error = NULL;
    if (!tab_info_parse(&first, text, &error)) {
        check_error(error);
        return;
    }
    g_autoptr(GString) once = g_string_new(NULL), twice = g_string_new(NULL);
    tab_info_write(&first, once);
    g_assert_true(tab_info_parse(&second, once->str, NULL));
    tab_info_write(&second, twice);
    g_assert_cmpstr(once->str, ==, twice->str);
    g_assert_cmpuint(first.fields, ==, second.fields);
}

static void check_option(const char *text)
{
    GError *error = NULL;
    g_autoptr(TabOption) first = tab_option_parse(text, &error);
    if (!first) {
        check_error(error);
        return;
    }
    g_autoptr(GString) once = g_string_new(NULL), twice = g_string_new(NULL);
    tab_option_write(first, once);
    g_autoptr(TabOption) second = tab_option_parse(once->str, NULL);
    g_assert_nonnull(second);
    tab_option_write(second, twice);
    g_assert_cmpstr(once->str, ==, twice->str);
    g_assert_cmpint(first->type, ==, second->type);
    g_assert_true(!first->value || tab_option_check_value(second, first->value, NULL));
}

static void check_setoption(const char *text)
{
    g_autofree char *name = NULL, *value = NULL, *name2 = NULL, *value2 = NULL;
    GError *error = NULL;
    if (!tab_option_parse_set(text, &name, &value, &error)) {
        check_error(error);
        return;
    }
    g_autoptr(GString) line = g_string_new(NULL);
    tab_option_write_set(name, value, line);
    g_assert_true(tab_option_parse_set(line->str, &name2, &value2, NULL));
    g_assert_cmpstr(name, ==, name2);
    g_assert_cmpstr(value, ==, value2);
}

static void check_line(const char *line, gsize length)
{
    g_auto(TabMessage) message = {0};
    GError *error = NULL;
    if (!tab_message_parse(&message, line, (gssize)length, &error)) {
        check_error(error);
        return;
    }
    g_assert_cmpint(message.verb == NULL, ==, strspn(line, " \t") == length);
    g_assert_cmpuint(g_strv_length(message.args), ==, message.n_args);
    if (!message.verb)
        return;
    g_autofree char *shown = tab_message_build_error(TAB_ERROR_UNKNOWN_COMMAND, message.rest);
    g_assert_true(g_utf8_validate(shown, -1, NULL));
    if (!strcmp(message.verb, "go"))
        check_limits(message.rest);
    else if (!strcmp(message.verb, "info"))
        check_info(message.rest);
    else if (!strcmp(message.verb, "option"))
        check_option(message.rest);
    else if (!strcmp(message.verb, "setoption"))
        check_setoption(message.rest);
}

/* Cuts the stream in pieces of `chunk` bytes and lists what comes out: a byte for each line's kind,
 * and its bytes. */
static GString *split(const uint8_t *data, size_t size, gsize max, gsize chunk, gboolean check)
{
    g_autoptr(TabSplitter) splitter = tab_splitter_new(max);
    GString *out = g_string_new(NULL);
    for (gsize i = 0, end = 0; !end; i += chunk) {
        if (i < size)
            tab_splitter_feed(splitter, (const char *)data + i, MIN(chunk, size - i));
        else
            tab_splitter_end(splitter);
        end = i >= size;
        const char *line;
        gsize length;
        TabSplit kind;
        while ((kind = tab_splitter_next(splitter, &line, &length)) != TAB_SPLIT_NONE) {
            g_string_append_c(out, (char)kind);
            if (kind == TAB_SPLIT_LINE) {
                g_assert_cmpuint(length, <=, max);
                g_string_append_len(out, line, (gssize)length);
                if (check)
                    check_line(line, length);
            }
        }
    }
    return out;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GString) whole = split(data, size, TAB_LINE_MAX, MAX(size, 1), TRUE);
    g_autoptr(GString) pieces = split(data, size, TAB_LINE_MAX, 7, FALSE);
    g_assert_cmpmem(whole->str, whole->len, pieces->str, pieces->len);
    g_autoptr(GString) narrow = split(data, size, 16, MAX(size, 1), FALSE);
    g_autoptr(GString) narrow_pieces = split(data, size, 16, 1, FALSE);
    g_assert_cmpmem(narrow->str, narrow->len, narrow_pieces->str, narrow_pieces->len);
    return 0;
}
