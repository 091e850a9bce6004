// SPDX-License-Identifier: GPL-3.0-or-later
// What the board offers: along random games every mark must answer to the plays that there are, and
// none be missing.
#include <string.h>

#include "gui/board/board-scene.h"
#include "gui/model/game-session.h"
#include "protocol/rules/cast.h"

#include "tab-throws.h"

static unsigned count_splits; /* met in a test: there must be some */

static void draw(TabBoardScene *scene, const TabBoardChoice *choice, unsigned pointed)
{
    tab_board_scene_clear(scene);
    tab_board_scene_add_choice(scene, choice, pointed, true);
}

static void check_movable(TabBoardScene *scene, const TabBoardChoice *choice)
{
    g_autoptr(GArray) plays = tab_board_choice_list_plays(choice, TAB_NO_CELL);
    bool movable[TAB_MAX_CELLS] = {false};
    for (guint i = 0; i < plays->len; i++)
        movable[g_array_index(plays, TabPlay, i).from] = true;
    draw(scene, choice, TAB_NO_CELL);
    for (unsigned c = 0; c < TAB_MAX_CELLS; c++)
        g_assert_cmpint((scene->model.cell[c].marks & TAB_MARK_MOVABLE) != 0, ==, movable[c]);
}

/* The targets of what is chosen, throw by throw. */
static void check_targets(TabBoardScene *scene, const TabBoardChoice *choice)
{
    g_autoptr(GArray) plays = tab_board_choice_list_plays(choice, choice->selected);
    unsigned throws[TAB_MAX_CELLS] = {0};
    for (guint i = 0; i < plays->len; i++) {
        const TabPlay *play = &g_array_index(plays, TabPlay, i);
        if (!(play->flags & TAB_PLAY_TOP) == !choice->top)
            throws[play->to] |= 1u << play->kind;
    }
    draw(scene, choice, TAB_NO_CELL);
    g_assert_cmpuint(scene->model.n_paths, ==, 0);
    for (unsigned c = 0; c < TAB_MAX_CELLS; c++) {
        TabPlay found;
        g_assert_cmpuint(scene->model.cell[c].target_throws, ==, throws[c]);
        g_assert_cmpint(tab_board_choice_find_play(choice, c, &found), ==, throws[c] != 0);
        if (!throws[c])
            continue;
        g_assert_cmpint(found.to, ==, c);
        draw(scene, choice, c);
        g_assert_cmpuint(scene->model.n_paths, ==, 1); /* the way to what is pointed at */
        g_assert_cmpint(scene->model.paths[0].path[scene->model.paths[0].n_path - 1], ==, c);
    }
}

static void check_cell(TabBoardScene *scene, TabBoardChoice *choice, unsigned cell)
{
    bool whole, top;
    tab_board_choice_find_movable(choice, cell, &whole, &top);
    choice->selected = cell;
    for (int part = 0; part < 2; part++) {
        choice->top = part;
        if (!(part ? top : whole))
            continue;
        check_targets(scene, choice);
        uint16_t marks = scene->model.cell[cell].marks;
        g_assert_true(marks & (part ? TAB_MARK_SELECTED_TOP : TAB_MARK_SELECTED));
        g_assert_cmpint((marks & TAB_MARK_SPLIT) != 0, ==, !part && top);
        count_splits += !part && top;
    }
    choice->selected = TAB_NO_CELL;
}

/* With nothing chosen, what is pointed at shows its ways, one to each place; none if they are not
 * wanted. */
static void check_pointed(TabBoardScene *scene, const TabBoardChoice *choice, unsigned cell)
{
    g_autoptr(GArray) plays = tab_board_choice_list_plays(choice, cell);
    bool reached[TAB_MAX_CELLS] = {false};
    unsigned n = 0;
    for (guint i = 0; i < plays->len; i++) {
        unsigned to = g_array_index(plays, TabPlay, i).to;
        n += !reached[to];
        reached[to] = true;
    }
    draw(scene, choice, cell);
    g_assert_cmpuint(scene->model.n_paths, ==, MIN(n, TAB_MAX_TRAILS));
    for (unsigned i = 0; i < scene->model.n_paths; i++) {
        const TabBoardPath *way = &scene->model.paths[i];
        g_assert_cmpint(way->path[0], ==, cell);
        g_assert_true(reached[way->path[way->n_path - 1]]);
        reached[way->path[way->n_path - 1]] = false;
    }
    tab_board_scene_clear(scene);
    tab_board_scene_add_choice(scene, choice, cell, false);
    g_assert_cmpuint(scene->model.n_paths, ==, 0);
}

static void check_position(TabGameSession *session)
{
    TabBoardScene *scene = g_new0(TabBoardScene, 1);
    TabBoardChoice choice;
    tab_board_choice_init(&choice, session->document);
    check_movable(scene, &choice);
    for (choice.kind = -1; choice.kind < TAB_N_THROWS; choice.kind++)
        for (unsigned c = 0; c < tab_document_game(session->document)->position.cells; c++) {
            check_cell(scene, &choice, c);
            check_pointed(scene, &choice, c);
        }
    g_free(scene);
}

/* After a turn that moved something its cells are marked, and cleared ones stay unmarked. */
static void check_last_turn(TabGameSession *session)
{
    TabBoardScene *scene = g_new0(TabBoardScene, 1);
    const TabGameTurn *last = &tab_document_game(session->document)->last;
    tab_board_scene_clear(scene);
    tab_board_scene_add_last_turn(scene, session->document, true);
    unsigned marked = 0;
    for (unsigned c = 0; c < TAB_MAX_CELLS; c++)
        marked += (scene->model.cell[c].marks & TAB_MARK_LAST_TO) != 0;
    if (!last->plays->len)
        g_assert_cmpuint(marked, ==, 0);
    else {
        g_assert_cmpuint(marked, >, 0);
        g_assert_cmpuint(scene->model.n_paths, ==, MIN(last->plays->len, TAB_MAX_TRAILS));
    }
    g_free(scene);
}

static void act(TabGameSession *session, TabRandom *random)
{
    const TabGame *game = tab_document_game(session->document);
    if (tab_game_session_throw(session))
        return;
    g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, -1);
    check_position(session);
    if (!plays->len) {
        g_assert_true(tab_game_session_end_turn(session));
        check_last_turn(session);
        return;
    }
    guint chosen = tab_random_below(random, plays->len);
    g_assert_true(tab_game_session_play(session, &g_array_index(plays, TabPlay, chosen)));
}

static void test_game(gconstpointer rules)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    TabRandom random = tab_random_new(9);
    count_splits = 0;
    for (setup->seed = 1; setup->seed <= 4; setup->seed++) {
        g_free(setup->rules);
        setup->rules = g_strdup(rules);
        g_autoptr(TabGameSession) session = tab_game_session_new(setup, NULL);
        g_assert_nonnull(session);
        for (int i = 0; i < 400 && tab_document_phase(session->document) != TAB_PHASE_OVER; i++)
            act(session, &random);
    }
    if (g_strcmp0(rules, "walker") == 0 || g_str_has_prefix(rules, "bell") ||
        g_str_has_prefix(rules, "lane"))
        g_assert_cmpuint(count_splits, >, 0);
}

/* An empty cell is not explained, a king who cannot be moved is. */
static void test_king(void)
{
    static const struct {
        const char *board, *part;
    } rows[] = {{"n4/2k2/M4", "Black’s"}, {"n4/2X2/M4", "nobody"}, {"n4/MMKM1/5", "of your own"}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabGameSetup) setup = tab_game_setup_new();
        g_free(setup->rules);
        setup->rules = g_strdup("sahkku:columns=5");
        g_free(setup->position);
        setup->position = g_strdup_printf("%s w 2,2,2 - 9", rows[i].board);
        g_autoptr(TabGameSession) session = tab_game_session_new(setup, NULL);
        g_assert_nonnull(session);
        TabBoardChoice choice;
        tab_board_choice_init(&choice, session->document);
        const TabBoard *board = &session->document->record->rules->board;
        const char *end;
        g_autofree char *king =
            tab_board_choice_take_up(&choice, tab_board_cell_of_name(board, "b3", &end), false);
        g_autofree char *nothing =
            tab_board_choice_take_up(&choice, tab_board_cell_of_name(board, "b5", &end), false);
        if (!strstr(king, rows[i].part))
            g_error("“%s” does not say “%s”", king, rows[i].part);
        g_assert_cmpstr(nothing, ==, "");
    }
}

static void assert_tells_t(const char *text, bool expected)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRules) rules = tab_rules_parse(text, &error);
    g_assert_no_error(error);
    g_autoptr(TabGame) game = tab_game_new(rules, TAB_MAX_NUMBER);
    TabBoardScene scene;
    tab_board_model_init(&scene.model, &rules->cast);
    tab_board_scene_show_turn(&scene, game);
    g_assert_cmpint(scene.model.show_history, ==, expected);
}

/* A stone that goes another way than its like looks otherwise. */
static void test_tells_t(void)
{
    assert_tells_t("walker", false);
    assert_tells_t("lane", true);
    assert_tells_t("tozeur", false);
    assert_tells_t("sahkku", false);
    assert_tells_t("deleb", true);
    assert_tells_t("bakhri", true);
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/scene/king", test_king);
    g_test_add_data_func("/scene/walker", "walker", test_game);
    g_test_add_data_func("/scene/bell", "bell", test_game);
    g_test_add_data_func("/scene/lane", "lane:columns=5", test_game);
    g_test_add_data_func("/scene/ludii", "ludii", test_game);
    g_test_add_data_func("/scene/sahkku", "sahkku:columns=7", test_game);
    g_test_add_data_func("/scene/tablan", "tablan:columns=6", test_game);
    g_test_add_data_func("/scene/mzab", "mzab:columns=6", test_game);
    g_test_add_data_func("/scene/deleb", "deleb:columns=5", test_game);
    g_test_add_func("/board-scene/tells-t", test_tells_t);
    return g_test_run();
}
