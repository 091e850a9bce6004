// SPDX-License-Identifier: GPL-3.0-or-later
// Begins games of the window and lets them go on.
#include "session-fixture.h"

#include <string.h>

#include "gui/model/game-file.h"
#include "protocol/game/record-text.h"

bool session_play_any(TabGameSession *session)
{
    const TabGame *game = tab_document_game(session->document);
    g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, -1);
    return plays->len && tab_game_session_play(session, &g_array_index(plays, TabPlay, 0));
}

TabGameSession *session_open(const char *text, const TabGameSetup *setup)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabGameSetup) plain = tab_game_setup_new();
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_cmpuint(records->len, ==, 1);
    TabGameSession *session = tab_game_session_new_from_record(g_ptr_array_steal_index(records, 0),
                                                               setup ? setup : plain, &error);
    g_assert_no_error(error);
    return session;
}

TabGameSession *session_reopen(TabGameSession *session, const TabGameSetup *setup)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) engines = g_ptr_array_new();
    g_autofree char *text = tab_document_to_text(session->document);
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_cmpuint(records->len, ==, 1);
    g_autoptr(TabGameSetup) told = tab_game_setup_from_record(records->pdata[0], engines);
    TabGameSession *again = tab_game_session_new_from_record(g_ptr_array_steal_index(records, 0),
                                                             setup ? setup : told, &error);
    g_assert_no_error(error);
    return again;
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
