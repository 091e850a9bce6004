// SPDX-License-Identifier: GPL-3.0-or-later
// Rules and positions from texts that must be right: a fault in one ends the test and is shown.
#pragma once

#include "protocol/rules/position.h"

/* The ruleset of a rules string such as "bell:columns=7". */
TabRuleset ruleset_for(const char *text);

/* The same with its board; free with tab_rules_unref. */
TabRules *rules_for(const char *text);

/* The cell of that name, such as "b7". */
TabCell cell_for(const TabRules *rules, const char *name);

/* A position as it is written in `setpos`; free with g_free. */
TabSituation *situation_for(const TabRules *rules, const char *text);

/* The same into a situation that is there. */
void read_situation(const TabRules *rules, const char *text, TabSituation *situation);
