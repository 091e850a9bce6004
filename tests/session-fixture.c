// SPDX-License-Identifier: GPL-3.0-or-later
// Begins turns and games and lets them go on.
#include "session-fixture.h"

#include "protocol/rules/notation.h"

TabLiveTurn *live_turn_begin(const char *rules_text, const char *situation_text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRules) rules = tab_rules_parse(rules_text, &error);
    g_assert_no_error(error);
    TabSituation situation;
    tab_notation_parse_situation(rules, situation_text, &situation, &error);
    g_assert_no_error(error);
    return tab_live_turn_new(rules, &situation);
}

TabCell live_turn_cell(const TabLiveTurn *turn, const char *name)
{
    const char *end;
    return tab_notation_parse_cell(tab_live_turn_get_rules(turn), name, &end);
}

bool session_play_any(TabGameSession *session)
{
    const TabLiveTurn *turn = tab_game_session_get_turn(session);
    g_autoptr(GArray) plays = tab_live_turn_list_plays(turn, TAB_NO_CELL, -1);
    return plays->len && tab_game_session_play(session, &g_array_index(plays, TabPlay, 0));
}

static gboolean on_timeout(gpointer data)
{
    *(gboolean *)data = TRUE;
    return G_SOURCE_REMOVE;
}

void session_run_until(TabGameSession *session, TabAwaits awaits)
{
    gboolean late = FALSE;
    guint source = g_timeout_add_seconds(30, on_timeout, &late);
    while (tab_game_session_get_awaits(session) != awaits && !late)
        if (!tab_game_session_advance(session))
            g_main_context_iteration(NULL, TRUE);
    g_assert_false(late);
    g_source_remove(source);
}
