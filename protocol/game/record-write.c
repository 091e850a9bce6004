// SPDX-License-Identifier: GPL-3.0-or-later
// Writes game records: the canonical text of RULES.md 10.
#include "protocol/game/record-text.h"

#include <string.h>

static void write_quoted(const char *text, const char *special, GString *out)
{
    for (const char *p = text; *p;) {
        size_t plain = strcspn(p, special);
        g_string_append_len(out, p, (gssize)plain);
        p += plain;
        if (*p) {
            g_string_append_c(out, '\\');
            g_string_append_c(out, *p++);
        }
    }
}

static void write_comment(const char *comment, GString *out)
{
    g_string_append_c(out, '{');
    write_quoted(comment, "\\}", out);
    g_string_append_c(out, '}');
}

static void indent(unsigned depth, GString *out)
{
    for (unsigned i = 0; i < depth; i++)
        g_string_append(out, "  ");
}

static void write_number(uint32_t number, GString *out)
{
    char digits[10];
    int n = 0;
    do
        digits[n++] = (char)('0' + number % 10);
    while (number /= 10);
    while (n)
        g_string_append_c(out, digits[--n]);
}

/* Without printf, which would take most of the time: the window writes long games while it waits.
 */
static void write_turn(const TabRecordNode *node, unsigned depth, GString *out)
{
    indent(depth, out);
    write_number(node->number, out);
    g_string_append(out, node->side == TAB_WHITE ? ". w " : ". b ");
    g_string_append(out, node->throws);
    g_string_append_c(out, ' ');
    g_string_append(out, node->turn ? node->turn : "?");
    if (node->notes) {
        g_string_append_c(out, ' ');
        g_string_append(out, node->notes);
    }
    if (node->comment) {
        g_string_append_c(out, ' ');
        write_comment(node->comment, out);
    }
    g_string_append_c(out, '\n');
}

/* The turns below the root, each first child followed by its siblings in brackets. Walks by the
 * links: a line may be as long as it likes. */
static void write_tree(const TabRecord *record, GString *out)
{
    const TabRecordNode *node = record->root->child;
    unsigned depth = 0;
    while (node) {
        write_turn(node, depth, out);
        bool first = node == node->parent->child;
        if (first && node->next) {
            indent(depth++, out);
            g_string_append(out, "(\n");
            node = node->next;
            continue;
        }
        /* down; at the end of a line up to the variation's start, then its next sibling or the main
         * line's child */
        const TabRecordNode *then = node->child;
        while (!then && depth) {
            while (node == node->parent->child)
                node = node->parent;
            indent(--depth, out);
            g_string_append(out, ")\n");
            if (node->next) {
                indent(depth++, out);
                g_string_append(out, "(\n");
                then = node->next;
            } else {
                node = node->parent->child;
                then = node->child;
            }
        }
        node = then;
    }
}

void tab_record_write(const TabRecord *record, GString *text)
{
    for (guint i = 0; i < record->tags->len; i++) {
        const TabRecordTag *tag = &g_array_index(record->tags, TabRecordTag, i);
        g_string_append_printf(text, "[%s \"", tag->name);
        write_quoted(tag->value, "\\\"", text);
        g_string_append(text, "\"]\n");
    }
    g_string_append_c(text, '\n');
    if (record->root->comment) {
        write_comment(record->root->comment, text);
        g_string_append_c(text, '\n');
    }
    write_tree(record, text);
    g_string_append_printf(text, "%s\n", tab_record_result_text(record->result));
}
