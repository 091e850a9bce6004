// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to the tree of a game record: lines taken out, variations made the main line.
#include "protocol/game/record-private.h"

static TabRecordNode *sibling_before(const TabRecordNode *node)
{
    TabRecordNode *before = node->parent->child;
    if (before == node)
        return NULL;
    while (before->next != node)
        before = before->next;
    return before;
}

/* Takes a node with all below it off its parent. */
static void detach(TabRecordNode *node)
{
    TabRecordNode *parent = node->parent, *before = sibling_before(node);
    if (before)
        before->next = node->next;
    else
        parent->child = node->next;
    if (parent->last_child == node)
        parent->last_child = before;
    node->next = NULL;
}

void tab_record_remove(TabRecord *record, TabRecordNode *node)
{
    g_return_if_fail(node->parent);
    detach(node);
    record->n_nodes -= tab_record_free_tree(record, node);
}

void tab_record_promote(TabRecordNode *node)
{
    g_return_if_fail(node->parent);
    TabRecordNode *parent = node->parent;
    if (parent->child == node)
        return;
    detach(node);
    node->next = parent->child;
    parent->child = node;
}

bool tab_record_is_main(const TabRecordNode *node)
{
    for (; node->parent; node = node->parent)
        if (node->parent->child != node)
            return false;
    return true;
}

void tab_record_append_line(TabRecord *record, const TabRecordNode *node)
{
    g_autoptr(GPtrArray) path = g_ptr_array_new();
    TabRecordNode *end = record->root;
    for (; node->parent; node = node->parent)
        g_ptr_array_add(path, (gpointer)node);
    for (guint i = path->len; i-- > 0;) {
        const TabRecordNode *turn = path->pdata[i];
        end = tab_record_take_node(record, end, turn->number, turn->side, g_strdup(turn->throws),
                                   g_strdup(turn->turn));
    }
}
