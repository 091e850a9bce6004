// SPDX-License-Identifier: GPL-3.0-or-later
// tab-match itself: its output, its status, and its end by a signal.
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "protocol/game/record-text.h"
#include "protocol/statistics/score.h"

/* The program itself. Its output and status; NULL-terminated arguments. */
static int run_program(char **output, char **errors, ...)
{
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_autofree char *program =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "protocol/runner/tab-match", NULL);
    g_ptr_array_add(argv, program);
    va_list arguments;
    va_start(arguments, errors);
    char *argument;
    do {
        argument = va_arg(arguments, char *);
        g_ptr_array_add(argv, argument);
    } while (argument);
    va_end(arguments);
    g_autoptr(GError) error = NULL;
    int status = 0;
    g_spawn_sync(NULL, (char **)argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, output, errors,
                 &status, &error);
    g_assert_no_error(error);
    g_assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void program(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "out.tab", NULL);
    g_autofree char *player =
        g_strdup_printf("cmd=%s/tests/random-player,name=R", g_getenv("TAB_BUILD_ROOT"));
    g_autofree char *first = NULL, *errors = NULL, *second = NULL;
    int status = run_program(&first, &errors, "--engine", player, "--engine", player, "--rules",
                             "walker", "--games", "6", "--depth", "1", "--seed", "7", "--record",
                             path, "--concurrency", "2", NULL);
    g_assert_cmpint(status, ==, 0);
    g_assert_true(g_regex_match_simple(
        "^score R \\+\\d+ -\\d+ =\\d+ \\d+\\.\\d\\d% ±\\d+\\.\\d\\d\\n$", first, 0, 0));
    g_assert_true(g_regex_match_simple("^game 1 of 6: R - R \\(2\\) ", errors, 0, 0));
    status = run_program(&second, NULL, "--engine", player, "--engine", player, "--rules", "walker",
                         "--games", "6", "--depth", "1", "--seed", "7", "--record", path,
                         "--append", "-q", NULL);
    g_assert_cmpint(status, ==, 0);
    g_assert_cmpstr(first, ==, second);
    g_autoptr(GPtrArray) records = tab_record_load(path, NULL);
    g_assert_cmpuint(records->len, ==, 12);
    g_remove(path);
    g_rmdir(folder);
}

static void usage(void)
{
    g_autofree char *player =
        g_strdup_printf("cmd=%s/tests/random-player", g_getenv("TAB_BUILD_ROOT"));
    static const char *const bad[][2] = {
        {"--games", "0"},
        {"--rules", "chess"},
        {"--seed", "x"},
        {"--tc", "x"},
        {"--concurrency", "0"},
        {"--date", "today"},
        {"--record", "/no/such/folder/x.tab"},
        {"--engine", "cmd=x"},
        {"--depth", "-1"},
        {"stray", "words"},
        {"--patience", "0"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *output = NULL, *errors = NULL;
        int status = run_program(&output, &errors, "--engine", player, "--engine", player,
                                 "--games", "1", bad[i][0], bad[i][1], NULL);
        g_assert_cmpint(status, ==, 1);
        g_assert_cmpstr(output, ==, "");
        g_assert_true(g_str_has_prefix(errors, "tab-match: ") || strstr(errors, "\ntab-match: "));
    }
    g_autofree char *version = NULL, *help = NULL, *none = NULL;
    g_assert_cmpint(run_program(&version, NULL, "--version", NULL), ==, 0);
    g_assert_cmpstr(version, ==, "tab-match " TAB_VERSION "\n");
    g_assert_cmpint(run_program(&help, NULL, "--help", NULL), ==, 0);
    g_assert_nonnull(strstr(help, "option.NAME"));
    g_assert_cmpint(run_program(&none, NULL, "--games", "2", NULL), ==, 1);
}

/* SIGINT: what was played is scored and recorded whole. */
static gboolean interrupt(gpointer data)
{
    kill(*(GPid *)data, SIGINT);
    return G_SOURCE_REMOVE;
}

static void on_exit_status(GPid pid, int status, gpointer data)
{
    *(int *)data = WEXITSTATUS(status);
}

static void interrupted(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "out.tab", NULL);
    g_autofree char *player =
        g_strdup_printf("cmd=%s/tests/random-player,name=R", g_getenv("TAB_BUILD_ROOT"));
    g_autofree char *program_path =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "protocol/runner/tab-match", NULL);
    char *argv[] = {program_path,    "-q",      "--engine", player, "--engine", player,
                    "--games",       "1000000", "--record", path,   "--seed",   "1",
                    "--concurrency", "2",       "--depth",  "1",    NULL};
    GPid pid;
    int status = -1, output;
    g_assert_true(g_spawn_async_with_pipes(NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                           &pid, NULL, &output, NULL, NULL));
    g_child_watch_add(pid, on_exit_status, &status);
    g_timeout_add(1500, interrupt, &pid);
    while (status < 0)
        g_main_context_iteration(NULL, TRUE);
    g_assert_cmpint(status, ==, 130);
    char line[256] = {0};
    g_autoptr(GIOChannel) channel = g_io_channel_unix_new(output);
    g_io_channel_set_close_on_unref(channel, TRUE);
    gsize length;
    g_io_channel_read_chars(channel, line, sizeof line - 1, &length, NULL);
    g_assert_true(g_str_has_prefix(line, "score R +"));
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_load(path, &error);
    g_assert_no_error(error);
    TabScore score = {0};
    g_assert_cmpint(sscanf(line, "score R +%u -%u =%u", &score.wins, &score.losses, &score.draws),
                    ==, 3);
    g_assert_cmpuint(records->len, ==, tab_score_games(&score));
    g_remove(path);
    g_rmdir(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/match-program/program", program);
    g_test_add_func("/match-program/usage", usage);
    g_test_add_func("/match-program/interrupted", interrupted);
    return g_test_run();
}
