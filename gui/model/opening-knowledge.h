// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the first turns of a game: a file of openings that came with the program, looked
// up by the position on the board.
#pragma once

#include "protocol/study/opening-table.h"

typedef struct _TabOpeningKnowledge TabOpeningKnowledge;

/* Reads the file. An error, of G_FILE_ERROR or TAB_RULES_ERROR, names it. */
TabOpeningKnowledge *tab_opening_knowledge_read(const char *path, GError **error);
void tab_opening_knowledge_free(TabOpeningKnowledge *knowledge);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabOpeningKnowledge, tab_opening_knowledge_free)

/* The file that came with the program; NULL: there is none. Free with g_free. */
char *tab_opening_knowledge_find_file(void);

/* The turns that are known for this situation, as the side to move writes them, the best first, of
 * TabRolledTurn; NULL: none are. The rules are the same if all their switches are, whatever they
 * are called; the order of throws and the side do not matter, since positions are alike for both.
 * Free with g_array_unref. */
GArray *tab_opening_knowledge_look_up(const TabOpeningKnowledge *knowledge, const TabRules *rules,
                                      const TabSituation *situation);
