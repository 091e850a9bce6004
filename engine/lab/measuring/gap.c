// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the values of all pairs of places on the circle; the command that shows and draws them.
#include "engine/lab/measuring/gap.h"

#include <stdio.h>

#include "protocol/plot/plot-file.h"

#define MOST_CURVES 6

/* Steps from b_N on: along b to b_1, then from c_1 along c. */
static unsigned cell_at(unsigned columns, unsigned step)
{
    step %= 2 * columns;
    return step < columns ? 2 * columns - 1 - step : columns + step;
}

static void put(TabPosition *position, TabSide side, unsigned cell)
{
    position->pile[cell] = TAB_PILE_SINGLE(TAB_RANK_T);
    position->occupied[side].word[cell >> 6] |= UINT64_C(1) << (cell & 63);
    position->pieces[side]++;
}

static double value_at(const TabTable *table, unsigned own, unsigned enemy)
{
    TabPosition position = {.cells = (uint8_t)table->rules->board.cells, .number = 1};
    TabPlace place;
    put(&position, TAB_WHITE, own);
    put(&position, TAB_BLACK, enemy);
    bool found = tab_index_find(table->index, &position, &place);
    g_assert(found);
    return tab_value_read(table->values, table->head.format,
                          tab_layers_state(&table->layers, &place));
}

void tab_gap_curve(const TabTable *table, TabGapCurve *curve)
{
    unsigned columns = table->rules->board.columns;
    *curve = (TabGapCurve){.columns = columns};
    for (unsigned gap = 1; gap < 2 * columns; gap++) {
        double sum = 0, least = 1, most = 0;
        for (unsigned at = 0; at < 2 * columns; at++) {
            double value = value_at(table, cell_at(columns, at), cell_at(columns, at + gap));
            sum += value;
            least = MIN(least, value);
            most = MAX(most, value);
        }
        curve->least[gap] = least;
        curve->mean[gap] = sum / (2 * columns);
        curve->most[gap] = most;
    }
}

static void show(const TabGapCurve *curves, char *const *names, unsigned n)
{
    unsigned columns = 0;
    printf("gap");
    for (unsigned i = 0; i < n; i++) {
        printf(" %s", names[i]);
        columns = MAX(columns, curves[i].columns);
    }
    for (unsigned gap = 1; gap < 2 * columns; gap++) {
        printf("\n%u", gap);
        for (unsigned i = 0; i < n; i++) {
            const TabGapCurve *curve = &curves[i];
            if (gap >= 2 * curve->columns)
                printf(" -");
            else if (curve->most[gap] - curve->least[gap] < 1e-4)
                printf(" %.4f", curve->mean[gap]);
            else
                printf(" %.4f–%.4f", curve->least[gap], curve->most[gap]);
        }
    }
    printf("\n");
}

/* Percents by gap. */
static TabPlotPoint *list_points(const double *chances, unsigned n)
{
    TabPlotPoint *points = g_new(TabPlotPoint, n);
    for (unsigned i = 0; i < n; i++)
        points[i] = (TabPlotPoint){i + 1, 100 * chances[i + 1]};
    return points;
}

bool tab_gap_draw(const TabGapCurve *curves, const char *const *names, unsigned n, const char *path,
                  GError **error)
{
    const TabPlotPoint even = {0, 50};
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
    g_autofree TabPlotSeries *series = g_new0(TabPlotSeries, 2 * n + 1);
    unsigned gaps = 1;
    double low = 100, high = 0;
    series[0] = (TabPlotSeries){TAB_PLOT_LEVEL, TAB_PLOT_INK, 1, &even};
    for (unsigned i = 0; i < n; i++) {
        unsigned last = 2 * curves[i].columns - 1;
        TabPlotColour colour = tab_plot_colour(i);
        TabPlotPoint *least = list_points(curves[i].least, last),
                     *mean = list_points(curves[i].mean, last),
                     *most = list_points(curves[i].most, last);
        g_ptr_array_add(owned, least);
        g_ptr_array_add(owned, mean);
        g_ptr_array_add(owned, most);
        series[2 * i + 1] =
            (TabPlotSeries){TAB_PLOT_BAND, tab_plot_colour_faint(colour, 0.2), last, least, most};
        series[2 * i + 2] =
            (TabPlotSeries){TAB_PLOT_DOTS, colour, last, mean, .width = 1.8, .name = names[i]};
        gaps = MAX(gaps, last);
        for (unsigned k = 0; k < last; k++) {
            low = MIN(low, least[k].y);
            high = MAX(high, most[k].y);
        }
    }
    TabPlot plot = {
        .title = "Chance to win of two lone pieces by the gap between them",
        .headline = "Two lone pieces on the middle rows: chance of the side to move",
        .subline = "before its throw, with best play. Low is safe for the other side, which stands "
                   "there.",
        .frame = {800, 460, 62, 20, 84, 52, 0},
        .ink = TAB_PLOT_INK,
        .grid = TAB_PLOT_GRID,
        .x = {0.5, gaps + 0.5, gaps > 30 ? 2 : 1,
              .label = "gap: steps from the side to move to the enemy ahead of it"},
        .y = tab_plot_axis_round(low, high, 10),
        .series = series,
        .n_series = 2 * n + 1,
    };
    plot.y.unit = " %";
    return tab_plot_write(&plot, 1, path, error);
}

static bool draw_tables(char **paths, unsigned n, const char *output, GError **error)
{
    TabGapCurve curves[MOST_CURVES];
    char *names[MOST_CURVES + 1] = {NULL};
    bool good = true;
    for (unsigned i = 0; i < n && good; i++) {
        g_autoptr(TabTable) table = tab_table_open(paths[i], false, error);
        good = table && tab_table_check_sum(table, error);
        if (!good)
            break;
        names[i] = tab_ruleset_to_string(&table->head.set);
        tab_gap_curve(table, &curves[i]);
    }
    if (good) {
        show(curves, names, n);
        good = tab_gap_draw(curves, (const char *const *)names, n, output, error);
    }
    for (unsigned i = 0; i < n; i++)
        g_free(names[i]);
    return good;
}

bool tab_gap_command(int argc, char **argv, GError **error)
{
    g_autofree char *output = NULL;
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Draw into FILE, as SVG", "FILE"},
        {NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("TABLE… -o FILE");
    g_option_context_set_summary(
        context,
        "Shows the chance to win of a lone piece chasing another, by the gap between them.");
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &argc, &argv, error))
        return false;
    unsigned n = (unsigned)argc - 1;
    if (n < 1 || n > MOST_CURVES)
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD, "needed: one table to %d",
                                MOST_CURVES);
    if (!output)
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD, "--output FILE is needed");
    return draw_tables(argv + 1, n, output, error);
}
