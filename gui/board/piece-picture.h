// SPDX-License-Identifier: GPL-3.0-or-later
// One stone as the board shows it, with its letter: for buttons that choose a piece.
#pragma once

#include <gtk/gtk.h>

#include "protocol/rules/types.h"

G_BEGIN_DECLS

/* A widget without a name of its own; the caller says what it stands for. */
GtkWidget *tab_piece_picture_new(TabSide side, TabRank rank);

G_END_DECLS
