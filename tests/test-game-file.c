// SPDX-License-Identifier: GPL-3.0-or-later
// Files of games as the window opens and saves them, and the game that is kept between two runs.
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gui/model/file-work.h"
#include "gui/model/game-file.h"
#include "gui/model/game-reading.h"
#include "gui/model/resume.h"
#include "protocol/rules/cast.h"
#include "protocol/game/record-text.h"

static const char *const games =
    "[White \"Ada\"]\n[Black \"Tab Engine\"]\n[Rules \"walker\"]\n[Sticks \"p=0.37\"]\n"
    "[Seed \"42\"]\n[MaxTurns \"300\"]\n[Result \"1-0\"]\n[Termination \"resign\"]\n"
    "[WhiteSeat \"human\"]\n[BlackSeat \"engine:3\"]\n\n"
    "1. w 1,2 1:a9b9,2:b9b7\n1-0\n"
    "\n"
    "[White \"Human\"]\n[Black \"a/b\"]\n[Rules \"ludii\"]\n[Result \"*\"]\n"
    "[WhiteSeat \"human\"]\n[BlackSeat \"engine:4\"]\n[BlackEngine \"Other\"]\n\n"
    "1. w 1 1:a7b7\n*\n"
    "\n"
    "[Rules \"bell\"]\n[Result \"*\"]\n[BlackSeat \"engine:99\"]\n\n*\n";

static GPtrArray *read_games(void)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *records = tab_record_parse(games, strlen(games), &error);
    g_assert_no_error(error);
    g_assert_cmpuint(records->len, ==, 3);
    return records;
}

static GPtrArray *two_engines(void)
{
    GPtrArray *engines = g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
    for (int i = 0; i < 2; i++) {
        TabEngineConfig *config = tab_engine_config_new((const char *[]){"/bin/true", NULL});
        config->name = g_strdup(i ? "Other" : "Own");
        g_ptr_array_add(engines, config);
    }
    return engines;
}

static void test_setups(void)
{
    g_autoptr(GPtrArray) records = read_games(), engines = two_engines();
    g_autoptr(TabGameSetup) over = tab_game_setup_from_record(records->pdata[0], engines);
    g_assert_false(over->player[TAB_BLACK].engine); /* nobody goes on with a game that is over */
    g_assert_cmpstr(over->name[TAB_WHITE], ==, "Ada");
    g_assert_cmpstr(over->name[TAB_BLACK], ==, "Tab Engine");
    g_assert_cmpstr(over->sticks, ==, "p=0.37");
    g_assert_cmpuint(over->seed, ==, 42);
    g_assert_cmpuint(over->max_turns, ==, 300);

    g_autoptr(TabGameSetup) on = tab_game_setup_from_record(records->pdata[1], engines);
    g_assert_null(on->name[TAB_WHITE]);
    g_assert_true(on->player[TAB_BLACK].engine);
    g_assert_cmpint(on->player[TAB_BLACK].level, ==, 4);
    g_assert_cmpstr(on->engine[TAB_BLACK]->name, ==, "Other");
    g_assert_cmpstr(on->rules, ==, "ludii");

    g_assert_null(tab_game_setup_take_stand_ins(on));

    g_autoptr(TabGameSetup) bad = tab_game_setup_from_record(records->pdata[2], engines);
    g_assert_false(bad->player[TAB_BLACK].engine);
    g_assert_null(tab_game_setup_take_stand_ins(bad));

    /* who stands in is told once, wherever it sits now */
    g_ptr_array_remove_index(engines, 1);
    g_autoptr(TabGameSetup) other = tab_game_setup_from_record(records->pdata[1], engines);
    g_assert_cmpstr(other->engine[TAB_BLACK]->name, ==, "Own");
    g_autoptr(TabGameSetup) next = tab_game_setup_copy(other);
    tab_game_setup_exchange(next);
    g_assert_cmpstr(next->missing[TAB_WHITE], ==, "Other");
    g_assert_null(next->missing[TAB_BLACK]);
    g_autofree char *told = tab_game_setup_take_stand_ins(next);
    g_assert_cmpstr(told, ==,
                    "“Other” is not in the list of engines, or is switched off there. “Own” plays "
                    "in its place.");
    g_assert_null(tab_game_setup_take_stand_ins(next));
    g_assert_nonnull(other->missing[TAB_BLACK]);
}

static void test_words(void)
{
    g_autoptr(GPtrArray) records = read_games();
    g_autofree char *one = tab_game_file_describe_record(records->pdata[0]);
    g_autofree char *name = tab_game_file_suggest_name(records->pdata[1]);
    g_assert_cmpstr(one, ==,
                    "Ada\u200e – \u200eTab Engine  \u20661-0\u2069 · Walker · 4×9 · 1 turn");
    g_assert_cmpstr(name, ==, "Human – a b.tab");
    g_assert_false(tab_game_file_has_comments(records->pdata[0]));
    TabRecord *record = records->pdata[0];
    tab_record_set_comment(record->root->child, "!");
    g_assert_true(tab_game_file_has_comments(record));
}

static void assert_suggested(const char *tags, const char *expected)
{
    g_autofree char *text = g_strconcat(tags, "[Rules \"ludii\"]\n[Result \"*\"]\n\n*\n", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
    g_assert_no_error(error);
    g_autofree char *name = tab_game_file_suggest_name(records->pdata[0]);
    g_assert_cmpstr(name, ==, expected);
    g_assert_true(g_utf8_validate(name, -1, NULL));
    g_assert_cmpuint(strlen(name), <=, 255);
}

static void test_suggested_names(void)
{
    assert_suggested("", "White – Black.tab");
    assert_suggested("[White \"?\"]\n[Black \"B\"]\n[Date \"????.??.??\"]\n", "White – B.tab");
    assert_suggested("[White \"A\"]\n[Black \"B\"]\n[Date \"2026.11.??\"]\n", "A – B 2026-11.tab");
    assert_suggested("[White \"A\"]\n[Black \"B\"]\n[Date \"2026.11.28\"]\n",
                     "A – B 2026-11-28.tab");
    /* a letter of two bytes is not cut */
    g_autoptr(GString) tags = g_string_new("[Black \"B\"]\n[White \"A");
    g_autoptr(GString) expected = g_string_new("A");
    for (int i = 0; i < 100; i++)
        g_string_append(tags, "ب");
    for (int i = 0; i < 44; i++)
        g_string_append(expected, "ب");
    g_string_append(tags, "\"]\n");
    g_string_append(expected, " – B.tab");
    assert_suggested(tags->str, expected->str);
}

/* The game in the window is written in its place among the others, or nothing is. */
/* Writes what a desktop keeps of its folders; "": nothing is known. */
static void set_user_folders(const char *text)
{
    g_autofree char *path = g_build_filename(g_get_user_config_dir(), "user-dirs.dirs", NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_reload_user_special_dirs_cache();
}

static void assert_begins_in(const char *last, const char *expected)
{
    g_autofree char *folder = tab_game_file_find_folder(last, G_USER_DIRECTORY_DOCUMENTS);
    g_assert_cmpstr(folder, ==, expected);
}

static void test_folder(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *top = g_dir_make_tmp("tab-folders-XXXXXX", &error);
    g_autofree char *papers = g_build_filename(top, "papers", NULL);
    g_autofree char *line = g_strdup_printf("XDG_DOCUMENTS_DIR=\"%s\"\n", papers);
    set_user_folders("");
    assert_begins_in(NULL, g_get_home_dir());
    set_user_folders(line);
    assert_begins_in("", g_get_home_dir()); /* it is not there */
    g_assert_cmpint(g_mkdir(papers, 0700), ==, 0);
    assert_begins_in("", papers);
    assert_begins_in(top, top);
    assert_begins_in("/no/such/folder", papers);
    g_rmdir(papers);
    g_rmdir(top);
}

/* Of turns that go on with another cast each is counted once, as the list of games does. */
static void test_describe(void)
{
    static const char text[] = "[Rules \"tablan:columns=5\"]\n[Result \"*\"]\n\n"
                               "1. w 0 0:pass\n2. b 2 1:d1c1,1:d2d1\n2. b 0 0:pass\n*\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
    g_assert_no_error(error);
    g_autofree char *line = tab_game_file_describe_record(records->pdata[0]);
    g_assert_cmpstr(line, ==, "White\u200e – \u200eBlack  \u2066…\u2069 · Tablan · 4×5 · 2 turns");
}

static void test_save(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = read_games();
    g_autofree char *folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "games.tab", NULL);
    g_autoptr(TabGameFile) file = tab_game_file_new(path, records, 1);
    const char *text = "[Rules \"lane\"]\n[Result \"*\"]\n\n*\n";
    g_assert_true(tab_game_file_save(file, text, NULL, &error));
    g_autoptr(GPtrArray) again = tab_record_load(path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(again->len, ==, 3);
    g_autofree char *middle = tab_game_file_describe_record(again->pdata[1]),
                    *last = tab_game_file_describe_record(again->pdata[2]);
    g_assert_cmpstr(middle, ==,
                    "White\u200e – \u200eBlack  \u2066…\u2069 · Lane 1836 · 4×9 · 0 turns");
    g_assert_cmpstr(last, ==, "White\u200e – \u200eBlack  \u2066…\u2069 · Bell · 4×9 · 0 turns");
    g_autofree char *name = tab_game_file_get_name(file);
    g_assert_cmpstr(name, ==, "games.tab");

    g_autofree char *nowhere = g_build_filename(folder, "none", "games.tab", NULL);
    g_autoptr(TabGameFile) lost = tab_game_file_new_single(nowhere);
    g_assert_false(tab_game_file_save(lost, text, NULL, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_assert_nonnull(strstr(error->message, "games.tab"));
    g_unlink(path);
    g_rmdir(folder);
}

static void put_text(const char *path, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_file_set_contents(path, text, -1, &error);
    g_assert_no_error(error);
}

/* What another program has written is not written over unasked. */
static void test_changed_by_another(void)
{
    static const char text[] = "[Rules \"lane\"]\n[Result \"*\"]\n\n*\n";
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "own.tab", NULL), *is = NULL, *now = NULL;
    g_autoptr(TabGameFile) file = tab_game_file_new_single(path);
    put_text(path, "of somebody");
    g_assert_true(tab_game_file_save(file, text, NULL, &error)); /* nothing was seen of it */
    g_autofree char *sum = tab_game_file_checksum(text, strlen(text));
    g_assert_cmpstr(file->seen, ==, sum);
    g_autoptr(TabGameFile) copy = tab_game_file_copy(file);
    g_assert_cmpstr(copy->seen, ==, sum);

    put_text(path, "of another program");
    g_assert_false(tab_game_file_save(file, text, NULL, &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
    g_assert_cmpstr(error->message, ==, "Another program has changed “own.tab”.");
    g_clear_error(&error);
    g_assert_true(g_file_get_contents(path, &is, NULL, NULL));
    g_assert_cmpstr(is, ==, "of another program");

    put_text(path, text); /* as it was */
    g_assert_true(tab_game_file_save(file, "other", NULL, &error));
    g_assert_cmpstr(file->seen, !=, sum);
    g_unlink(path); /* where there is nothing, nothing can be lost */
    g_assert_true(tab_game_file_save(file, text, NULL, &error));
    g_assert_no_error(error);
    g_unlink(path);
    g_assert_cmpint(mkfifo(path, 0600), ==, 0); /* is not waited for */
    g_assert_false(tab_game_file_save(file, text, NULL, &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
    g_clear_error(&error);
    g_unlink(path);

    put_text(path, "of another program");
    g_clear_pointer(&file->seen, g_free);
    g_assert_true(tab_game_file_save(file, text, NULL, &error));
    g_assert_true(g_file_get_contents(path, &now, NULL, NULL));
    g_assert_cmpstr(now, ==, text);
    g_unlink(path);
    g_rmdir(folder);
}

/* --- the game that was left --- */

static TabGameSession *new_session(guint64 seed)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    setup->seed = seed;
    setup->movetime = 1234;
    return tab_game_session_new(setup, NULL);
}

static void play(TabGameSession *session, int steps, guint64 seed)
{
    TabRandom random = tab_random_new(seed);
    while (steps-- > 0) {
        if (tab_game_session_throw(session))
            continue;
        g_autoptr(GArray) plays =
            tab_game_list_plays(tab_document_game(session->document), TAB_NO_CELL, -1);
        if (!plays->len)
            tab_game_session_end_turn(session);
        else
            tab_game_session_play(
                session, &g_array_index(plays, TabPlay, tab_random_below(&random, plays->len)));
    }
}

/* Keeps a game and takes it up again: the same text comes of it, and the same place. */
static void check_kept(const char *path, TabGameSession *session, const TabGameFile *file)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabResume) left = tab_resume_new(session, file, NULL, file != NULL);
    g_assert_true(tab_resume_write(left, path, &error));
    g_assert_no_error(error);
    g_autoptr(TabResume) kept = tab_resume_load(path);
    g_assert_null(kept->fault);
    g_assert_cmpint(kept->changed, ==, file != NULL);
    g_assert_cmpstr(kept->path, ==, file ? file->path : NULL);
    g_assert_cmpint(kept->movetime, ==, 1234);
    g_autoptr(TabGameSession) again =
        tab_game_session_new_from_record(g_steal_pointer(&kept->record), session->setup, &error);
    g_assert_no_error(error);
    tab_resume_go_to_place(kept, again);
    g_assert_true(tab_position_same(&tab_document_game(session->document)->position,
                                    &tab_document_game(again->document)->position));
    g_assert_cmpint(tab_document_phase(session->document), ==, tab_document_phase(again->document));
    g_autofree char *text = tab_document_to_text(session->document),
                    *same = tab_document_to_text(again->document);
    g_assert_cmpstr(same, ==, text);
}

static void test_resume(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autofree char *inner = g_build_filename(folder, "state", NULL);
    g_autofree char *path = g_build_filename(inner, "game.ini", NULL);
    g_assert_null(tab_resume_load(path));

    g_autoptr(TabGameSession) session = new_session(11);
    g_autoptr(TabGameFile) file = tab_game_file_new_single("/some where/ü.tab");
    check_kept(path, session, NULL);
    play(session, 60, 3);
    tab_game_session_throw(session);
    check_kept(path, session, file);
    for (int i = 0; i < 6; i++)
        tab_game_session_undo(session);
    check_kept(path, session, NULL);
    TabRecordNode *node = session->document->record->root->child;
    tab_document_review(session->document, node);
    g_assert_true(tab_document_play_on(session->document)); /* aside of the game */
    check_kept(path, session, NULL);
    play(session, 10, 77);
    check_kept(path, session, NULL);

    g_unlink(path);
    g_rmdir(inner);
    g_rmdir(folder);
}

/* Between two runs another program has put its own game into the file of one that was not saved. */
static void test_resume_changed_by_another(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "own.tab", NULL);
    g_autofree char *kept = g_build_filename(folder, "game.ini", NULL);
    g_autoptr(TabGameSession) session = new_session(11);
    g_autoptr(TabGameFile) file = tab_game_file_new_single(path);
    g_autofree char *text = tab_document_to_text(session->document);
    g_assert_true(tab_game_file_save(file, text, NULL, &error));
    play(session, 60, 3);
    for (unsigned changed = 0; changed < 2; changed++) {
        g_autoptr(TabResume) left = tab_resume_new(session, file, NULL, changed);
        g_assert_true(tab_resume_write(left, kept, &error));
        put_text(path, "[White \"Theirs\"]\n[Rules \"ludii\"]\n[Result \"*\"]\n\n*\n");
        g_autoptr(TabResume) again = tab_game_reading_resume(kept, NULL, &error);
        g_assert_no_error(error);
        if (!changed) /* their game is the one that is shown */
            g_assert_true(tab_game_file_save(again->file, text, NULL, &error));
        else
            g_assert_false(tab_game_file_save(again->file, text, NULL, &error));
    }
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
    g_unlink(path);
    g_unlink(kept);
    g_rmdir(folder);
}

/* A game that is paused is taken to its place, too; a place that is not in the record is none. */
static void test_resume_place(void)
{
    g_autoptr(TabGameSession) session = new_session(11);
    play(session, 60, 3);
    TabRecordNode *first = session->document->record->root->child,
                  *end = session->document->live->node;
    g_assert_true(tab_game_session_pause(session));
    TabResume missing = {.place = (char *)"0.0.7."}, odd = {.place = (char *)"0.x"},
              second = {.place = (char *)"0.0."};
    tab_resume_go_to_place(&missing, session);
    g_assert_true(session->document->live->node == end);
    tab_resume_go_to_place(&second, session);
    g_assert_true(session->document->live->node == first->child);
    g_assert_true(session->paused);
    tab_resume_go_to_place(&odd, session);
    g_assert_true(session->document->live->node == first);
}

/* What is no file, or larger than any game, is not read. */
static void test_resume_no_file(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "game.ini", NULL);
    g_autoptr(TabResume) none = tab_resume_load(folder);
    g_assert_null(none->record);
    g_assert_cmpstr(none->fault, ==, g_strerror(EINVAL));
    g_assert_true(g_file_set_contents(path, "[game]\n", -1, NULL));
    g_assert_cmpint(truncate(path, (64 << 20) + 1), ==, 0);
    g_autoptr(TabResume) large = tab_resume_load(path);
    g_assert_null(large->record);
    g_assert_cmpstr(large->fault, ==, "the text is larger than 67108864 bytes");
    g_unlink(path);
    g_rmdir(folder);
    tab_resume_put_aside(large, path); /* gone meanwhile */
    g_assert_null(large->aside);
    g_assert_nonnull(strstr(large->fault, g_strerror(ENOENT)));
}

static guint count_turns(const TabResume *kept)
{
    return kept->record ? kept->record->n_nodes : 0;
}

/* What is read of this, which is damaged. */
static TabResume *load_damaged(const char *path, const char *text, gssize length)
{
    g_assert_true(g_file_set_contents(path, text, length, NULL));
    TabResume *kept = tab_resume_load(path);
    g_assert_nonnull(kept->fault);
    g_assert_true(kept->changed);
    return kept;
}

/* Of a file that is cut short, or has rubbish in it, the turns before that are read; each file gets
 * a name of its own. */
static void test_damaged(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-XXXXXX", NULL), *text = NULL;
    g_autofree char *path = g_build_filename(folder, "game.ini", NULL);
    g_autoptr(TabGameSession) session = new_session(11);
    gsize length;
    play(session, 60, 3);
    g_autoptr(TabResume) left = tab_resume_new(session, NULL, NULL, false);
    g_assert_true(tab_resume_write(left, path, NULL));
    g_assert_true(g_file_get_contents(path, &text, &length, NULL));
    g_autoptr(TabResume) whole = tab_resume_load(path);

    const char *place = strstr(text, "\nplace="), *middle = strstr(text, "\\n12. ");
    g_assert_true(middle && place);
    g_autoptr(TabResume) none = load_damaged(path, "nonsense", -1),
                         empty = load_damaged(path, "", 0),
                         chess = load_damaged(path, "[game]\nrecord=[Rules \"chess\"]\\n\n", -1),
                         few = load_damaged(path, text, 320),
                         half = load_damaged(path, text, middle + 6 - text),
                         all = load_damaged(path, text, place + 3 - text);
    g_assert_true(!none->record && !empty->record && !chess->record);
    g_assert_cmpstr(few->record ? tab_record_get_tag(few->record, "Rules") : NULL, ==, "standard");
    g_assert_cmpuint(count_turns(half), ==, 11);
    g_assert_cmpuint(count_turns(all), ==, count_turns(whole));
    memset(text + (middle - text), '\0', 100);
    g_autoptr(TabResume) zeros = load_damaged(path, text, (gssize)length);
    g_assert_cmpuint(count_turns(zeros), ==, 10);

    for (int i = 1; i <= 3; i++) {
        g_autofree char *name = g_strdup_printf("%s/game-damaged-%d.ini", folder, i);
        g_autofree char *content = g_strdup_printf("damaged %d", i);
        g_assert_true(g_file_set_contents(path, content, -1, NULL));
        g_autofree char *aside = tab_file_set_aside(path, NULL);
        g_assert_cmpstr(aside, ==, name);
        g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
        for (int old = 1; old <= i; old++) {
            g_autofree char *old_name = g_strdup_printf("%s/game-damaged-%d.ini", folder, old);
            g_autofree char *wanted = g_strdup_printf("damaged %d", old), *found = NULL;
            g_assert_true(g_file_get_contents(old_name, &found, NULL, NULL));
            g_assert_cmpstr(found, ==, wanted);
        }
    }
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_file_set_aside("/nowhere/game.ini", &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    for (int i = 1; i <= 3; i++) {
        g_autofree char *name = g_strdup_printf("%s/game-damaged-%d.ini", folder, i);
        g_unlink(name);
    }
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

int main(int argc, char *argv[])
{
    g_autofree char *config = g_dir_make_tmp("tab-config-XXXXXX", NULL);
    g_autofree char *folders = g_build_filename(config, "user-dirs.dirs", NULL);
    g_setenv("XDG_CONFIG_HOME", config, TRUE); /* before GLib asks for it */
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/game-file/setups", test_setups);
    g_test_add_func("/game-file/words", test_words);
    g_test_add_func("/game-file/suggested-names", test_suggested_names);
    g_test_add_func("/game-file/folder", test_folder);
    g_test_add_func("/game-file/describe", test_describe);
    g_test_add_func("/game-file/save", test_save);
    g_test_add_func("/game-file/changed-by-another", test_changed_by_another);
    g_test_add_func("/resume", test_resume);
    g_test_add_func("/resume/place", test_resume_place);
    g_test_add_func("/game-file/resume-changed-by-another", test_resume_changed_by_another);
    g_test_add_func("/resume/no-file", test_resume_no_file);
    g_test_add_func("/resume/damaged", test_damaged);
    int failed = g_test_run();
    g_unlink(folders);
    g_rmdir(config);
    return failed;
}
