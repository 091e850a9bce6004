// SPDX-License-Identifier: GPL-3.0-or-later
// Two games that no rules string names, built from tables of their own: one with three rows, one
// with three sticks. They show that nothing above the tables knows four rows or five throws.
#pragma once

#include "protocol/rules/rules.h"

/* "three-rows" or "three-sticks", with the switches of a rules string; NULL if there is no such
 * game. Free with tab_rules_unref. */
TabRules *other_game(const char *name, const char *switches);
