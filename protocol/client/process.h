// SPDX-License-Identifier: GPL-3.0-or-later
// A child process that reads and writes lines: its pipes, what it starts itself, its end.
#pragma once

#include "protocol/client/engine-config.h"
#include "protocol/client/error.h"

/* Lives on the thread-default main context of the thread that spawned it; nothing blocks. On Linux
 * the child and all that it starts end with that thread (which, not the program, is the parent in
 * the sense of PR_SET_PDEATHSIG), and whatever it leaves behind ends with it; elsewhere that holds
 * of its process group, as long as the controller is not killed itself (spawn.h). Writing to a
 * child that is gone raises no SIGPIPE, and the signal's disposition stays. It costs fewer system
 * calls if the program ignores that signal, which it must then do as long as the child lives. */
typedef struct TabProcess TabProcess;

typedef struct {
    /* A line without its line end: NUL-terminated, any bytes. */
    void (*line)(gpointer owner, const char *line, gsize length);
    /* The process is dead, or was killed for flooding; comes once, and nothing after it. CRASHED or
     * FLOOD; the message is what it did, without a name. */
    void (*ended)(gpointer owner, const GError *why);
} TabProcessEvents;

/* How much output may come at once; a tenth of it is granted anew each second, all of it with each
 * tab_process_renew_budget. */
typedef struct {
    guint lines;
    gsize bytes;
    gsize log_bytes; /* of standard error to the listener; never renewed at once */
} TabProcessBudget;

/* Starts the program. NULL with TAB_CLIENT_ERROR_START. `events` is copied; call tab_process_kill
 * or tab_process_quit once in the end, also after `ended`. */
TabProcess *tab_process_spawn(const TabEngineConfig *config, const TabProcessEvents *events,
                              gpointer owner, TabProcessBudget budget, GError **error);

/* Puts a line (without line end) into a queue; false if that is over its bound of 16 MiB and the
 * line was dropped. */
gboolean tab_process_queue(TabProcess *self, const char *line);
/* Writes the queue at once as far as the child reads it, the rest when it does. */
void tab_process_flush(TabProcess *self);

/* Grants the whole budget again: what is asked for now is no flood. */
void tab_process_renew_budget(TabProcess *self);

/* When the line that is told was read (or the end of it), in monotonic µs: what was sent later is
 * not what it answers. */
gint64 tab_process_get_read_time(TabProcess *self);

/* Hears what the child writes to its standard error: whole lines with their ends, as valid UTF-8.
 * Where the child says more than its budget, a line "[<n> bytes left out]" stands for the rest, and
 * its pipe is read slowly. Goes on after `ended`, kill and quit, until the process has ended;
 * `destroy` is called with `data` at last. Only looks. To be set before the loop goes round. */
typedef void (*TabProcessLogFunc)(gpointer data, const char *text);
void tab_process_set_log(TabProcess *self, TabProcessLogFunc said, gpointer data,
                         GDestroyNotify destroy);

/* Tells at once of a death of which there is one sign so far (a closed pipe, say), instead of
 * waiting for the other: for an owner whose own wait is over. FALSE if there is none. */
gboolean tab_process_tell_death(TabProcess *self);

/* What the child wrote to its standard output since its last line end; owned, valid until the loop
 * goes round. */
const char *tab_process_get_unfinished(TabProcess *self, gsize *length);

/* The end of what the child wrote to its standard error (at most 16 KiB), as valid UTF-8 of whole
 * lines. */
char *tab_process_dup_log(TabProcess *self);

/* Kills the child with all that it has started and releases `self`; no event comes any more. */
void tab_process_kill(TabProcess *self);

/* Sends `quit`, gives the process `ms` to end, then kills all of it; releases `self`; no event
 * comes any more. `gone`, if not NULL, is called when the process has ended. */
void tab_process_quit(TabProcess *self, guint ms, void (*gone)(gpointer data), gpointer data);
