// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine and its controller have said to each other, the last lines of it, for people to
// read.
#pragma once

#include "protocol/client/client.h"

G_BEGIN_DECLS

/* Signal: "changed" (), for every line or a heap of them: who shows them should not redraw at each.
 *
 * Keeps the last TAB_TALK_LINES lines, each cut at TAB_TALK_WIDTH characters: whatever an engine
 * says, it takes no more than a few megabytes. Lines are numbered from 0 on and keep their numbers.
 */
#define TAB_TYPE_TALK_LOG (tab_talk_log_get_type())
G_DECLARE_FINAL_TYPE(TabTalkLog, tab_talk_log, TAB, TALK_LOG, GObject)

#define TAB_TALK_LINES 2000
#define TAB_TALK_WIDTH 500

typedef enum {
    TAB_TALK_TO_ENGINE,   /* on its standard input */
    TAB_TALK_FROM_ENGINE, /* on its standard output */
    TAB_TALK_COMPLAINT,   /* on its standard error */
    TAB_TALK_EVENT,       /* what happened to it, in the user's language */
} TabTalkKind;

typedef struct {
    TabTalkKind kind;
    gint64 time; /* of g_get_monotonic_time(), µs */
    char *text;
} TabTalkLine;

TabTalkLog *tab_talk_log_new(void);
/* Takes down everything that this client says and hears from its next start on, until one of both
 * is gone. */
void tab_talk_log_watch(TabTalkLog *self, TabClient *client);
void tab_talk_log_add(TabTalkLog *self, TabTalkKind kind, const char *text);

/* The first line kept, and the number that the next one will have. */
guint64 tab_talk_log_get_begin(TabTalkLog *self);
guint64 tab_talk_log_get_end(TabTalkLog *self);
/* A line from begin to before end; owned by the log. */
const TabTalkLine *tab_talk_log_get(TabTalkLog *self, guint64 number);
/* "12.345 > go movetime 800": seconds since the log was made, sign of the direction (> to the
 * engine, < from it, ! its standard error, * an event), text. Free with g_free. */
char *tab_talk_log_to_string(TabTalkLog *self, guint64 number);

G_END_DECLS
