// SPDX-License-Identifier: GPL-3.0-or-later
// A database of games whose questions are answered by a thread, one after the other.
#pragma once

#include "protocol/database/database.h"

#define TAB_TYPE_GAME_LIBRARY (tab_game_library_get_type())
G_DECLARE_FINAL_TYPE(TabGameLibrary, tab_game_library, TAB, GAME_LIBRARY, GObject)

/* Runs in a thread: reads `input` and the database, and gives a result, or NULL and an error.
 * `database` is NULL where a library that is only read has no file. */
typedef gpointer (*TabLibraryAnswer)(TabDatabase *database, gpointer input, GError **error);
/* Runs in the main loop afterwards: takes `result` over, NULL after an error. */
typedef void (*TabLibraryDone)(gpointer owner, gpointer result, const GError *error);

typedef struct {
    TabLibraryAnswer answer;
    gpointer input; /* taken over */
    GDestroyNotify free_input;
    TabLibraryDone done;
    GObject *owner;  /* referenced until it is done */
    gboolean afresh; /* the file is opened again: another may stand there by now */
} TabLibraryQuestion;

/* The file is opened when something is asked for the first time, and anew after an error. */
TabGameLibrary *tab_game_library_new(const char *path, TabDatabaseMode mode);
const char *tab_game_library_get_path(TabGameLibrary *self);
/* All of the question is copied. */
void tab_game_library_ask(TabGameLibrary *self, const TabLibraryQuestion *question);
