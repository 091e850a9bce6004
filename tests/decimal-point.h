// SPDX-License-Identifier: GPL-3.0-or-later
// What people read has the decimal sign of their language, and tests run under any.
#pragma once

#include <glib.h>
#include <locale.h>

/* The text, changed in its place, with a point for each decimal sign. */
static inline char *with_points(char *text)
{
    for (char *p = text; *p; p++)
        if (p > text && *p == *localeconv()->decimal_point && g_ascii_isdigit(p[-1]) &&
            g_ascii_isdigit(p[1]))
            *p = '.';
    return text;
}
