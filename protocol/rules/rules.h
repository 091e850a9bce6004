// SPDX-License-Identifier: GPL-3.0-or-later
// A ruleset made ready for play: its switches and the tables of its board, shared and immutable.
#pragma once

#include "protocol/rules/geometry.h"
#include "protocol/rules/ruleset.h"

G_BEGIN_DECLS

typedef struct {
    gatomicrefcount refs;
    TabRuleset set;
    TabGeometry geometry;
} TabRules;

/* Makes the tables for `set`, which must be valid. Counted by references; any thread may read it.
 */
TabRules *tab_rules_new(const TabRuleset *set);
/* The same from a rules string; NULL and TAB_RULES_ERROR_RULES if that is no good. */
TabRules *tab_rules_parse(const char *text, GError **error);
TabRules *tab_rules_ref(const TabRules *rules);
void tab_rules_unref(TabRules *rules);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabRules, tab_rules_unref)

G_END_DECLS
