// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for people as the locale has them, for tests that run in many (test-places.py).
#pragma once

#include <glib.h>
#include <locale.h>

/* The text with the locale's decimal sign in its numbers. Stays for good. */
static inline const char *tab_local_text(const char *text)
{
    GString *local = g_string_new(NULL);
    for (const char *at = text; *at; at++) {
        if (*at == '.' && at > text && g_ascii_isdigit(at[-1]) && g_ascii_isdigit(at[1]))
            g_string_append(local, localeconv()->decimal_point);
        else
            g_string_append_c(local, *at);
    }
    const char *kept = g_intern_string(local->str);
    g_string_free(local, TRUE);
    return kept;
}
