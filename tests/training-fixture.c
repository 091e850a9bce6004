// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of training have in common.
#include "training-fixture.h"

#include <glib/gstdio.h>

TabTrainingPlan fixture_plan(const char *rules, uint64_t games)
{
    TabTrainingPlan plan;
    tab_training_plan_init(&plan);
    plan.rules = rules;
    plan.hidden = 32;
    plan.round = 16;
    plan.passes = 2;
    plan.games = games;
    return plan;
}

TabTraining *fixture_start(const char *rules, uint64_t games, unsigned threads)
{
    g_autoptr(GError) error = NULL;
    TabTrainingPlan plan = fixture_plan(rules, games);
    TabTraining *training = tab_training_new(&plan, threads, &error);
    g_assert_no_error(error);
    return training;
}

void fixture_finish(TabTraining *training)
{
    while (tab_training_progress(training) < 1)
        tab_training_round(training);
}

char *fixture_folder(void)
{
    return g_dir_make_tmp("test-train-XXXXXX", NULL);
}

void fixture_remove(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}
