// SPDX-License-Identifier: GPL-3.0-or-later
// Reads opening positions line by line; each is stored once and listed for every ruleset it is for.
#include "protocol/match/openings.h"

#include <string.h>

#include "protocol/codec/message.h"
#include "protocol/files/input-file.h"
#include "protocol/text/keywords.h"
#include "protocol/rules/cast.h"

#define N_FIELDS 5 /* of a position */

struct _TabOpenings {
    GPtrArray *situations; /* of TabSituation, in the order of the lines */
    GPtrArray *lists;      /* by ruleset, GArray of guint: numbers of its situations, in order */
    GPtrArray *rules;      /* of TabRules */
    char **names;          /* their canonical texts */
};

/* What a line is read for. */
typedef struct {
    TabOpenings *openings;
    const char *path;
    guint number; /* of the line */
} Reader;

void tab_openings_free(TabOpenings *openings)
{
    if (!openings)
        return;
    g_ptr_array_unref(openings->situations);
    g_ptr_array_unref(openings->lists);
    g_ptr_array_unref(openings->rules);
    g_strfreev(openings->names);
    g_free(openings);
}

/* Takes a position for those rulesets whose name it is (NULL: for all). */
static gboolean add_position(const Reader *reader, const char *name, const char *text,
                             GError **error)
{
    TabOpenings *openings = reader->openings;
    guint number = openings->situations->len;
    TabSituation situation;
    gboolean used = FALSE;
    for (guint i = 0; i < openings->rules->len; i++) {
        g_autoptr(GError) cause = NULL;
        if (name && strcmp(name, openings->names[i]) != 0)
            continue;
        if (!tab_notation_parse_situation(g_ptr_array_index(openings->rules, i), text, &situation,
                                          &cause))
            return tab_keywords_refuse_value(error, "%s:%u: %s: %s", reader->path, reader->number,
                                             openings->names[i], cause->message);
        if (tab_position_finished(g_ptr_array_index(openings->rules, i), &situation.position))
            return tab_keywords_refuse_value(error, "%s:%u: %s: the game is over in '%s'",
                                             reader->path, reader->number, openings->names[i],
                                             text);
        g_array_append_val(g_ptr_array_index(openings->lists, i), number);
        used = TRUE;
    }
    if (used) /* the value does not depend on the rules that it was read under */
        g_ptr_array_add(openings->situations, g_memdup2(&situation, sizeof situation));
    return TRUE;
}

/* A line without its comment: nothing, a position, or rules and a position. */
static gboolean read_opening(const Reader *reader, const char *line, GError **error)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    const char *token;
    gsize length;
    for (const char *cursor = line; tab_message_next_token(&cursor, &token, &length);)
        g_ptr_array_add(words, g_strndup(token, length));
    guint n = words->len;
    g_ptr_array_add(words, NULL);
    if (!n)
        return TRUE;
    if (n != N_FIELDS && n != N_FIELDS + 1) {
        g_autofree char *shown = tab_message_printable(line, -1, 80);
        return tab_keywords_refuse_value(
            error, "%s:%u: '%s' is not the five fields of a position, nor rules and five fields",
            reader->path, reader->number, shown);
    }
    char **fields = (char **)words->pdata + (n - N_FIELDS);
    g_autofree char *text = g_strjoinv(" ", fields);
    if (n == N_FIELDS)
        return add_position(reader, NULL, text, error);
    TabRuleset set;
    g_autoptr(GError) cause = NULL;
    if (!tab_ruleset_parse(words->pdata[0], &set, &cause))
        return tab_keywords_refuse_value(error, "%s:%u: %s", reader->path, reader->number,
                                         cause->message);
    g_autofree char *name = tab_ruleset_to_string(&set);
    return add_position(reader, name, text, error);
}

TabOpenings *tab_openings_load(const char *path, GPtrArray *rules, GError **error)
{
    g_return_val_if_fail(rules->len > 0, NULL);
    g_autofree char *content = tab_input_file_read_text(path, NULL, error);
    if (!content)
        return NULL;
    g_autoptr(TabOpenings) openings = g_new0(TabOpenings, 1);
    openings->situations = g_ptr_array_new_with_free_func(g_free);
    openings->lists = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    openings->rules = g_ptr_array_new_with_free_func((GDestroyNotify)tab_rules_unref);
    openings->names = g_new0(char *, rules->len + 1);
    for (guint i = 0; i < rules->len; i++) {
        TabRules *one = tab_rules_ref(g_ptr_array_index(rules, i));
        g_ptr_array_add(openings->rules, one);
        g_ptr_array_add(openings->lists, g_array_new(FALSE, FALSE, sizeof(guint)));
        openings->names[i] = tab_ruleset_to_string(&one->set);
    }
    Reader reader = {.openings = openings, .path = path};
    for (char *rest = content, *line; (line = tab_input_file_take_line(&rest));) {
        reader.number++;
        if (!read_opening(&reader, line, error))
            return NULL;
    }
    for (guint i = 0; i < rules->len; i++)
        if (!tab_openings_count(openings, i)) {
            tab_keywords_refuse_value(error, "%s: has no position for %s", path,
                                      openings->names[i]);
            return NULL;
        }
    return g_steal_pointer(&openings);
}

static int compare_places(gconstpointer a, gconstpointer b, gpointer place)
{
    guint first = ((const guint *)place)[*(const guint *)a];
    guint second = ((const guint *)place)[*(const guint *)b];
    return first < second ? -1 : first > second;
}

void tab_openings_shuffle(TabOpenings *openings, guint64 seed)
{
    guint n = openings->situations->len;
    TabRandom random = tab_random_new_stream(seed, TAB_OPENINGS_STREAM);
    g_autofree guint *place = g_new(guint, n); /* of each situation in the new order */
    g_autofree guint *order = g_new(guint, n);
    for (guint i = 0; i < n; i++)
        order[i] = i;
    for (guint i = n; i > 1; i--) {
        guint j = tab_random_below(&random, i), swapped = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swapped;
    }
    for (guint i = 0; i < n; i++)
        place[order[i]] = i;
    for (guint i = 0; i < openings->lists->len; i++)
        g_array_sort_with_data(g_ptr_array_index(openings->lists, i), compare_places, place);
}

guint tab_openings_count(const TabOpenings *openings, guint rules)
{
    g_return_val_if_fail(rules < openings->lists->len, 0);
    return ((const GArray *)g_ptr_array_index(openings->lists, rules))->len;
}

const TabSituation *tab_openings_get(const TabOpenings *openings, guint rules, guint index)
{
    g_return_val_if_fail(index < tab_openings_count(openings, rules), NULL);
    GArray *list = g_ptr_array_index(openings->lists, rules);
    return g_ptr_array_index(openings->situations, g_array_index(list, guint, index));
}

char *tab_openings_digest(const TabOpenings *openings)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    for (guint i = 0; i < openings->rules->len; i++) {
        g_checksum_update(sum, (const guchar *)openings->names[i], -1);
        g_checksum_update(sum, (const guchar *)"\n", 1);
        for (guint j = 0; j < tab_openings_count(openings, i); j++) {
            g_autofree char *text = tab_notation_situation_to_string(
                g_ptr_array_index(openings->rules, i), tab_openings_get(openings, i, j));
            g_checksum_update(sum, (const guchar *)text, -1);
            g_checksum_update(sum, (const guchar *)"\n", 1);
        }
    }
    return g_strdup(g_checksum_get_string(sum));
}
