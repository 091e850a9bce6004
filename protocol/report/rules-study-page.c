// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a study of rules: method, plots with a number for each ruleset, tables.
#include "protocol/report/rules-study-page.h"

#include <math.h>

#include "protocol/plot/plot.h"
#include "protocol/report/report-plots.h"
#include "protocol/text/html.h"
#include "protocol/text/plain-text.h"

#define Y_TICKS 6
#define MOST_X_TICKS 30
#define BOX 0.28 /* half its width, in rulesets */

static void put_paragraph(GString *page, const char *before, const char *text)
{
    g_string_append_printf(page, "<p>%s", before);
    tab_html_text(page, text);
    g_string_append(page, "</p>\n");
}

/* Plots. Each ruleset stands at its number, from 1. */

static TabPlotAxis rules_axis(const TabStudyReport *report)
{
    guint n = report->rules->len;
    return (TabPlotAxis){.low = 0.4,
                         .high = n + 0.6,
                         .step = (n + MOST_X_TICKS - 1) / MOST_X_TICKS,
                         .label = "number of the ruleset in the tables"};
}

/* Points and series that live as long as the plot. */
typedef struct {
    TabPlotPoint *points;
    TabPlotSeries *series;
    guint n_points, n_series;
    double low, high; /* of all y */
} Drawing;

#define MOST_OF_RULESET 8 /* points, and series, of a ruleset; and as many besides */

static Drawing begin_drawing(const TabStudyReport *report)
{
    guint n = MOST_OF_RULESET * (report->rules->len + 1);
    return (Drawing){.points = g_new0(TabPlotPoint, n),
                     .series = g_new0(TabPlotSeries, n),
                     .low = INFINITY,
                     .high = -INFINITY};
}

static void clear_drawing(Drawing *drawing)
{
    g_free(drawing->points);
    g_free(drawing->series);
}

static const TabPlotPoint *add_points(Drawing *drawing, guint n, const TabPlotPoint *points)
{
    TabPlotPoint *first = drawing->points + drawing->n_points;
    for (guint i = 0; i < n; i++) {
        first[i] = points[i];
        drawing->low = MIN(drawing->low, points[i].y);
        drawing->high = MAX(drawing->high, points[i].y);
    }
    drawing->n_points += n;
    return first;
}

static void add_series(Drawing *drawing, TabPlotSeries series)
{
    drawing->series[drawing->n_series++] = series;
}

static void add_line(Drawing *drawing, TabPlotPoint from, TabPlotPoint to, TabPlotColour colour,
                     double width)
{
    const TabPlotPoint ends[] = {from, to};
    add_series(drawing, (TabPlotSeries){TAB_PLOT_LINE, colour, 2, add_points(drawing, 2, ends),
                                        .width = width});
}

/* A number with its interval; nothing if it is not known. */
static void add_interval(Drawing *drawing, double x, double y, double error, TabPlotColour colour)
{
    const TabPlotPoint middle = {x, y};
    if (!isfinite(y))
        return;
    if (isfinite(error))
        add_line(drawing, (TabPlotPoint){x, y - error}, (TabPlotPoint){x, y + error}, colour, 1.5);
    add_series(drawing, (TabPlotSeries){TAB_PLOT_DOTS, colour, 1, add_points(drawing, 1, &middle)});
}

static void add_level(Drawing *drawing, double y)
{
    const TabPlotPoint level = {0, y};
    add_series(drawing, (TabPlotSeries){TAB_PLOT_LEVEL, TAB_PLOT_INK, 1,
                                        add_points(drawing, 1, &level), .dashed = TRUE});
}

static void put_drawing(GString *page, const TabStudyReport *report, Drawing *drawing,
                        const char *title, const char *text, TabPlotAxis y)
{
    put_paragraph(page, "", text);
    tab_report_plot(page, title, rules_axis(report), y, drawing->series, drawing->n_series);
    clear_drawing(drawing);
}

/* From a quarter to three quarters of the games a box, its line the median, and the line through it
 * from 5 to 95 %. */
static void put_lengths_plot(GString *page, const TabStudyReport *report)
{
    Drawing drawing = begin_drawing(report);
    for (guint i = 0; i < report->rules->len; i++) {
        const TabStudiedRules *studied = report->rules->pdata[i];
        double x = i + 1, at[5];
        static const double shares[] = {0.05, 0.25, 0.5, 0.75, 0.95};
        for (guint k = 0; k < G_N_ELEMENTS(shares); k++)
            at[k] = tab_rules_study_length(studied->study, shares[k]).value;
        add_line(&drawing, (TabPlotPoint){x, at[0]}, (TabPlotPoint){x, at[4]}, TAB_PLOT_INK, 1.5);
        const TabPlotPoint corner[] = {{x - BOX, at[1]}}, opposite[] = {{x + BOX, at[3]}};
        add_series(&drawing,
                   (TabPlotSeries){TAB_PLOT_BARS, TAB_PLOT_WON, 1, add_points(&drawing, 1, corner),
                                   add_points(&drawing, 1, opposite),
                                   .words = (const char *const *)&studied->rules});
        add_line(&drawing, (TabPlotPoint){x - BOX, at[2]}, (TabPlotPoint){x + BOX, at[2]},
                 TAB_PLOT_LOST, 2.5);
    }
    TabPlotAxis y = tab_plot_axis_round(0, MAX(drawing.high, 1), Y_TICKS);
    y.label = "turns of a game";
    put_drawing(page, report, &drawing, "Length of games",
                "The box holds the middle half of the games, its line is the median, the upright "
                "line goes from 5 % to 95 % of them.",
                y);
}

static TabPlotAxis percent_axis(const Drawing *drawing, const char *label)
{
    TabPlotAxis y =
        tab_plot_axis_round(MAX(drawing->low, 0), MIN(MAX(drawing->high, 1), 100), Y_TICKS);
    y.label = label;
    return y;
}

static void put_first_plot(GString *page, const TabStudyReport *report)
{
    Drawing drawing = begin_drawing(report);
    add_level(&drawing, 50);
    for (guint i = 0; i < report->rules->len; i++) {
        const TabStudiedRules *studied = report->rules->pdata[i];
        const TabTally *first = &studied->study->first;
        add_interval(&drawing, i + 1, 100 * tab_tally_rate(first),
                     100 * tab_tally_half_width(first), TAB_PLOT_WON);
    }
    put_drawing(page, report, &drawing, "Who begins",
                "Points of who had the first turn, with 95 % intervals; above 50 % it is an "
                "advantage.",
                percent_axis(&drawing, "score in %"));
}

/* Of the first two levels. */
static void put_skill_plot(GString *page, const TabStudyReport *report)
{
    Drawing drawing = begin_drawing(report);
    add_level(&drawing, 50);
    for (guint i = 0; i < report->rules->len; i++) {
        const TabStudiedRules *studied = report->rules->pdata[i];
        const TabSkillStudy *skill = studied->skills->pdata[0];
        const TabTally *better = &skill->results->engine[0].tally;
        TabEstimate luck = tab_skill_study_luck(skill);
        add_interval(&drawing, i + 0.9, 100 * tab_tally_rate(better),
                     100 * tab_tally_half_width(better), TAB_PLOT_WON);
        add_interval(&drawing, i + 1.1, 100 * luck.mean, 100 * TAB_Z95 * luck.se, TAB_PLOT_LOST);
    }
    const TabStudiedRules *studied = report->rules->pdata[0];
    const TabSkillStudy *skill = studied->skills->pdata[0];
    g_autofree char *text = g_strdup_printf(
        "The left dot is the score of " TAB_REPORT_NAME " against " TAB_REPORT_NAME "%s, with "
        "95 %% intervals.",
        skill->results->names[0], skill->results->names[1],
        report->method.judged
            ? ", the right one the share of the variance of results that luck explains"
            : "");
    put_drawing(page, report, &drawing, "Skill and luck", text, percent_axis(&drawing, "%"));
}

/* Tables. */

/* A ruleset has the number that it has in the plots. */
static void put_table(GString *page, const TabStudyTable *table)
{
    guint number = 0;
    const char *rules = NULL;
    tab_html_table_begin(page, table->title, table->text, (const char *const *)table->heads);
    for (guint i = 0; i < table->cells->len; i++) {
        const char *cell = table->cells->pdata[i];
        if (i % table->columns) {
            tab_html_cell(page, cell);
        } else {
            number += !rules || !g_str_equal(rules, cell);
            rules = cell;
            g_autofree char *before = g_strdup_printf("%u. ", number);
            tab_html_row_begin(page, before, cell, NULL);
        }
        if ((i + 1) % table->columns == 0)
            tab_html_row_end(page);
    }
    tab_html_table_end(page);
}

char *tab_study_report_to_html(const TabStudyReport *report)
{
    GString *page = g_string_new(NULL);
    /* below the tables, in their order */
    static void (*const plots[])(GString *, const TabStudyReport *) = {
        put_lengths_plot, put_first_plot, put_skill_plot};
    g_autoptr(GPtrArray) list = tab_study_report_list_tables(report);
    g_auto(GStrv) sentences = tab_study_report_sentences(report);
    tab_html_page_begin(page, "Rules side by side", "");
    for (GStrv sentence = sentences; *sentence; sentence++)
        put_paragraph(page, "", *sentence);
    for (guint i = 0; i < report->left_out->len; i++)
        put_paragraph(page, "Left out: ", report->left_out->pdata[i]);
    for (guint i = 0; i < list->len; i++) {
        put_table(page, list->pdata[i]);
        plots[i](page, report);
    }
    tab_html_page_end(page);
    return g_string_free(page, FALSE);
}
