// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes files of a training, and checks that they are whole.
#include "engine/lab/training/state-file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net-file.h"
#include "protocol/files/output-file.h"

#define SUM "sha256 "
#define SUM_LENGTH 64
/* Behind the title: numbers whose bytes stand the other way round are not taken for damaged ones.
 */
#define ORDER (G_BYTE_ORDER == G_BIG_ENDIAN ? " big-endian" : "")

bool tab_state_file_refuse(GError **error, const char *path, const char *fault)
{
    g_set_error(error, TAB_NET_ERROR, TAB_NET_ERROR_FORMAT, "%s: %s", path, fault);
    return false;
}

bool tab_state_file_save(const char *path, const char *title, const char *lines,
                         const GByteArray *numbers, GError **error)
{
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(sum, (const guchar *)lines, (gssize)strlen(lines));
    g_checksum_update(sum, (const guchar *)"\n", 1);
    g_checksum_update(sum, numbers->data, numbers->len);
    GString *file = g_string_new(NULL);
    g_string_printf(file, "%s%s\n" SUM "%s\n%s\n", title, ORDER, g_checksum_get_string(sum), lines);
    g_checksum_free(sum);
    g_string_append_len(file, (const char *)numbers->data, numbers->len);
    bool good = tab_output_file_replace(path, file->str, (gssize)file->len, error);
    g_string_free(file, TRUE);
    return good;
}

/* Says what a file is that does not begin with this title, which ends in the version: of another
 * version, or nothing of the kind. */
static bool refuse_title(const char *data, const char *path, const char *title, GError **error)
{
    size_t length = (size_t)(strrchr(title, ' ') + 1 - title);
    unsigned version;
    if (!strncmp(data, title, length) && sscanf(data + length, "%5u", &version) == 1 &&
        version != strtoul(title + length, NULL, 10))
        g_set_error(error, TAB_NET_ERROR, TAB_NET_ERROR_VERSION,
                    "%s: of version %u of its format; this program reads '%s'", path, version,
                    title);
    else
        g_set_error(error, TAB_NET_ERROR, TAB_NET_ERROR_FORMAT, "%s: no '%s%s'", path, title,
                    ORDER);
    return false;
}

bool tab_state_file_load(TabStateFile *file, const char *path, const char *title, GError **error)
{
    gsize length;
    *file = (TabStateFile){0};
    if (!g_file_get_contents(path, &file->data, &length, error))
        return false;
    g_autofree char *head = g_strdup_printf("%s%s\n" SUM, title, ORDER);
    const char *sum = file->data + strlen(head), *lines = sum + SUM_LENGTH + 1;
    file->end = file->data + length;
    if (!g_str_has_prefix(file->data, head) || lines > file->end)
        return refuse_title(file->data, path, title, error);
    g_autofree char *is = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)lines,
                                                      (gsize)(file->end - lines));
    const char *stop = g_strstr_len(lines, file->end - lines, "\n\n");
    if (strncmp(is, sum, SUM_LENGTH) || !stop)
        return tab_state_file_refuse(error, path, "damaged: its checksum does not match");
    file->lines = g_strndup(lines, (gsize)(stop + 1 - lines));
    file->at = stop + 2;
    return true;
}

void tab_state_file_clear(TabStateFile *file)
{
    g_clear_pointer(&file->data, g_free);
    g_clear_pointer(&file->lines, g_free);
}

bool tab_state_file_take(TabStateFile *file, void *to, size_t size)
{
    if ((size_t)(file->end - file->at) < size)
        return false;
    if (size)
        memcpy(to, file->at, size);
    file->at += size;
    return true;
}
