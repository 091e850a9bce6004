// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the kernel where the program lies, and looks around from there.
#include "protocol/files/own-place.h"

#include <stdbool.h>

static bool is_of(const char *path, TabOwnKind kind)
{
    bool folder = g_file_test(path, G_FILE_TEST_IS_DIR);
    switch (kind) {
    case TAB_OWN_FOLDER:
        return folder;
    case TAB_OWN_FILE:
        return g_file_test(path, G_FILE_TEST_IS_REGULAR);
    case TAB_OWN_PROGRAM:
    default:
        return !folder && g_file_test(path, G_FILE_TEST_IS_EXECUTABLE);
    }
}

char *tab_own_place(const char *const *places, unsigned n_places, const char *name, TabOwnKind kind)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *folder = self ? g_path_get_dirname(self) : NULL;
    for (unsigned i = 0; folder && i < n_places; i++) {
        g_autofree char *relative = g_build_filename(folder, places[i], name, NULL);
        g_autofree char *path = g_canonicalize_filename(relative, "/");
        if (is_of(path, kind))
            return g_steal_pointer(&path);
    }
    return NULL;
}
