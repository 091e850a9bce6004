// SPDX-License-Identifier: GPL-3.0-or-later
// Measures and cuts UTF-8 by columns, and writes numbers the same everywhere.
#include "protocol/text/plain-text.h"

#include <math.h>
#include <string.h>

static char *make_plain(const char *text, gboolean lines)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *plain = g_string_new(NULL);
    for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        gboolean hidden = g_unichar_iscntrl(c) || (c >= 0x2028 && c <= 0x202e) ||
                          (c >= 0x2066 && c <= 0x2069) || c == 0xfffe || c == 0xffff;
        g_string_append_unichar(plain, hidden && !(lines && c == '\n') ? ' ' : c);
    }
    return g_string_free(plain, FALSE);
}

char *tab_plain_text(const char *text)
{
    return make_plain(text, FALSE);
}

char *tab_plain_text_lines(const char *text)
{
    return make_plain(text, TRUE);
}

static guint char_columns(gunichar c)
{
    if (g_unichar_iszerowidth(c))
        return 0;
    return g_unichar_iswide(c) ? 2 : 1;
}

guint tab_plain_text_columns(const char *text)
{
    guint columns = 0;
    for (; *text; text = g_utf8_next_char(text))
        columns += char_columns(g_utf8_get_char(text));
    return columns;
}

char *tab_plain_text_cut(const char *text, guint columns)
{
    if (tab_plain_text_columns(text) <= columns)
        return g_strdup(text);
    GString *string = g_string_new(NULL);
    guint used = 1; /* the ellipsis */
    for (; columns && *text; text = g_utf8_next_char(text)) {
        gunichar c = g_utf8_get_char(text);
        used += char_columns(c);
        if (used > columns)
            break;
        g_string_append_unichar(string, c);
    }
    g_string_append(string, columns ? "…" : "");
    return g_string_free(string, FALSE);
}

void tab_plain_text_append_padded(GString *string, const char *text, guint columns, gboolean right)
{
    guint used = tab_plain_text_columns(text);
    guint blanks = columns > used ? columns - used : 0;
    if (!right)
        g_string_append(string, text);
    for (guint i = 0; i < blanks; i++)
        g_string_append_c(string, ' ');
    if (right)
        g_string_append(string, text);
}

void tab_plain_text_append_number(GString *string, double number, guint decimals, gboolean sign)
{
    if (!isfinite(number)) {
        g_string_append(string, isnan(number) ? "nan"
                                : number < 0  ? "-inf"
                                : sign        ? "+inf"
                                              : "inf");
        return;
    }
    char format[8], text[400]; /* the longest double has 309 digits */
    g_snprintf(format, sizeof format, "%%%s.%uf", sign ? "+" : "", MIN(decimals, 17));
    if (fabs(number) < 0.5 * pow(10, -(double)decimals))
        number = 0;
    g_string_append(string, g_ascii_formatd(text, sizeof text, format, number));
}

char *tab_plain_text_number(double number, guint decimals)
{
    GString *string = g_string_new(NULL);
    tab_plain_text_append_number(string, number, decimals, FALSE);
    return g_string_free(string, FALSE);
}

char *tab_plain_text_rate(double rate, double half_width)
{
    GString *string = g_string_new(NULL);
    tab_plain_text_append_number(string, 100 * rate, 2, FALSE);
    g_string_append(string, "% ±");
    tab_plain_text_append_number(string, 100 * half_width, 2, FALSE);
    return g_string_free(string, FALSE);
}

/* Whether a spreadsheet would take a text for a formula, and so for a command: a number is none. */
static gboolean looks_like_formula(const char *field)
{
    char *end;
    if (!*field || !strchr("=+-@", *field) || !field[1])
        return FALSE;
    g_ascii_strtod(field, &end);
    return end == field || *end;
}

void tab_plain_text_append_csv(GString *line, const char *field)
{
    g_autofree char *plain = tab_plain_text(field ? field : "");
    g_autofree char *shown = looks_like_formula(plain) ? g_strconcat("'", plain, NULL) : NULL;
    field = shown ? shown : plain;
    if (!field[strcspn(field, ",\"")]) {
        g_string_append(line, field);
        return;
    }
    g_string_append_c(line, '"');
    for (; *field; field++) {
        if (*field == '"')
            g_string_append_c(line, '"');
        g_string_append_c(line, *field);
    }
    g_string_append_c(line, '"');
}

/* Tables. */

struct TabTextTable {
    guint columns, left;
    GPtrArray *cells;
};

TabTextTable *tab_text_table_new(guint columns, guint left)
{
    TabTextTable *table = g_new(TabTextTable, 1);
    *table = (TabTextTable){columns, left, g_ptr_array_new_with_free_func(g_free)};
    return table;
}

void tab_text_table_free(TabTextTable *table)
{
    g_ptr_array_unref(table->cells);
    g_free(table);
}

void tab_text_table_take(TabTextTable *table, char *text)
{
    g_ptr_array_add(table->cells, text);
}

static guint table_column_width(const TabTextTable *table, guint column)
{
    guint width = 0;
    for (guint i = column; i < table->cells->len; i += table->columns)
        width = MAX(width, tab_plain_text_columns(g_ptr_array_index(table->cells, i)));
    return width;
}

void tab_text_table_append(const TabTextTable *table, GString *string)
{
    g_autofree guint *widths = g_new(guint, table->columns);
    for (guint column = 0; column < table->columns; column++)
        widths[column] = table_column_width(table, column);
    for (guint i = 0; i < table->cells->len; i++) {
        guint column = i % table->columns;
        if (column)
            g_string_append(string, "  ");
        tab_plain_text_append_padded(string, g_ptr_array_index(table->cells, i), widths[column],
                                     column >= table->left);
        if (column + 1 == table->columns) {
            while (string->len && string->str[string->len - 1] == ' ')
                g_string_truncate(string, string->len - 1);
            g_string_append_c(string, '\n');
        }
    }
}
