// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a stream of bytes, as it arrives, into lines of bounded length.
#pragma once

#include <glib.h>

/* Holds at most one line's worth of unfinished bytes beyond the last chunk. No locks: one thread at
 * a time. */
typedef struct TabSplitter TabSplitter;

typedef enum {
    TAB_SPLIT_NONE,     /* no whole line: feed more */
    TAB_SPLIT_LINE,     /* a line, possibly empty */
    TAB_SPLIT_TOO_LONG, /* a line got too long, its rest will be skipped; told once a line */
} TabSplit;

/* `max`: longest line in bytes without its line end, usually TAB_LINE_MAX. */
TabSplitter *tab_splitter_new(gsize max);
void tab_splitter_free(TabSplitter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabSplitter, tab_splitter_free)

/* Takes the next bytes of the stream. Nothing may be fed after the end. */
void tab_splitter_feed(TabSplitter *self, const char *bytes, gsize length);
/* Tells the end of the stream: an unfinished last line, if there is one, becomes a line. */
void tab_splitter_end(TabSplitter *self);

/* The next line without its LF or CR LF. `line` is NUL-terminated (and may hold further NULs),
 * `length` its bytes; owned by the splitter, valid until its next call. Call until TAB_SPLIT_NONE
 * after each feed. */
TabSplit tab_splitter_next(TabSplitter *self, const char **line, gsize *length);

/* Bytes fed and not yet given out. */
gsize tab_splitter_pending(const TabSplitter *self);
/* The same bytes, owned by the splitter, valid until its next call. */
const char *tab_splitter_peek(const TabSplitter *self);
