// SPDX-License-Identifier: GPL-3.0-or-later
// tab-engine: speaks the protocol on standard input and output; a few commands measure it from the
// shell.
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/daemon/bench.h"
#include "engine/daemon/loop.h"
#include "engine/search/playout.h"
#include "protocol/codec/message.h"
#include "protocol/files/output-file.h"

static const char usage[] =
    "usage: tab-engine                             speak the Tab engine protocol (type help)\n"
    "       tab-engine playouts <rules> <seconds>  count random games a second on one thread\n"
    "       tab-engine bench                       a fixed set of searches and its signature\n"
    "       tab-engine --version | --help\n";

static int refuse_arguments(const char *what)
{
    fprintf(stderr, "tab-engine: %s\n%s", what, usage);
    return 1;
}

/* The exit status of a command that has said all it had to say. */
static int finish(void)
{
    g_autoptr(GError) error = NULL;
    if (tab_output_file_flush_standard(&error))
        return 0;
    fprintf(stderr, "tab-engine: %s\n", error->message);
    return 1;
}

/* Random games for so many seconds, one thread, seed 1. */
static int playouts(const char *rules_text, const char *seconds_text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRules) rules = tab_rules_parse(rules_text, &error);
    char *end;
    double seconds = g_ascii_strtod(seconds_text, &end);
    if (!rules)
        return refuse_arguments(error->message);
    if (*end || end == seconds_text || !(seconds > 0 && seconds <= 86400)) {
        g_autofree char *shown = tab_message_printable(seconds_text, -1, 80),
                        *what = g_strdup_printf("the seconds are a number above 0, up to 86400: "
                                                "'%s'",
                                                shown);
        return refuse_arguments(what);
    }
    TabSticks sticks = tab_sticks_fair(&rules->cast);
    TabEndingLimits limits = TAB_ENDING_LIMITS_INIT;
    TabRandom random = tab_random_new(1);
    uint64_t games = 0, turns = 0, plays = 0, wins[3] = {0};
    int64_t start = g_get_monotonic_time(), elapsed;
    do {
        for (int i = 0; i < 64; i++, games++) {
            TabPlayout game = tab_playout_game(rules, &sticks, &limits, &random);
            turns += game.turns;
            plays += game.plays;
            wins[game.winner + 1]++;
        }
        elapsed = g_get_monotonic_time() - start;
    } while ((double)elapsed < seconds * 1e6);
    g_autofree char *name = tab_ruleset_to_string(&rules->set);
    double n = (double)games;
    printf("playouts %s games %" G_GUINT64_FORMAT
           " games/s %.0f turns %.1f plays %.1f white %.4f black %.4f draws %.4f\n",
           name, games, n * 1e6 / (double)elapsed, (double)turns / n, (double)plays / n,
           (double)wins[1] / n, (double)wins[2] / n, (double)wins[0] / n);
    return finish();
}

/* Want of memory or of threads, which GLib takes for a programmer's fault and ends by a signal:
 * here the program tells it and ends with a status, for it may be a controller that set the limit.
 */
static void end_on_error(const char *domain, GLogLevelFlags level, const char *message,
                         gpointer user_data)
{
    if (!(level & G_LOG_LEVEL_ERROR)) {
        g_log_default_handler(domain, level, message, user_data);
        return;
    }
    fprintf(stderr, "tab-engine: %s\n", message);
    _exit(EXIT_FAILURE); /* other threads may be in the middle of anything */
}

int main(int argc, char **argv)
{
    tab_output_file_hold_standard();
    g_log_set_default_handler(end_on_error, NULL);
    setlocale(LC_ALL, "C"); /* numbers have a point */
    if (argc == 1)
        return tab_loop_run(0, 1);
    if (argc == 4 && !strcmp(argv[1], "playouts"))
        return playouts(argv[2], argv[3]);
    if (argc == 2 && !strcmp(argv[1], "bench")) {
        atomic_bool stop = false;
        g_autofree char *line = tab_bench_line(&stop);
        puts(line);
        return finish();
    }
    if (argc == 2 && !strcmp(argv[1], "--version")) {
        puts("tab-engine " TAB_VERSION);
        return finish();
    }
    if (argc == 2 && !strcmp(argv[1], "--help")) {
        fputs(usage, stdout);
        return finish();
    }
    g_autofree char *words = g_strjoinv(" ", argv + 1),
                    *shown = tab_message_printable(words, -1, 200),
                    *what = g_strdup_printf("unknown arguments: %s", shown);
    return refuse_arguments(what);
}
