// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers for people, as their language writes them.
#pragma once

#include <glib.h>

/* All: free with g_free. The decimal sign is that of the locale, the per cent sign stands where the
 * language has it. */

/* A share of 1 in per cent: "52 %", with so many decimals. */
char *tab_number_text_percent(double share, unsigned decimals);
/* A change of a share, with its sign: "+1.3 %", "−0.4 %"; what rounds to nothing has a plus. */
char *tab_number_text_change(double share, unsigned decimals);

/* What stands between the parts of a list: ", ". */
const char *tab_number_text_comma(void);
