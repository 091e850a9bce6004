// SPDX-License-Identifier: GPL-3.0-or-later
// Replays a record by the rules alone, beside what TabGame does, and saves records for tests.
#pragma once

#include "protocol/game/record-text.h"

/* The situation that `node` leads to. */
static inline void find_situation(const TabRecord *record, const TabRecordNode *node,
                                  TabSituation *situation)
{
    g_autoptr(GPtrArray) path = g_ptr_array_new();
    for (; node->parent; node = node->parent)
        g_ptr_array_add(path, (gpointer)node);
    *situation = record->start;
    for (guint i = path->len; i-- > 0;) {
        const TabRecordNode *step = g_ptr_array_index(path, i);
        TabTurn turn;
        TabPosition after;
        bool ok = tab_notation_parse_throws(record->rules, step->throws, &situation->throws, NULL);
        g_assert(ok);
        if (!step->turn)
            break;
        ok = tab_notation_parse_turn(record->rules, situation, step->turn, &turn, &after, NULL);
        g_assert(ok);
        situation->position = after;
        situation->throws.n = 0;
        situation->throws.more = false;
    }
}

/* Saves the games with one empty line between them. */
static inline void save_records(GPtrArray *records, const char *path)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < records->len; i++) {
        g_string_append(text, i ? "\n" : "");
        tab_record_write(g_ptr_array_index(records, i), text);
    }
    g_assert_true(g_file_set_contents(path, text->str, (gssize)text->len, NULL));
}
