// SPDX-License-Identifier: GPL-3.0-or-later
// What `tab-tables probe` prints.
#pragma once

#include "engine/tables/probe.h"

/* Prints what the table at `path` knows about a position of its rules (five fields, RULES.md 8), to
 * standard output: `value V bound B` first. Without throws V is the value before the throw, with
 * throws that are not complete (`1+`) the mean over how they can go on. With complete throws it is
 * that of the best outcome, and a line `outcome V TURN` follows for each, best first; V is always
 * the chance of the side to move. */
bool tab_probe_command(const char *path, const char *position, GError **error);
