// SPDX-License-Identifier: GPL-3.0-or-later
// What a call may be ended by other than its answer: a deadline, a cancellable. Both are cheap to
// change from call to call.
#pragma once

#include <gio/gio.h>

/* Sources on the thread-default main context of the thread that made it. */
typedef struct TabWait TabWait;

/* `late` is called when a deadline has passed, which is gone then; `cancelled` when the watched
 * cancellable is cancelled. Either may free the wait. */
TabWait *tab_wait_new(void (*late)(gpointer owner), void (*cancelled)(gpointer owner),
                      gpointer owner);
void tab_wait_free(TabWait *wait);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabWait, tab_wait_free)

/* In place of the deadline before. */
void tab_wait_set_deadline(TabWait *wait, guint ms);
void tab_wait_clear_deadline(TabWait *wait);

/* Watches `cancellable` (may be NULL) from now on, in place of the one before; true if it is
 * cancelled already. */
gboolean tab_wait_watch(TabWait *wait, GCancellable *cancellable);
