// SPDX-License-Identifier: GPL-3.0-or-later
// The games of a database as a list that can be scrolled: the numbers of all that are looked for,
// and the rows of those that are seen.
#pragma once

#include "gui/model/game-library.h"
#include "protocol/database/query.h"

/* A game of the list. It comes without a row, which is brought by a thread. Signal: "loaded" (). */
#define TAB_TYPE_GAME_ITEM (tab_game_item_get_type())
G_DECLARE_FINAL_TYPE(TabGameItem, tab_game_item, TAB, GAME_ITEM, GObject)

gint64 tab_game_item_get_number(TabGameItem *self);
/* NULL: it is not there yet, or the game has been taken out. Owned by the item, until it is
 * "loaded" again. */
const TabStoredGame *tab_game_item_get_row(TabGameItem *self);

/* What its rules are called, in the program's language; NULL without a row. */
const char *tab_game_item_get_rules(TabGameItem *self);

/* A GListModel of TabGameItem. Nothing here waits for the disk: what is asked for comes later.
 * What is shown goes little by little when other games come, until it no longer is_waiting.
 * Signals: "changed" (), what is asked for or how far it is answered, after "items-changed";
 * "replacing" (gboolean other), before "items-changed": what is selected goes, and `other` things
 * are asked for than before. */
#define TAB_TYPE_GAME_LIST (tab_game_list_get_type())
G_DECLARE_FINAL_TYPE(TabGameList, tab_game_list, TAB, GAME_LIST, GObject)

/* An empty list; tab_game_list_refresh() fills it. The newest games come first. */
TabGameList *tab_game_list_new(const char *path);
const char *tab_game_list_get_path(TabGameList *self);

/* Each of these brings another list, if it changes anything. Words: as in TabGameFilter, with the
 * titles of rules in the program's language. */
void tab_game_list_set_words(TabGameList *self, const char *words);
const char *tab_game_list_get_words(TabGameList *self);
void tab_game_list_sort(TabGameList *self, TabGameColumn column, gboolean descending);
TabGameColumn tab_game_list_get_sort(TabGameList *self, gboolean *descending);
/* Only games with this position, in five fields; NULL: all. */
void tab_game_list_set_position(TabGameList *self, const char *position);
const char *tab_game_list_get_position(TabGameList *self);
/* Asks again: the file may have changed. */
void tab_game_list_refresh(TabGameList *self);

/* Whether the list is still to come; what it shows is the one before, or parts of it. */
gboolean tab_game_list_is_waiting(TabGameList *self);
/* Why the database cannot be read; NULL: it can, or is not there. */
const GError *tab_game_list_get_error(TabGameList *self);
/* The numbers (gint64) of all its games, in their order. Free with g_array_unref. */
GArray *tab_game_list_copy_numbers(TabGameList *self);
/* The place of a game in the list; -1: it is not there. */
int tab_game_list_find(TabGameList *self, gint64 number);
