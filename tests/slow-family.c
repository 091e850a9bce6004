// SPDX-License-Identifier: GPL-3.0-or-later
// The slow rules, from texts to texts.
#include "tests/slow-family.h"

#include "tests/slow-turn.h"

#include <string.h>

static SlowRuleset ruleset_of(const char *text)
{
    SlowRuleset rules;
    char *refused;
    if (!slow_ruleset_read(text, &rules, &refused))
        g_error("%s: refused for %s", text, refused);
    return rules;
}

static SlowPosition position_of(const SlowRuleset *rules, const char *text)
{
    SlowPosition position;
    if (!slow_position_read(rules, text, &position))
        g_error("%s: not a position of these rules", text);
    return position;
}

static SlowPosition thrown_position_of(const SlowRuleset *rules, const char *text,
                                       const char *throws)
{
    SlowPosition position = position_of(rules, text);
    if (throws && !slow_throws_read(rules, throws, &position))
        g_error("%s: no throws of these rules", throws);
    return position;
}

static char *text_of(const SlowRuleset *rules, const SlowPosition *position)
{
    GString *text = g_string_new(NULL);
    slow_position_write(rules, position, text);
    return g_string_free(text, FALSE);
}

static gint compare_texts(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char *slow_family_refusal(const char *rules)
{
    SlowRuleset set;
    char *refused;
    slow_ruleset_read(rules, &set, &refused);
    return refused;
}

char *slow_family_canonical(const char *rules)
{
    SlowRuleset set = ruleset_of(rules);
    return slow_ruleset_write(&set);
}

char *slow_family_random_rules(guint32 seed)
{
    return slow_ruleset_random(seed);
}

char *slow_family_start(const char *rules, char side)
{
    SlowRuleset set = ruleset_of(rules);
    SlowPosition start = slow_position_start(&set, side == 'w' ? SLOW_WHITE : SLOW_BLACK);
    return text_of(&set, &start);
}

gboolean slow_family_is_position(const char *rules, const char *position)
{
    SlowRuleset set = ruleset_of(rules);
    SlowPosition read;
    return slow_position_read(&set, position, &read);
}

const char *slow_family_result(const char *rules, const char *position)
{
    static const char *const names[] = {"running", "white won", "black won", "drawn"};
    SlowRuleset set = ruleset_of(rules);
    SlowPosition read = position_of(&set, position);
    return names[slow_result(&set, &read)];
}

GPtrArray *slow_family_casts(const char *rules, const char *position, int most)
{
    SlowRuleset set = ruleset_of(rules);
    SlowPosition read = position_of(&set, position);
    return slow_turn_casts(&set, &read, most);
}

/* The keys, with `rules` each with its position behind a tab; takes the table. */
static GPtrArray *sorted(GHashTable *table, const SlowRuleset *rules)
{
    GHashTableIter iter;
    gpointer key, position;
    if (!table)
        return NULL;
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    g_hash_table_iter_init(&iter, table);
    while (g_hash_table_iter_next(&iter, &key, &position)) {
        g_autofree char *after = rules ? text_of(rules, position) : NULL;
        g_ptr_array_add(texts, g_strconcat(key, rules ? "\t" : NULL, after, NULL));
    }
    g_ptr_array_sort(texts, compare_texts);
    g_hash_table_unref(table);
    return texts;
}

GPtrArray *slow_family_outcomes(const char *rules, const char *position, const char *throws,
                                guint max_states)
{
    SlowRuleset set = ruleset_of(rules);
    SlowPosition read = thrown_position_of(&set, position, throws);
    return sorted(slow_turn_outcomes(&set, &read, max_states), NULL);
}

GPtrArray *slow_family_turns(const char *rules, const char *position, const char *throws,
                             guint max_states)
{
    SlowRuleset set = ruleset_of(rules);
    SlowPosition read = thrown_position_of(&set, position, throws);
    return sorted(slow_turn_texts(&set, &read, max_states), &set);
}

guint64 slow_family_perft(const char *rules, const char *position, int depth, int most)
{
    SlowRuleset set = ruleset_of(rules);
    SlowPosition read = position_of(&set, position);
    return slow_turn_perft(&set, &read, depth, most);
}
