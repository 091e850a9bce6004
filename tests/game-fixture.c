// SPDX-License-Identifier: GPL-3.0-or-later
// Games from texts.
#include "game-fixture.h"

#include "rules-fixture.h"

TabGame *game_begin(const char *rules_text, const char *situation_text)
{
    g_autoptr(TabRules) rules = rules_for(rules_text);
    TabSituation situation;
    read_situation(rules, situation_text, &situation);
    return tab_game_new_from(rules, &situation, TAB_MAX_NUMBER);
}

TabCell game_cell(const TabGame *game, const char *name)
{
    return cell_for(game->rules, name);
}
