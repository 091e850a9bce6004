// SPDX-License-Identifier: GPL-3.0-or-later
// What the painter is to show of a game while its stones lie still: marks, ways, and what is held.
#include "gui/board/board-scene.h"

#include "gui/board/board-labels.h"

/* The group under the pointer leaves its cell and hangs there. */
static void show_held(TabBoardScene *scene, const TabBoardSceneParts *parts)
{
    TabBoardCell *from = &scene->model.cell[parts->choice->selected];
    TabPile rest = 0, group = from->pile;
    if (parts->choice->top) {
        rest = (from->pile & ~TAB_PILE_LOOSE) >> 2;
        group = TAB_PILE_SINGLE(tab_pile_rank(from->pile, 0));
    }
    scene->held = (TabBoardFlight){.pile = group,
                                   .owner = from->owner,
                                   .alpha = 1.0,
                                   .held = true,
                                   .x = parts->drag_x,
                                   .y = parts->drag_y};
    from->pile = rest > 1 ? rest : 0;
    from->marks &= (uint16_t) ~(TAB_MARK_SELECTED | TAB_MARK_SELECTED_TOP | TAB_MARK_SPLIT);
    scene->model.flights = &scene->held;
    scene->model.n_flights = 1;
}

/* What a person can do now. */
static void show_choice(TabBoardScene *scene, const TabBoardSceneParts *parts)
{
    unsigned pointed = parts->hover != TAB_NO_CELL ? parts->hover : parts->focus;
    tab_board_marks_add_choice(&scene->model, &scene->trails, parts->choice, pointed,
                               parts->options->ways);
    if (parts->hover != TAB_NO_CELL)
        scene->model.cell[parts->hover].marks |= TAB_MARK_HOVER;
    if (parts->dragging)
        show_held(scene, parts);
}

/* The last turn's ways would cross those of what is chosen or pointed at. */
static void show_last_turn(TabBoardScene *scene, const TabBoardSceneParts *parts)
{
    bool ways = parts->choice->selected == TAB_NO_CELL && !scene->model.n_paths;
    if (parts->options->last_turn)
        tab_board_marks_add_last_turn(&scene->model, &scene->trails, parts->choice->session, ways);
}

static void show_suggestion(TabBoardScene *scene, const TabBoardSceneParts *parts)
{
    TabGameSession *session = parts->choice->session;
    if (parts->suggestion && parts->choice->selected == TAB_NO_CELL)
        tab_board_marks_add_suggestion(
            &scene->model, &scene->trails, tab_game_session_get_rules(session),
            tab_game_session_get_position(session), parts->suggested_from, parts->suggestion);
}

static void show_threats(TabBoardScene *scene, const double *threats)
{
    for (unsigned c = 0; c < TAB_ROWS * scene->model.columns; c++)
        scene->model.cell[c].threat = (uint8_t)tab_board_labels_per_cent(threats[c]);
}

void tab_board_scene_build(TabBoardScene *scene, const TabBoardSceneParts *parts)
{
    TabGameSession *session = parts->choice->session;
    tab_board_model_set_position(&scene->model, tab_game_session_get_position(session));
    if (parts->may_move)
        show_choice(scene, parts);
    show_last_turn(scene, parts);
    show_suggestion(scene, parts);
    if (parts->threats)
        show_threats(scene, parts->threats);
    if (parts->focus != TAB_NO_CELL)
        scene->model.cell[parts->focus].marks |= TAB_MARK_FOCUS;
}
