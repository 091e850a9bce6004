// SPDX-License-Identifier: GPL-3.0-or-later
// The errors of the rules.
#include "protocol/rules/types.h"

G_DEFINE_QUARK(tab_rules_error, tab_rules_error)

bool tab_rules_refuse(GError **error, TabRulesError code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(g_dgettext("tab", format), arguments);
    va_end(arguments);
    g_set_error_literal(error, TAB_RULES_ERROR, (int)code, text);
    return false;
}
