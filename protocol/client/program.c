// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at the file that is to be started, and at the first line of a script.
#include "protocol/client/program.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "protocol/client/engine-config.h"
#include "protocol/client/error.h"

/* Of a program's beginning; Linux takes no longer first line. */
#define HEAD_MAX 256

/* The first bytes of a file, NUL-terminated, and how many; -1: it cannot be read. */
static gssize read_head(const char *path, char head[HEAD_MAX + 1])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    gssize length = fd >= 0 ? read(fd, head, HEAD_MAX) : -1;
    if (fd >= 0)
        close(fd);
    head[MAX(length, 0)] = '\0';
    return length;
}

/* What is wrong with the line behind `#!`. */
static char *find_interpreter_fault(char *line)
{
    line[strcspn(line, "\n")] = '\0';
    if (g_str_has_suffix(line, "\r"))
        return g_strdup("its first line ends as on Windows (CR LF), and to the system the CR is a "
                        "part of what it names");
    line += strspn(line, " \t");
    line[strcspn(line, " \t")] = '\0';
    if (*line != '/' || access(line, X_OK) == 0)
        return NULL;
    const char *why = g_strerror(errno);
    g_autofree char *shown = g_strescape(line, NULL);
    return g_strdup_printf("its first line asks for %s: %s", shown, why);
}

static char *find_content_fault(const char *path)
{
    char head[HEAD_MAX + 1];
    gssize length = read_head(path, head);
    if (length < 0 || memchr(head, '\0', (gsize)length))
        return NULL; /* it may be executed and not read; or it is no text */
    if (!length)
        return g_strdup("it is empty");
    if (!strncmp(head, "#!", 2))
        return find_interpreter_fault(head + 2);
    return g_strdup("it is a text whose first line does not say what runs it (#!/usr/bin/…)");
}

char *tab_program_locate(const char *name, GError **error)
{
    char *path = tab_engine_config_find_program(name);
    if (path)
        return path;
    const char *hint =
        g_file_test(name, G_FILE_TEST_IS_REGULAR) ? "; the file in this folder is ./" : "";
    g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START,
                "cannot start %s: PATH has no program of this name%s%s", name, hint,
                *hint ? name : "");
    return NULL;
}

char *tab_program_find_fault(const char *program, const char *directory)
{
    if (directory && !g_file_test(directory, G_FILE_TEST_IS_DIR))
        return g_strdup_printf("there is no folder %s, in which it is to run", directory);
    if (!strchr(program, '/'))
        return NULL;
    g_autofree char *path = g_path_is_absolute(program) || !directory
                                ? g_strdup(program)
                                : g_build_filename(directory, program, NULL);
    const char *base = g_path_is_absolute(program) ? NULL : directory;
    if (access(path, F_OK) != 0)
        return g_strconcat(g_strerror(errno), base ? " in its folder " : NULL, base, NULL);
    if (g_file_test(path, G_FILE_TEST_IS_DIR))
        return g_strdup("it is a folder");
    if (access(path, X_OK) != 0)
        return errno == EACCES ? g_strdup("it is not executable (chmod +x)")
                               : g_strdup(g_strerror(errno));
    return find_content_fault(path);
}
