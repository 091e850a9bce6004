// SPDX-License-Identifier: GPL-3.0-or-later
// Finds engines of the build tree.
#include "built-engine.h"

#include <string.h>

/* What sanitizers, coverage and GLib are told of the programs under test. */
static const char *const told[] = {"ASAN_OPTIONS",      "LSAN_OPTIONS",    "UBSAN_OPTIONS",
                                   "TSAN_OPTIONS",      "GCOV_PREFIX",     "GCOV_PREFIX_STRIP",
                                   "LLVM_PROFILE_FILE", "LD_LIBRARY_PATH", "G_DEBUG",
                                   "G_SLICE",           "LD_PRELOAD"};

TabEngineConfig *built_engine(const char *command)
{
    const char *root = g_getenv("TAB_BUILD_ROOT");
    g_assert_nonnull(root);
    g_autofree char *line = g_build_filename(root, command, NULL);
    g_auto(GStrv) argv = g_strsplit(line, "|", -1);
    TabEngineConfig *config = tab_engine_config_new((const char *const *)argv);
    for (guint i = 0; i < G_N_ELEMENTS(told); i++)
        if (g_getenv(told[i]) &&
            (strcmp(told[i], "LD_PRELOAD") || g_getenv("TSAN_OPTIONS"))) /* tsan-glib.c */
            tab_engine_config_set_environment(config, told[i], g_getenv(told[i]));
    return config;
}
