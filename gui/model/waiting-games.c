// SPDX-License-Identifier: GPL-3.0-or-later
// A file of finished games that could not be put into the database yet.
#include "gui/model/waiting-games.h"

#include <glib/gstdio.h>

#include "gui/model/file-work.h"
#include "protocol/files/output-file.h"
#include "protocol/game/record-text.h"

char *tab_waiting_games_default_path(void)
{
    return g_build_filename(g_get_user_state_dir(), "tab", "finished-games.tab", NULL);
}

GPtrArray *tab_waiting_games_load(const char *path, GError **error)
{
    g_autoptr(GPtrArray) games = g_ptr_array_new_with_free_func(g_free);
    if (!g_file_test(path, G_FILE_TEST_EXISTS))
        return g_steal_pointer(&games);
    GError *fault = NULL;
    g_autoptr(GPtrArray) records = tab_record_load(path, &fault);
    if (!records) {
        g_autofree char *aside = tab_file_set_aside(path, NULL);
        g_propagate_prefixed_error(error, fault, "%s: ", aside ? aside : path);
        return NULL;
    }
    for (guint i = 0; i < records->len; i++) {
        GString *text = g_string_new(NULL);
        tab_record_write(records->pdata[i], text);
        g_ptr_array_add(games, g_string_free(text, FALSE));
    }
    return g_steal_pointer(&games);
}

gboolean tab_waiting_games_keep(const char *path, const GPtrArray *games, GError **error)
{
    if (!games->len) {
        g_unlink(path); /* one that stays is read again, and its games are known */
        return TRUE;
    }
    g_autofree char *folder = g_path_get_dirname(path);
    g_mkdir_with_parents(folder, 0700); /* a fault shows when the file is written */
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < games->len; i++)
        g_string_append_printf(text, i ? "\n%s" : "%s", (const char *)games->pdata[i]);
    return tab_output_file_replace_own(path, text->str, (gssize)text->len, error);
}
