// SPDX-License-Identifier: GPL-3.0-or-later
// `tab-tables regret`.
#pragma once

#include <stdbool.h>

#include <glib.h>

G_BEGIN_DECLS

/* argv[0] is the command's own name. `stopped` is asked now and then whether to stop. Prints the
 * report; false with an error if there is none, or if an engine had faults (the report is printed
 * then). */
bool tab_regret_command(int argc, char **argv, bool (*stopped)(void), GError **error);

G_END_DECLS
