// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/files/input-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/files/output-file.h"

#define CHUNK 65536

static char *refuse_size(const char *path, GError **error)
{
    g_autofree char *name = g_filename_display_name(path);
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                g_dgettext("tab", N_("%s: larger than %u bytes")), name, TAB_INPUT_FILE_MAX_BYTES);
    return NULL;
}

/* What comes until the end, which a device may never have, and of which the system may not tell how
 * much it is; `room` bytes are expected. */
static char *read_stream(int fd, const char *path, gsize room, gsize *length, GError **error)
{
    g_autofree char *bytes = NULL;
    gsize done = 0;
    gssize n;
    room += 2 * CHUNK;
    do {
        if (!bytes || done + CHUNK >= room) { /* nobody ends for want of memory */
            room *= bytes ? 2 : 1;
            char *larger = g_try_realloc(bytes, room);
            if (!larger) {
                errno = ENOMEM;
                tab_output_file_fail(TAB_FILE_READ, path, error);
                return NULL;
            }
            bytes = larger;
        }
        n = read(fd, bytes + done, CHUNK);
        if (n < 0 && errno != EINTR) {
            tab_output_file_fail(TAB_FILE_READ, path, error);
            return NULL;
        }
        done += (gsize)MAX(n, 0);
    } while (n && done <= TAB_INPUT_FILE_MAX_BYTES);
    if (done > TAB_INPUT_FILE_MAX_BYTES)
        return refuse_size(path, error);
    bytes[done] = '\0';
    if (length)
        *length = done;
    return g_steal_pointer(&bytes);
}

char *tab_input_file_read(const char *path, gsize *length, GError **error)
{
    struct stat info = {0};
    int fd = g_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0);
    if (fd < 0) {
        tab_output_file_fail(TAB_FILE_OPEN, path, error);
        return NULL;
    }
    gboolean large = !fstat(fd, &info) && S_ISREG(info.st_mode) &&
                     info.st_size > (goffset)TAB_INPUT_FILE_MAX_BYTES;
    char *text = large ? refuse_size(path, error)
                       : read_stream(fd, path, S_ISREG(info.st_mode) ? (gsize)info.st_size : 0,
                                     length, error);
    close(fd);
    return text;
}

char *tab_input_file_read_text(const char *path, gsize *length, GError **error)
{
    gsize n = 0;
    g_autofree char *text = tab_input_file_read(path, &n, error);
    if (length)
        *length = n;
    if (!text || g_utf8_validate(text, (gssize)n, NULL))
        return g_steal_pointer(&text);
    g_autofree char *name = g_filename_display_name(path);
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: is not UTF-8 text", name);
    return NULL;
}

char *tab_input_file_take_line(char **rest)
{
    char *line = *rest, *end = line ? strchr(line, '\n') : NULL;
    *rest = end ? end + 1 : NULL;
    if (!line)
        return NULL;
    if (end)
        *end = '\0';
    line[strcspn(line, "#")] = '\0';
    return g_strstrip(line);
}

char *tab_input_file_read_standard(gsize *length, GError **error)
{
    return read_stream(STDIN_FILENO, "standard input", 0, length, error);
}
