// SPDX-License-Identifier: GPL-3.0-or-later
// The page of results: well-formed, self-contained, with the figures in it and plots drawn to
// scale.
#include "protocol/report/report.h"

#include <math.h>
#include <string.h>

#include "protocol/text/plain-text.h"
#include "protocol/plot/plot.h"
#include "tests/sample-results.h"

static const TabSprt zero_to_ten = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
static const char *const wild[] = {"</title><script>alert(\"1\")</script>", "طاب & 'ع'",
                                   "c\x01\xff]]>"};
static const char *const settings[] = {"command <1>", "a && b > \"c\"\n", NULL};
static const TabResultsInfo info = {.settings = settings, .times = TRUE};

static const SampleSetup two = {.engines = 2,
                                .games = 700,
                                .n_rules = 2,
                                .pairs = TRUE,
                                .luck = TRUE,
                                .odd = TRUE,
                                .edge = 0.05,
                                .seed = 1,
                                .sprt = &zero_to_ten};

static const SampleSetup setups[] = {
    {.engines = 2,
     .games = 90,
     .n_rules = 1,
     .luck = TRUE,
     .odd = TRUE,
     .seed = 2,
     .names = wild,
     .sprt = &zero_to_ten},
    {.engines = 3,
     .games = 200,
     .n_rules = 3,
     .pairs = TRUE,
     .luck = TRUE,
     .seed = 3,
     .names = wild},
    {.engines = 6, .games = 7, .n_rules = 1, .seed = 4}, /* two of them without games */
    {.engines = 2, .games = 0, .n_rules = 1},
    {.engines = 2, .games = 1, .n_rules = 1, .luck = TRUE, .sprt = &zero_to_ten},
    {.engines = 2, .games = 3, .n_rules = 1, .pairs = TRUE, .luck = TRUE, .edge = 5},
};

/* What a parser saw of a page. */
typedef struct {
    GString *words;  /* all text outside of the style */
    GPtrArray *open; /* names of the open elements */
    guint bars, swatches, plots;
    GString *line; /* the points of the first line */
    GArray *ticks; /* of TabPlotPoint: y of the picture and value, of the first plot */
    double tick_y; /* of the open text, or NAN */
} Page;

static const char *attribute(const char **names, const char **values, const char *name)
{
    for (; *names; names++, values++)
        if (!strcmp(*names, name))
            return *values;
    return "";
}

/* Coordinates of everything lie within the picture. */
static void check_place(const char *element, const char **names, const char **values)
{
    static const char *const xs[] = {"x", "x1", "x2", "cx"}, *const ys[] = {"y", "y1", "y2", "cy"};
    if (!strcmp(element, "text") && *attribute(names, values, "x") == '-')
        return; /* the turned label */
    for (guint i = 0; i < G_N_ELEMENTS(xs); i++) {
        g_assert_cmpfloat(g_ascii_strtod(attribute(names, values, xs[i]), NULL), >=, 0);
        g_assert_cmpfloat(g_ascii_strtod(attribute(names, values, xs[i]), NULL), <=, 720);
        g_assert_cmpfloat(g_ascii_strtod(attribute(names, values, ys[i]), NULL), >=, 0);
        g_assert_cmpfloat(g_ascii_strtod(attribute(names, values, ys[i]), NULL), <=, 300);
    }
}

static void on_start(GMarkupParseContext *context, const char *element, const char **names,
                     const char **values, gpointer data, GError **error)
{
    Page *page = data;
    static const char *const forbidden[] = {"script", "link",  "img", "iframe", "object",
                                            "embed",  "image", "use", NULL};
    g_assert_false(g_strv_contains(forbidden, element));
    for (guint i = 0; names[i]; i++)
        g_assert_false(g_str_has_prefix(names[i], "on") || !strcmp(names[i], "src") ||
                       strstr(names[i], "href"));
    const char *parent = page->open->len ? g_ptr_array_index(page->open, page->open->len - 1) : "";
    if (!strcmp(element, "svg")) {
        page->plots += !strcmp(attribute(names, values, "class"), "plot");
        page->swatches += !strcmp(attribute(names, values, "class"), "swatch");
    }
    page->bars += !strcmp(element, "rect");
    check_place(element, names, values);
    if (!strcmp(element, "polyline") && !page->line)
        page->line = g_string_new(attribute(names, values, "points"));
    gboolean tick = !strcmp(element, "text") && page->plots == 1 &&
                    !strcmp(attribute(names, values, "text-anchor"), "end");
    page->tick_y = tick ? g_ascii_strtod(attribute(names, values, "y"), NULL) : NAN;
    if (!strcmp(element, "td") || !strcmp(element, "th"))
        g_assert_cmpstr(parent, ==, "tr");
    g_ptr_array_add(page->open, g_strdup(element));
}

static void on_end(GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
    Page *page = data;
    g_ptr_array_remove_index(page->open, page->open->len - 1);
    page->tick_y = NAN;
    g_string_append_c(page->words, '\n');
}

static void on_text(GMarkupParseContext *context, const char *text, gsize length, gpointer data,
                    GError **error)
{
    Page *page = data;
    if (page->open->len && !strcmp(g_ptr_array_index(page->open, page->open->len - 1), "style")) {
        g_assert_null(g_strstr_len(text, (gssize)length, "url("));
        g_assert_null(g_strstr_len(text, (gssize)length, "@import"));
        return;
    }
    if (isfinite(page->tick_y)) {
        /* the text stands 4 below the middle of its line */
        TabPlotPoint tick = {page->tick_y - 4, g_ascii_strtod(text, NULL)};
        g_array_append_val(page->ticks, tick);
    }
    g_string_append_len(page->words, text, (gssize)length);
}

static Page parse(const char *html)
{
    static const GMarkupParser parser = {on_start, on_end, on_text, NULL, NULL};
    Page page = {.words = g_string_new(NULL),
                 .open = g_ptr_array_new_with_free_func(g_free),
                 .ticks = g_array_new(FALSE, FALSE, sizeof(TabPlotPoint)),
                 .tick_y = NAN};
    GError *error = NULL;
    GMarkupParseContext *context = g_markup_parse_context_new(&parser, 0, &page, NULL);
    g_markup_parse_context_parse(context, html, -1, &error);
    g_assert_no_error(error);
    g_markup_parse_context_end_parse(context, &error);
    g_assert_no_error(error);
    g_markup_parse_context_free(context);
    return page;
}

static void clear(Page *page)
{
    g_string_free(page->words, TRUE);
    g_ptr_array_unref(page->open);
    g_array_unref(page->ticks);
    if (page->line)
        g_string_free(page->line, TRUE);
}

static void assert_has(const Page *page, const char *text)
{
    if (!strstr(page->words->str, text)) {
        g_test_message("the page lacks \"%s\"", text);
        g_test_fail();
    }
}

static void test_pages(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(setups); i++) {
        g_autoptr(TabResults) results = sample_results(&setups[i]);
        g_autofree char *html = tab_report_to_html(results, &info);
        g_assert_true(g_utf8_validate(html, -1, NULL));
        g_assert_null(strstr(html, "http"));
        g_assert_null(strstr(html, "nan"));
        g_assert_null(strstr(html, "<tbody>\n</tbody>")); /* a head alone */
        for (const char *at = html; *at; at++)
            g_assert_true((guchar)*at >= 0x20 || *at == '\n');
        Page page = parse(html);
        for (guint engine = 0; setups[i].games > 1 && engine < setups[i].engines; engine++)
            assert_has(&page, results->names[engine]);
        assert_has(&page, "command <1>");
        assert_has(&page, "a && b > \"c\" ");
        clear(&page);
    }
}

static void test_figures(void)
{
    g_autoptr(TabResults) results = sample_results(&two);
    g_autofree char *html = tab_report_to_html(results, &info);
    Page page = parse(html);
    const TabTally *tally = &results->engine[0].tally;
    const TabMatchFigures *match = &results->match;
    TabEloInterval interval = tab_tally_elo(tally);
    TabLuckFigures luck;
    g_assert_true(tab_results_get_luck(results, 0, &luck));
    g_autofree char *score =
        tab_plain_text_rate(tab_tally_rate(tally), tab_tally_half_width(tally));
    g_autofree char *elo = tab_elo_to_string(interval.elo, (interval.high - interval.low) / 2);
    g_autofree char *adjusted = tab_plain_text_rate(luck.adjusted.mean, TAB_Z95 * luck.adjusted.se);
    g_autofree char *first =
        tab_plain_text_rate(tab_tally_rate(&match->first), tab_tally_half_width(&match->first));
    const guint *n = tally->pairs.n;
    g_autofree char *pairs = g_strdup_printf("%u %u %u %u %u", n[0], n[1], n[2], n[3], n[4]);
    g_autofree char *undecided = g_strdup_printf("%u without a result", match->undecided);
    const char *const texts[] = {score, elo,       adjusted,          first,
                                 pairs, undecided, "Walker (walker)", "Standard (standard)"};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        assert_has(&page, texts[i]);
    g_assert_cmpuint(page.plots, ==, 4);
    assert_has(&page, "ms a turn");
    g_autofree char *without = tab_report_to_html(results, &(TabResultsInfo){.title = "T"});
    g_assert_null(strstr(without, "ms a turn"));
    g_assert_nonnull(strstr(without, "<title>T</title>"));
    clear(&page);
}

/* An empty title is none; rules that nobody knows any more, and an engine without luck, stay what
 * they are. */
static void test_little_known(void)
{
    static const char *const names[] = {"A", "B", "C"}, *const rules[] = {"walker", "of old"};
    const TabResultsSetup setup = {
        .engines = 3, .names = names, .rules = rules, .n_rules = 2, .total_games = 4};
    g_autoptr(TabResults) results = tab_results_new(&setup);
    for (guint number = 1; number <= 4; number++) {
        g_autoptr(TabGameResult) game = sample_game(number);
        game->rules = number % 2;
        game->has_luck = number < 4;
        game->luck = 0.1 * number;
        game->engine[TAB_BLACK] = number < 4 ? 1 : 2;
        tab_results_add(results, game, number - 1);
    }
    const char *const none[] = {NULL};
    g_autofree char *html =
        tab_report_to_html(results, &(TabResultsInfo){.title = "", .settings = none});
    Page page = parse(html);
    assert_has(&page, "Walker (walker)");
    assert_has(&page, "of old");
    g_assert_nonnull(strstr(html, "<title>3 engines</title>"));
    g_assert_null(strstr(html, "Settings"));
    g_assert_null(strstr(html, "nan"));
    const char *luck = strstr(html, "luck-adjusted");
    g_assert_nonnull(luck);
    const char *end = strstr(luck, "</table>"), *last = g_strrstr_len(luck, end - luck, ">C<");
    g_assert_null(last);
    g_assert_nonnull(g_strrstr_len(luck, end - luck, ">B<"));
    clear(&page);
}

static guint count_bars(const TabHistogram *histogram)
{
    guint bars = 0;
    for (guint layer = 0; layer < TAB_HISTOGRAM_LAYERS; layer++)
        for (guint i = 0; i < 2 * TAB_HISTOGRAM_SIDE; i++)
            bars += histogram->n[layer][i] > 0;
    return bars;
}

/* The line of the score ends where the axis says that the score is; every bar is drawn. */
static void test_scale(void)
{
    g_autoptr(TabResults) results = sample_results(&two);
    g_autofree char *html = tab_report_to_html(results, &info);
    Page page = parse(html);
    const TabMatchFigures *match = &results->match;
    const GArray *series = results->series[0].points;
    g_assert_cmpuint(page.bars, ==,
                     count_bars(&match->lengths) + count_bars(&match->luck) + page.swatches);
    g_auto(GStrv) points = g_strsplit(g_strstrip(page.line->str), " ", -1);
    g_assert_cmpuint(g_strv_length(points), ==, series->len);
    g_assert_cmpuint(page.ticks->len, >=, 3);
    const TabPlotPoint *low = &g_array_index(page.ticks, TabPlotPoint, 0);
    const TabPlotPoint *high = &g_array_index(page.ticks, TabPlotPoint, page.ticks->len - 1);
    for (guint i = series->len / 10; i < series->len; i++) {
        double y = g_ascii_strtod(strchr(points[i], ',') + 1, NULL);
        double value = low->y + (y - low->x) / (high->x - low->x) * (high->y - low->y);
        double rate = 100 * g_array_index(series, TabSeriesPoint, i).rate;
        g_assert_cmpfloat(fabs(value - rate), <, 0.001 * fabs(high->y - low->y));
    }
    clear(&page);
}

static gboolean is_round(double step)
{
    double factor = step / pow(10, floor(log10(step) + 1e-9));
    return fabs(factor - 1) < 1e-9 || fabs(factor - 2) < 1e-9 || fabs(factor - 5) < 1e-9;
}

/* Round steps, few ticks, and each written as what it is. */
static void check_axis(const TabPlotAxis *axis, guint ticks)
{
    double before = NAN;
    guint n = 0;
    g_assert_true(is_round(axis->step));
    for (double at = tab_plot_axis_first(axis); at <= axis->high + 1e-9 * axis->step;
         at += axis->step) {
        g_autofree char *text = tab_plain_text_number(at, axis->decimals);
        double written = g_ascii_strtod(text, NULL);
        g_assert_cmpfloat(fabs(written - at), <, 1e-6 * axis->step);
        g_assert_true(n == 0 || written > before);
        before = written;
        n++;
    }
    g_assert_cmpuint(n, >=, 2);
    g_assert_cmpuint(n, <=, ticks + 2);
}

static void test_axes(void)
{
    GRand *random = g_rand_new_with_seed(1);
    for (guint i = 0; i < 2000; i++) {
        double low = (g_rand_double(random) - 0.5) * pow(10, g_rand_int_range(random, -3, 6));
        double high = low + pow(10, g_rand_double_range(random, -2, 6));
        guint ticks = (guint)g_rand_int_range(random, 4, 12);
        TabPlotAxis exact = tab_plot_axis(low, high, ticks);
        TabPlotAxis wide = tab_plot_axis_round(low, high, ticks);
        check_axis(&wide, ticks);
        g_assert_cmpfloat(exact.low, ==, low);
        g_assert_cmpfloat(exact.high, ==, high);
        g_assert_cmpfloat(wide.low, <=, low + 1e-6 * wide.step);
        g_assert_cmpfloat(wide.high, >=, high - 1e-6 * wide.step);
        g_assert_cmpfloat(wide.low, >, low - wide.step);
        g_assert_cmpfloat(wide.high, <, high + wide.step);
    }
    TabPlotAxis empty = tab_plot_axis_round(0, 0, 5);
    g_assert_cmpfloat(empty.high, >, empty.low);
    g_rand_free(random);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/report/pages", test_pages);
    g_test_add_func("/report/figures", test_figures);
    g_test_add_func("/report/little-known", test_little_known);
    g_test_add_func("/report/scale", test_scale);
    g_test_add_func("/report/axes", test_axes);
    return g_test_run();
}
