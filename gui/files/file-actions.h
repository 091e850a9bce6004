// SPDX-License-Identifier: GPL-3.0-or-later
// The game in the window as a file: saving it, the question before it is lost, and what comes in
// its place.
#pragma once

#include <gtk/gtk.h>

#include "gui/files/background.h"
#include "gui/model/game-match.h"

/* Reading and writing go on in the background, with values that nobody changes meanwhile.
 *
 * Signals: "opened" (TabGameSession *), a game that is to be shown now; "changed" (), the name or
 * whether there is something to save; "resumed" (gboolean shown), the answer to
 * tab_file_actions_resume(); "damaged" (const char *title, const char *detail, const char
 * *technical), before that: what is to be said of a game of the last run that could not be read as
 * a whole; "keeping" (the same; technical NULL): of the game that cannot be kept for the next run,
 * or can be again; "stand-in" (the same): of the engine of a game in whose
 * place another one plays. */
#define TAB_TYPE_FILE_ACTIONS (tab_file_actions_get_type())
G_DECLARE_FINAL_TYPE(TabFileActions, tab_file_actions, TAB, FILE_ACTIONS, GObject)

/* Adds the actions open, open-recent (s: a URI), save, save-as, paste and example-games to a window
 * (not owned), and takes files that are dropped on it. */
TabFileActions *tab_file_actions_new(GtkApplicationWindow *window);

/* Starts a game in place of the one that is there; FALSE and an error if the setup's rules,
 * position or sticks are no good. */
gboolean tab_file_actions_start(TabFileActions *self, const TabGameSetup *setup, GError **error);
/* The same with a setup that is good, after asking about the game that is there, and its match. */
void tab_file_actions_replace_game(TabFileActions *self, const TabGameSetup *setup);
/* The next game of the match, whose game in the window is over: at once, or when that is saved. */
void tab_file_actions_advance_match(TabFileActions *self);
/* The match that is played; NULL: there is none. Owned by these. */
TabGameMatch *tab_file_actions_get_match(TabFileActions *self);
/* A single game from this position, with the players of the game that is there. */
void tab_file_actions_replace_position(TabFileActions *self, const char *rules,
                                       const char *position);
/* Opens a file, after asking about the game that is there; one of several games is chosen in a
 * dialogue. Faults are shown. */
void tab_file_actions_open(TabFileActions *self, GFile *file);
/* Opens a game of the database at `path` in the same way, looked at after `at` turns (-1: where it
 * ends). */
void tab_file_actions_open_stored(TabFileActions *self, const char *path, gint64 number, int at);
/* Opens what `read` gives, TabReadGames of `input` (taken over), in the same way. */
void tab_file_actions_open_read(TabFileActions *self, TabWork read, gpointer input,
                                GDestroyNotify free_input);
/* Takes up the game of the last run, or what can be read of it; "resumed" says whether there is
 * one. A person who stops it closes the window: the game stays
 * kept. */
void tab_file_actions_resume(TabFileActions *self);
/* Closes the window after asking about its game, if that would be lost: hides it, and destroys it
 * when the game is kept for the next run: at once, or as soon as a slow disk has it; unless the
 * window has been shown again by then. Where the game cannot be kept, the window asks before it
 * would be lost. */
void tab_file_actions_leave(TabFileActions *self);

/* The file's name for a title, with a mark if it is to be saved; NULL without a file. Free with
 * g_free. */
char *tab_file_actions_get_title(TabFileActions *self);
