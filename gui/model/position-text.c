// SPDX-License-Identifier: GPL-3.0-or-later
// Positions and games as text that people copy and paste.
#include "gui/model/position-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "protocol/rules/notation.h"

#define MAX_PASTED (16u << 20) /* bytes: more is no text that a person copies */

void tab_position_text_situation(TabGameSession *session, TabSituation *situation)
{
    const TabLiveTurn *turn = tab_game_session_get_turn(session);
    bool chosen =
        tab_game_session_is_reviewing(session) && tab_game_session_get_node(session)->turn;
    /* a game that has ended by the rules leaves its last turn open, with the board after it */
    bool ended = tab_position_finished(tab_live_turn_get_position(turn));
    *situation = *tab_live_turn_get_start(turn);
    if (!chosen && !ended)
        return;
    tab_live_turn_finish(turn, &situation->position);
    situation->throws = (TabThrows){.n = 0};
}

char *tab_position_text_write(const TabRules *rules, const TabSituation *situation)
{
    g_autofree char *name = tab_ruleset_to_string(&rules->set);
    g_autofree char *position = tab_notation_situation_to_string(rules, situation);
    return g_strdup_printf("rules %s\nposition %s\n", name, position);
}

char *tab_position_text_draw(const TabRules *rules, const TabSituation *situation)
{
    GString *text = g_string_new(NULL);
    g_autofree char *lines = tab_position_text_write(rules, situation);
    tab_notation_draw_board(rules, &situation->position, text);
    g_string_append(text, lines);
    return g_string_free(text, FALSE);
}

/* --- what is pasted --- */

void tab_pasted_text_clear(TabPastedText *pasted)
{
    g_clear_pointer(&pasted->records, g_ptr_array_unref);
    g_clear_pointer(&pasted->rules, g_free);
    g_clear_pointer(&pasted->position, g_free);
}

/* The rest of the last line that begins with `word`. */
static char *find_line(char *const *lines, const char *word)
{
    char *found = NULL;
    for (; *lines; lines++) {
        g_autofree char *line = g_strstrip(g_strdup(*lines));
        if (!g_str_has_prefix(line, word) || line[strlen(word)] != ' ')
            continue;
        g_free(found);
        found = g_strdup(g_strchug(line + strlen(word)));
    }
    return found;
}

/* A position under its own rules, or those at hand. */
static bool read_position(char *const *lines, const char *whole, const TabRules *rules,
                          TabPastedText *pasted, GError **error)
{
    g_autofree char *position = find_line(lines, "position"), *name = find_line(lines, "rules");
    g_autoptr(TabRules) own = name ? tab_rules_parse(name, error) : tab_rules_ref(rules);
    TabSituation situation;
    if (!position)
        position = g_strdup(whole);
    if (!own || !tab_notation_parse_situation(own, position, &situation, error))
        return false;
    pasted->position = g_steal_pointer(&position);
    pasted->rules = tab_ruleset_to_string(&own->set);
    return true;
}

bool tab_position_text_read(const char *text, const TabRules *rules, TabPastedText *pasted,
                            GError **error)
{
    *pasted = (TabPastedText){0};
    gsize length = strlen(text);
    if (length > MAX_PASTED) {
        g_set_error_literal(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD,
                            _("The text is too long for a game."));
        return false;
    }
    g_autofree char *whole = g_strstrip(g_strdup(text));
    if (*whole == '[') {
        pasted->records = tab_record_parse(text, length, error);
        return pasted->records != NULL;
    }
    if (!*whole) {
        g_set_error_literal(error, TAB_RULES_ERROR, TAB_RULES_ERROR_POSITION,
                            _("There is no text to paste."));
        return false;
    }
    g_auto(GStrv) lines = g_strsplit(whole, "\n", -1);
    return read_position(lines, whole, rules, pasted, error);
}
