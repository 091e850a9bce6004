// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: files of a training. The first byte says which: a list of rulesets, which the rest
// is; or damage to a checkpoint or to the positions of a shard, with the right sum or the old one:
// a byte for how much is left (0: all), and then places of three bytes with the byte that stands
// there. Whatever is taken up can be saved again.
#include <string.h>

#include "engine/lab/training/checkpoint.h"
#include "engine/lab/training/curriculum.h"
#include "engine/lab/training/shards.h"
#include "tests/fuzz-fixture.h"
#include "tests/training-fixture.h"

#define SUM_LENGTH 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static TabTraining *the_training(void)
{
    static TabTraining *training;
    if (!training)
        training = fixture_start("standard:columns=5", 8, 1);
    return training;
}

typedef struct {
    char *bytes;
    gsize length;
} File;

static File good_checkpoint(void)
{
    static File file;
    if (!file.bytes) {
        g_autoptr(GError) error = NULL;
        g_autofree char *path = fuzz_path("checkpoint");
        tab_checkpoint_save(the_training(), path, &error);
        g_assert_no_error(error);
        file.bytes = fuzz_read(path, &file.length);
    }
    return file;
}

static File good_shard(void)
{
    static File file;
    if (!file.bytes) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TabTraining) training = fixture_start("standard:columns=5", 8, 1);
        g_autofree char *path = fuzz_path("shard");
        tab_shards_play(training, 0, 1, path, &error);
        g_assert_no_error(error);
        file.bytes = fuzz_read(path, &file.length);
    }
    return file;
}

/* Two lines: the title, and the sum of what follows. */
static void mend_sum(char *bytes, gsize length)
{
    char *sum = g_strstr_len(bytes, (gssize)length, "sha256 ");
    if (!sum)
        return;
    sum += strlen("sha256 ");
    gsize left = length - (gsize)(sum - bytes);
    if (left < SUM_LENGTH + 1)
        return;
    g_autofree char *right = g_compute_checksum_for_data(
        G_CHECKSUM_SHA256, (const guchar *)sum + SUM_LENGTH + 1, left - SUM_LENGTH - 1);
    memcpy(sum, right, SUM_LENGTH);
}

static char *damage(File good, gboolean mended, const uint8_t *data, size_t size)
{
    g_autofree char *bytes = g_memdup2(good.bytes, good.length);
    gsize length = size && data[0] ? good.length * data[0] / 256 : good.length;
    for (size_t at = 1; at + 4 <= size; at += 4)
        bytes[((guint)data[at] << 16 | (guint)data[at + 1] << 8 | data[at + 2]) % good.length] =
            (char)data[at + 3];
    if (mended)
        mend_sum(bytes, length);
    return fuzz_file("damaged", bytes, length);
}

static void load_checkpoint(const char *path)
{
    g_autoptr(GError) error = NULL;
    TabTraining *training = the_training();
    bool good = tab_checkpoint_load(training, path, &error);
    fuzz_check_error(good, error, path);
    if (!good)
        return;
    gsize length, again;
    g_autofree char *saved = fuzz_path("saved");
    tab_checkpoint_save(training, saved, &error);
    g_assert_no_error(error);
    g_autofree char *loaded = fuzz_read(path, &length), *written = fuzz_read(saved, &again);
    g_assert_cmpmem(loaded, length, written, again);
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    g_assert_nonnull(weights);
}

static void take_shard(const char *path)
{
    g_autoptr(GError) error = NULL;
    char *paths[] = {(char *)path, NULL};
    bool good = tab_shards_take(the_training(), paths, &error);
    fuzz_check_error(good, error, path);
}

static void load_list(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = fuzz_file("rulesets", data, size);
    g_autoptr(TabRulesetList) list = tab_ruleset_list_load(path, &error);
    fuzz_check_error(list != NULL, error, path);
    if (!list)
        return;
    TabRandom random = tab_random_new(1);
    const TabListedRuleset *listed = tab_ruleset_list_draw(list, &random);
    g_assert_true(tab_ruleset_list_has(list, &listed->set));
    g_assert_cmpuint(strlen(list->sum), ==, SUM_LENGTH);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    gboolean mended = data[0] & 1;
    switch (data[0] & 6) {
    case 0: {
        g_autofree char *path = damage(good_checkpoint(), mended, data + 1, size - 1);
        load_checkpoint(path);
        break;
    }
    case 2: {
        g_autofree char *path = damage(good_shard(), mended, data + 1, size - 1);
        take_shard(path);
        break;
    }
    default:
        load_list(data + 1, size - 1);
    }
    return 0;
}
