// SPDX-License-Identifier: GPL-3.0-or-later
// A file that grows piece by piece while a program runs, game by game, locked against other runs.
#pragma once

#include <glib.h>

typedef struct _TabGrowingFile TabGrowingFile;

typedef enum {
    TAB_GROWING_AFTER,   /* after what is there */
    TAB_GROWING_INSTEAD, /* in the place of what is there, in the end; at once if that is nothing */
    TAB_GROWING_WHOLE,   /* there in the end, or not at all */
} TabGrowing;

/* Opens `path` for writing. What takes a place in the end grows in the file of
 * tab_growing_file_part() meanwhile, and stays there if the run is killed; that file is locked, and
 * so is `path` if it is there. A pipe and a device are written at once. Errors are of G_FILE_ERROR
 * and name the file; G_FILE_ERROR_AGAIN: another run has the lock. */
TabGrowingFile *tab_growing_file_open(const char *path, TabGrowing how, GError **error);
/* Writes one piece with one write; it has left this process when this returns. The second puts an
 * empty line before it unless it is the first. */
gboolean tab_growing_file_add(TabGrowingFile *file, const char *text, GError **error);
gboolean tab_growing_file_add_apart(TabGrowingFile *file, const char *text, GError **error);
/* Synchronises, puts the new file in its place if something is in it and nothing is missing,
 * unlocks, closes and frees, also after an error. If something is missing, the new file stays where
 * it grew, and where there was none before there is none afterwards. */
gboolean tab_growing_file_close(TabGrowingFile *file, GError **error);

/* Instead: what it would take the place of stays, and what has grown beside it goes. */
void tab_growing_file_abandon(TabGrowingFile *file);

/* "<path>.part" beside the file that `path` leads to. Free with g_free. */
char *tab_growing_file_part(const char *path);
