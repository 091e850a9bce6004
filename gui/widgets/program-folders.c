// SPDX-License-Identifier: GPL-3.0-or-later
// Where settings schema, translations and help pages are: in the build folder, beside an install
// that was moved, or as configured.
#include "gui/widgets/program-folders.h"

/* The folder above that of the program: the build folder, or an install's prefix. NULL if that
 * cannot be found out. */
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

void tab_program_folders_use_schema(void)
{
    g_autofree char *folder = find_folder("data", "share/glib-2.0/schemas", "gschemas.compiled");
    if (folder)
        g_setenv("GSETTINGS_SCHEMA_DIR", folder, FALSE);
}

char *tab_program_folders_find_translations(const char *configured)
{
    char *folder = find_folder("po", "share/locale", "ar/LC_MESSAGES/tab.mo");
    return folder ? folder : g_strdup(configured);
}

char *tab_program_folders_find_sounds(void)
{
    return find_folder("gui", "share/tab/sounds", "stone.wav");
}

/* Whether a viewer that looks where the desktop keeps its data finds the help. */
static gboolean help_is_installed(void)
{
    const char *const *folders = g_get_system_data_dirs();
    for (; *folders; folders++) {
        g_autofree char *page = g_build_filename(*folders, "help", "C", "tab", "index.page", NULL);
        if (g_file_test(page, G_FILE_TEST_EXISTS))
            return TRUE;
    }
    return FALSE;
}

/* The pages below `folder` of the program's root, in the first of the reader's languages that they
 * have; they end in `name`. NULL: none. */
static char *find_pages(const char *root, const char *folder, const char *name)
{
    const char *const *languages = g_get_language_names();
    for (; *languages; languages++) {
        g_autofree char *pages = g_build_filename(root, folder, *languages, name, NULL);
        g_autofree char *first = g_build_filename(pages, "index.page", NULL);
        if (g_file_test(first, G_FILE_TEST_EXISTS))
            return g_steal_pointer(&pages);
    }
    return NULL;
}

char *tab_program_folders_find_help(void)
{
    g_autofree char *root = find_root();
    g_autofree char *built = root ? find_pages(root, "data/help", "") : NULL;
    if (!built && help_is_installed())
        return g_strdup("help:tab");
    g_autofree char *pages = built  ? g_steal_pointer(&built)
                             : root ? find_pages(root, "share/help", "tab")
                                    : NULL;
    return pages ? g_filename_to_uri(pages, NULL, NULL) : NULL;
}
