// SPDX-License-Identifier: GPL-3.0-or-later
// Files of long games are read and written in parts, and stopped in the middle of it.
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "gui/model/file-work.h"
#include "gui/model/game-reading.h"
#include "random-game.h"
#include "protocol/database/import.h"
#include "protocol/game/record-text.h"
#include "tests/record-replay.h"

/* One game comes with its record, several with a line about each until one is chosen. */
static void test_read(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "games.tab", NULL);
    g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func((GDestroyNotify)tab_record_free);
    g_ptr_array_add(records, forked_game(1));
    save_records(records, path);
    g_autoptr(TabProgress) progress = tab_progress_new();
    g_autoptr(TabReadGames) one = tab_game_reading_load(path, progress, &error);
    g_assert_no_error(error);
    g_assert_nonnull(one->record);
    g_assert_cmpuint(one->texts->len, ==, 1);
    g_assert_cmpfloat(tab_progress_get_part(progress), >, 0.5);

    g_ptr_array_add(records, random_game("ludii", "fair", 5, 9));
    save_records(records, path);
    g_autoptr(TabReadGames) two = tab_game_reading_load(path, NULL, &error);
    g_assert_no_error(error);
    g_assert_null(two->record);
    g_assert_cmpuint(two->lines->len, ==, 2);
    g_autoptr(TabReadGames) second = tab_game_reading_choose(two, 1, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(second->record->n_nodes, ==, 5);
    g_assert_cmpuint(second->chosen, ==, 1);

    tab_progress_cancel(progress);
    g_assert_null(tab_game_reading_load(path, progress, &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error(&error);
    g_assert_true(g_file_set_contents(path, "[Rules \"chess\"]", -1, NULL));
    g_assert_null(tab_game_reading_load(path, NULL, &error));
    g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD);
    g_assert_nonnull(strstr(error->message, "games.tab: line 1: "));
    g_unlink(path);
    g_rmdir(folder);
}

static TabReadGames *paste(const char *text, gsize length, TabProgress *progress, GError **error)
{
    g_autoptr(GBytes) bytes = g_bytes_new_static(text, length);
    g_autoptr(TabRules) rules = tab_rules_parse("walker", NULL);
    return tab_game_reading_paste(bytes, rules, progress, error);
}

static void refuse_paste(const char *text, gsize length, const char *part)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(paste(text, length, NULL, &error));
    g_assert_nonnull(error);
    if (!strstr(error->message, part))
        g_error("“%s” does not say “%s”", error->message, part);
}

/* Games are read as those of a file are, and can be stopped; what is no game is a position. */
static void test_paste(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) text = g_string_new(" \n");
    g_autoptr(TabProgress) progress = tab_progress_new();
    g_autoptr(TabRecord) record = forked_game(1);
    tab_record_write(record, text);
    g_autoptr(TabReadGames) one = paste(text->str, text->len, progress, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(one->record->n_nodes, ==, record->n_nodes);
    g_assert_null(one->position);
    g_assert_cmpfloat(tab_progress_get_part(progress), >, 0.5);
    tab_progress_cancel(progress);
    g_assert_null(paste(text->str, text->len, progress, &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error(&error);

    static const char other[] = "[Rules \"bell\"]\n[Result \"*\"]\n*\n";
    g_string_append(text, other);
    g_autoptr(TabReadGames) two = paste(text->str, text->len, NULL, &error);
    g_assert_no_error(error);
    g_assert_null(two->record);
    g_assert_cmpuint(two->lines->len, ==, 2);

    static const char place[] = "n8/9/8M/N8 w 2 - 9\n";
    g_autoptr(TabReadGames) position = paste(place, strlen(place), NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(position->rules, ==, "walker");
    g_assert_cmpstr(position->position, ==, "n8/9/8M/N8 w 2 - 9");
    g_assert_null(position->texts);
    static const char marked[] =
        "\xef\xbb\xbf[Rules \"ludii\"]\n[Opening \"w1\"]\n[Result \"1-0\"]\n\n1-0\n";
    g_autoptr(TabReadGames) game = paste(marked, strlen(marked), NULL, &error);
    g_assert_no_error(error);
    g_assert_nonnull(game->record);
}

static void test_bad_paste(void)
{
    static const char illegal[] = "[Rules \"bell\"]\n[Result \"*\"]\n1. w 2 2:pass\n";
    refuse_paste(NULL, 0, "no text");
    refuse_paste("hello", 5, "five parts");
    refuse_paste("n8/9/8M/N8\0w 2 - 9", 19, "UTF-8");
    refuse_paste("[White \"\xff\"]\n", 12, "UTF-8");
    refuse_paste(illegal, strlen(illegal), "line 3");
    g_autofree char *endless = g_strnfill(TAB_PASTED_MAX_BYTES + 1, ' ');
    refuse_paste(endless, TAB_PASTED_MAX_BYTES + 1, "too long");
    refuse_paste(endless, TAB_PASTED_MAX_BYTES, "no text");
}

static guint count_files(const char *folder)
{
    guint n = 0;
    g_autoptr(GDir) entries = g_dir_open(folder, 0, NULL);
    while (g_dir_read_name(entries))
        n++;
    return n;
}

/* --- threads --- */

#define RUNS 2000 /* of which nearly each sixth ends before the main loop has heard of it */

static void work_a_little(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    g_task_return_boolean(task, TRUE);
}

typedef struct {
    GThread *main;
    guint ready, let_go, elsewhere; /* owners */
} Owners;

static void on_let_go(gpointer data, GObject *owner)
{
    Owners *owners = data;
    owners->let_go++;
    owners->elsewhere += g_thread_self() != owners->main;
}

static void on_worked(GObject *owner, GAsyncResult *result, gpointer data)
{
    Owners *owners = g_object_get_data(owner, "owners");
    g_assert_true(g_task_propagate_boolean(G_TASK(result), NULL));
    owners->ready++;
}

/* Whoever waits for a thread ends in the main loop, also if nobody else has it any more. */
static void test_owner(void)
{
    Owners owners = {g_thread_self(), 0, 0, 0};
    for (guint i = 0; i < RUNS; i++) {
        GObject *owner = g_object_new(G_TYPE_OBJECT, NULL);
        g_object_set_data(owner, "owners", &owners);
        g_object_weak_ref(owner, on_let_go, &owners);
        tab_work_in_thread(owner, work_a_little, NULL, NULL, on_worked);
        g_object_unref(owner);
        while (owners.let_go <= i)
            g_main_context_iteration(NULL, TRUE);
    }
    g_assert_cmpuint(owners.ready, ==, RUNS);
    g_assert_cmpuint(owners.elsewhere, ==, 0);
}

/* --- writing --- */

/* What stood there stays when writing is stopped, and nothing else is left. */
static void test_write(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "a.tab", NULL), *read = NULL;
    g_autofree char *text = g_strnfill(3 << 20, 'x');
    g_autoptr(TabProgress) progress = tab_progress_new();
    g_assert_true(tab_file_write(path, "old", 3, NULL, &error));
    tab_progress_cancel(progress);
    g_assert_false(tab_file_write(path, text, strlen(text), progress, &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error(&error);
    g_assert_true(g_file_get_contents(path, &read, NULL, NULL));
    g_assert_cmpstr(read, ==, "old");
    g_assert_cmpuint(count_files(folder), ==, 1);

    g_autoptr(TabProgress) whole = tab_progress_new();
    gsize length;
    g_assert_true(tab_file_write(path, text, strlen(text), whole, &error));
    g_assert_no_error(error);
    g_clear_pointer(&read, g_free);
    g_assert_true(g_file_get_contents(path, &read, &length, NULL));
    g_assert_cmpuint(length, ==, 3 << 20);
    g_assert_cmpfloat(tab_progress_get_part(whole), ==, 1.0);
    g_assert_cmpuint(count_files(folder), ==, 1);

    g_autofree char *inner = g_build_filename(folder, "inner", NULL);
    g_assert_cmpint(g_mkdir(inner, 0700), ==, 0);
    g_assert_false(tab_file_write(inner, "new", 3, NULL, &error)); /* it has that name */
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_ISDIR);
    g_assert_nonnull(strstr(error->message, inner));
    g_assert_cmpuint(count_files(folder), ==, 2);
    g_rmdir(inner);
    g_unlink(path);
    g_rmdir(folder);
}

/* Each game that came with the program is looked at from its beginning, and need not be saved. */
static void test_examples(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabProgress) progress = tab_progress_new();
    g_autoptr(TabReadGames) games = tab_game_reading_examples(progress, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(games->texts->len, ==, tab_ruleset_n_presets());
    g_assert_true(games->stored);
    g_assert_null(games->record);
    for (guint i = 0; i < games->texts->len; i++) {
        g_autoptr(TabReadGames) one = tab_game_reading_choose(games, i, NULL, &error);
        g_autofree char *path = tab_game_reading_find_example(tab_ruleset_preset_name(i));
        g_assert_no_error(error);
        g_assert_nonnull(path);
        g_assert_cmpstr(tab_record_get_tag(one->record, "Rules"), ==, tab_ruleset_preset_name(i));
        g_assert_cmpint(one->at, ==, 0);
        g_assert_true(one->stored);
    }
    g_assert_null(tab_game_reading_find_example("none"));
    tab_progress_cancel(progress);
    g_assert_null(tab_game_reading_examples(progress, &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A game of a database is shown where it was asked for; one that is not there, or no database, is
 * named. */
static void test_stored(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "games.db", NULL);
    g_autoptr(TabRecord) record = random_game("ludii", "fair", 5, 9);
    g_autoptr(TabDatabase) database = tab_database_open(path, TAB_DATABASE_WRITE, &error);
    g_assert_no_error(error);
    gboolean known;
    gint64 number = tab_database_add_game(database, record, "test", &known, &error);
    g_assert_no_error(error);
    g_assert_false(known);
    g_clear_pointer(&database, tab_database_close);

    g_autoptr(TabReadGames) games = tab_game_reading_stored(path, number, 3, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(games->record->n_nodes, ==, record->n_nodes);
    g_assert_cmpint(games->at, ==, 3);
    g_assert_true(games->stored);

    g_assert_null(tab_game_reading_stored(path, number + 1, -1, NULL, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED);
    g_clear_error(&error);
    g_autoptr(TabProgress) progress = tab_progress_new();
    tab_progress_cancel(progress);
    g_assert_null(tab_game_reading_stored(path, number, -1, progress, &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error(&error);
    g_assert_null(tab_game_reading_stored(folder, number, -1, NULL, &error));
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    g_assert_nonnull(strstr(error->message, folder));
    g_unlink(path);
    g_rmdir(folder);
}

/* A file that no game can be as large as is not read at all, and one that is not there is named. */
static void test_too_large(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "large.tab", NULL);
    g_assert_null(tab_game_reading_load(path, NULL, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_assert_nonnull(strstr(error->message, path));
    g_clear_error(&error);
    g_assert_true(g_file_set_contents(path, "", 0, NULL));
    g_assert_cmpint(truncate(path, (off_t)TAB_RECORD_MAX_BYTES + 1), ==, 0);
    g_assert_null(tab_game_reading_load(path, NULL, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED);
    g_assert_nonnull(strstr(error->message, "large.tab: larger than"));
    g_unlink(path);
    g_rmdir(folder);
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/game-reading/read", test_read);
    g_test_add_func("/game-reading/paste", test_paste);
    g_test_add_func("/game-reading/bad-paste", test_bad_paste);
    g_test_add_func("/file-work/owner", test_owner);
    g_test_add_func("/file-work/write", test_write);
    g_test_add_func("/game-reading/examples", test_examples);
    g_test_add_func("/game-reading/stored", test_stored);
    g_test_add_func("/game-reading/too-large", test_too_large);
    return g_test_run();
}
