// SPDX-License-Identifier: GPL-3.0-or-later
// Levels as people read them: with their interval, and beyond those that were asked.
#include <math.h>

#include "gui/model/level-text.h"
#include "local-text.h"

static void test_texts(void)
{
    static const struct {
        TabLevelRating rating;
        const char *text;
    } rows[] = {
        {{4.25, 3, 5.5}, "4.2 (3.0 to 5.5)"},
        {{4, 4, 4}, "4.0 (4.0 to 4.0)"},
        {{4, NAN, NAN}, "4.0"}, /* too few decisions for an error */
        {{4, 2, NAN}, "4.0"},
        {{NAN, NAN, NAN}, ""}, /* none */
        {{INFINITY, 8, INFINITY}, "\u2066>10\u2069 (8.0 to \u2066>10\u2069)"},
        {{-INFINITY, -INFINITY, 1.5}, "\u2066<0\u2069 (\u2066<0\u2069 to 1.5)"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = tab_level_text(&rows[i].rating);
        g_assert_cmpstr(text, ==, tab_local_text(rows[i].text));
    }
}

int main(int argc, char *argv[])
{
    setlocale(LC_ALL, "");
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/level-text/texts", test_texts);
    return g_test_run();
}
