// SPDX-License-Identifier: GPL-3.0-or-later
// A file of a training that goes on: a title, the SHA-256 of what follows, lines of text, an empty
// line, and numbers as this machine has them.
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

/* A file in memory, being read. */
typedef struct {
    char *data;           /* all of it */
    char *lines;          /* with their ends, without the empty one */
    const char *at, *end; /* of the numbers that are not read yet */
} TabStateFile;

/* `lines` end with a line end each, and none is empty. Written beside its place and renamed into
 * it.
 */
bool tab_state_file_save(const char *path, const char *title, const char *lines,
                         const GByteArray *numbers, GError **error);

/* False and an error, TAB_NET_ERROR or one of reading, if the file has another title or is damaged.
 */
bool tab_state_file_load(TabStateFile *file, const char *path, const char *title, GError **error);
void tab_state_file_clear(TabStateFile *file);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TabStateFile, tab_state_file_clear)

/* Copies the next `size` bytes, or false if there are not so many. */
bool tab_state_file_take(TabStateFile *file, void *to, size_t size);

/* Sets an error of the file; always false. */
bool tab_state_file_refuse(GError **error, const char *path, const char *fault);
