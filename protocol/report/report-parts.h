// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the report, each appended to the page if there is something to show.
#pragma once

#include "protocol/report/report.h"

G_BEGIN_DECLS

/* For a name within other words in a format: isolated, whatever direction it is written in. */
#define TAB_REPORT_NAME "\u2068%s\u2069"

/* Each appends one part of the page; nothing where the results do not know it. */

/* Plots. */
void tab_report_score_plot(GString *page, const TabResults *results);
void tab_report_sprt_plot(GString *page, const TabResults *results);
void tab_report_lengths_plot(GString *page, const TabResults *results);
void tab_report_luck_plot(GString *page, const TabResults *results);

/* Tables. */
void tab_report_ratings(GString *page, const TabResults *results);
void tab_report_cross_table(GString *page, const TabResults *results);
void tab_report_seats(GString *page, const TabResults *results);
void tab_report_luck_table(GString *page, const TabResults *results);
void tab_report_rules(GString *page, const TabResults *results);
void tab_report_use(GString *page, const TabResults *results, gboolean times);
void tab_report_ends(GString *page, const TabResults *results);
void tab_report_settings(GString *page, const char *const *settings);

G_END_DECLS
