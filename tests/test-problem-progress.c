// SPDX-License-Identifier: GPL-3.0-or-later
// How far a person has come, in its file: kept and read, by several programs at once, and damaged
// files that stay as they are.
#include "gui/model/problem-progress.h"

#include <glib/gstdio.h>

#define DAY 738857u /* 2023-12-03 */

typedef struct {
    char *folder, *path;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data)
{
    fixture->folder = g_dir_make_tmp("tab-progress-XXXXXX", NULL);
    fixture->path = g_build_filename(fixture->folder, "tab", "problems.ini", NULL);
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
    g_autofree char *lock = g_strconcat(fixture->path, ".lock", NULL);
    g_autofree char *inner = g_path_get_dirname(fixture->path);
    g_unlink(fixture->path);
    g_unlink(lock);
    g_rmdir(inner);
    g_assert_cmpint(g_rmdir(fixture->folder), ==, 0); /* nothing else was left there */
    g_free(fixture->folder);
    g_free(fixture->path);
}

static TabProblemState answer(Fixture *fixture, const char *key, guint quality, double loss,
                              guint32 day)
{
    g_autoptr(GError) error = NULL;
    TabProblemState state;
    TabProblemAnswer given = {key, quality, loss, day};
    tab_problem_progress_answer(fixture->path, &given, &state, &error);
    g_assert_no_error(error);
    return state;
}

static GHashTable *load(Fixture *fixture)
{
    g_autoptr(GError) error = NULL;
    GHashTable *states = tab_problem_progress_load(fixture->path, &error);
    g_assert_no_error(error);
    return states;
}

static void test_keeps(Fixture *fixture, gconstpointer data)
{
    g_autoptr(GHashTable) none = load(fixture); /* no file is no error */
    g_assert_cmpuint(g_hash_table_size(none), ==, 0);
    answer(fixture, "a1", 5, 0, DAY);
    answer(fixture, "b2", 0, 0.1234, DAY);
    answer(fixture, "c3", 2, NAN, DAY);
    TabProblemState last = answer(fixture, "a1", 4, 0.015, DAY + 1);
    g_autoptr(GHashTable) states = load(fixture);
    g_assert_cmpuint(g_hash_table_size(states), ==, 3);
    const TabProblemState *a = g_hash_table_lookup(states, "a1"),
                          *b = g_hash_table_lookup(states, "b2"),
                          *c = g_hash_table_lookup(states, "c3");
    g_assert_cmpuint(a->answers, ==, 2);
    g_assert_cmpuint(a->right, ==, 2);
    g_assert_cmpuint(a->last, ==, DAY + 1);
    g_assert_cmpuint(a->repetition.due, ==, DAY + 7);
    g_assert_cmpuint(a->repetition.due, ==, last.repetition.due);
    g_assert_cmpfloat_with_epsilon(a->loss, 0.015, 1e-9);
    g_assert_cmpfloat_with_epsilon(a->repetition.ease, 2.6, 1e-9);
    g_assert_cmpuint(b->right, ==, 0);
    g_assert_cmpuint(b->repetition.due, ==, DAY + 1);
    g_assert_cmpfloat_with_epsilon(b->loss, 0.1234, 1e-9);
    g_assert_true(isnan(c->loss));
}

/* What it looks like; what other versions write stays. */
static void test_text(Fixture *fixture, gconstpointer data)
{
    g_autofree char *text = NULL;
    g_autofree char *folder = g_path_get_dirname(fixture->path);
    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    g_assert_true(g_file_set_contents(fixture->path,
                                      "# mine\n[a1]\nanswers=1\nright=1\nlast=2023-12-02\n"
                                      "known=1\ninterval=1\nease=2.6\ndue=2023-12-03\nmood=good\n",
                                      -1, NULL));
    answer(fixture, "a1", 5, 0, DAY);
    g_assert_true(g_file_get_contents(fixture->path, &text, NULL, NULL));
    g_assert_cmpstr(text, ==,
                    "# mine\n\n[a1]\nanswers=2\nright=2\nlast=2023-12-03\nknown=2\ninterval=6\n"
                    "ease=2.7000\ndue=2023-12-09\nmood=good\nloss=0.0000\n");
}

/* Programs that answer at once lose nothing of each other. */
#define WRITERS 4
#define ANSWERS 15

static gpointer write_many(gpointer data)
{
    Fixture *fixture = data;
    for (guint i = 0; i < ANSWERS; i++)
        answer(fixture, "same", 1, 0.1, DAY);
    return NULL;
}

static void test_at_once(Fixture *fixture, gconstpointer data)
{
    GThread *threads[WRITERS];
    for (guint i = 0; i < WRITERS; i++)
        threads[i] = g_thread_new("writer", write_many, fixture);
    for (guint i = 0; i < WRITERS; i++)
        g_thread_join(threads[i]);
    g_autoptr(GHashTable) states = load(fixture);
    const TabProblemState *state = g_hash_table_lookup(states, "same");
    g_assert_cmpuint(state->answers, ==, WRITERS * ANSWERS);
}

/* Each is named with what is wrong in it, and left as it is. */
static void test_damaged(Fixture *fixture, gconstpointer data)
{
    static const struct {
        const char *text, *word;
    } rows[] = {
        {"no key file", "problems.ini"},
        {"[a]\nanswers=1\n", "right"},
        {"[a]\nanswers=x\nright=0\nlast=2023-12-03\nknown=0\ninterval=1\nease=2.5\n"
         "due=2023-12-03\n",
         "answers=x"},
        {"[a]\nanswers=1.5\nright=0\nlast=2023-12-03\nknown=0\ninterval=1\nease=2.5\n"
         "due=2023-12-03\n",
         "answers=1.5"},
        {"[a]\nanswers=1\nright=0\nlast=2023-02-30\nknown=0\ninterval=1\nease=2.5\n"
         "due=2023-12-03\n",
         "last=2023-02-30"},
        {"[a]\nanswers=1\nright=0\nlast=-200-12-03\nknown=0\ninterval=1\nease=2.5\n"
         "due=2023-12-03\n",
         "last=-200-12-03"},
        {"[a]\nanswers=1\nright=0\nlast=2023-12-03x\nknown=0\ninterval=1\nease=2.5\n"
         "due=2023-12-03\n",
         "last=2023-12-03x"},
        {"[a]\nanswers=1\nright=0\nlast=2023-12-03\nloss=7\nknown=0\ninterval=1\nease=2.5\n"
         "due=2023-12-03\n",
         "loss=7"},
        {"[a]\nanswers=1\nright=0\nlast=2023-12-03\nknown=0\ninterval=1\nease=0.5\n"
         "due=2023-12-03\n",
         "ease=0.5"},
        {"[a]\nanswers=1\nright=0\nlast=2023-12-03\nknown=0\ninterval=9999\nease=2.5\n"
         "due=2023-12-03\n",
         "interval=9999"},
        {"[a]\nanswers=1\nright=0\nlast=2023-12-03\nloss=0.1\nloss=0.2\nknown=0\ninterval=1\n"
         "ease=2.5\ndue=2023-12-03\n",
         "loss= stands there twice"},
    };
    g_autofree char *folder = g_path_get_dirname(fixture->path);
    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *after = NULL;
        g_autoptr(GError) error = NULL, unwritten = NULL;
        TabProblemAnswer given = {"a", 5, 0, DAY};
        g_assert_true(g_file_set_contents(fixture->path, rows[i].text, -1, NULL));
        g_assert_null(tab_problem_progress_load(fixture->path, &error));
        g_test_message("%s", error->message);
        g_assert_nonnull(strstr(error->message, fixture->path));
        g_assert_nonnull(strstr(error->message, rows[i].word));
        g_assert_false(tab_problem_progress_answer(fixture->path, &given, NULL, &unwritten));
        g_assert_cmpstr(unwritten->message, ==, error->message);
        g_assert_true(g_file_get_contents(fixture->path, &after, NULL, NULL));
        g_assert_cmpstr(after, ==, rows[i].text);
    }
}

/* A folder in which nothing can be made. */
static void test_no_folder(Fixture *fixture, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    TabProblemAnswer given = {"a", 5, 0, DAY};
    g_assert_false(tab_problem_progress_answer("/dev/null/tab/problems.ini", &given, NULL, &error));
    g_assert_nonnull(strstr(error->message, "/dev/null/tab"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name, test) g_test_add(name, Fixture, NULL, set_up, test, tear_down)
    ADD("/problem-progress/keeps", test_keeps);
    ADD("/problem-progress/text", test_text);
    ADD("/problem-progress/at-once", test_at_once);
    ADD("/problem-progress/damaged", test_damaged);
    ADD("/problem-progress/no-folder", test_no_folder);
    return g_test_run();
}
