// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation: reads commands, keeps reading while the engine works, and ends when told to.
#pragma once

#include <glib.h>

/* Serves one controller on these descriptors until `quit` or the end of input; returns the exit
 * status. */
int tab_loop_run(int input, int output);
