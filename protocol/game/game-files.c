// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the text of one file at a time.
#include "protocol/game/game-files.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "protocol/files/output-file.h"

#define STANDARD_INPUT "standard input"
#define CHUNK 65536 /* bytes read at once */

struct _TabGameFiles {
    char **next;
    char *text; /* of the file being read */
    TabRecordReader *reader;
    guint games; /* of it that were read */
};

TabGameFiles *tab_game_files_new(char **paths)
{
    TabGameFiles *files = g_new0(TabGameFiles, 1);
    files->next = paths;
    return files;
}

static void close_file(TabGameFiles *files)
{
    g_clear_pointer(&files->reader, tab_record_reader_free);
    g_clear_pointer(&files->text, g_free);
}

void tab_game_files_free(TabGameFiles *files)
{
    if (!files)
        return;
    close_file(files);
    g_free(files);
}

static const char *name_of(const char *path)
{
    return strcmp(path, "-") != 0 ? path : STANDARD_INPUT;
}

/* No file comes after the one that has failed. */
static TabRecord *fail(TabGameFiles *files, GError **error, GError *fault)
{
    close_file(files);
    while (*files->next)
        files->next++;
    g_propagate_error(error, fault);
    return NULL;
}

/* All of standard input, up to the bytes that a reader of records takes. */
static gboolean read_standard_input(TabGameFiles *files, gsize *length, GError **error)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    guint8 chunk[CHUNK];
    gssize n = 1;
    while (n && bytes->len <= TAB_RECORD_MAX_BYTES) {
        n = read(STDIN_FILENO, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return tab_output_file_fail("read", STANDARD_INPUT, error);
        g_byte_array_append(bytes, chunk, (guint)n);
    }
    *length = bytes->len;
    g_byte_array_append(bytes, (const guint8 *)"", 1);
    files->text = (char *)g_byte_array_free(g_steal_pointer(&bytes), FALSE);
    return TRUE;
}

static gboolean read_text(TabGameFiles *files, const char *path, gsize *length, GError **error)
{
    if (!strcmp(path, "-"))
        return read_standard_input(files, length, error);
    if (g_access(path, R_OK))
        return tab_output_file_fail("read", path, error);
    return g_file_get_contents(path, &files->text, length, error);
}

TabRecord *tab_game_files_next(TabGameFiles *files, GError **error)
{
    for (;;) {
        GError *fault = NULL;
        gsize length;
        TabRecord *record = files->reader ? tab_record_reader_next(files->reader, &fault) : NULL;
        if (record) {
            files->games++;
            return record;
        }
        if (fault) {
            g_prefix_error(&fault, "%s: ", name_of(files->next[-1]));
            return fail(files, error, fault);
        }
        close_file(files);
        if (!*files->next)
            return NULL;
        if (!read_text(files, *files->next, &length, &fault))
            return fail(files, error, fault);
        files->reader = tab_record_reader_new(files->text, length);
        files->games = 0;
        files->next++;
    }
}

char *tab_game_files_describe_place(const TabGameFiles *files)
{
    g_autofree char *name = g_filename_display_basename(name_of(files->next[-1]));
    return g_strdup_printf("%s, game %u", name, files->games);
}

guint tab_game_files_count(char **paths)
{
    guint games = 0;
    GError *fault = NULL;
    for (char **file = paths; *file && !fault; file++) {
        g_autofree char *text = NULL;
        gsize length;
        if (g_file_test(*file, G_FILE_TEST_EXISTS) && !g_file_test(*file, G_FILE_TEST_IS_REGULAR))
            return 0;
        if (!g_file_get_contents(*file, &text, &length, &fault))
            break;
        g_autoptr(TabRecordReader) reader = tab_record_reader_new(text, length);
        for (TabRecord *record; (record = tab_record_reader_next(reader, &fault)); games++)
            tab_record_free(record);
    }
    g_clear_error(&fault); /* it is told when it is met */
    return games;
}
