// SPDX-License-Identifier: GPL-3.0-or-later
// Fills limits in, and tells them.
#include "protocol/study/problem-setup.h"

#define PATIENCE_MS 600000
#define NODES 10000

void tab_problem_setup_complete(TabProblemSetup *setup)
{
    TabLimits *search = &setup->search, *rollouts = &setup->rollouts;
    if (search->movetime < 0 && search->nodes < 0 && search->depth < 0) {
        search->depth = 1;
        search->nodes = NODES;
    }
    if (rollouts->rollouts < 0)
        rollouts->rollouts = TAB_PROBLEM_ROLLOUTS;
    if (rollouts->se <= 0)
        rollouts->se = TAB_PROBLEM_SE;
    if (rollouts->truncate < 0)
        rollouts->truncate = TAB_PROBLEM_TRUNCATE;
    if (!setup->patience_ms)
        setup->patience_ms = PATIENCE_MS;
}

char *tab_problem_setup_describe(const TabProblemSetup *setup)
{
    GString *text = g_string_new("search");
    char se[G_ASCII_DTOSTR_BUF_SIZE];
    tab_limits_write(&setup->search, text);
    g_ascii_formatd(se, sizeof se, "%g", setup->rollouts.se);
    g_string_append_printf(text,
                           ", rollouts %" G_GINT64_FORMAT " truncate %" G_GINT64_FORMAT
                           " se %s, seed %" G_GUINT64_FORMAT,
                           setup->rollouts.rollouts, setup->rollouts.truncate, se, setup->seed);
    return g_string_free(text, FALSE);
}
