// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a journal: every game that can be comes back as it was, and nothing else is taken
// for one.
#include <string.h>

#include "protocol/match/journal-line.h"
#include "protocol/match/journal.h"
#include "sample-results.h"

/* Everything that a game can hold comes back as it was. */

static void compare_use(const TabSeatUse *a, const TabSeatUse *b)
{
    g_assert_cmpuint(a->turns, ==, b->turns);
    g_assert_cmpint(a->time_us, ==, b->time_us);
    g_assert_cmpint(a->longest_us, ==, b->longest_us);
    g_assert_cmpint(a->depth_sum, ==, b->depth_sum);
    g_assert_cmpint(a->nodes_sum, ==, b->nodes_sum);
    g_assert_cmpuint(a->depth_turns, ==, b->depth_turns);
    g_assert_cmpuint(a->node_turns, ==, b->node_turns);
}

static void compare_games(const TabGameResult *a, const TabGameResult *b)
{
    g_assert_cmpuint(a->number, ==, b->number);
    for (int side = 0; side < 2; side++) {
        g_assert_cmpuint(a->engine[side], ==, b->engine[side]);
        compare_use(&a->use[side], &b->use[side]);
    }
    g_assert_cmpuint(a->rules, ==, b->rules);
    g_assert_cmpint(a->opening, ==, b->opening);
    g_assert_cmpint(a->first, ==, b->first);
    g_assert_cmpint(a->result, ==, b->result);
    g_assert_cmpint(a->termination, ==, b->termination);
    g_assert_cmpuint(a->turns, ==, b->turns);
    g_assert_cmpstr(a->reason, ==, b->reason);
    g_assert_cmpint(a->has_luck, ==, b->has_luck);
    g_assert_cmpmem(&a->luck, sizeof a->luck, &b->luck, sizeof b->luck); /* bit for bit */
    g_assert_cmpstr(a->record, ==, b->record);
}

/* A different number at each call, now and then the largest. */
static gint64 draw(GRand *random, gint64 max)
{
    guint64 bits = (guint64)g_rand_int(random) << 32 | g_rand_int(random);
    return g_rand_int_range(random, 0, 8) ? (gint64)(bits % (guint64)max) : max;
}

static TabSeatUse draw_use(GRand *random)
{
    return (TabSeatUse){
        .turns = (guint)draw(random, G_MAXUINT),
        .time_us = draw(random, G_MAXINT64),
        .longest_us = draw(random, G_MAXINT64),
        .depth_sum = draw(random, G_MAXINT64),
        .nodes_sum = draw(random, G_MAXINT64),
        .depth_turns = (guint)draw(random, G_MAXUINT),
        .node_turns = (guint)draw(random, G_MAXUINT),
    };
}

/* Every character but NUL up to U+0300, some beyond, and what JSON must escape. */
static char *make_text(void)
{
    GString *text = g_string_new("\"\\/\b\f\n\r\t \\u0041 ’ \u2028 中 😀 \U0010ffff ");
    for (gunichar c = 1; c < 0x300; c++)
        g_string_append_unichar(text, c);
    return g_string_free(text, FALSE);
}

static GPtrArray *make_all_kinds(void)
{
    static const double lucks[] = {0,       -0.0,
                                   1.0 / 3, -0.1,
                                   1e-10,   1e22,
                                   5e-324,  G_MAXDOUBLE,
                                   1 << 30, 0.30000000000000004,
                                   1e-17,   123456789012345680};
    g_autoptr(GRand) random = g_rand_new_with_seed(1);
    GPtrArray *games = g_ptr_array_new_with_free_func((GDestroyNotify)tab_game_result_free);
    for (TabRecordResult result = 0; result < TAB_N_RECORD_RESULTS; result++)
        for (TabRecordTermination end = 0; end < TAB_N_RECORD_TERMINATIONS; end++) {
            if (!tab_record_can_end(result, end))
                continue;
            TabGameResult *game = sample_game(G_MAXUINT - games->len);
            for (int side = 0; side < 2; side++) {
                game->engine[side] = (guint)draw(random, G_MAXUINT);
                game->use[side] = draw_use(random);
            }
            game->rules = (guint)draw(random, G_MAXUINT);
            game->opening = (gint)draw(random, G_MAXINT) - (games->len == 0);
            game->first = games->len % 2 ? TAB_BLACK : TAB_WHITE;
            game->result = result;
            game->termination = end;
            game->turns = (guint)draw(random, G_MAXUINT);
            game->reason = games->len % 3 == 0   ? NULL
                           : games->len % 3 == 1 ? make_text()
                                                 : g_strdup("");
            game->has_luck = games->len % 4 != 3;
            game->luck = game->has_luck ? lucks[games->len % G_N_ELEMENTS(lucks)] : 0;
            if (games->len % 2) {
                g_free(game->record);
                game->record = make_text();
            }
            g_ptr_array_add(games, game);
        }
    return games;
}

static void test_round_trip(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) games = make_all_kinds(), again = NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    g_autofree char *settings = make_text(), *read = NULL;
    gsize whole;
    tab_journal_line_write_header(text, settings);
    g_string_append_c(text, '\n');
    for (guint i = 0; i < games->len; i++) {
        tab_journal_line_write_game(text, g_ptr_array_index(games, i));
        g_string_append_c(text, '\n');
    }
    g_assert_true(tab_journal_parse(text->str, text->len, &again, &read, &whole, &error));
    g_assert_no_error(error);
    g_assert_cmpuint(whole, ==, text->len);
    g_assert_cmpstr(read, ==, settings);
    g_assert_cmpuint(again->len, ==, games->len);
    g_assert_cmpuint(games->len, >, 20);
    for (guint i = 0; i < games->len; i++)
        compare_games(g_ptr_array_index(games, i), g_ptr_array_index(again, i));
}

/* Numbers as they come out of a computation: any bits that are a finite number. */
static void test_luck(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(2);
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(GString) line = g_string_new(NULL);
    g_autoptr(TabGameResult) game = sample_game(1);
    game->has_luck = TRUE;
    for (int i = 0; i < 20000; i++) {
        guint64 bits = (guint64)g_rand_int(random) << 32 | g_rand_int(random);
        if ((bits >> 52 & 0x7ff) == 0x7ff)
            continue;
        memcpy(&game->luck, &bits, sizeof bits);
        if (i % 2) /* round numbers, which have short forms */
            game->luck = (double)(bits % 2000) / (i % 4 == 1 ? 1000 : 1e12);
        g_string_truncate(line, 0);
        tab_journal_line_write_game(line, game);
        JsonObject *object = tab_journal_line_parse(parser, line->str, line->len);
        g_assert_nonnull(object);
        g_autoptr(TabGameResult) again = tab_journal_line_read_game(object, NULL);
        g_assert_nonnull(again);
        compare_games(game, again);
    }
}

/* Texts that are no UTF-8 do not spoil the line. */
static void test_bad_utf8(void)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(GString) line = g_string_new(NULL);
    g_autoptr(TabGameResult) game = sample_game(1);
    game->reason = g_strdup("a\xff\xc3z");
    tab_journal_line_write_game(line, game);
    JsonObject *object = tab_journal_line_parse(parser, line->str, line->len);
    g_assert_nonnull(object);
    g_autoptr(TabGameResult) again = tab_journal_line_read_game(object, NULL);
    g_assert_cmpstr(again->reason, ==, "a\uFFFD\uFFFDz");
}

#define HEADER "{\"tab-match-journal\":2,\"settings\":\"\"}\n"
#define SEAT                                                                                       \
    "{\"turns\":1,\"time-us\":2,\"longest-us\":3,\"depth-sum\":4,\"nodes-sum\":5,\"depth-turns\":" \
    "6,\"node-turns\":7}"
#define GAME                                                                                       \
    "{\"number\":1,\"engine\":[0,1],\"rules\":0,\"opening\":-1,\"first\":\"w\",\"result\":\"1-0\"" \
    ",\"termination\":\"normal\",\"turns\":57,\"use\":[" SEAT "," SEAT "],\"reason\":null,"        \
    "\"luck\":0.5,\"record\":\"r\"}\n"

/* How many games a text holds; -1 with its error. */
static int parse(const char *text, char **message)
{
    g_autoptr(GPtrArray) games = NULL;
    g_autofree char *read = NULL;
    g_autoptr(GError) error = NULL;
    gsize whole;
    if (tab_journal_parse(text, strlen(text), &games, &read, &whole, &error))
        return (int)games->len;
    *message = g_strdup(error->message);
    return -1;
}

/* GAME with its first `from` made `to`. */
static char *change(const char *from, const char *to)
{
    const char *at = strstr(GAME, from);
    g_assert_nonnull(at);
    return g_strdup_printf("%s%.*s%s%s", HEADER, (int)(at - GAME), GAME, to, at + strlen(from));
}

/* Each key must be there, and be what it has to be. */
static void test_values(void)
{
    static const struct {
        const char *from, *to, *message;
    } bad[] = {
        {"\"number\":1,", "", "line 2: number is missing"},
        {"\"number\":1", "\"number\":0", "line 2: number is out of range"},
        {"\"number\":1", "\"number\":4294967296", "line 2: number is out of range"},
        {"\"number\":1", "\"number\":\"1\"", "line 2: number is no whole number"},
        {"\"number\":1", "\"number\":1.0", "line 2: number is no whole number"},
        {"\"number\":1", "\"number\":null", "line 2: number is no whole number"},
        {"[0,1]", "[0]", "line 2: engine is no pair"},
        {"[0,1]", "[0,1,2]", "line 2: engine is no pair"},
        {"[0,1]", "[0,-1]", "line 2: engine is out of range"},
        {"[0,1]", "0", "line 2: engine is no pair"},
        {"\"rules\":0", "\"rules\":-1", "line 2: rules is out of range"},
        {"\"opening\":-1", "\"opening\":-2", "line 2: opening is out of range"},
        {"\"opening\":-1", "\"opening\":2147483648", "line 2: opening is out of range"},
        {"\"w\"", "\"white\"", "line 2: first is neither w nor b"},
        {"\"w\"", "0", "line 2: first is no text"},
        {"1-0", "2-0", "line 2: result is no result"},
        {"\"1-0\"", "null", "line 2: result is no text"},
        {"normal", "abnormal", "line 2: termination is none"},
        {"normal", "no-progress", "line 2: termination cannot have this result"},
        {"normal", "turn-limit", "line 2: termination cannot have this result"},
        {"\"turns\":57", "\"turns\":-57", "line 2: turns is out of range"},
        {"\"use\":[" SEAT, "\"use\":[0", "line 2: use is no pair of objects"},
        {"\"use\":[" SEAT ",", "\"use\":[", "line 2: use is no pair"},
        {"\"turns\":1", "\"turns\":-1", "line 2: use: turns is out of range"},
        {"\"time-us\":2,", "", "line 2: use: time-us is missing"},
        {"\"longest-us\":3", "\"longest-us\":-3", "line 2: use: longest-us is out of range"},
        {"\"depth-sum\":4", "\"depth-sum\":[]", "line 2: use: depth-sum is no whole number"},
        {"\"nodes-sum\":5,", "", "line 2: use: nodes-sum is missing"},
        {"\"depth-turns\":6,", "", "line 2: use: depth-turns is missing"},
        {",\"node-turns\":7", "", "line 2: use: node-turns is missing"},
        {"\"reason\":null", "\"reason\":1", "line 2: reason is no text"},
        {"\"reason\":null,", "", "line 2: reason is missing"},
        {"0.5", "\"0.5\"", "line 2: luck is no number"},
        {"0.5", "[]", "line 2: luck is no number"},
        {"0.5", "true", "line 2: luck is no number"},
        {"0.5", "1e999", "line 2: luck is out of range"},
        {"[" SEAT "," SEAT "]", "[{},{\"turns\":-1}]", "line 2: use: turns is missing"},
        {"\"r\"", "\"\"", "line 2: record is empty"},
        {"\"r\"", "null", "line 2: record is no text"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *text = change(bad[i].from, bad[i].to);
        g_autofree char *message = NULL;
        g_assert_cmpint(parse(text, &message), ==, -1);
        g_assert_cmpstr(message, ==, bad[i].message);
    }
    char *message = NULL;
    g_assert_cmpint(parse(HEADER GAME, &message), ==, 1);
    g_autofree char *more = change("\"rules\"", "\"new\":{\"a\":[[{}]]},\"rules\"");
    g_assert_cmpint(parse(more, &message), ==, 1);
    g_autofree char *whole_luck = change("0.5", "-1");
    g_assert_cmpint(parse(whole_luck, &message), ==, 1);
}

static void test_header(void)
{
    static const char *const bad[][2] = {
        {"\n", "line 1: is not the header of a journal"},
        {"[1]\n", "line 1: is not the header of a journal"},
        {"{}\n", "line 1: tab-match-journal is missing"},
        {"{\"tab-match-journal\":3,\"settings\":\"\"}\n",
         "line 1: the journal was begun by a newer version of the program"},
        {"{\"tab-match-journal\":0,\"settings\":\"\"}\n",
         "line 1: tab-match-journal is out of range"},
        {"{\"tab-match-journal\":1,\"settings\":\"\"}\n",
         "line 1: the journal was begun by an older version, which counted turns in another way: "
         "play the match anew"},
        {"{\"tab-match-journal\":2}\n", "line 1: settings is missing"},
        {"{\"tab-match-journal\":2,\"settings\":{}}\n", "line 1: settings is no text"},
        {GAME, "line 1: tab-match-journal is missing"},
        {"[Event \"a record\"]", "line 1: is not the header of a journal"},
        {HEADER GAME GAME, "line 3: game 1 is there already, in line 2"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *message = NULL;
        g_assert_cmpint(parse(bad[i][0], &message), ==, -1);
        g_assert_cmpstr(message, ==, bad[i][1]);
    }
}

/* JSON-GLib reads more than JSON, and calls itself for each bracket. */
static void test_no_json(void)
{
    static const char *const bad[] = {"{'a':1}",
                                      "{/**/\"a\":1}",
                                      "{\"a\":0x10}",
                                      "{\"a\":1}{",
                                      "{\"a\":1",
                                      "{\"a\":}",
                                      "{\"a",
                                      "{\"a\\",
                                      "1",
                                      "[]",
                                      "",
                                      "var a = {}",
                                      "{\"a\":\"\xff\"}",
                                      "{\"a\":\"\t\"}",
                                      "{\"a\":\"\\\t\"}"};
    g_autoptr(JsonParser) parser = json_parser_new();
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++)
        g_assert_null(tab_journal_line_parse(parser, bad[i], strlen(bad[i])));
    g_autofree char *deep = g_strnfill(10000000, '[');
    memcpy(deep, "{\"a\":", 5);
    g_assert_null(tab_journal_line_parse(parser, deep, strlen(deep)));
    const char good[] = " [{(\\\"'/*#";
    g_autofree char *line = g_strconcat("{\"a\":\"", good, good, "\"}", NULL);
    g_assert_nonnull(tab_journal_line_parse(parser, line, strlen(line)));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/journal-line/round-trip", test_round_trip);
    g_test_add_func("/journal-line/luck", test_luck);
    g_test_add_func("/journal-line/bad-utf8", test_bad_utf8);
    g_test_add_func("/journal-line/values", test_values);
    g_test_add_func("/journal-line/header", test_header);
    g_test_add_func("/journal-line/no-json", test_no_json);
    return g_test_run();
}
