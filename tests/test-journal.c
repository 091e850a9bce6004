// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of a match: nothing of a game is lost, whatever end a file came to.
#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol/match/journal.h"
#include "protocol/match/settings.h"
#include "sample-results.h"
#include "tests/failing-calls.h"

static const char settings[] = "[match]\ngames=3\nname=\"Tâb\" \\\\ \n[engine 1]\ncmd=a\tb\n";

/* A folder for the files of a test, and a journal in it. */
typedef struct {
    char *folder, *path;
} Place;

static void set_up(Place *place, gconstpointer data)
{
    place->folder = g_dir_make_tmp("tab-journal-XXXXXX", NULL);
    g_assert_nonnull(place->folder);
    place->path = g_build_filename(place->folder, "a journal.jsonl", NULL);
}

static void tear_down(Place *place, gconstpointer data)
{
    failing_calls_check();
    g_unlink(place->path);
    g_assert_cmpint(g_rmdir(place->folder), ==, 0);
    g_free(place->path);
    g_free(place->folder);
}

static void add(TabJournal *journal, const TabGameResult *game)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_journal_add(journal, game, &error));
    g_assert_no_error(error);
}

static void add_new(TabJournal *journal, guint number)
{
    g_autoptr(TabGameResult) game = sample_game(number);
    add(journal, game);
}

static void finish(TabJournal *journal)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_journal_close(journal, &error));
    g_assert_no_error(error);
}

static TabJournal *create(const char *path)
{
    g_autoptr(GError) error = NULL;
    TabJournal *journal = tab_journal_create(path, settings, &error);
    g_assert_no_error(error);
    return journal;
}

/* Opens a journal that must hold the games 1 … n. */
static TabJournal *open_with(const char *path, guint n, gboolean torn)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) games = NULL;
    g_autofree char *text = NULL;
    gboolean was_torn;
    TabJournal *journal = tab_journal_open(path, &games, &text, &was_torn, &error);
    g_assert_no_error(error);
    g_assert_nonnull(journal);
    g_assert_cmpstr(text, ==, settings);
    g_assert_cmpint(was_torn, ==, torn);
    g_assert_cmpuint(games->len, ==, n);
    for (guint i = 0; i < n; i++) {
        const TabGameResult *game = g_ptr_array_index(games, i);
        g_assert_cmpuint(game->number, ==, i + 1);
    }
    return journal;
}

static void check_refused(TabJournal *journal, GError *error, GQuark domain, int code,
                          const char *name)
{
    g_assert_null(journal);
    g_assert_error(error, domain, code);
    g_assert_nonnull(strstr(error->message, name));
    g_error_free(error);
}

/* Opening must fail so. */
static void refuse_open(const char *path, GQuark domain, int code, const char *name)
{
    GPtrArray *games = NULL;
    char *text = NULL;
    GError *error = NULL;
    TabJournal *journal = tab_journal_open(path, &games, &text, NULL, &error);
    check_refused(journal, error, domain, code, name);
    g_assert_null(games);
    g_assert_null(text);
}

static void refuse_create(const char *path, GQuark domain, int code, const char *name)
{
    GError *error = NULL;
    TabJournal *journal = tab_journal_create(path, "", &error);
    check_refused(journal, error, domain, code, name);
}

static char *contents(const char *path, gsize *length)
{
    g_autoptr(GError) error = NULL;
    char *text;
    g_file_get_contents(path, &text, length, &error);
    g_assert_no_error(error);
    return text;
}

static void put(const char *path, const char *text, gsize length)
{
    FILE *file = g_fopen(path, "wb");
    g_assert_nonnull(file);
    g_assert_cmpuint(fwrite(text, 1, length, file), ==, length);
    g_assert_cmpint(fclose(file), ==, 0);
}

static void check_bytes(const char *path, const char *text, gsize length)
{
    gsize n;
    g_autofree char *now = contents(path, &n);
    g_assert_cmpmem(now, n, text, length);
}

/* The text of a journal with the games 1 … n. */
static char *make_journal(const char *path, guint n, gsize *length)
{
    TabJournal *journal = create(path);
    for (guint i = 1; i <= n; i++)
        add_new(journal, i);
    finish(journal);
    return contents(path, length);
}

/* Ends of all kinds. */

/* The file is `text` up to `cut` and then `tail`: games 1 and 2 must be there, and game 3 can be
 * added so that the file is as if nothing had been. */
static void check_torn(const char *path, const char *text, gsize length, gsize cut,
                       const char *tail, gsize n_tail, gboolean torn)
{
    g_autofree char *damaged = g_malloc(cut + n_tail);
    memcpy(damaged, text, cut);
    memcpy(damaged + cut, tail, n_tail);
    put(path, damaged, cut + n_tail);
    TabJournal *journal = open_with(path, 2, torn);
    add_new(journal, 3);
    finish(journal);
    check_bytes(path, text, length);
}

static void test_torn(Place *place, gconstpointer data)
{
    static const char nul[5000] = {0};
    gsize two, three;
    g_autofree char *start = make_journal(place->path, 2, &two);
    g_unlink(place->path);
    g_autofree char *text = make_journal(place->path, 3, &three);
    g_assert_cmpmem(start, two, text, two);
    for (gsize cut = two; cut < three; cut++) {
        check_torn(place->path, text, three, cut, "", 0, cut > two);
        check_torn(place->path, text, three, cut, nul, cut % 7 ? 1 + cut % 7 : sizeof nul, TRUE);
    }
    check_torn(place->path, text, three, two, "\0\0\0\n", 4, TRUE);
    check_torn(place->path, text, three, two, "\n", 1, TRUE);
    check_torn(place->path, text, three, three - 20, "\n", 1, TRUE);
}

/* Whoever does not ask whether it was torn has it mended all the same. */
static void test_torn_unasked(Place *place, gconstpointer data)
{
    gsize length;
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) games = NULL;
    g_autofree char *settings_then = NULL, *text = make_journal(place->path, 2, &length);
    put(place->path, text, length - 1);
    TabJournal *journal = tab_journal_open(place->path, &games, &settings_then, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(games->len, ==, 1);
    add_new(journal, 2);
    finish(journal);
    check_bytes(place->path, text, length);
}

/* A torn line is left out, and left alone, by those who only read. */
static void test_read_torn(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) games = NULL;
    g_autofree char *read = NULL;
    gsize length;
    g_autofree char *text = make_journal(place->path, 2, &length);
    put(place->path, text, length - 10);
    g_assert_true(tab_journal_read(place->path, &games, &read, &error));
    g_assert_no_error(error);
    g_assert_cmpuint(games->len, ==, 1);
    check_bytes(place->path, text, length - 10);
}

/* A header that never got its end is no journal yet. */
static void test_torn_header(Place *place, gconstpointer data)
{
    gsize length;
    g_autofree char *text = make_journal(place->path, 0, &length);
    g_autofree char *damaged = g_malloc0(length + 3);
    for (gsize cut = 0; cut < length; cut++) {
        memset(damaged, 0, length + 3);
        memcpy(damaged, text, cut);
        put(place->path, damaged, cut + cut % 4);
        refuse_open(place->path, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_EMPTY, "a journal.jsonl");
        finish(create(place->path));
        check_bytes(place->path, text, length);
    }
}

/* What is wrong before the end is never taken for torn: the file is left as it is. */
static void test_corrupt(Place *place, gconstpointer data)
{
    gsize length;
    g_autofree char *text = make_journal(place->path, 3, &length);
    const char *second = strchr(strchr(text, '\n') + 1, '\n') + 1;
    gsize end = (gsize)(strchr(second, '\n') - text);
    for (gsize at = (gsize)(second - text); at < end; at++) {
        char old = text[at];
        text[at] = '\0';
        put(place->path, text, length);
        refuse_open(place->path, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_CONTENTS,
                    "a journal.jsonl, line 3: ");
        check_bytes(place->path, text, length);
        text[at] = old;
    }
    /* two bad lines at the end cannot come of one write */
    put(place->path, "x\ny\n", 4);
    refuse_open(place->path, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_CONTENTS, "line 1: ");
    g_autofree char *bad = g_strconcat(text, "{\n{\n", NULL);
    put(place->path, bad, length + 4);
    refuse_open(place->path, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_CONTENTS, "line 5: ");
    put(place->path, bad, length + 3);
    refuse_open(place->path, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_CONTENTS, "line 5: ");
    check_bytes(place->path, bad, length + 3);
}

/* Files that are no journals are left alone. */
static void test_other_files(Place *place, gconstpointer data)
{
    refuse_open(place->path, G_FILE_ERROR, G_FILE_ERROR_NOENT, place->path);
    refuse_create(place->folder, G_FILE_ERROR, G_FILE_ERROR_ISDIR, place->folder);
    refuse_create("/dev/full", TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_CONTENTS, "/dev/full");
    gsize length;
    g_autofree char *text = make_journal(place->path, 1, &length);
    refuse_create(place->path, G_FILE_ERROR, G_FILE_ERROR_EXIST, place->path);
    check_bytes(place->path, text, length);
    const char *const others[] = {"a letter", "a letter\nof two lines", "{\"x\":1}\n", "\n"};
    for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
        gsize n = strlen(others[i]);
        put(place->path, others[i], n);
        refuse_create(place->path, G_FILE_ERROR, G_FILE_ERROR_EXIST, place->path);
        refuse_open(place->path, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_CONTENTS, place->path);
        check_bytes(place->path, others[i], n);
    }
}

/* A child process that holds the journal until it is killed. */
static GPid start_holder(const char *path)
{
    int ready[2];
    char byte;
    g_assert_cmpint(pipe(ready), ==, 0);
    GPid child = fork();
    g_assert_cmpint(child, >=, 0);
    if (!child) {
        TabJournal *journal = tab_journal_create(path, settings, NULL);
        if (journal && write(ready[1], "+", 1) == 1)
            pause();
        _exit(1);
    }
    close(ready[1]);
    g_assert_cmpint(read(ready[0], &byte, 1), ==, 1);
    close(ready[0]);
    return child;
}

static void test_lock(Place *place, gconstpointer data)
{
    g_autoptr(GPtrArray) games = NULL;
    g_autofree char *text = NULL;
    GPid child = start_holder(place->path);
    refuse_open(place->path, G_FILE_ERROR, G_FILE_ERROR_AGAIN, place->path);
    refuse_create(place->path, G_FILE_ERROR, G_FILE_ERROR_AGAIN, place->path);
    g_assert_true(tab_journal_read(place->path, &games, &text, NULL));
    kill(child, SIGKILL);
    g_assert_cmpint(waitpid(child, NULL, 0), ==, child);
    TabJournal *journal = open_with(place->path, 0, FALSE);
    refuse_open(place->path, G_FILE_ERROR, G_FILE_ERROR_AGAIN, place->path);
    finish(journal);
    finish(open_with(place->path, 0, FALSE));
}

static gpointer kill_soon(gpointer child)
{
    g_usleep(200000);
    kill(GPOINTER_TO_INT(child), SIGKILL);
    return NULL;
}

/* What a killed run leaves locked for a moment is waited for. */
static void test_brief_lock(Place *place, gconstpointer data)
{
    GPid child = start_holder(place->path);
    GThread *killer = g_thread_new("killer", kill_soon, GINT_TO_POINTER(child));
    finish(open_with(place->path, 0, FALSE));
    g_thread_join(killer);
    g_assert_cmpint(waitpid(child, NULL, 0), ==, child);
}

static void set_size_limit(rlim_t limit)
{
    struct rlimit limits;
    g_assert_cmpint(getrlimit(RLIMIT_FSIZE, &limits), ==, 0);
    limits.rlim_cur = MIN(limit, limits.rlim_max);
    g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &limits), ==, 0);
}

/* A game for which there is no room is an error and leaves nothing of itself; with room again the
 * journal goes on. */
static void test_full(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    gsize two, three;
    g_autofree char *start = make_journal(place->path, 2, &two);
    g_unlink(place->path);
    g_autofree char *text = make_journal(place->path, 3, &three);
    put(place->path, start, two);
    TabJournal *journal = open_with(place->path, 2, FALSE);
    g_autoptr(TabGameResult) game = sample_game(3);
    signal(SIGXFSZ, SIG_IGN);
    set_size_limit(two + 50);
    gboolean added = tab_journal_add(journal, game, &error);
    set_size_limit(RLIM_INFINITY);
    g_assert_false(added);
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED); /* EFBIG has no name of its own */
    g_assert_nonnull(strstr(error->message, place->path));
    check_bytes(place->path, start, two);
    add_new(journal, 3);
    check_bytes(place->path, text, three);
    finish(journal);
}

static void test_too_long(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabGameResult) game = sample_game(1);
    g_free(game->record);
    game->record = g_strnfill(TAB_JOURNAL_LINE_MAX, 'x');
    TabJournal *journal = create(place->path);
    g_assert_false(tab_journal_add(journal, game, &error));
    g_assert_error(error, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_TOO_LONG);
    g_autoptr(GPtrArray) games = g_ptr_array_new();
    g_ptr_array_add(games, game);
    g_assert_false(tab_journal_add_all(journal, games, NULL));
    add_new(journal, 1);
    finish(journal);
    finish(open_with(place->path, 1, FALSE));
}

/* Many games at once are the same file as one after the other. */
static void test_add_all(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    gsize length;
    g_autofree char *text = make_journal(place->path, 3, &length);
    g_autoptr(GPtrArray) games =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_game_result_free);
    g_unlink(place->path);
    TabJournal *journal = create(place->path);
    g_assert_true(tab_journal_add_all(journal, games, &error));
    for (guint i = 1; i <= 3; i++)
        g_ptr_array_add(games, sample_game(i));
    g_assert_true(tab_journal_add_all(journal, games, &error));
    finish(journal);
    check_bytes(place->path, text, length);
}

/* So many that they are written in several pieces, the last of which the disk has no room for. */
static void test_add_large(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) games =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_game_result_free);
    for (guint i = 1; i <= 4; i++) {
        TabGameResult *game = sample_game(i);
        g_free(game->record);
        game->record = g_strnfill(3 << 20, 'x');
        g_ptr_array_add(games, game);
    }
    TabJournal *journal = create(place->path);
    g_assert_true(tab_journal_add_all(journal, games, &error));
    finish(journal);
    finish(open_with(place->path, 4, FALSE));
    g_unlink(place->path);
    journal = create(place->path);
    failing_calls[0] = (FailingCall){"write", 0, 1, NULL}; /* the first piece is written */
    failing_calls[1] = (FailingCall){"write", ENOSPC, 1, NULL};
    g_assert_false(tab_journal_add_all(journal, games, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
    finish(journal);
    finish(open_with(place->path, 2, FALSE));
}

/* What fails while a journal is begun, read or ended is told with its name. */
static void test_failing_calls(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    g_autoptr(GPtrArray) games = NULL;
    static const char *const begin[] = {"ftruncate", "write", "fdatasync", "fsync"};
    for (guint i = 0; i < G_N_ELEMENTS(begin); i++) {
        g_remove(place->path);
        fail_at(begin[i], EIO);
        refuse_create(place->path, G_FILE_ERROR, G_FILE_ERROR_IO,
                      i == 3 ? place->folder : place->path);
    }
    gsize length;
    g_remove(place->path);
    g_autofree char *journal_text = make_journal(place->path, 2, &length);
    static const char *const open[] = {"flock", "read", "fsync"};
    for (guint i = 0; i < G_N_ELEMENTS(open); i++) {
        fail_at(open[i], EIO);
        refuse_open(place->path, G_FILE_ERROR, G_FILE_ERROR_IO, place->path);
    }
    put(place->path, journal_text, length - 1); /* what is torn cannot be cut off */
    fail_at("ftruncate", EIO);
    refuse_open(place->path, G_FILE_ERROR, G_FILE_ERROR_IO, place->path);
    put(place->path, journal_text, length);
    fail_at("read", EINTR); /* a signal is no fault */
    g_assert_true(tab_journal_read(place->path, &games, &text, &error));
    g_assert_cmpuint(games->len, ==, 2);
    TabJournal *journal = open_with(place->path, 2, FALSE);
    fail_at("close", ENOSPC);
    g_assert_false(tab_journal_close(journal, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
    g_assert_nonnull(strstr(error->message, place->path));
    check_bytes(place->path, journal_text, length);
}

/* Neither a large file, whatever it begins with, nor one of other bytes is a journal that was torn;
 * one of nothing but zeros is. */
static void test_no_torn_header(Place *place, gconstpointer data)
{
    gsize large = (1u << 20) + 1;
    g_autofree char *zeros = g_malloc0(large);
    put(place->path, zeros, large);
    refuse_create(place->path, G_FILE_ERROR, G_FILE_ERROR_EXIST, place->path);
    check_bytes(place->path, zeros, large);
    put(place->path, zeros, 3);
    finish(create(place->path));
    finish(open_with(place->path, 0, FALSE));
}

static gboolean is_of_match(TabGameResult *game, const TabSchedule *schedule, GError **error)
{
    g_autoptr(GPtrArray) games = g_ptr_array_new();
    g_ptr_array_add(games, game);
    return tab_journal_check_games(games, schedule, error);
}

/* Only the games that the schedule has, as it has them, are its own. */
static void test_check_game(void)
{
    const TabSchedule schedule = {
        .engines = 2, .games = 10, .pairs = TRUE, .rules = 2, .shard = 2, .shards = 2};
    guint ours = 0;
    for (guint number = 1; number <= 12; number++) {
        g_autoptr(TabGameResult) game = sample_game(number);
        gboolean mine = number <= 10 && tab_schedule_is_ours(&schedule, number);
        TabPairing pairing = tab_schedule_game(&schedule, MIN(number, 10));
        game->engine[TAB_WHITE] = pairing.engine[TAB_WHITE];
        game->engine[TAB_BLACK] = pairing.engine[TAB_BLACK];
        game->rules = pairing.rules;
        g_assert_cmpint(is_of_match(game, &schedule, NULL), ==, mine);
        ours += mine;
        game->rules = 1 - pairing.rules;
        g_assert_false(is_of_match(game, &schedule, NULL));
        game->rules = pairing.rules;
        game->engine[TAB_BLACK] = 2;
        g_autoptr(GError) error = NULL;
        g_assert_false(is_of_match(game, &schedule, &error));
        g_assert_error(error, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_CONTENTS);
    }
    g_assert_cmpuint(ours, ==, 4);
}

static void test_compare(void)
{
    static const char *const ignore[] = {"match.shard", "engine 1.option.A.B", NULL};
    static const struct {
        const char *now, *then, *difference;
    } cases[] = {
        {"[match]\ngames=100\n", "[match]\ngames=100\n", NULL},
        {"[match]\ngames=100\nseed=1\n", "#x\n[match]\nseed=1\ngames=100\n", NULL},
        {"[match]\ngames=100\n", "[match]\ngames=50\n", "games: 100, was 50"},
        {"[match]\nseed=7\n", "[match]\n", "seed: 7, was not set"},
        {"[match]\nshard=1\na=\n", "[match]\nshard=2\na=1\n", "a: empty, was 1"},
        {"[match]\nshard=1/2\n", "[match]\nshard=2/2\n", NULL},
        {"[match]\na=1\n[engine 1]\nx=2\n", "[match]\na=1\n[engine 1]\nx=3\n",
         "engine 1, x: 2, was 3"},
        {"[match]\na=1\n", "[match]\na=1\n[engine 2]\ncmd=b\n", "engine 2, cmd: not set, was b"},
        {"[match]\n[engine 1]\noption.A.B=1\n", "[match]\n[engine 1]\noption.A.B=2\n", NULL},
        {"[match]\n[engine 1]\noption.A=1\n", "[match]\n[engine 1]\noption.A=2\n",
         "engine 1, option.A: 1, was 2"},
        {"[match]\n[part]\nshard=1\nshards=1\n", "[match]\n[part]\nshard=2\nshards=3\n",
         "part, shard: 1/1, was 2/3"},
        {"no key file", "[match]\n", "the settings are no key files"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *difference =
            tab_match_settings_compare(cases[i].now, cases[i].then, ignore);
        g_assert_cmpstr(difference, ==, cases[i].difference);
    }
    /* a long value is shown from the item that differs */
    g_autofree char *same = g_strnfill(300, 'x');
    g_autofree char *now = g_strdup_printf("[match]\na=b=%s,c=12,d\n", same);
    g_autofree char *then = g_strdup_printf("[match]\na=b=%s,c=13\n", same);
    g_autofree char *late = tab_match_settings_compare(now, then, NULL);
    g_assert_cmpstr(late, ==, "a: …c=12,d, was …c=13");
    g_autofree char *plain =
        tab_match_settings_compare("[match]\nshard=1\n", "[match]\nshard=2\n", NULL);
    g_assert_cmpstr(plain, ==, "shard: 1, was 2");
}

/* A game without a number or a record is a fault of the program, and never comes into the file. */
static void refuse_unfinished(Place *place, gconstpointer data)
{
    TabJournal *journal = create(place->path);
    for (unsigned lack = 0; lack < 3; lack++) {
        g_autoptr(TabGameResult) game = sample_game(1);
        if (lack == 0)
            game->number = 0;
        else
            g_free(g_steal_pointer(&game->record));
        if (lack == 2)
            game->record = g_strdup("");
        g_test_expect_message(G_LOG_DOMAIN, G_LOG_LEVEL_CRITICAL, "*game->number > 0*");
        g_assert_false(tab_journal_add(journal, game, NULL));
        g_test_assert_expected_messages();
    }
    add_new(journal, 1);
    finish(journal);
    finish(open_with(place->path, 1, FALSE));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define WITH_PLACE(name, function) g_test_add(name, Place, NULL, set_up, function, tear_down)
    WITH_PLACE("/journal/torn", test_torn);
    WITH_PLACE("/journal/torn-unasked", test_torn_unasked);
    WITH_PLACE("/journal/read-torn", test_read_torn);
    WITH_PLACE("/journal/torn-header", test_torn_header);
    WITH_PLACE("/journal/corrupt", test_corrupt);
    WITH_PLACE("/journal/other-files", test_other_files);
    WITH_PLACE("/journal/lock", test_lock);
    WITH_PLACE("/journal/brief-lock", test_brief_lock);
    WITH_PLACE("/journal/full", test_full);
    WITH_PLACE("/journal/too-long", test_too_long);
    WITH_PLACE("/journal/add-all", test_add_all);
    WITH_PLACE("/journal/add-large", test_add_large);
    WITH_PLACE("/journal/failing-calls", test_failing_calls);
    WITH_PLACE("/journal/no-torn-header", test_no_torn_header);
    WITH_PLACE("/journal/unfinished", refuse_unfinished);
    g_test_add_func("/journal/check-game", test_check_game);
    g_test_add_func("/journal/compare", test_compare);
    return g_test_run();
}
