// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the values of all pairs of places on the circle; the command that shows and draws them.
#include "engine/lab/measuring/chase.h"

#include <stdio.h>
#include <string.h>

#include "protocol/files/output-file.h"
#include "protocol/plot/plot-file.h"

#define MOST_CURVES 6

/* The cells that White goes round for ever if it never takes the fork, in the order in which it
 * comes to them first; returns their number, 0 if its track ends. */
static unsigned find_circle(const TabBoard *board, TabCell circle[TAB_MAX_CELLS])
{
    uint8_t met[TAB_MAX_CELLS] = {0}; /* steps with which the cell was met, from 1 on */
    TabCell path[TAB_MAX_CELLS];
    unsigned n = 0;
    TabCell cell = board->rows[0].first;
    for (; cell != TAB_NO_CELL && !met[cell]; cell = board->next[TAB_WHITE][cell][0]) {
        path[n++] = cell;
        met[cell] = (uint8_t)n;
    }
    if (cell == TAB_NO_CELL)
        return 0;
    unsigned start = met[cell] - 1u;
    memcpy(circle, path + start, (n - start) * sizeof *circle);
    return n - start;
}

static double find_value(const TabTable *table, const TabCell cell[2])
{
    TabPosition position = {
        .cells = (uint8_t)table->rules->board.cells, .number = 1, .pieces = {1, 1}};
    for (int side = 0; side < 2; side++) {
        position.pile[cell[side]] = TAB_PILE_SINGLE(TAB_RANK_T);
        tab_cells_add(&position.occupied[side], cell[side]);
    }
    double value;
    return tab_table_value(table, tab_layers_find(&table->layers, &position), &value) ? value : 0.5;
}

void tab_chase_curve(const TabTable *table, TabChaseCurve *curve)
{
    TabCell circle[TAB_MAX_CELLS];
    unsigned n = find_circle(&table->rules->board, circle);
    *curve = (TabChaseCurve){.length = n};
    for (unsigned gap = 1; gap < n; gap++) {
        double sum = 0, least = 1, most = 0;
        for (unsigned at = 0; at < n; at++) {
            double value = find_value(table, (TabCell[]){circle[at], circle[(at + gap) % n]});
            sum += value;
            least = MIN(least, value);
            most = MAX(most, value);
        }
        curve->least[gap] = least;
        curve->mean[gap] = sum / n;
        curve->most[gap] = most;
    }
}

static void print_curves(const TabChaseCurve *curves, const char *const *names, unsigned n)
{
    unsigned length = 0;
    printf("gap");
    for (unsigned i = 0; i < n; i++) {
        printf(" %s", names[i]);
        length = MAX(length, curves[i].length);
    }
    for (unsigned gap = 1; gap < length; gap++) {
        printf("\n%u", gap);
        for (unsigned i = 0; i < n; i++) {
            const TabChaseCurve *curve = &curves[i];
            if (gap >= curve->length)
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
static TabPlotPoint *list_percents(const double *chances, unsigned n)
{
    TabPlotPoint *points = g_new(TabPlotPoint, n);
    for (unsigned i = 0; i < n; i++)
        points[i] = (TabPlotPoint){i + 1, 100 * chances[i + 1]};
    return points;
}

bool tab_chase_draw(const TabChaseCurve *curves, const char *const *names, unsigned n,
                    const char *path, GError **error)
{
    const TabPlotPoint even = {0, 50};
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
    g_autofree TabPlotSeries *series = g_new0(TabPlotSeries, 2 * n + 1);
    unsigned gaps = 1;
    double low = 100, high = 0;
    series[0] = (TabPlotSeries){TAB_PLOT_LEVEL, TAB_PLOT_INK, 1, &even};
    for (unsigned i = 0; i < n; i++) {
        unsigned last = curves[i].length - 1;
        TabPlotColour colour = tab_plot_colour(i);
        TabPlotPoint *least = list_percents(curves[i].least, last),
                     *mean = list_percents(curves[i].mean, last),
                     *most = list_percents(curves[i].most, last);
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

bool tab_chase_command(int argc, char **argv, GError **error)
{
    g_autofree char *output = NULL;
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Draw into FILE, .svg, .pdf or .png",
         "FILE"},
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
    TabChaseCurve curves[MOST_CURVES];
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < n; i++) {
        if (tab_output_file_same(output, argv[1 + i]))
            return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD,
                                    "--output would take the place of the table %s", argv[1 + i]);
        g_autoptr(TabTable) table = tab_table_open(argv[1 + i], false, error);
        if (!table)
            return false;
        g_ptr_array_add(names, tab_ruleset_to_string(&table->head.set));
        tab_chase_curve(table, &curves[i]);
        if (!tab_table_check_fault(table, error))
            return false;
        if (!curves[i].length)
            return tab_table_refuse(error, TAB_TABLE_ERROR_FILE,
                                    "%s: pieces do not go round on this board", argv[1 + i]);
    }
    if (!tab_plot_check_path(output, error))
        return false;
    print_curves(curves, (const char *const *)names->pdata, n);
    return tab_chase_draw(curves, (const char *const *)names->pdata, n, output, error);
}
