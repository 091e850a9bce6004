// SPDX-License-Identifier: GPL-3.0-or-later
// A small picture of a position for a page of HTML.
#pragma once

#include "protocol/rules/position.h"

/* Appends it as SVG, its text as the title, White at the bottom: a pit for each cell, a stone for
 * each pile with its height, a ring around those that have never moved, and the names of rows and
 * columns. Colours are those of the classes `pit`, `white`, `black`, `king`, `new` and `name` of
 * the page. */
void tab_board_svg(GString *page, const TabRules *rules, const TabPosition *position);
