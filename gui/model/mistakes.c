// SPDX-License-Identifier: GPL-3.0-or-later
// The bad turns of a game that has been analysed: from one to the next.
#include "gui/model/mistakes.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "gui/model/game-tree.h"
#include "gui/model/wording.h"

/* The only person's side; -1: two people or none play. */
static int get_only_person(TabGameSession *session)
{
    gboolean white = !session->seat[TAB_WHITE], black = !session->seat[TAB_BLACK];
    return white == black ? -1 : white ? TAB_WHITE : TAB_BLACK;
}

static gboolean is_mistake(TabGameSession *session, const TabRecordNode *node)
{
    int side = get_only_person(session);
    return tab_turn_grade_of(node) != TAB_TURN_SOUND && (side < 0 || side == node->side);
}

/* Where the line through the turn that is shown ends: where the game stands, if that lies ahead. */
static TabRecordNode *find_end(TabGameSession *session)
{
    TabRecordNode *shown = tab_document_node(session->document),
                  *live = session->document->live->node;
    for (const TabRecordNode *node = live; node; node = node->parent)
        if (node == shown && live != shown)
            return live;
    return tab_game_tree_last(shown);
}

TabRecordNode *tab_mistakes_find(TabGameSession *session, int step)
{
    TabRecordNode *shown = tab_document_node(session->document), *found = NULL;
    for (TabRecordNode *node = find_end(session); step > 0 && node != shown; node = node->parent)
        if (is_mistake(session, node))
            found = node;
    for (TabRecordNode *node = shown->parent; step < 0 && node && !found; node = node->parent)
        if (is_mistake(session, node))
            found = node;
    return found;
}

gboolean tab_mistakes_are_known(TabGameSession *session)
{
    for (const TabRecordNode *node = find_end(session); node; node = node->parent)
        if (!isnan(tab_turn_get_loss(node)))
            return TRUE;
    return FALSE;
}

char *tab_mistakes_describe(TabGameSession *session, const TabRecordNode *node)
{
    g_autofree char *name = tab_wording_player(session, (TabSide)node->side);
    g_autofree char *loss = tab_turn_grade_describe(NAN, tab_turn_get_loss(node));
    /* Translators: a turn's number, the player, and what the turn gave away: "Turn 12, White: loss
     * −7.1 points, a mistake". */
    return g_strdup_printf(_("Turn %u, %s: %s"), node->number, name, loss);
}

char *tab_mistakes_describe_none(TabGameSession *session, int step)
{
    if (get_only_person(session) >= 0)
        return g_strdup(step > 0 ? _("You made no mistake after this turn.")
                                 : _("You made no mistake before this turn."));
    return g_strdup(step > 0 ? _("There is no mistake after this turn.")
                             : _("There is no mistake before this turn."));
}
