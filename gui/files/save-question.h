// SPDX-License-Identifier: GPL-3.0-or-later
// The question before a game is lost.
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Whether to save: a GtkDialog, not shown yet, whose "response" is GTK_RESPONSE_YES, _NO (to
 * discard) or anything else (to go on as before). `name`: of the game's file; NULL: it has none. */
GtkWidget *tab_save_question_new(GtkWindow *parent, const char *name);

G_END_DECLS
