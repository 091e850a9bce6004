// SPDX-License-Identifier: GPL-3.0-or-later
// The database as the window has it: a list whose rows come later, and finished games that go in,
// each once.
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>

#include "database-place.h"
#include "session-fixture.h"
#include "gui/model/finished-games.h"
#include "gui/model/game-list.h"
#include "gui/model/game-removal.h"
#include "protocol/database/analyses.h"
#include "protocol/database/import.h"
#include "protocol/game/record-text.h"

#define GAMES 300 /* more than are asked for at a time */

/* A record of White `white` whose turns lead to the same position after two. */
static char *record_text(const char *white, guint turns)
{
    static const char *const moves[] = {"1. w 2 2:a7b6\n", "2. b 2 2:d1c2\n", "3. w 2 2:a6b7\n"};
    GString *text = g_string_new(NULL);
    g_string_append_printf(text,
                           "[White \"%s\"]\n[Black \"Ben\"]\n[Rules \"ludii\"]\n"
                           "[Result \"*\"]\n\n",
                           white);
    for (guint i = 0; i < turns; i++)
        g_string_append(text, moves[i]);
    g_string_append(text, "*\n");
    return g_string_free(text, FALSE);
}

static void add_game(TabDatabase *database, const char *white, guint turns)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = record_text(white, turns);
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
    gboolean known;
    g_assert_no_error(error);
    g_assert_cmpint(tab_database_add_game(database, records->pdata[0], "test", &known, &error), >,
                    0);
}

static void fill(const Place *place, guint games)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabDatabase) database = tab_database_open(place->path, TAB_DATABASE_WRITE, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < games; i++) {
        g_autofree char *white = g_strdup_printf("Player %03u", i);
        add_game(database, white, 1 + i % 3);
    }
}

static TabGameList *open_list(const Place *place)
{
    TabGameList *list = tab_game_list_new(place->path);
    tab_game_list_refresh(list);
    RUN_WHILE(tab_game_list_is_waiting(list));
    return list;
}

static guint count(TabGameList *list)
{
    return g_list_model_get_n_items(G_LIST_MODEL(list));
}

static TabGameItem *hold(TabGameList *list, guint place)
{
    TabGameItem *item = g_list_model_get_item(G_LIST_MODEL(list), place);
    g_assert_nonnull(item);
    RUN_WHILE(!tab_game_item_get_row(item));
    return item;
}

static void expect_white(TabGameList *list, guint place, const char *white)
{
    g_autoptr(TabGameItem) item = hold(list, place);
    g_assert_cmpstr(tab_game_item_get_row(item)->white, ==, white);
    g_assert_nonnull(tab_game_item_get_rules(item));
}

/* --- the list --- */

/* Nothing is made by looking. */
static void test_no_file(Place *place, gconstpointer data)
{
    g_autoptr(TabGameList) list = open_list(place);
    g_assert_cmpuint(count(list), ==, 0);
    g_assert_null(tab_game_list_get_error(list));
    g_assert_false(g_file_test(place->path, G_FILE_TEST_EXISTS));
    fill(place, 2); /* by somebody else */
    tab_game_list_refresh(list);
    RUN_WHILE(tab_game_list_is_waiting(list));
    g_assert_cmpuint(count(list), ==, 2);
}

static void test_rows(Place *place, gconstpointer data)
{
    fill(place, GAMES);
    g_autoptr(TabGameList) list = open_list(place);
    g_autoptr(GPtrArray) held = g_ptr_array_new_with_free_func(g_object_unref);
    g_assert_cmpuint(count(list), ==, GAMES);
    expect_white(list, 0, "Player 299"); /* the latest first */
    expect_white(list, GAMES - 1, "Player 000");
    for (guint i = 0; i < GAMES; i++)
        g_ptr_array_add(held, g_list_model_get_item(G_LIST_MODEL(list), i));
    for (guint i = 0; i < GAMES; i++) {
        g_autofree char *white = g_strdup_printf("Player %03u", GAMES - 1 - i);
        g_autoptr(TabGameItem) again = g_list_model_get_item(G_LIST_MODEL(list), i);
        g_assert_true(again == held->pdata[i]);
        expect_white(list, i, white);
    }
    g_assert_null(g_list_model_get_item(G_LIST_MODEL(list), GAMES));
    g_assert_cmpint(tab_game_list_find(list, 1), ==, GAMES - 1);
    g_assert_cmpint(tab_game_list_find(list, GAMES + 1), ==, -1);
}

static void test_wishes(Place *place, gconstpointer data)
{
    fill(place, GAMES);
    g_autoptr(TabGameList) list = open_list(place);
    gboolean descending;
    g_assert_cmpstr(tab_game_list_get_path(list), ==, place->path);
    g_assert_cmpint(tab_game_list_get_sort(list, &descending), !=, TAB_GAME_WHITE);
    tab_game_list_sort(list, TAB_GAME_WHITE, FALSE);
    g_assert_cmpint(tab_game_list_get_sort(list, &descending), ==, TAB_GAME_WHITE);
    g_assert_false(descending);
    RUN_WHILE(tab_game_list_is_waiting(list));
    g_autoptr(GArray) numbers = tab_game_list_copy_numbers(list);
    g_assert_cmpuint(numbers->len, ==, GAMES);
    for (guint i = 0; i < GAMES; i++)
        g_assert_cmpint(tab_game_list_find(list, g_array_index(numbers, gint64, i)), ==, (int)i);
    expect_white(list, 0, "Player 000");
    static const char *const typed[] = {"p", "pl", "player 01", "player 012"};
    for (guint i = 0; i < G_N_ELEMENTS(typed); i++) /* what was typed last holds */
        tab_game_list_set_words(list, typed[i]);
    RUN_WHILE(tab_game_list_is_waiting(list));
    g_assert_cmpuint(count(list), ==, 1);
    expect_white(list, 0, "Player 012");
    tab_game_list_set_words(list, "");
    tab_game_list_set_position(list, "mmmmmm1/1m5/5M1/MMMMMM1 w - - 3");
    RUN_WHILE(tab_game_list_is_waiting(list));
    g_assert_cmpuint(count(list), ==, 0);
    tab_game_list_set_position(list, "mmmmm/5/5/MMMMM w - - 1"); /* a board no game here has */
    g_assert_cmpstr(tab_game_list_get_position(list), ==, "mmmmm/5/5/MMMMM w - - 1");
    g_assert_cmpstr(tab_game_list_get_words(list), ==, "");
    RUN_WHILE(tab_game_list_is_waiting(list));
    g_assert_no_error(tab_game_list_get_error(list));
    g_assert_cmpuint(count(list), ==, 0);
    tab_game_list_set_position(list, "1mmmmmm/1m5/5M1/MMMMMM1 w - - 3");
    RUN_WHILE(tab_game_list_is_waiting(list));
    g_assert_cmpuint(count(list), ==, GAMES / 3 * 2); /* those of two turns and more */
    g_autoptr(TabGameItem) item = hold(list, 0);
    g_assert_cmpint(tab_game_item_get_row(item)->at, ==, 2);
}

typedef struct {
    guint position, removed, added, n;
} Change;

static void note_change(GListModel *model, guint position, guint removed, guint added, Change *all)
{
    *all = (Change){position, all->removed + removed, all->added + added, all->n + 1};
}

/* What stays is not touched, and items that are held stay the same. */
static void test_refresh(Place *place, gconstpointer data)
{
    fill(place, 5);
    g_autoptr(TabGameList) list = open_list(place);
    g_autoptr(TabGameItem) latest = hold(list, 0);
    Change change = {0};
    g_signal_connect(list, "items-changed", G_CALLBACK(note_change), &change);
    tab_game_list_refresh(list);
    RUN_WHILE(tab_game_list_is_waiting(list));
    g_assert_cmpuint(change.n, ==, 0);
    fill(place, 6);
    tab_game_list_refresh(list);
    RUN_WHILE(tab_game_list_is_waiting(list));
    g_assert_cmpuint(change.n, ==, 1);
    g_assert_cmpuint(change.position + change.removed, ==, 0);
    g_assert_cmpuint(change.added, ==, 1);
    g_autoptr(TabGameItem) second = g_list_model_get_item(G_LIST_MODEL(list), 1);
    g_assert_true(second == latest);
}

static void note_most_removed(GListModel *model, guint position, guint removed, guint added,
                              guint *most)
{
    g_assert_true(removed == 0 || added == 0);
    *most = MAX(*most, removed);
}

/* In another order games that are held go little by little, and what is asked for meanwhile holds;
 * a list may go meanwhile, too. */
static void test_order(Place *place, gconstpointer data)
{
    fill(place, GAMES);
    TabGameList *list = open_list(place);
    guint most = 0;
    {
        g_autoptr(GPtrArray) held = g_ptr_array_new_with_free_func(g_object_unref);
        for (guint i = 0; i < GAMES; i++)
            g_ptr_array_add(held, g_list_model_get_item(G_LIST_MODEL(list), i));
        g_signal_connect(list, "items-changed", G_CALLBACK(note_most_removed), &most);
        tab_game_list_sort(list, TAB_GAME_WHITE, FALSE);
        RUN_WHILE(!most);
        g_assert_cmpuint(count(list), >, 0); /* some are there still */
        g_assert_true(tab_game_list_is_waiting(list));
        tab_game_list_sort(list, TAB_GAME_WHITE, TRUE);
        RUN_WHILE(tab_game_list_is_waiting(list));
    }
    g_assert_cmpuint(most, <=, 100);
    g_assert_cmpuint(count(list), ==, GAMES);
    expect_white(list, 0, "Player 299");
    expect_white(list, GAMES - 1, "Player 000");
    most = 0;
    tab_game_list_sort(list, TAB_GAME_WHITE, FALSE);
    RUN_WHILE(!most);
    g_assert_cmpuint(most, >, 100); /* nobody holds them */
    g_object_unref(list);
}

/* A file that is none is told, and what was there before is gone; the file is not touched. */
static void test_other_file(Place *place, gconstpointer data)
{
    g_autofree char *text = NULL;
    fill(place, 3);
    g_autoptr(TabGameList) list = open_list(place);
    g_assert_true(g_file_set_contents(place->path, "not a database", -1, NULL));
    tab_game_list_refresh(list);
    RUN_WHILE(tab_game_list_is_waiting(list));
    g_assert_cmpuint(count(list), ==, 0);
    g_assert_error(tab_game_list_get_error(list), TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
    g_assert_true(strstr(tab_game_list_get_error(list)->message, place->path));
    g_assert_true(g_file_get_contents(place->path, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, "not a database");
}

/* A list, and items of it, that go while something is asked. */
static void test_gone(Place *place, gconstpointer data)
{
    fill(place, 100);
    TabGameList *list = open_list(place);
    TabGameItem *item = g_list_model_get_item(G_LIST_MODEL(list), 50);
    g_autoptr(TabGameItem) kept = g_list_model_get_item(G_LIST_MODEL(list), 51);
    tab_game_list_refresh(list);
    g_object_unref(item);
    g_object_add_weak_pointer(G_OBJECT(list), (gpointer *)&list);
    g_object_unref(list);
    RUN_WHILE(list);
    g_assert_cmpint(tab_game_item_get_number(kept), ==, 49);
}

/* --- finished games --- */

typedef struct {
    guint stored, failed, busy;
    gboolean idle, kept;
} Heard;

static void on_stored(Heard *heard)
{
    heard->stored++;
}

static void on_failed(Heard *heard, const GError *error, gboolean kept)
{
    g_assert_nonnull(error);
    heard->failed++;
    heard->kept = kept;
}

static void on_busy(Heard *heard)
{
    heard->busy++;
    heard->idle = FALSE;
}

static void on_idle(Heard *heard)
{
    g_assert_false(heard->idle);
    heard->idle = TRUE;
}

static char *waiting_path(const Place *place)
{
    g_autofree char *folder = g_path_get_dirname(place->path);
    return g_build_filename(folder, "waiting.tab", NULL);
}

static TabFinishedGames *follow(const Place *place, TabGameSession *session, Heard *heard)
{
    g_autofree char *waiting = waiting_path(place);
    TabFinishedGames *games = tab_finished_games_new(place->path, waiting);
    *heard = (Heard){.idle = TRUE};
    g_signal_connect_swapped(games, "stored", G_CALLBACK(on_stored), heard);
    g_signal_connect_swapped(games, "failed", G_CALLBACK(on_failed), heard);
    g_signal_connect_swapped(games, "busy", G_CALLBACK(on_busy), heard);
    g_signal_connect_swapped(games, "idle", G_CALLBACK(on_idle), heard);
    tab_finished_games_follow(games, session);
    return games;
}

static TabGameSession *open_game(const char *white, guint turns)
{
    g_autofree char *text = record_text(white, turns);
    return session_open(text, NULL);
}

static void resign(TabGameSession *session, const Heard *heard)
{
    g_assert_true(tab_game_session_resign(session));
    RUN_WHILE(!heard->idle);
}

/* Plays one turn more after the end was taken back. */
static void end_otherwise(TabGameSession *session, const Heard *heard)
{
    tab_document_revoke(session->document);
    tab_game_session_throw(session);
    while (tab_document_live_phase(session->document) == TAB_PHASE_THROW)
        tab_game_session_throw(session);
    while (session_play_any(session))
        ;
    tab_game_session_end_turn(session);
    resign(session, heard);
}

static void test_finished(Place *place, gconstpointer data)
{
    g_autoptr(TabGameSession) session = open_game("Ada", 2);
    Heard heard;
    g_autoptr(TabFinishedGames) games = follow(place, session, &heard);
    resign(session, &heard);
    g_assert_cmpuint(heard.stored, ==, 1);
    g_autoptr(TabGameList) list = open_list(place);
    g_assert_cmpuint(count(list), ==, 1);
    g_autoptr(TabGameItem) item = hold(list, 0);
    const TabStoredGame *game = tab_game_item_get_row(item);
    g_assert_cmpstr(game->source, ==, TAB_OWN_GAMES);
    g_assert_cmpint(game->result, !=, TAB_RECORD_UNDECIDED);
    g_assert_cmpint(game->termination, ==, TAB_RECORD_RESIGN);
    /* the end is taken back, and another turn is played before the next */
    end_otherwise(session, &heard);
    g_assert_cmpuint(heard.stored, ==, 2);
    tab_game_list_refresh(list);
    RUN_WHILE(tab_game_list_is_waiting(list));
    g_assert_cmpuint(count(list), ==, 1); /* in the place of the first */
    g_autoptr(TabGameItem) other = hold(list, 0);
    g_assert_cmpuint(tab_game_item_get_row(other)->turns, ==, 3);
    g_assert_cmpuint(heard.failed, ==, 0);
    g_assert_cmpuint(heard.busy, ==, 2);
    tab_game_session_close(session);
}

/* A stranger that has got the number of the first end in another file stays. */
static void test_another_file(Place *place, gconstpointer data)
{
    g_autoptr(TabGameSession) session = open_game("Ada", 2);
    Heard heard;
    g_autoptr(TabFinishedGames) games = follow(place, session, &heard);
    resign(session, &heard);
    g_unlink(place->path);
    fill(place, 1);
    end_otherwise(session, &heard);
    g_assert_cmpuint(heard.failed, ==, 0);
    g_autoptr(TabGameList) list = open_list(place);
    g_assert_cmpuint(count(list), ==, 2);
    tab_game_session_close(session);
}

/* The window is closed before a game could be written: the next run puts it in, and the file goes.
 */
static void test_waiting(Place *place, gconstpointer data)
{
    g_autofree char *waiting = waiting_path(place), *text = NULL;
    g_autoptr(TabGameSession) session = open_game("Ada", 2), next = open_game("Bashir", 2);
    Heard heard;
    TabFinishedGames *games = follow(place, session, &heard);
    g_assert_true(g_file_set_contents(place->path, "no database", -1, NULL));
    resign(session, &heard);
    g_assert_cmpuint(heard.failed, ==, 1);
    g_assert_true(heard.kept);
    tab_finished_games_follow(games, next);
    resign(next, &heard); /* waits beside the first */
    g_assert_cmpuint(heard.failed, ==, 1);
    g_object_unref(games);
    g_assert_true(g_file_get_contents(waiting, &text, NULL, NULL));
    g_assert_nonnull(strstr(text, "Ada"));
    g_assert_nonnull(strstr(text, "Bashir"));
    g_unlink(place->path);
    g_autoptr(TabFinishedGames) again = follow(place, NULL, &heard);
    RUN_WHILE(heard.stored < 2 || !heard.idle);
    g_assert_false(g_file_test(waiting, G_FILE_TEST_EXISTS));
    g_autoptr(TabGameList) list = open_list(place);
    g_assert_cmpuint(count(list), ==, 2);
    tab_game_session_close(session);
    tab_game_session_close(next);
}

/* What is no record is not lost when games wait again. */
static void test_waiting_damaged(Place *place, gconstpointer data)
{
    g_autofree char *waiting = waiting_path(place), *text = NULL;
    g_autofree char *folder = g_path_get_dirname(place->path);
    g_autofree char *aside = g_build_filename(folder, "waiting-damaged-1.tab", NULL);
    Heard heard;
    g_assert_true(g_file_set_contents(waiting, "[Rules \"walker\"]\n\n1. w 9 rubbish\n", -1, NULL));
    g_autoptr(TabFinishedGames) games = follow(place, NULL, &heard);
    RUN_WHILE(!heard.failed);
    g_assert_false(g_file_test(waiting, G_FILE_TEST_EXISTS));
    g_assert_true(g_file_get_contents(aside, &text, NULL, NULL));
    g_assert_nonnull(strstr(text, "rubbish"));
    g_unlink(aside);
}

/* One that cannot be set aside either stays as it is. */
static void test_waiting_stuck(Place *place, gconstpointer data)
{
    enum { NAMES = 1000 };
    static const char rubbish[] = "[Rules \"walker\"]\n\n1. w 9 rubbish\n";
    g_autofree char *waiting = waiting_path(place), *text = NULL;
    g_autofree char *folder = g_path_get_dirname(place->path);
    g_autoptr(TabGameSession) session = open_game("Ada", 2);
    g_assert_true(g_file_set_contents(waiting, rubbish, -1, NULL));
    for (int i = 1; i <= NAMES; i++) {
        g_autofree char *taken = g_strdup_printf("%s/waiting-damaged-%d.tab", folder, i);
        g_close(g_creat(taken, 0600), NULL);
    }
    Heard heard;
    g_autoptr(TabFinishedGames) games = follow(place, NULL, &heard);
    RUN_WHILE(!heard.failed);
    tab_finished_games_follow(games, session);
    g_assert_true(g_file_set_contents(place->path, "no database", -1, NULL));
    resign(session, &heard);
    g_assert_cmpuint(heard.failed, ==, 2);
    g_assert_false(heard.kept);
    g_unlink(place->path);
    end_otherwise(session, &heard);
    RUN_WHILE(!heard.stored);
    g_assert_true(g_file_get_contents(waiting, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, rubbish);
    tab_game_session_close(session);
    g_unlink(waiting);
    for (int i = 1; i <= NAMES; i++) {
        g_autofree char *taken = g_strdup_printf("%s/waiting-damaged-%d.tab", folder, i);
        g_unlink(taken);
    }
}

/* Games that are over already, that nobody has played, and all while it is switched off. */
static void test_not_ours(Place *place, gconstpointer data)
{
    g_autoptr(TabGameSession) session = open_game("Ada", 2), empty = open_game("Ada", 0);
    Heard heard;
    g_autoptr(TabFinishedGames) games = follow(place, session, &heard);
    tab_finished_games_enable(games, FALSE);
    resign(session, &heard);
    tab_finished_games_enable(games, TRUE);
    tab_finished_games_follow(games, session);
    tab_document_set_comment(session->document, session->document->record->root, "over");
    tab_finished_games_follow(games, empty);
    resign(empty, &heard);
    g_assert_cmpuint(heard.busy, ==, 0);
    g_assert_false(g_file_test(place->path, G_FILE_TEST_EXISTS));
    tab_game_session_close(session);
    tab_game_session_close(empty);
}

static TabGameAnalysis *find_values(const Place *place, gint64 game)
{
    g_autoptr(TabDatabase) database = tab_database_open(place->path, TAB_DATABASE_READ, NULL);
    g_autoptr(GPtrArray) list = tab_database_list_analyses(database, game, NULL);
    g_assert_cmpuint(list->len, <=, 1);
    g_ptr_array_set_free_func(list, NULL);
    return list->len ? list->pdata[0] : NULL;
}

/* What an analysis notes in a finished game is kept with it, and another one in its place. */
static void test_values(Place *place, gconstpointer data)
{
    g_autoptr(TabGameSession) session = open_game("Ada", 2);
    Heard heard;
    g_autoptr(TabFinishedGames) games = follow(place, session, &heard);
    TabRecordNode *first = session->document->record->root->child;
    tab_record_set_note(first, "loss", "0.25");
    tab_document_notes_changed(session->document); /* it is not decided yet */
    resign(session, &heard);
    g_autoptr(TabGameAnalysis) noted = find_values(place, 1);
    g_assert_cmpfloat(noted->loss[first->side], ==, 0.25);
    tab_record_set_note(first, "loss", "0.5");
    tab_record_set_note(first, "luck", "-0.125");
    tab_document_notes_changed(session->document);
    RUN_WHILE(heard.stored < 2);
    g_autoptr(TabGameAnalysis) values = find_values(place, 1);
    g_assert_cmpfloat(values->loss[first->side], ==, 0.5);
    g_assert_cmpfloat(values->luck[first->side], ==, -0.125);
    g_assert_cmpuint(values->decisions[first->side], ==, 1);
    tab_game_session_close(session);
}

/* It is said once, and what could not be written goes in with the next. */
static void test_failure(Place *place, gconstpointer data)
{
    g_autoptr(TabGameSession) first = open_game("Ada", 2), second = open_game("Carl", 2),
                              third = open_game("Dora", 2);
    Heard heard;
    g_autofree char *text = NULL;
    g_assert_true(g_file_set_contents(place->path, "not a database", -1, NULL));
    g_autoptr(TabFinishedGames) games = follow(place, first, &heard);
    resign(first, &heard);
    g_assert_cmpuint(heard.failed, ==, 1);
    tab_finished_games_follow(games, second);
    resign(second, &heard);
    g_assert_cmpuint(heard.failed, ==, 1);
    g_assert_true(g_file_get_contents(place->path, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, "not a database");
    g_unlink(place->path);
    tab_finished_games_follow(games, third);
    resign(third, &heard);
    g_assert_cmpuint(heard.stored, ==, 3);
    g_autoptr(TabGameList) list = open_list(place);
    g_assert_cmpuint(count(list), ==, 3);
    tab_game_session_close(first);
    tab_game_session_close(second);
    tab_game_session_close(third);
}

/* --- a game that goes --- */

typedef struct {
    gboolean done;
    GError *error;
} Removed;

static void on_removed(gpointer owner, gpointer result, const GError *error)
{
    Removed *removed = g_object_get_data(owner, "removed");
    g_assert_null(result);
    removed->done = TRUE;
    removed->error = error ? g_error_copy(error) : NULL;
}

/* Takes out what was shown as this row (taken over); the error, if any. */
static GError *remove_shown(TabStoredGame *game, const Place *place)
{
    Removed removed = {0};
    g_autoptr(GObject) owner = g_object_new(G_TYPE_OBJECT, NULL);
    g_object_set_data(owner, "removed", &removed);
    tab_game_removal_run(game, place->path, on_removed, owner);
    RUN_WHILE(!removed.done);
    return removed.error;
}

/* The game that was seen goes; what has its number by then stays. */
static void test_removal(Place *place, gconstpointer data)
{
    fill(place, 3);
    g_autoptr(TabGameList) list = open_list(place);
    g_autoptr(TabGameItem) newest = hold(list, 0);
    TabStoredGame *first = tab_stored_game_copy(tab_game_item_get_row(newest));
    TabStoredGame *again = tab_stored_game_copy(first), *last = tab_stored_game_copy(first);
    g_autoptr(GError) error = remove_shown(first, place);
    g_assert_no_error(error);
    tab_game_list_refresh(list);
    RUN_WHILE(tab_game_list_is_waiting(list));
    g_assert_cmpuint(count(list), ==, 2);
    expect_white(list, 0, "Player 001");
    expect_white(list, 1, "Player 000");
    g_autoptr(GError) gone = remove_shown(again, place);
    g_assert_error(gone, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED);
    g_autoptr(TabDatabase) database = tab_database_open(place->path, TAB_DATABASE_WRITE, &error);
    add_game(database, "Another", 2); /* SQLite gives it the number that is free */
    g_autoptr(GError) other = remove_shown(last, place);
    g_assert_error(other, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED);
    g_assert_cmpstr(other->message, ==, "The game is not in the list any more.");
    tab_game_list_refresh(list);
    RUN_WHILE(tab_game_list_is_waiting(list));
    g_assert_cmpuint(count(list), ==, 3);
    expect_white(list, 0, "Another");
    g_assert_cmpint(tab_game_item_get_number(newest), ==,
                    3); /* so the number alone tells nothing */
}

static void test_removal_fails(Place *place, gconstpointer data)
{
    fill(place, 1);
    g_autoptr(TabGameList) list = open_list(place);
    g_autoptr(TabGameItem) item = hold(list, 0);
    TabStoredGame *game = tab_stored_game_copy(tab_game_item_get_row(item));
    g_assert_true(
        g_file_set_contents(place->path, "no database, but a text of somebody", -1, NULL));
    g_autoptr(GError) error = remove_shown(game, place);
    g_assert_error(error, TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_NOT_OURS);
}

#define ADD(name, function)                                                                        \
    g_test_add("/game-list/" name, Place, NULL, place_set_up, function, place_tear_down)

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    ADD("no-file", test_no_file);
    ADD("rows", test_rows);
    ADD("wishes", test_wishes);
    ADD("refresh", test_refresh);
    ADD("order", test_order);
    ADD("other-file", test_other_file);
    ADD("gone", test_gone);
    ADD("finished", test_finished);
    ADD("waiting", test_waiting);
    ADD("waiting-damaged", test_waiting_damaged);
    ADD("waiting-stuck", test_waiting_stuck);
    ADD("another-file", test_another_file);
    ADD("not-ours", test_not_ours);
    ADD("failure", test_failure);
    ADD("values", test_values);
    ADD("removal", test_removal);
    ADD("removal-fails", test_removal_fails);
    return g_test_run();
}
