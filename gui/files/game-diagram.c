// SPDX-License-Identifier: GPL-3.0-or-later
// What a picture of the game's position shows and says; no display.
#include "gui/files/game-diagram.h"

#include <string.h>

#include "gui/model/position-text.h"
#include "gui/model/wording.h"
#include "gui/widgets/label-text.h"
#include "protocol/files/output-file.h"
#include "protocol/rules/notation.h"

void tab_game_diagram_fill(TabGameDiagram *self, TabGameSession *session, TabBoardTheme theme,
                           TabSide near, bool marks)
{
    const TabRules *rules = session->document->record->rules;
    TabSituation situation;
    tab_position_text_situation(session, &situation);
    g_autofree char *title = tab_wording_title(session);
    g_autofree char *subtitle = tab_wording_subtitle(session);
    g_autofree char *position = tab_notation_situation_to_string(rules, &situation);
    self->rules = tab_rules_ref(rules);
    tab_board_model_init(&self->scene.model, &rules->cast);
    tab_board_scene_clear(&self->scene);
    self->scene.model.theme = theme;
    self->scene.model.show_history = tab_rules_tells_t(rules);
    tab_board_model_set_position(&self->scene.model,
                                 &tab_document_game(session->document)->position);
    if (marks)
        tab_board_scene_add_last_turn(&self->scene, session->document, true);
    g_autofree char *caption = g_strdup_printf("%s\n%s\n%s", title, subtitle, position);
    self->caption = tab_label_text_direct(caption, gtk_get_locale_direction());
    self->diagram = (TabDiagram){.board = &rules->board,
                                 .model = &self->scene.model,
                                 .flipped = near == TAB_BLACK,
                                 .caption = self->caption};
}

void tab_game_diagram_clear(TabGameDiagram *self)
{
    g_clear_pointer(&self->caption, g_free);
    g_clear_pointer(&self->rules, tab_rules_unref);
}

gboolean tab_game_diagram_save(const TabGameDiagram *self, double width, TabDiagramFormat format,
                               const char *path, GError **error)
{
    g_autoptr(GByteArray) bytes = tab_paint_diagram_encode(&self->diagram, width, format, error);
    return bytes &&
           tab_output_file_replace(path, (const char *)bytes->data, (gssize)bytes->len, error);
}

gboolean tab_game_diagram_save_text(TabGameSession *session, const char *path, GError **error)
{
    TabSituation situation;
    tab_position_text_situation(session, &situation);
    g_autofree char *text = tab_position_text_draw(session->document->record->rules, &situation);
    return tab_output_file_replace(path, text, -1, error);
}
