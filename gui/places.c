// SPDX-License-Identifier: GPL-3.0-or-later
// Where settings schema and translations are: in the build folder, beside an install that was moved, or as configured.
#include "gui/places.h"

/* The folder above that of the program: the build folder, or an install's prefix. NULL if that cannot be found out. */
static char *find_root(void)
{
    g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
    if (!program)
        return NULL;
    g_autofree char *folder = g_path_get_dirname(program);
    return g_path_get_dirname(folder);
}

/* The first of two folders below the program's root that holds `file`; NULL if neither does. */
static char *find_folder(const char *built, const char *installed, const char *file)
{
    g_autofree char *root = find_root();
    const char *folders[] = {built, installed};
    for (guint i = 0; root && i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *folder = g_build_filename(root, folders[i], NULL);
        g_autofree char *path = g_build_filename(folder, file, NULL);
        if (g_file_test(path, G_FILE_TEST_EXISTS))
            return g_steal_pointer(&folder);
    }
    return NULL;
}

void tab_places_use_schema(void)
{
    g_autofree char *folder = find_folder("data", "share/glib-2.0/schemas", "gschemas.compiled");
    if (folder)
        g_setenv("GSETTINGS_SCHEMA_DIR", folder, FALSE);
}

char *tab_places_find_translations(const char *configured)
{
    char *folder = find_folder("po", "share/locale", "ar/LC_MESSAGES/tab.mo");
    return folder ? folder : g_strdup(configured);
}
