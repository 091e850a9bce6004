// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of the page of results.
#pragma once

#include "protocol/match/results.h"
#include "protocol/plot/plot.h"

/* For a name within other words in a format: isolated, whatever direction it is written in. */
#define TAB_REPORT_NAME "\u2068%s\u2069"

/* Appends a plot as wide as a page; `title` is for screen readers. */
void tab_report_plot(GString *page, const char *title, TabPlotAxis x, TabPlotAxis y,
                     const TabPlotSeries *series, guint n_series);

/* Each appends a heading and a plot; nothing where the results do not know it. */
void tab_report_score_plot(GString *page, const TabResults *results);
void tab_report_sprt_plot(GString *page, const TabResults *results);
void tab_report_lengths_plot(GString *page, const TabResults *results);
void tab_report_luck_plot(GString *page, const TabResults *results);

/* A cell of a table: how a score went, from ½ − reach to ½ + reach. */
void tab_report_spark_cell(GString *page, const TabSeries *series, double reach);
/* A cell: a rating and its interval on an axis from low to high, where 0 is marked. */
void tab_report_interval_cell(GString *page, double low, double high, const TabRating *rating);
