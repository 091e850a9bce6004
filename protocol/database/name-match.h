// SPDX-License-Identifier: GPL-3.0-or-later
// Names as people look for them, as a function of SQL.
#pragma once

#include <sqlite3.h>

/* Gives the connection the function name_matches(pattern, name): whether the whole name is the
 * pattern's, in which * stands for any characters and ? for one, in capitals or not. A result code
 * of SQLite. */
int tab_name_match_register(sqlite3 *handle);
