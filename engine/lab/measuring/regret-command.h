// SPDX-License-Identifier: GPL-3.0-or-later
// `tab-tables regret`: measures engines side by side, and reports as text, Markdown or JSON.
#pragma once

#include "engine/lab/measuring/regret.h"

typedef enum { TAB_REGRET_TEXT, TAB_REGRET_MARKDOWN, TAB_REGRET_JSON } TabRegretFormat;

/* Appends the results of one measurement, in this order. Losses are in percentage points of the
 * chance to win, with half the width of their 95 % intervals; in JSON chances from 0 to 1, with
 * standard errors. `engines`: what was measured, as the command line said it; NULL for random play.
 */
void tab_regret_report(const TabRegretPlan *plan, const TabRegretResult *results,
                       const char *const *engines, unsigned n, TabRegretFormat format,
                       GString *text);

/* argv[0] is the command's own name. `stopped` is asked now and then whether to stop. Prints the
 * report; false with an error if there is none, or if an engine had faults (the report is printed
 * then). */
bool tab_regret_command(int argc, char **argv, bool (*stopped)(void), GError **error);
