// SPDX-License-Identifier: GPL-3.0-or-later
// Writes and reads the lines of decisions.
#include "protocol/study/rating-journal.h"

#include "protocol/rules/notation.h"
#include "protocol/text/json.h"

/* What decides what is lost, the judge and its limits aside, which the journal's settings name.
 * Free with g_free. */
static char *decision_key(const TabRatedDecision *decision, const TabRatingPoolSetup *setup)
{
    const TabPositionLine *line = decision->line;
    const TabLimits *limits = &setup->level_limits;
    g_autofree char *rules = tab_ruleset_to_string(&line->rules->set);
    g_autofree char *situation = tab_notation_situation_to_string(line->rules, &line->situation);
    g_autoptr(GString) text = g_string_new("decision");
    g_string_append_printf(text, "\n%s\n%s\n%s\n%" G_GUINT64_FORMAT, rules, situation,
                           line->turns[0].text, setup->seed);
    g_string_append_printf(text, " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
                           limits->depth, limits->nodes, limits->movetime);
    for (guint i = 0; i < setup->levels; i++)
        g_string_append_printf(text, " %u", setup->level[i]);
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text->str, (gssize)text->len);
}

static gboolean read_loss(JsonNode *node, double *loss)
{
    return tab_json_as_number(node, loss) && *loss >= -1 - 1e-9 && *loss <= 1 + 1e-9;
}

TabDecisionLosses *tab_rating_journal_look_up(const TabGameJournal *journal,
                                              const TabRatedDecision *decision,
                                              const TabRatingPoolSetup *setup)
{
    g_autofree char *key = decision_key(decision, setup);
    g_autoptr(JsonNode) root = tab_game_journal_look_up(journal, key);
    JsonObject *object = tab_json_as_object(root);
    JsonArray *levels = object ? tab_json_get_array(object, "levels") : NULL;
    if (!levels || json_array_get_length(levels) != setup->levels)
        return NULL;
    g_autoptr(TabDecisionLosses) losses = g_new0(TabDecisionLosses, 1);
    losses->level = g_new0(double, setup->levels);
    if (!read_loss(json_object_get_member(object, "played"), &losses->played))
        return NULL;
    for (guint i = 0; i < setup->levels; i++)
        if (!read_loss(json_array_get_element(levels, i), &losses->level[i]))
            return NULL;
    return g_steal_pointer(&losses);
}

gboolean tab_rating_journal_add(TabGameJournal *journal, const TabRatedDecision *decision,
                                const TabRatingPoolSetup *setup, const TabDecisionLosses *losses,
                                GError **error)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE]; /* + 0.0: -0 would be read as the whole number 0 */
    g_autofree char *key = decision_key(decision, setup);
    g_autoptr(GString) line = g_string_new(NULL);
    g_string_append_printf(line, "{\"game\":\"%s\",\"played\":%s,\"levels\":[", key,
                           g_ascii_dtostr(number, sizeof number, losses->played + 0.0));
    for (guint i = 0; i < setup->levels; i++)
        g_string_append_printf(line, "%s%s", i ? "," : "",
                               g_ascii_dtostr(number, sizeof number, losses->level[i] + 0.0));
    g_string_append(line, "]}\n");
    return tab_game_journal_add(journal, line, error);
}
