// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a game as one picture that can be shared: result, course, luck and loss, and the great
// moments.
#pragma once

#include "gui/board/board-scene.h"
#include "gui/model/game-graph.h"
#include "gui/model/game-summary.h"
#include "protocol/painter/paint-diagram.h"

/* A small board with two lines below; points into itself. */
typedef struct {
    TabBoardScene scene;
    char *words;
} TabEndingBoard;

/* Shares nothing with the game, so that a thread can draw it. Stays where it was filled. */
typedef struct {
    TabRules *rules;
    TabBoardTheme theme;
    bool flipped, mirrored;             /* Black is at the bottom; words run from right to left */
    char *title, *about, *sums, *maker; /* sums: NULL: nothing is known */
    GArray *points;                     /* of TabGraphPoint */
    guint n_lucky, n_costly;
    TabEndingBoard lucky[TAB_SUMMARY_MOMENTS], costly[TAB_SUMMARY_MOMENTS];
} TabEndingPicture;

/* Of the session's game, which must be over, by what is noted of it now; `points` (copied) are its
 * course, `maker` says whose word the figures are, `near` is the side at the bottom of the boards.
 */
TabEndingPicture *tab_ending_picture_new(TabGameSession *session, const GArray *points,
                                         const char *maker, TabBoardTheme theme, TabSide near,
                                         bool mirrored);
void tab_ending_picture_free(TabEndingPicture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabEndingPicture, tab_ending_picture_free)

/* Writes it into a file: whole or not at all. G_FILE_ERROR. */
bool tab_ending_picture_save(const TabEndingPicture *self, TabDiagramFormat format,
                             const char *path, GError **error);
