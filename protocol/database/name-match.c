// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite's own LIKE knows the capitals of ASCII alone; GLib knows those of all letters.
#include "protocol/database/name-match.h"

#include <glib.h>

static char *fold(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1); /* another program's file may hold all */
    g_autofree char *folded = g_utf8_casefold(valid, -1);
    g_autofree char *normal = g_utf8_normalize(folded, -1, G_NORMALIZE_NFC);
    GString *plain = g_string_new(normal);
    g_string_replace(plain, "×", "x", 0); /* which few keyboards have: boards are 4×9 */
    return g_string_free(plain, FALSE);
}

static void free_pattern(void *data)
{
    g_pattern_spec_free(data);
}

/* The pattern is the same for all rows, and is kept from one to the next. */
static void name_matches(sqlite3_context *context, int n, sqlite3_value **values)
{
    const char *pattern = (const char *)sqlite3_value_text(values[0]);
    const char *name = (const char *)sqlite3_value_text(values[1]);
    g_autofree char *folded = name ? fold(name) : NULL;
    if (!pattern || !folded) {
        sqlite3_result_int(context, 0);
        return;
    }
    GPatternSpec *kept = sqlite3_get_auxdata(context, 0), *spec = kept;
    if (!spec) {
        g_autofree char *folded_pattern = fold(pattern);
        spec = g_pattern_spec_new(folded_pattern ? folded_pattern : "");
    }
    sqlite3_result_int(context, g_pattern_spec_match_string(spec, folded));
    if (!kept)
        sqlite3_set_auxdata(context, 0, spec, free_pattern);
}

int tab_name_match_register(sqlite3 *handle)
{
    return sqlite3_create_function_v2(handle, "name_matches", 2,
                                      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, NULL,
                                      name_matches, NULL, NULL, NULL);
}
