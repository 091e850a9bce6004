// SPDX-License-Identifier: GPL-3.0-or-later
// Games of folders and of the database that are analysed in the background: stopped, gone on with,
// written, kept, opened, and what goes wrong.
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "built-engine.h"
#include "database-place.h"
#include "decimal-point.h"
#include "gui/model/games-analysis.h"
#include "protocol/database/analyses.h"
#include "protocol/database/import.h"
#include "protocol/game/record-text.h"
#include "random-game.h"

#define RULES "ludii:columns=5"

static TabRecord *make_game(const char *white, const char *black, guint64 seed)
{
    TabRecord *record = random_game(RULES, "fair", 30, seed);
    tab_record_set_tag(record, "White", white);
    tab_record_set_tag(record, "Black", black);
    return record;
}

static char *text_of(const char *white, const char *black, guint64 seed)
{
    g_autoptr(TabRecord) record = make_game(white, black, seed);
    GString *text = g_string_new(NULL);
    tab_record_write(record, text);
    return g_string_free(text, FALSE);
}

static void write_file(const char *folder, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* Of the folder of the database, which goes with what is in it. */
static char *make_folder(const Place *place)
{
    char *folder = g_build_filename(place->folder, "games", NULL);
    g_autofree char *one = text_of("Ada", "Ben", 1), *two = text_of("Ben", "Ada", 2),
                    *three = text_of("Ada", "Carl", 3), *both = g_strjoin("\n", one, two, NULL),
                    *damaged = g_strjoin("\n", three, "[Rules \"nonsense\"]\n", NULL);
    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    write_file(folder, "a.tab", both);
    write_file(folder, "b.tab", three);
    write_file(folder, "c.tab", damaged);
    write_file(folder, "notes.txt", "no games");
    return folder;
}

static const TabGamesAnalysisItem *item_of(TabGamesAnalysis *analysis, guint i)
{
    g_autoptr(TabGamesAnalysisItem) item = g_list_model_get_item(G_LIST_MODEL(analysis->games), i);
    return item; /* the list has it */
}

static guint count_items(TabGamesAnalysis *analysis)
{
    return g_list_model_get_n_items(G_LIST_MODEL(analysis->games));
}

static const TabAnalysedPlayer *player_of(TabGamesAnalysis *analysis, const char *name)
{
    for (guint i = 0; i < analysis->state.players->len; i++)
        if (g_str_equal(((TabAnalysedPlayer *)analysis->state.players->pdata[i])->name, name))
            return analysis->state.players->pdata[i];
    g_assert_not_reached();
}

static void assert_noted(const TabRecord *record)
{
    for (const TabRecordNode *node = record->root->child; node; node = node->child)
        g_assert_false(isnan(tab_turn_get_loss(node)));
}

/* All of a folder: in the order of the names, the good games of a damaged file too; the rest of it
 * is told. */
static void folders(Place *place, gconstpointer data)
{
    g_autofree char *folder = make_folder(place);
    const TabGamesAnalysisWishes wishes = {.keep = TRUE, .write = TRUE};
    g_autoptr(TabEngineConfig) engine = built_engine("engine/tab-engine");
    g_autoptr(TabGamesAnalysis) analysis = tab_games_analysis_new_folder(folder, place->path);
    g_autoptr(TabRecord) known = make_game("Ben", "Ada", 2);
    g_autoptr(TabDatabase) database = tab_database_open(place->path, TAB_DATABASE_WRITE, NULL);
    gboolean was_there;
    gint64 number = tab_database_add_game(database, known, "test", &was_there, NULL);
    g_assert_cmpint(number, >, 0);
    tab_games_analysis_begin(analysis, engine, &wishes);
    RUN_WHILE(analysis->run);
    g_assert_null(analysis->state.fault);
    g_assert_false(analysis->state.stopped);
    g_assert_cmpuint(count_items(analysis), ==, 5);
    static const struct {
        const char *name;
        guint index;
    } games[] = {{"a.tab", 0}, {"a.tab", 1}, {"b.tab", 0}, {"c.tab", 0}};
    for (guint i = 0; i < G_N_ELEMENTS(games); i++) {
        const TabGamesAnalysisItem *item = item_of(analysis, i);
        g_autofree char *name = g_path_get_basename(item->path);
        g_assert_cmpstr(name, ==, games[i].name);
        g_assert_cmpuint(item->index, ==, games[i].index);
        g_assert_null(item->fault);
        g_assert_cmpfloat_with_epsilon(item->luck[0], -item->luck[1], 1e-9);
        g_assert_cmpfloat(item->loss[0] + item->loss[1], >, 0);
    }
    const TabGamesAnalysisItem *fault = item_of(analysis, 4);
    g_assert_null(fault->line);
    g_assert_nonnull(strstr(fault->fault, "c.tab"));
    g_assert_nonnull(strstr(fault->fault, "game 2"));
    g_assert_cmpuint(analysis->state.games, ==, 4);
    g_assert_cmpuint(analysis->state.failed, ==, 1);
    g_assert_cmpuint(analysis->state.foreign, ==, 3); /* one game of four is in the database */
    g_assert_cmpuint(analysis->state.files, ==, 2);
    g_assert_cmpuint(player_of(analysis, "Ada")->games, ==, 4);
    g_assert_cmpuint(player_of(analysis, "Ben")->games, ==, 2);

    g_autofree char *words = tab_games_analysis_describe(analysis);
    g_assert_nonnull(strstr(words, "4 games were looked at."));
    g_assert_nonnull(strstr(words, "1 could not be analysed."));
    g_autoptr(GPtrArray) kept = tab_database_list_analyses(database, number, NULL);
    g_assert_cmpuint(kept->len, ==, 1);
    g_assert_cmpfloat_with_epsilon(((TabGameAnalysis *)kept->pdata[0])->loss[0],
                                   item_of(analysis, 1)->loss[0], 1e-9);
    g_autofree char *output = g_build_filename(folder, "a-analysed.tab", NULL);
    g_autoptr(GPtrArray) records = tab_record_load(output, NULL);
    g_assert_cmpuint(records->len, ==, 2);
    for (guint i = 0; i < records->len; i++)
        assert_noted(records->pdata[i]);
    g_auto(GStrv) overwritten = tab_games_analysis_list_overwritten(analysis);
    g_assert_cmpuint(g_strv_length(overwritten), ==, 2);

    /* opened, it comes with what was found */
    g_autoptr(TabReadGames) read = tab_games_analysis_item_read(item_of(analysis, 1), NULL, NULL);
    g_assert_cmpstr(tab_record_get_tag(read->record, "White"), ==, "Ben");
    assert_noted(read->record);
    remove_folder(folder);
}

static guint count_lines(const char *path)
{
    g_autofree char *text = NULL;
    guint lines = 0;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        lines++;
    return lines;
}

/* Stopped in the middle, or dropped while it runs, it goes on where it ended. */
static void stopped(Place *place, gconstpointer data)
{
    g_autofree char *folder = make_folder(place);
    const TabGamesAnalysisWishes wishes = {0};
    g_autoptr(TabEngineConfig) engine = built_engine("engine/tab-engine");
    TabGamesAnalysis *first = tab_games_analysis_new_folder(folder, place->path);
    tab_games_analysis_begin(first, engine, &wishes);
    RUN_WHILE(first->run && !count_items(first));
    tab_games_analysis_stop(first);
    RUN_WHILE(first->run);
    g_assert_true(first->state.stopped || count_items(first) == 5);
    g_autofree char *journal = g_strdup(item_of(first, 0)->journal);
    guint before = count_lines(journal);
    g_assert_cmpuint(before, >=, 2); /* its header and a game */
    tab_games_analysis_begin(first, engine, &wishes);
    g_object_unref(first); /* while it runs */

    g_autoptr(TabGamesAnalysis) second = tab_games_analysis_new_folder(folder, place->path);
    do { /* the first may have the journal still */
        tab_games_analysis_begin(second, engine, &wishes);
        RUN_WHILE(second->run);
    } while (second->state.fault && strstr(second->state.fault, "journal"));
    g_assert_null(second->state.fault);
    g_assert_cmpuint(count_items(second), ==, 5);
    guint lines = count_lines(journal);
    g_assert_cmpuint(lines, >=, 4);
    tab_games_analysis_begin(second, engine, &wishes);
    RUN_WHILE(second->run);
    g_assert_cmpuint(count_items(second), ==, 5);
    g_assert_cmpuint(count_lines(journal), ==, lines); /* all of it was known */
    remove_folder(folder);
}

/* Games of the database, with the levels of their players. */
static void stored(Place *place, gconstpointer data)
{
    const TabGamesAnalysisWishes wishes = {.keep = TRUE, .rate = TRUE};
    g_autoptr(TabEngineConfig) engine = built_engine("engine/tab-engine");
    g_autoptr(TabDatabase) database = tab_database_open(place->path, TAB_DATABASE_WRITE, NULL);
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    gint64 gone = 99;
    for (guint seed = 1; seed <= 2; seed++) {
        g_autoptr(TabRecord) record = make_game("Ada", "Ben", seed);
        gboolean known;
        gint64 number = tab_database_add_game(database, record, "test", &known, NULL);
        g_array_append_val(numbers, number);
    }
    g_array_append_val(numbers, gone);
    g_autoptr(TabGamesAnalysis) analysis = tab_games_analysis_new_stored(place->path, numbers);
    tab_games_analysis_begin(analysis, engine, &wishes);
    RUN_WHILE(analysis->run);
    g_assert_null(analysis->state.fault);
    g_assert_cmpuint(count_items(analysis), ==, 3);
    g_assert_cmpuint(analysis->state.games, ==, 2);
    g_assert_cmpuint(analysis->state.failed, ==, 1); /* it is not there */
    g_assert_cmpuint(analysis->state.foreign, ==, 0);
    for (guint i = 0; i < 2; i++) {
        gint64 number = g_array_index(numbers, gint64, i);
        g_autoptr(GPtrArray) kept = tab_database_list_analyses(database, number, NULL);
        g_assert_cmpuint(kept->len, ==, 1);
    }
    for (guint i = 0; i < 2; i++) {
        g_autofree char *level = tab_games_analysis_describe_level(analysis, i ? "Ben" : "Ada");
        g_assert_cmpstr(level, !=, "");
    }
    g_autoptr(TabReadGames) read = tab_games_analysis_item_read(item_of(analysis, 0), NULL, NULL);
    g_assert_true(read->stored);
    assert_noted(read->record);
}

/* What is wrong is told, and nothing is written. */
static void faults(Place *place, gconstpointer data)
{
    g_autofree char *folder = make_folder(place);
    const TabGamesAnalysisWishes wishes = {.write = TRUE};
    const char *const words[] = {"/nowhere/engine", NULL};
    g_autoptr(TabEngineConfig) none = tab_engine_config_new(words),
                               engine = built_engine("engine/tab-engine");
    g_autoptr(TabGamesAnalysis) analysis = tab_games_analysis_new_folder(folder, place->path);
    tab_games_analysis_begin(analysis, none, &wishes);
    RUN_WHILE(analysis->run);
    g_assert_nonnull(analysis->state.fault);
    g_assert_true(analysis->state.stopped);
    g_auto(GStrv) written = tab_games_analysis_list_overwritten(analysis);
    g_assert_cmpuint(g_strv_length(written), ==, 0);
    remove_folder(folder);

    g_autofree char *nowhere = g_build_filename(place->folder, "nowhere", NULL);
    g_autoptr(TabGamesAnalysis) missing = tab_games_analysis_new_folder(nowhere, place->path);
    tab_games_analysis_begin(missing, engine, &wishes);
    RUN_WHILE(missing->run);
    g_assert_nonnull(strstr(missing->state.fault, nowhere));
}

/* What a list of games shows of one: in words, with marks only where there are any. */
static void words(void)
{
    g_autoptr(TabGamesAnalysisItem) item = g_object_new(TAB_TYPE_GAMES_ANALYSIS_ITEM, NULL);
    item->path = g_strdup("/somewhere/games.tab");
    item->fault = g_strdup("games.tab: it is damaged");
    g_autofree char *file = tab_games_analysis_item_describe_game(item),
                    *nowhere = tab_games_analysis_item_describe_place(item),
                    *fault = tab_games_analysis_item_describe_found(item);
    g_assert_cmpstr(file, ==, "games.tab"); /* the whole file is at fault */
    g_assert_null(nowhere);
    g_assert_cmpstr(fault, ==, item->fault);

    g_autoptr(TabGamesAnalysisItem) game = g_object_new(TAB_TYPE_GAMES_ANALYSIS_ITEM, NULL);
    game->path = g_strdup("/somewhere/games.tab");
    game->line = g_strdup("Ada – Ben");
    game->index = 2;
    game->luck[TAB_WHITE] = 0.053;
    game->luck[TAB_BLACK] = -0.053;
    game->loss[TAB_WHITE] = 0.21;
    game->grade[TAB_WHITE][TAB_TURN_SOUND] = 9;
    game->grade[TAB_WHITE][TAB_TURN_DOUBTFUL] = 2;
    game->grade[TAB_WHITE][TAB_TURN_BLUNDER] = 1;
    g_autofree char *line = tab_games_analysis_item_describe_game(game),
                    *place = tab_games_analysis_item_describe_place(game),
                    *found = tab_games_analysis_item_describe_found(game);
    g_assert_cmpstr(line, ==, "Ada – Ben");
    g_assert_cmpstr(place, ==, "games.tab, game 3");
    /* "?!" stands from left to right in every language */
    g_assert_cmpstr(with_points(found), ==,
                    "White: luck +5.3, loss −21.0 points, \u20662 \u200e?!\u2069, "
                    "\u20661 \u200e??\u2069\nBlack: luck −5.3, loss 0.0 points");
    game->number = 7; /* of the database */
    g_assert_null(tab_games_analysis_item_describe_place(game));
}

/* Levels of a player, by rules if there are several, and only those that are known. */
static void levels(void)
{
    TabGamesAnalysisRating ratings[] = {
        {"Ada", "ludii:columns=5", {.level = 3.25, .low = 2, .high = INFINITY}},
        {"Ben", "ludii:columns=5", {.level = NAN}},
        {"Ada", "walker", {.level = 6, .low = NAN, .high = NAN}},
    };
    g_autoptr(TabGamesAnalysis) analysis = tab_games_analysis_new_folder("/nowhere", NULL);
    g_autofree char *unknown = tab_games_analysis_describe_level(analysis, "Ada");
    g_assert_cmpstr(unknown, ==, "");
    analysis->state.ratings = g_ptr_array_new();
    for (guint i = 0; i < G_N_ELEMENTS(ratings); i++)
        g_ptr_array_add(analysis->state.ratings, &ratings[i]);
    g_autofree char *ada = tab_games_analysis_describe_level(analysis, "Ada"),
                    *ben = tab_games_analysis_describe_level(analysis, "Ben");
    g_assert_cmpstr(with_points(ada), ==,
                    "Ludii · 4×5: 3.2 (2.0 to \u2066>10\u2069)\nWalker · 4×9: 6.0");
    g_assert_cmpstr(ben, ==, "");
}

/* The words of a whole life: an engine that never answers is waited for, and stopped by a person.
 */
static void told(Place *place, gconstpointer data)
{
    g_autofree char *folder = make_folder(place);
    const TabGamesAnalysisWishes wishes = {0};
    g_autoptr(TabEngineConfig) mute = built_engine("tests/fake-engine|--mute|go");
    mute->name = g_strdup("Mute");
    g_autoptr(TabGamesAnalysis) analysis = tab_games_analysis_new_folder(folder, place->path);
    g_autofree char *before = tab_games_analysis_describe(analysis);
    g_assert_cmpstr(before, ==, "");
    tab_games_analysis_stop(analysis); /* nothing runs */
    g_assert_false(analysis->stopping);
    tab_games_analysis_begin(analysis, mute, &wishes);
    g_autofree char *reads = tab_games_analysis_describe(analysis);
    g_assert_cmpstr(reads, ==, "Reading the games…");
    g_assert_cmpfloat(tab_games_analysis_get_part(analysis), ==, 0);
    RUN_WHILE(analysis->run && analysis->state.stage != TAB_GAMES_ANALYSIS_ANALYSES);
    g_autofree char *looks = tab_games_analysis_describe(analysis);
    g_assert_cmpstr(looks, ==, "Mute is looking at the games: 0 of 4 are done.");
    g_assert_cmpfloat(tab_games_analysis_get_part(analysis), <, 0.25);
    tab_games_analysis_stop(analysis);
    g_autofree char *stops = tab_games_analysis_describe(analysis);
    g_assert_cmpstr(stops, ==, "Stopping…");
    RUN_WHILE(analysis->run);
    g_assert_true(analysis->state.stopped);
    g_assert_null(analysis->state.fault);
    g_autofree char *stopped = tab_games_analysis_describe(analysis);
    g_assert_true(g_str_has_prefix(stopped, "Stopped. What is analysed is kept"));
    remove_folder(folder);

    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    g_autoptr(TabGamesAnalysis) empty = tab_games_analysis_new_folder(folder, place->path);
    tab_games_analysis_begin(empty, mute, &wishes);
    RUN_WHILE(empty->run);
    g_autofree char *none = tab_games_analysis_describe(empty);
    g_assert_cmpstr(none, ==, "There are no games here.");
    g_assert_cmpfloat(tab_games_analysis_get_part(empty), ==, 0);
    remove_folder(folder);
}

/* Stopped while levels are tried: what was analysed stays, and no level is told. */
static void stopped_rating(Place *place, gconstpointer data)
{
    const TabGamesAnalysisWishes wishes = {.rate = TRUE};
    g_autoptr(TabEngineConfig) engine = built_engine("engine/tab-engine");
    g_autoptr(TabDatabase) database = tab_database_open(place->path, TAB_DATABASE_WRITE, NULL);
    g_autoptr(TabRecord) record = make_game("Ada", "Ben", 5);
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    gboolean known;
    gint64 number = tab_database_add_game(database, record, "test", &known, NULL);
    g_array_append_val(numbers, number);
    g_autoptr(TabGamesAnalysis) analysis = tab_games_analysis_new_stored(place->path, numbers);
    tab_games_analysis_begin(analysis, engine, &wishes);
    RUN_WHILE(analysis->run && analysis->state.stage != TAB_GAMES_ANALYSIS_RATES);
    g_assert_nonnull(analysis->run);
    g_autofree char *tries = tab_games_analysis_describe(analysis),
                    *of = g_strdup_printf(" of %u decisions.", analysis->state.of);
    g_assert_nonnull(strstr(tries, "is trying its levels: "));
    g_assert_true(g_str_has_suffix(tries, of));
    tab_games_analysis_stop(analysis);
    RUN_WHILE(analysis->run);
    g_assert_true(analysis->state.stopped);
    g_assert_null(analysis->state.fault);
    g_assert_cmpuint(analysis->state.games, ==, 1);
    g_autofree char *level = tab_games_analysis_describe_level(analysis, "Ada");
    g_assert_cmpstr(level, ==, "");
}

/* A game that cannot be analysed stands among the others with its fault, and is written without
 * notes. */
static void failed_games(Place *place, gconstpointer data)
{
    g_autofree char *folder = g_build_filename(place->folder, "games", NULL);
    g_autofree char *one = text_of("Ada", "Ben", 1), *two = text_of("Ben", "Ada", 2),
                    *both = g_strjoin("\n", one, two, NULL);
    const TabGamesAnalysisWishes wishes = {.write = TRUE};
    g_autoptr(TabEngineConfig) engine = built_engine("tests/judge-engine|0|crash");
    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    write_file(folder, "a.tab", both);
    g_autoptr(TabGamesAnalysis) analysis = tab_games_analysis_new_folder(folder, place->path);
    tab_games_analysis_begin(analysis, engine, &wishes);
    RUN_WHILE(analysis->run);
    g_assert_null(analysis->state.fault); /* of a game or two it may be the game's */
    g_assert_cmpuint(count_items(analysis), ==, 2);
    g_assert_cmpuint(analysis->state.failed, ==, 2);
    for (guint i = 0; i < 2; i++) {
        const TabGamesAnalysisItem *item = item_of(analysis, i);
        g_autofree char *found = tab_games_analysis_item_describe_found(item);
        g_assert_nonnull(item->line);
        g_assert_cmpstr(found, ==, item->fault);
        g_assert_cmpstr(found, !=, "");
    }
    g_autofree char *output = g_build_filename(folder, "a-analysed.tab", NULL);
    g_autoptr(GPtrArray) records = tab_record_load(output, NULL);
    g_assert_cmpuint(records->len, ==, 2);
    for (guint i = 0; i < 2; i++)
        g_assert_true(isnan(tab_turn_get_loss(((TabRecord *)records->pdata[i])->root->child)));

    /* a game that is not where it was */
    g_autoptr(GError) error = NULL;
    const TabGamesAnalysisItem *second = item_of(analysis, 1);
    g_autoptr(TabReadGames) read = tab_games_analysis_item_read(second, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(tab_record_get_tag(read->record, "White"), ==, "Ben");
    g_assert_true(isnan(tab_turn_get_loss(read->record->root->child)));
    write_file(folder, "a.tab", one);
    g_assert_null(tab_games_analysis_item_read(second, NULL, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_assert_cmpstr(error->message, ==, "a.tab, game 2 is not there any more.");
    g_clear_error(&error);
    g_autoptr(TabReadGames) first =
        tab_games_analysis_item_read(item_of(analysis, 0), NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(tab_record_get_tag(first->record, "White"), ==, "Ada");
    remove_folder(folder);
    g_assert_null(tab_games_analysis_item_read(second, NULL, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

/* What another option, folder or environment of the engine may judge otherwise is analysed anew. */
static void options(Place *place, gconstpointer data)
{
    g_autofree char *folder = g_build_filename(place->folder, "games", NULL);
    g_autofree char *one = text_of("Ada", "Ben", 1);
    const TabGamesAnalysisWishes wishes = {0};
    g_autoptr(TabEngineConfig) engine = built_engine("engine/tab-engine");
    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    write_file(folder, "a.tab", one);
    g_autoptr(TabGamesAnalysis) analysis = tab_games_analysis_new_folder(folder, place->path);
    tab_games_analysis_begin(analysis, engine, &wishes);
    RUN_WHILE(analysis->run);
    g_autofree char *journal = g_strdup(item_of(analysis, 0)->journal);
    tab_engine_config_set_option(engine, "Threads", "2");
    tab_games_analysis_begin(analysis, engine, &wishes);
    RUN_WHILE(analysis->run);
    g_assert_null(analysis->state.fault);
    const TabGamesAnalysisItem *again = item_of(analysis, 0);
    g_assert_cmpstr(again->journal, !=, journal);
    g_assert_nonnull(strstr(again->settings, ", Threads=2, "));
    engine->directory = g_strdup("/");
    tab_engine_config_set_environment(engine, "WEIGHTS", "a");
    tab_engine_config_set_environment(engine, "GONE", NULL);
    engine->inherit_env = TRUE;
    tab_games_analysis_begin(analysis, engine, &wishes);
    RUN_WHILE(analysis->run);
    const char *settings = item_of(analysis, 0)->settings;
    g_assert_nonnull(strstr(settings, ", directory=/, inherit-env, "));
    g_assert_nonnull(strstr(settings, ", env.WEIGHTS=a, env.GONE, Threads=2, "));
    remove_folder(folder);
}

/* Places that cannot be written to or read are told by name; what else there is goes on. */
static void bad_places(Place *place, gconstpointer data)
{
    g_autofree char *folder = make_folder(place);
    const TabGamesAnalysisWishes write = {.write = TRUE}, keep = {.keep = TRUE};
    g_autoptr(TabEngineConfig) engine = built_engine("engine/tab-engine");
    g_autofree char *output = g_build_filename(folder, "a-analysed.tab", NULL),
                    *other = g_build_filename(folder, "b-analysed.tab", NULL);
    g_assert_cmpint(g_mkdir(output, 0700), ==, 0);
    g_autoptr(TabGamesAnalysis) analysis = tab_games_analysis_new_folder(folder, place->path);
    tab_games_analysis_begin(analysis, engine, &write);
    RUN_WHILE(analysis->run);
    g_assert_nonnull(strstr(analysis->state.fault, "a-analysed.tab"));
    g_assert_cmpuint(analysis->state.files, ==, 1);
    g_assert_true(g_file_test(other, G_FILE_TEST_IS_REGULAR));
    g_autofree char *words = tab_games_analysis_describe(analysis);
    g_assert_nonnull(strstr(words, "could not look at all games: "));
    g_assert_nonnull(strstr(words, "1 file with notes was written."));

    g_assert_true(g_file_set_contents(place->path, "no database", -1, NULL));
    tab_games_analysis_begin(analysis, engine, &keep);
    RUN_WHILE(analysis->run);
    g_assert_nonnull(analysis->state.fault);
    g_assert_true(analysis->state.stopped);
    g_assert_cmpuint(count_items(analysis), ==, 0);
    remove_folder(folder);
}

int main(int argc, char **argv)
{
    g_autofree char *state = g_dir_make_tmp("tab-state-XXXXXX", NULL);
    g_setenv("XDG_STATE_HOME", state, TRUE); /* for the journals; before GLib asks for it */
    g_test_init(&argc, &argv, NULL);
    g_test_add("/games-analysis/folders", Place, NULL, place_set_up, folders, place_tear_down);
    g_test_add("/games-analysis/stopped", Place, NULL, place_set_up, stopped, place_tear_down);
    g_test_add("/games-analysis/stored", Place, NULL, place_set_up, stored, place_tear_down);
    g_test_add("/games-analysis/faults", Place, NULL, place_set_up, faults, place_tear_down);
    g_test_add_func("/games-analysis/words", words);
    g_test_add_func("/games-analysis/levels", levels);
    g_test_add("/games-analysis/told", Place, NULL, place_set_up, told, place_tear_down);
    g_test_add("/games-analysis/stopped-rating", Place, NULL, place_set_up, stopped_rating,
               place_tear_down);
    g_test_add("/games-analysis/failed-games", Place, NULL, place_set_up, failed_games,
               place_tear_down);
    g_test_add("/games-analysis/options", Place, NULL, place_set_up, options, place_tear_down);
    g_test_add("/games-analysis/bad-places", Place, NULL, place_set_up, bad_places,
               place_tear_down);
    int failed = g_test_run();
    remove_folder(state);
    return failed;
}
