// SPDX-License-Identifier: GPL-3.0-or-later
// A round of a training divided among processes: what a shard of it has played, as a file, and all
// these files back into the training. As floats in a checkpoint, numbers are as this machine has
// them.
#pragma once

#include "engine/lab/training/training.h"

#define TAB_MAX_SHARDS 10000

/* Begins the next round, plays a shard of it, 0 … `shards` - 1, and writes its positions. */
bool tab_shards_play(TabTraining *training, unsigned shard, unsigned shards, const char *path,
                     GError **error);

/* Begins the next round and takes the positions of all its shards from their files, which may come
 * in any order; then the training is as if it had played them itself. An error names the file that
 * is damaged, of another training or round, there twice, or the shard that is missing. */
bool tab_shards_take(TabTraining *training, char *const *paths, GError **error);
