// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers for people, as their language writes them.
#include "gui/model/number-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

const char *tab_number_text_comma(void)
{
    /* Translators: between the parts of a list: "1, 4, 2". Keep the space behind it. */
    return C_("list", ", ");
}

static char *with_sign(char *number)
{
    g_autofree char *digits = number;
    /* Translators: a share in per cent; %s is the number, with a sign before it if it is a change:
     * "52.5 %", "−0.4 %". Put the sign of per cent where your language has it. */
    return g_strdup_printf(_("%s %%"), digits);
}

char *tab_number_text_percent(double share, unsigned decimals)
{
    return with_sign(g_strdup_printf("%.*f", (int)decimals, 100 * share));
}

char *tab_number_text_change(double share, unsigned decimals)
{
    double least = 0.5 * pow(10, -(double)decimals);
    return with_sign(g_strdup_printf("%s%.*f", 100 * share <= -least ? "−" : "+", (int)decimals,
                                     fabs(100 * share)));
}
