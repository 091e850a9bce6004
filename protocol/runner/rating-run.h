// SPDX-License-Identifier: GPL-3.0-or-later
// Players rated by a command: all decisions of a sample, with progress and faults on standard
// error.
#pragma once

#include "protocol/match/entrant.h"
#include "protocol/report/rating-report.h"
#include "protocol/study/game-journal.h"
#include "protocol/study/rating-pool.h"

typedef struct {
    const char *command; /* for messages: "tab-match rate" */
    const TabRatingSample *sample;
    const TabEntrant *engine;
    const char *spec; /* how the engine was named */
    const guint *level;
    guint levels;
    TabLimits level_limits;
    TabEvaluationSetup setup;
    guint64 seed;
    guint concurrency;
    TabGameJournal *journal; /* that has decisions, and gets them; NULL: none */
    gboolean quiet;
} TabRatingRunSetup;

/* What came of it. */
typedef struct {
    TabRatingRow *rows; /* `n` of them, with what they point to: as long as the sample lives */
    TabPlayerRating *ratings;
    guint n;
    gboolean broken; /* the engine was given up, or could not be started: there are no rows */
    guint failed;    /* decisions that were left out */
} TabRatingRunResult;

/* Runs the main loop until it is over. */
TabRatingRunResult tab_rating_run(const TabRatingRunSetup *setup);
void tab_rating_run_result_clear(TabRatingRunResult *result);

/* Appends the rows, as rating-report.h has it. */
void tab_rating_run_append(const TabRatingRunSetup *setup, const TabRatingRunResult *result,
                           TabEvaluationFormat format, GString *text);
