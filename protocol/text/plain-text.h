// SPDX-License-Identifier: GPL-3.0-or-later
// Text of one line for terminals and pages: made printable, measured, cut and padded by the columns
// that it takes; numbers in the C locale; tables.
#pragma once

#include <glib.h>

/* A copy that can be shown anywhere: valid UTF-8, a blank for each control character, those that
 * turn the direction of text, and what XML does not allow. Free with g_free. */
char *tab_plain_text(const char *text);
/* The same, but the ends of lines stay: for errors, which may quote what an engine has said. */
char *tab_plain_text_lines(const char *text);

/* Columns of a terminal that a printable text takes: two for wide characters, none for marks. */
guint tab_plain_text_columns(const char *text);

/* The text in at most `columns` columns, with an ellipsis for what is left out. Free with g_free.
 */
char *tab_plain_text_cut(const char *text, guint columns);
/* Appends the text, and blanks (after it, or before it with `right`) up to `columns` columns. */
void tab_plain_text_append_padded(GString *string, const char *text, guint columns, gboolean right);

/* Appends a number with a fixed number of decimals in the C locale; with `sign` also that of a
 * positive one; "-0.0" is never written. What is not finite becomes "inf", "-inf", "nan". */
void tab_plain_text_append_number(GString *string, double number, guint decimals, gboolean sign);
/* The same as text. Free with g_free. */
char *tab_plain_text_number(double number, guint decimals);
/* 0–1 as a percentage with two decimals and half its interval's width: "52.50% ±1.20". Free with
 * g_free. */
char *tab_plain_text_rate(double rate, double half_width);

/* Appends a field of a line of CSV (RFC 4180) as plain text, quoted where it must be; NULL is an
 * empty one. What a
 * spreadsheet would compute (=, +, - or @ in front of what is no number) gets a ' in front of it.
 */
void tab_plain_text_append_csv(GString *line, const char *field);

/* A table, its columns aligned by what a terminal shows. */

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
