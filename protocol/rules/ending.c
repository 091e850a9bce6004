// SPDX-License-Identifier: GPL-3.0-or-later
// When a game is over: loss before lack of progress before the limit of turns.
#include "protocol/rules/ending.h"

TabGameEnd tab_game_end(const TabPosition *position, const TabGameCounters *counters,
                        const TabGameLimits *limits, int *winner)
{
    if (winner)
        *winner = -1;
    if (tab_position_finished(position)) {
        if (winner)
            *winner = position->pieces[TAB_WHITE] ? TAB_WHITE : TAB_BLACK;
        return TAB_END_NORMAL;
    }
    if (counters->idle >= limits->idle_turns)
        return TAB_END_NO_PROGRESS;
    return counters->turns >= limits->max_turns ? TAB_END_TURN_LIMIT : TAB_END_NONE;
}
