// SPDX-License-Identifier: GPL-3.0-or-later
// Results as lines of text, for people and for scripts that look for the line `score`.
#pragma once

#include "protocol/match/results.h"

G_BEGIN_DECLS

/* "score <name> +<wins> -<losses> =<draws> <percent>% ±<half-width>" of an engine, without line
 * end. The half-width is that of the pairs, if there are any. Free with g_free. */
char *tab_results_score_line(const TabResults *results, guint engine);
/* That line of the first of two engines, of every one of more; each ended by a newline. Free with
 * g_free. */
char *tab_results_score_lines(const TabResults *results);

/* Those lines, then everything else there is to tell; for more than two engines a cross table.
 * Without `times` nothing of clocks, so that equal games give equal text. Free with g_free. */
char *tab_results_to_text(const TabResults *results, gboolean times);

/* "H0", "H1" or "undecided". */
const char *tab_results_verdict_text(TabSprtVerdict verdict);

G_END_DECLS
