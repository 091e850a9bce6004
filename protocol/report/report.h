// SPDX-License-Identifier: GPL-3.0-or-later
// Results as lines of text (for people, and for scripts that look for the lines `score` and
// `faults`), as JSON (data/tab-match-results.schema.json) and as one HTML page with plots: no
// scripts, nothing from elsewhere, light and dark.
#pragma once

#include <json-glib/json-glib.h>

#include "protocol/match/results.h"

/* "score <name> +<wins> -<losses> =<draws> <percent>% ±<half-width>" of an engine, without line
 * end. The half-width is that of the pairs, if there are any. Free with g_free. */
char *tab_results_score_line(const TabResults *results, guint engine);
/* That line of the first of two engines, of every one of more; each ended by a newline. Free with
 * g_free. */
char *tab_results_score_lines(const TabResults *results);
/* "faults <name> <games>" of every engine that lost games by its own faults; each ended by a
 * newline. Free with g_free. */
char *tab_results_fault_lines(const TabResults *results);

/* Those lines, then everything else there is to tell; for more than two engines a cross table.
 * Without `times` nothing of clocks, so that equal games give equal text. Free with g_free. */
char *tab_results_to_text(const TabResults *results, gboolean times);

/* "H0", "H1" or "undecided". */
const char *tab_results_verdict_text(TabSprtVerdict verdict);

/* What stands beside the figures in a file of results. Everything is borrowed. */
typedef struct {
    const char *title;           /* of the match, e.g. its event; or NULL */
    const char *const *settings; /* key, value, key, value, …, NULL; or NULL */
    gboolean times;              /* times of turns too; without them equal games give equal files */
} TabResultsInfo;

/* The whole; free with json_node_unref. */
JsonNode *tab_results_to_json(const TabResults *results, const TabResultsInfo *info);

/* Writes it to `path`, as tab_output_file_replace() does. */
gboolean tab_results_write_json(const TabResults *results, const TabResultsInfo *info,
                                const char *path, GError **error);

/* The page. Free with g_free. */
char *tab_report_to_html(const TabResults *results, const TabResultsInfo *info);
/* Writes it to `path`, as tab_output_file_replace() does. */
gboolean tab_report_write(const TabResults *results, const TabResultsInfo *info, const char *path,
                          GError **error);
