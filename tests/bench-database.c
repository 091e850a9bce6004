// SPDX-License-Identifier: GPL-3.0-or-later
// What a database of games costs: games imported a second, memory and disk, and the time of
// questions.
//   bench-database TAB-MATCH [GAMES]
// Fails where an import of 100,000 games would not keep the bounds below; where other programs take
// most of the machine, the rate is that of the processor's time.
#define _GNU_SOURCE /* wait4 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "random-game.h"
#include "protocol/game/record-text.h"

#define GAMES 20000
#define MIN_RATE 300.0
#define MAX_MEMORY_KB (200 << 10)
#define MAX_BYTES_A_GAME (500e6 / 100000)

typedef struct {
    double seconds, cpu; /* by the clock, and of processors */
    long memory_kb;
} Cost;

/* A game of 60 to 110 turns with the notes that a match writes. */
static TabRecord *make_game(guint number)
{
    static const char *const rules[] = {"walker", "standard", "bell", "ludii"};
    TabRandom random = tab_random_new(number);
    TabRecord *record =
        random_game(rules[number % G_N_ELEMENTS(rules)], "fair", 60 + number % 51, number);
    g_autofree char *white = g_strdup_printf("Player %u", number % 83);
    g_autofree char *black = g_strdup_printf("Player %u", 100 + number % 97);
    g_autofree char *date = g_strdup_printf("20%02u.%02u.%02u", number / 336 % 100,
                                            1 + number / 28 % 12, 1 + number % 28);
    g_autofree char *round = g_strdup_printf("%u", number + 1);
    tab_record_set_tag(record, "Event", "Matches for a database");
    tab_record_set_tag(record, "Round", round);
    tab_record_set_tag(record, "Date", date);
    tab_record_set_tag(record, "White", white);
    tab_record_set_tag(record, "Black", black);
    tab_record_set_tag(record, "TimeControl", "movetime=50");
    for (TabRecordNode *node = record->root->child; node; node = node->child) {
        tab_record_set_number(node, "eval", tab_random_unit(&random), 4);
        tab_record_set_number(node, "depth", 2 + (int)tab_random_below(&random, 4), 0);
        tab_record_set_number(node, "nodes", 1000 + tab_random_below(&random, 50000), 0);
        tab_record_set_number(node, "emt", 0.05 * tab_random_unit(&random), 3);
    }
    return record;
}

static void write_games(const char *path, guint games, guint *turns)
{
    FILE *file = g_fopen(path, "w");
    g_assert_nonnull(file);
    for (guint i = 0; i < games; i++) {
        g_autoptr(TabRecord) record = make_game(i);
        g_autoptr(GString) text = g_string_new(i ? "\n" : "");
        tab_record_write(record, text);
        g_assert_cmpuint(fwrite(text->str, 1, text->len, file), ==, text->len);
        *turns += record->n_nodes;
    }
    g_assert_cmpint(fclose(file), ==, 0);
}

/* Runs a command to its end; its output goes nowhere. */
static Cost run(const char *const *words)
{
    gint64 begun = g_get_monotonic_time();
    struct rusage usage;
    int status;
    pid_t child = fork();
    if (!child) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        execv(words[0], (char *const *)words);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status)
        g_error("%s %s %s failed", words[0], words[1], words[2]);
    double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                 (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    return (Cost){(double)(g_get_monotonic_time() - begun) / 1e6, cpu, usage.ru_maxrss};
}

static void ask(const char *what, const char *const *words)
{
    Cost cost = run(words);
    printf("%-40s %8.3f s  %5ld MB\n", what, cost.seconds, cost.memory_kb >> 10);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        g_error("usage: bench-database TAB-MATCH [GAMES]");
    const char *match = argv[1];
    guint games = argc > 2 ? (guint)g_ascii_strtoull(argv[2], NULL, 10) : GAMES, turns = 0;
    g_autofree char *folder = g_dir_make_tmp("tab-database-XXXXXX", NULL);
    g_autofree char *file = g_build_filename(folder, "games.tab", NULL);
    g_autofree char *path = g_build_filename(folder, "games.db", NULL);
    struct stat text, database;
    write_games(file, games, &turns);
    const char *const import[] = {match, "db", "import", "--quiet", "--db", path, file, NULL};
    Cost cost = run(import);
    g_assert_cmpint(stat(file, &text), ==, 0);
    g_assert_cmpint(stat(path, &database), ==, 0);
    double rate = games / cost.seconds, of_cpu = games / cost.cpu,
           bytes = (double)database.st_size / games;
    printf("%u games of %.1f turns, %.0f bytes of text each\n", games, (double)turns / games,
           (double)text.st_size / games);
    printf("import: %.0f games/s (%.0f a second of processor), %ld MB of memory, %.0f bytes of "
           "disk a game\n",
           rate, of_cpu, cost.memory_kb >> 10, bytes);
    ask("import of the same once more", import);
    const char *const page[] = {match,    "db",         "query",   "--db", path,
                                "--sort", "turns:desc", "--limit", "100",  NULL};
    ask("the 100 longest games", page);
    const char *const player[] = {match,      "db",       "query",   "--db", path,
                                  "--player", "player 7", "--limit", "100",  NULL};
    ask("100 games of a player", player);
    const char *const start[] = {match,  "db",         "query",
                                 "--db", path,         "--limit",
                                 "100",  "--position", "nnnnnnnnnnn/11/11/NNNNNNNNNNN w - - 1",
                                 NULL};
    ask("100 games with the start", start);
    const char *const stats[] = {match, "db", "stats", "--db", path, NULL};
    ask("all statistics", stats);
    const char *const tree[] = {match,    "db",      "stats", "--db",        path, "--openings",
                                "walker", "--depth", "2",     "--min-games", "50", NULL};
    ask("tree of openings", tree);
    const char *const all[] = {match, "db", "export", "--db", path, NULL};
    ask("export of all games", all);
    g_unlink(file);
    g_unlink(path);
    g_rmdir(folder);
    gboolean good =
        MAX(rate, of_cpu) >= MIN_RATE && cost.memory_kb < MAX_MEMORY_KB && bytes < MAX_BYTES_A_GAME;
    if (!good)
        printf("wanted: %.0f games/s or more, less than %d MB, less than %.0f bytes a game\n",
               MIN_RATE, MAX_MEMORY_KB >> 10, MAX_BYTES_A_GAME);
    return good ? 0 : 1;
}
