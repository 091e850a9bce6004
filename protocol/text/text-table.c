// SPDX-License-Identifier: GPL-3.0-or-later
// Pads the cells of each column to the widest of them.
#include "protocol/text/text-table.h"

#include "protocol/text/plain-text.h"

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

static guint column_width(const TabTextTable *table, guint column)
{
    guint width = 0;
    for (guint i = column; i < table->cells->len; i += table->columns)
        width = MAX(width, tab_plain_text_columns(g_ptr_array_index(table->cells, i)));
    return width;
}

static void strip_end(GString *string)
{
    while (string->len && string->str[string->len - 1] == ' ')
        g_string_truncate(string, string->len - 1);
}

void tab_text_table_append(const TabTextTable *table, GString *string)
{
    g_autofree guint *widths = g_new(guint, table->columns);
    for (guint column = 0; column < table->columns; column++)
        widths[column] = column_width(table, column);
    for (guint i = 0; i < table->cells->len; i++) {
        guint column = i % table->columns;
        if (column)
            g_string_append(string, "  ");
        tab_plain_text_append_padded(string, g_ptr_array_index(table->cells, i), widths[column],
                                     column >= table->left);
        if (column + 1 == table->columns) {
            strip_end(string);
            g_string_append_c(string, '\n');
        }
    }
}
