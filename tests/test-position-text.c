// SPDX-License-Identifier: GPL-3.0-or-later
// Positions and games that are copied and pasted.
#include <string.h>

#include "gui/model/position-text.h"
#include "rules-fixture.h"

static TabGameSession *session_from(const char *rules, const char *position)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_free(setup->rules);
    setup->rules = g_strdup(rules);
    setup->position = g_strdup(position);
    TabGameSession *session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    return session;
}

static char *copied(TabGameSession *session)
{
    TabSituation situation;
    tab_position_text_situation(session, &situation);
    return tab_position_text_write(session->document->record->rules, &situation);
}

/* Before the plays of a turn in the making, after those of one that is looked at. */
static void test_copy(void)
{
    g_autoptr(TabGameSession) session = session_from("walker", "n8/9/8M/N8 w 2 - 9");
    g_autofree char *before = copied(session);
    g_assert_cmpstr(before, ==, "rules walker\nposition n8/9/8M/N8 w 2 - 9\n");
    g_autoptr(GArray) plays =
        tab_game_list_plays(tab_document_game(session->document), TAB_NO_CELL, -1);
    g_assert_true(tab_game_session_play(session, &g_array_index(plays, TabPlay, 0)));
    g_autofree char *same = copied(session);
    g_assert_cmpstr(same, ==, before);
    g_assert_true(tab_game_session_end_turn(session));
    g_autofree char *next = copied(session);
    g_assert_cmpstr(next, ==, "rules walker\nposition n8/9/6M2/N8 b - - 10\n");
    for (int turns = 0; turns < 2; turns++) { /* Black cannot move without a tâb, perhaps */
        while (tab_game_session_throw(session))
            ;
        while (!tab_game_session_end_turn(session)) {
            g_autoptr(GArray) legal =
                tab_game_list_plays(tab_document_game(session->document), TAB_NO_CELL, -1);
            tab_game_session_play(session, &g_array_index(legal, TabPlay, 0));
        }
    }
    tab_document_review(session->document, session->document->record->root->child);
    g_assert_true(session->document->review);
    g_autofree char *looked = copied(session);
    g_assert_cmpstr(looked, ==, next);
    tab_document_review(session->document, session->document->record->root);
    g_autofree char *start = copied(session);
    g_assert_cmpstr(start, ==, before);
}

/* The end of a game is a position with the loser to move. */
static void test_copy_end(void)
{
    g_autoptr(TabGameSession) session = session_from("walker", "9/9/5t2M/9 w 3 - 9");
    g_autoptr(GArray) plays =
        tab_game_list_plays(tab_document_game(session->document), TAB_NO_CELL, -1);
    g_assert_cmpuint(plays->len, ==, 1);
    g_assert_true(tab_game_session_play(session, &g_array_index(plays, TabPlay, 0)));
    g_assert_cmpint(tab_document_phase(session->document), ==, TAB_PHASE_OVER);
    g_autofree char *text = copied(session);
    g_assert_cmpstr(text, ==, "rules walker\nposition 9/9/5M3/9 b - - 10\n");
}

static void test_draw(void)
{
    g_autoptr(TabRules) rules = rules_for("bell:columns=5");
    TabSituation situation;
    read_situation(rules, "nn3/2t2/1~(MT)3/NN2M w 1,2 1/0 7", &situation);
    g_autofree char *text = tab_position_text_draw(rules, &situation);
    g_assert_cmpstr(text, ==,
                    "d <- n   n   .   .   .\n"
                    "c -> .   .   t   .   .\n"
                    "b <- .   ~MT .   .   .\n"
                    "a -> N   N   .   .   M\n"
                    "     1   2   3   4   5\n"
                    "rules bell:columns=5\n"
                    "position nn3/2t2/1~(MT)3/NN2M w 1,2 1/0 7\n");
}

static void assert_pasted(const char *text, const char *rules, const char *position)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRules) at_hand = rules_for("walker");
    g_autofree char *name = NULL, *fields = NULL;
    g_assert_false(tab_position_text_is_games(text));
    g_assert_true(tab_position_text_read(text, at_hand, &name, &fields, &error));
    g_assert_cmpstr(name, ==, rules);
    g_assert_cmpstr(fields, ==, position);
}

static void assert_refused(const char *text, const char *part)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRules) at_hand = rules_for("walker");
    g_autofree char *name = NULL, *fields = NULL;
    g_assert_false(tab_position_text_read(text, at_hand, &name, &fields, &error));
    g_assert_nonnull(error);
    g_assert_null(fields);
    if (!strstr(error->message, part))
        g_error("“%s” does not say “%s”", error->message, part);
}

static void test_paste(void)
{
    assert_pasted("  n8/9/8M/N8 w 2 - 9\r\n", "walker", "n8/9/8M/N8 w 2 - 9");
    assert_pasted("position n8/9/8M/N8 w 2 - 9", "walker", "n8/9/8M/N8 w 2 - 9");
    assert_pasted("d <- . .\nrules ludii:columns=5\nposition m4/5/5/M4 w - - 1\nshown\n",
                  "ludii:columns=5", "m4/5/5/M4 w - - 1");
    g_assert_true(tab_position_text_is_games(" \r\n[Rules \"bell\"]\n[Result \"*\"]\n*\n"));
    assert_refused("", "no text");
    assert_refused("hello", "five parts");
    assert_refused("n8/9/8M/N7 w 2 - 9", "a");
    assert_refused("rules chess\nposition n8/9/8M/N8 w 2 - 9", "chess");
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/position-text/copy", test_copy);
    g_test_add_func("/position-text/copy-end", test_copy_end);
    g_test_add_func("/position-text/draw", test_draw);
    g_test_add_func("/position-text/paste", test_paste);
    return g_test_run();
}
