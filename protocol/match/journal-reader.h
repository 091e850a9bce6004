// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a journal chunk by chunk, checks every line, and tells where it is whole up to.
#pragma once

#include "protocol/match/game-result.h"

G_BEGIN_DECLS

typedef struct _TabJournalReader TabJournalReader;

TabJournalReader *tab_journal_reader_new(void);
void tab_journal_reader_free(TabJournalReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabJournalReader, tab_journal_reader_free)

/* Takes the next bytes of the file. Errors are of TAB_JOURNAL_ERROR and begin with "line <n>: ". */
gboolean tab_journal_reader_feed(TabJournalReader *self, const char *bytes, gsize length,
                                 GError **error);

/* The end of the file: what was read, for the caller to free. `whole`: bytes up to the end of the
 * last whole line; what follows them is torn. */
gboolean tab_journal_reader_end(TabJournalReader *self, GPtrArray **games, char **settings,
                                gsize *whole, GError **error);

/* The same for all that a file has. `path` is for the error. */
gboolean tab_journal_reader_feed_file(TabJournalReader *self, int fd, const char *path,
                                      GError **error);

G_END_DECLS
