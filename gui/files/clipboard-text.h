// SPDX-License-Identifier: GPL-3.0-or-later
// The text of the clipboard, and only so much of it.
#pragma once

#include <gtk/gtk.h>

/* `text` belongs to the caller of this; without a text in the clipboard it is empty. */
typedef void (*TabClipboardTextDone)(gpointer owner, GBytes *text);

/* Reads it in the background: gdk_clipboard_read_text_async() would take whatever another program
 * gives without end. What is longer than `limit` bytes is read one byte beyond that, for `done`
 * to see. `owner`, a GObject, is referenced meanwhile; `done` is not called any more once
 * `cancellable` is cancelled. */
void tab_clipboard_text_read(GdkClipboard *clipboard, gsize limit, GCancellable *cancellable,
                             TabClipboardTextDone done, gpointer owner);
