// SPDX-License-Identifier: GPL-3.0-or-later
// Appends, synchronises, and cuts back what was written in part.
#include "protocol/files/journal-tail.h"

#include <errno.h>
#include <unistd.h>

#include "protocol/files/output-file.h"

gboolean tab_journal_tail_begin(TabJournalTail *tail, goffset whole, goffset size, GError **error)
{
    tail->whole = whole;
    if (whole < size && ftruncate(tail->fd, whole))
        return tab_output_file_fail(TAB_FILE_CUT, tail->path, error);
    return tab_output_file_sync(tail->fd, tail->path, error);
}

gboolean tab_journal_tail_append(TabJournalTail *tail, const GString *lines, GError **error)
{
    if (tail->broken) {
        errno = EIO;
        return tab_output_file_fail(TAB_FILE_WRITE, tail->path, error);
    }
    gboolean ok = tab_output_file_write(tail->fd, tail->path, lines->str, lines->len, error);
    if (ok && fdatasync(tail->fd)) {
        ok = tab_output_file_fail(TAB_FILE_WRITE, tail->path, error);
        tail->broken = TRUE; /* the kernel forgets such errors: later success would say nothing */
    }
    if (ok)
        tail->whole += (goffset)lines->len;
    else if (ftruncate(tail->fd, tail->whole))
        tail->broken = TRUE;
    return ok;
}
