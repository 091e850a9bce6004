// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of the table share: its parts, and what they ask of each other.
#pragma once

#include "protocol/painter/board-painter.h"
#include "gui/board/board-view.h"
#include "gui/table/game-view.h"
#include "gui/table/player-panel.h"
#include "gui/sound/sound-cues.h"
#include "gui/table/sticks-view.h"
#include "gui/table/throw-entry.h"
#include "gui/table/throws-row.h"

G_BEGIN_DECLS

struct _TabGameView {
    GtkWidget parent;
    TabPlayerPanel *far_panel, *near_panel;
    TabBoardView *board;
    TabSticksView *sticks;
    TabThrowsRow *throws;
    TabThrowEntry *entry;
    GtkWidget *cover, *resume_button;
    GtkWidget *controls, *middle, *deeds, *caption, *status, *deed, *throw_button, *end_button,
        *review_button, *reason;

    TabBoardPainter *painter; /* of the sand */
    TabSoundCues *sounds;
    GSettings *settings;
    TabGameSession *session;
    char *notice;   /* said in place of the status until something happens, "" for none */
    guint n_thrown; /* in this game: decides how the sticks lie */
    guint step;     /* source of the next step that goes by itself, 0: none */
    guint clock;    /* source that shows the running clock anew, 0: none runs */
    void (*held)(TabGameView *self); /* what would end the turn, held back; NULL: nothing is */
    gboolean insists;                /* it is not held back again */
    gboolean compact, low;           /* small controls; both players in one line, too */
    guint restyle;                   /* source that takes them over, 0: none */
};

/* Whether sticks or stones are still moving. */
gboolean tab_game_view_is_busy(TabGameView *self);
/* Whether throwing is the way on from a turn whose throw is used up (`throws=at-once`). */
gboolean tab_game_view_throws_on(TabGameView *self);
/* Whether a person is to type what real sticks show; typing it ends such a turn first. */
gboolean tab_game_view_may_enter(TabGameView *self);
void tab_game_view_enter_throw(TabGameView *self, int throw_index);
/* Keeps what is to be said in place of the status; tab_game_view_say() shows it too. */
void tab_game_view_set_notice(TabGameView *self, const char *text);

G_END_DECLS
