// SPDX-License-Identifier: GPL-3.0-or-later
// The record of a player: luck, loss and rating over time, by rules and opponent, as curves.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/player-record.h"

#define TAB_TYPE_RECORD_VIEW (tab_record_view_get_type())
G_DECLARE_FINAL_TYPE(TabRecordView, tab_record_view, TAB, RECORD_VIEW, GtkWidget)

/* Shows the games of the database at `path`, once it is seen for the first time. */
void tab_record_view_set_path(TabRecordView *self, const char *path);
/* The games are others. */
void tab_record_view_refresh(TabRecordView *self);
