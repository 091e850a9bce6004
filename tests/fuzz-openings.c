// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as a file of `--openings` for a match under two rulesets; what is accepted
// is written position by position and read as the same.
#include <string.h>

#include "protocol/match/openings.h"
#include "protocol/rules/ending.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static GPtrArray *new_rules(void)
{
    static const char *const texts[] = {"standard:columns=7", "tablan"};
    GPtrArray *rules = g_ptr_array_new_with_free_func((GDestroyNotify)tab_rules_unref);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_ptr_array_add(rules, tab_rules_parse(texts[i], NULL));
        g_assert_nonnull(rules->pdata[i]);
    }
    return rules;
}

/* The positions of all rulesets, each with its rules before it, as a file has them. */
static GString *write_all(const TabOpenings *openings, GPtrArray *rules)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < rules->len; i++) {
        const TabRules *one = rules->pdata[i];
        g_autofree char *name = tab_ruleset_to_string(&one->set);
        g_assert_cmpuint(tab_openings_count(openings, i), >, 0);
        for (guint k = 0; k < tab_openings_count(openings, i); k++) {
            const TabSituation *situation = tab_openings_get(openings, i, k);
            g_assert_true(tab_situation_validate(one, situation, NULL));
            g_assert_false(tab_position_finished(one, &situation->position));
            g_autofree char *position = tab_notation_situation_to_string(one, situation);
            g_string_append_printf(text, "%s %s\n", name, position);
        }
    }
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) rules = new_rules();
    g_autofree char *path = fuzz_file("openings.txt", data, size);
    g_autoptr(TabOpenings) openings = tab_openings_load(path, rules, &error);
    fuzz_check_error(openings != NULL, error, path);
    if (!openings)
        return 0;
    g_autoptr(GString) once = write_all(openings, rules);
    g_autofree char *written = fuzz_file("written.txt", once->str, once->len);
    g_autoptr(TabOpenings) again = tab_openings_load(written, rules, &error);
    g_assert_no_error(error);
    g_autofree char *digest = tab_openings_digest(openings), *same = tab_openings_digest(again);
    g_assert_cmpstr(digest, ==, same);
    tab_openings_shuffle(openings, 1);
    g_autoptr(GString) shuffled = write_all(openings, rules);
    g_assert_cmpuint(shuffled->len, ==, once->len);
    return 0;
}
