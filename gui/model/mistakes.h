// SPDX-License-Identifier: GPL-3.0-or-later
// The bad turns of a game that has been analysed: from one to the next.
#pragma once

#include "gui/model/game-session.h"

/* The turn that is doubtful or worse next to the one that is shown: after it (`step` 1), towards
 * where the game stands if that lies ahead, or before it (-1). Of a person who plays alone against
 * an engine it is one of their own; else of either side. NULL: there is none. */
TabRecordNode *tab_mistakes_find(TabGameSession *session, int step);
/* Whether the line through the turn that is shown has been analysed, at least in part. */
gboolean tab_mistakes_are_known(TabGameSession *session);

/* Free with g_free. */
/* "Turn 12, White: loss −7.1 points, a mistake". */
char *tab_mistakes_describe(TabGameSession *session, const TabRecordNode *node);
/* That there is none that way. */
char *tab_mistakes_describe_none(TabGameSession *session, int step);
