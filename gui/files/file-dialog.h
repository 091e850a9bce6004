// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs about files: the desktop's own, and the question before a game is lost.
#pragma once

#include <gtk/gtk.h>

/* Lets a dialog begin where the last file of its kind was saved, as the setting `key` tells, else
 * in the desktop's folder for them; and remembers where one was saved now. */
void tab_file_dialog_begin_in(GtkFileChooserNative *dialog, const char *key, GUserDirectory usual);
void tab_file_dialog_remember(const char *key, const char *path);
/* A dialog to open a game's file or to save one, not shown yet; signal "response". It begins in the
 * folder of the file `beside` (NULL: where games are saved), and to save with the name `name`. */
GtkFileChooserNative *tab_file_dialog_new(GtkWindow *parent, GtkFileChooserAction action,
                                          const char *beside, const char *name);
/* The path of a file; NULL if it is none of this computer, which a person is told over `parent` as
 * the reason for `fault`. Free with g_free. */
char *tab_file_dialog_find_path(GFile *file, GtkWindow *parent, const char *fault);
/* The same of what was chosen; NULL also if nothing was. From its "response". */
char *tab_file_dialog_get_path(GtkNativeDialog *dialog, int response, const char *fault);
/* The same of a game that is to be saved, with ".tab" if it has no suffix. */
char *tab_file_dialog_get_save_path(GtkNativeDialog *dialog, int response);
/* Whether `path`, made of what was chosen, is not just that and is a file already, so that nobody
 * was asked whether to write over it: then the dialog stands there again with that name, and will
 * ask. From its "response". */
gboolean tab_file_dialog_asks_again(GtkNativeDialog *dialog, const char *path);
/* A form in which a picture can be written, as a filter of the dialog; and all that have pixels or
 * lines. `suffix` is not copied. */
void tab_file_dialog_add_format(GtkFileChooser *chooser, const char *name, const char *suffix);
void tab_file_dialog_add_pictures(GtkFileChooser *chooser);
/* The path of a picture that was chosen as `path`. A name without a suffix of ours gets that of the
 * filter, so that nothing is written in a form that its name does not tell; so does one with the
 * suffix that was suggested (.png), if another filter was chosen. Free with g_free. */
char *tab_file_dialog_name_picture(GtkFileChooser *chooser, const char *path);
/* Opens the desktop's dialog for any file or folder over the window of `entry`, which gets the name
 * that is chosen. */
void tab_file_dialog_browse(GtkEditable *entry, const char *title, GtkFileChooserAction action);

/* Asks whether to save a game, of the file called `name` (NULL: it has none). Signal "response":
 * GTK_RESPONSE_YES, GTK_RESPONSE_NO to discard it, or anything else to leave all as it is. */
GtkWidget *tab_file_dialog_new_question(GtkWindow *parent, const char *name, gboolean of_match);
