// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of cells, positions and turns: what is refused and why, what is accepted, long and broken
// input.
#include "protocol/rules/notation.h"
#include "protocol/rules/outcomes.h"
#include "rules-fixture.h"
#include "tab-throws.h"

#include <string.h>

/* Cells: every name of a board, and what is none. */
static void test_cells(void)
{
    static const char *const none[] = {"",   "a",  "a0",  "a01", "a30", "e1",           "`1",
                                       "A1", "1a", "a-1", "a+1", "a 1", "a999999999999"};
    g_autoptr(TabRules) rules = rules_for("walker:columns=29");
    for (unsigned cell = 0; cell < 4 * 29; cell++) {
        char text[4];
        const char *end = NULL;
        g_autofree char *expected = g_strdup_printf("%c%u", 'a' + cell / 29, cell % 29 + 1);
        tab_board_cell_name(&rules->board, cell, text);
        g_assert_cmpstr(text, ==, expected);
        g_assert_cmpuint(tab_board_cell_of_name(&rules->board, text, &end), ==, cell);
        g_assert_true(end == text + strlen(text));
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(none); i++) {
        const char *end = NULL;
        g_assert_cmpuint(tab_board_cell_of_name(&rules->board, none[i], &end), ==, TAB_NO_CELL);
    }
    g_autoptr(TabRules) narrow = rules_for("walker:columns=5");
    const char *end;
    g_assert_cmpuint(tab_board_cell_of_name(&narrow->board, "c5c6", &end), ==, 14);
    g_assert_cmpstr(end, ==, "c6");
    g_assert_cmpuint(tab_board_cell_of_name(&narrow->board, "c6", &end), ==, TAB_NO_CELL);
}

/* Positions that are valid though some cannot arise in play: rules, text. */
static const char *const good[][2] = {
    {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1+ - 1"},
    {"bell", "1m2nnnnn/2t3m2/2(MT)3T2/NNN3M2 b 1,4,2 1/0 17"},
    {"bell", "nnnnnnnnn/9/9/NNNNNNNNN b - 9/9 999999999"},
    {"bell", "nnnnnnnnn/9/9/NNNNNNNNN b - 0/1 2"},
    {"walker", "9/9/9/M8 w - - 1"},
    {"walker", "8m/9/9/9 w 2 - 1"},
    {"walker", "F7n/9/9/N8 w 1,1,1,4,6,3 - 5"},
    {"walker", "9/TF7/(MTF)8/9 w - - 5"},
    {"walker", "(mmmmmmmmm)8/9/9/(MMMMMMMMM)8 w - - 5"},
    {"walker", "mmmmnnnnn/9/9/NNNNMMMMM w - - 5"},
    {"walker", "n8/9/9/f7N w - - 5"},
    {"walker", "1m7/(tm)8/ft7/f8 w - - 5"},
    {"walker:columns=5", "n4/4T/M4/5 w 4+ - 1"},
    {"walker:columns=29", "29/29/29/28N w - - 1"},
    {"bell", "9/9/~(MT)8/8f b - - 9"},
    {"ludii", "7/7/M6/7 w 6 - 1"},
    {"ludii", "7/7/M6/7 w - - 1"},
};

/* Invalid positions, and what the message must say: rules, text, words. */
static const char *const bad[][3] = {
    /* widths and runs */
    {"walker", "9/9/9 w - - 1", "4 rows"},
    {"walker", "M8/9/9/9/9 w - - 1", "4 rows"},
    {"walker", "M8/9/9/9/ w - - 1", "4 rows"},
    {"walker", "M7/9/9/9 w - - 1", "row d"},
    {"walker", "8/M8/9/9 w - - 1", "row d"},
    {"walker", "9/T9/9/9 w - - 1", "row c"},
    {"walker", "9/9/M8M/9 w - - 1", "row b"},
    {"walker", "9/9/9/MMMMMMMMMM w - - 1", "row a"},
    {"walker", "9/9/9/M10 w - - 1", "row a"},
    {"walker", "9/9//M8 w - - 1", "row b"},
    {"walker", "9/9/9/M08 w - - 1", "row a"},
    {"walker", "9/9/9/M0M7 w - - 1", "row a"},
    {"walker", "9/9/9/M44 w - - 1", "row a"},
    {"walker", "9/9/9/4M13 w - - 1", "row a"},
    {"walker", "9/9/45/M8 w - - 1", "row b"},
    {"walker", "9/9/99999999999999999999/M8 w - - 1", "row b"},
    {"walker", "9/9/9/-8M w - - 1", "'-'"},
    {"walker", "9/9/9/X8 w - - 1", "'X'"},
    {"walker",
     "9/9/9/\xc3\xa9"
     "8 w - - 1",
     "'\xc3\xa9'"},
    {"walker", "9/9/\\/M8 w - - 1", "'\\'"},
    /* piles */
    {"walker", "9/9/(M)8/9 w - - 1", "fewer than two"},
    {"walker", "9/9/()8/9 w - - 1", "fewer than two"},
    {"walker", "9/9/(MM8/9 w - - 1", "'8'"},
    {"walker", "9/9/9/8(MM w - - 1", "without ')'"},
    {"walker", "9/9/MM)7/9 w - - 1", "')'"},
    {"walker", "9/9/((MM))8/9 w - - 1", "'('"},
    {"walker", "9/9/(Mt)8/9 w - - 1", "both sides"},
    {"walker", "9/9/(tM)8/9 w - - 1", "both sides"},
    {"walker", "9/9/(M1)8/9 w - - 1", "'1'"},
    {"bell", "9/9/~M8/9 w - - 1", "'~'"},
    {"bell", "9/9/~(M)8/9 w - - 1", "fewer than two"},
    {"bell", "9/9/~~(MM)8/9 w - - 1", "'~'"},
    {"bell", "9/9/~/9 w - - 1", "'~'"},
    {"walker", "9/9/~(MM)8/9 w - - 1", "loose"},
    {"jordan", "8/8/~(MM)7/8 w - - 1", "loose"},
    {"walker", "9/9/9/(NM)8 w - - 1", "Nasrani"},
    {"walker", "9/9/9/(NN)8 w - - 1", "Nasrani"},
    {"walker", "9/9/9/(MN)8 w - - 1", "Nasrani"},
    /* numbers of pieces */
    {"walker", "9/9/9/9 w - - 1", "no stones"},
    {"walker", "9/9/(MMMMMMMMM)M7/9 w - - 1", "more than 9"},
    {"walker", "9/9/(MMMMMMMMMM)8/9 w - - 1", "more than 9"},
    {"walker:pieces=1", "9/9/9/7NM w - - 1", "more than 1"},
    {"walker:pieces=1", "8n/t8/9/8M w - - 1", "more than 1"},
    {"walker:columns=29", "29/29/(MMMMMMMMMMMMMMMMMMMMMMMMMMMMMM)28/29 w - - 1", "29"},
    {"walker:columns=29", "29/29/(MMMMMMMMMMMMMMMMMMMMMMMMMMMMM)M27/29 w - - 1", "29"},
    /* ranks on rows */
    {"walker", "9/9/N8/9 w - - 1", "a Nasrani cannot stand on"},
    {"walker", "9/N8/9/9 w - - 1", "a Nasrani cannot stand on"},
    {"walker", "N8/9/9/9 w - - 1", "a Nasrani cannot stand on"},
    {"walker", "9/M8/9/9 w - - 1", "not been on row 3 cannot stand on"},
    {"walker", "M8/9/9/9 w - - 1", "not been on row 3 cannot stand on d1"},
    {"walker", "9/9/9/2T6 w - - 1", "has been on row 3 cannot stand on a3"},
    {"walker", "T8/9/9/9 w - - 1", "that has been on row 3 cannot"},
    {"walker", "9/9/9/F8 w - - 1", "been on the enemy’s home row"},
    {"walker", "9/n8/9/9 w - - 1", "a Nasrani cannot stand on"},
    {"walker", "9/9/n8/9 w - - 1", "a Nasrani cannot stand on"},
    {"walker", "9/9/9/n8 w - - 1", "a Nasrani cannot stand on"},
    {"walker", "9/9/m8/9 w - - 1", "not been on row 3 cannot stand on"},
    {"walker", "9/9/9/m8 w - - 1", "not been on row 3 cannot stand on"},
    {"walker", "t8/9/9/9 w - - 1", "that has been on row 3 cannot"},
    {"walker", "9/9/9/t8 w - - 1", "that has been on row 3 cannot"},
    {"walker", "f8/9/9/9 w - - 1", "been on the enemy’s home row"},
    {"walker", "9/(TM)8/9/9 w - - 1", "not been on row 3 cannot stand on"},
    {"walker", "(FT)8/9/9/9 w - - 1", "that has been on row 3 cannot"},
    /* Nasara */
    {"walker:christians=no", "9/9/9/N8 w - - 1", "no Nasara"},
    {"ludii", "n6/7/M6/7 w - - 1", "no Nasara"},
    {"walker", "9/9/9/MN7 w - - 1", "a2"},
    {"walker", "9/9/9/N1M1N4 w - - 1", "a5"},
    {"walker", "4n1m1n/9/9/9 w - - 1", "d5"},
    {"walker", "nm7/9/9/9 w - - 1", "d1"},
    /* side, throws */
    {"walker", "9/9/9/M8 W - - 1", "'W'"},
    {"walker", "9/9/9/M8 white - - 1", "'white'"},
    {"walker", "9/9/9/M8 w  - 1", "throws"},
    {"walker", "9/9/9/M8 w 5,2 - 1", "'5,2'"},
    {"walker", "9/9/9/M8 w 0 - 1", "'0'"},
    {"walker", "9/9/9/M8 w 02 - 1", "'02'"},
    {"walker", "9/9/9/M8 w 2,2 - 1", "2"},
    {"walker", "9/9/9/M8 w 2,1 - 1", "2"},
    {"walker", "9/9/9/M8 w 3,1+ - 1", "3"},
    {"walker", "9/9/9/M8 w 1,4 - 1", "4"},
    {"walker", "9/9/9/M8 w 1 - 1", "1"},
    {"walker", "9/9/9/M8 w 1,2+ - 1", "2"},
    {"walker", "9/9/9/M8 w + - 1", "'+'"},
    {"walker", "9/9/9/M8 w -+ - 1", "'-+'"},
    {"walker", "9/9/9/M8 w 1++ - 1", "'1++'"},
    {"walker", "9/9/9/M8 w 1,+ - 1", "'1,+'"},
    {"walker", "9/9/9/M8 w ,2 - 1", "',2'"},
    {"walker", "9/9/9/M8 w 2, - 1", "'2,'"},
    {"walker", "9/9/9/M8 w 1;2 - 1", "'1;2'"},
    {"walker", "9/9/9/M8 w 99999999999999999999 - 1", "throws"},
    {"ludii", "7/7/7/M6 w 1+ - 1", "one cast at hand"},
    {"ludii", "7/7/7/M6 w 4,2 - 1", "one throw"},
    /* ranks and throws of other tracks and casts */
    {"siryu:columns=5", "M3n/5/5/5 w - - 1", "a stone that has moved cannot stand on d1"},
    {"bakhri:columns=5", "t4/5/4M w - - 1", "a stone on its way home cannot stand on c1"},
    {"bakhri:columns=5", "n4/f4/4M w - - 1", "b1 of a kind that these rules do not have"},
    {"daldos:columns=5", "n4/t5/4M w - - 1", "b1 of a kind that these rules do not have"},
    {"siryu:columns=5", "n4/5/5/4M w 4 - 1", "'4' are no throws: there are 0 3 5 6 s,"},
    {"tablan:columns=5,throws=collect", "n4/5/5/4M w 8 - 1", "end in 8, which earns another"},
    {"tablan:columns=5,throws=collect", "n4/5/5/4M w 0,8 - 1", "after 0, which ends the"},
    /* saved tâbs */
    {"walker", "9/9/9/M8 w - 1/0 1", "saved"},
    {"walker", "9/9/9/M8 w - 0/1 1", "saved"},
    {"bell", "9/9/9/M8 w - 0/0 1", "'0/0'"},
    {"bell", "9/9/9/M8 w - 10/0 1", "'10/0'"},
    {"bell", "9/9/9/M8 w - 0/10 1", "'0/10'"},
    {"bell", "9/9/9/M8 w - 1/ 1", "'1/'"},
    {"bell", "9/9/9/M8 w - /1 1", "'/1'"},
    {"bell", "9/9/9/M8 w - 1 1", "'1'"},
    {"bell", "9/9/9/M8 w - 01/0 1", "'01/0'"},
    {"bell", "9/9/9/M8 w - 1-0 1", "'1-0'"},
    /* number */
    {"walker", "9/9/9/M8 w - - 0", "'0'"},
    {"walker", "9/9/9/M8 w - - 01", "'01'"},
    {"walker", "9/9/9/M8 w - - 1000000000", "'1000000000'"},
    {"walker", "9/9/9/M8 w - - -1", "'-1'"},
    {"walker", "9/9/9/M8 w - - 1x", "'1x'"},
    {"walker", "9/9/9/M8 w - - ", "''"},
    /* fields */
    {"walker", "", "five parts"},
    {"walker", "start", "five parts"},
    {"walker", "9/9/9/M8 w - -", "five parts"},
    {"walker", "9/9/9/M8 w - - 1 ", "five parts"},
    {"walker", " 9/9/9/M8 w - - 1", "five parts"},
    {"walker", "9/9/9/M8  w - - 1", "five parts"},
    {"walker", "9/9/9/M8\tw\t-\t-\t1", "five parts"},
    {"walker", "9/9/9/M8 w - - 1\n", "turn number"},
    {"walker", "9/9/9/M8 w - - 1\xff", "UTF-8"},
    {"walker", "9/9/9/\xff w - - 1", "UTF-8"},
};

static void test_good_positions(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(good); i++) {
        g_autoptr(TabRules) rules = rules_for(good[i][0]);
        g_autofree TabSituation *situation = g_new(TabSituation, 1);
        g_autoptr(GError) error = NULL;
        if (!tab_notation_parse_situation(rules, good[i][1], situation, &error))
            g_error("'%s': %s", good[i][1], error->message);
        g_autofree char *text = tab_notation_situation_to_string(rules, situation);
        g_assert_cmpstr(text, ==, good[i][1]);
    }
}

static void test_bad_positions(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(TabRules) rules = rules_for(bad[i][0]);
        g_autofree TabSituation *situation = g_malloc(sizeof *situation),
                                *before = g_malloc(sizeof *before);
        memset(situation, 0x5a, sizeof *situation);
        memcpy(before, situation, sizeof *before);
        g_autoptr(GError) error = NULL;
        if (tab_notation_parse_situation(rules, bad[i][1], situation, &error))
            g_error("'%s' is accepted", bad[i][1]);
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_POSITION);
        if (!strstr(error->message, bad[i][2]))
            g_error("the message for '%s' does not say %s: %s", bad[i][1], bad[i][2],
                    error->message);
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_assert_cmpmem(situation, sizeof *situation, before, sizeof *before);
        g_assert_false(tab_notation_parse_situation(rules, bad[i][1], situation, NULL));
    }
}

/* Any pile of 29 pieces, and every cell of the widest board full. */
static void test_full_boards(void)
{
    g_autoptr(TabRules) rules = rules_for("bell:columns=29");
    g_autofree TabSituation *situation = g_new(TabSituation, 1);
    static const char *const texts[] = {
        "29/29/~(MTFMTFMTFMTFMTFMTFMTFMTFMTFMT)28/29 w - - 1",
        "(mmmmmmmmmmmmmmmmmmmmmmmmmmmmm)28/29/29/28(MMMMMMMMMMMMMMMMMMMMMMMMMMMMM) w - - 1",
        "nnnnnnnnnnnnnnnnnnnnnnnnnnnnn/29/29/NNNNNNNNNNNNNNNNNNNNNNNNNNNNN w - - 1",
        "FFFFFFFFFFFFFFFFFFFFFFFFFFFFF/29/29/fffffffffffffffffffffffffffff w - - 1"};
    for (unsigned i = 0; i < G_N_ELEMENTS(texts); i++) {
        read_situation(rules, texts[i], situation);
        g_autofree char *text = tab_notation_situation_to_string(rules, situation);
        g_assert_cmpstr(text, ==, texts[i]);
    }
}

/* As many throws as there can be, and one more. */
static char *many_throws(unsigned n, const char *end)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < n; i++)
        g_string_append(text, i ? ",4" : "4");
    g_string_append(text, end);
    return g_string_free(text, FALSE);
}

static bool accepts_throws(const TabRules *rules, unsigned n, const char *end)
{
    g_autofree char *throws = many_throws(n, end),
                    *text = g_strdup_printf("9/9/9/M8 w %s - 1", throws);
    g_autofree TabSituation *situation = g_new(TabSituation, 1);
    if (!tab_notation_parse_situation(rules, text, situation, NULL))
        return false;
    g_autofree char *again = tab_notation_situation_to_string(rules, situation);
    g_assert_cmpstr(again, ==, text);
    return true;
}

static void test_many_throws(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    g_assert_true(accepts_throws(rules, TAB_MAX_THROWS - 1, ",2"));
    g_assert_true(accepts_throws(rules, TAB_MAX_THROWS - 1, "+"));
    g_assert_false(accepts_throws(rules, TAB_MAX_THROWS, "+")); /* none can follow */
    g_assert_false(accepts_throws(rules, TAB_MAX_THROWS, ",2"));
    g_assert_false(accepts_throws(rules, TAB_MAX_THROWS + 1, "+"));
    g_assert_false(accepts_throws(rules, 200000, ",2"));
}

/* A turn that passes as many throws as there can be. */
static void test_many_passes(void)
{
    g_autoptr(TabRules) rules = rules_for("bell");
    g_autofree TabSituation *before = g_new(TabSituation, 1);
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    g_autoptr(GError) error = NULL;
    tab_notation_parse_situation(rules, "n8/9/9/Nf7 w - 9/0 1", before, &error);
    g_assert_no_error(error);
    for (unsigned over = 0; over < 2; over++) {
        GString *text = g_string_new("1:save");
        for (unsigned i = 1; i < 9; i++)
            g_string_append(text, ",1:save");
        g_string_append(text, ",2:pass");
        for (unsigned i = 0; i < TAB_MAX_THROWS - 1 + over; i++)
            g_string_append(text, ",4:pass");
        TabPosition after;
        g_clear_error(&error);
        bool legal = tab_notation_parse_turn(rules, before, text->str, turn, &after, &error);
        if (!over) {
            g_assert_no_error(error);
            g_autofree char *again = tab_notation_turn_to_string(rules, &before->position, turn);
            g_assert_cmpstr(again, ==, text->str);
            g_assert_cmpuint(tab_hand_size(&turn->hand), ==, TAB_MAX_HAND);
        }
        g_assert_true(legal == !over);
        g_string_free(text, TRUE);
    }
    g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_TURN);
}

/* Without saved tâbs a turn has no more throws than can be thrown. */
static void test_too_many_passes(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autofree TabSituation *before = situation_for(rules, "n8/9/9/Nf7 w - - 1");
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    TabPosition after;
    static const unsigned over[] = {0, 1, TAB_MAX_SAVED, 1000};
    for (unsigned o = 0; o < G_N_ELEMENTS(over); o++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GString) text = g_string_new("2:pass");
        for (unsigned i = 1; i < TAB_MAX_THROWS + over[o]; i++)
            g_string_append(text, ",4:pass");
        bool legal = tab_notation_parse_turn(rules, before, text->str, turn, &after, &error);
        g_assert_true(legal == !over[o]);
        if (!legal)
            g_assert_cmpstr(error->message, ==, "more than 64 throws");
    }
}

/* The hand is full: no throw is added, and the numbers of turns end too. */
static void test_limits_of_values(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autofree TabThrows *throws = g_new0(TabThrows, 1);
    for (unsigned i = 0; i < TAB_MAX_THROWS; i++)
        g_assert_true(tab_throws_add(rules, throws, TAB_THROW_6));
    g_assert_false(tab_throws_add(rules, throws, TAB_THROW_2));
    g_assert_cmpuint(throws->n, ==, TAB_MAX_THROWS);
    g_assert_true(throws->more);
    g_autofree TabSituation *situation = g_new(TabSituation, 1);
    g_assert_true(
        tab_notation_parse_situation(rules, "n8/9/9/N8 w - - 999999999", situation, NULL));
    TabHand left = {{0, 1, 0, 0, 0}};
    tab_position_end_turn(rules, &situation->position, &left, false);
    g_autofree char *text = tab_notation_situation_to_string(rules, situation);
    g_assert_cmpstr(text, ==, "n8/9/9/N8 b - - 999999999");
}

/* Turns that are refused, and what the message must say. In the position White has a Nasrani and
 * two piles. */
static const char *const bad_turns[][2] = {
    {"", "cannot fall so"},
    {",", "''"},
    {"1", "'1'"},
    {"1:", "'1:'"},
    {":a2a3", "':a2a3'"},
    {"a2a3", "'a2a3'"},
    {"1:a2", "'1:a2'"},
    {"1:a2a", "'1:a2a'"},
    {"1:a2a3x,2:b5b3", "'1:a2a3x'"},
    {"1:a2a3tt,2:b5b3", "'1:a2a3tt'"},
    {"1:a2a3?,2:b5b3", "'1:a2a3?'"},
    {"1:a2-a3,2:b5b3", "'1:a2-a3'"},
    {"1:a02a3,2:b5b3", "'1:a02a3'"},
    {"1:A2A3,2:b5b3", "'1:A2A3'"},
    {"01:a2a3,2:b5b3", "'01:a2a3'"},
    {"5:b5a4,2:b5b3", "'5:b5a4'"},
    {"7:pass,2:b5b3", "'7:pass'"},
    {"-1:pass,2:b5b3", "'-1:pass'"},
    {"1:a2a3 ,2:b5b3", "'1:a2a3 '"},
    {"1:a2a3, 2:b5b3", "' 2:b5b3'"},
    {"1:a2a3,2:b5b3,", "''"},
    {"1:a2a3,,2:b5b3", "''"},
    {"1:a2a3;2:b5b3", "'1:a2a3;2:b5b3'"},
    {"1:a2a4,2:b5b3", "'1:a2a4'"},
    {"1:a2a3t,2:b5b3", "'1:a2a3t'"},
    {"2:b5b3t", "'2:b5b3t'"},
    {"2:b4b2", "'2:b4b2'"},
    {"22:b5b3", "'22:b5b3'"},
    {"12:b5b4,2:b4b2", "'12:b5b4'"},
    {"2:d7d5", "'2:d7d5'"},
    {"2:b5b3,2:b3b1", "cannot fall so"},
    {"2:b5b3,3:b3c1", "cannot fall so"},
    {"4:b5b1", "cannot fall so"},
    {"2:pass", "not used"},
    {"2:save", "'2:pass'"},
    {"4:pass,2:b5b3", "'2:b5b3'"},
    {"2:b5b3,4:pass", "not used"},
    {"2:b5b3,1:pass", "not used"},
    {"2:b5b3,1:save", "'1:pass'"},
    {"2:b5b3\xff", "UTF-8"},
    {"\xc3", "UTF-8"},
};

static void test_bad_turns(void)
{
    g_autoptr(TabRules) rules = rules_for("walker:columns=7");
    g_autofree TabSituation *before = g_new(TabSituation, 1);
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    g_autoptr(GError) bad_position = NULL;
    tab_notation_parse_situation(rules, "6n/7/4(MT)2/NN5 w - - 1", before, &bad_position);
    g_assert_no_error(bad_position);
    TabPosition after;
    g_assert_true(tab_notation_parse_turn(rules, before, "1:a2a3,2:b5b3", turn, &after, NULL));
    g_assert_true(tab_notation_parse_turn(rules, before, "2:b5b3", turn, &after, NULL));
    for (unsigned i = 0; i < G_N_ELEMENTS(bad_turns); i++) {
        g_autoptr(GError) error = NULL;
        if (tab_notation_parse_turn(rules, before, bad_turns[i][0], turn, &after, &error))
            g_error("'%s' is accepted", bad_turns[i][0]);
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_TURN);
        if (!strstr(error->message, bad_turns[i][1]))
            g_error("the message for '%s' does not say %s: %s", bad_turns[i][0], bad_turns[i][1],
                    error->message);
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_assert_false(tab_notation_parse_turn(rules, before, bad_turns[i][0], turn, &after, NULL));
    }
}

/* AddressSanitizer's strstr reads the whole text at each word of it. */
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define LONG_INPUT (1 << 14)
#else
#define LONG_INPUT (1 << 20)
#endif

/* Megabytes of one thing are refused, quickly and without running over anything. */
static void test_long_input(void)
{
    static const char *const pieces[] = {"1",  "M",       "(",       "~",  "/",  " ",       ",",
                                         "1,", "4:pass,", "1:a1a2,", "9/", "(M", "\xc3\xa9"};
    g_autoptr(TabRules) rules = rules_for("bell");
    g_autofree TabSituation *situation = g_new(TabSituation, 1), *start = g_new(TabSituation, 1);
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    TabPosition after;
    TabRuleset set;
    TabThrows *throws = &situation->throws;
    tab_position_start(rules, TAB_WHITE, start);
    for (unsigned i = 0; i < G_N_ELEMENTS(pieces); i++) {
        GString *text = g_string_new(NULL);
        while (text->len < LONG_INPUT)
            g_string_append(text, pieces[i]);
        g_assert_false(tab_notation_parse_situation(rules, text->str, situation, NULL));
        g_assert_false(tab_notation_parse_throws(rules, text->str, throws, NULL));
        g_assert_false(tab_notation_parse_turn(rules, start, text->str, turn, &after, NULL));
        g_assert_false(tab_ruleset_parse(text->str, &set, NULL));
        g_string_prepend(text, "walker:");
        g_assert_false(tab_ruleset_parse(text->str, &set, NULL));
        g_string_free(text, TRUE);
    }
}

/* The board as people draw it: row d on top, both sides' letters, piles from the lowest piece up,
 * with ~ before one that is not held together. */
static void test_drawing(void)
{
    g_autoptr(TabRules) rules = rules_for("walker:columns=5");
    TabSituation situation;
    read_situation(rules, "n4/1t1f1/T(MT)2t/4N w - - 3", &situation);
    GString *text = g_string_new(NULL);
    tab_notation_draw_board(rules, &situation.position, text);
    g_test_message("%s", text->str);
    g_assert_true(g_str_has_prefix(text->str, "d <-"));
    static const char *const cells[] = {"n  .  .  .  .", ".  t  .  f  .", "T  MT .  .  t",
                                        ".  .  .  .  N"};
    g_auto(GStrv) lines = g_strsplit(text->str, "\n", -1);
    for (unsigned i = 0; i < G_N_ELEMENTS(cells); i++)
        g_assert_true(g_str_has_suffix(lines[i], cells[i]));
    g_string_free(text, TRUE);
}

/* A row that begins further left than the others, and the king. */
static void test_drawing_of_others(void)
{
    static const struct {
        const char *rules, *position, *drawn;
    } rows[] = {
        {"daldos:columns=5", "nnnn1/1m4/NNNNN w - - 1",
         "c ->    n  n  n  n  .\n"
         "b <- .  m  .  .  .  .\n"
         "a ->    N  N  N  N  N\n"
         "        1  2  3  4  5\n"},
        {"sahkku:columns=5", "nnnnn/2X2/NNNNN w - - 1",
         "c -> n  n  n  n  n\n"
         "b <- .  .  X  .  .\n"
         "a -> N  N  N  N  N\n"
         "     1  2  3  4  5\n"},
        {"sahkku:columns=5", "nnnnn/3K1/NNNNN w - - 1",
         "c -> n  n  n  n  n\n"
         "b <- .  .  .  K  .\n"
         "a -> N  N  N  N  N\n"
         "     1  2  3  4  5\n"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabRules) rules = rules_for(rows[i].rules);
        g_autoptr(GString) text = g_string_new(NULL);
        TabSituation situation;
        read_situation(rules, rows[i].position, &situation);
        tab_notation_draw_board(rules, &situation.position, text);
        g_assert_cmpstr(text->str, ==, rows[i].drawn);
    }
}

/* Throws by themselves, and what the message about bad ones must say. */
static void test_bad_throws(void)
{
    static const char *const bad_throws[][2] = {
        {"", "'' are no throws"},
        {"5", "'5' are no throws"},
        {"1,", "'1,' are no throws"},
        {"1;2", "'1;2' are no throws"},
        {"1+2", "'1+2'"},
        {"1,2 ", "'1,2 '"},
        {"--", "'--'"},
        {"+", "'+'"},
        {"1\xff", "not UTF-8"},
    };
    g_autoptr(TabRules) rules = rules_for("walker");
    for (unsigned i = 0; i < G_N_ELEMENTS(bad_throws); i++) {
        TabThrows throws = {.n = 7};
        g_autoptr(GError) error = NULL;
        g_assert_false(tab_notation_parse_throws(rules, bad_throws[i][0], &throws, &error));
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_POSITION);
        if (!strstr(error->message, bad_throws[i][1]))
            g_error("the message for '%s' does not say %s: %s", bad_throws[i][0], bad_throws[i][1],
                    error->message);
        g_assert_cmpuint(throws.n, ==, 7);
    }
}

/* Throws as a position has them, and as the command `throw` takes them. */
static void test_throws_to_words(void)
{
    static const struct {
        const char *rules, *field, *words;
    } rows[] = {
        {"walker", "-", NULL},   {"walker", "2", "2"},         {"walker", "1,4,2", "1 4 2"},
        {"walker", "1+", "1 +"}, {"walker", "6,1+", "6 1 +"},  {"siryu", "s", "s"},
        {"tablan", "12", "12"},  {"sahkku", "1,1,3", "1 1 3"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabRules) rules = rules_for(rows[i].rules);
        TabThrows throws;
        g_autoptr(GString) field = g_string_new(NULL);
        g_assert_true(tab_notation_parse_throws(rules, rows[i].field, &throws, NULL));
        g_autofree char *words = tab_notation_throws_to_words(rules, &throws);
        g_assert_cmpstr(words, ==, rows[i].words);
        tab_notation_append_throws(rules, &throws, field);
        g_assert_cmpstr(field->str, ==, rows[i].field);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/notation/drawing-of-others", test_drawing_of_others);
    g_test_add_func("/notation/bad-throws", test_bad_throws);
    g_test_add_func("/notation/throws-to-words", test_throws_to_words);
    g_test_add_func("/notation/drawing", test_drawing);
    g_test_add_func("/notation/cells", test_cells);
    g_test_add_func("/notation/good-positions", test_good_positions);
    g_test_add_func("/notation/bad-positions", test_bad_positions);
    g_test_add_func("/notation/full-boards", test_full_boards);
    g_test_add_func("/notation/many-throws", test_many_throws);
    g_test_add_func("/notation/many-passes", test_many_passes);
    g_test_add_func("/notation/too-many-passes", test_too_many_passes);
    g_test_add_func("/notation/limits-of-values", test_limits_of_values);
    g_test_add_func("/notation/bad-turns", test_bad_turns);
    g_test_add_func("/notation/long-input", test_long_input);
    return g_test_run();
}
