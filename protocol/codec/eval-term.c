// SPDX-License-Identifier: GPL-3.0-or-later
// The lines by which an engine answers `eval`: what its evaluation looks at, and the chance to win.
#include "protocol/codec/eval-term.h"

#include <math.h>

static void clear_term(gpointer data)
{
    g_free(((TabEvalTerm *)data)->name);
}

TabEvalAnswer *tab_eval_answer_new(void)
{
    TabEvalAnswer *answer = g_new(TabEvalAnswer, 1);
    *answer = (TabEvalAnswer){g_array_new(FALSE, FALSE, sizeof(TabEvalTerm)), NAN};
    g_array_set_clear_func(answer->terms, clear_term);
    return answer;
}

void tab_eval_answer_free(TabEvalAnswer *answer)
{
    if (!answer)
        return;
    g_array_unref(answer->terms);
    g_free(answer);
}

static gboolean read_number(const char *text, double *number)
{
    char *end;
    *number = g_ascii_strtod(text, &end);
    return *text && !*end && isfinite(*number);
}

/* The numbers behind the name of a term. */
static gboolean read_term(char *const *words, guint n, TabEvalTerm *term)
{
    term->of_sides = n == 6;
    if (n == 6 && (!g_str_equal(words[0], "mover") || !read_number(words[1], &term->mover) ||
                   !g_str_equal(words[2], "enemy") || !read_number(words[3], &term->enemy)))
        return FALSE;
    return (n == 2 || n == 6) && g_str_equal(words[n - 2], "adds") &&
           read_number(words[n - 1], &term->adds);
}

gboolean tab_eval_answer_take(TabEvalAnswer *answer, char *const *words)
{
    guint n = g_strv_length((char **)words);
    TabEvalTerm term = {0};
    double win;
    if (n == 2 && g_str_equal(words[0], "win")) {
        if (!read_number(words[1], &win) || win < 0 || win > 1)
            return FALSE;
        answer->win = win;
        return TRUE;
    }
    if (n < 4 || !g_str_equal(words[0], "term") || !read_term(words + 2, n - 2, &term))
        return FALSE;
    if (answer->terms->len < TAB_EVAL_MAX_TERMS) {
        term.name = g_strdup(words[1]);
        g_array_append_val(answer->terms, term);
    }
    return TRUE;
}
