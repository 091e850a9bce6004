// SPDX-License-Identifier: GPL-3.0-or-later
// Drop-down lists of names that people gave, which may be longer than there is room for, and of
// choices that then have a second line.
#pragma once

#include <gtk/gtk.h>

/* Cuts a long name in the button of `list`, whose items are strings; the open list has it whole. */
void tab_name_list_cut(GtkDropDown *list);
/* The same for a list of any texts, unless it is cut already: the button is as wide as its text
 * where there is room, and has two lines of it where there is not. */
void tab_name_list_cut_at_need(GtkDropDown *list);
