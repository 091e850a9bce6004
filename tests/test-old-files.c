// SPDX-License-Identifier: GPL-3.0-or-later
// What version 0.1 of the window has kept is read, and what a newer one has kept is refused by
// name. The files are those of tests/old-files/0.1; test-old-files.py has those of the other
// programs.
#include <glib/gstdio.h>
#include <string.h>

#include "gui/model/engine-match.h"
#include "gui/model/problem-progress.h"
#include "gui/model/resume.h"
#include "protocol/game/named-rules.h"

#define NEWER "written by a newer version of the program"

static char *old_file(const char *name)
{
    return g_test_build_filename(G_TEST_DIST, "old-files", "0.1", name, NULL);
}

/* A file with this line of an old one replaced. Its path; the folder is for the caller to remove.
 */
static char *change_file(const char *name, const char *folder, const char *line,
                         const char *replacement)
{
    g_autofree char *old = old_file(name), *base = g_path_get_basename(name), *text = NULL;
    char *path = g_build_filename(folder, base, NULL);
    g_assert_true(g_file_get_contents(old, &text, NULL, NULL));
    char *at = strstr(text, line);
    g_assert_nonnull(at);
    g_autofree char *changed =
        g_strdup_printf("%.*s%s%s", (int)(at - text), text, replacement, at + strlen(line));
    g_assert_true(g_file_set_contents(path, changed, -1, NULL));
    return path;
}

/* The game that was left. */
static void test_session(void)
{
    g_autofree char *path = old_file("game.ini"), *folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autoptr(TabResume) old = tab_resume_load(path);
    g_assert_nonnull(old);
    g_assert_null(old->fault);
    g_assert_cmpuint(old->record->n_nodes, ==, 9);
    g_assert_cmpstr(tab_record_get_tag(old->record, "BlackSeat"), ==, "engine:0");
    g_assert_null(tab_record_get_tag(old->record, "Format"));
    g_assert_cmpint(old->movetime, ==, 800);
    g_assert_true(old->changed);

    /* nothing of a newer one is shown, and its file is kept */
    const char *const newer[][2] = {{"[game]\n", "[game]\nversion=2\n"},
                                    {"record=[Date", "record=[Format \"2\"]\\n[Date"}};
    for (guint i = 0; i < G_N_ELEMENTS(newer); i++) {
        g_autofree char *changed = change_file("game.ini", folder, newer[i][0], newer[i][1]);
        g_autoptr(TabResume) refused = tab_resume_load(changed);
        g_assert_null(refused->record);
        g_assert_nonnull(strstr(refused->fault, NEWER));
        tab_resume_put_aside(refused, changed);
        g_assert_true(g_file_test(refused->aside, G_FILE_TEST_EXISTS));
        g_assert_false(g_file_test(changed, G_FILE_TEST_EXISTS));
        g_unlink(refused->aside);
    }
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* A match between engines. */
static void test_match(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = old_file("match"), *other = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autoptr(TabEngineMatch) match = tab_engine_match_open(folder, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(match->rules, ==, "ludii:columns=5");
    g_assert_cmpint(match->limit, ==, TAB_ENGINE_LIMIT_NODES);
    g_assert_cmpuint(match->amount, ==, 200);
    g_assert_cmpstr(match->name[1], ==, "Tab Engine (level 4)");
    g_assert_cmpuint(match->games, ==, 12);
    g_autofree char *changed =
        change_file("match/match.ini", other, "[match]\n", "[match]\nversion=2\n");
    g_assert_null(tab_engine_match_open(other, &error));
    g_assert_nonnull(strstr(error->message, NEWER));
    g_assert_nonnull(strstr(error->message, changed));
    g_unlink(changed);
    g_assert_cmpint(g_rmdir(other), ==, 0);
}

/* Files that grow by keys, which older programs skip, and so have no version. */
static void test_lists(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *engines_path = old_file("engines.ini"), *rules_path = old_file("rulesets.ini"),
                    *problems_path = old_file("problems.ini");
    g_autoptr(GPtrArray) engines = tab_engine_config_load(engines_path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(engines->len, ==, 2);
    const TabEngineConfig *first = engines->pdata[0], *second = engines->pdata[1];
    g_assert_cmpstr(tab_engine_config_get_option(first, "Own Book"), ==, "true");
    g_assert_cmpuint(first->memory_mib, ==, 2048);
    g_assert_cmpstr(first->said_name, ==, "Tab Engine");
    g_assert_cmpstr(second->argv[2], ==, "--level;1");
    g_assert_true(second->disabled && second->failed && second->inherit_env);

    g_autoptr(GPtrArray) rulesets = tab_named_rules_load(rules_path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(rulesets->len, ==, 2);
    const TabNamedRules *friday = tab_named_rules_find(rulesets, "Friday evenings");
    g_autofree char *rules = tab_ruleset_to_string(&friday->set);
    g_assert_cmpstr(rules, ==, "bell:columns=11,save-tab=no");

    g_autoptr(GHashTable) problems = tab_problem_progress_load(problems_path, &error);
    g_assert_no_error(error);
    const TabProblemState *state =
        g_hash_table_lookup(problems, "0123456789abcdef0123456789abcdef");
    g_assert_cmpuint(state->answers, ==, 3);
    g_assert_cmpuint(state->repetition.interval, ==, 6);

    /* keys of a newer version are skipped */
    g_autofree char *folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autofree char *changed = change_file("engines.ini", folder, "[Mine]\n", "[Mine]\nnew=1\n");
    g_autoptr(GPtrArray) more = tab_engine_config_load(changed, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(more->len, ==, 2);
    g_unlink(changed);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/old-files/session", test_session);
    g_test_add_func("/old-files/match", test_match);
    g_test_add_func("/old-files/lists", test_lists);
    return g_test_run();
}
