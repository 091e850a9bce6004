// SPDX-License-Identifier: GPL-3.0-or-later
// The results as text: its lines hold the figures, its tables are aligned, its numbers have points.
#include <math.h>
#include <string.h>

#include "protocol/text/plain-text.h"
#include "protocol/report/report.h"
#include "tests/sample-results.h"

static const TabSprt zero_to_ten = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
static const SampleSetup two = {.engines = 2,
                                .games = 600,
                                .n_rules = 2,
                                .pairs = TRUE,
                                .luck = TRUE,
                                .odd = TRUE,
                                .edge = 0.1,
                                .seed = 1,
                                .sprt = &zero_to_ten};

/* The line of a text that begins so; free with g_free. */
static char *line_of(const char *text, const char *start)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++)
        if (g_str_has_prefix(*line, start))
            return g_strdup(*line);
    g_test_message("no line \"%s…\" in:\n%s", start, text);
    g_test_fail();
    return g_strdup("");
}

static void assert_line(const char *text, const char *start, const char *expected)
{
    g_autofree char *line = line_of(text, start);
    g_assert_cmpstr(line, ==, expected);
}

/* The numbers of a line, in their order. */
static GArray *numbers_of(const char *line)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(double));
    for (const char *at = line; *at;) {
        gboolean sign = (*at == '-' || *at == '+') && g_ascii_isdigit(at[1]);
        if (!sign && !g_ascii_isdigit(*at)) {
            at++;
            continue;
        }
        char *end;
        double number = g_ascii_strtod(at, &end);
        g_array_append_val(numbers, number);
        at = end;
    }
    return numbers;
}

static void assert_number(const GArray *numbers, guint i, double expected, double precision)
{
    g_assert_cmpuint(i, <, numbers->len);
    g_assert_cmpfloat_with_epsilon(g_array_index(numbers, double, i), expected, precision);
}

static void test_two(void)
{
    g_autoptr(TabResults) results = sample_results(&two);
    g_autofree char *text = tab_results_to_text(results, TRUE);
    g_autofree char *first = tab_results_score_lines(results);
    const TabTally *tally = &results->engine[0].tally;
    g_autofree char *score =
        tab_score_to_string(&tally->score, "A", tab_pair_score_half_width(&tally->pairs));
    g_autofree char *score_line = g_strdup_printf("%s\n", score);
    g_assert_cmpstr(first, ==, score_line);
    g_assert_true(g_str_has_prefix(text, first));

    g_autofree char *elo_line = line_of(text, "Elo "), *los_line = line_of(text, "LOS ");
    g_autofree char *pairs_line = line_of(text, "pairs "), *sprt_line = line_of(text, "SPRT llr ");
    g_autoptr(GArray) elo = numbers_of(elo_line), los = numbers_of(los_line);
    g_autoptr(GArray) pairs = numbers_of(pairs_line), sprt = numbers_of(sprt_line);
    TabEloInterval interval = tab_tally_elo(tally);
    assert_number(elo, 0, interval.elo, 0.051);
    assert_number(elo, 1, (interval.high - interval.low) / 2, 0.051);
    assert_number(los, 0, 100 * tab_tally_los(tally), 0.051);
    for (guint k = 0; k < 5; k++)
        assert_number(pairs, k, tally->pairs.n[k], 1e-9);
    TabSprtState state;
    g_assert_true(tab_results_get_sprt(results, &state));
    assert_number(sprt, 0, state.llr, 0.0051);
    assert_number(sprt, 1, state.lower, 0.0051);
    assert_number(sprt, 2, state.upper, 0.0051);
    g_assert_nonnull(strstr(sprt_line, ") H1 after "));
}

/* The rest of the lines, and none that says nothing. */
static void test_lines(void)
{
    g_autoptr(TabResults) results = sample_results(&two);
    const TabMatchFigures *match = &results->match;
    g_autofree char *text = tab_results_to_text(results, TRUE);
    g_autofree char *white =
        tab_plain_text_rate(tab_tally_rate(&match->white), tab_tally_half_width(&match->white));
    g_autofree char *white_line = g_strdup_printf("White %s", white);
    assert_line(text, "White ", white_line);
    g_autofree char *drawn =
        g_strdup_printf("drawn %u: turn-limit %u, no-progress %u", match->white.score.draws,
                        match->draws[TAB_RECORD_TURN_LIMIT], match->draws[TAB_RECORD_NO_PROGRESS]);
    assert_line(text, "drawn ", drawn);
    g_autofree char *undecided = g_strdup_printf("without result %u", match->undecided);
    assert_line(text, "without result ", undecided);
    g_autofree char *luck_line = line_of(text, "A  ");
    g_autoptr(GArray) luck = numbers_of(luck_line);
    TabLuckFigures figures;
    g_assert_true(tab_results_get_luck(results, 0, &figures));
    assert_number(luck, 0, 100 * figures.adjusted.mean, 0.0051);
    assert_number(luck, 1, 100 * TAB_Z95 * figures.adjusted.se, 0.0051);
    assert_number(luck, 4, figures.ratio, 0.0051);

    const SampleSetup plain = {.engines = 2, .games = 10, .n_rules = 1, .edge = 5};
    g_autoptr(TabResults) few = sample_results(&plain);
    g_autofree char *short_text = tab_results_to_text(few, FALSE);
    static const char *const absent[] = {"pairs", "SPRT",   "luck",    "rules", "drawn",
                                         "early", "faults", "ms/turn", "result"};
    for (guint i = 0; i < G_N_ELEMENTS(absent); i++)
        g_assert_null(strstr(short_text, absent[i]));
    assert_line(short_text, "score ", "score A +10 -0 =0 100.00% ±32.09");
    assert_line(short_text, "Elo ", "Elo +inf ± inf");
}

/* One pair gives no interval, so there is no row; then there is no head either. */
static void test_one_pair(void)
{
    SampleSetup setup = {.engines = 2, .games = 2, .n_rules = 1, .pairs = TRUE, .luck = TRUE};
    g_autoptr(TabResults) one = sample_results(&setup);
    g_autofree char *text = tab_results_to_text(one, FALSE);
    g_assert_cmpuint(one->match.luck_by_game.n, ==, 2);
    g_assert_null(strstr(text, "luck"));
    setup.games = 4;
    g_autoptr(TabResults) pairs = sample_results(&setup);
    g_autofree char *more = tab_results_to_text(pairs, FALSE);
    g_assert_nonnull(strstr(more, "engine  luck-adjusted "));
}

/* Luck of an engine that has played no judged game is not known, and it has no row; luck that is
 * the same in all games goes along with no result. */
static void test_luck_of_some(void)
{
    const SampleSetup setup = {.engines = 3, .games = 4, .n_rules = 1};
    g_autoptr(TabResults) results = sample_results_new(&setup);
    for (guint number = 1; number <= 4; number++) {
        g_autoptr(TabGameResult) game = sample_game(number);
        game->has_luck = number < 4;
        game->engine[TAB_BLACK] = number < 4 ? 1 : 2;
        game->luck = 0.25;
        if (number == 2)
            game->result = TAB_RECORD_BLACK_WON;
        tab_results_add(results, game, number - 1);
    }
    g_autofree char *text = tab_results_to_text(results, FALSE);
    const char *table = strstr(text, "engine  luck-adjusted ");
    g_assert_nonnull(table);
    g_auto(GStrv) lines = g_strsplit(table, "\n", -1);
    g_assert_true(g_str_has_suffix(lines[0], "  games"));
    g_assert_true(g_str_has_prefix(lines[1], "A ") && g_str_has_suffix(lines[1], " 3"));
    g_assert_true(g_str_has_prefix(lines[2], "B ") && g_str_has_suffix(lines[2], " 3"));
    g_assert_false(g_str_has_prefix(lines[3], "C "));
    g_assert_null(strstr(text, "luck-adjusted Elo"));
    g_assert_null(strstr(text, "correlate"));
}

/* Columns that begin or end in the same place in all rows, whatever alphabet the names have. */
static void test_many(void)
{
    static const char *const names[] = {"a name of so many letters that no table could hold it",
                                        "طاب", "日本語", "e\xcc\x81t\xcc\xa3"};
    const SampleSetup setup = {
        .engines = 4, .games = 120, .n_rules = 1, .pairs = TRUE, .seed = 4, .names = names};
    g_autoptr(TabResults) results = sample_results(&setup);
    g_autofree char *text = tab_results_to_text(results, TRUE);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; i < 4; i++) {
        g_autofree char *score = tab_results_score_line(results, i);
        g_assert_cmpstr(lines[i], ==, score);
        g_assert_nonnull(strstr(score, names[i]));
    }
    TabRating ratings[4];
    guint order[4];
    tab_results_get_ratings(results, ratings, order);
    guint width = tab_plain_text_columns(lines[4]);
    g_assert_true(g_str_has_prefix(lines[4], "#  engine"));
    for (guint i = 0; i < 4; i++) {
        g_assert_cmpuint(tab_plain_text_columns(lines[5 + i]), ==, width);
        g_autofree char *elo = tab_plain_text_number(ratings[order[i]].elo, 1);
        g_assert_nonnull(strstr(lines[5 + i], elo));
        g_assert_nonnull(strstr(lines[5 + i], "·"));
    }
    g_assert_null(strstr(lines[5], names[0])); /* cut */
}

static void test_plain_text(void)
{
    g_assert_cmpuint(tab_plain_text_columns("a日é"), ==, 4);
    g_autoptr(GString) string = g_string_new(NULL);
    static const struct {
        const char *text;
        guint columns;
        const char *cut;
    } cuts[] = {{"日本語", 6, "日本語"}, {"日本語", 4, "日…"}, {"abc", 0, ""}};
    for (guint i = 0; i < G_N_ELEMENTS(cuts); i++) {
        g_autofree char *cut = tab_plain_text_cut(cuts[i].text, cuts[i].columns);
        g_assert_cmpstr(cut, ==, cuts[i].cut);
    }
    tab_plain_text_append_padded(string, "日", 4, TRUE);
    tab_plain_text_append_padded(string, "x", 3, FALSE);
    tab_plain_text_append_padded(string, "long", 2, FALSE);
    g_assert_cmpstr(string->str, ==, "  日x  long");
    static const struct {
        double number;
        guint decimals;
        gboolean sign;
        const char *text;
    } numbers[] = {
        {1.25, 1, FALSE, "1.2"},       {-0.04, 1, FALSE, "0.0"},
        {-0.06, 1, FALSE, "-0.1"},     {3, 0, TRUE, "+3"},
        {-INFINITY, 2, FALSE, "-inf"}, {INFINITY, 2, TRUE, "+inf"},
        {NAN, 2, TRUE, "nan"},         {1e22, 0, FALSE, "10000000000000000000000"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        g_string_truncate(string, 0);
        tab_plain_text_append_number(string, numbers[i].number, numbers[i].decimals,
                                     numbers[i].sign);
        g_assert_cmpstr(string->str, ==, numbers[i].text);
    }
}

static void test_table(void)
{
    static const char *const cells[] = {"a", "bb", "c", "日本", "e", ""};
    g_autoptr(TabTextTable) table = tab_text_table_new(3, 1);
    for (guint i = 0; i < G_N_ELEMENTS(cells); i++)
        tab_text_table_take(table, g_strdup(cells[i]));
    g_autoptr(GString) string = g_string_new("before\n");
    tab_text_table_append(table, string);
    g_assert_cmpstr(string->str, ==, "before\na     bb  c\n日本   e\n");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/results-text/two", test_two);
    g_test_add_func("/results-text/lines", test_lines);
    g_test_add_func("/results-text/many", test_many);
    g_test_add_func("/results-text/one-pair", test_one_pair);
    g_test_add_func("/results-text/luck-of-some", test_luck_of_some);
    g_test_add_func("/results-text/plain-text", test_plain_text);
    g_test_add_func("/results-text/table", test_table);
    return g_test_run();
}
