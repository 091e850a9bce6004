// SPDX-License-Identifier: GPL-3.0-or-later
// Results as JSON, described by data/tab-match-results.schema.json.
#pragma once

#include <json-glib/json-glib.h>

#include "protocol/match/results.h"

G_BEGIN_DECLS

/* What stands beside the figures in a file of results. Everything is borrowed. */
typedef struct {
    const char *title;           /* of the match, e.g. its event; or NULL */
    const char *const *settings; /* key, value, key, value, …, NULL; or NULL */
    gboolean times;              /* times of turns too; without them equal games give equal files */
} TabResultsInfo;

/* The whole; free with json_node_unref. */
JsonNode *tab_results_to_json(const TabResults *results, const TabResultsInfo *info);

/* Writes it to `path`, as tab_results_file_write() does. */
gboolean tab_results_write_json(const TabResults *results, const TabResultsInfo *info,
                                const char *path, GError **error);

G_END_DECLS
