// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the text of one file at a time.
#include "protocol/game/game-files.h"

#include <string.h>

#include "protocol/files/input-file.h"

#define STANDARD_INPUT "standard input"

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
        files->text = strcmp(*files->next, "-") != 0
                          ? tab_input_file_read(*files->next, &length, &fault)
                          : tab_input_file_read_standard(&length, &fault);
        if (!files->text)
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
        gsize length;
        if (g_file_test(*file, G_FILE_TEST_EXISTS) && !g_file_test(*file, G_FILE_TEST_IS_REGULAR))
            return 0;
        g_autofree char *text = tab_input_file_read(*file, &length, &fault);
        if (!text)
            break;
        g_autoptr(TabRecordReader) reader = tab_record_reader_new(text, length);
        for (TabRecord *record; (record = tab_record_reader_next(reader, &fault)); games++)
            tab_record_free(record);
    }
    g_clear_error(&fault); /* it is told when it is met */
    return games;
}
