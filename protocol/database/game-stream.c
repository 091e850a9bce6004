// SPDX-License-Identifier: GPL-3.0-or-later
// Knows of a record only what tags, comments and blanks are, so that it need not be a good one.
#include "protocol/database/game-stream.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "protocol/files/output-file.h"
#include "protocol/game/record-text.h"

#define CHUNK 65536      /* bytes read at once */
#define LARGE (1u << 20) /* bytes: more than what a program gets without asking */
/* Of a comment with its backslashes and CRs; a longer one is no comment but a { too many. */
#define MAX_COMMENT (3 * TAB_RECORD_MAX_TEXT)

typedef enum { IN_TAGS, IN_TAG, IN_VALUE, IN_TURNS, IN_COMMENT } Place;

struct _TabGameStream {
    int fd;
    char *path;
    GByteArray *bytes; /* read and not dropped yet */
    gsize game;        /* where the game begins that was given last, or that is looked for */
    gsize end;         /* of the game that was given last, and the blanks behind it */
    gsize seen;        /* how far it was looked for the end */
    Place place;       /* there */
    gsize comment;     /* where the comment began */
    guint line;        /* of the file, of `game` */
    guint games;       /* given */
    guint64 dropped;   /* bytes before `bytes` */
    gboolean ended;    /* nothing more can be read */
};

TabGameStream *tab_game_stream_new(int fd, const char *path)
{
    TabGameStream *stream = g_new0(TabGameStream, 1);
    stream->fd = fd;
    stream->path = g_strdup(path);
    stream->bytes = g_byte_array_new();
    stream->line = 1;
    return stream;
}

void tab_game_stream_free(TabGameStream *stream)
{
    g_byte_array_unref(stream->bytes);
    g_free(stream->path);
    g_free(stream);
}

/* Whether the array may grow on: it would end the program where there is no room. */
static gboolean has_room(const GByteArray *bytes, GError **error)
{
    gpointer room = bytes->len > LARGE ? g_try_malloc(2 * (gsize)bytes->len) : NULL;
    g_free(room);
    if (room || bytes->len <= LARGE)
        return TRUE;
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOMEM, "no memory for a game of %u bytes",
                bytes->len);
    return FALSE;
}

/* Reads some more; FALSE after an error. At the end `ended` is set. */
static gboolean read_more(TabGameStream *stream, GError **error)
{
    guint length = stream->bytes->len;
    if (!has_room(stream->bytes, error)) {
        g_prefix_error(error, "cannot read %s: ", stream->path);
        stream->ended = TRUE;
        return FALSE;
    }
    g_byte_array_set_size(stream->bytes, length + CHUNK);
    gssize n;
    do
        n = read(stream->fd, stream->bytes->data + length, CHUNK);
    while (n < 0 && errno == EINTR);
    g_byte_array_set_size(stream->bytes, length + (guint)MAX(n, 0));
    stream->ended = n <= 0;
    return n >= 0 || tab_output_file_fail(TAB_FILE_READ, stream->path, error);
}

static gboolean is_blank(guint8 byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* What comes after `byte`, outside of a value and a comment. */
static Place after_byte(TabGameStream *stream, guint8 byte)
{
    if (byte == '{' && stream->place != IN_TAG) {
        stream->comment = stream->seen;
        return IN_COMMENT;
    }
    switch (stream->place) {
    case IN_TAG:
        return byte == '"' ? IN_VALUE : byte == ']' ? IN_TAGS : IN_TAG;
    case IN_TAGS:
        return byte == '[' ? IN_TAG : is_blank(byte) ? IN_TAGS : IN_TURNS;
    default:
        return IN_TURNS;
    }
}

/* Whether a byte order mark is at this place, or may be once more is read. */
static gboolean may_be_mark(const TabGameStream *stream, gsize place)
{
    gsize left = stream->bytes->len - place;
    const char *bytes = (const char *)stream->bytes->data + place;
    return left < TAB_BYTE_ORDER_MARK_BYTES
               ? !stream->ended && !memcmp(bytes, TAB_BYTE_ORDER_MARK, left)
               : tab_record_has_byte_order_mark(bytes, left);
}

/* Looks on for the [, or the byte order mark, that begins a word behind turns, a comment or a
 * result: only a game does. */
static gboolean find_end(TabGameStream *stream)
{
    const guint8 *bytes = stream->bytes->data;
    gsize length = stream->bytes->len;
    for (; stream->seen < length; stream->seen++) {
        guint8 byte = bytes[stream->seen];
        if (stream->place == IN_COMMENT || stream->place == IN_VALUE) {
            gboolean comment = stream->place == IN_COMMENT;
            if (byte == '\\' && stream->seen + 1 == length && !stream->ended)
                return FALSE; /* what it stands before is not read yet */
            if (byte == '\\')
                stream->seen++;
            else if (byte == (comment ? '}' : '"'))
                stream->place = comment ? IN_TURNS : IN_TAG;
            else if (comment ? stream->seen - stream->comment > MAX_COMMENT : byte == '\n')
                stream->place = comment ? IN_TURNS : IN_TAG; /* it is broken */
            continue;
        }
        if (stream->place == IN_TURNS &&
            (is_blank(bytes[stream->seen - 1]) || strchr("(){}", bytes[stream->seen - 1]))) {
            if (byte == '[')
                return TRUE;
            if (may_be_mark(stream, stream->seen))
                return length - stream->seen >= TAB_BYTE_ORDER_MARK_BYTES;
        }
        stream->place = after_byte(stream, byte);
    }
    stream->seen = MIN(stream->seen, length);
    return FALSE;
}

/* Goes to another place, not before that of now; counts the lines between. */
static void go_to(TabGameStream *stream, gsize place)
{
    for (; stream->game < place; stream->game++)
        stream->line += stream->bytes->data[stream->game] == '\n';
    stream->seen = place;
    stream->place = IN_TAGS;
}

/* Goes to the first byte of the next game. FALSE if there is none, and after an error. */
static gboolean skip_blanks(TabGameStream *stream, GError **error)
{
    go_to(stream, stream->end);
    for (;;) {
        gsize place = stream->game;
        while (place < stream->bytes->len && is_blank(stream->bytes->data[place]))
            place++;
        go_to(stream, place);
        stream->end = place;
        if (place < stream->bytes->len)
            return TRUE;
        if (stream->ended || !read_more(stream, error))
            return FALSE;
    }
}

/* Drops what was given, once it is much. */
static void drop_done(TabGameStream *stream)
{
    gsize done = stream->game;
    if (done < CHUNK && done < stream->bytes->len)
        return;
    g_byte_array_remove_range(stream->bytes, 0, (guint)done);
    stream->dropped += done;
    stream->game = 0;
    stream->seen -= done;
    stream->end = 0;
}

/* A mark goes with the game behind it, so that the reader names it; else the game would begin at
 * its second tag. */
static gboolean pass_byte_order_mark(TabGameStream *stream, GError **error)
{
    while (stream->bytes->len - stream->game < TAB_BYTE_ORDER_MARK_BYTES &&
           may_be_mark(stream, stream->game))
        if (!read_more(stream, error))
            return FALSE;
    if (may_be_mark(stream, stream->game))
        stream->seen = stream->game + TAB_BYTE_ORDER_MARK_BYTES;
    return TRUE;
}

gboolean tab_game_stream_next(TabGameStream *stream, TabGameText *game, GError **error)
{
    if (!skip_blanks(stream, error) || !pass_byte_order_mark(stream, error))
        return FALSE;
    drop_done(stream);
    while (!find_end(stream) && !stream->ended) {
        if (stream->bytes->len > TAB_RECORD_MAX_BYTES) {
            g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                        "cannot read %s: line %u: the game is larger than %u bytes", stream->path,
                        stream->line, TAB_RECORD_MAX_BYTES);
            return FALSE;
        }
        if (!read_more(stream, error))
            return FALSE;
    }
    stream->end = stream->seen;
    game->text = (const char *)stream->bytes->data + stream->game;
    game->length = stream->end - stream->game;
    game->line = stream->line;
    game->before = stream->games++;
    return TRUE;
}

void tab_game_stream_resume(TabGameStream *stream, gsize good)
{
    const char *bytes = (const char *)stream->bytes->data, *end = bytes + stream->end;
    const char *p = bytes + stream->game + good;
    gboolean empty = FALSE; /* the line before was */
    while ((p = memchr(p, '\n', (gsize)(end - p)))) {
        const char *line = ++p;
        if (empty && line < end && *line == '[') {
            stream->end = (gsize)(line - bytes);
            return;
        }
        while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
            p++;
        empty = p < end && *p == '\n';
    }
}

gboolean tab_game_stream_would_wait(const TabGameStream *stream)
{
    struct pollfd ready = {.fd = stream->fd, .events = POLLIN};
    return !stream->ended && poll(&ready, 1, 0) == 0;
}

guint64 tab_game_stream_get_done(const TabGameStream *stream)
{
    return stream->dropped + stream->end;
}
