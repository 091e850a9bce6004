// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as a text of game records; whatever is accepted must be written and read
// without loss, and so must what can be read of a damaged text.
#include <stdint.h>
#include <string.h>

#include "protocol/game/record-text.h"
#include "tests/record-replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static GString *write_all(GPtrArray *records)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < records->len; i++)
        tab_record_write(g_ptr_array_index(records, i), text);
    return text;
}

static void check_start(const char *text, size_t size)
{
    g_autoptr(TabRecord) record = tab_record_parse_start(text, size);
    if (!record)
        return;
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) once = g_string_new(NULL), twice = g_string_new(NULL);
    tab_record_write(record, once);
    g_autoptr(GPtrArray) again = tab_record_parse(once->str, once->len, &error);
    g_assert_no_error(error);
    tab_record_write(again->pdata[0], twice);
    g_assert_cmpstr(once->str, ==, twice->str);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    check_start((const char *)data, size);
    g_autoptr(GPtrArray) records = tab_record_parse((const char *)data, size, &error);
    if (!records) {
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD);
        g_assert_true(g_str_has_prefix(error->message, "line "));
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_assert_null(strpbrk(error->message, "\r\n\t\x1b"));
        return 0;
    }
    for (guint i = 0; i < records->len; i++) {
        const TabRecord *record = g_ptr_array_index(records, i);
        TabSituation end;
        find_situation(record, tab_record_last(record), &end);
        g_assert_true(tab_situation_validate(record->rules, &end, NULL));
    }
    g_autoptr(GString) once = write_all(records);
    g_autoptr(GPtrArray) again = tab_record_parse(once->str, once->len, &error);
    g_assert_no_error(error);
    g_autoptr(GString) twice = write_all(again);
    g_assert_cmpstr(once->str, ==, twice->str);
    return 0;
}
