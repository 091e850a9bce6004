// SPDX-License-Identifier: GPL-3.0-or-later
// A list of rulesets, and the same with every value of a switch.
#pragma once

#include <glib.h>

/* Rulesets to be compared. */
typedef struct {
    GPtrArray *rules;    /* of char *, canonical, all different */
    GPtrArray *left_out; /* of char *: "<rules>: <why>", in the order in which they were met */
} TabRulesList;

TabRulesList *tab_rules_list_new(void);
void tab_rules_list_free(TabRulesList *list);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabRulesList, tab_rules_list_free)

/* Adds a rules string, or one of the user's rulesets by its name; one that is there already is left
 * out. FALSE, with TAB_RULES_ERROR_RULES or the error of the user's file, if it is none. */
gboolean tab_rules_list_add(TabRulesList *list, const char *text, GError **error);

/* Replaces each ruleset by those that differ from it in this switch alone, one for each value of
 * the switch, its own included, in the order of the values. Values that make no valid rules are
 * left out. FALSE, with TAB_RULES_ERROR_RULES, if there is no such switch. */
gboolean tab_rules_list_vary(TabRulesList *list, const char *key, GError **error);
