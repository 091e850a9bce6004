// SPDX-License-Identifier: GPL-3.0-or-later
// Games of folders and of the database that are analysed in the background: stopped, gone on with,
// written, kept, opened, and what goes wrong.
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "built-engine.h"
#include "database-place.h"
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

int main(int argc, char **argv)
{
    g_autofree char *state = g_dir_make_tmp("tab-state-XXXXXX", NULL);
    g_setenv("XDG_STATE_HOME", state, TRUE); /* for the journals; before GLib asks for it */
    g_test_init(&argc, &argv, NULL);
    g_test_add("/games-analysis/folders", Place, NULL, place_set_up, folders, place_tear_down);
    g_test_add("/games-analysis/stopped", Place, NULL, place_set_up, stopped, place_tear_down);
    g_test_add("/games-analysis/stored", Place, NULL, place_set_up, stored, place_tear_down);
    g_test_add("/games-analysis/faults", Place, NULL, place_set_up, faults, place_tear_down);
    int failed = g_test_run();
    remove_folder(state);
    return failed;
}
