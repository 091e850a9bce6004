// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a file of game records, however long, into the texts of its games, good or bad.
#pragma once

#include <glib.h>

typedef struct {
    const char *text; /* until the next call */
    gsize length;
    guint line;   /* of the file, from 1, on which it begins */
    guint before; /* games before it */
} TabGameText;

typedef struct _TabGameStream TabGameStream;

/* Reads from `fd`, which stays the caller's; `path` is for errors. */
TabGameStream *tab_game_stream_new(int fd, const char *path);
void tab_game_stream_free(TabGameStream *stream);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGameStream, tab_game_stream_free)

/* The next game: as far as the [ with which the one behind it begins. A game that the reader of
 * records takes is always cut where that ends. FALSE at the end, and with G_FILE_ERROR: the file
 * cannot be read, or a game is longer than TAB_RECORD_MAX_BYTES. */
gboolean tab_game_stream_next(TabGameStream *stream, TabGameText *game, GError **error);

/* The game that was given last is broken behind its first `good` bytes, and what is there may have
 * swallowed other games (a brace that is not closed): the next game begins with the first line
 * that begins with [ and has an empty line before it, but for the line on which the broken part
 * begins.
 */
void tab_game_stream_resume(TabGameStream *stream, gsize good);

/* Whether the next call would wait for somebody who writes into a pipe. */
gboolean tab_game_stream_would_wait(const TabGameStream *stream);

/* Bytes behind which all games were given. */
guint64 tab_game_stream_get_done(const TabGameStream *stream);
