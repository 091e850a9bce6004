// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the list of games: what stands in each, and where.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-list.h"

/* From where lines begin to where they end. */
typedef enum {
    TAB_COLUMN_DATE,
    TAB_COLUMN_EVENT,
    TAB_COLUMN_WHITE,
    TAB_COLUMN_BLACK,
    TAB_COLUMN_RULES,
    TAB_COLUMN_RESULT,
    TAB_COLUMN_TURNS,
    TAB_COLUMN_AT, /* where the position stands that is looked for */
    TAB_N_COLUMNS
} TabListColumn;

/* Its head, translated; never freed. */
const char *tab_game_columns_title(TabListColumn column);
/* By which column of the database it is sorted; -1: by none. */
int tab_game_columns_sort(TabListColumn column);
/* Whether it has numbers, which end where their column ends. */
gboolean tab_game_columns_is_number(TabListColumn column);
/* What stands there of a game; "" as long as that is not known. Free with g_free. */
char *tab_game_columns_text(TabGameItem *item, TabListColumn column);
/* All of that in a line, for whoever hears it. Free with g_free. */
char *tab_game_columns_describe(TabGameItem *item, gboolean with_at);

/* A part of a line, in pixels from where it begins; `width` 0: there is no room for it. */
typedef struct {
    int start, width;
} TabColumnPlace;

/* Divides the width of `widget`, whose letters tell how much room they need. The less a column is
 * needed, the sooner it goes. */
void tab_game_columns_place(GtkWidget *widget, int width, gboolean with_at,
                            TabColumnPlace places[TAB_N_COLUMNS]);
