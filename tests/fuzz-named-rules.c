// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as the user's own rulesets, rulesets.ini, and, behind a NUL, as a name: a
// file that is no good stays as it is, and in one that is a ruleset can be kept, called otherwise
// and taken out again.
#include <string.h>

#include "protocol/game/named-rules.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static GPtrArray *load(const char *path)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *list = tab_named_rules_load(path, &error);
    g_assert_no_error(error);
    return list;
}

static void check_ruleset(const char *path, const TabNamedRules *rules)
{
    TabRuleset same;
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_named_rules_check_name(rules->name, &error));
    g_assert_true(tab_named_rules_parse(path, rules->name, &same, &error));
    g_assert_cmpmem(&rules->set, sizeof same, &same, sizeof same);
}

/* Keeps a ruleset under `name`, gives it another one, and takes it out. */
static void change(const char *path, const char *name)
{
    TabRuleset set;
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_ruleset_parse("walker:columns=11", &set, NULL));
    g_autoptr(GPtrArray) before = load(path);
    bool good = tab_named_rules_save(path, name, &set, &error);
    fuzz_check_error(good, error, NULL);
    g_assert_cmpint(good, ==, tab_named_rules_check_name(name, NULL));
    if (!good)
        return;
    bool fresh = !tab_named_rules_find(before, name);
    g_autoptr(GPtrArray) kept = load(path);
    g_assert_cmpuint(kept->len, ==, before->len + fresh);
    g_assert_cmpmem(&tab_named_rules_find(kept, name)->set, sizeof set, &set, sizeof set);
    g_autofree char *other = tab_named_rules_free_name(kept, name);
    g_assert_true(tab_named_rules_rename(path, name, other, &error));
    g_assert_true(tab_named_rules_remove(path, other, &error));
    g_autoptr(GPtrArray) after = load(path);
    g_assert_cmpuint(after->len, ==, kept->len - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL, fault = NULL;
    g_auto(FuzzParts) parts = fuzz_parts_new(data, size);
    g_autofree char *path = fuzz_file("rulesets.ini", parts.first, parts.length);
    g_autofree char *name =
        parts.rest ? g_strndup(parts.rest, parts.rest_length) : g_strdup("Some");
    g_autoptr(GPtrArray) list = tab_named_rules_load(path, &error);
    TabRuleset set;
    fuzz_check_error(list != NULL, error, path);
    if (list) {
        for (guint i = 0; i < list->len; i++)
            check_ruleset(path, list->pdata[i]);
        change(path, name);
        return 0;
    }
    /* nothing is written over what is not understood */
    gsize length;
    g_assert_false(tab_named_rules_save(path, "Some", &(TabRuleset){0}, &fault));
    fuzz_check_error(FALSE, fault, NULL);
    g_autofree char *text = fuzz_read(path, &length);
    g_assert_cmpmem(text, length, parts.first, parts.length);
    g_clear_error(&fault);
    bool good = tab_named_rules_parse(path, name, &set, &fault);
    fuzz_check_error(good, fault, NULL);
    return 0;
}
