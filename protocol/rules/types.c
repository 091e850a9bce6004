// SPDX-License-Identifier: GPL-3.0-or-later
// The errors of the rules.
#include "protocol/rules/types.h"

#include <string.h>

G_DEFINE_QUARK(tab_rules_error, tab_rules_error)

/* Whether a character stays on its line and leaves the order of the others alone. */
static bool is_printable(gunichar c)
{
    return !g_unichar_iscntrl(c) && (c < 0x2028 || c > 0x202e);
}

/* Appends an isolate, of which translations put pairs around what reads from left to right: a pair
 * leaves the order of all else alone, too. `open`: where those are that have no end yet. */
static void append_isolate(GString *text, gunichar c, GArray *open)
{
    if (c == 0x2069 && !open->len) { /* the end of a pair */
        g_string_append_c(text, '?');
        return;
    }
    if (c == 0x2069)
        g_array_set_size(open, open->len - 1);
    else
        g_array_append_val(open, text->len);
    g_string_append_unichar(text, c);
}

void tab_rules_make_printable(GError *error)
{
    GString *text = g_string_new(NULL);
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof text->len);
    const char *end = error->message + strlen(error->message);
    for (const char *p = error->message; *p;) {
        gunichar c = g_utf8_get_char_validated(p, end - p);
        bool valid = c != (gunichar)-1 && c != (gunichar)-2;
        if (valid && c >= 0x2066 && c <= 0x2069)
            append_isolate(text, c, open);
        else if (valid && is_printable(c))
            g_string_append_unichar(text, c);
        else
            g_string_append_c(text, '?');
        p += valid ? g_unichar_to_utf8(c, NULL) : 1;
    }
    for (guint i = open->len; i-- > 0;) {
        gssize at = (gssize)g_array_index(open, gsize, i);
        g_string_erase(text, at, g_unichar_to_utf8(0x2066, NULL));
        g_string_insert_c(text, at, '?');
    }
    g_free(error->message);
    error->message = g_string_free(text, FALSE);
}

bool tab_rules_refuse(GError **error, TabRulesError code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(g_dgettext("tab", format), arguments);
    va_end(arguments);
    GError *fault = g_error_new_literal(TAB_RULES_ERROR, (int)code, text);
    tab_rules_make_printable(fault);
    g_propagate_error(error, fault);
    return false;
}
