// SPDX-License-Identifier: GPL-3.0-or-later
// The chance behind the luck of an opening.
#pragma once

#include "protocol/rules/position.h"
#include "protocol/rules/cast.h"

/* The chance that White wins the opening, 0–1, exactly: with `alternate` 1 / (2 - p(1)), with
 * `first` 1, with `highest` ½. NAN if no opening would ever end with these sticks. */
double tab_luck_white_begins(const TabRules *rules, const TabSticks *sticks);
