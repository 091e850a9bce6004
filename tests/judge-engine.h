// SPDX-License-Identifier: GPL-3.0-or-later
// What the judge of the tests says of a situation: any number, but always the same one.
#pragma once

#include "protocol/rules/notation.h"

#include "tab-throws.h"

/* A number from 0 to 1 with nine decimals that differs for every position (its turn number aside)
 * and every multiset of throws: FNV-1a over their texts. */
static inline double judge_win(const TabRules *rules, const TabSituation *situation)
{
    g_autoptr(GString) text = g_string_new(situation->position.side == TAB_WHITE ? "w" : "b");
    tab_notation_append_board(rules, &situation->position, text);
    tab_notation_append_saved(&situation->position, text);
    for (int t = 0; t < TAB_N_THROWS; t++)
        for (unsigned i = 0; i < situation->throws.n; i++)
            if (situation->throws.kind[i] == t)
                g_string_append_c(text, (char)('0' + t));
    guint64 hash = G_GUINT64_CONSTANT(14695981039346656037);
    for (const char *p = text->str; *p; p++)
        hash = (hash ^ (guchar)*p) * G_GUINT64_CONSTANT(1099511628211);
    return (double)((hash ^ hash >> 29) % 1000000000) / 1e9;
}
