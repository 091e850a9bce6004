// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as a text that describes sticks, and as a file of throws, for the sticks
// of Tâb and for dice: throws of what is accepted are throws of that cast.
#include <string.h>

#include "protocol/match/stick-source.h"
#include "protocol/rules/rules.h"
#include "tests/fuzz-fixture.h"

#define THROWS 20 /* that are drawn of each list */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_throws(const TabStickSource *source, const TabCast *cast)
{
    for (guint set = 1; set <= 3; set++) {
        TabGameSticks sticks = tab_game_sticks_new(source, 7, set);
        for (guint i = 0; i < THROWS; i++) {
            int thrown[] = {tab_game_sticks_opening(&sticks),
                            tab_game_sticks_throw(&sticks, TAB_WHITE, 0),
                            tab_game_sticks_throw(&sticks, TAB_BLACK, 0)};
            for (guint k = 0; k < G_N_ELEMENTS(thrown); k++)
                g_assert_true(thrown[k] >= 0 && thrown[k] < (int)cast->n_kinds);
        }
    }
}

static void read_source(const TabRules *rules, const char *text, const char *offender)
{
    g_autoptr(GError) error = NULL, never = NULL, fault = NULL;
    g_autoptr(TabStickSource) source = tab_stick_source_parse(&rules->cast, text, &error);
    fuzz_check_error(source != NULL, error, offender);
    if (!source)
        return;
    check_throws(source, &rules->cast);
    gboolean ends = tab_stick_source_check_opening(source, &rules->set, &never);
    fuzz_check_error(ends, never, NULL);
    g_autofree char *digest = tab_stick_source_digest(source);
    g_assert_true(g_utf8_validate(digest, -1, NULL));
    /* what engines are told is a text of sticks itself */
    g_autoptr(TabStickSource) told =
        tab_stick_source_parse(&rules->cast, tab_stick_source_text(source), &fault);
    g_assert_no_error(fault);
    g_assert_cmpint(tab_stick_source_is_fair(told), ==, tab_stick_source_is_fair(source));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"standard", "sahkku"};
    g_autofree char *text = g_strndup((const char *)data, size);
    g_autofree char *path = fuzz_file("throws", data, size);
    g_autofree char *file = g_strconcat("file=", path, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autoptr(TabRules) rules = tab_rules_parse(names[i], NULL);
        if (g_utf8_validate(text, -1, NULL) && !g_str_has_prefix(text, "file="))
            read_source(rules, text, NULL);
        read_source(rules, file, path);
    }
    return 0;
}
