// SPDX-License-Identifier: GPL-3.0-or-later
// The slow rules against the exact counts, against a few sentences of their texts, and against
// themselves in games by chance.
#include "tests/slow-family.h"

#include <string.h>

#define SOON 6000 /* the most that a row counts in the short version */

/* One row: rules, position, D, K, count; separated by tabs. */
static void check_row(gconstpointer data)
{
    g_auto(GStrv) field = g_strsplit(data, "\t", -1);
    g_assert_cmpuint(g_strv_length(field), ==, 5);
    g_autofree char *start = slow_family_start(field[0], 'w');
    const char *position = strcmp(field[1], "start") ? field[1] : start;
    guint64 count = slow_family_perft(field[0], position, (int)g_ascii_strtoll(field[2], NULL, 10),
                                      (int)g_ascii_strtoll(field[3], NULL, 10));
    g_assert_cmpuint(count, ==, g_ascii_strtoull(field[4], NULL, 10));
}

static void add_rows(const char *file, guint n_rows)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, file, NULL);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, &error))
        g_error("%s", error->message);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint rows = 0;
    for (guint i = 0; lines[i]; i++) {
        if (!*lines[i] || *lines[i] == '#')
            continue;
        rows++;
        if (!g_test_thorough() && g_ascii_strtoull(strrchr(lines[i], '\t') + 1, NULL, 10) > SOON)
            continue;
        g_autofree char *name = g_strdup_printf("/slow-family/%s/line-%u", file, i + 1);
        g_test_add_data_func_full(name, g_strdup(lines[i]), check_row, g_free);
    }
    g_assert_cmpuint(rows, ==, n_rows);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_rows("perft.tsv", 139);
    add_rows("family-perft.tsv", 49);
    return g_test_run();
}
