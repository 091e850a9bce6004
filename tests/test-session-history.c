// SPDX-License-Identifier: GPL-3.0-or-later
// Taking turns back and playing them again, looking back, variations, and taking a game up from its
// record.
#include <string.h>

#include "gui/model/game-session.h"
#include "protocol/rules/notation.h"
#include "protocol/rules/cast.h"
#include "built-engine.h"
#include "session-fixture.h"
#include "protocol/game/record-text.h"

static TabGameSetup *new_setup(const char *rules, guint64 seed)
{
    TabGameSetup *setup = tab_game_setup_new();
    g_free(setup->rules);
    setup->rules = g_strdup(rules);
    setup->seed = seed;
    return setup;
}

static TabGameSession *new_session(const char *rules, guint64 seed)
{
    g_autoptr(TabGameSetup) setup = new_setup(rules, seed);
    g_autoptr(GError) error = NULL;
    TabGameSession *session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    return session;
}

/* One step of whoever sits there: throws, the chosen of its plays, or the end of the turn. */
static void act(TabGameSession *session, TabRandom *random)
{
    const TabGame *game = tab_document_game(session->document);
    if (tab_game_session_throw(session))
        return;
    g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, -1);
    if (!plays->len || (tab_game_may_stop(game) && tab_random_below(random, 4) == 0)) {
        g_assert_true(tab_game_session_end_turn(session));
        return;
    }
    guint chosen = tab_random_below(random, plays->len);
    g_assert_true(tab_game_session_play(session, &g_array_index(plays, TabPlay, chosen)));
}

static void play_turns(TabGameSession *session, guint turns, guint64 seed)
{
    TabRandom random = tab_random_new(seed);
    while (tab_document_phase(session->document) != TAB_PHASE_OVER &&
           tab_document_game(session->document)->counts.n_turns < turns)
        act(session, &random);
}

/* Everything that is to be the same again: board, throws, plays of the turn. */
static char *describe(TabGameSession *session)
{
    const TabGame *game = tab_document_game(session->document);
    const TabRules *rules = session->document->record->rules;
    g_autofree char *start = tab_notation_situation_to_string(rules, &game->turn.situation);
    g_autofree char *board =
        tab_notation_position_to_string(rules, &tab_document_game(session->document)->position);
    return g_strdup_printf("%s | %s | %u %u %u %u | %d", start, board,
                           tab_document_game(session->document)->counts.taken[TAB_WHITE],
                           tab_document_game(session->document)->counts.taken[TAB_BLACK],
                           tab_document_game(session->document)->counts.lost[TAB_WHITE],
                           tab_document_game(session->document)->counts.lost[TAB_BLACK],
                           tab_document_phase(session->document));
}

static void assert_is(TabGameSession *session, const char *expected)
{
    g_autofree char *now = describe(session);
    g_assert_cmpstr(now, ==, expected);
}

/* Reads what the session writes, and goes on with it. */
static TabGameSession *reopen(TabGameSession *session)
{
    return session_reopen(session, session->setup);
}

/* A step in which something can be taken back leads to a known state when it is. */
static void test_undo_plays(void)
{
    g_autoptr(TabGameSession) session = new_session("standard", 5);
    g_assert_false(tab_game_session_can_undo(session));
    while (tab_game_session_throw(session))
        ;
    g_autofree char *before = describe(session);
    g_autoptr(GArray) plays =
        tab_game_list_plays(tab_document_game(session->document), TAB_NO_CELL, -1);
    g_assert_true(tab_game_session_play(session, &g_array_index(plays, TabPlay, 0)));
    g_autofree char *after = describe(session);
    g_assert_false(tab_document_can_redo(session->document));
    g_assert_true(tab_game_session_undo(session));
    assert_is(session, before);
    g_assert_false(tab_game_session_undo(session));
    g_assert_true(tab_game_session_redo(session));
    assert_is(session, after);
    g_assert_false(tab_game_session_redo(session));
}

/* Into a turn of which something was played: its throws and plays must come again. Or to the end.
 */
static void use_throw(TabGameSession *session)
{
    while (tab_document_phase(session->document) != TAB_PHASE_OVER && !session_play_any(session))
        if (!tab_game_session_throw(session))
            g_assert_true(tab_game_session_end_turn(session));
}

/* Back to the first turn and forth again, step by step, each step seen twice. */
static void test_undo_turns(gconstpointer data)
{
    const char *rules = data;
    g_autoptr(TabGameSession) session = new_session(rules, 21);
    play_turns(session, 40, 8);
    use_throw(session);
    g_autofree char *text = tab_document_to_text(session->document);
    g_autoptr(GPtrArray) seen = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(seen, describe(session));
    while (tab_game_session_undo(session))
        g_ptr_array_add(seen, describe(session));
    g_assert_cmpuint(seen->len, >, 5);
    g_assert_cmpuint(tab_document_game(session->document)->counts.n_turns, <, 5);
    for (guint i = seen->len - 1; i-- > 0;) {
        g_assert_true(tab_game_session_redo(session));
        assert_is(session, seen->pdata[i]);
    }
    g_assert_false(tab_game_session_redo(session));
    g_autofree char *same = tab_document_to_text(session->document);
    g_assert_cmpstr(same, ==, text);
}

/* Playing otherwise brings no other throws, and what was played becomes a variation. */
static void test_variation(void)
{
    g_autoptr(TabGameSession) session = new_session("walker", 3);
    play_turns(session, 30, 1);
    TabRecordNode *old = session->document->live->node;
    guint back = 0;
    while (back < 4 && tab_game_session_undo(session))
        back++;
    play_turns(session, 30, 2); /* another player */
    TabRecordNode *now = session->document->live->node;
    g_assert_true(now != old);
    g_assert_true(tab_record_is_main(now) && !tab_record_is_main(old));
    g_assert_false(tab_document_can_redo(session->document));

    /* each side's throws, one after the other, are the same in both lines */
    g_autoptr(GString) white = g_string_new(NULL), black = g_string_new(NULL);
    g_autoptr(GString) old_white = g_string_new(NULL), old_black = g_string_new(NULL);
    for (; now->parent; now = now->parent)
        g_string_prepend(now->side ? black : white, now->throws);
    for (; old->parent; old = old->parent)
        g_string_prepend(old->side ? old_black : old_white, old->throws);
    gsize n = MIN(white->len, old_white->len), m = MIN(black->len, old_black->len);
    g_assert_cmpuint(n, >, 20);
    g_assert_cmpint(strncmp(white->str, old_white->str, n), ==, 0);
    g_assert_cmpint(strncmp(black->str, old_black->str, m), ==, 0);
}

/* Looking back shows every turn as it was and changes nothing. */
static void test_review(void)
{
    g_autoptr(TabGameSession) session = new_session("bell", 9);
    play_turns(session, 25, 4);
    g_autofree char *live = describe(session), *text = tab_document_to_text(session->document);
    guint64 changes = session->document->changes;
    const TabRecord *record = session->document->record;
    guint n = 0;
    for (TabRecordNode *node = record->root->child; node->child; node = node->child, n++) {
        tab_document_review(session->document, node);
        g_assert_true(session->document->review);
        g_assert_cmpint(tab_document_phase(session->document), ==, TAB_PHASE_REVIEW);
        g_assert_cmpint(tab_game_session_get_awaits(session), ==, TAB_AWAITS_RETURN);
        g_assert_true(tab_document_node(session->document) == node);
        g_assert_cmpuint(tab_document_game(session->document)->counts.n_turns, ==, n);
        g_autofree char *turn = tab_game_turn_to_string(tab_document_game(session->document));
        g_assert_cmpstr(turn, ==, node->turn);
        g_assert_false(tab_game_session_throw(session) || tab_game_session_end_turn(session) ||
                       tab_game_session_undo(session) || tab_game_session_advance(session));
    }
    tab_document_review(session->document, record->root);
    g_assert_cmpuint(tab_document_game(session->document)->position.pieces[TAB_WHITE], ==, 9);
    tab_document_review(session->document, session->document->live->node);
    g_assert_false(session->document->review);
    assert_is(session, live);
    g_assert_cmpuint(session->document->changes, ==, changes);
    g_autofree char *same = tab_document_to_text(session->document);
    g_assert_cmpstr(same, ==, text);
}

/* From an earlier turn the game goes on with the throws that fell there; the main line stays. */
static void test_play_on(void)
{
    g_autoptr(TabGameSession) session = new_session("lane", 12);
    play_turns(session, 20, 4);
    const TabRecord *record = session->document->record;
    TabRecordNode *node = record->root, *last = tab_record_last(record);
    for (int i = 0; i < 9; i++)
        node = node->child;
    g_assert_false(tab_document_can_play_on(session->document));
    tab_document_review(session->document, node);
    g_assert_true(tab_document_play_on(session->document));
    g_assert_true(session->document->live->node == node);
    g_autoptr(GString) throws = g_string_new(NULL);
    tab_notation_append_throws(tab_document_game(session->document)->rules,
                               &tab_document_game(session->document)->turn.situation.throws,
                               throws);
    g_assert_cmpstr(throws->str, ==, node->child->throws);
    play_turns(session, 15, 99);
    g_assert_true(tab_record_last(record) == last);
    TabRecordNode *aside = session->document->live->node;
    g_assert_false(tab_record_is_main(aside));

    tab_document_promote(session->document, aside);
    g_assert_true(tab_record_is_main(aside));
    tab_document_promote(session->document, last);
    g_assert_true(tab_record_last(record) == last);
    TabRecordNode *fork = aside;
    while (tab_record_is_main(fork->parent) == false)
        fork = fork->parent;
    TabRecordNode *base = fork->parent;
    unsigned n = record->n_nodes;
    tab_document_remove(session->document, fork);
    g_assert_cmpuint(record->n_nodes, <, n);
    g_assert_true(session->document->live->node == base);
}

/* Of a turn that was not chosen the throws lie there; at the end of a variation new ones fall. */
static void test_play_on_aside(void)
{
    static const char text[] = "[Rules \"ludii\"]\n[Opening \"w1\"]\n[Result \"*\"]\n\n"
                               "1. w 4 4:a7b4\n"
                               "(\n  1. w 2 ?\n)\n(\n  1. w 1 1:a7b7\n)\n"
                               "1. w 1 1:a6a7\n*\n";
    g_autoptr(TabGameSession) session = session_open(text, NULL);
    TabDocument *document = session->document;
    TabRecordNode *open = document->record->root->child->next, *end = open->next;
    tab_document_review(document, open);
    tab_document_review(document, open); /* as it is looked at already */
    g_assert_true(tab_document_play_on(document));
    g_assert_true(document->live->node == document->record->root);
    g_assert_cmpint(tab_document_phase(document), ==, TAB_PHASE_MOVE);
    g_autofree char *two = describe(session);
    g_assert_nonnull(strstr(two, " w 2 "));

    tab_document_review(document, end);
    g_assert_true(tab_document_play_on(document));
    g_assert_true(document->live->node == end);
    g_assert_cmpint(tab_document_phase(document), ==, TAB_PHASE_THROW);
}

/* A note of plays that cannot be played is none. */
static void test_so_far(void)
{
    static const char text[] = "[Rules \"ludii\"]\n[Opening \"w1\"]\n[Result \"*\"]\n\n"
                               "1. w 4 4:a7b4\n1. w 1 ? so-far=%s\n*\n";
    g_autofree char *good = g_strdup_printf(text, "1:a6a7"), *bad = g_strdup_printf(text, "1:b4d1");
    g_autoptr(TabGameSession) played = session_open(good, NULL), odd = session_open(bad, NULL);
    g_assert_cmpuint(played->document->live->turn.plays->len, ==, 1);
    g_assert_cmpuint(odd->document->live->turn.plays->len, ==, 0);
    g_assert_cmpint(tab_document_phase(odd->document), ==, TAB_PHASE_MOVE);
}

/* A try of a turn is left for the turn where the game stood, one after another. */
static void test_tries(void)
{
    g_autoptr(TabGameSession) session = new_session("walker", 3);
    play_turns(session, 12, 1);
    TabDocument *document = session->document;
    TabRecordNode *left = document->live->node, *first = document->record->root->child,
                  *third = first->child->child;
    tab_document_review(document, third);
    g_assert_true(tab_document_try_again(document));
    g_assert_false(tab_document_can_revoke(document));
    tab_document_review(document, first);
    g_assert_true(tab_document_try_again(document));
    g_assert_true(tab_document_leave_try(document));
    g_assert_true(document->live->node == left);
    g_assert_true(tab_document_node(document) == first); /* tried last */
    g_assert_false(tab_document_leave_try(document));
    tab_document_end_review(document);
    g_assert_true(tab_document_node(document) == left);
}

static void test_comments(void)
{
    g_autoptr(TabGameSession) session = new_session("lane", 12);
    play_turns(session, 4, 4);
    guint64 changes = session->document->changes;
    const TabRecord *record = session->document->record;
    tab_document_set_comment(session->document, record->root, "");
    g_assert_cmpuint(session->document->changes, ==, changes);
    tab_document_set_comment(session->document, record->root, "A game");
    tab_document_set_comment(session->document, record->root->child, "first\nturn }");
    g_assert_cmpuint(session->document->changes, >, changes);
    g_autoptr(TabGameSession) again = reopen(session);
    const TabRecord *copy = again->document->record;
    g_assert_cmpstr(copy->root->comment, ==, "A game");
    g_assert_cmpstr(copy->root->child->comment, ==, "first\nturn }");
}

/* The record of a game that others played is written as it was read. */
static void test_foreign(void)
{
    static const char text[] =
        "[White \"Ada\"]\n[Rules \"ludii\"]\n[Result \"*\"]\n[Mine \"kept\"]\n\n"
        "1. w 2 2:a7b6 x=1 {good}\n2. b 3 ?\n*\n";
    g_autoptr(TabGameSetup) setup = new_setup("ludii", 1);
    g_autoptr(TabGameSession) session = session_open(text, setup);
    g_autofree char *now = tab_document_to_text(session->document);
    g_assert_cmpstr(now, ==, text);
}

/* At every step of a game, the opening's too, its text leads back to that step and to the same
 * throws. */
static void test_resume(gconstpointer data)
{
    const char *rules = data;
    TabRandom random = tab_random_new(6);
    g_autoptr(TabGameSession) session = new_session(rules, 77);
    for (int i = 0; i < 300 && tab_document_phase(session->document) != TAB_PHASE_OVER; i++) {
        g_autoptr(TabGameSession) again = reopen(session);
        g_autofree char *now = describe(session);
        assert_is(again, now);
        g_autofree char *text = tab_document_to_text(session->document),
                        *same = tab_document_to_text(again->document);
        g_assert_cmpstr(same, ==, text);
        if (tab_game_session_can_throw(session)) {
            tab_game_session_throw(session);
            tab_game_session_throw(again);
            g_autofree char *then = describe(session);
            assert_is(again, then);
        } else {
            act(session, &random);
        }
        if (i % 40 == 39)
            tab_game_session_undo(session);
    }
}

/* A decided game keeps its main line and its result when it is played on from before its end. */
static void test_decided(void)
{
    g_autoptr(TabGameSession) session = new_session("ludii:columns=5,pieces=2", 2);
    play_turns(session, 100000, 3);
    g_assert_cmpint(tab_document_game(session->document)->end, ==, TAB_END_NORMAL);
    const TabRecord *record = session->document->record;
    TabRecordNode *last = tab_record_last(record);
    TabRecordResult result = record->result;
    g_assert_cmpint(result, !=, TAB_RECORD_UNDECIDED);
    g_autoptr(TabGameSession) again = reopen(session);
    g_assert_cmpint(tab_document_phase(again->document), ==, TAB_PHASE_OVER);
    g_assert_cmpint(tab_document_game(again->document)->winner, ==,
                    tab_document_game(session->document)->winner);

    for (int i = 0; i < 3; i++)
        g_assert_true(tab_game_session_undo(session));
    play_turns(session, 100000, 4);
    g_assert_true(tab_record_last(record) == last);
    g_assert_cmpint(record->result, ==, result);
    g_autoptr(TabGameSession) third = reopen(session); /* a valid record still */
    g_assert_cmpuint(third->document->record->n_nodes, ==, record->n_nodes);
}

static void test_resign(void)
{
    g_autoptr(TabGameSession) session = new_session("jordan", 2);
    g_assert_false(tab_game_session_resign(session)); /* who is to move is not even known */
    play_turns(session, 7, 3);
    TabSide side = tab_game_side(tab_document_game(session->document));
    g_assert_true(tab_game_session_resign(session));
    g_assert_cmpint(tab_document_game(session->document)->end, ==, TAB_END_RESIGNED);
    g_assert_cmpint(tab_document_game(session->document)->winner, ==, 1 - (int)side);
    g_assert_false(tab_game_session_resign(session));
    g_autoptr(TabGameSession) again = reopen(session);
    g_assert_cmpint(tab_document_game(again->document)->end, ==, TAB_END_RESIGNED);
    g_assert_cmpint(tab_document_game(again->document)->winner, ==, 1 - (int)side);
    g_assert_true(tab_game_session_undo(again));
    g_assert_cmpint(tab_document_game(again->document)->end, ==, TAB_END_NONE);
}

static gboolean on_late(gpointer late)
{
    *(gboolean *)late = TRUE;
    return G_SOURCE_REMOVE;
}

/* Lets the engine's side go on until a person has to act, or the game is over. */
static void let_engine_move(TabGameSession *session)
{
    gboolean late = FALSE;
    guint source = g_timeout_add_seconds(60, on_late, &late);
    while (!late && tab_game_session_get_awaits(session) != TAB_AWAITS_PERSON &&
           tab_game_session_get_awaits(session) != TAB_AWAITS_NOTHING) {
        g_assert_cmpint(tab_game_session_get_awaits(session), !=, TAB_AWAITS_RESTART);
        if (!tab_game_session_advance(session))
            g_main_context_iteration(NULL, TRUE);
    }
    g_assert_false(late);
    g_source_remove(source);
}

/* Against an engine turns are taken back up to one's own, also while it thinks: its answer to what
 * was taken back is never played. */
static void test_engine(void)
{
    g_autoptr(TabGameSetup) setup = new_setup("ludii", 5);
    g_autoptr(GError) error = NULL;
    setup->movetime = 60;
    setup->player[TAB_BLACK] = (TabPlayer){.engine = true, .level = 1};
    setup->engine[TAB_BLACK] = built_engine("engine/tab-engine");
    g_autoptr(TabGameSession) session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    TabRandom random = tab_random_new(9);
    guint taken_back = 0, thinking = 0;
    for (int i = 0; i < 400 && tab_document_phase(session->document) != TAB_PHASE_OVER; i++) {
        if (i % 9 == 8 && tab_game_session_undo(session)) {
            taken_back++;
            g_assert_cmpint(tab_game_side(tab_document_game(session->document)), ==, TAB_WHITE);
            g_assert_cmpint(tab_document_phase(session->document), ==, TAB_PHASE_MOVE);
        }
        act(session, &random);
        while (tab_game_session_advance(session))
            ;
        if (tab_game_session_get_awaits(session) == TAB_AWAITS_ENGINE && i % 5 == 0) {
            thinking++;
            g_main_context_iteration(NULL, FALSE);
            if (tab_game_session_undo(session))
                continue;
        }
        let_engine_move(session);
    }
    g_assert_cmpuint(taken_back, >, 3);
    g_assert_cmpuint(thinking, >, 3);
    g_autofree char *text = tab_document_to_text(session->document);
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
    g_assert_no_error(error); /* every turn, also the engine's, is legal where it stands */
    tab_game_session_close(session);
}

static void test_from_position(void)
{
    g_autoptr(TabGameSetup) setup = new_setup("walker", 1);
    g_autoptr(GError) error = NULL;
    setup->position = g_strdup("n8/9/4M4/N8 b 4+ - 9");
    g_autoptr(TabGameSession) session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    g_assert_cmpint(tab_document_phase(session->document), ==, TAB_PHASE_THROW);
    g_assert_cmpint(tab_game_side(tab_document_game(session->document)), ==, TAB_BLACK);
    g_autoptr(TabGameSession) again = reopen(session);
    g_autofree char *now = describe(session);
    assert_is(again, now);
    g_free(setup->position);
    setup->position = g_strdup("n8/9/4N4/N8 b 4+ - 9");
    g_assert_null(tab_game_session_new(setup, &error));
    g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_POSITION);
}

/* What is not to be done now changes nothing. */
static void test_refused(void)
{
    g_autoptr(TabGameSession) session = new_session("walker", 3);
    play_turns(session, 6, 1);
    TabDocument *document = session->document;
    guint64 changes = document->changes;
    g_autofree char *before = describe(session);
    tab_document_end_review(document); /* nothing is looked at … */
    g_assert_false(tab_document_play_on(document));
    g_assert_false(tab_document_try_again(document));
    g_assert_false(tab_document_leave_try(document)); /* … or tried */
    g_assert_false(tab_document_redo(document));
    g_assert_false(tab_document_cast_anew(document)); /* these rules have no dice */
    tab_document_set_comment(document, document->live->node, "");
    assert_is(session, before);
    g_assert_cmpuint(document->changes, ==, changes);
}

/* When what is looked at is taken out, the turn before it is looked at; what was taken back and is
 * taken out cannot be played again. */
static void test_remove(void)
{
    static const char text[] = "[Rules \"walker\"]\n[Opening \"w2 b1\"]\n[Result \"*\"]\n\n"
                               "1. b 1,4,2 1:d1c1,4:c1c5,2:c5c7\n"
                               "(\n  1. b 1,3 1:d1c1,3:c1c4\n  2. w 2 2:pass\n)\n"
                               "2. w 3 3:pass\n3. b 2 2:c7c9\n*\n";
    g_autoptr(TabGameSession) session = session_open(text, NULL);
    TabDocument *document = session->document;
    TabRecordNode *root = document->record->root, *variation = root->child->next;
    tab_document_review(document, variation->child);
    tab_document_remove(document, variation);
    g_assert_cmpint(tab_document_phase(document), ==, TAB_PHASE_REVIEW);
    g_assert_true(tab_document_node(document) == root);
    tab_document_end_review(document);
    g_assert_cmpuint(document->live->counts.n_turns, ==, 3);

    TabRecordNode *last = document->live->node;
    g_assert_true(tab_game_session_undo(session));
    g_assert_true(tab_document_can_redo(document));
    tab_document_remove(document, last);
    g_assert_false(tab_document_can_redo(document));
    g_assert_false(tab_game_session_redo(session));
    g_assert_cmpuint(document->live->counts.n_turns, ==, 2);
    g_autofree char *written = tab_document_to_text(document);
    g_assert_null(strstr(written, "c7c9"));
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/history/undo-plays", test_undo_plays);
    g_test_add_data_func("/history/undo-turns/standard", "standard", test_undo_turns);
    g_test_add_data_func("/history/undo-turns/ludii", "ludii", test_undo_turns);
    g_test_add_data_func("/history/undo-turns/bell", "bell", test_undo_turns);
    g_test_add_func("/history/variation", test_variation);
    g_test_add_func("/history/review", test_review);
    g_test_add_func("/history/play-on", test_play_on);
    g_test_add_func("/history/play-on-aside", test_play_on_aside);
    g_test_add_func("/history/so-far", test_so_far);
    g_test_add_func("/history/tries", test_tries);
    g_test_add_func("/history/comments", test_comments);
    g_test_add_func("/history/foreign", test_foreign);
    g_test_add_data_func("/history/resume/standard", "standard", test_resume);
    g_test_add_data_func("/history/resume/bell", "bell", test_resume);
    g_test_add_data_func("/history/resume/ludii", "ludii", test_resume);
    g_test_add_data_func("/history/resume/jordan", "jordan", test_resume);
    g_test_add_func("/history/decided", test_decided);
    g_test_add_func("/history/resign", test_resign);
    g_test_add_func("/history/from-position", test_from_position);
    g_test_add_func("/history/engine", test_engine);
    g_test_add_func("/history/refused", test_refused);
    g_test_add_func("/history/remove", test_remove);
    return g_test_run();
}
