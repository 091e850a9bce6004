// SPDX-License-Identifier: GPL-3.0-or-later
// `tab-match luck`: how lucky recorded games were, and their score without luck.
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Runs the command, `argv[0]` being its name; prints to standard output and standard error and
 * returns the exit status: 0; 1 for wrong usage, a file that cannot be read, a judge that failed in
 * a game. */
int tab_luck_main(int argc, char **argv);

G_END_DECLS
