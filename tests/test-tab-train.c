// SPDX-License-Identifier: GPL-3.0-or-later
// The program tab-train.
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include <glib/gstdio.h>

#include "training-fixture.h"

/* Runs tab-train in `folder`; its standard error, and whether it said that all is well. */
static char *run_program(const char *folder, const char *arguments, bool *good)
{
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) words = NULL, environment = g_get_environ();
    g_autofree char *program =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "engine", "tab-train", NULL);
    g_autofree char *line = g_strdup_printf("'%s' %s", program, arguments);
    char *errors = NULL;
    int status;
    g_assert_true(g_shell_parse_argv(line, NULL, &words, &error));
    environment = g_environ_setenv(environment, "LC_ALL", "C.UTF-8", TRUE);
    environment = g_environ_setenv(environment, "XDG_CONFIG_HOME", folder, TRUE);
    g_spawn_sync(folder, words, environment, G_SPAWN_DEFAULT, NULL, NULL, NULL, &errors, &status,
                 &error);
    g_assert_no_error(error);
    *good = g_spawn_check_wait_status(status, NULL);
    return errors;
}

static void program_refuses(void)
{
    static const char *const rows[][2] = {
        {"", "one rules string"},
        {"walker -o x.net", "--games or --minutes"},
        {"walker --games 10", "--output"},
        {"wanderer -o x.net --games 10", "unknown preset: 'wanderer'"},
        {"walker -o x.net --games 10 --hidden 50", "--hidden"},
        {"walker -o x.net --games 10 --lambda 1.5", "--lambda"},
        {"walker -o x.net --games 10 --study 2", "--study"},
        {"walker -o x.net --games 10 --threads 0", "--threads"},
        {"walker -o x.net --games 10 --columns 9", "--columns"},
        {"walker -o x.net --games 10 --without ways,luck", "--without"},
        {"walker -o x.net --games 10 --without ''", "--without"},
        {"walker -o x.net --games 10 --columns 9-40",
         "--columns: must be from 5 to 29, the fewest first: 9-40"},
        {"walker -o x.net --games 10 --columns 5-15x", "--columns"},
        {"walker -o x.net --games 10 --columns 0-0", "--columns"},
        {"walker -o x.net --games 10 --columns 4294967301-7", "--columns: must be like 5-15"},
        {"walker:columns=9 -o x.net --games 10 --columns 5-9", "--columns: the rules say how"},
        {"walker:columns=11 -o x.net --games 10 --columns 5-9", "--columns: the rules say how"},
        {"sahkku -o x.net --games 10 --columns 6-6", "--columns: no board of sahkku has 6"},
        {"any -o x.net --games 10 --columns 5-15", "--columns: any rules"},
        {"any -o x.net --games 10 --without ways", "--without: any rules"},
        {"walker -o x.net --games 10 --held-out x", "--held-out: "},
        {"walker -o x.net --games 10 --rulesets x", "--rulesets: "},
        {"walker -o x.net --games 10 --resume", "--checkpoint"},
        {"walker -o x.net --games 10 --what", "--what"},
        {"walker -o x.net --games 10 --seed -1", "--seed is a number below 2^64, not '-1'"},
        {"walker -o x.net --games 10 --from nothing.net", "nothing.net"},
        {"walker -o x.net --games 10 --tables nothing.tabtable", "nothing.tabtable"},
        {"walker -o x.net --games 10 --round -1", "--round"},
        {"walker -o x.net --games 10 --round 0", "--round: must be from 1 to 32768"},
        {"walker -o x.net --games 10 --every 0", "--every"},
        {"walker -o x.net --games 10 --from /dev/zero", "/dev/zero: no regular file"},
        {"walker -o x.net --games 10 --from x.net", "--output"},
        {"any -o ./any.net --games 10 --from any.net", "--output"},
        {"walker -o x.net --games 10 --csv ./x.net", "--csv: is the file of --output, x.net"},
        {"walker -o x.net --games 10 --plot y.jpg", "y.jpg: plots are drawn as"},
        {"walker -o x.net --games 10 --checkpoint y --plot y", "--plot: is the file of --check"},
        {"walker -o x.net --games 10 --tables .", "no tables"},
        {"walker -o x.net --games 10 --from x --without hits", "--without: the network of --from"},
        {"walker --games 10 --shard 1/2 --positions p", "--checkpoint"},
        {"walker --games 10 --checkpoint c --shard 3/2 --positions p", "--shard is written"},
        {"walker --games 10 --checkpoint c --shard 1/2", "--positions"},
        {"walker --minutes 1 --checkpoint c --shard 1/2 --positions p", "--games"},
        {"walker -o x.net --games 10 --positions p", "--positions: goes with --shard"},
        {"walker -o x.net --games 10 --checkpoint c --merge p --shard 1/2", "--merge"},
        {"walker -o x.net --games 10 --checkpoint c --merge nothing", "nothing"},
        {"walker -o x.net --csv . --minutes 1000", "cannot write .: Is a directory"},
        {"walker -o nowhere/x.net --minutes 1000", "cannot write nowhere/x.net: No such file"},
        {"walker -o x.net --minutes 1000 --csv nowhere/y", "cannot write nowhere/y: No such file"},
        {"walker -o '' --minutes 1000", "--output: needs the name of a file"},
    };
    g_autofree char *folder = fixture_folder();
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        bool good;
        g_autofree char *errors = run_program(folder, rows[i][0], &good);
        g_test_message("%s: %s", rows[i][0], errors);
        g_assert_false(good);
        g_assert_nonnull(strstr(errors, rows[i][1]));
    }
    fixture_remove(folder);
}

/* Rules that the window has saved under a name. */
static void program_takes_saved_rules(void)
{
    bool good;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = fixture_folder();
    g_autofree char *net = g_build_filename(folder, "x.net", NULL);
    g_autofree char *tab = g_build_filename(folder, "tab", NULL);
    g_autofree char *saved = g_build_filename(tab, "rulesets.ini", NULL);
    g_assert_cmpint(g_mkdir(tab, 0700), ==, 0);
    g_assert_true(
        g_file_set_contents(saved, "[Friday evenings]\nrules=ludii:columns=6\n", -1, NULL));
    g_autofree char *errors =
        run_program(folder, "'Friday evenings' -o x.net --games 20 --hidden 32", &good);
    g_test_message("%s", errors);
    g_assert_true(good);
    g_autoptr(TabNetWeights) weights = tab_net_weights_load(net, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(weights->header.rules, ==, "ludii:columns=6");
    g_free(errors);
    errors = run_program(folder, "'Friday evenings' -o x.net --games 20 --columns 5-7", &good);
    g_assert_false(good);
    g_assert_nonnull(strstr(errors, "--columns: the rules say how many columns there are"));
    fixture_remove(tab);
    fixture_remove(folder);
}

/* A network that came with the engine is found by its name, and made better at rules of one's own.
 */
static void program_goes_on(void)
{
    bool good;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = fixture_folder();
    g_autofree char *list = g_build_filename(folder, "mine.txt", NULL);
    g_autofree char *net = g_build_filename(folder, "x.net", NULL);
    g_autofree char *data = g_build_filename(g_getenv("TAB_BUILD_ROOT"), "data", NULL);
    g_autofree char *any = g_build_filename(data, "nets", "any.net", NULL);
    g_autofree char *line =
        g_strdup_printf("any --from any.net --rulesets mine.txt --tables '%s/tables' --games 20 "
                        "--study 0 -o x.net",
                        data);
    g_assert_true(g_file_set_contents(list, "ludii\nludii:columns=6\n", -1, NULL));
    g_autofree char *errors = run_program(folder, line, &good);
    g_test_message("%s", errors);
    g_assert_true(good);
    g_autoptr(TabNetWeights) before = tab_net_weights_load(any, &error);
    g_assert_no_error(error);
    g_autoptr(TabNetWeights) weights = tab_net_weights_load(net, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(weights->header.games, ==, before->header.games + 20);
    fixture_remove(folder);
}

/* A training stopped half-way and resumed with --resume writes the file that one in a single run
 * writes, and the file is a network for the rules. */
static void program_trains(void)
{
    bool good;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = fixture_folder(), *whole = NULL, *halves = NULL;
    g_autofree char *a = g_build_filename(folder, "a.net", NULL),
                    *b = g_build_filename(folder, "b.net", NULL);
    gsize whole_length, halves_length;
    const char *const runs[] = {
        "ludii:columns=5 -o a.net --games 2100 --hidden 32 --csv a.csv",
        "ludii:columns=5 -o b.net --games 2100 --hidden 32 -k b.state --minutes 0.0001",
        "ludii:columns=5 -o b.net --games 2100 --hidden 32 -k b.state --resume",
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(runs); i++) {
        g_autofree char *errors = run_program(folder, runs[i], &good);
        g_test_message("%s", errors);
        g_assert_true(good);
    }
    g_assert_true(g_file_get_contents(a, &whole, &whole_length, NULL));
    g_assert_true(g_file_get_contents(b, &halves, &halves_length, NULL));
    g_assert_cmpmem(whole, whole_length, halves, halves_length);
    g_autoptr(TabNetWeights) weights = tab_net_weights_load(a, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(weights->header.games, ==, 2100);
    g_autoptr(TabRules) rules = tab_rules_parse("ludii:columns=5", NULL);
    g_assert_true(tab_net_weights_serve(weights, rules, "a", NULL));
    fixture_remove(folder);
}

#define SUMMED 90 /* the beginning of a checkpoint, with its checksum */

/* A training that is killed again and again ends with the network of one in a single run. */
static void program_survives_kills(void)
{
    static const char *const training = "ludii:columns=5 --games 6000 --round 100 --hidden 32";
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = fixture_folder(), *whole = NULL, *killed = NULL;
    g_autofree char *a = g_build_filename(folder, "a.net", NULL),
                    *b = g_build_filename(folder, "b.net", NULL),
                    *state = g_build_filename(folder, "b.state", NULL);
    g_autofree char *program =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "engine", "tab-train", NULL);
    g_autofree char *single = g_strconcat(training, " -o a.net", NULL);
    g_autofree char *resumed =
        g_strconcat(training, " -o b.net -k b.state --every 0.2 --resume", NULL);
    g_autofree char *line = g_strdup_printf("'%s' %s", program, resumed);
    g_auto(GStrv) words = NULL;
    gsize whole_length, killed_length;
    bool good;
    g_assert_true(g_shell_parse_argv(line, NULL, &words, &error));
    TabRandom random = tab_random_new(3);
    unsigned kills = 0;
    for (unsigned i = 0; i < 2 && kills == i; i++) {
        GPid pid;
        g_autofree char *before = NULL, *after = NULL;
        g_assert_true(g_spawn_async(folder, words, NULL,
                                    G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                                    NULL, &pid, &error));
        g_file_get_contents(state, &before, NULL, NULL);
        do { /* until it has saved something, and then a little longer */
            g_usleep(20000);
            g_clear_pointer(&after, g_free);
            g_file_get_contents(state, &after, NULL, NULL);
        } while (!after || (before && !memcmp(before, after, SUMMED)));
        g_usleep(tab_random_below(&random, 100000));
        kill(pid, SIGKILL);
        int status;
        waitpid(pid, &status, 0);
        kills += WIFSIGNALED(status); /* else it was over before */
    }
    g_assert_cmpuint(kills, >, 0);
    g_free(run_program(folder, resumed, &good));
    g_assert_true(good);
    g_free(run_program(folder, single, &good));
    g_assert_true(good);
    g_assert_true(g_file_get_contents(a, &whole, &whole_length, NULL));
    g_assert_true(g_file_get_contents(b, &killed, &killed_length, NULL));
    g_assert_cmpmem(whole, whole_length, killed, killed_length);
    fixture_remove(folder);
}

/* A training whose rounds are played by two processes, and learned from by a third. */
static void program_merges(void)
{
    static const char *const training = "ludii:columns=5 --games 2100 --hidden 32 -k c.state";
    g_autofree char *folder = fixture_folder(), *whole = NULL, *merged = NULL;
    g_autofree char *a = g_build_filename(folder, "a.net", NULL),
                    *c = g_build_filename(folder, "c.net", NULL);
    gsize whole_length, merged_length;
    bool good, more = true;
    unsigned rounds = 0;
    g_free(run_program(folder, "ludii:columns=5 --games 2100 --hidden 32 -o a.net", &good));
    g_assert_true(good);
    while (more) {
        for (unsigned shard = 1; shard <= 2 && more; shard++) {
            g_autofree char *words =
                g_strdup_printf("%s --positions part%u --shard %u/2", training, shard, shard);
            g_autofree char *errors = run_program(folder, words, &more);
            g_assert_true(more || strstr(errors, "all 2100 games are played"));
        }
        g_autofree char *words =
            g_strconcat(training, " -o c.net --merge part2 --merge part1", NULL);
        g_autofree char *errors = more ? run_program(folder, words, &good) : NULL;
        g_test_message("%s", errors);
        g_assert_true(good);
        rounds += more;
    }
    g_assert_cmpuint(rounds, ==, 3); /* 1024, 1024 and the rest studied */
    g_assert_true(g_file_get_contents(a, &whole, &whole_length, NULL));
    g_assert_true(g_file_get_contents(c, &merged, &merged_length, NULL));
    g_assert_cmpmem(whole, whole_length, merged, merged_length);
    fixture_remove(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tab-train/program-refuses", program_refuses);
    g_test_add_func("/tab-train/program-takes-saved-rules", program_takes_saved_rules);
    g_test_add_func("/tab-train/program-goes-on", program_goes_on);
    g_test_add_func("/tab-train/program-trains", program_trains);
    g_test_add_func("/tab-train/program-survives-kills", program_survives_kills);
    g_test_add_func("/tab-train/program-merges", program_merges);
    return g_test_run();
}
