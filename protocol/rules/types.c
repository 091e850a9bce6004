// SPDX-License-Identifier: GPL-3.0-or-later
// The errors of the rules.
#include "protocol/rules/types.h"

#include <string.h>

G_DEFINE_QUARK(tab_rules_error, tab_rules_error)

/* Whether a character stays on its line and leaves the order of the others alone. (Isolates, U+2066
 * to U+2069, do so, too: translations put them around what reads from left to right.) */
static bool is_printable(gunichar c)
{
    return !g_unichar_iscntrl(c) && (c < 0x2028 || c > 0x202e);
}

void tab_rules_make_printable(GError *error)
{
    GString *text = g_string_new(NULL);
    const char *end = error->message + strlen(error->message);
    for (const char *p = error->message; *p;) {
        gunichar c = g_utf8_get_char_validated(p, end - p);
        bool valid = c != (gunichar)-1 && c != (gunichar)-2;
        if (valid && is_printable(c))
            g_string_append_unichar(text, c);
        else
            g_string_append_c(text, '?');
        p += valid ? g_unichar_to_utf8(c, NULL) : 1;
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
