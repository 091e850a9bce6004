// SPDX-License-Identifier: GPL-3.0-or-later
// Writes headings, tables and escaped text.
#include "protocol/text/html.h"

#include <math.h>

#include "protocol/text/plain-text.h"

void tab_html_text(GString *page, const char *text)
{
    g_autofree char *plain = tab_plain_text(text);
    g_autofree char *escaped = g_markup_escape_text(plain, -1);
    g_string_append(page, escaped);
}

static void put_element(GString *page, const char *name, const char *text)
{
    g_string_append_printf(page, "<%s>", name);
    tab_html_text(page, text);
    g_string_append_printf(page, "</%s>", name);
}

void tab_html_name(GString *page, const char *name)
{
    put_element(page, "bdi", name);
}

void tab_html_heading(GString *page, const char *title, const char *text)
{
    put_element(page, "h2", title);
    if (text)
        put_element(page, "p", text);
    g_string_append_c(page, '\n');
}

void tab_html_table_begin(GString *page, const char *title, const char *text,
                          const char *const *headings)
{
    if (title)
        tab_html_heading(page, title, text);
    g_string_append(page, "<div class=\"scroll\"><table>\n<thead><tr>");
    for (; *headings; headings++) {
        g_string_append(page, "<th scope=\"col\">");
        tab_html_text(page, *headings);
        g_string_append(page, "</th>");
    }
    g_string_append(page, "</tr></thead>\n<tbody>\n");
}

void tab_html_table_end(GString *page)
{
    g_string_append(page, "</tbody></table></div>\n");
}

void tab_html_row_begin(GString *page, const char *before, const char *name, const char *after)
{
    g_string_append(page, "<tr><th scope=\"row\">");
    tab_html_text(page, before ? before : "");
    tab_html_name(page, name);
    tab_html_text(page, after ? after : "");
    g_string_append(page, "</th>");
}

void tab_html_row_end(GString *page)
{
    g_string_append(page, "</tr>\n");
}

void tab_html_cell(GString *page, const char *text)
{
    put_element(page, "td", text);
}

void tab_html_take_cell(GString *page, char *text)
{
    tab_html_cell(page, text);
    g_free(text);
}

void tab_html_cell_count(GString *page, guint64 count)
{
    g_string_append_printf(page, "<td>%" G_GUINT64_FORMAT "</td>", count);
}

void tab_html_cell_number(GString *page, double number, guint decimals)
{
    g_string_append(page, "<td>");
    if (!isnan(number))
        tab_plain_text_append_number(page, number, decimals, FALSE);
    g_string_append(page, "</td>");
}

void tab_html_figure(GString *page, const char *term, char *value, char *note)
{
    g_string_append(page, "<div>");
    put_element(page, "dt", term);
    g_string_append(page, "<dd>");
    tab_html_text(page, value);
    if (note) {
        g_string_append_c(page, ' ');
        put_element(page, "small", note);
    }
    g_string_append(page, "</dd></div>\n");
    g_free(value);
    g_free(note);
}
