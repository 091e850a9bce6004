// SPDX-License-Identifier: GPL-3.0-or-later
// From one mistake of a game to the next, another try of one, and back to where the game stood.
#include <string.h>

#include "gui/model/game-tree.h"
#include "gui/model/mistakes.h"
#include "session-fixture.h"
#include "tests/local-text.h"

static const char *const game = "[White \"Ada\"]\n"
                                "[Rules \"walker\"]\n"
                                "[Opening \"w2 b1\"]\n"
                                "[Result \"%s\"]\n%s"
                                "\n"
                                "1. b 1,4,2 1:d1c1,4:c1c5,2:c5c7 loss=%s\n"
                                "2. w 3 3:pass loss=%s\n"
                                "3. b 2 2:c7c9 loss=%s\n"
                                "4. w 2 2:pass\n"
                                "%s\n";

static TabGameSession *open_game(gboolean over, const char *one, const char *two, const char *three)
{
    const char *result = over ? "1-0" : "*", *end = over ? "[Termination \"resign\"]\n" : "";
    g_autofree char *text = g_strdup_printf(game, result, end, one, two, three, result);
    return session_open(text, NULL);
}

/* The number of the turn that is found; 0: none. */
static guint find(TabGameSession *session, int step)
{
    const TabRecordNode *node = tab_mistakes_find(session, step);
    return node ? node->number : 0;
}

static TabRecordNode *nth(TabGameSession *session, guint number)
{
    TabRecordNode *node = session->document->record->root;
    while (number--)
        node = node->child;
    return node;
}

static void test_find(void)
{
    g_autoptr(TabGameSession) session = open_game(TRUE, "0.02", "0.01", "0.2");
    g_assert_true(tab_mistakes_are_known(session));
    g_assert_cmpuint(find(session, 1), ==, 0);
    g_assert_cmpuint(find(session, -1), ==, 3);
    tab_document_review(session->document, nth(session, 3));
    g_assert_cmpuint(find(session, -1), ==, 1);
    g_assert_cmpuint(find(session, 1), ==, 0);
    tab_document_review(session->document, nth(session, 0));
    g_assert_cmpuint(find(session, 1), ==, 1);
    tab_document_review(session->document, nth(session, 1));
    g_assert_cmpuint(find(session, 1), ==, 3);
    g_assert_cmpuint(find(session, -1), ==, 0);
    g_autofree char *told = tab_mistakes_describe(session, nth(session, 3)),
                    *none = tab_mistakes_describe_none(session, -1);
    g_assert_cmpstr(told, ==, tab_local_text("Turn 3, Black: loss −20.0 points, a blunder"));
    g_assert_cmpstr(none, ==, "There is no mistake before this turn.");
}

static void test_unknown(void)
{
    g_autoptr(TabGameSession) session = open_game(TRUE, "nan", "7", "-1");
    g_assert_false(tab_mistakes_are_known(session));
    g_assert_cmpuint(find(session, -1), ==, 0);
}

/* The throws lie there again, another turn becomes a variation, and the way back leads to the turn
 * that was tried in the game as it stood. */
static void test_try(gconstpointer over)
{
    g_autoptr(TabGameSession) session = open_game(GPOINTER_TO_INT(over), "0.3", "0", "0");
    TabDocument *document = session->document;
    TabRecordNode *first = nth(session, 1), *last = nth(session, 4);
    guint n_nodes = document->record->n_nodes;
    g_assert_cmpint(tab_document_can_try_again(document), ==, GPOINTER_TO_INT(over));
    g_assert_false(tab_document_can_leave_try(document));
    tab_document_review(document, first);
    g_assert_true(tab_document_try_again(document));
    g_assert_null(document->review);
    g_assert_true(document->live->node == document->record->root);
    g_assert_cmpint(tab_document_phase(document), ==, TAB_PHASE_MOVE);
    g_assert_cmpuint(document->live->turn.situation.throws.n, ==, 3);
    g_assert_false(tab_document_can_redo(document));
    while (session_play_any(session))
        ;
    g_assert_true(tab_game_session_end_turn(session));
    g_assert_cmpuint(document->record->n_nodes, ==, n_nodes + 1);
    g_assert_true(document->record->root->child == first);
    g_assert_true(tab_document_leave_try(document));
    g_assert_true(document->live->node == last);
    g_assert_true(tab_document_node(document) == first);
    g_assert_false(tab_document_can_leave_try(document));
    tab_document_end_review(document);
    g_assert_cmpint(document->live->end != TAB_END_NONE, ==, GPOINTER_TO_INT(over));
    g_assert_cmpuint(find(session, -1), ==, 1);
}

/* What is deleted is no place to come back to. */
static void test_deleted(void)
{
    g_autoptr(TabGameSession) session = open_game(TRUE, "0.3", "0", "0");
    tab_document_review(session->document, nth(session, 1));
    g_assert_true(tab_document_try_again(session->document));
    tab_document_remove(session->document, nth(session, 1));
    g_assert_false(tab_document_can_leave_try(session->document));
    g_assert_false(tab_document_leave_try(session->document));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/mistakes/find", test_find);
    g_test_add_func("/mistakes/unknown", test_unknown);
    g_test_add_data_func("/mistakes/try-over", GINT_TO_POINTER(TRUE), test_try);
    g_test_add_data_func("/mistakes/try-going-on", GINT_TO_POINTER(FALSE), test_try);
    g_test_add_func("/mistakes/deleted", test_deleted);
    return g_test_run();
}
