// SPDX-License-Identifier: GPL-3.0-or-later
// The list of turns: its order is that of the record's text, changes are told exactly, and every
// row says what was played.
#include <string.h>

#include "decimal-point.h"
#include "gui/model/game-tree.h"
#include "gui/model/wording.h"
#include "session-fixture.h"

static const char *const game = "[White \"Ada\"]\n"
                                "[Rules \"walker\"]\n"
                                "[Opening \"w2 b1\"]\n"
                                "[Result \"*\"]\n"
                                "\n"
                                "1. b 1,4,2 1:d1c1,4:c1c5,2:c5c7 {a good start}\n"
                                "(\n"
                                "  1. b 1,3 1:d1c1,3:c1c4\n"
                                "  2. w 2 2:pass\n"
                                "  (\n"
                                "    2. w 3 3:pass\n"
                                "  )\n"
                                ")\n"
                                "(\n"
                                "  1. b 1,1,2 1:d1c1,1:d2d1,2:c1c3\n"
                                ")\n"
                                "2. w 3 3:pass\n"
                                "3. b 2 2:c7c9\n"
                                "*\n";

static TabGameSession *session_of(const char *text)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    setup->name[TAB_WHITE] = g_strdup("Ada");
    return session_open(text, setup);
}

static TabGameRow *row(TabGameTree *tree, guint i)
{
    TabGameRow *item = g_list_model_get_item(G_LIST_MODEL(tree), i);
    g_assert_nonnull(item);
    return item;
}

static void test_rows(void)
{
    static const struct {
        guint depth;
        const char *number, *throws, *plays;
    } expected[] = {
        {0, "", "2 1", "Beginning"},  {0, "1.", "1 4 2", "d1–c1–c5–c7"},
        {1, "1.", "1 3", "d1–c1–c4"}, {1, "2.", "2", "passes"},
        {2, "2.", "3", "passes"},     {1, "1.", "1 1 2", "d1–c1 d2–d1 c1–c3"},
        {0, "2.", "3", "passes"},     {0, "3.", "2", "c7–c9"},
    };
    g_autoptr(TabGameSession) session = session_of(game);
    g_autoptr(TabGameTree) tree = tab_game_tree_new(session);
    g_assert_cmpuint(g_list_model_get_n_items(G_LIST_MODEL(tree)), ==, G_N_ELEMENTS(expected));
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_autoptr(TabGameRow) one = row(tree, i);
        g_autofree char *number = tab_game_row_number(one), *throws = tab_game_row_throws(one),
                        *plays = tab_game_row_plays(one);
        g_assert_cmpuint(one->depth, ==, expected[i].depth);
        g_assert_cmpstr(number, ==, expected[i].number);
        g_assert_cmpstr(throws, ==, expected[i].throws);
        g_assert_cmpstr(plays, ==, expected[i].plays);
        g_assert_cmpuint(tab_game_tree_find(tree, one->node), ==, i);
    }
    g_autoptr(TabGameRow) first = row(tree, 1), deep = row(tree, 4), white = row(tree, 6);
    g_autofree char *told = tab_game_row_describe(first), *nested = tab_game_row_describe(deep),
                    *named = tab_game_row_describe(white);
    g_assert_cmpstr(told, ==, "Turn 1, Black: throws 1 4 2, d1–c1–c5–c7. a good start");
    g_assert_cmpstr(nested, ==, "Turn 2, Ada: throws 3, passes, variation 2");
    g_assert_cmpstr(named, ==, "Turn 2, Ada: throws 3, passes");
}

typedef struct {
    guint position, removed, added, times;
} Change;

static void on_items_changed(GListModel *model, guint position, guint removed, guint added,
                             Change *change)
{
    *change = (Change){position, removed, added, change->times + 1};
}

static void assert_change(const Change *change, guint times, guint position, guint removed,
                          guint added)
{
    g_assert_cmpuint(change->times, ==, times);
    g_assert_cmpuint(change->position, ==, position);
    g_assert_cmpuint(change->removed, ==, removed);
    g_assert_cmpuint(change->added, ==, added);
}

/* A throw of the opening is told once it has been seen, not when it is drawn. */
static void test_opening(void)
{
    Change change = {0};
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    setup->seed = 4;
    g_autoptr(TabGameSession) session = tab_game_session_new(setup, NULL);
    g_autoptr(TabGameTree) tree = tab_game_tree_new(session);
    g_signal_connect(tree, "items-changed", G_CALLBACK(on_items_changed), &change);
    while (tab_document_phase(session->document) == TAB_PHASE_OPENING)
        g_assert_true(tab_game_session_throw(session));
    g_assert_cmpuint(change.times, ==, 0);
    g_autoptr(TabGameRow) before = row(tree, 0);
    g_autofree char *nothing = tab_game_row_describe(before), *none = tab_game_row_throws(before);
    g_assert_cmpstr(nothing, ==, "Beginning");
    g_assert_cmpstr(none, ==, ""); /* drawn anew, it tells no more */
    tab_game_tree_tell_opening(tree);
    assert_change(&change, 1, 0, 1, 1);
    tab_game_tree_tell_opening(tree);
    g_assert_cmpuint(change.times, ==, 1);
    g_autoptr(TabGameRow) after = row(tree, 0);
    g_autofree char *throws = tab_game_row_throws(after), *told = tab_game_row_describe(after),
                    *expected = g_strconcat("Beginning: throws ", throws, NULL);
    g_assert_true(g_str_has_suffix(throws, "1"));
    g_assert_cmpstr(told, ==, expected);
}

/* The throws stand in the order of the plays, those without one behind them; captures are marked.
 */
static void test_captures(void)
{
    static const char text[] = "[White \"Ada\"]\n[Rules \"standard:columns=9\"]\n[Opening \"w2 w2 "
                               "w1\"]\n[Result \"*\"]\n\n"
                               "1. w 1,1,4,1,3 1:a9b9,1:a8a9,1:a7a8,3:a8b8,4:b8b4\n"
                               "2. b 1,6,2 1:d1c1,2:c1c3,6:c3c9\n"
                               "3. w 6,2 2:b4b2,6:b2c5\n"
                               "4. b 2 2:c9b8\n"
                               "5. w 2 2:a9b8\n*\n";
    static const struct {
        const char *throws, *plays, *told;
    } rows[] = {
        {"1 1 1 3 4", "a9–b9 a8–a9 a7–a8–b8–b4", NULL},
        {"1 2 6", "d1–c1–c3–c9", "Turn 2, Black: throws 1 2 6, d1–c1–c3–c9"},
        {"2 6", "b4–b2–c5", NULL},
        {"2", "c9–b8", NULL},
        {"2", "a9–b8×", "Turn 5, Ada: throws 2, a9–b8, takes 1"},
    };
    g_autoptr(TabGameSession) session = session_of(text);
    g_autoptr(TabGameTree) tree = tab_game_tree_new(session);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabGameRow) one = row(tree, i + 1);
        g_autofree char *throws = tab_game_row_throws(one), *plays = tab_game_row_plays(one),
                        *told = tab_game_row_describe(one);
        g_assert_cmpstr(throws, ==, rows[i].throws);
        g_assert_cmpstr(plays, ==, rows[i].plays);
        if (rows[i].told)
            g_assert_cmpstr(told, ==, rows[i].told);
    }
}

static void test_ways(void)
{
    g_autoptr(TabGameSession) session = session_of(game);
    TabRecordNode *root = session->document->record->root, *first = root->child;
    g_assert_null(tab_game_tree_variation(root, 1));
    g_assert_true(tab_game_tree_last(root) == session->document->live->node);
    TabRecordNode *second = tab_game_tree_variation(first, 1);
    TabRecordNode *third = tab_game_tree_variation(second, 1);
    g_assert_true(third == root->last_child);
    g_assert_null(tab_game_tree_variation(third, 1));
    g_assert_true(tab_game_tree_variation(third, -1) == second);
    g_assert_true(tab_game_tree_variation(second, -1) == first);
    g_assert_null(tab_game_tree_variation(first, -1));
    g_assert_true(tab_game_tree_last(second) == second->child);
    g_assert_cmpuint(tab_game_tree_count(third), ==, 1);
    g_assert_cmpuint(tab_game_tree_count(second), ==, 3);
    g_assert_cmpuint(tab_game_tree_count(first), ==, 3);
    g_assert_cmpuint(tab_game_tree_count(root), ==, 8);
}

static void test_changes(void)
{
    Change change = {0};
    g_autoptr(TabGameSession) session = session_of(game);
    g_autoptr(TabGameTree) tree = tab_game_tree_new(session);
    TabRecordNode *root = session->document->record->root;
    g_signal_connect(tree, "items-changed", G_CALLBACK(on_items_changed), &change);
    tab_document_set_comment(session->document, root->child->next, "hm");
    assert_change(&change, 1, 2, 1, 1);
    tab_document_remove(session->document, root->last_child);
    assert_change(&change, 2, 5, 1, 0);
    while (tab_game_session_throw(session))
        ;
    while (!tab_game_session_end_turn(session)) {
        g_autoptr(GArray) plays =
            tab_game_list_plays(tab_document_game(session->document), TAB_NO_CELL, -1);
        tab_game_session_play(session, &g_array_index(plays, TabPlay, 0));
    }
    assert_change(&change, 3, 7, 0, 1);
    tab_document_promote(session->document, root->child->next);
    g_assert_cmpuint(change.times, ==, 4);
    g_autoptr(TabGameRow) now = row(tree, 1);
    g_autofree char *plays = tab_game_row_plays(now);
    g_assert_cmpstr(plays, ==, "d1–c1–c4");
}

/* Throws that no play has used are told apart, unless all of them are such. */
static void test_unused(void)
{
    static const struct {
        const char *thrown, *turn, *told;
    } rows[] = {{"1,3", "1:d1c1,3:pass", "1 (3)"},
                {"2,3,1", "1:d1c1,2:pass,3:pass", "1 (2 3)"},
                {"2", "2:pass", "2"},
                {"1,4,2", NULL, "1 4 2"},
                {"4,2", "1:d1c1,4:c1c5,2:c5c7", "1 4 2"}}; /* with a saved tâb */
    g_autoptr(TabGameSession) session = session_of(game);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabRecordNode node = *session->document->record->root->child;
        g_autoptr(TabGameRow) one = g_object_new(TAB_TYPE_GAME_ROW, NULL);
        node.throws = (char *)rows[i].thrown;
        node.turn = (char *)rows[i].turn;
        one->session = g_object_ref(session);
        one->node = &node;
        g_autofree char *told = tab_game_row_throws(one);
        g_assert_cmpstr(told, ==, rows[i].told);
    }
}

/* A throw used by halves is told as it fell, a letter by its name, and that dice were cast anew. */
static void test_relatives(void)
{
    static const struct {
        const char *rules, *thrown, *turn, *throws, *plays;
    } rows[] = {{"tablan", "12", "6:b7b1,6:b1c6", "12", "b7–b1–c6"},
                {"tablan", "12", "6:b7b1,6:pass", "12", "b7–b1"},
                {"tablan", "8", "8:b9b1", "8", "b9–b1"},
                {"siryu", "s", "s:a12b8", "sir", "a12–b8"},
                {"sahkku", "1,1,1", "again", "1 1 1", "casts anew"},
                {"sahkku", "1,2,4", "1:pass,2:pass,4:pass", "1 2 4", "passes"}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text =
            g_strdup_printf("[Rules \"%s\"]\n[Result \"*\"]\n\n*\n", rows[i].rules);
        g_autoptr(TabGameSession) session = session_of(text);
        TabRecordNode node = *session->document->record->root;
        g_autoptr(TabGameRow) one = g_object_new(TAB_TYPE_GAME_ROW, NULL);
        node.parent = session->document->record->root;
        node.throws = (char *)rows[i].thrown;
        node.turn = (char *)rows[i].turn;
        one->session = g_object_ref(session);
        one->node = &node;
        g_autofree char *throws = tab_game_row_throws(one), *plays = tab_game_row_plays(one);
        g_assert_cmpstr(throws, ==, rows[i].throws);
        g_assert_cmpstr(plays, ==, rows[i].plays);
    }
}

/* The row on which a game has ended says how, until that is taken back. */
static void test_end(void)
{
    Change change = {0};
    g_autoptr(TabGameSession) session = session_of(game);
    g_autoptr(TabGameTree) tree = tab_game_tree_new(session);
    guint last = tab_game_tree_find(tree, session->document->live->node);
    g_signal_connect(tree, "items-changed", G_CALLBACK(on_items_changed), &change);
    g_autofree char *meant = tab_wording_resigning(session);
    g_assert_cmpstr(meant, ==, "White gives up then, and Black has won.");
    g_assert_true(tab_game_session_resign(session));
    assert_change(&change, 1, last, 1, 1);
    g_autoptr(TabGameRow) ended = row(tree, last), other = row(tree, last - 1);
    g_autofree char *end = tab_game_row_end(ended), *none = tab_game_row_end(other),
                    *told = tab_game_row_describe(ended);
    g_assert_cmpstr(end, ==, "White has resigned.");
    g_assert_cmpstr(none, ==, "");
    g_assert_true(g_str_has_suffix(told, "c7–c9. White has resigned."));
    g_assert_true(tab_game_session_undo(session));
    assert_change(&change, 2, last, 1, 1);
    g_autoptr(TabGameRow) again = row(tree, last);
    g_autofree char *nothing = tab_game_row_end(again);
    g_assert_cmpstr(nothing, ==, "");
}

/* On paper Arabic words turn neither the notation round nor a comment in another language. */
static void test_print(void)
{
    static const struct {
        guint row;
        const char *line;
    } expected[] = {
        {0, "Beginning  \u20662 1\u2069"},
        {1, "1. Black  \u20661 4 2  d1–c1–c5–c7\u2069   — \u2068a good start\u2069"},
        {4, "2. White  \u20663  passes\u2069"},
        {7, "3. Black  \u20662  c7–c9\u2069   — \u2068White has resigned.\u2069"},
    };
    g_autoptr(TabGameSession) session = session_of(game),
                              unplayed = session_of("[Rules \"tablan\"]\n[Result \"*\"]\n\n*\n");
    g_assert_true(tab_game_session_resign(session));
    g_autoptr(TabGameTree) tree = tab_game_tree_new(session);
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_autoptr(TabGameRow) one = row(tree, expected[i].row);
        g_autofree char *line = tab_game_row_print(one);
        g_assert_cmpstr(line, ==, expected[i].line);
    }
    g_autoptr(TabGameTree) empty = tab_game_tree_new(unplayed);
    g_autoptr(TabGameRow) first = row(empty, 0);
    g_autofree char *line = tab_game_row_print(first);
    g_assert_cmpstr(line, ==, "Beginning");
}

/* What an analysis has noted is told, and kept back from those who hide it. */
static void test_notes(void)
{
    Change change = {0};
    g_autoptr(TabGameSession) session = session_of(game);
    TabRecordNode *node = session->document->record->root->child;
    tab_record_set_note(node, "luck", "0.056");
    tab_record_set_note(node, "loss", "0.0712");
    g_autoptr(TabGameTree) tree = tab_game_tree_new(session);
    guint n = g_list_model_get_n_items(G_LIST_MODEL(tree));
    g_autoptr(TabGameRow) open = row(tree, 1);
    g_autofree char *luck = tab_game_row_luck(open), *loss = tab_game_row_loss(open),
                    *notes = tab_game_row_notes(open), *told = tab_game_row_describe(open);
    g_assert_cmpstr(with_points(luck), ==, "+5.6");
    g_assert_cmpstr(with_points(loss), ==, "−7.1");
    g_assert_cmpint(tab_game_row_grade(open), ==, TAB_TURN_MISTAKE);
    g_assert_cmpstr(with_points(notes), ==, "luck +5.6 points, loss −7.1 points, a mistake");
    g_assert_nonnull(strstr(with_points(told), ", luck +5.6 points, loss −7.1 points, a mistake"));
    g_assert_true(tab_game_tree_has_notes(tree));
    g_signal_connect(tree, "items-changed", G_CALLBACK(on_items_changed), &change);
    tab_game_tree_set_notes(tree, TRUE); /* as they are */
    g_assert_cmpuint(change.times, ==, 0);
    tab_game_tree_set_notes(tree, FALSE);
    assert_change(&change, 1, 0, n, n);
    g_autoptr(TabGameRow) quiet = row(tree, 1);
    g_autofree char *nothing = tab_game_row_notes(quiet), *turn = tab_game_row_describe(quiet);
    g_assert_cmpstr(nothing, ==, "");
    g_assert_null(strstr(turn, "luck"));
    g_assert_false(tab_game_tree_has_notes(tree));
}

/* As a list it has rows from its first to its last, and none beyond. */
static void test_list(void)
{
    g_autoptr(TabGameSession) session = session_of(game);
    g_autoptr(TabGameTree) tree = tab_game_tree_new(session);
    GListModel *model = G_LIST_MODEL(tree);
    g_assert_true(g_type_is_a(g_list_model_get_item_type(model), TAB_TYPE_GAME_ROW));
    g_assert_null(g_list_model_get_item(model, g_list_model_get_n_items(model)));
    TabRecordNode other = {0};
    g_assert_cmpuint(tab_game_tree_find(tree, &other), ==, G_MAXUINT);
}

/* What each throw of a turn brought is told behind the sum, if there were several. */
static void test_throw_notes(void)
{
    g_autoptr(TabGameSession) session = session_of(game);
    TabRecordNode *several = session->document->record->root->child, *one = several->child;
    tab_record_set_note(several, "luck", "0.015");
    tab_record_set_note(several, "throw-luck", "1:0.02,4:-0.01,2:0.005");
    tab_record_set_note(one, "luck", "0.02");
    tab_record_set_note(one, "throw-luck", "3:0.02");
    g_autoptr(TabGameTree) tree = tab_game_tree_new(session);
    g_autoptr(TabGameRow) first = row(tree, tab_game_tree_find(tree, several)),
                          second = row(tree, tab_game_tree_find(tree, one));
    g_autofree char *told = tab_game_row_describe(first), *notes = tab_game_row_notes(first),
                    *single = tab_game_row_describe(second);
    g_assert_cmpstr(with_points(notes), ==, "luck +1.5 points\n1: +2.0, 4: −1.0, 2: +0.5");
    g_assert_nonnull(strstr(with_points(told), ", luck +1.5 points (1: +2.0, 4: −1.0, 2: +0.5)"));
    g_assert_true(g_str_has_suffix(with_points(single), ", luck +2.0 points"));
    tab_game_tree_set_notes(tree, FALSE);
    g_autoptr(TabGameRow) quiet = row(tree, 1);
    g_autofree char *luck = tab_game_row_luck(quiet), *loss = tab_game_row_loss(quiet),
                    *nothing = tab_game_row_describe(quiet);
    g_assert_cmpstr(luck, ==, "");
    g_assert_cmpstr(loss, ==, "");
    g_assert_cmpint(tab_game_row_grade(quiet), ==, TAB_TURN_SOUND);
    g_assert_null(strstr(nothing, "+"));
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tree/rows", test_rows);
    g_test_add_func("/tree/opening", test_opening);
    g_test_add_func("/tree/captures", test_captures);
    g_test_add_func("/tree/unused", test_unused);
    g_test_add_func("/tree/relatives", test_relatives);
    g_test_add_func("/tree/end", test_end);
    g_test_add_func("/tree/print", test_print);
    g_test_add_func("/tree/ways", test_ways);
    g_test_add_func("/tree/notes", test_notes);
    g_test_add_func("/tree/changes", test_changes);
    g_test_add_func("/tree/list", test_list);
    g_test_add_func("/tree/throw-notes", test_throw_notes);
    return g_test_run();
}
