// SPDX-License-Identifier: GPL-3.0-or-later
// Goes through the text of game records character by character: blanks, tokens, quoted texts, and
// faults with their place.
#include "protocol/game/record-scanner.h"

#include <string.h>

#include "protocol/game/record.h"
#include "protocol/rules/translatable.h"

/* The place of a fault, for people: the line always, the game in a text of several, the turn where
 * there is one. */
static char *at_place(const TabRecordScanner *scan, unsigned line, const char *text)
{
    bool several = scan->game > 1;
    if (several && scan->number)
        /* Translators: a place in a file of games, and what is wrong there. */
        return g_strdup_printf(g_dgettext("tab", N_("line %u: game %u, turn %u: %s")), line,
                               scan->game, scan->number, text);
    if (several)
        /* Translators: a place in a file of games, and what is wrong there. */
        return g_strdup_printf(g_dgettext("tab", N_("line %u: game %u: %s")), line, scan->game,
                               text);
    if (scan->number)
        /* Translators: a place in a file of games, and what is wrong there. */
        return g_strdup_printf(g_dgettext("tab", N_("line %u: turn %u: %s")), line, scan->number,
                               text);
    /* Translators: a place in a file of games, and what is wrong there. */
    return g_strdup_printf(g_dgettext("tab", N_("line %u: %s")), line, text);
}

bool tab_record_scanner_fail(const TabRecordScanner *scan, unsigned line, GError **error,
                             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(g_dgettext("tab", format), arguments);
    va_end(arguments);
    /* the message is shown to people: no control characters, and not the whole of a hostile text */
    g_autofree char *start = g_utf8_substring(text, 0, MIN(g_utf8_strlen(text, -1), 300));
    for (char *p = start; *p; p++)
        if (g_ascii_iscntrl(*p))
            *p = ' ';
    g_autofree char *message = at_place(scan, line, start);
    g_set_error_literal(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD, message);
    return false;
}

char tab_record_scanner_peek(const TabRecordScanner *scan)
{
    return scan->p < scan->end ? *scan->p : '\0';
}

/* Skips blanks and line ends. A CR counts only before a LF, so that anything else of it is an
 * error. */
void tab_record_scanner_skip_blanks(TabRecordScanner *scan)
{
    for (; scan->p < scan->end; scan->p++) {
        char c = *scan->p;
        if (c == '\n')
            scan->line++;
        else if (c != ' ' && c != '\t' &&
                 !(c == '\r' && scan->end - scan->p > 1 && scan->p[1] == '\n'))
            return;
    }
}

/* The length of the token here: as far as a blank, a bracket, a brace or a control character. */
size_t tab_record_scanner_token_length(const TabRecordScanner *scan)
{
    const char *p = scan->p;
    while (p < scan->end && !g_ascii_iscntrl(*p) && !strchr(" (){}", *p))
        p++;
    return (size_t)(p - scan->p);
}

/* Takes the token here; NULL and an error that says what was `wanted` if there is none, or too long
 * a one. */
char *tab_record_scanner_take_token(TabRecordScanner *scan, const char *wanted, GError **error)
{
    tab_record_scanner_skip_blanks(scan);
    size_t length = tab_record_scanner_token_length(scan);
    if (!length || length > TAB_RECORD_MAX_TEXT) {
        wanted = g_dgettext("tab", wanted);
        if (length)
            tab_record_scanner_fail(scan, scan->line, error, N_("%s is longer than %u bytes"),
                                    wanted, TAB_RECORD_MAX_TEXT);
        else if (scan->p == scan->end)
            tab_record_scanner_fail(scan, scan->line, error,
                                    N_("the text ends where %s should stand"), wanted);
        else
            tab_record_scanner_fail(scan, scan->line, error, N_("'%.*s' where %s should stand"),
                                    (int)(g_utf8_next_char(scan->p) - scan->p), scan->p, wanted);
        return NULL;
    }
    char *token = g_strndup(scan->p, length);
    scan->p += length;
    return token;
}

/* Takes a text up to `close`, in which a backslash stands before a backslash or `close`; NULL and
 * an error if it does not end, is too long or has a control character that `allowed` does not name.
 * CR LF is read as LF. */
char *tab_record_scanner_take_quoted(TabRecordScanner *scan, char close, const char *allowed,
                                     GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    unsigned line = scan->line;
    for (; scan->p < scan->end; scan->p++) {
        char c = *scan->p;
        if (c == close) {
            scan->p++;
            return g_string_free(g_steal_pointer(&text), FALSE);
        }
        if (c == '\r' && scan->end - scan->p > 1 && scan->p[1] == '\n' && strchr(allowed, '\n'))
            continue;
        if (c == '\\') {
            c = scan->end - scan->p > 1 ? *++scan->p : '\0';
            if (c != '\\' && c != close) {
                tab_record_scanner_fail(scan, scan->line, error,
                                        N_("a backslash stands only before a backslash or %c"),
                                        close);
                return NULL;
            }
        } else if (g_ascii_iscntrl(c) && !strchr(allowed, c)) {
            tab_record_scanner_fail(scan, scan->line, error,
                                    N_("a control character (%d) in a text"), c);
            return NULL;
        }
        scan->line += c == '\n';
        if (text->len == TAB_RECORD_MAX_TEXT) {
            tab_record_scanner_fail(scan, line, error, N_("a text is longer than %u bytes"),
                                    TAB_RECORD_MAX_TEXT);
            return NULL;
        }
        g_string_append_c(text, c);
    }
    tab_record_scanner_fail(scan, line, error, N_("a text has no '%c' at its end"), close);
    return NULL;
}
