// SPDX-License-Identifier: GPL-3.0-or-later
// Arrows that show on the board what a turn does and what it leaves in reach, each with its meaning
// in words.
#include "gui/model/turn-arrows.h"

#include <glib/gi18n-lib.h>

#include "gui/model/number-text.h"
#include "gui/model/play-path.h"
#include "gui/model/wording.h"

static void free_arrow(gpointer data)
{
    TabTurnArrow *arrow = data;
    g_free(arrow->meaning);
    g_free(arrow);
}

/* A play made on `board`. */
static void add_play(GPtrArray *arrows, const TabRules *rules, const TabPosition *board,
                     const TabPlay *play)
{
    g_autofree TabTurnArrow *arrow = g_new0(TabTurnArrow, 1);
    TabSide side = (TabSide)board->side;
    arrow->kind = TAB_ARROW_PLAY;
    arrow->n_path = tab_play_path(rules, side, play, arrow->path);
    if (arrow->n_path < 2)
        return;
    arrow->capture = tab_position_owner(board, tab_play_takes_at(play)) == 1 - (int)side;
    arrow->chance = 1;
    arrow->meaning = tab_wording_play(rules, board, play);
    g_ptr_array_add(arrows, g_steal_pointer(&arrow));
}

static void add_reach(GPtrArray *arrows, const TabRules *rules, const TabPosition *after,
                      TabArrowKind kind, const TabTurnReach *reach)
{
    TabTurnArrow *arrow = g_new0(TabTurnArrow, 1);
    char from[TAB_CELL_NAME];
    g_autofree char *stones = tab_wording_stones(rules, after, reach->to);
    g_autofree char *chance = tab_number_text_percent(reach->chance, 0);
    tab_board_cell_name(&rules->board, reach->from, from);
    arrow->kind = kind;
    arrow->path[0] = reach->from;
    arrow->path[1] = reach->to;
    arrow->n_path = 2;
    arrow->capture = true;
    arrow->chance = reach->chance;
    /* Translators: what stands on a cell, the cell from which it can be captured in the next turn,
     * and the chance of that: "b7, white pile of 3, can be taken from d5: 43 %". */
    arrow->meaning = g_strdup_printf(_("%s, can be taken from %s: %s"), stones, from, chance);
    g_ptr_array_add(arrows, arrow);
}

static void add_reaches(GPtrArray *arrows, const TabRules *rules, const TabPosition *after,
                        TabArrowKind kind, const TabTurnReaches *reaches, unsigned most)
{
    for (unsigned i = 0; i < MIN(reaches->n, most); i++)
        if (reaches->reach[i].chance >= TAB_LEAST_ARROW)
            add_reach(arrows, rules, after, kind, &reaches->reach[i]);
}

GPtrArray *tab_turn_arrows_list(const TabRules *rules, const TabTurn *turn,
                                const TabTurnEffects *effects)
{
    GPtrArray *arrows = g_ptr_array_new_with_free_func(free_arrow);
    TabPosition board = effects->before;
    for (unsigned i = 0; i < turn->n_plays; i++) {
        add_play(arrows, rules, &board, &turn->plays[i]);
        tab_position_play(&board, &board, &turn->plays[i]);
    }
    add_reaches(arrows, rules, &effects->after, TAB_ARROW_DANGER, &effects->danger,
                TAB_MOST_DANGERS);
    add_reaches(arrows, rules, &effects->after, TAB_ARROW_AIM, &effects->aim, TAB_MOST_AIMS);
    return arrows;
}
