// SPDX-License-Identifier: GPL-3.0-or-later
// Game records: lossless round trips, every refusal with its line, openings, limits, files.
#include <glib/gstdio.h>
#include <string.h>

#include "random-game.h"
#include "rules-fixture.h"
#include "tab-throws.h"
#include "protocol/game/record-private.h"
#include "protocol/game/record-text.h"
#include "tests/record-replay.h"

static const char *const game =
    "[Event \"A \\\"test\\\" \\\\ game\"]\n"
    "[Date \"2024.05.??\"]\n"
    "[White \"Ada\"]\n"
    "[Black \"بن\"]\n"
    "[Rules \"walker\"]\n"
    "[Sticks \"p=0.37\"]\n"
    "[Seed \"18446744073709551615\"]\n"
    "[Opening \"w2 b1\"]\n"
    "[MaxTurns \"1000\"]\n"
    "[Result \"0-1\"]\n"
    "[Termination \"resign\"]\n"
    "[My_own \"kept\"]\n"
    "\n"
    "{Before the first turn.}\n"
    "1. b 1,4,2 1:d1c1,4:c1c5,2:c5c7 eval=0.5312 emt=0.120 {good \\} \\\\\nline two}\n"
    "(\n"
    "  1. b 1,3 1:d1c1,3:c1c4\n"
    "  2. w 2 2:pass x-y=1\n"
    "  (\n"
    "    2. w 3 3:pass\n"
    "    (\n"
    "      2. w 1,4+ ? {never}\n"
    "    )\n"
    "  )\n"
    ")\n"
    "2. w 3 3:pass emt=0.001 clk=59.9\n"
    "0-1\n";

static TabRecord *parse_one(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_cmpuint(records->len, ==, 1);
    return g_ptr_array_steal_index(records, 0);
}

static char *text_of(const TabRecord *record)
{
    GString *text = g_string_new(NULL);
    tab_record_write(record, text);
    return g_string_free(text, FALSE);
}

static void canonical(void)
{
    /* a variation of a variation's first turn is a variation of the same turn: it moves out */
    g_autoptr(TabRecord) record = parse_one(game);
    g_assert_cmpstr(tab_record_get_tag(record, "Event"), ==, "A \"test\" \\ game");
    g_assert_cmpstr(tab_record_get_tag(record, "My_own"), ==, "kept");
    g_assert_null(tab_record_get_tag(record, "Round"));
    g_assert_cmpint(record->result, ==, TAB_RECORD_BLACK_WON);
    g_assert_cmpint(record->termination, ==, TAB_RECORD_RESIGN);
    g_assert_cmpstr(record->root->comment, ==, "Before the first turn.");
    const TabRecordNode *first = record->root->child;
    g_assert_cmpstr(first->comment, ==, "good } \\\nline two");
    g_autofree char *eval = tab_record_get_note(first, "eval"),
                    *none = tab_record_get_note(first, "val");
    g_assert_cmpstr(eval, ==, "0.5312");
    g_assert_null(none);
    g_assert_cmpstr(first->throws, ==, "1,4,2");
    g_assert_cmpint(first->side, ==, TAB_BLACK);
    g_assert_cmpuint(record->n_nodes, ==, 6);
    g_assert_cmpuint(tab_record_last(record)->number, ==, 2);
    const TabRecordNode *passed = first->next->child;
    g_assert_cmpstr(passed->turn, ==, "2:pass");
    g_assert_cmpstr(passed->next->turn, ==, "3:pass");
    g_assert_null(passed->next->next->turn);

    g_autofree char *written = text_of(record);
    g_autoptr(TabRecord) again = parse_one(written);
    g_autofree char *twice = text_of(again);
    g_assert_cmpstr(written, ==, twice);
    g_assert_cmpuint(again->n_nodes, ==, 6);

    GString *expected = g_string_new(game);
    g_string_replace(expected,
                     "  (\n    2. w 3 3:pass\n    (\n      2. w 1,4+ ? {never}\n    )\n  )\n",
                     "  (\n    2. w 3 3:pass\n  )\n  (\n    2. w 1,4+ ? {never}\n  )\n", 0);
    g_assert_cmpstr(written, ==, expected->str);
    g_string_free(expected, TRUE);
}

static void free_layout(void)
{
    const char *text = "\r\n [ Rules \"walker\"]";
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_record_parse(text, strlen(text), &error));
    text = "\r\n [Rules\r\n\"walker\" ] [Result \"*\"]{a\r\nb}1. w\t1,2\n1:a9b9,2:b9b7{c}(1. w 1,3 "
           "1:a9b9,3:b9b6)*\r\n";
    g_autoptr(TabRecord) record = parse_one(text);
    g_autofree char *written = text_of(record);
    g_assert_cmpstr(written, ==,
                    "[Rules \"walker\"]\n[Result \"*\"]\n\n{a\nb}\n1. w 1,2 1:a9b9,2:b9b7 {c}\n"
                    "(\n  1. w 1,3 1:a9b9,3:b9b6\n)\n*\n");
}

/* Bad texts: what is put in place of what in the game above, the line and a part of the message. */
static const struct {
    const char *old, *fresh;
    unsigned line;
    const char *message;
} faults[] = {
    {"[Event", "\xef\xbb\xbf[Event", 1, "save the text as UTF-8 without one"},
    {"[Event", "\xef\xbb[Event", 1, "not UTF-8 text"},
    {"[Date", "Date", 2, "without [Rules]"},
    {"[Date", "[Event", 2, "[Event] stands twice"},
    {"[Date", "[2", 2, "bad one"},
    {"[Date", "[Wei\303\237", 2, "no value in quotes"},
    {"[Date", "[] [Date", 2, "bad one"},
    {"[Date", "[A234567890123456789012345678901234567890123456789012345678901234x", 2, "bad one"},
    {"[Date", "[Format \"0\"]\n[Date", 2, "a format is a positive number"},
    {"[Date", "[Format \"one\"]\n[Date", 2, "a format is a positive number"},
    {"[Date", "[Format \"99\"]\n[Date", 2, "a newer version of the program"},
    {"\"Ada\"", "\"A\r\nda\"", 3, "control character (13)"},
    {"\"Ada\"", "\"Ada\" x", 3, "has no ] at its end"},
    {"2024.05.??", "2024.13.01", 2, "YYYY.MM.DD"},
    {"2024.05.??", "2024.05.?1", 2, "YYYY.MM.DD"},
    {"2024.05.??", "2024-05-01", 2, "YYYY.MM.DD"},
    {"Ada\"", "Ada", 3, "control character"},
    {"Ada", "A\\da", 3, "backslash"},
    {"walker", "walkers", 5, "walkers"},
    {"[Rules \"walker\"]\n", "", 0, "without [Rules]"},
    {"[Result \"0-1\"]\n", "", 0, "without [Result]"},
    {"p=0.37", "p=1.37", 6, "sticks are"},
    {"18446744073709551615", "18446744073709551616", 7, "seed"},
    {"18446744073709551615", "01", 7, "seed"},
    {"18446744073709551615", "-1", 7, "seed"},
    {"w2 b1", "w2 b1 ", 8, "written like"},
    {"w2 b1", "w2,b1", 8, "written like"},
    {"w2 b1", "w5 b1", 8, "written like"},
    {"w2 b1", "w2 w1", 8, "do not allow"},
    {"w2 b1", "w1 b1", 8, "do not allow"},
    {"w2 b1", "w2 b3", 15, "White"}, /* undecided: White's start, so turn 1 is White's */
    {"w2 b1", "w1", 15, "turn 1. is White's, not 'b'"},
    {"[Opening \"w2 b1\"]", "[Position \"nnnnnnnnn/9/9/NNNNNNNN b 1+ - 1\"]", 8, "[Position]"},
    {"[Sticks \"p=0.37\"]", "[Position \"nnnnnnnnn/9/9/NNNNNNNNN b 1+ - 1\"]", 8,
     "beside [Position]"},
    {"\"1000\"", "\"0\"", 9, "turn limit"},
    {"\"0-1\"", "\"0:1\"", 10, "a result is"},
    {"\"0-1\"", "\"1-0\"", 28, "not that of the tag"},
    {"\"0-1\"", "\"1/2-1/2\"", 11, "cannot come with"},
    {"resign", "draw", 11, "no such termination"},
    {"resign", "normal", 28, "both sides have pieces"},
    {"{Before", "{a} {Before", 14, "second comment"},
    {"{Before the first turn.}", "(1. b 1,2 1:d1c1,2:c1c3)", 14, "no turn before it"},
    {"{Before", "{Bef\001ore", 14, "control character"},
    {"good \\}", "good \\x", 15, "backslash"},
    {"1. b 1,4,2 1:", "1 b 1,4,2 1:", 15, "turn number 1."},
    {"1. b 1,4,2 1:", "01. b 1,4,2 1:", 15, "turn number 1."},
    {"1. b 1,4,2 1:", "2. b 1,4,2 1:", 15, "turn number 1."},
    {"1. b 1,4,2 1:", "1. w 1,4,2 1:", 15, "Black's"},
    {"1. b 1,4,2 1:", "1. b 1,4 1:", 15, "earns another"},
    {"1. b 1,4,2 1:", "1. b 4,1,2 1:", 15, "do not begin with"},
    {"1. b 1,4,2 1:", "1. b 1,2,4 1:", 15, "ends the throwing"},
    {"1. b 1,4,2 1:", "1. b 1,4+ 1:", 15, "still to be thrown"},
    {"1. b 1,4,2 1:", "1. b 1,5,2 1:", 15, "'1,5,2' are no throws"},
    {"1. b 1,4,2 1:", "1. b 1,6,2 1:", 15, "not those at hand"},
    {"1:d1c1,4:c1c5,2:c5c7 eval", "1:d2c2,4:c2c6,2:c6c8 eval", 15,
     "turn 1: the move '1:d2c2' is not legal"},
    /* off this board, but a move all the same */
    {"1:d1c1,4:c1c5,2:c5c7 eval", "1:d1c1,4:c1c5,2:c5c10 eval", 15, "'2:c5c10' is not legal"},
    {"1:d1c1,4:c1c5,2:c5c7 eval", "1:d1c1,4:c1c5,2:c5c eval", 15, "'2:c5c' is no move"},
    {"1:d1c1,4:c1c5,2:c5c7 eval", "1:d1c1,4:c1c5,2:c5c07 eval", 15, "'2:c5c07' is no move"},
    {"1:d1c1,4:c1c5,2:c5c7 eval", "1:pass,2:pass,4:pass eval", 15, "can be used"},
    {"eval=0.5312", "eval=1.2", 15, "between 0 and 1"},
    {"eval=0.5312", "eval=.5", 15, "between 0 and 1"},
    {"eval=0.5312", "eval=nan", 15, "between 0 and 1"},
    {"eval=0.5312", "emt=1", 15, "stands twice"},
    {"eval=0.5312", "eval=0.", 15, "between 0 and 1"},
    {"eval=0.5312", "eval=0x1", 15, "between 0 and 1"},
    {"eval=0.5312", "eval=0.1234567", 15, "between 0 and 1"},
    {"eval=0.5312", "eval=0.5x", 15, "between 0 and 1"},
    {"eval=0.5312", "clk=1234567890123", 15, "seconds"},
    {"eval=0.5312", "clk=1234567890123.5", 15, "seconds"},
    {"eval=0.5312", "clk=--1", 15, "seconds"},
    {"eval=0.5312", "eval", 15, "no note"},
    {"eval=0.5312", "Eval=1", 15, "no note"},
    {"eval=0.5312", "eval=", 15, "empty"},
    {"eval=0.5312", "=1", 15, "where the turn number"},
    {"eval=0.5312", "a23456789012345678901234567890123=1", 15, "no note"}, /* 33 letters */
    {"emt=0.120", "emt=-1", 15, "seconds"},
    {"emt=0.120", "depth=1.5", 15, "whole number"},
    {"  1. b 1,3 1:d1c1,3:c1c4", "  1. b 3 3:pass", 18, "do not begin with"},
    {"  1. b 1,3 1:d1c1,3:c1c4", "  2. w 3 3:pass", 18, "turn number 1."},
    {"2. w 2 2:pass x-y=1", "(1. b 1,2 1:d1c1,2:c1c3 (1. b 1,2 1:d1c1,2:c1c4", 19, "not legal"},
    {"2. w 2 2:pass x-y=1", "2. w 2 2:a9b8", 19, "not legal"},
    {"  2. w 2 2:pass x-y=1", "  )", 21, "turn number 1."},
    {"{never}", "{never} 3. b 2 2:pass", 23, "not chosen"},
    {"      2. w 1,4+ ? {never}", "      ", 24, "empty variation"},
    {"2. w 3 3:pass emt", ") 2. w 3 3:pass emt", 27, "without its ("},
    {"2. w 3 3:pass emt=0.001 clk=59.9\n0-1", "(1. b 1,3 1:d1c1,3:c1c4 0-1", 27, "without its )"},
    {"clk=59.9\n0-1\n", "clk=59.9\n", 28, "ends where a turn or the result"},
    {"clk=59.9\n0-1\n", "clk=59.9\n*\n", 28, "not that of the tag"},
    {"clk=59.9\n0-1\n", "clk=59.9\n0-1\nx", 29, "begins with a tag"},
    {"clk=59.9\n0-1\n", "clk=59.9 {", 27, "no '}'"},
    {"clk=59.9\n0-1\n", "clk=59.9\r0-1\n", 27, "where"},
    {"never", "ne\377ver", 23, "UTF-8"},
};

static void refusals(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(faults); i++) {
        GString *text = g_string_new(game);
        g_assert_cmpuint(g_string_replace(text, faults[i].old, faults[i].fresh, 1), ==, 1);
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) records = tab_record_parse(text->str, text->len, &error);
        if (records)
            g_error("'%s' for '%s' was accepted", faults[i].fresh, faults[i].old);
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD);
        g_autofree char *line = g_strdup_printf("line %u: ", faults[i].line);
        if (!strstr(error->message, faults[i].message) ||
            (faults[i].line && !g_str_has_prefix(error->message, line)))
            g_error("'%s' for '%s': %s", faults[i].fresh, faults[i].old, error->message);
        g_string_free(text, TRUE);
    }
    const char *nul = "[Rules \"walker\"][Result \"*\"]\0*";
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_record_parse(nul, 31, &error));
    g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD);
    g_clear_error(&error);
    g_assert_null(tab_record_parse("", 0, &error));
    g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD);
}

/* What is wrong between the tags and the turns of a game, told by itself. */
static void refused_games(void)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        /* throws that the position holds */
        {"[Rules \"walker\"]\n[Position \"nnnnnnnnn/9/9/NNNNNNNNN w 1,4+ - 1\"]\n[Result \"*\"]\n\n"
         "1. w 1+ ?\n*\n",
         "line 5: turn 1: the throws do not begin with those that the position holds"},
        {"[Rules \"walker\"]\n[Position \"nnnnnnnnn/9/9/NNNNNNNNN w 1,2 - 1\"]\n[Result \"*\"]\n\n"
         "1. w 1,2,3 ?\n*\n",
         "line 5: turn 1: a throw after 2, which ends the throwing"},
        /* nobody may move yet */
        {"[Rules \"walker\"]\n[Opening \"w2 b3\"]\n[Result \"*\"]\n\n1. w 1,2 1:a9b9,2:b9b7\n*\n",
         "line 2: [Opening]: nobody has won it, but there are turns"},
        /* the turns say who has won */
        {"[Rules \"ludii:columns=5,throws=collect\"]\n[Position \"5/2m1T/5/5 b 2 - 7\"]\n"
         "[Result \"1-0\"]\n\n7. b 2 2:c3c5\n1-0\n",
         "line 6: Black has won by the turns, but the result is 1-0"},
        {"[Rules \"tablan:columns=5\"]\n[Position \"2M2/3M1/5/1m3 w 2 - 7\"]\n"
         "[Result \"1/2-1/2\"]\n\n7. w 2 2:c4d5\n1/2-1/2\n",
         "line 6: White has won by the turns, but the result is 1/2-1/2"},
        {"[Rules \"tablan:columns=5\"]\n[Position \"2M2/3M1/5/1m2m w 2 - 7\"]\n"
         "[Result \"1-0\"]\n\n7. w 2 2:c4d5\n1-0\n",
         "line 6: the game is drawn by the turns, but the result is 1-0"},
        {"[Rules \"ludii:columns=5,throws=collect\"]\n[Position \"5/2m1T/5/5 b 2 - 7\"]\n"
         "[Result \"0-1\"]\n[Termination \"resign\"]\n\n7. b 2 2:c3c5\n0-1\n",
         "line 7: the game was played out, but the termination is resign"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(tab_record_parse(rows[i].text, strlen(rows[i].text), &error));
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD);
        g_assert_cmpstr(error->message, ==, rows[i].message);
    }
    /* of one that nobody may begin there is no start either, nor turns of a file that breaks off */
    g_assert_null(tab_record_parse_start(rows[2].text, strlen(rows[2].text)));
}

/* A finished game says who won, and how it ended agrees with that. */
static void endings(void)
{
    static const struct {
        const char *result, *termination;
        bool taken, open; /* whether it can stand where Black's last turn takes the last piece, and
                             where it does not */
    } rows[] = {
        {"0-1", "normal", true, false},      {"0-1", NULL, true, true},
        {"1-0", "normal", false, false},     {"*", NULL, false, true},
        {"0-1", "resign", false, true},      {"1/2-1/2", "turn-limit", false, true},
        {"0-1", "turn-limit", false, false}, {"0-1", "adjudication", false, true},
        {"1/2-1/2", "crash", false, false},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        for (int taken = 0; taken < 2; taken++) {
            g_autofree char *termination =
                rows[i].termination ? g_strdup_printf("[Termination \"%s\"]", rows[i].termination)
                                    : g_strdup("");
            g_autofree char *text = g_strdup_printf(
                "[Rules \"ludii:columns=5,throws=collect\"][Position \"5/2m%s/5/%s b 2 - 7\"]"
                "[Result \"%s\"]%s\n7. b 2 2:c3c5\n%s\n",
                taken ? "1T" : "2", taken ? "5" : "M4", rows[i].result, termination,
                rows[i].result);
            g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), NULL);
            g_assert_cmpint(records != NULL, ==, (taken ? rows[i].taken : rows[i].open));
        }
    g_assert_false(tab_record_can_end(TAB_RECORD_UNDECIDED, TAB_RECORD_ADJUDICATION));
}

static void openings(void)
{
    static const struct {
        const char *rules, *throws;
        int outcome; /* 'w' or 'b' won; 'W' or 'B' throws next; 'x' wrong */
    } rows[] = {
        {"walker", "", 'W'},         {"walker", "w2", 'B'},       {"walker", "w2b3", 'W'},
        {"walker", "w1", 'w'},       {"walker", "w6b4w1", 'w'},   {"walker", "w6b1", 'b'},
        {"walker", "w6w1", 'x'},     {"walker", "b1", 'x'},       {"walker", "w1b2", 'x'},
        {"standard", "w2w3w1", 'w'}, {"standard", "w2", 'W'},     {"standard", "w2b1", 'x'},
        {"jordan", "w2", 'B'},       {"jordan", "w2b3", 'b'},     {"jordan", "w6b4", 'w'},
        {"jordan", "w2b2", 'W'},     {"jordan", "w2b2w1b4", 'b'}, {"jordan", "w2b3w2", 'x'},
        {"jordan", "w2w3", 'x'},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabRules) rules = rules_for(rows[i].rules);
        TabRecordThrow throws[8];
        size_t n = strlen(rows[i].throws) / 2;
        for (size_t k = 0; k < n && k < G_N_ELEMENTS(throws); k++) {
            throws[k].side = rows[i].throws[2 * k] == 'w' ? TAB_WHITE : TAB_BLACK;
            throws[k].kind = (uint8_t)tab_throw_kind(rows[i].throws[2 * k + 1] - '0');
        }
        TabSide side = TAB_WHITE;
        TabRecordOpening how = tab_record_opening(rules, throws, n, &side);
        int got = how == TAB_RECORD_OPENING_WRONG     ? 'x'
                  : how == TAB_RECORD_OPENING_DECIDED ? (side == TAB_WHITE ? 'w' : 'b')
                                                      : (side == TAB_WHITE ? 'W' : 'B');
        g_assert_cmpint(got, ==, rows[i].outcome);
    }
}

/* Plays at most `turns` turns from `node` on, decorated; now and then a variation. The situation of
 * the end. */
static TabRecordNode *random_line(TabRecord *record, TabRecordNode *node, const TabSituation *from,
                                  unsigned turns, unsigned depth, TabRandom *random)
{
    TabSituation situation = *from;
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    for (unsigned i = 0; i < turns && !tab_position_finished(record->rules, &situation.position);
         i++) {
        TabSituation before = situation;
        TabRecordNode *parent = node;
        node = random_node(record, parent, &situation, &sticks, random);
        if (tab_random_below(random, 3) == 0)
            tab_record_set_number(node, "eval", tab_random_unit(random), 4);
        if (tab_random_below(random, 3) == 0)
            tab_record_set_number(node, "emt", tab_random_unit(random), 3);
        if (tab_random_below(random, 9) == 0)
            tab_record_set_comment(node, "a {b}\\ \"c\"\r\n(d) ; مرحبا");
        if (depth && tab_random_below(random, 8) == 0)
            random_line(record, parent, &before, tab_random_below(random, 5) + 1, depth - 1,
                        random);
    }
    return node;
}

static void random_games(void)
{
    for (unsigned preset = 0; preset < tab_ruleset_n_presets(); preset++)
        for (unsigned seed = 0; seed < 20; seed++) {
            TabRuleset set = tab_ruleset_preset(preset);
            g_autoptr(TabRules) rules = tab_rules_new(&set);
            TabRandom random = tab_random_new_stream(seed, preset);
            g_autoptr(TabRecord) record = tab_record_new(rules, NULL, 0);
            tab_record_set_tag(record, "White", "Q\"\\\n");
            TabRecordNode *last =
                random_line(record, record->root, &record->start, 1000, 3, &random);
            TabSituation end;
            find_situation(record, last, &end);
            random_result(record, &end.position);
            g_autofree char *text = text_of(record);
            g_autoptr(TabRecord) read = parse_one(text);
            g_autofree char *again = text_of(read);
            g_assert_cmpstr(text, ==, again);
            TabSituation same;
            find_situation(read, tab_record_last(read), &same);
            g_assert_true(tab_position_same(&same.position, &end.position));
            g_assert_cmpuint(same.position.number, ==, end.position.number);
        }
}

/* Nothing grows with the square of a game's length, and deep trees need no stack. */
static void long_game(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    TabSituation start;
    g_autoptr(GError) error = NULL;
    read_situation(rules, "nnnnnnnnn/9/9/NNNNNNNNN w - - 1", &start);
    g_autoptr(GString) text =
        g_string_new("[Rules \"walker\"]\n[Position \"nnnnnnnnn/9/9/NNNNNNNNN w - - 1\"]\n"
                     "[Result \"*\"]\n\n");
    for (unsigned i = 1; i <= 100000; i++)
        g_string_append_printf(text, "%u. %c 3 3:pass\n", i, i % 2 ? 'w' : 'b');
    for (unsigned i = 0; i < 100000; i++)
        g_string_append(text, "(\n  100000. b 2 2:pass\n)\n");
    g_string_append(text, "*\n");
    gint64 before = g_get_monotonic_time();
    g_autoptr(TabRecord) record = parse_one(text->str);
    g_autofree char *written = text_of(record);
    g_assert_cmpint(g_get_monotonic_time() - before, <, 60 * G_USEC_PER_SEC);
    g_assert_cmpstr(written, ==, text->str);
    g_assert_cmpuint(record->n_nodes, ==, 200000);
}

static void limits(void)
{
    for (unsigned depth = TAB_RECORD_MAX_DEPTH - 1; depth <= TAB_RECORD_MAX_DEPTH; depth++) {
        g_autoptr(GString) text =
            g_string_new("[Rules \"walker\"][Result \"*\"]\n1. w 1,2 1:a9b9,2:b9b7 \n");
        for (unsigned i = 0; i <= depth; i++)
            g_string_append_printf(text, "(1. w 1,2 1:a9b9,2:b9b7\n");
        for (unsigned i = 0; i <= depth; i++)
            g_string_append(text, ")");
        g_string_append(text, "*");
        g_autoptr(GPtrArray) records = tab_record_parse(text->str, text->len, NULL);
        g_assert_cmpint(records != NULL, ==, depth < TAB_RECORD_MAX_DEPTH);
    }
    for (unsigned extra = 0; extra < 2; extra++) {
        g_autofree char *long_text = g_strnfill(TAB_RECORD_MAX_TEXT + extra, 'x');
        g_autofree char *tag =
            g_strdup_printf("[Rules \"walker\"][Result \"*\"][A \"%s\"]*", long_text);
        g_autofree char *comment =
            g_strdup_printf("[Rules \"walker\"][Result \"*\"]{%s}*", long_text);
        g_autofree char *token =
            g_strdup_printf("[Rules \"walker\"][Result \"*\"]1. w 1,2 %s*", long_text);
        g_autoptr(GPtrArray) a = tab_record_parse(tag, strlen(tag), NULL);
        g_autoptr(GPtrArray) b = tab_record_parse(comment, strlen(comment), NULL);
        g_assert_cmpint(a != NULL, ==, !extra);
        g_assert_cmpint(b != NULL, ==, !extra);
        g_autoptr(GError) error = NULL;
        g_assert_null(tab_record_parse(token, strlen(token), &error));
        g_assert_cmpuint(strlen(error->message), <, 1500);
    }
}

/* The number of tags, notes and throws of an opening has an end, and the last one of each is read.
 */
static void expect_most(const char *text, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
    if (!message) {
        g_assert_no_error(error);
        g_ptr_array_set_free_func(records, (GDestroyNotify)tab_record_free);
        return;
    }
    g_assert_null(records);
    g_assert_true(g_str_has_suffix(error->message, message));
}

static void most(void)
{
    for (unsigned extra = 0; extra < 2; extra++) {
        g_autoptr(GString) tags = g_string_new("[Rules \"walker\"][Result \"*\"]\n");
        for (unsigned i = 2; i < TAB_RECORD_MAX_TAGS + extra; i++)
            g_string_append_printf(tags, "[A%u \"\"]\n", i);
        g_string_append(tags, "*\n");
        expect_most(tags->str, extra ? "more than 256 tags" : NULL);
        g_autoptr(GString) notes =
            g_string_new("[Rules \"walker\"][Result \"*\"]\n1. w 1,2 1:a9b9,2:b9b7");
        for (unsigned i = 0; i < TAB_RECORD_MAX_NOTES + extra; i++)
            g_string_append_printf(notes, " a%u=1", i);
        g_string_append(notes, "\n*\n");
        expect_most(notes->str, extra ? "more than 32 notes" : NULL);
        g_autofree char *value = g_strnfill(TAB_RECORD_MAX_NOTE + extra, 'x');
        g_autofree char *note = g_strdup_printf(
            "[Rules \"walker\"][Result \"*\"]\n1. w 1,2 1:a9b9,2:b9b7 a=%s\n*\n", value);
        expect_most(note, extra ? "empty or too long" : NULL);
        g_autoptr(GString) opening =
            g_string_new("[Rules \"standard\"][Result \"*\"][Opening \"w2");
        for (unsigned i = 1; i < TAB_RECORD_MAX_OPENING + extra; i++)
            g_string_append(opening, " w2");
        g_string_append(opening, "\"]\n*\n");
        expect_most(opening->str,
                    extra ? "throws are written like \"w2 b3 w1\", at most 10000" : NULL);
    }
    g_autofree char *token = g_strnfill(TAB_RECORD_MAX_TEXT + 1, 'x');
    g_autofree char *text = g_strdup_printf(
        "[Rules \"walker\"][Result \"*\"]\n1. w 1,2 1:a9b9,2:b9b7 %s=1\n*\n", token);
    expect_most(text, "a note is longer than 65536 bytes");
    /* where there is no room for the tag that is missing nothing can be begun */
    g_autoptr(GString) full = g_string_new("[Rules \"walker\"]\n");
    for (unsigned i = 1; i < TAB_RECORD_MAX_TAGS; i++)
        g_string_append_printf(full, "[A%u \"\"]\n", i);
    g_assert_null(tab_record_parse_start(full->str, full->len));
    g_string_truncate(full, full->len - strlen("[A255 \"\"]\n"));
    g_autoptr(TabRecord) begun = tab_record_parse_start(full->str, full->len);
    g_assert_cmpstr(tab_record_get_tag(begun, "A254"), ==, "");
    g_assert_cmpstr(tab_record_get_tag(begun, "Result"), ==, "*");
}

/* What comes from elsewhere is cut to what can be read again, never within a character. */
static void cut_texts(void)
{
    g_autoptr(TabRecord) record = parse_one(game);
    g_autofree char *start = g_strnfill(TAB_RECORD_MAX_TEXT - 1, 'x');
    g_autofree char *text = g_strconcat(start, "é and more", NULL);
    tab_record_set_tag(record, "Event", text);
    tab_record_set_comment(record->root, text);
    g_assert_cmpstr(tab_record_get_tag(record, "Event"), ==, start);
    g_assert_cmpstr(record->root->comment, ==, start);
    g_autofree char *written = text_of(record);
    g_autoptr(TabRecord) read = parse_one(written);
    g_assert_cmpstr(tab_record_get_tag(read, "Event"), ==, start);
    /* nothing is nothing, however it is said */
    tab_record_set_comment(record->root, NULL);
    g_assert_null(record->root->comment);
    tab_record_set_tag(record, "Event", "");
    g_assert_cmpstr(tab_record_get_tag_or(record, "Event", "none"), ==, "none");
    tab_record_set_tag(record, "Event", NULL);
    g_assert_cmpstr(tab_record_get_tag_or(record, "Event", "none"), ==, "none");
    g_assert_cmpstr(tab_record_get_tag_or(record, "White", "none"), ==, "Ada");
}

/* Names of tags, keys and values of notes: what a writer may not write. */
static void names(void)
{
    static const struct {
        const char *name;
        bool tag, key;
    } rows[] = {{"", false, false},   {"a", true, true},     {"A", true, false},
                {"1a", false, false}, {"a1", true, true},    {"a_b", true, false},
                {"_", false, false},  {"a-b", false, true},  {"-a", false, false},
                {"aB", true, false},  {"a b", false, false}, {"é", false, false}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        size_t length = strlen(rows[i].name);
        g_assert_cmpint(tab_record_is_tag_name(rows[i].name, length), ==, rows[i].tag);
        g_assert_cmpint(tab_record_is_note_key(rows[i].name, length), ==, rows[i].key);
    }
    static const char *const forbidden[] = {"a b", "(", ")", "a{", "}a", "\t", "a\n", "\x7f"};
    for (guint i = 0; i < G_N_ELEMENTS(forbidden); i++)
        g_assert_cmpstr(tab_record_note_fault("mark", forbidden[i]), ==, "a forbidden character");
    g_assert_null(tab_record_note_fault("mark", "!?"));
    g_assert_null(tab_record_note_fault("clk", "-0.5"));
    g_assert_cmpstr(tab_record_note_fault("emt", "-0.5"), ==, "not a number of seconds");
}

/* Throws that are saved or cannot be used move nothing. */
static void moves(void)
{
    static const struct {
        const char *turn;
        bool moves;
    } rows[] = {{"1:save", false},
                {"2:pass", false},
                {"2:pass,1:save,1:save", false},
                {"1:a9b9", true},
                {"1:a9b9,1:save", true},
                {"again", false},
                {"1:save,2:b9b7", true},
                {NULL, false}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *turn = g_strdup(rows[i].turn);
        const TabRecordNode node = {.turn = turn};
        g_assert_cmpint(tab_record_moves(&node), ==, rows[i].moves);
    }
}

static void files(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-record-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "games.tab", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_record_load(path, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_clear_error(&error);
    g_autoptr(GPtrArray) games = g_ptr_array_new_with_free_func((GDestroyNotify)tab_record_free);
    for (unsigned i = 0; i < 3; i++)
        g_ptr_array_add(games, parse_one(game));
    tab_record_set_tag(g_ptr_array_index(games, 1), "Event", NULL);
    tab_record_set_tag(g_ptr_array_index(games, 2), "Round", "3");
    save_records(games, path);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) read = tab_record_load(path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(read->len, ==, 3);
    for (guint i = 0; i < 3; i++) {
        g_autofree char *a = text_of(g_ptr_array_index(games, i)),
                        *b = text_of(g_ptr_array_index(read, i));
        g_assert_cmpstr(a, ==, b);
    }
    g_assert_cmpstr(tab_record_get_tag(g_ptr_array_index(read, 2), "Round"), ==, "3");
    g_assert_true(g_file_set_contents(path, "[Rules \"x\"]\n", -1, NULL));
    g_assert_null(tab_record_load(path, &error));
    g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD);
    g_assert_true(g_str_has_prefix(error->message, path));
    g_remove(path);
    g_rmdir(folder);
}

static void notes(void)
{
    g_autoptr(TabRecord) record = parse_one(game);
    TabRecordNode *node = tab_record_last(record);
    tab_record_set_note(node, "emt", "2");
    tab_record_set_note(node, "mark", "!?");
    tab_record_set_number(node, "clk", -0.5, 3);
    tab_record_set_number(node, "clk", 1.0 / 3, 3);
    g_assert_cmpstr(node->notes, ==, "emt=2 clk=0.333 mark=!?");
    g_autoptr(GString) long_key = g_string_new(game);
    g_string_replace(long_key, "eval=0.5312", "a2345678901234567890123456789012=1", 1);
    g_autoptr(TabRecord) with_long_key = parse_one(long_key->str); /* 32 letters are the most */
    g_assert_nonnull(with_long_key);
    tab_record_set_comment(node, "a\001b\xff");
    g_assert_cmpstr(node->comment, ==, "a b\xef\xbf\xbd");
    tab_record_set_comment(node, "");
    g_assert_null(node->comment);
    g_autofree char *text = text_of(record);
    g_autoptr(TabRecord) read = parse_one(text);
    g_assert_cmpstr(tab_record_last(read)->notes, ==, node->notes);
}

/* Variations come to the front and lines go, without a trace in the text. */
static void edits(void)
{
    g_autoptr(TabRecord) record = parse_one(game);
    TabRecordNode *first = record->root->child, *other = first->next;
    unsigned n = record->n_nodes;
    g_assert_true(tab_record_is_main(record->root) && tab_record_is_main(first->child));
    g_assert_false(tab_record_is_main(other) || tab_record_is_main(other->child));
    g_autofree char *before = text_of(record);

    tab_record_promote(other);
    g_assert_true(tab_record_is_main(other->child));
    g_assert_true(record->root->child == other && record->root->last_child == first);
    tab_record_promote(first); /* and back */
    g_assert_true(record->root->last_child == other && !other->next);
    tab_record_promote(first); /* it is the first already */
    g_autofree char *same = text_of(record);
    g_assert_cmpstr(same, ==, before);

    tab_record_remove(record, other->child->next); /* of three siblings the middle one */
    g_assert_cmpuint(record->n_nodes, ==, n - 1);
    g_assert_cmpstr(other->child->next->comment, ==, "never");
    tab_record_remove(record, other->last_child);
    g_assert_true(other->last_child == other->child && !other->child->next);
    tab_record_remove(record, other);
    g_assert_cmpuint(record->n_nodes, ==, 2);
    g_autofree char *trimmed = text_of(record);
    g_assert_null(strstr(trimmed, "("));
    g_autoptr(TabRecord) again = parse_one(trimmed);
    tab_record_remove(again, again->root->child);
    g_assert_true(!again->root->child && !again->root->last_child && !again->n_nodes);
}

/* A fault names the game, unless it is the first, and the turn, if it is in one; and reading tells
 * how far it is, and stops when it is told to. */
static void test_place(void)
{
    static const char *const games = "[Rules \"ludii\"]\n[Result \"*\"]\n\n1. w 2 2:a7b6\n*\n\n"
                                     "[Rules \"ludii\"]\n[Result \"*\"]\n\n1. w 2 2:a7b7\n*\n";
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_record_parse(games, strlen(games), &error));
    g_assert_cmpstr(error->message, ==, "line 10: game 2, turn 1: the move '2:a7b7' is not legal");
    g_clear_error(&error);
    g_assert_null(tab_record_parse("[Rules \"x\"]", 11, &error));
    g_assert_true(g_str_has_prefix(error->message, "line 1: the "));
}

/* The same where the text is a part of a longer one. */
static void test_part(void)
{
    static const char *const broken = "[Rules \"ludii\"]\n[Result \"*\"]\n\n1. w 2 2:a7b7\n*\n";
    static const char *const bytes = "[Rules \"ludii\"]\n[Result \"\xff\"]\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(broken, strlen(broken));
    tab_record_reader_set_place(reader, 100, 7);
    g_assert_null(tab_record_reader_next(reader, &error));
    g_assert_cmpstr(error->message, ==, "line 103: game 8, turn 1: the move '2:a7b7' is not legal");
    g_clear_error(&error);
    g_autoptr(TabRecordReader) other = tab_record_reader_new(bytes, strlen(bytes));
    tab_record_reader_set_place(other, 100, 7);
    g_assert_null(tab_record_reader_next(other, &error));
    g_assert_cmpstr(error->message, ==, "line 101: game 8: not UTF-8 text");
}

static void see_turn(const TabRecordNode *node, const TabPosition *after, gpointer data)
{
    GString *seen = data;
    g_string_append_printf(seen, "%u %s %c;", node->number, node->turn, "wb"[after->side]);
}

/* Whoever wants to see positions sees those of the main line, in their order. */
static void test_witness(void)
{
    g_autoptr(GString) seen = g_string_new(NULL);
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(game, strlen(game));
    tab_record_reader_set_witness(reader, see_turn, seen);
    g_autoptr(TabRecord) record = tab_record_reader_next(reader, NULL);
    g_assert_nonnull(record);
    g_assert_cmpuint(tab_record_reader_get_done(reader), ==, strlen(game) - 1);
    g_assert_cmpstr(seen->str, ==, "1 1:d1c1,4:c1c5,2:c5c7 w;2 3:pass b;");
}

static bool count_progress(size_t done, gpointer data)
{
    size_t *seen = data;
    g_assert_cmpuint(done, >=, seen[0]);
    seen[0] = done;
    return ++seen[1] < seen[2];
}

static void test_progress(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRules) rules = rules_for("walker:columns=29");
    g_autoptr(TabRecord) record = tab_record_new(rules, NULL, 0);
    TabRandom random = tab_random_new(5);
    random_line(record, record->root, &record->start, 70, 0, &random);
    g_assert_cmpuint(record->n_nodes, >, 64);
    g_autoptr(GString) text = g_string_new(NULL);
    tab_record_write(record, text);
    size_t seen[3] = {0, 0, 1000000};
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(text->str, text->len);
    tab_record_reader_set_progress(reader, count_progress, seen);
    g_autoptr(TabRecord) read = tab_record_reader_next(reader, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(seen[1], ==, 1 + (record->n_nodes + 63) / 64);
    g_assert_cmpuint(seen[0], <=, text->len);
    size_t stops[3] = {0, 0, 2};
    g_autoptr(TabRecordReader) stopped = tab_record_reader_new(text->str, text->len);
    tab_record_reader_set_progress(stopped, count_progress, stops);
    g_assert_null(tab_record_reader_next(stopped, &error));
    g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD);
    g_assert_cmpuint(stops[1], ==, 2);
}

static TabRecord *parse_start(const char *text, const char *end)
{
    return tab_record_parse_start(text, (size_t)(end - text));
}

/* Wherever a text is cut, or rubbish begins, what stands before that is a game: one that can be
 * written and read. */
static void test_start(void)
{
    const char *turn = strstr(game, "1. b 1,4,2"), *rules = strstr(game, "[Sticks");
    for (const char *end = game; *end; end++) {
        g_autoptr(TabRecord) record = parse_start(game, end);
        g_assert_cmpint(record != NULL, ==, end >= rules);
        if (!record)
            continue;
        g_autoptr(GString) text = g_string_new(NULL);
        tab_record_write(record, text);
        g_autoptr(TabRecord) again = parse_one(text->str);
        g_assert_cmpuint(again->n_nodes, ==, record->n_nodes);
        g_assert_cmpint(record->n_nodes > 0, ==, end > strchr(turn, '\n'));
    }
    g_autoptr(TabRecord) cut = parse_start(game, strstr(game, "(\n"));
    g_assert_cmpuint(cut->n_nodes, ==, 1);
    g_assert_cmpint(cut->result, ==, TAB_RECORD_UNDECIDED);
    g_assert_null(tab_record_get_tag(cut, "Termination"));
    g_assert_cmpstr(tab_record_get_tag(cut, "White"), ==, "Ada");
    g_autofree char *rubbish = g_strdup(game);
    memset(rubbish + (strstr(game, "  2. w 2 2:pass") - game), '\xff', 40);
    g_autoptr(TabRecord) half = parse_start(rubbish, rubbish + strlen(rubbish));
    g_assert_cmpuint(half->n_nodes, ==, 2);
    g_autoptr(TabRecord) whole = parse_start(game, game + strlen(game));
    g_assert_cmpint(whole->result, ==, TAB_RECORD_BLACK_WON);
    g_assert_cmpint(whole->termination, ==, TAB_RECORD_RESIGN);
}

/* A game that was played out is over also where the tag that says so is lost. */
static void test_start_of_end(void)
{
    const char *text = "[Rules \"ludii:columns=5,throws=collect\"]\n"
                       "[Position \"5/2m1T/5/5 b 2 - 7\"]\n\n7. b 2 2:c3c5\n";
    g_autoptr(TabRecord) record = tab_record_parse_start(text, strlen(text));
    g_assert_cmpint(record->result, ==, TAB_RECORD_BLACK_WON);
    g_assert_cmpint(record->termination, ==, TAB_RECORD_NORMAL);
    g_assert_null(tab_record_parse_start("", 0));
    g_assert_null(tab_record_parse_start("\0\0\0", 3));
    g_assert_null(tab_record_parse_start("[Rules \"chess\"]\n", 16));
}

/* Any digit may be unknown only with all of its number; the separators are points. */
static void test_dates(void)
{
    static const char *const good[] = {"2024.05.31", "0000.01.01", "9999.12.31",
                                       "????.??.??", "2024.??.??", "????.12.??"};
    static const char *const bad[] = {
        "",           "2024.05.3",  "2024.05.311", "2024-05.31", "2024.05-31", "2024505.31",
        "2024.05531", "2024.00.31", "2024.13.31",  "2024.05.00", "2024.05.32", "202?.05.31",
        "2024.0?.31", "2024.05.?1", "2024.05.3x",  "x024.05.31", "2024.05.31 "};
    for (unsigned i = 0; i < G_N_ELEMENTS(good); i++)
        g_assert_true(tab_record_is_date(good[i]));
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++)
        g_assert_false(tab_record_is_date(bad[i]));
}

/* The largest text is looked into, and is no text; a longer one is refused for its length. Nothing
 * is read of either but its first byte, a NUL. */
static void test_largest(void)
{
    for (unsigned more = 0; more < 2; more++) {
        size_t length = (size_t)TAB_RECORD_MAX_BYTES + more;
        g_autofree char *text = g_try_malloc0(length);
        if (!text) {
            g_test_skip("not enough memory");
            return;
        }
        g_autoptr(GError) error = NULL;
        g_autoptr(TabRecordReader) reader = tab_record_reader_new(text, length);
        g_assert_null(tab_record_reader_next(reader, &error));
        g_assert_nonnull(strstr(error->message, more ? "larger than" : "not UTF-8"));
        g_assert_null(tab_record_parse_start(text, length));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/record/canonical", canonical);
    g_test_add_func("/record/free-layout", free_layout);
    g_test_add_func("/record/refusals", refusals);
    g_test_add_func("/record/refused-games", refused_games);
    g_test_add_func("/record/endings", endings);
    g_test_add_func("/record/openings", openings);
    g_test_add_func("/record/random-games", random_games);
    g_test_add_func("/record/long-game", long_game);
    g_test_add_func("/record/limits", limits);
    g_test_add_func("/record/most", most);
    g_test_add_func("/record/cut-texts", cut_texts);
    g_test_add_func("/record/names", names);
    g_test_add_func("/record/moves", moves);
    g_test_add_func("/record/files", files);
    g_test_add_func("/record/notes", notes);
    g_test_add_func("/record/start", test_start);
    g_test_add_func("/record/start-of-end", test_start_of_end);
    g_test_add_func("/record/dates", test_dates);
    g_test_add_func("/record/largest", test_largest);
    g_test_add_func("/record/edits", edits);
    g_test_add_func("/record/place", test_place);
    g_test_add_func("/record/part", test_part);
    g_test_add_func("/record/witness", test_witness);
    g_test_add_func("/record/progress", test_progress);
    return g_test_run();
}
