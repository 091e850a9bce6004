// SPDX-License-Identifier: GPL-3.0-or-later
// The database of games: what comes in comes out, is found, and is there once; files that are not
// ours stay as they are.
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "database-place.h"
#include "random-game.h"
#include "protocol/database/analyses.h"
#include "protocol/database/game-entry.h"
#include "protocol/database/import.h"
#include "protocol/database/opening-tree.h"
#include "protocol/database/schema.h"
#include "protocol/database/tally.h"

static TabDatabase *open_place(const Place *place, TabDatabaseMode mode)
{
    g_autoptr(GError) error = NULL;
    TabDatabase *database = tab_database_open(place->path, mode, &error);
    g_assert_no_error(error);
    return database;
}

/* Importing from texts. */

/* What hooks have heard, a line each. */
static void hear_broken(const char *source, const char *message, gpointer data)
{
    g_string_append_printf(data, "%s: %s\n", source, message);
}

static void hear_known(const char *source, guint line, gint64 game, gpointer data)
{
    g_string_append_printf(data, "%s: line %u is game %d\n", source, line, (int)game);
}

/* A file without a name that holds this. */
static int file_of(const char *text, gsize length)
{
    g_autofree char *name = NULL;
    int fd = g_file_open_tmp("tab-games-XXXXXX", &name, NULL);
    g_assert_cmpint(fd, >=, 0);
    g_unlink(name);
    g_assert_cmpint(write(fd, text, length), ==, (gssize)length);
    g_assert_cmpint(lseek(fd, 0, SEEK_SET), ==, 0);
    return fd;
}

static TabImportCounts import_bytes(TabDatabase *database, const char *text, gsize length,
                                    GString *heard)
{
    g_autoptr(GError) error = NULL;
    const TabImportHooks hooks = {heard ? hear_broken : NULL, heard ? hear_known : NULL, NULL,
                                  heard};
    TabImportCounts counts = {0};
    int fd = file_of(text, length);
    g_assert_true(tab_database_import(database, fd, "test", &hooks, &counts, &error));
    g_assert_no_error(error);
    close(fd);
    return counts;
}

/* Games that are all good and new. */
static void import_new(TabDatabase *database, const char *text, guint n)
{
    g_autoptr(GString) heard = g_string_new(NULL);
    TabImportCounts counts = import_bytes(database, text, strlen(text), heard);
    g_assert_cmpstr(heard->str, ==, "");
    g_assert_cmpuint(counts.added, ==, n);
    g_assert_cmpuint(counts.known + counts.broken, ==, 0);
}

/* Asking. */

/* The numbers of the games that a filter lets through: "3 1 2". Free with g_free. */
static char *ask(TabDatabase *database, const TabGameFilter *filter)
{
    g_autoptr(GError) error = NULL;
    GString *numbers = g_string_new(NULL);
    g_autoptr(GPtrArray) rows = tab_database_list_games(database, filter, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < rows->len; i++)
        g_string_append_printf(numbers, "%s%d", i ? " " : "",
                               (int)((const TabStoredGame *)g_ptr_array_index(rows, i))->number);
    if (!filter->limit && !filter->offset)
        g_assert_cmpint(tab_database_count_games(database, filter, &error), ==, rows->len);
    g_assert_no_error(error);
    return g_string_free(numbers, FALSE);
}

static void expect(TabDatabase *database, TabGameFilter filter, const char *numbers)
{
    g_autofree char *found = ask(database, &filter);
    g_assert_cmpstr(found, ==, numbers);
}
#define EXPECT(database, numbers, ...)                                                             \
    expect(database, (TabGameFilter){.result = -1, __VA_ARGS__}, numbers)

static gboolean append_record(const TabStoredGame *row, const char *record, gsize length,
                              gpointer data, GError **error)
{
    GString *text = data;
    g_assert_cmpuint(strlen(record), ==, length);
    g_string_append_printf(text, "%s%s", text->len ? "\n" : "", record);
    return TRUE;
}

static char *export_all(TabDatabase *database)
{
    g_autoptr(GError) error = NULL;
    GString *text = g_string_new(NULL);
    TabGameFilter filter = TAB_GAME_FILTER_INIT;
    g_assert_true(tab_database_visit_games(database, &filter, append_record, text, &error));
    g_assert_no_error(error);
    return g_string_free(text, FALSE);
}

/* A game by these players on this day: what White and Black throw and play. */
static char *game_text(const char *white, const char *black, const char *date, const char *result,
                       const char *rules, const char *turns)
{
    return g_strdup_printf("[Event \"Café 1\"]\n[Date \"%s\"]\n[White \"%s\"]\n[Black \"%s\"]\n"
                           "[Rules \"%s\"]\n[Result \"%s\"]\n\n%s%s\n",
                           date, white, black, rules, result, turns, result);
}

/* The same position after three turns, of which White's are exchanged. */
static const char turns_one[] = "1. w 2 2:a7b6\n2. b 2 2:d1c2\n3. w 2 2:a6b7\n4. b 3 3:d2c2\n";
static const char turns_other[] = "1. w 2 2:a6b7\n2. b 2 2:d1c2\n3. w 2 2:a7b6\n";
static const char turns_short[] = "1. w 3 3:a7b5\n";
static const char meeting[] = "1mmmmmm/1m5/5MM/MMMMM2 b - - 4";

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
    g_autofree char *one = game_text("Ada", "Ben", "2026.01.01", "*", "ludii", turns_one);
    g_autofree char *two = game_text("Ada", "Ben", "2026.01.02", "*", "ludii", turns_one);
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
    g_autofree char *first = game_text("Ada", "Ben", "2026.01.01", "*", "ludii", turns_one);
    import_new(database, first, 1);
    /* written otherwise, with a comment, a variation and a note: the same */
    g_autofree char *same = game_text(
        "Ada", "Ben", "2026.01.01", "*", "ludii:columns=7",
        "1. w 2 2:a7b6 luck=+0.1000 loss=0.0200 {!}\n(1. w 3 3:a7b5)\n"
        "2. b 2 2:d1c2 luck=-0.2000\n3. w 2 2:a6b7 luck=0.0500 loss=0.0300\n4. b 3 3:d2c2\n");
    g_autofree char *dated = game_text("Ada", "Ben", "2026.01.02", "*", "ludii", turns_one);
    g_autofree char *other = game_text("Ada", "Bea", "2026.01.01", "*", "ludii", turns_one);
    g_autofree char *ended = game_text("Ada", "Ben", "2026.01.01", "1-0", "ludii", turns_one);
    g_autofree char *played = game_text("Ada", "Ben", "2026.01.01", "*", "ludii", turns_other);
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
        g_autofree char *good = game_text(before, "", "2026.01.01", "*", "ludii", turns_one);
        g_autofree char *next = game_text(after, "", "2026.01.01", "*", "ludii", turns_one);
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
        g_autofree char *game = game_text(name, "", "2026.01.01", "*", "ludii", turns_one);
        g_string_append_printf(text, "%s\n", game);
    }
    TabImportCounts counts = import_bytes(database, text->str, text->len, NULL);
    g_assert_cmpuint(counts.added, ==, 2000);
    g_assert_cmpuint(counts.broken, ==, 1);
}

/* --- games are found --- */

static void fill(TabDatabase *database)
{
    static const struct {
        const char *white, *black, *date, *result, *rules, *turns;
    } games[] = {
        {"Ada", "Émile", "2024.05.??", "1-0", "ludii", turns_one},
        {"ada", "Ben", "2025.12.31", "0-1", "ludii", turns_other},
        {"Ben", "Ada", "2026.01.01", "1/2-1/2", "ludii", turns_short},
        {"Robert'); DROP TABLE games;--", "100%", "????.??.??", "*", "ludii:columns=9",
         "1. w 3 3:a9b7\n"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(games); i++) {
        g_autofree char *text = game_text(games[i].white, games[i].black, games[i].date,
                                          games[i].result, games[i].rules, games[i].turns);
        import_new(database, text, 1);
    }
    import_new(database,
               "[Rules \"ludii\"]\n[Position \"mm5/7/7/4M2 b - - 9\"]\n[Result \"*\"]\n\n*\n", 1);
}

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
    static const char *const dates[] = {"",        "26",          "2026.1", "2026.01.1",
                                        "2026/01", "2026.01.01.", "x"};
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
                  (TabGameFilter){.result = -1, .position = meeting, .rules = "ludii:columns=9"},
                  TAB_RULES_ERROR, TAB_RULES_ERROR_POSITION);
    EXPECT(database, "", .position = "9/9 w", .any_position = TRUE);
    EXPECT(database, "", .position = meeting, .rules = "ludii:columns=9", .any_position = TRUE);
    EXPECT(database, "1 2", .position = meeting, .any_position = TRUE);
    /* who does not want to know why still gets nothing */
    const TabGameFilter filter = {.result = -1, .date_from = "yesterday"};
    g_assert_null(tab_database_list_numbers(database, &filter, NULL));
    g_assert_cmpint(tab_database_count_games(database, &filter, NULL), ==, -1);
}

/* --- positions --- */

/* Turns before the position stood in each game: "1@3 2@3". */
static void expect_position(TabDatabase *database, const char *position, const char *rules,
                            const char *expected)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) found = g_string_new(NULL);
    TabGameFilter filter = {.result = -1, .position = position, .rules = rules};
    g_autoptr(GPtrArray) rows = tab_database_list_games(database, &filter, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < rows->len; i++) {
        const TabStoredGame *row = g_ptr_array_index(rows, i);
        g_string_append_printf(found, "%s%d@%d", i ? " " : "", (int)row->number, row->at);
    }
    g_assert_cmpstr(found->str, ==, expected);
}

static void test_positions(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    fill(database);
    expect_position(database, meeting, NULL, "1@3 2@3");
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
        game_text("Eve", "Fay", "2026.01.01", "*", "ludii:row4-safe=yes", turns_one);
    import_new(database, text, 1);
    expect_position(database, meeting, NULL, "1@3 2@3 6@3");
    expect_position(database, meeting, "ludii", "1@3 2@3");
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
            g_autofree char *found = ask(database, &filter);
            g_autofree char *number = g_strdup_printf("%u", i + 1);
            g_auto(GStrv) numbers = g_strsplit(found, " ", -1);
            g_assert_true(g_strv_contains((const char *const *)numbers, number));
        }
    }
}

/* SQL behind the database's back. */
static void run_sql(const char *path, const char *sql)
{
    sqlite3 *handle;
    g_assert_cmpint(sqlite3_open(path, &handle), ==, SQLITE_OK);
    char *message = NULL;
    if (sqlite3_exec(handle, sql, NULL, NULL, &message) != SQLITE_OK)
        g_error("%s: %s", sql, message);
    g_assert_cmpint(sqlite3_close(handle), ==, SQLITE_OK);
}

/* Files that were written long ago hold these words. */
static void test_words(void)
{
    static const struct {
        const char *rules, *position, *word;
    } words[] = {{"ludii", meeting, "1co94jjthn"},
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
    g_assert_true(tab_notation_parse_situation(rules, meeting, &situation, NULL));
    g_autofree char *word = tab_game_entry_word(&situation.position);
    g_autofree char *sql =
        g_strdup_printf("INSERT INTO positions (rowid, keys) VALUES (3, '%s')", word);
    run_sql(place->path, sql);
    TabGameFilter filter = {.result = -1, .position = meeting};
    g_assert_cmpint(tab_database_count_games(database, &filter, NULL), ==, 3); /* by keys */
    expect_position(database, meeting, NULL, "1@3 2@3");
}

/* --- openings and tallies --- */

static char *tree_text(TabDatabase *database, const TabGameFilter *filter, gint64 parent,
                       guint depth)
{
    g_autoptr(GError) error = NULL;
    GString *text = g_string_new(NULL);
    g_autoptr(GPtrArray) lines = tab_database_list_openings(database, filter, parent, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < lines->len; i++) {
        const TabOpeningLine *line = g_ptr_array_index(lines, i);
        g_string_append_printf(text, "%c %s %s %u:%u-%u-%u", "wb"[line->side], line -> throws,
                               line -> turn, line -> games, line -> won[0], line -> won[1],
                               line -> drawn);
        if (depth > 1) {
            g_autofree char *below = tree_text(database, filter, line->number, depth - 1);
            g_string_append_printf(text, "(%s)", below);
        }
        g_string_append_c(text, ';');
    }
    return g_string_free(text, FALSE);
}

static void expect_tree(TabDatabase *database, TabGameFilter filter, guint depth,
                        const char *expected)
{
    g_autofree char *text = tree_text(database, &filter, 0, depth);
    g_assert_cmpstr(text, ==, expected);
}

static void test_openings(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    fill(database);
    g_autofree char *again = game_text("Eve", "Fay", "2026.02.02", "1-0", "ludii", turns_one);
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

/* --- files --- */

static void put(const char *path, const char *bytes, gsize length)
{
    g_assert_true(g_file_set_contents(path, bytes, (gssize)length, NULL));
}

/* The file is refused in both ways, with its name, and is as it was. */
static void refuse_open(const char *path, GQuark domain, int code)
{
    g_autofree char *before = NULL, *after = NULL;
    gsize length = 0, then = 0;
    gboolean regular = g_file_test(path, G_FILE_TEST_IS_REGULAR);
    g_assert_true(!regular || g_file_get_contents(path, &before, &length, NULL));
    for (int mode = TAB_DATABASE_READ; mode <= TAB_DATABASE_WRITE; mode++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(tab_database_open(path, (TabDatabaseMode)mode, &error));
        g_assert_error(error, domain, code);
        g_assert_true(strstr(error->message, path));
    }
    g_assert_true(!regular || g_file_get_contents(path, &after, &then, NULL));
    g_assert_cmpmem(after, then, before, length);
}

static void test_other_files(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *letter = g_strnfill(5000, 'x');
    refuse_open(place->folder, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    g_assert_null(tab_database_open(place->path, TAB_DATABASE_READ, &error)); /* it is not there */
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_assert_false(g_file_test(place->path, G_FILE_TEST_EXISTS));
    for (guint i = 1; i < 5000; i *= 6) {
        put(place->path, letter, i);
        refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    }
    g_unlink(place->path);
    run_sql(place->path, "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)");
    refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    g_unlink(place->path);
    run_sql(place->path, "PRAGMA application_id = 7; VACUUM");
    refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    g_unlink(place->path);
    g_assert_cmpint(mkfifo(place->path, 0600), ==, 0); /* nobody waits for it */
    refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    refuse_open("/dev/null", TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    refuse_open("/proc/self/no/such/games.db", G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

static void test_new_file(Place *place, gconstpointer data)
{
    put(place->path, "", 0); /* as mktemp leaves it */
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_database_open(place->path, TAB_DATABASE_READ, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    tab_database_close(open_place(place, TAB_DATABASE_WRITE));
    tab_database_close(open_place(place, TAB_DATABASE_WRITE));
    tab_database_close(open_place(place, TAB_DATABASE_READ));
    g_autofree char *usual = tab_database_default_path(FALSE);
    g_assert_true(g_str_has_suffix(usual, "/tab/games.db"));
}

/* A file of a later program, also where only SQLite's journal knows of that. */
static void test_newer(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    fill(database);
    g_autofree char *sql = g_strdup_printf("PRAGMA user_version = %d", TAB_SCHEMA_VERSION + 1);
    run_sql(place->path, sql);
    g_autofree char *journal = g_strconcat(place->path, "-wal", NULL);
    g_assert_true(g_file_test(journal, G_FILE_TEST_EXISTS));
    for (int i = 0; i < 2; i++) {
        refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NEWER);
        g_clear_pointer(&database, tab_database_close);
    }
}

/* A file that another program has made its own, likewise; or that says it is ours, of no version.
 */
static void test_taken_over(Place *place, gconstpointer data)
{
    static const char *const marks[] = {"PRAGMA application_id = 7", "PRAGMA user_version = 0",
                                        "PRAGMA application_id = 0"};
    for (guint i = 0; i < G_N_ELEMENTS(marks); i++) {
        g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
        run_sql(place->path, marks[i]);
        refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
        g_clear_pointer(&database, tab_database_close);
        refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
        g_unlink(place->path);
    }
}

/* A file of the first version gets what is new, and nothing of it is lost. */
static void test_older(Place *place, gconstpointer data)
{
    for (int mode = TAB_DATABASE_READ; mode <= TAB_DATABASE_WRITE; mode++) {
        g_autofree char *sql = g_strdup_printf(
            "%s; PRAGMA application_id = %d; PRAGMA user_version = 1;"
            "INSERT INTO rules VALUES (1, 'ludii'); INSERT INTO sources VALUES (1, 'old');"
            "INSERT INTO games (id, digest, rules, result, begins, turns, source, line, added)"
            " VALUES (17, x'00', 1, '*', 'w', 0, 1, 1, 0)",
            tab_schema_steps[0], TAB_DATABASE_APPLICATION);
        run_sql(place->path, sql);
        g_autoptr(TabDatabase) database = open_place(place, (TabDatabaseMode)mode);
        EXPECT(database, "17", .rules = "ludii");
        g_clear_pointer(&database, tab_database_close);
        database = open_place(place, TAB_DATABASE_WRITE);
        g_autoptr(TabGameAnalysis) analysis = tab_game_analysis_new("Judge", "");
        g_assert_true(tab_database_put_analysis(database, 17, analysis, FALSE, NULL));
        g_autofree char *more = game_text("Ada", "Ben", "2026.01.01", "*", "ludii", turns_one);
        import_new(database, more, 1);
        g_clear_pointer(&database, tab_database_close);
        g_unlink(place->path);
    }
}

/* A database of many pages, closed, and its bytes. */
static char *make_database(const Place *place, gsize *length)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    for (guint i = 0; i < 20; i++) {
        g_autoptr(TabRecord) record = random_game("walker", "fair", 60, i);
        gboolean known;
        g_assert_cmpint(tab_database_add_game(database, record, "test", &known, NULL), ==, i + 1);
    }
    g_clear_pointer(&database, tab_database_close);
    char *bytes = NULL;
    g_assert_true(g_file_get_contents(place->path, &bytes, length, NULL));
    return bytes;
}

static void test_truncated(Place *place, gconstpointer data)
{
    gsize length;
    g_autofree char *bytes = make_database(place, &length);
    g_assert_cmpuint(length, >, 60000);
    for (gsize cut = 100; cut < length; cut = cut * 2 + 1) {
        put(place->path, bytes, cut);
        refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED);
    }
    put(place->path, bytes, length - 1);
    refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED);
    put(place->path, bytes, 99);
    refuse_open(place->path, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED);
}

/* Pages full of rubbish: it is told before anything is written, or when it is met, and nothing of
 * the file changes. */
static void test_damaged(Place *place, gconstpointer data)
{
    gsize length, then;
    g_autofree char *bytes = make_database(place, &length);
    guint found = 0, pages = (guint)(length / 4096);
    for (guint page = 0; page < pages; page += 1 + pages / 20) {
        g_autofree char *bad = g_memdup2(bytes, length), *after = NULL;
        g_autoptr(GError) error = NULL;
        memset(bad + page * 4096 + (page ? 0 : 100), 0x5a, page ? 4096 : 200);
        put(place->path, bad, length);
        g_autoptr(TabDatabase) database =
            tab_database_open(place->path, TAB_DATABASE_WRITE, &error);
        gboolean good = database && tab_database_check(database, &error);
        found += !good;
        if (!good) {
            g_assert_cmpint(error->domain, ==, TAB_DATABASE_ERROR);
            g_assert_true(strstr(error->message, place->path));
        }
        g_clear_pointer(&database, tab_database_close);
        g_assert_true(g_file_get_contents(place->path, &after, &then, NULL));
        g_assert_cmpmem(after, then, bad, length);
    }
    g_assert_cmpuint(found, >=, 15);
}

/* A record whose bytes are no zlib stream, or not the right one. */
static void test_damaged_record(Place *place, gconstpointer data)
{
    static const char *const damages[] = {"record = x'00'",    "record = x''",
                                          "bytes = bytes + 1", "bytes = bytes - 1",
                                          "bytes = -1",        "record = substr(record, 1, 50)"};
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    fill(database);
    for (guint i = 0; i < G_N_ELEMENTS(damages); i++) {
        g_autoptr(GError) error = NULL;
        gsize length;
        g_autofree char *sql =
            g_strdup_printf("CREATE TABLE kept AS SELECT * FROM records WHERE game = 1;"
                            "UPDATE records SET %s WHERE game = 1",
                            damages[i]);
        run_sql(place->path, sql);
        g_assert_null(tab_database_get_record(database, 1, &length, &error));
        g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED);
        g_assert_true(strstr(error->message, place->path));
        run_sql(place->path, "REPLACE INTO records SELECT * FROM kept; DROP TABLE kept");
    }
    gsize length;
    g_autofree char *good = tab_database_get_record(database, 1, &length, NULL);
    g_assert_nonnull(good);
    /* A game of the list without one; who asks for a number may ask for a game that is gone. */
    g_autoptr(GError) visited = NULL, asked = NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    TabGameFilter filter = TAB_GAME_FILTER_INIT;
    run_sql(place->path, "DELETE FROM records WHERE game = 1");
    g_assert_false(tab_database_visit_games(database, &filter, append_record, text, &visited));
    g_assert_error(visited, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_DAMAGED);
    g_assert_null(tab_database_get_record(database, 1, &length, &asked));
    g_assert_error(asked, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED);
}

/* From here on as somebody who is not root, for whom everything can be written, and back. */
static void step_down(void)
{
    if (!getuid())
        g_assert_cmpint(seteuid(65534), ==, 0);
}

static void step_up(void)
{
    g_assert_cmpint(seteuid(getuid()), ==, 0);
}

static void close_folder(const Place *place)
{
    g_assert_cmpint(g_chmod(place->path, 0444), ==, 0);
    g_assert_cmpint(g_chmod(place->folder, 0555), ==, 0);
    step_down();
}

static void open_folder(const Place *place)
{
    step_up();
    g_assert_cmpint(g_chmod(place->folder, 0755), ==, 0);
    g_assert_cmpint(g_chmod(place->path, 0644), ==, 0);
}

/* In a folder that cannot be written a database is read, and writing it is refused. */
static void test_read_only(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL, why = NULL;
    g_autofree char *fresh = g_strconcat(place->path, ".new", NULL);
    fill(database);
    g_clear_pointer(&database, tab_database_close);
    close_folder(place);
    database = open_place(place, TAB_DATABASE_READ);
    EXPECT(database, "1 2 3", .player = "ada");
    g_clear_pointer(&database, tab_database_close);
    g_assert_null(tab_database_open(place->path, TAB_DATABASE_WRITE, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_READ_ONLY);
    g_assert_true(g_str_has_prefix(error->message, place->path));
    g_assert_null(tab_database_open(fresh, TAB_DATABASE_WRITE, &why));
    g_assert_error(why, G_FILE_ERROR, G_FILE_ERROR_ACCES);
    open_folder(place);
}

/* There, what is in SQLite's journal is not passed over: games that somebody who may write there
 * has just added are read, and where he was killed one who may not write cannot know what holds. */
static void test_read_only_journal(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) writer = open_place(place, TAB_DATABASE_WRITE), reader = NULL;
    g_autoptr(GError) error = NULL;
    g_autofree char *journal = g_strconcat(place->path, "-wal", NULL), *added = NULL;
    gsize length;
    fill(writer);
    close_folder(place);
    reader = open_place(place, TAB_DATABASE_READ);
    EXPECT(reader, "1 2 3", .player = "ada");
    g_clear_pointer(&reader, tab_database_close);
    open_folder(place);
    g_assert_true(g_file_get_contents(journal, &added, &length, NULL));
    g_clear_pointer(&writer, tab_database_close);
    put(journal, added, length);
    close_folder(place);
    g_assert_null(tab_database_open(place->path, TAB_DATABASE_READ, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_READ_ONLY);
    g_autofree char *said = g_strdup_printf(
        "%s cannot be read: SQLite's journal cannot be made beside it", place->path);
    g_assert_cmpstr(error->message, ==, said);
    open_folder(place);
}

/* --- what a list of games asks --- */

static char *call_rules(const char *rules)
{
    return g_strdup(strstr(rules, "columns=9") ? "Bräu, lang" : "Kurz");
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
    run_sql(place->path, "UPDATE players SET name = CAST(x'4164c3' AS TEXT) WHERE name = 'Ada';"
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
    TabGameFilter filter = {.result = -1, .position = meeting};
    fill(database);
    for (guint i = 0; i < G_N_ELEMENTS(damages); i++) {
        g_autoptr(GError) error = NULL;
        run_sql(place->path, damages[i]);
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
    run_sql(place->path, "UPDATE games SET result = 'won', termination = 'sleep', begins = 7,"
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
    static const char sql[] = /* zlib's stream of "rubbish" */
        "UPDATE records SET bytes = 7, record = x'78da2b2a4d4aca2cce00000bde02f0'"
        " WHERE game = 1";
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL;
    fill(database);
    run_sql(place->path, sql);
    gsize length;
    g_autofree char *record = tab_database_get_record(database, 1, &length, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(record, ==, "rubbish");
    expect_position(database, meeting, NULL, "2@3"); /* it does not stand there */
    g_assert_false(tab_database_remove_game(database, 1, &error));
    g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD);
    EXPECT(database, "1 2 3", .player = "ada");
}

/* Rows come in the order of the numbers, with a hole where a game is gone. */
static void test_rows_by_number(Place *place, gconstpointer data)
{
    static const gint64 numbers[] = {3, 99, 1};
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL;
    TabGameFilter filter = TAB_GAME_FILTER_INIT;
    fill(database);
    filter.position = meeting;
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

/* A game that is taken out is found by nothing, and may come in again; the others stay. */
static void test_removal(Place *place, gconstpointer data)
{
    g_autoptr(TabDatabase) database = open_place(place, TAB_DATABASE_WRITE);
    g_autoptr(GError) error = NULL;
    g_autofree char *one = game_text("Ada", "Ben", "2026.01.01", "*", "ludii", turns_one);
    g_autofree char *two = game_text("Ada", "Ben", "2026.01.02", "*", "ludii", turns_other);
    import_new(database, one, 1);
    import_new(database, two, 1);
    EXPECT(database, "1 2", .position = meeting);
    g_assert_true(tab_database_remove_game(database, 1, &error));
    g_assert_no_error(error);
    EXPECT(database, "2", .player = "ada");
    EXPECT(database, "2", .position = meeting);
    g_assert_true(tab_database_check(database, &error));
    g_assert_false(tab_database_remove_game(database, 1, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED);
    import_new(database, one, 1);
    EXPECT(database, "2 3", .position = meeting);
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
    ADD("words-of-games", test_words_of_games);
    ADD("many-words", test_many_words);
    ADD("names-that-are-no-text", test_names_that_are_no_text);
    ADD("rows-with-damage", test_rows_with_damage);
    ADD("rows-of-another-kind", test_rows_of_another_kind);
    ADD("record-that-is-none", test_record_that_is_none);
    ADD("rows-by-number", test_rows_by_number);
    ADD("removal", test_removal);
    ADD("positions", test_positions);
    ADD("position-of-two-rules", test_position_of_two_rules);
    ADD("all-positions", test_all_positions);
    ADD("same-word", test_same_word);
    g_test_add_func("/database/words", test_words);
    ADD("openings", test_openings);
    ADD("opening-orders", test_opening_orders);
    ADD("tallies", test_tallies);
    ADD("analyses", test_analyses);
    ADD("other-files", test_other_files);
    ADD("new-file", test_new_file);
    ADD("newer", test_newer);
    ADD("taken-over", test_taken_over);
    ADD("older", test_older);
    ADD("truncated", test_truncated);
    ADD("damaged", test_damaged);
    ADD("damaged-record", test_damaged_record);
    ADD("read-only", test_read_only);
    ADD("read-only-journal", test_read_only_journal);
    return g_test_run();
}
