// SPDX-License-Identifier: GPL-3.0-or-later
// The line of a running match: fits any terminal, tells the truth, and is drawn over itself.
#include "protocol/report/progress.h"

#include <math.h>
#include <string.h>

#include "protocol/text/plain-text.h"
#include "tests/sample-results.h"

static const TabSprt zero_to_five = {.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
static const char *const names[] = {"محرّك بلا حدود طويل الاسم جدًا",
                                    "日本語の長い長い名前のエンジン", "e\xcc\x81"};

static const SampleSetup setups[] = {
    {.engines = 2,
     .games = 200,
     .n_rules = 1,
     .pairs = TRUE,
     .odd = TRUE,
     .seed = 1,
     .sprt = &zero_to_five},
    {.engines = 3, .games = 101, .n_rules = 1, .seed = 2, .names = names},
    {.engines = 2, .games = 0, .n_rules = 1, .sprt = &zero_to_five},
    {.engines = 2, .games = 6, .n_rules = 1, .edge = 5, .names = names},
};

static void test_width(void)
{
    const TabProgressState states[] = {{.planned = 100000, .elapsed_seconds = 7.5},
                                       {.planned = 201, .elapsed_seconds = 360000}};
    for (guint i = 0; i < G_N_ELEMENTS(setups); i++) {
        g_autoptr(TabResults) results = sample_results(&setups[i]);
        for (guint j = 0; j < G_N_ELEMENTS(states); j++) {
            guint before = 0;
            for (guint columns = 1; columns <= 200; columns++) {
                g_autofree char *line = tab_progress_line(results, &states[j], columns);
                guint width = tab_plain_text_columns(line);
                g_assert_cmpuint(width, <=, columns);
                g_assert_null(strchr(line, '\n'));
                g_assert_true(g_utf8_validate(line, -1, NULL));
                if (columns >= 20) /* the number of games is always there */
                    g_assert_cmpuint(width, >, 2);
                before = MAX(before, width);
            }
            g_autofree char *all = tab_progress_line(results, &states[j], 1000);
            g_assert_cmpuint(tab_plain_text_columns(all), ==, before);
        }
    }
}

static void assert_has(const char *line, const char *part)
{
    if (!strstr(line, part)) {
        g_test_message("no \"%s\" in \"%s\"", part, line);
        g_test_fail();
    }
}

static void test_figures(void)
{
    g_autoptr(TabResults) results = sample_results(&setups[0]);
    /* 80 of the 200 games were played now, in a minute; 300 are to come */
    const TabProgressState state = {.planned = 500, .before = 120, .elapsed_seconds = 60};
    g_autofree char *line = tab_progress_line(results, &state, 200);
    const TabTally *tally = &results->engine[0].tally;
    g_autofree char *rate =
        tab_plain_text_rate(tab_tally_rate(tally), tab_pair_score_half_width(&tally->pairs));
    TabSprtState sprt;
    g_assert_true(tab_results_get_sprt(results, &sprt));
    g_autofree char *number = tab_plain_text_number(sprt.llr, 2);
    g_autofree char *llr = g_strdup_printf("llr %s", number);
    guint faults = tab_engine_figures_faults(&results->engine[0]) +
                   tab_engine_figures_faults(&results->engine[1]);
    g_autofree char *fault_text = g_strdup_printf("%u fault", faults);
    g_assert_cmpuint(faults, >, 0);
    assert_has(line, "200/500  A  ");
    assert_has(line, rate);
    assert_has(line, "Elo ");
    assert_has(line, llr);
    assert_has(line, fault_text);
    assert_has(line, "80 games/min");
    assert_has(line, "3:45 left"); /* 300 games at 80 a minute */
}

/* The bar of a ratio is as long as it, from the middle towards the bound that it nears. */
static void test_bar(void)
{
    SampleSetup setup = {.engines = 2, .n_rules = 1, .seed = 3, .sprt = &zero_to_five};
    const TabProgressState state = {.planned = 10000};
    guint to_left = 0, to_right = 0;
    for (setup.seed = 1; setup.seed < 20; setup.seed++) {
        setup.games = 100 * setup.seed;
        g_autoptr(TabResults) results = sample_results(&setup);
        g_autofree char *line = tab_progress_line(results, &state, 200);
        TabSprtState sprt;
        tab_results_get_sprt(results, &sprt);
        const char *bar = strstr(line, "H0["), *end = strstr(line, "]H1");
        g_assert_true(bar && end);
        g_assert_cmpint((int)(end - bar), ==, 3 + 20);
        const char *zero = memchr(bar, '|', (gsize)(end - bar));
        g_assert_nonnull(zero);
        int length = 0;
        for (const char *at = bar + 3; at < end; at++)
            length += *at != ' ' && *at != '|';
        double cells = fabs(sprt.llr) / (sprt.upper - sprt.lower) * 20;
        if (sprt.llr > 0 && length) {
            g_assert_cmpint(zero[1], !=, ' ');
            to_right++;
        } else if (length) {
            g_assert_cmpint(zero[-1], !=, ' ');
            to_left++;
        }
        g_assert_cmpfloat(fabs(length - MIN(cells, 10)), <=, 1.01);
    }
    g_assert_cmpuint(to_left, >, 0);
    g_assert_cmpuint(to_right, >, 0);
}

static void test_best(void)
{
    const SampleSetup setup = {.engines = 3, .games = 60, .n_rules = 1, .edge = -0.4, .seed = 2};
    g_autoptr(TabResults) results = sample_results(&setup);
    const TabProgressState state = {.planned = 60, .elapsed_seconds = 7200};
    g_autofree char *line = tab_progress_line(results, &state, 200);
    assert_has(line, "60/60  C  ");
    assert_has(line, "30 games/h");
    g_assert_null(strstr(line, "left"));
    g_assert_null(strstr(line, "Elo"));
}

static void test_no_games(void)
{
    g_autoptr(TabResults) results = sample_results(&setups[2]);
    const TabProgressState state = {.planned = 10, .elapsed_seconds = 3};
    g_autofree char *line = tab_progress_line(results, &state, 20);
    g_assert_cmpstr(line, ==, "0/10  llr 0.00");
}

/* What the test has decided; how many games an engine's fault has ended. */
static void test_verdicts(void)
{
    const TabProgressState state = {.planned = 1000};
    SampleSetup setup = {
        .engines = 2, .games = 600, .n_rules = 1, .pairs = TRUE, .seed = 1, .sprt = &zero_to_five};
    static const struct {
        double edge;
        const char *word;
    } rows[] = {{0.2, "H1, llr "}, {-0.2, "H0, llr -"}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        setup.edge = rows[i].edge;
        g_autoptr(TabResults) results = sample_results(&setup);
        g_autofree char *line = tab_progress_line(results, &state, 200);
        assert_has(line, rows[i].word);
    }
    const SampleSetup none = {.engines = 2, .games = 0, .n_rules = 1};
    g_autoptr(TabResults) results = sample_results_new(&none);
    static const char *const faults[] = {"1 fault", "2 faults"};
    for (guint i = 0; i < G_N_ELEMENTS(faults); i++) {
        g_autoptr(TabGameResult) game = sample_game(i + 1);
        game->termination = TAB_RECORD_CRASH;
        tab_results_add(results, game, i);
        g_autofree char *line = tab_progress_line(results, &state, 200);
        g_assert_true(g_str_has_suffix(line, faults[i]));
    }
}

static void test_count_line(void)
{
    /* two games and a half of ten in five minutes */
    g_autofree char *line = tab_progress_count_line(2, 10, 2.5, 300, 80);
    g_assert_cmpstr(line, ==, "2/10 games  30 games/h  15:00 left");
    g_autofree char *narrow = tab_progress_count_line(2, 10, 2.5, 300, 25);
    g_assert_cmpstr(narrow, ==, "2/10 games  15:00 left");
    g_autofree char *first = tab_progress_count_line(0, 10, 0, 0, 80);
    g_assert_cmpstr(first, ==, "0/10 games");
    g_autofree char *unknown = tab_progress_count_line(3, 0, 3.5, 60, 80);
    g_assert_cmpstr(unknown, ==, "3 games  3.5 games/min");
    g_autofree char *at_once = tab_progress_count_line(1, 10, 1, 0, 80);
    g_assert_cmpstr(at_once, ==, "1/10 games");
    g_autofree char *all = tab_progress_count_line(10, 10, 10, 60, 80);
    g_assert_cmpstr(all, ==, "10/10 games  10 games/min");
    g_autofree char *long_way = tab_progress_count_line(1, 11, 1, 3600, 80);
    g_assert_cmpstr(long_way, ==, "1/11 games  1.0 games/h  10:00:00 left");
    g_autofree char *ages = tab_progress_count_line(1, 4000000000, 1, 1000, 80);
    g_assert_cmpstr(ages, ==, "1/4000000000 games  3.6 games/h  277777:46:40 left");
}

static void test_game_line(void)
{
    g_autoptr(TabResults) results = sample_results(&setups[2]);
    TabGameResult game = {.number = 3,
                          .engine = {1, 0},
                          .result = TAB_RECORD_BLACK_WON,
                          .termination = TAB_RECORD_TIME,
                          .turns = 57,
                          .reason = (char *)"too\x1b late"};
    g_autofree char *line = tab_progress_game_line(results, &game, 100);
    g_assert_cmpstr(line, ==, "game 3 of 100: B - A 0-1 (time, 57 turns) too  late");
    game.reason = NULL;
    game.termination = TAB_RECORD_NORMAL;
    g_autofree char *normal = tab_progress_game_line(results, &game, 100);
    g_assert_cmpstr(normal, ==, "game 3 of 100: B - A 0-1 (normal, 57 turns)");
    game.result = TAB_RECORD_UNDECIDED;
    game.termination = TAB_RECORD_NOT_SAID;
    g_autofree char *open = tab_progress_game_line(results, &game, 100);
    g_assert_cmpstr(open, ==, "game 3 of 100: B - A * (57 turns)");
}

/* What a terminal shows of bytes with \r, \n and the erasure of a line. */
static char *play_terminal(const char *bytes)
{
    g_autoptr(GString) line = g_string_new(NULL);
    GString *screen = g_string_new(NULL);
    for (; *bytes; bytes++) {
        if (g_str_has_prefix(bytes, "\r\033[K")) {
            g_string_truncate(line, 0);
            bytes += 3;
            continue;
        }
        g_assert_cmpint(*bytes, !=, '\r');
        g_string_append_c(line, *bytes);
        if (*bytes == '\n') {
            g_string_append(screen, line->str);
            g_string_truncate(line, 0);
        }
    }
    g_string_append(screen, line->str);
    return g_string_free(screen, FALSE);
}

static void test_redraw(void)
{
    char *bytes = NULL;
    size_t length;
    FILE *file = open_memstream(&bytes, &length);
    g_assert_false(tab_progress_can_redraw(file));
    g_assert_cmpuint(tab_progress_columns(file), ==, 79);
    TabProgress *progress = tab_progress_new(file);
    g_assert_true(tab_progress_is_due(progress, 0));
    tab_progress_draw(progress, "one, the longest", 1000);
    g_assert_false(tab_progress_is_due(progress, 100999));
    g_assert_true(tab_progress_is_due(progress, 101000));
    tab_progress_draw(progress, "two", 101000);
    g_autofree char *drawn = play_terminal(bytes);
    g_assert_cmpstr(drawn, ==, "two");
    tab_progress_clear(progress);
    tab_progress_clear(progress);
    g_assert_true(tab_progress_is_due(progress, 101001)); /* after other lines at once */
    fputs("a game\n", file);
    tab_progress_draw(progress, "three", 101002);
    fflush(file);
    g_autofree char *after = play_terminal(bytes);
    g_assert_cmpstr(after, ==, "a game\nthree");
    tab_progress_free(progress);
    fclose(file);
    g_autofree char *end = play_terminal(bytes);
    g_assert_cmpstr(end, ==, "a game\n");
    free(bytes);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/progress/width", test_width);
    g_test_add_func("/progress/figures", test_figures);
    g_test_add_func("/progress/bar", test_bar);
    g_test_add_func("/progress/best", test_best);
    g_test_add_func("/progress/no-games", test_no_games);
    g_test_add_func("/progress/verdicts", test_verdicts);
    g_test_add_func("/progress/count-line", test_count_line);
    g_test_add_func("/progress/game-line", test_game_line);
    g_test_add_func("/progress/redraw", test_redraw);
    return g_test_run();
}
