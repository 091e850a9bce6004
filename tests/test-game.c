// SPDX-License-Identifier: GPL-3.0-or-later
// One game: its opening, throws, plays and undo, every way to end, records and their checkpoints.
#include <string.h>

#include "game-fixture.h"
#include "random-game.h"
#include "rules-fixture.h"
#include "tab-throws.h"
#include "protocol/game/record-text.h"

/* --- the opening --- */

static void test_opening_alternate(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    TabOpeningState opening = tab_opening_new(rules);
    static const int throws[] = {TAB_THROW_4, TAB_THROW_6, TAB_THROW_2};
    for (guint i = 0; i < G_N_ELEMENTS(throws); i++) {
        g_assert_cmpint(opening.thrower, ==, i % 2);
        g_assert_false(tab_opening_add(rules, &opening, throws[i]));
    }
    g_assert_true(tab_opening_add(rules, &opening, TAB_THROW_1));
    g_assert_cmpint(opening.winner, ==, TAB_BLACK);
}

static void test_opening_first(void)
{
    g_autoptr(TabRules) rules = rules_for("standard");
    TabOpeningState opening = tab_opening_new(rules);
    for (int i = 0; i < 5; i++) {
        g_assert_false(tab_opening_add(rules, &opening, TAB_THROW_2));
        g_assert_cmpint(opening.thrower, ==, TAB_WHITE);
    }
    g_assert_true(tab_opening_add(rules, &opening, TAB_THROW_1));
    g_assert_cmpint(opening.winner, ==, TAB_WHITE);
}

static void test_opening_highest(void)
{
    g_autoptr(TabRules) rules = rules_for("jordan");
    TabOpeningState opening = tab_opening_new(rules);
    g_assert_false(tab_opening_add(rules, &opening, TAB_THROW_3));
    g_assert_cmpint(opening.thrower, ==, TAB_BLACK);
    g_assert_false(tab_opening_add(rules, &opening, TAB_THROW_3)); /* a tie: once more */
    g_assert_cmpint(opening.thrower, ==, TAB_WHITE);
    g_assert_false(tab_opening_add(rules, &opening, TAB_THROW_1));
    g_assert_true(tab_opening_add(rules, &opening, TAB_THROW_6));
    g_assert_cmpint(opening.winner, ==, TAB_BLACK);
}

/* --- the open turn --- */

/* Plays the one play with a throw of this value between these cells, whole or top. */
static bool play(TabGame *game, int value, const char *from, const char *to, bool top)
{
    g_autoptr(GArray) plays =
        tab_game_list_plays(game, game_cell(game, from), tab_throw_kind(value));
    for (guint i = 0; i < plays->len; i++) {
        const TabPlay *found = &g_array_index(plays, TabPlay, i);
        if (found->to == game_cell(game, to) && !(found->flags & TAB_PLAY_TOP) == !top)
            return tab_game_play(game, found);
    }
    return false;
}

static char *chips(const TabGame *game)
{
    g_autoptr(GArray) throws = tab_game_list_throws(game);
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < throws->len; i++) {
        const TabGameThrow *item = &g_array_index(throws, TabGameThrow, i);
        g_string_append_printf(text, "%d%s%s ", tab_throw_value(item->kind), item->used ? "x" : "",
                               item->saved ? "s" : "");
    }
    return g_string_free(text, FALSE);
}

static void assert_chips(const TabGame *game, const char *expected)
{
    g_autofree char *text = chips(game);
    g_assert_cmpstr(text, ==, expected);
}

/* What is left of a throw is a throw of its own, and gone when it is used. */
static void test_halves(void)
{
    g_autoptr(TabGame) game = game_begin("tablan", "nnnnnnnnnnn1/4m7/6M5/NNNNNNNNNNN1 w - - 1");
    g_assert_true(tab_game_throw(game, tab_cast_kind(&game->rules->cast, "12", NULL)));
    for (unsigned left = 2; left > 0; left--) {
        g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, -1);
        const TabPlay *half = NULL;
        for (guint i = 0; i < plays->len && !half; i++) {
            const TabPlay *play = &g_array_index(plays, TabPlay, i);
            half = game->rules->cast.kind[play->kind].whole ? play : NULL;
        }
        g_assert_nonnull(half);
        g_assert_true(tab_game_play(game, half));
        g_autoptr(GArray) throws = tab_game_list_throws(game);
        g_assert_cmpuint(throws->len, ==, left);
        g_assert_true(g_array_index(throws, TabGameThrow, 0).used);
        if (left > 1)
            g_assert_cmpint(g_array_index(throws, TabGameThrow, 1).kind, ==, half->kind);
    }
}

static void test_turn_plays(void)
{
    g_autoptr(TabGame) game = game_begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1+ - 1");
    g_assert_false(tab_game_is_thrown(game));
    g_assert_false(tab_game_can_play(game));
    g_assert_true(tab_game_throw(game, TAB_THROW_4));
    g_assert_true(tab_game_throw(game, TAB_THROW_2));
    g_assert_false(tab_game_throw(game, TAB_THROW_2)); /* complete */
    assert_chips(game, "1 4 2 ");
    g_assert_false(tab_game_may_stop(game));
    g_assert_false(play(game, 4, "a9", "b6", false)); /* a Nasrani still */
    g_assert_true(play(game, 1, "a9", "b9", false));
    assert_chips(game, "1x 4 2 ");
    g_assert_true(play(game, 4, "b9", "b5", false));
    g_assert_true(play(game, 2, "b5", "b3", false));
    assert_chips(game, "1x 4x 2x ");
    g_assert_true(tab_game_may_stop(game));
    g_autofree char *text = tab_game_turn_to_string(game);
    g_assert_cmpstr(text, ==, "1:a9b9,4:b9b5,2:b5b3");
}

static void test_turn_undo(void)
{
    g_autoptr(TabGame) game = game_begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,4,2 - 1");
    TabPosition before = game->position;
    g_assert_false(tab_game_undo(game));
    g_assert_true(play(game, 1, "a9", "b9", false));
    TabPosition middle = game->position;
    g_assert_true(play(game, 2, "b9", "b7", false));
    g_assert_true(tab_game_undo(game));
    g_assert_true(tab_position_same(&middle, &game->position));
    assert_chips(game, "1x 4 2 ");
    g_assert_true(tab_game_undo(game));
    g_assert_true(tab_position_same(&before, &game->position));
    g_assert_false(tab_game_undo(game));
}

static void test_turn_saved_tabs(void)
{
    g_autoptr(TabGame) game = game_begin("bell", "nnnnnnnnn/9/9/NNNNNNNNN w 1,2 2/0 5");
    assert_chips(game, "1 2 1s 1s ");
    g_assert_true(tab_game_may_stop(game)); /* tâbs may be saved, the 2 has no move */
    g_assert_true(play(game, 1, "a9", "b9", false));
    assert_chips(game, "1x 2 1s 1s ");
    g_assert_false(tab_game_may_stop(game)); /* now the 2 has one */
    g_assert_true(play(game, 2, "b9", "b7", false));
    TabPosition after;
    tab_game_next_position(game, &after);
    g_assert_cmpint(after.saved[TAB_WHITE], ==, 2);
    g_autofree char *text = tab_game_turn_to_string(game);
    g_assert_cmpstr(text, ==, "1:a9b9,2:b9b7,1:save,1:save");
}

static void test_turn_refusable(void)
{
    /* the pile of c9 goes back to row 2 and would shrink; nothing else can move */
    g_autoptr(TabGame) game = game_begin("walker", "9/8(TT)/t8/N8 w 2 - 9");
    g_assert_cmpint(tab_position_owner(&game->position, game_cell(game, "c9")), ==, TAB_WHITE);
    g_assert_true(tab_game_can_play(game));
    g_assert_true(tab_game_may_stop(game));
    g_assert_true(play(game, 2, "c9", "b8", false));
    g_assert_cmpint(game->position.pieces[TAB_WHITE], ==, 2);
}

static void test_turn_loose(void)
{
    g_autoptr(TabGame) game = game_begin("bell", "n8/9/2~(TT)6/9 w 3 - 9");
    g_assert_true(
        play(game, 3, "b3", "c1", true)); /* the top piece of a loose pile, by any throw */
    g_assert_true(tab_game_undo(game));
    g_assert_true(play(game, 3, "b3", "c1", false));
}

static void test_turn_at_once(void)
{
    g_autoptr(TabGame) game = game_begin("ludii", "mmmmmmm/7/7/MMMMMMM w 4 - 3");
    g_assert_true(tab_game_throws_again(game));
    g_assert_true(play(game, 4, "a7", "b4", false));
    g_assert_true(tab_game_may_stop(game));
    TabPosition after;
    tab_game_next_position(game, &after);
    g_assert_cmpint(after.side, ==, TAB_WHITE);
    g_assert_cmpint(after.number, ==, 3);
}

/* --- throws of a game --- */

/* Typed throws are taken back one by one, those of the opening too; the last one that a turn has
 * room for must end its throwing. */
static void test_unthrow(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autoptr(TabGame) game = tab_game_new(rules, 1000);
    g_assert_true(game->opens);
    g_assert_false(tab_game_unthrow(game));
    g_assert_false(tab_game_can_play(game));
    g_assert_true(tab_game_throw(game, TAB_THROW_4));
    g_assert_cmpint(tab_game_side(game), ==, TAB_BLACK);
    g_assert_true(tab_game_throw(game, TAB_THROW_1));
    g_assert_false(game->opens);
    g_assert_cmpint(tab_game_side(game), ==, TAB_BLACK);
    g_assert_cmpuint(game->turn.situation.throws.n, ==, 1); /* the tâb of the opening counts */
    g_assert_cmpuint(game->counts.thrown[TAB_BLACK], ==, 0);

    g_assert_true(tab_game_throw(game, TAB_THROW_6));
    g_assert_true(tab_game_throw(game, TAB_THROW_3));
    g_assert_cmpuint(game->counts.thrown[TAB_BLACK], ==, 2);
    g_assert_true(tab_game_is_thrown(game));
    g_assert_true(play(game, 1, "d1", "c1", false));
    g_assert_false(tab_game_unthrow(game)); /* something was moved */
    g_assert_true(tab_game_undo(game));
    g_assert_true(tab_game_unthrow(game));
    g_assert_true(tab_game_unthrow(game));
    g_assert_cmpuint(game->counts.thrown[TAB_BLACK], ==, 0);
    g_assert_false(tab_game_is_thrown(game));
    g_assert_true(tab_game_unthrow(game)); /* now the opening's tâb */
    g_assert_true(game->opens);
    g_assert_cmpuint(game->opening->len, ==, 1);
    g_assert_cmpint(tab_game_side(game), ==, TAB_BLACK);
    g_assert_true(tab_game_unthrow(game));
    g_assert_false(tab_game_unthrow(game));
}

static void test_longest_hand(void)
{
    g_autoptr(TabGame) game = game_begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN w - - 1");
    for (unsigned i = 0; i < TAB_MAX_THROWS - 1; i++)
        g_assert_true(tab_game_throw(game, TAB_THROW_4));
    g_assert_false(tab_game_throw(game, TAB_THROW_1));
    g_assert_true(tab_game_throw(game, TAB_THROW_3));
    g_assert_true(tab_game_is_thrown(game));
    g_assert_true(tab_game_may_stop(game));
}

/* Throws that a record has are not taken back with those of its opening. */
static void test_unthrow_before_turns(void)
{
    static const char text[] = "[Rules \"walker\"]\n[Opening \"w2 b1\"]\n[Result \"*\"]\n\n"
                               "1. b 1,3 1:d1c1,3:c1c4\n*\n";
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), NULL);
    g_ptr_array_set_free_func(records, (GDestroyNotify)tab_record_free);
    TabRecord *record = records->pdata[0];
    g_autoptr(TabGame) game = tab_game_new_at(record, record->root, 1000);
    g_assert_true(tab_game_throw(game, TAB_THROW_2));
    g_assert_true(tab_game_unthrow(game));
    g_assert_false(tab_game_unthrow(game));
    g_assert_cmpuint(game->opening->len, ==, 2);
    g_assert_cmpstr(tab_record_get_tag(record, "Opening"), ==, "w2 b1");
    /* without the turn they are */
    tab_record_remove(record, record->root->child);
    g_assert_true(tab_game_unthrow(game));
    g_assert_cmpstr(tab_record_get_tag(record, "Opening"), ==, "w2");
}

/* Throws of a record come in the place of those that are there, with what was played by them. */
static void test_other_throws(void)
{
    g_autoptr(TabGame) game = game_begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN w - - 1");
    char throws[] = "1,3";
    const TabRecordNode node = {.throws = throws};
    TabPosition before = game->position;
    g_assert_true(tab_game_throw(game, TAB_THROW_1));
    g_assert_true(tab_game_throw(game, TAB_THROW_4));
    g_assert_true(tab_game_throw(game, TAB_THROW_2));
    g_assert_true(play(game, 1, "a9", "b9", false));
    g_assert_true(play(game, 4, "b9", "b5", false));
    tab_game_take_throws(game, &node);
    assert_chips(game, "1 3 ");
    g_assert_true(tab_position_same(&game->position, &before));
    g_assert_cmpuint(game->counts.thrown[TAB_WHITE], ==, 2);
}

/* A play that is not one of the moment changes nothing, whoever offers it. */
static void test_no_such_play(void)
{
    g_autoptr(TabGame) game = game_begin("walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1+ - 1");
    TabPosition before = game->position;
    const TabPlay first = {.kind = (uint8_t)tab_throw_kind(1),
                           .from = game_cell(game, "a9"),
                           .to = game_cell(game, "b9")};
    g_assert_false(tab_game_play(game, &first)); /* throws are still to come */
    g_assert_true(tab_game_throw(game, TAB_THROW_2));
    g_autoptr(GArray) plays = tab_game_list_plays(game, first.from, -1);
    g_assert_cmpuint(plays->len, ==, 1);
    TabPlay good = g_array_index(plays, TabPlay, 0);
    TabPlay wrong[4] = {good, good, good, good};
    wrong[0].kind = (uint8_t)tab_throw_kind(4); /* was not thrown */
    wrong[1].from = game_cell(game, "a8");
    wrong[2].to = game_cell(game, "b8");
    wrong[3].flags ^= TAB_PLAY_TOP;
    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++)
        g_assert_false(tab_game_play(game, &wrong[i]));
    g_assert_true(tab_position_same(&game->position, &before));
    g_assert_true(tab_game_play(game, &good));
    g_assert_false(tab_game_play(game, &good)); /* its throw is used */
    g_assert_true(tab_game_undo(game));
    tab_game_finish(game, TAB_END_RESIGNED, TAB_BLACK);
    g_assert_false(tab_game_play(game, &good));
    g_assert_false(tab_game_unthrow(game));
    g_assert_false(tab_game_undo(game));
}

/* Three Xs are cast anew in place of moving, which is taken back as a move is. */
static void test_cast_anew(void)
{
    g_autoptr(TabGame) game = game_begin("sahkku:columns=5", "nnnnn/2X2/NNNNN w 1,1,1 - 1");
    g_assert_true(tab_game_may_cast_anew(game));
    g_assert_false(tab_game_may_stop(game));
    g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, -1);
    g_assert_cmpuint(plays->len, >, 0);
    const TabPlay *first = &g_array_index(plays, TabPlay, 0);
    g_assert_true(tab_game_cast_anew(game));
    g_assert_false(tab_game_can_play(game));
    g_assert_false(tab_game_play(game, first));
    g_assert_true(tab_game_may_stop(game));
    g_assert_true(tab_game_throws_again(game));
    g_autofree char *text = tab_game_turn_to_string(game);
    g_assert_cmpstr(text, ==, "again");
    g_assert_true(tab_game_undo(game));
    g_assert_false(tab_game_undo(game));
    g_assert_true(tab_game_play(game, first));
    g_assert_false(tab_game_may_cast_anew(game)); /* something was moved */
    g_assert_false(tab_game_cast_anew(game));
    g_assert_true(tab_game_undo(game));
    tab_game_finish(game, TAB_END_AGREED, -1);
    g_assert_false(tab_game_may_cast_anew(game));
    tab_game_reopen(game);
    g_assert_true(tab_game_cast_anew(game));
    tab_game_end_turn(game);
    g_assert_cmpint(game->position.side, ==, TAB_WHITE);
    g_assert_false(tab_game_is_thrown(game));
    g_assert_false(tab_game_may_cast_anew(game)); /* nothing is thrown */

    g_autoptr(TabGame) other = game_begin("sahkku:columns=5", "nnnnn/2X2/NNNNN w 1,1,2 - 1");
    g_assert_false(tab_game_cast_anew(other));
    g_autoptr(TabGame) over = game_begin("sahkku:columns=5", "5/2X2/NNNNN w 1,1,1 - 9");
    g_assert_false(tab_game_cast_anew(over)); /* Black has nothing left */
}

/* --- pieces --- */

static void test_counts(void)
{
    g_autoptr(TabGame) game = game_begin("walker", "9/8(TT)/t8/N8 w 2 - 9");
    g_assert_true(play(game, 2, "c9", "b8", false)); /* goes back and shrinks */
    g_assert_cmpuint(game->counts.lost[TAB_WHITE], ==, 1);
    g_assert_cmpuint(game->counts.taken[TAB_WHITE], ==, 0);
    g_assert_true(tab_game_undo(game));
    g_assert_cmpuint(game->counts.lost[TAB_WHITE], ==, 0);
}

/* --- ends --- */

/* Throws these, plays whatever comes first, and ends the turn. */
static void pass_turn(TabGame *game, int kind)
{
    while (!tab_game_is_thrown(game))
        g_assert_true(tab_game_throw(game, kind));
    while (!tab_game_may_stop(game)) {
        g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, -1);
        g_assert_true(tab_game_play(game, &g_array_index(plays, TabPlay, 0)));
    }
    tab_game_end_turn(game);
}

static void test_loss(void)
{
    g_autoptr(TabGame) game = game_begin("walker", "9/9/t1M6/9 w 2 - 30");
    TabRecordTermination termination;
    g_assert_true(play(game, 2, "b3", "b1", false));
    g_assert_cmpuint(game->counts.taken[TAB_WHITE], ==, 1);
    g_assert_true(tab_game_may_stop(game));
    tab_game_end_turn(game);
    g_assert_cmpint(game->end, ==, TAB_END_NORMAL);
    g_assert_cmpint(game->winner, ==, TAB_WHITE);
    g_assert_cmpint(tab_game_result(game, &termination), ==, TAB_RECORD_WHITE_WON);
    g_assert_cmpint(termination, ==, TAB_RECORD_NORMAL);
    g_assert_false(tab_game_throw(game, TAB_THROW_2));
    g_assert_false(tab_game_undo(game));
}

/* A throw that earns another earns none when it has won. */
static void test_won_before_throwing_again(void)
{
    g_autoptr(TabGame) game = game_begin("ludii", "7/7/t3M2/7 w 4 - 30");
    g_assert_true(tab_game_throws_again(game));
    g_assert_true(play(game, 4, "b5", "b1", false));
    g_assert_false(tab_game_throws_again(game));
    tab_game_end_turn(game);
    g_assert_cmpint(game->end, ==, TAB_END_NORMAL);
    g_assert_cmpint(game->winner, ==, TAB_WHITE);
}

/* The limit counts turns from the first position, whatever their numbers are; those that a side
 * plays one after the other with `throws=at-once` are one. */
static void test_limits(void)
{
    g_autoptr(TabRules) rules = rules_for("jordan");
    TabSituation first;
    tab_position_start(rules, TAB_WHITE, &first);
    first.throws.n = 0;
    first.position.number = 70;
    g_autoptr(TabGame) game = tab_game_new_from(rules, &first, 3);
    pass_turn(game, TAB_THROW_2);
    pass_turn(game, TAB_THROW_3);
    g_assert_cmpint(game->end, ==, TAB_END_NONE);
    pass_turn(game, TAB_THROW_2);
    g_assert_cmpint(game->end, ==, TAB_END_TURN_LIMIT);
    g_assert_cmpint(game->winner, ==, -1);
    g_assert_cmpuint(game->counts.n_turns, ==, 3);

    g_autoptr(TabRules) ludii = rules_for("ludii");
    read_situation(ludii, "mmmmmmm/7/7/MMMMMMM w - - 3", &first);
    g_autoptr(TabGame) at_once = tab_game_new_from(ludii, &first, 2);
    pass_turn(at_once, TAB_THROW_4);
    g_assert_true(at_once->position.side == TAB_WHITE);
    pass_turn(at_once, TAB_THROW_1);
    pass_turn(at_once, TAB_THROW_2);
    g_assert_cmpint(at_once->end, ==, TAB_END_NONE);
    g_assert_cmpuint(at_once->counts.ending.turns, ==, 1);
    pass_turn(at_once, TAB_THROW_6);
    pass_turn(at_once, TAB_THROW_3);
    g_assert_cmpint(at_once->end, ==, TAB_END_TURN_LIMIT);
    g_assert_cmpuint(at_once->counts.n_turns, ==, 5);
    g_assert_cmpuint(at_once->counts.ending.turns, ==, 2);
}

static void test_stillness(void)
{
    g_autoptr(TabRules) rules = rules_for("jordan");
    TabSituation first;
    tab_position_start(rules, TAB_WHITE, &first);
    first.throws = (TabThrows){.n = 0};
    g_autoptr(TabGame) game = tab_game_new_from(rules, &first, 1000);
    for (int i = 0; i < TAB_MAX_IDLE_TURNS; i++) {
        g_assert_cmpint(game->end, ==, TAB_END_NONE);
        pass_turn(game, TAB_THROW_2); /* without a tâb nothing begins to move */
    }
    g_assert_cmpint(game->end, ==, TAB_END_NO_PROGRESS);
    /* both at once: stillness comes first */
    g_autoptr(TabGame) both = tab_game_new_from(rules, &first, TAB_MAX_IDLE_TURNS);
    while (!both->end)
        pass_turn(both, TAB_THROW_3);
    g_assert_cmpint(both->end, ==, TAB_END_NO_PROGRESS);
}

/* Every end that is declared has its word in records, and a record that has it stands. */
static void test_declared(void)
{
    static const struct {
        TabEnding end;
        int winner;
        const char *result, *termination;
    } rows[] = {
        {TAB_END_RESIGNED, TAB_BLACK, "0-1", "resign"},
        {TAB_END_AGREED, -1, "1/2-1/2", "agreed"},
        {TAB_END_AGREED, TAB_WHITE, "1-0", "agreed"},
        {TAB_END_ADJUDICATION, -1, "1/2-1/2", "adjudication"},
        {TAB_END_TIME, TAB_WHITE, "1-0", "time"},
        {TAB_END_CRASH, TAB_WHITE, "1-0", "crash"},
        {TAB_END_SILENT, TAB_BLACK, "0-1", "silent"},
        {TAB_END_ILLEGAL, TAB_BLACK, "0-1", "illegal"},
        {TAB_END_FLOOD, TAB_WHITE, "1-0", "flood"},
        {TAB_END_NO_PROGRESS, -1, "1/2-1/2", "no-progress"},
        {TAB_END_TURN_LIMIT, -1, "1/2-1/2", "turn-limit"},
        {TAB_END_RECORDED, TAB_WHITE, "1-0", NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabRecord) record = random_game("walker", "fair", 20, 7);
        TabRecordTermination termination;
        tab_record_set_result(record, TAB_RECORD_UNDECIDED, TAB_RECORD_NOT_SAID);
        g_autoptr(TabGame) game = tab_game_new_at(record, tab_record_last(record), 1000);
        g_assert_cmpint(game->end, ==, TAB_END_NONE);
        tab_game_finish(game, rows[i].end, rows[i].winner);
        TabRecordResult result = tab_game_result(game, &termination);
        g_assert_cmpstr(tab_record_result_text(result), ==, rows[i].result);
        g_assert_cmpstr(tab_record_termination_text(termination), ==, rows[i].termination);
        g_assert_true(tab_record_can_end(result, termination));
        tab_game_reopen(game);
        g_assert_true(tab_game_throw(game, TAB_THROW_2));

        tab_record_set_result(record, result, termination);
        GString *text = g_string_new(NULL);
        tab_record_write(record, text);
        g_autoptr(GPtrArray) read = tab_record_parse(text->str, text->len, NULL);
        g_assert_nonnull(read);
        g_string_free(text, TRUE);
        TabRecord *again = read->pdata[0];
        /* whatever limit we would play by */
        g_autoptr(TabGame) stands = tab_game_new_at(again, tab_record_last(again), 4);
        g_assert_cmpint(stands->end, ==, rows[i].end);
        g_assert_cmpint(stands->winner, ==, rows[i].winner);
        g_autoptr(TabGame) middle = tab_game_new_at(again, again->root->child->child, 1);
        g_assert_cmpint(middle->end, ==, TAB_END_NONE);
        g_ptr_array_set_free_func(read, (GDestroyNotify)tab_record_free);
    }
}

/* --- records --- */

/* Turns are written as they end; the same one again leads to the node that is there. */
static void test_recording(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autoptr(TabRecord) record = tab_record_new(rules, NULL, 0);
    g_autoptr(TabGame) game = tab_game_new_at(record, record->root, 1000);
    tab_game_begin_opening(game);
    g_assert_null(tab_record_get_tag(record, "Opening"));
    tab_game_throw(game, TAB_THROW_2);
    tab_game_throw(game, TAB_THROW_1);
    g_assert_cmpstr(tab_record_get_tag(record, "Opening"), ==, "w2 b1");
    g_assert_cmpint(record->start.position.side, ==, TAB_BLACK);
    g_assert_true(tab_game_throw(game, TAB_THROW_3));
    g_assert_true(tab_game_play_turn(game, "1:d1c1,3:c1c4", NULL));
    TabRecordNode *node = tab_game_end_turn(game);
    g_assert_true(node == record->root->child && game->node == node);
    g_assert_cmpstr(node->throws, ==, "1,3");
    g_assert_cmpstr(node->turn, ==, "1:d1c1,3:c1c4");
    g_assert_cmpint(node->side, ==, TAB_BLACK);
    g_assert_false(tab_game_unthrow(game)); /* the opening is past */

    g_autoptr(TabGame) again = tab_game_new_at(record, record->root, 1000);
    g_assert_cmpuint(again->opening->len, ==, 2);
    tab_game_take_throws(again, node);
    g_assert_cmpuint(again->counts.thrown[TAB_BLACK], ==, 1);
    GError *error = NULL;
    g_assert_false(tab_game_play_turn(again, "1:d1c1,3:c2c5", &error));
    g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_TURN);
    g_error_free(error);
    g_assert_cmpuint(again->turn.plays->len, ==, 0);
    g_assert_true(play(again, 1, "d2", "c2", false) || play(again, 1, "d1", "c1", false));
    g_assert_true(tab_game_play_turn(again, "1:d1c1,3:c1c4", NULL));
    g_assert_true(tab_game_end_turn(again) == node);
    g_assert_cmpuint(record->n_nodes, ==, 1);
    g_assert_true(tab_position_same(&again->position, &game->position));
    g_assert_true(tab_record_moves(node));
}

/* The result of a game is that of its main line; a variation goes on. */
static void test_variation_of_a_finished_game(void)
{
    static const char text[] = "[Rules \"walker\"]\n[Result \"1-0\"]\n[Termination \"resign\"]\n\n"
                               "1. w 1,2 1:a9b9,2:b9b7\n(1. w 1,3 1:a9b9,3:b9b6)\n1-0\n";
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), NULL);
    g_ptr_array_set_free_func(records, (GDestroyNotify)tab_record_free);
    TabRecord *record = records->pdata[0];
    TabRecordNode *first = record->root->child;
    g_autoptr(TabGame) main_line = tab_game_new_at(record, first, 1000);
    g_assert_cmpint(main_line->end, ==, TAB_END_RESIGNED);
    g_assert_cmpint(main_line->winner, ==, TAB_WHITE);
    g_autoptr(TabGame) variation = tab_game_new_at(record, first->next, 1000);
    g_assert_cmpint(variation->end, ==, TAB_END_NONE);
    g_assert_cmpint(variation->position.side, ==, TAB_BLACK);
    g_assert_true(tab_game_throw(variation, TAB_THROW_2));
}

/* On a turn that was not chosen its throws are at hand, and nothing is played. */
static void test_not_chosen(void)
{
    static const char text[] = "[Rules \"walker\"]\n[Result \"*\"]\n\n"
                               "1. w 1,2 1:a9b9,2:b9b7\n2. b 1,4+ ?\n*\n";
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), NULL);
    g_ptr_array_set_free_func(records, (GDestroyNotify)tab_record_free);
    TabRecord *record = records->pdata[0];
    TabRecordNode *last = tab_record_last(record);
    g_autoptr(TabGame) game = tab_game_new_on(record, last, 1000);
    assert_chips(game, "1 4 ");
    g_assert_cmpuint(game->turn.plays->len, ==, 0);
    g_assert_false(tab_game_is_thrown(game));
    g_assert_true(game->node == last->parent);
    g_assert_cmpint(game->position.side, ==, TAB_BLACK);
    g_assert_false(tab_record_moves(last));
}

static void check_same(const TabGame *a, const TabGame *b)
{
    g_assert_true(a->node == b->node);
    g_assert_true(tab_position_same(&a->position, &b->position));
    g_assert_cmpmem(&a->counts, sizeof a->counts, &b->counts, sizeof b->counts);
    g_assert_cmpint(a->end, ==, b->end);
    if (a->counts.n_turns)
        g_assert_true(tab_position_same(&a->last.situation.position, &b->last.situation.position));
}

/* The game at, or on, a node as replaying everything gives it. */
static TabGame *replay_all(TabRecord *record, TabRecordNode *node, bool on)
{
    GHashTable *kept = g_steal_pointer(&record->checkpoints);
    TabGame *game = (on ? tab_game_new_on : tab_game_new_at)(record, node, 1000);
    g_clear_pointer(&record->checkpoints, g_hash_table_unref);
    record->checkpoints = kept;
    return game;
}

/* One node in eleven of all lines; says how many nodes there are. */
static guint check_places(TabRecord *record)
{
    guint n = 0;
    for (TabRecordNode *line = record->root->child; line; line = line->child)
        for (TabRecordNode *first = line; first; first = first->next)
            for (TabRecordNode *node = first; node;
                 node = first == line ? NULL : node->child, n++) {
                if (n % 11)
                    continue;
                g_autoptr(TabGame) at = tab_game_new_at(record, node, 1000);
                g_autoptr(TabGame) at_all = replay_all(record, node, false);
                check_same(at, at_all);
                g_autoptr(TabGame) on = tab_game_new_on(record, node, 1000);
                g_autoptr(TabGame) on_all = replay_all(record, node, true);
                check_same(on, on_all);
            }
    return n;
}

static void test_checkpoints(void)
{
    g_autoptr(TabRecord) record = forked_game(3);
    guint kept = 0;
    check_places(record); /* left on the way */
    g_assert_cmpuint(g_hash_table_size(record->checkpoints), >, 0);
    g_clear_pointer(&record->checkpoints, g_hash_table_unref);
    g_assert_true(tab_game_index_record(record, NULL, NULL));
    g_assert_cmpuint(check_places(record), >, 400);
    for (TabRecordNode *node = record->root->child; node; node = node->child)
        kept += g_hash_table_contains(record->checkpoints, node);
    g_assert_cmpuint(kept, >=, 400 / 64);
    TabRecordNode *gone = record->root->child;
    for (guint i = 0; i < 100; i++)
        gone = gone->child;
    guint size = g_hash_table_size(record->checkpoints);
    tab_record_remove(record, gone);
    g_assert_cmpuint(g_hash_table_size(record->checkpoints), <, size);
    check_places(record);
}

static bool stop_soon(size_t done, gpointer data)
{
    return ++*(guint *)data < 2;
}

static void test_stopped(void)
{
    g_autoptr(TabRecord) record = forked_game(3);
    guint asked = 0;
    g_assert_false(tab_game_index_record(record, stop_soon, &asked));
    g_assert_cmpuint(asked, ==, 2);
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/opening/alternate", test_opening_alternate);
    g_test_add_func("/opening/first", test_opening_first);
    g_test_add_func("/opening/highest", test_opening_highest);
    g_test_add_func("/turn/plays", test_turn_plays);
    g_test_add_func("/turn/halves", test_halves);
    g_test_add_func("/turn/undo", test_turn_undo);
    g_test_add_func("/turn/saved-tabs", test_turn_saved_tabs);
    g_test_add_func("/turn/refusable", test_turn_refusable);
    g_test_add_func("/turn/loose", test_turn_loose);
    g_test_add_func("/turn/at-once", test_turn_at_once);
    g_test_add_func("/turn/unthrow", test_unthrow);
    g_test_add_func("/turn/unthrow-before-turns", test_unthrow_before_turns);
    g_test_add_func("/turn/other-throws", test_other_throws);
    g_test_add_func("/turn/no-such-play", test_no_such_play);
    g_test_add_func("/turn/cast-anew", test_cast_anew);
    g_test_add_func("/turn/longest-hand", test_longest_hand);
    g_test_add_func("/game/counts", test_counts);
    g_test_add_func("/game/loss", test_loss);
    g_test_add_func("/game/won-before-throwing-again", test_won_before_throwing_again);
    g_test_add_func("/game/limits", test_limits);
    g_test_add_func("/game/stillness", test_stillness);
    g_test_add_func("/game/declared", test_declared);
    g_test_add_func("/game/recording", test_recording);
    g_test_add_func("/game/not-chosen", test_not_chosen);
    g_test_add_func("/game/variation-of-a-finished-game", test_variation_of_a_finished_game);
    g_test_add_func("/checkpoints", test_checkpoints);
    g_test_add_func("/checkpoints/stopped", test_stopped);
    return g_test_run();
}
