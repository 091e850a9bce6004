// SPDX-License-Identifier: GPL-3.0-or-later
// The game in the window as a file: opening, saving, the question before it is lost, and keeping it
// from one run to the next.
#pragma once

#include <gtk/gtk.h>

#include "gui/table/game-view.h"
#include "gui/model/game-file.h"

/* Reading and writing go on in the background, with values that nobody changes meanwhile.
 *
 * Signals: "opened" (TabGameSession *), a game that is to be shown now; "pasted" (char *rules, char
 * *position), a position that was pasted; "changed" (), the name or
 * whether there is something to save; "resumed" (gboolean shown), the answer to
 * tab_file_actions_resume(). */
#define TAB_TYPE_FILE_ACTIONS (tab_file_actions_get_type())
G_DECLARE_FINAL_TYPE(TabFileActions, tab_file_actions, TAB, FILE_ACTIONS, GObject)

/* Adds the actions open, open-recent (s: a URI), save and save-as to a window (not owned), and
 * takes files that are dropped on it. `view` shows the game. */
TabFileActions *tab_file_actions_new(GtkApplicationWindow *window, TabGameView *view);

/* Tells that the view has a new game, which has no file. */
void tab_file_actions_forget_file(TabFileActions *self);
/* Opens a file, after asking about the game that is there; one of several games is chosen in a
 * dialogue. Reading goes on in the background; faults are shown. */
void tab_file_actions_open(TabFileActions *self, GFile *file);
/* The same with a text that was pasted: games, which have no file then, or a position, under
 * `rules` unless it names its own, of which "pasted" tells. */
void tab_file_actions_paste(TabFileActions *self, GBytes *text, const TabRules *rules);
/* Takes up the game of the last run; "resumed" says whether there is one that can be read (if not,
 * a message on standard error says why). A person who stops it closes the window: the game stays
 * kept. */
void tab_file_actions_resume(TabFileActions *self);
/* Hides the window, and destroys it when its game is kept for the next run: at once, or as soon as
 * a slow disk has it; unless the window has been shown again by then. */
void tab_file_actions_leave(TabFileActions *self);

/* Whether tab_file_actions_ask() would put a question. */
gboolean tab_file_actions_would_ask(TabFileActions *self, gboolean closing);
/* Calls `then` when the game may go: at once if nothing would be lost, else when a person has saved
 * or discarded it; never if that is cancelled. While the game is being saved it waits for that.
 * `closing`: a game that will be kept for the next run
 * is not lost. */
typedef void (*TabFileThen)(gpointer data);
void tab_file_actions_ask(TabFileActions *self, gboolean closing, TabFileThen then, gpointer data,
                          GDestroyNotify destroy);

/* The file's name for a title, with a mark if it is to be saved; NULL without a file. Free with
 * g_free. */
char *tab_file_actions_get_title(TabFileActions *self);
