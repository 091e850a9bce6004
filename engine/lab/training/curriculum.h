// SPDX-License-Identifier: GPL-3.0-or-later
// Rulesets by chance, for a network that is to play any: every switch, width, number of pieces, and
// sticks that fall unevenly.
#pragma once

#include "protocol/rules/rules.h"

/* One of a file. */
typedef struct {
    TabRuleset set;
    TabSticks sticks;
    bool alone; /* only the name of a preset */
} TabListedRuleset;

/* A file of rulesets: those that a network is trained for, or those that are kept away from its
 * training, to find out how strong it is at rules that it has not met. */
typedef struct {
    GArray *listed; /* of TabListedRuleset */
    char *sum;      /* SHA-256 of the file */
} TabRulesetList;

/* Reads a file with a rules string a line and, behind a space, the sticks if they are not fair.
 * Empty lines and those that begin with # say nothing. NULL and an error that names the line if one
 * is no good, or the file if it has none. */
TabRulesetList *tab_ruleset_list_load(const char *path, GError **error);
void tab_ruleset_list_free(TabRulesetList *list);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabRulesetList, tab_ruleset_list_free)

/* Whether these rules are there, by whatever sticks; a preset's name alone stands for all its
 * widths and numbers of pieces. */
bool tab_ruleset_list_has(const TabRulesetList *list, const TabRuleset *set);

/* One of them by chance. */
const TabListedRuleset *tab_ruleset_list_draw(const TabRulesetList *list, TabRandom *random);

/* Draws a ruleset of at most `most` pieces a side that `held_out` (NULL: nothing) does not have. It
 * comes from a preset, of which no switch, some, or many are changed. Half of them are small or
 * have few pieces, as it is there that play differs most from what full boards teach. */
TabRuleset tab_curriculum_draw(const TabRulesetList *held_out, unsigned most, TabRandom *random);

/* Draws its sticks: fair ones, or those that fall flat side up with p = 0.3 … 0.7; dice are fair.
 */
TabSticks tab_curriculum_draw_sticks(const TabRules *rules, TabRandom *random);
