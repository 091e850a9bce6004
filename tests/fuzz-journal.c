// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as a journal of a match; whatever is accepted must be written and read
// without loss. What it says of the match is that of `tab-match merge`.
#include <stdint.h>
#include <string.h>

#include "protocol/match/journal-line.h"
#include "protocol/match/journal.h"
#include "protocol/match/settings.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static GString *write_all(GPtrArray *games, const char *settings)
{
    GString *text = g_string_new(NULL);
    tab_journal_line_write_header(text, settings);
    g_string_append_c(text, '\n');
    for (guint i = 0; i < games->len; i++) {
        tab_journal_line_write_game(text, g_ptr_array_index(games, i));
        g_string_append_c(text, '\n');
    }
    return text;
}

/* As `tab-match merge` reads it. */
static void check_match(GPtrArray *games, const char *settings)
{
    g_autoptr(GError) error = NULL, fault = NULL;
    g_autoptr(TabMatchPlan) plan = tab_match_plan_parse(settings, &error);
    fuzz_check_error(plan != NULL, error, NULL);
    gboolean good = plan && tab_journal_check_games(games, &plan->schedule, &fault);
    if (plan)
        fuzz_check_error(good, fault, "game ");
    for (guint i = 0; good && i < games->len; i++) {
        const TabGameResult *game = g_ptr_array_index(games, i);
        g_assert_cmpuint(game->engine[0], <, plan->schedule.engines);
        g_assert_cmpuint(game->engine[1], <, plan->schedule.engines);
        g_assert_cmpuint(game->rules, <, plan->schedule.rules);
    }
    g_autofree char *difference = tab_match_settings_compare(settings, "[match]\ngames=3\n", NULL);
    g_assert_true(!difference || g_utf8_validate(difference, -1, NULL));
}

static void check_error(const GError *error)
{
    gboolean empty = g_error_matches(error, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_EMPTY);
    g_assert_true(error->domain == TAB_JOURNAL_ERROR);
    g_assert_true(empty || g_str_has_prefix(error->message, "line "));
    g_assert_true(g_utf8_validate(error->message, -1, NULL));
    g_assert_null(strpbrk(error->message, "\r\n\t\x1b"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) games = NULL, same = NULL, again = NULL;
    g_autofree char *settings = NULL, *same_settings = NULL, *settings_again = NULL;
    gsize whole, same_whole, whole_again;
    if (!tab_journal_parse((const char *)data, size, &games, &settings, &whole, &error)) {
        check_error(error);
        return 0;
    }
    g_assert_cmpuint(whole, <=, size);
    g_assert_true(whole > 0 && data[whole - 1] == '\n');
    /* what is cut off was nothing */
    tab_journal_parse((const char *)data, whole, &same, &same_settings, &same_whole, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(same_whole, ==, whole);
    g_assert_cmpuint(same->len, ==, games->len);
    g_autoptr(GString) once = write_all(games, settings);
    tab_journal_parse(once->str, once->len, &again, &settings_again, &whole_again, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(whole_again, ==, once->len);
    g_autoptr(GString) twice = write_all(again, settings_again);
    g_assert_cmpstr(once->str, ==, twice->str);
    g_assert_cmpstr(settings, ==, settings_again);
    check_match(games, settings);
    return 0;
}
