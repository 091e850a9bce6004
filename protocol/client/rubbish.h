// SPDX-License-Identifier: GPL-3.0-or-later
// What a program says that is no word of the protocol, and when it is clear that it speaks another.
#pragma once

#include "protocol/client/process.h"

/* Of one process, from its start to its end; on the thread-default main context. */
typedef struct TabRubbish TabRubbish;

/* `sure` is told what the process (borrowed) said in place of the first word of the protocol, or
 * that was no text, when no word has come for `patience_ms` behind it. It may free the rubbish. */
TabRubbish *tab_rubbish_new(TabProcess *process, guint patience_ms,
                            void (*sure)(gpointer owner, const char *said), gpointer owner);
void tab_rubbish_free(TabRubbish *rubbish);

/* A line that is no word of the protocol was said in a call. Programs may say something before and
 * between their answers, which is ignored. But bytes that are no text, and whatever is said in
 * place of the first word, are doubtful until a word comes. */
void tab_rubbish_take(TabRubbish *rubbish, const char *line, gsize length);
/* A word of the protocol was said: what came before it is forgotten. */
void tab_rubbish_take_word(TabRubbish *rubbish);
/* So it is with the end of a call. */
void tab_rubbish_forget(TabRubbish *rubbish);

/* An excerpt of the first rubbish in this call since the last word, NULL: none; owned. */
const char *tab_rubbish_get_said(const TabRubbish *rubbish);
/* The same; where there is none, of the line that it has begun. */
const char *tab_rubbish_find_said(TabRubbish *rubbish);
/* Whether it has said a word of the protocol since it was started. */
gboolean tab_rubbish_knows_word(const TabRubbish *rubbish);

/* An excerpt of any bytes: what is no printable character is written as \xNN. Free with g_free. */
char *tab_rubbish_quote(const char *bytes, gsize length);
