// SPDX-License-Identifier: GPL-3.0-or-later
// An engine process that is questioned one line after the other: every call has a deadline.
#pragma once

#include "protocol/client/engine-config.h"

/* Synchronous, where TabProcess is not: a check reads as the dialogue that it is. Bytes of any kind
 * can be sent, and the end of the input. The child leads a process group of its own, which is
 * killed as a whole, and on Linux dies with this thread. SIGPIPE must be ignored. */
typedef struct TabPeer TabPeer;

typedef enum {
    TAB_PEER_LINE,
    TAB_PEER_SILENT, /* nothing until the deadline */
    TAB_PEER_ENDED,  /* it has closed its output */
    TAB_PEER_FLOOD,  /* more output than its budget, or a line above 1 MiB */
} TabPeerResult;

/* Starts the engine as tab_spawn() would, under the locale `locale` (NULL: ours). The error names
 * the program. */
TabPeer *tab_peer_start(const TabEngineConfig *config, const char *locale, GError **error);
/* Kills the process group and frees. */
void tab_peer_free(TabPeer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabPeer, tab_peer_free)

/* Writes what the pipe takes now; the rest goes out while something is awaited. */
void tab_peer_send(TabPeer *self, const char *bytes, gsize length);
/* Closes the engine's input when all is written. */
void tab_peer_close_input(TabPeer *self);

/* The next line of its output, without line end; NUL-terminated, valid until the next call.
 * Deadlines are of g_get_monotonic_time(). */
TabPeerResult tab_peer_read(TabPeer *self, gint64 deadline, const char **line, gsize *length);
/* Waits for the end of the process, reading on; false if it lives longer. `status` is that of
 * waitpid(). */
gboolean tab_peer_wait_end(TabPeer *self, gint64 deadline, int *status);

/* Grants a new budget of output: what one point may need. */
void tab_peer_renew_budget(TabPeer *self);
/* The last lines of its standard error, printable; NULL: none. Free with g_free. */
char *tab_peer_dup_last_words(TabPeer *self);
