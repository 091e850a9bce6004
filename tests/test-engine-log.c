// SPDX-License-Identifier: GPL-3.0-or-later
// What engines say and are told, and what they write to their standard error, in files.
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "protocol/match/engine-log.h"
#include "tests/client-fixture.h"

typedef struct {
    char *folder, *dialogue, *errors; /* the last is a folder that is not there yet */
} Place;

static void set_up(Place *place, gconstpointer data)
{
    place->folder = g_dir_make_tmp("tab-engine-log-XXXXXX", NULL);
    g_assert_nonnull(place->folder);
    place->dialogue = g_build_filename(place->folder, "dialogue", NULL);
    place->errors = g_build_filename(place->folder, "a", "errors", NULL);
}

static void tear_down(Place *place, gconstpointer data)
{
    g_autofree char *inner = g_path_get_dirname(place->errors);
    g_remove(place->dialogue);
    g_rmdir(place->errors);
    g_remove(inner);
    g_assert_cmpint(g_rmdir(place->folder), ==, 0);
    g_free(place->folder);
    g_free(place->dialogue);
    g_free(place->errors);
}

/* An engine that is called so, or by its own name, starts and ends, with what it says logged; what
 * the log says in the end. */
static GError *run_logged(TabEngineLog *log, const char *name, const char *switches)
{
    ClientTest test;
    GError *error = NULL;
    client_set_up(&test, switches);
    tab_engine_log_watch(log, test.client, 1, name, 3);
    client_start(&test);
    g_assert_no_error(test.error);
    client_go(&test, 1000);
    client_tear_down(&test);
    gboolean ok = tab_engine_log_close(log, &error);
    g_assert_cmpint(ok, ==, error == NULL);
    return error;
}

static TabEngineLog *open_log(const char *dialogue, const char *errors)
{
    g_autoptr(GError) error = NULL;
    TabEngineLog *log = tab_engine_log_open(dialogue, errors, &error);
    g_assert_no_error(error);
    return log;
}

static char *read_file(const char *path)
{
    char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

/* Both directions, with worker and name; and what was written to standard error. */
static void test_files(Place *place, gconstpointer data)
{
    g_autofree char *path = g_build_filename(place->errors, "2-A_B_.log", NULL);
    g_autoptr(GError) error =
        run_logged(open_log(place->dialogue, place->errors), "A/B\\", "--log|hello there");
    g_assert_no_error(error);
    g_autofree char *dialogue = read_file(place->dialogue), *said = read_file(path);
    g_assert_cmpstr(said, ==, "hello there\n");
    g_assert_true(g_regex_match_simple("^\\d+\\.\\d{6} 3 A/B\\\\ > tep\n", dialogue, 0, 0));
    g_assert_nonnull(strstr(dialogue, " 3 A/B\\ < tepok 1\n"));
    g_assert_nonnull(strstr(dialogue, " 3 A/B\\ < bestmove 1:pass\n"));
    g_assert_true(g_str_has_suffix(dialogue, " 3 A/B\\ > quit\n"));
    g_remove(path);
}

/* By its own name, once that is known. */
static void test_own_name(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = run_logged(open_log(place->dialogue, NULL), NULL, "--name|Ada");
    g_assert_no_error(error);
    g_autofree char *dialogue = read_file(place->dialogue);
    g_assert_nonnull(strstr(dialogue, " 3 Ada < bestmove 1:pass\n"));
    g_autoptr(GError) none = run_logged(open_log(NULL, NULL), NULL, NULL); /* nothing is logged */
    g_assert_no_error(none);
}

static void check_not_opened(const char *dialogue, const char *errors, const char *expected)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_engine_log_open(dialogue, errors, &error));
    g_assert_true(error->domain == G_FILE_ERROR);
    g_assert_cmpstr(error->message, ==, expected);
}

static void test_not_opened(Place *place, gconstpointer data)
{
    g_autofree char *file = g_path_get_dirname(place->errors);
    g_autofree char *no_folder =
        g_strdup_printf("cannot make the folder %s: Not a directory", place->errors);
    g_assert_true(g_file_set_contents(file, "", 0, NULL));
    check_not_opened(NULL, place->errors, no_folder);
    check_not_opened("/no/such/dialogue", NULL,
                     "cannot open /no/such/dialogue: No such file or directory");
    g_autofree char *is_folder = g_strdup_printf("cannot open %s: Is a directory", place->folder);
    check_not_opened(place->folder, NULL, is_folder);
}

/* What cannot be written is told in the end, and nobody is kept from playing. */
static void test_full_disk(Place *place, gconstpointer data)
{
    static const char full[] = "No space left on device";
    g_autofree char *path = g_build_filename(place->errors, "2-E.log", NULL);
    g_autoptr(GError) dialogue = run_logged(open_log("/dev/full", NULL), "E", NULL);
    g_assert_nonnull(dialogue);
    g_assert_nonnull(strstr(dialogue->message, "/dev/full"));
    g_assert_nonnull(strstr(dialogue->message, full));
    TabEngineLog *log = open_log(NULL, place->errors);
    g_assert_cmpint(symlink("/dev/full", path), ==, 0);
    g_autoptr(GError) errors = run_logged(log, "E", "--log|hello");
    g_assert_nonnull(errors);
    g_assert_nonnull(strstr(errors->message, path));
    g_assert_nonnull(strstr(errors->message, full));
    g_remove(path);
    /* the first fault is the one that is told */
    log = open_log("/dev/full", place->errors);
    g_assert_cmpint(g_mkdir(path, 0700), ==, 0);
    g_autoptr(GError) folder = run_logged(log, "E", "--log|hello|--log-flood|3");
    g_autofree char *expected = g_strdup_printf("cannot open %s: Is a directory", path);
    g_assert_cmpstr(folder->message, ==, expected);
    g_rmdir(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define WITH_PLACE(name, function) g_test_add(name, Place, NULL, set_up, function, tear_down)
    WITH_PLACE("/engine-log/files", test_files);
    WITH_PLACE("/engine-log/own-name", test_own_name);
    WITH_PLACE("/engine-log/not-opened", test_not_opened);
    WITH_PLACE("/engine-log/full-disk", test_full_disk);
    return g_test_run();
}
