// SPDX-License-Identifier: GPL-3.0-or-later
// Results as one HTML page with plots: no scripts, nothing from elsewhere, light and dark.
#pragma once

#include "protocol/report/results-json.h"

G_BEGIN_DECLS

/* The page. Free with g_free. */
char *tab_report_to_html(const TabResults *results, const TabResultsInfo *info);
/* Writes it to `path`, as tab_results_file_write() does. */
gboolean tab_report_write(const TabResults *results, const TabResultsInfo *info, const char *path,
                          GError **error);

G_END_DECLS
