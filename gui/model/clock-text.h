// SPDX-License-Identifier: GPL-3.0-or-later
// The time on a clock, for eye and ear.
#pragma once

#include "gui/model/game-clock.h"

G_BEGIN_DECLS

/* All: free with g_free. */

/* "4:59", "1:02:03", "0:09.3" from tenths of a second. */
char *tab_clock_text(gint64 tenths);
/* "White’s clock: 4 minutes 59 seconds left, running". */
char *tab_clock_text_describe(const TabGameClock *clock, TabSide side);

G_END_DECLS
