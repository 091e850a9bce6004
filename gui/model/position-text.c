// SPDX-License-Identifier: GPL-3.0-or-later
// Positions and games as text that people copy and paste.
#include "gui/model/position-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "protocol/rules/notation.h"

void tab_position_text_situation(TabGameSession *session, TabSituation *situation)
{
    const TabGame *game = tab_document_game(session->document);
    bool chosen = session->document->review && tab_document_node(session->document)->turn;
    /* a game that has ended by the rules leaves its last turn open, with the board after it */
    bool ended = tab_position_finished(game->rules, &game->position);
    *situation = game->turn.situation;
    if (!chosen && !ended)
        return;
    tab_game_next_position(game, &situation->position);
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

/* The rest of the last line that begins with `word`. */
static char *find_last_line(char *const *lines, const char *word)
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

bool tab_position_text_is_games(const char *text)
{
    while (g_ascii_isspace(*text))
        text++;
    return *text == '[';
}

bool tab_position_text_read(const char *text, const TabRules *rules, char **name, char **position,
                            GError **error)
{
    g_autofree char *whole = g_strstrip(g_strdup(text));
    if (!*whole) {
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                            _("There is no text to paste."));
        return false;
    }
    g_auto(GStrv) lines = g_strsplit(whole, "\n", -1);
    g_autofree char *fields = find_last_line(lines, "position"),
                    *named = find_last_line(lines, "rules");
    g_autoptr(TabRules) own = named ? tab_rules_parse(named, error) : tab_rules_ref(rules);
    TabSituation situation;
    if (!fields)
        fields = g_steal_pointer(&whole);
    if (!own || !tab_notation_parse_situation(own, fields, &situation, error))
        return false;
    *position = g_steal_pointer(&fields);
    *name = tab_ruleset_to_string(&own->set);
    return true;
}
