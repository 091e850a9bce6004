// SPDX-License-Identifier: GPL-3.0-or-later
// At which level somebody plays, in words.
#pragma once

#include "protocol/study/rating.h"

/* "6.2 (4.1 to 8.0)"; with < or > before a level that is beyond all the usual ones (rating-pool.h);
 * "" if it is not known. Free with g_free. */
char *tab_level_text(const TabLevelRating *rating);
