// SPDX-License-Identifier: GPL-3.0-or-later
// What a picture of the game's position shows and says; no display.
#pragma once

#include "gui/board/board-scene.h"
#include "gui/model/game-session.h"
#include "protocol/painter/paint-diagram.h"

/* Points into itself: stays where it was filled. Clear with tab_game_diagram_clear. */
typedef struct {
    TabDiagram diagram;
    TabBoardScene scene;
    TabRules *rules; /* the picture may be painted when the game is not there any more */
    char *caption;
} TabGameDiagram;

/* The position that the session shows, in this theme, with the side `near` at the bottom; `marks`:
 * with the last turn. Below it players, rules, turn and the position as text. */
void tab_game_diagram_fill(TabGameDiagram *self, TabGameSession *session, TabBoardTheme theme,
                           TabSide near, bool marks);
void tab_game_diagram_clear(TabGameDiagram *self);

/* Writes it as a picture of that width, or the position in letters, into a file: whole or not at
 * all. G_FILE_ERROR. */
gboolean tab_game_diagram_save(const TabGameDiagram *self, double width, TabDiagramFormat format,
                               const char *path, GError **error);
gboolean tab_game_diagram_save_text(TabGameSession *session, const char *path, GError **error);
