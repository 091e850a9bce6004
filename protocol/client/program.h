// SPDX-License-Identifier: GPL-3.0-or-later
// Why a program cannot be started, where the system says too little.
#pragma once

#include <glib.h>

/* What is wrong with `program`, a path looked up from `directory` (NULL: here), as people mend it:
 * it is not there, or not executable; the interpreter of its first line is not there, for which the
 * system blames the script; it is a text without such a line, which GLib would give to the shell,
 * whatever language it is in. NULL if nothing is found, and for a program without a slash. */
char *tab_program_find_fault(const char *program, const char *directory);
