// SPDX-License-Identifier: GPL-3.0-or-later
// What a turn costs in a match of instant engines, against a bare ping-pong over pipes in the same
// run: fails if tab-match makes less than half as many turns a second, or if a second processor
// does not nearly double them.
#define _GNU_SOURCE /* sched_setaffinity */
#include <errno.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol/game/record-text.h"

/* Whether two processes that wait for each other share a processor makes the greatest difference to
 * both, and the system decides it as it likes. So all is measured twice, with each side on a
 * processor of its own and with both on one; the first is how a match runs that is alone on its
 * machine, the second shows the work itself. The board is a small one with one throw at a time, so
 * that the engines have little to think about. */
#define RULES "ludii:columns=5"

#define PING_SECONDS 0.3
#define SMALL 10   /* games of the short match, whose time is taken off that of the long one */
#define LARGE 1510 /* about 60 000 turns */
#define ROUNDS 3
#define LEAST 0.5 /* turns for each ping-pong, apart */
#define SCALE 1.7 /* two games at a time to one, each on a processor of its own */
#define ANYWHERE (-1)

/* What is sent and answered in a turn. */
static const char ping[] = "setpos 2m2/1m1m1/2M2/1MM2 w - - 17\nthrow 4\ngo depth 1\n";
static const char pong[] = "info depth 1 win 0.4731 level static nodes 4 nps 133333 time 0 "
                           "hashfull 0 pv 4:c3b2\nbestmove 4:c3b2\n";

/* Keeps this process on one processor. */
static void stay_on(int processor)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)processor, &set);
    if (processor != ANYWHERE && sched_setaffinity(0, sizeof set, &set))
        g_error("processor %d: %s", processor, g_strerror(errno));
}

/* The first two processors that we may use; false if there is only one. */
static gboolean find_processors(int processor[2])
{
    cpu_set_t set;
    int n = 0;
    if (sched_getaffinity(0, sizeof set, &set))
        return FALSE;
    for (int i = 0; i < CPU_SETSIZE && n < 2; i++)
        if (CPU_ISSET((size_t)i, &set))
            processor[n++] = i;
    return n == 2;
}

/* --- the bare ping-pong --- */

/* Reads until so many bytes have come; false at the end of the file. */
static gboolean read_all(int fd, gsize length)
{
    char bytes[4096];
    while (length) {
        struct pollfd event = {.fd = fd, .events = POLLIN};
        if (poll(&event, 1, -1) < 0 && errno != EINTR)
            return FALSE;
        gssize n = read(fd, bytes, MIN(length, sizeof bytes));
        if (n <= 0)
            return FALSE;
        length -= (gsize)n;
    }
    return TRUE;
}

static void write_all(int fd, const char *text, gsize length)
{
    if (write(fd, text, length) != (gssize)length)
        g_error("a pipe: %s", g_strerror(errno));
}

static void echo(int in, int out)
{
    while (read_all(in, strlen(ping)))
        write_all(out, pong, strlen(pong));
    _exit(0);
}

/* Round trips in the time, the two ends being on these processors. For a process of its own. */
static void count_trips(int out, const int processor[2])
{
    int there[2], back[2];
    if (pipe(there) || pipe(back))
        g_error("no pipe: %s", g_strerror(errno));
    if (fork() == 0) {
        stay_on(processor[1]);
        close(there[1]);
        close(back[0]);
        echo(there[0], back[1]);
    }
    stay_on(processor[0]);
    close(there[0]);
    close(back[1]);
    guint64 trips = 0;
    gint64 start = g_get_monotonic_time(), elapsed;
    do {
        write_all(there[1], ping, strlen(ping));
        if (!read_all(back[0], strlen(pong)))
            g_error("the echo ended");
        trips++;
        elapsed = g_get_monotonic_time() - start;
    } while ((double)elapsed < PING_SECONDS * G_USEC_PER_SEC);
    double rate = (double)trips * G_USEC_PER_SEC / (double)elapsed;
    write_all(out, (const char *)&rate, sizeof rate);
    close(there[1]);
    wait(NULL);
    _exit(0);
}

static double ping_pong(const int processor[2])
{
    int result[2];
    double rate;
    if (pipe(result))
        g_error("no pipe: %s", g_strerror(errno));
    if (fork() == 0)
        count_trips(result[1], processor);
    if (read(result[0], &rate, sizeof rate) != sizeof rate)
        g_error("the ping-pong ended");
    wait(NULL);
    close(result[0]);
    close(result[1]);
    return rate;
}

/* --- the match --- */

typedef struct {
    const char *self, *match, *engine, *record;
} Programs;

/* Turns of all games in a file. */
static guint count_turns(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_load(path, &error);
    guint turns = 0;
    if (!records)
        g_error("%s", error->message);
    for (guint i = 0; i < records->len; i++) {
        const TabRecord *record = g_ptr_array_index(records, i);
        if (record->termination != TAB_RECORD_NORMAL)
            g_error("game %u was not played to its end", i + 1);
        turns += record->n_nodes;
    }
    return turns;
}

static void stay_on_first(gpointer processor)
{
    stay_on(*(const int *)processor);
}

/* Plays so many games, with runner and engines on these processors; returns the turns and sets the
 * time they took with start and end, in µs. */
static guint play(const Programs *programs, guint games, guint concurrency, const int processor[2],
                  gint64 *elapsed)
{
    g_autofree char *spec = g_strdup_printf("cmd='%s' --on %d '%s',option.Eval=random",
                                            programs->self, processor[1], programs->engine);
    g_autofree char *games_text = g_strdup_printf("%u", games);
    g_autofree char *concurrency_text = g_strdup_printf("%u", concurrency);
    const char *argv[] = {programs->match,
                          "--quiet",
                          "--engine",
                          spec,
                          "--engine",
                          spec,
                          "--rules",
                          RULES,
                          "--depth",
                          "1",
                          "--seed",
                          "1",
                          "--games",
                          games_text,
                          "--concurrency",
                          concurrency_text,
                          "--record",
                          programs->record,
                          processor[0] == ANYWHERE ? "--use-affinity" : NULL,
                          NULL};
    g_autoptr(GError) error = NULL;
    g_autofree char *output = NULL;
    int status, first = processor[0];
    gint64 start = g_get_monotonic_time();
    if (!g_spawn_sync(NULL, (char **)argv, NULL, 0, stay_on_first, &first, &output, NULL, &status,
                      &error) ||
        !g_spawn_check_wait_status(status, &error))
        g_error("%s: %s", programs->match, error->message);
    *elapsed = g_get_monotonic_time() - start;
    return count_turns(programs->record);
}

/* Turns a second, start and end of the programs aside. */
static double match_rate(const Programs *programs, guint concurrency, const int processor[2])
{
    gint64 small_time, large_time;
    guint small = play(programs, SMALL, concurrency, processor, &small_time);
    guint large = play(programs, LARGE, concurrency, processor, &large_time);
    return (double)(large - small) * G_USEC_PER_SEC / (double)(large_time - small_time);
}

/* Runs a program on one processor: `--on N PROGRAM`. */
static int run_on(char **argv)
{
    stay_on(atoi(argv[2]));
    execl(argv[3], argv[3], (char *)NULL);
    return 127;
}

int main(int argc, char **argv)
{
    if (argc == 4 && !strcmp(argv[1], "--on"))
        return run_on(argv);
    if (argc != 3) {
        fprintf(stderr, "usage: bench-match TAB_MATCH TAB_ENGINE\n");
        return 2;
    }
    int apart[2];
    if (!find_processors(apart)) {
        puts("needs two processors");
        return 77; /* meson: skipped */
    }
    const int one[2] = {apart[0], apart[0]}, anywhere[2] = {ANYWHERE, ANYWHERE};
    g_autofree char *folder = g_dir_make_tmp("tab-bench-XXXXXX", NULL);
    g_autofree char *record = g_build_filename(folder, "games.tab", NULL);
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    Programs programs = {self, argv[1], argv[2], record};
    /* the best of each: what others disturb least */
    double bare_apart = 0, bare_one = 0, match_apart = 0, match_one = 0;
    double game = 0, games = 0; /* as users play them, each game kept on a processor */
    for (int i = 0; i < ROUNDS; i++) {
        bare_apart = MAX(bare_apart, ping_pong(apart));
        match_apart = MAX(match_apart, match_rate(&programs, 1, apart));
        bare_one = MAX(bare_one, ping_pong(one));
        match_one = MAX(match_one, match_rate(&programs, 1, one));
        game = MAX(game, match_rate(&programs, 1, anywhere));
        games = MAX(games, match_rate(&programs, 2, anywhere));
    }
    g_unlink(record);
    g_rmdir(folder);
    printf("each side on a processor of its own\n"
           "  ping-pong  %8.0f /s\n"
           "  turns      %8.0f /s  ratio %.3f, at least %.2f is wanted\n",
           bare_apart, match_apart, match_apart / bare_apart, LEAST);
    printf("both on one processor\n"
           "  ping-pong  %8.0f /s\n"
           "  turns      %8.0f /s  ratio %.3f, %.1f µs of work a turn\n",
           bare_one, match_one, match_one / bare_one, 1e6 / match_one - 1e6 / bare_one);
    printf("--use-affinity\n"
           "  one game at a time  %8.0f turns/s\n"
           "  two                 %8.0f turns/s  ratio %.2f, at least %.1f is wanted\n",
           game, games, games / game, SCALE);
    return match_apart < LEAST * bare_apart || games < SCALE * game;
}
