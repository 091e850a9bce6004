// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps sums found right in a key file: a group a file, [device:inode], with the state in which the
// file was.
#include "engine/tables/sums.h"

#include <glib.h>
#include <glib/gstdio.h>

#include "protocol/files/output-file.h"

#define MOST_BYTES (1 << 20)
#define MOST_FILES 256 /* remembered; of more the oldest are forgotten */

static char *find_cache(void)
{
    return g_build_filename(g_get_user_cache_dir(), "tab", "table-sums.ini", NULL);
}

/* What is remembered: nothing, if the file is none of ours. NULL if there is no file but something
 * to be waited for, a pipe. */
static GKeyFile *read_cache(const char *path)
{
    g_autoptr(GKeyFile) sums = g_key_file_new();
    GStatBuf status;
    if (g_stat(path, &status))
        return g_steal_pointer(&sums);
    if (!S_ISREG(status.st_mode))
        return NULL;
    if (status.st_size <= MOST_BYTES)
        g_key_file_load_from_file(sums, path, G_KEY_FILE_NONE, NULL);
    return g_steal_pointer(&sums);
}

static char *name_file(const struct stat *status)
{
    return g_strdup_printf("%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT, (guint64)status->st_dev,
                           (guint64)status->st_ino);
}

/* Size, when the contents changed, and when anything did: whoever sets the second of these times
 * back cannot set back the third. */
static char *describe_state(const struct stat *status)
{
    return g_strdup_printf(
        "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".%09ld %" G_GINT64_FORMAT ".%09ld",
        (gint64)status->st_size, (gint64)status->st_mtim.tv_sec, (long)status->st_mtim.tv_nsec,
        (gint64)status->st_ctim.tv_sec, (long)status->st_ctim.tv_nsec);
}

static bool has_value(GKeyFile *sums, const char *group, const char *key, const char *value)
{
    g_autofree char *there = g_key_file_get_string(sums, group, key, NULL);
    return there && g_str_equal(there, value);
}

bool tab_sums_known(const struct stat *status, const char *sha256)
{
    g_autofree char *path = find_cache(), *group = name_file(status);
    g_autofree char *state = describe_state(status);
    g_autoptr(GKeyFile) sums = read_cache(path);
    return sums && has_value(sums, group, "state", state) &&
           has_value(sums, group, "sha256", sha256);
}

static void forget_oldest(GKeyFile *sums)
{
    gsize n;
    g_auto(GStrv) groups = g_key_file_get_groups(sums, &n);
    for (gsize i = 0; i + MOST_FILES < n; i++)
        g_key_file_remove_group(sums, groups[i], NULL);
}

void tab_sums_note(const struct stat *status, const char *sha256)
{
    g_autofree char *path = find_cache(), *group = name_file(status);
    g_autofree char *state = describe_state(status), *folder = g_path_get_dirname(path);
    g_autoptr(GKeyFile) sums = read_cache(path);
    if (!sums || (!g_key_file_remove_group(sums, group, NULL) && !sha256))
        return;
    if (sha256) { /* behind all others, as the newest */
        g_key_file_set_string(sums, group, "state", state);
        g_key_file_set_string(sums, group, "sha256", sha256);
    }
    forget_oldest(sums);
    gsize length;
    g_autofree char *text = g_key_file_to_data(sums, &length, NULL);
    if (!g_mkdir_with_parents(folder, 0700))
        tab_output_file_replace(path, text, (gssize)length, NULL);
}
