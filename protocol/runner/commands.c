// SPDX-License-Identifier: GPL-3.0-or-later
// The list of the commands, for the program and for what tries them all.
#include "protocol/runner/commands.h"

#include <stddef.h>

#include "protocol/conform/conform.h"

const TabCommand tab_commands[] = {
    {"analyse", tab_analyse_main},
    {"conform", tab_conform_main},
    {"db", tab_db_main},
    {"evaluate", tab_evaluate_main},
    {"luck", tab_luck_main},
    {"merge", tab_merge_main},
    {"openings", tab_openings_main},
    {"problems", tab_problems_main},
    {"rate", tab_rate_main},
    {"study-rules", tab_study_rules_main},
    {NULL, NULL},
};
