// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a training between two rounds as a file, from which it goes on.
#pragma once

#include "engine/lab/training/training.h"

/* What is the same in all parts of a training, as lines of text; the caller's. */
char *tab_checkpoint_describe(const TabTraining *training);

/* Written beside its place and renamed into it. */
bool tab_checkpoint_save(const TabTraining *training, const char *path, GError **error);

/* Takes up a saved state. An error names what is wrong with the file, or in what its plan differs
 * from this one (threads, games and minutes may: with other games the step sizes differ). */
bool tab_checkpoint_load(TabTraining *training, const char *path, GError **error);
