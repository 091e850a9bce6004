// SPDX-License-Identifier: GPL-3.0-or-later
// What a list asks of the database of games: games that fit some words, rows by their numbers, and
// games that go.
#include <string.h>

#include "stored-games.h"
#include "protocol/database/tally.h"

static char *call_rules(const char *rules)
{
    return g_strdup(strstr(rules, "columns=9") ? "Bräu, lang" : "Kurz · 4×7");
}

/* "3 1 2" of numbers. Free with g_free. */
static char *list_numbers(TabDatabase *database, const TabGameFilter *filter)
{
    g_autoptr(GError) error = NULL;
    GString *text = g_string_new(NULL);
    g_autoptr(GArray) numbers = tab_database_list_numbers(database, filter, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < numbers->len; i++)
        g_string_append_printf(text, "%s%d", i ? " " : "", (int)g_array_index(numbers, gint64, i));
    return g_string_free(text, FALSE);
}

static void expect_numbers(TabDatabase *database, TabGameFilter filter, const char *expected)
{
    g_autofree char *found = list_numbers(database, &filter);
    g_assert_cmpstr(found, ==, expected);
    expect(database, filter, expected); /* the same as whole rows */
}
#define EXPECT_NUMBERS(database, numbers, ...)                                                     \
    expect_numbers(database, (TabGameFilter){.result = -1, __VA_ARGS__}, numbers)

/* Of the games of fill(): each word may stand somewhere else. */
static void test_words_of_games(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    EXPECT_NUMBERS(database, "", .sort = TAB_GAME_RULES, .rules_title = call_rules);
    EXPECT_NUMBERS(database, "", .words = "ada", .rules_title = call_rules);
    fill(database);
    EXPECT_NUMBERS(database, "1 2 3 4 5", .words = "");
    EXPECT_NUMBERS(database, "1 2 3 4 5", .words = "  ");
    EXPECT_NUMBERS(database, "1 2 3", .words = "ADA");
    EXPECT_NUMBERS(database, "1", .words = "ada ÉMI");
    EXPECT_NUMBERS(database, "1 2 3 4", .words = "afé");
    EXPECT_NUMBERS(database, "4", .words = "columns=9");
    EXPECT_NUMBERS(database, "1 2 3 4 5", .words = "ludii");
    EXPECT_NUMBERS(database, "", .words = "ada columns=9");
    EXPECT_NUMBERS(database, "4", .words = "%");
    EXPECT_NUMBERS(database, "", .words = "' OR 1 --");
    EXPECT_NUMBERS(database, "4", .words = "RÄU", .rules_title = call_rules);
    EXPECT_NUMBERS(database, "1 2 3 5", .words = "kurz 4×7", .rules_title = call_rules);
    EXPECT_NUMBERS(database, "1 2 3 5", .words = "4X7", .rules_title = call_rules);
    EXPECT_NUMBERS(database, "4", .words = "LANG columns", .rules_title = call_rules);
    EXPECT_NUMBERS(database, "4 1 2 3 5", .sort = TAB_GAME_RULES, .rules_title = call_rules);
    EXPECT_NUMBERS(database, "5 3 2 1 4", .sort = TAB_GAME_RULES, .rules_title = call_rules,
                   .descending = TRUE);
}

/* More words than SQLite joins conditions; what comes after the first ones does not count. */
static void test_many_words(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GString) words = g_string_new("ada");
    fill(database);
    for (guint i = 2; i < TAB_GAME_FILTER_WORDS; i++)
        g_string_append(words, " \n ada");
    g_autofree char *full = g_strconcat(words->str, " ben", NULL);
    EXPECT_NUMBERS(database, "2 3", .words = full);
    g_string_append(words, " ada ben");
    for (guint i = 0; i < 5000; i++)
        g_string_append(words, " nobody");
    EXPECT_NUMBERS(database, "1 2 3", .words = words->str);
}

/* Another program may have written names that are no UTF-8: found by the rest of them. */
static void test_names_that_are_no_text(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    fill(database);
    change_file(place->path,
                "UPDATE players SET name = CAST(x'4164c3' AS TEXT) WHERE name = 'Ada';"
                "UPDATE rules SET name = CAST(x'80ff' AS TEXT) WHERE name LIKE '%=9%'");
    EXPECT_NUMBERS(database, "1 3", .words = "AD\xef\xbf\xbd");
    EXPECT_NUMBERS(database, "1 3", .words = "ad\xc3");
    EXPECT(database, "1 3", .player = "AD\xff");
    EXPECT_NUMBERS(database, "4", .words = "100%", .sort = TAB_GAME_RULES, .rules_title = g_strdup);
}

/* One damaged record does not hide the other games. */
static void test_rows_with_damage(Place *place, gconstpointer data)
{
    static const gint64 numbers[] = {1, 3, 2};
    static const char *const damages[] = {"UPDATE records SET record = x'00' WHERE game = 1",
                                          "DELETE FROM records WHERE game = 1"};
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    TabGameFilter filter = {.result = -1, .position = MEETING};
    fill(database);
    for (guint i = 0; i < G_N_ELEMENTS(damages); i++) {
        g_autoptr(GError) error = NULL;
        change_file(place->path, damages[i]);
        g_autoptr(GPtrArray) rows = tab_database_get_games(database, &filter, numbers, 3, &error);
        g_assert_no_error(error);
        const TabStoredGame *first = rows->pdata[0], *second = rows->pdata[2];
        g_assert_cmpint(first->number, ==, 1);
        g_assert_cmpint(first->at, ==, -1);
        g_assert_cmpint(second->number, ==, 2);
        g_assert_cmpint(second->at, ==, 3);
    }
}

/* Values that no game has: what they say is not known, and the other games are as they were. */
static void test_rows_of_another_kind(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL;
    TabGameFilter filter = TAB_GAME_FILTER_INIT;
    fill(database);
    change_file(place->path, "UPDATE games SET result = 'won', termination = 'sleep', begins = 7,"
                             " turns = 'many', date = 5, round = x'31', line = 'x' WHERE id = 1;"
                             "UPDATE openings SET side = 3");
    g_autoptr(GPtrArray) rows = tab_database_list_games(database, &filter, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(rows->len, ==, 5);
    const TabStoredGame *row = rows->pdata[0];
    g_assert_cmpint(row->result, ==, TAB_RECORD_UNDECIDED);
    g_assert_cmpint(row->termination, ==, TAB_RECORD_NOT_SAID);
    g_assert_cmpint(row->begins, ==, TAB_WHITE);
    g_assert_cmpuint(row->turns, ==, 0);
    g_assert_cmpstr(row->date, ==, "5");
    g_assert_cmpstr(row->round, ==, "1");
    g_assert_cmpint(((const TabStoredGame *)rows->pdata[1])->result, ==, TAB_RECORD_BLACK_WON);
    g_autoptr(GPtrArray) tallies = tab_database_tally_rules(database, &filter, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(((const TabRulesTally *)tallies->pdata[0])->won[TAB_WHITE], ==, 0);
    g_assert_cmpuint(((const TabRulesTally *)tallies->pdata[0])->won[TAB_BLACK], ==, 1);
    expect_tree(database, (TabGameFilter){.result = -1, .rules = "ludii"}, 1,
                "w 2 2:a6b7 1:0-1-0;w 2 2:a7b6 1:0-0-0;w 3 3:a7b5 1:0-0-1;");
}

/* A record that can be unpacked, and is none. */
static void test_record_that_is_none(Place *place, gconstpointer data)
{
    static const gint64 first = 1, none[] = {1, 99};
    static const char sql[] = /* zlib's stream of "rubbish" */
        "UPDATE records SET bytes = 7, record = x'78da2b2a4d4aca2cce00000bde02f0'"
        " WHERE game = 1";
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL;
    fill(database);
    change_file(place->path, sql);
    gsize length;
    g_autofree char *record = tab_database_get_record(database, 1, &length, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(record, ==, "rubbish");
    expect_position(database, MEETING, NULL, "2@3"); /* it does not stand there */
    g_assert_false(tab_database_remove_games(database, none, 2, &error)); /* all or none */
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED);
    EXPECT(database, "1 2 3", .player = "ada");
    g_clear_error(&error);
    g_assert_true(tab_database_remove_games(database, &first, 1, &error));
    g_assert_no_error(error);
    EXPECT(database, "2 3", .player = "ada");
    expect_position(database, MEETING, NULL, "2@3");
}

/* A game goes by its number only while its record is the one that was read: another game may have
 * the number of one that has been taken out. */
static void test_removal_by_record(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL;
    gsize length;
    fill(database);
    g_autofree char *first = tab_database_get_record(database, 1, &length, NULL);
    g_assert_false(tab_database_remove_record(database, 2, first, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED);
    g_clear_error(&error);
    EXPECT(database, "1 2 3", .player = "ada");
    g_assert_true(tab_database_remove_record(database, 1, first, &error));
    EXPECT(database, "2 3", .player = "ada");
    g_assert_false(tab_database_remove_record(database, 1, first, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED);
    EXPECT(database, "2 3", .player = "ada");
}

/* Nobody knows which positions a game had whose record is damaged: the index is made anew, so that
 * none of them is found with the next game of that number. */
static void test_removal_of_damage(Place *place, gconstpointer data)
{
    static const char *const damages[] = {"UPDATE records SET record = x'00' WHERE game >= 2",
                                          "DELETE FROM records WHERE game >= 2"};
    static const gint64 last = 3;
    g_autofree char *one = game_text("Ada", "Ben", "2026.01.01", "*", "ludii", TURNS_ONE);
    g_autofree char *two = game_text("Ada", "Ben", "2026.01.02", "*", "ludii", TURNS_ONE);
    g_autofree char *three = game_text("Ada", "Ben", "2026.01.03", "*", "ludii", TURNS_ONE);
    g_autofree char *other = game_text("Ada", "Ben", "2026.01.04", "*", "ludii", "1. w 2 2:a6b7\n");
    for (guint i = 0; i < G_N_ELEMENTS(damages); i++) {
        g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
        g_autoptr(GError) error = NULL;
        const char *const texts[] = {one, two, three};
        for (guint k = 0; k < G_N_ELEMENTS(texts); k++)
            import_new(database, texts[k], 1);
        change_file(place->path, damages[i]);
        g_assert_true(tab_database_remove_games(database, &last, 1, &error));
        g_assert_no_error(error);
        EXPECT(database, "1 2", .player = "ada");
        import_new(database, other, 1);
        EXPECT_NUMBERS(database, "1", .position = MEETING);
        TabGameFilter all = TAB_GAME_FILTER_INIT;
        guint n = 0;
        g_assert_true(tab_database_remove_picked(database, &all, &n, &error));
        g_assert_cmpuint(n, ==, 3);
        EXPECT(database, "", .player = "ada");
        g_assert_true(tab_database_check(database, &error));
    }
}

/* Rows come in the order of the numbers, with a hole where a game is gone. */
static void test_rows_by_number(Place *place, gconstpointer data)
{
    static const gint64 numbers[] = {3, 99, 1};
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL;
    TabGameFilter filter = TAB_GAME_FILTER_INIT;
    fill(database);
    filter.position = MEETING;
    g_autoptr(GPtrArray) rows = tab_database_get_games(database, &filter, numbers, 3, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(rows->len, ==, 3);
    const TabStoredGame *third = rows->pdata[0], *first = rows->pdata[2];
    g_assert_cmpint(third->number, ==, 3);
    g_assert_cmpint(third->at, ==, -1);
    g_assert_null(rows->pdata[1]);
    g_assert_cmpint(first->number, ==, 1);
    g_assert_cmpint(first->at, ==, 3);
    filter.position = "nonsense";
    g_assert_null(tab_database_get_games(database, &filter, numbers, 3, &error));
    g_assert_nonnull(error);
}

/* Games that are taken out are found by nothing, and may come in again; the others stay. */
static void test_removal(Place *place, gconstpointer data)
{
    static const gint64 first = 1, and_none[] = {2, 1}, last[] = {3, 2};
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL;
    g_autofree char *one = game_text("Ada", "Ben", "2026.01.01", "*", "ludii", TURNS_ONE);
    g_autofree char *two = game_text("Ada", "Ben", "2026.01.02", "*", "ludii", TURNS_OTHER);
    import_new(database, one, 1);
    import_new(database, two, 1);
    EXPECT(database, "1 2", .position = MEETING);
    g_assert_true(tab_database_remove_games(database, &first, 1, &error));
    g_assert_no_error(error);
    EXPECT(database, "2", .player = "ada");
    EXPECT(database, "2", .position = MEETING);
    g_assert_true(tab_database_check(database, &error));
    g_assert_false(tab_database_remove_games(database, and_none, 2, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED);
    EXPECT(database, "2", .player = "ada");
    import_new(database, one, 1);
    EXPECT(database, "2 3", .position = MEETING);
    g_clear_error(&error);
    g_assert_true(tab_database_remove_games(database, last, 2, &error));
    g_assert_no_error(error);
    EXPECT(database, "", .player = "ada");
    g_assert_true(tab_database_check(database, &error));
}

#define ADD(name, function)                                                                        \
    g_test_add("/database-list/" name, Place, NULL, place_set_up, function, place_tear_down)

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    ADD("words-of-games", test_words_of_games);
    ADD("many-words", test_many_words);
    ADD("names-that-are-no-text", test_names_that_are_no_text);
    ADD("rows-with-damage", test_rows_with_damage);
    ADD("rows-of-another-kind", test_rows_of_another_kind);
    ADD("record-that-is-none", test_record_that_is_none);
    ADD("rows-by-number", test_rows_by_number);
    ADD("removal", test_removal);
    ADD("removal-by-record", test_removal_by_record);
    ADD("removal-of-damage", test_removal_of_damage);
    return g_test_run();
}
