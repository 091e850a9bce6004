// SPDX-License-Identifier: GPL-3.0-or-later
// How long to think: from the limits of a turn or a clock to a time by which to answer.
#pragma once

#include <stdint.h>

#include <glib.h>

/* Milliseconds; -1: not given. */
typedef struct {
    int64_t movetime;  /* for this turn */
    int64_t left;      /* on the own clock */
    int64_t increment; /* added after each turn */
    int64_t turnstogo; /* own turns until the clock is set up again */
} TabClockLimits;

/* Microseconds after the start; 0: no limit. */
typedef struct {
    int64_t soft; /* begin nothing new after this */
    int64_t hard; /* answer by then */
} TabTimePlan;

/* `overhead`: ms kept back from every limit for the way between the programs. */
TabTimePlan tab_time_plan(const TabClockLimits *limits, int64_t overhead);
