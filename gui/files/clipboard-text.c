// SPDX-License-Identifier: GPL-3.0-or-later
// The text of the clipboard, and only so much of it.
#include "gui/files/clipboard-text.h"

typedef struct {
    GInputStream *stream;
    char *text;  /* room for one byte more than `limit` */
    gsize limit; /* bytes */
    GCancellable *cancellable;
    TabClipboardTextDone done;
    GObject *owner;
} Reading;

/* The text is `length` bytes long: 0 if it broke off in the middle. */
static void end_clipboard_reading(Reading *reading, gsize length)
{
    if (length && !reading->text[length - 1]) /* GTK gives a text with the zero at its end */
        length--;
    g_autoptr(GBytes) text = g_bytes_new_take(g_realloc(reading->text, length), length);
    if (reading->stream) /* in its own time: who gives the text may not answer */
        g_input_stream_close_async(reading->stream, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
    if (!g_cancellable_is_cancelled(reading->cancellable))
        reading->done(reading->owner, text);
    g_clear_object(&reading->stream);
    g_object_unref(reading->cancellable);
    g_object_unref(reading->owner);
    g_free(reading);
}

static void on_text_read(GObject *source, GAsyncResult *result, gpointer data)
{
    gsize length;
    gboolean whole = g_input_stream_read_all_finish(G_INPUT_STREAM(source), result, &length, NULL);
    end_clipboard_reading(data, whole ? length : 0);
}

static void on_stream(GObject *source, GAsyncResult *result, gpointer data)
{
    Reading *reading = data;
    reading->stream = gdk_clipboard_read_finish(GDK_CLIPBOARD(source), result, NULL, NULL);
    if (reading->stream)
        g_input_stream_read_all_async(reading->stream, reading->text, reading->limit + 1,
                                      G_PRIORITY_DEFAULT, reading->cancellable, on_text_read,
                                      reading);
    else
        end_clipboard_reading(reading, 0);
}

void tab_clipboard_text_read(GdkClipboard *clipboard, gsize limit, GCancellable *cancellable,
                             TabClipboardTextDone done, gpointer owner)
{
    static const char *types[] = {"text/plain;charset=utf-8", "text/plain", NULL};
    Reading *reading = g_new0(Reading, 1);
    reading->text = g_malloc(limit + 1);
    reading->limit = limit;
    reading->cancellable = g_object_ref(cancellable);
    reading->done = done;
    reading->owner = g_object_ref(owner);
    gdk_clipboard_read_async(clipboard, types, G_PRIORITY_DEFAULT, cancellable, on_stream, reading);
}
