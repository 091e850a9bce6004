// SPDX-License-Identifier: GPL-3.0-or-later
// The marks that a game puts on its board: what can move, where it can go, what the last turn did;
// no GTK.
#include "gui/board/board-marks.h"

#include <string.h>

static void mark_movable(TabBoardModel *model, const TabBoardChoice *choice)
{
    g_autoptr(GArray) plays = tab_board_choice_list_plays(choice, TAB_NO_CELL);
    for (guint i = 0; i < plays->len; i++)
        model->cell[g_array_index(plays, TabPlay, i).from].marks |= TAB_MARK_MOVABLE;
}

static void mark_selection(TabBoardModel *model, const TabBoardChoice *choice,
                           const TabPosition *position)
{
    bool whole, top;
    tab_board_choice_find_parts(choice, choice->selected, &whole, &top);
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
        to->target_throws |= (uint8_t)(1 << play->throw_index);
        if (play->flags & TAB_PLAY_REDUCE)
            to->target_refusable |= (uint8_t)(1 << play->throw_index);
        if (tab_position_owner(position, play->to) == 1 - position->side)
            to->marks |= TAB_MARK_CAPTURE;
    }
}

static void add_way(TabBoardModel *model, TabBoardTrails *trails, const TabRules *rules,
                    TabSide side, const TabPlay *play, bool capture, TabBoardPathStyle style)
{
    unsigned n = model->n_paths;
    if (n == TAB_MAX_TRAILS)
        return;
    unsigned cells = tab_play_path(rules, side, play, trails->cells[n]);
    if (cells < 2)
        return;
    trails->path[n] = (TabBoardPath){
        .path = trails->cells[n], .n_path = cells, .style = style, .capture = capture};
    model->n_paths++;
}

/* Every way of the stones in a cell, one to each place that they can reach. */
static void add_ways_from(TabBoardModel *model, TabBoardTrails *trails,
                          const TabBoardChoice *choice, unsigned cell)
{
    const TabPosition *position = tab_game_session_get_position(choice->session);
    g_autoptr(GArray) plays = tab_board_choice_list_plays(choice, cell);
    bool seen[TAB_MAX_CELLS] = {false};
    for (guint i = 0; i < plays->len; i++) {
        const TabPlay *play = &g_array_index(plays, TabPlay, i);
        if (!seen[play->to])
            add_way(model, trails, tab_game_session_get_rules(choice->session),
                    (TabSide)position->side, play,
                    tab_position_owner(position, play->to) == 1 - position->side, TAB_PATH_HOVER);
        seen[play->to] = true;
    }
}

void tab_board_marks_add_choice(TabBoardModel *model, TabBoardTrails *trails,
                                const TabBoardChoice *choice, unsigned pointed, bool with_ways)
{
    const TabPosition *position = tab_game_session_get_position(choice->session);
    if (choice->selected == TAB_NO_CELL) {
        mark_movable(model, choice);
        if (with_ways && pointed != TAB_NO_CELL)
            add_ways_from(model, trails, choice, pointed);
        return;
    }
    mark_selection(model, choice, position);
    TabPlay play;
    if (with_ways && pointed != TAB_NO_CELL && tab_board_choice_find_play(choice, pointed, &play))
        add_way(model, trails, tab_game_session_get_rules(choice->session), (TabSide)position->side,
                &play, tab_position_owner(position, pointed) == 1 - position->side, TAB_PATH_HOVER);
}

/* A turn that was played, or that is being shown. */
typedef struct {
    TabBoardModel *model;
    TabBoardTrails *trails; /* NULL: no ways */
    const TabRules *rules;
} Past;

static void mark_turn(Past *past, const TabGameTurn *turn)
{
    for (guint i = 0; i < turn->plays->len; i++) {
        const TabGamePlay *played = &g_array_index(turn->plays, TabGamePlay, i);
        const TabPlay *play = &played->play;
        int side = played->before.side;
        bool capture = tab_position_owner(&played->before, play->to) == 1 - side;
        past->model->cell[play->from].marks |= TAB_MARK_LAST_FROM;
        past->model->cell[play->to].marks |= TAB_MARK_LAST_TO | (capture ? TAB_MARK_LAST_TAKEN : 0);
        if (past->trails)
            add_way(past->model, past->trails, past->rules, (TabSide)side, play, capture,
                    TAB_PATH_LAST);
    }
}

void tab_board_marks_add_last_turn(TabBoardModel *model, TabBoardTrails *trails,
                                   TabGameSession *session, bool with_ways)
{
    const TabGame *game = tab_game_session_get_game(session);
    const TabGameTurn *last = tab_game_session_get_last_turn(session);
    unsigned n = game->turn.plays->len;
    Past past = {model, with_ways ? trails : NULL, tab_game_session_get_rules(session)};
    TabPhase phase = tab_game_session_get_phase(session);
    bool over = phase == TAB_PHASE_OVER, review = phase == TAB_PHASE_REVIEW;
    if (review ||
        (n && !over && tab_game_session_get_seat(session, tab_game_session_get_side(session))))
        mark_turn(&past, &game->turn);
    else if ((!n || over) && last)
        mark_turn(&past, last);
}

/* How many of the plays have led from `before` to `position`; -1 if they do not lead there. */
static int count_made(const TabPosition *position, const TabPosition *before, const GArray *plays)
{
    TabPosition now = *before;
    for (guint i = 0; i < plays->len; i++) {
        if (tab_position_same(&now, position))
            return (int)i;
        tab_position_play(&now, &now, &g_array_index(plays, TabPlay, i));
    }
    return -1;
}

void tab_board_marks_add_suggestion(TabBoardModel *model, TabBoardTrails *trails,
                                    const TabRules *rules, const TabPosition *position,
                                    const TabPosition *before, const GArray *plays)
{
    TabPosition now = *position;
    int made = count_made(position, before, plays);
    for (guint i = (guint)MAX(made, 0); made >= 0 && i < plays->len; i++) {
        const TabPlay *play = &g_array_index(plays, TabPlay, i);
        bool capture = tab_position_owner(&now, play->to) == 1 - now.side;
        model->cell[play->from].marks |= TAB_MARK_HINT;
        model->cell[play->to].marks |= TAB_MARK_HINT;
        add_way(model, trails, rules, (TabSide)now.side, play, capture, TAB_PATH_HINT);
        tab_position_play(&now, &now, play);
    }
}

void tab_board_marks_clear(TabBoardModel *model, TabBoardTrails *trails)
{
    memset(model->cell, 0, sizeof model->cell);
    model->n_flights = model->n_paths = 0;
    model->paths = trails->path;
}
