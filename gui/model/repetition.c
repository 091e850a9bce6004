// SPDX-License-Identifier: GPL-3.0-or-later
// When something that is learned comes again: at growing intervals while it is known.
#include "gui/model/repetition.h"

#include <math.h>

#define FIRST 1 /* days */
#define SECOND 6
#define ROUNDING 1e-6 /* days that a product of such numbers may be off */

gboolean tab_repetition_is_valid(const TabRepetition *repetition)
{
    gboolean answered = repetition->due != 0;
    return repetition->ease >= TAB_REPETITION_LEAST_EASE &&
           repetition->ease <= TAB_REPETITION_MOST_EASE &&
           repetition->interval <= TAB_REPETITION_LONGEST &&
           answered == (repetition->interval > 0) && (answered || repetition->known == 0) &&
           (!answered || g_date_valid_julian(repetition->due));
}

static void begin_again(TabRepetition *repetition, guint32 today)
{
    repetition->known = 0;
    repetition->interval = FIRST;
    repetition->due = today + FIRST;
}

void tab_repetition_answer(TabRepetition *repetition, guint quality, guint32 today)
{
    g_return_if_fail(quality <= TAB_REPETITION_BEST);
    guint away = TAB_REPETITION_BEST - quality;
    if (quality < TAB_REPETITION_KNOWN) {
        begin_again(repetition, today);
        return;
    }
    if (repetition->due > today)
        return;
    repetition->ease = CLAMP(repetition->ease + 0.1 - away * (0.08 + away * 0.02),
                             TAB_REPETITION_LEAST_EASE, TAB_REPETITION_MOST_EASE);
    if (repetition->known < G_MAXINT32) /* as far as a file can say it */
        repetition->known++;
    double interval = repetition->known == 1 ? FIRST
                      : repetition->known == 2
                          ? SECOND
                          : ceil(repetition->interval * repetition->ease - ROUNDING);
    repetition->interval = (guint)MIN(interval, TAB_REPETITION_LONGEST);
    repetition->due = today + repetition->interval;
}

gboolean tab_repetition_is_due(const TabRepetition *repetition, guint32 today)
{
    return repetition->due && repetition->due <= today;
}

gboolean tab_repetition_is_learned(const TabRepetition *repetition)
{
    return repetition->interval >= TAB_REPETITION_LEARNED;
}

guint32 tab_repetition_today(void)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_dmy(&date, (GDateDay)g_date_time_get_day_of_month(now),
                   (GDateMonth)g_date_time_get_month(now), (GDateYear)g_date_time_get_year(now));
    return g_date_get_julian(&date);
}
