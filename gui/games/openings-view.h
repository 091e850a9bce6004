// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of the first turns of all games: by throws, how often, with what score, and what they
// are worth.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/game-openings.h"

#define TAB_TYPE_OPENINGS_VIEW (tab_openings_view_get_type())
G_DECLARE_FINAL_TYPE(TabOpeningsView, tab_openings_view, TAB, OPENINGS_VIEW, GtkWidget)

/* Shows the games of the database at `path`, once it is seen for the first time. */
void tab_openings_view_set_path(TabOpeningsView *self, const char *path);
/* The games are others. */
void tab_openings_view_refresh(TabOpeningsView *self);
