// SPDX-License-Identifier: GPL-3.0-or-later
// A level and its interval, each with a mark where it lies beyond all that were asked.
#include "gui/model/level-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "protocol/study/rating-pool.h"

static char *describe_level(double level)
{
    guint least = tab_rating_usual_levels[0],
          most = tab_rating_usual_levels[TAB_RATING_USUAL_LEVELS - 1];
    /* from left to right: the other way "<" would look like ">" */
    return isinf(level) ? g_strdup_printf(level < 0 ? "\u2066<%u\u2069" : "\u2066>%u\u2069",
                                          level < 0 ? least : most)
                        : g_strdup_printf("%.1f", level);
}

char *tab_level_text(const TabLevelRating *rating)
{
    if (isnan(rating->level))
        return g_strdup("");
    g_autofree char *level = describe_level(rating->level);
    if (isnan(rating->low) || isnan(rating->high))
        return g_steal_pointer(&level);
    g_autofree char *low = describe_level(rating->low), *high = describe_level(rating->high);
    /* Translators: a level of play, and between which two it is likely to be. */
    return g_strdup_printf(_("%s (%s to %s)"), level, low, high);
}
