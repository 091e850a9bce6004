// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has set about the board: which way round it lies, and what it shows besides the
// stones.
#include "gui/board/board-options.h"

#include <string.h>

#include "protocol/rules/threats.h"

TabBoardOptions tab_board_options_read(GSettings *settings)
{
    return (TabBoardOptions){.coordinates = g_settings_get_boolean(settings, "show-coordinates"),
                             .last_turn = g_settings_get_boolean(settings, "show-last-turn"),
                             .ways = g_settings_get_boolean(settings, "show-ways"),
                             .threats = g_settings_get_boolean(settings, "show-threats"),
                             .turned = g_settings_get_boolean(settings, "turn-board")};
}

TabSide tab_board_options_near_side(const TabBoardOptions *options, TabGameSession *session)
{
    bool black = session->seat[TAB_WHITE] && !session->seat[TAB_BLACK];
    return black != options->turned ? TAB_BLACK : TAB_WHITE;
}

/* While a turn is played the other side throws next; before its throw, it does itself. */
static TabSide next_to_throw(TabGameSession *session)
{
    TabSide side = tab_game_side(tab_document_game(session->document));
    bool throws = tab_document_phase(session->document) == TAB_PHASE_THROW;
    return throws ? side : tab_side_other(side);
}

void tab_board_options_find_threats(TabGameSession *session, double threats[TAB_MAX_CELLS])
{
    TabPhase phase = tab_document_phase(session->document);
    TabSticks sticks;
    memset(threats, 0, TAB_MAX_CELLS * sizeof *threats);
    if (phase == TAB_PHASE_OPENING || phase == TAB_PHASE_OVER ||
        !tab_sticks_parse(session->setup->sticks, &sticks, NULL))
        return;
    tab_threats_find(session->document->record->rules,
                     &tab_document_game(session->document)->position, next_to_throw(session),
                     &sticks, threats);
}
