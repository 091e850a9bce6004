// SPDX-License-Identifier: GPL-3.0-or-later
// Plays the main line again and looks at each play.
#include "protocol/game/census.h"

#include "protocol/game/game.h"

static bool stands_in(const TabRules *rules, TabSide home, unsigned cell)
{
    return tab_cells_has(&rules->board.row[home][TAB_HOME_ROW], cell);
}

/* Whether the play leads from elsewhere to the home row of `home`. */
static bool comes_to(const TabRules *rules, TabSide home, const TabPlay *play)
{
    return stands_in(rules, home, play->to) && !stands_in(rules, home, play->from);
}

static void count_play(TabCensus *census, const TabRules *rules, const TabGamePlay *played)
{
    const TabPlay *play = &played->play;
    TabSide side = (TabSide)played->before.side;
    if (play->flags & TAB_PLAY_KING)
        return;
    unsigned pieces = play->flags & (TAB_PLAY_TOP | TAB_PLAY_REDUCE)
                          ? 1
                          : tab_pile_height(played->before.pile[play->from]);
    if (comes_to(rules, tab_side_other(side), play))
        census->arrived[side] += pieces;
    if (comes_to(rules, side, play))
        census->came_home[side] += pieces;
}

TabCensus tab_census_take(const TabRecord *record)
{
    TabCensus census = {0};
    g_autoptr(TabGame) game = tab_game_new_replay(record);
    for (const TabRecordNode *node = record->root->child; node && node->turn; node = node->child) {
        tab_game_take_throws(game, node);
        if (!tab_game_play_turn(game, node->turn, NULL))
            break;
        for (unsigned i = 0; i < game->turn.plays->len; i++)
            count_play(&census, record->rules, tab_game_nth_play(game, i));
        tab_game_end_turn(game);
    }
    for (int side = TAB_WHITE; side <= TAB_BLACK; side++)
        census.taken[side] = game->counts.taken[side];
    return census;
}
