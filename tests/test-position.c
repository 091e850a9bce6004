// SPDX-License-Identifier: GPL-3.0-or-later
// Positions as values: starts, keys, half turns, hands, ends of turns, and the checks of a broken
// value.
#include "protocol/rules/movegen.h"
#include "protocol/rules/notation.h"
#include "rules-fixture.h"
#include "tab-throws.h"

static TabKey key_of(const TabRules *rules, const char *text)
{
    g_autofree TabSituation *situation = situation_for(rules, text);
    return tab_position_key(&situation->position);
}

static bool same_key(TabKey a, TabKey b)
{
    return a.a == b.a && a.b == b.b;
}

static void test_piles(void)
{
    TabPile pile = TAB_PILE_SINGLE(TAB_RANK_F);
    g_assert_cmpuint(tab_pile_height(0), ==, 0);
    g_assert_cmpuint(tab_pile_height(pile), ==, 1);
    g_assert_false(tab_pile_is_stack(pile));
    for (unsigned height = 2; height <= TAB_MAX_COLUMNS; height++) {
        pile = pile << 2 | height % 3;
        g_assert_cmpuint(tab_pile_height(pile), ==, height);
        g_assert_cmpuint(tab_pile_height(pile | TAB_PILE_LOOSE), ==, height);
        g_assert_true(tab_pile_is_stack(pile | TAB_PILE_LOOSE));
        g_assert_cmpint(tab_pile_rank(pile, 0), ==, height % 3);
        g_assert_cmpint(tab_pile_rank(pile, height - 1), ==, TAB_RANK_F);
    }
}

static void test_throws(void)
{
    static const int values[TAB_N_THROWS] = {1, 2, 3, 4, 6};
    for (int i = 0; i < TAB_N_THROWS; i++) {
        g_assert_cmpint(tab_throw_value(i), ==, values[i]);
        g_assert_cmpint(tab_throw_kind(values[i]), ==, i);
        g_assert_true(tab_throw_again(i) == (values[i] != 2 && values[i] != 3));
    }
    for (int value = -3; value < 20; value++)
        if (value < 1 || value == 5 || value > 6)
            g_assert_cmpint(tab_throw_kind(value), ==, -1);
}

/* Throws at hand: collected up to a 2 or 3, or one at a time; saved tâbs of the mover belong to the
 * hand. */
static void test_hand(void)
{
    g_autoptr(TabRules) bell = rules_for("bell"), ludii = rules_for("ludii:save-tab=yes");
    g_autofree TabSituation *situation = situation_for(bell, "n8/9/9/N8 b - 2/5 1");
    TabThrows *throws = &situation->throws;
    g_assert_false(tab_throws_complete(throws));
    g_assert_true(tab_throws_add(bell, throws, TAB_THROW_1));
    g_assert_true(tab_throws_add(bell, throws, TAB_THROW_6));
    g_assert_true(throws->more && !tab_throws_complete(throws));
    g_assert_true(tab_throws_add(bell, throws, TAB_THROW_3));
    g_assert_true(tab_throws_complete(throws));
    g_assert_false(tab_throws_add(bell, throws, TAB_THROW_1));
    g_assert_cmpuint(throws->n, ==, 3);
    TabHand hand = tab_situation_hand(bell, situation);
    static const uint8_t expected[TAB_MAX_KINDS] = {6, 0, 1, 0, 1};
    g_assert_cmpmem(hand.n, sizeof hand.n, expected, sizeof expected);
    g_assert_cmpuint(tab_hand_size(&hand), ==, 8);
    for (int index = 0; index < TAB_N_THROWS; index++) {
        TabThrows one = {.n = 0};
        g_assert_true(tab_throws_add(ludii, &one, index));
        g_assert_true(tab_throws_complete(&one));
        g_assert_false(tab_throws_add(ludii, &one, TAB_THROW_1));
        TabHand with_saved = {{3, 0, 0, 0, 0}};
        with_saved.n[index]++;
        g_assert_true(tab_movegen_throws_again(ludii, &with_saved, 3) == tab_throw_again(index));
        g_assert_false(tab_movegen_throws_again(bell, &with_saved, 3));
    }
}

/* What a turn leaves behind: tâbs are saved up to nine, by the mover alone. */
static void test_end_turn(void)
{
    g_autoptr(TabRules) rules = rules_for("bell");
    g_autofree TabSituation *situation = situation_for(rules, "n8/9/9/N8 w - 2/5 7");
    TabHand left = {{4, 0, 1, 0, 0}}, many = {{12, 0, 0, 3, 0}}, none = {{0}};
    TabPosition *position = &situation->position;
    tab_position_end_turn(rules, position, &left, false);
    g_assert_cmpuint(position->saved[TAB_WHITE], ==, 4);
    g_assert_cmpuint(position->saved[TAB_BLACK], ==, 5);
    g_assert_cmpuint(position->side, ==, TAB_BLACK);
    g_assert_cmpuint(position->number, ==, 8);
    tab_position_end_turn(rules, position, &many, false);
    g_assert_cmpuint(position->saved[TAB_BLACK], ==, TAB_MAX_SAVED);
    tab_position_end_turn(rules, position, &none, true);
    g_assert_cmpuint(position->saved[TAB_WHITE], ==, 0);
    g_assert_cmpuint(position->side, ==, TAB_WHITE);
    g_assert_cmpuint(position->number, ==, 9);
    g_autofree TabSituation *finished = situation_for(rules, "9/T8/9/9 w - 2/5 7");
    tab_position_end_turn(rules, &finished->position, &left, true);
    g_autofree char *text = tab_notation_situation_to_string(rules, finished);
    g_assert_cmpstr(text, ==, "9/T8/9/9 b - 0/5 8");
}

/* The start on every width with every number of pieces, and its half turn. */
static void test_start(void)
{
    for (unsigned columns = TAB_MIN_COLUMNS; columns <= TAB_MAX_COLUMNS; columns++)
        for (unsigned pieces = 1; pieces <= columns; pieces++) {
            g_autofree char *text = g_strdup_printf("walker:columns=%u,pieces=%u", columns, pieces);
            g_autoptr(TabRules) rules = rules_for(text);
            g_autofree TabSituation *white = g_new(TabSituation, 1),
                                    *black = g_new(TabSituation, 1);
            g_autoptr(GError) error = NULL;
            tab_position_start(rules, TAB_WHITE, white);
            tab_position_start(rules, TAB_BLACK, black);
            tab_situation_validate(rules, white, &error);
            g_assert_no_error(error);
            TabPosition turned;
            tab_position_exchange_sides(rules, &turned, &white->position);
            g_assert_true(tab_position_same(&turned, &black->position));
            g_assert_cmpuint(turned.number, ==, 1);
            for (unsigned place = 0; place < columns; place++) {
                g_assert_cmpint(tab_position_owner(&white->position, place), ==,
                                place < pieces ? TAB_WHITE : -1);
                g_assert_cmpint(tab_position_owner(&white->position, 4 * columns - 1 - place), ==,
                                place < pieces ? TAB_BLACK : -1);
            }
        }
}

/* The key tells fields 1, 2 and 4 apart, and nothing else. */
static void test_keys(void)
{
    static const char *const different[] = {
        "n8/t8/M8/N8 w - - 1",     "n8/t8/M8/N8 b - - 1",     "n8/t8/M8/N8 w - 1/0 1",
        "n8/t8/M8/N8 w - 0/1 1",   "n8/t8/M8/N8 b - 1/0 1",   "n8/t8/M8/N8 w - 2/0 1",
        "n8/t8/M8/N8 w - 9/8 1",   "n8/t8/M8/N8 w - 8/9 1",   "n8/t8/T8/N8 w - - 1",
        "n8/t8/1M7/N8 w - - 1",    "n8/f8/M8/N8 w - - 1",     "n8/t8/M8/M8 w - - 1",
        "n8/t8/(MT)8/N8 w - - 1",  "n8/t8/(TM)8/N8 w - - 1",  "n8/t8/~(MT)8/N8 w - - 1",
        "n8/t8/~(TM)8/N8 w - - 1", "n8/t8/(MMT)8/N8 w - - 1", "n8/T8/f8/N8 w - - 1",
        "n8/F8/t8/N8 w - - 1",     "m8/t8/M8/N8 w - - 1",     "n8/(tt)8/M8/N8 w - - 1",
        "n8/8t/M8/N8 w - - 1",     "n8/9/M8/N8 w - - 1",      "n8/t8/9/N8 w - - 1",
    };
    g_autoptr(TabRules) rules = rules_for("bell");
    for (unsigned i = 0; i < G_N_ELEMENTS(different); i++)
        for (unsigned j = 0; j < G_N_ELEMENTS(different); j++) {
            TabKey a = key_of(rules, different[i]), b = key_of(rules, different[j]);
            g_assert_true(i == j ? same_key(a, b) : a.a != b.a && a.b != b.b);
            g_autofree TabSituation *first = situation_for(rules, different[i]);
            g_autofree TabSituation *second = situation_for(rules, different[j]);
            g_assert_true(tab_position_same(&first->position, &second->position) == (i == j));
        }
    g_assert_true(
        same_key(key_of(rules, "n8/9/9/N8 w - 1/2 1"), key_of(rules, "n8/9/9/N8 w 1,2 1/2 99")));
    g_autofree TabSituation *situation = situation_for(rules, "n8/9/9/N8 b - 3/2 1");
    TabKey key = key_of(rules, "n8/9/9/N8 w - 1/2 1"), turned = key;
    tab_position_key_toggle_turn(&turned, &situation->position);
    g_assert_false(same_key(key, turned));
    tab_position_key_toggle_turn(&turned, &situation->position);
    g_assert_true(same_key(key, turned));
}

/* The same on every machine and in every build: search and tables are seeded by it. */
static void test_key_is_fixed(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    TabKey key = key_of(rules, "1m2nnnnn/2t3m2/2(MT)3T2/NNN3M2 b - - 17");
    g_assert_cmphex(key.a, ==, UINT64_C(0xb4decc48cea643c3));
    g_assert_cmphex(key.b, ==, UINT64_C(0x5265942e1fe624e9));
}

static void test_half_turn(void)
{
    static const char *const pairs[][2] = {
        {"1m2nnnnn/2t6/2~(MT)3T2/NNN3M2 b - 1/2 17", "2m3nnn/2t3~(mt)2/6T2/NNNNN2M1 w - 2/1 17"},
        {"F7n/9/9/N6(ff)1 w - - 5", "1(FF)6n/9/9/N7f b - - 5"},
    };
    g_autoptr(TabRules) rules = rules_for("bell");
    for (unsigned i = 0; i < G_N_ELEMENTS(pairs); i++) {
        g_autofree TabSituation *a = situation_for(rules, pairs[i][0]);
        TabPosition turned, back;
        tab_position_exchange_sides(rules, &turned, &a->position);
        g_autofree char *text = tab_notation_position_to_string(rules, &turned);
        g_assert_cmpstr(text, ==, pairs[i][1]);
        tab_position_exchange_sides(rules, &back, &turned);
        g_assert_true(tab_position_same(&back, &a->position));
        tab_position_exchange_sides(rules, &turned, &turned);
        g_assert_true(tab_position_same(&turned, &a->position));
    }
}

/* A play into another value and one in place come to the same. */
static void test_play_in_place(void)
{
    g_autoptr(TabRules) rules = rules_for("bell");
    g_autofree TabSituation *situation = situation_for(rules, "n8/7t(TFT)/t1~(TMT)6/N4M3 w - - 17");
    for (int t = 0; t < TAB_N_THROWS; t++) {
        TabPlay plays[TAB_MAX_PLAYS];
        unsigned n = tab_movegen_plays(rules, &situation->position, t, plays);
        for (unsigned i = 0; i < n; i++) {
            TabPosition after, in_place = situation->position;
            tab_position_play(&after, &situation->position, &plays[i]);
            tab_position_play(&in_place, &in_place, &plays[i]);
            g_assert_true(tab_position_same(&after, &in_place));
            g_assert_cmpmem(after.pieces, sizeof after.pieces, in_place.pieces,
                            sizeof in_place.pieces);
            g_assert_cmpmem(after.nasara, sizeof after.nasara, in_place.nasara,
                            sizeof in_place.nasara);
        }
    }
}

/* Values that only our own mistakes can make. */

static void break_pieces(TabSituation *s)
{
    s->position.pieces[TAB_WHITE]--;
}

static void break_nasara(TabSituation *s)
{
    s->position.nasara[TAB_BLACK]++;
}

static void break_occupied(TabSituation *s)
{
    s->position.occupied[TAB_WHITE].word[0] |= 1 << 3;
}

static void break_unowned(TabSituation *s)
{
    s->position.pile[4] = TAB_PILE_SINGLE(TAB_RANK_M);
}

static void break_both(TabSituation *s)
{
    s->position.occupied[TAB_BLACK].word[0] |= 1;
}

static void break_cells(TabSituation *s)
{
    s->position.cells = 40;
}

static void break_outside(TabSituation *s)
{
    s->position.occupied[TAB_BLACK].word[0] |= UINT64_C(1) << 40;
    s->position.pile[40] = TAB_PILE_SINGLE(TAB_RANK_M);
    s->position.pieces[TAB_BLACK]++;
}

static void break_loose_single(TabSituation *s)
{
    s->position.pile[0] |= TAB_PILE_LOOSE;
}

static void break_saved(TabSituation *s)
{
    s->position.saved[TAB_WHITE] = 10;
}

static void break_number(TabSituation *s)
{
    s->position.number = 0;
}

static void break_big_number(TabSituation *s)
{
    s->position.number = TAB_MAX_NUMBER + 1;
}

static void break_more(TabSituation *s)
{
    s->throws.more = true;
}

static void break_throw(TabSituation *s)
{
    s->throws.n = 1;
    s->throws.kind[0] = TAB_N_THROWS;
}

static void break_throw_in_between(TabSituation *s)
{
    s->throws = (TabThrows){.n = 2, .kind = {TAB_N_THROWS, TAB_THROW_2}};
}

static void break_too_many_throws(TabSituation *s)
{
    s->throws.n = TAB_MAX_THROWS + 1;
}

static void break_side(TabSituation *s)
{
    s->position.side = 2;
}

static void test_broken(void)
{
    static void (*const breaks[])(TabSituation *) = {
        break_pieces, break_nasara, break_occupied,         break_unowned,
        break_both,   break_cells,  break_outside,          break_loose_single,
        break_saved,  break_number, break_big_number,       break_more,
        break_throw,  break_side,   break_throw_in_between, break_too_many_throws,
    };
    g_autoptr(TabRules) rules = rules_for("bell");
    for (unsigned i = 0; i < G_N_ELEMENTS(breaks); i++) {
        g_autofree TabSituation *situation = situation_for(rules, "n8/9/9/N8 w - - 1");
        g_autoptr(GError) error = NULL;
        g_assert_true(tab_situation_validate(rules, situation, NULL));
        breaks[i](situation);
        if (tab_situation_validate(rules, situation, &error))
            g_error("broken value %u is taken for valid", i);
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_POSITION);
    }
}

static void break_king_gone(TabSituation *s)
{
    s->position.king_of = TAB_KING_NONE;
}

static void break_king_outside(TabSituation *s)
{
    s->position.king = s->position.cells;
}

static void break_king_on_stone(TabSituation *s)
{
    s->position.king = 0;
}

static void break_king_has_moved(TabSituation *s)
{
    s->position.king++;
}

static void break_king_too_many(TabSituation *s)
{
    s->position.king_of = TAB_KING_FREE;
}

static void break_loose(TabSituation *s)
{
    unsigned cell;
    TAB_CELLS_FOREACH(s->position.occupied[TAB_WHITE], cell)
        s->position.pile[cell] |= TAB_PILE_LOOSE;
}

static void break_nothing_to_follow(TabSituation *s)
{
    s->throws = (TabThrows){.n = 0, .more = true};
}

/* The same, by what is said of it. */
static void test_broken_words(void)
{
    static const struct {
        const char *rules, *position;
        void (*break_it)(TabSituation *);
        const char *message;
    } rows[] = {
        {"sahkku:columns=5", "nnnnn/2X2/NNNNN w - - 1", break_king_gone, "there is no king"},
        {"sahkku:columns=5", "nnnnn/2X2/NNNNN w - - 1", break_king_outside,
         "the king stands nowhere"},
        {"sahkku:columns=5", "nnnnn/2X2/NNNNN w - - 1", break_king_on_stone,
         "the king stands nowhere"},
        {"sahkku:columns=5", "nnnnn/2X2/NNNNN w - - 1", break_king_has_moved,
         "a king that belongs to nobody has not moved"},
        {"bell", "n8/9/9/N8 w - - 1", break_king_too_many, "a king, but these rules have none"},
        {"bell", "n8/9/M8/9 w - - 1", break_loose, "a loose pile of one stone on b1"},
        {"bell", "n8/9/9/N8 w - - 1", break_nothing_to_follow,
         "more throws are to follow (+), but none comes before"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabRules) rules = rules_for(rows[i].rules);
        g_autofree TabSituation *situation = situation_for(rules, rows[i].position);
        g_autoptr(GError) error = NULL;
        rows[i].break_it(situation);
        g_assert_false(tab_situation_validate(rules, situation, &error));
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_POSITION);
        g_assert_cmpstr(error->message, ==, rows[i].message);
    }
}

/* Positions differ by the board and by the king too; where nobody has one his cell says nothing. */
static void test_same(void)
{
    static const char *const different[][2] = {
        {"sahkku:columns=5", "nnnnn/2X2/NNNNN w - - 1"},
        {"sahkku:columns=5", "nnnnn/2K2/NNNNN w - - 1"},
        {"sahkku:columns=5", "nnnnn/2k2/NNNNN w - - 1"},
        {"sahkku:columns=5", "nnnnn/3K1/NNNNN w - - 1"},
        {"sahkku:columns=7", "nnnnnnn/3X3/NNNNNNN w - - 1"},
        {"walker:columns=5", "nnnnn/5/5/NNNNN w - - 1"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(different); i++)
        for (unsigned k = 0; k < G_N_ELEMENTS(different); k++) {
            g_autoptr(TabRules) a = rules_for(different[i][0]), b = rules_for(different[k][0]);
            g_autofree TabSituation *one = situation_for(a, different[i][1]),
                                    *other = situation_for(b, different[k][1]);
            g_assert_cmpint(tab_position_same(&one->position, &other->position), ==, i == k);
            if (!other->position.king_of)
                other->position.king = 3;
            g_assert_cmpint(tab_position_same(&one->position, &other->position), ==, i == k);
        }
}

/* A turn is played into a position of its own or into the one it begins with. */
static void test_play_turn_in_place(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autofree TabSituation *situation =
        situation_for(rules, "nnnnnnnnn/9/9/NNNNNNNNN w 1,4,2 - 1");
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    TabPosition after, apart, in_place = situation->position;
    g_assert_true(
        tab_notation_parse_turn(rules, situation, "1:a9b9,4:b9b5,2:b5b3", turn, &after, NULL));
    tab_movegen_play_turn(rules, &situation->position, turn, &apart);
    tab_movegen_play_turn(rules, &in_place, turn, &in_place);
    g_assert_true(tab_position_same(&apart, &after));
    g_assert_true(tab_position_same(&in_place, &after));
    g_assert_cmpuint(in_place.number, ==, 2);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/position/piles", test_piles);
    g_test_add_func("/position/throws", test_throws);
    g_test_add_func("/position/hand", test_hand);
    g_test_add_func("/position/end-turn", test_end_turn);
    g_test_add_func("/position/start", test_start);
    g_test_add_func("/position/keys", test_keys);
    g_test_add_func("/position/key-is-fixed", test_key_is_fixed);
    g_test_add_func("/position/half-turn", test_half_turn);
    g_test_add_func("/position/play-in-place", test_play_in_place);
    g_test_add_func("/position/broken", test_broken);
    g_test_add_func("/position/broken-words", test_broken_words);
    g_test_add_func("/position/same", test_same);
    g_test_add_func("/position/play-turn-in-place", test_play_turn_in_place);
    return g_test_run();
}
