// SPDX-License-Identifier: GPL-3.0-or-later
// What the painter is to show of a game while its stones lie still: what can move, where it can go,
// what the last turn did, what is held; no GTK.
#include "gui/board/board-scene.h"

#include <string.h>

void tab_board_scene_clear(TabBoardScene *scene)
{
    memset(scene->model.cell, 0, sizeof scene->model.cell);
    scene->model.n_flights = scene->model.n_paths = 0;
    scene->model.paths = scene->path;
}

/* The way of a play that is to be made on `board`. */
static void add_way(TabBoardScene *scene, const TabRules *rules, const TabPosition *board,
                    const TabPlay *play, TabBoardPathStyle style)
{
    unsigned n = scene->model.n_paths;
    if (n == TAB_MAX_TRAILS)
        return;
    unsigned cells = tab_play_path(rules, (TabSide)board->side, play, scene->cells[n]);
    if (cells < 2)
        return;
    scene->path[scene->model.n_paths++] = (TabBoardPath){
        .path = scene->cells[n],
        .n_path = cells,
        .style = style,
        .capture = tab_position_owner(board, tab_play_takes_at(play)) == 1 - board->side};
}

/* --- what a person can do --- */

static void mark_selection(TabBoardModel *model, const TabBoardChoice *choice,
                           const TabPosition *position)
{
    bool whole, top;
    tab_board_choice_find_movable(choice, choice->selected, &whole, &top);
    TabBoardCell *from = &model->cell[choice->selected];
    from->marks |= choice->top ? TAB_MARK_SELECTED_TOP : TAB_MARK_SELECTED;
    if (top && !choice->top)
        from->marks |= TAB_MARK_SPLIT;
    g_autoptr(GArray) plays = tab_board_choice_list_plays(choice, choice->selected);
    for (guint i = 0; i < plays->len; i++) {
        const TabPlay *play = &g_array_index(plays, TabPlay, i);
        if (!(play->flags & TAB_PLAY_TOP) != !choice->top)
            continue;
        TabBoardCell *to = &model->cell[play->to];
        to->target_throws |= (uint16_t)(1 << play->kind);
        if (play->flags & TAB_PLAY_REDUCE)
            to->target_refusable |= (uint16_t)(1 << play->kind);
        if (tab_position_owner(position, tab_play_takes_at(play)) == 1 - position->side)
            to->marks |= TAB_MARK_CAPTURE;
    }
}

/* Every way of the stones in a cell, one to each place that they can reach. */
static void add_ways_from(TabBoardScene *scene, const TabBoardChoice *choice, unsigned cell)
{
    g_autoptr(GArray) plays = tab_board_choice_list_plays(choice, cell);
    bool seen[TAB_MAX_CELLS] = {false};
    for (guint i = 0; i < plays->len; i++) {
        const TabPlay *play = &g_array_index(plays, TabPlay, i);
        if (!seen[play->to])
            add_way(scene, choice->document->record->rules,
                    &tab_document_game(choice->document)->position, play, TAB_PATH_HOVER);
        seen[play->to] = true;
    }
}

void tab_board_scene_add_choice(TabBoardScene *scene, const TabBoardChoice *choice,
                                unsigned pointed, bool with_ways)
{
    const TabPosition *position = &tab_document_game(choice->document)->position;
    bool ways = with_ways && pointed != TAB_NO_CELL;
    if (choice->selected == TAB_NO_CELL) {
        g_autoptr(GArray) plays = tab_board_choice_list_plays(choice, TAB_NO_CELL);
        for (guint i = 0; i < plays->len; i++)
            scene->model.cell[g_array_index(plays, TabPlay, i).from].marks |= TAB_MARK_MOVABLE;
        if (ways)
            add_ways_from(scene, choice, pointed);
        return;
    }
    mark_selection(&scene->model, choice, position);
    TabPlay play;
    if (ways && tab_board_choice_find_play(choice, pointed, &play))
        add_way(scene, choice->document->record->rules, position, &play, TAB_PATH_HOVER);
}

void tab_board_scene_hold(TabBoardScene *scene, const TabBoardChoice *choice, double x, double y)
{
    TabBoardCell *from = &scene->model.cell[choice->selected];
    scene->held = (TabBoardFlight){
        .pile = choice->top ? TAB_PILE_SINGLE(tab_pile_rank(from->pile, 0)) : from->pile,
        .owner = from->owner,
        .king = from->king,
        .alpha = 1.0,
        .held = true,
        .x = x,
        .y = y};
    from->pile = choice->top ? tab_pile_without_top(from->pile) : 0;
    from->marks &= (uint16_t) ~(TAB_MARK_SELECTED | TAB_MARK_SELECTED_TOP | TAB_MARK_SPLIT);
    scene->model.flights = &scene->held;
    scene->model.n_flights = 1;
}

/* --- what was played --- */

/* What a turn did; `with_ways`: as lines too. */
static void add_turn(TabBoardScene *scene, const TabRules *rules, const TabGameTurn *turn,
                     bool with_ways)
{
    TabBoardCell *cells = scene->model.cell;
    for (guint i = 0; i < turn->plays->len; i++) {
        const TabGamePlay *played = &g_array_index(turn->plays, TabGamePlay, i);
        unsigned to = played->play.to;
        cells[played->play.from].marks |= TAB_MARK_LAST_FROM;
        cells[to].marks |= TAB_MARK_LAST_TO;
        unsigned taken = tab_play_takes_at(&played->play);
        if (tab_position_owner(&played->before, taken) == 1 - played->before.side)
            cells[taken].marks |= TAB_MARK_LAST_TAKEN;
        if (with_ways)
            add_way(scene, rules, &played->before, &played->play, TAB_PATH_LAST);
    }
}

void tab_board_scene_show_turn(TabBoardScene *scene, const TabGame *game)
{
    tab_board_scene_clear(scene);
    scene->model.show_history = tab_rules_tells_t(game->rules);
    tab_board_model_set_position(&scene->model, &game->position);
    add_turn(scene, game->rules, &game->turn, true);
}

void tab_board_scene_add_last_turn(TabBoardScene *scene, TabDocument *document, bool with_ways)
{
    const TabGame *game = tab_document_game(document);
    TabPhase phase = tab_document_phase(document);
    bool under_way = game->turn.plays->len && phase != TAB_PHASE_OVER;
    if (phase == TAB_PHASE_REVIEW || (under_way && document->automatic[tab_game_side(game)]))
        add_turn(scene, game->rules, &game->turn, with_ways);
    else if (!under_way)
        add_turn(scene, game->rules, &game->last, with_ways);
}

/* --- what an engine would play --- */

void tab_board_scene_add_suggestion(TabBoardScene *scene, const TabRules *rules,
                                    const TabPosition *position, const TabPosition *before,
                                    const GArray *plays)
{
    TabPosition now = *before;
    guint i = 0; /* plays that have been made */
    for (; i < plays->len && !tab_position_same(&now, position); i++)
        tab_position_play(&now, &now, &g_array_index(plays, TabPlay, i));
    for (; i < plays->len; i++) {
        const TabPlay *play = &g_array_index(plays, TabPlay, i);
        scene->model.cell[play->from].marks |= TAB_MARK_HINT;
        scene->model.cell[play->to].marks |= TAB_MARK_HINT;
        add_way(scene, rules, &now, play, TAB_PATH_HINT);
        tab_position_play(&now, &now, play);
    }
}

/* --- why a turn is good --- */

static void add_arrow(TabBoardScene *scene, const TabTurnArrow *arrow)
{
    static const TabBoardPathStyle styles[] = {[TAB_ARROW_PLAY] = TAB_PATH_HINT,
                                               [TAB_ARROW_DANGER] = TAB_PATH_DANGER,
                                               [TAB_ARROW_AIM] = TAB_PATH_AIM};
    unsigned n = scene->model.n_paths;
    if (n == TAB_MAX_TRAILS)
        return;
    memcpy(scene->cells[n], arrow->path, sizeof arrow->path);
    scene->path[scene->model.n_paths++] = (TabBoardPath){.path = scene->cells[n],
                                                         .n_path = arrow->n_path,
                                                         .style = styles[arrow->kind],
                                                         .capture = arrow->capture};
}

void tab_board_scene_add_arrows(TabBoardScene *scene, GPtrArray *arrows)
{
    for (guint i = 0; i < arrows->len; i++)
        add_arrow(scene, g_ptr_array_index(arrows, i));
}
