// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of training have in common.
#pragma once

#include "engine/lab/training/training.h"

/* Few games in a round of a small network. */
TabTrainingPlan fixture_plan(const char *rules, uint64_t games);
/* A training by such a plan. */
TabTraining *fixture_start(const char *rules, uint64_t games, unsigned threads);
/* All its rounds. */
void fixture_finish(TabTraining *training);
/* A new folder; the caller's. */
char *fixture_folder(void);
/* Removes the folder and the files in it. */
void fixture_remove(const char *folder);
