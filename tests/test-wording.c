// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences beside the board: what to do now, with which throws, and what has just happened.
#include "gui/model/wording.h"
#include <string.h>

#include "protocol/game/record-text.h"
#include "session-fixture.h"

/* A person and another, or an engine that is not asked for anything. */
static TabGameSession *begin(const char *rules, const char *position, bool engine)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    g_free(setup->rules);
    setup->rules = g_strdup(rules);
    setup->position = g_strdup(position);
    setup->seed = 1;
    setup->player[TAB_WHITE] = (TabPlayer){.engine = false, .level = -1};
    setup->player[TAB_BLACK] = (TabPlayer){.engine = engine, .level = -1};
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

/* Plays one more turn, and shows the one before it. */
static void look_back(TabGameSession *session)
{
    TabRecordNode *node = session->document->live->node;
    while (tab_game_session_can_throw(session))
        g_assert_true(tab_game_session_throw(session));
    while (session_play_any(session))
        ;
    g_assert_true(tab_game_session_end_turn(session));
    tab_document_review(session->document, node);
}

/* Only throws that can move something as the board stands are asked for. */
static void test_usable(void)
{
    g_autoptr(TabGameSession) session =
        begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,4,6,2 - 1", false);
    assert_status(session, "Choose a stone to move with 1; rings show where it can go.");
    assert_end_turn(session, "the 1 can still be used");
    g_assert_true(session_play_any(session));
    assert_status(session, "Still to be used: 2, 4, 6.");
}

/* All throws that keep a turn from ending are named. */
static void test_duties(void)
{
    g_autoptr(TabGameSession) two = begin("walker:columns=7", "2m4/2m4/3(MM)3/7 w 1,2 - 15", false);
    assert_end_turn(two, "the 1 and the 2 can still be used");
    g_autoptr(TabGameSession) three =
        begin("walker:columns=7", "2m4/2m4/3(MM)3/7 w 1,1,4,2 - 15", false);
    assert_end_turn(three, "the 1, the 2 and the 4 can still be used");
    g_assert_true(session_play_any(three));
    g_autofree char *left = tab_wording_end_turn(three);
    g_assert_true(g_str_has_suffix(left, " can still be used"));
}

/* Three Xs may be cast anew, before anything has moved. */
static void test_anew(void)
{
    g_autoptr(TabGameSession) session =
        begin("sahkku", "nnnnnnnnnnnnnn1/3m3X4M2/NNNNNNNNNNNNN2 w 1,1,1 - 1", false);
    assert_status(session, "Choose a stone to move with 1, 1, 1, or cast anew.");
    g_assert_true(session_play_any(session));
    assert_status(session, "Still to be used: 1, 1.");
    g_assert_true(tab_game_session_undo(session));
    g_assert_true(tab_game_session_throw(session));
    look_back(session);
    assert_status(session, "Turn 1: White threw 1, 1, 1 and cast anew.");
}

/* The dice of one cast are typed one after the other. */
static void test_typed_dice(void)
{
    g_autoptr(TabGameSession) session =
        begin("daldos", "nnnnnnnnnnnnnnnn/17/NNNNNNNNNNNNNNNN w - - 1", false);
    session->setup->real[TAB_WHITE] = true;
    assert_status(session, "Throw for White, and type what falls.");
    g_assert_true(tab_game_session_enter_throw(session, 1));
    assert_status(session, "Type what the next die shows.");
    g_assert_true(tab_game_session_enter_throw(session, 0));
    assert_status(session, "Choose a stone to move with 1; rings show where it can go.");
}

/* A throw whose sign is a letter is called by its name. */
static void test_sir(void)
{
    g_autoptr(TabGameSession) session =
        begin("siryu", "nnnnnnnnnnnn/12/12/NNNNNNNNNNNN w s - 1", false);
    assert_status(session, "Choose a stone to move with sir; rings show where it can go.");
    assert_end_turn(session, "sir can still be used");
    g_assert_true(session_play_any(session));
    g_assert_true(tab_game_session_end_turn(session));
    look_back(session);
    assert_status(session, "Turn 1: White threw sir and played 5: a8 to b12.");
}

/* Half of a throw is named by its own number once the other half is used, and by the whole before.
 */
static void test_halves(void)
{
    g_autoptr(TabGameSession) session =
        begin("tablan", "nnnnnnnnnnn1/4m7/6M5/NNNNNNNNNNN1 w 12 - 1", false);
    const TabGame *game = tab_document_game(session->document);
    assert_status(session, "Choose a stone to move with 12; rings show where it can go.");
    assert_end_turn(session, "the 12 can still be used");
    g_autofree char *whole = tab_wording_cell(game, game_cell(game, "b7"), true);
    g_assert_cmpstr(whole, ==, "b7, white stone, can move with 12, 6");
    g_autoptr(GArray) plays = tab_game_list_plays(game, game_cell(game, "b7"), -1);
    for (guint i = 0; i < plays->len; i++)
        if (g_array_index(plays, TabPlay, i).flags & TAB_PLAY_HALVES)
            g_assert_true(tab_game_session_play(session, &g_array_index(plays, TabPlay, i)));
    assert_status(session, "Still to be used: 6.");
    assert_end_turn(session, "the 6 can still be used");
    g_autofree char *half = tab_wording_cell(game, game_cell(game, "b1"), true);
    g_assert_cmpstr(half, ==, "b1, white stone, can move with 6");
}

/* Where each throw is played at once, it may be the same side's turn again, moved or not. */
static void test_again(void)
{
    g_autoptr(TabGameSession) moved =
        begin("tablan", "nnnnnnnnnnn1/4m7/6M5/NNNNNNNNNNN1 w 12 - 1", false);
    while (session_play_any(moved))
        ;
    assert_status(moved, "All throws are used: throw again.");
    g_autoptr(TabGameSession) passed =
        begin("tablan", "nnnnnnnnnnnn/12/12/NNNNNNNNNNNN w 12 - 1", false);
    g_assert_true(tab_game_session_end_turn(passed));
    assert_status(passed, "A 12 (twelve) earns another throw.");
}

/* The board shows nothing of a turn in which nothing moved. */
static void test_pass(void)
{
    g_autoptr(TabGameSession) session =
        begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN b 4,6,3 - 2", false);
    assert_status(session, "No stone of yours can use 3, 4, 6: end your turn.");
    g_assert_true(tab_game_session_end_turn(session));
    assert_status(session, "Black threw 4, 6, 3 and passed. White: throw.");

    while (tab_game_session_can_throw(session))
        g_assert_true(tab_game_session_throw(session));
    while (session_play_any(session))
        ;
    g_assert_true(tab_game_session_end_turn(session));
    tab_document_review(session->document, session->document->live->node->parent);
    assert_status(session, "Turn 2: Black threw 4, 6, 3 and passed."); /* as they fell */

    g_autoptr(TabGameSession) moved = begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN b 1,2 - 2", false);
    while (session_play_any(moved))
        ;
    g_assert_true(tab_game_session_end_turn(moved));
    assert_status(moved, "White: throw.");
}

/* What is not used is lost, but for tâbs where the rules save them. */
static void test_saved(void)
{
    g_autoptr(TabGameSession) session = begin("bell", "nnnnnnnnn/9/9/NNNNNNNNN w 1,1,2 - 1", false);
    assert_status(session, "You may use 1, 1, or end your turn.");
    assert_end_turn(session, "unused tâbs are saved");
    while (session_play_any(session))
        ;
    assert_end_turn(session, "");
}

/* At one board two people are told apart by their sides; a lone one is spoken to. */
static void test_resigned(void)
{
    g_autoptr(TabGameSession) both = begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN b - - 2", false);
    g_assert_true(tab_game_session_resign(both));
    g_autofree char *told = tab_wording_result_detail(both);
    g_assert_cmpstr(told, ==, "Black has resigned.");

    g_autoptr(TabGameSession) alone = begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN w - - 1", true);
    g_assert_true(tab_game_session_resign(alone));
    g_autofree char *spoken = tab_wording_result_detail(alone);
    g_assert_cmpstr(spoken, ==, "You have resigned.");
}

static void assert_end(const char *rules, const char *position, const char *expected)
{
    g_autoptr(TabGameSession) session = begin(rules, position, false);
    g_assert_true(session_play_any(session));
    g_autofree char *told = tab_wording_result_detail(session);
    g_assert_cmpstr(told, ==, expected);
}

/* What ended it by its rules need not be that a side has lost all. */
static void test_ended(void)
{
    assert_end("tablan:columns=7", "3MMM1/6M/7/mmm4 w 2 - 51",
               "All stones have come to the enemy’s home row, and more of them are White’s.");
    assert_end("tablan:columns=7", "4M2/6M/7/mmm4 w 2 - 51",
               "All stones have come to the enemy’s home row, and more of them are Black’s.");
    assert_end("tozeur:columns=7", "4M2/6M/7/mm5 w 2 - 51",
               "All stones of both sides have come to the enemy’s home row.");
    assert_end("tozeur:columns=7", "7/7/3m1M1/mm5 w 2 - 51", NULL);
    assert_end("tozeur:columns=7", "7/7/3m1M1/7 w 2 - 51",
               "Black has lost its last stone in turn 51.");
}

static void assert_stone(const char *rules, const char *position, const char *cell,
                         const char *expected)
{
    g_autoptr(TabGameSession) session = begin(rules, position, false);
    const TabGame *game = tab_document_game(session->document);
    const char *rest;
    unsigned nth = tab_board_cell_of_name(&game->rules->board, cell, &rest);
    g_autofree char *told = tab_wording_stones(game->rules, &game->position, nth);
    g_assert_cmpstr(told, ==, expected);
}

/* What a record tells of an end is told by name, with the seed where there is one. */
static void test_told_ends(void)
{
    static const struct {
        const char *tags, *headline, *detail;
    } ends[] = {
        {"[Result \"1-0\"]\n[Termination \"time\"]\n", "White has won",
         "Black has overstepped the time."},
        {"[Result \"1/2-1/2\"]\n[Termination \"agreed\"]\n", "A draw",
         "The players have agreed on the result."},
        {"[Result \"1/2-1/2\"]\n[Termination \"no-progress\"]\n", "A draw",
         "Nothing has moved for 50 turns."},
        {"[Result \"0-1\"]\n[Termination \"adjudication\"]\n", "Black has won",
         "An arbiter has decided the game."},
        {"[Result \"0-1\"]\n[Termination \"crash\"]\n", "Black has won",
         "White has failed: it crashed, or did not keep to the protocol."},
        {"[Result \"0-1\"]\n[Termination \"flood\"]\n", "Black has won",
         "White has failed: it crashed, or did not keep to the protocol."},
        {"[Result \"0-1\"]\n", "Black has won", "The record does not say why."},
        {"[Result \"0-1\"]\n[Termination \"agreed\"]\n[Seed \"77\"]\n", "Black has won",
         "The players have agreed on the result. Seed of the throws: 77."},
        {"[Result \"*\"]\n", NULL, NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        const char *result = strchr(ends[i].tags, '"') + 1;
        g_autofree char *text = g_strdup_printf("[Rules \"ludii\"]\n[Opening \"w1\"]\n%s\n"
                                                "1. w 4 4:a7b4 1. w 1 1:a6a7 1. w 2 2:b4b2 %.*s\n",
                                                ends[i].tags, (int)strcspn(result, "\""), result);
        g_autoptr(TabGameSession) session = session_open(text, NULL);
        g_autofree char *headline = tab_wording_result(session),
                        *account = tab_wording_result_account(session);
        g_assert_cmpstr(headline, ==, ends[i].headline);
        g_assert_cmpstr(account, ==, ends[i].detail);
    }
}

/* Of a lone person it is said who has lost or won, and what resigning gives away. */
static void test_you(void)
{
    g_autoptr(TabGameSession) session = begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,2 - 1", true);
    g_autofree char *resigning = tab_wording_resigning(session);
    g_assert_cmpstr(resigning, ==, "The game is over then, and Tab Engine has won.");
    g_assert_true(tab_wording_is_you(session, TAB_WHITE));
    g_assert_false(tab_wording_is_you(session, TAB_BLACK));
    g_autofree char *name = tab_wording_name(session, TAB_WHITE);
    g_assert_cmpstr(name, ==, "You");

    g_autoptr(TabGameSession) won = begin("tozeur:columns=7", "7/7/3m1M1/7 w 2 - 51", true);
    g_assert_true(session_play_any(won));
    g_autofree char *headline = tab_wording_result(won);
    g_assert_cmpstr(headline, ==, "You have won!");

    g_autoptr(TabGameSession) two = begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN b 1,2 - 2", false);
    g_autofree char *side = tab_wording_resigning(two);
    g_assert_cmpstr(side, ==, "Black gives up then, and White has won.");
    g_assert_true(tab_game_session_resign(two));
    g_autofree char *over = tab_wording_resigning(two);
    g_assert_cmpstr(over, ==, "");
}

static void assert_player(TabGameSession *session, TabSide side, const char *doing,
                          const char *state)
{
    g_autofree char *little = tab_wording_player_doing(session, side),
                    *all = tab_wording_player_state(session, side);
    g_assert_cmpstr(little, ==, doing);
    g_assert_cmpstr(all, ==, state);
}

/* Under the names stands who is to do what, and with how many stones. */
static void test_players(void)
{
    g_autoptr(TabGameSession) session = begin("walker", "nnnnnnnnn/9/9/NNNNNNNN1 w - - 1", false);
    assert_player(session, TAB_WHITE, "to throw", "to throw · 8 stones");
    assert_player(session, TAB_BLACK, "9 stones", "9 stones");
    while (tab_game_session_can_throw(session))
        g_assert_true(tab_game_session_throw(session));
    assert_player(session, TAB_WHITE, "to move", "to move · 8 stones");
    g_assert_true(tab_game_session_resign(session));
    assert_player(session, TAB_WHITE, "8 stones", "8 stones");

    g_autoptr(TabGameSession) again =
        begin("siryu", "nnnnnnnnnnnn/12/12/NNNNNNNNNNNN w s - 1", false);
    assert_player(again, TAB_WHITE, "to move", "to move · 12 stones");
    g_assert_true(session_play_any(again));
    assert_player(again, TAB_WHITE, "to throw", "to throw · 12 stones");
    g_autoptr(TabGameSession) useless = begin("kioz:columns=5", "nnnnn/5/5/NNNNN w 4 - 1", false);
    assert_status(useless, "No stone of yours can use 4: throw again.");
    assert_player(useless, TAB_WHITE, "to throw", "to throw · 5 stones");
}

/* An engine that has not been started yet, or could not be: its seat says so, and at which level.
 */
static void test_engine(void)
{
    g_autoptr(TabGameSession) session = begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN b - - 1", true);
    session->setup->player[TAB_BLACK].level = 6;
    TabEngineSeat *seat = session->seat[TAB_BLACK];
    g_autofree char *name = tab_wording_player(session, TAB_BLACK);
    g_autofree char *title = tab_wording_title(session),
                    *both = g_strdup_printf("You against %s, level 6", name);
    g_assert_cmpstr(title, ==, both);
    static const struct {
        TabSeatState state;
        const char *doing, *all;
    } states[] = {
        {TAB_SEAT_STARTING, "starting…", "starting… · 9 stones · level 6"},
        {TAB_SEAT_READY, "to move", "to move · 9 stones · level 6"},
        {TAB_SEAT_THINKING, "thinking…", "thinking… · 9 stones · level 6"},
        {TAB_SEAT_SLOW, "slow…", "slow… · 9 stones · level 6"},
        {TAB_SEAT_DOWN, "not running", "not running · 9 stones · level 6"},
    };
    TabSeatState before = seat->state;
    for (guint i = 0; i < G_N_ELEMENTS(states); i++) {
        seat->state = states[i].state;
        assert_player(session, TAB_BLACK, states[i].doing, states[i].all);
    }
    seat->state = before;
}

/* A game as it is opened from a file. */
static TabGameSession *open_recorded(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) engines = g_ptr_array_new();
    g_autoptr(TabGameSetup) setup = tab_game_setup_from_record(records->pdata[0], engines);
    return session_open(text, setup);
}

/* An engine's level is told also of a game that was over when it was opened. */
static void test_finished(void)
{
    g_autoptr(TabGameSession) session =
        open_recorded("[White \"Human\"]\n[Black \"Big Fake\"]\n[Rules \"ludii\"]\n"
                      "[WhiteSeat \"human\"]\n[BlackSeat \"engine:6\"]\n[Opening \"w1\"]\n[Result "
                      "\"1-0\"]\n\n1-0\n");
    g_autofree char *title = tab_wording_title(session);
    g_assert_cmpstr(title, ==, "White against Big Fake, level 6");
    assert_player(session, TAB_BLACK, "7 stones", "7 stones · level 6");
    assert_player(session, TAB_WHITE, "7 stones", "7 stones");
    g_autoptr(TabGameSession) engines =
        open_recorded("[White \"Fake\"]\n[Black \"Fake\"]\n[Rules \"ludii\"]\n"
                      "[WhiteSeat \"engine:2\"]\n[BlackSeat \"engine:9\"]\n[Opening "
                      "\"w1\"]\n[Result \"1-0\"]\n\n1-0\n");
    g_autofree char *result = tab_wording_result(engines);
    g_assert_cmpstr(result, ==, "White (level 2) has won");
}

/* What an engine is doing, and what it has just done; when it is gone, why. */
static void test_engine_acts(void)
{
    g_autoptr(TabGameSession) session = begin("walker", "n8/9/4M4/N8 b - - 2", true);
    assert_status(session, "Tab Engine throws.");
    g_autoptr(TabGameSession) moves = begin("walker", "9/4m4/9/N8 b 4,2 - 2", true);
    TabEngineSeat *seat = moves->seat[TAB_BLACK];
    TabSeatState before = seat->state;
    seat->state = TAB_SEAT_STARTING;
    assert_status(moves, "Tab Engine is starting…");
    seat->state = TAB_SEAT_THINKING;
    assert_status(moves, "Tab Engine is thinking…");
    seat->state = TAB_SEAT_DOWN;
    g_free(seat->fault);
    seat->fault = g_strdup("it said nonsense");
    assert_status(moves, "Tab Engine has stopped: it said nonsense.");
    seat->state = before;
    g_autoptr(TabGameSession) stuck = begin("walker", "n8/9/9/N8 b 4,2 - 2", true);
    before = stuck->seat[TAB_BLACK]->state;
    stuck->seat[TAB_BLACK]->state = TAB_SEAT_READY;
    assert_status(stuck, "Tab Engine cannot use its throws and passes.");
    stuck->seat[TAB_BLACK]->state = before;
}

/* Who sits there alone is told of its own turn, and of what the other has just done. */
static void test_invited(void)
{
    g_autoptr(TabGameSession) session = begin("walker", "n8/9/4M4/N8 w - - 1", true);
    assert_status(session, "Your turn: throw.");
    g_autoptr(TabGameSession) king = begin("sahkku:columns=5", "n4/2K2/M4 b - - 8", false);
    assert_status(king, "Black: throw.");
    assert_stone("sahkku:columns=5", "n4/2K2/M4 b - - 8", "b3", "b3, White’s king");
    assert_stone("sahkku:columns=5", "n4/2k2/M4 b - - 8", "b3", "b3, Black’s king");
    assert_stone("sahkku:columns=5", "n4/2X2/M4 b - - 8", "b3", "b3, king of nobody");
    assert_end_turn(king, "");
}

/* A record may have throws for which nothing was chosen. */
static void test_not_chosen(void)
{
    g_autoptr(TabGameSession) session =
        session_open("[Rules \"ludii\"]\n[Opening \"w1\"]\n[Result \"*\"]\n\n"
                     "1. w 4 4:a7b4\n(\n  1. w 2 ?\n)\n1. w 1 1:a6a7\n*\n",
                     NULL);
    tab_document_review(session->document, session->document->record->root->child->next);
    assert_status(session, "Turn 1: White threw 2, and chose nothing.");
}

/* Real sticks are thrown by the person, for an engine too. */
static void test_real(void)
{
    g_autoptr(TabGameSession) mine = begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN w - - 1", true);
    mine->setup->real[TAB_WHITE] = true;
    assert_status(mine, "Throw, and type what falls.");
    g_autoptr(TabGameSession) opening = begin("walker", NULL, false);
    opening->setup->real[TAB_WHITE] = opening->setup->real[TAB_BLACK] = true;
    assert_status(opening,
                  "Throw for White, and type what falls. Whoever throws the first tâb (1) begins.");
    g_autoptr(TabGameSession) first = begin("standard:opening=first", NULL, true);
    assert_status(first, "Throw. White begins, and throws until a tâb (1) comes.");
    /* which throw that is, the rules say */
    TabRules *rules = first->document->record->rules;
    rules->opening_kind = (int8_t)tab_cast_kind_of_steps(&rules->cast, 4);
    assert_status(first, "Throw. White begins, and throws until a tâb (4) comes.");
}

/* While a game is paused nothing else is said; at its start nothing has happened. */
static void test_paused(void)
{
    g_autoptr(TabGameSession) session = begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,2 - 1", false);
    while (session_play_any(session))
        ;
    g_assert_true(tab_game_session_end_turn(session));
    tab_document_review(session->document, session->document->record->root);
    assert_status(session, "The start of the game, before the first turn.");
    assert_player(session, TAB_WHITE, "9 stones", "9 stones"); /* nobody is to move there */
    session->paused = true;
    assert_status(session, "The game is paused. Nobody’s time runs.");
}

/* Where stones come over the same row twice, one hears which of them goes home. */
static void test_way_home(void)
{
    assert_stone("deleb:columns=7", "n6/7/1T3M1/6N w 2 - 21", "b2",
                 "b2, white stone, on its way home");
    assert_stone("deleb:columns=7", "n6/7/1T3M1/6N w 2 - 21", "b6", "b6, white stone");
    assert_stone("walker:columns=7", "n6/1T5/5M1/6N w 2 - 21", "c2",
                 "c2, white stone, has been on row 3");
    assert_stone("walker:columns=7", "2m4/2m4/3(MM)3/7 w 2 - 15", "b4", "b4, white pile of 2");
    assert_stone("walker:columns=7", "n6/1T5/5M1/6N w 2 - 21", "c3", "c3, empty");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wording/usable", test_usable);
    g_test_add_func("/wording/duties", test_duties);
    g_test_add_func("/wording/halves", test_halves);
    g_test_add_func("/wording/sir", test_sir);
    g_test_add_func("/wording/anew", test_anew);
    g_test_add_func("/wording/typed-dice", test_typed_dice);
    g_test_add_func("/wording/again", test_again);
    g_test_add_func("/wording/pass", test_pass);
    g_test_add_func("/wording/saved", test_saved);
    g_test_add_func("/wording/resigned", test_resigned);
    g_test_add_func("/wording/ended", test_ended);
    g_test_add_func("/wording/told-ends", test_told_ends);
    g_test_add_func("/wording/you", test_you);
    g_test_add_func("/wording/players", test_players);
    g_test_add_func("/wording/engine", test_engine);
    g_test_add_func("/wording/finished", test_finished);
    g_test_add_func("/wording/real", test_real);
    g_test_add_func("/wording/engine-acts", test_engine_acts);
    g_test_add_func("/wording/invited", test_invited);
    g_test_add_func("/wording/not-chosen", test_not_chosen);
    g_test_add_func("/wording/paused", test_paused);
    g_test_add_func("/wording/way-home", test_way_home);
    return g_test_run();
}
