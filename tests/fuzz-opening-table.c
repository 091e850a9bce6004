// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as a file of openings (CSV); what is accepted is written and read without
// loss, and what is cut off was no whole opening.
#include <string.h>

#include "protocol/study/opening-table.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static GPtrArray *new_openings(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)tab_opening_hand_free);
}

static GString *write_all(GPtrArray *openings)
{
    GString *text = g_string_new(TAB_OPENING_TABLE_HEAD);
    for (guint i = 0; i < openings->len; i++)
        tab_opening_hand_append_csv(openings->pdata[i], text);
    return text;
}

static GPtrArray *read_good(const char *text, gsize length)
{
    gsize whole;
    g_autoptr(GError) error = NULL;
    GPtrArray *openings = new_openings();
    tab_opening_table_read(text, length, openings, &whole, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(whole, ==, length);
    return openings;
}

static void check_opening(const TabOpeningHand *opening)
{
    g_assert_true(tab_situation_validate(opening->rules, &opening->situation, NULL));
    g_assert_true(opening->chance >= 0 && opening->chance <= 1);
    g_assert_cmpuint(opening->turns->len, >, 0);
    for (guint i = 0; i < opening->turns->len; i++) {
        const TabRolledTurn *turn = &g_array_index(opening->turns, TabRolledTurn, i);
        g_assert_true(turn->value >= 0 && turn->value <= 1 && turn->se >= 0);
    }
    tab_opening_key(opening->rules, &opening->situation.position);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gsize whole = 0;
    g_autoptr(GError) error = NULL, fault = NULL;
    g_autofree char *text = g_memdup2(data, MAX(size, 1));
    g_autoptr(GPtrArray) openings = new_openings(), unfinished = new_openings();
    gboolean strict = tab_opening_table_read(text, size, unfinished, NULL, &fault);
    fuzz_check_error(strict, fault, "line ");
    gboolean good = tab_opening_table_read(text, size, openings, &whole, &error);
    fuzz_check_error(good, error, "line ");
    g_assert_true(good || !strict);
    if (!good || !whole)
        return 0;
    g_assert_cmpuint(whole, <=, size);
    for (guint i = 0; i < openings->len; i++)
        check_opening(openings->pdata[i]);
    g_autoptr(GPtrArray) same = read_good(text, whole);
    g_assert_cmpuint(same->len, ==, openings->len);
    g_autoptr(GString) once = write_all(openings);
    g_autoptr(GPtrArray) again = read_good(once->str, once->len);
    g_autoptr(GString) twice = write_all(again);
    g_assert_cmpstr(once->str, ==, twice->str);
    return 0;
}
