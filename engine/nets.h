// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the network for a ruleset among the files of a folder, or takes the one it is told.
#pragma once

#include "engine/eval/net.h"

G_BEGIN_DECLS

/* The network for these rules, or NULL. `chosen` (its file's name being `name`) is taken if it
 * serves them. Else one of `folder` (NULL: none), where files are named `<preset>.net` and, for
 * several widths, `<preset>-wide.net`: one that serves the rules, or else one of their own preset
 * that fits the board, which knows most of what matters also where switches differ. A file that is
 * missing is no fault; one that is no good, or a chosen one that does not serve the rules, is: the
 * error says so, also when another network is returned. */
TabNet *tab_nets_find(const char *folder, const TabNetWeights *chosen, const char *name,
                      const TabRules *rules, const TabHits *hits, GError **error);

G_END_DECLS
