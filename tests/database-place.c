// SPDX-License-Identifier: GPL-3.0-or-later
// A folder for a test, and the wait for what comes.
#include "database-place.h"

#include <glib/gstdio.h>

void place_set_up(Place *place, gconstpointer data)
{
    place->folder = g_dir_make_tmp("tab-database-XXXXXX", NULL);
    g_assert_nonnull(place->folder);
    place->path = g_build_filename(place->folder, "the games.db", NULL);
}

void place_tear_down(Place *place, gconstpointer data)
{
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    for (guint i = 0; i < G_N_ELEMENTS(suffixes); i++) {
        g_autofree char *name = g_strconcat(place->path, suffixes[i], NULL);
        g_unlink(name);
    }
    g_assert_cmpint(g_rmdir(place->folder), ==, 0);
    g_free(place->path);
    g_free(place->folder);
}

void remove_folder(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *one = g_build_filename(path, name, NULL);
        if (g_file_test(one, G_FILE_TEST_IS_DIR))
            remove_folder(one);
        else
            g_assert_cmpint(g_unlink(one), ==, 0);
    }
    g_assert_cmpint(g_rmdir(path), ==, 0);
}

gboolean run_while_is_late(gpointer data)
{
    g_error("nothing came within a minute");
    return G_SOURCE_REMOVE;
}
