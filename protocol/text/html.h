// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of an HTML page, written so that it is well-formed XML too.
#pragma once

#include <glib.h>

/* Appends a text with everything escaped that means something in HTML or cannot stand in it. */
void tab_html_text(GString *page, const char *text);
/* The same for a name of somebody else's, whatever its script and direction. */
void tab_html_name(GString *page, const char *name);

/* Begins a page: its head with the style of all pages (light and dark, also for paper), and
 * `more_style` for what it alone has ("": nothing), and the title as the first heading; ends it,
 * with the name of the program. */
void tab_html_page_begin(GString *page, const char *title, const char *more_style);
void tab_html_page_end(GString *page);

/* A heading of the second level and the text under it, or NULL, both plain. */
void tab_html_heading(GString *page, const char *title, const char *text);

/* A table under such a heading (title NULL: none) with a row of headings, NULL-terminated; the
 * first column names the rows. */
void tab_html_table_begin(GString *page, const char *title, const char *text,
                          const char *const *headings);
void tab_html_table_end(GString *page);
/* The row's name, and words before and after it, or NULL. */
void tab_html_row_begin(GString *page, const char *before, const char *name, const char *after);
void tab_html_row_end(GString *page);

/* Cells of the row, in order. The second takes the text over. A number that is not known (NAN) is
 * an empty cell. */
void tab_html_cell(GString *page, const char *text);
void tab_html_take_cell(GString *page, char *text);
void tab_html_cell_count(GString *page, guint64 count);
void tab_html_cell_number(GString *page, double number, guint decimals);

/* A term and what is to be said of it, in a list of them, which is begun and ended by <dl> tags;
 * `note` in smaller letters, or NULL. Takes over the value and the note. */
void tab_html_figure(GString *page, const char *term, char *value, char *note);
