// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as a collection of problems; what is accepted is written and read without
// loss.
#include <math.h>
#include <string.h>

#include "protocol/game/record-text.h"
#include "protocol/study/problem.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static GString *write_all(GPtrArray *problems)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < problems->len; i++)
        tab_record_write(((const TabProblem *)problems->pdata[i])->record, text);
    return text;
}

static void check_problem(const TabProblem *problem)
{
    g_assert_cmpuint(problem->n_turns, >=, 2);
    g_assert_cmpuint(problem->n_turns, <=, TAB_PROBLEM_MAX_TURNS);
    g_assert_cmpint(problem->played, <, (int)problem->n_turns);
    g_assert_cmpuint(strlen(problem->key), ==, 32);
    g_assert_true(isnan(problem->difficulty) ||
                  (problem->difficulty >= 0 && problem->difficulty <= 1));
    g_assert_true(isfinite(problem->gap) && isfinite(problem->gap_error));
    for (guint i = 0; i < problem->n_turns; i++) {
        const TabProblemTurn *turn = &problem->turns[i];
        g_assert_true(turn->value >= 0 && turn->value <= 1);
        g_assert_true(turn->loss >= 0 && turn->loss <= 1);
        g_assert_true(tab_problem_find(problem, &turn->after) == turn);
    }
    g_autofree char *source = tab_problem_describe_source(problem);
    g_assert_true(g_utf8_validate(source, -1, NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_strndup((const char *)data, size);
    if (strlen(text) < size)
        return 0; /* the file's reader has told that it is no text */
    g_autoptr(GPtrArray) problems = tab_problem_parse(text, size, &error);
    fuzz_check_error(problems != NULL, error, NULL);
    if (!problems)
        return 0;
    for (guint i = 0; i < problems->len; i++)
        check_problem(problems->pdata[i]);
    g_autoptr(GString) once = write_all(problems);
    g_autoptr(GPtrArray) again = tab_problem_parse(once->str, once->len, &error);
    g_assert_no_error(error);
    g_autoptr(GString) twice = write_all(again);
    g_assert_cmpstr(once->str, ==, twice->str);
    for (guint i = 0; i < problems->len; i++)
        g_assert_cmpstr(((TabProblem *)problems->pdata[i])->key, ==,
                        ((TabProblem *)again->pdata[i])->key);
    return 0;
}
