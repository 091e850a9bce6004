// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as how far a person has come with problems, problems.ini: a file that is
// no good stays as it is, and to one that is an answer to each of its problems can be added.
#include <math.h>
#include <string.h>

#include "gui/model/problem-progress.h"
#include "tests/fuzz-fixture.h"

#define TODAY 739582 /* 2025-11-27, a Julian day of GDate */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_state(const TabProblemState *state)
{
    g_assert_true(isnan(state->loss) || (state->loss >= 0 && state->loss <= 1));
    g_assert_true(tab_repetition_is_valid(&state->repetition));
    g_assert_true(g_date_valid_julian(state->last));
    tab_repetition_is_due(&state->repetition, TODAY);
    tab_repetition_is_learned(&state->repetition);
}

static void check_answer(const char *path, const char *key, guint quality)
{
    g_autoptr(GError) error = NULL;
    TabProblemState told;
    const TabProblemAnswer answer = {key, quality, quality ? 0.25 : NAN, TODAY};
    bool good = tab_problem_progress_answer(path, &answer, &told, &error);
    g_assert_no_error(error);
    g_assert_true(good);
    g_autoptr(GHashTable) states = tab_problem_progress_load(path, &error);
    g_assert_no_error(error);
    const TabProblemState *state = g_hash_table_lookup(states, key);
    g_assert_nonnull(state);
    check_state(state);
    g_assert_cmpuint(state->answers, ==, told.answers);
    g_assert_cmpuint(state->right, ==, told.right);
    g_assert_cmpuint(state->last, ==, told.last);
    g_assert_cmpuint(state->repetition.due, ==, told.repetition.due);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gsize length;
    g_autoptr(GError) error = NULL, fault = NULL;
    g_autofree char *path = fuzz_file("problems.ini", data, size);
    g_autoptr(GHashTable) states = tab_problem_progress_load(path, &error);
    fuzz_check_error(states != NULL, error, path);
    if (!states) {
        const TabProblemAnswer answer = {"some", 5, 0, TODAY};
        g_assert_false(tab_problem_progress_answer(path, &answer, NULL, &fault));
        fuzz_check_error(FALSE, fault, path);
        g_autofree char *left = fuzz_read(path, &length);
        g_assert_cmpmem(left, length, data, size);
        return 0;
    }
    GHashTableIter iter;
    gpointer key, state;
    guint quality = 0;
    g_hash_table_iter_init(&iter, states);
    while (g_hash_table_iter_next(&iter, &key, &state)) {
        check_state(state);
        check_answer(path, key, quality++ % 6);
    }
    check_answer(path, "0123456789abcdef", 4);
    return 0;
}
