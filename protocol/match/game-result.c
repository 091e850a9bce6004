// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the journal: copies, points and faults.
#include "protocol/match/game-result.h"

#include <math.h>

void tab_game_result_free(TabGameResult *result)
{
    g_free(result->reason);
    g_free(result->record);
    g_free(result->trouble);
    g_free(result);
}

double tab_game_result_points(const TabGameResult *result, TabSide side)
{
    switch (result->result) {
    case TAB_RECORD_WHITE_WON:
        return side == TAB_WHITE;
    case TAB_RECORD_BLACK_WON:
        return side == TAB_BLACK;
    case TAB_RECORD_DRAWN:
        return 0.5;
    default:
        return NAN;
    }
}

int tab_game_result_at_fault(const TabGameResult *result)
{
    if (result->termination < TAB_RECORD_TIME || result->result == TAB_RECORD_DRAWN)
        return -1;
    return result->result == TAB_RECORD_WHITE_WON ? TAB_BLACK : TAB_WHITE;
}
