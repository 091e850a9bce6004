// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as a text that is pasted into the window, or as a file that it opens:
// games of which one is chosen, or a position.
#include <string.h>

#include "gui/model/game-reading.h"
#include "gui/model/position-rollout.h"
#include "gui/model/position-text.h"
#include "protocol/rules/notation.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_position(const TabReadGames *games)
{
    g_autoptr(GError) error = NULL;
    TabSituation situation;
    g_autoptr(TabRules) rules = tab_rules_parse(games->rules, &error);
    g_assert_no_error(error);
    tab_notation_parse_situation(rules, games->position, &situation, &error);
    g_assert_no_error(error);
    g_autofree char *text = tab_position_text_draw(rules, &situation);
    g_autofree char *name = NULL, *position = NULL;
    g_assert_true(tab_position_text_read(text, rules, &name, &position, &error));
    g_assert_cmpstr(name, ==, games->rules);
}

static void check_games(const TabReadGames *games)
{
    if (games->record) {
        g_autofree char *fault = tab_position_rollout_find_fault(games->record);
        g_assert_true(!fault || g_utf8_validate(fault, -1, NULL));
    }
    g_assert_cmpuint(games->texts->len, >, 0);
    g_assert_true((games->record != NULL) == (games->texts->len == 1));
    g_assert_cmpuint(games->lines->len, ==, games->record ? 0 : games->texts->len);
    for (guint i = 0; i < games->lines->len; i++) {
        g_assert_true(g_utf8_validate(games->lines->pdata[i], -1, NULL));
        g_autoptr(GError) error = NULL;
        g_autoptr(TabReadGames) one = tab_game_reading_choose(games, i, NULL, &error);
        g_assert_no_error(error);
        g_assert_nonnull(one->record);
        g_assert_cmpuint(one->chosen, ==, i);
    }
}

static void check_read(const TabReadGames *games, const GError *error)
{
    fuzz_check_error(games != NULL, error, NULL);
    if (games && games->position)
        check_position(games);
    else if (games)
        check_games(games);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL, fault = NULL;
    g_autoptr(TabRules) rules = tab_rules_parse("walker", NULL);
    g_autoptr(GBytes) bytes = g_bytes_new(data, size);
    g_autoptr(TabReadGames) pasted = tab_game_reading_paste(bytes, rules, NULL, &error);
    check_read(pasted, error);
    g_autofree char *path = fuzz_file("games.tab", data, size);
    g_autoptr(TabReadGames) opened = tab_game_reading_load(path, NULL, &fault);
    check_read(opened, fault);
    g_assert_true(!fault || strstr(fault->message, "games.tab"));
    return 0;
}
