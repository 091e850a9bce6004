// SPDX-License-Identifier: GPL-3.0-or-later
// `tab-match merge`: joins the journals of a match that was played in parts.
#pragma once

/* argv[0] is the name of the command; returns the exit status (match-output.h). */
int tab_merge_main(int argc, char **argv);
