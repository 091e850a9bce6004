// SPDX-License-Identifier: GPL-3.0-or-later
// Why something is not allowed now, in a short sentence that names the rule.
#pragma once

#include "gui/model/game-session.h"

/* All sentences: free with g_free. Each is meaningful only if what it is about is not allowed. */

/* Why a person can do nothing at all now; NULL: it is a person's turn. */
char *tab_illegal_waiting(TabGameSession *session);
/* Why the sticks cannot be thrown. */
char *tab_illegal_throw(TabGameSession *session);
/* Why the throw cannot be chosen, nor typed as one of real sticks; -1: a number that none has. */
char *tab_illegal_kind(TabGameSession *session, int kind);
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
