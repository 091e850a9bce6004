// SPDX-License-Identifier: GPL-3.0-or-later
// `tab-match conform`: asks an engine every point of the protocol's norm and prints the verdicts.
#pragma once

#include <glib.h>

/* The whole sub-command: reads the command line (argv[0] is what usage calls it), starts the engine
 * as often as it takes, and prints TAP on standard output, complaints about the usage on standard
 * error. Returns the exit status: 0 if every point holds or is skipped, else 1, also for wrong
 * usage and an engine that cannot be started. Sets SIGPIPE to be ignored. */
int tab_conform_main(int argc, char **argv);
