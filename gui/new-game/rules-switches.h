// SPDX-License-Identifier: GPL-3.0-or-later
// All switches of a ruleset as fields with words: width and stones in view, the others unfolded on
// request.
#pragma once

#include <gtk/gtk.h>

#include "protocol/rules/ruleset.h"

/* Signal: "changed" (), a person has changed a switch. Only values that may stand beside the others
 * are offered; a switch that decides nothing is greyed, and its tooltip says why. */
#define TAB_TYPE_RULES_SWITCHES (tab_rules_switches_get_type())
G_DECLARE_FINAL_TYPE(TabRulesSwitches, tab_rules_switches, TAB, RULES_SWITCHES, GtkBox)

/* Shows this ruleset (copied); no signal. */
void tab_rules_switches_set(TabRulesSwitches *self, const TabRuleset *set);
/* As it is now. Owned by the widget, until it changes. */
const TabRuleset *tab_rules_switches_get(TabRulesSwitches *self);
/* Says below the numbers how the rules differ from those that were chosen; "": they do not. */
void tab_rules_switches_say(TabRulesSwitches *self, const char *changes);
