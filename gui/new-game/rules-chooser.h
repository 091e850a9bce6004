// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of a game's rules: presets with their story, the user's own rulesets, and every
// switch.
#pragma once

#include <gtk/gtk.h>

#include "protocol/rules/ruleset.h"

/* Signal: "changed" (), the rules that are shown may be others.
 *
 * Own rulesets are kept in the user's file (see named-rules.h). What its menu does is in the
 * actions rules.save, rules.rename, rules.duplicate, rules.delete, rules.copy, rules.paste. */
#define TAB_TYPE_RULES_CHOOSER (tab_rules_chooser_get_type())
G_DECLARE_FINAL_TYPE(TabRulesChooser, tab_rules_chooser, TAB, RULES_CHOOSER, GtkWidget)

/* Shows this ruleset (copied): under its own name if it is one of the user's. */
void tab_rules_chooser_set(TabRulesChooser *self, const TabRuleset *set);
/* As it is now. Owned by the widget, until it changes. */
const TabRuleset *tab_rules_chooser_get(TabRulesChooser *self);
