// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that are not read into memory: their sums and what is remembered of these, values that
// cannot be, files that become shorter or others while an engine uses them.
#include <fcntl.h>
#include <gio/gio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/lab/solving/check.h"
#include "engine/lab/solving/table-writer.h"
#include "engine/tables/probe.h"
#include "engine/tables/sums.h"
#include "protocol/rules/notation.h"
#include "rules-fixture.h"
#include "table-builder.h"

/* --- files --- */

static void patch(const char *path, gint64 offset, const void *bytes, size_t length)
{
    int file = g_open(path, O_WRONLY, 0);
    g_assert_cmpint(pwrite(file, bytes, length, (off_t)offset), ==, (gssize)length);
    g_close(file, NULL);
}

static void patch_sum(const char *path, const char *sum)
{
    char head[TAB_TABLE_HEAD + 1] = "";
    FILE *file = g_fopen(path, "rb");
    g_assert_cmpuint(fread(head, TAB_TABLE_HEAD, 1, file), ==, 1);
    fclose(file);
    const char *at = strstr(head, "\nsha256 ");
    g_assert_nonnull(at);
    patch(path, at - head + (gint64)strlen("\nsha256 "), sum, 64);
}

/* Puts the right sum into the head of a file that was changed. */
static void renew_sum(const char *path)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree guchar *buffer = g_malloc(1 << 20);
    FILE *file = g_fopen(path, "rb");
    g_assert_cmpint(fseek(file, TAB_TABLE_HEAD, SEEK_SET), ==, 0);
    for (size_t n; (n = fread(buffer, 1, 1 << 20, file));)
        g_checksum_update(sum, buffer, (gssize)n);
    fclose(file);
    patch_sum(path, g_checksum_get_string(sum));
}

static void patch_value(const char *path, uint64_t state, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, 8);
    bits = GUINT64_TO_LE(bits);
    patch(path, (gint64)(TAB_TABLE_HEAD + 8 * state), &bits, 8);
}

typedef struct {
    char *folder, *path;
} Place;

/* A small table in a folder of its own; it is large to those who take nothing into memory. */
static Place place_new(void)
{
    g_autoptr(GError) error = NULL;
    Place place = {.folder = table_folder_new()};
    place.path = g_build_filename(place.folder, "a" TAB_TABLE_SUFFIX, NULL);
    g_autoptr(TabBuild) build = table_prepare("walker:columns=5", 1, 1, 1e-2, 1, place.path);
    tab_build_run(build, NULL, NULL, &error);
    g_assert_no_error(error);
    return place;
}

static void place_remove(Place *place)
{
    table_folder_remove(place->folder);
    g_free(place->folder);
    g_free(place->path);
}

static TabTable *open_large(const char *path)
{
    g_autoptr(GError) error = NULL;
    TabTable *table = tab_table_open_within(path, 0, false, &error);
    g_assert_no_error(error);
    g_assert_null(table->values);
    return table;
}

static void refuse_large(const char *path, const char *want)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_table_open_within(path, 0, false, &error));
    g_assert_nonnull(strstr(error->message, path));
    g_assert_nonnull(strstr(error->message, want));
}

static struct stat status_of(const char *path)
{
    struct stat status;
    g_assert_cmpint(stat(path, &status), ==, 0);
    return status;
}

static char *cache_file(void)
{
    return g_build_filename(g_get_user_cache_dir(), "tab", "table-sums.ini", NULL);
}

static void forget_sums(void)
{
    g_autofree char *cache = cache_file(), *folder = g_path_get_dirname(cache);
    g_unlink(cache);
    g_rmdir(folder);
}

/* --- sums --- */

static void test_damaged(void)
{
    forget_sums();
    Place place = place_new();
    g_autofree char *cache = cache_file();
    patch_value(place.path, 500, 0.625);
    refuse_large(place.path, "sum does not match");
    refuse_large(place.path, "sum does not match"); /* nor at the second time */
    g_assert_false(g_file_test(cache, G_FILE_TEST_EXISTS));
    g_autofree char *zeros = g_strnfill(64, '0');
    renew_sum(place.path);
    patch_sum(place.path, zeros);
    refuse_large(place.path, "sum does not match");
    place_remove(&place);
}

/* What is known is written once, and holds for this file in this state. */
static void test_remembered(void)
{
    forget_sums();
    Place place = place_new(), other = place_new();
    g_autofree char *cache = cache_file();
    tab_table_free(open_large(place.path));
    struct stat first = status_of(cache);
    tab_table_free(open_large(place.path));
    struct stat second = status_of(cache);
    g_assert_cmpuint(first.st_ino, ==, second.st_ino);
    g_assert_cmpint(first.st_mtim.tv_sec, ==, second.st_mtim.tv_sec);
    g_assert_cmpint(first.st_mtim.tv_nsec, ==, second.st_mtim.tv_nsec);

    /* The sum is not worked out again: a damaged file, said to be good, is opened … */
    g_autoptr(TabTable) sound = open_large(place.path);
    patch_value(other.path, 500, 0.625);
    struct stat status = status_of(other.path);
    tab_sums_note(&status, sound->head.sha256);
    g_autoptr(TabTable) damaged = open_large(other.path);
    /* … until somebody looks. */
    g_assert_false(tab_table_check_sum(damaged, NULL));
    refuse_large(other.path, "sum does not match");

    /* Another sum, another state of the file, another file. */
    tab_sums_note(&status, "0");
    refuse_large(other.path, "sum does not match");
    struct stat later = status;
    later.st_ctim.tv_nsec ^= 1;
    tab_sums_note(&later, sound->head.sha256);
    refuse_large(other.path, "sum does not match");
    later = status_of(place.path);
    tab_sums_note(&later, sound->head.sha256);
    refuse_large(other.path, "sum does not match");
    place_remove(&place);
    place_remove(&other);
}

/* Without a cache, or with rubbish in it, a table is opened all the same. */
static void test_no_cache(void)
{
    forget_sums();
    Place place = place_new();
    g_autofree char *cache = cache_file(), *folder = g_path_get_dirname(cache);
    g_assert_true(g_file_set_contents(folder, "no folder", -1, NULL));
    tab_table_free(open_large(place.path));
    tab_table_free(open_large(place.path));
    g_assert_cmpint(g_unlink(folder), ==, 0);
    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    g_assert_true(g_file_set_contents(cache, "[\xff\n=\n", -1, NULL));
    tab_table_free(open_large(place.path));
    struct stat status = status_of(place.path);
    g_autoptr(TabTable) table = open_large(place.path);
    g_assert_true(tab_sums_known(&status, table->head.sha256));
    g_assert_cmpint(g_unlink(cache), ==, 0);
    g_assert_cmpint(mkfifo(cache, 0600), ==, 0); /* which nobody waits for */
    tab_table_free(open_large(place.path));
    place_remove(&place);
}

static gpointer note_many(gpointer data)
{
    struct stat status = {.st_dev = GPOINTER_TO_UINT(data)};
    for (unsigned i = 0; i < 100; i++) {
        status.st_ino = i;
        tab_sums_note(&status, "5");
    }
    return NULL;
}

/* Programs that write at once leave a whole file, of limited size. */
static void test_many_writers(void)
{
    forget_sums();
    GThread *writers[4];
    for (unsigned i = 0; i < G_N_ELEMENTS(writers); i++)
        writers[i] = g_thread_new("writer", note_many, GUINT_TO_POINTER(i + 1));
    for (unsigned i = 0; i < G_N_ELEMENTS(writers); i++)
        g_thread_join(writers[i]);
    g_autofree char *cache = cache_file(), *folder = g_path_get_dirname(cache);
    g_autoptr(GKeyFile) sums = g_key_file_new();
    g_assert_true(g_key_file_load_from_file(sums, cache, G_KEY_FILE_NONE, NULL));
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    g_assert_cmpstr(g_dir_read_name(dir), ==, "table-sums.ini");
    g_assert_null(g_dir_read_name(dir));
    for (unsigned i = 5; i < 9; i++)
        note_many(GUINT_TO_POINTER(i));
    struct stat status = {.st_dev = 8, .st_ino = 99};
    g_assert_true(tab_sums_known(&status, "5"));
    status.st_dev = 5;
    g_assert_false(tab_sums_known(&status, "5"));
    g_assert_cmpint(status_of(cache).st_size, <, 64 << 10);
}

/* --- values --- */

/* A value that is no chance is never served, and takes the table with it; whether the file is in
 * memory or not. */
static void test_no_chance(void)
{
    const double values[] = {NAN, 5, 1e300, -0.1, INFINITY, nextafter(1, 2)};
    Place place = place_new();
    g_autoptr(TabRules) rules = rules_for("walker:columns=5");
    for (unsigned i = 0; i < 2 * G_N_ELEMENTS(values); i++) {
        g_autoptr(GError) error = NULL;
        patch_value(place.path, 700, values[i / 2]);
        renew_sum(place.path);
        char *const names[] = {place.path, NULL};
        g_autoptr(TabTables) tables =
            tab_tables_open_within(names, i % 2 ? TAB_TABLE_IN_MEMORY : 0, &error);
        g_assert_no_error(error);
        const TabTable *table = tab_tables_get(tables, 0);
        g_autoptr(TabProbe) probe = tab_probe_new(tables, rules);
        TabPosition sound, wrong;
        TabProbed found;
        tab_layers_position(&table->layers, 10, &sound);
        tab_layers_position(&table->layers, 700, &wrong);
        g_assert_true(tab_probe_value(probe, &sound, &found));
        g_assert_null(tab_tables_describe_faults(tables));
        g_assert_false(tab_probe_value(probe, &wrong, &found));
        g_assert_false(tab_probe_value(probe, &sound, &found));
        g_autofree char *faults = tab_tables_describe_faults(tables);
        g_assert_true(g_str_has_prefix(faults, place.path));
        g_assert_nonnull(strstr(faults, "no chance"));
        g_assert_null(tab_probe_new(tables, rules));
        TabCheckReport report;
        g_assert_false(tab_check_table(table, 0, 1, 1, NULL, NULL, &report, &error));
        g_assert_nonnull(strstr(error->message, "value 700 is no chance"));
    }
    place_remove(&place);
}

/* Nor by the program that looks one position up. */
static void test_no_chance_probed(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *program =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "engine", "tab-tables", NULL);
    g_autofree char *said = NULL, *complaint = NULL;
    int status;
    Place place = place_new();
    g_autoptr(TabTable) table = open_large(place.path);
    TabPosition position;
    tab_layers_position(&table->layers, 700, &position);
    g_autofree char *text = tab_notation_position_to_string(table->rules, &position);
    patch_value(place.path, 700, NAN);
    renew_sum(place.path);
    char *words[] = {program, "probe", place.path, text, NULL};
    g_spawn_sync(NULL, words, NULL, G_SPAWN_DEFAULT, NULL, NULL, &said, &complaint, &status,
                 &error);
    g_assert_no_error(error);
    g_assert_false(g_spawn_check_wait_status(status, NULL));
    g_assert_cmpstr(said, ==, "");
    g_assert_nonnull(strstr(complaint, "no chance"));
    place_remove(&place);
}

/* --- files that become others --- */

static void test_cut_short(void)
{
    Place place = place_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(TabTable) table = open_large(place.path);
    g_autofree double *values = g_new(double, table->n_values);
    double value;
    g_assert_true(tab_table_value(table, table->n_values - 1, &value));
    g_assert_cmpint(truncate(place.path, TAB_TABLE_HEAD + 80), ==, 0);
    g_assert_false(tab_table_check_sum(table, &error));
    g_assert_nonnull(strstr(error->message, "cut short"));
    g_clear_error(&error);
    g_assert_false(tab_table_read_all(table, values, &error));
    g_assert_nonnull(strstr(error->message, "cut short"));
    g_assert_true(tab_table_value(table, 9, &value));
    g_assert_false(tab_table_value(table, 10, &value));
    g_assert_false(tab_table_value(table, 9, &value));
    g_autofree char *fault = tab_table_describe_fault(table);
    g_assert_nonnull(strstr(fault, "cut short"));
    place_remove(&place);
}

/* Another file in its place is none of its business; other contents are. */
static void test_written_over(void)
{
    Place place = place_new(), other = place_new();
    g_autoptr(TabTable) table = open_large(place.path);
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = 1000}};
    double value;
    g_assert_cmpint(g_rename(other.path, place.path), ==, 0);
    g_assert_null(tab_table_describe_fault(table));
    g_assert_true(tab_table_value(table, 9, &value));
    g_autoptr(TabTable) second = open_large(place.path);
    g_assert_cmpint(utimensat(AT_FDCWD, place.path, times, 0), ==, 0);
    g_autofree char *fault = tab_table_describe_fault(second);
    g_assert_nonnull(strstr(fault, "changed"));
    g_assert_false(tab_table_value(second, 9, &value));
    g_assert_true(tab_table_value(table, 9, &value));
    place_remove(&place);
    place_remove(&other);
}

/* --- the engine with a table of more than 64 MiB --- */

typedef struct {
    char *folder, *path, *cache, *rules;
    char *known, *above; /* positions: in the table, and with one piece more */
    uint64_t state;      /* of the first */
} Large;

/* A table of zeros that takes no room on the disk. */
static Large large_new(void)
{
    Large large = {.folder = table_folder_new(), .cache = table_folder_new()};
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRules) rules = NULL;
    g_autoptr(TabIndex) index = NULL;
    TabLayers layers = {0};
    unsigned columns = 11;
    for (; layers.n_states * sizeof(double) <= TAB_TABLE_IN_MEMORY; columns++) {
        g_clear_pointer(&index, tab_index_free);
        g_clear_pointer(&rules, tab_rules_unref);
        g_free(large.rules);
        large.rules = g_strdup_printf("walker:columns=%u", columns);
        rules = rules_for(large.rules);
        index = tab_index_new(rules, 2);
        g_assert_true(tab_layers_init(&layers, index, 2, 2));
    }
    columns--;
    large.known =
        g_strdup_printf("%u/6t1t%u/2T1T%u/%u w - - 1", columns, columns - 9, columns - 5, columns);
    large.above = g_strdup_printf("%u/6t1t%u/2T1T1T%u/%u w - - 1", columns, columns - 9,
                                  columns - 7, columns);
    g_autofree TabSituation *known = situation_for(rules, large.known);
    large.state = tab_layers_find(&layers, &known->position);
    g_assert_cmpuint(large.state, <, layers.n_states);
    large.path = g_build_filename(large.folder, "large" TAB_TABLE_SUFFIX, NULL);
    TabTableHead head = {.set = rules->set,
                         .more = 2,
                         .fewer = 2,
                         .format = TAB_VALUES_F64,
                         .tail = 1e-10,
                         .solved = layers.n_units};
    g_assert_true(tab_table_write(&head, &layers, NULL, 0, large.path, &error));
    g_assert_no_error(error);
    gint64 size = TAB_TABLE_HEAD + (gint64)(layers.n_states * sizeof(double));
    g_assert_cmpint(truncate(large.path, (off_t)size), ==, 0);
    renew_sum(large.path);
    return large;
}

static void large_remove(Large *large)
{
    g_autofree char *folder = g_build_filename(large->cache, "tab", NULL);
    if (g_file_test(folder, G_FILE_TEST_IS_DIR))
        table_folder_remove(folder);
    table_folder_remove(large->cache);
    table_folder_remove(large->folder);
    g_free(large->folder);
    g_free(large->path);
    g_free(large->cache);
    g_free(large->rules);
    g_free(large->known);
    g_free(large->above);
}

typedef struct {
    GSubprocess *process;
    GOutputStream *to;
    GDataInputStream *from;
} Talk;

static void end_with_parent(gpointer data)
{
    (void)data;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

G_GNUC_PRINTF(2, 3) static void say(Talk *talk, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_assert_true(g_output_stream_write_all(talk->to, text, strlen(text), NULL, NULL, NULL));
}

/* All lines up to one that begins so and has, if it matters, `part`. */
static char *hear(Talk *talk, const char *prefix, const char *part)
{
    g_autoptr(GString) heard = g_string_new(NULL);
    for (;;) {
        g_autofree char *line = g_data_input_stream_read_line(talk->from, NULL, NULL, NULL);
        if (!line)
            g_error("the engine has ended after:\n%s", heard->str);
        g_string_append_printf(heard, "%s\n", line);
        if (g_str_has_prefix(line, prefix) && (!part || strstr(line, part)))
            return g_string_free(g_steal_pointer(&heard), FALSE);
    }
}

static Talk talk_new(const Large *large)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *program =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "engine", "tab-engine", NULL);
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE);
    g_subprocess_launcher_set_child_setup(launcher, end_with_parent, NULL, NULL);
    g_subprocess_launcher_setenv(launcher, "XDG_CACHE_HOME", large->cache, TRUE);
    Talk talk = {.process = g_subprocess_launcher_spawn(launcher, &error, program, NULL)};
    g_assert_no_error(error);
    talk.to = g_subprocess_get_stdin_pipe(talk.process);
    talk.from = g_data_input_stream_new(g_subprocess_get_stdout_pipe(talk.process));
    say(&talk, "setoption name Threads value 2\nnewgame %s\nsetoption name TablePath value %s\n",
        large->rules, large->path);
    return talk;
}

static void talk_end(Talk *talk)
{
    say(talk, "quit\n");
    g_assert_true(g_subprocess_wait_check(talk->process, NULL, NULL));
    g_object_unref(talk->from);
    g_object_unref(talk->process);
}

static void engine_with_damaged(void)
{
    Large large = large_new();
    g_autofree char *zeros = g_strnfill(64, '0');
    patch_sum(large.path, zeros);
    Talk talk = talk_new(&large);
    say(&talk, "isready\n");
    g_autofree char *heard = hear(&talk, "readyok", NULL);
    g_assert_true(g_str_has_prefix(heard, "error bad-argument TablePath: "));
    g_assert_nonnull(strstr(heard, "sum does not match"));
    talk_end(&talk);
    large_remove(&large);
}

static void engine_with_no_chance(void)
{
    Large large = large_new();
    patch_value(large.path, large.state, 1e300);
    renew_sum(large.path);
    Talk talk = talk_new(&large);
    say(&talk, "setpos %s\ngo depth 1\n", large.known);
    g_autofree char *heard = hear(&talk, "bestmove", NULL);
    g_assert_null(strstr(heard, "level table"));
    g_assert_nonnull(strstr(heard, "info string "));
    g_assert_nonnull(strstr(heard, "no chance"));
    talk_end(&talk);
    large_remove(&large);
}

/* Between two searches, and while two threads search. */
static void engine_with_cut_short(gconstpointer data)
{
    bool searching = GPOINTER_TO_INT(data);
    Large large = large_new();
    Talk talk = talk_new(&large);
    say(&talk, "setpos %s\ngo depth 1\n", large.known);
    g_autofree char *before = hear(&talk, "bestmove", NULL);
    g_assert_nonnull(strstr(before, "win 0.0000 level table"));
    g_assert_null(strstr(before, "cut short"));
    if (searching) {
        say(&talk, "setpos %s\nthrow 2\ngo infinite\n", large.above);
        g_autofree char *first = hear(&talk, "info", "tablehits");
    }
    g_assert_cmpint(truncate(large.path, TAB_TABLE_HEAD), ==, 0);
    if (searching) {
        g_usleep(G_USEC_PER_SEC / 5);
        say(&talk, "stop\n");
    } else {
        say(&talk, "setpos %s\ngo depth 2\n", large.known);
    }
    g_autofree char *told = hear(&talk, "bestmove", NULL);
    g_assert_nonnull(strstr(told, "info string "));
    g_assert_nonnull(strstr(told, "cut short"));
    say(&talk, "setpos %s\ngo depth 2\n", large.known);
    g_autofree char *after = hear(&talk, "bestmove", NULL);
    g_assert_null(strstr(after, "level table"));
    g_assert_null(strstr(after, "info string")); /* that was told */
    talk_end(&talk);
    large_remove(&large);
}

static void engine_remembers(void)
{
    Large large = large_new();
    g_autofree char *cache = g_build_filename(large.cache, "tab", "table-sums.ini", NULL);
    ino_t written = 0;
    for (unsigned i = 0; i < 2; i++) {
        Talk talk = talk_new(&large);
        say(&talk, "setpos %s\ngo depth 1\n", large.known);
        g_autofree char *heard = hear(&talk, "bestmove", NULL);
        g_assert_nonnull(strstr(heard, "level table"));
        talk_end(&talk);
        struct stat status = status_of(cache);
        g_assert_true(!written || written == status.st_ino);
        written = status.st_ino;
    }
    large_remove(&large);
}

int main(int argc, char **argv)
{
    /* by hand: G_TEST_OPTION_ISOLATE_DIRS leaks */
    g_autofree char *cache = table_folder_new();
    g_setenv("XDG_CACHE_HOME", cache, TRUE);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tables-large/damaged", test_damaged);
    g_test_add_func("/tables-large/remembered", test_remembered);
    g_test_add_func("/tables-large/no-cache", test_no_cache);
    g_test_add_func("/tables-large/many-writers", test_many_writers);
    g_test_add_func("/tables-large/no-chance", test_no_chance);
    g_test_add_func("/tables-large/no-chance-probed", test_no_chance_probed);
    g_test_add_func("/tables-large/cut-short", test_cut_short);
    g_test_add_func("/tables-large/written-over", test_written_over);
    g_test_add_func("/tables-large/engine/damaged", engine_with_damaged);
    g_test_add_func("/tables-large/engine/no-chance", engine_with_no_chance);
    g_test_add_data_func("/tables-large/engine/cut-short", GINT_TO_POINTER(false),
                         engine_with_cut_short);
    g_test_add_data_func("/tables-large/engine/cut-short-searching", GINT_TO_POINTER(true),
                         engine_with_cut_short);
    g_test_add_func("/tables-large/engine/remembers", engine_remembers);
    int status = g_test_run();
    forget_sums();
    g_rmdir(cache);
    return status;
}
