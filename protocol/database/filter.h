// SPDX-License-Identifier: GPL-3.0-or-later
// A filter as SQL. What users write is bound to parameters and never stands in the text.
#pragma once

#include "protocol/database/database-private.h"
#include "protocol/database/game-filter.h"
#include "protocol/rules/notation.h"

/* The tables of games and their names, for FROM: g games, w and b players, r rules, e events. */
#define TAB_FILTER_TABLES                                                                          \
    "games g JOIN rules r ON r.id = g.rules LEFT JOIN players w ON w.id = g.white"                 \
    " LEFT JOIN players b ON b.id = g.black LEFT JOIN events e ON e.id = g.event"

/* What rules are called for this filter. Free with g_free. */
char *tab_filter_sql_title(const TabGameFilter *filter, const char *rules);

/* The rows that a filter lets through. */
typedef struct {
    char *where;       /* conditions, for WHERE; "1" if there are none */
    GPtrArray *values; /* of char: those of its parameters ?1, ?2, … */
    /* of the position that is looked for, by the rules that know such a board; NULL: none is */
    GHashTable *positions;
} TabFilterSql;

/* NULL and an error if the filter cannot be understood. */
TabFilterSql *tab_filter_sql_new(TabDatabase *database, const TabGameFilter *filter,
                                 GError **error);
void tab_filter_sql_free(TabFilterSql *sql);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabFilterSql, tab_filter_sql_free)

/* A statement of these texts with the conditions between them, its parameters bound. It must not
 * outlive `sql`. */
TabStatement *tab_filter_sql_prepare(TabDatabase *database, const TabFilterSql *sql,
                                     const char *before, const char *after, GError **error);

/* Turns before the position stands there first in the main line of this record; -1 if it does not.
 */
int tab_filter_sql_find(const TabFilterSql *sql, const char *rules, const char *record,
                        gsize length);
