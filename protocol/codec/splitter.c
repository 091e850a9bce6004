// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a stream of bytes into lines; memory stays bounded by one line and one chunk.
#include "protocol/codec/splitter.h"

#include <string.h>

struct TabSplitter {
    GString *buffer;
    gsize start;   /* the first byte not given out */
    gsize scanned; /* no line feed from `start` to here */
    gsize max;
    gboolean skipping; /* inside a line that was too long */
    gboolean ended;
};

TabSplitter *tab_splitter_new(gsize max)
{
    TabSplitter *self = g_new0(TabSplitter, 1);
    self->buffer = g_string_new(NULL);
    self->max = max;
    return self;
}

void tab_splitter_free(TabSplitter *self)
{
    if (!self)
        return;
    g_string_free(self->buffer, TRUE);
    g_free(self);
}

void tab_splitter_feed(TabSplitter *self, const char *bytes, gsize length)
{
    g_return_if_fail(!self->ended);
    g_string_erase(self->buffer, 0, (gssize)self->start);
    self->scanned -= self->start;
    self->start = 0;
    g_string_append_len(self->buffer, bytes, (gssize)length);
}

void tab_splitter_end(TabSplitter *self)
{
    self->ended = TRUE;
}

gsize tab_splitter_pending(const TabSplitter *self)
{
    return self->buffer->len - self->start;
}

const char *tab_splitter_peek(const TabSplitter *self)
{
    return self->buffer->str + self->start;
}

/* Goes on behind `end`. */
static void consume(TabSplitter *self, gsize end)
{
    self->start = self->scanned = end;
}

/* The line from `start` to `end`, of which the bytes before `next` are then used up. */
static TabSplit give(TabSplitter *self, gsize end, gsize next, const char **line, gsize *length)
{
    char *text = self->buffer->str + self->start;
    gsize n = end - self->start;
    if (n > 0 && text[n - 1] == '\r')
        n--;
    consume(self, next);
    if (n > self->max)
        return TAB_SPLIT_TOO_LONG;
    text[n] = '\0';
    *line = text;
    *length = n;
    return TAB_SPLIT_LINE;
}

/* No line feed yet: is the line already longer than any line end could mend? */
static gboolean is_too_long(const TabSplitter *self)
{
    gsize pending = tab_splitter_pending(self);
    gboolean cr = pending > 0 && self->buffer->str[self->buffer->len - 1] == '\r';
    return pending > self->max + (cr ? 1 : 0);
}

TabSplit tab_splitter_next(TabSplitter *self, const char **line, gsize *length)
{
    const char *text = self->buffer->str;
    gsize end = self->buffer->len;
    const char *feed = memchr(text + self->scanned, '\n', end - self->scanned);
    if (self->skipping) {
        consume(self, feed ? (gsize)(feed - text) + 1 : end);
        if (!feed)
            return TAB_SPLIT_NONE;
        self->skipping = FALSE;
        feed = memchr(text + self->scanned, '\n', end - self->scanned);
    }
    if (feed)
        return give(self, (gsize)(feed - text), (gsize)(feed - text) + 1, line, length);
    self->scanned = end;
    if (is_too_long(self)) {
        self->skipping = TRUE;
        consume(self, end);
        return TAB_SPLIT_TOO_LONG;
    }
    if (self->ended && tab_splitter_pending(self))
        return give(self, end, end, line, length);
    return TAB_SPLIT_NONE;
}
