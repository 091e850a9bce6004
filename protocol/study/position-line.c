// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the fields one by one, each under the rules of the first.
#include "protocol/study/position-line.h"

#include <string.h>

#include "protocol/codec/message.h"

#define MAX_RULES 64 /* rulesets that are kept */
#define SHOWN 80     /* characters of a field, in messages */

struct _TabPositionReader {
    GHashTable *rules; /* TabRules, by the text of the file */
};

TabPositionReader *tab_position_reader_new(void)
{
    TabPositionReader *reader = g_new(TabPositionReader, 1);
    reader->rules =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)tab_rules_unref);
    return reader;
}

void tab_position_reader_free(TabPositionReader *reader)
{
    g_hash_table_unref(reader->rules);
    g_free(reader);
}

void tab_position_line_free(TabPositionLine *line)
{
    for (guint i = 0; i < line->n_turns; i++)
        g_free(line->turns[i].text);
    g_free(line->turns);
    g_clear_pointer(&line->rules, tab_rules_unref);
    g_free(line);
}

/* Puts "<what> '<field>': " in front of an error, the field made printable; always FALSE. */
static gboolean blame(GError **error, const char *what, const char *field)
{
    g_autofree char *shown = tab_message_printable(field, -1, SHOWN);
    g_prefix_error(error, "%s '%s': ", what, shown);
    return FALSE;
}

/* Owned by the reader. */
static TabRules *read_rules(TabPositionReader *reader, const char *field, GError **error)
{
    TabRules *rules = g_hash_table_lookup(reader->rules, field);
    if (rules || !(rules = tab_rules_parse(field, error)))
        return rules;
    if (g_hash_table_size(reader->rules) == MAX_RULES)
        g_hash_table_remove_all(reader->rules);
    g_hash_table_insert(reader->rules, g_strdup(field), rules);
    return rules;
}

static gboolean read_position(const TabRules *rules, const char *field, TabSituation *situation,
                              GError **error)
{
    gboolean black = !strcmp(field, "start b");
    if (!black && strcmp(field, "start") != 0 && strcmp(field, "start w") != 0)
        return tab_notation_parse_situation(rules, field, situation, error);
    tab_position_start(rules, black ? TAB_BLACK : TAB_WHITE, situation);
    return TRUE;
}

/* Puts throws in the place of those that are there. */
static gboolean read_throws(const TabRules *rules, const char *field, TabSituation *situation,
                            GError **error)
{
    TabThrows held = situation->throws;
    if (!*field || !strcmp(field, "-"))
        return TRUE;
    if (!tab_notation_parse_throws(rules, field, &situation->throws, error) ||
        !tab_situation_validate(rules, situation, error))
        return FALSE;
    if (situation->throws.n < held.n ||
        memcmp(situation->throws.kind, held.kind, held.n * sizeof *held.kind) != 0)
        return tab_rules_refuse(error, TAB_RULES_ERROR_THROW,
                                "the position holds other throws, with which they must begin");
    return TRUE;
}

static gboolean read_turn(TabPositionLine *line, const char *field, GError **error)
{
    TabAskedTurn *asked = &line->turns[line->n_turns];
    TabTurn turn;
    if (tab_position_finished(line->rules, &line->situation.position))
        return tab_rules_refuse(error, TAB_RULES_ERROR_TURN, "the game is over");
    if (!tab_throws_complete(&line->situation.throws))
        return tab_rules_refuse(error, TAB_RULES_ERROR_TURN,
                                "a turn needs complete throws at hand");
    if (!tab_notation_parse_turn(line->rules, &line->situation, field, &turn, &asked->after, error))
        return FALSE;
    asked->text = g_strdup(field);
    line->n_turns++;
    return TRUE;
}

/* `fields`: NULL-terminated, without blanks around them. */
static gboolean read_fields(TabPositionReader *reader, char **fields, TabPositionLine *line,
                            GError **error)
{
    TabRules *rules = read_rules(reader, fields[0], error);
    if (!rules)
        return blame(error, "rules", fields[0]);
    line->rules = tab_rules_ref(rules);
    if (!fields[1] || !*fields[1]) {
        tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, "no position follows");
        return blame(error, "rules", fields[0]);
    }
    if (!read_position(rules, fields[1], &line->situation, error))
        return blame(error, "position", fields[1]);
    if (fields[2] && !read_throws(rules, fields[2], &line->situation, error))
        return blame(error, "throws", fields[2]);
    line->turns = g_new(TabAskedTurn, g_strv_length(fields));
    for (char **field = fields[2] ? fields + 3 : fields + 2; *field; field++)
        if (**field && !read_turn(line, *field, error))
            return blame(error, "turn", *field);
    return TRUE;
}

gboolean tab_position_reader_take(TabPositionReader *reader, const char *text, gsize length,
                                  TabPositionLine **line, GError **error)
{
    *line = NULL;
    if (!g_utf8_validate(text, (gssize)length, NULL)) /* NUL bytes, too */
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, "the line is not UTF-8 text");
    g_autofree char *content = g_strndup(text, length);
    content[strcspn(content, "#")] = '\0';
    if (!*g_strstrip(content))
        return TRUE;
    g_auto(GStrv) fields = g_strsplit(content, ";", -1);
    for (char **field = fields; *field; field++)
        g_strstrip(*field);
    g_autoptr(TabPositionLine) read = g_new0(TabPositionLine, 1);
    if (!read_fields(reader, fields, read, error))
        return FALSE;
    *line = g_steal_pointer(&read);
    return TRUE;
}
