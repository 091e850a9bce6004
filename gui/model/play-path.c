// SPDX-License-Identifier: GPL-3.0-or-later
// The cells that a play passes, one by one.
#include "gui/model/play-path.h"

unsigned tab_play_path(const TabRules *rules, TabSide side, const TabPlay *play,
                       TabCell path[TAB_MAX_PATH])
{
    unsigned steps = rules->cast.kind[play->kind].steps;
    for (int branch = 0; branch < 2; branch++) {
        const TabWay *way = &rules->board.way[side][play->kind][play->from][branch];
        if (way->to == play->to && way->rank == play->rank &&
            way->flags == (play->flags & TAB_PLAY_EXACT)) {
            tab_board_path(&rules->board, side, play->from, branch, steps, path);
            return steps + 1;
        }
    }
    return 0;
}
