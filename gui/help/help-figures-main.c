// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the pictures of the help pages while the project is built: help-figures FIGURES.ini
// NAME.png…
#include <string.h>

#include "gui/help/help-figure.h"

#define SUFFIX ".png"

/* The figure that a file is to hold, by the file's name. */
static char *figure_of(const char *path)
{
    char *name = g_path_get_basename(path);
    if (g_str_has_suffix(name, SUFFIX))
        name[strlen(name) - strlen(SUFFIX)] = '\0';
    return name;
}

/* Every figure that is told has its file, so that none is forgotten. */
static gboolean check_complete(GKeyFile *figures, GHashTable *drawn, GError **error)
{
    g_auto(GStrv) names = g_key_file_get_groups(figures, NULL);
    for (char **name = names; *name; name++)
        if (!g_hash_table_contains(drawn, *name)) {
            g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
                        "figure %s: no file is named for it", *name);
            return FALSE;
        }
    return TRUE;
}

static gboolean draw_all(const char *source, char **paths, GError **error)
{
    g_autoptr(GKeyFile) figures = g_key_file_new();
    g_autoptr(GHashTable) drawn = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_key_file_set_list_separator(figures, ',');
    if (!g_key_file_load_from_file(figures, source, G_KEY_FILE_NONE, error))
        return FALSE;
    for (char **path = paths; *path; path++) {
        char *name = figure_of(*path);
        g_hash_table_add(drawn, name);
        if (!tab_help_figure_draw(figures, name, *path, error))
            return FALSE;
    }
    return check_complete(figures, drawn, error);
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    if (argc < 3) {
        g_printerr("usage: %s FIGURES.ini NAME" SUFFIX "…\n", argv[0]);
        return 2;
    }
    if (draw_all(argv[1], argv + 2, &error))
        return 0;
    g_printerr("%s: %s\n", argv[1], error->message);
    return 1;
}
