// SPDX-License-Identifier: GPL-3.0-or-later
// Finds engines of the build tree.
#include "built-engine.h"

TabEngineConfig *built_engine(const char *command)
{
    const char *root = g_getenv("TAB_BUILD_ROOT");
    g_assert_nonnull(root);
    g_autofree char *line = g_build_filename(root, command, NULL);
    g_auto(GStrv) argv = g_strsplit(line, "|", -1);
    return tab_engine_config_new((const char *const *)argv);
}
