// SPDX-License-Identifier: GPL-3.0-or-later
// Maps memory, or a file that is deleted as soon as it is open.
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "engine/lab/solving/store.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

#include <glib/gstdio.h>

static bool refuse_room(GError **error, const char *folder, uint64_t bytes, int code)
{
    g_autofree char *size = tab_bytes_to_string(bytes);
    g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(code), "%s: no room for %s: %s",
                folder ? folder : "memory", size, g_strerror(code));
    return false;
}

/* A file without a name of so many bytes; -1 with errno. */
static int open_scratch(const char *folder, uint64_t bytes)
{
    g_autofree char *path = g_build_filename(folder, "tab-tables-XXXXXX", NULL);
    int file = g_mkstemp_full(path, O_RDWR | O_CLOEXEC, 0600);
    if (file < 0)
        return -1;
    g_unlink(path);
    int code = posix_fallocate(file, 0, (off_t)bytes);
    if (!code)
        return file;
    close(file);
    errno = code;
    return -1;
}

bool tab_store_init(TabStore *store, const char *folder, uint64_t bytes, GError **error)
{
    int file = -1;
    *store = (TabStore){0};
    if (!bytes)
        return true;
    if (bytes > (uint64_t)G_MAXINT64 || bytes > SIZE_MAX)
        return refuse_room(error, folder, bytes, ENOMEM);
    if (folder && (file = open_scratch(folder, bytes)) < 0)
        return refuse_room(error, folder, bytes, errno);
    int flags = folder ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
    void *memory = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, flags, file, 0);
    int code = errno;
    if (file >= 0)
        close(file);
    if (memory == MAP_FAILED)
        return refuse_room(error, folder, bytes, code);
    *store = (TabStore){.memory = memory, .bytes = bytes};
    return true;
}

void tab_store_clear(TabStore *store)
{
    if (store->memory)
        munmap(store->memory, (size_t)store->bytes);
    *store = (TabStore){0};
}

char *tab_bytes_to_string(uint64_t bytes)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    double number = (double)bytes / 1024;
    unsigned unit = 0;
    for (; ceil(number * 10) >= 10240; unit++)
        number /= 1024;
    g_ascii_formatd(text, sizeof text, "%.1f", ceil(number * 10) / 10);
    return g_strdup_printf("%s %s", text, units[unit]);
}
