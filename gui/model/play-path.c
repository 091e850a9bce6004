// SPDX-License-Identifier: GPL-3.0-or-later
// The cells that a play passes, one by one.
#include "gui/model/play-path.h"

#include <glib.h>

/* A king has no rank: he goes the way that leads there. */
static bool is_way_of(const TabWay *way, const TabPlay *play)
{
    bool king = play->flags & TAB_PLAY_KING;
    return way->to == play->to &&
           (king || (way->rank == play->rank && way->flags == (play->flags & TAB_PLAY_EXACT)));
}

unsigned tab_play_path(const TabRules *rules, TabSide side, const TabPlay *play,
                       TabCell path[TAB_MAX_PATH])
{
    const struct {
        unsigned way, steps;
    } tables[] = {
        {play->kind, rules->cast.kind[play->kind].steps},
        {TAB_ONE_CELL, 1}, /* of a piece that a larger throw frees */
    };
    for (guint t = 0; t < G_N_ELEMENTS(tables); t++)
        for (int branch = 0; branch < 2; branch++) {
            if (!is_way_of(&rules->board.way[side][tables[t].way][play->from][branch], play))
                continue;
            tab_board_path(&rules->board, side, play->from, branch, tables[t].steps, path);
            return tables[t].steps + 1;
        }
    return 0;
}
