// SPDX-License-Identifier: GPL-3.0-or-later
// Wishes to save: one at a time, in their order; of the same file the last one holds, and none is
// lost.
#include "gui/model/game-file.h"

static void wish(TabSaveQueue *queue, const char *path, const char *text, guint64 changes)
{
    tab_save_queue_push(queue, tab_game_file_new_single(path), g_strdup(text), changes);
}

/* Begins what is next; it is this. */
static void expect(TabSaveQueue *queue, const char *path, const char *text, guint64 changes)
{
    g_autoptr(TabSaving) saving = tab_save_queue_begin(queue);
    g_assert_nonnull(saving);
    g_assert_cmpstr(saving->file->path, ==, path);
    g_assert_cmpstr(saving->text, ==, text);
    g_assert_cmpuint(saving->changes, ==, changes);
    g_assert_null(tab_save_queue_begin(queue)); /* one at a time */
}

/* What was begun is written, and holds something else now. */
static void end_written(TabSaveQueue *queue, const char *path)
{
    g_autoptr(TabGameFile) written = tab_game_file_new_single(path);
    written->seen = g_strdup("new");
    tab_save_queue_end(queue, written);
}

static void expect_none(TabSaveQueue *queue)
{
    g_assert_null(tab_save_queue_begin(queue));
    g_assert_false(tab_save_queue_is_busy(queue));
    g_assert_null(tab_save_queue_get_file(queue));
}

static const char *last_path(TabSaveQueue *queue)
{
    return tab_save_queue_get_file(queue)->path;
}

static void test_order(void)
{
    g_autoptr(TabSaveQueue) queue = tab_save_queue_new();
    expect_none(queue);
    wish(queue, "a", "one", 1);
    g_assert_true(tab_save_queue_is_busy(queue));
    expect(queue, "a", "one", 1);
    g_assert_cmpstr(last_path(queue), ==, "a");
    wish(queue, "b", "two", 2);
    wish(queue, "c", "three", 3);
    g_assert_cmpstr(last_path(queue), ==, "c");
    end_written(queue, "a");
    expect(queue, "b", "two", 2);
    end_written(queue, "b");
    expect(queue, "c", "three", 3);
    end_written(queue, "c");
    expect_none(queue);
}

/* What is being written goes on; of what waits for a path only the newest is left, in its place. */
static void test_same_path(void)
{
    g_autoptr(TabSaveQueue) queue = tab_save_queue_new();
    wish(queue, "a", "one", 1);
    expect(queue, "a", "one", 1);
    wish(queue, "a", "two", 2);
    wish(queue, "b", "three", 3);
    wish(queue, "a", "four", 4);
    g_assert_cmpstr(last_path(queue), ==, "a");
    end_written(queue, "a");
    expect(queue, "b", "three", 3);
    end_written(queue, "b");
    expect(queue, "a", "four", 4);
    end_written(queue, "a");
    expect_none(queue);
}

static void test_failure(void)
{
    g_autoptr(TabSaveQueue) queue = tab_save_queue_new();
    wish(queue, "a", "one", 1);
    expect(queue, "a", "one", 1);
    wish(queue, "a", "two", 2);
    wish(queue, "b", "three", 3);
    tab_save_queue_end(queue, NULL);
    expect(queue, "b", "three", 3);
    wish(queue, "a", "four", 4); /* wished again: tried again */
    tab_save_queue_end(queue, NULL);
    expect(queue, "a", "four", 4);
    end_written(queue, "a");
    expect_none(queue);
}

static void wish_with(TabSaveQueue *queue, const char *path, const char *seen)
{
    TabGameFile *file = tab_game_file_new_single(path);
    file->seen = g_strdup(seen);
    tab_save_queue_push(queue, file, g_strdup("text"), 1);
}

static void expect_seen(TabSaveQueue *queue, const char *path, const char *seen)
{
    g_autoptr(TabSaving) saving = tab_save_queue_begin(queue);
    g_assert_cmpstr(saving->file->path, ==, path);
    g_assert_cmpstr(saving->file->seen, ==, seen);
}

/* What waits for a file that was written meanwhile knows what it holds now. */
static void test_seen(void)
{
    g_autoptr(TabSaveQueue) queue = tab_save_queue_new();
    wish_with(queue, "a", "old");
    expect_seen(queue, "a", "old");
    wish_with(queue, "a", "old");
    wish_with(queue, "b", "of b");
    wish_with(queue, "c", NULL);
    end_written(queue, "a");
    expect_seen(queue, "a", "new");
    tab_save_queue_end(queue, NULL);
    expect_seen(queue, "b", "of b");
    wish_with(queue, "b", NULL); /* a person has said that it may be written over */
    end_written(queue, "b");
    expect_seen(queue, "c", NULL);
    tab_save_queue_end(queue, NULL);
    expect_seen(queue, "b", NULL);
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/save-queue/order", test_order);
    g_test_add_func("/save-queue/same-path", test_same_path);
    g_test_add_func("/save-queue/failure", test_failure);
    g_test_add_func("/save-queue/seen", test_seen);
    return g_test_run();
}
