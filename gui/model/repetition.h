// SPDX-License-Identifier: GPL-3.0-or-later
// When something that is learned comes again: at growing intervals while it is known.
#pragma once

#include <glib.h>

/* The method is SM-2: P. A. Woźniak, "Optimization of learning", master's thesis, University of
 * Technology in Poznań 1990, chapter 3.2; also https://super-memory.com/english/ol/sm2.htm. An
 * answer has a quality q from 0 to 5, and 3 is the least that counts as known. While a thing is
 * known it comes again after 1 day, after 6 days, and then after the last interval times its ease,
 * which begins at 2.5, becomes
 *
 *   ease + 0.1 - (5 - q) (0.08 + (5 - q) 0.02)
 *
 * with each answer that is known, and never falls below 1.3. What is not known begins again with
 * one day, and keeps its ease. Intervals are whole days, rounded up, and no longer than
 * TAB_REPETITION_LONGEST.
 *
 * What is not due yet gains nothing: whoever knows it the day after has proved little. But if it is
 * not known any more it begins again. */

#define TAB_REPETITION_LONGEST 3650 /* days */
#define TAB_REPETITION_LEARNED 21   /* days: an interval this long is that of something learned */
#define TAB_REPETITION_LEAST_EASE 1.3
#define TAB_REPETITION_MOST_EASE 10.0 /* more than a life of best answers gives */
#define TAB_REPETITION_KNOWN 3        /* the least quality of an answer that is known */
#define TAB_REPETITION_BEST 5         /* the greatest one */

/* Of one thing. */
typedef struct {
    guint known;    /* answers in a row that were known, when it was due */
    guint interval; /* days from the last answer that counted to `due`; 0: never answered */
    double ease;    /* 1.3 or more */
    guint32 due;    /* the day when it comes again, as a Julian day of GDate; 0: never answered */
} TabRepetition;
#define TAB_REPETITION_INIT                                                                        \
    {                                                                                              \
        0, 0, 2.5, 0                                                                               \
    }

/* Whether the values can be: those of a file may be anything. */
gboolean tab_repetition_is_valid(const TabRepetition *repetition);

/* An answer of this quality on this day. */
void tab_repetition_answer(TabRepetition *repetition, guint quality, guint32 today);

/* Whether it has been answered, and is to come again by that day. */
gboolean tab_repetition_is_due(const TabRepetition *repetition, guint32 today);
gboolean tab_repetition_is_learned(const TabRepetition *repetition);

/* The day it is now, by the clock of this place. */
guint32 tab_repetition_today(void);
