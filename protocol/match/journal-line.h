// SPDX-License-Identifier: GPL-3.0-or-later
// One line of a journal: a game, or the header, as a JSON object.
#pragma once

#include <json-glib/json-glib.h>

#include "protocol/match/game-result.h"

/* How every journal begins. */
#define TAB_JOURNAL_MAGIC "{\"tab-match-journal\":"

/* Append one line without its end. What is no UTF-8 is mended. */
void tab_journal_line_write_header(GString *line, const char *settings);
void tab_journal_line_write_game(GString *line, const TabGameResult *game);

/* The object that is the whole line, or NULL if it is none: strict JSON, nested not too deep to be
 * read. Owned by `parser`, valid until its next use. */
JsonObject *tab_journal_line_parse(JsonParser *parser, const char *line, gsize length);

/* What the object says; errors are of TAB_JOURNAL_ERROR and name the key. */
char *tab_journal_line_read_header(JsonObject *object, GError **error);
TabGameResult *tab_journal_line_read_game(JsonObject *object, GError **error);
