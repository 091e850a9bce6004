// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine writes to its standard error: its end, and all of it within a bound for a
// listener.
#pragma once

#include <glib.h>

typedef struct TabLog TabLog;

/* `allowance`: bytes for the listener at once; a tenth of it is granted anew each second. */
TabLog *tab_log_new(gsize allowance);
void tab_log_free(TabLog *log);

/* Takes in bytes read at `now` (monotonic time, µs, never less than before). False if the allowance
 * is used up: these bytes are left out for the listener, and the reader may take its time. */
gboolean tab_log_feed(TabLog *log, const char *bytes, gsize length, gint64 now);

/* What the listener has not had yet: whole lines, with their ends, as valid UTF-8 without control
 * characters (but tabs) and without those that turn the direction of text, U+FFFD for each; where
 * something was left out, a line "[<n> bytes left out]" stands for it. `all`: an unfinished last
 * line too. NULL if there is nothing; free with g_free. Lines over 64 KiB are broken. */
char *tab_log_take(TabLog *log, gboolean all);

/* The last lines, at most 16 KiB, in the same form; free with g_free. */
char *tab_log_dup_tail(const TabLog *log);
