// SPDX-License-Identifier: GPL-3.0-or-later
// Writes headings, tables and escaped text.
#include "protocol/text/html.h"

#include <math.h>

#include "protocol/text/plain-text.h"

static const char style[] =
    ":root{color-scheme:light dark;--back:#fff;--text:#1c1e21;--soft:#5f6368;--grid:#e2e4e7;"
    "--won:#2a6fc9;--drawn:#a3a8ae;--lost:#cf6a1f}\n"
    "@media (prefers-color-scheme:dark){:root{--back:#15171a;--text:#e4e6e9;--soft:#a0a6ad;"
    "--grid:#2c3036;--won:#5a9df0;--drawn:#6c737b;--lost:#e0873c}}\n"
    "body{margin:0;background:var(--back);color:var(--text);"
    "font:16px/1.5 system-ui,'Noto Sans',sans-serif}\n"
    "main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}\n"
    "h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem;overflow-wrap:anywhere}\n"
    "h2{font-size:1.15rem;margin:2.25rem 0 .25rem}\n"
    "p{margin:.25rem 0 .75rem;max-width:46rem;overflow-wrap:anywhere}\n"
    ".headline{font-size:2.5rem;line-height:1.2;margin:0}\n"
    "small,.soft,footer{color:var(--soft);font-size:.85rem}\n"
    "dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));"
    "gap:.75rem 1.5rem;margin:1.25rem 0}\n"
    "dt{color:var(--soft);font-size:.85rem}\n"
    "dd{margin:0;font-size:1.1rem}\n"
    "dd small{display:block}\n"
    ".scroll{overflow-x:auto}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}\n"
    "th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid var(--grid);"
    "white-space:nowrap}\n"
    "thead th{color:var(--soft);font-weight:normal;max-width:12rem;overflow:hidden;"
    "text-overflow:ellipsis}\n"
    "th:first-child{text-align:left;padding-left:0;font-weight:normal}\n"
    "tbody th{max-width:20rem;white-space:normal;overflow-wrap:anywhere;min-width:8rem}\n"
    ".settings td{text-align:left;white-space:normal;overflow-wrap:anywhere}\n"
    ".settings thead{display:none}\n"
    ".settings tbody th{color:var(--soft);min-width:8rem}\n"
    "svg.plot{display:block;width:100%;min-width:34rem;height:auto;margin:.5rem 0}\n"
    "svg.cell,svg.swatch{vertical-align:middle}\n"
    ".legend svg{margin-left:.75rem}.legend svg:first-child{margin-left:0}\n"
    "svg text{fill:var(--soft);font-family:inherit}\n"
    "line.grid{stroke:var(--grid)}line.soft,polyline.soft{stroke:var(--soft)}\n"
    "polyline.won{stroke:var(--won)}rect.won,polygon.won,circle.won{fill:var(--won)}\n"
    "rect.drawn{fill:var(--drawn)}rect.lost{fill:var(--lost)}\n"
    "footer{margin-top:3rem}\n"
    "@media print{main{max-width:none;padding:0}h2{break-after:avoid}"
    "svg.plot,tr{break-inside:avoid}"
    /* paper cannot be scrolled: what would be cut is wrapped, and smaller */
    ".scroll{overflow:visible}svg.plot{min-width:0}table{font-size:.75rem}"
    "th,td{padding:.2rem .35rem}th,td,thead th{white-space:normal;max-width:none;"
    "overflow:visible}tbody th{min-width:4rem}}\n";

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

void tab_html_page_begin(GString *page, const char *title, const char *more_style)
{
    g_string_append(page, "<!DOCTYPE html>\n"
                          "<html lang=\"en\">\n<head>\n"
                          "<meta charset=\"utf-8\"/>\n"
                          "<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>");
    tab_html_text(page, title);
    g_string_append_printf(page, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<main>\n<h1>",
                           style, more_style);
    tab_html_text(page, title);
    g_string_append(page, "</h1>\n");
}

void tab_html_page_end(GString *page)
{
    g_string_append(page,
                    "<footer>tab-match " TAB_VERSION "</footer>\n</main>\n</body>\n</html>\n");
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
