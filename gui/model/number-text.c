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

char *tab_number_text_percent(double share, unsigned decimals)
{
    g_autofree char *digits = g_strdup_printf("%.*f", (int)decimals, 100 * share);
    /* Translators: a share in per cent; %s is the number: "52.5 %". Put the sign of per cent where
     * your language has it. */
    return g_strdup_printf(_("%s %%"), digits);
}

char *tab_number_text_points(double share)
{
    double points = fabs(100 * share);
    const char *sign = !(points >= 0.05) ? "" : share < 0 ? "−" : "+";
    return g_strdup_printf("%s%.1f", sign, points);
}
