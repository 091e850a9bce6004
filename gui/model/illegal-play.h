// SPDX-License-Identifier: GPL-3.0-or-later
// Why something is not allowed now, in a short sentence that names the rule.
#pragma once

#include "gui/model/game-session.h"

/* All sentences: free with g_free. Each is meaningful only if what it is about is not allowed. */

/* Why a person can do nothing at all now; NULL: it is a person's turn. */
char *tab_illegal_waiting(TabGameSession *session);
/* Why the sticks cannot be thrown. */
char *tab_illegal_throw(TabGameSession *session);
/* Why the number cannot be chosen among the throws, nor typed as one of real sticks. */
char *tab_illegal_number(TabGameSession *session, int number);
/* Why the turn cannot end. */
char *tab_illegal_end_turn(TabGameSession *session);
/* Why nothing can be taken back, or played again. */
char *tab_illegal_undo(TabGameSession *session);
char *tab_illegal_redo(TabGameSession *session);

/* Why nothing can be moved from `cell` with the throw of this index (-1: any left). */
char *tab_illegal_stone(const TabGame *game, unsigned cell, int kind);
/* Why what stands on `from` (`top`: its top piece alone), which can move, cannot go to `to` with
 * the throw of this index (-1: any left). */
char *tab_illegal_target(const TabGame *game, unsigned from, bool top, unsigned to, int kind);
