// SPDX-License-Identifier: GPL-3.0-or-later
// One picture of the help pages, told by a group of a key file and checked by the rules; no GTK.
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The keys of a group are one of these three kinds:
 *
 *   rules=walker          a board, with the rules string that it follows
 *   position=…            five fields (RULES.md 8); without it the start position
 *   turn=4:b9b5,2:b5b3    a legal turn: each of its plays is drawn as a way with an arrowhead
 *   choose=c8             or a cell: where the pile that stands there can go …
 *   throws=2,4            … with each of these throws (there must be a way with every one)
 *   top=true              … its top piece alone
 *
 *   sticks=4              the four sticks as they lie after this throw
 *
 *   stones=nmtf           stones in a row, a letter each as in a position's text
 *
 * Draws it on white as the PNG file `path`, 1.5 pixels a unit of length. G_KEY_FILE_ERROR for what
 * is missing or unknown, TAB_RULES_ERROR for what the rules do not allow, G_FILE_ERROR. The message
 * names the figure. */
gboolean tab_help_figure_draw(GKeyFile *figures, const char *name, const char *path,
                              GError **error);

G_END_DECLS
