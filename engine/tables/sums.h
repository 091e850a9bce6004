// SPDX-License-Identifier: GPL-3.0-or-later
// Which large tables were found to have the sum that they should have, so that it is worked out
// once a file and not once a start.
//
// A small key file in the user's cache remembers it by what tells one state of a file from
// another. It is written whole under another name, then renamed: of two programs that write at once
// one may lose what the other knew, which costs another look and nothing else. If there is no cache
// to be had, nothing is remembered.
#pragma once

#include <stdbool.h>
#include <sys/stat.h>

/* Whether the file in this state was found to have this sum. */
bool tab_sums_known(const struct stat *status, const char *sha256);
/* Remembers that it has it; NULL: that it has not what it should have. */
void tab_sums_note(const struct stat *status, const char *sha256);
