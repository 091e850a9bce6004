// SPDX-License-Identifier: GPL-3.0-or-later
// The text of the clipboard, read piece by piece and only so much of it.
#include "gui/files/clipboard-text.h"

#define PIECE (64u << 10) /* bytes */

typedef struct {
    GInputStream *stream;
    GByteArray *text;
    gsize limit;
    GCancellable *cancellable;
    TabClipboardTextDone done;
    GObject *owner;
} Reading;

static void free_reading(Reading *reading)
{
    g_clear_object(&reading->stream);
    g_clear_pointer(&reading->text, g_byte_array_unref);
    g_object_unref(reading->cancellable);
    g_object_unref(reading->owner);
    g_free(reading);
}

/* What broke off in the middle is no text. */
static void end(Reading *reading, gboolean whole)
{
    GByteArray *bytes = reading->text;
    if (!whole)
        g_byte_array_set_size(bytes, 0);
    if (bytes->len && !bytes->data[bytes->len - 1]) /* GTK gives a text with the zero at its end */
        g_byte_array_set_size(bytes, bytes->len - 1);
    g_autoptr(GBytes) text = g_byte_array_free_to_bytes(g_steal_pointer(&reading->text));
    if (reading->stream) /* in its own time: who gives the text may not answer */
        g_input_stream_close_async(reading->stream, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
    if (!g_cancellable_is_cancelled(reading->cancellable))
        reading->done(reading->owner, text);
    free_reading(reading);
}

static void read_on(Reading *reading);

static void on_piece(GObject *source, GAsyncResult *result, gpointer data)
{
    Reading *reading = data;
    g_autoptr(GBytes) piece = g_input_stream_read_bytes_finish(reading->stream, result, NULL);
    gsize length = 0;
    const guint8 *bytes = piece ? g_bytes_get_data(piece, &length) : NULL;
    if (!length) {
        end(reading, piece != NULL);
        return;
    }
    g_byte_array_append(reading->text, bytes, (guint)length);
    read_on(reading);
}

static void read_on(Reading *reading)
{
    gsize rest = reading->limit + 1 - reading->text->len;
    if (rest)
        g_input_stream_read_bytes_async(reading->stream, MIN(rest, PIECE), G_PRIORITY_DEFAULT,
                                        reading->cancellable, on_piece, reading);
    else
        end(reading, TRUE);
}

static void on_stream(GObject *source, GAsyncResult *result, gpointer data)
{
    Reading *reading = data;
    reading->stream = gdk_clipboard_read_finish(GDK_CLIPBOARD(source), result, NULL, NULL);
    if (reading->stream)
        read_on(reading);
    else
        end(reading, FALSE);
}

void tab_clipboard_text_read(GdkClipboard *clipboard, gsize limit, GCancellable *cancellable,
                             TabClipboardTextDone done, gpointer owner)
{
    static const char *types[] = {"text/plain;charset=utf-8", "text/plain", NULL};
    Reading *reading = g_new0(Reading, 1);
    reading->text = g_byte_array_new();
    reading->limit = limit;
    reading->cancellable = g_object_ref(cancellable);
    reading->done = done;
    reading->owner = g_object_ref(owner);
    gdk_clipboard_read_async(clipboard, types, G_PRIORITY_DEFAULT, cancellable, on_stream, reading);
}
