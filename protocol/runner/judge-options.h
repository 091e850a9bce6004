// SPDX-License-Identifier: GPL-3.0-or-later
// What commands let their user say of the engine that gives values: who it is and its limits.
#pragma once

#include "protocol/match/entrant.h"
#include "protocol/study/analysis.h"

/* As the options have it; 0 is no limit. */
typedef struct {
    char *engine; /* how it is started (entrant.h); owned */
    gint64 depth, nodes;
    int movetime, ahead, concurrency;
    double patience; /* seconds */
} TabJudgeOptions;
#define TAB_JUDGE_OPTIONS_INIT                                                                     \
    {                                                                                              \
        .ahead = TAB_ANALYSIS_AHEAD, .concurrency = 1, .patience = 60                              \
    }

/* GOptionEntry of what each value is asked with, and how long for: all but engine and concurrency.
 * `whom`, a literal, is what the engine is called there. */
#define TAB_JUDGE_OPTION_ENTRIES(options, whom)                                                    \
    {"depth",                                                                                      \
     0,                                                                                            \
     0,                                                                                            \
     G_OPTION_ARG_INT64,                                                                           \
     &(options)->depth,                                                                            \
     "Depth for each value (1, and 10000 nodes)",                                                  \
     "N"},                                                                                         \
        {"nodes", 0, 0, G_OPTION_ARG_INT64, &(options)->nodes, "Positions for each value", "N"},   \
        {"movetime", 0, 0, G_OPTION_ARG_INT, &(options)->movetime, "Time for each value", "MS"},   \
        {"ahead",                                                                                  \
         0,                                                                                        \
         0,                                                                                        \
         G_OPTION_ARG_INT,                                                                         \
         &(options)->ahead,                                                                        \
         "Value a hand to which more will fall as the mean over so many more throws of 1, 4 and "  \
         "6; 0: ask the " whom " (2)",                                                             \
         "N"},                                                                                     \
    {                                                                                              \
        "patience", 0, 0, G_OPTION_ARG_DOUBLE, &(options)->patience,                               \
            "The longest wait for a value (60)", "SECONDS"                                         \
    }

/* Errors are G_OPTION_ERROR_BAD_VALUE and name the option; `option` is that of the engine:
 * "--engine". */
gboolean tab_judge_options_check(const TabJudgeOptions *options, const char *option,
                                 GError **error);

/* The engine, which may be one of the user's stored ones. It has no clock and does not ponder. */
TabEntrant *tab_judge_options_read_engine(const TabJudgeOptions *options, const char *option,
                                          GError **error);

/* The limits of each value: those of the options go before those of the engine's own words. */
TabLimits tab_judge_options_limits(const TabJudgeOptions *options, const TabEntrant *engine);

/* The limits of depth, nodes and time that are set, each after a comma: ", depth 1, nodes 10000".
 * Free with g_free. */
char *tab_judge_limits_to_string(const TabLimits *limits);
