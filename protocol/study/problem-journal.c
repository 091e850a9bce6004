// SPDX-License-Identifier: GPL-3.0-or-later
// Problems are kept as the text of their records.
#include "protocol/study/problem-journal.h"

#include <string.h>

#include "protocol/game/record-text.h"
#include "protocol/text/json.h"

const TabGameJournalKind tab_problem_journal_kind = {"tab-problems", "a search for problems",
                                                     "a game that was searched"};

/* Free with g_free. */
static char *game_key(const TabRecord *game)
{
    g_autoptr(GString) text = g_string_new(NULL);
    tab_record_write(game, text);
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text->str, (gssize)text->len);
}

GPtrArray *tab_problem_journal_look_up(const TabGameJournal *journal, const TabRecord *game)
{
    g_autofree char *key = game_key(game);
    g_autoptr(JsonNode) node = tab_game_journal_look_up(journal, key);
    JsonObject *object = tab_json_as_object(node);
    JsonArray *texts = object ? tab_json_get_array(object, "problems") : NULL;
    if (!texts)
        return NULL;
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func((GDestroyNotify)tab_record_free);
    for (guint i = 0; i < json_array_get_length(texts); i++) {
        const char *text = tab_json_as_text(json_array_get_element(texts, i));
        g_autoptr(TabRecordReader) reader = text ? tab_record_reader_new(text, strlen(text)) : NULL;
        TabRecord *problem = reader ? tab_record_reader_next(reader, NULL) : NULL;
        if (!problem)
            return NULL;
        g_ptr_array_add(problems, problem);
    }
    return g_steal_pointer(&problems);
}

gboolean tab_problem_journal_add(TabGameJournal *journal, const TabRecord *game,
                                 const GPtrArray *problems, GError **error)
{
    g_autofree char *key = game_key(game);
    g_autoptr(JsonBuilder) builder = json_builder_new();
    g_autoptr(GString) text = g_string_new(NULL);
    json_builder_begin_object(builder);
    json_builder_set_member_name(builder, "game");
    json_builder_add_string_value(builder, key);
    json_builder_set_member_name(builder, "problems");
    json_builder_begin_array(builder);
    for (guint i = 0; i < problems->len; i++) {
        g_string_truncate(text, 0);
        tab_record_write(problems->pdata[i], text);
        json_builder_add_string_value(builder, text->str);
    }
    json_builder_end_array(builder);
    json_builder_end_object(builder);
    g_autoptr(JsonNode) root = json_builder_get_root(builder);
    g_autofree char *object = json_to_string(root, FALSE);
    g_autoptr(GString) line = g_string_new(object);
    g_string_append_c(line, '\n');
    return tab_game_journal_add(journal, line, error);
}
