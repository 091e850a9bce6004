// SPDX-License-Identifier: GPL-3.0-or-later
// The cells that a play passes, one by one.
#include "gui/model/play-path.h"

/* Walks in single steps; at the fork, which a throw passes once at most, along `branch`. */
static bool walk(const TabRules *rules, TabSide side, const TabPlay *play, int branch,
                 TabCell path[])
{
    int steps = rules->cast.kind[play->kind].steps;
    path[0] = play->from;
    for (int i = 0; i < steps; i++) {
        const TabCell *next = rules->board.next[side][path[i]];
        path[i + 1] = next[branch] != TAB_NO_CELL ? next[branch] : next[0];
        if (path[i + 1] == TAB_NO_CELL)
            return false;
    }
    return path[steps] == play->to;
}

unsigned tab_play_path(const TabRules *rules, TabSide side, const TabPlay *play,
                       TabCell path[TAB_MAX_PATH])
{
    if (!walk(rules, side, play, 0, path) && !walk(rules, side, play, 1, path))
        return 0;
    return rules->cast.kind[play->kind].steps + 1u;
}
