// SPDX-License-Identifier: GPL-3.0-or-later
// An `info` line: what an engine thinks while it thinks.
#pragma once

#include <glib.h>

/* Which fields are there. */
typedef enum {
    TAB_INFO_DEPTH = 1 << 0,
    TAB_INFO_MULTIPV = 1 << 1,
    TAB_INFO_WIN = 1 << 2,
    TAB_INFO_LEVEL = 1 << 3,
    TAB_INFO_SE = 1 << 4,
    TAB_INFO_NODES = 1 << 5,
    TAB_INFO_NPS = 1 << 6,
    TAB_INFO_TIME = 1 << 7,
    TAB_INFO_HASHFULL = 1 << 8,
    TAB_INFO_TABLEHITS = 1 << 9,
    TAB_INFO_PV = 1 << 10,
    TAB_INFO_STRING = 1 << 11,
} TabInfoField;

/* How the win chance was found, best first. */
typedef enum {
    TAB_INFO_EXACT,
    TAB_INFO_TABLE,
    TAB_INFO_SEARCH,
    TAB_INFO_ROLLOUT,
    TAB_INFO_STATIC,
    TAB_N_INFO_LEVELS
} TabInfoLevel;

typedef struct {
    guint fields; /* TabInfoField; the other members count only with their bit set */
    gint64 depth;
    gint64 multipv; /* rank of this line, 1: best */
    double win;     /* chance that the side to move wins, 0–1, a draw counting one half */
    TabInfoLevel level;
    double se; /* standard error of `win`, 0–1 */
    gint64 nodes, nps;
    gint64 time;     /* ms since `go` */
    gint64 hashfull; /* permille, 0–1000 */
    gint64 tablehits;
    char *pv;     /* turns separated by spaces */
    char *string; /* free text */
} TabInfo;

/* Frees what it owns and leaves nothing set. A zeroed TabInfo is an empty one. */
void tab_info_clear(TabInfo *info);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TabInfo, tab_info_clear)
/* `copy` may be uninitialised. */
void tab_info_copy(TabInfo *copy, const TabInfo *info);

/* Whether it tells the chance to win of the best line. */
static inline gboolean tab_info_has_best_win(const TabInfo *info)
{
    return (info->fields & TAB_INFO_WIN) &&
           (!(info->fields & TAB_INFO_MULTIPV) || info->multipv == 1);
}

/* The word of the protocol for a level ("exact", …); static. */
const char *tab_info_level_text(TabInfoLevel level);

/* Reads the text behind `info`. Unknown keys and unknown levels are skipped; `pv` and `string` take
 * the rest of the line; a bad number is TAB_ERROR_BAD_ARGUMENT and named. `info` may be
 * uninitialised; it is empty after an error. */
gboolean tab_info_parse(TabInfo *info, const char *text, GError **error);

/* Appends every field there is with a space in front, numbers in the C locale, win and se with 4
 * decimals; of `pv` and `string`, which both take the rest of a line, `pv` if both are there. */
void tab_info_write(const TabInfo *info, GString *line);
