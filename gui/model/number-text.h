// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers for people, as their language writes them.
#pragma once

#include <glib.h>

/* All: free with g_free. The decimal sign is that of the locale, the per cent sign stands where the
 * language has it. */

/* A share of 1 in per cent: "52 %", with so many decimals. */
char *tab_number_text_percent(double share, unsigned decimals);
/* What luck brings or a turn loses, in points, of which a game has 100: "+4.1", "−0.4"; "0.0". */
char *tab_number_text_points(double share);

/* What stands between the parts of a list: ", ". */
const char *tab_number_text_comma(void);
