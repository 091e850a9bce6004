// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a journal: whole lines are put behind it, each on the disk before it counts.
#pragma once

#include <glib.h>

/* An open file, read and written by its owner up to `whole`. Starts with path and fd, all else 0. A
 * plain value; closes nothing. */
typedef struct {
    const char *path; /* for errors; borrowed */
    int fd;           /* open to append */
    goffset whole;    /* bytes: every line up to here is on the disk */
    gboolean broken;  /* what follows could not be cut off, or may not be on the disk: the end */
} TabJournalTail;

/* Of a file of `size` bytes that was read, the first `whole` are good: cuts off the others, and
 * waits for the disk, as what was read may only have been in memory when the run before was killed.
 */
gboolean tab_journal_tail_begin(TabJournalTail *tail, goffset whole, goffset size, GError **error);

/* Writes whole lines and waits for the disk. If that fails what came of them is cut off again. */
gboolean tab_journal_tail_append(TabJournalTail *tail, const GString *lines, GError **error);
