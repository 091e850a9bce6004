// SPDX-License-Identifier: GPL-3.0-or-later
// When what is heard: the sticks as they fall, stones as they land, and the end of a game.
#include "gui/sound/sound-cues.h"

#include "protocol/painter/paint-sticks.h"
#include "gui/sound/sound-player.h"
#include "gui/board/theme.h"

struct _TabSoundCues {
    TabBoardView *board;     /* borrowed */
    TabGameSession *session; /* owned; NULL: none */
    TabSoundPlayer *player;
    gboolean over; /* the end of this game was heard, or it was at its end when it came */
};

/* At the moment at which the first stick reaches the ground. */
static void on_sticks_thrown(TabSoundCues *cues, int side, int kind)
{
    double pace = tab_theme_motion_pace(GTK_WIDGET(cues->board));
    if (!cues->session->setup->real[side])
        tab_sound_player_play(cues->player, TAB_SOUND_STICKS,
                              (unsigned)(pace * TAB_STICKS_LANDING * TAB_STICKS_TUMBLE_MS));
}

static void on_landed(TabSoundCues *cues, gboolean capture)
{
    tab_sound_player_play(cues->player, capture ? TAB_SOUND_CAPTURE : TAB_SOUND_STONE, 0);
}

/* Whether somebody at the board has a reason to be glad: not the only person, if an engine won. */
static gboolean is_glad(TabGameSession *session)
{
    int winner = tab_document_game(session->document)->winner;
    if (winner < 0)
        return FALSE;
    return !session->seat[winner] || session->seat[tab_side_other((TabSide)winner)];
}

static void on_session_played(TabSoundCues *cues)
{
    gboolean over = tab_document_phase(cues->session->document) == TAB_PHASE_OVER;
    if (over && !cues->over && is_glad(cues->session))
        tab_sound_player_play(cues->player, TAB_SOUND_WIN, 0);
    cues->over = over || (cues->over && cues->session->document->review);
}

TabSoundCues *tab_sound_cues_new(TabBoardView *board, GSettings *settings)
{
    TabSoundCues *cues = g_new0(TabSoundCues, 1);
    cues->board = board;
    cues->player = tab_sound_player_new(settings, NULL, NULL);
    g_signal_connect_swapped(board, "landed", G_CALLBACK(on_landed), cues);
    return cues;
}

void tab_sound_cues_set_session(TabSoundCues *cues, TabGameSession *session)
{
    if (cues->session) {
        g_signal_handlers_disconnect_by_data(cues->session, cues);
        g_signal_handlers_disconnect_by_data(cues->session->document, cues);
    }
    g_set_object(&cues->session, session);
    if (!session)
        return;
    cues->over = tab_document_phase(session->document) == TAB_PHASE_OVER;
    g_signal_connect_swapped(session->document, "threw", G_CALLBACK(on_sticks_thrown), cues);
    g_signal_connect_swapped(session, "changed", G_CALLBACK(on_session_played), cues);
}

void tab_sound_cues_free(TabSoundCues *cues)
{
    tab_sound_cues_set_session(cues, NULL);
    g_signal_handlers_disconnect_by_data(cues->board, cues);
    tab_sound_player_free(cues->player);
    g_free(cues);
}
