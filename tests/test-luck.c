// SPDX-License-Identifier: GPL-3.0-or-later
// Chances of throws and openings, the summary of many games, and the command `luck` with a judge
// whose values are known.
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "protocol/runner/commands.h"
#include "protocol/report/luck-report.h"
#include "protocol/study/analysis.h"
#include "protocol/rules/opening.h"

#define CLOSE 1e-9

/* Chances. */

/* How often White wins when openings are thrown. */
static double thrown_openings(const TabRules *rules, const TabSticks *sticks, guint n)
{
    TabRandom random = tab_random_new(77);
    guint won = 0;
    for (guint i = 0; i < n; i++) {
        TabOpeningState opening = tab_opening_new(rules);
        while (!opening.decided)
            tab_opening_add(rules, &opening,
                            tab_sticks_throw(&tab_casts[TAB_CAST_TAB], sticks, &random));
        won += opening.winner == TAB_WHITE;
    }
    return (double)won / n;
}

/* Against closed forms, and against openings that are thrown. */
static void openings(void)
{
    static const struct {
        const char *rules, *sticks;
        double white;
    } cases[] = {
        {"standard", "fair", 1},
        {"walker", "fair", 4.0 / 7},
        {"walker", "w=6,13,11,5,1", 36.0 / 59},
        {"walker", "w=0,1,0,1,0", 2.0 / 3},
        {"jordan", "fair", 0.5},
        {"jordan", "w=6,13,11,5,1", 0.5},
        {"walker", "w=0,0,1,0,0", NAN}, /* no tâb ever */
        {"jordan", "w=0,0,1,0,0", NAN}, /* always a tie */
        {"deleb:opening=none", "fair", 1},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TabRules) rules = tab_rules_parse(cases[i].rules, NULL);
        TabSticks sticks;
        g_assert_true(tab_sticks_parse(&tab_casts[TAB_CAST_TAB], cases[i].sticks, &sticks, NULL));
        double white = tab_analysis_white_begins(rules, &sticks);
        if (isnan(cases[i].white)) {
            g_assert_true(isnan(white));
            continue;
        }
        g_assert_cmpfloat_with_epsilon(white, cases[i].white, 1e-12);
        guint n = 20000;
        double se = sqrt(white * (1 - white) / n);
        g_assert_cmpfloat(fabs(thrown_openings(rules, &sticks, n) - white), <=, 4 * se);
    }
}

/* The last place of a hand of the greatest size takes only what ends it. */
static void last_place(void)
{
    const TabCast *cast = &tab_casts[TAB_CAST_TAB];
    TabSticks fair = tab_sticks_fair(cast);
    for (unsigned thrown = 0; thrown < TAB_MAX_THROWS - 1; thrown++) {
        TabSticks next = tab_sticks_of_throw(cast, &fair, thrown);
        g_assert_cmpmem(&next, sizeof next, &fair, sizeof fair);
    }
    TabSticks last = tab_sticks_of_throw(cast, &fair, TAB_MAX_THROWS - 1);
    g_assert_cmpfloat_with_epsilon(last.p[tab_cast_kind(cast, "2", NULL)], 0.6, 1e-12);
    g_assert_cmpfloat_with_epsilon(last.p[tab_cast_kind(cast, "3", NULL)], 0.4, 1e-12);
    g_assert_cmpfloat(tab_sticks_rethrow(cast, &last), ==, 0);
}

/* Summaries. */

static void add_row(GArray *rows, const char *white, const char *black, gint64 seed, double points,
                    double luck)
{
    TabLuckRow row = {.name = {g_intern_string(white), g_intern_string(black)},
                      .has_seed = seed >= 0,
                      .seed = (guint64)seed,
                      .points = points,
                      .luck = luck,
                      .loss = {0.5, 0.1},
                      .turns = {10, 4}};
    g_array_append_val(rows, row);
}

static void check_estimate(TabEstimate estimate, double mean, double se)
{
    g_assert_cmpfloat_with_epsilon(estimate.mean, mean, CLOSE);
    g_assert_cmpfloat_with_epsilon(estimate.se, se, CLOSE);
}

/* Two pairs, and games that are none: one without a result, a third one, one with other sticks. */
static void summaries(void)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(TabLuckRow));
    add_row(rows, "A", "B", 7, 1, 0.25);  /* A 1, adjusted 0.75 */
    add_row(rows, "B", "A", 7, 0.5, 0.5); /* A 0.5, adjusted 1 */
    add_row(rows, "A", "B", 9, NAN, 0.1);
    add_row(rows, "B", "A", 9, 1, 0.5);   /* A 0, adjusted 0.5 */
    add_row(rows, "A", "B", 9, 0, -0.75); /* A 0, adjusted 0.75 */
    add_row(rows, "B", "A", 9, 0, -0.5);  /* A 1, adjusted 0.5 */
    add_row(rows, "A", "B", 20, 0.5, 0);  /* A 0.5, adjusted 0.5 */
    TabLuckSummary summary = tab_luck_summarise(rows);
    g_assert_cmpstr(summary.player, ==, "A");
    g_assert_cmpuint(summary.games, ==, 6);
    g_assert_cmpuint(summary.pairs, ==, 2);
    check_estimate(summary.plain, 0.5, sqrt(4 * 0.25 / 5 / 6));
    double squares = 0, adjusted[] = {0.75, 1, 0.5, 0.75, 0.5, 0.5};
    for (guint i = 0; i < G_N_ELEMENTS(adjusted); i++)
        squares += pow(adjusted[i] - 4.0 / 6, 2);
    check_estimate(summary.adjusted, 4.0 / 6, sqrt(squares / 5 / 6));
    /* 0.75 and 0; 0.875 and 0.625 */
    check_estimate(summary.plain_pairs, 0.375, 0.375);
    check_estimate(summary.adjusted_pairs, 0.75, 0.125);
    /* A had White in four games of seven */
    g_assert_cmpfloat_with_epsilon(summary.loss, (4 * 0.5 + 3 * 0.1) / (4 * 10 + 3 * 4), CLOSE);
    g_assert_cmpfloat_with_epsilon(summary.loss_others, (4 * 0.1 + 3 * 0.5) / (4 * 4 + 3 * 10),
                                   CLOSE);
    add_row(rows, "C", "B", 10, 0, 0);
    summary = tab_luck_summarise(rows);
    g_assert_null(summary.player);
    g_assert_cmpfloat_with_epsilon(summary.plain.mean, 3.0 / 7, CLOSE);
    g_assert_cmpfloat_with_epsilon(summary.loss, 0.05, CLOSE);
    g_assert_cmpfloat_with_epsilon(summary.loss_others, 0.025, CLOSE);
    g_autoptr(GString) text = g_string_new(NULL);
    tab_luck_append_summary(text, &summary, 0);
    g_assert_nonnull(strstr(text->str, "7 games seen from White\n"));
    g_assert_nonnull(strstr(text->str, "\n2 pairs, each seen from the White of its first game\n"));
    g_array_set_size(rows, 0);
    g_assert_cmpuint(tab_luck_summarise(rows).games, ==, 0);
}

/* Who has won all is not known to win always: the intervals are those of a match. */
static void all_won(void)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(TabLuckRow));
    for (gint64 seed = 1; seed <= 2; seed++) {
        add_row(rows, "A", "B", seed, 1, 0.125);
        add_row(rows, "B", "A", seed, 0, 0.25);
    }
    TabTally tally = {.score = {.wins = 4}};
    TabLuckSummary summary = tab_luck_summarise(rows);
    g_assert_cmpfloat_with_epsilon(summary.plain_half_width, tab_tally_half_width(&tally), CLOSE);
    tally.pairs.n[4] = 2;
    g_assert_cmpfloat_with_epsilon(summary.plain_pairs_half_width, tab_tally_half_width(&tally),
                                   CLOSE);
    g_autoptr(GString) text = g_string_new(NULL);
    tab_luck_append_summary(text, &summary, 0);
    g_assert_nonnull(strstr(text->str, "\nplain 100.00% ±54.60\n"));
    g_assert_nonnull(strstr(text->str, "\nplain pairs 100.00% ±70.98\n"));
}

/* Two games are a pair if their sticks and players are the same, and both have a result. */
static void pairs(void)
{
    static const struct {
        const char *white, *black;
        gint64 seed;
        double points;
        guint pairs;
    } seconds[] = {
        {"B", "A", 7, 0.5, 1}, {"A", "B", 7, 0.5, 0},  {"B", "C", 7, 0.5, 0}, {"C", "A", 7, 0.5, 0},
        {"B", "A", 8, 0.5, 0}, {"B", "A", -1, 0.5, 0}, {"B", "A", 7, NAN, 0},
    };
    for (guint i = 0; i < G_N_ELEMENTS(seconds); i++) {
        g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(TabLuckRow));
        add_row(rows, "A", "B", 7, 1, 0.25);
        add_row(rows, seconds[i].white, seconds[i].black, seconds[i].seed, seconds[i].points, 0);
        g_test_message("second game %u", i);
        g_assert_cmpuint(tab_luck_summarise(rows).pairs, ==, seconds[i].pairs);
    }
    g_autoptr(TabRules) rules = tab_rules_parse("ludii", NULL);
    g_autoptr(TabRecord) record = tab_record_new(rules, NULL, 0);
    g_autoptr(TabAnalysis) analysis = tab_analysis_new(FALSE);
    g_assert_false(tab_luck_row_new(record, analysis).has_seed);
    tab_record_set_tag(record, "Seed", "18446744073709551615");
    g_assert_cmpuint(tab_luck_row_new(record, analysis).seed, ==, G_MAXUINT64);
}

/* Losses are shared out among turns as limits count them: with throws=at-once all that a side plays
 * until the number rises is one. */
static void turns_of_losses(void)
{
    const TabRecordNode nodes[] = {{.number = 7}, {.number = 8}, {.number = 8},
                                   {.number = 8}, {.number = 9}, {.number = 9}};
    g_autoptr(TabRules) rules = tab_rules_parse("ludii", NULL);
    g_autoptr(TabRecord) record = tab_record_new(rules, NULL, 0);
    TabAnalysis analysis = {.of_turns = g_array_new(FALSE, FALSE, sizeof(TabTurnLoss)),
                            .loss = {0.3, 0.06}};
    for (guint i = 0; i < G_N_ELEMENTS(nodes); i++) {
        TabTurnLoss turn = {.node = &nodes[i], .side = nodes[i].number % 2 ? TAB_WHITE : TAB_BLACK};
        g_array_append_val(analysis.of_turns, turn);
    }
    TabLuckRow row = tab_luck_row_new(record, &analysis);
    g_array_unref(analysis.of_turns);
    g_assert_cmpuint(row.turns[TAB_WHITE], ==, 2);
    g_assert_cmpuint(row.turns[TAB_BLACK], ==, 1);
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(TabLuckRow));
    g_array_append_val(rows, row);
    TabLuckSummary summary = tab_luck_summarise(rows);
    g_assert_cmpfloat_with_epsilon(summary.loss, 0.15, CLOSE);
    g_assert_cmpfloat_with_epsilon(summary.loss_others, 0.06, CLOSE);
}

/* The command. */

static const char games[] = "[White \"Ada\"]\n[Black \"Bob\"]\n[Rules \"walker:columns=5\"]\n"
                            "[Seed \"5\"]\n[Opening \"w2 b3 w1\"]\n[Result \"1-0\"]\n"
                            "[Termination \"crash\"]\n\n"
                            "1. w 1,2 1:a5b5,2:b5b3\n2. b 3 3:pass\n3. w 4,3 3:b3c1,4:c1c5\n"
                            "4. b 1,6,2 ?\n1-0\n\n"
                            "[White \"Bob\"]\n[Black \"Ada\"]\n[Rules \"walker:columns=5\"]\n"
                            "[Seed \"5\"]\n[Opening \"w2 b1\"]\n[Result \"1/2-1/2\"]\n\n"
                            "1. b 1,3 1:d1c1,3:c1c4\n2. w 2 2:pass\n1/2-1/2\n\n"
                            "[White \"Ada\"]\n[Black \"Bob\"]\n[Rules \"walker:columns=5\"]\n"
                            "[Position \"nnnnn/5/5/NNNNN b - - 7\"]\n[Result \"*\"]\n\n"
                            "7. b 2 2:pass\n*\n";

/* Sends what is written to a descriptor to a file. */
static int redirect(int descriptor, const char *path)
{
    int saved = dup(descriptor), file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    g_assert_cmpint(file, >=, 0);
    g_assert_cmpint(dup2(file, descriptor), >=, 0);
    close(file);
    return saved;
}

static void restore(int descriptor, int saved)
{
    dup2(saved, descriptor);
    close(saved);
}

typedef struct {
    char *folder, *file, *output_file, *errors_file;
    char *output, *errors;
} Run;

static Run *run_new(const char *text)
{
    Run *run = g_new0(Run, 1);
    run->folder = g_dir_make_tmp("tab-luck-XXXXXX", NULL);
    run->file = g_build_filename(run->folder, "games.tab", NULL);
    run->output_file = g_build_filename(run->folder, "output", NULL);
    run->errors_file = g_build_filename(run->folder, "errors", NULL);
    g_assert_true(g_file_set_contents(run->file, text, -1, NULL));
    return run;
}

static void run_free(Run *run)
{
    char *const files[] = {run->file, run->output_file, run->errors_file};
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_remove(files[i]);
        g_free(files[i]);
    }
    g_rmdir(run->folder);
    g_free(run->folder);
    g_free(run->output);
    g_free(run->errors);
    g_free(run);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Run, run_free)

/* Its lines without those of progress, which come on a machine that takes long. Takes `text` over.
 */
static char *drop_progress(char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *left = g_string_new(NULL);
    for (GStrv line = lines; *line; line++)
        if (**line && !strstr(*line, " games/min "))
            g_string_append_printf(left, "%s\n", *line);
    g_free(text);
    return g_string_free(left, FALSE);
}

/* Runs `luck` with the judge (NULL: none), these options and the file; its exit status. */
static int luck(Run *run, const char *judge, const char *options)
{
    g_autofree char *line = g_strdup_printf("luck %s%s%s%s %s %s", judge ? "--judge 'cmd=" : "",
                                            judge ? g_getenv("TAB_BUILD_ROOT") : "",
                                            judge ? "/tests/judge-engine " : "", judge ? judge : "",
                                            judge ? "'" : "", options);
    g_auto(GStrv) argv = NULL;
    int argc;
    g_assert_true(g_shell_parse_argv(line, &argc, &argv, NULL));
    g_autofree char **words = g_new0(char *, (gsize)argc + 2); /* those are freed by argv */
    memcpy(words, argv, (gsize)argc * sizeof *words);
    words[argc] = run->file;
    fflush(stdout);
    int out = redirect(STDOUT_FILENO, run->output_file);
    int err = redirect(STDERR_FILENO, run->errors_file);
    int status = tab_luck_main(argc + 1, words);
    fflush(stdout); /* as tab-match does in the end */
    restore(STDOUT_FILENO, out);
    restore(STDERR_FILENO, err);
    g_clear_pointer(&run->output, g_free);
    g_clear_pointer(&run->errors, g_free);
    g_assert_true(g_file_get_contents(run->output_file, &run->output, NULL, NULL));
    g_assert_true(g_file_get_contents(run->errors_file, &run->errors, NULL, NULL));
    run->errors = drop_progress(run->errors);
    return status;
}

/* The number behind `word` in the line of game `n`. */
static double number(const Run *run, guint n, const char *word)
{
    g_autofree char *head = g_strdup_printf("game %u: ", n);
    g_auto(GStrv) lines = g_strsplit(run->output, "\n", -1);
    for (GStrv line = lines; *line; line++) {
        const char *at = g_str_has_prefix(*line, head) ? strstr(*line, word) : NULL;
        if (at)
            return g_ascii_strtod(at + strlen(word), NULL);
    }
    g_assert_not_reached();
}

static guint count(const char *text, const char *word)
{
    guint n = 0;
    for (const char *p = text; (p = strstr(p, word)); p += strlen(word))
        n++;
    return n;
}

/* The lines agree with each other, whatever the judge says, and are the same with more judges. */
static void command(void)
{
    g_autoptr(Run) run = run_new(games);
    g_assert_cmpint(luck(run, "0", "--throws --losses"), ==, 0);
    g_test_message("%s", run->output);
    g_assert_cmpstr(run->errors, ==, "");
    g_assert_nonnull(strstr(run->output, "game 1: Ada - Bob 1-0 (crash, 3 turns) luck "));
    g_assert_nonnull(strstr(run->output, "game 2: Bob - Ada 1/2-1/2 (2 turns) luck "));
    g_assert_nonnull(strstr(run->output, "game 3: Ada - Bob * (1 turn) luck "));
    static const double points[] = {1, 0.5};
    double adjusted = 0;
    for (guint n = 1; n <= 2; n++) {
        double sum =
            number(run, n, "white ") - number(run, n, "black ") + number(run, n, "opening ");
        g_assert_cmpfloat_with_epsilon(number(run, n, "luck "), sum, 2e-4);
        g_assert_cmpfloat_with_epsilon(number(run, n, "adjusted "),
                                       points[n - 1] - number(run, n, "luck "), 2e-4);
        adjusted += n == 1 ? number(run, n, "adjusted ") : 1 - number(run, n, "adjusted ");
    }
    g_assert_cmpfloat_with_epsilon(number(run, 3, "opening "), 0, CLOSE);
    const char *all = strstr(run->output, "\nadjusted ");
    g_assert_nonnull(all);
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(all + strlen("\nadjusted "), NULL), 50 * adjusted,
                                   0.02);
    g_assert_nonnull(strstr(run->output, "2 games seen from Ada\nplain 75.00% ±"));
    g_assert_nonnull(strstr(run->output, "1 pair\n"));
    g_assert_nonnull(strstr(run->output, "\nloss a turn "));
    g_assert_nonnull(strstr(run->output, "\n  3. w 4 3 "));
    g_assert_nonnull(strstr(run->output, "\n  4. b 1,6 2 "));
    g_assert_null(strstr(run->output, "\n  1. w - 1 ")); /* the opening's */
    /* 1 + 1 + 2 + 3, 1 + 1, 1 */
    g_assert_cmpuint(count(run->output, "\n  1. ") + count(run->output, "\n  2. ") +
                         count(run->output, "\n  3. ") + count(run->output, "\n  4. ") +
                         count(run->output, "\n  7. "),
                     ==, 10);
    g_assert_cmpuint(count(run->output, "\n  best "), ==, 5); /* White threw nothing in game 3 */
    g_autofree char *first = g_strdup(run->output);
    g_assert_cmpint(luck(run, "0", "--throws --losses -c 3"), ==, 0);
    g_assert_cmpstr(run->output, ==, first);
    g_assert_cmpint(luck(run, "0", "-q"), ==, 0);
    g_assert_true(g_str_has_prefix(run->output, "2 games seen from Ada\n"));
}

/* What a side plays until the turn's number rises is one turn, however many throws it has. */
static void throws_at_once(void)
{
    static const char game[] =
        "[White \"Ada\"]\n[Black \"Bob\"]\n[Rules \"ludii:columns=5\"]\n[Opening \"w2 b6 w1\"]\n"
        "[Result \"0-1\"]\n[Termination \"time\"]\n\n1. w 2 2:a3a5\n2. b 1 1:d2d1\n2. b 2 2:d4d2\n"
        "3. w 1 1:a2a3\n3. w 4 ?\n0-1\n";
    g_autoptr(Run) run = run_new(game);
    g_assert_cmpint(luck(run, "0", "--losses"), ==, 0);
    g_test_message("%s%s", run->output, run->errors);
    g_assert_nonnull(strstr(run->output, "game 1: Ada - Bob 0-1 (time, 2 turns) luck "));
    /* White's losses by two turns, Black's by one */
    const char *each = strstr(run->output, "  loss white "), *black = strstr(each, " black ");
    const char *mean = strstr(run->output, "loss a turn "), *others = strstr(mean, "others ");
    double lost = g_ascii_strtod(black + strlen(" black "), NULL);
    g_assert_cmpfloat(lost, >, 0);
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(others + strlen("others "), NULL), lost, 2e-4);
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(mean + strlen("loss a turn "), NULL),
                                   g_ascii_strtod(each + strlen("  loss white "), NULL) / 2, 2e-4);
}

/* What cannot be done is said, and nothing is made up. */
static void refusals(void)
{
    static const struct {
        const char *judge, *options, *words;
    } cases[] = {
        {NULL, "", "--judge is needed"},
        {"0", "--depth -1", "--depth"},
        {"0", "--ahead 7", "--ahead"},
        {"0", "-c 0", "--concurrency"},
        {"0", "--patience 0", "--patience"},
        {"0", "/no/such/file.tab", "luck: cannot open /no/such/file.tab: No such file"},
        {NULL, "--judge cmd=/no/such/engine", "/no/such/engine"},
        {NULL, "--judge cmd=sh,tc=10", "tc"},
        {NULL, "--judge 'conf=No Such Engine'", "No Such Engine"},
    };
    g_autoptr(Run) run = run_new(games);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_assert_cmpint(luck(run, cases[i].judge, cases[i].options), ==, 1);
        g_test_message("%s", run->errors);
        g_assert_nonnull(strstr(run->errors, cases[i].words));
        g_assert_cmpstr(run->output, ==, "");
    }
}

/* A judge that fails costs the game that it failed in, and is started again for the next. */
static void bad_judge(void)
{
    g_autoptr(Run) run = run_new(games);
    g_assert_cmpint(luck(run, "100 crash", ""), ==, 1);
    g_test_message("%s%s", run->output, run->errors);
    g_assert_nonnull(strstr(run->errors, "game 1: judge Oracle: at turn "));
    g_assert_nonnull(strstr(run->errors, "1 of 3 games could not be judged"));
    g_assert_null(strstr(run->output, "game 1:"));
    g_assert_nonnull(strstr(run->output, "game 2:"));
    g_assert_nonnull(strstr(run->output, "1 game seen from Bob\n"));
    g_assert_cmpint(luck(run, "0 no-win", ""), ==, 1);
    g_assert_nonnull(strstr(run->errors, "3 of 3 games could not be judged"));
    g_assert_cmpstr(run->output, ==, "");
}

/* The games before a fault of the file are judged. */
static void bad_file(void)
{
    g_autofree char *text =
        g_strconcat(games, "\n[Rules \"walker\"]\n[Result \"2-0\"]\n2-0\n", NULL);
    g_autoptr(Run) run = run_new(text);
    g_assert_cmpint(luck(run, "0", ""), ==, 1);
    g_assert_nonnull(strstr(run->errors, "games.tab: line "));
    g_assert_nonnull(strstr(run->output, "2 games seen from Ada\n"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/luck/openings", openings);
    g_test_add_func("/luck/last-place", last_place);
    g_test_add_func("/luck/summaries", summaries);
    g_test_add_func("/luck/all-won", all_won);
    g_test_add_func("/luck/pairs", pairs);
    g_test_add_func("/luck/turns-of-losses", turns_of_losses);
    g_test_add_func("/luck/command", command);
    g_test_add_func("/luck/throws-at-once", throws_at_once);
    g_test_add_func("/luck/refusals", refusals);
    g_test_add_func("/luck/bad-judge", bad_judge);
    g_test_add_func("/luck/bad-file", bad_file);
    return g_test_run();
}
