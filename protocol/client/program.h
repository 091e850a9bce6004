// SPDX-License-Identifier: GPL-3.0-or-later
// Why a program cannot be started, where the system says too little.
#pragma once

#include <glib.h>

/* The path of a program that was named without a slash: beside ours or in PATH. NULL with
 * TAB_CLIENT_ERROR_START, which says how a file in this folder is named, if that was meant. */
char *tab_program_locate(const char *name, GError **error);

/* What is wrong with `program`, a path looked up from `directory` (NULL: here), as people mend it:
 * it is not there, or not executable; the interpreter of its first line is not there, for which the
 * system blames the script; it is a text without such a line, which GLib would give to the shell,
 * whatever language it is in; the folder is not there. NULL if nothing is found, and for a program
 * without a slash. */
char *tab_program_find_fault(const char *program, const char *directory);
