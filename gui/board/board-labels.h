// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of the board's cells: what stands there, and what can be done with it; no GTK.
#pragma once

#include "gui/board/board-choice.h"

G_BEGIN_DECLS

/* A cell as a screen reader says it; `may_move`: a person can move stones now; `threat`: the chance
 * of its pile to be captured (0–1). Free with g_free. */
char *tab_board_labels_describe(const TabBoardChoice *choice, unsigned cell, bool may_move,
                                double threat);

/* A chance (0–1) as it is shown: 0 only for none, 100 only for certain. */
unsigned tab_board_labels_per_cent(double chance);

G_END_DECLS
