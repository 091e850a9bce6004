// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a key file; an error is one printable line that names it.
#include "protocol/game/key-file.h"

#include "protocol/rules/types.h"

GKeyFile *tab_key_file_load(const char *path, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GError) cause = NULL;
    if (g_key_file_load_from_file(file, path, G_KEY_FILE_KEEP_COMMENTS, &cause) ||
        g_error_matches(cause, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        return g_steal_pointer(&file);
    tab_rules_make_printable(cause);
    g_propagate_prefixed_error(error, g_steal_pointer(&cause), "%s: ", path);
    return NULL;
}
