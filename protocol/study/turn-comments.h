// SPDX-License-Identifier: GPL-3.0-or-later
// What an analysis says of a game's turning points, in sentences that stand in its record.
#pragma once

#include "protocol/study/turn-notes.h"

/* Comments on the game as a whole, on each turn of the analysed main line that is a mistake or
 * worse, and on each whose throws brought or cost as much as a blunder; in English. A comment that
 * is there already stays as it is. Each sentence follows from the analysis and the rules alone:
 *
 * - what a turn costs, the better turn, and of both: whether it wins at once, how many enemy pieces
 *   it takes, and with which part of its next throws, taken one by one, the other side could take a
 *   piece (sticks alone, and where that side is next);
 * - what the throws of a turn brought;
 * - for the game: result, luck and loss of both, their mistakes and blunders, and its worst turn.
 */
void tab_turn_comment_all(TabRecord *record, const TabAnalysis *analysis,
                          const TabGradeLimits *limits);
