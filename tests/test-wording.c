// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences beside the board: what to do now, with which throws, and what has just happened.
#include "gui/model/wording.h"
#include "session-fixture.h"

/* Two people at one board. */
static TabGameSession *begin(const char *rules, const char *position)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    g_free(setup->rules);
    setup->rules = g_strdup(rules);
    setup->position = g_strdup(position);
    setup->seed = 1;
    for (int side = 0; side < 2; side++)
        setup->player[side] = (TabPlayer){.engine = false};
    TabGameSession *session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    return session;
}

static void assert_status(TabGameSession *session, const char *expected)
{
    g_autofree char *status = tab_wording_status(session);
    g_assert_cmpstr(status, ==, expected);
}

static void assert_end_turn(TabGameSession *session, const char *expected)
{
    g_autofree char *text = tab_wording_end_turn(session);
    g_assert_cmpstr(text, ==, expected);
}

/* Only throws that can move something as the board stands are asked for. */
static void test_usable(void)
{
    g_autoptr(TabGameSession) session = begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,4,6,2 - 1");
    assert_status(session, "Choose a stone to move with 1; rings show where it can go.");
    assert_end_turn(session, "the 1 can still be used");
    g_assert_true(session_play_any(session));
    assert_status(session, "Still to be used: 2, 4, 6.");
}

/* The board shows nothing of a turn in which nothing moved. */
static void test_pass(void)
{
    g_autoptr(TabGameSession) session = begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN b 4,6,3 - 2");
    assert_status(session, "No stone of yours can use 3, 4, 6: end your turn.");
    g_assert_true(tab_game_session_end_turn(session));
    assert_status(session, "Black threw 4, 6, 3 and passed. White: throw the sticks.");

    g_autoptr(TabGameSession) moved = begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN b 1,2 - 2");
    while (session_play_any(moved))
        ;
    g_assert_true(tab_game_session_end_turn(moved));
    assert_status(moved, "White: throw the sticks.");
}

/* What is not used is lost, but for tâbs where the rules save them. */
static void test_saved(void)
{
    g_autoptr(TabGameSession) session = begin("bell", "nnnnnnnnn/9/9/NNNNNNNNN w 1,1,2 - 1");
    assert_status(session, "You may use 1, 1, or end your turn.");
    assert_end_turn(session, "unused tâbs are saved");
    while (session_play_any(session))
        ;
    assert_end_turn(session, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wording/usable", test_usable);
    g_test_add_func("/wording/pass", test_pass);
    g_test_add_func("/wording/saved", test_saved);
    return g_test_run();
}
