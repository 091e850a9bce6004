// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own rulesets: kept, renamed, removed; files and names that are no good are refused and
// left alone.
#include "protocol/game/named-rules.h"
#include "rules-fixture.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

typedef struct {
    char *folder, *path;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data)
{
    fixture->folder = g_dir_make_tmp("tab-rules-XXXXXX", NULL);
    fixture->path = g_build_filename(fixture->folder, "sub", "rulesets.ini", NULL);
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
    g_autofree char *sub = g_path_get_dirname(fixture->path);
    g_unlink(fixture->path);
    g_rmdir(sub);
    g_assert_cmpint(g_rmdir(fixture->folder), ==, 0); /* no temporary file is left */
    g_free(fixture->path);
    g_free(fixture->folder);
}

static void save(Fixture *fixture, const char *name, const char *rules)
{
    TabRuleset set = ruleset_for(rules);
    g_autoptr(GError) error = NULL;
    tab_named_rules_save(fixture->path, name, &set, &error);
    g_assert_no_error(error);
}

static void write_text(Fixture *fixture, const char *text)
{
    g_autofree char *sub = g_path_get_dirname(fixture->path);
    g_mkdir_with_parents(sub, 0700);
    g_assert_true(g_file_set_contents(fixture->path, text, -1, NULL));
}

static char *read_text(Fixture *fixture)
{
    char *text = NULL;
    g_assert_true(g_file_get_contents(fixture->path, &text, NULL, NULL));
    return text;
}

static void assert_list(Fixture *fixture, const char *expected)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) list = tab_named_rules_load(fixture->path, &error);
    g_autoptr(GString) text = g_string_new(NULL);
    g_assert_no_error(error);
    for (guint i = 0; i < list->len; i++) {
        const TabNamedRules *named = g_ptr_array_index(list, i);
        g_autofree char *rules = tab_ruleset_to_string(&named->set);
        g_string_append_printf(text, "%s=%s\n", named->name, rules);
    }
    g_assert_cmpstr(text->str, ==, expected);
}

static void test_keep(Fixture *fixture, gconstpointer data)
{
    assert_list(fixture, "");
    save(fixture, "Friday evenings", "walker:columns=11");
    save(fixture, "لعبتي; #1 = gut", "lane");
    assert_list(fixture, "Friday evenings=walker:columns=11\nلعبتي; #1 = gut=lane\n");
    save(fixture, "Friday evenings", "bell:pieces=4");
    assert_list(fixture, "Friday evenings=bell:pieces=4\nلعبتي; #1 = gut=lane\n");
    GStatBuf status;
    g_assert_cmpint(g_stat(fixture->path, &status), ==, 0);
    g_assert_cmpint(status.st_mode & 0777, ==, 0600);
}

static void test_rename_remove(Fixture *fixture, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    save(fixture, "one", "walker");
    save(fixture, "two", "lane");
    g_assert_true(tab_named_rules_rename(fixture->path, "one", "three", &error));
    g_assert_no_error(error);
    assert_list(fixture, "two=lane\nthree=walker\n");
    g_assert_true(tab_named_rules_rename(fixture->path, "two", "two", &error));
    g_assert_false(tab_named_rules_rename(fixture->path, "two", "three", &error));
    g_assert_nonnull(strstr(error->message, "“three” already"));
    g_clear_error(&error);
    g_assert_false(tab_named_rules_rename(fixture->path, "one", "four", &error));
    g_assert_nonnull(strstr(error->message, "“one” any more"));
    g_clear_error(&error);
    g_assert_false(tab_named_rules_remove(fixture->path, "one", &error));
    g_assert_nonnull(strstr(error->message, "“one” any more"));
    g_assert_true(tab_named_rules_remove(fixture->path, "two", NULL));
    assert_list(fixture, "three=walker\n");
}

/* What people have written into the file themselves stays. */
static void test_comments(Fixture *fixture, gconstpointer data)
{
    write_text(fixture, "# of our club\n[Club]\nrules=jordan\nby=Amal\n");
    save(fixture, "mine", "ludii");
    g_assert_true(tab_named_rules_rename(fixture->path, "Club", "The club", NULL));
    g_autofree char *text = read_text(fixture);
    g_assert_nonnull(strstr(text, "# of our club"));
    g_assert_nonnull(strstr(text, "by=Amal"));
    assert_list(fixture, "mine=ludii\nThe club=jordan\n");
}

static void test_names(void)
{
    static const char *const bad[][2] = {
        {"", "needs a name"},
        {"  ", "needs a name"},
        {" a", "a blank"},
        {"a\t", "a blank"},
        {"a[1]", "one of [ ] :"},
        {"a:b", "one of [ ] :"},
        {"a\nb", "one of [ ] :"},
        {"walker", "of a preset"},
        {"\xff", "not UTF-8"},
        {"0123456789012345678901234567890123456789012345678901234567890", "longer than 60"}};
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_false(tab_named_rules_check_name(bad[i][0], &error));
        g_assert_nonnull(strstr(error->message, bad[i][1]));
    }
    g_assert_true(tab_named_rules_check_name("ô ق = #;% 1", NULL));
}

/* A file that is no good is told of with place and fault, and never written over. */
static void test_bad_files(Fixture *fixture, gconstpointer data)
{
    static const char *const bad[][2] = {{"[a]\nrules=walkr\n", "[a]: unknown preset: 'walkr'"},
                                         {"[a]\n", "[a]: "},
                                         {"[a]\nrules=walker:columns=4\n", "columns"},
                                         {"[walker]\nrules=walker\n", "of a preset"},
                                         {"[a]\nrules=walker\\q\n", "[a]: "},
                                         {"no key file", "rulesets.ini: "}};
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL, again = NULL;
        TabRuleset set = ruleset_for("walker");
        write_text(fixture, bad[i][0]);
        g_assert_null(tab_named_rules_load(fixture->path, &error));
        g_assert_nonnull(strstr(error->message, fixture->path));
        if (!strstr(error->message, bad[i][1]))
            g_error("'%s' does not tell of '%s'", error->message, bad[i][1]);
        g_assert_false(tab_named_rules_save(fixture->path, "mine", &set, &again));
        g_assert_cmpstr(again->message, ==, error->message);
        g_assert_false(tab_named_rules_remove(fixture->path, "a", NULL));
        g_assert_false(tab_named_rules_rename(fixture->path, "a", "b", NULL));
        g_autofree char *text = read_text(fixture);
        g_assert_cmpstr(text, ==, bad[i][0]);
    }
}

static void test_free_name(Fixture *fixture, gconstpointer data)
{
    save(fixture, "a", "walker");
    save(fixture, "a (2)", "walker");
    g_autoptr(GPtrArray) list = tab_named_rules_load(fixture->path, NULL);
    g_autofree char *third = tab_named_rules_free_name(list, "a");
    g_autofree char *other = tab_named_rules_free_name(list, "b");
    g_assert_cmpstr(third, ==, "a (3)");
    g_assert_cmpstr(other, ==, "b");
    g_assert_null(tab_named_rules_find(list, "b"));
    /* one that has all characters that a name can have loses its end */
    g_autofree char *longest = g_strnfill(60, 'x'), *start = g_strnfill(56, 'x');
    save(fixture, longest, "walker");
    g_autoptr(GPtrArray) more = tab_named_rules_load(fixture->path, NULL);
    g_autofree char *second = tab_named_rules_free_name(more, longest);
    g_autofree char *expected = g_strconcat(start, " (2)", NULL);
    g_assert_cmpstr(second, ==, expected);
    g_assert_true(tab_named_rules_check_name(second, NULL));
}

static void test_parse(Fixture *fixture, gconstpointer data)
{
    TabRuleset set;
    g_autoptr(GError) error = NULL;
    save(fixture, "mine", "lane:columns=13");
    g_assert_true(tab_named_rules_parse(fixture->path, "mine", &set, &error));
    g_autofree char *text = tab_ruleset_to_string(&set);
    g_assert_cmpstr(text, ==, "lane:columns=13");
    g_assert_true(tab_named_rules_parse(fixture->path, "bell", &set, &error));
    g_assert_cmpuint(tab_ruleset_columns(&set), ==, 9);
    g_assert_false(tab_named_rules_parse(fixture->path, "yours", &set, &error));
    g_assert_true(g_str_has_prefix(error->message, "unknown preset: 'yours'; "));
    g_clear_error(&error);
    write_text(fixture, "no key file");
    g_assert_true(tab_named_rules_parse(fixture->path, "bell", &set, &error));
    g_assert_false(tab_named_rules_parse(fixture->path, "bell:pieces=x", &set, &error));
    g_assert_nonnull(strstr(error->message, "pieces"));
    g_clear_error(&error);
    g_assert_false(tab_named_rules_parse(fixture->path, "mine", &set, &error));
    g_assert_nonnull(strstr(error->message, fixture->path));
}

/* A name that is none, and places in which no file can be: nothing is changed, and it is told. */
static void test_not_written(Fixture *fixture, gconstpointer data)
{
    TabRuleset set = ruleset_for("walker");
    g_autoptr(GError) error = NULL;
    g_autofree char *file = g_build_filename(fixture->folder, "file", NULL);
    g_autofree char *below = g_build_filename(file, "sub", "rulesets.ini", NULL);
    g_autofree char *folder = g_build_filename(file, "sub", NULL);
    save(fixture, "mine", "lane");
    g_assert_false(tab_named_rules_save(fixture->path, "walker", &set, &error));
    g_assert_cmpstr(error->message, ==, "“walker” is the name of a preset.");
    g_clear_error(&error);
    g_assert_false(tab_named_rules_rename(fixture->path, "mine", " ", &error));
    g_assert_cmpstr(error->message, ==, "A ruleset needs a name.");
    g_clear_error(&error);
    assert_list(fixture, "mine=lane\n");
    /* what should be its folder is no folder, or the file is one */
    g_assert_true(g_file_set_contents(file, "", 0, NULL));
    g_assert_false(tab_named_rules_save(below, "mine", &set, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR);
    g_assert_nonnull(strstr(error->message, below));
    g_clear_error(&error);
    g_unlink(file);
    g_assert_cmpint(g_mkdir_with_parents(below, 0700), ==, 0);
    g_assert_false(tab_named_rules_save(below, "mine", &set, &error));
    g_assert_nonnull(strstr(error->message, below));
    g_rmdir(below);
    g_rmdir(folder);
    g_rmdir(file);
    g_clear_error(&error);
    g_assert_false(tab_named_rules_save("/proc/self/no/such/rulesets.ini", "mine", &set, &error));
    g_assert_cmpstr(error->message, ==,
                    "cannot make the folder /proc/self/no/such: No such file or directory");
}

/* A link to a file that lies elsewhere, among what is kept under version control, say. */
static void test_link(Fixture *fixture, gconstpointer data)
{
    g_autofree char *elsewhere = g_build_filename(fixture->folder, "elsewhere.ini", NULL);
    write_text(fixture, "[mine]\nrules=lane\n");
    g_assert_cmpint(g_rename(fixture->path, elsewhere), ==, 0);
    g_assert_cmpint(symlink(elsewhere, fixture->path), ==, 0);
    save(fixture, "yours", "bell");
    g_assert_true(g_file_test(fixture->path, G_FILE_TEST_IS_SYMLINK));
    g_unlink(fixture->path);
    g_assert_cmpint(g_rename(elsewhere, fixture->path), ==, 0);
    assert_list(fixture, "mine=lane\nyours=bell\n");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name, function)                                                                        \
    g_test_add("/named-rules/" name, Fixture, NULL, set_up, function, tear_down)
    ADD("keep", test_keep);
    ADD("rename-remove", test_rename_remove);
    ADD("comments", test_comments);
    ADD("bad-files", test_bad_files);
    ADD("free-name", test_free_name);
    ADD("parse", test_parse);
    ADD("not-written", test_not_written);
    ADD("link", test_link);
#undef ADD
    g_test_add_func("/named-rules/names", test_names);
    return g_test_run();
}
