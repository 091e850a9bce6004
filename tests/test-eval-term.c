// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that answer `eval`.
#include "protocol/codec/eval-term.h"

#include <math.h>

static gboolean take(TabEvalAnswer *answer, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    return tab_eval_answer_take(answer, words);
}

static void test_good(void)
{
    g_autoptr(TabEvalAnswer) answer = tab_eval_answer_new();
    g_assert_true(isnan(answer->win));
    g_assert_true(take(answer, "term exposed mover 1.25 enemy 0 adds -0.5"));
    g_assert_true(take(answer, "term turn adds 1e-3"));
    g_assert_true(take(answer, "win 0.625"));
    g_assert_cmpuint(answer->terms->len, ==, 2);
    const TabEvalTerm *exposed = &g_array_index(answer->terms, TabEvalTerm, 0),
                      *turn = &g_array_index(answer->terms, TabEvalTerm, 1);
    g_assert_cmpstr(exposed->name, ==, "exposed");
    g_assert_true(exposed->of_sides);
    g_assert_cmpfloat(exposed->mover, ==, 1.25);
    g_assert_cmpfloat(exposed->enemy, ==, 0);
    g_assert_cmpfloat(exposed->adds, ==, -0.5);
    g_assert_cmpstr(turn->name, ==, "turn");
    g_assert_false(turn->of_sides);
    g_assert_cmpfloat(turn->adds, ==, 1e-3);
    g_assert_cmpfloat(answer->win, ==, 0.625);
}

static void test_bad(void)
{
    static const char *const lines[] = {
        "",
        "win",
        "win 2",
        "win -0.1",
        "win nan",
        "win 0.5 more",
        "term",
        "term exposed",
        "term exposed adds",
        "term exposed adds much",
        "term exposed adds inf",
        "term exposed mover 1 adds 2",
        "term exposed mover 1 enemy x adds 2",
        "term exposed enemy 1 mover 2 adds 3",
        "term exposed mover 1 enemy 2 adds 3 more 4",
        "verdict good",
        "verdict exposed adds 1",
        "term exposed wins 1",
        "term exposed mover x enemy 1 adds 2",
        "term exposed mover 1 foe 2 adds 3",
        "term exposed mover 1 enemy 2 wins 3",
        "win ",
        "win 1e999",
    };
    g_autoptr(TabEvalAnswer) answer = tab_eval_answer_new();
    for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_test_message("%s", lines[i]);
        g_assert_false(take(answer, lines[i]));
    }
    g_assert_cmpuint(answer->terms->len, ==, 0);
    g_assert_true(isnan(answer->win));
}

static void test_many(void)
{
    g_autoptr(TabEvalAnswer) answer = tab_eval_answer_new();
    for (guint i = 0; i < TAB_EVAL_MAX_TERMS + 10; i++)
        g_assert_true(take(answer, "term x adds 1"));
    g_assert_cmpuint(answer->terms->len, ==, TAB_EVAL_MAX_TERMS);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/eval-term/good", test_good);
    g_test_add_func("/eval-term/bad", test_bad);
    g_test_add_func("/eval-term/many", test_many);
    return g_test_run();
}
