// SPDX-License-Identifier: GPL-3.0-or-later
// Standard output as a queue of lines, so that a slow reader blocks nobody: what a pipe does not
// take at once, a thread writes.
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct _TabOutput TabOutput;

/* Writes to `fd`, which stays the caller's, and starts a thread that does so where it would block.
 */
TabOutput *tab_output_new(int fd);
/* Waits until everything is written, at most `limit_ms` (-1: as long as it takes); false if not all
 * was. The object may be freed only when all was. */
bool tab_output_drain(TabOutput *output, int limit_ms);
/* Whether a line could not be written, so that nobody reads any more: the rest is dropped. */
bool tab_output_is_closed(TabOutput *output);
void tab_output_free(TabOutput *output);

/* Queues a line without its end, and writes what can be written. Any thread. Never blocks. */
void tab_output_line(TabOutput *output, const char *line);
void tab_output_printf(TabOutput *output, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Between these two lines are only queued, to go out together: for the few of one answer. */
void tab_output_hold(TabOutput *output);
void tab_output_release(TabOutput *output);
/* Waits while very much is queued already: for workers that make long listings. */
void tab_output_wait_for_room(TabOutput *output);

/* Copies all lines from now on, with a mark in front, to the file; NULL ends that. False, with
 * errno, if it cannot be opened. */
bool tab_output_set_log(TabOutput *output, const char *path);
/* Notes a line read from the controller in that file. */
void tab_output_log_input(TabOutput *output, const char *line);
