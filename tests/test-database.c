// SPDX-License-Identifier: GPL-3.0-or-later
// The database of games: what comes in comes out, is found, and is there once.
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "random-game.h"
#include "stored-games.h"
#include "protocol/database/analyses.h"
#include "protocol/database/game-entry.h"
#include "protocol/database/opening-tree.h"
#include "protocol/database/tally.h"

static char *export_all(TabDatabase *database)
{
    g_autoptr(GError) error = NULL;
    GString *text = g_string_new(NULL);
    TabGameFilter filter = TAB_GAME_FILTER_INIT;
    g_assert_true(tab_database_visit_games(database, &filter, append_record, text, &error));
    g_assert_no_error(error);
    return g_string_free(text, FALSE);
}

/* --- what comes in comes out --- */

static void test_round_trip(Place *place, gconstpointer data)
{
    static const char *const rules[] = {"walker", "ludii", "jordan:columns=15", "bell"};
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < 12; i++) {
        g_autoptr(TabRecord) record =
            i == 5 ? forked_game(7)
                   : random_game(rules[i % G_N_ELEMENTS(rules)], "p=0.41", 10 + 40 * i, i);
        tab_record_set_tag(record, "White", "بن \"Ben\" \\");
        tab_record_set_tag(record, "Own", "kept");
        tab_record_set_comment(record->root, "[Not a tag]\n\n[Event \"nor this\"]\n{a \\ brace}");
        if (i)
            g_string_append_c(text, '\n');
        tab_record_write(record, text);
    }
    import_new(database, text->str, 12);
    g_autofree char *out = export_all(database);
    g_assert_cmpstr(out, ==, text->str);
    gsize length;
    g_autofree char *first = tab_database_get_record(database, 1, &length, NULL);
    g_assert_true(!strncmp(first, text->str, length));
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_database_get_record(database, 13, &length, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED);
}

/* However a text is laid out, and in whatever pieces it comes. */
static void test_layouts(Place *place, gconstpointer data)
{
    static const char games[] =
        "\n\n [Rules \"ludii\"] [Result \"*\"]\n[Date \"2020.01.01\"]\n\n[White \"]{[\"]\r\n\r\n"
        "{[x]\n\n[Result \"1-0\"]\n\\}}1. w 2 2:a7b6 x=[y] *\n[Rules\n\"ludii\"][Result \"*\"]"
        "*[Rules \"ludii\"]";
    static const char good[] =
        "[Rules \"ludii\"][Result \"*\"][Round \"3\"]{[} 1. w 3 3:a7b5{}*\n\n\n";
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GString) text = g_string_new(games), heard = g_string_new(NULL);
    g_string_truncate(text, text->len - strlen("[Rules \"ludii\"]"));
    g_string_append(text, "\n");
    g_string_append(text, good);
    import_new(database, text->str, 3);
    EXPECT(database, "1 2 3", .rules = "ludii");
    EXPECT(database, "1", .white = "]{[");
}

typedef struct {
    const char *text;
    int fd;
} Writer;

/* Writes in two pieces, with a wait between them as long as somebody reads. */
static gpointer write_slowly(gpointer data)
{
    const Writer *writer = data;
    gsize length = strlen(writer->text), half = length - 20;
    g_assert_cmpint(write(writer->fd, writer->text, half), ==, (gssize)half);
    g_usleep(300000);
    for (gsize i = half; i < length; i++) /* byte by byte: nothing hangs on how it comes */
        g_assert_cmpint(write(writer->fd, writer->text + i, 1), ==, 1);
    close(writer->fd);
    return NULL;
}

static gboolean watch_count(const TabImportCounts *counts, guint games, guint64 bytes,
                            gpointer data)
{
    guint *seen = data;
    if (games == 1)
        *seen = counts->added;
    return TRUE;
}

/* What a pipe has brought is kept before more of it is waited for. */
static void test_pipe(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL;
    g_autofree char *one = game_text("Ada", "Ben", "2026.01.01", "*", "ludii", TURNS_ONE);
    g_autofree char *two = game_text("Ada", "Ben", "2026.01.02", "*", "ludii", TURNS_ONE);
    g_autofree char *text = g_strconcat(one, "\n", two, NULL);
    guint seen = 99;
    const TabImportHooks hooks = {NULL, NULL, watch_count, &seen};
    TabImportCounts counts = {0};
    int ends[2];
    g_assert_cmpint(pipe(ends), ==, 0);
    Writer writer = {text, ends[1]};
    GThread *thread = g_thread_new("writer", write_slowly, &writer);
    g_assert_true(tab_database_import(database, ends[0], "pipe", &hooks, &counts, &error));
    g_assert_no_error(error);
    g_thread_join(thread);
    close(ends[0]);
    g_assert_cmpuint(counts.added, ==, 2);
    g_assert_cmpuint(seen, ==, 1);
}

/* --- the same game is there once --- */

static void test_duplicates(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GString) heard = g_string_new(NULL);
    g_autofree char *first = game_text("Ada", "Ben", "2026.01.01", "*", "ludii", TURNS_ONE);
    import_new(database, first, 1);
    /* written otherwise, with a comment, a variation and a note: the same */
    g_autofree char *same = game_text(
        "Ada", "Ben", "2026.01.01", "*", "ludii:columns=7",
        "1. w 2 2:a7b6 luck=+0.1000 loss=0.0200 {!}\n(1. w 3 3:a7b5)\n"
        "2. b 2 2:d1c2 luck=-0.2000\n3. w 2 2:a6b7 luck=0.0500 loss=0.0300\n4. b 3 3:d2c2\n");
    g_autofree char *dated = game_text("Ada", "Ben", "2026.01.02", "*", "ludii", TURNS_ONE);
    g_autofree char *other = game_text("Ada", "Bea", "2026.01.01", "*", "ludii", TURNS_ONE);
    g_autofree char *ended = game_text("Ada", "Ben", "2026.01.01", "1-0", "ludii", TURNS_ONE);
    g_autofree char *played = game_text("Ada", "Ben", "2026.01.01", "*", "ludii", TURNS_OTHER);
    g_autofree char *text = g_strconcat(same, "\n", dated, "\n", other, "\n", ended, "\n", played,
                                        "\n", first, "\n", dated, NULL);
    TabImportCounts counts = import_bytes(database, text, strlen(text), heard);
    g_assert_cmpuint(counts.added, ==, 4);
    g_assert_cmpuint(counts.known, ==, 3);
    g_assert_cmpuint(counts.broken, ==, 0);
    g_assert_cmpstr(heard->str, ==,
                    "test: line 1 is game 1\ntest: line 66 is game 1\ntest: line 79 is game 2\n");
    EXPECT(database, "1 2 3 4 5", .player = NULL);
    /* the first record stays, and the values of the second are known now */
    gsize length;
    g_autofree char *record = tab_database_get_record(database, 1, &length, NULL);
    g_assert_cmpstr(record, ==, first);
    g_autoptr(GPtrArray) analyses = tab_database_list_analyses(database, 1, NULL);
    g_assert_cmpuint(analyses->len, ==, 1);
    const TabGameAnalysis *analysis = g_ptr_array_index(analyses, 0);
    g_assert_cmpfloat_with_epsilon(analysis->luck[TAB_WHITE], 0.15, 1e-9);
    g_assert_cmpfloat_with_epsilon(analysis->luck[TAB_BLACK], -0.2, 1e-9);
    g_assert_cmpfloat_with_epsilon(analysis->loss[TAB_WHITE], 0.05, 1e-9);
    g_assert_true(isnan(analysis->loss[TAB_BLACK]));
    g_assert_cmpuint(analysis->decisions[TAB_WHITE], ==, 2);
    g_assert_cmpuint(analysis->decisions[TAB_BLACK], ==, 0);
}

static void test_one_game(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRecord) record = random_game("walker", "fair", 30, 3);
    gboolean known = TRUE;
    g_assert_cmpint(tab_database_add_game(database, record, "window", &known, &error), ==, 1);
    g_assert_false(known);
    tab_record_set_comment(record->root, "seen again");
    g_assert_cmpint(tab_database_add_game(database, record, "window", &known, &error), ==, 1);
    g_assert_true(known);
    g_assert_no_error(error);
}

/* A record that says what its turns do not is not taken, nor looked for. */
static void test_record_that_contradicts_itself(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(TabRecord) record = random_game("walker", "fair", 4, 3);
    const TabAnalysis analysis = {.luck = {0.25, 0.5}};
    gboolean known, kept = TRUE;
    g_assert_cmpint(tab_database_find_game(database, record, NULL), ==, 0);
    tab_record_set_result(record, TAB_RECORD_WHITE_WON, TAB_RECORD_NORMAL);
    GError *errors[4] = {NULL};
    g_assert_cmpint(tab_database_add_game(database, record, "test", &known, &errors[0]), ==, 0);
    g_assert_cmpint(tab_database_find_game(database, record, &errors[1]), ==, 0);
    g_assert_false(tab_database_keep_notes(database, record, &kept, &errors[2]));
    g_assert_false(kept);
    g_assert_false(
        tab_database_keep_analysis(database, record, &analysis, "Judge", "", &kept, &errors[3]));
    g_assert_false(kept);
    for (guint i = 0; i < G_N_ELEMENTS(errors); i++) {
        g_assert_error(errors[i], TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD);
        g_assert_nonnull(strstr(errors[i]->message, "both sides have pieces"));
        g_error_free(errors[i]);
    }
    EXPECT(database, "", .player = NULL);
    /* and where there is no such game nothing is kept, which is no error */
    tab_record_set_result(record, TAB_RECORD_UNDECIDED, TAB_RECORD_NOT_SAID);
    kept = TRUE;
    g_assert_true(
        tab_database_keep_analysis(database, record, &analysis, "Judge", "", &kept, NULL));
    g_assert_false(kept);
}

/* --- broken games are left out --- */

static void test_broken(Place *place, gconstpointer data)
{
    static const char *const broken[] = {
        "[Rules \"ludii\"]\n[Result \"*\"]\n\n1. w 2 2:a7b7\n*\n", /* no such play */
        "[Rules \"ludii\"]\n[Result \"*\"]\n\n{not closed\n1. w 2 2:a7b6\n*\n",
        "[Rules \"ludii\"]\n[Result \"*\"]\n\n1. w 2 2:a7b6\n", /* no result */
        "[Rules \"ludii\"]\n[Result \"*\"]\n",                  /* nothing else */
        "[Rules \"ludii\"]\n[Result \"*]\n\n*\n",
        "[Rules \"ludii\n",
        "[Rules ludii\n\n*\n",
        "rubbish\n",
        "[Rules \"nobody's\"]\n[Result \"*\"]\n\n*\n",
        "[Rules \"ludii\"]\n[Result \"*\"]\n[White \"\xff\"]\n\n*\n",
        "(\n",
    };
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    for (guint i = 0; i < G_N_ELEMENTS(broken); i++) {
        g_autoptr(GString) heard = g_string_new(NULL), text = g_string_new(NULL);
        g_autofree char *before = g_strdup_printf("before %u", i);
        g_autofree char *after = g_strdup_printf("after %u", i);
        g_autofree char *good = game_text(before, "", "2026.01.01", "*", "ludii", TURNS_ONE);
        g_autofree char *next = game_text(after, "", "2026.01.01", "*", "ludii", TURNS_ONE);
        g_string_append_printf(text, "%s\n%s\n%s\n%s", good, broken[i], next, next);
        TabImportCounts counts = import_bytes(database, text->str, text->len, heard);
        g_test_message("%u: %s", i, heard->str);
        g_assert_cmpuint(counts.added, ==, 2);
        g_assert_cmpuint(counts.known, ==, 1);
        g_assert_cmpuint(counts.broken, ==, 1);
        guint line = (guint)g_ascii_strtoull(heard->str + strlen("test: line "), NULL, 10);
        g_assert_cmpuint(line, >=, 13); /* the good game and an empty line are before it */
        g_assert_true(strstr(heard->str, ": game 2"));
    }
    EXPECT(database, "1 2", .white = "* 0");
}

/* A { too many before so much text that no comment can be that long. */
static void test_long_comment(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GString) text = g_string_new("[Rules \"ludii\"]\n[Result \"*\"]\n\n{\n*\n\n");
    for (guint i = 0; i < 2000; i++) {
        g_autofree char *name = g_strdup_printf("%u", i);
        g_autofree char *game = game_text(name, "", "2026.01.01", "*", "ludii", TURNS_ONE);
        g_string_append_printf(text, "%s\n", game);
    }
    TabImportCounts counts = import_bytes(database, text->str, text->len, NULL);
    g_assert_cmpuint(counts.added, ==, 2000);
    g_assert_cmpuint(counts.broken, ==, 1);
}

/* --- games are found --- */

static void test_filters(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    fill(database);
    EXPECT(database, "1 2 3 4 5", .player = NULL);
    EXPECT(database, "1 2 3", .player = "ADA");
    EXPECT(database, "1 2", .white = "ada");
    EXPECT(database, "3", .black = "a?a");
    EXPECT(database, "1", .player = "émil*");
    EXPECT(database, "4", .player = "robert'*");
    EXPECT(database, "4", .black = "*%");
    EXPECT(database, "", .player = "' OR 1 --");
    EXPECT(database, "", .player = "%");
    EXPECT(database, "1 2 3 4", .event = "CAFÉ*");
    EXPECT(database, "1 2 3 5", .rules = "ludii:columns=7");
    EXPECT(database, "4", .rules = "ludii:columns=9");
    EXPECT(database, "", .rules = "walker");
    expect(database, (TabGameFilter){.result = TAB_RECORD_DRAWN}, "3");
    expect(database, (TabGameFilter){.result = TAB_RECORD_UNDECIDED}, "4 5");
    EXPECT(database, "1", .min_turns = 4);
    EXPECT(database, "3 4 5", .max_turns = 1);
    EXPECT(database, "2", .min_turns = 2, .max_turns = 3, .player = "Ben");
    /* a date that is not wholly known may be inside */
    EXPECT(database, "1 2 3 4", .date_from = "2024-05-31");
    EXPECT(database, "2 3 4", .date_from = "2024.06");
    EXPECT(database, "1 4", .date_to = "2024");
    EXPECT(database, "2 4", .date_from = "2025", .date_to = "2025.12.31");
    /* in another order, and a part of it */
    EXPECT(database, "1 2 4 3 5", .sort = TAB_GAME_TURNS, .descending = TRUE);
    EXPECT(database, "5 3 4 2 1", .sort = TAB_GAME_TURNS);
    EXPECT(database, "5 1 2 3 4", .sort = TAB_GAME_WHITE);
    EXPECT(database, "3 2", .sort = TAB_GAME_DATE, .limit = 2, .offset = 1, .descending = TRUE);
    EXPECT(database, "4 3", .limit = 2, .offset = 1, .descending = TRUE);
}

static void refuse_filter(TabDatabase *database, TabGameFilter filter, GQuark domain, int code)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_database_list_games(database, &filter, &error));
    g_assert_error(error, domain, code);
}

static void test_bad_filters(Place *place, gconstpointer data)
{
    static const char *const dates[] = {"",           "26",          "2026.1",     "2026.01.1",
                                        "2026/01",    "2026.01.01.", "x",          "2026.13",
                                        "2026-00",    "2026.01.32",  "2026.02.30", "2026-02-29",
                                        "2026.04.31", "2026.01.00"};
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    fill(database);
    for (guint i = 0; i < G_N_ELEMENTS(dates); i++)
        refuse_filter(database, (TabGameFilter){.result = -1, .date_from = dates[i]},
                      TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED);
    refuse_filter(database, (TabGameFilter){.result = -1, .rules = "nobody's"}, TAB_RULES_ERROR,
                  TAB_RULES_ERROR_RULES);
    refuse_filter(database, (TabGameFilter){.result = -1, .position = "9/9 w"}, TAB_RULES_ERROR,
                  TAB_RULES_ERROR_POSITION);
    refuse_filter(database,
                  (TabGameFilter){.result = -1, .position = MEETING, .rules = "ludii:columns=9"},
                  TAB_RULES_ERROR, TAB_RULES_ERROR_POSITION);
    EXPECT(database, "", .position = "9/9 w", .any_position = TRUE);
    EXPECT(database, "", .position = MEETING, .rules = "ludii:columns=9", .any_position = TRUE);
    EXPECT(database, "1 2", .position = MEETING, .any_position = TRUE);
    /* who does not want to know why still gets nothing */
    const TabGameFilter filter = {.result = -1, .date_from = "yesterday"};
    g_assert_null(tab_database_list_numbers(database, &filter, NULL));
    g_assert_cmpint(tab_database_count_games(database, &filter, NULL), ==, -1);
}

/* --- positions --- */

static void test_positions(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    fill(database);
    expect_position(database, MEETING, NULL, "1@3 2@3");
    /* number and throws do not matter, the side does */
    expect_position(database, "1mmmmmm/1m5/5MM/MMMMM2 b 2 - 77", NULL, "1@3 2@3");
    expect_position(database, "1mmmmmm/1m5/5MM/MMMMM2 w - - 5", NULL, "");
    expect_position(database, "mmmmmmm/7/7/MMMMMMM w - - 1", NULL, "1@0 2@0 3@0");
    expect_position(database, "mmmmmmm/7/7/MMMMMMM b - - 1", NULL, "");
    expect_position(database, "mmmmmmm/7/4M2/MMMMMM1 b - - 1", NULL, "3@1");
    expect_position(database, "mmmmmmm/7/7/MMMMMMM w - - 1", "ludii", "1@0 2@0 3@0");
    expect_position(database, "mmmmmmmmm/9/9/MMMMMMMMM w - - 1", NULL, "4@0");
    expect_position(database, "mm5/7/7/4M2 b - - 1", NULL, "5@0");
    expect_position(database, "mm5/7/7/5M1 b - - 1", NULL, "");
}

/* Two rules with such a board: the position may stand under either. */
static void test_position_of_two_rules(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    fill(database);
    g_autofree char *text =
        game_text("Eve", "Fay", "2026.01.01", "*", "ludii:row4-safe=yes", TURNS_ONE);
    import_new(database, text, 1);
    expect_position(database, MEETING, NULL, "1@3 2@3 6@3");
    expect_position(database, MEETING, "ludii", "1@3 2@3");
}

/* Every position of every game is found there. */
static void test_all_positions(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    for (guint i = 0; i < 6; i++) {
        g_autoptr(TabRecord) record = random_game(i % 2 ? "walker" : "jordan", "fair", 25, i);
        gboolean known;
        g_assert_cmpint(tab_database_add_game(database, record, "test", &known, NULL), ==, i + 1);
        TabSituation at = {.position = record->start.position};
        for (const TabRecordNode *node = record->root->child; node; node = node->child) {
            g_autofree TabTurn *turn = g_new(TabTurn, 1);
            g_assert_true(tab_notation_parse_throws(record->rules, node->throws, &at.throws, NULL));
            g_assert_true(
                tab_notation_parse_turn(record->rules, &at, node->turn, turn, &at.position, NULL));
            g_autofree char *text = tab_notation_position_to_string(record->rules, &at.position);
            TabGameFilter filter = {.result = -1, .position = text};
            g_autofree char *found = find_games(database, &filter);
            g_autofree char *number = g_strdup_printf("%u", i + 1);
            g_auto(GStrv) numbers = g_strsplit(found, " ", -1);
            g_assert_true(g_strv_contains((const char *const *)numbers, number));
        }
    }
}

/* Files that were written long ago hold these words. */
static void test_words(void)
{
    static const struct {
        const char *rules, *position, *word;
    } words[] = {{"ludii", MEETING, "1co94jjthn"},
                 {"walker", "nnnnnnnnn/3T5/9/NNNNNNNN1 b - - 2", "d3l0fjmj8l"},
                 {"sahkku", "nnnnnnnnnnnnnnn/7X7/NNNNNNNNNNNNNNN w - - 1", "u693vfplqr"}};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        g_autoptr(TabRules) rules = tab_rules_parse(words[i].rules, NULL);
        TabSituation situation;
        g_assert_true(tab_notation_parse_situation(rules, words[i].position, &situation, NULL));
        g_autofree char *word = tab_game_entry_word(&situation.position);
        g_assert_cmpstr(word, ==, words[i].word);
    }
}

/* Two positions with the same word in the index are not taken for each other. */
static void test_same_word(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(TabRules) rules = tab_rules_parse("ludii", NULL);
    TabSituation situation;
    fill(database);
    g_assert_true(tab_notation_parse_situation(rules, MEETING, &situation, NULL));
    g_autofree char *word = tab_game_entry_word(&situation.position);
    g_autofree char *sql =
        g_strdup_printf("INSERT INTO positions (rowid, keys) VALUES (3, '%s')", word);
    change_file(place->path, sql);
    TabGameFilter filter = {.result = -1, .position = MEETING};
    g_assert_cmpint(tab_database_count_games(database, &filter, NULL), ==, 3); /* by keys */
    expect_position(database, MEETING, NULL, "1@3 2@3");
}

/* --- openings and tallies --- */

static void test_openings(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    fill(database);
    g_autofree char *again = game_text("Eve", "Fay", "2026.02.02", "1-0", "ludii", TURNS_ONE);
    import_new(database, again, 1);
    TabGameFilter filter = {.result = -1, .rules = "ludii"};
    expect_tree(database, filter, 1, "w 2 2:a7b6 2:2-0-0;w 2 2:a6b7 1:0-1-0;w 3 3:a7b5 1:0-0-1;");
    expect_tree(database, filter, 3,
                "w 2 2:a7b6 2:2-0-0(b 2 2:d1c2 2:2-0-0(w 2 2:a6b7 2:2-0-0;););"
                "w 2 2:a6b7 1:0-1-0(b 2 2:d1c2 1:0-1-0(w 2 2:a7b6 1:0-1-0;););"
                "w 3 3:a7b5 1:0-0-1();");
    filter.player = "ada";
    expect_tree(database, filter, 1, "w 2 2:a6b7 1:0-1-0;w 2 2:a7b6 1:1-0-0;w 3 3:a7b5 1:0-0-1;");
    filter.player = NULL;
    filter.rules = "ludii:columns=9";
    expect_tree(database, filter, 1, "w 3 3:a9b7 1:0-0-0;");
}

/* It does not matter in which order throws fell, or plays with the same end were played. */
static void test_opening_orders(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    static const char *const turns[] = {"1. w 1,4,6,2 1:a9b9,6:b9b3,2:b3b1,4:b1c4\n",
                                        "1. w 1,6,4,2 1:a9b9,2:b9b7,4:b7b3,6:b3c4\n"};
    for (guint i = 0; i < G_N_ELEMENTS(turns); i++) {
        g_autofree char *text = g_strdup_printf(
            "[Rules \"walker\"]\n[Opening \"w1\"]\n[Result \"*\"]\n\n%s*\n", turns[i]);
        import_new(database, text, 1);
    }
    expect_tree(database, (TabGameFilter){.result = -1, .rules = "walker"}, 1,
                "w 1,2,4,6 1:a9b9,6:b9b3,2:b3b1,4:b1c4 2:0-0-0;");
}

static void test_tallies(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL;
    fill(database);
    TabGameFilter filter = TAB_GAME_FILTER_INIT;
    g_autoptr(GPtrArray) rules = tab_database_tally_rules(database, &filter, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(rules->len, ==, 2);
    const TabRulesTally *ludii = g_ptr_array_index(rules, 0);
    g_assert_cmpstr(ludii->rules, ==, "ludii");
    g_assert_cmpuint(ludii->games, ==, 4);
    g_assert_cmpuint(ludii->won[TAB_WHITE], ==, 1);
    g_assert_cmpuint(ludii->won[TAB_BLACK], ==, 1);
    g_assert_cmpuint(ludii->drawn, ==, 1);
    g_assert_cmpuint(ludii->begun[TAB_WHITE], ==, 3);
    g_assert_cmpuint(ludii->begun[TAB_BLACK], ==, 1);
    g_assert_cmpuint(ludii->first_won, ==, 1);
    g_assert_cmpfloat(ludii->mean_turns, ==, 2); /* 4, 3, 1, 0 */
    filter.rules = "ludii";
    g_autoptr(GPtrArray) players = tab_database_tally_players(database, &filter, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(players->len, ==, 4);
    const TabPlayerTally *ada = g_ptr_array_index(players, 0), *ben = g_ptr_array_index(players, 1);
    if (strcmp(ada->name, "Ada"))
        ada = ben;
    g_assert_cmpstr(ada->name, ==, "Ada");
    g_assert_cmpuint(ada->games, ==, 2);
    g_assert_cmpuint(ada->won, ==, 1);
    g_assert_cmpuint(ada->drawn, ==, 1);
    g_assert_cmpuint(ada->lost, ==, 0);
}

static void test_analyses(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL;
    fill(database);
    g_autoptr(TabGameAnalysis) analysis = tab_game_analysis_new("Judge", "depth=1");
    analysis->luck[TAB_WHITE] = 0.25;
    analysis->decisions[TAB_BLACK] = 3;
    analysis->details = g_strdup("[0.5]");
    g_assert_true(tab_database_put_analysis(database, 2, analysis, FALSE, &error));
    analysis->luck[TAB_WHITE] = 0.5;
    g_assert_true(tab_database_put_analysis(database, 2, analysis, FALSE, &error)); /* stays */
    g_autoptr(GPtrArray) old = tab_database_list_analyses(database, 2, &error);
    g_assert_cmpuint(old->len, ==, 1);
    g_assert_cmpfloat(((TabGameAnalysis *)old->pdata[0])->luck[TAB_WHITE], ==, 0.25);
    g_assert_true(tab_database_put_analysis(database, 2, analysis, TRUE, &error));
    g_free(analysis->engine);
    analysis->engine = g_strdup("Another");
    g_assert_true(tab_database_put_analysis(database, 2, analysis, TRUE, &error));
    g_autoptr(GPtrArray) list = tab_database_list_analyses(database, 2, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(list->len, ==, 2);
    const TabGameAnalysis *last = list->pdata[1];
    g_assert_cmpstr(last->engine, ==, "Judge");
    g_assert_cmpstr(last->settings, ==, "depth=1");
    g_assert_cmpfloat(last->luck[TAB_WHITE], ==, 0.5);
    g_assert_true(isnan(last->luck[TAB_BLACK]));
    g_assert_cmpuint(last->decisions[TAB_BLACK], ==, 3);
    g_assert_cmpstr(last->details, ==, "[0.5]");
    /* no such game */
    g_assert_false(tab_database_put_analysis(database, 99, analysis, TRUE, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_FAILED);
}

#define ADD(name, function)                                                                        \
    g_test_add("/database/" name, Place, NULL, place_set_up, function, place_tear_down)

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    ADD("round-trip", test_round_trip);
    ADD("layouts", test_layouts);
    ADD("pipe", test_pipe);
    ADD("duplicates", test_duplicates);
    ADD("one-game", test_one_game);
    ADD("record-that-contradicts-itself", test_record_that_contradicts_itself);
    ADD("broken", test_broken);
    ADD("long-comment", test_long_comment);
    ADD("filters", test_filters);
    ADD("bad-filters", test_bad_filters);
    ADD("positions", test_positions);
    ADD("position-of-two-rules", test_position_of_two_rules);
    ADD("all-positions", test_all_positions);
    ADD("same-word", test_same_word);
    g_test_add_func("/database/words", test_words);
    ADD("openings", test_openings);
    ADD("opening-orders", test_opening_orders);
    ADD("tallies", test_tallies);
    ADD("analyses", test_analyses);
    return g_test_run();
}
