// SPDX-License-Identifier: GPL-3.0-or-later
// Small tables for tests, built on the spot.
#pragma once

#include "engine/lab/solving/build.h"

/* A new folder; free the name with g_free after the folder was removed with all files in it. */
char *table_folder_new(void);
void table_folder_remove(const char *folder);

/* A build that is ready to run, of values as f64. */
TabBuild *table_prepare(const char *rules, unsigned more, unsigned fewer, double tail,
                        unsigned threads, const char *output);
/* A finished build whose values are in memory; its file is taken away again. */
TabBuild *table_build(const char *rules, unsigned more, unsigned fewer, double tail,
                      unsigned threads);
/* The value of a position that the build has. */
double table_value(const TabBuild *build, const TabPosition *position);
