// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as lines of the file that `tab-match evaluate` reads; a line that is
// accepted is written in full and read as the same.
#include <string.h>

#include "protocol/study/position-line.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_line(TabPositionReader *reader, const TabPositionLine *line)
{
    g_autofree char *rules = tab_ruleset_to_string(&line->rules->set);
    g_autofree char *position = tab_notation_situation_to_string(line->rules, &line->situation);
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, "%s; %s; -", rules, position);
    for (guint i = 0; i < line->n_turns; i++)
        g_string_append_printf(text, "; %s", line->turns[i].text);
    g_assert_true(tab_situation_validate(line->rules, &line->situation, NULL));
    g_autoptr(TabPositionLine) again = NULL;
    g_autoptr(GError) error = NULL;
    tab_position_reader_take(reader, text->str, text->len, &again, &error);
    g_assert_no_error(error);
    g_assert_nonnull(again);
    g_assert_cmpuint(again->n_turns, ==, line->n_turns);
    g_assert_true(tab_position_same(&again->situation.position, &line->situation.position));
    for (guint i = 0; i < line->n_turns; i++) {
        g_assert_cmpstr(again->turns[i].text, ==, line->turns[i].text);
        g_assert_true(tab_position_same(&again->turns[i].after, &line->turns[i].after));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(TabPositionReader) reader = tab_position_reader_new();
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - data) - at : size - at;
        g_autofree char *text = g_memdup2(data + at, MAX(length, 1));
        g_autoptr(TabPositionLine) line = NULL;
        g_autoptr(GError) error = NULL;
        gboolean good = tab_position_reader_take(reader, text, length, &line, &error);
        fuzz_check_error(good, error, NULL);
        g_assert_true(good || (!line && error->domain == TAB_RULES_ERROR));
        if (line)
            check_line(reader, line);
        at += length + 1;
    }
    return 0;
}
