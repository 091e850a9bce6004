// SPDX-License-Identifier: GPL-3.0-or-later
// Goes through the text of game records character by character: blanks, tokens, quoted texts, and
// faults with their place. For the reader alone.
#pragma once

#include "protocol/rules/types.h"

/* A place in a text. */
typedef struct {
    const char *p, *end;
    const char *text; /* its beginning */
    unsigned line;    /* of the text, from 1 */
    unsigned game;    /* that is being read, from 1 */
    unsigned number;  /* of the turn that is being read, 0 outside of turns */
} TabRecordScanner;

/* Sets TAB_RULES_ERROR_RECORD at this line of the text, in the language of the program, with the
 * game and the turn that are being read; `format` is marked for translation. Always false. */
bool tab_record_scanner_fail(const TabRecordScanner *scan, unsigned line, GError **error,
                             const char *format, ...) G_GNUC_PRINTF(4, 5);

/* The character here; NUL at the end. */
char tab_record_scanner_peek(const TabRecordScanner *scan);
void tab_record_scanner_skip_blanks(TabRecordScanner *scan);
/* The length of the token here: as far as a blank, a bracket, a brace or a control character. */
size_t tab_record_scanner_token_length(const TabRecordScanner *scan);
/* Takes the token after blanks; NULL and an error that says what was `wanted` (marked for
 * translation) if there is none, or too long a one. Free with g_free. */
char *tab_record_scanner_take_token(TabRecordScanner *scan, const char *wanted, GError **error);
/* Takes a text up to `close`, in which a backslash stands before a backslash or `close`; NULL and
 * an error if it does not end, is too long or has a control character that `allowed` does not name.
 * CR LF is read as LF. Free with g_free. */
char *tab_record_scanner_take_quoted(TabRecordScanner *scan, char close, const char *allowed,
                                     GError **error);
