// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for the data from the program's own place.
#include "engine/data-folder.h"

/* From the folder of the program: in the build tree, and installed. */
static const char *const places[] = {"../data", "../share/tab"};

char *tab_data_folder(const char *name)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *folder = self ? g_path_get_dirname(self) : NULL;
    for (guint i = 0; folder && i < G_N_ELEMENTS(places); i++) {
        g_autofree char *relative = g_build_filename(folder, places[i], name, NULL);
        g_autofree char *path = g_canonicalize_filename(relative, "/");
        if (g_file_test(path, G_FILE_TEST_IS_DIR))
            return g_steal_pointer(&path);
    }
    return NULL;
}
