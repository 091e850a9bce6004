// SPDX-License-Identifier: GPL-3.0-or-later
// What the window writes and reads of files, at a command line: test-faults.py disturbs it.
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "gui/model/engine-store.h"
#include "gui/model/finished-games.h"
#include "gui/model/game-file.h"
#include "gui/model/game-reading.h"
#include "gui/model/problem-progress.h"
#include "gui/model/resume.h"
#include "gui/model/waiting-games.h"
#include "protocol/database/import.h"
#include "protocol/game/record-text.h"
#include "protocol/game/named-rules.h"

static const char record[] =
    "[White \"Ada\"]\n[Black \"Ben\"]\n[Rules \"ludii\"]\n[Result \"*\"]\n\n"
    "1. w 2 2:a7b6\n2. b 2 2:d1c2\n*\n";

/* A file of games, with this one behind those that are there. */
static bool save_game(const char *path, GError **error)
{
    g_autoptr(TabReadGames) games = tab_game_reading_load(path, NULL, error);
    if (!games)
        return false;
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < games->texts->len; i++)
        g_ptr_array_add(texts, g_strdup(games->texts->pdata[i]));
    g_ptr_array_add(texts, g_strdup(record));
    g_autoptr(TabGameFile) file = tab_game_file_new_from_texts(path, texts, texts->len - 1);
    return tab_game_file_save(file, record, NULL, error);
}

static bool keep_game(const char *path, GError **error)
{
    TabResume resume = {.text = (char *)record, .place = (char *)"", .changed = true};
    return tab_resume_write(&resume, path, error);
}

/* As the window begins: what cannot be read is set aside, lest another game take its place. */
static bool take_up_game(const char *path, GError **error)
{
    g_autoptr(TabResume) resume = tab_game_reading_resume(path, NULL, error);
    if (resume && resume->fault)
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", path, resume->fault);
    else if (resume)
        puts(tab_record_get_tag(resume->record, "White"));
    return resume && !resume->fault;
}

static bool add_engine(const char *path, GError **error)
{
    const char *argv[] = {"mine", NULL};
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(argv);
    g_autoptr(TabEngineStore) store = tab_engine_store_new(path);
    config->name = g_strdup("Mine");
    return tab_engine_store_add(store, config, error);
}

static bool add_rules(const char *path, GError **error)
{
    TabRuleset set;
    return tab_ruleset_parse("walker:columns=7", &set, error) &&
           tab_named_rules_save(path, "Mine", &set, error);
}

static bool answer_problem(const char *path, GError **error)
{
    TabProblemAnswer answer = {.key = "a problem", .quality = 5, .loss = 0, .day = 739000};
    return tab_problem_progress_answer(path, &answer, NULL, error);
}

static bool let_wait(const char *path, GError **error)
{
    g_autoptr(GPtrArray) games = tab_waiting_games_load(path, error);
    if (!games)
        return false;
    g_ptr_array_add(games, g_strdup(record));
    return tab_waiting_games_keep(path, games, error);
}

static bool store_game(const char *path, GError **error)
{
    gboolean known;
    g_autoptr(TabDatabase) database = tab_database_open(path, TAB_DATABASE_WRITE, error);
    g_autoptr(GPtrArray) records =
        database ? tab_record_parse(record, strlen(record), error) : NULL;
    return records &&
           tab_database_add_game(database, records->pdata[0], TAB_OWN_GAMES, &known, error) > 0;
}

static const struct {
    const char *name;
    bool (*run)(const char *path, GError **error);
} actions[] = {
    {"save", save_game},    {"keep", keep_game},   {"take-up", take_up_game},
    {"engine", add_engine}, {"rules", add_rules},  {"answer", answer_problem},
    {"wait", let_wait},     {"store", store_game},
};

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    setlocale(LC_ALL, "");
    for (guint i = 0; argc == 3 && i < G_N_ELEMENTS(actions); i++)
        if (!strcmp(argv[1], actions[i].name)) {
            bool good = actions[i].run(argv[2], &error);
            if (!good)
                fprintf(stderr, "%s\n", error ? error->message : "nothing is there");
            return good ? 0 : 1;
        }
    fprintf(stderr, "usage: model-writer ACTION FILE\n");
    return 2;
}
