// SPDX-License-Identifier: GPL-3.0-or-later
// Splits lines into verb and arguments, builds lines, and knows the words of the error codes.
#include "protocol/codec/message.h"

#include <errno.h>
#include <math.h>
#include <string.h>

G_DEFINE_QUARK(tab_message_error, tab_message_error)

static const char *const code_texts[TAB_N_ERROR_CODES] = {
    [TAB_ERROR_UNKNOWN_COMMAND] = "unknown-command",
    [TAB_ERROR_BAD_ARGUMENT] = "bad-argument",
    [TAB_ERROR_BAD_RULES] = "bad-rules",
    [TAB_ERROR_BAD_POSITION] = "bad-position",
    [TAB_ERROR_BAD_THROW] = "bad-throw",
    [TAB_ERROR_ILLEGAL_TURN] = "illegal-turn",
    [TAB_ERROR_NO_THROW] = "no-throw",
    [TAB_ERROR_BUSY] = "busy",
    [TAB_ERROR_INTERRUPTED] = "interrupted",
    [TAB_ERROR_LINE_TOO_LONG] = "line-too-long",
    [TAB_ERROR_UNSUPPORTED] = "unsupported",
    [TAB_ERROR_INTERNAL] = "internal",
};

const char *tab_error_code_text(TabErrorCode code)
{
    g_return_val_if_fail((guint)code < TAB_N_ERROR_CODES, "internal");
    return code_texts[code];
}

static gboolean is_blank(char c)
{
    return c == ' ' || c == '\t';
}

gboolean tab_message_next_token(const char **cursor, const char **token, gsize *length)
{
    const char *start = *cursor;
    while (is_blank(*start))
        start++;
    const char *end = start;
    while (*end && !is_blank(*end))
        end++;
    *cursor = end;
    *token = start;
    *length = (gsize)(end - start);
    return end > start;
}

char *tab_message_rest(const char *cursor)
{
    while (is_blank(*cursor))
        cursor++;
    gsize length = strlen(cursor);
    while (length > 0 && is_blank(cursor[length - 1]))
        length--;
    return g_strndup(cursor, length);
}

gboolean tab_message_token_is(const char *token, gsize length, const char *word)
{
    return !strncmp(token, word, length) && !word[length];
}

/* The bytes of the first token of a line that may hold anything. */
static void find_verb(const char *line, gsize length, gsize *start, gsize *end)
{
    *start = 0;
    while (*start < length && is_blank(line[*start]))
        ++*start;
    *end = *start;
    while (*end < length && !is_blank(line[*end]))
        ++*end;
}

/* Cuts `text` into its tokens in place. */
static char **cut(char *text, guint *n)
{
    const char *cursor = text, *token;
    gsize length;
    for (*n = 0; tab_message_next_token(&cursor, &token, &length);)
        ++*n;
    char **args = g_new(char *, *n + 1);
    cursor = text;
    for (guint i = 0; i < *n; i++) {
        tab_message_next_token(&cursor, &token, &length);
        args[i] = text + (token - text);
        if (*cursor)
            cursor++;
        args[i][length] = '\0';
    }
    args[*n] = NULL;
    return args;
}

/* Almost all lines are ASCII. */
static gboolean is_utf8(const char *text, gsize length)
{
    guchar all = 0;
    for (gsize i = 0; i < length; i++)
        all |= (guchar)text[i];
    return (all < 0x80 && !memchr(text, 0, length)) || g_utf8_validate_len(text, length, NULL);
}

/* Copies the verb, and twice the rest: once as it is, once to be cut up. */
static void fill(TabMessage *message, const char *verb, gsize verb_length, const char *rest,
                 gsize rest_length)
{
    message->buffer = g_malloc(verb_length + 2 * rest_length + 3);
    memcpy(message->buffer, verb, verb_length);
    message->buffer[verb_length] = '\0';
    message->verb = verb_length ? message->buffer : NULL;
    char *args = message->buffer + verb_length + 1;
    message->rest = args + rest_length + 1;
    memcpy(args, rest, rest_length);
    args[rest_length] = '\0';
    memcpy(message->rest, args, rest_length + 1);
    message->args = cut(args, &message->n_args);
}

/* What keeps bytes from being text. */
static const char *name_fault(const char *text, gsize length)
{
    return memchr(text, 0, length) ? "holds a NUL byte" : "is not valid UTF-8";
}

gboolean tab_message_parse(TabMessage *message, const char *line, gssize length, GError **error)
{
    *message = (TabMessage){0};
    gsize n = length < 0 ? strlen(line) : (gsize)length, start, end;
    find_verb(line, n, &start, &end);
    if (!is_utf8(line + start, end - start)) {
        g_set_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_UNKNOWN_COMMAND, "the command %s",
                    name_fault(line + start, end - start));
        return FALSE;
    }
    if (!is_utf8(line + end, n - end)) {
        g_set_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_BAD_ARGUMENT, "an argument of %.*s %s",
                    (int)MIN(end - start, 80), line + start, name_fault(line + end, n - end));
        return FALSE;
    }
    gsize rest = end;
    while (rest < n && is_blank(line[rest]))
        rest++;
    while (n > rest && is_blank(line[n - 1]))
        n--;
    fill(message, line + start, end - start, line + rest, n - rest);
    return TRUE;
}

void tab_message_clear(TabMessage *message)
{
    g_free(message->args);
    g_free(message->buffer);
    *message = (TabMessage){0};
}

void tab_message_append(GString *line, const char *word)
{
    if (!*word)
        return;
    if (line->len)
        g_string_append_c(line, ' ');
    gsize start = line->len;
    g_string_append(line, word);
    char *end = line->str + line->len, *feed = line->str + start;
    while ((feed = memchr(feed, '\n', (gsize)(end - feed))))
        *feed = ' ';
}

void tab_message_append_integer(GString *line, gint64 number)
{
    char digits[24], *first = digits + sizeof digits - 1;
    guint64 rest = number < 0 ? -(guint64)number : (guint64)number;
    *first = '\0';
    do {
        *--first = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0)
        *--first = '-';
    tab_message_append(line, first);
}

char *tab_message_build(const char *verb, ...)
{
    GString *line = g_string_sized_new(128);
    va_list words;
    va_start(words, verb);
    for (const char *word = verb; word; word = va_arg(words, const char *))
        tab_message_append(line, word);
    va_end(words);
    return g_string_free(line, FALSE);
}

static gunichar printable(gunichar c)
{
    switch (g_unichar_type(c)) {
    case G_UNICODE_SPACE_SEPARATOR:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
        return ' ';
    case G_UNICODE_CONTROL:
        return g_unichar_isspace(c) ? ' ' : '?';
    case G_UNICODE_FORMAT:
    case G_UNICODE_UNASSIGNED:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_SURROGATE:
        return '?';
    default:
        return c;
    }
}

char *tab_message_printable(const char *text, gssize length, gsize max)
{
    g_return_val_if_fail(max > 0, NULL);
    const char *end = text + (length < 0 ? strlen(text) : (gsize)length);
    GString *out = g_string_new(NULL);
    gsize last = 0;
    for (gsize count = 0; text < end; count++) {
        if (count == max) {
            g_string_truncate(out, last);
            g_string_append(out, "…");
            break;
        }
        last = out->len;
        gunichar c = *text ? g_utf8_get_char_validated(text, end - text) : (gunichar)-1;
        gboolean valid = c != (gunichar)-1 && c != (gunichar)-2;
        text += valid ? g_unichar_to_utf8(c, NULL) : 1;
        g_string_append_unichar(out, valid ? printable(c) : '?');
    }
    return g_string_free(out, FALSE);
}

char *tab_message_build_error(TabErrorCode code, const char *text)
{
    g_autofree char *clean = tab_message_printable(text, -1, TAB_ERROR_TEXT_MAX);
    g_strstrip(clean);
    const char *word = tab_error_code_text(code);
    return g_strdup_printf("error %s %s", word, *clean ? clean : word);
}

char *tab_message_build_gerror(const GError *error)
{
    gboolean ours =
        error->domain == TAB_MESSAGE_ERROR && error->code >= 0 && error->code < TAB_N_ERROR_CODES;
    return tab_message_build_error(ours ? (TabErrorCode)error->code : TAB_ERROR_INTERNAL,
                                   error->message);
}

/* Longest text of a number that is looked at, with room for zeros in front. */
#define NUMBER_MAX 64

gboolean tab_message_parse_integer(const char *text, gsize length, const char *what, gint64 min,
                                   gint64 max, gint64 *value, GError **error)
{
    gsize sign = length > 0 && text[0] == '-';
    gboolean ok = length > sign && length < NUMBER_MAX;
    for (gsize i = sign; ok && i < length; i++)
        ok = g_ascii_isdigit(text[i]);
    if (ok) {
        char digits[NUMBER_MAX];
        memcpy(digits, text, length);
        digits[length] = '\0';
        errno = 0;
        *value = g_ascii_strtoll(digits, NULL, 10);
        ok = !errno && *value >= min && *value <= max;
    }
    if (!ok) {
        g_autofree char *shown = tab_message_printable(text, (gssize)length, 60);
        g_set_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_BAD_ARGUMENT,
                    length ? "%s: %s is no integer from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                           : "%s%s needs an integer from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                    what, shown, min, max);
    }
    return ok;
}

gboolean tab_message_parse_real(const char *text, gsize length, const char *what, double min,
                                double max, double *value, GError **error)
{
    char number[NUMBER_MAX], *end = number;
    double found = 0;
    gboolean ok = length > 0 && length < NUMBER_MAX;
    for (gsize i = 0; ok && i < length; i++)
        ok = g_ascii_isdigit(text[i]) || strchr(".eE+-", text[i]);
    if (ok) {
        memcpy(number, text, length);
        number[length] = '\0';
        found = g_ascii_strtod(number, &end);
        ok = end != number && !*end && isfinite(found) && found >= min && found <= max;
    }
    if (ok) {
        *value = found;
    } else {
        g_autofree char *shown = tab_message_printable(text, (gssize)length, 60);
        g_set_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_BAD_ARGUMENT,
                    length ? "%s: '%s' is no number from %g to %g"
                           : "%s%s needs a number from %g to %g",
                    what, shown, min, max);
    }
    return ok;
}
