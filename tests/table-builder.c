// SPDX-License-Identifier: GPL-3.0-or-later
// Small tables for tests, built on the spot.
#include "table-builder.h"

#include <glib/gstdio.h>

#include "engine/tables/probe.h"
#include "rules-fixture.h"

char *table_folder_new(void)
{
    return g_dir_make_tmp("test-tables-XXXXXX", NULL);
}

void table_folder_remove(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    g_rmdir(folder);
}

TabBuild *table_prepare(const char *rules, unsigned more, unsigned fewer, double tail,
                        unsigned threads, const char *output)
{
    g_autoptr(GError) error = NULL;
    TabBuildPlan plan = {.set = ruleset_for(rules),
                         .more = more,
                         .fewer = fewer,
                         .tail = tail,
                         .format = TAB_VALUES_F64,
                         .threads = threads,
                         .output = output};
    TabBuild *build = tab_build_new(&plan, &error);
    g_assert_no_error(error);
    return build;
}

TabBuild *table_build(const char *rules, unsigned more, unsigned fewer, double tail,
                      unsigned threads)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = table_folder_new();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    TabBuild *build = table_prepare(rules, more, fewer, tail, threads, path);
    tab_build_run(build, NULL, NULL, &error);
    g_assert_no_error(error);
    table_folder_remove(folder);
    return build;
}

double table_value(const TabBuild *build, const TabPosition *position)
{
    uint64_t state = tab_layers_find(&build->layers, position);
    g_assert_cmpuint(state, !=, TAB_INDEX_TOO_MANY);
    return build->value[state];
}
