// SPDX-License-Identifier: GPL-3.0-or-later
// Files that must survive, while calls of the system fail: a full disk, locks that there are not,
// others who put a file in the place of another.
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/files/growing-file.h"
#include "protocol/files/journal-tail.h"
#include "protocol/files/output-file.h"
#include "tests/failing-calls.h"

/* --- the place --- */

typedef struct {
    char *folder, *path, *part;
} Place;

static void set_up(Place *place, gconstpointer data)
{
    g_autofree char *folder = g_dir_make_tmp("tab-output-XXXXXX", NULL);
    g_assert_nonnull(folder);
    place->folder = realpath(folder, NULL);
    place->path = g_build_filename(place->folder, "file", NULL);
    place->part = g_build_filename(place->folder, "file.part", NULL);
}

static void tear_down(Place *place, gconstpointer data)
{
    failing_calls_check();
    g_remove(place->path);
    g_remove(place->part);
    g_assert_cmpint(g_rmdir(place->folder), ==, 0);
    free(place->folder);
    g_free(place->path);
    g_free(place->part);
}

static void put(const char *path, const char *text)
{
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* `text` NULL: there is no such file. */
static void check(const char *path, const char *text)
{
    g_autofree char *now = NULL;
    g_file_get_contents(path, &now, NULL, NULL);
    g_assert_cmpstr(now, ==, text);
}

/* It failed, and says so: "cannot <what> <path>: <why>". */
static void check_failed(gboolean ok, GError **error, const char *what, const char *path, int code)
{
    g_autofree char *expected = g_strdup_printf("cannot %s %s: %s", what, path, g_strerror(code));
    g_assert_false(ok);
    g_assert_nonnull(*error);
    g_assert_cmpstr((*error)->message, ==, expected);
    g_assert_true((*error)->domain == G_FILE_ERROR);
    g_clear_error(error);
}

/* --- output-file --- */

static int open_new(const char *path)
{
    int fd = g_open(path, O_RDWR | O_CREAT | O_APPEND, 0600);
    g_assert_cmpint(fd, >=, 0);
    return fd;
}

static void test_write(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    int fd = open_new(place->path);
    fail_at("write", EINTR); /* a signal came */
    g_assert_true(tab_output_file_write(fd, place->path, "text", 4, &error));
    fail_at("write", ENOSPC);
    check_failed(tab_output_file_write(fd, place->path, "more", 4, &error), &error, "write",
                 place->path, ENOSPC);
    check(place->path, "text");
    close(fd);
}

/* What a file system does not know is none of the errors. */
static void test_sync(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    int fd = open_new(place->path);
    static const int unknown[] = {EINVAL, EROFS};
    for (guint i = 0; i < G_N_ELEMENTS(unknown); i++) {
        fail_at("fsync", unknown[i]);
        g_assert_true(tab_output_file_sync(fd, place->path, &error));
    }
    fail_at("fsync", EIO);
    check_failed(tab_output_file_sync(fd, place->path, &error), &error, "write", place->path, EIO);
    fail_at("fsync", EIO);
    check_failed(tab_output_file_sync_folder(place->path, &error), &error, "write", place->folder,
                 EIO);
    g_assert_true(tab_output_file_sync_folder(place->path, &error));
    check_failed(tab_output_file_sync_folder("/no/such/file", &error), &error, "open", "/no/such",
                 ENOENT);
    close(fd);
}

static void test_lock(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    int fd = open_new(place->path);
    static const int harmless[] = {ENOSYS, ENOLCK, EOPNOTSUPP, EINVAL, EINTR, EWOULDBLOCK};
    for (guint i = 0; i < G_N_ELEMENTS(harmless); i++) {
        fail_at("flock", harmless[i]);
        g_assert_true(tab_output_file_lock(fd, place->path, &error));
        g_assert_no_error(error);
    }
    fail_at("flock", EIO);
    check_failed(tab_output_file_lock(fd, place->path, &error), &error, "lock", place->path, EIO);
    close(fd);
}

static void test_standard_output(void)
{
    if (g_test_subprocess()) {
        g_autoptr(GError) error = NULL;
        g_assert_true(tab_output_file_flush_standard(&error));
        g_assert_nonnull(freopen("/dev/full", "w", stdout));
        printf("lost");
        check_failed(tab_output_file_flush_standard(&error), &error, "write", "standard output",
                     ENOSPC);
        /* nobody knows any more why */
        check_failed(tab_output_file_flush_standard(&error), &error, "write", "standard output",
                     EIO);
        return;
    }
    g_test_trap_subprocess(NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
    g_test_trap_assert_passed();
}

static void check_resolved(const char *path, const char *folder, const char *name)
{
    g_autofree char *real = tab_output_file_resolve(path);
    g_autofree char *expected = g_build_filename(folder, name, NULL);
    g_assert_cmpstr(real, ==, expected);
}

static void test_resolve(Place *place, gconstpointer data)
{
    g_autofree char *link_path = g_build_filename(place->folder, "link", NULL);
    check_resolved(place->path, place->folder, "file");
    check_resolved("/no/such/../folder/file", "/no/folder", "file");
    g_assert_cmpint(symlink("other", place->path), ==, 0);
    g_assert_cmpint(symlink(place->path, link_path), ==, 0);
    check_resolved(link_path, place->folder, "other"); /* which is not there yet */
    g_unlink(place->path);
    g_assert_cmpint(symlink("link", place->path), ==, 0); /* a ring */
    g_autofree char *ring = tab_output_file_resolve(link_path);
    g_assert_true(g_str_has_prefix(ring, place->folder));
    g_unlink(link_path);
}

static void test_replace(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_output_file_replace("/dev/null", "text", -1, &error));
    g_assert_true(tab_output_file_replace("/dev/null", "text", 2, &error));
    check_failed(tab_output_file_replace("/dev/full", "text", -1, &error), &error, "write",
                 "/dev/full", ENOSPC);
    g_assert_cmpint(mknod(place->path, S_IFSOCK | 0600, 0), ==, 0);
    check_failed(tab_output_file_replace(place->path, "text", -1, &error), &error, "open",
                 place->path, ENXIO);
    g_unlink(place->path);
    g_assert_true(tab_output_file_replace_own(place->path, "text", 2, &error));
    check(place->path, "te");
    check_failed(tab_output_file_replace(place->folder, "text", -1, &error), &error, "write",
                 place->folder, EISDIR);
    check_failed(tab_output_file_replace("/no/such/file", "text", -1, &error), &error, "write",
                 "/no/such/file", ENOENT);
    check_failed(tab_output_file_replace("/proc/a", "text", -1, &error), &error, "write", "/proc/a",
                 ENOENT); /* a name that stands in any message */
}

static unsigned mode_of(const char *path)
{
    GStatBuf status;
    g_assert_cmpint(g_stat(path, &status), ==, 0);
    return status.st_mode & 0777;
}

/* Who may read a file stays as it is; its owner's own is nobody else's, whatever it was. */
static void test_replace_mode(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    mode_t mask = umask(022);
    g_assert_true(tab_output_file_replace(place->path, "text", -1, &error));
    g_assert_cmphex(mode_of(place->path), ==, 0644);
    g_assert_cmpint(g_chmod(place->path, 0660), ==, 0);
    g_assert_true(tab_output_file_replace(place->path, "more", -1, &error));
    g_assert_cmphex(mode_of(place->path), ==, 0660);
    g_assert_true(tab_output_file_replace_own(place->path, "own", -1, &error));
    g_assert_cmphex(mode_of(place->path), ==, 0600);
    check(place->path, "own");
    umask(mask);
}

static gboolean stop_after(gpointer user_data, double part, GError **error)
{
    double *most = user_data;
    if (part <= *most)
        return TRUE;
    g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "enough");
    return FALSE;
}

/* Nothing is in the file that a link names before all is written. */
static void test_replace_stopped(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_strnfill(1 << 20, 'x');
    g_autofree char *link_path = g_build_filename(place->folder, "link", NULL);
    g_assert_cmpint(symlink("file", link_path), ==, 0);
    g_assert_true(tab_output_file_replace(link_path, "old", -1, &error));
    for (double most = 0; most < 1; most += 0.3) {
        g_assert_false(
            tab_output_file_replace_with_progress(link_path, text, -1, stop_after, &most, &error));
        g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR);
        g_clear_error(&error);
        check(place->path, "old");
    }
    double whole = 1;
    g_assert_true(
        tab_output_file_replace_with_progress(link_path, text, -1, stop_after, &whole, &error));
    check(place->path, text);
    g_assert_true(g_file_test(link_path, G_FILE_TEST_IS_SYMLINK));
    g_unlink(link_path);
}

/* --- growing-file --- */

static TabGrowingFile *open_growing(const char *path, TabGrowing how)
{
    g_autoptr(GError) error = NULL;
    TabGrowingFile *file = tab_growing_file_open(path, how, &error);
    g_assert_no_error(error);
    return file;
}

static void add(TabGrowingFile *file, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_growing_file_add_apart(file, text, &error));
    g_assert_no_error(error);
}

static void finish(TabGrowingFile *file)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_growing_file_close(file, &error));
    g_assert_no_error(error);
}

/* Where it grows, and what is there in the end. */
static void test_growing(Place *place, gconstpointer data)
{
    TabGrowingFile *file = open_growing(place->path, TAB_GROWING_AFTER);
    add(file, "one\n");
    check(place->path, "one\n");
    finish(file);
    file = open_growing(place->path, TAB_GROWING_AFTER);
    add(file, "two\n");
    finish(file);
    check(place->path, "one\n\ntwo\n");
    put(place->part, "of a run that was killed");
    file = open_growing(place->path, TAB_GROWING_INSTEAD);
    add(file, "new\n");
    check(place->path, "one\n\ntwo\n");
    check(place->part, "new\n");
    finish(file);
    check(place->path, "new\n");
    check(place->part, NULL);
    finish(open_growing(place->path, TAB_GROWING_INSTEAD)); /* nothing takes no place */
    check(place->path, "new\n");
    check(place->part, NULL);
    finish(open_growing(place->path, TAB_GROWING_WHOLE)); /* nothing is a whole file */
    check(place->path, "");
    file = open_growing(place->path, TAB_GROWING_INSTEAD); /* there is nothing to be kept */
    add(file, "at once\n");
    check(place->path, "at once\n");
    finish(file);
}

static void test_abandon(Place *place, gconstpointer data)
{
    TabGrowingFile *file = open_growing(place->path, TAB_GROWING_WHOLE);
    add(file, "new\n");
    tab_growing_file_abandon(file);
    check(place->path, NULL);
    check(place->part, NULL);
    put(place->path, "old\n");
    file = open_growing(place->path, TAB_GROWING_INSTEAD);
    add(file, "new\n");
    tab_growing_file_abandon(file);
    check(place->path, "old\n");
    check(place->part, NULL);
    file = open_growing(place->path, TAB_GROWING_AFTER);
    tab_growing_file_abandon(file);
    check(place->path, "old\n");
}

/* A device is written at once, and so is what standard output or error go to. */
static void test_streams(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    TabGrowingFile *file = open_growing("/dev/null", TAB_GROWING_WHOLE);
    add(file, "text");
    finish(file);
    file = open_growing("/dev/full", TAB_GROWING_INSTEAD);
    check_failed(tab_growing_file_add(file, "text", &error), &error, "write", "/dev/full", ENOSPC);
    tab_growing_file_close(file, NULL);
    for (int standard = STDOUT_FILENO; standard <= STDERR_FILENO; standard++) {
        put(place->path, "before\n");
        int own = dup(standard), fd = g_open(place->path, O_WRONLY | O_APPEND, 0);
        g_assert_cmpint(dup2(fd, standard), ==, standard);
        file = tab_growing_file_open(place->path, TAB_GROWING_INSTEAD, &error);
        gboolean ok = file && tab_growing_file_add(file, "after\n", &error) &&
                      tab_growing_file_close(file, &error);
        dup2(own, standard);
        close(own);
        close(fd);
        g_assert_no_error(error);
        g_assert_true(ok);
        check(place->path, "before\nafter\n");
    }
}

static void test_not_opened(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    check_failed(tab_growing_file_open("/no/such/file", TAB_GROWING_AFTER, &error) != NULL, &error,
                 "open", "/no/such/file", ENOENT);
    fail_at("flock", EIO);
    check_failed(tab_growing_file_open(place->path, TAB_GROWING_AFTER, &error) != NULL, &error,
                 "lock", place->path, EIO);
    /* what it would grow in cannot be made */
    g_unlink(place->path);
    g_assert_cmpint(g_mkdir(place->part, 0700), ==, 0);
    check_failed(tab_growing_file_open(place->path, TAB_GROWING_WHOLE, &error) != NULL, &error,
                 "open", place->part, EEXIST);
    check(place->path, NULL);
    put(place->path, "old\n");
    check_failed(tab_growing_file_open(place->path, TAB_GROWING_INSTEAD, &error) != NULL, &error,
                 "open", place->part, EEXIST);
    check(place->path, "old\n");
}

static const Place *here; /* of the test that runs */

static void take_its_place(void)
{
    put(here->part, "of another run\n");
    g_assert_cmpint(g_rename(here->part, here->path), ==, 0);
}

static void remove_it(void)
{
    g_assert_cmpint(g_unlink(here->path), ==, 0);
}

/* Another run puts its file in the place of the one that is waited for. */
static void test_others(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    here = place;
    put(place->path, "old\n");
    failing_calls[0] = (FailingCall){"flock", 0, 1, take_its_place};
    TabGrowingFile *file = open_growing(place->path, TAB_GROWING_AFTER);
    add(file, "new\n");
    finish(file);
    check(place->path, "of another run\n\nnew\n");
    failing_calls[0] = (FailingCall){"flock", 0, 1, remove_it};
    file = open_growing(place->path, TAB_GROWING_AFTER);
    add(file, "new\n");
    finish(file);
    check(place->path, "new\n");
    failing_calls[0] = (FailingCall){"flock", 0, 10, take_its_place}; /* as often as it is tried */
    check_failed(tab_growing_file_open(place->path, TAB_GROWING_AFTER, &error) != NULL, &error,
                 "open", place->path, EAGAIN);
}

/* Nothing has the name before all is there; what a run that was killed has left is no hindrance,
 * what one is still writing is. */
static void test_fresh(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *other = g_build_filename(place->folder, "other", NULL);
    put(place->part, "left\n");
    TabGrowingFile *file = open_growing(place->path, TAB_GROWING_WHOLE);
    add(file, "new\n");
    check(place->path, NULL);
    check(place->part, "new\n");
    g_assert_null(tab_growing_file_open(place->path, TAB_GROWING_WHOLE, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_AGAIN);
    g_clear_error(&error);
    finish(file);
    check(place->path, "new\n");
    check(place->part, NULL);
    g_unlink(place->path);
    /* a link there leads nowhere */
    put(other, "other\n");
    g_assert_cmpint(symlink("other", place->part), ==, 0);
    file = open_growing(place->path, TAB_GROWING_WHOLE);
    put(place->path, "of another run\n");
    add(file, "new\n");
    check_failed(tab_growing_file_close(file, &error), &error, "replace", place->path, EEXIST);
    check(place->path, "of another run\n");
    check(place->part, "new\n");
    check(other, "other\n");
    g_unlink(other);
}

/* What fails while a file is finished: the old one stays, and the new one where it grew. */
static void test_not_finished(Place *place, gconstpointer data)
{
    static const struct {
        const char *call, *what;
        int code;
    } rows[] = {{"fsync", "write", EIO}, {"close", "close", EDQUOT}};
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        put(place->path, "old\n");
        TabGrowingFile *file = open_growing(place->path, TAB_GROWING_INSTEAD);
        add(file, "new\n");
        fail_at(rows[i].call, rows[i].code);
        check_failed(tab_growing_file_close(file, &error), &error, rows[i].what, place->part,
                     rows[i].code);
        check(place->path, "old\n");
        check(place->part, "new\n");
    }
}

static void test_half_written(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    TabGrowingFile *file = open_growing(place->path, TAB_GROWING_WHOLE);
    add(file, "one\n");
    fail_at("write", ENOSPC);
    check_failed(tab_growing_file_add(file, "two\n", &error), &error, "write", place->part, ENOSPC);
    /* a later piece does not make it whole */
    g_assert_false(tab_growing_file_add(file, "three\n", &error));
    g_assert_no_error(error);
    tab_growing_file_close(file, &error);
    check(place->path, NULL);
    check(place->part, "one\nthree\n");
}

static void test_no_place(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    put(place->path, "old\n");
    TabGrowingFile *file = open_growing(place->path, TAB_GROWING_INSTEAD);
    add(file, "new\n");
    g_unlink(place->path);
    g_assert_cmpint(g_mkdir(place->path, 0700), ==, 0);
    check_failed(tab_growing_file_close(file, &error), &error, "replace", place->path, EISDIR);
    check(place->part, "new\n");
    g_rmdir(place->path);
    put(place->path, "old\n");
    file = open_growing(place->path, TAB_GROWING_INSTEAD);
    g_unlink(place->part); /* somebody tidies up */
    check_failed(tab_growing_file_close(file, &error), &error, "remove", place->part, ENOENT);
    check(place->path, "old\n");
}

/* --- journal-tail --- */

static gboolean append(TabJournalTail *tail, const char *text, GError **error)
{
    g_autoptr(GString) lines = g_string_new(text);
    return tab_journal_tail_append(tail, lines, error);
}

static void test_tail(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    put(place->path, "one\ntw");
    TabJournalTail tail = {.path = place->path, .fd = g_open(place->path, O_RDWR | O_APPEND, 0)};
    fail_at("ftruncate", EIO);
    check_failed(tab_journal_tail_begin(&tail, 4, 6, &error), &error, "cut", place->path, EIO);
    g_assert_true(tab_journal_tail_begin(&tail, 4, 6, &error));
    check(place->path, "one\n");
    g_assert_true(append(&tail, "two\n", &error));
    /* a full disk leaves nothing of a line, and is not for ever */
    fail_at("write", ENOSPC);
    check_failed(append(&tail, "three\n", &error), &error, "write", place->path, ENOSPC);
    check(place->path, "one\ntwo\n");
    g_assert_true(append(&tail, "three\n", &error));
    check(place->path, "one\ntwo\nthree\n");
    g_assert_cmpint(tail.whole, ==, 14);
    close(tail.fd);
}

/* What may not be on the disk, or could not be cut off, is the end of a journal. */
static void test_broken_tail(Place *place, gconstpointer data)
{
    static const FailingCall rows[][2] = {
        {{"fdatasync", EIO, 1, NULL}, {0}},
        {{"write", ENOSPC, 1, NULL}, {"ftruncate", EIO, 1, NULL}}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        put(place->path, "one\n");
        TabJournalTail tail = {.path = place->path,
                               .fd = g_open(place->path, O_RDWR | O_APPEND, 0)};
        g_assert_true(tab_journal_tail_begin(&tail, 4, 4, &error));
        memcpy(failing_calls, rows[i], sizeof failing_calls);
        check_failed(append(&tail, "two\n", &error), &error, "write", place->path, rows[i][0].code);
        for (int more = 0; more < 2; more++)
            check_failed(append(&tail, "three\n", &error), &error, "write", place->path, EIO);
        check(place->path, "one\n");
        close(tail.fd);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define WITH_PLACE(name, function) g_test_add(name, Place, NULL, set_up, function, tear_down)
    WITH_PLACE("/output-file/write", test_write);
    WITH_PLACE("/output-file/sync", test_sync);
    WITH_PLACE("/output-file/lock", test_lock);
    WITH_PLACE("/output-file/resolve", test_resolve);
    WITH_PLACE("/output-file/replace", test_replace);
    WITH_PLACE("/output-file/replace-mode", test_replace_mode);
    WITH_PLACE("/output-file/replace-stopped", test_replace_stopped);
    g_test_add_func("/output-file/standard-output", test_standard_output);
    WITH_PLACE("/growing-file/growing", test_growing);
    WITH_PLACE("/growing-file/abandon", test_abandon);
    WITH_PLACE("/growing-file/streams", test_streams);
    WITH_PLACE("/growing-file/not-opened", test_not_opened);
    WITH_PLACE("/growing-file/others", test_others);
    WITH_PLACE("/growing-file/fresh", test_fresh);
    WITH_PLACE("/growing-file/not-finished", test_not_finished);
    WITH_PLACE("/growing-file/half-written", test_half_written);
    WITH_PLACE("/growing-file/no-place", test_no_place);
    WITH_PLACE("/journal-tail/tail", test_tail);
    WITH_PLACE("/journal-tail/broken", test_broken_tail);
    return g_test_run();
}
