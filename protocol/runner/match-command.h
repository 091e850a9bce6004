// SPDX-License-Identifier: GPL-3.0-or-later
// `tab-match` without a command word: plays.
#pragma once

/* argv[0] is the program; returns the exit status (match-output.h). */
int tab_match_main(int argc, char **argv);
