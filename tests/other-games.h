// SPDX-License-Identifier: GPL-3.0-or-later
// Games that no rules string names, built from tables of their own. They show that nothing above
// the tables knows Tâb's rows, track, sticks or throws.
#pragma once

#include "protocol/rules/rules.h"

/* With the switches of a rules string; NULL if there is no such game. Free with tab_rules_unref.
 *
 *     three-rows    three rows, the middle one and the enemy's a circle
 *     prow          the same, the middle row one cell longer, and Black's board a mirror of White's
 *     eight         three rows that are walked back home: T tells where on the way a piece is
 *     snake         the same with four rows
 *     three-sticks  four kinds of throw
 *     six-sticks    seven kinds of throw, by names that are none of Tâb's */
TabRules *other_game(const char *name, const char *switches);
