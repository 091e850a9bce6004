// SPDX-License-Identifier: GPL-3.0-or-later
// Shares in per cent as people read them.
#include "gui/model/number-text.h"

static void check(char *text, const char *wanted)
{
    g_assert_cmpstr(text, ==, wanted);
    g_free(text);
}

static void test_percent(void)
{
    check(tab_number_text_percent(0.525, 1), "52.5 %");
    check(tab_number_text_percent(0.526, 0), "53 %");
    check(tab_number_text_percent(0, 0), "0 %");
    check(tab_number_text_percent(1, 0), "100 %");
}

static void test_change(void)
{
    check(tab_number_text_change(0.013, 1), "+1.3 %");
    check(tab_number_text_change(-0.004, 1), "−0.4 %");
    check(tab_number_text_change(-0.0004, 1), "+0.0 %");
    check(tab_number_text_change(-0.006, 0), "−1 %");
    check(tab_number_text_change(0, 0), "+0 %");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/number-text/percent", test_percent);
    g_test_add_func("/number-text/change", test_change);
    return g_test_run();
}
