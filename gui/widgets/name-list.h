// SPDX-License-Identifier: GPL-3.0-or-later
// Drop-down lists of names that people gave, which may be longer than there is room for.
#pragma once

#include <gtk/gtk.h>

/* Cuts a long name in the button of `list`, whose items are strings; the open list has it whole. */
void tab_name_list_cut(GtkDropDown *list);
