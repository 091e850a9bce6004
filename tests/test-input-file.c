// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files of anybody, read up to a limit: files, pipes, devices that never end, nothing.
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/files/input-file.h"
#include "tests/failing-calls.h"

typedef struct {
    char *folder, *path;
} Place;

static void set_up(Place *place, gconstpointer data)
{
    place->folder = g_dir_make_tmp("tab-input-XXXXXX", NULL);
    place->path = g_build_filename(place->folder, "file", NULL);
}

static void tear_down(Place *place, gconstpointer data)
{
    failing_calls_check();
    g_remove(place->path);
    g_assert_cmpint(g_rmdir(place->folder), ==, 0);
    g_free(place->folder);
    g_free(place->path);
}

/* Nothing is read, for this reason; the error names the file. */
static void refuses(const char *path, gint code, const char *why)
{
    gsize length;
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_input_file_read(path, &length, &error));
    g_assert_error(error, G_FILE_ERROR, code);
    g_assert_nonnull(strstr(error->message, path));
    g_assert_nonnull(strstr(error->message, why));
}

static void test_file(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    static const char *const texts[] = {"", "one\ntwo", "a\0b"};
    static const gsize lengths[] = {0, 7, 3};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        gsize length = 99;
        g_assert_true(g_file_set_contents(place->path, texts[i], (gssize)lengths[i], NULL));
        g_autofree char *text = tab_input_file_read(place->path, &length, &error);
        g_assert_no_error(error);
        g_assert_cmpmem(text, length + 1, texts[i], lengths[i] + 1);
        g_autofree char *again = tab_input_file_read(place->path, NULL, &error);
        g_assert_no_error(error);
        g_assert_cmpmem(again, length + 1, text, length + 1);
    }
}

/* UTF-8, line by line. */
static void test_text(Place *place, gconstpointer data)
{
    static const char *const bad[] = {"a\xff", "a\0b"}, *const lines[] = {"طاب", "", "two", ""};
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_true(g_file_set_contents(place->path, bad[i], 2 + i, NULL));
        g_assert_null(tab_input_file_read_text(place->path, NULL, &error));
        g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED);
        g_assert_true(g_str_has_prefix(error->message, place->path));
        g_assert_nonnull(strstr(error->message, ": is not UTF-8 text"));
    }
    gsize length;
    g_assert_true(g_file_set_contents(place->path, " طاب\t\r\n# none\n two # three\n", -1, NULL));
    g_autofree char *text = tab_input_file_read_text(place->path, &length, NULL);
    g_assert_cmpuint(length, ==, strlen(" طاب\t\r\n# none\n two # three\n"));
    char *rest = text;
    for (guint i = 0; i < G_N_ELEMENTS(lines); i++)
        g_assert_cmpstr(tab_input_file_take_line(&rest), ==, lines[i]);
    g_assert_null(rest);
    g_assert_null(tab_input_file_take_line(&rest));
}

static void test_none(Place *place, gconstpointer data)
{
    refuses(place->path, G_FILE_ERROR_NOENT, g_strerror(ENOENT));
    refuses(place->folder, G_FILE_ERROR_ISDIR, g_strerror(EISDIR));
}

/* A file of zeros that take no place. */
static void test_large(Place *place, gconstpointer data)
{
    gsize length;
    g_autoptr(GError) error = NULL;
    g_assert_true(g_file_set_contents(place->path, "", 0, NULL));
    g_assert_cmpint(truncate(place->path, (off_t)TAB_INPUT_FILE_MAX_BYTES + 1), ==, 0);
    refuses(place->path, G_FILE_ERROR_FAILED, "larger than 268435456 bytes");
    g_assert_cmpint(truncate(place->path, (off_t)TAB_INPUT_FILE_MAX_BYTES), ==, 0);
    g_autofree char *text = tab_input_file_read(place->path, &length, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(length, ==, TAB_INPUT_FILE_MAX_BYTES);
}

static void test_endless(Place *place, gconstpointer data)
{
    refuses("/dev/zero", G_FILE_ERROR_FAILED, "larger than 268435456 bytes");
}

/* The numbers from 0 to 99,999: more than a pipe holds. */
static char *numbers(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < 100000; i++)
        g_string_append_printf(text, "%u\n", i);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static gpointer write_numbers(gpointer path)
{
    g_autofree char *text = numbers();
    g_assert_true(g_file_test(path, G_FILE_TEST_EXISTS));
    int fd = g_open(path, O_WRONLY | O_CLOEXEC, 0);
    for (gsize done = 0, all = strlen(text); done < all;) {
        gssize n = write(fd, text + done, all - done);
        g_assert_cmpint(n, >, 0);
        done += (gsize)n;
    }
    close(fd);
    return NULL;
}

static void test_pipe(Place *place, gconstpointer data)
{
    gsize length;
    g_autoptr(GError) error = NULL;
    g_autofree char *all = numbers();
    g_assert_cmpint(mkfifo(place->path, 0600), ==, 0);
    GThread *writer = g_thread_new("writer", write_numbers, place->path);
    g_autofree char *text = tab_input_file_read(place->path, &length, &error);
    g_thread_join(writer);
    g_assert_no_error(error);
    g_assert_cmpmem(text, length + 1, all, strlen(all) + 1);
}

/* A signal ends a read, which goes on; a fault is told. */
static void test_faults(Place *place, gconstpointer data)
{
    gsize length = 99;
    g_autoptr(GError) error = NULL;
    fail_at("read", EINTR);
    g_autofree char *nothing = tab_input_file_read("/dev/null", &length, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(nothing, ==, "");
    g_assert_cmpuint(length, ==, 0);
    failing_calls_check();
    fail_at("read", EIO);
    refuses("/dev/null", G_FILE_ERROR_IO, g_strerror(EIO));
}

static void test_standard_input(Place *place, gconstpointer data)
{
    gsize length;
    g_autoptr(GError) error = NULL;
    int kept = dup(STDIN_FILENO);
    g_assert_true(g_file_set_contents(place->path, "read by nobody else", -1, NULL));
    int fd = g_open(place->path, O_RDONLY | O_CLOEXEC, 0);
    g_assert_cmpint(dup2(fd, STDIN_FILENO), ==, STDIN_FILENO);
    close(fd);
    g_autofree char *text = tab_input_file_read_standard(&length, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(text, ==, "read by nobody else");
    g_assert_cmpuint(length, ==, strlen(text));
    fail_at("read", EIO);
    g_assert_null(tab_input_file_read_standard(&length, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_IO);
    g_assert_nonnull(strstr(error->message, "standard input"));
    g_assert_cmpint(dup2(kept, STDIN_FILENO), ==, STDIN_FILENO);
    close(kept);
}

static void add(const char *name, void (*test)(Place *, gconstpointer))
{
    g_autofree char *path = g_strconcat("/input-file/", name, NULL);
    g_test_add(path, Place, NULL, set_up, test, tear_down);
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    add("file", test_file);
    add("text", test_text);
    add("none", test_none);
    add("large", test_large);
    add("endless", test_endless);
    add("pipe", test_pipe);
    add("faults", test_faults);
    add("standard-input", test_standard_input);
    return g_test_run();
}
