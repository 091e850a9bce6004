// SPDX-License-Identifier: GPL-3.0-or-later
// How a play is shown: the group on its way, what is taken, and the board at the end; no display
// needed.
#include "gui/board/play-flight.h"
#include "protocol/rules/movegen.h"
#include "rules-fixture.h"
#include "tab-throws.h"

typedef struct {
    TabRules *rules;
    TabSituation situation;
    TabPlayFlight flight;
    TabBoardModel model;
} Scene;

static unsigned cell(Scene *scene, const char *name)
{
    return cell_for(scene->rules, name);
}

/* The flight of the play with `value` between two cells, whole pile or top piece. */
static void set_up(Scene *scene, const char *rules, const char *text, int value, const char *from,
                   const char *to, bool top, bool slides)
{
    scene->rules = rules_for(rules);
    read_situation(scene->rules, text, &scene->situation);
    TabPlay plays[TAB_MAX_PLAYS];
    unsigned n =
        tab_movegen_plays(scene->rules, &scene->situation.position, tab_throw_kind(value), plays);
    for (unsigned i = 0; i < n; i++)
        if (plays[i].from == cell(scene, from) && plays[i].to == cell(scene, to) &&
            !(plays[i].flags & TAB_PLAY_TOP) == !top) {
            tab_play_flight_begin(&scene->flight, scene->rules, &scene->situation.position,
                                  &plays[i], slides);
            tab_board_model_init(&scene->model, NULL);
            return;
        }
    g_error("%s to %s is no play", from, to);
}

static void show(Scene *scene, double ms)
{
    tab_play_flight_show(&scene->flight, ms, &scene->model);
}

static void tear_down(Scene *scene)
{
    tab_rules_unref(scene->rules);
}

static void test_slide(void)
{
    Scene scene;
    set_up(&scene, "walker", "n8/9/4M4/N8 w 2 - 9", 2, "b5", "b3", false, true);
    g_assert_cmpfloat(scene.flight.duration, ==, 2 * TAB_STEP_MS);
    show(&scene, TAB_STEP_MS);
    g_assert_cmpuint(scene.model.n_flights, ==, 1);
    g_assert_cmpfloat(scene.model.flights[0].at, ==, 1.0); /* above b4 */
    g_assert_cmpuint(scene.model.cell[cell(&scene, "b5")].pile, ==, 0);
    g_assert_cmpuint(scene.model.cell[cell(&scene, "b3")].pile, ==, 0);
    show(&scene, 2 * TAB_STEP_MS);
    g_assert_cmpuint(scene.model.n_flights, ==, 0);
    g_assert_cmpuint(scene.model.cell[cell(&scene, "b3")].pile, !=, 0);
    tear_down(&scene);
}

static void test_capture(void)
{
    Scene scene;
    set_up(&scene, "walker", "n8/9/2(tt)1M4/N8 w 2 - 9", 2, "b5", "b3", false, true);
    g_assert_cmpfloat(scene.flight.duration, ==, 2 * TAB_STEP_MS + TAB_LIFT_MS);
    show(&scene, TAB_STEP_MS);
    g_assert_cmpint(scene.model.cell[cell(&scene, "b3")].owner, ==, TAB_BLACK); /* not taken yet */
    show(&scene, 2 * TAB_STEP_MS + TAB_LIFT_MS / 2.0);
    g_assert_cmpint(scene.model.cell[cell(&scene, "b3")].owner, ==, TAB_WHITE);
    g_assert_cmpuint(scene.model.n_flights, ==, 1);
    g_assert_cmpint(scene.model.flights[0].owner, ==, TAB_BLACK);
    g_assert_cmpuint(tab_pile_height(scene.model.flights[0].pile), ==, 2);
    g_assert_cmpfloat(scene.model.flights[0].away, ==, 0.5);
    tear_down(&scene);
}

static void test_top_piece(void)
{
    Scene scene;
    set_up(&scene, "walker", "n8/9/4(MMM)4/9 w 1,2 - 9", 1, "b5", "b4", true, true);
    show(&scene, TAB_STEP_MS / 2.0);
    g_assert_cmpuint(tab_pile_height(scene.model.flights[0].pile), ==, 1);
    g_assert_cmpuint(tab_pile_height(scene.model.cell[cell(&scene, "b5")].pile), ==, 2);
    tear_down(&scene);
}

static void test_top_of_loose_pile(void)
{
    Scene scene;
    set_up(&scene, "bell:columns=7", "1m5/7/4~(TTT)2/7 w 2 - 9", 2, "b5", "b3", true, true);
    show(&scene, TAB_STEP_MS);
    TabPile rest = scene.model.cell[cell(&scene, "b5")].pile;
    g_assert_cmpuint(tab_pile_height(rest), ==, 2);
    g_assert_true(rest & TAB_PILE_LOOSE);
    show(&scene, 2 * TAB_STEP_MS);
    g_assert_cmpuint(scene.model.cell[cell(&scene, "b5")].pile, ==, rest);
    tear_down(&scene);
}

/* A pile that turns back sheds all but its top piece: those lift off. */
static void test_shed(void)
{
    Scene scene;
    set_up(&scene, "walker", "9/8(TTT)/t8/N8 w 2 - 9", 2, "c9", "b8", false, true);
    show(&scene, TAB_STEP_MS);
    g_assert_cmpuint(tab_pile_height(scene.model.flights[0].pile), ==, 3);
    show(&scene, 2 * TAB_STEP_MS);
    g_assert_cmpuint(tab_pile_height(scene.model.cell[cell(&scene, "b8")].pile), ==, 1);
    g_assert_cmpuint(scene.model.n_flights, ==, 1);
    g_assert_cmpint(scene.model.flights[0].owner, ==, TAB_WHITE);
    g_assert_cmpuint(tab_pile_height(scene.model.flights[0].pile), ==, 2);
    tear_down(&scene);
}

/* What was dragged lies there already: only what is taken still moves. */
static void test_dropped(void)
{
    Scene scene;
    set_up(&scene, "walker", "n8/9/4M4/N8 w 2 - 9", 2, "b5", "b3", false, false);
    g_assert_cmpfloat(scene.flight.duration, ==, 0.0);
    tear_down(&scene);
}

/* A stone lands on a king of nobody: he is pushed on, and takes who stands there. */
static void test_pushed_king(void)
{
    Scene scene;
    set_up(&scene, "sahkku:columns=7", "nn5/2mX1M1/N6 w 2,2,4 - 3", 2, "b6", "b4", false, true);
    show(&scene, TAB_STEP_MS);
    const TabBoardCell *cells = scene.model.cell;
    g_assert_true(cells[cell(&scene, "b4")].king);
    g_assert_cmpint(cells[cell(&scene, "b4")].owner, ==, TAB_PAINT_NOBODY);
    show(&scene, 2 * TAB_STEP_MS + TAB_LIFT_MS / 2.0);
    g_assert_false(cells[cell(&scene, "b4")].king);
    g_assert_true(cells[cell(&scene, "b3")].king);
    g_assert_cmpint(cells[cell(&scene, "b3")].owner, ==, TAB_WHITE);
    g_assert_cmpint(scene.model.flights[0].owner, ==, TAB_BLACK);
    g_assert_cmpint(scene.model.flights[0].path[0], ==, cell(&scene, "b3"));
    tear_down(&scene);
}

static void test_moving_king(void)
{
    Scene scene;
    set_up(&scene, "sahkku:columns=7", "nn5/2m1K2/N6 w 2,2,4 - 3", 2, "b5", "b3", false, true);
    show(&scene, TAB_STEP_MS);
    g_assert_cmpuint(scene.model.n_flights, ==, 1);
    g_assert_true(scene.model.flights[0].king);
    g_assert_cmpuint(scene.model.cell[cell(&scene, "b5")].pile, ==, 0);
    tear_down(&scene);
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/play-flight/slide", test_slide);
    g_test_add_func("/play-flight/capture", test_capture);
    g_test_add_func("/play-flight/top-piece", test_top_piece);
    g_test_add_func("/play-flight/top-of-loose-pile", test_top_of_loose_pile);
    g_test_add_func("/play-flight/shed", test_shed);
    g_test_add_func("/play-flight/dropped", test_dropped);
    g_test_add_func("/play-flight/pushed-king", test_pushed_king);
    g_test_add_func("/play-flight/moving-king", test_moving_king);
    return g_test_run();
}
