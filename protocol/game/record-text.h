// SPDX-License-Identifier: GPL-3.0-or-later
// Game records as text (`.tab`): strict reader, lossless writer (RULES.md 10).
#pragma once

#include "protocol/game/record.h"

#define TAB_RECORD_MIME_TYPE "application/x-tab-game"

/* Appends the canonical text of one game, its last line ended. */
void tab_record_write(const TabRecord *record, GString *text);

/* Whether a text begins with U+FEFF in UTF-8, which a text of games has not. */
#define TAB_BYTE_ORDER_MARK "\xef\xbb\xbf"
#define TAB_BYTE_ORDER_MARK_BYTES 3
bool tab_record_has_byte_order_mark(const char *text, size_t length);

/* Reads games one after the other from a text, which must outlive the reader. */
typedef struct _TabRecordReader TabRecordReader;
TabRecordReader *tab_record_reader_new(const char *text, size_t length);
void tab_record_reader_free(TabRecordReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabRecordReader, tab_record_reader_free)
/* `progress` hears of the bytes read, once a game and every 64 turns; reading ends with an error
 * when it returns false. */
void tab_record_reader_set_progress(TabRecordReader *reader, TabRecordProgress progress,
                                    gpointer data);
/* Hears of each turn of a main line once it is read, and of the position after it; a turn that is
 * not chosen leads nowhere, and nobody hears of it. */
typedef void (*TabRecordWitness)(const TabRecordNode *node, const TabPosition *after,
                                 gpointer data);
void tab_record_reader_set_witness(TabRecordReader *reader, TabRecordWitness witness,
                                   gpointer data);
/* Before anything is read: the text is cut out of a longer one, in which `line` (from 1) is its
 * first line and `games` games stand before it. Errors name the place there. */
void tab_record_reader_set_place(TabRecordReader *reader, unsigned line, unsigned games);
/* The next game; NULL at the end, or with TAB_RULES_ERROR_RECORD, whose message begins with "line
 * <n>: " and goes on with the turn, and with the game if it is not the first ("line 9: game 2, turn
 * 3: …"), in the language of the program, if it has bound one. Nothing can be read after an error.
 */
TabRecord *tab_record_reader_next(TabRecordReader *reader, GError **error);

/* Bytes of the text that were read: behind a game, once it was given, those as far as its result.
 */
size_t tab_record_reader_get_done(const TabRecordReader *reader);

/* All games of a text (free of NUL) or a file. GPtrArray of TabRecord, which owns them; one game at
 * least. */
GPtrArray *tab_record_parse(const char *text, size_t length, GError **error);
GPtrArray *tab_record_load(const char *path, GError **error);

/* The first game of a damaged text, as far as its lines are whole and its turns legal: without a
 * result where the rest is lost, unless it was played out. NULL if not even its rules are there. */
TabRecord *tab_record_parse_start(const char *text, size_t length);
