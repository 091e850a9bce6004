// SPDX-License-Identifier: GPL-3.0-or-later
// Rulesets by chance, for a network that is to play any: every switch, width, number of pieces, and
// sticks that fall unevenly.
#pragma once

#include "protocol/rules/rules.h"

/* Rulesets that are kept away from training, to find out how strong a network is at rules it has
 * not met. */
typedef struct {
    GArray *rulesets; /* of TabRuleset: not these, by any sticks … */
    GArray *presets;  /* … and of TabRuleset: none whose turns are those of these, of any width */
    char *sum;        /* SHA-256 of the file */
} TabHeldOut;

/* Reads a file with a rules string a line; one that is only the name of a preset holds out all of
 * that. Empty lines and those that begin with # say nothing, and what follows a space neither. NULL
 * and an error that names the line if one is no good. */
TabHeldOut *tab_held_out_load(const char *path, GError **error);
void tab_held_out_free(TabHeldOut *held_out);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabHeldOut, tab_held_out_free)

bool tab_held_out_has(const TabHeldOut *held_out, const TabRuleset *set);

/* Draws a ruleset that `held_out` (NULL: nothing) does not have. It comes from a preset, of which
 * no switch, some, or many are changed. Half of them are small or have few pieces, as it is there
 * that play differs most from what full boards teach. */
TabRuleset tab_curriculum_draw(const TabHeldOut *held_out, TabRandom *random);

/* Draws its sticks: fair ones, or those that fall flat side up with p = 0.3 … 0.7; dice are fair.
 */
TabSticks tab_curriculum_draw_sticks(const TabRules *rules, TabRandom *random);
