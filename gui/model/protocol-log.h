// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine and its controller have said to each other, the last lines of it, and what went
// wrong, for people to read.
#pragma once

#include <glib.h>

#include "protocol/client/client.h"

/* Signal: "changed" (), for every line or a heap of them: who shows them should not redraw at each.
 *
 * Keeps the last TAB_PROTOCOL_LOG_LINES lines, each cut at TAB_PROTOCOL_LOG_WIDTH characters:
 * whatever an engine says, it takes no more than a few megabytes. Lines are numbered from 0 on and
 * keep their numbers.
 */
#define TAB_TYPE_PROTOCOL_LOG (tab_protocol_log_get_type())
G_DECLARE_FINAL_TYPE(TabProtocolLog, tab_protocol_log, TAB, PROTOCOL_LOG, GObject)

#define TAB_PROTOCOL_LOG_LINES 2000
#define TAB_PROTOCOL_LOG_WIDTH 500

typedef enum {
    TAB_PROTOCOL_LOG_TO_ENGINE,   /* on its standard input */
    TAB_PROTOCOL_LOG_FROM_ENGINE, /* on its standard output */
    TAB_PROTOCOL_LOG_COMPLAINT,   /* on its standard error */
    TAB_PROTOCOL_LOG_EVENT,       /* what happened to it, in the user's language */
} TabProtocolLogKind;

typedef struct {
    TabProtocolLogKind kind;
    gint64 time; /* of g_get_monotonic_time(), µs */
    char *text;
} TabProtocolLogLine;

/* Read freely; change through the functions only. */
struct _TabProtocolLog {
    GObject parent;
    gint64 start; /* µs, monotonic */
    guint64 end; /* number of the next line; line n lies in place n modulo TAB_PROTOCOL_LOG_LINES */
    TabProtocolLogLine *line;
};

TabProtocolLog *tab_protocol_log_new(void);
/* Takes down everything that this client says and hears from its next start on, until one of both
 * is gone. */
void tab_protocol_log_watch(TabProtocolLog *self, TabClient *client);
void tab_protocol_log_add(TabProtocolLog *self, TabProtocolLogKind kind, const char *text);

/* The first line kept, and the number that the next one will have. */
guint64 tab_protocol_log_get_begin(TabProtocolLog *self);
/* A line from begin to before end; owned by the log. */
const TabProtocolLogLine *tab_protocol_log_get(TabProtocolLog *self, guint64 number);
/* "12.345 > go movetime 800": seconds since the log was made, sign of the direction (> to the
 * engine, < from it, ! its standard error, * an event), text. Free with g_free. */
char *tab_protocol_log_to_string(TabProtocolLog *self, guint64 number);

/* A part of a sentence, as in “Tab Engine has stopped: the engine has ended.” It lives as long as
 * `error`; NULL: the engine has ended. */
const char *tab_engine_fault_text(const GError *error);
