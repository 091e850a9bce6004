// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of the board's cells: what stands there, and what can be done with it; no GTK.
#include "gui/board/board-labels.h"

#include <glib/gi18n.h>

#include "gui/model/cell-text.h"
#include "gui/model/number-text.h"

static char *describe_target(const TabBoardChoice *choice, unsigned cell)
{
    TabPlay play;
    if (!tab_board_choice_find_play(choice, cell, &play))
        return NULL;
    if (play.flags & TAB_PLAY_REDUCE)
        /* Translators: added to a cell's name for screen readers; %d is the throw. */
        return g_strdup_printf(_("target with %d, only the top stone arrives"),
                               tab_throw_value(play.throw_index));
    /* Translators: added to a cell's name for screen readers; %d is the throw. */
    return g_strdup_printf(_("target with %d"), tab_throw_value(play.throw_index));
}

unsigned tab_board_labels_per_cent(double chance)
{
    if (chance <= 0.0)
        return 0;
    return chance > 1.0 - 1e-9 ? 100 : CLAMP((unsigned)(100.0 * chance + 0.5), 1, 99);
}

char *tab_board_labels_describe(const TabBoardChoice *choice, unsigned cell, bool may_move,
                                double threat)
{
    const TabGame *game = tab_game_session_get_game(choice->session);
    GString *label = g_string_new(NULL);
    g_autofree char *text = tab_cell_text_describe(game, cell, may_move);
    g_autofree char *target = may_move ? describe_target(choice, cell) : NULL;
    g_string_append(label, text);
    if (target)
        g_string_append_printf(label, "%s%s", tab_number_text_comma(), target);
    if (threat > 0.0) {
        g_autofree char *chance =
            tab_number_text_percent(tab_board_labels_per_cent(threat) / 100.0, 0);
        /* Translators: added to the name of a cell; the chance that the enemy captures what stands
         * there in its next turn, in per cent. */
        g_string_append_printf(label, _(", %s to be captured"), chance);
    }
    if (cell == choice->selected)
        /* Translators: added to the name of a cell whose stones are chosen to be moved. */
        g_string_append_printf(label, "%s%s", tab_number_text_comma(),
                               choice->top ? _("top stone selected") : _("selected"));
    return g_string_free(label, FALSE);
}
