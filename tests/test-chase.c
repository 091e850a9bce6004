// SPDX-License-Identifier: GPL-3.0-or-later
// The chance to win by the gap between two lone pieces, and its figure.
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "engine/lab/measuring/chase.h"
#include "engine/tables/probe.h"
#include "rules-fixture.h"

static TabTables *open_shipped(const char *preset)
{
    g_autofree char *name = g_strconcat(preset, "-2v1.tabtable", NULL);
    g_autofree char *path =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "data", "tables", name, NULL);
    g_autoptr(GError) error = NULL;
    TabTables *tables = tab_tables_open(path, &error);
    g_assert_no_error(error);
    return tables;
}

static double value_of(const TabTables *tables, const char *text)
{
    const TabTable *table = tab_tables_get(tables, 0);
    g_autoptr(TabProbe) probe = tab_probe_new(tables, table->rules);
    g_autofree TabSituation *situation = situation_for(table->rules, text);
    TabProbed found;
    g_assert_true(tab_probe_value(probe, &situation->position, &found));
    return found.value;
}

/* Gaps counted by hand, over both corners of the circle and for either side. */
static void by_hand(void)
{
    static const struct {
        const char *position;
        unsigned gap;
    } rows[] = {
        {"9/9/6tT1/9 w - - 1", 1}, {"9/t8/T8/9 w - - 1", 1},  {"9/8T/8t/9 w - - 1", 1},
        {"9/9/t7T/9 w - - 1", 8},  {"9/8t/8T/9 w - - 1", 17}, {"9/2t1T4/9/9 b - - 1", 2},
    };
    g_autoptr(TabTables) tables = open_shipped("walker");
    TabChaseCurve curve;
    tab_chase_curve(tab_tables_get(tables, 0), &curve);
    g_assert_cmpuint(curve.length, ==, 18);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++)
        g_assert_cmpfloat(fabs(value_of(tables, rows[i].position) - curve.mean[rows[i].gap]), <,
                          1e-6);
}

/* Where row 4 is closed to them, all places are alike; under jordan they are not. */
static void places(void)
{
    static const char *const presets[] = {"walker", "standard", "lane", "ludii", "jordan"};
    for (unsigned i = 0; i < G_N_ELEMENTS(presets); i++) {
        g_autoptr(TabTables) tables = open_shipped(presets[i]);
        TabChaseCurve curve;
        double spread = 0;
        tab_chase_curve(tab_tables_get(tables, 0), &curve);
        for (unsigned gap = 1; gap < curve.length; gap++) {
            g_assert_cmpfloat(curve.least[gap], <=, curve.mean[gap] + 1e-12);
            g_assert_cmpfloat(curve.mean[gap], <=, curve.most[gap] + 1e-12);
            spread = MAX(spread, curve.most[gap] - curve.least[gap]);
        }
        if (!strcmp(presets[i], "jordan"))
            g_assert_cmpfloat(spread, >, 0.01);
        else
            g_assert_cmpfloat(spread, <, 1e-12);
    }
}

static void figure(void)
{
    g_autofree char *folder = g_dir_make_tmp("gap-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "gap.svg", NULL);
    g_autofree char *part = g_strconcat(path, ".part", NULL);
    g_autofree char *bad = g_build_filename(folder, "none", "gap.svg", NULL);
    g_autoptr(TabTables) tables = open_shipped("walker");
    const char *name = "walker";
    TabChaseCurve curve;
    g_autoptr(GError) error = NULL, refused = NULL;
    tab_chase_curve(tab_tables_get(tables, 0), &curve);
    if (!tab_chase_draw(&curve, &name, 1, path, &error)) {
        g_assert_nonnull(strstr(error->message, "without cairo"));
        g_rmdir(folder);
        g_test_skip("built without cairo");
        return;
    }
    g_autofree char *svg = NULL;
    g_assert_true(g_file_get_contents(path, &svg, NULL, NULL));
    g_assert_nonnull(strstr(svg, "<svg"));
    g_assert_false(g_file_test(part, G_FILE_TEST_EXISTS));
    g_assert_false(tab_chase_draw(&curve, &name, 1, bad, &refused));
    g_assert_nonnull(strstr(refused->message, bad));
    g_unlink(path);
    g_rmdir(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/chase/by-hand", by_hand);
    g_test_add_func("/chase/places", places);
    g_test_add_func("/chase/figure", figure);
    return g_test_run();
}
