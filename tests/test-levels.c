// SPDX-License-Identifier: GPL-3.0-or-later
// The levels: one above the other, and an Elo scale that meets them.
#include <glib.h>

#include "engine/levels.h"

static void every_level_is_stronger(void)
{
    for (unsigned level = 1; level <= TAB_LEVELS_TOP; level++) {
        TabWeakness below = tab_levels_weakness(level - 1), weakness = tab_levels_weakness(level);
        unsigned step = tab_levels_elo(level) - tab_levels_elo(level - 1);
        g_assert_true(weakness.noise < below.noise || weakness.depth > below.depth);
        g_assert_cmpuint(step, >=, 100);
        g_assert_cmpuint(step, <=, 250);
    }
    TabWeakness top = tab_levels_weakness(TAB_LEVELS_TOP + 5);
    g_assert_true(top.noise == 0 && top.depth == 0);
}

static void elo_meets_the_levels(void)
{
    for (unsigned level = 0; level <= TAB_LEVELS_TOP; level++) {
        TabWeakness at = tab_levels_weakness(level),
                    by = tab_levels_weakness_for_elo(tab_levels_elo(level));
        g_assert_cmpfloat_with_epsilon(at.noise, by.noise, 1e-12);
        g_assert_cmpuint(at.depth, ==, by.depth);
    }
    double noise = G_MAXDOUBLE;
    for (unsigned elo = tab_levels_elo(0); elo < tab_levels_elo(1); elo++) {
        double next = tab_levels_weakness_for_elo(elo).noise;
        g_assert_cmpfloat(next, <, noise);
        noise = next;
    }
    /* Between level 9 and the top: less noise, then deeper looks without any. */
    TabWeakness before = tab_levels_weakness(9);
    for (unsigned elo = tab_levels_elo(9); elo < tab_levels_elo(TAB_LEVELS_TOP); elo++) {
        TabWeakness now = tab_levels_weakness_for_elo(elo);
        g_assert_true(now.noise < before.noise ||
                      (now.noise == before.noise && now.depth >= before.depth));
        g_assert_cmpuint(now.depth, >, 0);
        before = now;
    }
    g_assert_true(before.noise == 0 && before.depth == 2);
    g_assert_cmpfloat(tab_levels_weakness_for_elo(0).noise, ==, tab_levels_weakness(0).noise);
    g_assert_cmpfloat(tab_levels_weakness_for_elo(G_MAXUINT).noise, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/levels/every-level-is-stronger", every_level_is_stronger);
    g_test_add_func("/levels/elo-meets-the-levels", elo_meets_the_levels);
    return g_test_run();
}
