// SPDX-License-Identifier: GPL-3.0-or-later
// Two bounded buffers: the tail always holds the last bytes, the other what is yet to be told.
#include "protocol/client/log.h"

#include <string.h>

#define TAIL_MAX 16384
#define LINE_MAX_BYTES 65536
#define REFILL_SECONDS 10.0

struct TabLog {
    GString *tail;
    GString *unsaid;  /* for the listener; begins at the start of a line */
    gsize whole;      /* bytes of it that are whole lines */
    guint64 left_out; /* bytes, behind `unsaid` */
    double allowance, left;
    gint64 refilled; /* µs */
};

TabLog *tab_log_new(gsize allowance)
{
    TabLog *log = g_new0(TabLog, 1);
    log->tail = g_string_new(NULL);
    log->unsaid = g_string_new(NULL);
    log->allowance = log->left = (double)allowance;
    return log;
}

void tab_log_free(TabLog *log)
{
    if (!log)
        return;
    g_string_free(log->tail, TRUE);
    g_string_free(log->unsaid, TRUE);
    g_free(log);
}

static void add_to_unsaid(TabLog *log, const char *bytes, gsize length)
{
    gsize before = log->unsaid->len, end = length;
    g_string_append_len(log->unsaid, bytes, (gssize)length);
    while (end && bytes[end - 1] != '\n')
        end--;
    if (end)
        log->whole = before + end;
}

static void note_left_out(TabLog *log)
{
    if (!log->left_out)
        return;
    g_autofree char *note =
        g_strdup_printf("[%" G_GUINT64_FORMAT " bytes left out]\n", log->left_out);
    log->left_out = 0;
    add_to_unsaid(log, note, strlen(note));
}

gboolean tab_log_feed(TabLog *log, const char *bytes, gsize length, gint64 now)
{
    double seconds = log->refilled ? (double)(now - log->refilled) / G_USEC_PER_SEC : 0;
    log->refilled = now;
    log->left = MIN(log->allowance, log->left + seconds * log->allowance / REFILL_SECONDS);
    gsize old = length > TAIL_MAX ? length - TAIL_MAX : 0; /* bytes that the tail has no room for */
    g_string_append_len(log->tail, bytes + old, (gssize)(length - old));
    if (log->tail->len > TAIL_MAX)
        g_string_erase(log->tail, 0, (gssize)(log->tail->len - TAIL_MAX));
    if ((double)length > log->left) { /* no line is told in part */
        log->left_out += log->unsaid->len - log->whole + length;
        g_string_truncate(log->unsaid, log->whole);
        return FALSE;
    }
    log->left -= (double)length;
    if (log->left_out) { /* goes on with the next line */
        const char *feed = memchr(bytes, '\n', length);
        gsize skipped = feed ? (gsize)(feed - bytes) + 1 : length;
        log->left_out += skipped;
        bytes += skipped;
        length -= skipped;
        if (!feed)
            return TRUE;
        note_left_out(log);
    }
    add_to_unsaid(log, bytes, length);
    return TRUE;
}

/* Valid UTF-8 that a terminal can be shown: what would move its cursor, colour it or turn the order
 * of its letters becomes U+FFFD. */
static char *make_harmless(const char *bytes, gsize length)
{
    g_autofree char *valid = g_utf8_make_valid(bytes, (gssize)length);
    GString *text = g_string_sized_new(length);
    for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        gboolean turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        gboolean moves = g_unichar_iscntrl(c) && c != '\n' && c != '\t';
        if (c != '\r' || at[1] != '\n') /* the end of a line as on Windows is one */
            g_string_append_unichar(text, turns || moves ? 0xfffd : c);
    }
    return g_string_free(text, FALSE);
}

char *tab_log_take(TabLog *log, gboolean all)
{
    if (all)
        note_left_out(log);
    gsize rest = log->unsaid->len - log->whole;
    if (rest && (all || rest > LINE_MAX_BYTES))
        add_to_unsaid(log, "\n", 1);
    if (!log->whole)
        return NULL;
    char *text = make_harmless(log->unsaid->str, log->whole);
    g_string_erase(log->unsaid, 0, (gssize)log->whole);
    log->whole = 0;
    return text;
}

char *tab_log_dup_tail(const TabLog *log)
{
    const char *start = log->tail->str;
    gsize length = log->tail->len;
    const char *feed = length == TAIL_MAX ? memchr(start, '\n', length) : NULL;
    if (feed) { /* it begins within a line */
        length -= (gsize)(feed + 1 - start);
        start = feed + 1;
    }
    return make_harmless(start, length);
}
