// SPDX-License-Identifier: GPL-3.0-or-later
// A file has the plan in words, from which game on it is and which shard, the counts, and for each
// board how many positions and rows there are and then these, kind by kind.
#include "engine/lab/training/shards.h"

#include <stdio.h>
#include <string.h>

#include "engine/lab/training/checkpoint.h"
#include "engine/lab/training/state-file.h"

#define TITLE "tab-train positions 2"

/* The lines but for the shard's own. */
static char *describe_round(const TabTraining *training)
{
    g_autofree char *plan = tab_checkpoint_describe(training);
    return g_strdup_printf("%sfrom game %" G_GUINT64_FORMAT "\nshard ", plan,
                           training->count.games);
}

/* --- writing --- */

static void append(GByteArray *state, const void *data, size_t size)
{
    g_byte_array_append(state, data, (guint)size);
}

static void append_samples(GByteArray *state, const TabSamples *samples)
{
    uint64_t sizes[] = {samples->n, samples->n_rows};
    append(state, sizes, sizeof sizes);
    for (size_t i = 0; i < samples->n; i++) { /* `first` follows from the numbers of rows */
        const TabSample *sample = &samples->sample[i];
        append(state, &sample->n, sizeof sample->n);
        append(state, &sample->bucket, sizeof sample->bucket);
        append(state, &sample->target, sizeof sample->target);
    }
    append(state, samples->row, samples->n_rows * sizeof samples->row[0]);
    append(state, samples->value, samples->n_rows * sizeof samples->value[0]);
}

/* The bytes of all positions. */
static uint64_t size_of_samples(const TabTraining *training)
{
    uint64_t size = 0;
    for (unsigned i = 0; i < training->n_boards; i++) {
        const TabSamples *samples = &training->boards[i].samples;
        size += 2 * sizeof(uint64_t) + samples->n * sizeof(TabSample) +
                samples->n_rows * 2 * sizeof(uint16_t);
    }
    return size;
}

bool tab_shards_play(TabTraining *training, unsigned shard, unsigned shards, const char *path,
                     GError **error)
{
    tab_training_begin_round(training);
    tab_training_play_shard(training, shard, shards);
    if (size_of_samples(training) > G_MAXINT)
        return tab_state_file_refuse(error, path, "too many positions for a file: use more shards");
    g_autofree char *round = describe_round(training);
    g_autofree char *lines = g_strdup_printf("%s%u/%u\n", round, shard + 1, shards);
    g_autoptr(GByteArray) state = g_byte_array_new();
    append(state, &training->played, sizeof training->played);
    for (unsigned i = 0; i < training->n_boards; i++)
        append_samples(state, &training->boards[i].samples);
    return tab_state_file_save(path, TITLE, lines, state, error);
}

/* --- reading --- */

/* A file that is read. */
typedef struct {
    const char *path;
    TabStateFile file;
} Part;

/* Positions of one board, behind those that are there; `n_learned`: how many rows there can be. */
static bool take_samples(TabStateFile *file, unsigned n_learned, TabSamples *samples)
{
    uint64_t sizes[2], rows = 0;
    size_t left, one = sizeof(uint16_t) + sizeof(uint8_t) + sizeof(float),
                 pair = 2 * sizeof(int16_t);
    if (!tab_state_file_take(file, sizes, sizeof sizes))
        return false;
    left = (size_t)(file->end - file->at);
    if (sizes[0] > left / one || sizes[1] > (left - sizes[0] * one) / pair)
        return false;
    g_autofree TabSample *sample = g_new(TabSample, sizes[0]);
    g_autofree uint16_t *row = g_new(uint16_t, sizes[1]);
    g_autofree int16_t *value = g_new(int16_t, sizes[1]);
    for (uint64_t i = 0; i < sizes[0]; i++) {
        sample[i].first = rows;
        tab_state_file_take(file, &sample[i].n, sizeof sample[i].n);
        tab_state_file_take(file, &sample[i].bucket, sizeof sample[i].bucket);
        tab_state_file_take(file, &sample[i].target, sizeof sample[i].target);
        rows += sample[i].n;
        if (sample[i].bucket >= TAB_NET_BUCKETS ||
            !(sample[i].target >= 0 && sample[i].target <= 1))
            return false;
    }
    tab_state_file_take(file, row, sizes[1] * sizeof row[0]);
    tab_state_file_take(file, value, sizes[1] * sizeof value[0]);
    for (uint64_t i = 0; i < sizes[1]; i++)
        if (row[i] >= n_learned)
            return false;
    if (rows != sizes[1])
        return false;
    TabSamples more = {.sample = sample, .row = row, .value = value, .n = sizes[0], .n_rows = rows};
    tab_samples_join(samples, &more);
    return true;
}

/* Reads a file and its lines: which shard of how many it is, from 1. */
static bool open_part(Part *part, const char *path, const char *round, unsigned *shard,
                      unsigned *shards, GError **error)
{
    part->path = path;
    if (!tab_state_file_load(&part->file, path, TITLE, error))
        return false;
    const char *lines = part->file.lines;
    if (strncmp(lines, round, strlen(round)) ||
        sscanf(lines + strlen(round), "%u/%u", shard, shards) != 2 || !*shard || *shard > *shards)
        return tab_state_file_refuse(error, path, "of another training, or of another round of it");
    return true;
}

/* All of one shard. */
static bool take_part(TabTraining *training, Part *part, GError **error)
{
    TabSelfPlayCount played;
    TabStateFile *file = &part->file;
    bool good = tab_state_file_take(file, &played, sizeof played);
    for (unsigned i = 0; i < training->n_boards && good; i++) {
        TabTrainingBoard *board = &training->boards[i];
        unsigned rows = board->traits ? board->traits->rows : training->learner->factors;
        good = take_samples(file, rows, &board->samples);
    }
    if (!good || file->at != file->end)
        return tab_state_file_refuse(error, part->path, "damaged: its numbers do not fit");
    tab_self_play_count_add(&training->played, &played);
    return true;
}

/* Opens all files into the places of their shards. */
static bool open_parts(Part *parts, char *const *paths, unsigned n, const char *round,
                       GError **error)
{
    for (unsigned i = 0; i < n; i++) {
        Part part = {0};
        unsigned shard, shards;
        bool good = open_part(&part, paths[i], round, &shard, &shards, error);
        if (good && shards != n) {
            g_set_error(error, TAB_NET_ERROR, TAB_NET_ERROR_FORMAT,
                        "%s: one of %u shards, where there are %u files", paths[i], shards, n);
            good = false;
        } else if (good && parts[shard - 1].path) {
            g_set_error(error, TAB_NET_ERROR, TAB_NET_ERROR_FORMAT, "%s: shard %u, as is %s",
                        paths[i], shard, parts[shard - 1].path);
            good = false;
        }
        if (!good) {
            tab_state_file_clear(&part.file);
            return false;
        }
        parts[shard - 1] = part;
    }
    return true;
}

bool tab_shards_take(TabTraining *training, char *const *paths, GError **error)
{
    unsigned n = g_strv_length((char **)paths);
    tab_training_begin_round(training);
    g_autofree char *round = describe_round(training);
    Part *parts = g_new0(Part, n);
    bool good = open_parts(parts, paths, n, round, error);
    for (unsigned i = 0; i < n && good; i++)
        good = take_part(training, &parts[i], error);
    for (unsigned i = 0; i < n; i++)
        tab_state_file_clear(&parts[i].file);
    g_free(parts);
    return good;
}
