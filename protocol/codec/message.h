// SPDX-License-Identifier: GPL-3.0-or-later
// One line of the protocol as verb and arguments; building lines; the codes of `error`.
#pragma once

#include <glib.h>

/* Longest line either side accepts, in bytes without its line end (LF or CR LF). */
#define TAB_LINE_MAX 1048576
/* Longest text of an `error` line, in characters. */
#define TAB_ERROR_TEXT_MAX 200

/* The codes of `error <code> <text>`. They are also the codes of the GErrors of all parsers of this
 * folder, so a daemon can answer with what a parser reported. */
typedef enum {
    TAB_ERROR_UNKNOWN_COMMAND,
    TAB_ERROR_BAD_ARGUMENT,
    TAB_ERROR_BAD_RULES,
    TAB_ERROR_BAD_POSITION,
    TAB_ERROR_BAD_THROW,
    TAB_ERROR_ILLEGAL_TURN,
    TAB_ERROR_NO_THROW,
    TAB_ERROR_BUSY,
    TAB_ERROR_INTERRUPTED,
    TAB_ERROR_LINE_TOO_LONG,
    TAB_ERROR_UNSUPPORTED,
    TAB_ERROR_INTERNAL,
    TAB_N_ERROR_CODES
} TabErrorCode;

#define TAB_MESSAGE_ERROR (tab_message_error_quark())
GQuark tab_message_error_quark(void);

/* The code as it stands in a line: "bad-argument". */
const char *tab_error_code_text(TabErrorCode code);

typedef struct {
    char *verb;  /* first token; NULL for an empty line, which is to be ignored */
    char *rest;  /* the text behind it as it was sent, without blanks at its ends; "" if none */
    char **args; /* the tokens of `rest`, NULL-terminated */
    guint n_args;
    char *buffer; /* private: what `verb`, `rest` and `args` point into */
} TabMessage;

/* Splits a line of `length` bytes (-1: up to its NUL) without its line end at spaces and tabs.
 * Invalid UTF-8 or a NUL byte in the verb is TAB_ERROR_UNKNOWN_COMMAND, behind it
 * TAB_ERROR_BAD_ARGUMENT; `message` is then empty. Clear `message` after use in any case. */
gboolean tab_message_parse(TabMessage *message, const char *line, gssize length, GError **error);
void tab_message_clear(TabMessage *message);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TabMessage, tab_message_clear)

/* Finds the next token at or behind `*cursor` and moves the cursor behind it; false at the end of
 * the text. */
gboolean tab_message_next_token(const char **cursor, const char **token, gsize *length);

/* The rest of the text from `cursor` on without blanks at its ends; free with g_free. */
char *tab_message_rest(const char *cursor);

/* Whether a token of tab_message_next_token is this word. */
gboolean tab_message_token_is(const char *token, gsize length, const char *word);

/* Joins the words with single spaces, up to a NULL. A line feed becomes a space and empty words are
 * left out, so that whatever the words hold, one line comes out (without a line end). */
char *tab_message_build(const char *verb, ...) G_GNUC_NULL_TERMINATED;
/* Appends one more word, or text of several, to a line in the same way. */
void tab_message_append(GString *line, const char *word);
void tab_message_append_integer(GString *line, gint64 number);

/* `error <code> <text>`, the text made printable and cut to TAB_ERROR_TEXT_MAX characters. */
char *tab_message_build_error(TabErrorCode code, const char *text);
/* The same for a GError: one of TAB_MESSAGE_ERROR keeps its code, any other one is `internal`. */
char *tab_message_build_gerror(const GError *error);

/* A printable line of at most `max` characters from any bytes (`length` -1: up to the NUL): invalid
 * UTF-8 and characters that are not printable become `?`, all white space becomes spaces; a cut one
 * ends in `…`. */
char *tab_message_printable(const char *text, gssize length, gsize max);

/* An integer from `min` to `max`: decimal digits with at most a minus in front, in any locale. The
 * error (bad-argument) names `what`. */
gboolean tab_message_parse_integer(const char *text, gsize length, const char *what, gint64 min,
                                   gint64 max, gint64 *value, GError **error);

/* A decimal number from `min` to `max`, point and exponent as in the C locale; `value` is only set
 * if it is one. The error (bad-argument) names `what`. */
gboolean tab_message_parse_real(const char *text, gsize length, const char *what, double min,
                                double max, double *value, GError **error);
