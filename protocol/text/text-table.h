// SPDX-License-Identifier: GPL-3.0-or-later
// A table of plain text, its columns aligned by what a terminal shows.
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct TabTextTable TabTextTable;

/* `columns` a row. The first `left` of them are aligned to the left, the others to the right. */
TabTextTable *tab_text_table_new(guint columns, guint left);
void tab_text_table_free(TabTextTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabTextTable, tab_text_table_free)

/* Adds the next cell, row by row; takes the text, which is printable (tab_plain_text()). */
void tab_text_table_take(TabTextTable *table, char *text);
/* Appends the rows, each ended by a newline, with two blanks between columns and none at the end.
 */
void tab_text_table_append(const TabTextTable *table, GString *string);

G_END_DECLS
