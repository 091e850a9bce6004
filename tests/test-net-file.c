// SPDX-License-Identifier: GPL-3.0-or-later
// Network files: what is written is read again, and what is wrong with one is named.
#include <string.h>

#include <glib/gstdio.h>

#include "net-fixture.h"
#include "rules-fixture.h"

static char *temp_path(void)
{
    g_autofree char *folder = g_dir_make_tmp("test-net-XXXXXX", NULL);
    return g_build_filename(folder, "some.net", NULL);
}

static void remove_path(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_assert_cmpint(g_unlink(path), ==, 0);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

static void save_and_load(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = temp_path(), *data = NULL, *again = NULL;
    gsize length, again_length;
    g_autoptr(TabNetWeights) weights = fixture_weights("jordan", TAB_LAYOUT_CELLS, 64, 9999);
    tab_net_weights_save(weights, path, &error);
    g_assert_no_error(error);
    g_autoptr(TabNetWeights) loaded = tab_net_weights_load(path, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(loaded->header.rules, ==, "jordan");
    g_assert_cmpuint(loaded->header.games, ==, 12345);
    g_assert_cmpuint(loaded->header.seed, ==, 7);
    g_assert_cmpuint(loaded->header.studied, ==, 2345);
    g_assert_cmpmem(loaded->factor, weights->factors * 64 * sizeof(int16_t), weights->factor,
                    weights->factors * 64 * sizeof(int16_t));
    g_assert_cmpmem(loaded->output_bias, sizeof(int16_t) * TAB_NET_BUCKETS, weights->output_bias,
                    sizeof(int16_t) * TAB_NET_BUCKETS);
    g_file_get_contents(path, &data, &length, NULL);
    tab_net_weights_save(loaded, path, &error);
    g_file_get_contents(path, &again, &again_length, NULL);
    g_assert_cmpmem(data, length, again, again_length);
    g_assert_true(g_str_has_prefix(data, "tab-net 1\n"));
    remove_path(path);
}

/* The bytes of a good file. */
static GString *good_file(void)
{
    g_autofree char *path = temp_path(), *data = NULL;
    gsize length;
    g_autoptr(TabNetWeights) weights = fixture_weights("walker", TAB_LAYOUT_CELLS, 32, 500);
    g_assert_true(tab_net_weights_save(weights, path, NULL));
    g_assert_true(g_file_get_contents(path, &data, &length, NULL));
    remove_path(path);
    return g_string_new_len(data, (gssize)length);
}

static void assert_refused(const GString *file, TabNetError code, const char *words)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_net_weights_parse(file->str, file->len, "my.net", &error));
    g_assert_error(error, TAB_NET_ERROR, (int)code);
    g_assert_true(g_str_has_prefix(error->message, "my.net: "));
    if (words && !strstr(error->message, words))
        g_error("'%s' does not say '%s'", error->message, words);
}

static void refuse_cut_files(void)
{
    g_autoptr(GString) file = good_file();
    gsize header = (gsize)(strstr(file->str, "\n\n") - file->str) + 2, whole = file->len;
    for (gsize length = 0; length < header; length++) {
        g_string_truncate(file, 0);
        g_autoptr(GString) good = good_file();
        g_string_append_len(file, good->str, (gssize)length);
        assert_refused(file, TAB_NET_ERROR_FORMAT, NULL);
        if (length % 20)
            length += 6; /* not every byte: each is a file written and read */
    }
    g_autoptr(GString) good = good_file();
    g_string_truncate(good, whole - 1);
    assert_refused(good, TAB_NET_ERROR_FORMAT, "bytes of weights");
    g_string_append(good, "xx");
    assert_refused(good, TAB_NET_ERROR_FORMAT, "bytes of weights");
}

static void refuse_damage(void)
{
    g_autoptr(GString) file = good_file();
    file->str[file->len - 1000] ^= 1;
    assert_refused(file, TAB_NET_ERROR_CHECKSUM, "checksum");
    file->str[file->len - 1000] ^= 1;
    g_autoptr(GError) error = NULL;
    g_autoptr(TabNetWeights) weights =
        tab_net_weights_parse(file->str, file->len, "my.net", &error);
    g_assert_no_error(error);
    g_assert_nonnull(weights);
}

static void refuse_other_headers(void)
{
    static const struct {
        const char *from, *to;
        TabNetError code;
        const char *words;
    } rows[] = {
        {"tab-net 1\n", "tab-net 9\n", TAB_NET_ERROR_VERSION,
         "version 9 of the format; this program reads version 1"},
        {"tab-net 1\n", "PNG\n", TAB_NET_ERROR_FORMAT, "tab-net"},
        {"piles-hits-2", "piles-hits-1", TAB_NET_ERROR_VERSION, "piles-hits-1"},
        {"layout cells", "layout circles", TAB_NET_ERROR_VERSION, "circles"},
        {"hidden 32", "hidden 33", TAB_NET_ERROR_VERSION, "33"},
        {"hidden 32", "hidden 160", TAB_NET_ERROR_FORMAT, "160"},
        {"hidden 32", "hidden 64", TAB_NET_ERROR_FORMAT, "bytes of weights"},
        {"columns 9-9", "columns 9", TAB_NET_ERROR_FORMAT, "columns"},
        {"columns 9-9", "columns 9-9-9", TAB_NET_ERROR_FORMAT, "9-9-9"},
        {"layout cells\nhidden 32\nrules walker\ncolumns 9-9",
         "layout ends\nhidden 32\nrules walker\ncolumns x-9", TAB_NET_ERROR_FORMAT, "x-9"},
        {"columns 9-9", "columns 8-9", TAB_NET_ERROR_FORMAT, "8-9"},
        {"columns 9-9", "columns 4-9", TAB_NET_ERROR_FORMAT, "4-9"},
        {"columns 9-9", "columns 9-7", TAB_NET_ERROR_FORMAT, "9-7"},
        {"columns 9-9", "columns 8-8", TAB_NET_ERROR_FORMAT, "columns"},
        {"games 12345", "games many", TAB_NET_ERROR_FORMAT, "many"},
        {"studied 2345", "studied 12346", TAB_NET_ERROR_FORMAT, "studied"},
        {"seed 7", "sid 7", TAB_NET_ERROR_FORMAT, "seed"},
        {"rules walker", "rules wanderer", TAB_NET_ERROR_FORMAT, "wanderer"},
        {"rules walker", "rules \xff\xfe\xff\xfe\xff\xfe", TAB_NET_ERROR_FORMAT, "rules"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GString) file = good_file();
        const char *at = strstr(file->str, rows[i].from);
        g_assert_nonnull(at);
        gssize where = at - file->str;
        g_string_erase(file, where, (gssize)strlen(rows[i].from));
        g_string_insert(file, where, rows[i].to);
        assert_refused(file, rows[i].code, rows[i].words);
    }
}

static void refuse_missing_file(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_net_weights_load("/nonexistent/some.net", &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_assert_nonnull(strstr(error->message, "/nonexistent/some.net"));
}

static void serves_its_rules(void)
{
    static const struct {
        const char *rules;
        bool cells, ends; /* whether either layout serves them */
    } rows[] = {
        {"walker", true, true},
        {"walker:opening=first", true, true},
        {"walker:columns=11", false, true},
        {"walker:pieces=5", false, false},
        {"walker:columns=15", false, false},
        {"walker:stack-return=keep", false, false},
        {"lane", false, false},
        {"standard", false, true}, /* the same switches at another width */
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++)
        for (unsigned layout = 0; layout < TAB_LAYOUT_ANY; layout++) {
            g_autoptr(GError) error = NULL;
            g_autoptr(TabNetWeights) weights = fixture_weights("walker", (TabLayout)layout, 32, 10);
            g_autoptr(TabRules) rules = rules_for(rows[i].rules);
            if (layout == TAB_LAYOUT_ENDS) {
                weights->header.columns[0] = 7;
                weights->header.columns[1] = 13;
            }
            bool expected = layout == TAB_LAYOUT_ENDS ? rows[i].ends : rows[i].cells;
            g_assert_cmpint(tab_net_weights_serve(weights, rules, "my.net", &error), ==, expected);
            if (expected)
                g_assert_no_error(error);
            else
                g_assert_error(error, TAB_NET_ERROR, TAB_NET_ERROR_RULES);
        }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/net-file/save-and-load", save_and_load);
    g_test_add_func("/net-file/refuse-cut-files", refuse_cut_files);
    g_test_add_func("/net-file/refuse-damage", refuse_damage);
    g_test_add_func("/net-file/refuse-other-headers", refuse_other_headers);
    g_test_add_func("/net-file/refuse-missing-file", refuse_missing_file);
    g_test_add_func("/net-file/serves-its-rules", serves_its_rules);
    return g_test_run();
}
